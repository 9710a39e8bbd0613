"""Killpower against men: adjustments, what a die does, suppression (pw:12.4, pw:12.8.9, pw:12.9)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.command.doctrine import counts
from core.panzerwar.infantry import adjustments, attacks, teams
from core.panzerwar.infantry.evolve import APPLY
from core.panzerwar.infantry.killpower import Attack, break_factor, chances, read, resolve
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.kit import RED, a_board, a_state, an_element, evolved

CHARTS = a_state().charts
K, B, S, N = Result.KILLED, Result.BROKEN, Result.SUPPRESSED, Result.NOTHING


def squad(card: str = "sov-rifle-43", **changes: Any) -> Element:
    return an_element("squad", card, RED, "C5", **changes)


def attacked(state: WarState, attack: Attack, *dice: int) -> Element:
    """The squad after an attack with these dice."""
    evolved(state, APPLY, attacks.attack(state, UnitId("squad"), attack, ScriptedDice(list(dice))))
    return state.element("squad")


@pytest.mark.parametrize(
    ("net", "results"),
    [
        (3, {3: K, 4: B, 5: B, 6: S, 7: S, 8: N, 10: N, -4: K}),
        (-2, {-4: K, -2: K, -1: B, 0: B, 1: S, 2: S, 3: N}),
    ],
)
def test_what_a_die_does(net: int, results: dict[int, Result]) -> None:
    """pw:12.9.1, pw:12.4.1, pw:12.9.3, pw:2.1.2: the examples of killpower 3 and -2 with a break factor of 2."""
    assert break_factor(CHARTS, squad()) == 2
    for die, result in results.items():
        assert read(CHARTS, squad(), Attack("fire", net), die) is result


def test_break_factors_by_grade_and_kind() -> None:
    """pw:12.9.1: crews and teams break one worse."""
    grades = {grade: break_factor(CHARTS, squad(grade=grade)) for grade in Grade}
    assert grades == {Grade.GREEN: 3, Grade.REGULAR: 2, Grade.VETERAN: 2, Grade.ELITE: 1}
    assert break_factor(CHARTS, squad("mg-team")) == break_factor(CHARTS, squad("crew")) == 3


@pytest.mark.parametrize(
    ("first", "second", "result"), [(1, 5, 0), (1, 1, -4), (1, 6, 1), (10, None, 10), (5, None, 5)]
)
def test_kills_are_rolled_low_with_unders(first: int, second: int | None, result: int) -> None:
    """pw:12.4.1: a D10 with unders and no overs."""
    dice = ScriptedDice([first] if second is None else [first, second])
    assert resolve(CHARTS, squad(), Attack("fire", 0), dice).rolled == result
    assert not dice.results


def test_chances_are_those_of_the_die() -> None:
    """pw:12.4.1, pw:12.9.3: they sum to 1, and agree with what is read."""
    found = chances(CHARTS, squad(), Attack("fire", 3))
    assert sum(found.values()) == pytest.approx(1)
    assert found[K] == pytest.approx(0.3)
    assert found[B] == pytest.approx(0.2)
    assert found[S] == pytest.approx(0.2)


def test_who_is_killed_is_gone() -> None:
    """pw:12.4.3: a squad that is killed is out of play."""
    assert attacked(a_state(squad()), Attack("fire", 3), 3).presence is Presence.KILLED


def test_who_is_broken_stays_in_play() -> None:
    """pw:12.4.4, pw:12.9.1: marked, and from which turn on; a second break changes nothing."""
    state = a_state(squad(), turn=3)
    element = attacked(state, Attack("fire", 3), 5)
    assert (element.presence, element.nerve.broken) == (Presence.ON_TABLE, 3)
    state.turn = 4
    assert attacked(state, Attack("fire", 3), 5).nerve.broken == 3


def test_who_is_suppressed_is_so_through_the_next_turn() -> None:
    """pw:12.9.3, pw:12.9.3.1: for the rest of the turn and the whole of the next; anew if it is again."""
    state = a_state(squad(), turn=3)
    assert attacked(state, Attack("fire", 3), 6).nerve.suppressed == 4
    assert [state.element("squad").nerve.pinned(turn) for turn in (3, 4, 5)] == [True, True, False]
    state.turn = 4
    assert attacked(state, Attack("fire", 3), 7).nerve.suppressed == 5


def test_what_suppresses() -> None:
    """pw:12.8.9: HE, machine guns and flame do; rifles kill and break alone."""
    rifles = Attack("rifles", 3, suppresses=False)
    assert [read(CHARTS, squad(), rifles, die) for die in (3, 5, 6)] == [K, B, N]


def test_charging_infantry_goes_through_suppression() -> None:
    """pw:12.9.3.2: under Charge, at charge speed; every attack on it in the turn has 2 more."""
    state = a_state(squad().with_travel(charged=1), turn=3)
    state.reorganise("red-1", order=Tactical.CHARGE)
    assert not attacked(state, Attack("fire", 3), 6).nerve.ignoring  # that was in the turn before
    state.put(squad().with_travel(charged=1, motion=Motion.FULL))
    element = attacked(state, Attack("fire", 3), 6)
    assert element.nerve.ignoring
    why = tuple(adjustments.of_target(state, element, None))
    assert [reason.amount for reason in why if reason.rule == "pw:12.9.3.2"] == [2]
    calm = a_state(squad(), turn=3)
    assert not attacked(calm, Attack("fire", 3), 6).nerve.ignoring


@pytest.mark.parametrize(
    ("terrain", "motion", "total"),
    [
        ("clear", Motion.STATIONARY, 0),
        ("clear", Motion.HALF, 1),
        ("clear", Motion.FULL, 1),
        ("village", Motion.STATIONARY, -1),
        ("village", Motion.FULL, -1),
        ("standing-crops", Motion.FULL, 0),
    ],
)
def test_adjusted_killpower(terrain: str, motion: Motion, total: int) -> None:
    """pw:12.4.2: who moved in the open is easier, who is in cover harder."""
    state = a_state(squad().with_travel(motion=motion), board=a_board(terrain={"C5": terrain}))
    assert sum(reason.amount for reason in adjustments.of_target(state, state.element("squad"), None)) == total


@pytest.mark.parametrize(
    ("kind", "motion", "pinned", "total"),
    [
        ("small", Motion.STATIONARY, False, 0),
        ("small", Motion.HALF, False, -1),
        ("vehicle", Motion.FULL, False, -1),
        ("heavy", Motion.HALF, False, -2),
        ("small", Motion.STATIONARY, True, -1),
        ("heavy", Motion.HALF, True, -3),
    ],
)
def test_what_the_firer_adds(kind: str, motion: Motion, pinned: bool, total: int) -> None:
    """pw:12.6.2, pw:12.9: fire on the move is less, and that of who is suppressed."""
    firer = squad().with_travel(motion=motion).with_nerve(suppressed=2 if pinned else 0)
    state = a_state(firer, turn=2)
    assert sum(reason.amount for reason in adjustments.of_firer(state, firer, kind)) == total


def test_a_new_target_is_harder() -> None:
    """pw:12.6.1: it was not sighted last turn; the one adjustment is all that there is for it."""
    target = an_element("target", "ger-rifle-44", "blue", "C8")  # type: ignore[arg-type]
    state = a_state(squad(), target)
    assert list(adjustments.first_sight(state, squad(), target)) == []
    state.sighted_now = {RED: frozenset({UnitId("target")})}
    assert [reason.amount for reason in adjustments.first_sight(state, squad(), target)] == [-1]


@pytest.mark.parametrize(
    ("platoons", "number"), [((3, 3, 3), 3), ((4, 3, 2), 2), ((2, 2, 2), 2), ((2, 2), 1), ((1, 1), 0), ((), 0)]
)
def test_teams_that_a_company_begins_with(platoons: tuple[int, ...], number: int) -> None:
    """pw:12.0.3: one for each platoon of three squads; one for each three squads where platoons are smaller."""
    assert teams.generated(platoons) == number
    assert (teams.card(attacks=True), teams.card(attacks=False)) == ("scout", "sniper")


def test_independent_teams() -> None:
    """pw:12.0.2: the loss of a scout or sniper team is nothing to the morale of its platoon."""
    members = [squad(), an_element("scouts", "scout", RED, "C9"), an_element("snipers", "sniper", RED, "C9")]
    state = a_state(*members)
    assert counts(state, state.organisations["red-1"]) == {"squad"}
