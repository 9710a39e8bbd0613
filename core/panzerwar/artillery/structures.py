"""Buildings under area fire (pw:10.3.7, pw:10.3.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice, Roll
from core.event import Event, SideId
from core.hexes import Hex
from core.panzerwar.artillery.areas import Beaten
from core.panzerwar.artillery.events import StructureStruck
from core.panzerwar.artillery.hits import Fall, possible_hits
from core.panzerwar.ground.terrain import BUILT_UP
from core.panzerwar.state import WarState
from core.plane import centre

#: Modules of one building at most (pw:10.3.10), and the mark of a hex that says how many it has.
MOST: Final = 6
MARK: Final = "modules-"
#: Wall armour in cm that direct HE must pierce (pw:10.3.10.2): the thickest of each kind of built-up area.
WALLS: Final = {"village": 0.8, "stone-town": 1.0}


def modules(state: WarState, hex_: Hex) -> int:
    """The modules of the building in a hex, 1 to 6, as its marks say; 0 where none stands (pw:10.3.10)."""
    cell = state.board.cells[hex_]
    if cell.terrain not in BUILT_UP or hex_ in state.artillery.collapsed:
        return 0
    said = next((mark.removeprefix(MARK) for mark in cell.marks if mark.startswith(MARK)), "1")
    return min(max(int(said), 1), MOST)


def beaten(state: WarState, area: Beaten) -> Iterator[Hex]:
    """The buildings whose centre lies in an area, in order."""
    return (h for h, cell in sorted(state.board.cells.items()) if cell.terrain in BUILT_UP and _inside(state, area, h))


def _inside(state: WarState, area: Beaten, hex_: Hex) -> bool:
    return hex_ not in state.artillery.collapsed and area.contains(centre(hex_))


def strength(state: WarState, hex_: Hex, dice: Dice) -> tuple[int, tuple[Roll, ...]]:
    """The strength that a building has left: 2D6 for each module, rolled when it is first hit (pw:10.3.10)."""
    left = state.artillery.structures.get(hex_)
    if left is not None:
        return left, ()
    rolls = tuple(
        dice.roll("d6", f"strength of the building in {hex_}", "pw:10.3.10") for _ in range(2 * modules(state, hex_))
    )
    return sum(roll.result for roll in rolls), rolls


def resolve(state: WarState, side: SideId, fall: Fall, dice: Dice, *, direct: bool = False) -> Iterator[Event]:
    """The dice of a fall at each building in its area: every Ph is a hit, and takes the killpower of the shell from its
    strength; at zero or less it collapses (pw:10.3.7, pw:10.3.10). Machine guns and AP do it no harm (pw:10.3.10.1),
    direct HE if it pierces the wall (pw:10.3.10.2).
    """
    if not fall.load.he or fall.load.harmless or not fall.load.killpower or fall.load.killpower <= 0:
        return
    for hex_ in tuple(beaten(state, fall.area)):
        if direct and not through_wall(state, hex_, fall.load.strike.penetration):
            continue
        hits, rolls = possible_hits(state, fall.dice, f"the building in {hex_}", dice)
        if hits:
            yield struck(state, side, hex_, fall.load.name, fall.load.killpower, hits, fall.dice, rolls, dice)


def struck(
    state: WarState,
    side: SideId,
    hex_: Hex,
    what: str,
    killpower: int,
    hits: int,
    thrown: int,
    rolls: tuple[Roll, ...],
    dice: Dice,
) -> StructureStruck:
    """So many hits of a killpower on a building (pw:10.3.7)."""
    before, more = strength(state, hex_, dice)
    return StructureStruck(
        side=side,
        hex=hex_,
        what=what,
        dice=thrown,
        hits=hits,
        killpower=killpower,
        strength=before,
        left=max(0, before - hits * killpower),
        rolls=(*rolls, *more),
    )


def through_wall(state: WarState, hex_: Hex, penetration: float) -> bool:
    """Whether direct HE pierces the wall of the building in a hex, so that it does damage (pw:10.3.10.2)."""
    return penetration >= WALLS[state.board.cells[hex_].terrain]
