"""The lines of a log as it shows them: those that are wanted, and of a unit's steps one line instead of many."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from enum import Enum
from itertools import pairwise

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex
from core.presentation import Report
from tui.game.record.chronicle import Line


class Wanted(Enum):
    """What a log shows; headings stand over whatever is left under them."""

    ALL = "all"
    DICE = "fire and other rolls"
    LOSSES = "losses and damage"
    MINE = "what concerns my units"
    UNIT = "what concerns this unit"
    HEX = "what happened in this hex"


@frozen(eq=False, repr=False)
class Regard(Alike):
    """What the player has at hand, for filters that depend on it: his units, the unit shown, the cursor's hex."""

    own: frozenset[str] = frozenset()
    unit: str | None = None
    hex: Hex | None = None


@frozen(eq=False, repr=False)
class Entry(Alike):
    """One entry of the log: a line, or the steps of a unit that follow each other, which open into their lines."""

    lines: tuple[Line, ...]

    @property
    def n(self) -> int:
        """The number of its last event."""
        return self.lines[-1].n

    @property
    def report(self) -> Report:
        """Its words: of steps those of the last."""
        return self.lines[-1].report

    @property
    def text(self) -> str:
        """What it says; of steps also through how many hexes they led, and from where."""
        if len(self.lines) == 1:
            return self.report.text
        hexes = [line.report.hexes[-1] for line in self.lines]
        through = 1 + sum(one != other for one, other in pairwise(hexes))
        return f"{self.report.text}  · {through} hex{'es' * (through != 1)}, the first {self.lines[0].places[0]}"

    @property
    def opens(self) -> bool:
        """Whether there is more to it than its words."""
        report = self.report
        return report.level > 0 and bool(
            len(self.lines) > 1 or report.rolls or report.tally or report.details or report.rule
        )


def entries(lines: Sequence[Line], wanted: Wanted, regard: Regard) -> tuple[Entry, ...]:
    """The entries of a log, the oldest first."""
    return tuple(_folded(_with_headings(lines, wanted, regard)))


def _with_headings(lines: Iterable[Line], wanted: Wanted, regard: Regard) -> Iterator[Line]:
    heading: Line | None = None
    for line in lines:
        if wanted is Wanted.ALL:
            yield line
        elif line.report.level == 0:
            heading = line
        elif _is_wanted(line, wanted, regard):
            if heading is not None:
                yield heading
                heading = None
            yield line


def _is_wanted(line: Line, wanted: Wanted, regard: Regard) -> bool:
    match wanted:
        case Wanted.DICE:
            return bool(line.report.rolls)
        case Wanted.LOSSES:
            return line.report.tone == "bad"
        case Wanted.MINE:
            return _concerns(regard.own, line)
        case Wanted.UNIT:
            return regard.unit is not None and regard.unit in line.units
        case Wanted.HEX:
            return regard.hex in line.report.hexes
        case _:
            return True


def _concerns(own: Container[str], line: Line) -> bool:
    return any(unit in own for unit in line.units)


def _folded(lines: Iterable[Line]) -> Iterator[Entry]:
    """Steps of the same unit, or of the same units, that nothing came between make one entry."""
    steps: list[Line] = []
    for line in lines:
        if steps and not (_is_step(line) and line.units == steps[-1].units):
            yield Entry(tuple(steps))
            steps = []
        if _is_step(line):
            steps.append(line)
        else:
            yield Entry((line,))
    if steps:
        yield Entry(tuple(steps))


def _is_step(line: Line) -> bool:
    """Whether a line tells of a step of a move: it names units and hexes, and nothing was rolled for it. What a step
    costs may be told with it, and it may be of less weight than other lines."""
    report = line.report
    if not (line.units and report.hexes) or report.rolls:
        return False
    return report.tone in ("", "dim") if report.level > 1 else report.level == 1 and not (report.tally or report.tone)
