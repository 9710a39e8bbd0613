"""What those may do that have met the enemy, to the GSU, and how far men go on after it (pw:6.2.2, pw:6.7.1, pw:6.7.4,
pw:6.1.1)."""

from __future__ import annotations

import pytest

from core.board import Board
from core.event import UnitId
from core.panzerwar.movement import choices, reacting
from core.panzerwar.movement.events import Stopped
from core.panzerwar.movement.orders import React
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Leg, Plan, Way
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.plane import Path, gsu_between
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, give, of, write

B1 = UnitId("b1")
LONG = a_board(30, 30)


def meeting(mine: Element, plan: Plan, board: Board = LONG, *others: Element, see: str = "r1") -> WarState:
    """An element under Engage that goes until it is asked."""
    state = a_state(mine, *others, see=see.split(), board=board)
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, plan)
    carry_out(state, since="c1")
    assert state.moves.asking == {BLUE}
    return state


def tank(place: str = "J4", **changes: object) -> Element:
    return an_element("b1", "t34-43", BLUE, place, heading=24, turret=24, **changes)


def foe(place: str, id_: str = "r1") -> Element:
    return an_element(id_, "t34-43", RED, place, heading=24)


def react(*places: str) -> React:
    return React(element=B1, legs=tuple(Leg(at(place)) for place in places))


def why(state: WarState, *places: str) -> str | None:
    found = reacting.react_refusal(state, state.element("b1"), react(*places))
    return None if found is None else found.rule


def test_what_is_left_is_counted_by_the_ground_that_was_gone() -> None:
    """pw:6.7.1, pw:6.0: 50 of clear ground are gone, the 50 of woods behind the enemy are not paid yet."""
    woods = a_board(30, 30, terrain={"J9 J10 J11": "light-woods"})
    state = meeting(tank(), a_plan("b1", "J10"), woods, foe("J12"))
    gone = gsu_between(at("J4"), state.element("b1").where)
    assert gone == pytest.approx(50, abs=0.5)
    assert reacting.left(state, state.element("b1")) == pytest.approx(200 - gone, abs=0.2)


def test_turns_that_were_made_are_paid() -> None:
    """pw:6.7.1, pw:6.3.5, pw:6.4: of the way gone, and the one onto the way that is chosen now."""
    state = meeting(tank(), a_plan("b1", "J5", "L6", "N7"), LONG, foe("R9"))
    here = state.element("b1").where
    gone = gsu_between(at("J4"), at("J5")) + gsu_between(at("J5"), here)
    assert reacting.left(state, state.element("b1")) == pytest.approx(200 - gone - 50, abs=0.2)
    assert why(state, "N7") is None
    assert gsu_between(here, at("J5")) < 200 - gone - 50 < gsu_between(here, at("J5")) + 50
    assert why(state, "J5") == "pw:6.7.1", "back is a turn of 180 degrees"


def test_a_second_reaction_has_what_the_first_has_left() -> None:
    """pw:6.7.1: all that it has gone in the segment is used."""
    state = meeting(tank(), a_plan("b1", "J11"), LONG, foe("J14"), foe("E13", "r2"), see="r1 r2")
    used = reacting.used(state, state.element("b1"))
    give(state, react("I10"))
    carry_out(state, since=state.step)
    if not state.moves.asking:
        pytest.fail("it meets the second one too")
    b1 = state.element("b1")
    assert reacting.used(state, b1) > used
    gone = sum(Path(piece.points[0], piece.points[1:]).length for piece in state.trails[B1])
    assert reacting.used(state, b1) >= gone - 0.2
    assert reacting.left(state, b1) == pytest.approx(200 - reacting.used(state, b1), abs=0.1)


def test_off_the_road_it_goes_as_across_country() -> None:
    """pw:6.2.1, pw:6.2.2: who leaves the road has what is left of the speed across country."""
    road = a_board(30, 30, routes={"road": [" ".join(f"J{row}" for row in range(2, 28))]})
    state = meeting(tank(), a_plan("b1", "J15", road=True), road, foe("J14+20,5"))
    gone = gsu_between(at("J4"), state.element("b1").where)
    assert why(state, "J13") is None
    assert why(state, "I11") is None
    assert 200 - gone < gsu_between(state.element("b1").where, at("C12")) < 300 - gone
    assert why(state, "C12") == "pw:6.7.1"


@pytest.mark.parametrize("way", [Way.BONUS, Way.BURST])
def test_in_haste_it_turns_aside(way: Way) -> None:
    """pw:6.7.4, pw:6.6.1: by one turn, and risks its suspension; not by two."""
    travel = Travel(last=Motion.BONUS, last_straight=True)
    state = meeting(tank(travel=travel), a_plan("b1", "J15", way=way), LONG, foe("J14+20,0"))
    assert why(state, "H9", "G9") == "pw:6.7.4"
    assert choices.reactions(state, BLUE, ("move:b1", "H9")).complete
    events = give(state, react("H9"), [2])
    assert [one.rule for one in of(Stopped, events)] == ["pw:6.5.1" if way is Way.BONUS else "pw:6.6.1"]
    carry_out(state, since=state.step)
    assert state.element("b1").where == at("H9")


# -- men -------------------------------------------------------------------------------------------------


def men(place: str = "J4", **changes: object) -> Element:
    return an_element("b1", "ger-rifle-44", BLUE, place, heading=24, **changes)


def test_men_have_what_the_segment_leaves_them() -> None:
    """pw:6.7.1, pw:6.1.1: 25 of it in all, whatever the second segment is to bring."""
    state = meeting(men(), a_plan("b1", "J5", second=["J6"]), LONG, foe("J10+0,20"))
    gone = gsu_between(at("J4"), state.element("b1").where)
    assert 5 <= gone < 25
    assert reacting.left(state, state.element("b1")) == pytest.approx(25 - gone, abs=0.1)
    here = state.element("b1").where
    aside = f"J4+{25 - gone - 0.2},{(here.y - at('J4').y) / 10}"
    assert why(state, aside) is None
    assert why(state, f"J4+{25 - gone + 0.3},{(here.y - at('J4').y) / 10}") == "pw:6.1.1"


@pytest.mark.parametrize("halts", [True, False])
def test_after_a_halt_men_go_no_farther_than_a_segment(halts: bool) -> None:
    """pw:6.1, pw:6.1.1: in their second segment 25, though it was to begin elsewhere."""
    plan = a_plan("b1", "J5", second=["J6"], contact=Contact.ASK)
    state = meeting(men(), plan, LONG, foe("J10+0,20"))
    here = state.element("b1").where
    give(state, React(element=B1) if halts else React(element=B1, go_on=True))
    carry_out(state, since=state.step)
    there = state.element("b1").where
    assert gsu_between(at("J5") if not halts else here, there) == pytest.approx(25, abs=0.1)
