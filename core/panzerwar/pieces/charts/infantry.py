"""Charts of infantry and morale: grades, general morale, close assault (pw:12.9, pw:12.11, pw:13.1)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.charts.rows import Modifiers
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.organisation import Forced


@frozen(eq=False, repr=False)
class InfantryMorale(Alike):
    """A Morale entry +b/r/d (pw:12.9.1, pw:12.9.4): break factor, rally number or more, dispersal number or less."""

    breaks: int
    rallies: int
    disperses: int


@frozen(eq=False, repr=False)
class MoraleFailure(Alike):
    """A line of the Morale Failure Results Table. turns: how long it lasts; None if something else ends it, as told."""

    roll_from: int
    roll_to: int
    order: Forced
    told: str
    lasts: str
    turns: int | None
    counts_as_loss: bool


@frozen(eq=False, repr=False)
class CloseAssaultResult(Alike):
    """A line of the CAT Results (pw:12.11.6).

    effects: for vehicles "stun-roll" (against stun number `stun`), "track", "mobility", "gun", "tc-or-stunned",
    "hull-gun", "stunned", "fire", "destroyed"; for fortifications "all-stunned", "one-attacked", "all-attacked" (at
    `killpower`), "weapons-destroyed" (at destruction number `destruction`).
    """

    roll_from: int
    roll_to: int
    effects: tuple[str, ...]
    told: str
    stun: int | None = None
    killpower: int | None = None
    destruction: int | None = None


@frozen(eq=False, repr=False)
class InfantryCharts(Alike):
    """The charts of infantry and morale."""

    #: Morale entries by grade (pw:12.9.1).
    grades: Mapping[Grade, InfantryMorale]
    #: General Morale Table: by grade and loss level in percent, the D100 up to which a unit fails (pw:13.1).
    general: Mapping[Grade, Mapping[int, int]]
    #: What is added to the D100 of general morale.
    general_modifiers: Modifiers
    #: What is added to the D100 of the Morale Failure Results (pw:13.3, pw:4.6.5).
    failure_modifiers: Modifiers
    failures: tuple[MoraleFailure, ...]
    #: CAT Factors by key (pw:12.11.4.3).
    assault: Modifiers
    #: What is added to the D10 of the CAT Results (pw:12.11.6.1).
    assault_results: Modifiers
    vehicle_results: tuple[CloseAssaultResult, ...]
    fortification_results: tuple[CloseAssaultResult, ...]

    @property
    def loss_levels(self) -> tuple[int, ...]:
        """The percentages of losses at which a unit tests (pw:13.1)."""
        return tuple(self.general[Grade.REGULAR])

    def failure(self, roll: int) -> MoraleFailure:
        """What a modified D100 on the Morale Failure Results Table orders (pw:13.1.7)."""
        lines = self.failures
        return next((one for one in lines if one.roll_from <= roll <= one.roll_to), lines[0 if roll < 0 else -1])

    def close_assault(self, roll: int, *, fortification: bool = False) -> CloseAssaultResult:
        """What a modified D10 on the CAT Results does (pw:12.11.6)."""
        lines = self.fortification_results if fortification else self.vehicle_results
        return next((one for one in lines if one.roll_from <= roll <= one.roll_to), lines[0 if roll < 1 else -1])
