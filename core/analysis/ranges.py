"""How often shots hit, by how far they went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from core.analysis.luck import Sum
from core.analysis.study import Tried

#: Widths that bands may have, and how many bands there are at most.
_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST: Final = 8


@frozen
class Band:
    """Shots at ranges from first to last: how many of them had an effect, and how many were to."""

    first: int
    last: int
    hits: Sum


def bands(tried: Iterable[Tried]) -> tuple[Band, ...]:
    """Attempts with a range and a chance, in bands of one width, the nearest first; bands without any are left out."""
    shots = [one.attempt for one in tried if one.attempt.range is not None and one.attempt.chance is not None]
    farthest = max((shot.range or 0 for shot in shots), default=0)
    width = next((w for w in _WIDTHS if farthest <= w * _MOST), _WIDTHS[-1])
    found: dict[int, Sum] = {}
    for shot in shots:
        at = max(0, int(-(-(shot.range or 0) // width)) - 1)
        chance = shot.chance or 0.0
        found.setdefault(at, Sum()).add(float(shot.effect), chance, chance * (1 - chance))
    return tuple(Band(at * width + 1, (at + 1) * width, found[at]) for at in sorted(found))
