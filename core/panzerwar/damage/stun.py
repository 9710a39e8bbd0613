"""Stun: who is stunned by a hit, and what he may not do (pw:9.15)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.damage.record import Record
from core.panzerwar.pieces.charts.charts import Charts
from core.tally import NOTHING, Tally

#: The weight class up to which stun is easier, and from which on it is harder (pw:9.15.8).
LIGHT: Final = 1
HEAVY: Final = 5

_RULE: Final = "pw:9.15"
_WEIGHT: Final = "pw:9.15.8"


def stun_number(charts: Charts, stun: int, weight_class: int) -> Tally:
    """The D10 that stuns, from the S number of the shell; what the book adds to the die is taken off it (pw:9.15.8)."""
    tally = NOTHING.add("S of the shell", stun, _RULE)
    if weight_class <= LIGHT:
        return tally.add("weight class 1 or under", -charts.whole("stun-light"), _WEIGHT)
    if weight_class >= HEAVY:
        return tally.add("weight class 5 or more", -charts.whole("stun-heavy"), _WEIGHT)
    return tally


def roll_stun(charts: Charts, stun: int | None, weight_class: int, record: Record) -> bool:
    """Roll for stun, whether the armour was pierced or not (pw:9.15). stun: the S number, None of what stuns nobody."""
    if stun is None:
        return False
    tally = stun_number(charts, stun, weight_class)
    return record.reached("stun", tally.total, _RULE, "stunned", tally.reasons)


def coasts(charts: Charts, at: float, length: float) -> tuple[float, float]:
    """Between which lengths of its path a vehicle stops that was stunned after `at` GSU of it (pw:9.15.4)."""
    return min(at, length), min(at + charts.number("stunned-path"), length)
