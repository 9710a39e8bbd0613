"""Radio contact: numbers, attempts, several callers, keeping it (pw:5.1 to pw:5.2.1)."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice, branches
from core.panzerwar.communication import calling, contact
from core.panzerwar.communication.asks import ContactNumber
from core.panzerwar.communication.events import Contacted, ContactsRolled
from core.panzerwar.communication.reports import TELL
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.nets import Link, Reached
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import Point
from core.secrecy import redact, view
from tests.panzerwar.communication.companies import a_company
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, a_state, an_element


def roll(state: WarState, *dice: int) -> list[Contacted]:
    """Roll what is noted, as the phase does."""
    state.ended = frozenset((BLUE, RED))
    events = calling.happens(state, ScriptedDice(list(dice)))
    assert events is not None
    return [one for one in happen(state, events) if isinstance(one, Contacted)]


def note(state: WarState, element: str, to: str = "battery", *, maintain: bool = False) -> None:
    happen(state, [contact.note(state.element(element), to, maintain=maintain)])


@pytest.mark.parametrize(
    ("nation", "year", "element", "new", "keep"),
    [
        ("Germany", 1944, "observer", 5, 0),
        ("Germany", 1944, "chief", 6, 1),
        ("U.S.A.", 1944, "observer", 4, 0),
        ("U.S.A.", 1944, "chief", 5, 0),
        ("U.K.", 1944, "observer", 6, 0),
        ("U.K.", 1944, "chief", 6, 1),
        ("Russia", 1939, "observer", 9, 2),
        ("Russia", 1942, "observer", 9, 2),
        ("Russia", 1943, "observer", 8, 2),
        ("Russia", 1944, "observer", 7, 1),
        ("Russia", 1945, "observer", 7, 1),
        ("Russia", 1943, "chief", 7, 1),
        ("Russia", 1942, "chief", 8, 2),
        ("Poland", 1939, "observer", 8, 1),
        ("Poland", 1939, "chief", 8, 2),
    ],
)
def test_the_radio_contact_table(nation: str, year: int, element: str, new: int, keep: int) -> None:
    """pw:5.1, pw:5.1a."""
    state = a_company(nation=nation, year=year)
    assert contact.number(state, state.element(element)).total == new
    assert contact.number(state, state.element(element), maintain=True).total == keep


def test_an_observer_in_a_radio_vehicle_keeps_contact_better() -> None:
    """pw:5.1a: 1 less to maintain, as of the infantry to begin."""
    state = a_company()
    state.change(state.element("observer").id, presence=Presence.ABOARD, aboard=state.element("chief").id)
    assert contact.number(state, state.element("observer"), maintain=True).total == -1
    assert contact.number(state, state.element("observer")).total == 5
    assert ContactNumber(element="observer", maintain=True).answer(None, state)["total"] == -1


def test_a_number_of_0_fails_on_unders_alone() -> None:
    """pw:5.1, pw:5.1a: a D10 with overs and unders: 1 in 10 and then 2 to 5 of the second die."""
    state = a_company()
    observer = state.element("observer")
    exact = sum(
        chance for chance, found in branches(lambda dice: _one(a_company(), dice)) if found.result is not Reached.FAILED
    )
    assert contact.chance(state, observer, maintain=True) == pytest.approx(exact) == pytest.approx(0.96)
    assert contact.chance(state, observer) == pytest.approx(0.6)


def _one(state: WarState, dice: object) -> Contacted:
    state.nets = type(state.nets)(links=(a_link(),))
    note(state, "observer", maintain=True)
    return next(contact.roll(state, state.nets.attempts, dice))  # type: ignore[arg-type]


def a_link(element: str = "observer", since: int = 1) -> Link:
    return Link(side=BLUE, element=element, to="battery", since=since, last=since)  # type: ignore[arg-type]


@pytest.mark.parametrize(("die", "result"), [(4, Reached.FAILED), (5, Reached.MADE)])
def test_contact_is_made_on_the_number_or_more(die: int, result: Reached) -> None:
    """pw:5.1: success means that the message is understood."""
    state = a_company()
    note(state, "observer")
    found = roll(state, die)
    assert [one.result for one in found] == [result]
    assert bool(state.nets.links) is (result is Reached.MADE)
    told = TELL[Contacted](state, found[0])
    assert told is not None
    assert told.text == f"observer {'reaches' if die == 5 else 'does not reach'} battery: {die}, 5 or more was needed"


def test_one_attempt_in_a_turn() -> None:
    """pw:5.1.1: to one unit, and not again once it is rolled; next turn again."""
    state = a_company()
    other = a_unit("other", state.element("gun"), echelon=state.organisations["battery"].echelon, off_board=3000.0)
    state.organisations = {**state.organisations, "other": other}
    observer = state.element("observer")
    assert contact.attempt_refusal(state, observer, "battery") is None
    note(state, "observer")
    refused = contact.attempt_refusal(state, observer, "other")
    assert refused is not None
    assert refused.rule == "pw:5.1.1"
    roll(state, 3)
    refused = contact.attempt_refusal(state, observer, "battery")
    assert refused is not None
    assert refused.rule == "pw:5.1.1"
    happen(state, [TurnBegun(turn=4)])
    assert contact.attempt_refusal(state, observer, "battery") is None


def test_an_attempt_may_be_dropped_before_it_is_rolled() -> None:
    """pw:5.1.2."""
    state = a_company()
    note(state, "observer")
    happen(state, [contact.drop(state.nets.attempts[0])])
    assert state.nets.attempts == ()


def test_of_several_callers_the_highest_roll_is_heard() -> None:
    """pw:5.1.2: all are noted first, each is rolled."""
    state = a_company()
    note(state, "observer")
    note(state, "chief")
    assert {one.element: one.result for one in roll(state, 7, 9)} == {
        "observer": Reached.OUTRANKED,
        "chief": Reached.MADE,
    }
    assert [one.element for one in state.nets.links] == ["chief"]


def test_a_caller_who_fails_disturbs_nobody() -> None:
    """pw:5.1.2."""
    state = a_company()
    note(state, "observer")
    note(state, "chief")
    assert [one.result for one in roll(state, 5, 5)] == [Reached.MADE, Reached.FAILED]


def test_if_the_highest_are_equal_nothing_is_received() -> None:
    """pw:5.1.2: garbled."""
    state = a_company()
    note(state, "observer")
    note(state, "chief")
    found = roll(state, 8, 8)
    assert [one.result for one in found] == [Reached.GARBLED, Reached.GARBLED]
    assert state.nets.links == ()
    told = TELL[Contacted](state, found[0])
    assert told is not None
    assert "garbled" in told.text


def test_callers_of_different_units_do_not_meet() -> None:
    """pw:5.1.2."""
    state = a_company()
    other = a_unit("other", state.element("gun"), echelon=state.organisations["battery"].echelon, off_board=3000.0)
    state.organisations = {**state.organisations, "other": other}
    note(state, "observer")
    note(state, "chief", "other")
    assert [one.result for one in roll(state, 8, 8)] == [Reached.MADE, Reached.MADE]


def test_contact_is_maintained_or_lost() -> None:
    """pw:5.2.1: a failure ends it; then it takes a new contact, in another turn."""
    state = a_company()
    refused = contact.attempt_refusal(state, state.element("observer"), "battery", maintain=True)
    assert refused is not None
    assert refused.rule == "pw:5.2.1"
    state.nets = type(state.nets)(links=(a_link(),))
    note(state, "observer", maintain=True)
    assert roll(state, 1, 5)[0].result is Reached.MADE  # 1, then 5 more: 0
    assert [(one.since, one.last) for one in state.nets.links] == [(1, 3)]
    state.turn = 4
    state.nets = type(state.nets)(links=state.nets.links)
    note(state, "observer", maintain=True)
    lost = roll(state, 1, 1)  # -4
    assert lost[0].result is Reached.FAILED
    assert state.nets.links == ()
    assert contact.attempt_refusal(state, state.element("observer"), "battery") is not None
    told = TELL[Contacted](state, lost[0])
    assert told is not None
    assert told.text.startswith("observer loses contact with battery")


def test_a_new_contact_begins_anew() -> None:
    """pw:5.1a: each new request takes one, even of who is in contact."""
    state = a_company()
    state.nets = type(state.nets)(links=(a_link(),))
    note(state, "observer")
    assert roll(state, 9)[0].needed == 5
    assert [(one.since, one.last) for one in state.nets.links] == [(3, 3)]


def test_contact_ends_when_it_is_not_wished_for() -> None:
    """pw:5.2.1."""
    state = a_company()
    state.nets = type(state.nets)(links=(a_link(),))
    found = contact.link(state, state.element("observer"), "battery")
    assert found is not None
    happen(state, [contact.end(found)])
    assert contact.link(state, state.element("observer"), "battery") is None


def test_who_makes_contact() -> None:
    """pw:5.1a: observers and command elements."""
    state = a_company()
    refused = contact.attempt_refusal(state, state.element("second"), "battery")
    assert refused is not None
    assert refused.rule == "pw:5.1a"


def test_the_phase_waits_for_both_sides_and_rolls_once() -> None:
    """pw:3.2.B, pw:5.1.2."""
    state = a_company()
    assert calling.CALLING.choosing(state) == (BLUE,)  # the others have nobody to call
    assert calling.happens(state, ScriptedDice([])) is None
    note(state, "observer")
    assert not calling.over(state)
    roll(state, 9)
    assert calling.over(state)
    assert calling.happens(state, ScriptedDice([])) is None
    assert state.nets.attempts == ()


def test_nobody_without_a_battery_is_asked() -> None:
    """pw:3.2.B: the phase passes; where points are overwatched all are asked (pw:7.9)."""
    one, two = an_element("a", "pz4h", BLUE, "C3"), an_element("b", "t34-43", RED, "M3")
    state = a_state(one, two, step="communications")
    assert calling.callers(state) == ()
    events = calling.happens(state, ScriptedDice([]))
    assert events is not None
    assert [type(e) for e in happen(state, events)] == [ContactsRolled]
    assert calling.callers(a_state(one, two, switches=(Switch.OVERWATCH,))) == (BLUE, RED)


def test_calls_are_secret() -> None:
    """pw:5.1: the other side learns nothing of attempts, contact, or who calls."""
    state = a_company()
    event = contact.note(state.element("observer"), "battery")
    happen(state, [event])
    assert redact(state, event, RED) is None
    shown = view(state, RED)
    assert shown.nets.attempts == ()
    assert calling.callers(shown) == (BLUE,)
    assert calling.callers(view(state, BLUE)) == (BLUE, RED)
    assert view(state, BLUE).nets.attempts == state.nets.attempts
    assert redact(state, roll(state, 9)[0], RED) is None
    assert view(state, RED).nets.links == ()


def test_off_the_table_nobody_calls() -> None:
    """pw:5.0."""
    state = a_company()
    state.change(state.element("observer").id, presence=Presence.KILLED, at=Point(0, 0))
    assert contact.attempt_refusal(state, state.element("observer"), "battery") is not None
