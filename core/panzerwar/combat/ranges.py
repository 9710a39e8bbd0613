"""The range behind a base to-hit number, as it is shown (pw:8.4.1)."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from core.tally import Reason

_RULE: Final = "pw:8.4.1"


def base(number: int, range_: float) -> Reason:
    """The base at a range, which is the first of the parts that a to-hit number is made up of."""
    return Reason(_told(f"{range_:.0f}"), number, _RULE)


def exact(tally: tuple[Reason, ...], range_: float) -> tuple[Reason, ...]:
    """The parts of a number with the range of its base to the tenth where there is one: a column of the chart ends at a
    whole number, and 480.1 is beyond that of 480 (pw:8.4.1, pw:2.5)."""
    if not tally or tally[0].rule != _RULE:
        return tally
    return (evolve(tally[0], label=_told(f"{round(range_, 1):g}")), *tally[1:])


def _told(range_: str) -> str:
    return f"base at {range_}"
