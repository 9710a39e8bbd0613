"""Command range, and orders that come late (pw:4.13)."""

from __future__ import annotations

from typing import Any

import pytest

from core.panzerwar.command import range as command_range
from core.panzerwar.command.range import Late
from core.panzerwar.command.settling import settle
from core.panzerwar.communication.asks import CompanyLink
from core.panzerwar.movement import planning
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Forced, Radio, Tactical
from core.panzerwar.pieces.plan import Leg, Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.command.platoons import east, movement, must_move, ordered, squads, tanks
from tests.panzerwar.communication.companies import a_force
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, a_board, an_element, at


def strayed(gsu: float, *, foot: bool = False, hidden: bool = False, **unit: Any) -> WarState:
    """A platoon of which t1 stands so far west of its command element; hidden: a hill lies between them."""
    hill = {" ".join(f"N{row}" for row in range(1, 61)): 1}
    board = a_board(80, 60, levels=hill if hidden else {})
    state = ordered(squads() if foot else tanks(), game={"board": board, "step": "plan"}, **unit)
    state.change(state.element("t1").id, at=Point(at("O20").x - round(gsu * 10), at("O20").y))
    return state


@pytest.mark.parametrize(
    ("foot", "hidden", "limit"), [(True, False, 150), (False, False, 350), (True, True, 75), (False, True, 200)]
)
def test_how_far_command_reaches(foot: bool, hidden: bool, limit: int) -> None:
    """pw:4.13, pw:4.13.1: by troops, in sight of the command element and out of it."""
    for gsu, within in ((limit, True), (limit + 1, False)):
        state = strayed(gsu, foot=foot, hidden=hidden)
        assert command_range.in_command(state, state.element("t1")) is within
    assert command_range.in_command(state, state.element("t0"))


def test_prepared_defenders_reach_twice_as_far() -> None:
    """pw:4.13.4.1: while the command element has not moved."""
    state = strayed(700)
    assert not command_range.in_command(state, state.element("t1"))
    state.put(state.element("t0").with_posture(prepared=True))
    assert command_range.in_command(state, state.element("t1"))


def test_without_a_command_element_nobody_is_out_of_its_range() -> None:
    """pw:4.13, pw:4.0.4."""
    state = strayed(900, command=None)
    assert command_range.in_command(state, state.element("t1"))


# -- the command elements of a company (pw:4.13.3) ----------------------------------------------------------


def a_company(gsu: float, radio: Radio = Radio.FM, doctrine: Doctrine = Doctrine.ART, **more: Any) -> WarState:
    """A platoon whose company commander is so far to the west."""
    chief = an_element("chief", "pz4h", BLUE, east("O20", -gsu), organisation="company", command=True)
    sides = (a_force(BLUE, "Germany", radio, doctrine), a_force(RED, "Russia"))
    mine = tanks()
    state = ordered(
        (*mine, chief),
        parent="company",
        members=tuple(e.id for e in mine),
        game={"sides": sides, "board": more.pop("board", a_board(80, 60))},
        **more,
    )
    state.organisations = {**state.organisations, "company": a_unit("company", chief, echelon=Echelon.COMPANY)}
    return state


def linked(state: WarState) -> bool:
    return bool(CompanyLink(unit="p").answer(None, state)["linked"])


@pytest.mark.parametrize(("radio", "limit"), [(Radio.FM, 800), (Radio.AM, 600), (Radio.NONE, 350)])
def test_a_company_commands_its_platoons_by_radio(radio: Radio, limit: int) -> None:
    """pw:4.13.3, PW-4.13.3-a, pw:5.0: 800 with FM, 600 with AM, as near as command range without."""
    for gsu, within in ((limit, True), (limit + 1, False)):
        mine = tanks(where="TT20")
        state = a_company(0, radio)
        for one, there in zip(("t0", "t1", "t2"), mine, strict=True):
            state.change(state.element(one).id, at=there.at)
        state.change(state.element("chief").id, at=east("TT20", -gsu))
        assert linked(state) is within


def test_hills_shorten_the_radios_of_a_company() -> None:
    """pw:4.13.3, pw:5.0.5."""
    hill = a_board(80, 60, levels={"L20 L19 L21": 1})
    assert linked(a_company(370))
    assert linked(a_company(370, Radio.AM, board=hill))
    tall = a_board(80, 60, levels={"L20 L19 L21": 3})
    assert not linked(a_company(370, Radio.AM, board=tall))


def test_above_the_company_range_does_not_matter() -> None:
    """pw:4.13.4: in the Science of War above the battalion, which commands companies."""
    state = a_company(370, Radio.NONE)
    assert not linked(state)
    state.reorganise("company", echelon=Echelon.BATTALION)
    assert linked(state)
    russian = a_company(370, Radio.NONE, Doctrine.SCIENCE)
    russian.reorganise("company", echelon=Echelon.BATTALION)
    assert not linked(russian)


def test_a_prepared_company_reaches_twice_as_far() -> None:
    """pw:4.13.4.1."""
    tall = a_board(80, 60, levels={"L20 L19 L21": 3})
    state = a_company(370, Radio.AM, board=tall)
    assert not linked(state)
    state.put(state.element("chief").with_posture(prepared=True))
    assert linked(state)


# -- the delay (pw:4.13.2) ----------------------------------------------------------------------------------


def late(order: Tactical, *, before: Tactical = Tactical.COVER, since: int = 5, foot: bool = False, **more: Any) -> Any:
    return strayed(
        370 if not foot else 160, foot=foot, order=order, before=before, since=since, objective=east("O20", 900), **more
    )


def test_a_new_order_comes_late_out_of_command_range() -> None:
    """pw:4.13.2: if it is another than that of the last turn."""
    assert command_range.delayed(late(Tactical.RUSH), late(Tactical.RUSH).element("t1"))
    in_range = late(Tactical.RUSH)
    assert not command_range.delayed(in_range, in_range.element("t2"))
    for state in (late(Tactical.RUSH, before=Tactical.RUSH), late(Tactical.RUSH, since=4)):
        assert not command_range.delayed(state, state.element("t1"))


def test_the_whole_of_a_platoon_out_of_its_company_gets_it_late() -> None:
    """pw:4.13.2, pw:4.13.3."""
    state = a_company(370, Radio.NONE, order=Tactical.RUSH, since=5)
    assert all(command_range.delayed(state, state.element(e)) for e in ("t0", "t1", "t2"))


@pytest.mark.parametrize(
    ("motion", "gsu", "rule"),
    [
        (Motion.FULL, 150, "pw:4.13.2.2"),
        (Motion.HALF, 100, None),
        (Motion.SHIFT, 20, None),
        (Motion.STATIONARY, 0, None),
        (Motion.HALF, -60, "pw:4.4"),
    ],
)
def test_full_movement_is_cut_to_half(motion: Motion, gsu: float, rule: str | None) -> None:
    """pw:4.13.2.2: of Rush, Charge and Bound; it may stay, too."""
    state = late(Tactical.RUSH)
    assert movement(state, gsu, motion=motion, element="t1") == rule
    assert must_move(state, "t1") is None
    assert must_move(state, "t2") == "pw:4.4"


def test_of_a_late_bound_one_half_stays_all_the_same() -> None:
    """pw:4.13.2.2, pw:4.5."""
    state = late(Tactical.BOUND, moving=frozenset({"t1"}), given=5)
    assert movement(state, 60, element="t1") is None
    state.reorganise("p", moving=frozenset({"t0"}))
    assert movement(state, 60, element="t1") == "pw:4.5"


def test_a_late_withdrawal_leads_away_all_the_same() -> None:
    """pw:4.13.2.2, pw:4.10.3."""
    state = late(Tactical.WITHDRAW)
    assert movement(state, -60, element="t1") is None
    assert movement(state, 60, element="t1") == "pw:4.10.3"


@pytest.mark.parametrize("order", [Tactical.ADVANCE, Tactical.COVER])
def test_half_movement_is_lost_and_the_next_is_half(order: Tactical) -> None:
    """pw:4.13.2.2: none in this turn, no more than half in the next."""
    state = late(order, before=Tactical.RUSH)
    assert command_range.late(state, state.element("t1")) is Late.STAYS
    assert movement(state, 60, element="t1") == "pw:4.13.2.2"
    assert must_move(state, "t1") is None
    happen(state, settle(state))
    assert state.element("t1").travel.delayed
    assert not state.element("t2").travel.delayed
    state.turn = 6
    state.reorganise("p", order=Tactical.RUSH, before=Tactical.RUSH)
    assert command_range.late(state, state.element("t1")) is Late.HALF
    assert movement(state, 150, motion=Motion.FULL, element="t1") == "pw:4.13.2.2"
    happen(state, settle(state))
    assert not state.element("t1").travel.delayed


def test_morale_is_never_late() -> None:
    """pw:4.1.3."""
    state = late(Tactical.WITHDRAW, forced=Forced.RETREAT)
    assert command_range.late(state, state.element("t1")) is Late.NOT


def test_infantry_moves_in_the_second_segment_alone() -> None:
    """pw:4.13.2.1: it covers for the first half of the turn."""
    state = late(Tactical.RUSH, foot=True)
    here = state.element("t1").where
    way = (Leg(Point(here.x + 250, here.y)),)
    second = planning.examined(state, state.element("t1"), Plan(element=state.element("t1").id, second=way))
    assert isinstance(second, Price)
    first = planning.examined(state, state.element("t1"), Plan(element=state.element("t1").id, legs=way))
    assert not isinstance(first, Price)
    assert first.rule == "pw:4.13.2.1"
    there = state.element("t2").where
    step = (Leg(Point(there.x + 250, there.y)),)
    near = planning.examined(state, state.element("t2"), Plan(element=state.element("t2").id, second=step))
    assert not isinstance(near, Price)
    assert near.rule == "pw:4.4"
