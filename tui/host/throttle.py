"""How often the log tells the same: a few lines of each kind for each source in a minute, then how many more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from attrs import define, frozen

#: Seconds over which lines are counted.
WINDOW: Final = 60.0
#: Lines of one kind in that time of one address, and of one account; of all together.
EACH: Final = 10
ALL: Final = 600
#: Sources that are counted at the same time, before those are told of whose time is not yet over.
_REMEMBERED: Final = 8192

#: The source that stands for all.
EVERYBODY: Final = ""


@define
class _Count:
    since: float
    told: int = 0
    kept_back: int = 0


@frozen
class More:
    """So many lines of a kind were kept back of a source, which is an address, an account or `EVERYBODY`."""

    event: str
    field: str
    source: str
    count: int


class Throttle:
    """Counts lines by kind and source. now: seconds of a clock that never jumps."""

    def __init__(self, now: Callable[[], float], *, each: int = EACH, everybody: int = ALL) -> None:
        self._now = now
        self._each = each
        self._everybody = everybody
        self._counts: dict[tuple[str, str, str], _Count] = {}
        self._next = now() + WINDOW

    def passes(self, event: str, sources: Iterable[tuple[str, str]]) -> bool:
        """Whether a line may be written. sources: of what field it has which source."""
        now = self._now()
        keys = [(event, *source) for source in sources]
        counts = [(self._count(key, now), self._each) for key in keys]
        counts.append((self._count((event, "", EVERYBODY), now), self._everybody))
        full = next((count for count, most in counts if count.told >= most), None)
        if full is not None:
            full.kept_back += 1
            return False
        for count, _ in counts:
            count.told += 1
        return True

    def _count(self, key: tuple[str, str, str], now: float) -> _Count:
        found = self._counts.get(key)
        if found is None:
            found = self._counts[key] = _Count(now)
        return found

    def more(self, *, at_once: bool = False) -> list[More]:
        """What was kept back of those whose time is over, to be told now. at_once: of all."""
        now = self._now()
        at_once = at_once or len(self._counts) > _REMEMBERED
        if now < self._next and not at_once:
            return []
        over = [key for key, count in self._counts.items() if at_once or now >= count.since + WINDOW]
        told = [More(*key, kept) for key in over if (kept := self._counts.pop(key).kept_back)]
        self._next = min((count.since for count in self._counts.values()), default=now) + WINDOW
        return told
