"""Whole games by file: two players with a data directory each, and nothing but files between them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from attrs import define, field

from content.catalogue import open_system
from core.ai import player
from core.order import Order
from saves.post.correspondence import read
from saves.post.game import PostGame
from saves.post.opening import invite, open_game, take_file

NOW = datetime(2026, 1, 2, 3, 4, 5)
#: Chooses an order from a view, for a side.
Mind = Callable[[Any, Any, str], Order]


def now() -> datetime:
    """A clock that stands still."""
    return NOW


@define
class Table:
    """A game by file between two data directories. files: every file that was sent, in order."""

    data: dict[str, Path]
    game: str
    files: list[bytes] = field(factory=list)

    def open(self, side: str) -> PostGame:
        """The game as one of them has it."""
        return open_game(self.data[side], self.game, open_system, now=now)

    def send(self, to: str) -> PostGame:
        """Import the last file on the other side."""
        return take_file(self.data[to], self.files[-1], open_system, now=now)[0]


def begin(tmp: Path, scenario: str, *options: str, first: int = 0) -> tuple[Table, PostGame]:
    """A game that the invited side has just joined, and that side's half; first: which side invites."""
    sides = [look.id for look in open_system(scenario, options).sides]
    by, other = sides[first], sides[1 - first]
    data = {by: tmp / by, other: tmp / other}
    with invite(data[by], scenario, open_system, side=by, options=options, now=now) as game:
        table = Table(data, game.game)
        game.export(tmp / "first.turn")
    table.files.append((tmp / "first.turn").read_bytes())
    return table, table.send(other)


def order_on(game: PostGame, mind: dict[str, Any]) -> None:
    """Give orders until the other side is to go on."""
    while game.turn == "mine":
        replica = game.shown
        game.give(mind[game.side].order(game.system, game.system.view(replica.state, game.side), game.side))


def minds(seed: str, sides: Any, level: str = "random") -> dict[str, Any]:
    """A computer player for each side."""
    return {side: player(level, f"{seed}/{side}") for side in sides}


def play(
    table: Table,
    game: PostGame,
    mind: dict[str, Any],
    *,
    most: int = 5000,
    seen: Callable[[PostGame], None] | None = None,
) -> dict[str, PostGame]:
    """Play until the game is over, or so many files were sent; both halves, open."""
    halves = {game.side: game}
    while len(table.files) < most:
        order_on(game, mind)
        if seen is not None:
            seen(game)
        if game.turn == "over":
            break
        table.files.append(game.half.mail.data)
        other = game.half.replica.other
        if other in halves:
            game = halves[other]
            assert game.take(read(table.files[-1], game.half.mail))
        else:
            game = halves[other] = table.send(other)
    return halves
