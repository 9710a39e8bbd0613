"""Overruns at Path or Road rate, and along one branch of a fork: what menus offer, and what comes of it (na:6.6.10,
na:4.5.1.1.5b, na:4.5.1.1.5c)."""

from __future__ import annotations

import pytest

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.panzer.assault import overrunning
from core.panzer.assault.events import OverrunResolved
from core.panzer.assault.orders import Overrun
from core.panzer.movement import orders
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced

GERMAN, VEHICLE, TARGET = SideId("german"), UnitId("g1"), UnitId("b1")
#: Up column B; from there to the north and to the north-east.
FORK = ("B5 B4 B3 B2 B1", "B3 C2 D2")


def posed(at: str, target: str, *roads: str, facing: str = "N", kind: str = "road") -> Game[PanzerState]:
    """A PzKpfw III on a road, and a rifle squad that it has spotted."""
    stated = {
        "modules": ["advanced"],
        "board": {
            "grid": "\n".join(["s s s s s"] * 6),
            "route": [{"kind": kind, "hexes": road} for road in roads],
        },
        "unit": [
            {"id": VEHICLE, "card": "g42-pzkpfw-iii-f1", "hex": at, "facing": facing, "command": "MOVE"},
            {"id": TARGET, "card": "na-gb-rifle-squad", "side": "british", "hex": target},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    return Game(situation(stated, "x", "x", "x.toml"), SeededDice("1"))


def offered(game: Game[PanzerState]) -> list[str]:
    return [o.pick for o in game.choices(GERMAN, (f"overrun:{VEHICLE}", TARGET)).legal]


def test_an_overrun_may_begin_a_move_along_a_road() -> None:
    """na:6.6.10, na:4.5.1.1.5a: Cross-Country or at Road rate, as its player likes."""
    game = posed("B4", "B3", *FORK)
    assert offered(game) == ["F", "route:F", "route:R:0"]
    order = game.system.order(game.state, GERMAN, (f"overrun:{VEHICLE}", TARGET, "route:F"))
    assert isinstance(order, Overrun)
    assert (order.rate, order.step) == (Rate.ROUTE, "F")
    game.submit(GERMAN, order)
    assert any(isinstance(e, OverrunResolved) for e in game.journal)
    assert game.state.moves.set_off[VEHICLE].rate is Rate.ROUTE


def test_the_starting_facing_is_free_along_a_road() -> None:
    """na:4.5.1.1.5b: across the country it has to turn first."""
    game = posed("B4", "B3", *FORK, facing="SE")
    assert offered(game) == ["route:F:0", "route:R:0"]


def test_an_overrun_along_a_branch_of_a_fork() -> None:
    """na:4.5.1.1.5b: in the middle of a move at Road rate the step names the way."""
    game = posed("B4", "C2", *FORK)
    assert offered(game) == []
    game.submit(GERMAN, orders.Move(unit=VEHICLE, rate=Rate.ROUTE, steps=("F",), end=False))
    picks = (f"overrun:{VEHICLE}", TARGET)
    assert game.choices(GERMAN, picks).complete
    order = game.system.order(game.state, GERMAN, picks)
    assert isinstance(order, Overrun)
    assert (order.rate, order.step) == (Rate.ROUTE, "F:1")
    game.submit(GERMAN, order)
    assert any(isinstance(e, OverrunResolved) for e in game.journal)


def test_the_route_gone_must_earn_the_allowance() -> None:
    """na:4.5.1.1.5c: no Road hex is still to come once the Overrun has begun."""
    game = posed("B6", "B3", "B6 B5 B4 B3 B2", kind="path")
    game.submit(GERMAN, orders.Move(unit=VEHICLE, rate=Rate.ROUTE, steps=("F", "F"), end=False))
    begun = game.state.moves.active
    assert begun is not None
    card = game.state.card(VEHICLE)
    path, road = card.move[1], card.move[2]  # type: ignore[union-attr]
    for spent, allowed in ((path - 1, True), (path, False)):
        state = game.state.copy()
        state.moves = replaced(game.state.moves, active=replaced(begun, spent=spent))
        assert road > path
        steps = overrunning.steps_to(state, VEHICLE, TARGET, Rate.ROUTE)
        assert bool(steps) is allowed


@pytest.mark.parametrize("pick", ["F", "route:F"])
def test_the_menu_and_the_order_are_of_one_mind(pick: str) -> None:
    game = posed("B4", "B3", *FORK)
    picks = (f"overrun:{VEHICLE}", TARGET, pick)
    assert game.choices(GERMAN, picks).complete
    order = game.system.order(game.state, GERMAN, picks)
    assert order is not None
    game.submit(GERMAN, order)
