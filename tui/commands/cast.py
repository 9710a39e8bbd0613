"""A game as a recording of the terminal, in the asciicast format (version 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import orjson

from core.event import OrderGiven, TakenBack
from core.hexes import Hex
from core.play.game import Game
from core.presentation import Report
from tui.commands.moment import scene_of, seen, told
from tui.map.projection import Zoom
from tui.map.text import render_text
from tui.replay.reel import Eye

#: Size in cells: a headline, the map, and the last lines of the log.
_WIDTH: Final = 120
_MAP_HEIGHT: Final = 34
_LOG_LINES: Final = 5
_HEIGHT: Final = 1 + _MAP_HEIGHT + _LOG_LINES
#: Columns and rows that the action may move away from the middle before the map follows it.
_COLUMNS: Final = 11
_ROWS: Final = 6
#: Seconds that each frame stays.
_PAUSE: Final = 1.0


def as_cast(name: str, game: Game[Any], eye: Eye) -> Iterator[str]:
    """One frame for each order that something came of, as the lines of the screen that it changes."""
    header = {"version": 2, "width": _WIDTH, "height": _HEIGHT, "title": f"{game.system.title} ({name})"}
    yield orjson.dumps(header).decode() + "\n"
    lines = told(game, eye)
    before: list[str] = [""] * _HEIGHT
    middle: Hex | None = None
    clock, shown = 0.0, 0
    for n in _order_ends(game):
        new = shown
        while new < len(lines) and lines[new][0] <= n:
            new += 1
        if new == shown and 0 < n < len(game.journal):
            continue
        middle = _middle(middle, [report for _, report in lines[shown:new]])
        shown = new
        screen = _screen(game, eye, n, [report.text for _, report in lines[max(0, shown - _LOG_LINES) : shown]], middle)
        changes = (f"\x1b[{y};1H{line}\x1b[0m\x1b[K" for y, line in enumerate(screen, 1) if line != before[y - 1])
        yield orjson.dumps([round(clock, 2), "o", "".join(changes)]).decode() + "\n"
        before = screen
        clock += _PAUSE


def _order_ends(game: Game[Any]) -> Iterator[int]:
    """The numbers of events after which nothing more comes of an order."""
    for n, event in enumerate(game.journal):
        if isinstance(event, OrderGiven | TakenBack):
            yield n
    yield len(game.journal)


def _middle(middle: Hex | None, reports: Sequence[Report]) -> Hex | None:
    """The hex in the middle of the map: as it was, unless something happened far from it."""
    last = next((report.hexes[-1] for report in reversed(reports) if report.hexes), None)
    if last is None or (middle and abs(last.col - middle.col) <= _COLUMNS and abs(last.row - middle.row) <= _ROWS):
        return middle
    return last


def _screen(game: Game[Any], eye: Eye, n: int, log: list[str], middle: Hex | None) -> list[str]:
    """The lines of one screen: headline, map, log."""
    state = seen(game.system, game.at(n), eye)
    status = game.system.face.status(state)
    head = f"{status.title} | turn {status.turn}/{status.turns} | {status.phase}: {status.step} " + (
        f" | event {n}" if eye.all else ""
    )
    scene = scene_of(game.system, state)
    drawn = render_text(scene, Zoom.MIDDLE, (_WIDTH, _MAP_HEIGHT), middle, colour=True).splitlines()
    drawn += [""] * (_MAP_HEIGHT - len(drawn))
    log += [""] * (_LOG_LINES - len(log))
    return [head[:_WIDTH], *drawn, *(line[:_WIDTH] for line in log)]
