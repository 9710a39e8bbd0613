"""Looking ahead in Panzer War: from its view alone a side imagines the enemy that it does not see, and plays on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from content import catalogue
from core.ai.planner import Greedy
from core.ai.playouts import course
from core.dice import SeededDice
from core.event import SideId
from core.panzerwar.opponent import imagined
from core.panzerwar.pieces.element import Presence
from core.panzerwar.state import WarState
from core.play.game import Game
from core.play.simulate import play_out

ENGAGEMENTS = ("pw-0", "pw-1", "pw-2", "pw-3")


def turns(scenario: str, last: int) -> Iterator[tuple[Game[Any], SideId, WarState]]:
    """The first orders of each side in each turn of a game between computers, with its view, up to a turn."""
    game: Game[Any] = Game(catalogue.open_system(scenario), SeededDice("imagined"))
    players: Any = {look.id: Greedy(SeededDice(look.id), "regular") for look in game.system.sides}
    seen = 0
    for _ in play_out(game, players):
        if game.state.turn > seen:
            seen = game.state.turn
            for side in game.active:
                yield game, side, game.system.view(game.state, side)
        if seen >= last:
            return


@pytest.mark.parametrize("scenario", ENGAGEMENTS)
def test_what_is_imagined_cannot_be_told_from_what_is(scenario: str) -> None:
    for game, side, view in turns(scenario, 8 if scenario == "pw-0" else 2):
        world = game.system.imagined(view, side)
        assert game.system.view(world, side) == view
        assert world.elements.keys() >= {e.id for e in game.system.on.elements}
        assert world.organisations.keys() == {o.id for o in game.system.on.organisations}
        for element in world.elements.values():
            assert element.organisation in world.organisations
            if element.presence is Presence.ON_TABLE:
                assert element.at is not None


def test_an_enemy_who_attacks_comes_on_unseen() -> None:
    for _, side, view in turns("pw-0", 4):
        if side != "soviet":
            continue
        world, first = imagined.imagined(view, side), imagined.opened(view)
        for element in world.elements.values():
            if element.side == side or element.id in view.elements or not element.on_table:
                continue
            was = first.elements[element.id]
            if element.at != was.at and element.id not in view.glimpsed.get(side, {}):
                assert not imagined._seen(view, side, element.where)
                assert view.turn > 1


@pytest.mark.parametrize(
    "scenario", [one if one in ("pw-0", "pw-3") else pytest.param(one, marks=pytest.mark.long) for one in ENGAGEMENTS]
)
def test_play_goes_on_from_what_is_imagined(scenario: str) -> None:
    for game, side, view in turns(scenario, 2 if scenario == "pw-0" else 1):
        mind = game.system.mind("veteran")
        assert mind is not None
        for plan in mind.plans[:2]:
            played = course(game.system, mind, view, side, plan, mind.plans[0], "seed")
            assert played.until(view.turn + 1)
            assert played.over or played.state.turn == view.turn + 1
            assert -0.2 <= played.worth <= 1.2


def test_no_more_set_ups_are_kept_than_are_wanted() -> None:
    for _ in range(imagined._KEPT + 2):
        rules: Any = catalogue.open_system("pw-0")
        imagined.opened(rules.initial())
    assert imagined._set_up.cache_info().currsize <= imagined._KEPT
