"""Games to think about: sample journals in the middle, and small ones that are played to their end."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from content import catalogue
from core.ai.decision import Decision
from core.dice import SeededDice
from core.event import SideId
from core.play.game import Game
from saves.library import SAMPLES
from saves.session import open_replay

PIMPLE = "the-pimple"


@cache
def rules(scenario: str = PIMPLE) -> Any:
    """The rules of a scenario."""
    return catalogue.open_system(scenario)


def begun(scenario: str = PIMPLE) -> Game[Any]:
    """A game that has just begun."""
    game: Game[Any] = Game(rules(scenario), SeededDice("thinking"))
    game.begin()
    return game


def decision(game: Game[Any], level: str = "greedy", seed: str = "x") -> Decision:
    """What the side to move has to decide."""
    side = game.active[0]
    return Decision(game.system, game.view(side), side, level, seed)


def halfway(journal: Path) -> tuple[Game[Any], tuple[SideId, ...]]:
    """The game of a journal, cut in the middle; its sides."""
    game = open_replay(journal, catalogue.open_system).game
    half = game.fork(len(game.journal) // 2, SeededDice("half"))
    return half, tuple(SideId(look.id) for look in half.system.sides)


JOURNALS = sorted(SAMPLES.glob("*.journal"))
