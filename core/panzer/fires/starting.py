"""Which hexes may begin to burn, and what comes of it at the beginning of the Adjustment Phase (or:7.35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import Event
from core.hexes import Hex
from core.panzer.fires.events import FireChecked
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.clouds import CloudKind
from core.panzer.state import PanzerState
from core.tally import Tally

RULE: Final = "or:7.35.1"
#: What is added to the roll in rubble (or:7.35.1).
IN_RUBBLE: Final = -10
#: The highest GP Factors of the columns of the table but the last.
_COLUMNS: Final = (3, 6, 9, 12)
_RUBBLE: Final = "rubble-"


@frozen(eq=False, repr=False)
class Tinder(Alike):
    """How a hex burns: like which building, and what is added to the roll."""

    building: str
    tally: Tally


def tinder(state: PanzerState, hex_: Hex) -> Tinder | None:
    """How a hex burns, None if it cannot, or burns already: buildings, their rubble, woods where the scenario says so.

    (or:7.35, or:7.35.1, or:7.35.4)
    """
    if any(c.kind is CloudKind.FIRE and hex_ in c.hexes for c in state.counters.clouds):
        return None
    terrain = state.cell(hex_).terrain
    if terrain in BUILDINGS:
        return Tinder(terrain, Tally())
    if terrain.startswith(_RUBBLE):
        return Tinder(f"{terrain.removeprefix(_RUBBLE)}-building", Tally().add("Rubble", IN_RUBBLE, RULE))
    woods = state.scenario.burning_woods.get(terrain)
    if woods is None:
        return None
    return Tinder(woods.like, Tally().add(state.tables.terrain[terrain].name, woods.modifier, "or:7.35.4"))


def value(state: PanzerState, building: str, gp: int) -> int:
    """The highest total that starts a fire in a hex by the largest GP Factor directed at it; 0 = none (or:7.35.1).

    Higher factors than the table has count as its last (min:20.11.1).
    """
    row = state.advanced.fire_start[building]
    return row[min(sum(gp > most for most in _COLUMNS), len(row) - 1)]


def chance(state: PanzerState, hex_: Hex) -> float:
    """The exact chance that a hex begins to burn in this turn, as things stand."""
    burns = tinder(state, hex_)
    if burns is None:
        return 0.0
    if hex_ in state.kindling.flames:
        return 1.0
    most = value(state, burns.building, state.kindling.struck.get(hex_, 0))
    return max(0, min(100, most - burns.tally.total)) / 100 if most else 0.0


def starts(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Check each hex that was under fire once, where it can burn at all (or:7.35.1, min:20.11)."""
    for hex_ in sorted({*state.kindling.struck, *state.kindling.flames}):
        burns = tinder(state, hex_)
        if burns is None:
            continue
        if hex_ in state.kindling.flames:
            yield FireChecked(hex=hex_, building=burns.building, gp=0, value=0, total=0, started=True, flames=True)
            continue
        gp = state.kindling.struck[hex_]
        most = value(state, burns.building, gp)
        if most:
            yield _rolled(hex_, burns, gp, most, dice)


def _rolled(hex_: Hex, burns: Tinder, gp: int, most: int, dice: Dice) -> FireChecked:
    roll = dice.roll("d100", "fire starts", RULE)
    total = roll.result + burns.tally.total
    return FireChecked(
        hex=hex_,
        building=burns.building,
        gp=gp,
        value=most,
        total=total,
        started=total <= most,
        rolls=(roll,),
        tally=burns.tally.reasons,
    )
