"""A set-up for those who want none of their own: fortifications, obstacles and units in cover towards the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

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
from core.panzerblitz.pieces.situation import Special
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
    towards = enemy_ground(state, side)
    later = [u for u in units if _is_carrier(state, u)]
    first = sorted((u for u in units if u not in later), key=lambda u: (_ORDER.get(state.type(u).kind, 9), u))
    if lines_of(state.situation, side):  # those who fire far can close what the others leave open
        first.sort(key=lambda u: (_ORDER.get(state.type(u).kind, 9), state.type(u).range))
    ranked: dict[str | None, dict[Hex, float]] = {}
    used: dict[Hex, int] = {}
    scratch = state.copy()
    events: list[Event] = []

    def do(event: Placed | Loaded) -> None:
        _APPLY[type(event)](scratch, event)
        events.append(event)

    for unit in (*first, *later):
        area = state.situation.by_group[state.situation.by_id[unit].group].area
        if area not in ranked:
            ranked[area] = _ranked(state, side, area, towards)
        where = _find(scratch, unit, _fit(scratch, unit, ranked[area]), used, refused)
        if where is None:
            raise IllegalOrder(f"there is no place left for {state.name(unit)}", "pb:PB-SETUP-1")
        hex_, inside = where
        used[hex_] = used.get(hex_, 0) + 1
        hidden = state.hider == side and hide_refusal(scratch, unit, hex_) is None
        do(Placed(unit=unit, hex=hex_, inside=inside, hidden=hidden))
        if _is_carrier(state, unit) and attacks(state.situation, side):
            _load(scratch, unit, side, do)
    return tuple(events)


def _is_carrier(state: BlitzState, unit: UnitId) -> bool:
    return state.type(unit).carrier


class _Do(Protocol):
    def __call__(self, event: Placed | Loaded) -> None: ...


def _load(state: BlitzState, carrier: UnitId, side: SideId, do: _Do) -> None:
    """Load a gun, or else infantry, that was set up in the same hex."""
    hex_ = state.units[carrier].hex
    if hex_ is None:
        return
    here = [u.id for u in state.loose(hex_) if u.side == side and load_refusal(state, carrier, u.id) is None]
    if here:
        do(Loaded(carrier=carrier, passenger=min(here, key=lambda u: (state.type(u).movement, u)), prepared=True))


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


def _ranked(state: BlitzState, side: SideId, area: str | None, towards: tuple[Hex, ...]) -> dict[Hex, float]:
    """The hexes of an area with what speaks against each, best first: cover and heights, not far from the enemy's side
    of it, but for those who hold a line, to whom he must come."""
    hexes = sorted(state.situation.hexes(area)) if area is not None else []
    far = nearest(hexes, towards)
    wanted = max(min(far.values(), default=0) + 2, CLEAR_OF_ENEMY)
    if lines_of(state.situation, side):
        wanted = max(wanted, (min(far.values(), default=0) + max(far.values(), default=0)) // 2)

    def rank(hex_: Hex) -> float:
        cell = state.cell(hex_)
        worth = (3.0 if hides(cell) else 0.0) + (2.5 if cell.level == Elevation.HILLTOP else 0.0)
        worth += 1.0 if ROAD in cell.routes else 0.0
        worth -= 4.0 if depressed(cell) else 0.0
        return abs(far[hex_] - wanted) - 2 * worth

    ranks = {hex_: rank(hex_) for hex_ in hexes}
    return dict(sorted(ranks.items(), key=lambda one: (one[1], one[0])))


def _fit(state: BlitzState, unit: UnitId, ranks: Mapping[Hex, float]) -> list[Hex]:
    """The hexes of an area as one unit would have them: guns see far, and a line to be held is held all along it."""
    type_, side = state.type(unit), state.units[unit].side
    hexes = list(ranks)
    if type_.attack and lines_of(state.situation, side):
        best = hexes[: GUNS_CHOOSE if type_.range > LINE_FAR else LINE_CHOOSES]
        gains = {h: CLOSED * line_gain(state, side, unit, type_.range, h) for h in best}
        return [*sorted(best, key=lambda h: ranks[h] - gains[h]), *hexes[len(best) :]]
    if type_.attack and not type_.movement:
        real = state.has(REAL_SPACE)
        best = sorted(
            hexes[:GUNS_CHOOSE],
            key=lambda h: -len(seen_from(state.situation, real, h, FIELD)) - (COVERED if hides(state.cell(h)) else 0),
        )
        hexes = [*best, *hexes[GUNS_CHOOSE:]]
    return hexes


def _find(
    state: BlitzState, unit: UnitId, hexes: list[Hex], used: dict[Hex, int], refused: MayPlace
) -> tuple[Hex, bool] | None:
    """The first hex with room: forts for units, roads for Blocks; crowded hexes only if there is no other."""
    type_ = state.type(unit)
    if type_.manned and not type_.vehicular and (forts := state.lies(Kind.FORTIFICATION)):
        for hex_ in hexes:
            if hex_ in forts and refused(state, unit, hex_, inside=True) is None:
                return hex_, True
    if type_.kind is Kind.FORTIFICATION and Special.FORTIFIED_COMMAND_POSTS in state.situation.specials:
        heights = state.situation.areas[HILLTOPS].hexes
        hexes = sorted(hexes, key=lambda h: h not in heights)
    if type_.kind in (Kind.BLOCK, Kind.MINEFIELD):
        hexes = sorted(hexes, key=lambda h: ROAD not in state.cell(h).routes)
    if type_.manned and (mined := state.lies(Kind.MINEFIELD)):
        hexes = sorted(hexes, key=mined.__contains__)
    if type_.vehicular or (type_.transportable and attacks(state.situation, state.units[unit].side)):
        shut = dead_ends(state.situation, type_.mover if type_.vehicular else Mover.TRUCK)
        hexes = sorted(hexes, key=shut.__contains__)
    most: tuple[int, ...] = (2, 99) if type_.manned else (1, 99)
    if type_.carrier:
        beside = [u.hex for u in state.units.values() if u.hex is not None and state.type(u.id).transportable]
        shut = dead_ends(state.situation, type_.mover)
        same = [h for h in dict.fromkeys(beside) if h in set(hexes) and h not in shut]
        hexes = [*same, *hexes]
        most = (99,)
    for limit in most:
        for hex_ in hexes:
            if used.get(hex_, 0) < limit and refused(state, unit, hex_) is None:
                return hex_, False
    return None
