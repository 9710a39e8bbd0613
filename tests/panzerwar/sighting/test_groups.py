"""Looking together, and the printed examples of sighting (pw:7.4, pw:7.6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from core.event import SideId
from core.panzerwar.pieces.charts.sighting import SightingClass
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting import glances, groups
from core.panzerwar.sighting.factors import When
from core.panzerwar.sighting.glances import Glance, glance
from core.panzerwar.sighting.groups import Sighted
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at

MOVED = Travel(motion=Motion.HALF)
DEAD = Harm(damage=frozenset({Damage.COMMANDER}))


def row(card: str, number: int, side: SideId, place: str, **changes: Any) -> list[Element]:
    """Elements beside each other, 20 apart, that look south."""
    first = at(place)
    spots = [Point(first.x + 200 * n, first.y) for n in range(number)]
    return [an_element(f"{card}-{n}", card, side, spot, heading=24, **changes) for n, spot in enumerate(spots)]


def target_at(gsu: float, place: str, card: str, side: SideId, **changes: Any) -> Element:
    """An element whose edge is so many GSU south of a place."""
    start = at(place)
    allowance = 6 if card in ("us-rifle", "sov-rifle-43") else 5
    return an_element("it", card, side, Point(start.x, start.y + round((gsu + allowance) * 10)), **changes)


def looks(state: WarState, members: Sequence[Element], when: When) -> list[Glance]:
    target = state.element("it")
    return [found for one in members if isinstance(found := glance(state, one, target, when), Glance)]


def sighted(state: WarState, members: Sequence[Element], die: int, when: When = When.MOVEMENT) -> Sighted:
    return groups.best(state, looks(state, members, when), die)


# -- the printed examples --------------------------------------------------------------------------------


def panthers(**changes: Any) -> tuple[WarState, list[Element]]:
    """Four Panthers, open and moving, and a Sherman 300 away in the edge of light woods."""
    tanks = row("panther-g", 4, BLUE, "F3", travel=MOVED)
    sherman = target_at(300, "F3", "m4a3", RED, **changes)
    board = a_board(terrain={"F15 G16 E16 H15 G15": "light-woods"})
    return a_state(*tanks, sherman, board=board), tanks


def test_four_panthers_and_a_sherman_in_the_woods() -> None:
    """PW-7.6.3-b, pw:7.6.3, pw:7.4.5: 35 - 5 - 10 + 1 = 21, 150; a 7 and three friends make 225, a 9 makes 300."""
    state, tanks = panthers()
    alone = looks(state, tanks[:1], When.MOVEMENT)[0]
    assert alone.gsu == pytest.approx(300, abs=0.1)
    assert alone.factor.total == 21
    assert [part.amount for part in alone.factor.reasons] == [35, 1, -5, -10]
    assert glances.reach(state, [alone], glances.ALONE) == 225
    assert groups.bonus(state, tanks) == 3
    assert glances.reach(state, looks(state, tanks, When.MOVEMENT), 7 + 3) == 225
    assert not sighted(state, tanks, 7).succeeds
    assert not sighted(state, tanks, 8).succeeds
    assert sighted(state, tanks, 9).succeeds


def test_ten_tanks_without_radios_and_a_firing_tank() -> None:
    """PW-7.6.3-c, pw:7.6.3, pw:7.4.5: 26 - 8 + 15 = 33, 500; nine friends add 4, a 7 makes 750."""
    tanks = [evolve(one, buttoned=True, travel=MOVED) for one in row("t34-42", 10, RED, "F3")]
    gun = Gunnery(fired=(1,), with_=frozenset({"gun"}))
    target = target_at(600, "F3", "pz4h", BLUE, gunnery=gun, posture=Posture(hull_down=4))
    state = a_state(*tanks, target, board=a_board(rows=34))
    cupola = state.cards.vehicles["t34-42"].cupola
    assert cupola is None
    assert not state.cards.vehicles["t34-42"].radio
    assert groups.group_refusal(state, tanks) is None
    found = sighted(state, tanks, 7, When.FIRING)
    assert found.factor.total == 33
    assert (found.bonus, found.percent, found.reach) == (4, 150, 750)
    assert found.succeeds


def test_the_one_that_fired_makes_it_worse_for_all() -> None:
    """PW-7.6.3-a, pw:7.6.3: with it -5 and +2, without it +1; what is better is chosen after the roll."""
    tanks = row("panther-g", 3, BLUE, "F3")
    loud = evolve(tanks[0], gunnery=Gunnery(fired=(1,), with_=frozenset({"gun"})))
    men = target_at(300, "F3", "us-rifle", RED, gunnery=Gunnery(fired=(1,), with_=frozenset({"small"})))
    state = a_state(loud, *tanks[1:], men)
    three, two = [loud, *tanks[1:]], tanks[1:]
    assert (groups.bonus(state, three), groups.bonus(state, two)) == (2, 1)
    all_of_them = looks(state, three, When.FIRING)
    quiet = looks(state, two, When.FIRING)
    factor = groups.tally(groups.worst([one.parts for one in all_of_them])).total
    assert factor == groups.tally(groups.worst([one.parts for one in quiet])).total - 5
    for die in range(1, 11):
        both = (glances.reach(state, all_of_them, die + 2), glances.reach(state, quiet, die + 1))
        assert sighted(state, three, die, When.FIRING).reach == max(both)


def test_two_tank_destroyers_in_houses() -> None:
    """PW-SITE-a, pw:7.6.3, pw:7.10.3: 40 - 10 - 1 = 29, 325; at the very best 650."""
    tanks = row("m4a3", 4, RED, "F3")
    board = a_board(rows=40, terrain={"F33": "village"})
    state = a_state(*tanks, target_at(735, "F3", "hetzer", BLUE), board=board)
    alone = looks(state, tanks[:1], When.MOVEMENT)[0]
    assert alone.factor.total == 29
    assert glances.normal(state, [alone]) == 325
    assert glances.farthest(state, alone) == 650
    assert not any(sighted(state, tanks, die).succeeds for die in range(1, 11))


# -- the die ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "percent"), [(1, 50), (6, 100), (7, 100), (10, 150), (11, 150), (12, 200), (14, 200), (30, 200)]
)
def test_the_variable_sighting_table(total: int, percent: int) -> None:
    """pw:7.6.3, pw:7.10.3: 200 percent is the most."""
    assert a_state().charts.sighting.percent(total) == percent


def test_at_the_distance_exactly_it_is_sighted() -> None:
    """pw:7.6: not more than the distance."""
    state, tanks = panthers()
    near = a_state(*tanks, target_at(225, "F3", "m4a3", RED), board=a_board(terrain={"F12 G12 E13": "light-woods"}))
    found = sighted(near, tanks[:1], 10)
    assert found.factor.total == 21
    assert found.gsu == found.reach == 225
    assert found.succeeds
    assert not sighted(state, tanks[:1], 10).succeeds


def test_a_lone_observer_rolls_no_overs() -> None:
    """pw:7.6.3: his best is 150 percent."""
    state, tanks = panthers()
    assert max(sighted(state, tanks[:1], die).percent for die in range(1, 11)) == 150


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        (["panther-g"], 0),
        (["panther-g"] * 2, 1),
        (["panther-g"] * 4, 3),
        (["panther-g"] * 9, 4),
        (["ger-rifle-44"] * 3, 2),
        (["mg-team"] * 3, 1),
        (["mg-team"] * 2, 0),
        (["mg-team", "ger-rifle-44"], 1),
        (["t34-42"] * 3, 1),
        (["t34-42"] * 10, 4),
    ],
)
def test_what_is_added_to_the_die(cards: list[str], bonus: int) -> None:
    """pw:7.4.5: 1 for each additional vehicle and squad, 1/2 for teams and vehicles without radio, rounded down, 4 at
    most."""
    state = a_state()
    members = [an_element(f"{n}", card, BLUE, "F3") for n, card in enumerate(cards)]
    assert groups.bonus(state, members) == bonus
    assert groups.bonus(state, members[::-1]) == bonus


def test_a_double_length_turn_adds_two() -> None:
    """pw:6.15."""
    state = a_state()
    state.doubled = True
    assert groups.bonus(state, row("panther-g", 2, BLUE, "F3")) == 3
    assert groups.bonus(state, row("panther-g", 1, BLUE, "F3")) == 0


def test_only_those_with_a_clear_line_add_anything() -> None:
    """pw:7.6.3, pw:7.4.4: each has its own line of sight."""
    tanks = row("panther-g", 2, BLUE, "F3")
    target = target_at(300, "F3", "m4a3", RED)
    open_, hidden = tanks[0], evolve(tanks[1], heading=0, turret=0)
    state = a_state(open_, hidden, target)
    assert len(looks(state, [open_, hidden], When.MOVEMENT)) == 1
    assert sighted(state, [open_, hidden], 5).bonus == 0


def test_near_and_far_do_not_look_together() -> None:
    """pw:7.4.2: who is beyond the normal distance, here 150, does not add to those within it."""
    near, beside = row("panther-g", 2, BLUE, "F3", travel=MOVED)
    board = a_board(terrain={"F9 F10 G9 E10": "light-woods"})
    target = target_at(140, "F3", "m4a3", RED)
    far = evolve(beside, at=Point(near.where.x, near.where.y - 200))
    state, apart = a_state(near, beside, target, board=board), a_state(near, far, target, board=board)
    looking = looks(apart, [near, far], When.MOVEMENT)
    assert [one.gsu <= 150 for one in looking] == [True, False]
    assert [sighted(apart, [near, far], die).bonus for die in range(1, 11)] == [0] * 10
    assert [sighted(state, [near, beside], die).bonus for die in range(1, 11)] == [1] * 10


# -- who may look together -------------------------------------------------------------------------------


def test_a_platoon_with_radios_within_100_of_each_other() -> None:
    """pw:7.4, pw:7.4.1."""
    tanks = [an_element(f"t{n}", "panther-g", BLUE, Point(1000 + 490 * n, 1000), heading=24) for n in range(4)]
    state = a_state(*tanks)
    assert groups.group_refusal(state, tanks[:2]) is None
    assert groups.group_refusal(state, tanks[:3]) is None
    refused = groups.group_refusal(state, tanks)
    assert refused is not None
    assert refused.rule == "pw:7.4"


def test_of_another_platoon_within_25() -> None:
    """pw:7.4: radios join those of one platoon."""
    mine, near = row("panther-g", 2, BLUE, "F3")
    other = evolve(near, organisation="blue-2")
    assert groups.group_refusal(a_state(mine, other), [mine, other]) is None
    apart = evolve(other, at=Point(mine.where.x + 300, mine.where.y))
    assert groups.group_refusal(a_state(mine, apart), [mine, apart]) is not None


def test_without_radios_within_25_of_another() -> None:
    """pw:7.4: step by step, so that a long row is one group."""
    tanks = row("t34-42", 6, RED, "F3")
    state = a_state(*tanks)
    assert groups.group_refusal(state, tanks) is None
    assert groups.group_refusal(state, [tanks[0], tanks[2]]) is not None


def test_arcs_must_overlap() -> None:
    """pw:7.4.1."""
    one, other = row("panther-g", 2, BLUE, "F3")
    back = evolve(other, heading=0, turret=0, buttoned=True)
    refused = groups.group_refusal(a_state(evolve(one, buttoned=True), back), [evolve(one, buttoned=True), back])
    assert refused is not None
    assert refused.rule == "pw:7.4.1"
    aside = evolve(other, heading=34, turret=34, buttoned=True)
    assert groups.group_refusal(a_state(one, aside), [one, aside]) is None


def test_a_group_is_of_its_lowest_class() -> None:
    """pw:7.4.3: elements may count as of a lower class."""
    one, other = row("panther-g", 2, BLUE, "F3")
    moved = evolve(other, travel=MOVED, buttoned=True)
    state = a_state(one, moved)
    assert groups.group_refusal(state, [one, moved]) is None
    assert groups.group_class(state, [one, moved]) is SightingClass.D


@pytest.mark.parametrize(
    ("changes", "rule"), [({"harm": DEAD}, "pw:9.10"), ({"harm": Harm(stunned=True)}, "pw:9.15.2")]
)
def test_who_looks_with_nobody(changes: dict[str, Any], rule: str) -> None:
    """pw:9.10, pw:9.15.2."""
    one, other = row("panther-g", 2, BLUE, "F3")
    other = evolve(other, **changes)
    refused = groups.group_refusal(a_state(one, other), [one, other])
    assert refused is not None
    assert refused.rule == rule
