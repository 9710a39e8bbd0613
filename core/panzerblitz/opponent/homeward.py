"""Those whom victory wants off the map at the end, and who cannot walk there: carriers wait for them, fetch them and
take them out (pb:PB-WIN-1, pb:PB-TRANS-A, pb:PB-TRANS-B)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzerblitz.course.purpose import wanted_off
from core.panzerblitz.movement.move import allowance
from core.panzerblitz.movement.transport import kinds_refusal
from core.panzerblitz.opponent.ground import FAR, on_foot, way_field
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState
from core.remembered import remembered

#: Turns to spare at which a carrier sets out for who waits for it, and at which nobody gets off any more.
SPARE, STAYS_ABOARD = 3, 5
#: The turn in which a unit is loaded, which is all that its carrier does (pb:PB-TRANS-A).
LOADING = 1


@frozen(eq=False, repr=False)
class Ride(Alike):
    """Who is to be fetched by a carrier, where, and whether it is time."""

    walker: UnitId
    hex: Hex
    due: bool


@lru_cache(maxsize=32)
def home(situation: Situation, side: SideId) -> frozenset[Hex]:
    """Where those units of a side leave the map whom victory counts as lost, or does not count, if they are on it at
    the end; nowhere if it does not."""
    found: frozenset[Hex] = frozenset()
    for goal in situation.goals:
        if goal.area is not None and wanted_off(goal, side):
            found |= situation.hexes(goal.area)
    return found


def rides(state: BlitzState, side: SideId) -> Mapping[UnitId, Ride]:
    """For empty carriers whom they are to fetch, each the one who is nearest, as long as there is time for it; for
    tanks, which fight until then, once it is time."""
    if not state.temper.homeward or not home(state.situation, side):
        return {}
    return _rides(state, side, state.temper.friction)


def caller(state: BlitzState, unit: Unit) -> Unit | None:
    """The carrier that a unit on foot is to get aboard of as soon as it can; None as long as there is time, or none."""
    each = rides(state, unit.side).items()
    return next((state.units[c] for c, ride in each if ride.due and ride.walker == unit.id), None)


def boards(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit on foot gets aboard in this turn, so that it must not fire before (pb:PB-TRANS-B)."""
    carrier = caller(state, unit)
    return carrier is not None and carrier.hex == unit.hex


def stays_aboard(state: BlitzState, carrier: Unit, here: Hex, passenger: UnitId) -> bool:
    """Whether a passenger had better stay aboard, since it might not be taken up again in time if it got off."""
    there = home(state.situation, carrier.side)
    if not state.temper.homeward or not there or here in there:
        return False
    left, way = _left(state), _turns(state, carrier, here, there, state.temper.friction)
    return way <= left <= way + STAYS_ABOARD and on_foot(state, passenger, here, there) > left


@remembered(of=("units", "turn"))
def _rides(state: BlitzState, side: SideId, friction: float) -> Mapping[UnitId, Ride]:
    """Those by how many times longer ways last than the ground says; carriers that do not fight are asked first."""
    there = home(state.situation, side)
    walkers = [(u, u.hex) for u in state.of(side) if u.hex is not None and _stranded(state, u, there)]
    free = [(u, u.hex) for u in state.of(side) if u.hex is not None and _free(state, u)]
    pairs = sorted(
        (not state.type(c.id).carrier, distance(place, here), w.id, c.id)
        for w, here in walkers
        for c, place in free
        if kinds_refusal(state, c.id, w.id) is None
    )
    found: dict[UnitId, Ride] = {}
    fetched: set[UnitId] = set()
    for fights, _, walker, carrier in pairs:
        if walker in fetched or carrier in found:
            continue
        ride = _ride(state, state.units[carrier], state.units[walker], there, friction)
        if ride is not None and (ride.due or not fights):
            found[carrier] = ride
            fetched.add(walker)
    return found


def _stranded(state: BlitzState, unit: Unit, there: frozenset[Hex]) -> bool:
    if unit.hex is None or unit.carrier is not None or not state.type(unit.id).transportable:
        return False
    return on_foot(state, unit.id, unit.hex, there) > _left(state)


def _free(state: BlitzState, unit: Unit) -> bool:
    return state.type(unit.id).capacity > 0 and state.passenger(unit.id) is None and not unit.stopped


def _ride(state: BlitzState, carrier: Unit, walker: Unit, there: frozenset[Hex], friction: float) -> Ride | None:
    """The ride of a carrier with a unit; None if there is no time for it any more."""
    if carrier.hex is None or walker.hex is None:
        return None
    needed = LOADING + _turns(state, carrier, walker.hex, there, friction)
    if carrier.hex != walker.hex:
        needed += _turns(state, carrier, carrier.hex, frozenset((walker.hex,)), friction)
    left = _left(state)
    return Ride(walker.id, walker.hex, left - needed <= SPARE) if needed <= left else None


def _left(state: BlitzState) -> int:
    """Turns that are left, this one included."""
    return state.situation.turns - state.turn + 1


def _turns(state: BlitzState, carrier: Unit, here: Hex, there: frozenset[Hex], friction: float) -> int:
    """Turns that a carrier needs from a hex to the nearest of others."""
    way = way_field(state.situation, state.type(carrier.id).mover, frozenset((h, 0) for h in there)).get(here, FAR)
    return max(1, ceil(friction * way / max(2, allowance(state, carrier.id))))
