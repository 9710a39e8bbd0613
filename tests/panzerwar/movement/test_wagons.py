"""Horse transport: wagons move in the infantry segments, at 40 a turn, charging 125 (pw:6.1.6, pw:6.1.6a)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzerwar.cards.units import cards
from content.panzerwar.scenarios.units import role_of
from core.panzerwar.combat.events import SoftStruck
from core.panzerwar.movement import planning
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.element import DRAWN, Kind
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from tests.panzerwar.combat.duels import duel, fire, firer, only, shot, target
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, refusal, write


def wagon(order: Tactical = Tactical.ENGAGE, **changes: Any) -> WarState:
    """A wagon at J5, and an enemy far off."""
    board = changes.pop("board", a_board(30, 40))
    mine = an_element("b1", "ger-wagon", BLUE, "J5", role=DRAWN, heading=24, **changes)
    state = a_state(mine, an_element("r1", "t34-43", RED, "J39"), step="plan", board=board)
    state.reorganise("blue-1", order=order)
    return state


def price(state: WarState, first: float = 0.0, second: float = 0.0, **changes: Any) -> Price | str:
    """What a way south comes to, or the rule that forbids it."""
    legs = (f"J5+0,{first}",) if first else ()
    plan = a_plan("b1", *legs, second=(f"J5+0,{first + second}",) if second else (), **changes)
    found = planning.examined(state, state.element("b1"), plan)
    return found if isinstance(found, Price) else found.rule


def test_the_card_makes_it_horse_drawn() -> None:
    """pw:6.1.6."""
    assert role_of(cards()["ger-wagon"], "") == DRAWN
    assert role_of(cards()["opel"], "") == ""


@pytest.mark.parametrize(
    ("first", "second", "motion"), [(20, 0, Motion.HALF), (20, 20, Motion.FULL), (0, 20, Motion.HALF)]
)
def test_20_in_a_segment(first: float, second: float, motion: Motion) -> None:
    """pw:6.1.6: 40 a turn, in the infantry segments."""
    found = price(wagon(), first, second)
    assert isinstance(found, Price)
    assert (found.motion, found.spent) == (motion, first + second)


def test_no_farther() -> None:
    """pw:6.1.6, pw:6.1.1: 20 in good going, 16 in rough."""
    assert isinstance(price(wagon(), 21, 1), str)
    rough = a_board(30, 40, terrain={"J5 J6 J7": "rocky-ground"})
    assert isinstance(price(wagon(board=rough), 16, 1), Price)
    assert isinstance(price(wagon(board=rough), 17, 1), str)


def test_it_charges_over_good_going_for_four_turns() -> None:
    """pw:6.1.6: 62.5 in a segment, without an enemy near; eight segments in a row."""
    assert isinstance(price(wagon(), 62.5, 62.5, way=Way.CHARGE), Price)
    assert isinstance(price(wagon(), 63, 1, way=Way.CHARGE), str)
    rough = a_board(30, 40, terrain={"J6": "rocky-ground"})
    assert isinstance(price(wagon(board=rough), 40, way=Way.CHARGE), str)
    assert price(wagon(travel=Travel(charged=7)), 20, 20, way=Way.CHARGE) == "pw:6.1.5"
    assert isinstance(price(wagon(travel=Travel(charged=6)), 20, 20, way=Way.CHARGE), Price)


def test_it_goes_in_c1_and_c6() -> None:
    """pw:6.1.6, pw:6.1: it may advance at its own pace."""
    state = wagon(Tactical.ADVANCE)
    write(state, a_plan("b1", "J5+0,20", second=("J5+0,40",)))
    carry_out(state)
    assert state.element("b1").where == at("J5+0,40")
    assert state.element("b1").travel.segments == ("c1", "c6")


def test_it_goes_where_wheels_go_and_never_backs() -> None:
    """pw:6.1.6: as a vehicle it does not go through a river, and it has one way to move."""
    river = a_board(30, 40, terrain={"J6": "river"})
    assert isinstance(price(wagon(board=river), 20), str)
    assert refusal(wagon(), a_plan("b1", "J5+0,10", way=Way.REVERSE))[0] == "pw:12.1"


def test_in_combat_it_is_a_soft_vehicle() -> None:
    """pw:6.1.6a, pw:8.0.2."""
    state = wagon()
    element = state.element("b1")
    assert element.kind is Kind.VEHICLE
    assert not element.foot
    battle = duel(firer(), target("sov-wagon", gsu=100, role=DRAWN))
    struck = only(fire(battle, [shot(arm="coax")], [1, 1]), SoftStruck)
    assert (struck.element, struck.destroyed) == ("t", True)
