"""The clocks of a game. Nothing here asks what time it is: every moment comes from the caller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define, field

from core.event import SideId
from saves.rooms.plan import ClockPlan

#: Seconds after which a running clock is written down again, so that a killed process forgives no more than that.
RECORD_EVERY: Final = 30.0
#: Seconds between two processes' looks at a clock that are still charged; a longer gap is a host that was down, or
#: a wall clock that jumped.
LONGEST_GAP: Final = 2 * RECORD_EVERY


def gap_to_charge(written: float, now: float) -> float:
    """Seconds to charge for the time between a line's time and now, both by the wall clock."""
    gap = now - written
    return gap if 0 <= gap <= LONGEST_GAP else 0.0


@define
class Clocks:
    """Seconds left by side, and which of them run since when.

    `now` in every method: seconds of a clock that never jumps (`time.monotonic`), as it is within one process.
    """

    plan: ClockPlan
    _left: dict[SideId, float]
    _running: tuple[SideId, ...] = ()
    _since: float = 0.0
    #: By `now`, when the seconds left were last written down.
    recorded: float = field(default=0.0)

    @classmethod
    def fresh(cls, plan: ClockPlan, sides: Iterable[SideId]) -> Clocks:
        """Clocks that show the whole time."""
        return cls(plan, dict.fromkeys(sides, plan.minutes * 60.0))

    def take(self, left: Mapping[SideId, float], running: Iterable[SideId], now: float, gap: float = 0.0) -> None:
        """Take over what was written down `gap` seconds ago, by this process or another, and who runs since then."""
        self._left.update(left)
        self._running = tuple(side for side in running if side in self._left)
        self._since = self.recorded = now - gap

    def run(self, sides: Iterable[SideId], now: float) -> None:
        """From now on the clocks of these sides run, and no other."""
        self.settle(now)
        self._running = tuple(side for side in sides if side in self._left)

    def settle(self, now: float) -> None:
        """Charge the running clocks up to now."""
        elapsed = max(0.0, now - self._since)
        for side in self._running:
            self._left[side] = max(0.0, self._left[side] - elapsed)
        self._since = now

    def add(self, side: SideId, seconds: float) -> None:
        """Give a side more time, or less."""
        if side in self._left:
            self._left[side] = max(0.0, self._left[side] + seconds)

    def left(self, side: SideId, now: float) -> float:
        """Seconds that a side has left."""
        elapsed = max(0.0, now - self._since) if side in self._running else 0.0
        return max(0.0, self._left[side] - elapsed)

    def written(self) -> dict[SideId, float]:
        """What is to be written down of settled clocks: seconds to the tenth."""
        return {side: round(seconds, 1) for side, seconds in self._left.items()}

    @property
    def running(self) -> tuple[SideId, ...]:
        """The sides whose clocks run."""
        return self._running

    def due(self, now: float) -> bool:
        """Whether running clocks should be written down again."""
        return bool(self._running) and now - self.recorded >= RECORD_EVERY

    def warning(self, side: SideId, told: Iterable[int], now: float) -> int | None:
        """The warning that is due now, as its number of seconds, unless it was told; one that a later one has
        overtaken is not due any more."""
        left, whole = self.left(side, now), self.plan.minutes * 60
        due = min((s for s in self.plan.warning_seconds if whole > s >= left > 0), default=None)
        return None if due is None or due in told else due

    def out(self, now: float) -> tuple[SideId, ...]:
        """The running sides that have no time left."""
        return tuple(side for side in self._running if self.left(side, now) <= 0)
