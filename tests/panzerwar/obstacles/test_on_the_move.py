"""Mines, bunkers and rams in the movement segments, carried out as a game does (pw:14.2, pw:15.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.event import Event, UnitId
from core.panzerwar.damage import evolve as damage
from core.panzerwar.infantry import evolve as infantry
from core.panzerwar.movement import carry_out, planning
from core.panzerwar.movement import evolve as movement
from core.panzerwar.movement.events import MoveEnded
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.obstacles import evolve as obstacles
from core.panzerwar.obstacles.events import MinesNoticed, MinesTripped
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Leg, Plan
from core.panzerwar.ramming import evolve as ramming
from core.panzerwar.ramming.events import RamMet
from core.panzerwar.sighting import evolve as sighting
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import ByPurpose, mined, rolling

APPLY = (damage.APPLY, infantry.APPLY, movement.APPLY, obstacles.APPLY, ramming.APPLY, sighting.APPLY)


def apply(state: WarState, events: Iterator[Event] | None) -> list[Event]:
    found = []
    for event in events or ():
        for one in APPLY:
            if type(event) in one:
                one[type(event)](state, event)
        found.append(event)
    return found


def planned(state: WarState, **plan: Any) -> None:
    """The tank has its movement written down."""
    state.step = "plan"
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    order = WritePlan(plan=Plan(element=UnitId("tank"), **plan))
    planning.check_plan(state, BLUE, order)
    apply(state, planning.plan(state, BLUE, order, rolling()))


def carried_out(state: WarState, dice: ByPurpose, *segments: str) -> list[Event]:
    """All movement segments, one after the other."""
    found: list[Event] = []
    for step in segments or ("c3", "c4", "c5"):
        state.step = step
        while not carry_out.over(state):
            found += apply(state, carry_out.happens(state, dice))
    return found


def a_tank(**changes: Any) -> Element:
    return an_element("tank", "pz4h", BLUE, "C12", **changes)


def test_hidden_mines_stop_a_mover_at_their_edge() -> None:
    """pw:15.4: unbuttoned, it halts before them; buttoned it drives in, and they are rolled for."""
    for buttoned in (False, True):
        state = mined(a_state(a_tank(buttoned=buttoned)), "C9 C10", grade=4)
        planned(state, legs=(Leg(at("C8")),))
        events = carried_out(state, rolling(trips=9))
        noticed = [e for e in events if isinstance(e, MinesNoticed)]
        tripped = [e for e in events if isinstance(e, MinesTripped)]
        assert (len(noticed), len(tripped)) == ((0, 1) if buttoned else (1, 0))
        far = gsu_between(at("C12"), state.element("tank").where)
        assert far == pytest.approx(100 if buttoned else 35, abs=3)
        if buttoned:
            assert (tripped[0].length, tripped[0].number) == (50.0, 2)


def test_a_mover_that_goes_on_whatever_it_meets() -> None:
    """pw:15.4: notices them, and goes in."""
    state = mined(a_state(a_tank()), "C9 C10", grade=1)
    planned(state, legs=(Leg(at("C8")),), contact=Contact.GO_ON)
    events = carried_out(state, rolling(trips=9))
    assert [type(e) for e in events if isinstance(e, MinesNoticed | MinesTripped)] == [MinesNoticed, MinesTripped]
    assert state.element("tank").where == at("C8")


def test_a_ram_is_driven_to_its_target() -> None:
    """pw:14.1, pw:14.2: the way ends at it, and nothing on the way stops it but what may."""
    tank = a_tank().with_harm(crazed=9, berserk=True)
    foe = an_element("foe", "t34-85", RED, "C9")
    state = a_state(tank, foe, see=("tank", "foe"))
    planned(state, legs=(Leg(at("C9")),), ram=UnitId("foe"), contact=Contact.GO_ON)
    events = carried_out(state, rolling())
    (met,) = [e for e in events if isinstance(e, RamMet)]
    assert met.takes
    assert met.segment == 4
    assert gsu_between(state.element("tank").where, at("C9")) == pytest.approx(10, abs=0.2)
    assert [e.element for e in events if isinstance(e, MoveEnded)] == ["tank"]
    assert [one.target for one in state.collisions] == ["foe"]
