"""One walk through a game: what was tried, what it came to, how points and losses stood, which dice were rolled.

All through the eyes of one reader: of states he has views, of events what he may know of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import define, evolve, field, frozen

from core.attempt import Attempt, Member
from core.dice import Roll
from core.event import Event, OrderGiven, SideId, TakenBack
from core.play.aside import Aside, stopped
from core.presentation import Outcome, SideLook
from core.system import RuleSystem

#: So many events after one may belong to it.
REACH: Final = 60
#: Events of a kind that changed no score so often are no longer looked at one by one.
_OFTEN: Final = 25


@frozen
class Tried:
    """An attempt at event n (1 = the first of the journal), in a turn."""

    n: int
    turn: int
    attempt: Attempt


@frozen
class Rolled:
    """A die rolled at event n, in a turn; side: for whom, where an attempt says it."""

    n: int
    turn: int
    roll: Roll
    side: str = ""


@frozen
class Moment:
    """How things stood after event n: the points of each side, and what each side has lost, in the order of sides.

    lost: units out of the game; cost: what the enemy has of its losses, in points, whether they count for victory or
    not. text: what happened at that event, in words.
    """

    n: int
    turn: int
    points: tuple[int, ...]
    lost: tuple[int, ...]
    cost: tuple[float, ...]
    text: str = ""


@frozen
class Fallen:
    """A unit that lost of its worth at event n: how much more the enemy has of it, what has become of it, and by whom,
    as far as that is known."""

    n: int
    turn: int
    unit: str
    points: float
    fate: str
    by: tuple[str, ...] = ()


@frozen(kw_only=True)
class Study:
    """What a walk through a game has found. over: whether it has ended by the rules; stopped: how its players ended it
    before, in words; levels: how far each side has come, where
    that is told in words; told: the numbers of the events that the reader may know of; everything: he may know all."""

    title: str
    system: str
    scenario: str
    edition: str
    measure: str
    sides: tuple[SideLook, ...]
    turn: int
    turns: int
    over: bool
    outcome: Outcome | None
    stopped: str
    levels: tuple[str, ...]
    tried: tuple[Tried, ...]
    rolled: tuple[Rolled, ...]
    moments: tuple[Moment, ...]
    fallen: tuple[Fallen, ...]
    roster: tuple[Member, ...]
    everything: bool
    told: tuple[int, ...]

    def number(self, n: int) -> int:
        """The number of event n as the reader may be told it: who may not see all events is not told by their numbers
        how many there are, but given his own."""
        return n if self.everything else bisect_right(self.told, n)


def standing(journal: Sequence[Event]) -> list[int]:
    """The numbers, from 1, of the events that stand: without what was taken back and what is beside the rules."""
    line: list[int] = []
    for n, event in enumerate(journal, 1):
        if isinstance(event, TakenBack):
            while line and line[-1] > event.to:
                line.pop()
        elif not isinstance(event, Aside):
            line.append(n)
    return line


def study(
    system: RuleSystem[Any], journal: Sequence[Event], side: SideId | None = None, *, everything: bool = True
) -> Study:
    """Go through a game with all there is to know, or as one side knows it, None = as everybody does."""
    return _Walk(system, journal, side, everything).study()


@define
class _Stretch:
    """Events that have not been looked at, and the state before them."""

    start: Any = None
    events: list[tuple[int, Event | None]] = field(factory=list)


@define
class _Walk:
    """A walk under way."""

    system: RuleSystem[Any]
    journal: Sequence[Event]
    side: SideId | None
    everything: bool
    tried: list[Tried] = field(factory=list)
    rolled: list[Rolled] = field(factory=list)
    moments: list[Moment] = field(factory=list)
    fallen: list[Fallen] = field(factory=list)
    before: dict[str, Member] = field(factory=dict)
    looked: dict[type[Event], int] = field(factory=dict)

    def study(self) -> Study:
        """Go."""
        system = self.system
        told = list(self._told())
        state = system.initial()
        at = 0
        stretch = _Stretch()
        self._look(0, None, self._seen(state))
        for n in standing(self.journal):
            event = told[at][1] if at < len(told) and told[at][0] == n else None
            kind = type(self.journal[n - 1])
            looks = bool(self.journal[n - 1].rolls) or self.looked.get(kind, 0) < _OFTEN
            if looks or kind is OrderGiven:
                self._catch_up(stretch, state)
                stretch = _Stretch()
            if event is not None:
                at += 1
                self._try(n, event, state, [e for _, e in told[at : at + REACH]])
            if not (looks or stretch.events):
                stretch.start = system.copy(state)
            system.evolve(state, self.journal[n - 1])
            if looks:
                found = self._look(n, event, self._seen(state))
                self.looked[kind] = 0 if found else self.looked.get(kind, 0) + 1
            else:
                stretch.events.append((n, event))
        self._catch_up(stretch, state)
        view = self._seen(state)
        status = system.face.status(view)
        standings = {s.side: s for s in system.standings(view)}
        return Study(
            title=system.title,
            system=system.id,
            scenario=system.scenario,
            edition=system.edition,
            measure=system.measure,
            sides=system.sides,
            # A turn has an event at least; a forged journal may count as far as numbers go.
            turn=min(status.turn, len(self.journal)),
            turns=status.turns,
            over=system.outcome(state) is not None,
            outcome=system.outcome(view),
            stopped=stopped(self.journal),
            levels=tuple(standings[s.id].level if s.id in standings else "" for s in system.sides),
            tried=tuple(self.tried),
            rolled=tuple(self.rolled),
            moments=tuple(self.moments),
            fallen=tuple(self.fallen),
            roster=system.roster(view),
            everything=self.everything,
            told=tuple(n for n, _ in told),
        )

    def _catch_up(self, stretch: _Stretch, state: Any) -> None:
        """Look at what has not been looked at, event by event if anything has changed in it."""
        if not stretch.events or self._same(self._standing(self._seen(state))[1]):
            return
        at = stretch.start
        for n, event in stretch.events:
            self.system.evolve(at, self.journal[n - 1])
            self._look(n, event, self._seen(at))

    def _seen(self, state: Any) -> Any:
        return state if self.everything else self.system.view(state, self.side)

    def _told(self) -> Iterator[tuple[int, Event]]:
        """The events that the reader may know of, with their numbers."""
        if self.everything:
            yield from ((n, self.journal[n - 1]) for n in standing(self.journal))
            return
        state = self.system.initial()
        for n in standing(self.journal):
            event = self.journal[n - 1]
            self.system.evolve(state, event)
            known = self.system.redact(state, event, self.side)
            if known is not None:
                yield n, known

    def _try(self, n: int, event: Event, state: Any, after: Sequence[Event]) -> None:
        weigh = self.system.attempts.get(type(event))
        made: Attempt | None = None
        if weigh is not None or event.rolls:
            turn = self._turn(state)
            if weigh is not None:
                made = weigh(self._seen(state), event, after)
            if made is not None:
                self.tried.append(Tried(n, turn, made))
            self.rolled += [Rolled(n, turn, roll, made.side if made is not None else "") for roll in event.rolls]

    def _turn(self, state: Any) -> int:
        return self.system.face.status(self._seen(state)).turn

    def _standing(self, view: Any) -> tuple[dict[str, Member], Moment]:
        """All units, and how things stand."""
        members = {member.id: member for member in self.system.roster(view)}
        points = {s.side: s.points for s in self.system.standings(view)}
        sides = [look.id for look in self.system.sides]
        now = Moment(
            0,
            self.system.face.status(view).turn,
            tuple(points.get(side, 0) for side in sides),
            tuple(sum(bool(m.fate) for m in members.values() if m.side == side) for side in sides),
            tuple(sum(m.scored for m in members.values() if m.side == side) for side in sides),
        )
        return members, now

    def _same(self, now: Moment) -> bool:
        """Whether all stands as it was last noted."""
        return bool(self.moments) and evolve(self.moments[-1], n=0, text="") == now

    def _look(self, n: int, event: Event | None, view: Any) -> bool:
        """Note how things stand, if anything has changed; whether it has."""
        members, now = self._standing(view)
        if self._same(now):
            return False
        for unit, member in members.items():
            old = self.before.get(unit)
            gone = member.fate and (old is None or not old.fate)
            more = member.scored - (old.scored if old is not None else 0)
            if gone or more > 0:
                self.fallen.append(Fallen(n, now.turn, unit, more, member.fate, self._by(n, unit)))
        self.before |= members  # who is out of sight for a while is not lost anew when he is seen again
        report = self.system.face.report(view, event) if event is not None else None
        self.moments.append(evolve(now, n=n, text=report.text if report is not None else ""))
        return True

    def _by(self, n: int, unit: str) -> tuple[str, ...]:
        """Who last tried something at a unit, shortly before event n."""
        for tried in reversed(self.tried):
            if tried.n < n - REACH:
                break
            if unit in tried.attempt.at or unit in tried.attempt.lost:
                return tried.attempt.by
        return ()
