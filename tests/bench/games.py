"""The scenarios that are measured and whole games of them, all through the doors that every player has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import define, field, frozen

from content import catalogue
from content.kit.library import ScenarioInfo
from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId
from core.play.game import Game
from core.play.simulate import play_game
from core.system import RuleSystem
from saves.library import SAMPLES
from saves.reading import read_header
from saves.session import open_replay

#: Seed of the games that are played for a bench.
SEED = "bench"


@frozen
class Run:
    """What is asked of a bench: the scenarios, the largest first, and whether it is to be short."""

    scenarios: tuple[str, ...]
    quick: bool = False


def kind(scenario: str) -> str:
    """What a scenario stands for in the table of aims: "basic", "advanced", "panzerblitz" or "panzerwar"."""
    info = catalogue.scenario_info(scenario)
    if info.system != "panzer":
        return info.system
    return "advanced" if "advanced" in info.layers else "basic"


def scenarios() -> tuple[str, ...]:
    """All scenarios of the catalogue, system by system, those with most units first."""
    infos: Sequence[ScenarioInfo] = catalogue.scenarios()
    order = catalogue.systems()
    return tuple(i.id for i in sorted(infos, key=lambda i: (order.index(i.system), -i.units, i.id)))


def grown() -> tuple[str, ...]:
    """Those that can be played with half and twice their units: not of Panzer War, whose elements stand in units under
    command."""
    return tuple(one for one in scenarios() if kind(one) != "panzerwar")


def some() -> tuple[str, ...]:
    """Those of a short run: the two largest of the Advanced Game, the largest of every other kind."""
    found: dict[str, list[str]] = {}
    for scenario in scenarios():
        found.setdefault(kind(scenario), []).append(scenario)
    return tuple(one for name, all_ in found.items() for one in all_[: 2 if name == "advanced" else 1])


@cache
def system(scenario: str) -> RuleSystem[Any]:
    """The rules of a scenario."""
    return catalogue.open_system(scenario)


@frozen
class Played:
    """A whole game between computer players: its rules, its events, the seed of its dice."""

    system: RuleSystem[Any]
    events: tuple[Event, ...]
    seed: str

    @property
    def orders(self) -> tuple[OrderGiven, ...]:
        """The orders, in order."""
        return tuple(e for e in self.events if isinstance(e, OrderGiven))


@cache
def played(scenario: str) -> Played:
    """A whole game of the default computer players: the sample that is shipped, else one played now."""
    for path in sorted(SAMPLES.glob("*.journal")):
        header = read_header(path)
        if header.scenario == scenario and header.seed is not None:
            replay = open_replay(path, lambda id_, options: system(id_))
            return Played(replay.game.system, tuple(replay.game.journal), header.seed)
    game, _ = play_game(system(scenario), SEED, {})
    return Played(game.system, tuple(game.journal), SEED)


def again(whole: Played) -> Game[Any]:
    """A game with the dice of a whole one, begun."""
    game: Game[Any] = Game(whole.system, SeededDice(whole.seed))
    game.begin()
    return game


@define
class Moment:
    """A position of a game in which a side is to order; it holds until the next is asked for.

    step: phase and step; weight: how many positions of the game it stands for; given: the order that was given.
    """

    system: RuleSystem[Any]
    state: Any
    side: SideId
    step: str
    turn: int
    weight: float
    given: OrderGiven
    number: int = field(default=0)


#: Whether a position is wanted, by its step and turn.
Wanted = Callable[[str, int], bool]


def moments(
    whole: Played, most: int, wanted: Wanted = lambda step, turn: True, *, share: tuple[int, int] = (0, 1)
) -> Iterator[Moment]:
    """About so many positions of a game, of every step some, spread over the game; in the order of the game.

    share: (k, n) gives the k-th of n shares of them, each spread over the game too.
    """
    chosen = _chosen(_strata(whole, wanted), most)
    chosen = {number: chosen[number] for number in sorted(chosen)[share[0] :: share[1]]}
    rules, state = whole.system, whole.system.initial()
    for number, event in enumerate(whole.events):
        if number in chosen and isinstance(event, OrderGiven):
            step, turn, weight = chosen[number]
            yield Moment(rules, state, event.side, step, turn, weight, event, number)
        rules.evolve(state, event)


def _strata(whole: Played, wanted: Wanted) -> dict[str, list[tuple[int, int]]]:
    """By step: the indices of the events before which a side was to order, with their turns."""
    rules, state = whole.system, whole.system.initial()
    found: dict[str, list[tuple[int, int]]] = {}
    for number, event in enumerate(whole.events):
        if isinstance(event, OrderGiven):
            status = rules.face.status(state)
            step = f"{status.phase}, {status.step}" if status.step else status.phase
            if wanted(step, status.turn):
                found.setdefault(step, []).append((number, status.turn))
        rules.evolve(state, event)
    return found


def _chosen(strata: Mapping[str, list[tuple[int, int]]], most: int) -> dict[int, tuple[str, int, float]]:
    """Of every step as many as of every other, if there are so many."""
    found: dict[int, tuple[str, int, float]] = {}
    left = most
    for nth, (step, all_) in enumerate(sorted(strata.items(), key=lambda one: len(one[1]))):
        some_ = min(len(all_), max(1, left // (len(strata) - nth)))
        left -= some_
        for k in range(some_):
            number, turn = all_[(2 * k + 1) * len(all_) // (2 * some_)]
            found[number] = step, turn, len(all_) / some_
    return found
