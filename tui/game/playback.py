"""What has happened, as it is played to a player: passage after passage, each with the moment at which it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex
from core.presentation import Play, Report
from tui.game.record.chronicle import Line

#: What a player may have set: wait at first sights and shots; never wait; play nothing.
WAIT: Final = "wait"
RUN: Final = "run"
NONE: Final = "none"


@frozen(eq=False, repr=False)
class Passage(Alike):
    """What is shown together: moves side by side, or a shot with what came of it.

    heading: the step in which it happened; lines: of the log, the first of them what it is about; waits: whether the
    player is to have seen it before it goes on.
    """

    heading: str
    lines: tuple[Line, ...]
    waits: bool

    @property
    def frames(self) -> tuple[int, ...]:
        """The moments at which it is shown one after the other, each after so many events: moves bit by bit, of each
        unit a bit at a time; anything else as it came out."""
        found: list[int] = []
        moved: set[str] = set()
        for before, line in pairwise(self.lines):
            # Which events lie next to each other would tell what happened in secret between them.
            moved.add(before.report.unit)
            if self._moves and line.report.unit in moved:
                found.append(before.n)
                moved.clear()
        return (*found, self.lines[-1].n)

    @property
    def reports(self) -> tuple[Report, ...]:
        """What is told, of each unit's move how it ended."""
        last = {line.report.unit: line for line in self.lines if line.report.unit}
        return tuple(line.report for line in self.lines if last.get(line.report.unit, line) is line)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Where it happened; that of what it is about last, so that the eye goes there."""
        first, *others = [line.report for line in self.lines]
        return tuple(dict.fromkeys([hex_ for report in others for hex_ in report.hexes] + list(first.hexes)))

    @property
    def _moves(self) -> bool:
        return self.lines[0].report.play is Play.MOMENT


def passages(lines: Iterable[Line], since: int = 0) -> tuple[Passage, ...]:
    """The lines of a log that come after event `since`, as passages; none if there is nothing among them that is worth
    playing."""
    found: list[Passage] = []
    heading, gathered = "", list[Line]()

    def close() -> None:
        if gathered:
            found.append(Passage(heading, tuple(gathered), gathered[0].report.play is Play.PAUSE))
            gathered.clear()

    for line in lines:
        report = line.report
        if report.level == 0:
            close()
            heading = report.text
        elif line.n <= since:
            continue
        elif report.play is Play.MOMENT:
            if gathered and gathered[-1].report.play is not Play.MOMENT:
                close()
            gathered.append(line)
        elif report.play is Play.PAUSE:
            close()
            gathered.append(line)
        elif report.level == 1:
            gathered.append(line)
    close()
    played = any(passage.lines[0].report.play is not Play.WITH_OTHERS for passage in found)
    return tuple(found) if played else ()


def next_to_see(played: Sequence[Passage], at: int) -> int:
    """The place of the next passage after `at` that waits; behind the last one if none does."""
    return next((i for i in range(at + 1, len(played)) if played[i].waits), len(played))
