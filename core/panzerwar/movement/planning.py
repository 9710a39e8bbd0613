"""Writing movement down: what makes a plan illegal, and what every element must have (pw:4.2, pw:6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar.command import demands
from core.panzerwar.command import range as command_range
from core.panzerwar.infantry import teams
from core.panzerwar.movement import blocked, leaving, loading, positions, speed
from core.panzerwar.movement.events import Planned, Unplanned
from core.panzerwar.movement.orders import DropPlan, WritePlan
from core.panzerwar.movement.pricing import Price, price
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Leg, Plan, Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import ways, who
from core.panzerwar.sighting.observers import can_button
from core.panzerwar.smoke import devices, limits
from core.panzerwar.state import WarState
from core.panzerwar.words import turns
from core.plane import Path, Point, gsu_between, within

PLANNING = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the movement of this turn is written down", "pw:4.2"),
)
#: A charge on foot needs an enemy this near at the start of its segment (pw:6.1.2).
CHARGE_AT = 80
#: Orders of which a charge is no part.
_NO_CHARGE: Final = frozenset({Tactical.COVER, Tactical.REGROUP, Tactical.BOUND, Tactical.WITHDRAW})
#: Infantry charges in so many segments in a row at most (pw:12.1.3).
CHARGES = 2
#: Cavalry in the segments of four turns (pw:6.1.5).
MOUNTED_CHARGES = 8


def examined(state: WarState, element: Element, plan: Plan) -> Price | Refusal:
    """What a plan comes to, or why it may not be: by the rules of movement, by the element's own state, by the order of
    its unit."""
    aboard, element = not element.on_table, loading.set_down(state, element)
    refused = _state_refusal(state, element, plan)
    if refused is None and aboard and plan.legs:
        refused = Refusal("who gets off moves in the second half of the turn alone", "pw:12.3.2")
    if refused is not None:
        return refused
    found = price(state, element, plan)
    if isinstance(found, Refusal):
        return found
    refused = (
        ways.refusal(state, element, plan, found.points)
        or loading.motion_refusal(state, plan, found.motion, found.spent, found.allowance)
        or _order_refusal(state, element, plan, found)
        or _position_refusal(state, element, plan, found)
        or _lighting_refusal(state, element, plan, found)
    )
    return found if refused is None else refused


def _state_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    if not element.on_table:
        return Refusal("it is not on the table by itself", "pw:6.9.1")
    if plan.heading is not None and not 0 <= plan.heading < 48:
        return Refusal(f"{plan.heading} is no heading of 0 to 47", "pw:1.3")
    if not element.marches and not isinstance(state.cards[element.card], Vehicle):
        hides = element.kind is Kind.GUN and plan == Plan(element=element.id, contact=plan.contact, hide=True)
        if hides:
            return _hiding_refusal(state, element, plan)
        return Refusal("it is neither a vehicle nor on foot: a gun is towed", "pw:6.9.2")
    return (
        broken_refusal(element)
        or hatch_refusal(state, element, plan)
        or _turret_refusal(state, element, plan)
        or charge_refusal(state, element, plan)
        or _hiding_refusal(state, element, plan)
        or loading.refusal(state, element, plan)
        or leaving.refusal(state, element, plan)
        or _candles_refusal(state, element, plan)
    )


def _candles_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why it does not light its candles (pw:11.10.4); in a segment after that in which it has, nothing."""
    return devices.candles_refusal(state, element) if plan.candles and not devices.exposed(state, element) else None


def hatch_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why it may not close or open its hatches, or leave them as they are (pw:7.1, pw:11.2.2)."""
    return _cannot_button(state, element, plan) or _smoke_refusal(state, element, plan)


def _cannot_button(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Only vehicles with hatches and an armoured roof button up (pw:7.1, pw:7.1.2)."""
    if plan.buttoned is None:
        return None
    if not can_button(state, element):
        return Refusal("it has no hatches to close", "pw:7.1.2")
    if not plan.buttoned and Damage.COMMANDER in element.harm.damage:
        return Refusal("without its commander it counts as buttoned", "pw:9.10")
    return None


def broken_refusal(element: Element) -> Refusal | None:
    """Broken men rout by themselves, or stay (pw:6.1.3, pw:12.9.2)."""
    return Refusal("it is broken: it routs by itself, or stays", "pw:6.1.3") if element.nerve.broken else None


def _smoke_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Vehicles that can button up do so in thick smoke and on their way through it (pw:11.2.2). Who stays in it does so
    unasked."""
    opens = plan.buttoned is False or (plan.buttoned is None and bool(plan.legs) and not element.buttoned)
    if not opens or not state.smoke.clouds or not can_button(state, element):
        return None
    way = Path(element.where, tuple(leg.to for leg in plan.legs))
    if limits.must_button(state, way) if plan.legs else limits.stands_in(state, element.where):
        return Refusal("in thick smoke it must button up", "pw:11.2.2")
    return None


def _turret_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Turrets turn at any time during movement; a vehicle that is stopped dead does not (pw:6.16, pw:8.7.6)."""
    if plan.turret is None:
        return None
    if not 0 <= plan.turret < 48:
        return Refusal(f"{plan.turret} is no heading of 0 to 47", "pw:1.3")
    if element.turret is None:
        return Refusal("it has no turret", "pw:6.16.1")
    return Refusal("it is stunned", "pw:9.15.2") if element.harm.stunned else None


def charge_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """A charge on foot is ordered, has its enemy within 80, and rests after two in a row (pw:6.1.2, pw:12.1.3,
    pw:6.10.1)."""
    if plan.way is not Way.CHARGE or not element.marches:
        return None
    moonlight = state.engagement.moonlight
    if moonlight is not None and moonlight < 50:
        return Refusal("no charge with less than half of the moonlight", "pw:6.10.1")
    if speed.horses(element):
        return _mounted_refusal(element, plan)
    organisation = state.organisations.get(element.organisation)
    if organisation is not None and demands.order_of(state, organisation) in _NO_CHARGE:
        return Refusal(f"a charge is no part of {organisation.order.value}", "pw:6.1.2")
    if element.travel.rest > 0:
        return Refusal("after two charges it halts for a turn", "pw:12.1.3")
    if speed.charged_before(element) + bool(plan.legs) + bool(plan.second) > CHARGES:
        return Refusal("it charges in two segments in a row at most", "pw:12.1.3")
    enemies = [e for e in state.on_table() if e.side != element.side and state.sees(element.side, e.id)]
    return _objective_refusal(element, plan, [e.where for e in enemies])


def _objective_refusal(element: Element, plan: Plan, enemies: Sequence[Point]) -> Refusal | None:
    """In each segment in which it charges an enemy within 80 at its start is the objective: it comes nearer to him
    (pw:6.1.2)."""
    middle = plan.legs[-1].to if plan.legs else element.where
    parts = [(element.where, middle)] if plan.legs or not plan.second else []
    parts += [(middle, plan.second[-1].to)] if plan.second else []
    for start, end in parts:
        near = [at for at in enemies if within(start, at, CHARGE_AT)]
        if not near:
            return Refusal(f"a charge needs an enemy within {CHARGE_AT}", "pw:6.1.2")
        if start != end and not any(gsu_between(end, at) < gsu_between(start, at) for at in near):
            return Refusal(f"a charge goes at an enemy within {CHARGE_AT}", "pw:6.1.2")
    return None


def _mounted_refusal(element: Element, plan: Plan) -> Refusal | None:
    """Cavalry charges for four turns in a row, or as far as it can for one; then not for four turns. Wagons charge for
    four turns too (pw:6.1.5, pw:6.1.6)."""
    if element.travel.rest > 0:
        return Refusal(f"its horses rest, {turns(element.travel.rest)} more", "pw:6.1.5")
    if speed.charged_before(element) + bool(plan.legs) + bool(plan.second) > MOUNTED_CHARGES:
        return Refusal("horses charge for four turns in a row at most", "pw:6.1.5")
    return None


def _hiding_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Infantry and guns in cover that do not move may declare themselves hidden (pw:6.1.4)."""
    if not plan.hide:
        return None
    if element.kind.value == "vehicle":
        return Refusal("vehicles do not hide", "pw:6.1.4")
    if plan.legs or plan.second or not positions.in_cover(state, element):
        return Refusal("it hides in cover, where it stays", "pw:6.1.4")
    return None


def _order_refusal(state: WarState, element: Element, plan: Plan, found: Price) -> Refusal | None:
    """What the order of its unit, command range, and the platoon of a team forbid (pw:4.2.1, pw:4.13.2,
    pw:12.0.3)."""
    ends = (found.points[-1], *found.second[-1:])
    astray = next(
        (why for end in ends if (why := teams.apart_refusal(state, element, end, plan.load)) is not None), None
    )
    if astray is not None:
        return astray
    refused = demands.refusal(state, element, blocked.movement(found, plan))
    if refused is not None and not blocked.blocked(state, element.id):
        return refused
    if element.marches and plan.legs and command_range.delayed(state, element):
        return Refusal("out of command range it moves in the second half alone", "pw:4.13.2.1")
    return None


def _lighting_refusal(state: WarState, element: Element, plan: Plan, found: Price) -> Refusal | None:
    """While its candles are lit a vehicle moves a quarter of its movement at most (pw:11.10.4)."""
    if not plan.candles:
        return None
    most = speed.allowance(state, element, plan.way, road=plan.road, lights=plan.lights).full * devices.FIRST_TURN
    if found.spent <= most:
        return None
    return Refusal(f"while its candles are lit it moves {most:g} at most", "pw:11.10.4")


def _position_refusal(state: WarState, element: Element, plan: Plan, found: Price) -> Refusal | None:
    """A factor is chosen by a shift in a position that it is in already (pw:9.17.3, pw:9.17.4, pw:9.18.2)."""
    if plan.position == 0 and not plan.turret_down:
        return None
    if element.kind.value != "vehicle":
        return Refusal("only vehicles are hull down or turret down", "pw:9.17")
    if found.motion not in (Motion.SHIFT, Motion.STATIONARY):
        return Refusal("another position is taken by a shift", "pw:9.17.3")
    return positions.choice_refusal(state, element, found.points[-1], plan.position, turret_down=plan.turret_down)


# -- the orders -----------------------------------------------------------------------------------------


def check_plan(state: WarState, side: SideId, order: WritePlan) -> None:
    """IllegalOrder unless the movement may be written down."""
    PLANNING.check(state, side)
    element = own_unit(state, side, order.plan.element, "pw:4.2")
    found = examined(state, element, order.plan)
    if isinstance(found, Refusal):
        raise IllegalOrder(found.reason, found.rule)


def plan(state: WarState, side: SideId, order: WritePlan, dice: Dice) -> Iterator[Event]:
    """It is written down."""
    yield planned(state, state.elements[order.plan.element], order.plan)


def planned(state: WarState, element: Element, plan: Plan) -> Planned:
    """The event of a plan that may be. IllegalOrder of one that may not."""
    found = examined(state, element, plan)
    if isinstance(found, Refusal):
        raise IllegalOrder(found.reason, found.rule)
    return Planned(
        side=element.side,
        element=element.id,
        plan=plan,
        motion=found.motion,
        spent=found.spent,
        straight=found.straight,
    )


def check_drop(state: WarState, side: SideId, order: DropPlan) -> None:
    """IllegalOrder unless the element has a plan."""
    PLANNING.check(state, side)
    element = own_unit(state, side, order.element, "pw:4.2")
    if element.id not in state.plans:
        raise IllegalOrder(f"nothing is written down for {element.name}", "pw:4.2")


def drop(state: WarState, side: SideId, order: DropPlan, dice: Dice) -> Iterator[Event]:
    """It stays."""
    yield Unplanned(side=side, element=order.element)


def bound_to_move(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements whose orders make them move and that have nothing written down yet; those that are blocked may halt
    (pw:4.2.1, pw:4.2.6)."""
    return tuple(
        e.id
        for e in state.of(side)
        if e.on_table
        and (e.id not in state.plans or (who.berserk(state, e) and state.plans[e.id].ram is None))
        and (demands.must_move(state, e) is not None or must_ram(state, e) is not None)
        and loading.carrier_of(state, e) is None
        and speed.immobile_refusal(state, e) is None
        and not blocked.blocked(state, e.id)
    )


def must_ram(state: WarState, element: Element) -> Plan | None:
    """How a berserk crew must ram: the nearest enemy that it can get at in a straight line (pw:14.0); None of others,
    and where it gets at nobody."""
    if not who.berserk(state, element) or speed.immobile_refusal(state, element) is not None:
        return None
    for target in who.ram_targets(state, element):
        found = Plan(element=element.id, legs=(Leg(target.where),), contact=Contact.GO_ON, ram=target.id)
        if isinstance(examined(state, element, found), Price):
            return found
    return None


def check_finish(state: WarState, side: SideId) -> None:
    """A side may not end its plan as long as something stands in the way of it; see `finish_refusal`."""
    refuse(finish_refusal(state, bound_to_move(state, side)))


def finish_refusal(state: WarState, due: Sequence[UnitId]) -> Refusal | None:
    """Every element that its order makes move, those that are due, must have its movement written down, unless it is
    blocked (pw:4.2, pw:4.2.6)."""
    if not due:
        return None
    found = state.elements[due[0]]
    why = demands.must_move(state, found)
    if must_ram(state, found) is not None:
        why = Refusal("its crew is berserk and must ram", "pw:14.0")
    return Refusal(f"{found.name} must move: {why.reason}", why.rule) if why is not None else None
