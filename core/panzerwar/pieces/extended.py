"""The D10 with overs and unders, and the D6 with overs (pw:2.0 to pw:2.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll, branches

#: Results of a D10 that a second die may carry further.
LOWEST: Final = -4
HIGHEST: Final = 15


@frozen(eq=False, repr=False)
class Extended(Alike):
    """A result beyond the faces of its die: the result, and the one or two rolls that made it."""

    result: int
    rolls: tuple[Roll, ...]

    @property
    def first(self) -> int:
        """What the first die showed: "natural" (pw:8.12.4, pw:8.14.7)."""
        return self.rolls[0].result

    @property
    def second(self) -> int | None:
        """What the die that backed it up showed; None if none was rolled."""
        return self.rolls[1].result if len(self.rolls) > 1 else None


def d10(dice: Dice, for_: str, rule: str, *, overs: bool = True, unders: bool = True) -> Extended:
    """A D10, -4 to 15: a 10 backed by 6 to 10 is 11 to 15, a 1 backed by 5 to 1 is 0 to -4 (pw:2.1.1, pw:2.1.2).

    overs, unders: whether the roll has them; without them a second die is not rolled.
    """
    first = dice.roll("d10", for_, rule)
    if first.result == 10 and overs:
        second = dice.roll("d10", f"{for_}, over", "pw:2.1.1")
        return Extended(read_d10((first, second)), (first, second))
    if first.result == 1 and unders:
        second = dice.roll("d10", f"{for_}, under", "pw:2.1.2")
        return Extended(read_d10((first, second)), (first, second))
    return Extended(first.result, (first,))


def read_d10(rolls: Sequence[Roll]) -> int:
    """What a D10 and the one that backs it up, if any, come to (pw:2.1.1, pw:2.1.2)."""
    first, second = rolls[0].result, rolls[1].result if len(rolls) > 1 else None
    if second is None:
        return first
    return max(10, 5 + second) if first == 10 else min(1, second - 5)


def d6(dice: Dice, for_: str, rule: str) -> Extended:
    """A D6 with overs, 1 to 9: a 6 backed by 4, 5, 6 is 7, 8, 9 (pw:2.2)."""
    first = dice.roll("d6", for_, rule)
    if first.result != 6:
        return Extended(first.result, (first,))
    second = dice.roll("d6", f"{for_}, over", "pw:2.2")
    return Extended(3 + second.result if second.result >= 4 else 6, (first, second))


def percent(tens: int, ones: int) -> int:
    """What two D10 read as a D100, with a 0 on either for its 10: 00 is 100, 09 is 9 (pw:2.0)."""
    return 10 * (tens % 10) + ones % 10 or 100


@lru_cache(maxsize=4)
def d10_chances(*, overs: bool = True, unders: bool = True) -> tuple[tuple[int, float], ...]:
    """Every result of a D10 with its chance, lowest first; the chances sum to 1 (pw:2.1.1)."""
    return _chances(lambda dice: d10(dice, "", "", overs=overs, unders=unders).result)


@lru_cache(maxsize=4)
def d6_chances() -> tuple[tuple[int, float], ...]:
    """Every result of a D6 with overs with its chance, lowest first (pw:2.2)."""
    return _chances(lambda dice: d6(dice, "", "").result)


def at_least(number: int) -> float:
    """The chance of a D10 with overs and unders to reach a number (pw:2.0)."""
    return _AT_LEAST[max(LOWEST, min(number, HIGHEST + 1)) - LOWEST]


def at_most(number: int) -> float:
    """The chance of a D10 with overs and unders not to exceed a number: kills are rolled low (pw:2.1.2)."""
    return _AT_MOST[max(LOWEST - 1, min(number, HIGHEST)) - LOWEST + 1]


def _chances(resolve: Callable[[Dice], int]) -> tuple[tuple[int, float], ...]:
    found: dict[int, float] = {}
    for chance, result in branches(resolve):
        found[result] = found.get(result, 0.0) + chance
    return tuple(sorted(found.items()))


#: The chance to reach each number from the lowest to one over the highest, and not to exceed each from one under it.
_AT_LEAST: Final = tuple(
    sum(chance for result, chance in d10_chances() if result >= number) for number in range(LOWEST, HIGHEST + 2)
)
_AT_MOST: Final = tuple(
    sum(chance for result, chance in d10_chances() if result <= number) for number in range(LOWEST - 1, HIGHEST + 1)
)
