"""The eight tactical orders: when each may be given, and when it may be left (pw:4.1 to pw:4.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, SideId
from core.own import refuse
from core.panzerwar.command import regroup
from core.panzerwar.command.blocked import REACHED
from core.panzerwar.command.chits import chit_refusal
from core.panzerwar.command.doctrine import before_orders, doctrine, leader, needs_leader, present, receives_orders
from core.panzerwar.command.events import OrderReceived
from core.panzerwar.command.near import enemy_before, enemy_within, known_enemies, leading, places
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.ground.heights import height
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.ground.views import view
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Organisation, Tactical
from core.panzerwar.state import WarState
from core.panzerwar.words import turns
from core.plane import Point, hex_at, within

#: No Rush with an element nearer to a known enemy than this, in GSU: of any unit, of the Art of War by troops, of the
#: Science of War's infantry (pw:4.4.2).
RUSH_MECHANISED: Final = {Doctrine.ART: 300, Doctrine.SCIENCE: 500}
RUSH_INFANTRY: Final = {Doctrine.ART: 100, Doctrine.SCIENCE: 300}
#: How near the enemy must be for Charge and for Engage (pw:4.6, pw:4.6.1, pw:4.7.1).
CHARGE, CHARGE_INFANTRY = 800, 150
ENGAGE, ENGAGE_INFANTRY = 250, 100
#: What a unit may be ordered before its orders are affirmed (pw:5.2.2).
_UNCONFIRMED: Final = frozenset({Tactical.COVER, Tactical.REGROUP, Tactical.WITHDRAW})
#: How near a charge must come before anything else may be ordered (pw:4.6.2).
CHARGED, CHARGED_INFANTRY = 150, 50
#: The halves of a Bound this far from each other are separated (pw:4.5.3).
APART = 200

GIVING = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the orders of this turn are given", "pw:3.2.A"),
)


def order_refusal(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Why a unit may not be given a tactical order now; None if it may."""
    if not receives_orders(state, organisation):
        rule = "pw:4.0.6" if doctrine(state, organisation.side) is Doctrine.SCIENCE else "pw:4.0.2"
        return Refusal(f"{organisation.name} receives no tactical orders", rule)
    if organisation.forced is not None:
        return Refusal(f"its morale makes it {organisation.forced.value.lower()}", "pw:4.2.5")
    first = state.engagement.side(organisation.side).first_orders
    if first and state.turn <= 1 and order not in first and order is not organisation.order:
        allowed = ", ".join(one.value for one in Tactical if one in first)
        return Refusal(f"its general order allows on the first turn: {allowed}", "pw:4.0.1")
    was = before_orders(state, organisation)
    return rolled_refusal(state, organisation) or _leaving(state, was, order) or _TAKING[order](state, was)


def rolled_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why a unit takes no other order in this turn: it has been rolled for how long it regroups (pw:4.9.4)."""
    was = before_orders(state, organisation)
    regroups = was is not organisation and organisation.order is Tactical.REGROUP is not was.order
    if regroups and organisation.former is not None and regroup.rolls(state, organisation.former):
        return Refusal("it has been rolled for how long it regroups", "pw:4.9.4")
    return None


def _leaving(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Why the order that a unit has may not be left for another."""
    if order is organisation.order:
        return _charging_on(state, organisation) if order is Tactical.CHARGE else None
    if order is not Tactical.REGROUP and needs_leader(state, organisation) and leader(state, organisation) is None:
        return Refusal("it has no command element: choose one first, or regroup", "pw:4.0.4")
    if organisation.unconfirmed and order not in _UNCONFIRMED:
        return Refusal("after its morale failed its orders are to be affirmed by the command above it", "pw:5.2.2")
    if organisation.echelon is Echelon.COMPANY and organisation.since and state.turn - organisation.since < 2:
        return Refusal("a company's order may change every other turn", "pw:4.1.1")
    if organisation.disordered and order not in (Tactical.REGROUP, Tactical.WITHDRAW):
        return Refusal("engaging has disordered it: it may regroup or withdraw", "pw:4.7.2")
    return _LEAVING.get(organisation.order, _free)(state, organisation, order)


def _free(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    return None


def situation_changed(state: WarState, organisation: Organisation) -> bool:
    """Whether the tactical situation of a unit has changed since it was given its order: an enemy has come in sight, it
    is in action, or it has lost an element (pw:4.3, pw:4.4.3)."""
    return max(organisation.changed, organisation.fought) >= max(organisation.since, 1)


def reached(state: WarState, organisation: Organisation) -> bool:
    """Whether an element of a unit has reached its objective (pw:4.3)."""
    goal = organisation.objective
    return goal is not None and any(within(e.where, goal, REACHED) for e in places(state, organisation))


def _leave_advance(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Advance stays until the enemy is met or the goal is reached (pw:4.3)."""
    if not organisation.since or situation_changed(state, organisation) or reached(state, organisation):
        return None
    return Refusal("it advances until the enemy is met or its objective is reached", "pw:4.3")


def _leave_rush(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Rush may be left before its objective only as the situation changes (pw:4.4.3)."""
    if situation_changed(state, organisation) or reached(state, organisation):
        return None
    return Refusal("it rushes until the situation changes or its objective is reached", "pw:4.4.3")


def _leave_bound(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Separated halves come together by another Bound; in contact they may cover or withdraw (pw:4.5.1, pw:4.5.3)."""
    if not organisation.apart:
        return None
    if situation_changed(state, organisation):
        if order in (Tactical.COVER, Tactical.BOUND, Tactical.WITHDRAW):
            return None
        return Refusal("its halves are separated: Cover, Bound or Withdraw", "pw:4.5.3")
    return Refusal("its halves are separated: bound on with the other half", "pw:4.5.1")


def _leave_charge(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """A charge binds until it is near (pw:4.6.2). Then infantry regroups, and so does a mechanised unit that has
    reached its objective with no enemy within 150 (pw:4.6.4), unless direct fire keeps it from that (pw:4.9).
    """
    near = CHARGED if organisation.mechanised else CHARGED_INFANTRY
    closed = enemy_within(state, organisation, near)
    if not closed and not reached(state, organisation) and enemy_before(state, organisation, CHARGE):
        return Refusal(f"it charges until it is within {near} of the enemy", "pw:4.6.2")
    if order is Tactical.REGROUP or (organisation.mechanised and closed) or in_fire(state, organisation):
        return None
    return Refusal("after a charge it must regroup", "pw:4.6.4")


def _charging_on(state: WarState, organisation: Organisation) -> Refusal | None:
    """A mechanised unit that has reached what it charged, with no enemy within 150, regroups before it charges anew
    (pw:4.6.4), unless direct fire keeps it from that (pw:4.9)."""
    if not organisation.mechanised or in_fire(state, organisation) or not reached(state, organisation):
        return None
    near = enemy_within(state, organisation, CHARGED)
    return None if near else Refusal("after a charge it must regroup", "pw:4.6.4")


def in_fire(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit is in direct fire, its own or the enemy's: in this turn or the last (pw:4.9)."""
    return bool(organisation.fought) and organisation.fought >= state.turn - 1


def _leave_cover(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Cover is kept until every element has halted for half a turn (pw:4.8.3)."""
    late = (e.travel for e in present(state, organisation) if not e.travel.rested)
    if organisation.settled == 1 and any(one.last.value in ("half", "full") for one in late):
        return Refusal("its elements have yet to reach their positions", "pw:4.8.3")
    return None


def _leave_regroup(state: WarState, organisation: Organisation, order: Tactical) -> Refusal | None:
    """Regrouping takes its time; in contact it may be broken off to withdraw or cover (pw:4.9.4)."""
    if organisation.regroups <= 0 or order in (Tactical.WITHDRAW, Tactical.COVER):
        return None
    return Refusal(
        f"it regroups, {turns(organisation.regroups)} more{regroup.hindered(state, organisation)}", "pw:4.9.4"
    )


_LEAVING: Final[Mapping[Tactical, Callable[[WarState, Organisation, Tactical], Refusal | None]]] = {
    Tactical.ADVANCE: _leave_advance,
    Tactical.RUSH: _leave_rush,
    Tactical.BOUND: _leave_bound,
    Tactical.CHARGE: _leave_charge,
    Tactical.COVER: _leave_cover,
    Tactical.REGROUP: _leave_regroup,
}


# -- taking an order ---------------------------------------------------------------------------------


def _any(state: WarState, organisation: Organisation) -> Refusal | None:
    return None


def _rush(state: WarState, organisation: Organisation) -> Refusal | None:
    """Not too near to a known enemy (pw:4.4.2)."""
    limits = RUSH_MECHANISED if organisation.mechanised else RUSH_INFANTRY
    limit = limits[doctrine(state, organisation.side)]
    if enemy_within(state, organisation, limit):
        return Refusal(f"a known enemy is within {limit} of an element", "pw:4.4.2")
    return None


def _bound(state: WarState, organisation: Organisation) -> Refusal | None:
    """The Science of War has no Bound; it takes two groups of mobile elements (pw:4.5, pw:4.5.4)."""
    if doctrine(state, organisation.side) is Doctrine.SCIENCE:
        return Refusal("the Science of War has no Bound", "pw:4.5.4")
    if len(mobile(state, organisation)) < 2:
        return Refusal("it takes two mobile elements to bound", "pw:4.5")
    return None


def _charge(state: WarState, organisation: Organisation) -> Refusal | None:
    """The target must be in sight, within 800 of the command element, of infantry within 150 (pw:4.6, pw:4.6.1)."""
    limit = CHARGE if organisation.mechanised else CHARGE_INFANTRY
    if not enemy_before(state, organisation, limit):
        rule = "pw:4.6" if organisation.mechanised else "pw:4.6.1"
        return Refusal(f"no enemy is in sight within {limit}", rule)
    return None


def _engage(state: WarState, organisation: Organisation) -> Refusal | None:
    """The enemy must be near (pw:4.7.1)."""
    limit = ENGAGE if organisation.mechanised else ENGAGE_INFANTRY
    if not enemy_within(state, organisation, limit):
        return Refusal(f"no known enemy is within {limit}", "pw:4.7.1")
    return None


def _regroup(state: WarState, organisation: Organisation) -> Refusal | None:
    """Not while in action (pw:4.9)."""
    return Refusal("it is in direct fire", "pw:4.9") if in_fire(state, organisation) else None


_TAKING: Final[Mapping[Tactical, Callable[[WarState, Organisation], Refusal | None]]] = {
    Tactical.ADVANCE: _any,
    Tactical.RUSH: _rush,
    Tactical.BOUND: _bound,
    Tactical.CHARGE: _charge,
    Tactical.ENGAGE: _engage,
    Tactical.COVER: _any,
    Tactical.REGROUP: _regroup,
    Tactical.WITHDRAW: _any,
}
#: The orders that need an objective (pw:4.3, pw:4.4.1).
GOES_SOMEWHERE: Final = frozenset({Tactical.ADVANCE, Tactical.RUSH, Tactical.CHARGE})


def mobile(state: WarState, organisation: Organisation) -> tuple[str, ...]:
    """The elements of a unit that can move: neither immobile nor carried, nor guns on their own wheels (pw:4.5)."""
    return tuple(
        e.id for e in places(state, organisation) if not e.harm.immobile and e.kind.value not in ("gun", "bunker")
    )


# -- the order ------------------------------------------------------------------------------------------


def check_give(state: WarState, side: SideId, order: GiveOrder) -> None:
    """IllegalOrder unless it may be given, with an objective where it needs one and two halves of a Bound."""
    GIVING.check(state, side)
    organisation = state.organisations.get(order.organisation)
    if organisation is None or organisation.side != side:
        refuse(Refusal(f"{order.organisation} is no unit of {side}", "pw:4.1"))
        return
    refuse(order_refusal(state, organisation, order.tactical))
    refuse(objective_refusal(state, organisation, order.tactical, order.objective))
    refuse(_halves_refusal(state, organisation, order))
    refuse(chit_refusal(state, order.tactical, order.chit))


def objective_refusal(
    state: WarState, organisation: Organisation, order: Tactical, objective: Point | None
) -> Refusal | None:
    """Why an order may not have that objective: it needs one, on the table, and to which any of its elements can move
    that has not reached it yet (pw:4.3, pw:4.4.1, pw:4.6)."""
    if order in GOES_SOMEWHERE and objective is None:
        return Refusal(f"{order.value} needs an objective", "pw:4.3")
    if objective is not None and hex_at(objective) not in state.board:
        return Refusal("its objective is not on the table", "pw:4.3")
    if objective is None or order not in GOES_SOMEWHERE:
        return None
    if order is Tactical.CHARGE and (far := charge_refusal(state, organisation, objective)) is not None:
        return far
    return reached_refusal(tuple(places(state, organisation)), objective)


def charge_refusal(state: WarState, organisation: Organisation, objective: Point) -> Refusal | None:
    """Why a unit does not charge a place: it lies farther from its command element, or from any element without one,
    than the enemy may, or it is not in sight of it (pw:4.6, pw:4.6.1)."""
    limit = CHARGE if organisation.mechanised else CHARGE_INFANTRY
    near = [e for e in leading(state, organisation) if within(e.where, objective, limit)]
    if not near:
        return too_far_to_charge(organisation)
    if any(_sees(state, e, objective) for e in near):
        return None
    return Refusal("what it charges is in sight of its command element", "pw:4.6")


def _sees(state: WarState, element: Element, at: Point) -> bool:
    """Whether an element has the hex of a point in sight: men who would stand there, or a known enemy who does."""
    hex_ = hex_at(at)
    if any(hex_at(enemy.where) == hex_ for enemy in known_enemies(state, element.side)):
        return True
    (number,) = country_now(state).numbers((hex_,))
    return view(state, element.where, height(state, element)).shows(number)


def too_far_to_charge(organisation: Organisation) -> Refusal:
    """That what is charged lies near (pw:4.6, pw:4.6.1)."""
    limit, rule = (CHARGE, "pw:4.6") if organisation.mechanised else (CHARGE_INFANTRY, "pw:4.6.1")
    return Refusal(f"what it charges lies within {limit} of its command element", rule)


def reached_refusal(elements: Sequence[Element], objective: Point) -> Refusal | None:
    """Why the elements of a unit are not sent to a point: all of them have reached it (pw:4.3)."""
    if elements and all(within(e.where, objective, REACHED) for e in elements):
        return Refusal(f"it is there already: within {REACHED} an objective is reached", "pw:4.3")
    return None


def _halves_refusal(state: WarState, organisation: Organisation, order: GiveOrder) -> Refusal | None:
    """The halves of a Bound are equal, and the other one follows up (pw:4.5, pw:4.5.1)."""
    if order.tactical is not Tactical.BOUND:
        return Refusal("only a Bound has halves", "pw:4.5") if order.moving else None
    organisation = before_orders(state, organisation)
    able = set(mobile(state, organisation))
    moving = set(order.moving)
    if not moving <= able:
        return Refusal("only mobile elements of the unit bound", "pw:4.5")
    if abs(2 * len(moving) - len(able)) > 1:
        return Refusal(f"the halves of {len(able)} mobile elements must be equal", "pw:4.5")
    if organisation.apart and moving & organisation.moving:
        return Refusal("the half that stayed comes up now", "pw:4.5.1")
    return None


def give(state: WarState, side: SideId, order: GiveOrder, dice: Dice) -> Iterator[Event]:
    """The unit has its order; regrouping takes its time (pw:4.9.4)."""
    organisation = before_orders(state, state.organisations[order.organisation])
    turns: int = 0
    rolls: tuple[Roll, ...] = ()
    if order.tactical is Tactical.REGROUP and organisation.order is not Tactical.REGROUP:
        turns, rolls = regroup.time(state, organisation, dice)
    yield OrderReceived(
        side=side,
        organisation=order.organisation,
        order=order.tactical,
        objective=order.objective,
        moving=tuple(sorted(order.moving)),
        regroups=turns,
        chit=order.chit,
        rolls=rolls,
    )
