"""Transport: loading, carrying, unloading (pb:PB-TRANS-1, pb:PB-TRANS-A to pb:PB-TRANS-J).

The counters stand for units without their organic transport (pb:PB-UIT-2); a carried unit lies under its carrier.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.own import refuse
from core.panzerblitz.ground.stacking import enemies_in_way, may_occupy
from core.panzerblitz.movement.entry import entry_of, waits
from core.panzerblitz.movement.events import FortificationTaken, Loaded, Unloaded
from core.panzerblitz.movement.orders import Load, Unload
from core.panzerblitz.movement.over_stacking import end_refusal, loading_refusal
from core.panzerblitz.own import own_in_play
from core.panzerblitz.pieces.reference import Kind as UnitKind
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.sequence import MOVING, SET_UP, Kind, kind_of
from core.panzerblitz.state import BlitzState


def preparing(state: BlitzState, unit: Unit) -> bool:
    """Whether loading and unloading cost nothing: at set-up, or off the map before coming on."""
    return state.step == SET_UP or unit.presence is not Presence.ON_MAP


def kinds_refusal(state: BlitzState, carrier: UnitId, passenger: UnitId) -> Refusal | None:
    """Why a unit cannot carry another at all; counters stand for units without transport of their own (pb:PB-UIT-2).

    Carriers and armored vehicles carry one non-vehicular unit each (pb:PB-TRANS-1, pb:PB-TRANS-G), cavalry is never
    carried (pb:PB-TRANS-J), what stands for towed artillery by trucks as its card says (pb:PB-SETUP-1).
    """
    above, below = state.type(carrier), state.type(passenger)
    if above.capacity < 1:
        return Refusal(f"{above.name} carries nothing", "pb:PB-TRANS-1")
    if not below.transportable:
        rule = "pb:PB-TRANS-J" if below.kind is UnitKind.CAVALRY else "pb:PB-TRANS-1"
        return Refusal(f"{below.name} cannot be carried", rule)
    if below.kind is UnitKind.SELF_PROPELLED_ARTILLERY and above.kind is not UnitKind.TRUCK:
        return Refusal(f"{below.name} stands for towed artillery, which only trucks carry", "pb:PB-SETUP-1")
    if state.passenger(carrier) is not None:
        return Refusal(f"{above.name} carries one unit only", "pb:PB-TRANS-1")
    if state.units[carrier].side != state.units[passenger].side:
        return Refusal("it is an enemy unit", "pb:PB-TRANS-1")
    return None


def load_refusal(state: BlitzState, carrier_id: UnitId, passenger_id: UnitId) -> Refusal | None:
    """Why a carrier may not load a unit now.

    Both must have begun the turn in one hex, undispersed, and loading is all that the carrier does; it may have fired
    if it is armored (pb:PB-TRANS-A, pb:PB-TRANS-B, pb:PB-TRANS-I).
    """
    refusal = kinds_refusal(state, carrier_id, passenger_id)
    if refusal is not None:
        return refusal
    carrier, passenger = state.units[carrier_id], state.units[passenger_id]
    if passenger.carrier is not None:
        return Refusal("it is carried already", "pb:PB-TRANS-1")
    if preparing(state, carrier):
        return _prepare_refusal(state, carrier, passenger)
    if carrier.hex is None or carrier.hex != passenger.hex or carrier.inside != passenger.inside:
        return Refusal("carrier and unit must lie in one hex", "pb:PB-TRANS-B")
    if carrier.start != carrier.hex or passenger.start != passenger.hex:
        return Refusal("both must begin the turn in one hex", "pb:PB-TRANS-B")
    if carrier.dispersed or passenger.dispersed:
        return Refusal("dispersed units neither load nor unload", "pb:PB-TRANS-B")
    if carrier.entered or carrier.operation is not None or carrier.stopped:
        return Refusal("a carrier that loads does nothing else in the turn", "pb:PB-TRANS-A")
    if passenger.fired or passenger.operation is not None or passenger.entered:
        return Refusal("a unit that has fired or moved is not loaded in the same turn", "pb:PB-TRANS-B")
    return loading_refusal(state, carrier_id, passenger_id)


def _prepare_refusal(state: BlitzState, carrier: Unit, passenger: Unit) -> Refusal | None:
    if Presence.ELIMINATED in (carrier.presence, passenger.presence):
        return Refusal("an eliminated unit neither carries nor is carried", "pb:PB-TRANS-1")
    if Presence.EXITED in (carrier.presence, passenger.presence):
        return _left_refusal(state, carrier, passenger)
    a, b = entry_of(state.situation, carrier.id), entry_of(state.situation, passenger.id)
    if a != b:
        return Refusal("they do not set up or come on together", "pb:PB-SETUP-1")
    if passenger.presence is Presence.ON_MAP and state.step != SET_UP:
        return Refusal("carrier and unit must lie in one hex", "pb:PB-TRANS-B")
    return area_refusal(state, passenger.id, carrier.hex) if a is None and carrier.hex is not None else None


def area_refusal(state: BlitzState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a unit that is carried does not set up in a hex (pb:PB-SETUP-1)."""
    group = state.situation.by_group[state.situation.by_id[unit].group]
    if group.area is None or hex_ in state.situation.hexes(group.area):
        return None
    return Refusal(f"{state.name(unit)} does not set up in {hex_}", "pb:PB-SETUP-1")


def _left_refusal(state: BlitzState, carrier: Unit, passenger: Unit) -> Refusal | None:
    """Why who has left the map may not come back aboard another: each comes back where it left, after its own turns."""
    together = (carrier.exits, carrier.left_from) == (passenger.exits, passenger.left_from)
    if not together or (passenger.left_on > carrier.left_on and not waits(state, passenger)):
        return Refusal("they may not come back together, in one hex where both left", "pb:PB-WIN-1")
    return None


def unload_refusal(state: BlitzState, carrier_id: UnitId, *, inside: bool = False) -> Refusal | None:
    """Why a carrier may not unload where it stands (pb:PB-TRANS-A, pb:PB-TRANS-B)."""
    carrier = state.units[carrier_id]
    passenger = state.passenger(carrier_id)
    if passenger is None:
        return Refusal("it carries nothing", "pb:PB-TRANS-A")
    if preparing(state, carrier) and carrier.hex is None:
        return None
    if carrier.dispersed or state.units[passenger].dispersed:
        return Refusal("dispersed units neither load nor unload", "pb:PB-TRANS-B")
    if carrier.operation is not None:
        return Refusal("one operation of transport in a turn", "pb:PB-TRANS-A")
    return room_to_unload(state, carrier, passenger, inside=inside)


def room_to_unload(state: BlitzState, carrier: Unit, passenger: UnitId, *, inside: bool) -> Refusal | None:
    """Whether the passenger finds room; unloaded, it stacks by itself."""
    if carrier.hex is None:
        return Refusal("it is not on the map", "pb:PB-TRANS-A")
    if inside and may_occupy(state, carrier.hex, carrier.side) is None:
        return Refusal("there is no fortification to go into", "pb:PB-FORT-G")
    if not inside and enemies_in_way(state, carrier.side, carrier.hex):
        return Refusal("enemies stand on the fortification", "pb:PB-FORT-L")
    return end_refusal(state, passenger, carrier.hex, inside=inside)


# -- orders ----------------------------------------------------------------------------------------


def _check_step(state: BlitzState, carrier: Unit) -> None:
    kind = kind_of(state.step)
    if kind is Kind.SET_UP or kind in MOVING:
        return
    raise IllegalOrder("transport is a matter of movement", "pb:PB-SEQ-4")


def check_load(state: BlitzState, side: SideId, order: Load) -> None:
    """A carrier of one's own, and a unit that it may load now."""
    carrier = own_in_play(state, side, order.carrier, "pb:PB-TRANS-1")
    own_in_play(state, side, order.passenger, "pb:PB-TRANS-1")
    _check_step(state, carrier)
    refuse(load_refusal(state, order.carrier, order.passenger))


def load(state: BlitzState, side: SideId, order: Load, dice: Dice) -> Iterator[Event]:
    """Load a unit (pb:PB-TRANS-A)."""
    prepared = preparing(state, state.units[order.carrier])
    yield Loaded(carrier=order.carrier, passenger=order.passenger, prepared=prepared)


def check_unload(state: BlitzState, side: SideId, order: Unload) -> None:
    """A carrier of one's own that may unload where it stands."""
    carrier = own_in_play(state, side, order.carrier, "pb:PB-TRANS-1")
    _check_step(state, carrier)
    refuse(unload_refusal(state, order.carrier, inside=order.inside))


def unload(state: BlitzState, side: SideId, order: Unload, dice: Dice) -> Iterator[Event]:
    """Unload the passenger, which does nothing more in this turn (pb:PB-TRANS-B, pb:PB-TRANS-C).

    Unloaded into an empty fortification of the enemy it has captured it (pb:PB-FORT-G).
    """
    passenger = state.passenger(order.carrier)
    if passenger is None:
        return
    prepared = preparing(state, state.units[order.carrier])
    yield Unloaded(carrier=order.carrier, passenger=passenger, inside=order.inside, prepared=prepared)
    where = state.units[passenger].hex
    fort = state.fortification(where) if order.inside and where is not None else None
    if fort is not None and fort.side != side:
        yield FortificationTaken(unit=fort.id, side=side)
