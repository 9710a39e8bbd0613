"""The Sighting Distance Calculator: classes, modifiers, what counts in which phase (pw:7.4.2, pw:7.6.3)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.hexes import hex_from_id
from core.panzerwar.ground import lines
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.posture import Digging, Posture
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting import factors
from core.panzerwar.sighting.factors import When
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import centre
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element


def tallied(state: WarState, when: When = When.MOVEMENT) -> dict[str, int]:
    """The factor of the first element at the second, part by part."""
    observer, target = list(state.elements.values())[:2]
    found = factors.parts(state, observer, target, lines.between(state, observer, target), when)
    return {part.key: part.reason.amount for part in found if part.reason.amount}


def two(observer: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **ground: Any) -> WarState:
    """A Panther in C4 that looks south, and a T-34 in C12, 200 away."""
    looks = {"id_": "eye", "card": "panther-g", "side": BLUE, "where": "C4", "heading": 24, **(observer or {})}
    seen = {"id_": "it", "card": "t34-43", "side": RED, "where": "C12", **(target or {})}
    return a_state(an_element(**looks), an_element(**seen), board=a_board(**ground))


def fired(*how: str) -> Gunnery:
    return Gunnery(fired=(1,), with_=frozenset(how))


MOVED = Travel(motion=Motion.HALF)


@pytest.mark.parametrize(
    ("travel", "buttoned", "base"),
    [
        (Travel(), False, 40),
        (MOVED, False, 35),
        (Travel(), True, 31),
        (MOVED, True, 26),
        (Travel(motion=Motion.SHIFT), False, 40),
    ],
)
def test_the_class_of_an_observer(travel: Travel, buttoned: bool, base: int) -> None:
    """pw:7.4.2, pw:7.1: of four classes open and stationary is the best, closed and moving the worst."""
    assert tallied(two({"travel": travel, "buttoned": buttoned}))["class"] == base


def test_infantry_is_of_the_best_class_whatever_it_does() -> None:
    """pw:7.4.2."""
    assert tallied(two({"card": "ger-rifle-44", "travel": MOVED}))["class"] == 40


@pytest.mark.parametrize("card", ["marder3m", "opel"])
def test_open_tops_and_lorries_cannot_button(card: str) -> None:
    """pw:7.1.2: whatever their hatches."""
    assert tallied(two({"card": card, "buttoned": True}))["class"] == 40


def test_a_cupola_helps_who_is_buttoned_while_the_commander_lives() -> None:
    """pw:7.1, pw:9.10."""
    assert "cupola" not in tallied(two())
    assert tallied(two({"buttoned": True}))["cupola"] == 3
    dead = tallied(two({"harm": Harm(damage=frozenset({Damage.COMMANDER}))}))
    assert (dead["class"], dead["tc-killed"], "cupola" in dead) == (31, -5, False)


def test_who_has_fired_sees_less() -> None:
    """pw:7.6.3."""
    assert tallied(two({"gunnery": fired("gun")}))["sighter-fired"] == -5


@pytest.mark.parametrize("card", ["t34-43", "m4a3", "t70", "su76"])
def test_the_size_of_the_target_counts_as_printed(card: str) -> None:
    """pw:7.6.3: size 1 is +1."""
    state = two(target={"card": card})
    assert tallied(state).get("size", 0) == state.cards.vehicles[card].size


@pytest.mark.parametrize(
    ("motion", "amount"),
    [
        (Motion.STATIONARY, None),
        (Motion.SHIFT, None),
        (Motion.HALF, 4),
        (Motion.FULL, 7),
        (Motion.BONUS, 10),
        (Motion.BURST, 10),
    ],
)
def test_movement_of_vehicles_is_seen_in_phase_d(motion: Motion, amount: int | None) -> None:
    """pw:7.3.1, pw:7.3.2: in phase F it counts nothing."""
    state = two(target={"travel": Travel(motion=motion)})
    assert tallied(state).get("moved") == amount
    assert "moved" not in tallied(state, When.FIRING)


@pytest.mark.parametrize(("how", "amount"), [("gun", 15), ("mg", 10), ("small", 7)])
def test_fire_is_seen_in_phase_f(how: str, amount: int) -> None:
    """pw:7.3.1, pw:7.3.2: in phase D it counts nothing."""
    state = two(target={"gunnery": fired(how)})
    assert tallied(state, When.FIRING)["fired"] == amount
    assert "fired" not in tallied(state, When.MOVEMENT)


def test_the_loudest_of_its_weapons_counts() -> None:
    """pw:7.6.3."""
    assert tallied(two(target={"gunnery": fired("mg", "gun")}), When.FIRING)["fired"] == 15


def test_to_keep_in_sight_the_better_of_both_counts() -> None:
    """pw:7.10.3: movement or fire, never both."""
    both = {"gunnery": fired("small"), "travel": Travel(motion=Motion.BONUS)}
    found = tallied(two(target=both), When.EVER)
    assert (found.get("moved"), found.get("fired")) == (10, None)


@pytest.mark.parametrize(
    ("card", "row", "amount"),
    [("sov-rifle-43", "infantry", -14), ("crew", "infantry", -14), ("mg-team", "team", -17), ("zis3", "gun", -4)],
)
def test_men_and_guns_are_hard_to_see(card: str, row: str, amount: int) -> None:
    """pw:7.6.3."""
    assert tallied(two(target={"card": card}))[row] == amount


@pytest.mark.parametrize(("charged", "amount"), [(0, 6), (1, 8)])
def test_men_who_move(charged: int, amount: int) -> None:
    """pw:7.3.1, pw:6.1.2."""
    state = two(target={"card": "sov-smg", "travel": Travel(motion=Motion.HALF, charged=charged)})
    assert tallied(state)["moved"] == amount


@pytest.mark.parametrize(("factor", "counts"), [(0, False), (2, False), (3, True), (6, True)])
def test_hull_down_from_three_on(factor: int, counts: bool) -> None:
    """pw:9.17.2, pw:7.6.3."""
    found = tallied(two(target={"posture": Posture(hull_down=factor)}))
    assert found.get("down") == (-8 if counts else None)


@pytest.mark.parametrize(("toward", "counts"), [(0, True), (12, True), (13, False), (24, False)])
def test_hull_down_from_where_its_cover_is(toward: int, counts: bool) -> None:
    """pw:9.17.2: the observer looks from the north."""
    found = tallied(two(target={"posture": Posture(hull_down=4, toward=toward)}))
    assert ("down" in found) is counts


def test_turret_down_only_the_commander_is_seen() -> None:
    """pw:9.18.0."""
    assert tallied(two(target={"posture": Posture(turret_down=1)}))["down"] == -15


def test_who_has_dug_in_and_hides() -> None:
    """pw:6.1.4, pw:12.4.2: until he moves or fires."""
    hidden = {"card": "sov-rifle-43", "posture": Posture(dug=Digging.TRENCH, hidden=True)}
    found = tallied(two(target=hidden))
    assert (found["dug-in"], found["hidden"]) == (-4, -6)
    assert "hidden" not in tallied(two(target={**hidden, "gunnery": fired("small")}), When.FIRING)
    assert "hidden" not in tallied(two(target={**hidden, "travel": MOVED}))


def test_a_bunker_that_has_not_fired() -> None:
    """pw:15.7.1, pw:15.7.5: and who is in it looks as if he were buttoned."""
    state = two(target={"card": "bunker-medium"})
    assert (tallied(state)["bunker"], tallied(state)["size"]) == (-10, -1)
    assert "bunker" not in tallied(two(target={"card": "bunker-medium", "gunnery": fired("mg")}), When.FIRING)
    assert tallied(two({"card": "bunker-large"}))["class"] == 31


@pytest.mark.parametrize(("card", "amount"), [("light-woods", -5), ("standing-crops", -5), ("village", -10)])
def test_what_the_target_stands_in(card: str, amount: int) -> None:
    """pw:7.6.3: foliage of any kind, buildings."""
    assert tallied(two(terrain={"C12": card}))["cover"] == amount


@pytest.mark.parametrize(
    ("first", "amount"), [("C12", -10), ("C11 C12", -15), ("C10 C11 C12", -20), ("C9 C10 C11 C12", -25)]
)
def test_how_deep_in_the_woods_it_stands(first: str, amount: int) -> None:
    """pw:7.6.3: from the edge of the woods to its centre, 25 by 25."""
    assert tallied(two(terrain={first: "light-woods"}))["inside"] == amount


@pytest.mark.parametrize(("woods", "amount"), [("C8", -5), ("C8 C9", -10), ("C7 C8 C9", -15), ("C7 C8 C9 C10", -20)])
def test_looking_through_woods(woods: str, amount: int) -> None:
    """pw:7.6.3, pw:7.11.3."""
    assert tallied(two(terrain={woods: "light-woods"}))["through"] == amount


def test_the_free_zone_costs_nothing() -> None:
    """pw:7.12, pw:7.12.1, pw:7.12.2, pw:7.12.3: woods that end within 25 of who stands, not of who moves; woods that
    reach beyond cost all."""
    assert "through" not in tallied(two(terrain={"C4": "light-woods"}))
    assert tallied(two({"travel": MOVED}, terrain={"C4": "light-woods"}))["through"] == -5
    assert tallied(two(terrain={"C4 C5": "light-woods"}))["through"] == -10


def test_a_target_behind_a_hedge() -> None:
    """pw:7.6.3."""
    assert tallied(two(sides={"C11-C12": "hedge"}))["cover"] == -5


def test_smoke_on_the_line() -> None:
    """pw:7.6.3, pw:11.1.1, pw:11.2.4."""
    state = two()
    cloud = clouds.new(state, Source.BURNING, (centre(hex_from_id("C8")),), 0)
    state.smoke = evolve(state.smoke, clouds={"1": evolve(cloud, id="1")})
    assert tallied(state)["through thick smoke"] == -25


def test_no_factor_is_more_than_the_best_there_may_be() -> None:
    """`of_observer` and `of_target` are a bound: for looking no further than anything could be seen."""
    travels = (Travel(), MOVED, Travel(motion=Motion.BURST))
    for card in ("t34-85", "zis3", "sov-smg", "mg-team", "bunker-small"):
        for travel in travels:
            for buttoned in (True, False):
                state = two({"buttoned": buttoned}, {"card": card, "travel": travel})
                target: Element = state.element("it")
                observer = factors.of_observer(state, state.element("eye"))
                most = observer + factors.of_target(state, target, When.MOVEMENT)
                assert sum(tallied(state).values()) <= most


def test_several_observers_have_the_worst_of_each_part() -> None:
    """pw:7.6.3, PW-7.6.3-a: whoever has it; what helps one helps only if it helps all."""
    state = two()
    eye, target = state.element("eye"), state.element("it")
    line = lines.between(state, eye, target)
    quiet, loud, shut = (
        factors.parts(state, evolve(eye, **changes), target, line, When.FIRING)
        for changes in ({}, {"gunnery": fired("gun")}, {"buttoned": True})
    )
    assert factors.tally(factors.worst([quiet, loud])).total == factors.tally(quiet).total - 5
    assert factors.tally(factors.worst([quiet, shut])).total == 31
    assert factors.tally(factors.worst([shut])).total == 34
