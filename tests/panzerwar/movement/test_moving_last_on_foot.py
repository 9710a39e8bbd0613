"""Who moves last changes the second movement of men who have made their first (pw:4.11, pw:6.1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.movement import choices, reacting
from core.panzerwar.movement.chapter import CHAPTER
from core.panzerwar.movement.orders import Adapt, CarryOn
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import centre, gsu_between
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, happen, write

MEN = UnitId("r1")


def order(state: WarState, given: Any) -> None:
    kind = next(kind for kind in CHAPTER.orders if isinstance(given, kind.order))
    kind.check(state, RED, given)
    happen(state, kind.decide(state, RED, given, ScriptedDice([])))


def halfway(*legs: str, second: str = "T17", way: Way = Way.MARCH, foe: str = "J2", back: int = 1) -> WarState:
    """Red moves last; its squad has made its first movement and is asked before its second."""
    blue = an_element("b1", "ger-rifle-44", BLUE, foe, heading=24)
    red = an_element("r1", "sov-rifle-43", RED, "T19")
    state = a_state(blue, red, see=["b1", "r1"], step="plan")
    for unit in ("blue-1", "red-1"):
        state.reorganise(unit, order=Tactical.ENGAGE)
    state.last_mover, state.initiative = RED, {BLUE: 3, RED: 8}
    ahead, beyond = (f"{foe[0]}{int(foe[1:]) + far}" for far in (back, 2 * back))
    write(state, a_plan("b1", ahead, second=[beyond], contact=Contact.GO_ON))
    write(state, a_plan("r1", *legs, second=[second], way=way, contact=Contact.GO_ON))
    carry_out(state)
    order(state, CarryOn())
    carry_out(state, since=state.step)
    assert (state.step, state.moves.adapting) == ("c6", RED)
    return state


@pytest.mark.parametrize("legs", [("T18",), ("T19+0.5,-12", "T18")])
def test_another_second_movement_by_picks(legs: tuple[str, ...]) -> None:
    """pw:4.11, pw:6.1: however many turns the first had; no longer than a segment allows."""
    state = halfway(*legs)
    assert {"S18", "U18"} <= {one.pick for one in choices.adapting(state, RED, ("plan:r1",)).options}
    assert choices.adapting(state, RED, ("plan:r1", "S18")).complete
    given = choices.adapted(state, RED, ("plan:r1", "S18"))
    assert isinstance(given, Adapt)
    order(state, given)
    order(state, CarryOn())
    carry_out(state, since=state.step)
    assert state.element("r1").where == centre(state.board.hex("S18"))


def test_the_first_is_over_and_the_amount_is_committed() -> None:
    """pw:3.2.C, pw:6.1."""
    state = halfway("T18")
    plan, men = state.plans[MEN], state.element("r1")

    def rule(changed: Plan) -> str | None:
        found = reacting.adapt_refusal(state, men, changed)
        return None if found is None else found.rule

    assert rule(evolve(plan, legs=(Leg(at("S19")),))) == "pw:6.1"
    assert rule(evolve(plan, second=())) == "pw:3.2.C"
    assert rule(evolve(plan, second=(Leg(at("T16")),))) == "pw:6.1.1"
    assert rule(evolve(plan, second=(Leg(at("T18+0,-20")),))) is None
    with pytest.raises(IllegalOrder):
        order(state, Adapt(plan=evolve(plan, second=())))


def test_a_charge_of_both_segments_may_be_turned_aside_in_the_second() -> None:
    """pw:12.1.3, pw:4.11: the first of its two segments is not counted twice."""
    state = halfway("T18+0,-10", second="T16", way=Way.CHARGE, foe="T16", back=-1)
    plan = evolve(state.plans[MEN], second=(Leg(at("T17+6,0")),))
    assert reacting.adapt_refusal(state, state.element("r1"), plan) is None
    assert gsu_between(state.element("r1").where, at("T19")) > 25
    away = evolve(plan, second=(Leg(at("T19")),))
    refused = reacting.adapt_refusal(state, state.element("r1"), away)
    assert refused is not None
    assert refused.rule == "pw:6.1.2"
