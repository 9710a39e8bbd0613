"""A set-up told as picks sets the same force up in the same way again."""

from __future__ import annotations

from typing import Any

import pytest

from content import catalogue
from core.choice import Partial
from core.dice import SeededDice
from core.event import SideId
from core.play.game import Game


def setting_up(scenario: str, options: tuple[str, ...] = ()) -> tuple[Game[Any], SideId]:
    """A game in which a side is to set up, nothing placed and no area chosen yet."""
    system: Any = catalogue.open_system(scenario, options)
    game: Game[Any] = Game(system, SeededDice("layout"))
    game.begin()
    while not any(c.pick.startswith(("place:", "zone:")) for c in game.choices(game.active[0]).legal):
        game.submit(game.active[0], game.order(game.active[0], ("finish-step",)))
    return game, game.active[0]


def give(game: Game[Any], side: SideId, *orders: Partial) -> tuple[Partial, ...]:
    """Give orders, and tell how the side has set up then."""
    for partial in orders:
        game.submit(side, game.order(side, partial))
    found: tuple[Partial, ...] = game.system.layout(game.view(side), side)
    return found


@pytest.mark.parametrize(
    ("scenario", "first"),
    [
        ("the-bridge", ("zone:south",)),
        ("ponyri", None),
        ("advance-on-nikopol", None),  # some are loaded
        ("korsun-pocket", None),  # command posts lie in fortifications
        ("pw-3", None),
    ],
)
def test_a_layout_sets_up_the_same_again(scenario: str, first: Partial | None) -> None:
    game, side = setting_up(scenario)
    told = give(game, side, *([first] if first else []), ("place-rest",))
    counters = game.system.face.counters(game.view(side))
    assert len(told) >= len([c for c in counters if c.side == side and c.kind == "unit"])
    again, same = setting_up(scenario)
    assert same == side
    assert give(again, side, *told) == told


def test_nothing_is_told_of_it_outside_the_set_up_nor_of_the_other_side() -> None:
    game, side = setting_up("the-bridge")
    other = next(SideId(look.id) for look in game.system.sides if look.id != side)
    assert give(game, side) == ()
    give(game, side, ("zone:south",), ("place-rest",), ("finish-step",))
    assert game.system.layout(game.view(other), other) == (("zone:north",),), "nothing of it stands on the map yet"
    assert game.system.layout(game.view(side), other) == (("zone:north",),)
    give(game, other, ("place-rest",), ("finish-step",))
    assert game.system.layout(game.view(side), side) == ()


def test_what_is_hidden_is_told_too() -> None:
    game, side = setting_up("halfaya-pass", ("hidden-units",))
    offered = [c.pick for c in game.choices(side).legal]
    hide = next(pick for pick in offered if pick.startswith("hide:"))
    unit = game.choices(side, (hide,)).legal[1].pick
    hex_ = game.choices(side, (hide, unit, "go")).legal[0].pick
    told = give(game, side, (hide, unit, "go", hex_))
    assert (hide, unit, "go", hex_) in told
