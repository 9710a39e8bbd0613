"""A set-up for those who want none of their own: fortifications, obstacles and units in cover towards the enemy."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Protocol

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import Event, SideId, UnitId
from core.hexes import Hex, nearest
from core.order import IllegalOrder
from core.panzerblitz.course.events import Placed
from core.panzerblitz.course.evolve import APPLY as PLACING
from core.panzerblitz.course.lines import line_gain, lines_of
from core.panzerblitz.course.purpose import attacks
from core.panzerblitz.ground.terrain import dead_ends, depressed, hides
from core.panzerblitz.movement.events import Loaded
from core.panzerblitz.movement.evolve import APPLY as LOADING
from core.panzerblitz.movement.transport import load_refusal
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.reference import ROAD, Elevation, Kind, Mover
from core.panzerblitz.pieces.situation import Situation, Special
from core.panzerblitz.sight.fields_of_fire import seen_from
from core.panzerblitz.sight.hidden import hide_refusal
from core.panzerblitz.state import BlitzState
from core.remembered import remembered

#: The area of hilltops in which fortified command posts stand.
HILLTOPS = "hilltops"
#: How far from where the enemy comes on a side sets up, in hexes, if it has the room.
CLEAR_OF_ENEMY = 5
#: How many hexes guns choose among, how far their field of fire is looked at, what cover counts against hexes seen.
GUNS_CHOOSE, FIELD, COVERED = 60, 8, 150
#: So many hexes seen are worth to a gun what a hex farther or nearer is to others.
SEEN = 10
#: Who holds a line stands where it lacks least; so much worse a hex may be, in ranks, for each hex of the line that is
#: closed from there. He chooses among so many hexes; those who fire farther than this, among as many as guns do.
CLOSED, LINE_CHOOSES, LINE_FAR = 4.0, 240, 6
#: What is placed first: units go into fortifications, and obstacles before units.
_ORDER = {Kind.FORTIFICATION: 0, Kind.COMMAND_POST: 1, Kind.MINEFIELD: 2, Kind.BLOCK: 3}

#: What the events of a set-up do to the state.
_APPLY = {Placed: PLACING[Placed], Loaded: LOADING[Loaded]}


class MayPlace(Protocol):
    """Why a counter may not be set up in a hex."""

    def __call__(self, state: BlitzState, unit: UnitId, hex_: Hex, *, inside: bool = False) -> Refusal | None: ...


def deploy(state: BlitzState, side: SideId, units: tuple[UnitId, ...], refused: MayPlace) -> Iterator[Event]:
    """Place every unit; IllegalOrder if one finds no place. `state` sees each event before the next is made."""
    yield from _planned(state, side, units, refused)


@remembered(of=("units", "wrecks", "rubble", "step"))
def _planned(state: BlitzState, side: SideId, units: tuple[UnitId, ...], refused: MayPlace) -> tuple[Event, ...]:
    used: dict[Hex, int] = {}
    scratch = state.copy()
    events: list[Event] = []

    def do(event: Placed | Loaded) -> None:
        _APPLY[type(event)](scratch, event)
        events.append(event)

    for unit in in_turn(state, side, units):
        where = next((spot.where for spot in spots(scratch, unit, used, refused)), None)
        if where is None:
            raise IllegalOrder(f"there is no place left for {state.name(unit)}", "pb:PB-SETUP-1")
        hex_, inside = where
        used[hex_] = used.get(hex_, 0) + 1
        do(Placed(unit=unit, hex=hex_, inside=inside, hidden=hides_there(scratch, unit, hex_)))
        passenger = first_load(scratch, unit)
        if passenger is not None:
            do(Loaded(carrier=unit, passenger=passenger, prepared=True))
    return tuple(events)


def in_turn(state: BlitzState, side: SideId, units: Iterable[UnitId]) -> list[UnitId]:
    """Counters in the order in which they are placed: fortifications, obstacles, those who are carried, carriers."""
    listed = tuple(units)
    first = sorted(u for u in listed if not state.type(u).carrier)
    if lines_of(state.situation, side):  # those who fire far can close what the others leave open
        first.sort(key=lambda u: state.type(u).range)
    first.sort(key=lambda u: _ORDER.get(state.type(u).kind, 9))
    return [*first, *(u for u in listed if state.type(u).carrier)]


def hides_there(state: BlitzState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a counter may be hidden where it is set up, as it then is (pb:PB-EXP-HID-1)."""
    return state.hider == state.units[unit].side and hide_refusal(state, unit, hex_) is None


def first_load(state: BlitzState, carrier: UnitId) -> UnitId | None:
    """What a carrier of an attacker takes up where it was set up: a gun, or else infantry."""
    unit = state.units[carrier]
    if unit.hex is None or not state.type(carrier).carrier or not attacks(state.situation, unit.side):
        return None
    here = [u.id for u in state.loose(unit.hex) if u.side == unit.side and load_refusal(state, carrier, u.id) is None]
    return min(here, key=lambda u: (state.type(u).movement, u), default=None)


def enemy_ground(state: BlitzState, side: SideId) -> tuple[Hex, ...]:
    """Where the enemy is or will come from."""
    enemy = state.situation.enemy(side)
    placed = tuple(u.hex for u in state.of(enemy) if u.hex is not None)
    if placed:
        return tuple(sorted(set(placed)))
    found: set[Hex] = set()
    for group in state.situation.groups:
        if group.side == enemy:
            area = group.area or (group.entry.area if group.entry is not None else None)
            if area is not None:
                found |= state.situation.hexes(area)
    return tuple(sorted(found))[:: max(1, len(found) // 40)]


@frozen(eq=False, repr=False)
class Spot(Alike):
    """A place for a counter: its hex, and whether in the fortification there.

    cost: what speaks against it, in hexes too near or too far; band: what comes first whatever the others cost.
    """

    where: tuple[Hex, bool]
    cost: float
    band: tuple[int, ...]


@lru_cache(maxsize=64)
def _ranked(situation: Situation, side: SideId, area: str | None, towards: tuple[Hex, ...]) -> Mapping[Hex, float]:
    """The hexes of an area with what speaks against each, best first: cover and heights, not far from the enemy's side
    of it, but for those who hold a line, to whom he must come."""
    hexes = sorted(situation.hexes(area)) if area is not None else []
    far = nearest(hexes, towards)
    wanted = max(min(far.values(), default=0) + 2, CLEAR_OF_ENEMY)
    if lines_of(situation, side):
        wanted = max(wanted, (min(far.values(), default=0) + max(far.values(), default=0)) // 2)

    def rank(hex_: Hex) -> float:
        cell = situation.board.cells[hex_]
        worth = (3.0 if hides(cell) else 0.0) + (2.5 if cell.level == Elevation.HILLTOP else 0.0)
        worth += 1.0 if ROAD in cell.routes else 0.0
        worth -= 4.0 if depressed(cell) else 0.0
        return abs(far[hex_] - wanted) - 2 * worth

    ranks = {hex_: rank(hex_) for hex_ in hexes}
    return dict(sorted(ranks.items(), key=lambda one: (one[1], one[0])))


def _fit(state: BlitzState, unit: UnitId, ranks: Mapping[Hex, float]) -> list[tuple[Hex, float, int]]:
    """The hexes of an area as one unit would have them, with what each costs it, those looked at first before all
    others: guns see far, and a line to be held is held all along it."""
    type_, side = state.type(unit), state.units[unit].side
    hexes, costs = list(ranks), dict(ranks)
    chosen = 0
    if type_.attack and lines_of(state.situation, side):
        chosen = GUNS_CHOOSE if type_.range > LINE_FAR else LINE_CHOOSES
        for h in hexes[:chosen]:
            costs[h] -= CLOSED * line_gain(state, side, unit, type_.range, h)
    elif type_.attack and not type_.movement:
        chosen, real = GUNS_CHOOSE, state.has(REAL_SPACE)
        for h in hexes[:chosen]:
            seen = len(seen_from(state.situation, real, h, FIELD)) + (COVERED if hides(state.cell(h)) else 0)
            costs[h] = -seen / SEEN
    best = sorted(hexes[:chosen], key=costs.__getitem__)
    return [*((h, costs[h], 0) for h in best), *((h, costs[h], 1) for h in hexes[chosen:])]


def spots(state: BlitzState, unit: UnitId, used: Mapping[Hex, int], refused: MayPlace) -> Iterator[Spot]:
    """The places for a counter, best first: forts for units, roads for Blocks; crowded hexes only if there is no other.

    used: counters that were placed in a hex before.
    """
    type_, side = state.type(unit), state.units[unit].side
    area = state.situation.by_group[state.situation.by_id[unit].group].area
    fit = _fit(state, unit, _ranked(state.situation, side, area, enemy_ground(state, side)))
    if type_.manned and not type_.vehicular and (forts := state.lies(Kind.FORTIFICATION)):
        for hex_, cost, _ in fit:
            if hex_ in forts and refused(state, unit, hex_, inside=True) is None:
                yield Spot((hex_, True), cost, ())
    last = _comes_last(state, unit)
    open_ = sorted(((h, cost, (*(h in hexes for hexes in last), tail)) for h, cost, tail in fit), key=lambda s: s[2])
    most: tuple[int, ...] = (2, 99) if type_.manned else (1, 99)
    if type_.carrier:
        beside = [u.hex for u in state.units.values() if u.hex is not None and state.type(u.id).transportable]
        shut, mine = dead_ends(state.situation, type_.mover), {h for h, _, _ in fit}
        same = [h for h in dict.fromkeys(beside) if h in mine and h not in shut]
        open_ = [*((h, 0.0, (-len(same) + n,)) for n, h in enumerate(same)), *open_]
        most = (99,)
    for number, limit in enumerate(most):
        for hex_, cost, band in open_:
            if used.get(hex_, 0) < limit and refused(state, unit, hex_) is None:
                yield Spot((hex_, False), cost, (number, *band))


def _comes_last(state: BlitzState, unit: UnitId) -> list[Container[Hex]]:
    """Sets of hexes that a counter has only where there is no other, the worst first."""
    type_, situation = state.type(unit), state.situation
    found: list[Container[Hex]] = []
    if type_.vehicular or (type_.transportable and attacks(situation, state.units[unit].side)):
        found.append(dead_ends(situation, type_.mover if type_.vehicular else Mover.TRUCK))
    if type_.manned:
        found.append(state.lies(Kind.MINEFIELD))
    if type_.kind in (Kind.BLOCK, Kind.MINEFIELD):
        found.append({h for h, cell in situation.board.cells.items() if ROAD not in cell.routes})
    if type_.kind is Kind.FORTIFICATION and Special.FORTIFIED_COMMAND_POSTS in situation.specials:
        found.append(situation.board.cells.keys() - situation.areas[HILLTOPS].hexes)
    return found
