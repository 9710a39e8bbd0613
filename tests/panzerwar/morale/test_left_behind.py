"""Vehicles that have lost their unit (pw:13.1.5)."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import Event
from core.panzerwar.morale import counting, driven, general
from core.panzerwar.morale.events import LeftBehind, MoraleTested, Panicked, Retired, Stranded
from core.panzerwar.morale.reports import TELL
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.state import WarState
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import RED, a_board, at
from tests.panzerwar.morale.platoons import a_battle, a_platoon, enemy, tanks

#: A column of woods that nobody looks through.
WOODS = {" ".join(f"{column}{row}" for column in ("J", "K", "L", "M", "N") for row in range(1, 41)): "heavy-woods"}


def phase_g(state: WarState, *dice: int) -> list[Event]:
    return happen(state, general.tests(state, ScriptedDice(list(dice))))


def a_stray(*, struck: bool = True, lost: int = 0, where: str = "UU10", hidden: bool = True) -> WarState:
    """Five tanks, the last of them immobile beyond woods, more than 800 away, an enemy beside it."""
    found = list(tanks(5))
    for number in range(lost):
        found[number + 1] = tanks(5, 5)[number + 1]
    board = a_board(60, 40, terrain=WOODS if hidden else {})
    state = a_battle(a_unit("p", *found), elements=tuple(found), foe=enemy("XX12"), board=board)
    state.change(found[4].id, at=at(where))
    state.put(state.element("p4").with_harm(damage=frozenset({Damage.MOBILITY}), struck=struck))
    return state


def test_a_disabled_vehicle_is_no_loss_as_such() -> None:
    """pw:13.1.5."""
    state = a_stray(struck=False)
    assert phase_g(state) == []
    assert counting.losses(state, state.organisations["p"]).lost == 0


@pytest.mark.parametrize(
    ("where", "hidden", "struck", "left"),
    [
        ("UU10", True, True, True),
        ("UU10", True, False, False),  # nobody attacks it
        ("UU10", False, True, False),  # its unit sees it
        ("Q10", True, True, False),  # its unit can talk to it
    ],
)
def test_it_is_left_behind_out_of_sight_and_communication_and_under_attack(
    where: str, hidden: bool, struck: bool, left: bool
) -> None:
    """pw:13.1.5."""
    state = a_stray(where=where, hidden=hidden, struck=struck)
    assert any(isinstance(one, LeftBehind) for one in phase_g(state, *([100] if left else []))) is left


def test_being_fired_at_is_an_attack() -> None:
    """pw:13.1.5, pw:13.1.1: even if nothing hits."""
    state = a_stray(struck=False)
    assert not driven.under_attack(state, state.element("p4"))
    state.put(state.element("enemy").with_gunnery(fired=(1,), target=state.element("p4").id))
    assert driven.under_attack(state, state.element("p4"))
    assert driven.under_attack(state, a_stray(struck=False).element("p4").with_harm(shelled=state.turn))


def test_it_tests_then_and_its_unit_does_not() -> None:
    """pw:13.1.5: one of five is 20 %; what would drive it away makes its crew bail out."""
    state = a_stray()
    happened = phase_g(state, 20, 50)
    assert [type(one) for one in happened] == [LeftBehind, MoraleTested, Stranded, Panicked]
    assert state.element("p4").presence is Presence.BAILED_OUT
    assert state.organisations["p"].tested == frozenset()
    assert state.organisations["p"].forced is None
    told = TELL[Stranded](state, happened[2])
    assert told is not None
    assert told.text == "What p left behind does not stay: 50"


def test_it_may_stay() -> None:
    """pw:13.1.5."""
    state = a_stray()
    phase_g(state, 20, 51)
    assert state.element("p4").presence is Presence.ON_TABLE
    assert phase_g(state) == []


def test_its_unit_counts_it_with_real_losses() -> None:
    """pw:13.1.5: one destroyed and one left behind are 40 % of five."""
    state = a_stray(lost=1)
    happened = phase_g(state, 100, 100, 100)
    assert [(one.level, one.lost) for one in happened if isinstance(one, MoraleTested)] == [(15, 1), (15, 2), (30, 2)]


def test_a_vehicle_with_a_jammed_gun_retires() -> None:
    """pw:13.1.5: more than 800 from its unit and unseen it is none of it, and no loss."""
    state = a_platoon(3)
    state.put(state.element("p2").with_gunnery(jammed=True))
    assert phase_g(state) == []
    state.change(state.element("p2").id, at=at("NN40"))
    state.sighted = {**state.sighted, RED: frozenset({state.element("p2").id})}
    assert phase_g(state) == []
    state.sighted = {}
    happened = phase_g(state)
    assert [type(one) for one in happened] == [Retired]
    unit = state.organisations["p"]
    assert unit.members == ("p0", "p1")
    assert counting.losses(state, unit) == counting.Losses(lost=0, of=2, real=0)
