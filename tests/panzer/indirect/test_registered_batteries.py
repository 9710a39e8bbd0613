"""na:6.5.1.4, min:23.3.5: a scenario may say for which batteries Pre-Registered Points are."""

from __future__ import annotations

import pytest

from content import catalogue
from core.dice import SeededDice
from core.event import SideId
from core.order import IllegalOrder
from core.panzer.indirect.orders import RegisterPoint
from core.panzer.indirect.planned import batteries, check_point, registrable
from core.play.game import Game

SOVIET = SideId("soviet")


def test_the_points_of_ponyri_are_for_the_medium_battery() -> None:
    game = Game(catalogue.open_system("ponyri"), SeededDice("points"))
    game.begin()
    state = game.state
    medium, *light = batteries(state, SOVIET)
    assert registrable(state, SOVIET) == (medium,)
    check_point(state, SOVIET, RegisterPoint(hex=state.board.hex("D4"), batteries=(medium,)))
    with pytest.raises(IllegalOrder, match="name batteries: sa1"):
        check_point(state, SOVIET, RegisterPoint(hex=state.board.hex("D4"), batteries=(medium, light[0])))
    picked = game.system.order(state, SOVIET, ("point", "D4"))
    assert picked == RegisterPoint(hex=state.board.hex("D4"), batteries=(medium,)), "no battery is left to be asked for"


def test_where_none_is_named_all_may_have_them() -> None:
    game = Game(catalogue.open_system("turning-tide"), SeededDice("points"))
    game.begin()
    german = SideId("german")
    assert registrable(game.state, german) == batteries(game.state, german) != ()
