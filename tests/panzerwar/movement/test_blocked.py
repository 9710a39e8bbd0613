"""Who must move and who cannot; who moves first and who last (pw:4.2.1, pw:4.2.6, pw:4.11)."""

from __future__ import annotations

from typing import Any

import pytest

from core.choice import Refusal
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzerwar.movement import blocked, choices, planning
from core.panzerwar.movement.chapter import CHAPTER
from core.panzerwar.movement.events import MayAdapt, Moved
from core.panzerwar.movement.orders import Adapt, CarryOn
from core.panzerwar.movement.pricing import Price, price
from core.panzerwar.movement.reacting import check_carry_on
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Plan
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, happen, of, priced, refusal, write

#: The six hexes about J5, and those beyond.
RING = "J4 I4 I5 J6 K5 K4 I6 K6"


def ordered(order: Tactical, *others: Element, river: str = "", card: str = "t34-43") -> WarState:
    board = a_board(terrain={river: "river"}) if river else a_board()
    state = a_state(an_element("b1", card, BLUE, "J5", heading=24, turret=None), *others, board=board, step="plan")
    state.reorganise("blue-1", order=order, objective=at("J16"), moving=frozenset({UnitId("b1")}), given=2)
    return state


@pytest.mark.parametrize(
    ("order", "must"),
    [
        (Tactical.ADVANCE, True),
        (Tactical.RUSH, True),
        (Tactical.CHARGE, True),
        (Tactical.WITHDRAW, True),
        (Tactical.BOUND, True),
        (Tactical.ENGAGE, False),
        (Tactical.COVER, False),
        (Tactical.REGROUP, False),
    ],
)
def test_who_is_bound_to_move(order: Tactical, must: bool) -> None:
    """pw:4.2.1."""
    state = ordered(order)
    assert (planning.bound_to_move(state, BLUE) == ("b1",)) is must
    if must:
        with pytest.raises(IllegalOrder, match="must move"):
            planning.check_finish(state, BLUE)
    else:
        planning.check_finish(state, BLUE)


@pytest.mark.parametrize("order", [Tactical.ADVANCE, Tactical.RUSH, Tactical.CHARGE, Tactical.WITHDRAW, Tactical.BOUND])
@pytest.mark.parametrize("card", ["t34-43", "opel", "ger-rifle-44"])
def test_who_is_blocked_may_halt(order: Tactical, card: str) -> None:
    """pw:4.2.6: nothing that its order asks can be done. Men who may go a few steps are not blocked."""
    state = ordered(order, river=RING, card=card)
    if card != "ger-rifle-44" or order in (Tactical.RUSH, Tactical.CHARGE, Tactical.BOUND):
        assert not planning.bound_to_move(state, BLUE)
        planning.check_finish(state, BLUE)
    open_ground = ordered(order, card=card)
    assert not blocked.blocked(open_ground, UnitId("b1"))


def test_one_way_says_that_men_with_open_ground_before_them_are_not_blocked() -> None:
    """pw:4.2.6: a menu asks it of all men, who are to go farther than a segment takes them (pw:4.3)."""
    state, asked = ordered(Tactical.ADVANCE, card="ger-rifle-44"), list[Plan]()

    def counted(*given: Any) -> Price | Refusal:
        asked.append(given[2])
        return price(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocked, "price", counted)
        assert not blocked.blocked(state, UnitId("b1"))
    assert len(asked) == 1
    assert asked[0] in blocked.tries(state, state.element("b1")), "what is blocked does not hang on the order of tries"


def test_who_is_blocked_may_go_round() -> None:
    """pw:4.2.6: otherwise than its order says."""
    state = ordered(Tactical.ADVANCE, river="I5 J6 K5 I6 K6 H5 L6 I4 K4 H4 L5 G5 M5 H6 L4 G4 M6 H3 L3 I3 K3")
    assert blocked.blocked(state, UnitId("b1"))
    assert priced(state, a_plan("b1", "J3")).spent >= 50
    free = ordered(Tactical.ADVANCE)
    assert refusal(free, a_plan("b1", "J3"))[0] == "pw:4.3"


# -- moving last -----------------------------------------------------------------------------------------


def two_sides(last: SideId | None = RED) -> WarState:
    """A tank of each side in sight of the other; they move in one segment."""
    blue, red = an_element("b1", "t34-43", BLUE, "J2", heading=24, turret=24), an_element("r1", "t34-43", RED, "T19")
    state = a_state(blue, red, see=["b1", "r1"], step="plan")
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    state.reorganise("red-1", order=Tactical.ENGAGE)
    state.last_mover = last
    state.initiative = {} if last is None else {BLUE: 3, RED: 8}
    write(state, a_plan("b1", "J6", contact=Contact.GO_ON), a_plan("r1", "T15", contact=Contact.GO_ON))
    return state


def test_who_wins_moves_last_and_may_change_his_plans() -> None:
    """pw:4.11, pw:4.11.3, pw:6.0: he has seen the other move in the segment."""
    state = two_sides()
    events = carry_out(state)
    assert [one.side for one in of(MayAdapt, events)] == [RED]
    assert [one.element for one in of(Moved, events)] == ["b1"]
    with pytest.raises(IllegalOrder, match="committed"):
        give_adapt(state, "T18")
    give_adapt(state, "T16")
    carry_on(state)
    carry_out(state, since=state.step)
    assert state.element("r1").where == at("T16")


def give_adapt(state: WarState, to: str) -> None:
    order = Adapt(plan=a_plan("r1", to, contact=Contact.GO_ON))
    kind = next(kind for kind in CHAPTER.orders if kind.order is Adapt)
    kind.check(state, RED, order)
    happen(state, kind.decide(state, RED, order, ScriptedDice([])))


def carry_on(state: WarState) -> None:
    kind = next(kind for kind in CHAPTER.orders if kind.order is CarryOn)
    check_carry_on(state, RED, CarryOn())
    happen(state, kind.decide(state, RED, CarryOn(), ScriptedDice([])))


def test_plans_of_who_moves_last_by_picks() -> None:
    """pw:4.11, pw:3.2.C: of the same amount as before; they are not dropped any more."""
    state = two_sides()
    carry_out(state)
    picks = {choice.pick for choice in choices.adapting(state, RED, ()).options}
    assert picks == {"plan:r1", "carry-on"}
    offered = {choice.pick for choice in choices.adapting(state, RED, ("plan:r1",)).options}
    assert "T16" in offered
    assert choices.STAY not in offered
    assert choices.adapting(state, RED, ("plan:r1", "T16")).complete
    other = choices.adapting(state, RED, ("plan:r1", "T12"))
    assert not other.complete
    assert other.rule == "pw:3.2.C"
    assert choices.adapted(state, RED, ("carry-on",)) == CarryOn()


def test_without_initiative_all_move_side_by_side() -> None:
    """pw:4.11."""
    state = two_sides(None)
    events = carry_out(state)
    assert not of(MayAdapt, events)
    assert state.element("r1").where == at("T15")
    assert state.element("b1").where == at("J6")


def test_who_can_go_a_little_way_alone_is_not_blocked() -> None:
    """pw:4.2.6, pw:4.3: on a slope and with a turn before it an Advance of a few GSU spends more than 25."""
    slope = a_board(terrain={" ".join(f"{column}{row}" for column in "GHIJKLM" for row in range(1, 20)): "hill-slope"})
    gun = an_element("b1", "stug3g", BLUE, "J5", heading=12, turret=None)
    state = a_state(gun, board=slope, step="plan")
    state.reorganise("blue-1", order=Tactical.ADVANCE, objective=at("J16"), given=2)
    assert not blocked.blocked(state, UnitId("b1"))
    assert planning.bound_to_move(state, BLUE) == ("b1",)
