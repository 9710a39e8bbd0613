"""What a game is won by (pw:3.3)."""

from __future__ import annotations

import pytest

from core.event import SideId
from core.panzerwar.course import victory
from core.panzerwar.course.events import Left
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at


def a_place(kind: GoalKind = GoalKind.HOLD, **changes: object) -> Goal:
    found = {"id": "place", "name": "Place", "kind": kind, "at": at("C3"), "radius": 50, "points": 100, **changes}
    return Goal(**found)  # type: ignore[arg-type]


def a_game(*goals: Goal, mine: str | Point = "C3", foe: str | Point = "M13") -> WarState:
    return a_state(
        an_element("mine", "pz4h", BLUE, mine),
        an_element("more", "panther-g", BLUE, "C13"),
        an_element("foe", "t34-43", RED, foe),
        goals=goals,
    )


@pytest.mark.parametrize("presence", [one for one in Presence if one in victory.LOST])
def test_elements_that_are_lost_score_for_the_other_side(presence: Presence) -> None:
    """pw:3.3: destroyed, bailed out, killed, dispersed, surrendered, routed off, left: by the points of their card."""
    state = a_game()
    state.change(state.element("foe").id, presence=presence)
    points = state.cards["t34-43"].points
    assert points > 0
    assert (victory.score(state, BLUE), victory.score(state, RED)) == (points, 0)


@pytest.mark.parametrize("presence", [Presence.WAITING, Presence.ABOARD, Presence.OFF_BOARD, Presence.EXITED])
def test_others_do_not(presence: Presence) -> None:
    """pw:3.3."""
    state = a_game()
    state.change(state.element("foe").id, presence=presence)
    assert victory.score(state, BLUE) == 0


@pytest.mark.parametrize(
    ("foe", "holder"), [("M13", BLUE), ("D3", None), (Point(at("C3").x + 500, at("C3").y), None), ("G3", BLUE)]
)
def test_a_place_is_held_by_who_is_there_alone(foe: str | Point, holder: SideId | None) -> None:
    """pw:3.3: within its radius."""
    state = a_game(a_place(), foe=foe)
    assert victory.holder(state, state.engagement.goals[0]) == holder
    assert victory.score(state, BLUE) == (100 if holder == BLUE else 0)


def test_the_broken_and_the_stunned_hold_nothing() -> None:
    """pw:3.3."""
    state = a_game(a_place())
    state.put(state.element("mine").with_harm(stunned=True))
    assert victory.holder(state, state.engagement.goals[0]) is None
    state.put(state.element("mine").with_harm(stunned=False).with_nerve(broken=2))
    assert victory.holder(state, state.engagement.goals[0]) is None


def test_an_empty_bunker_holds_nothing() -> None:
    """pw:3.3, pw:15.7: who is inside does; with nobody left in it a side has lost all that it had."""
    bunker = an_element("bunker", "bunker-large", RED, "C3")
    squad = an_element("squad", "sov-rifle-43", RED, "C3").with_posture(bunker="bunker")
    state = a_state(an_element("mine", "pz4h", BLUE, "C3"), bunker, squad, goals=(a_place(),))
    assert victory.holder(state, state.engagement.goals[0]) is None
    assert not victory.decided(state)
    state.change(squad.id, presence=Presence.KILLED)
    assert victory.holder(state, state.engagement.goals[0]) == BLUE
    assert victory.decided(state)


def test_a_place_that_is_the_goal_of_one_side_scores_for_it_alone() -> None:
    """pw:3.3."""
    assert victory.score(a_game(a_place(side=RED)), BLUE) == 0
    assert victory.score(a_game(a_place(side=BLUE)), BLUE) == 100


def test_who_held_a_place_last_has_it() -> None:
    """pw:3.3: as the ends of turns have it."""
    state = a_game(a_place(GoalKind.LAST), mine="M3")
    assert victory.score(state, BLUE) == 0
    state.held = {"place": BLUE}
    assert victory.score(state, BLUE) == 100


def test_elements_that_leave_by_a_goal_score() -> None:
    """pw:3.3: up to its limit."""
    goal = a_place(GoalKind.EXIT, side=BLUE, points=10, limit=1)
    state = a_game(goal)
    happen(state, [Left(side=BLUE, element=state.element("mine").id, goal="place")])
    assert state.element("mine").presence is Presence.EXITED
    assert victory.score(state, BLUE) == 10
    happen(state, [Left(side=BLUE, element=state.element("more").id, goal="place")])
    assert victory.score(state, BLUE) == 10
    elsewhere = a_game(goal)
    happen(elsewhere, [Left(side=BLUE, element=elsewhere.element("mine").id)])
    assert victory.score(elsewhere, BLUE) == 0


@pytest.mark.parametrize(
    ("blue", "red", "level", "winner"),
    [
        (0, 0, "Draw", None),
        (100, 91, "Draw", None),
        (100, 90, "Marginal victory", BLUE),
        (71, 100, "Marginal victory", RED),
        (70, 100, "Decisive victory", RED),
        (1, 0, "Decisive victory", BLUE),
    ],
)
def test_the_lead_decides(blue: int, red: int, level: str, winner: SideId | None) -> None:
    """pw:3.3: under a tenth of the larger total a draw, under three tenths marginal."""
    goals = (
        a_place(id="one", side=BLUE, points=blue),
        a_place(id="two", side=RED, points=red, at=at("M13")),
    )
    found = victory.verdict(a_game(*goals))
    assert (found.level, found.winner) == (level, winner)
    assert dict(found.scores) == {BLUE: blue, RED: red}


def test_the_score_says_what_it_comes_of() -> None:
    """pw:3.3."""
    state = a_game(a_place())
    state.change(state.element("foe").id, presence=Presence.BAILED_OUT)
    mine, other = victory.standings(state)
    assert mine.side == BLUE
    assert [row.label for row in mine.parts] == ["Place", "foe"]
    assert other.parts == ()
