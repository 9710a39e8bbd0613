"""Whole games without a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from core.ai import Player, player
from core.dice import SeededDice
from core.event import SideId
from core.play.aside import Aside
from core.play.game import Game
from core.system import RuleSystem

#: More orders than any game needs; a game that exceeds it is reported as unfinished.
ORDER_LIMIT = 20_000


@frozen
class Played:
    """A game that was played to its end: counts, scores by side, the winner (None = draw), how it ended."""

    seed: str
    orders: int
    events: int
    turns: int
    scores: Mapping[str, int]
    winner: str | None
    level: str


def play_out(
    game: Game[Any],
    players: Mapping[SideId, Player],
    limit: int = ORDER_LIMIT,
    *,
    told: Callable[[SideId, int], Aside | None] | None = None,
) -> Iterator[int]:
    """Play a game on until it is over, yielding the number of orders given so far after each.

    told: asked after each order for a note on it, by its side and the number of its event.
    """
    game.begin()
    orders = 0
    while not game.over and orders < limit:
        side = game.active[0]
        order, number = players[side].order(game.system, game.view(side), side), len(game.journal) + 1
        game.submit(side, order)
        if told is not None and (note := told(side, number)) is not None:
            game.note(note)
        orders += 1
        yield orders


def play_game(
    system: RuleSystem[Any],
    seed: str,
    levels: Mapping[str, str],
    watch: Callable[[Game[Any]], None] | None = None,
    made: Callable[[str, str], Player] = player,
    turn_over: Callable[[Game[Any]], None] | None = None,
    told: Callable[[SideId, int], Aside | None] | None = None,
) -> tuple[Game[Any], Played]:
    """One game between computer players; the dice of the game and of each player follow from the seed.

    levels: the level of each side's player by side id; missing sides are "greedy". watch: called with the game
    before its first event, for instance to hang a journal on it. made: makes a player of a level and a seed.
    turn_over: called with the game after each turn, and at the end; told: as of `play_out`, its notes are no events of
    the game.
    """
    game: Game[Any] = Game(system, SeededDice(seed))
    if watch is not None:
        watch(game)
    players = {SideId(look.id): made(levels.get(look.id, "greedy"), f"{seed}/{look.id}") for look in system.sides}
    orders = turn = 0
    for count in play_out(game, players, told=told):
        orders = count
        if turn_over is not None and (now := _turn(game)) != turn and not game.over:
            if turn:
                turn_over(game)
            turn = now
    if turn_over is not None:
        turn_over(game)
    outcome = system.outcome(game.state)
    played = Played(
        seed=seed,
        orders=orders,
        events=sum(not isinstance(event, Aside) for event in game.journal),
        turns=_turn(game),
        scores={s.side: s.points for s in system.standings(game.state)},
        winner=outcome.winner if outcome else None,
        level=outcome.level if outcome else "unfinished",
    )
    return game, played


def _turn(game: Game[Any]) -> int:
    return game.system.face.status(game.view(None)).turn
