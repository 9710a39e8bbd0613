"""Why a computer player orders what it does: told of every kind of order that it weighs, by the numbers for that."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.order import Order
from core.panzer.movement.orders import Move
from core.panzer.opponent import moves
from core.panzer.opponent.picture import picture
from core.panzer.opponent.transport import loaded
from core.play.game import Game
from core.presentation import Argument
from tests.panzer.whole.test_optional_games import OPTIONS, drawn
from tests.panzer.whole.test_switched_games import opened

#: What is always told of, by scenario.
TOLD = {
    "the-bridge": {"place-commands", "choose-first-player", "fire", "overwatch-fire", "pass", "move"},
    "halfaya-pass": {"place-commands", "share-command", "fire", "overwatch-fire", "pass", "move", "full-cover"},
    "rear-area-raid": {"pb-announce", "pb-resolve", "pb-move", "pb-load", "pb-unload", "pb-close-assault"},
    "pw-0": {"pw-tactical-order", "pw-plan", "pw-fire", "pw-react", "pw-carry-on"},
}
#: The fight that has something of everything, with all options that go together.
FIGHT = "fight"
EVERYTHING = drawn(0, len(OPTIONS))
Given = tuple[Any, SideId, Order, tuple[Argument, ...]]


@cache
def orders(scenario: str) -> tuple[Given, ...]:
    """The orders of a game between computers, each with the view that it was given from and its reasons."""
    system: Any = opened(scenario, EVERYTHING) if scenario == FIGHT else catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("why"))
    game.begin()
    minds = {look.id: player("greedy", f"w/{look.id}") for look in system.sides}
    found: list[Given] = []
    for _ in range(320):
        if game.over:
            break
        side = game.active[0]
        view = game.view(side)
        order = minds[side].order(system, view, side)
        found.append((view, side, order, system.why(view, side, order)))
        game.submit(side, order)
    return tuple(found)


@pytest.mark.parametrize("scenario", TOLD)
def test_every_order_that_is_weighed_has_reasons(scenario: str) -> None:
    told = {order.name for _, _, order, why in orders(scenario) if why}
    assert told >= TOLD[scenario]


@pytest.mark.parametrize("scenario", [*TOLD, FIGHT])
def test_no_decision_is_without_a_note(scenario: str) -> None:
    silent = [order for _, _, order, why in orders(scenario) if not why]
    assert not silent


@pytest.mark.parametrize("scenario", [*TOLD, FIGHT])
def test_reasons_are_words_of_the_game(scenario: str) -> None:
    for _, _, order, why in orders(scenario):
        for one in why:
            assert one.text[0].isupper() or one.text[0].isdigit(), order
            assert not {"Hex(", "Point(", "<", "None"} & set(one.text.split()), one.text
            assert one.points is None or abs(one.points) < 1000


def test_the_parts_of_a_move_are_all_that_it_is_judged_by() -> None:
    """Who carries nobody has nothing but a turn and the way it looks beside the parts that are told."""
    compared = 0
    for view, side, order, _ in orders("the-bridge"):
        if not isinstance(order, Move) or view.units[order.unit].hex is None:
            continue
        seen, unit = picture(view, side), view.units[order.unit]
        end = moves.best_end(seen, unit)
        if end is not None and end.steps == order.steps and not loaded(view, unit.id):
            assert abs(moves.reasons(seen, unit, end).other) <= 0.5
            compared += 1
    assert compared > 10


def test_a_command_is_weighed_against_the_best_other() -> None:
    """A unit that has a command of its own gets the one that promises it most."""
    for _, _, order, why in orders("the-bridge"):
        if order.name in ("place-command", "place-commands"):
            assert all(one.points is None or one.points >= 0 for one in why)
