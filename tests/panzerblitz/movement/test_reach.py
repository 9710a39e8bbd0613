"""Reach against a plain slow formulation, and what is remembered against what is computed anew (pb:PB-MOVE-C)."""

from __future__ import annotations

import pytest

from content.panzerblitz.scenarios.scenarios import scenario
from content.panzerblitz.tables.tables import terrain_looks
from core.ai import RandomPlayer
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.fire.firing import all_bearing, bearing
from core.panzerblitz.movement.move import always_one, follow, left
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.movement.step import any_movable, movable
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.state import BlitzState
from core.panzerblitz.system import PanzerBlitz
from core.play.game import Game
from core.play.simulate import play_out

MOST = 3


def slow_reach(state: BlitzState, unit: UnitId, most: int) -> dict[Hex, int]:
    """Costs of all hexes within so many steps, by following every path that can be followed."""
    found: dict[Hex, int] = {}
    paths: list[tuple[Hex, ...]] = [()]
    for _ in range(most):
        longer = []
        for path in paths:
            here = path[-1] if path else state.units[unit].hex
            assert here is not None
            for to in here.neighbours():
                try:
                    way = follow(state, unit, (*path, to), road=True)
                except IllegalOrder:
                    continue
                found[to] = min(way.cost, found.get(to, way.cost))
                longer.append((*path, to))
        paths = longer
    return found


def moments(situation: str, orders: int, every: int) -> list[BlitzState]:
    """States of a random game."""
    system = PanzerBlitz(scenario(situation), terrain_looks(), ())
    game: Game[BlitzState] = Game(system, SeededDice("reach"))
    players = {SideId(s.id): RandomPlayer(SeededDice(f"reach/{s.id}")) for s in system.sides}
    return [game.state.copy() for n in play_out(game, players, orders) if n % every == 0]


@pytest.mark.parametrize("situation", ["vyazma", "minsk"])
def test_reach_is_the_cheapest_of_all_paths(situation: str) -> None:
    """No shorter path is overlooked, none is made up, and each way found can be gone at its cost."""
    compared = 0
    for state in moments(situation, 200, 40):
        for unit in list(state.units.values())[::5]:
            if unit.hex is None or not unit.on_map:
                continue
            found = reach(state, unit.id)
            for hex_, cost in slow_reach(state, unit.id, MOST).items():
                assert hex_ == unit.hex or found.costs[hex_] <= cost, (unit.id, hex_)
            for hex_ in list(found.costs)[::7]:
                way = found.way(hex_)
                assert follow(state, unit.id, way.path, road=True).cost == way.cost == found.costs[hex_]
                if len(way.path) <= MOST and hex_ != unit.hex:
                    assert slow_reach(state, unit.id, len(way.path))[hex_] == way.cost
                    compared += 1
                assert way.cost <= left(state, unit.id) or always_one(state, unit.id)
    assert compared > 20


@pytest.mark.parametrize("every", [20, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("situation", ["korsun-pocket", "first-panzer-army"])
def test_what_is_kept_through_changes_is_what_would_be_computed(situation: str, every: int) -> None:
    """Where counters lie, reach, who can move, what a side may do next: the same on a copy that remembers nothing."""
    system = PanzerBlitz(scenario(situation), terrain_looks(), ())
    game: Game[BlitzState] = Game(system, SeededDice("kept"))
    players = {SideId(s.id): RandomPlayer(SeededDice(f"kept/{s.id}")) for s in system.sides}
    for n in play_out(game, players, 330):
        state = game.state
        fresh = state.copy()
        for hex_ in {u.hex for u in state.units.values() if u.hex is not None}:
            assert (state.in_hex(hex_), state.loose(hex_)) == (fresh.in_hex(hex_), fresh.loose(hex_))
            assert all(state.marker(hex_, k) == fresh.marker(hex_, k) for k in Kind)
        side = next(iter(game.active), None)
        if side is None or n % every:
            continue
        assert system.choices(state, side) == system.choices(fresh, side)
        for unit in list(state.of(side))[::4]:
            for road in (True, False):
                assert dict(reach(state, unit.id, road=road).costs) == dict(reach(fresh, unit.id, road=road).costs)
            place = (f"place:{unit.id}",)
            assert system.choices(state, side, place) == system.choices(fresh, side, place)


def test_what_is_remembered_is_what_would_be_computed() -> None:
    """Reach, movable units and bearing guns are the same on a fresh copy, whatever was asked before."""
    for state in moments("korsun-pocket", 120, 15):
        for side in (SideId("german"), SideId("russian")):
            movable(state, side)
            all_bearing(state, side)
            reaches = {u.id: dict(reach(state, u.id).costs) for u in list(state.of(side))[::6]}
            fresh = state.copy()
            assert movable(fresh, side) == movable(state, side)
            assert any_movable(fresh, side) == bool(movable(state, side))
            assert reaches == {u: dict(reach(fresh, u).costs) for u in reaches}
            for hex_, units in all_bearing(state, side).items():
                assert bearing(state.copy(), side, hex_) == units == bearing(state, side, hex_)
