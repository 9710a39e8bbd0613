"""Companies and battalions that lose their parts (pw:13.2 to pw:13.2.3)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.event import Event
from core.panzerwar.morale import general, higher
from core.panzerwar.morale.events import MoraleFailed, MoraleTested
from core.panzerwar.morale.reports import TELL
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.organisation import Echelon, Forced, Organisation
from core.panzerwar.state import WarState
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.morale.platoons import a_battle, tanks


def a_company(*forced: Forced | None, engaged: int | None = None, **changes: Any) -> WarState:
    """A company of platoons of three tanks with what their morale makes them do. engaged: how many are; all without."""
    elements: list[Element] = []
    units: list[Organisation] = [a_unit("company", echelon=Echelon.COMPANY, mechanised=True, **changes)]
    for number, one in enumerate(forced):
        found = tanks(3, name=f"p{number}", where=f"{'CEGI'[number]}10")
        elements += found
        fought = 5 if engaged is None or number < engaged else 0
        units.append(a_unit(f"p{number}", *found, parent="company", forced=one, fought=fought, until=9))
    return a_battle(*units, elements=tuple(elements))


def due(state: WarState, unit: str = "company") -> tuple[int, ...]:
    return higher.due(state, state.organisations[unit])


def phase_g(state: WarState, *dice: int) -> list[Event]:
    return happen(state, general.tests(state, ScriptedDice(list(dice))))


def lose(state: WarState, platoon: str) -> None:
    for one in state.organisations[platoon].members:
        state.change(one, presence=Presence.DESTROYED)


def test_one_platoon_of_three_is_a_third_of_a_company() -> None:
    """pw:13.2, PW-13.2-a: 33 %."""
    state = a_company(Forced.RETREAT, None, None)
    found = higher.losses(state, state.organisations["company"])
    assert (found.lost, found.of) == (1, 3)
    assert due(state) == (15, 30)


def test_a_platoon_that_has_left_the_table_is_not_lost() -> None:
    """pw:13.2, pw:13.1.2: it went off by a goal of its side, all of it or what was left of it."""
    state = a_company(None, None, None)
    lose(state, "p0")
    assert due(state) == (15, 30)
    for gone in ("p00", "p01", "p02"):
        state.change(gone, presence=Presence.EXITED)
        assert due(state) == ()


def test_one_company_of_four_is_a_quarter_of_a_battalion() -> None:
    """pw:13.2, PW-13.2-a: 25 %."""
    state = a_company(Forced.RETREAT, None, None, None)
    for id_ in ("p0", "p1", "p2", "p3"):
        state.reorganise(id_, echelon=Echelon.COMPANY)
    state.reorganise("company", echelon=Echelon.BATTALION)
    assert due(state) == (15,)


@pytest.mark.parametrize(
    ("forced", "counts"),
    [
        (Forced.ROUT, True),
        (Forced.RETREAT, True),
        (Forced.WITHDRAW, True),
        (Forced.REGROUP, False),
        (Forced.HALT, False),
    ],
)
def test_retreats_count_upward_and_halts_do_not(forced: Forced, counts: bool) -> None:
    """pw:13.2.3."""
    assert bool(due(a_company(forced, None, None))) is counts


def test_a_platoon_that_is_destroyed_counts() -> None:
    """pw:13.2.3; one that is still to come is not."""
    state = a_company(None, None, None)
    lose(state, "p1")
    assert due(state) == (15, 30)
    for one in state.organisations["p1"].members:
        state.change(one, presence=Presence.WAITING)
    assert due(state) == ()


@pytest.mark.parametrize(("engaged", "tests"), [(1, False), (2, False), (3, True), (4, True)])
def test_more_than_half_must_be_engaged(engaged: int, tests: bool) -> None:
    """pw:13.2: of four platoons three."""
    assert bool(due(a_company(Forced.RETREAT, None, None, None, engaged=engaged))) is tests


def test_who_was_in_battle_last_turn_is_engaged() -> None:
    """pw:13.2: firing or under fire, in this turn or the last."""
    state = a_company(Forced.RETREAT, None, None, engaged=0)
    for turn, tests in ((3, False), (4, True), (5, True)):
        state.reorganise("p1", attacked=turn)
        assert bool(due(state)) is tests
    state.reorganise("p1", attacked=0, fought=4)
    assert due(state)


def test_half_of_it_must_be_on_the_table() -> None:
    """pw:13.2.2."""
    state = a_company(Forced.RETREAT, None, None, None)
    for platoon in ("p1", "p2"):
        for one in state.organisations[platoon].members:
            state.change(one, presence=Presence.WAITING, at=None)
    assert due(state)
    for one in state.organisations["p3"].members:
        state.change(one, presence=Presence.WAITING, at=None)
    assert due(state) == ()


def test_a_company_that_has_lost_all_its_platoons_does_not_test() -> None:
    """pw:13.2: there is nobody left to fail; one with none lost has nothing to test."""
    assert due(a_company(Forced.RETREAT, Forced.ROUT, Forced.RETREAT)) == ()
    assert due(a_company(None, None, None)) == ()


def test_like_units_are_counted() -> None:
    """pw:13.2: the platoons of a company, not a battery or a lone part of another size beside them."""
    state = a_company(Forced.RETREAT, None, None, None)
    state.reorganise("p3", echelon=Echelon.BATTERY)
    assert [one.id for one in higher.parts(state, state.organisations["company"])] == ["p0", "p1", "p2"]
    state.reorganise("p3", echelon=Echelon.COMPANY)
    assert [one.id for one in higher.parts(state, state.organisations["company"])] == ["p0", "p1", "p2"]


def test_it_tests_once_at_the_level_that_it_reaches() -> None:
    """pw:13.2: at 30 %, and not again for the same platoon."""
    state = a_company(Forced.RETREAT, None, None)
    found = phase_g(state, 100)
    assert [(one.level, one.lost, one.of, one.units) for one in found if isinstance(one, MoraleTested)] == [
        (30, 1, 3, True)
    ]
    assert state.organisations["company"].tested_units == {15, 30}
    assert phase_g(state) == []
    told = TELL[MoraleTested](state, found[0])
    assert told is not None
    assert told.text == "company, 1 of 3 units lost, tests at 30 % and stands: 100, it fails on 35 or less"


def test_all_of_a_company_that_fails_does_what_it_does() -> None:
    """pw:13.2: but for platoons that fare worse already."""
    state = a_company(Forced.ROUT, None, Forced.HALT)
    found = phase_g(state, 1, 40)
    failed = [one for one in found if isinstance(one, MoraleFailed)]
    assert [(one.organisation, one.by) for one in failed] == [("company", ""), ("p1", "company"), ("p2", "company")]
    forced = {id_: o.forced for id_, o in state.organisations.items() if o.side == "blue"}
    assert forced == {
        "company": Forced.WITHDRAW,
        "p0": Forced.ROUT,
        "p1": Forced.WITHDRAW,
        "p2": Forced.WITHDRAW,
    }
    assert state.organisations["p1"].until == 8


def test_failure_goes_on_upward() -> None:
    """pw:3.2.G, pw:13.2: a company that retreats is lost for its battalion in the same phase."""
    state = a_company(Forced.RETREAT, None, None, parent="battalion")
    other = tanks(3, name="x", where="P10")
    for one in other:
        state.put(one)
    more = a_unit("other", *other, parent="battalion", echelon=Echelon.COMPANY, fought=5)
    battalion = a_unit("battalion", echelon=Echelon.BATTALION)
    state.organisations = {**state.organisations, "other": more, "battalion": battalion}
    state.engagement.by_id.update({one.id: one for one in other})  # type: ignore[attr-defined]
    found = phase_g(state, 1, 25, 100)
    assert [(one.organisation, one.level) for one in found if isinstance(one, MoraleTested)] == [
        ("company", 30),
        ("battalion", 30),
    ]
