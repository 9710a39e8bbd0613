"""How units begin that have been set up: inside, in positions of their own, hull down (min:23.3.4, min:23.3.5).

A scenario says where each may be, what it is in first if its player says nothing, and of how many positions of a kind a
side has no more. The player may pick any other when he places it, and whether a vehicle is in it to the front or to the
rear. What is picked comes before what is in it by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from core.board import Cell
from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, opposite
from core.panzer.course.events import UnitSheltered
from core.panzer.ground.terrain import BUILDINGS, may_start
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.course import Shelter, Start
from core.panzer.state import PanzerState

RULE: Final = "na:2.0"
#: Positions that have a front, of vehicles.
_FACED: Final = (Start.IMPROVED, Start.HULL_DOWN)
#: How units begin, in words.
WORDS: Final[Mapping[Start, str]] = {
    Start.INSIDE: "inside the buildings",
    Start.IMPROVED: "in an Improved Position",
    Start.HULL_DOWN: "in a Hull Down position",
    Start.ENTRENCHED: "in a Hasty Entrenchment",
    Start.OPEN: "in the open",
}


def in_words(shelter: Shelter, cell: Cell | None = None) -> str:
    """How a unit begins, in words; cell: where."""
    if shelter.start is Start.OPEN and cell is not None and cell.terrain in BUILDINGS:
        return "in the alley"
    return WORDS[shelter.start] + (" to the rear" if shelter.rear else "")


def ways(state: PanzerState, unit: UnitId, hex_: Hex) -> Iterator[Shelter]:
    """How a unit may begin in a hex, what comes first before what comes later; nothing = in the open, if there is none.

    In a Building hex inside, a vehicle also in the alley; a found position and one that was dug may be to the rear
    (na:6.6.9, na:6.1.4.3.7b), but for one that protects all round (min:8.4.5.5).
    """
    vehicle, indoors = isinstance(state.card(unit), VehicleCard), state.cell(hex_).terrain in BUILDINGS
    for start in state.scenario.by_id[unit].starts:
        if start is Start.HEAVY_WOODS or indoors is not (start is Start.INSIDE):
            continue
        yield Shelter(start)
        if indoors and vehicle:
            yield Shelter(Start.OPEN)
        round_ = start is Start.IMPROVED and state.edition.one_hull_down
        if vehicle and start in _FACED and not round_:
            yield Shelter(start, rear=True)


def by_itself(state: PanzerState, unit: UnitId, hex_: Hex) -> str:
    """How it begins there if nothing is picked, in words; "" in the open."""
    able = next(ways(state, unit, hex_), None)
    if able is None or able.start is Start.OPEN:
        return ""
    scarce = able.start in state.scenario.side(state.units[unit].side).positions
    return f"{in_words(able)}{', if one is left' if scarce else ''}"


def others(state: PanzerState, unit: UnitId, hex_: Hex) -> tuple[Shelter, ...]:
    """How else it may begin there than it does by itself."""
    able = tuple(ways(state, unit, hex_))
    itself = able[:1] if able and may_start(state, unit, hex_) else ()
    return tuple(one for one in able if one not in itself and may_start(state, unit, hex_, one.start))


def full(state: PanzerState, side: SideId, unit: UnitId, start: Start) -> Refusal | None:
    """Why a unit cannot have a position of a kind: others have been given all that its side has; None if it can."""
    most = state.scenario.side(side).positions.get(start)
    if most is None or _given(state, side, start, besides=unit) < most:
        return None
    return Refusal(f"all {most} are given to others that begin {WORDS[start]}", RULE)


def _given(state: PanzerState, side: SideId, start: Start, besides: UnitId | None = None) -> int:
    given = state.setting_up.shelters.items()
    return sum(1 for u, s in given if u != besides and s.start is start and state.units[u].side == side)


def refusal(state: PanzerState, side: SideId, unit: UnitId, hex_: Hex, shelter: Shelter) -> Refusal | None:
    """Why a unit may not begin so in a hex, where it is set up; None if it may."""
    if shelter not in ways(state, unit, hex_):
        return Refusal(f"{state.name(unit)} does not begin {in_words(shelter)} in {hex_}", RULE)
    return full(state, side, unit, shelter.start)


def beginnings(state: PanzerState, side: SideId) -> Mapping[UnitId, Shelter]:
    """How the units of a side begin that stand on the map, but those in the open: as was picked, else in the first way
    that is left to them."""
    left = dict(state.scenario.side(side).positions)
    found: dict[UnitId, Shelter] = {}
    there = [unit.id for unit in state.scenario.units if unit.side == side and state.units[unit.id].hex is not None]
    picked = state.setting_up.shelters
    for unit in sorted(there, key=lambda u: u not in picked):
        hex_ = state.units[unit].hex
        if hex_ is None:
            continue
        able = tuple(ways(state, unit, hex_))
        wanted = picked.get(unit)
        tried = (wanted, *able) if wanted in able and wanted is not None else able
        for shelter in tried:
            if left.get(shelter.start, 1) > 0 and may_start(state, unit, hex_, shelter.start):
                if shelter.start in left:
                    left[shelter.start] -= 1
                found[unit] = shelter
                break
    return {unit: shelter for unit, shelter in found.items() if shelter.start is not Start.OPEN}


def sheltered(state: PanzerState, unit_id: UnitId, shelter: Shelter) -> UnitSheltered:
    """It begins so. A vehicle in an Improved Position has its open side behind it, to the rear ahead (na:6.1.4.3.7b);
    one with a Limited weapon is Partial Hull Down only, as it could not fire it otherwise (na:6.1.4.1.2b)."""
    unit, card = state.units[unit_id], state.card(unit_id)
    vehicle = isinstance(card, VehicleCard)
    open_ = unit.facing if shelter.rear else opposite(unit.facing)
    return UnitSheltered(
        unit=unit_id,
        start=shelter.start,
        open=open_ if vehicle and shelter.start is Start.IMPROVED else None,
        partial=vehicle and shelter.start in _FACED and any(mounted.limited for mounted in card.weapons),
        rear=shelter.rear and shelter.start is Start.HULL_DOWN,
    )
