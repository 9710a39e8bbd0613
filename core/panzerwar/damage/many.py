"""Many rolls of the same small chance: a D10 for each, or one D100 for all of them (pw:2.4)."""

from __future__ import annotations

from core.dice import Dice, Roll
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState


def table(state: WarState, number: int) -> tuple[float, ...] | None:
    """The line of the Aggregate Chance tables for so many chances of 1 in 10: the percent of at least 1, 2, 3 ...
    successes; None where each is rolled for, without the option, or beyond the lines (pw:2.4)."""
    if not state.has(Switch.AGGREGATE) or number < 2:
        return None
    return state.charts.artillery.aggregate.get((1, number))


def aggregated(percents: tuple[float, ...], rolled: int) -> int:
    """The successes that a D100 shows on a line of the Aggregate Chance tables (pw:2.4)."""
    return sum(rolled <= percent for percent in percents)


def successes(
    state: WarState, number: int, face: int, one: str, all_: str, rule: str, dice: Dice
) -> tuple[int, tuple[Roll, ...]]:
    """How many of so many D10 show a face, with the dice. one: what each is rolled for, all_: what one D100 is, in
    words; rule: of the single roll."""
    percents = table(state, number)
    if percents is not None:
        roll = dice.roll("d100", all_, "pw:2.4")
        return aggregated(percents, roll.result), (roll,)
    rolls = tuple(dice.roll("d10", one, rule) for _ in range(number))
    return sum(roll.result == face for roll in rolls), rolls
