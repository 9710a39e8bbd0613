"""Building the orders of transporting: the vehicle, the passenger, where it gets down and how it faces (na:6.6.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, distance
from core.order import IllegalOrder, Order
from core.panzer.formation_turns import in_turn
from core.panzer.gp.bail_out import passengers
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.panzer.transport import mounting, portee
from core.panzer.transport.orders import BailOut, Dismount, DismountPortee, Mount, MountPortee
from core.panzer.transport.room import aboard_refusal, is_transport, landing_refusal, landings, on_the_move, room_left
from core.remembered import remembered

GROUP = "Transport"
KINDS = ("mount", "dismount", "bail-out", "mount-portee", "dismount-portee")
_RATES = (Rate.CROSS_COUNTRY, Rate.ROUTE)
_RULES = {
    "mount": "na:6.6.7.1.1a",
    "dismount": "na:6.6.7.1.1b",
    "bail-out": "na:6.6.7.1.2",
    "mount-portee": "na:5.2.1c",
    "dismount-portee": "na:5.2.1b",
}
# -- the kinds of order ----------------------------------------------------------------------------


def transport_options(state: PanzerState, side: SideId) -> list[Choice]:
    """For each vehicle that somebody could mount or leave: who mounts, dismounts, bails out; Portées and their guns."""
    if not state.has(Switch.TRANSPORT):
        return []
    options: list[Choice] = []
    for unit in state.of(side):
        if state.moves.active is not None and state.moves.active.unit != unit.id:
            continue
        if is_transport(state, unit.id):
            options += _of_vehicle(state, unit)
        if portee.parts(state, unit.id) is not None and in_turn(state, unit):
            label = f"{state.name(unit.id)}: take the gun off ..."
            options.append(_kind(state, "dismount-portee", unit, label, portee.dismount_refusal))
    for unit in state.of(side):
        if unit.command is not Command.MOVE or unit.moved or portee.together_refusal(state, unit.id) is not None:
            continue
        if mounting.mounting_turn(state, unit.id, truck_of(state, unit.id)) is None:
            label = f"{state.name(unit.id)}: back onto its truck ..."
            options.append(_kind(state, "mount-portee", unit, label, portee.mount_refusal))
    return options


def _of_vehicle(state: PanzerState, vehicle: Unit) -> list[Choice]:
    name, options = state.name(vehicle.id), []
    if any(aboard_refusal(state, u.id, vehicle.id) is None for u in _mounters(state, vehicle)):
        options.append(_of_all(state, "mount", vehicle, f"{name}: mount ..."))
    aboard = [state.units[u] for u in passengers(state, vehicle.id)]
    mine = in_turn(state, vehicle)
    if mine and any(not u.moved for u in aboard):
        options.append(_of_all(state, "dismount", vehicle, f"{name}: dismount ..."))
    able = state.edition.suppressed_bail_out or any(not u.suppressed for u in aboard)
    moving = on_the_move(state, vehicle) and not vehicle.moved
    if aboard and able and mine and (moving or mounting.leaves_beside_move(state, vehicle)):
        options.append(_of_all(state, "bail-out", vehicle, f"{name}: Emergency Bail Out ..."))
    return options


def _of_all(state: PanzerState, kind: str, vehicle: Unit, label: str) -> Choice:
    """One entry for all whom a vehicle could take up or put down: refused if each of them is, at every rate."""
    offered = _kind(state, kind, vehicle, label, mounting.handling_refusal if kind != "bail-out" else _never)
    if not offered.legal:
        return offered
    refusals = (refused for _, refused in _each(state, kind, vehicle))
    first = next(refusals, None)
    if first is None or None in refusals:
        return offered
    return evolve(offered, cost="", refusal=first)


def _never(state: PanzerState, vehicle: UnitId, rate: Rate) -> Refusal | None:
    """What keeps a vehicle from being left in an emergency: nothing of its own."""
    return None


Refuses = Callable[[PanzerState, UnitId, Rate], Refusal | None]


def _kind(state: PanzerState, kind: str, unit: Unit, label: str, refuses: Refuses) -> Choice:
    """One entry: refused if it is at every rate."""
    refusals = [refuses(state, unit.id, rate) for rate in _RATES]
    refused = None if None in refusals else refusals[0]
    cost = "" if refused else _price(state, unit.id if kind != "mount-portee" else truck_of(state, unit.id), kind)
    return Choice(f"{kind}:{unit.id}", label, "order", unit.hex, unit.id, cost=cost, refusal=refused, group=GROUP)


def truck_of(state: PanzerState, gun: UnitId) -> UnitId:
    """The truck that the gun of a Portée goes back onto; the gun itself if it is none."""
    owner = portee.portee_of(state, gun)
    pair = portee.parts(state, owner) if owner is not None else None
    return pair[1] if pair is not None else gun


def _price(state: PanzerState, vehicle: UnitId, kind: str, rate: Rate = Rate.CROSS_COUNTRY) -> str:
    """What an order costs the vehicle, in words (na:6.6.7.1.1c)."""
    if not on_the_move(state, state.units[vehicle]) or kind == "bail-out":
        return "no cost"
    try:
        move = mounting.move_of(state, vehicle, rate)
    except IllegalOrder:
        return ""
    needed = mounting.cost(state, move, whole=mounting.all_for(kind))
    return f"{needed} of its allowance" if needed else "paid for"


def _mounters(state: PanzerState, vehicle: Unit) -> list[Unit]:
    """Units with MOVE that have not moved, in the hex of a vehicle or beside it."""
    if vehicle.hex is None:
        return []
    return [
        u
        for u in _ready_to_mount(state, vehicle.side)
        if u.id != vehicle.id
        and u.hex is not None
        and distance(u.hex, vehicle.hex) <= 1
        and mounting.mounting_turn(state, u.id, vehicle.id) is None
    ]


@remembered
def _ready_to_mount(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    ready = (u for u in state.of(side) if u.hex is not None and not is_transport(state, u.id))
    return tuple(u for u in ready if mounting.mounter_refusal(state, u) is None)


# -- one order -------------------------------------------------------------------------------------


def _read(partial: Partial) -> tuple[str, UnitId, Partial]:
    kind, _, unit = partial[0].partition(":")
    return kind, UnitId(unit), partial[1:]


def transport_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The next pick of an order begun."""
    kind, unit, picks = _read(partial)
    rule = _RULES[kind]
    if kind in ("mount", "dismount", "bail-out"):
        vehicle = unit
        if not picks:
            return _passengers(state, kind, vehicle)
        passenger, picks = UnitId(picks[0]), picks[1:]
        name = state.name(passenger)
        if kind == "mount":
            return _rate(state, kind, vehicle, f"{name} mounts {state.name(vehicle)}", picks)
        if kind == "dismount":
            if not picks:
                return _hexes(state, vehicle, passenger)
            picks = picks[1:]
        if not picks:
            return _facings(f"{name}: facing which hexside?", rule)
        return _rate(state, kind, vehicle, name, picks[1:])
    asked: tuple[str, ...] = ("Which way does the gun face?", "Which way does the truck face?")
    if kind == "mount-portee":
        asked = ("Which way does the Portée face?",)
    if len(picks) < len(asked):
        return _facings(asked[len(picks)], rule)
    vehicle = unit if kind == "dismount-portee" else truck_of(state, unit)
    return _rate(state, kind, vehicle, state.name(unit), picks[len(asked) :])


def _each(state: PanzerState, kind: str, vehicle: Unit) -> Iterator[tuple[Unit, Refusal | None]]:
    """Who could mount a vehicle, or leave it, each with why it may not, if it may not at any rate."""
    if kind == "mount":
        for unit in _mounters(state, vehicle):
            refusals = [mounting.mount_refusal(state, unit.id, vehicle.id, rate) for rate in _RATES]
            yield unit, None if None in refusals else refusals[0]
        return
    refuses = mounting.dismount_refusal if kind == "dismount" else mounting.bail_out_refusal
    for id_ in passengers(state, vehicle.id):
        refusals = [refuses(state, id_, rate) for rate in _RATES]
        refused = None if None in refusals else refusals[0]
        if kind == "dismount" and refused is None and not landings(state, id_, vehicle.id):
            refused = landing_refusal(state, id_, vehicle.id, vehicle.hex) if vehicle.hex is not None else None
        yield state.units[id_], refused


def _passengers(state: PanzerState, kind: str, vehicle_id: UnitId) -> Choices:
    vehicle, name = state.units[vehicle_id], state.name(vehicle_id)
    options = [
        Choice(unit.id, state.name(unit.id), "unit", unit.hex or vehicle.hex, unit.id, refusal=refused)
        for unit, refused in _each(state, kind, vehicle)
    ]
    if kind == "mount":
        left = room_left(state, vehicle_id)
        prompt = f"Who mounts {name}? It has room for {left.towed}-{left.leg} (towed-leg)"
        return Choices(prompt, _RULES[kind], tuple(options))
    what = "dismounts from" if kind == "dismount" else "bails out of"
    return Choices(f"Who {what} {name}?", _RULES[kind], tuple(options))


def _hexes(state: PanzerState, vehicle_id: UnitId, unit: UnitId) -> Choices:
    here = state.units[vehicle_id].hex
    around = (here, *here.neighbours()) if here is not None else ()
    return Choices(
        f"{state.name(unit)} dismounts: into which hex?",
        _RULES["dismount"],
        tuple(
            Choice(h.id, h.id, "hex", h, refusal=landing_refusal(state, unit, vehicle_id, h))
            for h in around
            if h in state.board
        ),
    )


def _facings(prompt: str, rule: str) -> Choices:
    options = tuple(Choice(str(at), name, "facing") for at, name in enumerate(DIRECTION_NAMES))
    return Choices(prompt, rule, options)


def _rates(state: PanzerState, kind: str, vehicle: UnitId) -> tuple[Rate, ...]:
    """The rates at which a vehicle could begin its move with this order; one where there is nothing to choose."""
    there = state.units[vehicle]
    if state.moves.active is not None or not on_the_move(state, there) or there.moved:
        return (Rate.CROSS_COUNTRY,)
    able = []
    for rate in _RATES:
        if kind == "bail-out":
            refused = all(mounting.bail_out_refusal(state, u, rate) for u in passengers(state, vehicle))
        else:
            refused = mounting.handling_refusal(state, vehicle, rate, whole=mounting.all_for(kind)) is not None
        if not refused:
            able.append(rate)
    return tuple(able) or (Rate.CROSS_COUNTRY,)


def _rate(state: PanzerState, kind: str, vehicle: UnitId, what: str, picks: Partial) -> Choices:
    rates = _rates(state, kind, vehicle)
    if picks or len(rates) < 2:
        return Choices(what, _RULES[kind], complete=True)
    return Choices(
        f"{what}: at which rate does {state.name(vehicle)} move?",
        "na:4.5.1.1.5b",
        tuple(Choice(r.value, r.value, "option", cost=_price(state, vehicle, kind, r)) for r in rates),
    )


def transport_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    kind, unit, picks = _read(partial)
    needs = {"mount": 1, "dismount": 3, "bail-out": 2, "dismount-portee": 2, "mount-portee": 1}[kind]
    if len(picks) < needs:
        return None
    vehicle = unit if kind != "mount-portee" else truck_of(state, unit)
    rate = Rate(picks[needs]) if len(picks) > needs else _rates(state, kind, vehicle)[0]
    if kind == "mount":
        return Mount(unit=UnitId(picks[0]), vehicle=unit, rate=rate)
    if kind == "dismount":
        where = state.board.hex(picks[1])
        return Dismount(unit=UnitId(picks[0]), hex=where, facing=int(picks[2]), rate=rate)
    if kind == "bail-out":
        return BailOut(unit=UnitId(picks[0]), facing=int(picks[1]), rate=rate)
    if kind == "dismount-portee":
        return DismountPortee(unit=unit, gun_facing=int(picks[0]), truck_facing=int(picks[1]), rate=rate)
    return MountPortee(unit=unit, facing=int(picks[0]), rate=rate)
