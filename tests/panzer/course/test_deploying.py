"""What is left is set up as it makes sense: formations together, who leads and carries behind, guns where they see."""

from __future__ import annotations

from statistics import mean

import pytest

from content.panzer.scenarios.scenarios import scenario
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzer.course.deploying import FIRING, rank_of
from core.panzer.course.orders import PlaceRest
from core.panzer.course.set_up import place_rest, to_place, unplaced
from core.panzer.ground.terrain import may_start
from core.panzer.pieces.course import SettingUp
from core.panzer.sight.relief import sight_field
from core.panzer.state import PanzerState
from core.panzer.system import Panzer

#: Scenarios with areas to look at: one of tanks alone, one of all arms, one of all arms in inches.
SIDES = [
    ("the-bridge", "german", 0),
    ("the-bridge", "soviet", 1),
    ("halfaya-pass", "axis", 0),
    ("halfaya-pass", "british", 0),
    ("ponyri", "german", 0),
    ("ponyri", "soviet", 0),
    ("ponyri-50m", "german", 0),
]


def placed(name: str, who: str, area: int) -> tuple[PanzerState, SideId]:
    """A side of a scenario, set up by itself in one of its areas."""
    rules = Panzer(scenario(name), {}, ())
    state = rules.initial()
    side = state.scenario.side(SideId(who))
    zones = {**state.setting_up.zones, side.id: side.zones[area]}
    state.setting_up = SettingUp(tuple(s.id for s in state.scenario.sides), zones)
    for event in place_rest(state, side.id, PlaceRest(), SeededDice("1")):
        rules.evolve(state, event)
    assert not unplaced(state, side.id)
    return state, side.id


def ahead(hex_: Hex, facing: int) -> int:
    """How far ahead a hex lies for who looks that way, in quarters of a hex."""
    start = Hex(1, 50)
    beyond = start.neighbour(facing)
    return 3 * (beyond.col - start.col) * hex_.col + (beyond.y - start.y) * hex_.y


def stands(state: PanzerState, side: SideId) -> dict[UnitId, Hex]:
    """Where each unit stands that a side sets up."""
    there = {unit: state.units[unit].hex for unit in to_place(state, side)}
    return {unit: hex_ for unit, hex_ in there.items() if hex_ is not None}


def formations(state: PanzerState, side: SideId) -> dict[str, dict[UnitId, Hex]]:
    """The same by formation."""
    found: dict[str, dict[UnitId, Hex]] = {}
    for unit, hex_ in stands(state, side).items():
        found.setdefault(state.scenario.by_id[unit].formation, {})[unit] = hex_
    return found


@pytest.mark.parametrize(("name", "who", "area"), SIDES)
def test_who_leads_and_who_carries_stands_behind_his_formation(name: str, who: str, area: int) -> None:
    state, side = placed(name, who, area)
    facing = state.scenario.zones[state.setting_up.zones[side]].facing
    for members in formations(state, side).values():
        behind = [ahead(h, facing) for u, h in members.items() if rank_of(state, u) > FIRING]
        before = [ahead(h, facing) for u, h in members.items() if rank_of(state, u) <= FIRING]
        if behind and before:
            assert mean(behind) < mean(before)


@pytest.mark.parametrize(("name", "who", "area"), SIDES)
def test_formations_stand_together_and_not_in_one_hex(name: str, who: str, area: int) -> None:
    state, side = placed(name, who, area)
    hexes = stands(state, side)
    assert len(set(hexes.values())) == len(hexes)
    assert all(may_start(state, unit, hex_) for unit, hex_ in hexes.items())
    for members in formations(state, side).values():
        width = max(distance(a, b) for a in members.values() for b in members.values())
        assert width <= 10 + len(members) // 2, sorted(members.values())


@pytest.mark.parametrize(("name", "who", "area"), SIDES)
def test_tanks_and_guns_see_farther_than_from_anywhere(name: str, who: str, area: int) -> None:
    """na:4.1.4"""
    state, side = placed(name, who, area)
    zone = state.scenario.zones[state.setting_up.zones[side]]

    def sees(hex_: Hex) -> int:
        field = sight_field(state.board, state.tables, hex_, 10)
        return sum(ahead(h, zone.facing) > ahead(hex_, zone.facing) + 4 for h in field)

    firing = [sees(h) for u, h in stands(state, side).items() if rank_of(state, u) == FIRING]
    assert not firing or mean(firing) > mean(sees(h) for h in sorted(zone.hexes)[::7])


def test_it_follows_from_the_ground_and_not_from_the_enemy() -> None:
    """Nothing that it does may tell where the other side stands."""
    alone, side = placed("the-bridge", "soviet", 1)
    rules = Panzer(scenario("the-bridge"), {}, ())
    state = rules.initial()
    sides = tuple(s.id for s in state.scenario.sides)
    zones = {s.id: s.zones[index] for index, s in enumerate(state.scenario.sides)}
    state.setting_up = SettingUp(sides, zones)
    for each in sides:
        for event in place_rest(state, each, PlaceRest(), SeededDice("2")):
            rules.evolve(state, event)
    assert stands(state, side) == stands(alone, side)
