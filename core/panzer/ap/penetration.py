"""Variable AP penetration: two dice for each hit make its AP Penetration Factor better or worse (or:7.12, or:7.12a)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import UnitId
from core.odds import chances
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import PenetrationRow
from core.panzer.state import PanzerState


@frozen(eq=False, repr=False)
class Variation(Alike):
    """How the penetration of a hit varies: its row of the AP Penetration (OR) Table, and whether by poor shells, whose
    dice count one less (or:7.12a); dice: how many are rolled."""

    row: PenetrationRow
    poor: bool = False
    dice: int = 2

    @property
    def in_words(self) -> str:
        """By how much at most: "±3", with a word on poor shells."""
        return f"±{self.row.most}{', poor shells' if self.poor else ''}"


def variation(state: PanzerState, penetration: int, *, poor: bool = False) -> Variation | None:
    """How a listed AP Penetration Factor varies; None where it does not: without the rule, or without a factor."""
    if not state.has(Switch.VARIABLE_PENETRATION):
        return None
    rows = (row for row in state.tables.ap_penetration if row.first <= penetration <= row.last)
    return next((Variation(row, poor, state.edition.optional.penetration_dice) for row in rows), None)


def poor_shells(state: PanzerState, shooter: UnitId) -> bool:
    """Whether a unit fires the poor shells of the Soviets (or:7.12a)."""
    nation = state.scenario.side(state.units[shooter].side).nation
    return state.has(Switch.SOVIET_SHELLS) and nation == "Soviet"


def varied(by: Variation | None, dice: Dice) -> tuple[tuple[Roll, ...], int]:
    """Roll the dice for one hit: what its penetration gains or loses, no more than the Max Value of the row.

    Two of them (or:7.12), or one (min:20.16).
    """
    if by is None:
        return (), 0
    rolls = tuple(dice.roll("d10", "AP penetration", "or:7.12") for _ in range(by.dice))
    total = sum(by.row.adjustments[max(1, roll.result - by.poor) - 1] for roll in rolls)
    return rolls, max(-by.row.most, min(by.row.most, total))


@lru_cache(maxsize=64)
def adjustments(by: Variation | None) -> Mapping[int, float]:
    """What the penetration of a hit may gain or lose, with the chance of it."""
    return chances(lambda dice: varied(by, dice)[1])


def effective(penetration: int, adjustment: int) -> int:
    """The penetration that counts; what varies is never below 1."""
    return penetration if not adjustment else max(1, penetration + adjustment)
