"""Objectives, points and the end of a scenario in the miniatures edition (min:4.6, min:10.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.scenarios.scenarios import scenario
from core.event import SideId
from core.game_end import GameEnded
from core.hexes import hex_from_id
from core.panzer.chapters import BOOK
from core.panzer.course import victory
from core.panzer.pieces.unit import Presence, Wreck
from core.panzer.state import PanzerState, initial_state
from core.replaced import replaced
from tests.panzer.in_miniature import ENEMY, ME, ground

GERMAN, SOVIET = SideId("german"), SideId("soviet")
FORD: dict[str, Any] = {"id": "ford", "name": "The Ford", "hexes": "A5 A6", "vp": 50, "turns": 1}


def posed(mine: str, enemy: str, *, controller: str = "", **more: Any) -> PanzerState:
    """Two tanks and an objective in A5 and A6, at the beginning of the first turn."""
    objective = {**FORD, **({"controller": controller} if controller else {})}
    levels = {"levels": [{"lead": 10, "name": "Victory"}], "losses": True, "annihilation": True}
    state = ground(*["."] * 12, hex_=mine, enemy=enemy, situation={"objective": [objective], "victory": levels}, **more)
    for event in victory.occupation_at_start(state):
        BOOK.evolve(state, event)
    return state


def turn(state: PanzerState, mine: str = "", enemy: str = "") -> SideId | None:
    """Units move, the turn ends; who controls the objective then."""
    for unit, where in ((ME, mine), (ENEMY, enemy)):
        if where:
            state.put(replaced(state.units[unit], hex=hex_from_id(where)))
    for event in victory.occupation_at_end(state):
        BOOK.evolve(state, event)
    return state.objectives.control.get("ford")


@pytest.mark.parametrize(("mine", "gained"), [("A5", True), ("A4", True), ("A3", False), ("A8", False)])
def test_a_complete_turn_within_an_inch_gains_control(mine: str, gained: bool) -> None:
    """min:4.6, min:4.6.1: of any of its hexes; nobody has to stay, and a dash of the last turn gains nothing."""
    state = posed(mine, "A12")
    assert turn(state) == (GERMAN if gained else None)
    if gained:
        assert turn(state, mine="A1") == GERMAN
    late = posed("A1", "A12")
    assert turn(late, mine="A5") is None


def test_unarmed_units_neither_gain_nor_contest() -> None:
    """min:4.6."""
    assert turn(posed("A5", "A12", card="g72-sdkfz-7")) is None


def test_who_moves_along_and_comes_back_holds_on() -> None:
    """min:4.6.2: it starts and ends its move in contact."""
    assert turn(posed("A4", "A12"), mine="A7") == GERMAN


def test_a_contest_ends_a_complete_turn_after_the_other_has_gone() -> None:
    """min:4.6, min:4.6.3: while both are there nobody controls it; eliminating the other does not give control yet."""
    state = posed("A4", "A7", controller="soviet")
    assert turn(state) is None
    state.put(replaced(state.units[ENEMY], presence=Presence.ELIMINATED, fate=Wreck.KO))
    assert turn(state) is None
    assert turn(state) == GERMAN


def test_a_dash_does_not_contest() -> None:
    """min:4.6: only a complete turn at an objective that is another's contests it."""
    state = posed("A1", "A6", controller="soviet")
    assert turn(state, mine="A4") == SOVIET
    assert turn(state) is None


def test_the_defender_controls_what_nobody_holds() -> None:
    """min:4.6.4: the scenario says so, occupied or not; elsewhere nobody does."""
    assert posed("A1", "A12", controller="german").objectives.control == {"ford": GERMAN}
    defended = initial_state(scenario("turning-tide-50m"))
    held = {o.id for o in defended.scenario.objectives}
    assert {defended.objectives.control.get(o) for o in held} == {GERMAN}
    assert not any(initial_state(scenario("the-bridge-50m")).objectives.control.values())


# -- the end -------------------------------------------------------------------------------------------


def points(state: PanzerState) -> tuple[int, ...]:
    """The points of the Germans and of the Soviets."""
    return tuple(victory.standing(state, side).points for side in (GERMAN, SOVIET))


def test_points_for_objectives_and_losses() -> None:
    """min:10.4.3, min:10.4.3.1, min:10.4.3.2: the value if eliminated, less if damaged or tracked; nothing for what is
    contested."""
    state = posed("A1", "A12", controller="german")
    unit, value = state.units[ENEMY], state.scenario.by_id[ENEMY].value
    assert points(state) == (50, 0)
    for condition, worth in (
        ({"damaged": True}, value // 2),
        ({"track_hit": True}, value // 4),
        ({"damaged": True, "track_hit": True}, value // 2 + value // 4),
        ({"presence": Presence.ELIMINATED, "fate": Wreck.KO, "damaged": True}, value),
        ({"presence": Presence.ELIMINATED, "fate": Wreck.BU}, value),
    ):
        state.put(replaced(unit, **condition))
        assert points(state) == (50 + worth, 0)
    contested = posed("A4", "A7", controller="soviet")
    turn(contested)
    assert points(contested) == (0, 0)


@pytest.mark.parametrize(("lead", "winner"), [(50, GERMAN), (60, None)])
def test_who_does_not_reach_the_lead_has_not_won(lead: int, winner: SideId | None) -> None:
    """min:10.4.4: then it is a draw."""
    state = posed("A1", "A12", controller="german")
    (level,) = state.scenario.victory.levels
    decides = evolve(state.scenario.victory, levels=(evolve(level, lead=lead),))
    state.scenario = evolve(state.scenario, victory=decides)
    assert victory.by_points(state).winner == winner


def test_a_side_without_combat_units_has_lost_at_once() -> None:
    """min:10.4.1: whatever the points; unarmed units are no combat units."""
    truck = {"id": "s2", "card": "g72-sdkfz-7", "side": "soviet", "hex": "A11"}
    state = posed("A1", "A12", controller="soviet", others=(truck,))
    assert victory.end_at_once(state) is None
    state.put(replaced(state.units[ENEMY], presence=Presence.ELIMINATED, fate=Wreck.KO))
    ends = victory.end_at_once(state)
    assert ends is not None
    (ended,) = ends
    assert isinstance(ended, GameEnded)
    assert ended.winner == GERMAN
