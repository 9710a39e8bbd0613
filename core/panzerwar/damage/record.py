"""What is rolled for one hit, in the order in which it is rolled (pw:9.0)."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from core.dice import Dice, Roll
from core.panzerwar.pieces.extended import Extended, d6, d10
from core.panzerwar.pieces.strike import Effect, Trial
from core.tally import Reason


@define
class Record:
    """The dice of one hit, and what each of them decided."""

    dice: Dice
    rolls: list[Roll] = field(factory=list)
    trials: list[Trial] = field(factory=list)

    def plain(self, die: str, what: str, rule: str) -> int:
        """A die without overs and unders, which chooses among so many cases."""
        roll = self.dice.roll(die, what, rule)
        self.rolls.append(roll)
        return roll.result

    def d10(self, what: str, rule: str) -> int:
        """A D10 with overs and unders, -4 to 15: the die of all chances (pw:2.1)."""
        return self._kept(d10(self.dice, what, rule))

    def d6(self, what: str, rule: str) -> int:
        """A D6 with overs, 1 to 9 (pw:2.2)."""
        return self._kept(d6(self.dice, what, rule))

    def tell(
        self,
        what: str,
        rolled: int,
        came: str,
        rule: str,
        needed: int | None = None,
        why: tuple[Reason, ...] = (),
    ) -> None:
        """Keep what a die decided."""
        self.trials.append(Trial(what, rolled, needed, came, rule, why))

    def reached(self, what: str, needed: int, rule: str, came: str, why: tuple[Reason, ...] = ()) -> bool:
        """Roll a D10 against a number: whether it reaches it, which is told as `came`, or that nothing comes of it."""
        rolled = self.d10(what, rule)
        happens = rolled >= needed
        self.tell(what, rolled, came if happens else "no effect", rule, needed, why)
        return happens

    def effect(self, **fields: Any) -> Effect:
        """What came of the hit, with all that was rolled so far."""
        return Effect(**fields, trials=tuple(self.trials), rolls=tuple(self.rolls))

    def _kept(self, extended: Extended) -> int:
        self.rolls.extend(extended.rolls)
        return extended.result
