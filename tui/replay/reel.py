"""A game as a film: any moment of it, through the eyes of a side, with its chapters and what was told up to then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from attrs import frozen

from core.alike import Alike
from core.event import SideId, TakenBack
from core.play import aside
from core.play.game import Game
from core.presentation import Report, Status
from core.system import RuleSystem
from saves.audience import Audience
from tui.game.record.chronicle import Line, line_of, units_of
from tui.kit.printed import as_printed_now

S = TypeVar("S")

#: So many events are gone through one after the other before a moment is looked for from a snapshot.
_STRIDE = 60


#: The eye of one who takes no side.
SPECTATOR = "spectator"


@frozen(eq=False, repr=False)
class Eye(Alike):
    """Through whose eyes a game is watched: a side's, everybody's (side None), or one that sees all."""

    id: str
    name: str
    side: SideId | None = None
    all: bool = False


@frozen(eq=False, repr=False)
class Chapter(Alike):
    """A heading of the journal: the event with which a turn or a step began, and the turn it belongs to."""

    n: int
    turn: int
    title: str
    begins_turn: bool


def eyes(system: RuleSystem[Any]) -> tuple[Eye, ...]:
    """All eyes through which a game can be watched: first the one that sees all, last the spectator's."""
    sides = (Eye(side.id, f"as {side.name}", SideId(side.id)) for side in system.sides)
    return (Eye("all", "all that happened", all=True), *sides, Eye(SPECTATOR, "as a spectator"))


def eyes_open(system: RuleSystem[Any], who: Audience) -> tuple[Eye, ...]:
    """The eyes through which a reader may watch; the first is the one to begin with when nothing is secret."""
    return tuple(eye for eye in eyes(system) if not who.refusal(eye.side, everything=eye.all))


class Reel(Generic[S]):
    """The film of a game. Moments are numbered by events: moment n is the game after its first n events."""

    def __init__(self, game: Game[S], system: RuleSystem[S] | None = None) -> None:
        """system: the rules of the game as its reader has them, None = as the game has them."""
        self.game = game
        self.system = system if system is not None else game.system
        self.eyes = eyes(game.system)
        self._held: tuple[int, S] | None = None
        self._all: dict[tuple[str, bool], dict[int, Report | None]] = {}
        self._units: dict[str, dict[int, tuple[str, ...]]] = {}

    def eye(self, side: SideId | None) -> Eye:
        """The eye of a side, or of one who takes no side."""
        return next(eye for eye in self.eyes if eye.side == side and not eye.all)

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self.game.journal)

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that nothing is secret any more."""
        return self.game.over

    # -- moments ------------------------------------------------------------------------------------

    def view(self, n: int, eye: Eye) -> S:
        """What an eye sees after n events. Good until the next moment is asked for."""
        return self._seen(self._state(n), eye)

    def status(self, n: int, eye: Eye) -> Status:
        """The headline of a moment, as an eye may know it."""
        return self.system.face.status(self.view(n, eye))

    def turn(self, n: int) -> int:
        """The turn in which a moment lies."""
        return self.system.face.status(self._state(n)).turn

    def _seen(self, state: S, eye: Eye) -> S:
        return state if eye.all else self.system.view(state, eye.side)

    def _state(self, n: int) -> S:
        held = self._held
        if held is not None and held[0] <= n <= held[0] + _STRIDE and not self._taken_back(held[0], n):
            state = held[1]
            for i in range(held[0], n):
                aside.evolve(self.system, state, self.game.journal[i])
        else:
            state = self.game.at(n)
        self._held = (n, state)
        return state

    def _taken_back(self, start: int, stop: int) -> bool:
        return any(isinstance(self.game.journal[i], TakenBack) for i in range(start, stop))

    # -- what is told -------------------------------------------------------------------------------

    def report(self, n: int, eye: Eye) -> Report | None:
        """Event n in words, as an eye may know it; None if there is nothing to tell."""
        if not 1 <= n <= self.length:
            return None
        told = self._told(eye)
        if n not in told:
            self._tell(n, n, eye)
        return told[n]

    def lines(self, n: int, eye: Eye, reach: int = 40) -> list[Line]:
        """What was told in the last `reach` events up to moment n, the oldest first."""
        first = max(1, n - reach + 1)
        told = self._told(eye)
        missing = [i for i in range(first, n + 1) if i not in told]
        if missing:
            self._tell(missing[0], missing[-1], eye)
        found = ((i, told[i]) for i in range(first, n + 1))
        units = self._units.get(eye.id, {})
        return [line_of(i, report, units.get(i, ()), self.system) for i, report in found if report is not None]

    def next_told(self, n: int, eye: Eye) -> int:
        """The next moment after n at which something is told; the last one if nothing more is."""
        told = self._told(eye)
        for i in range(n + 1, self.length + 1):
            if i not in told:
                self._tell(i, min(i + _STRIDE, self.length), eye)
            if told[i] is not None:
                return i
        return self.length

    def told_before(self, n: int, eye: Eye) -> int:
        """The last moment before n at which something was told; 0 if there is none."""
        told = self._told(eye)
        for i in range(n - 1, 0, -1):
            if i not in told:
                self._tell(max(1, i - _STRIDE), i, eye)
            if told[i] is not None:
                return i
        return 0

    def _told(self, eye: Eye) -> dict[int, Report | None]:
        """What an eye has been told, in hexes as its reader wants them called now."""
        return self._all.setdefault((eye.id, as_printed_now(self.system)), {})

    def _tell(self, first: int, last: int, eye: Eye) -> None:
        """Put the events `first` to `last` in words."""
        told = self._told(eye)
        for n, state in self._walk(first, last):
            event = self.game.journal[n - 1]
            shown = event if eye.all else aside.redact(self.system, state, event, eye.side)
            told[n] = None if shown is None else aside.report(self.system, self._seen(state, eye), shown)
            if shown is not None and told[n] is not None:
                self._units.setdefault(eye.id, {})[n] = units_of(shown)

    def _walk(self, first: int, last: int) -> Iterator[tuple[int, S]]:
        """The state after each of the events `first` to `last`."""
        state = self.game.at(first - 1)
        for n in range(first, last + 1):
            event = self.game.journal[n - 1]
            if isinstance(event, TakenBack):
                state = self.game.at(n)
            else:
                aside.evolve(self.system, state, event)
            yield n, state

    # -- chapters -----------------------------------------------------------------------------------

    def chapters(self) -> Iterator[Chapter | None]:
        """The headings in order, from one walk through the whole game; None now and then, so that it can be stopped."""
        turn = 0
        for n, state in self._walk(1, self.length):
            if n % 100 == 0:
                yield None
            report = aside.report(self.system, state, self.game.journal[n - 1])
            if report is None or report.level != 0:
                continue
            now = self.system.face.status(state).turn
            yield Chapter(n, now, report.text, begins_turn=now != turn)
            turn = now
