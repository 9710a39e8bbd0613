"""Setting up by lot: whoever has seen it once must not know it, and it is as good as the usual one (pb:PB-SETUP-1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.ai.players import Greedy
from core.dice import SeededDice
from core.panzerblitz.ground.terrain import hides
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.state import BlitzState
from core.play.game import Game


def begun(situation: str, seed: str, variety: float, options: tuple[str, ...] = ()) -> BlitzState:
    """Both sides set up; nobody wants what is not allowed."""
    system: Any = catalogue.open_system(situation, options)
    system = evolve(system, tempers={"tried": evolve(system.tempers["regular"], variety=variety)})
    game: Game[Any] = Game(system, SeededDice("set-up"))
    player = Greedy(SeededDice(seed), "tried")
    game.begin()
    while game.state.step == SET_UP:
        side = game.active[0]
        game.submit(side, player.order(system, game.view(side), side))
    assert not player.amiss
    state: BlitzState = game.state
    return state


def places(state: BlitzState) -> tuple[object, ...]:
    """Where all counters lie, in what, and aboard whom."""
    return tuple((u.id, u.hex, u.inside, u.carrier) for u in state.units.values())


def test_where_a_side_begins_is_by_lot() -> None:
    """In eight games no two alike; without that weight all are."""
    assert len({places(begun("rear-area-raid", f"{seed}", 0.0)) for seed in range(8)}) == 1
    found = [begun("rear-area-raid", f"{seed}", 1.0) for seed in range(8)]
    assert len({places(state) for state in found}) == 8
    for state in found:
        posts = [u for u in state.units.values() if state.type(u.id).kind is Kind.COMMAND_POST]
        assert all(u.inside for u in posts)


def test_little_variety_is_what_all_of_them_would_have_without_lots() -> None:
    """As many stand in cover, a few aside, and carriers of an attacker have taken up no fewer (pb:PB-TRANS-1)."""

    def in_cover(state: BlitzState) -> int:
        return sum(hides(state.cell(u.hex)) for u in state.units.values() if u.hex is not None)

    def aboard(state: BlitzState) -> list[Unit]:
        return [u for u in state.units.values() if u.carrier is not None]

    plain = begun("korsun-pocket", "0", 0.0)
    by_lot = begun("korsun-pocket", "0", 1.0)
    assert len(aboard(by_lot)) >= len(aboard(plain)) > 10
    assert in_cover(by_lot) == pytest.approx(in_cover(plain), rel=0.15)


def test_who_may_deploy_hidden_does() -> None:
    """As many as by the order to place the rest, but for some beside another hex (pb:PB-EXP-HID-1)."""
    hidden = [
        sum(u.hidden for u in begun("rear-area-raid", "0", variety, ("hidden-deployment",)).units.values())
        for variety in (0.0, 1.0)
    ]
    assert hidden[0] > 10
    assert hidden[1] == pytest.approx(hidden[0], abs=4)
