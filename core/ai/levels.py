"""The levels of the computer player: the one list that commands, menus, the lobby and all checks read."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from attrs import frozen

from core.ai import trial
from core.ai.planner import Effort, Planner
from core.ai.players import Greedy, RandomPlayer, Thinker
from core.alike import Alike
from core.dice import Dice, SeededDice


@frozen(eq=False, repr=False)
class Level(Alike):
    """A level of the computer player.

    id: its name in commands and headers ("ai:ID"); title: as it is shown; about: how it plays, in words that go on from
    "computer, "; plays: makes one that draws with its own dice. own: it is offered only for systems that have numbers
    of their own for it; elsewhere it plays as they suggest. seconds: so many are enough for a decision at a
    table; relief: the level that decides for it where others wait to think, "" = none.
    """

    id: str
    title: str
    about: str
    plays: Callable[[Dice], Thinker]
    own: bool = False
    seconds: float = 10.0
    relief: str = ""

    def offered(self, own: Collection[str]) -> bool:
        """Whether it is offered for a system that has numbers of its own for the levels with these ids."""
        return not self.own or self.id in own


#: How hard those think that look ahead.
VETERAN: Final = Effort((2, 2, 2), 6)
ELITE: Final = Effort((4, 4, 8), 12)


def _weighing(name: str) -> Callable[[Dice], Thinker]:
    """One that judges by the numbers that every rule system has for a level, `content/<system>/ai/<level>.toml`."""
    return lambda dice: Greedy(dice, name)


def _planning(effort: Effort) -> Callable[[Dice], Thinker]:
    """One that looks ahead by the plans of the veteran; where a system has none it plays as the regular."""
    return lambda dice: Planner(dice, "veteran", "regular", effort)


#: All levels, the weakest first, by id.
LEVELS: Final[dict[str, Level]] = {
    level.id: level
    for level in (
        Level("random", "Random", "plays anything legal", RandomPlayer),
        Level("recruit", "Recruit", "looks at little, goes straight on and fires at once", _weighing("recruit")),
        Level("greedy", "Greedy", "plays what pays most now", Greedy),
        Level("regular", "Regular", "plays what pays, by numbers learned from games", _weighing("regular")),
        Level(
            "veteran",
            "Veteran",
            "plays out plans, and holds the best",
            _planning(VETERAN),
            seconds=8.0,
            relief="regular",
        ),
        Level("elite", "Elite", "plays out plans longer and more often", _planning(ELITE), relief="regular"),
    )
}
#: Who plays where nobody is named.
DEFAULT_LEVEL: Final = "regular"
#: Who plays on for somebody who has gone or whose time is out, and for a level that fails.
SUBSTITUTE: Final = "greedy"
#: Who advises a player.
ADVISER: Final = "regular"


def level(name: str) -> Level:
    """A level by its id. ValueError names the levels there are."""
    try:
        return LEVELS[name]
    except KeyError:
        raise ValueError(f"there is no computer player {name!r}; there are {', '.join(LEVELS)}") from None


def offered(own: Collection[str] = ()) -> tuple[Level, ...]:
    """The levels that are offered for a system, the strongest first.

    own: ids of the levels for which the system has numbers of its own.
    """
    return tuple(one for one in reversed(LEVELS.values()) if one.offered(own))


def player(name: str, seed: str) -> Thinker:
    """A computer player of a level, or one on trial (`core.ai.trial`). ValueError names the levels there are."""
    tried = trial.read(name)
    if tried is None:
        return level(name).plays(SeededDice(seed))
    plays = level(tried.level).plays(SeededDice(seed))
    if not isinstance(plays, Greedy):
        raise ValueError(f"{tried.level} does not judge by weights alone; try greedy or regular")
    return Greedy(plays.dice, name)
