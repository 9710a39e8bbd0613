"""What a bench finds: rows of what was measured, what is aimed at, what was found, and whether it holds."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from typing import Any

from attrs import asdict, field, frozen

from tests.bench.yardstick import Reading, Yardstick

#: Seconds of one unit of time.
SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}


@frozen
class Aim:
    """What is aimed at: at least, or at most, so much; chess: as a share of the moves of chess in the same time."""

    figure: float
    least: bool = False
    chess: bool = False

    def __str__(self) -> str:
        return f"{'>=' if self.least else '<='} {self.figure:g}{' x chess' if self.chess else ''}"


@frozen
class Found:
    """One thing that was measured: what, of which scenario, how much of which unit, and what is aimed at.

    Units are "/s", "s", "ms", "us", "x", "MB" or whatever is counted; detail: figures for the JSON alone.
    """

    what: str
    value: float
    unit: str
    aim: Aim | None = None
    scenario: str = ""
    detail: dict[str, Any] = field(factory=dict)


@frozen
class Row:
    """A line of the table. ratio: a rate as a share of chess moves a second, a time in chess moves that it would take;
    loops: a time in runs of the fixed loop; holds: whether the aim is met, None without an aim."""

    part: str
    found: Found
    ratio: float | None
    loops: float | None
    holds: bool | None

    @property
    def text(self) -> str:
        """The line as it is printed."""
        found, ratio = self.found, ""
        if self.ratio is not None:
            ratio = f"{self.ratio:.3f} x" if found.unit == "/s" else f"{self.ratio:,.1f} moves"
        holds = {True: "yes", False: "NO", None: ""}[self.holds]
        aim = str(found.aim or "")
        figures = f"{aim:>16} {amount(found):>16} {ratio:>16} {holds:>5}"
        return f"{found.what:56.56} {found.scenario:20.20} {figures}".rstrip()


HEADING = f"{'what':56} {'scenario':20} {'aim':>16} {'found':>16} {'of chess':>16} {'holds':>5}"


def amount(found: Found) -> str:
    """A figure with its unit, to three places or so."""
    places = 0 if abs(found.value) >= 100 else 1 if abs(found.value) >= 10 else 2
    return f"{found.value:,.{places}f} {found.unit}"


def row(part: str, found: Found, before: Reading, after: Reading) -> Row:
    """What was found beside the yardstick, read before and after it."""
    loop, chess = (before.loop + after.loop) / 2, (before.chess + after.chess) / 2
    ratio = loops = None
    if found.unit == "/s":
        ratio = found.value / chess
    elif found.unit in SECONDS:
        took = found.value * SECONDS[found.unit]
        ratio, loops = took * chess, took / loop
    holds = None
    if found.aim is not None:
        held = ratio if found.aim.chess else found.value
        assert held is not None, found
        holds = held >= found.aim.figure if found.aim.least else held <= found.aim.figure
    return Row(part, found, ratio, loops, holds)


def document(rows: Iterable[Row], yardstick: Yardstick) -> dict[str, Any]:
    """All rows as a document for JSON."""
    chess = sorted(reading.chess for reading in yardstick.readings)
    loops = sorted(reading.loop for reading in yardstick.readings)
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "chess": "played" if yardstick.played else "reckoned from the loop",
        "chess moves a second": [chess[0], chess[len(chess) // 2], chess[-1]] if chess else [],
        "fixed loop, seconds": [loops[0], loops[len(loops) // 2], loops[-1]] if loops else [],
        "rows": [_line(one) for one in rows],
    }


def _line(one: Row) -> dict[str, Any]:
    line = {"part": one.part, **asdict(one.found), "ratio": one.ratio, "loops": one.loops, "holds": one.holds}
    line["aim"] = str(one.found.aim) if one.found.aim else None
    return line
