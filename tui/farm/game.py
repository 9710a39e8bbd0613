"""One game between computers, played wherever there is a process for it."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from attrs import define, evolve, field, frozen

from core.event import SideId
from core.yardstick.result import GameResult, Key

if TYPE_CHECKING:
    from core.ai import Idea, Thinker
    from core.event import Event
    from core.order import Order
    from core.play.aside import Considered
    from core.play.game import Game
    from core.system import RuleSystem

#: Systems that are kept open in a process: those of a mixed schedule.
_OPEN: Final = 8
#: Letters of a hash by which two openings are told apart.
_TELLING: Final = 12


@frozen
class Task:
    """One game to play: what, by whom, with which seed; and what it has to be the same as where it is played.

    save: the folder into which its journal is written, if it is kept; folder: of content that is read besides;
    why: whether its journal has what the players thought of their orders.
    """

    key: Key
    build: str
    save: Path | None = None
    folder: Path | None = None
    why: bool = False

    def failed(self, why: str) -> GameResult:
        """What stands for the game if it has no result."""
        return evolve(result_of(self.key), version=self.build, failed=why)


def result_of(key: Key) -> GameResult:
    """A result that says nothing yet but which game it is."""
    return GameResult(
        scenario=key.scenario, options=key.options, players=dict(key.players), seed=key.seed, content=key.content
    )


@define
class Timed:
    """A player beside a clock.

    seconds: so many it has for a decision, None = as many as it likes; thought, slowest: those that it took, in all and
    for its slowest decision.
    """

    player: Thinker
    level: str = ""
    why: bool = False
    seconds: float | None = None
    thought: float = 0.0
    slowest: float = 0.0
    last: Idea | None = None

    def order(self, system: RuleSystem[Any], view: Any, side: SideId) -> Order:
        """The order of the player."""
        began = perf_counter()
        try:
            asked = self.why or self.seconds is not None
            return self._idea(system, view, side).order if asked else self.player.order(system, view, side)
        finally:
            took = perf_counter() - began
            self.thought += took
            self.slowest = max(self.slowest, took)

    def _idea(self, system: RuleSystem[Any], view: Any, side: SideId) -> Idea:
        from tui.farm.hurried import budget

        intent = self.last.intent if self.last else ""
        *_, self.last = self.player.ideas(system, view, side, budget(self.seconds), intent)
        return self.last

    def told(self, side: SideId, order: int) -> Considered | None:
        """The note on the order that it gave last, with the number of its event; None if there is nothing to note."""
        from core.ai import Thought
        from core.play.aside import Considered

        if self.last is None:
            return None
        thought = Thought(side, self.level, self.last.order, self.last.why, self.last.amiss)
        return Considered.of(thought, order, thought.amiss)


@define
class Seats:
    """The players of a game, as they are made: one for each side, in the order of the sides.

    why: whether they are asked what they think of their orders.
    """

    why: bool = False
    players: list[Timed] = field(factory=list)

    def made(self, level: str, seed: str) -> Timed:
        """A player of a level, who is kept here too; "LEVEL@SECONDS" has so many for a decision."""
        from core.ai import player
        from tui.farm.hurried import read

        name, seconds = read(level)
        self.players.append(Timed(player(name, seed), level, self.why, seconds))
        return self.players[-1]


def play(task: Task) -> GameResult:
    """Play one game. What goes wrong in it is its result: why it failed, and where."""
    from tui.farm.build import build

    if task.build != build():
        return task.failed(f"it was given to another version: {build()} instead of {task.build}")
    try:
        return _played(task)
    except Exception as error:
        return task.failed(reason(error))


def reason(error: BaseException) -> str:
    """An error in one line, with the place in the code where it arose."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"{told(error)}{place}"


def told(error: BaseException) -> str:
    """An error in one line: its kind, and what it says."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{f': {text}' if text else ''}"


def _played(task: Task) -> GameResult:
    from content import catalogue
    from core.ai.trial import MARK
    from core.conduct.watch import Watch
    from core.play.simulate import play_game

    key = task.key
    if task.folder is not None:
        catalogue.add_folder(task.folder)
    found = _content(key.scenario)
    if key.content and found != key.content:
        return task.failed(f"it was given to other content of {key.scenario}: {found[:8]} instead of {key.content[:8]}")
    system = _system(key.scenario, key.options).with_trials(level for _, level in key.players)
    seats, leads, signs, watch = Seats(task.why), Leads(key), Signs(SideId(key.players[0][0])), Watch()
    on_trial = any(MARK in level for _, level in key.players)

    def turn_over(game: Game[Any]) -> None:
        leads.noted(game)
        if on_trial:
            signs.noted(game)
        watch.turn_over(game)

    began = perf_counter()
    of = {side: number for number, side in enumerate(look.id for look in system.sides)}

    def told(side: SideId, order: int) -> Considered | None:
        return seats.players[of[side]].told(side, order)

    game, played = play_game(
        system, key.seed, dict(key.players), None, seats.made, turn_over, told if task.why else None
    )
    seconds = perf_counter() - began
    if played.level == "unfinished":
        return task.failed(f"it was not over after {played.orders} orders")
    if task.save:
        _save(task, system, game)
    sides = [look.id for look in system.sides]
    return evolve(
        result_of(key),
        version=task.build,
        winner=played.winner,
        level=played.level,
        scores={str(side): points for side, points in played.scores.items()},
        turns=played.turns,
        orders=played.orders,
        events=played.events,
        seconds=round(seconds, 4),
        leads=tuple(leads.found),
        signs=tuple(signs.found),
        thought={side: round(one.thought, 3) for side, one in zip(sides, seats.players, strict=True)},
        slowest={side: round(one.slowest, 3) for side, one in zip(sides, seats.players, strict=True)},
        amiss={side: getattr(one.player, "amiss", 0) for side, one in zip(sides, seats.players, strict=True)},
        openings=openings(game.journal),
        conduct={side: one.numbers() for side, one in watch.conduct().items()},
    )


@define
class Leads:
    """How many points the first side was ahead at the end of each turn."""

    key: Key
    found: list[int] = field(factory=list)

    def noted(self, game: Game[Any]) -> None:
        """Note the score as it is."""
        scores = {str(one.side): one.points for one in game.system.standings(game.state)}
        first, second = (side for side, _ in self.key.players[:2])
        self.found.append(scores.get(first, 0) - scores.get(second, 0))


@define
class Signs:
    """What tells how well the first side stands, at the end of each turn while the game goes on: for who learns.

    side: the first."""

    side: SideId
    found: list[Mapping[str, float]] = field(factory=list)

    def noted(self, game: Game[Any]) -> None:
        """Note the signs as they are."""
        if not game.over:
            signs = game.system.signs(game.state, self.side)
            self.found.append({name: round(value, 4) for name, value in signs.items() if value})


def openings(journal: list[Event]) -> dict[str, str]:
    """A hash of the first orders of each side: those that it gives until dice are rolled after the first of them."""
    from core.codec import encode_order
    from core.event import OrderGiven

    told: dict[str, list[str]] = {}
    over: set[str] = set()
    for event in journal:
        if isinstance(event, OrderGiven) and event.side not in over:
            told.setdefault(str(event.side), []).append(repr(encode_order(event.order)))
        if event.rolls:
            over.update(told)
    return {side: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:_TELLING] for side, lines in told.items()}


def _save(task: Task, system: RuleSystem[Any], game: Game[Any]) -> None:
    from saves.line import Header
    from saves.session import write_journal

    header = Header(
        system=system.id,
        edition=system.edition,
        scenario=task.key.scenario,
        options=system.options,
        sides={side: f"ai:{level}" for side, level in task.key.players},
        content=task.key.content,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        seed=task.key.seed,
    )
    write_journal(save_path(task), header, game.journal)


def save_path(task: Task) -> Path:
    """The file of a game that is kept."""
    from saves.library import SUFFIX, slug

    return (task.save or Path()) / f"{slug(task.key.scenario)}-{task.key.seed}{SUFFIX}"


@lru_cache(maxsize=_OPEN)
def _system(scenario: str, options: tuple[str, ...]) -> RuleSystem[Any]:
    from content import catalogue

    return catalogue.open_system(scenario, options)


@lru_cache(maxsize=_OPEN)
def _content(scenario: str) -> str:
    from content import catalogue

    return catalogue.content_hash(scenario)


def keys(scenario: str, options: tuple[str, ...], players: Mapping[str, str], seeds: Iterable[str]) -> list[Key]:
    """Games of a scenario, one for each seed. ContentError if its files have mistakes."""
    content = _content(scenario)
    return [Key(scenario, options, tuple(players.items()), seed, content) for seed in seeds]
