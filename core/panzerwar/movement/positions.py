"""Hull-down and turret-down positions, as hexes give them, and cover to hide in (pw:6.1.4, pw:9.17, pw:9.18).

A hex gives a position against fire from one side: behind a wall or a bank on a hexside before the vehicle, behind the
crest where the ground falls away before it, in a block of buildings or in rubble.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice, Roll
from core.panzerwar.ground.terrain import ground
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.posture import Digging, Shield
from core.panzerwar.state import WarState
from core.plane import Point, hex_at, steps_between
from core.remembered import remembered

#: What lines give a position, what protects there, and the factor that it can give at most (pw:9.17.3, pw:9.17.6).
LINES: Final[Mapping[str, tuple[Shield, int]]] = {
    "wall": (Shield.STONE, 4),
    "bocage": (Shield.DIRT, 4),
    "ditch": (Shield.BERM, 4),
}
#: The factor of a block of buildings, which is fixed (note to the Terrain Annex).
BLOCK: Final = 3
#: The best factor that the crest of a hill gives.
CREST: Final = 6
#: A hexside is before a vehicle when it is no more than this off its heading, in steps of 7.5 degrees.
BEFORE: Final = 4
_SIDE: Final = 8  # steps of 7.5 degrees from one hexside to the next


@frozen(eq=False, repr=False)
class Position(Alike):
    """What a place gives: the shield, the factor that it can give at most, the heading against which it does; fixed:
    its factor cannot be chosen (pw:9.17.4); level: the ground is level behind it (pw:9.19.3)."""

    shield: Shield
    most: int
    toward: int
    fixed: bool = True
    level: bool = True


@remembered
def position(state: WarState, at: Point, heading: int) -> Position | None:
    """The position that a place gives to a vehicle that looks one way; None if it gives none (pw:9.17)."""
    here = ground(state, at)
    if here.effects[0].id in ("village", "stone-town"):
        return Position(Shield.BERM, BLOCK, heading)
    if here.effects[0].id == "rubble":
        return Position(Shield.BERM, CREST, heading)
    hex_ = hex_at(at)
    for way in _before(heading):
        beyond = hex_.neighbour(way)
        for effect in here.edges.get(beyond, ()):
            if effect.id in LINES:
                shield, most = LINES[effect.id]
                return Position(shield, most, way * _SIDE)
    for way in _before(heading):
        beyond = hex_.neighbour(way)
        if beyond in state.board and state.board.cells[beyond].level < here.level:
            return Position(Shield.HILL, CREST, way * _SIDE, fixed=False, level=False)
    return None


@lru_cache(maxsize=128)
def _before(heading: int) -> tuple[int, ...]:
    """The hexsides before a heading, the straightest first."""
    ways = sorted(range(6), key=lambda way: (steps_between(way * _SIDE, heading), way))
    return tuple([way for way in ways if steps_between(way * _SIDE, heading) <= BEFORE])


def taken(found: Position, dice: Dice) -> tuple[int, float | None, tuple[Roll, ...]]:
    """The factor of a vehicle that moves into a position, what protects it in cm, and the rolls (pw:9.17.2,
    pw:9.17.6).
    """
    rolls: list[Roll] = []
    factor = found.most
    if found.shield is Shield.HILL or found.most > BLOCK:
        die = dice.roll("d6", "hull-down factor", "pw:9.17.2")
        rolls.append(die)
        factor = min(die.result, found.most)
    protection, roll = protected(found.shield, dice)
    return factor, protection, (*rolls, *roll)


def protected(shield: Shield, dice: Dice) -> tuple[float | None, tuple[Roll, ...]]:
    """The protection of a shield in cm, None = practically infinite, with the roll for it (pw:9.17.6.1 to
    pw:9.17.6.4b).
    """
    if shield is Shield.HILL:
        return None, ()
    if shield is Shield.NONE:
        return 0.0, ()
    rules = {Shield.BERM: ("pw:9.17.6.2", 10), Shield.STONE: ("pw:9.17.6.3", 2), Shield.DIRT: ("pw:9.17.6.4b", 1)}
    rule, times = rules[shield]
    die = dice.roll("d6", f"protection of a {shield.value}", rule)
    return float(die.result * times), (die,)


def choice_refusal(state: WarState, element: Element, at: Point, factor: int, *, turret_down: bool) -> Refusal | None:
    """Why a vehicle may not take a factor, or go turret down, by a shift (pw:9.17.3, pw:9.17.4, pw:9.18.1,
    pw:9.18.2).
    """
    found = position(state, at, element.heading)
    if found is None:
        return Refusal("nothing gives a position there", "pw:9.17")
    if turret_down:
        if found.shield is not Shield.HILL:
            return Refusal("only a crest hides a whole vehicle", "pw:9.18.0")
        if hex_at(at) != hex_at(element.where):
            return Refusal("it halts before the position, then shifts into it", "pw:9.18.2")
        return None
    if found.fixed:
        return Refusal("what it rolled there stays", "pw:9.17.4")
    if not 1 <= factor <= found.most:
        return Refusal(f"the position gives factors up to {found.most}", "pw:9.17.3")
    there = element.posture.turret_down or element.posture.hull_down
    if not there or element.posture.since >= state.turn:
        return Refusal("it chooses after its first turn there", "pw:9.17.3")
    return None


def in_cover(state: WarState, element: Element) -> bool:
    """Whether an element stands in cover that it may hide in (pw:6.1.4)."""
    if element.posture.dug is not Digging.NONE or element.posture.bunker:
        return True
    here = ground(state, element.where)
    return any(effect.cover < 0 or effect.sighting < 0 for effect in here.effects) or bool(here.edges)


def may_hide(state: WarState, element: Element) -> bool:
    """Whether an element may declare itself hidden: infantry or a gun in cover (pw:6.1.4)."""
    hides = element.foot or element.kind is Kind.GUN
    return hides and not element.posture.hidden and in_cover(state, element)
