"""What losses score: vehicles, squads in two steps, batteries nothing (min:22.2.1 to min:22.2.5); who is set up."""

from __future__ import annotations

import pytest
from attrs import evolve

from content.panzer.scenarios.scenarios import scenario
from core.dice import SeededDice
from core.panzer.course.events import UnitPlaced
from core.panzer.course.orders import PlaceRest
from core.panzer.course.set_up import place_rest, to_place, unplaced
from core.panzer.course.victory import loss_points, reduced, standing
from core.panzer.ground.terrain import may_stand
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.course import SettingUp
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState, initial_state
from core.panzer.system import Panzer


@pytest.fixture
def state() -> PanzerState:
    return initial_state(scenario("higher-ground"))


def points(state: PanzerState, unit: str, **condition: object) -> int:
    """What the enemy scores for a unit in a condition."""
    member = state.unit(unit)
    state.change(member.id, **condition)
    return loss_points(state, state.unit(unit))


def test_a_vehicle_unhurt_damaged_tracked_and_lost(state: PanzerState) -> None:
    """min:22.2.1, min:23.1.4.3: half for damage, a quarter for a Track hit, both together, at most the whole."""
    assert points(state, "g43") == 0
    assert points(state, "g43", track_hit=True) == 20
    assert points(state, "g43", hull_damaged=True) == 60
    assert points(state, "g43", bailed_out=True) == 80
    assert points(state, "g44", presence=Presence.ELIMINATED) == 80
    assert points(state, "g45", turret_damaged=True) == 40


@pytest.mark.parametrize("game", ["higher-ground-50m", "higher-ground"])
@pytest.mark.parametrize(
    ("unit", "value", "damaged", "tracked"),
    [("g3", 74, 37, 19), ("g1", 111, 55, 28), ("g7", 63, 32, 15), ("g17", 7, 4, 2), ("s2", 81, 40, 20)],
)
def test_the_chart_says_it(game: str, unit: str, value: int, damaged: int, tracked: int) -> None:
    """min:10.4.3.2, min:22.2.1: each of its three values is adjusted by itself; a PzKpfw III/M has 62, 31 and 16, 1.2
    times that as a Veteran, half as much again in command; a PzKpfw IV/F1 53, 27 and 13, a T-34 M43 81, 40 and 20.
    The hex edition leaves points to its scenarios (na:3.6a)."""
    state = initial_state(scenario(game))
    assert points(state, unit, track_hit=True) == tracked
    assert points(state, unit, hull_damaged=True) == damaged + tracked
    assert points(state, unit, track_hit=False) == damaged
    assert points(state, unit, presence=Presence.ELIMINATED) == value


def test_a_squad_scores_twice(state: PanzerState) -> None:
    """min:22.2.2: 23 halved for the reduction, then the half-squad's 18; 23 if the squad is lost at once."""
    assert points(state, "g26", size=LegStep.HALF_SQUAD) == 11
    assert points(state, "g26", presence=Presence.ELIMINATED) == 29
    assert points(state, "g27", presence=Presence.ELIMINATED) == 23


def test_a_half_squad_from_the_start_is_not_reduced(state: PanzerState) -> None:
    assert not reduced(state, state.unit("s29"))
    assert points(state, "s29") == 0
    assert points(state, "s29", presence=Presence.ELIMINATED) == 30


def test_a_section_a_gun_and_a_battery(state: PanzerState) -> None:
    """min:22.2.3, min:22.2.4"""
    assert points(state, "g38", presence=Presence.ELIMINATED) == 28
    assert points(state, "s33", presence=Presence.ELIMINATED) == 32
    assert points(state, "ga1", presence=Presence.ELIMINATED) == 0


def test_the_score_says_what_became_of_each(state: PanzerState) -> None:
    points(state, "g43", track_hit=True, hull_damaged=True)
    points(state, "g26", size=LegStep.HALF_SQUAD)
    enemy = state.scenario.enemy(state.unit("g43").side)
    score = standing(state, enemy)
    assert score.points == 71
    assert [(row.label, row.text) for row in score.parts] == [
        ("Rifle 1 reduced", "+11"),
        ("Panther 1 damaged and tracked", "+60"),
    ]


def test_a_relief_group_scores_for_its_turn_from_the_start(state: PanzerState) -> None:
    """min:23.2.4.4: its side begins with the points, or owes them."""
    first, second = state.scenario.sides
    owing = initial_state(evolve(state.scenario, sides=(evolve(first, head_start=-225), second)))
    assert standing(owing, first.id).points == standing(state, first.id).points - 225
    assert standing(owing, first.id).parts[0].label == "At the start"
    assert standing(owing, second.id) == standing(state, second.id)


def test_only_what_stands_on_the_map_by_itself_is_set_up(state: PanzerState) -> None:
    """na:5.3, na:6.6.7: no battery, no passenger."""
    for side in state.scenario.sides:
        placed = set(to_place(state, side.id))
        assert placed == set(unplaced(state, side.id))
        for unit in state.units.values():
            if unit.side == side.id:
                assert (unit.id in placed) == (unit.presence is Presence.WAITING)
    assert state.unit("g26").presence is Presence.CARRIED
    assert state.unit("ga1").presence is Presence.OFF_MAP


def test_the_rest_is_placed_where_each_may_stand() -> None:
    """na:2.0, na:4.5.1.1.2d: guns and wheels are not put where only legs or tracks may go."""
    game = scenario("halfaya-pass")
    rules = Panzer(game, {}, ())
    state = rules.initial()
    dice = SeededDice("1")
    for side in game.sides:
        zones = {**state.setting_up.zones, side.id: side.zones[0]}
        state.setting_up = SettingUp(tuple(s.id for s in game.sides), zones)
        for event in place_rest(state, side.id, PlaceRest(), dice):
            assert isinstance(event, UnitPlaced)
            assert may_stand(state, event.unit, event.hex), event.unit
            rules.evolve(state, event)
        assert not unplaced(state, side.id)
