"""Every kind of order that the computer player is meant to give is given in whole games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from content.panzerwar.library import LIBRARY
from core.ai import Greedy, RandomPlayer
from core.ai.players import Player
from core.dice import SeededDice
from core.event import SideId
from core.order import Order
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.state import WarState
from core.play.game import Game
from core.play.simulate import play_out

#: What it gives in games of tanks alone, whatever happens.
ALWAYS = {
    "pw-place-rest",
    "pw-tactical-order",
    "pw-tactical-order Rush",
    "pw-plan",
    "pw-sight-together",
    "pw-fire",
    "finish-step",
}
#: What it gives besides in some game or other; no game calls for all.
SOMETIMES = {
    "pw-appoint",
    "pw-area-fire",
    "pw-call",
    "pw-carry-on",
    "pw-correct",
    "pw-dig",
    "pw-lay-mines",
    "pw-mark",
    "pw-place",
    "pw-plan candles",
    "pw-plan unload",
    "pw-pre-plan",
    "pw-react",
    "pw-register",
    "pw-smoke",
    "pw-suppress",
    "pw-tactical-order Advance",
    "pw-tactical-order Bound",
    "pw-tactical-order Cover",
    "pw-tactical-order Engage",
    "pw-tactical-order Withdraw",
}
#: What only a random player gives: he changes his mind.
RANDOM = {"pw-no-plan", "pw-withdraw-fire", "pw-cease"}
#: Games in which all of that comes up.
GAMES = (
    *(("pw-0", str(seed), ()) for seed in range(8)),
    ("pw-1", "x", ("overwatch", "aimed-fire")),
    ("pw-2", "x", ("overwatch",)),
    ("pw-3", "x", ("aimed-fire",)),
    ("pw-3", "y", ()),
)


def kinds(order: Order) -> Iterator[str]:
    """The kind of an order, and what is special of it."""
    yield order.name
    if isinstance(order, GiveOrder):
        yield f"{order.name} {order.tactical.value}"
    if isinstance(order, WritePlan):
        yield from (f"{order.name} {what}" for what in ("candles", "unload") if getattr(order.plan, what))


def given(
    level: type[Greedy] | type[RandomPlayer], scenario: str, seed: str, *options: str, turns: int = 99
) -> set[str]:
    """The kinds of orders of a game between players of a level; none of them errs."""
    system = LIBRARY.open(LIBRARY.scenario(scenario), options)
    game: Game[WarState] = Game(system, SeededDice(seed))
    found: set[str] = set()

    class Noted:
        def __init__(self, player: Player) -> None:
            self.player = player

        def order(self, system: Any, view: Any, side: SideId) -> Order:
            order = self.player.order(system, view, side)
            found.update(kinds(order))
            return order

    players = {SideId(s.id): level(SeededDice(seed + s.id)) for s in system.sides}
    for _ in play_out(game, {side: Noted(player) for side, player in players.items()}):
        if game.state.turn > turns:
            break
    assert all(player.amiss == 0 for player in players.values() if isinstance(player, Greedy))
    return found


def test_tanks_alone_are_given_all_that_they_need() -> None:
    """The small engagement."""
    assert given(Greedy, "pw-0", "kinds") >= ALWAYS


@pytest.mark.long
def test_every_kind_of_order_is_given() -> None:
    """Of the computer player in some games of each engagement, and of him who orders at random."""
    found = set[str]().union(*(given(Greedy, scenario, seed, *options) for scenario, seed, options in GAMES))
    assert (ALWAYS | SOMETIMES) - found == set()
    assert given(RandomPlayer, "pw-2", "a", turns=2) >= RANDOM
