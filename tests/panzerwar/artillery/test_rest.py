"""Batteries rest after they have fired, and not for what has not fallen (pw:10.6.6, pw:10.6.10)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.panzerwar.artillery import calling, references, reports
from core.panzerwar.artillery.events import AreaFired, AreaNotFired, MissionBegun, MissionEnded
from core.panzerwar.artillery.orders import Cease, PrePlan
from core.panzerwar.pieces.artillery import Service, Spotting
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import (
    a_battery,
    call,
    communicate,
    field,
    fire,
    guns,
    observer,
    of,
    only,
    order,
    turn,
)
from tests.panzerwar.kit import BLUE, RED, an_element, at


def howitzers(*others: Element, **more: Any) -> WarState:
    pieces, fo = guns(), observer("C30")
    return field(*pieces, fo, *others, batteries=[a_battery(*pieces, fo)], **more)


def test_a_call_that_is_dropped_before_it_falls() -> None:
    """pw:10.6.10: the battery has fired nothing, and may be called in the next turn."""
    state = howitzers()
    call(state, "C10")
    assert only(communicate(state, 9), MissionBegun).mission.due > state.turn + 1
    turn(state)
    order(state, calling.check_cease, calling.cease, Cease(battery="battery"))
    ended = only(communicate(state), MissionEnded)
    assert ended.resting == 0
    told = reports.TELL[MissionEnded](state, ended)
    assert told is not None
    assert told.text == "The fire of battery is over: it ceases; it may be called in the next turn"
    turn(state)
    call(state, "C10")
    assert of(communicate(state, 9), MissionBegun)


def test_a_fire_that_is_stopped_rests() -> None:
    """pw:10.6.10."""
    state = howitzers()
    call(state, "C10")
    communicate(state, 9)
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, 9)
    assert of(fire(state, "e5", 9, 9), AreaFired)
    turn(state)
    order(state, calling.check_cease, calling.cease, Cease(battery="battery"))
    ended = only(communicate(state), MissionEnded)
    assert ended.resting == state.turn + 6
    told = reports.TELL[MissionEnded](state, ended)
    assert told is not None
    assert told.text.endswith(f"may be called from turn {state.turn + 7} on")


def test_spotting_rounds_end_with_their_observer() -> None:
    """pw:10.7, pw:10.7.4, pw:10.6.10: each is asked for; fire for effect goes on without him where it is allotted."""
    foe = an_element("foe", "tiger1", RED, "C10")
    for spotting, falls in ((Spotting.ONE, False), (Spotting.NONE, True)):
        state = howitzers(foe, see=["foe"], switches=[Switch.ALLOCATION])
        call(state, "C10", spotting=spotting)
        communicate(state, 9)
        for _ in range(2):
            turn(state)
            communicate(state)
        assert of(fire(state, "e5", 9, 9), AreaFired)
        state.change(state.element("fo").id, presence=Presence.KILLED)
        turn(state)
        ended = of(communicate(state), MissionEnded)
        assert [(one.rule, one.resting) for one in ended] == ([] if falls else [("pw:10.7", state.turn + 6)])
        assert bool(of(fire(state, "e2"), AreaFired)) is falls


def test_a_planned_fire_that_finds_its_battery_at_rest() -> None:
    """pw:10.6.10, pw:10.6.3: it does not fall, and the rest grows no longer by it."""
    state = howitzers()
    state.step, state.turn = "set-up", 0
    blue = evolve(state.engagement.side(BLUE), planned=1)
    sides = tuple(blue if side.id == BLUE else side for side in state.engagement.sides)
    state.engagement = evolve(state.engagement, sides=sides)
    order(state, references.check_plan, references.plan, PrePlan(battery="battery", turn=3, at=at("C10")))
    turn(state)
    turn(state)
    state.artillery = evolve(state.artillery, services={"battery": Service(side=BLUE, resting=5)})
    turn(state)
    communicate(state)
    found = fire(state, "e5")
    assert only(found, AreaNotFired).rule == "pw:10.6.10"
    assert only(found, MissionEnded).resting == 5
