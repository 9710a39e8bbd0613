"""What orders ask of the movement of elements (pw:4.2.2 to pw:4.10.3)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzerwar.combat import arms
from core.panzerwar.command import demands
from core.panzerwar.command.settling import settle
from core.panzerwar.ground import lines
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.command.platoons import east, movement, must_move, ordered, squads, tanks
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, a_board, an_element, at


def under(order: Tactical, *, enemy: float | None = 900.0, foot: bool = False, **more: Any) -> WarState:
    mine = squads() if foot else tanks()
    return ordered(mine, enemy=enemy, order=order, since=4, before=order, **more)


# -- who need not follow (pw:4.2.2 to pw:4.2.4) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "change", "rule"),
    [
        ("harm", {"damage": frozenset({Damage.GUN})}, "pw:4.2.4"),
        ("harm", {"damage": frozenset({Damage.MOBILITY})}, "pw:4.2.4"),
        ("harm", {"stunned": True}, "pw:4.2.3"),
        ("gunnery", {"jammed": True}, "pw:4.2.4"),
    ],
)
def test_damaged_and_stunned_vehicles_need_not_follow(part: str, change: dict[str, Any], rule: str) -> None:
    """pw:4.2.3, pw:4.2.4, pw:13.1.5."""
    state = under(Tactical.RUSH, objective=east("O20", 900))
    assert must_move(state) == "pw:4.4"
    state.put(getattr(state.element("t0"), f"with_{part}")(**change))
    assert demands.exempt(state, state.element("t0")), rule
    assert must_move(state) is None
    assert movement(state, 20, motion=Motion.SHIFT) is None


@pytest.mark.parametrize("change", [{"broken": 4}, {"suppressed": 6}])
def test_routed_and_pinned_men_need_not_follow(change: dict[str, Any]) -> None:
    """pw:4.2.2, pw:4.2.3."""
    state = under(Tactical.RUSH, foot=True, objective=east("O20", 900))
    assert must_move(state) == "pw:4.4"
    state.put(state.element("t0").with_nerve(**change))
    assert must_move(state) is None


@pytest.mark.parametrize("beside", [str(one) for one in hex_from_id("O20").neighbours()])
def test_a_charge_is_there_beside_the_enemy(beside: str) -> None:
    """pw:4.6, pw:1.0: within 25 of his edge, from whichever of the six hexes beside him; farther off it goes on."""
    state = under(Tactical.CHARGE, foot=True, objective=east("O20", 900))
    state.change(UnitId("foe"), at=at("O20"))
    state.change(UnitId("t0"), at=at(beside))
    assert must_move(state) is None
    state.change(UnitId("t0"), at=at("O18"))
    assert must_move(state) == "pw:4.6"


def test_all_the_others_follow() -> None:
    """pw:4.2: every element of the unit."""
    state = under(Tactical.RUSH, objective=east("O20", 900))
    assert [must_move(state, e) for e in ("t0", "t1", "t2")] == ["pw:4.4"] * 3


# -- who is blocked (pw:4.2.6) ------------------------------------------------------------------------------


def test_who_is_blocked_by_terrain_may_halt() -> None:
    """pw:4.2.6: or go as far as he can."""
    water = a_board(80, 60, terrain={" ".join(f"Q{row}" for row in range(1, 61)): "river"})
    state = under(Tactical.ADVANCE, objective=east("O20", 900), game={"board": water})
    at_bank = movement(state, 20, motion=Motion.SHIFT)
    assert at_bank is None
    assert movement(state, -5, motion=Motion.SHIFT) == "pw:4.3"
    state.change(state.element("t0").id, at=east("O20", 20))
    assert must_move(state) is None
    assert must_move(state, "t1") is not None


def test_who_withdraws_may_halt_at_the_edge_of_the_table() -> None:
    """pw:4.2.6."""
    state = ordered(tanks(where="A20"), order=Tactical.WITHDRAW, since=4, before=Tactical.WITHDRAW)
    assert must_move(state) is None
    state.change(state.element("t0").id, at=at("F20"))
    assert must_move(state) == "pw:4.10.1"


def test_who_is_there_may_halt() -> None:
    """pw:4.3: within 50 of the objective."""
    state = under(Tactical.ADVANCE, objective=east("O20", 50))
    assert must_move(state) is None
    assert must_move(under(Tactical.ADVANCE, objective=east("O20", 75))) == "pw:4.3"
    assert movement(under(Tactical.ADVANCE, objective=east("O20", 65)), 20, motion=Motion.SHIFT) is None


# -- the orders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gsu", "motion", "rule"),
    [
        (26, Motion.HALF, None),
        (100, Motion.HALF, None),
        (25, Motion.SHIFT, "pw:4.3"),
        (0, Motion.STATIONARY, "pw:4.3"),
        (101, Motion.FULL, "pw:4.3"),
        (-60, Motion.HALF, "pw:4.3"),
    ],
)
def test_advance(gsu: float, motion: Motion, rule: str | None) -> None:
    """pw:4.3: toward the enemy, more than 25 and at most half."""
    assert movement(under(Tactical.ADVANCE), gsu, motion=motion) == rule


def test_infantry_advances_at_its_standard_rate() -> None:
    """pw:4.3, pw:12.1: in both segments more than 25, and no charge."""
    state = under(Tactical.ADVANCE, foot=True)
    assert movement(state, 25, 25, motion=Motion.FULL, allowance=50) is None
    assert movement(state, 25, motion=Motion.HALF, allowance=50) == "pw:4.3"
    assert movement(state, 40, 40, motion=Motion.FULL, way=Way.CHARGE, allowance=80) == "pw:4.3"


def test_without_a_known_enemy_an_advance_goes_to_its_objective() -> None:
    """pw:4.3."""
    state = under(Tactical.ADVANCE, enemy=None, objective=east("O20", -300))
    assert movement(state, -60) is None
    assert movement(state, 60) == "pw:4.3"


@pytest.mark.parametrize(
    ("motion", "rule"),
    [(Motion.FULL, None), (Motion.BONUS, None), (Motion.BURST, None), (Motion.HALF, "pw:4.4")],
)
def test_rush(motion: Motion, rule: str | None) -> None:
    """pw:4.4: more than half."""
    assert movement(under(Tactical.RUSH, objective=east("O20", 900)), 150, motion=motion) == rule


@pytest.mark.parametrize(("south", "rule"), [(0, None), (100, None), (140, "pw:4.4.1")])
def test_a_rush_may_tack(south: float, rule: str | None) -> None:
    """pw:4.4.1: up to 45 degrees off the objective."""
    state = under(Tactical.RUSH, objective=east("O20", 900))
    assert movement(state, 110, motion=Motion.FULL, spent=150, south=south) == rule


def bounding(given: int = 5) -> WarState:
    return under(Tactical.BOUND, moving=frozenset({"t0"}), given=given)


@pytest.mark.parametrize(
    ("gsu", "motion", "rule"),
    [
        (100, Motion.HALF, None),
        (195, Motion.FULL, None),
        (99, Motion.HALF, "pw:4.5"),
        (150, Motion.BONUS, "pw:4.5"),
        (205, Motion.FULL, "pw:4.5.1"),
    ],
)
def test_the_half_that_bounds(gsu: float, motion: Motion, rule: str | None) -> None:
    """pw:4.5, pw:4.5.1: half to full, within 200 of the other half."""
    assert movement(bounding(), gsu, motion=motion) == rule


def test_it_is_the_other_half_that_it_stays_near_to() -> None:
    """pw:4.5.1: wherever it began itself."""
    state = bounding()
    for one in ("t1", "t2"):
        state.change(state.element(one).id, at=east("O20", -100))
    assert movement(state, 100, motion=Motion.HALF) is None
    assert movement(state, 101, motion=Motion.FULL) == "pw:4.5.1"


def test_a_half_may_bound_out_of_sight_of_the_other() -> None:
    """pw:4.5.2: it should not where that is possible, which is for its owner to judge: nothing is refused."""
    hill = a_board(80, 60, levels={" ".join(f"Q{row}" for row in range(1, 61)): 1})
    state = under(Tactical.BOUND, moving=frozenset({"t0"}), given=5, game={"board": hill})
    state.change(state.element("t1").id, at=east("O20", 120))
    assert not lines.between(state, state.element("t2"), state.element("t1")).clear
    assert movement(state, 120, motion=Motion.FULL) is None


def test_a_fast_half_may_bound_farther() -> None:
    """pw:4.5.1: one full movement, if that is more than 200."""
    assert movement(bounding(), 290, motion=Motion.FULL, allowance=300) is None


def test_the_other_half_stays_and_covers() -> None:
    """pw:4.5: it may turn its turrets."""
    state = bounding()
    assert must_move(state, "t0") == "pw:4.5"
    assert must_move(state, "t1") is None
    assert movement(state, 60, element="t1") == "pw:4.5"
    assert movement(state, motion=Motion.STATIONARY, element="t1") is None


def test_each_bound_is_ordered_anew() -> None:
    """pw:4.5.1: nobody goes on by the order of the turn before."""
    state = bounding(given=4)
    assert must_move(state, "t0") is None
    assert movement(state, 120, motion=Motion.FULL) == "pw:4.5"


@pytest.mark.parametrize(
    ("legs", "south", "motion", "rule"),
    [
        ((150,), 0, Motion.FULL, None),
        ((100,), 0, Motion.HALF, "pw:4.6"),
        ((-150,), 0, Motion.FULL, "pw:4.6"),
        ((75, 75), 0, Motion.FULL, None),
    ],
)
def test_charge(legs: tuple[float, ...], south: float, motion: Motion, rule: str | None) -> None:
    """pw:4.6: at full speed toward the enemy."""
    assert movement(under(Tactical.CHARGE, enemy=700), *legs, motion=motion, south=south) == rule


def test_a_charge_goes_straight() -> None:
    """pw:4.6: but around hazards."""
    state = under(Tactical.CHARGE, enemy=700)
    here = state.element("t0").where
    for aside, rule in ((30, None), (80, "pw:4.6")):
        points = (here, east("O20", 80), east("O20", 160)._replace(y=here.y + aside * 10))
        way = demands.Movement(Motion.FULL, 165, 200, points, Way.MARCH)
        found = demands.refusal(state, state.element("t0"), way)
        assert (None if found is None else found.rule) == rule


def test_infantry_charges_at_charge_speed() -> None:
    """pw:4.6, pw:4.6.1."""
    state = under(Tactical.CHARGE, enemy=100, foot=True)
    assert movement(state, 40, motion=Motion.HALF, way=Way.CHARGE, allowance=80) is None
    assert movement(state, 25, motion=Motion.HALF, way=Way.CHARGE, allowance=80) == "pw:6.1.2"
    state = under(Tactical.CHARGE, enemy=50, foot=True)
    assert movement(state, 25, motion=Motion.HALF, way=Way.CHARGE, allowance=80) is None, "it is upon him"


@pytest.mark.parametrize(("enemy", "order"), [(150, Tactical.ENGAGE), (151, Tactical.CHARGE)])
def test_a_charge_of_tanks_becomes_engage(enemy: float, order: Tactical) -> None:
    """pw:4.6.3: within 150 of the enemy; at the end of the turn it is so, and disorders (pw:4.7.2)."""
    state = under(Tactical.CHARGE, enemy=enemy)
    assert demands.order_of(state, state.organisations["p"]) is order
    assert (movement(state, 20, motion=Motion.SHIFT) is None) is (order is Tactical.ENGAGE)
    happen(state, settle(state))
    assert state.organisations["p"].order is order
    assert state.organisations["p"].disordered is (order is Tactical.ENGAGE)


def test_infantry_goes_on_charging() -> None:
    """pw:4.6.3."""
    state = under(Tactical.CHARGE, enemy=60, foot=True)
    assert demands.order_of(state, state.organisations["p"]) is Tactical.CHARGE


@pytest.mark.parametrize("motion", [Motion.STATIONARY, Motion.SHIFT, Motion.HALF, Motion.FULL])
def test_who_engages_moves_as_he_likes(motion: Motion) -> None:
    """pw:4.7, pw:4.7.3: each element for itself, up to full."""
    state = under(Tactical.ENGAGE, enemy=200)
    assert must_move(state) is None
    for gsu in (-40, 40):
        assert movement(state, gsu, motion=motion) is None


@pytest.mark.parametrize(
    ("motion", "rule"),
    [(Motion.STATIONARY, None), (Motion.SHIFT, None), (Motion.HALF, None), (Motion.FULL, "pw:4.8.2")],
)
def test_cover_moves_up_to_half(motion: Motion, rule: str | None) -> None:
    """pw:4.8.2."""
    assert movement(under(Tactical.COVER), 60, motion=motion) == rule
    assert must_move(under(Tactical.COVER)) is None


def test_cover_moves_in_two_turns_at_most() -> None:
    """pw:4.8.2, pw:4.8.3: who halted in the first stays in the second."""
    state = under(Tactical.COVER, settled=1)
    assert movement(state, 60) == "pw:4.8.3"
    state.put(state.element("t0").with_travel(last=Motion.HALF))
    assert movement(state, 60) is None
    state.reorganise("p", settled=2)
    assert movement(state, 60) == "pw:4.8.2"
    assert movement(state, motion=Motion.STATIONARY) is None


def test_covering_units_hold_fire_as_they_like() -> None:
    """pw:4.8.1: nothing makes them fire, and nothing forbids it."""
    state = under(Tactical.COVER)
    assert all(
        arms.able(state, state.element("t0"), one) for one in arms.arms(state, state.element("t0")) if one.id == "gun"
    )


def test_regrouping_leads_to_the_command_element() -> None:
    """pw:4.9.6: any movement, up to full."""
    state = under(Tactical.REGROUP)
    state.change(state.element("t2").id, at=east("O20", -300))
    assert must_move(state, "t2") is None
    assert movement(state, 180, motion=Motion.FULL, element="t2") is None
    assert movement(state, -60, element="t2") == "pw:4.9.6"


def test_after_a_charge_it_halts() -> None:
    """pw:4.6.4: infantry regroups without moving, and so do tanks."""
    for foot in (False, True):
        state = ordered(squads() if foot else tanks(), order=Tactical.REGROUP, before=Tactical.CHARGE, since=5)
        assert movement(state, 60, element="t1") == "pw:4.6.4"
        assert movement(state, motion=Motion.STATIONARY, element="t1") is None
        state.reorganise("p", since=4)  # in the turn after that it gathers
        assert movement(state, motion=Motion.HALF, element="t1", south=-20) is None


@pytest.mark.parametrize(
    ("gsu", "motion", "way", "rule"),
    [
        (-100, Motion.HALF, Way.MARCH, None),
        (-180, Motion.FULL, Way.MARCH, None),
        (-99, Motion.HALF, Way.MARCH, "pw:4.10.1"),
        (-20, Motion.SHIFT, Way.MARCH, "pw:4.10.1"),
        (120, Motion.FULL, Way.MARCH, "pw:4.10.3"),
        (-200, Motion.FULL, Way.REVERSE, None),
        (-150, Motion.FULL, Way.REVERSE, "pw:4.10.2"),
    ],
)
def test_withdraw(gsu: float, motion: Motion, way: Way, rule: str | None) -> None:
    """pw:4.10, pw:4.10.1, pw:4.10.2, pw:4.10.3: away, at least half, backing at full reverse."""
    assert movement(under(Tactical.WITHDRAW), gsu, motion=motion, way=way) == rule


def test_who_withdraws_never_comes_closer() -> None:
    """pw:4.10.3: not even for a while; he may fire all the same."""
    assert movement(under(Tactical.WITHDRAW), 30, -160, motion=Motion.FULL) == "pw:4.10.3"


def test_infantry_withdraws_by_at_least_half() -> None:
    """pw:4.10.1: one of its two segments."""
    state = under(Tactical.WITHDRAW, foot=True)
    assert movement(state, -25, motion=Motion.HALF, allowance=50) is None
    assert movement(state, -10, motion=Motion.HALF, allowance=50) == "pw:4.10.1"


def test_elements_of_no_unit_move_freely() -> None:
    """pw:4.2.1: in the view of another nobody's orders are known."""
    stray = an_element("stray", "pz4h", BLUE, "O30", organisation="none")
    state = ordered((*tanks(), stray))
    state.organisations = {id_: o for id_, o in state.organisations.items() if id_ != "none"}
    assert must_move(state, "stray") is None
    assert movement(state, 150, motion=Motion.FULL, element="stray") is None


def test_no_leg_of_an_advance_leads_away_from_the_enemy() -> None:
    """pw:4.3, pw:4.2.6: but to go round what bars the way."""
    state = under(Tactical.ADVANCE)
    assert movement(state, -20, 100) == "pw:4.3"
    assert movement(state, 40, 40) is None
    goal = under(Tactical.ADVANCE, objective=east("O20", -300))
    assert movement(goal, -20, -40) is None
    lake = a_board(80, 60, terrain={"P19 P20 P21": "river"})
    assert movement(under(Tactical.ADVANCE, game={"board": lake}), -20, 100) is None


@pytest.mark.parametrize(("order", "rule"), [(Tactical.ENGAGE, "pw:4.7.3"), (Tactical.REGROUP, "pw:4.9.6")])
@pytest.mark.parametrize("motion", [Motion.BONUS, Motion.BURST])
def test_engaging_and_regrouping_move_up_to_full(order: Tactical, rule: str, motion: Motion) -> None:
    """pw:4.7.3, pw:4.9.6."""
    state = under(order)
    assert movement(state, 190, motion=motion) == rule


def test_after_a_charge_nobody_moves_at_all() -> None:
    """pw:4.6.4: not even by a shift; who pivots does not move."""
    state = ordered(tanks(), order=Tactical.REGROUP, since=5, before=Tactical.CHARGE)
    assert movement(state, 20, motion=Motion.SHIFT) == "pw:4.6.4"
    assert movement(state, motion=Motion.SHIFT) is None
