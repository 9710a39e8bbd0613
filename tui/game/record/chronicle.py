"""What one side has been told: its share of the journal, in words, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import attrs
from attrs import frozen

from core.alike import Alike
from core.event import EVENTS, Event, SideId, TakenBack
from core.play import aside
from core.play.game import Game
from core.presentation import Report
from core.system import RuleSystem
from tui.kit.printed import Printed, caller, unprinted

S = TypeVar("S")

#: How far back the log of a game just opened reaches, in events; a replay shows the rest.
REACH = 400


@frozen(eq=False, repr=False)
class Line(Alike):
    """One line of the log: the number of the event that it tells (1 = first), its words, and the units of which it
    speaks, who acts before those who suffer. places: what the hexes of its report are called to the reader."""

    n: int
    report: Report
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def line_of(n: int, report: Report, units: tuple[str, ...], system: RuleSystem[Any]) -> Line:
    """The line of an event that a system has put in words for its reader."""
    return Line(n, report, units, tuple(map(caller(system), report.hexes)))


class Called:
    """Lines told in the ids of the map, as a reader has hexes called; each is turned once, and anew if he wants it
    otherwise."""

    def __init__(self) -> None:
        self._plain: list[Line] = []
        self._told: list[Line] = []

    def lines(self, plain: Sequence[Line], system: RuleSystem[Any]) -> list[Line]:
        """Those lines for the reader of a system."""
        if not (isinstance(system, Printed) and system.hexes.wanted()):
            return list(plain)
        kept = 0
        while kept < min(len(plain), len(self._plain)) and plain[kept] is self._plain[kept]:
            kept += 1
        told = (line_of(line.n, system.hexes.told(line.report), line.units, system) for line in plain[kept:])
        self._told[kept:] = told
        self._plain[kept:] = plain[kept:]
        return list(self._told)


class Chronicle(Generic[S]):
    """The log of one side (None = of a spectator), read on from the journal whenever somebody looks.

    It keeps a state of its own that follows the journal, because an event is put in words by the state right
    after it, and that state is shown to the face only as the side's view. told: of how many events the side has been
    told, those that were taken back too.
    """

    def __init__(self, game: Game[S], side: SideId | None, *, first: int | None = None) -> None:
        """first: number of events that are left out at the beginning; None = all but the last REACH."""
        self.game = game
        self.side = side
        self.lines: list[Line] = []
        self.told = 0
        self._n = max(0, len(game.journal) - REACH) if first is None else first
        self._state: S = game.system.copy(game.at(self._n))
        self._called = Called()

    def read(self) -> list[Line]:
        """Catch up with the journal; all lines there are, the oldest first."""
        journal, system = self.game.journal, unprinted(self.game.system)
        while self._n < len(journal):
            event = journal[self._n]
            self._n += 1
            if isinstance(event, TakenBack):
                self.lines = [line for line in self.lines if line.n <= event.to]
                self._state = system.copy(self.game.at(self._n))
            else:
                aside.evolve(system, self._state, event)
            shown = aside.redact(system, self._state, event, self.side)
            if shown is None:
                continue
            self.told += 1
            report = aside.report(system, system.view(self._state, self.side), shown)
            if report is not None:
                self.lines.append(line_of(self._n, report, units_of(shown), system))
        return self._called.lines(self.lines, self.game.system)


def units_of(event: Event) -> tuple[str, ...]:
    """The units that an event names, in the order of its fields, each once."""
    found = (value for name in _naming(type(event).name) for value in _named(getattr(event, name)))
    return tuple(dict.fromkeys(unit for unit in found if unit))


@lru_cache(maxsize=1024)
def _naming(name: str) -> tuple[str, ...]:
    """The fields of a kind of event that hold ids of units, alone or in a tuple."""
    fields = (field for field in attrs.fields(EVENTS[name]) if "UnitId" in str(field.type))
    return tuple(field.name for field in fields)


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        # Of pairs the first names the unit, and the rest what became of it.
        for part in value:
            yield from _named(part[0] if isinstance(part, tuple) and part else part)
