"""Calls for fire, corrections, fire for effect, cease: what is wished in the communications phase (pw:10.6.3,
pw:10.6.5, pw:10.6.8, pw:10.7.3). What comes of it is told by `requests`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar.artillery import batteries, links
from core.panzerwar.artillery.events import Wished
from core.panzerwar.artillery.orders import Call, Cease, Correct, FireForEffect
from core.panzerwar.artillery.seeing import point_refusal
from core.panzerwar.command.doctrine import nation
from core.panzerwar.communication.calling import CALLING
from core.panzerwar.communication.contact import drop, note
from core.panzerwar.pieces.artillery import Ask, Mission, Reference, Spotting, Wish
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.weapons import STAR_SHELL, Weapon
from core.panzerwar.state import WarState
from core.plane import Point, hex_at, within

#: Nations whose batteries fire ranging brackets, with so many weapons at least (pw:10.7.2).
BRACKETS, PAIR = frozenset(("Germany", "U.K.", "U.S.A.")), 2
#: GSU about a piece of an enemy battery within which fire counters it (pw:10.6.3).
COUNTERS: Final = 25
#: The directions of the compass (pw:10.6.5.1).
DIRECTIONS: Final = range(1, 9)


def mission_of(state: WarState, battery: str) -> Mission | None:
    """The fire of a battery that is under way, or the next that is due; None without any."""
    found = [m for m in state.artillery.missions if m.battery == battery]
    return min(found, key=lambda m: (m.fired == 0, m.due, m.id), default=None)


def wishes(state: WarState, battery: str, *asks: Ask) -> tuple[Wish, ...]:
    """What is to be asked of a battery in this phase."""
    return tuple(w for w in state.artillery.wishes if w.battery == battery and (not asks or w.ask in asks))


def own_battery(state: WarState, side: SideId, id_: str) -> Organisation:
    """The battery that a side names. IllegalOrder if it is none of its own."""
    found = batteries.find(state, id_)
    if found is None or found.side != side:
        raise IllegalOrder(f"{id_} is no battery of {side}", "pw:10.0.1")
    return found


def reference_at(state: WarState, side: SideId, at: Point) -> Reference | None:
    """The reference point of a side at a point (pw:10.8); None if it has registered none there."""
    return next((one for one in state.artillery.references if one.side == side and one.at == at), None)


# -- calls -----------------------------------------------------------------------------------------


def battery_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why a battery takes no call in this turn: it fires already, it has fired and rests (pw:10.6.6, pw:10.6.10,
    pw:10.9.5), it cannot fire indirectly (pw:10.6.2)."""
    now = mission_of(state, organisation.id)
    if now is not None and (now.fired or now.due <= state.turn + 1 or now.observer is not None):
        return Refusal(f"{organisation.name} has a fire already", "pw:10.6.6")
    until = batteries.service(state, organisation.id, organisation.side).resting
    if state.turn <= until:
        rule = "pw:10.9.5" if state.has(Switch.ALLOCATION) else "pw:10.6.10"
        return Refusal(f"{organisation.name} may be called again from turn {until + 1} on", rule)
    return batteries.indirect_refusal(state, organisation)


def call_refusal(state: WarState, element: Element | None, organisation: Organisation) -> Refusal | None:
    """Why an element may not call a battery now, wherever to; element: None of the battery itself."""
    refused = battery_refusal(state, organisation)
    if refused is not None or element is None:
        return refused
    return links.caller_refusal(state, element, organisation) or links.touch_refusal(state, element, organisation)


def aim_refusal(
    state: WarState, element: Element | None, organisation: Organisation, at: Point, *, dark: bool = False
) -> Refusal | None:
    """Why fire may not be called for at a point: it lies off the table or out of reach, the observer does not see it
    and it is no reference point (pw:10.6, pw:10.8); what counters a battery must be at one that is known
    (pw:10.6.3). dark: for star shells, which light what is not seen by night (pw:7.8.3)."""
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", "pw:10.6.3")
    refused = batteries.indirect_refusal(state, organisation, at)
    return refused or seen_refusal(state, element, organisation, at, dark=dark)


def seen_refusal(
    state: WarState, element: Element | None, organisation: Organisation, at: Point, *, dark: bool = False
) -> Refusal | None:
    """Why a point within reach may not be aimed at: the observer does not see it, and it is no reference point
    (pw:10.6, pw:10.8); no enemy battery is known there (pw:10.6.3)."""
    if element is None:
        known = any(within(at, piece, COUNTERS) for piece in enemy_pieces(state, organisation.side))
        return None if known else Refusal("no piece of an enemy battery is known there", "pw:10.6.3")
    if reference_at(state, organisation.side, at) is not None:
        return None
    return point_refusal(state, element, at, "pw:10.6", dark=dark)


def enemy_pieces(state: WarState, side: SideId) -> Iterator[Point]:
    """Where a side knows pieces of enemy batteries: in sight; or where it saw a flash since the movement of the turn
    before, which may be anything's (pw:10.6.3, pw:7.8)."""
    for element in state.on_table():
        if element.side != side and state.sees(side, element.id):
            fired = batteries.weapon(state, element)
            if fired is not None and fired.indirect is not None:
                yield element.where
    yield from (at for id_, at in state.watch.flashes.get(side, {}).items() if not state.sees(side, id_))


def spotting_refusal(
    state: WarState, organisation: Organisation, fired: Weapon, spotting: Spotting, *, counters: bool
) -> Refusal | None:
    """Why a fire may not begin so: rockets always fall together (pw:10.6.9), nobody watches counter-battery fire,
    brackets are for some nations and two weapons or more (pw:10.7.2)."""
    if spotting is Spotting.NONE:
        return None
    if fired.kind == "rockets":
        return Refusal("rockets fire no spotting rounds", "pw:10.6.9")
    if counters:
        return Refusal("nobody observes it", "pw:10.7")
    if spotting is Spotting.BRACKET:
        if nation(state, organisation) not in BRACKETS:
            return Refusal("German, British and American batteries fire brackets", "pw:10.7.2")
        if len(batteries.pieces(state, organisation)) < PAIR:
            return Refusal("a bracket takes two weapons", "pw:10.7.2")
    return None


def check_call(state: WarState, side: SideId, order: Call) -> None:
    """IllegalOrder unless the element may call for that fire."""
    CALLING.check(state, side)
    organisation = own_battery(state, side, order.battery)
    element = own_unit(state, side, order.element, "pw:10.6.3") if order.element is not None else None
    again = any(w.ask is Ask.CALL and w.element == order.element for w in wishes(state, organisation.id))
    refuse(battery_refusal(state, organisation))
    if element is not None:
        refuse(links.caller_refusal(state, element, organisation))
        refuse(None if again else links.touch_refusal(state, element, organisation))
    fired = batteries.battery_weapon(state, organisation)
    shell = batteries.shell(state, fired, order.shell) if fired is not None else None
    refuse(aim_refusal(state, element, organisation, order.at, dark=shell is STAR_SHELL))
    if fired is None or shell is None:
        raise IllegalOrder(f"{organisation.name} has no {order.shell or 'shell'} for an area", "pw:10.1.1")
    refuse(spotting_refusal(state, organisation, fired, order.spotting, counters=element is None))


def call(state: WarState, side: SideId, order: Call, dice: Dice) -> Iterator[Event]:
    """It will be tried when all have said what they want (pw:5.1.2)."""
    organisation = state.organisations[order.battery]
    fired = batteries.battery_weapon(state, organisation)
    shell = batteries.shell(state, fired, order.shell) if fired is not None else None
    if order.element is not None:
        yield from _noted(state, state.elements[order.element], organisation)
    wish = Wish(
        side=side,
        ask=Ask.CALL,
        battery=order.battery,
        element=order.element,
        at=order.at,
        shell=shell.name if shell is not None else order.shell,
        sheaf=order.sheaf,
        spotting=order.spotting,
    )
    yield Wished(side=side, wish=wish)


def _noted(state: WarState, element: Element, organisation: Organisation, *, maintain: bool = False) -> Iterator[Event]:
    if not links.automatic(state, element, organisation):
        yield note(element, organisation.id, maintain=maintain)


# -- to a battery that fires -----------------------------------------------------------------------


def observed(state: WarState, organisation: Organisation) -> tuple[Mission, Element]:
    """The fire of a battery that somebody directs, and who does. IllegalOrder if there is none."""
    mission = mission_of(state, organisation.id)
    if mission is None or mission.observer is None:
        raise IllegalOrder(f"nobody directs a fire of {organisation.name}", "pw:10.6.5")
    return mission, state.elements[mission.observer]


def control_refusal(state: WarState, mission: Mission, element: Element) -> Refusal | None:
    """Why the observer may not reach his battery in this phase (pw:10.6.5, pw:10.6.8.4)."""
    if any(w.element == element.id for w in wishes(state, mission.battery)):
        return None
    organisation = state.organisations[mission.battery]
    return links.touch_refusal(state, element, organisation, maintain=links.keeps(state, mission))


def correct_refusal(state: WarState, mission: Mission, element: Element) -> Refusal | None:
    """Why a fire may not be corrected: it has not fallen yet, its spotting round was not seen (pw:10.7), or the
    observer does not see the point of aim (pw:10.6.8)."""
    if mission.coa is None:
        return Refusal("it has not fallen yet", "pw:10.6.8")
    if mission.spotting is not Spotting.NONE:
        return None if mission.seen else Refusal("where the spotting round fell was not seen", "pw:10.7")
    return point_refusal(state, element, mission.aim, "pw:10.6.8")


def check_correct(state: WarState, side: SideId, order: Correct) -> None:
    """IllegalOrder unless the observer may declare that correction (pw:10.6.5.1, pw:10.6.8)."""
    CALLING.check(state, side)
    mission, element = observed(state, own_battery(state, side, order.battery))
    if order.direction not in DIRECTIONS:
        raise IllegalOrder("a correction names one of the eight directions of the compass", "pw:10.6.5.1")
    if order.from_ and not 0 <= order.from_ < len(mission.rounds):
        raise IllegalOrder("there is no such round of a bracket", "pw:10.7.2")
    refuse(control_refusal(state, mission, element))
    refuse(correct_refusal(state, mission, element))


def correct(state: WarState, side: SideId, order: Correct, dice: Dice) -> Iterator[Event]:
    """It is written down; nothing is shown before movement (pw:10.6.8.3)."""
    yield from _to_battery(state, side, order.battery, Ask.CORRECT, order.direction, order.from_)


def check_effect(state: WarState, side: SideId, order: FireForEffect) -> None:
    """IllegalOrder unless spotting rounds have fallen (pw:10.7.3)."""
    CALLING.check(state, side)
    mission, element = observed(state, own_battery(state, side, order.battery))
    if mission.spotting is Spotting.NONE or mission.coa is None:
        raise IllegalOrder("fire for effect follows spotting rounds that have fallen", "pw:10.7.3")
    refuse(control_refusal(state, mission, element))


def effect(state: WarState, side: SideId, order: FireForEffect, dice: Dice) -> Iterator[Event]:
    """It takes contact to change (pw:10.7.4)."""
    yield from _to_battery(state, side, order.battery, Ask.EFFECT)


def _to_battery(
    state: WarState, side: SideId, battery: str, ask: Ask, direction: int = 0, from_: int = 0
) -> Iterator[Event]:
    organisation = state.organisations[battery]
    mission, element = observed(state, organisation)
    if not any(w.element == element.id for w in wishes(state, battery)):
        yield from _noted(state, element, organisation, maintain=links.keeps(state, mission))
    wish = Wish(side=side, ask=ask, battery=battery, element=element.id, direction=direction, from_=from_)
    yield Wished(side=side, wish=wish)


def check_cease(state: WarState, side: SideId, order: Cease) -> None:
    """IllegalOrder without a call to drop or a fire to end."""
    CALLING.check(state, side)
    organisation = own_battery(state, side, order.battery)
    if wishes(state, organisation.id):
        return
    mission, element = observed(state, organisation)
    if state.has(Switch.ALLOCATION):
        refuse(control_refusal(state, mission, element))


def cease(state: WarState, side: SideId, order: Cease, dice: Dice) -> Iterator[Event]:
    """What was wished of the battery in this phase is dropped; without that its fire is to end, which with allocation
    takes contact (pw:10.6.6, pw:10.6.1)."""
    dropped = wishes(state, order.battery)
    for wish in dropped:
        yield Wished(side=side, wish=wish, off=True)
    for attempt in state.nets.attempts:
        if attempt.side == side and attempt.to == order.battery and any(w.element == attempt.element for w in dropped):
            yield drop(attempt)
    if dropped:
        return
    organisation = state.organisations[order.battery]
    mission, element = observed(state, organisation)
    if state.has(Switch.ALLOCATION):
        yield from _noted(state, element, organisation, maintain=links.keeps(state, mission))
    yield Wished(side=side, wish=Wish(side=side, ask=Ask.CEASE, battery=order.battery, element=element.id))
