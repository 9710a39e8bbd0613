"""Crews that bail out, and those that lose their heads (pw:9.14, pw:9.15.1)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import Dice, ScriptedDice, branches
from core.event import Event, UnitId
from core.panzerwar.damage import bail_out
from core.panzerwar.damage.events import CrewTested
from core.panzerwar.damage.evolve import APPLY
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Crew
from core.panzerwar.state import WarState
from tests.panzerwar.damage.hits import CHARTS, a_target
from tests.panzerwar.kit import RED, a_state, an_element, evolved

LEFT, RIGHT, MOBILITY, GUN = Damage.LEFT_TRACK, Damage.RIGHT_TRACK, Damage.MOBILITY, Damage.GUN
COMMANDER, HULL, FIRE = Damage.COMMANDER, Damage.HULL_GUNNER, Damage.FIRE


def number(*damage: Damage, grade: Grade = Grade.REGULAR, stunned: bool = False) -> int:
    return bail_out.bail_out_number(CHARTS, frozenset(damage), grade, stunned=stunned).total


def hurt(*damage: Damage, **changes: Any) -> Element:
    """A tank that was damaged in this segment."""
    harm = {"damage": frozenset(damage), "new": frozenset(damage), **changes.pop("harm", {})}
    return an_element("tank", "t34-85", RED, "C5", **changes).with_harm(**harm)


def crews(state: WarState, *dice: int) -> list[Event]:
    return evolved(state, APPLY, bail_out.crew_tests(state, ScriptedDice(list(dice))))


@pytest.mark.parametrize(
    ("damage", "total"),
    [
        ((LEFT,), 1),
        ((GUN,), 2),
        ((COMMANDER,), 2),
        ((HULL,), 1),
        ((MOBILITY,), 2),
        ((LEFT, RIGHT), 2),
        ((LEFT, MOBILITY), 2),
        ((MOBILITY, GUN, COMMANDER), 6),
        ((FIRE,), 5),
        ((FIRE, GUN, MOBILITY), 5),
        ((LEFT, GUN), 3),
    ],
)
def test_the_number_is_the_sum_of_all_factors(damage: tuple[Damage, ...], total: int) -> None:
    """pw:9.14.1, pw:9.14.3: fire counts alone, two tracks are mobility, a track and mobility are mobility."""
    assert number(*damage) == total


def test_grades_and_stun() -> None:
    """pw:9.14.1, pw:9.15.1: a crew that is stunned as well is one worse; never under 1."""
    grades = {grade: number(GUN, grade=grade) for grade in Grade}
    assert grades == {Grade.GREEN: 3, Grade.REGULAR: 2, Grade.VETERAN: 1, Grade.ELITE: 1}
    assert number(LEFT, grade=Grade.ELITE) == 1
    assert number(GUN, stunned=True) == 3
    assert number(FIRE, stunned=True) == 5


@pytest.mark.parametrize(("die", "out"), [(2, True), (3, False)])
def test_a_die_of_no_more_bails_out(die: int, out: bool) -> None:
    """pw:9.14, pw:9.14.1, pw:9.14.2: which removes it from play; else it stays, until there is new damage."""
    state = a_state(hurt(GUN))
    (event,) = crews(state, die)
    assert isinstance(event, CrewTested)
    assert event.crew is (Crew.BAILS_OUT if out else Crew.STAYS)
    tank = state.element("tank")
    assert (tank.presence is Presence.BAILED_OUT) == out
    assert crews(state) == []
    if not out:
        state.put(tank.with_harm(damage=frozenset({GUN, COMMANDER}), new=frozenset({COMMANDER})))
        (event,) = crews(state, 6, 1)
        assert isinstance(event, CrewTested)
        assert event.number == 4


def test_who_was_aboard_is_set_down() -> None:
    """pw:9.14: they stay where it was."""
    rider = an_element("rider", "sov-smg", RED, "C5", presence=Presence.ABOARD, aboard=UnitId("tank"), outside=True)
    state = a_state(hurt(GUN), rider)
    (event,) = crews(state, 1)
    assert isinstance(event, CrewTested)
    assert event.set_down == ("rider",)
    assert state.element("rider").on_table
    assert state.element("rider").at == state.element("tank").at


@pytest.mark.parametrize(
    ("dice", "crew"), [((6, 6), Crew.BERSERK), ((6, 5), Crew.CRAZED), ((6, 1), Crew.CRAZED), ((5,), Crew.BAILS_OUT)]
)
def test_a_6_at_a_number_of_6_makes_them_mad(dice: tuple[int, ...], crew: Crew) -> None:
    """pw:9.14.4, pw:14.0: for six turns they test no more; a second 6 makes them berserk."""
    state = a_state(hurt(MOBILITY, GUN, COMMANDER), turn=3)
    (event,) = crews(state, *dice)
    assert isinstance(event, CrewTested)
    assert event.crew is crew
    harm = state.element("tank").harm
    assert harm.berserk == (crew is Crew.BERSERK)
    if crew is Crew.BAILS_OUT:
        return
    assert harm.crazed == 9
    for turn, tests in ((9, False), (10, True)):
        state.turn = turn
        state.put(state.element("tank").with_harm(new=frozenset({HULL})))
        (event,) = crews(state, *((1,) if tests else ()))
        assert isinstance(event, CrewTested)
        assert event.tested == tests


def test_under_6_a_6_is_no_more_than_a_die() -> None:
    """pw:9.14.4: the total must be 6 or more."""
    state = a_state(hurt(FIRE))
    (event,) = crews(state, 6, 6)
    assert isinstance(event, CrewTested)
    assert event.crew is Crew.STAYS


def test_damage_of_a_type_is_suffered_once() -> None:
    """pw:9.14.5: what was destroyed already makes no further test."""
    known = hurt(GUN, harm={"new": frozenset()})
    assert bail_out.crews_to_test(a_state(known)) == ()
    assert bail_out.bails(CHARTS, a_target(damage=frozenset({GUN})), frozenset({GUN}), False, Grade.REGULAR) == 0.0


@pytest.mark.parametrize("damage", [(GUN,), (FIRE,), (MOBILITY, GUN, COMMANDER), (LEFT,)])
def test_the_chance_is_that_of_the_dice(damage: tuple[Damage, ...]) -> None:
    """pw:9.14.1, pw:9.14.4: walked branch by branch."""

    def out(dice: Dice) -> bool:
        return bail_out.crew_test(CHARTS, hurt(*damage), dice).crew is Crew.BAILS_OUT

    walked = sum(chance for chance, bails in branches(out) if bails)
    assert bail_out.bail_out_chance(CHARTS, number(*damage)) == pytest.approx(walked)


def test_markers_of_damage_are_open() -> None:
    """pw:9.13, pw:9.13.1 to pw:9.13.8: the enemy that sees a vehicle sees what has befallen it, and that it is left."""
    from core.secrecy import view
    from tests.panzerwar.kit import BLUE

    marked = hurt(FIRE, LEFT, MOBILITY, GUN, COMMANDER, harm={"stunned": True}).with_gunnery(jammed=True)
    left = an_element("left", "t34-85", RED, "C8", presence=Presence.BAILED_OUT)
    seen = view(a_state(marked, left, see=("tank", "left")), BLUE)
    assert seen.element("tank").harm == marked.harm
    assert seen.element("tank").gunnery.jammed
    assert seen.element("left").presence is Presence.BAILED_OUT
    assert UnitId("tank") not in view(a_state(marked), BLUE).elements
