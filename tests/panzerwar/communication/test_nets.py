"""Who can talk to whom (pw:5.0 to pw:5.0.6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.panzerwar.command import range as command_range
from core.panzerwar.communication import nets
from core.panzerwar.communication.asks import CanTalk
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.organisation import Echelon, Radio
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.communication.companies import a_company
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, a_board, a_state, an_element, at


def two_tanks(gsu: float, radio: Radio = Radio.FM, **board: Any) -> WarState:
    """Two tanks of no command so far apart, to the east of A10, of different units."""
    here = at("C10")
    one = an_element("one", "pz4h", BLUE, here, organisation="a")
    two = an_element("two", "pz4h", BLUE, Point(here.x + round(gsu * 10), here.y), organisation="b")
    state = a_company(one, two, radio=radio, board=a_board(60, 60, **board))
    state.organisations = {**state.organisations, "a": a_unit("a", one), "b": a_unit("b", two)}
    return state


def linked(state: WarState, one: str = "one", two: str = "two") -> bool:
    return nets.linked(state, state.element(one), state.element(two))


@pytest.mark.parametrize(
    ("radio", "gsu", "reaches"),
    [(Radio.FM, 800, True), (Radio.FM, 801, False), (Radio.AM, 600, True), (Radio.AM, 601, False)],
)
def test_combat_radios(radio: Radio, gsu: float, reaches: bool) -> None:
    """pw:5.0.1: 800 with FM, 600 with AM."""
    assert linked(two_tanks(gsu, radio)) is reaches


@pytest.mark.parametrize(
    ("radio", "levels", "limit"),
    [(Radio.FM, 1, 600), (Radio.FM, 2, 600), (Radio.FM, 3, 400), (Radio.AM, 1, 400), (Radio.AM, 3, 200)],
)
def test_hills_between_take_a_share_of_the_range(radio: Radio, levels: int, limit: float) -> None:
    """pw:5.0.5: low hills a quarter of FM and a third of AM, tall ones a half and two thirds."""
    hill: dict[str, Any] = {"levels": {"G9 G10 G11": levels}}
    assert command_range.radio_range(
        two_tanks(300), radio, *(two_tanks(300, **hill).element(e) for e in ("one", "two"))
    )
    state = two_tanks(limit, radio, **hill)
    one, two = state.element("one"), state.element("two")
    assert command_range.radio_range(state, radio, one, two) == pytest.approx(limit)
    assert nets.within_reach(state, one, two, nets.radio(state, one))
    further = two_tanks(limit + 1, radio, **hill)
    assert not nets.within_reach(further, further.element("one"), further.element("two"), nets.radio(further, one))


def test_ground_no_higher_than_the_radios_takes_nothing() -> None:
    """pw:5.0.5: both stand on the plateau."""
    names = " ".join(f"{column}{row}" for column in ("C", "D", "E", "F", "G", "H") for row in (9, 10, 11))
    assert linked(two_tanks(100, levels={names: 2}))
    assert command_range.left_of_radio(two_tanks(100, levels={names: 2}), Radio.FM, at("C10"), at("F10")) == 1


def test_weather_takes_nothing() -> None:
    """pw:5.0.6: no numbers are given."""
    state = two_tanks(800)
    assert nets.within_reach(state, state.element("one"), state.element("two"), 800)


def test_radios_of_companies_observers_and_battalions() -> None:
    """pw:5.0.2, pw:5.0.3, pw:5.0.4: 10 km, 10 km, 60 km, at two metres to the GSU."""
    state = a_company()
    assert nets.radio(state, state.element("chief")) == 5000
    assert nets.radio(state, state.element("observer")) == 5000
    assert nets.radio(state, state.element("leader")) == 800
    state.reorganise("company", echelon=Echelon.BATTALION)
    assert nets.radio(state, state.element("chief")) == 30000


def test_who_has_no_radio() -> None:
    """pw:5.0, pw:5.0.1: squads have none, nor tanks that were built without; a platoon leader has that of his force."""
    squad = an_element("squad", "ger-rifle-44", BLUE, "F40", organisation="platoon")
    old = an_element("old", "t26", BLUE, "F22", organisation="platoon")
    state = a_company(squad, old)
    assert not state.cards.vehicles["t26"].radio
    assert nets.radio(state, squad) == nets.radio(state, old) == 0
    refused = nets.talk_refusal(state, state.element("chief"), squad)
    assert refused is not None
    assert refused.rule == "pw:5.0"
    silent = a_company(radio=Radio.NONE)
    assert nets.radio(silent, silent.element("leader")) == 600  # the tank's own
    silent.change(silent.element("leader").id, card="t26")
    assert nets.radio(silent, silent.element("leader")) == 600


def test_who_is_near_needs_no_radio() -> None:
    """pw:5.0: signals and runners go as far as command range: 150 for infantry in sight, 75 out of it."""
    here = at("C10")
    for gsu, wooded, talks in ((150, False, True), (151, False, False), (75, True, True), (100, True, False)):
        one = an_element("one", "ger-rifle-44", BLUE, here, organisation="a")
        two = an_element("two", "ger-rifle-44", BLUE, Point(here.x + gsu * 10, here.y), organisation="a")
        board = a_board(60, 60, terrain={"D9 D10 E9 E10 F9": "heavy-woods"} if wooded else {})
        state = a_state(one, two, organisations=(a_unit("a", one, two),), board=board)
        assert linked(state) is talks, gsu


def test_prepared_defenders_have_telephones() -> None:
    """pw:5.0, pw:4.13.4.1: twice as far."""
    here = at("C10")
    one = an_element("one", "ger-rifle-44", BLUE, here, organisation="a", command=True)
    two = an_element("two", "ger-rifle-44", BLUE, Point(here.x + 3000, here.y), organisation="a")
    state = a_state(one, two, organisations=(a_unit("a", one, two),), board=a_board(60, 60))
    assert command_range.command_range(state, state.organisations["a"], one, two) == 150
    state.put(one.with_posture(prepared=True))
    assert command_range.command_range(state, state.organisations["a"], state.element("one"), two) == 300


def test_the_stunned_do_not_communicate() -> None:
    """pw:9.15.2."""
    state = a_company()
    assert nets.can_talk(state, state.element("chief"), "platoon") is None
    state.put(state.element("leader").with_harm(stunned=True))
    refused = nets.can_talk(state, state.element("chief"), "platoon")
    assert refused is not None
    assert refused.rule == "pw:9.15.2"


def test_a_battery_off_the_table_is_reached_by_its_radio() -> None:
    """pw:5.0.4: as far away as it stands; one gun of it must be left to answer."""
    state = a_company()
    observer = state.element("observer")
    assert nets.can_talk(state, observer, "battery") is None
    state.reorganise("battery", off_board=5001.0)
    refused = nets.can_talk(state, observer, "battery")
    assert refused is not None
    assert refused.rule == "pw:5.0.1"
    state.reorganise("battery", off_board=3000.0)
    state.change(state.element("gun").id, presence=Presence.DESTROYED)
    refused = nets.can_talk(state, observer, "battery")
    assert refused is not None
    assert refused.reason == "nobody answers at battery"


def test_higher_command_takes_a_radio_of_a_company() -> None:
    """pw:5.0.2, pw:5.1a."""
    state = a_company()
    assert nets.can_talk(state, state.element("chief"), "") is None
    assert nets.can_talk(state, state.element("leader"), "") is not None
    assert nets.can_talk(state, state.element("chief"), "foe") is not None


def test_units_without_a_leader_do_not_answer() -> None:
    """pw:5.0."""
    state = a_company()
    state.reorganise("platoon", command=None)
    assert nets.voice(state, state.organisations["platoon"]) is None
    assert nets.can_talk(state, state.element("chief"), "platoon") is not None


def test_the_question_of_examples() -> None:
    """pw:5.0."""
    state = a_company()
    found = CanTalk(element="chief", to="leader").answer(None, state)
    assert (found["allowed"], found["radio"]) == (True, 5000)
    away = evolve(state.element("leader"), at=at("C60"))
    state.put(away)
    assert CanTalk(element="chief", to="leader").answer(None, state)["refused"]["rule"] == "pw:5.0.1"
    assert CanTalk(element="chief", unit_to="").answer(None, state)["allowed"]
