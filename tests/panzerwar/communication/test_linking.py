"""Linking time, and changes of plan that are communicated (pw:5.2, pw:5.2.2, pw:5.3 to pw:5.3.5)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import Event
from core.panzerwar.command import tactical
from core.panzerwar.command.events import GeneralOrderChanged
from core.panzerwar.communication import calling, contact, linking
from core.panzerwar.communication.asks import TimeLag
from core.panzerwar.communication.events import Contacted, OrdersAffirmed, PlanPassed
from core.panzerwar.communication.reports import TELL
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.organisation import Echelon, Tactical
from core.panzerwar.state import WarState
from tests.panzerwar.communication.companies import a_company
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, an_element


def phase_b(state: WarState, *dice: int) -> list[Event]:
    state.ended = frozenset((BLUE, RED))
    events = calling.happens(state, ScriptedDice(list(dice)))
    assert events is not None
    return happen(state, events)


@pytest.mark.parametrize(("steps", "turns"), [(0, 0), (1, 1), (2, 3), (3, 5)])
def test_linking_time(steps: int, turns: int) -> None:
    """pw:5.3, pw:5.3.1: one turn to the next echelon, two more for each further."""
    assert linking.linking_time(steps) == turns


def test_echelons_between_units() -> None:
    """pw:5.3.1: up to what stands above both; off the table where nothing does."""
    battalion = a_unit("battalion", echelon=Echelon.BATTALION)
    other = a_unit("other", parent="battalion", echelon=Echelon.COMPANY)
    state = a_company(units=(battalion, other))
    state.reorganise("company", parent="battalion")
    units = state.organisations

    def steps(one: str, two: str) -> int:
        return linking.echelons(state, units[one], units[two])

    assert steps("platoon", "platoon") == 0
    assert steps("platoon", "company") == steps("company", "platoon") == 1
    assert steps("platoon", "battalion") == 2
    assert steps("platoon", "other") == 3
    assert steps("company", "battery") == 3


def lag(state: WarState, element: str) -> int:
    return linking.time_lag(state, state.element(element), state.organisations["battery"]).total


def test_a_sole_observer_has_his_battery_in_two_turns() -> None:
    """pw:5.3.2, pw:5.3.3, pw:5.3.4: one turn to link, in which he asks, one to approve."""
    state = a_company()
    assert lag(state, "observer") == 2
    assert TimeLag(element="observer", battery="battery").answer(None, state)["total"] == 2


def test_a_command_element_has_it_in_three() -> None:
    """pw:5.3.2, pw:5.3.4."""
    assert lag(a_company(), "chief") == 3


def test_one_of_several_observers_has_it_in_three() -> None:
    """pw:5.3.2."""
    more = an_element("more", "scout", BLUE, "J10", organisation="battery", role="forward observer")
    state = a_company(more)
    members = state.organisations["battery"].members
    state.reorganise("battery", members=(*members, more.id))
    assert lag(state, "observer") == lag(state, "more") == 3
    state.change(more.id, presence=Presence.KILLED)
    assert lag(state, "observer") == 2


def test_batteries_that_do_not_support_the_caller_take_two_turns_more() -> None:
    """pw:5.3.5: not dedicated, another battery's observer, another unit's battery."""
    state = a_company()
    state.reorganise("battery", dedicated=False)
    assert lag(state, "chief") == 5
    assert lag(state, "observer") == 5
    foreign = an_element("foreign", "scout", BLUE, "J10", organisation="second", role="forward observer")
    second = a_unit("second", foreign, echelon=Echelon.BATTERY)
    other = a_company(foreign, units=(second,))
    assert lag(other, "foreign") == 5
    other.reorganise("battery", parent="platoon")
    assert not linking.supports(other, other.organisations["battery"], other.element("chief"))
    assert linking.supports(other, other.organisations["battery"], other.element("leader"))
    other.reorganise("battery", parent="company")
    assert lag(other, "chief") == 3


def test_an_observer_of_no_battery_serves_those_without_their_own() -> None:
    """pw:5.3.2."""
    state = a_company()
    members = tuple(e for e in state.organisations["battery"].members if e != "observer")
    state.reorganise("battery", members=members)
    state.put(evolve(state.element("observer"), organisation="platoon"))
    assert lag(state, "observer") == 2


# -- plans and reports -------------------------------------------------------------------------------------


def test_a_change_of_plan_is_communicated_and_then_holds() -> None:
    """pw:5.2, pw:5.2.2, pw:4.0.3: the highest command element makes a new contact; the next echelon has it a turn
    later."""
    state = a_company()
    happen(state, [GeneralOrderChanged(side=BLUE, text="Attack.")])
    assert state.general == {}
    happened = phase_b(state, 5)  # 6 was needed
    assert [type(one) for one in happened][:1] == [Contacted]
    assert not any(isinstance(one, PlanPassed) for one in happened)
    happen(state, [TurnBegun(turn=4)])
    state.ended = frozenset()
    passed = [one for one in phase_b(state, 6) if isinstance(one, PlanPassed)]
    assert [(one.text, one.turn) for one in passed] == [("Attack.", 5)]
    assert state.general == {}
    happen(state, [TurnBegun(turn=5)])
    assert state.general == {BLUE: "Attack."}
    assert not state.nets.plans
    assert not state.nets.due
    told = TELL[PlanPassed](state, passed[0])
    assert told is not None
    assert told.text == "The general order of Blue is passed on, from turn 5: Attack."


def test_below_company_level_a_plan_needs_no_roll() -> None:
    """pw:3.2.B, pw:5.1: the highest on the table is a platoon."""
    state = a_company()
    state.reorganise("company", command=None)
    happen(state, [GeneralOrderChanged(side=BLUE, text="Attack.")])
    assert any(isinstance(one, PlanPassed) for one in phase_b(state))


def test_who_calls_for_fire_does_not_report_in_the_same_turn() -> None:
    """pw:5.1.1."""
    state = a_company()
    happen(state, [GeneralOrderChanged(side=BLUE, text="Attack.")])
    happen(state, [contact.note(state.element("chief"), "battery")])
    assert [one.to for one in phase_b(state, 6) if isinstance(one, Contacted)] == ["battery"]
    assert state.nets.plans == {BLUE: "Attack."}


def test_after_a_failure_of_morale_orders_are_affirmed() -> None:
    """pw:5.2.2: until higher command is reached a company may cover, regroup or withdraw."""
    state = a_company(step="orders")
    state.reorganise("company", unconfirmed=True, since=1)

    def refused(order: Tactical) -> str | None:
        found = tactical.order_refusal(state, state.organisations["company"], order)
        return found.rule if found is not None else None

    assert refused(Tactical.ADVANCE) == "pw:5.2.2"
    assert refused(Tactical.WITHDRAW) is None
    assert any(isinstance(one, OrdersAffirmed) for one in phase_b(state, 6))
    assert refused(Tactical.ADVANCE) is None


def test_command_reports_to_the_unit_above_it_on_the_table() -> None:
    """pw:5.2.2, pw:5.3: to its battalion, if that is there."""
    head = an_element("head", "pz4h", BLUE, "C12", organisation="battalion", command=True)
    state = a_company(head, units=(a_unit("battalion", head, echelon=Echelon.BATTALION),))
    state.reorganise("company", unconfirmed=True, parent="battalion")
    found = [one for one in phase_b(state, 6) if isinstance(one, Contacted)]
    assert [one.to for one in found] == ["battalion"]


def test_nobody_reports_without_need() -> None:
    """pw:5.2.2."""
    assert [type(one).__name__ for one in phase_b(a_company())] == ["ContactsRolled"]
