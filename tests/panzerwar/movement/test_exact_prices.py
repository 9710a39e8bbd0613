"""What movement costs to the GSU: free turns that add up, double-length turns on slow ground, charges that have an
objective (pw:6.4, pw:6.15, pw:6.1.2)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzerwar.movement import planning, speed, turning
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.cards import Drive
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.plane import Point, bearing, centre, gsu_between, offset
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, write


def bent(*degrees: float) -> list[Point]:
    """A way of legs of 40 GSU on these bearings."""
    points = [at("J15")]
    for one in degrees:
        points.append(offset(points[-1], one, 40))
    return points


@pytest.mark.parametrize(
    ("ways", "cost"),
    [
        ((15,), 0),
        ((15, 0), 0),
        ((15, 30), 25),  # two free turns are 30 off the line on which it stood
        ((20, 40), 25),
        ((45, 55), 25),  # the first turn is paid, the second is 10 off the first leg
        ((45, 75), 50),
        ((30, 60, 90), 75),
    ],
)
def test_free_turns_add_up_to_no_more_than_22_and_a_half(ways: tuple[float, ...], cost: int) -> None:
    """pw:6.4: from the original line, which is that of the hull as long as no turn is paid."""
    assert turning.along(Drive.TRACKS, 0.0, bent(*ways), None) == cost


def test_a_turn_of_60_degrees_between_hexes_is_one_of_60_wherever_they_lie() -> None:
    """pw:6.4: points are whole tenths of a GSU, and no turn is cheaper for it."""
    for column in "CDEFGHIJKLMNOPQRSTUV":
        start = hex_from_id(f"{column}10")
        for way in range(6):
            for turn, cost in ((1, 50), (2, 50), (3, 50), (0, 0)):
                middle = start.neighbour(way)
                points = [centre(one) for one in (start, middle, middle.neighbour((way + turn) % 6))]
                assert turning.along(Drive.TRACKS, bearing(*points[:2]), points, None) == cost


def woods(*, doubled: bool, reverse: bool = False) -> WarState:
    rows = " ".join(f"J{row}" for row in range(3, 20))
    board = a_board(terrain={} if reverse else {rows: "light-woods"})
    state = a_state(an_element("b1", "t34-43", BLUE, "J3", heading=24, turret=24), board=board, step="plan")
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    state.doubled = doubled
    return state


@pytest.mark.parametrize(
    ("doubled", "gsu", "may"), [(False, 100, True), (False, 101, False), (True, 200, True), (True, 201, False)]
)
def test_slow_ground_allows_twice_in_a_double_turn(doubled: bool, gsu: float, may: bool) -> None:
    """pw:6.15, pw:6.14.1: light woods allow 100 in a turn, so 200 in one of double length."""
    state, start = woods(doubled=doubled), at("J3")
    plan = Plan(element=UnitId("b1"), legs=(Leg(Point(start.x, start.y + round(10 * gsu))),))
    assert isinstance(planning.examined(state, state.element("b1"), plan), Price) is may


def test_reverse_is_twice_as_far_in_a_double_turn() -> None:
    """pw:6.15, pw:6.2.4: 50 in a turn at most."""
    for doubled, most in ((False, 50), (True, 100)):
        state = woods(doubled=doubled, reverse=True)
        assert speed.allowance(state, state.element("b1"), Way.REVERSE, road=False).most == most


def test_a_charge_goes_at_its_enemy() -> None:
    """pw:6.1.2: an enemy within 80 at the start of each segment is its objective."""
    squad = an_element("b1", "ger-rifle-44", BLUE, "J15")
    foe = an_element("r1", "sov-rifle-43", RED, "J15+0,-79")
    state = a_state(squad, foe, step="plan", see=["r1"])
    state.reorganise("blue-1", order=Tactical.CHARGE)
    plan = Plan(element=UnitId("b1"), way=Way.CHARGE)

    def rule(*legs: str, second: str = "") -> str | None:
        there = tuple(Leg(at(leg)) for leg in legs)
        after = (Leg(at(second)),) if second else ()
        found = planning.charge_refusal(state, squad, evolve(plan, legs=there, second=after))
        return None if found is None else found.rule

    assert rule("J15+0,-40") is None
    assert rule("J15+0,-40", second="J15+0,-60") is None
    assert rule("J15+40,0") == "pw:6.1.2"
    assert rule("J15+0,40") == "pw:6.1.2"
    assert rule("J15+0,-30", second="J15+0,10") == "pw:6.1.2"
    assert rule(second="J15+0,-40") is None


@pytest.mark.parametrize(("dice", "gone"), [((1,), 1), ((2, 1), 37.5), ((2, 2), 60)])
def test_woods_in_mud_are_rolled_for_as_well(dice: tuple[int, ...], gone: float) -> None:
    """pw:6.14.3, pw:6.14.5, pw:6.14.6: once for the mud, at its first GSU, once at the first GSU of the woods."""
    board = a_board(terrain={"J5 J6": "light-woods"})
    state = a_state(
        an_element("b1", "t34-43", BLUE, "J3", heading=24, turret=24), board=board, step="plan", ground="mud"
    )
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J3+0,60"))
    carry_out(state, dice)
    assert gsu_between(state.element("b1").where, at("J3")) == pytest.approx(gone, abs=0.2)


@pytest.mark.parametrize(
    ("wreck", "terrain", "presence", "may"),
    [
        (None, {}, Presence.DESTROYED, True),
        ("J6", {}, Presence.DESTROYED, False),
        ("J6", {}, Presence.BAILED_OUT, False),
        ("J6", {}, Presence.EXITED, True),
        ("J6+11,0", {}, Presence.DESTROYED, True),
        (None, {"J5": "rubble"}, Presence.DESTROYED, False),
    ],
)
def test_no_road_speed_over_rubble_and_wrecks(
    wreck: str | None, terrain: dict[str, str], presence: Presence, may: bool
) -> None:
    """pw:6.2.2, pw:6.2.1: across them a vehicle moves at its speed across country."""
    board = a_board(routes={"road": ["J2 J3 J4 J5 J6 J7 J8 J9"]}, terrain=terrain)
    mine = an_element("b1", "t34-43", BLUE, "J3", heading=24, turret=24)
    others = [] if wreck is None else [evolve(an_element("w", "pz4h", RED, wreck), presence=presence)]
    state = a_state(mine, *others, board=board, step="plan")
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    found = planning.examined(state, mine, a_plan("b1", "J8", road=True))
    assert isinstance(found, Price) is may
    if not may:
        assert not isinstance(found, Price)
        assert found.rule == "pw:6.2.1"


@pytest.mark.parametrize(("dice", "turret"), [((2,), 12), ((1, 4), 24), ((1, 1), 24)])
def test_who_is_immobilised_on_his_way_does_not_turn_his_turret(dice: tuple[int, ...], turret: int) -> None:
    """pw:8.7.6, pw:6.6.1: a burst that damages the suspension, for four turns or for good."""
    travel = Travel(last=Motion.BONUS, last_straight=True)
    state = a_state(an_element("b1", "t34-43", BLUE, "J3", heading=24, turret=24, travel=travel), step="plan")
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J3+0,320", way=Way.BURST, turret=12))
    carry_out(state, dice)
    assert state.element("b1").turret == turret
