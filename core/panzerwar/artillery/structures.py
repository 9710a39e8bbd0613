"""Buildings under area fire, and under HE that is aimed at the men in them (pw:10.3.7, pw:10.3.10, pw:8.13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import Event, SideId
from core.hexes import Hex
from core.panzerwar.artillery.areas import Beaten
from core.panzerwar.artillery.events import StructureStruck
from core.panzerwar.artillery.hits import Fall, possible_hits
from core.panzerwar.combat import arms, to_hit
from core.panzerwar.combat.events import Fired
from core.panzerwar.ground.terrain import BUILT_UP
from core.panzerwar.pieces.weapons import Shell
from core.panzerwar.state import WarState
from core.plane import centre, hex_at

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
    """So many hits of a killpower on a building (pw:10.3.7); without any, what it bears is not rolled for yet."""
    before, more = strength(state, hex_, dice) if hits else (state.artillery.structures.get(hex_, 0), ())
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


# -- aimed fire ------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class _AtHouse(Alike):
    """Hits of one firing of HE on men in houses: in which, one for each hit; by what."""

    side: SideId
    what: str
    shell: Shell
    hexes: tuple[Hex, ...]


def behind(state: WarState, fire: Iterator[Event], dice: Dice) -> Iterator[Event]:
    """The aimed fire of a segment, and after all of it what its HE does to the houses at whose men it was fired: each
    hit takes its killpower, if the shell pierces the wall (pw:8.13.3, pw:10.3.10.2)."""
    found: list[_AtHouse] = []
    for event in fire:
        hit = _at_house(state, event) if isinstance(event, Fired) and event.hits else None
        yield event
        if hit is not None:
            found.append(hit)
    for one in found:
        for hex_ in dict.fromkeys(one.hexes):
            if modules(state, hex_) and one.shell.killpower:
                hits = one.hexes.count(hex_)
                yield struck(state, one.side, hex_, one.what, one.shell.killpower, hits, hits, (), dice)


def _at_house(state: WarState, event: Fired) -> _AtHouse | None:
    """What the hits of a firing are to houses, before anything has come of them; None if nothing."""
    firer = state.elements[event.element]
    shot = next(one for one in state.shots if (one.element, one.arm) == (event.element, event.arm))
    arm = arms.arm(state, firer, event.arm)
    shell = arms.shell(state, firer, arm, shot.shell) if arm is not None else None
    row = [state.elements[id_] for id_ in (shot.target, *shot.others) if id_ is not None]
    whom = [row[min(hit, len(row) - 1)] for hit in range(event.hits)]
    if shell is None:
        return None
    inside = [hex_at(e.where) for e in whom if to_hit.at_house(state, shell, e)]
    hexes = tuple(h for h in inside if through_wall(state, h, shell.penetration(event.range)))
    return _AtHouse(event.side, event.what, shell, hexes) if hexes else None


def through_wall(state: WarState, hex_: Hex, penetration: float) -> bool:
    """Whether direct HE pierces the wall of the building in a hex, so that it does damage (pw:10.3.10.2)."""
    return penetration >= WALLS[state.board.cells[hex_].terrain]
