"""The sequence of play: phases A to H and their segments, strictly in order (pw:3.0 to pw:3.2.H)."""

from __future__ import annotations

import pytest

from core.panzerwar import sequence
from core.panzerwar.course.events import Held, StepBegun, TurnBegun
from core.panzerwar.course.turn import next_step
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.state import SET_UP, WarState
from core.sequence import Acting
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at

#: Phases and segments as the book has them, C6 after the vehicles, E2a between E2 and E3.
TURN = (
    ("orders", "A"),
    ("communications", "B"),
    ("initiative", "C"),
    ("plan", "C"),
    ("c1", "C"),
    ("c2", "C"),
    ("c3", "C"),
    ("c4", "C"),
    ("c5", "C"),
    ("c6", "C"),
    ("sighting", "D"),
    ("e1", "E"),
    ("e2", "E"),
    ("e2a", "E"),
    ("e3", "E"),
    ("e4", "E"),
    ("e5", "E"),
    ("final-sighting", "F"),
    ("morale", "G"),
    ("details", "H"),
)


def a_game(step: str = "orders", turn: int = 2, **more: object) -> WarState:
    mine = an_element("mine", "pz4h", BLUE, "C3", command=True)
    foe = an_element("foe", "t34-43", RED, "M3", command=True)
    return a_state(mine, foe, step=step, turn=turn, **more)  # type: ignore[arg-type]


def test_phases_and_segments_in_their_order() -> None:
    """pw:3.1, pw:3.2."""
    found = [(step.id, step.phase[0]) for step in sequence.SEQUENCE[1:]]
    assert tuple(found) == TURN


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("orders", "pw:3.2.A"),
        ("communications", "pw:3.2.B"),
        ("c3", "pw:3.2.C"),
        ("sighting", "pw:3.2.D"),
        ("e1", "pw:3.2.E"),
        ("final-sighting", "pw:3.2.F"),
        ("morale", "pw:3.2.G"),
        ("details", "pw:3.2.H"),
    ],
)
def test_each_phase_names_its_rule(step: str, rule: str) -> None:
    """pw:3.2.A to pw:3.2.H."""
    assert sequence.step_of(a_game(step)).rule == rule


def test_phases_follow_each_other_strictly() -> None:
    """pw:3.0, pw:3.1: no step is left out, and nobody goes back."""
    state = a_game()
    steps = [state.step]
    while state.turn == 2:
        happen(state, next_step(state))
        steps.append(state.step)
    assert tuple(steps[:-1]) == tuple(id_ for id_, _ in TURN)
    assert (state.turn, state.step) == (3, "orders")


def test_the_first_turn_follows_the_set_up() -> None:
    """pw:3.0, pw:3.3."""
    state = a_game(SET_UP, 0)
    assert happen(state, next_step(state)) == [TurnBegun(turn=1), StepBegun(step="orders")]


def test_a_step_begins_anew() -> None:
    """pw:3.1: nobody has ended it, and no fire of it is resolved."""
    state = a_game("e1")
    state.ended, state.resolved = frozenset({BLUE}), True
    happen(state, [StepBegun(step="e2")])
    assert (state.step, state.ended, state.resolved) == ("e2", frozenset(), False)


@pytest.mark.parametrize("step", ["initiative", "c1", "c2", "c3", "c4", "c5", "c6", "e2a", "morale", "details"])
def test_what_happens_by_itself(step: str) -> None:
    """pw:3.1, pw:3.2.C: players do not alternate; movement is carried out as it was written."""
    assert sequence.step_of(a_game(step)).acting is Acting.NOBODY


@pytest.mark.parametrize("step", ["orders", "communications", "plan", "sighting", "e1", "e2", "e3", "e4", "e5"])
def test_both_sides_choose_at_once(step: str) -> None:
    """pw:3.0, pw:3.1."""
    assert sequence.step_of(a_game(step)).acting is Acting.BOTH


def test_fire_segments_have_numbers() -> None:
    """pw:3.2.E: who moved least fires first; close assaults come last."""
    found = {step: sequence.segment(a_game(step)) for step, _ in TURN}
    assert {step: number for step, number in found.items() if number} == {"e1": 1, "e2": 2, "e3": 3, "e4": 4, "e5": 5}


def test_calls_are_made_in_phase_b_and_orders_given_in_phase_a() -> None:
    """pw:3.2.A, pw:3.2.B: what comes on is placed with the orders."""
    commanding, calling = (sequence.step_of(a_game(step)).orders for step in ("orders", "communications"))
    assert {"pw-tactical-order", "pw-appoint", "pw-merge", "pw-place"} <= set(commanding)
    assert "pw-call" in calling
    assert not set(commanding) & set(calling) - {"finish-step"}


# -- the end (pw:3.3) ---------------------------------------------------------------------------------------


def test_a_game_lasts_so_many_turns() -> None:
    """pw:3.3."""
    state = a_game("details", 11)
    happen(state, next_step(state))
    assert (state.turn, state.outcome) == (12, None)
    state = a_game("details", 12)
    happen(state, next_step(state))
    assert state.turn == 12
    assert state.outcome is not None


def test_a_game_ends_when_a_side_has_nothing_left() -> None:
    """pw:3.3: on the table or to come."""
    state = a_game("details", 4)
    state.change(state.element("foe").id, presence=Presence.DESTROYED)
    happen(state, next_step(state))
    assert state.outcome is not None
    assert state.outcome.winner == BLUE
    waiting = a_game("details", 4)
    waiting.change(waiting.element("foe").id, presence=Presence.WAITING)
    happen(waiting, next_step(waiting))
    assert waiting.outcome is None


def test_places_are_held_at_the_end_of_a_turn() -> None:
    """pw:3.3."""
    hill = Goal(id="hill", name="Hill", kind=GoalKind.LAST, at=at("C3"), radius=50, points=10)
    state = a_game("details", 4, goals=(hill,))
    happened = happen(state, next_step(state))
    assert happened[0] == Held(side=BLUE, goal="hill")
    assert state.held == {"hill": BLUE}
    state.step = "details"
    assert not any(isinstance(one, Held) for one in next_step(state))
