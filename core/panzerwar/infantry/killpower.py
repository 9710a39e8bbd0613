"""Killpower against men: what adjusts it, what a die does (pw:12.4 to pw:12.4.4, pw:12.9.1, pw:12.9.3)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.extended import d10, d10_chances
from core.panzerwar.pieces.nerve import Result
from core.tally import Reason, Tally

#: A die above the net killpower by so much or less suppresses (pw:12.9.3, pw:12.8.9).
SUPPRESSES: Final = 4


@frozen(eq=False, repr=False)
class Attack(Alike):
    """An attack on men. what: attacks them, in words; base: killpower at the range; why: the adjustments; suppresses:
    whether such fire can suppress: HE, machine guns, auto-cannon, flame (pw:12.8.9)."""

    what: str
    base: int
    why: tuple[Reason, ...] = ()
    suppresses: bool = True

    @property
    def net(self) -> int:
        """The adjusted killpower (pw:12.4.2)."""
        return self.base + sum(reason.amount for reason in self.why)

    @property
    def tally(self) -> Tally:
        """The killpower with all that makes it."""
        return Tally((Reason(self.what, self.base, "pw:12.4.2"), *self.why))


@frozen(eq=False, repr=False)
class Killed(Alike):
    """What an attack did: its die, and the result."""

    rolled: int
    result: Result
    rolls: tuple[Roll, ...]


def reason(charts: Charts, key: str, rule: str = "pw:12.4.2") -> tuple[Reason, ...]:
    """A line of the Killpower Adjustment Factors; nothing for one that is 0."""
    amount = charts.fire.killpower[key]
    return (Reason(charts.fire.killpower.told(key), amount, rule),) if amount else ()


def break_factor(charts: Charts, element: Element) -> int:
    """By how much above the killpower a die breaks an element; crews and teams break one worse (pw:12.9.1)."""
    worse = 0 if element.kind is Kind.SQUAD else 1
    return charts.infantry.grades[element.grade].breaks + worse


def read(charts: Charts, element: Element, attack: Attack, rolled: int) -> Result:
    """What a die does to men: up to the killpower killed, which takes them out of play, then broken, then suppressed
    (pw:12.4.3, pw:12.4.4, pw:12.9.3). A gun with two crews loses one of them first (pw:12.0.4)."""
    over = rolled - attack.net
    if over <= 0:
        return Result.CREW if element.crews > 1 else Result.KILLED
    if over <= break_factor(charts, element):
        return Result.BROKEN
    if over <= SUPPRESSES and attack.suppresses:
        return Result.SUPPRESSED
    return Result.NOTHING


def resolve(charts: Charts, element: Element, attack: Attack, dice: Dice) -> Killed:
    """Roll a D10 with unders against the killpower: low kills (pw:12.4.1, pw:2.1.2)."""
    found = d10(dice, f"{attack.what} at {element.name}", "pw:12.4.1", overs=False)
    return Killed(found.result, read(charts, element, attack, found.result), found.rolls)


def chances(charts: Charts, element: Element, attack: Attack) -> dict[Result, float]:
    """The exact chance of each result; they sum to 1."""
    found = dict.fromkeys(Result, 0.0)
    for rolled, chance in d10_chances(overs=False):
        found[read(charts, element, attack, rolled)] += chance
    return found
