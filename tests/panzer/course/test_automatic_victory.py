"""Who wins at once: all that fights is gone, or stands where a Track hit has left it (min:23.1.4.1)."""

from __future__ import annotations

import pytest
from attrs import evolve

from content.panzer.scenarios.briefing import briefing
from content.panzer.scenarios.scenarios import scenario
from core.event import SideId, UnitId
from core.game_end import GameEnded
from core.panzer.course.victory import end_at_once
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState, initial_state

GERMAN, SOVIET = SideId("german"), SideId("soviet")
#: The full game of the miniatures edition, and the same ground by the hex edition.
FULL, HEX, DELAY = "higher-ground-50m", "higher-ground", "ponyri-50m"


def begun(made: Scenario) -> PanzerState:
    """A game in which all that fights stands on the map, and nobody has been hit."""
    state = initial_state(made)
    for units in made.combat_units.values():
        for unit in units:
            state.change(unit, presence=Presence.ON_MAP, hex=next(iter(made.board.cells)))
    return state


def fighters(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    return state.scenario.combat_units[side]


def end(state: PanzerState) -> GameEnded | None:
    found = end_at_once(state)
    if found is None:
        return None
    (ended,) = found
    assert isinstance(ended, GameEnded)
    return ended


def immobilize(state: PanzerState, *units: UnitId) -> None:
    for unit in units:
        state.change(unit, track_hit=True)


def test_track_hits_leave_nothing_to_play_with() -> None:
    """min:23.1.4.1: what is eliminated, has left and is immobilized counts together; the rest of a force saves it."""
    state = begun(scenario(FULL))
    first, second, *others = fighters(state, SOVIET)
    state.change(first, presence=Presence.ELIMINATED, hex=None)
    state.change(second, presence=Presence.EXITED, hex=None)
    immobilize(state, *others[1:])
    assert end(state) is None
    immobilize(state, others[0])
    ended = end(state)
    assert ended is not None
    assert (ended.winner, ended.rule) == (GERMAN, "min:23.1.4.1")
    assert ended.text == "German wins: no enemy combat unit is left that could move"


def test_trucks_save_nobody() -> None:
    """min:23.1.4.1: units without arms never count."""
    state = begun(scenario(FULL))
    immobilize(state, *fighters(state, GERMAN))
    ended = end(state)
    assert ended is not None
    assert ended.winner == SOVIET


def test_where_both_are_at_an_end_the_points_decide() -> None:
    state = begun(scenario(FULL))
    for side in (GERMAN, SOVIET):
        immobilize(state, *fighters(state, side))
    ended = end(state)
    assert ended is not None
    assert ended.rule != "min:23.1.4.1"


def test_the_hex_edition_asks_for_elimination() -> None:
    """na:3.6a; a battle of one's own asks as the book does by which it was built."""
    made = scenario(HEX)
    state = begun(made)
    immobilize(state, *fighters(state, SOVIET))
    assert end(state) is None
    state = begun(evolve(made, victory=evolve(made.victory, immobilized=True)))
    immobilize(state, *fighters(state, SOVIET))
    assert end(state) is not None


def test_the_basic_game_asks_for_elimination() -> None:
    """min:10.4.1"""
    state = begun(scenario("the-bridge-50m"))
    immobilize(state, *fighters(state, SOVIET))
    assert end(state) is None


@pytest.mark.parametrize("exited", [True, False])
def test_in_the_hex_edition_exits_save_a_force_only_if_somebody_left(exited: bool) -> None:
    """na:3.6a: the elimination of all wins at once, also of a force that scores its exits."""
    state = begun(scenario("the-pimple"))
    first, *others = fighters(state, SideId("italian"))
    for unit in (*others, *(() if exited else (first,))):
        state.change(unit, presence=Presence.ELIMINATED, hex=None)
    if exited:
        state.change(first, presence=Presence.EXITED, hex=None, left_from=state.scenario.exits[0].hexes[0])
    ended = end(state)
    assert ended is not None
    assert (ended.text == "British wins: no enemy combat vehicle is left") is not exited


@pytest.mark.parametrize("exited", [True, False])
def test_who_exits_for_points_is_not_beaten_by_it(exited: bool) -> None:
    """min:23.1.4.1, min:23.2.4.2: the points are totalled; if nobody came through, the force is beaten as any other."""
    state = begun(scenario(DELAY))
    first, *others = fighters(state, GERMAN)
    for unit in others:
        state.change(unit, presence=Presence.ELIMINATED, hex=None)
    if exited:
        state.change(first, presence=Presence.EXITED, hex=None, left_from=state.scenario.exits[0].hexes[0])
    else:
        immobilize(state, first)
    ended = end(state)
    assert ended is not None
    assert (ended.rule == "min:23.1.4.1") is not exited


def test_the_briefing_says_so() -> None:
    """min:23.1.4.1"""

    def rules(name: str, label: str = "At once") -> set[str]:
        card = briefing(scenario(name))
        return {row.rule for section in card.sections for row in section.rows if row.label == label}

    assert rules(FULL) == {"min:23.1.4.1"}
    assert "min:23.1.4.1" not in rules(HEX) | rules("the-bridge-50m")
    assert rules("the-pimple", "All have left") == rules(DELAY, "All have left") == {"min:23.1.4.1"}
    assert not rules(FULL, "All have left")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ponyri", "German scores 100 % of the unit's value for each combat unit that leaves at A31 to PP31"),
        ("ponyri", "each taken by 1 complete turn of occupation, held at the start by Soviet"),
        ("turning-tide", "with rockets, enters from turn 1, an aircraft"),
        ("the-bridge", "half for every one damaged, rounded as"),
        ("the-bridge-50m", "half for every one damaged, a quarter for a Track hit, rounded as"),
        ("higher-ground", "whoever eliminates every enemy combat unit wins"),
        ("the-bridge", "whoever eliminates every enemy combat vehicle wins"),
    ],
)
def test_what_scores_is_told(name: str, told: str) -> None:
    """min:10.4.3.2, min:23.2.4.2, min:23.3.4, min:23.3.5"""
    assert any(told in row.text for section in briefing(scenario(name)).sections for row in section.rows)
