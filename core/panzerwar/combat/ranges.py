"""The range behind a base to-hit number, as it is shown (pw:8.4.1)."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from core.tally import Reason

_RULE: Final = "pw:8.4.1"
_BASE: Final = "base at "


def label(range_: float) -> str:
    """What the base at a range is called where a number is made up of its parts."""
    return f"{_BASE}{range_:.0f}"


def exact(tally: tuple[Reason, ...], range_: float) -> tuple[Reason, ...]:
    """The parts of a number with the range to the tenth where there is one: a column of the chart ends at a whole
    number, and 480.1 is beyond that of 480 (pw:8.4.1, pw:2.5)."""
    told = f"{_BASE}{round(range_, 1):g}"
    return tuple(evolve(one, label=told) if one.rule == _RULE and one.label.startswith(_BASE) else one for one in tally)
