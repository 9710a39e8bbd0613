"""Transport: taking aboard, setting down, limbering, the time that it takes (pw:6.9, pw:6.11, pw:12.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.event import Event, UnitId
from core.panzerwar.movement.events import Boarded, SetDown
from core.panzerwar.pieces.cards import Card, Gun, Vehicle
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import heading_of, hex_at, offset, within

#: Who is taken aboard stands with its carrier: centres no farther apart than this, in GSU (pw:6.11.3).
TOGETHER: Final = 20.0
#: What a team takes of the room of a squad (pw:12.3.3).
HALF: Final = 0.5
#: Turns that a gun takes to be unloaded (pw:6.11.1).
UNLOADING: Final = 1.0
#: The nation whose infantry rides on its tanks (pw:6.11.2).
RIDERS: Final = "Russia"
#: The amounts of movement of half a turn.
_UP_TO_HALF: Final = (Motion.STATIONARY, Motion.SHIFT, Motion.HALF)
#: How far beside or behind its carrier something is set down, in GSU.
BESIDE: Final = 12.5


def room(state: WarState, carrier: Element) -> float:
    """How many squads a vehicle carries (pw:6.11.2, pw:12.3.3)."""
    return capacity(state.cards[carrier.card], state.engagement.side(carrier.side).nation)


def capacity(card: Card, nation: str) -> float:
    """How many squads a vehicle of a nation carries: as its card says; a tank of the Russians one squad on top
    (pw:6.11.2, pw:12.3.3).
    """
    if not isinstance(card, Vehicle):
        return 0.0
    if card.passengers:
        return card.passengers
    return 1.0 if nation == RIDERS and card.armoured and card.gun is not None else 0.0


def outside(state: WarState, carrier: Element) -> bool:
    """Whether what a vehicle carries rides on top of it (pw:6.9.5)."""
    card = state.cards[carrier.card]
    return isinstance(card, Vehicle) and not card.passengers


def jumps_on(state: WarState, plan: Plan, cargo: UnitId) -> bool:
    """Whether an element gets on in half a turn, so that its carrier may move in the other half: infantry that rides on
    a Russian tank (pw:6.11.2)."""
    return outside(state, state.elements[plan.element]) and state.elements[cargo].foot


def size(element: Element) -> float:
    """The room that an element takes, in squads (pw:12.3.3)."""
    return space(element.kind)


def space(kind: Kind) -> float:
    """The room that an element of a kind takes, in squads (pw:12.3.3)."""
    return 1.0 if kind is Kind.SQUAD else HALF


def carrier_of(state: WarState, element: Element) -> Element | None:
    """The carrier that is to take an element aboard in this turn, as is written; None if none is."""
    found = (id_ for id_, plan in state.plans.items() if element.id in plan.load and id_ in state.elements)
    return next((state.elements[id_] for id_ in found), None)


def refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why a plan may not take aboard or set down what it says, and why one that is to be taken aboard has none
    (pw:6.11.3)."""
    carrier = carrier_of(state, element)
    if carrier is not None:
        return Refusal(f"{carrier.name} is to take it aboard: it waits there", "pw:6.11.3")
    if plan.load and plan.unload:
        return Refusal("it loads or unloads, not both", "pw:6.11.3")
    for id_ in plan.load:
        refused = _load_refusal(state, element, plan, id_)
        if refused is not None:
            return refused
    for id_ in plan.unload:
        cargo = state.elements.get(id_)
        if cargo is None or cargo.aboard != element.id:
            return Refusal(f"{id_} is not aboard", "pw:6.9.1")
    if plan.unload and (plan.second or plan.way.value in ("bonus", "burst")):
        return Refusal("it may move up to half when unloading", "pw:12.3.2")
    return None


def motion_refusal(state: WarState, plan: Plan, motion: Motion, spent: float, allowance: float) -> Refusal | None:
    """Why a movement of so much may not take aboard or set down: who loads stands still, not even turning; who sets
    down moves up to half, and a gun takes a whole turn in which neither moves (pw:6.11.1, pw:6.11.3, pw:12.3.1,
    pw:12.3.2). spent, allowance: of the movement, in GSU."""
    too_much = f"{allowance / 2:g} GSU, and this costs {spent:g}"
    if plan.load and motion is not Motion.STATIONARY and not all(jumps_on(state, plan, id_) for id_ in plan.load):
        return Refusal("the transporter stands still while it loads", "pw:6.11.3")
    if plan.load and motion not in _UP_TO_HALF:
        return Refusal(f"riders take half a turn: it may move up to half, {too_much}", "pw:6.11.2")
    if plan.unload and motion not in _UP_TO_HALF:
        return Refusal(f"it may move up to half when unloading, {too_much}", "pw:12.3.2")
    guns = any(state.elements[id_].kind is Kind.GUN for id_ in plan.unload)
    if guns and motion is not Motion.STATIONARY:
        return Refusal("a gun is unloaded in a whole turn of standing still", "pw:6.11.3")
    return None


def _load_refusal(state: WarState, element: Element, plan: Plan, id_: UnitId) -> Refusal | None:
    """Carrier and cargo stand together the whole time (pw:6.11.3, pw:12.3.1), and there must be room."""
    cargo = state.elements.get(id_)
    if cargo is None or cargo.side != element.side or not cargo.on_table:
        return Refusal(f"{id_} is not there to be loaded", "pw:6.9.1")
    if plan.legs and not jumps_on(state, plan, id_):
        return Refusal("the transporter stands still while it loads", "pw:6.11.3")
    if cargo.id in state.plans:
        return Refusal(f"{cargo.name} has a movement of its own", "pw:6.11.3")
    other = carrier_of(state, cargo)
    if other is not None and other.id != element.id:
        return Refusal(f"{other.name} is to take {cargo.name} aboard", "pw:6.11.3")
    if not within(cargo.where, element.where, TOGETHER):
        return Refusal(f"{cargo.name} is not beside it", "pw:6.11.3")
    if cargo.nerve.broken or cargo.nerve.pinned(state.turn):
        return Refusal(f"{cargo.name} is not able to", "pw:12.9.3.3")
    others = (state.elements[one] for one in plan.load if one != id_ and one in state.elements)
    aboard = (*state.aboard(element.id), *others)
    if cargo.kind is Kind.GUN:
        card = state.cards[element.card]
        if not isinstance(card, Vehicle) or any(e.kind is Kind.GUN for e in aboard):
            return Refusal("it tows one gun", "pw:6.9.2")
        return None
    if not cargo.foot:
        return Refusal("only infantry and guns are carried", "pw:6.9")
    taken = sum(size(e) for e in aboard if e.foot) + size(cargo)
    if taken > room(state, element):
        return Refusal("there is no room", "pw:12.3.3")
    return None


def at_the_start(state: WarState, id_: UnitId, plan: Plan) -> Iterator[Event]:
    """Riders who get on before their tank moves (pw:6.11.2)."""
    yield from _loads(state, state.elements[id_], plan)


def at_the_end(state: WarState, id_: UnitId, plan: Plan) -> Iterator[Event]:
    """What is loaded or set down at the end of a movement (pw:12.3.2), of those that are aboard still."""
    element = state.elements[id_]
    yield from _loads(state, element, plan)
    for number, cargo in enumerate(plan.unload):
        if state.elements[cargo].aboard == id_:
            yield _set_down(state, element, state.elements[cargo], number)


def _loads(state: WarState, element: Element, plan: Plan) -> Iterator[Event]:
    """What is taken aboard of those that are beside it still, and how long it takes: guns are taken down first, unless
    in haste (pw:6.11.1, pw:6.11.2, pw:6.11.5, pw:12.3.1)."""
    for cargo in plan.load:
        found = state.elements[cargo]
        if not found.on_table or found.nerve.broken or not within(found.where, element.where, TOGETHER):
            continue
        gun = found.kind is Kind.GUN
        down = take_down_turns(state, found)
        hasty = plan.in_haste and down > 0
        turns = (1.0 if hasty else 1.0 + down) if gun else 0.5
        yield Boarded(
            side=element.side,
            element=cargo,
            carrier=element.id,
            outside=not gun and outside(state, element),
            turns=turns,
            hasty=hasty,
        )


def set_up_turns(state: WarState, gun: Element) -> float:
    """Turns that an element must stand still until it is set up; a self-propelled gun needs none to fire directly
    (pw:6.11.4, pw:6.11.5, pw:6.11.6, pw:6.11.7)."""
    card = state.cards[gun.card]
    row = card.set_up if isinstance(card, Gun) else weapon_row(state, gun)
    found = state.charts.ground.set_up.get(row)
    turns = found.up if found is not None else 0.0
    return turns * 2 if gun.travel.doubled else turns


def take_down_turns(state: WarState, gun: Element) -> float:
    """Turns that a towed gun takes to be taken down before it is loaded; 0 of all else (pw:6.11.5, pw:6.11.7)."""
    card = state.cards[gun.card]
    found = state.charts.ground.set_up.get(card.set_up) if isinstance(card, Gun) else None
    return found.down if found is not None else 0.0


def weapon_row(state: WarState, element: Element) -> str:
    """The row of Set up and Take Down of what a team or crew carries; "" of what needs none (pw:6.11.7)."""
    if not element.weapon:
        return ""
    machine_gun = state.cards.machine_guns.get(element.weapon)
    if machine_gun is not None:
        return "MMG, HMG" if machine_gun.kind in ("MMG", "HMG") else ""
    weapon = state.cards.weapons.get(element.weapon)
    if weapon is None:
        return ""
    if weapon.calibre <= 66:
        return "Mortars up to 66mm"
    return "Mortars 66-88mm" if weapon.calibre <= 88 else "Mortars 88-130mm"


def _set_down(state: WarState, carrier: Element, cargo: Element, number: int) -> SetDown:
    """Infantry beside its carrier, a gun behind it, with its front the carrier's back (pw:6.11)."""
    behind = (carrier.heading * 7.5 + 180.0) % 360.0
    side = behind if cargo.kind is Kind.GUN else (carrier.heading * 7.5 + (90.0, 270.0, 180.0)[number % 3]) % 360.0
    at = offset(carrier.where, side, BESIDE)
    if hex_at(at) not in state.board:
        at = carrier.where
    turns = 0.5
    if cargo.kind is Kind.GUN:
        turns = UNLOADING + set_up_turns(state, cargo)
    elif cargo.weapon:
        turns = max(0.5, set_up_turns(state, cargo))
    heading = heading_of(behind) if cargo.kind is Kind.GUN else carrier.heading
    return SetDown(side=carrier.side, element=cargo.id, at=at, heading=heading, turns=turns)


def walks_off(state: WarState, element: Element) -> bool:
    """Whether infantry aboard may move in its second segment: it is to be set down by a carrier that stands still the
    whole turn, which leaves it half of its move; from one that moves it has none (pw:12.3.2)."""
    carrier = element.aboard
    if carrier is None or not element.foot:
        return False
    plan, priced = state.plans.get(carrier), state.moves.priced.get(carrier)
    if plan is None or priced is None or priced.motion is not Motion.STATIONARY:
        return False
    return element.id in plan.unload


def set_down(state: WarState, element: Element) -> Element:
    """Infantry that walks off, as it will stand beside its carrier; itself in all other cases (pw:12.3.2)."""
    if element.aboard is None or not walks_off(state, element):
        return element
    number = state.plans[element.aboard].unload.index(element.id)
    down = _set_down(state, state.elements[element.aboard], element, number)
    return evolve(element, presence=Presence.ON_TABLE, aboard=None, outside=False, at=down.at, heading=down.heading)
