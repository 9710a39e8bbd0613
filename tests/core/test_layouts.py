"""A set-up told as picks sets the same force up in the same way again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from content import catalogue
from core.choice import Partial
from core.dice import SeededDice
from core.event import SideId
from core.order import IllegalOrder
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


def built(game: Game[Any], side: SideId, begin: str, dice: Random) -> Partial | None:
    """The picks of an order that begins so, made at random, until nothing more is asked; None where there is no way."""
    partial: Partial = (begin,)
    while True:
        now = game.choices(side, partial)
        legal = now.legal
        if not legal or (now.complete and dice.random() < 0.3):
            return partial if now.complete else None
        partial = (*partial, dice.choice(legal).pick)


@pytest.mark.parametrize(
    ("scenario", "options", "step", "heads"),
    [
        ("turning-tide", (), "plotting", ("point", "planned")),
        ("ponyri", (), "plotting", ("point", "planned")),
        ("ponyri", (), "minefields", ("minefield:",)),
        ("halfaya-pass", ("camouflage",), "camouflage", ("camouflage:",)),
        ("pw-2", (), "set-up", ("register:", "pre-plan:")),
        ("pw-2", (), "set-up", ("register:", "mines:")),
    ],
)
def test_what_is_plotted_mined_and_planned_is_told_too_and_laid_in_the_place_of_other(
    scenario: str, options: tuple[str, ...], step: str, heads: tuple[str, ...]
) -> None:
    def begun() -> tuple[Game[Any], SideId]:
        system: Any = catalogue.open_system(scenario, options)
        game: Game[Any] = Game(system, SeededDice("layout"))
        game.begin()
        while game.state.step != step:
            game.submit(game.active[0], game.order(game.active[0], ("finish-step",)))
        return game, next(side for side in game.active if offered(game, side) >= set(heads))

    def offered(game: Game[Any], side: SideId) -> set[str]:
        return {head for head in heads if any(c.pick.startswith(head) for c in game.choices(side).legal)}

    def lay(game: Game[Any], side: SideId, seed: int) -> tuple[Partial, ...]:
        dice = Random(seed)
        for _ in range(12):
            picks = [c.pick for c in game.choices(side).legal if c.pick.startswith(heads)]
            partial = built(game, side, dice.choice(picks), dice) if picks else None
            if partial is not None and partial[1:2] not in (("up",), ("none",)):
                give(game, side, partial)
        found: tuple[Partial, ...] = game.system.layout(game.view(side), side)
        return found

    game, side = begun()
    told = lay(game, side, 1)
    assert {head for head in heads if any(p[0].startswith(head) for p in told)} == set(heads)
    again, same = begun()
    assert same == side
    assert give(again, side, *again.system.relaid(again.view(side), side, told)) == told
    other, _ = begun()
    assert lay(other, side, 2) != told
    relaid = other.system.relaid(other.view(side), side, told)
    waiting = [p for p in relaid if p not in other.system.layout(other.view(side), side)]
    for _ in range(3):  # what is in the way of another goes first
        for partial in list(waiting):
            try:
                give(other, side, partial)
            except IllegalOrder:
                continue
            waiting.remove(partial)
    assert sorted(other.system.layout(other.view(side), side)) == sorted(told)


def test_what_was_plotted_and_mined_is_told_with_the_units() -> None:
    game: Game[Any] = Game(catalogue.open_system("ponyri"), SeededDice("layout"))
    game.begin()
    dice, before = Random(4), dict[SideId, Partial]()
    while game.state.step in ("plotting", "minefields"):
        side = game.active[0]
        fields = [c.pick for c in game.choices(side).legal if c.pick.startswith(("minefield:", "point"))]
        partial = built(game, side, fields[0], dice) if fields and side not in before else None
        if partial is not None:
            before[side] = give(game, side, partial)[0]
        game.submit(side, game.order(side, ("finish-step",)))
    side = game.active[0]
    give(game, side, ("place-rest",))
    told = game.system.layout(game.view(side), side)
    assert before[side] in told
    now = game.system.relaid(game.view(side), side, told)
    assert before[side] not in now, "it belongs to another step"
    assert all(partial in told for partial in now)
    assert len(now) < len(told)
