"""Hidden mines: who notices them, and where he halts (pw:15.1.2, pw:15.4)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import Event, UnitId
from core.panzerwar.obstacles import hidden
from core.panzerwar.obstacles.events import MinesNoticed
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.plan import Contact, Plan
from core.panzerwar.state import WarState
from core.plane import Path, hex_at
from core.segments import Halt, Moment, Track, side_by_side
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import dice, happen, mined


def a_tank(where: str = "C9", **changes: Any) -> Element:
    return an_element("tank", "pz4h", BLUE, where, **changes)


def drive(state: WarState, to: str, contact: Contact = Contact.ASK) -> tuple[float, list[Event]]:
    """How far the tank gets on its way, and what it notices."""
    tank = state.element("tank")
    state.plans = {tank.id: Plan(element=tank.id, contact=contact)}
    path = Path(tank.where, (at(to),))
    mines = hidden.OnTheWay(state, {tank.id: path})
    events: list[Event] = []

    def look(moment: Moment) -> dict[str, Halt | None]:
        decided: dict[str, Halt | None] = {}
        events.extend(mines.at(moment, decided))
        return decided

    gone = 0.0
    for advance in side_by_side([Track(tank.id, path)], look):
        for piece in advance.pieces:
            gone = piece.gone
    return gone, events


def test_who_comes_upon_hidden_mines_halts_at_their_edge() -> None:
    """pw:15.4, pw:15.1.2: at most 5 from the field, which begins 37.5 ahead, and outside of it; one hex is found."""
    state = mined(a_state(a_tank()), "C5 C6 C7")
    gone, events = drive(state, "C3")
    assert 32.4 <= gone <= 37.6
    (event,) = events
    assert isinstance(event, MinesNoticed)
    assert event.hex.id == "C7"
    happen(state, events)
    assert {h.id for h in state.mines.found_by(BLUE, "m").hexes} == {"C7"}


def test_who_is_told_to_goes_on() -> None:
    """pw:15.4: it may halt; who goes on whatever he meets notices it all the same, once in the turn."""
    state = mined(a_state(a_tank()), "C5 C6 C7")
    gone, events = drive(state, "C3", Contact.GO_ON)
    assert gone == pytest.approx(150.0)
    assert len(events) == 1


def test_an_element_sees_5_of_a_field_in_a_turn() -> None:
    """pw:15.4: having noticed a hex it notices no more in the turn, and in the next the next one."""
    corner = at("C8+-7.2,-12")
    state = mined(a_state(an_element("tank", "pz4h", BLUE, corner), step="sighting"), "C7 B7 B8")
    for turn in (2, 3):
        state.turn = turn
        assert len(happen(state, hidden.happens(state, dice()))) == 1
        assert hidden.happens(state, dice()) is None
        assert len(state.mines.found_by(BLUE, "m").hexes) == turn - 1


@pytest.mark.parametrize(
    ("changes", "looks"),
    [
        ({}, True),
        ({"buttoned": True}, False),
        ({"harm": {"damage": frozenset({Damage.COMMANDER})}}, False),
        ({"harm": {"stunned": True}}, False),
    ],
)
def test_of_vehicles_only_unbuttoned_ones_look(changes: dict[str, Any], looks: bool) -> None:
    """pw:15.1.2: who is closed up, without its commander, or stunned does not."""
    tank = a_tank("C8", buttoned=changes.get("buttoned", False)).with_harm(**changes.get("harm", {}))
    state = mined(a_state(tank, step="sighting"), "C7")
    assert hidden.looks(state, tank) == looks
    if looks:
        assert not hidden.due(state)  # 12.5 away


def test_hidden_mines_are_sighted_from_next_to_them() -> None:
    """pw:15.1.2: from 0 to 5 GSU; marked ones and one's own need not be."""
    edge = at("C7+0,12.5")
    for far, seen in ((5.0, True), (5.1, False)):
        state = mined(a_state(a_tank(), step="sighting"), "C7")
        state.change(UnitId("tank"), at=edge._replace(y=edge.y + round(far * 10)))
        assert hidden.due(state) == seen
        assert hex_at(state.element("tank").where).id == "C8"
    for marked, side in ((True, RED), (False, BLUE)):
        state = mined(a_state(a_tank("C7"), step="sighting"), "C7", marked=marked, side=side)
        assert not hidden.due(state)


def test_nothing_is_sighted_outside_of_the_sighting_phase() -> None:
    """pw:15.1.2: who stands there notices it in phase D."""
    state = mined(a_state(a_tank("C7"), step="c3"), "C7")
    assert not hidden.due(state)
    assert hidden.happens(state, dice()) is None
