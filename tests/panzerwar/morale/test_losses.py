"""What a unit has lost, and what it has to test for that (pw:13.1 to pw:13.1.6, pw:13.2.1, pw:13.2.2)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzerwar.scenarios.scenarios import SCENARIOS, scenario
from core.panzerwar.command.doctrine import counts
from core.panzerwar.course.events import Left
from core.panzerwar.morale import counting, general
from core.panzerwar.pieces.element import Grade, Presence
from core.panzerwar.pieces.organisation import Echelon, Forced
from core.panzerwar.state import WarState, initial_state
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, an_element
from tests.panzerwar.morale.platoons import a_battle, a_platoon, alter, enemy, squads, tanks


def due(state: WarState, unit: str = "p") -> tuple[int, ...]:
    return general.due(state, state.organisations[unit])


@pytest.mark.parametrize(
    ("count", "lost", "levels"),
    [
        (7, 1, ()),  # 14 %
        (20, 3, (15,)),  # 15 %
        (4, 1, (15,)),  # 25 %
        (10, 3, (15, 30)),
        (5, 3, (15, 30, 60)),
        (5, 4, (15, 30, 60, 80)),
    ],
)
def test_levels_that_are_reached_are_tested(count: int, lost: int, levels: tuple[int, ...]) -> None:
    """pw:13.1: at 15, 30, 60 and 80 %, each of those that are passed at once."""
    found = tanks(count, lost)
    assert due(a_battle(a_unit("p", *found, attacked=5), elements=found)) == levels


def test_a_level_is_tested_once() -> None:
    """pw:13.1: once in the whole scenario."""
    assert due(a_platoon(10, 3, tested=frozenset({15}))) == (30,)
    assert due(a_platoon(10, 3, tested=frozenset({15, 30}))) == ()


def test_who_is_neither_near_nor_under_attack_does_not_test() -> None:
    """pw:13.1.1: no enemy within 800, no attack in this turn."""
    found = tanks(4, 1)
    unit = a_unit("p", *found)
    near = a_battle(unit, elements=found)
    assert due(near) == (15,)
    far = evolve(enemy(), at=found[0].where._replace(x=found[0].where.x + 8010))
    assert due(a_battle(unit, elements=found, foe=far)) == ()
    assert due(a_battle(evolve(unit, attacked=5), elements=found, foe=far)) == (15,)
    assert due(a_battle(evolve(unit, attacked=4), elements=found, foe=far)) == ()
    empty = an_element("bunker", "bunker-small", RED, "M10", organisation="enemy")
    assert due(a_battle(unit, elements=(*found, empty), foe=far)) == ()


def test_squads_count_and_teams_do_not() -> None:
    """pw:13.1.2: squads of infantry, vehicles of armour."""
    men = squads(4)
    team = an_element("team", "mg-team", BLUE, "C12", organisation="s", presence=Presence.KILLED)
    state = a_battle(a_unit("s", *men, team, strength=0), elements=(*men, team))
    assert counting.losses(state, state.organisations["s"]) == counting.Losses(lost=0, of=4, real=0)
    alter(state, "s3", presence=Presence.KILLED)
    assert counting.losses(state, state.organisations["s"]) == counting.Losses(lost=1, of=4, real=1)


def test_vehicles_that_carry_infantry_do_not_count_for_it() -> None:
    """pw:13.1.2."""
    men = squads(3, 1)
    truck = an_element("truck", "opel", BLUE, "C14", organisation="s")
    state = a_battle(a_unit("s", *men, truck, strength=0), elements=(*men, truck))
    assert counting.losses(state, state.organisations["s"]).of == 3


def test_a_unit_of_teams_counts_teams() -> None:
    """pw:13.1.3: guns, crews and teams where there is nothing else."""
    teams = tuple(an_element(f"t{n}", "mg-team", BLUE, "C10", organisation="t") for n in range(2))
    gun = an_element("gun", "pak40", BLUE, "C12", organisation="t", presence=Presence.DESTROYED)
    state = a_battle(a_unit("t", *teams, gun, mechanised=False, strength=0), elements=(*teams, gun))
    assert counting.losses(state, state.organisations["t"]) == counting.Losses(lost=1, of=3, real=1)


def test_the_broken_are_lost_until_they_rally() -> None:
    """pw:13.1.4."""
    men = squads(4)
    state = a_battle(a_unit("s", *men), elements=men)
    state.put(state.element("s2").with_nerve(broken=4))
    assert due(state, "s") == (15,)
    state.put(state.element("s2").with_nerve(broken=0))
    assert due(state, "s") == ()


def test_losses_are_counted_from_the_last_regrouping() -> None:
    """pw:13.1.2, pw:13.1.6: of two platoons of five that reformed with six, one loss is 17 %."""
    found = tanks(10, 5)
    state = a_battle(a_unit("p", *found, strength=6), elements=found)
    assert counting.losses(state, state.organisations["p"]) == counting.Losses(lost=1, of=6, real=1)
    assert due(state) == (15,)


def test_who_leaves_under_his_own_power_is_no_loss() -> None:
    """pw:13.1.2: the unit is counted from one less."""
    state = a_platoon(5, 0)
    happen(state, [Left(side=BLUE, element=state.element("p4").id, goal="")])
    unit = state.organisations["p"]
    assert counting.losses(state, unit) == counting.Losses(lost=0, of=4, real=0)


def test_platoons_of_the_science_of_war_do_not_test() -> None:
    """pw:13.2.1: the Russian company does, that its orders go to; the German platoon."""
    found = tanks(4, 1)
    company = a_unit("company", echelon=Echelon.COMPANY, side="red")
    foe = enemy(presence=Presence.DESTROYED)
    friend = an_element("other", "t34-43", foe.side, "M12", organisation="enemy")
    platoon = a_unit("enemy", foe, friend, parent="company", attacked=5)
    state = a_battle(a_unit("p", *found, attacked=5), company, elements=(*found, friend), foe=foe)
    state.organisations = {**state.organisations, "enemy": platoon}
    assert due(state, "p") == (15,)
    assert due(state, "enemy") == ()
    state.reorganise("company", members=platoon.members, attacked=5, strength=2)
    assert due(state, "company") == (15, 30)


def test_less_than_half_of_a_unit_on_the_table_does_not_test() -> None:
    """pw:13.2.2."""
    found = tanks(4, 1)
    waits: dict[str, Any] = {"presence": Presence.WAITING, "at": None}
    half = (found[0], evolve(found[1], **waits), evolve(found[2], **waits), found[3])
    assert due(a_battle(a_unit("p", *half, attacked=5), elements=half)) == (15,)
    third = (*found, an_element("p4", "pz4h", BLUE, "C30", organisation="p", **waits))
    less = (third[0], evolve(third[1], **waits), evolve(third[2], **waits), third[3], third[4])
    assert due(a_battle(a_unit("p", *less, attacked=5), elements=less)) == ()


def test_a_battery_off_the_table_does_not_test() -> None:
    """pw:13.2.2."""
    found = tanks(4, 2)
    assert due(a_battle(a_unit("p", *found, off_board=2000.0, attacked=5), elements=found)) == ()


def test_who_routs_tests_no_more() -> None:
    """pw:13.1.7: it lasts for the game."""
    assert due(a_platoon(4, 1, forced=Forced.ROUT)) == ()
    assert due(a_platoon(4, 1, forced=Forced.WITHDRAW)) == (15,)


def test_the_grade_of_a_unit_is_that_of_most_of_it() -> None:
    """pw:13.1: of two alike the worse."""
    elite, green = tanks(2, name="a", grade=Grade.ELITE), tanks(1, name="b", grade=Grade.GREEN)
    assert counting.grade((*elite, *green), Grade.REGULAR) is Grade.ELITE
    assert counting.grade((*elite[:1], *green), Grade.REGULAR) is Grade.GREEN
    assert counting.grade((), Grade.VETERAN) is Grade.VETERAN


@pytest.mark.parametrize("engagement", SCENARIOS.ids())
def test_no_unit_begins_with_losses(engagement: str) -> None:
    """pw:13.1.2, pw:13.1.3: what an engagement says of its units is counted in the same way."""
    state = initial_state(scenario(engagement))
    for unit in state.organisations.values():
        assert unit.strength == len(counts(state, unit)), unit.name
        assert counting.losses(state, unit).lost == 0
