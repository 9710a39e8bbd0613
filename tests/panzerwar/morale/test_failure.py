"""Tests of general morale, and what failure makes units do (pw:13.1, pw:13.1.7, pw:13.3, pw:4.6.5, pw:4.9.2)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import Event
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.morale import counting, general, modifiers, testing
from core.panzerwar.morale.events import MoraleFailed, MoraleTested, Panicked
from core.panzerwar.morale.modifiers import MoraleTest
from core.panzerwar.morale.reports import TELL
from core.panzerwar.pieces.element import Grade, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Echelon, Forced, Tactical
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.strike import Effect, Part
from core.panzerwar.state import WarState
from core.secrecy import redact
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, a_board
from tests.panzerwar.morale.platoons import a_battle, a_platoon, alter, squads, tanks


def phase_g(state: WarState, *dice: int) -> list[Event]:
    rolled = ScriptedDice(list(dice))
    return happen(state, general.tests(state, rolled))


def of(state: WarState, unit: str = "p") -> MoraleTest:
    found = state.organisations[unit]
    return MoraleTest.of(state, found, counting.losses(state, found), counting.grade_of(state, found))


@pytest.mark.parametrize(("rolled", "fails"), [(20, True), (21, False)])
def test_a_regular_platoon_fails_on_20_at_15_percent(rolled: int, fails: bool) -> None:
    """pw:13.1: the number of the General Morale Table or less."""
    found = phase_g(a_platoon(4, 1), rolled, *([100] if fails else []))
    tested = found[0]
    assert isinstance(tested, MoraleTested)
    assert (tested.level, tested.lost, tested.of, tested.needed, tested.failed) == (15, 1, 4, 20, fails)
    assert len(found) == (2 if fails else 1)


def test_each_level_is_a_test_and_failure_one_roll() -> None:
    """pw:13.1, pw:13.1.7: both levels are tested even if the first fails."""
    state = a_platoon(10, 3)
    found = phase_g(state, 1, 100, 60, 1)
    assert [type(one) for one in found] == [MoraleTested, MoraleTested, MoraleFailed]
    assert state.organisations["p"].tested == {15, 30}
    assert phase_g(state) == []


@pytest.mark.parametrize(
    ("rolled", "forced", "until"),
    [
        (10, Forced.ROUT, 0),
        (11, Forced.RETREAT, 0),
        (30, Forced.RETREAT, 0),
        (31, Forced.WITHDRAW, 8),
        (50, Forced.WITHDRAW, 8),
        (76, Forced.HALT, 7),
        (100, Forced.HALT, 7),
    ],
)
def test_the_results_of_failure(rolled: int, forced: Forced, until: int) -> None:
    """pw:13.1.7, pw:4.1.3, pw:4.2.5: a D100, of regular troops as it falls; it overrides the order of the unit."""
    state = a_platoon(4, 1, order=Tactical.RUSH, since=3)
    phase_g(state, 1, rolled)
    unit = state.organisations["p"]
    assert (unit.forced, unit.until) == (forced, until)
    assert unit.order is (Tactical.COVER if forced is Forced.HALT else Tactical.WITHDRAW)


@pytest.mark.parametrize(
    ("dice", "result"), [((1, 100, 100, 31), 11), ((100, 1, 100, 31), 11), ((100, 100, 1, 31), 31)]
)
def test_heavy_first_losses_tell_where_the_unit_fails_by_them(dice: tuple[int, ...], result: int) -> None:
    """pw:13.3: at 15 % or at 30 %, not where it fails at 60 % alone."""
    state = a_platoon(10, 6)
    state.reorganise("p", under_fire=state.turn)
    found = phase_g(state, *dice)
    assert [one.level for one in found if isinstance(one, MoraleTested)] == [15, 30, 60]
    (failed,) = (one for one in found if isinstance(one, MoraleFailed))
    assert failed.rolled == result


def test_a_unit_that_has_to_regroup_takes_its_time() -> None:
    """pw:13.1.7, pw:4.9.4: a mechanised unit with losses D3 turns, a D6 halved."""
    state = a_platoon(4, 1)
    phase_g(state, 1, 51, 6)
    unit = state.organisations["p"]
    assert (unit.forced, unit.order, unit.regroups) == (Forced.REGROUP, Tactical.REGROUP, 3)


@pytest.mark.parametrize(
    ("grade", "amount"), [(Grade.GREEN, -10), (Grade.REGULAR, 0), (Grade.VETERAN, 10), (Grade.ELITE, 15)]
)
def test_better_troops_fail_less_badly(grade: Grade, amount: int) -> None:
    """pw:13.1.7."""
    found = tanks(4, 1, grade=grade)
    assert modifiers.failure(of(a_battle(a_unit("p", *found, under_fire=1), elements=found))).total == amount


def test_heavy_losses_in_the_first_turn_under_fire() -> None:
    """pw:13.3: 30 % lost at once: 15 and 30 % are tested, and results are 20 worse if either fails."""
    state = a_platoon(10, 3, under_fire=5)
    found = phase_g(state, 100, 1, 50)
    failed = found[-1]
    assert isinstance(failed, MoraleFailed)
    assert (failed.rolled, failed.forced) == (30, Forced.RETREAT)
    assert modifiers.failure(of(a_platoon(10, 2, under_fire=5))).total == 0  # 20 % are not so heavy
    assert modifiers.failure(of(a_platoon(10, 3, under_fire=4))).total == 0  # not its first turn under fire


def test_the_first_turn_under_fire_is_the_first_attack() -> None:
    """pw:13.3: a hit on any of its elements; later ones change nothing."""
    state = a_platoon(4, attacked=0, under_fire=0)
    struck = VehicleStruck(side=BLUE, element=state.element("p1").id, by="AP", effect=Effect(part=Part.HULL))
    happen(state, [struck])
    assert (state.organisations["p"].attacked, state.organisations["p"].under_fire) == (5, 5)
    state.turn = 6
    happen(state, [struck])
    assert (state.organisations["p"].attacked, state.organisations["p"].under_fire) == (6, 5)


@pytest.mark.parametrize(("lost", "amount"), [(1, 5), (2, 0)])
def test_a_charge_helps(lost: int, amount: int) -> None:
    """pw:4.6.5: with 25 % lost or less, on the results of failure alone."""
    test = of(a_platoon(4, lost, order=Tactical.CHARGE))
    assert modifiers.failure(test).total == amount
    assert modifiers.general(test).total == 0


def test_what_is_added_to_a_test() -> None:
    """pw:13.1, pw:4.9.2: regrouped or left without a leader, all in prepared cover, no enemy in sight."""
    assert modifiers.general(of(a_platoon(4, 1, leaderless=True))).total == -10
    assert modifiers.general(of(a_platoon(4, 1, command=None))).total == -10
    again = modifiers.general(of(a_platoon(4, 1, command=None, leaderless=True)))
    assert again.total == -20, "the one that was chosen when it regrouped is lost as well"
    under_way = modifiers.general(of(a_platoon(4, 1, command=None, order=Tactical.REGROUP, regroups=2, unled=True)))
    assert [one.label for one in under_way.reasons] == ["command element lost"], "it has not regrouped yet"
    blind = a_platoon(4, 1)
    blind.sighted = {}
    assert modifiers.general(of(blind)).total == 10
    men = squads(3, 1)
    dug = a_battle(a_unit("s", *men), elements=men)
    for one in ("s0", "s1"):
        dug.put(dug.element(one).with_posture(dug=Digging.FOXHOLES))
    assert modifiers.general(of(dug, "s")).total == 10
    alter(dug, "s0", posture=evolve(dug.element("s0").posture, dug=Digging.NONE))
    assert modifiers.general(of(dug, "s")).total == 0


def test_an_enemy_that_others_see_is_not_in_sight_of_the_unit() -> None:
    """pw:13.1: the line tells of the unit, not of its side."""
    found = tanks(4, 1)
    hill = a_board(40, 40, levels={" ".join(f"H{row}" for row in range(1, 41)): 2})
    assert modifiers.general(of(a_battle(a_unit("p", *found), elements=found, board=hill))).total == 10
    assert modifiers.general(of(a_battle(a_unit("p", *found), elements=found))).total == 0


def test_the_chance_of_a_test_is_exact() -> None:
    """pw:13.1: a veteran platoon without a leader fails at 60 % on 45, less what is taken from the die."""
    found = tanks(5, 3, grade=Grade.VETERAN)
    state = a_battle(a_unit("p", *found, command=None), elements=found)
    assert testing.chance(of(state), 60) == pytest.approx(0.55)


def test_in_a_rout_men_break_and_damaged_vehicles_are_left() -> None:
    """pw:13.1.7."""
    found = tanks(4, 1)
    men = squads(2, name="p", where="F10")
    men = (evolve(men[0], id=type(men[0].id)("m0")), evolve(men[1], id=type(men[1].id)("m1")))
    state = a_battle(a_unit("p", *found, *men, strength=4), elements=(*found, *men))
    state.put(state.element("p1").with_harm(damage=frozenset({Damage.LEFT_TRACK})))
    state.put(state.element("m1").with_nerve(broken=3))
    happened = phase_g(state, 1, 1)
    assert [one.element for one in happened if isinstance(one, Panicked)] == ["p1", "m0"]
    assert state.element("p1").presence is Presence.BAILED_OUT
    assert state.element("p0").presence is Presence.ON_TABLE
    assert state.element("m0").nerve.broken == 5
    assert state.element("m1").nerve.broken == 3


def test_a_milder_result_does_not_relieve() -> None:
    """pw:13.1.7: who retreats goes on retreating."""
    state = a_platoon(4, 1, forced=Forced.RETREAT)
    phase_g(state, 1, 100)
    assert state.organisations["p"].forced is Forced.RETREAT


@pytest.mark.parametrize(("echelon", "unconfirmed"), [(Echelon.PLATOON, False), (Echelon.COMPANY, True)])
def test_orders_of_a_company_are_affirmed_after_failure(echelon: Echelon, unconfirmed: bool) -> None:
    """pw:5.2.2."""
    state = a_platoon(4, 1, echelon=echelon)
    phase_g(state, 1, 100)
    assert state.organisations["p"].unconfirmed is unconfirmed


def test_morale_of_units_is_the_matter_of_their_owner() -> None:
    """pw:13.0: the enemy sees what comes of it, on the table."""
    state = a_platoon(4, 1)
    for one in phase_g(state, 1, 100):
        assert redact(state, one, RED) is None
        assert redact(state, one, BLUE) == one


def test_all_that_happens_is_told() -> None:
    """pw:13.0."""
    state = a_platoon(10, 3, under_fire=5)
    told = [TELL[type(one)](state, one) for one in phase_g(state, 1, 1, 25)]
    texts = [one.text for one in told if one is not None]
    assert texts[0] == "p, 3 of 10 elements lost, tests at 15 % and fails: 1, it fails on 20 or less"
    assert texts[2] == "p routs: 25-20 = 5"
