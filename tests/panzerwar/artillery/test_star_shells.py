"""Star shells: a battery lights the ground by night (pw:7.8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from core.order import IllegalOrder
from core.panzerwar.artillery import batteries, choices_calls, direct
from core.panzerwar.artillery.events import AreaFired
from core.panzerwar.artillery.orders import Call
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.weapons import STAR_SHELL
from core.panzerwar.sighting import light
from core.panzerwar.sighting.events import StarShellBurst
from core.panzerwar.state import WarState
from core.plane import offset
from tests.panzerwar.artillery.guns import (
    a_battery,
    call,
    communicate,
    field,
    fire,
    guns,
    mortars,
    observer,
    only,
    turn,
)
from tests.panzerwar.kit import BLUE, RED, an_element, at

#: A German observer makes contact on 5 and maintains it on anything but unders.
MADE, KEPT = 5, 4


def night(*others: Any, moonlight: int | None = 0, **more: Any) -> WarState:
    """Four howitzers off the table; their observer at C30; no moon."""
    pieces, fo = guns(), observer("C30")
    return field(*pieces, fo, *others, batteries=[a_battery(*pieces, fo)], moonlight=moonlight, **more)


def test_a_circle_is_as_light_as_by_day_for_two_turns() -> None:
    """pw:7.8.3: 100 across, in the turn of the burst and two complete turns after it; nobody is harmed."""
    state = night(an_element("r1", "sov-rifle-43", RED, "C10"))
    call(state, "C10", shell="star shell")
    communicate(state, MADE)
    for _ in range(2):
        turn(state)
        if state.turn < 4:
            communicate(state)
    communicate(state, KEPT)
    found = fire(state, "e5", 10)
    assert only(found, AreaFired).dice == 0
    assert [type(event) for event in found] == [AreaFired, StarShellBurst]
    burst = only(found, StarShellBurst)
    assert burst.until == 6
    assert light.lit(state, offset(burst.at, 90, 49))
    assert not light.lit(state, offset(burst.at, 90, 51))
    for _ in range(2):
        turn(state)
        assert light.lit(state, burst.at)
    turn(state)
    assert not light.lit(state, burst.at)


def test_what_is_to_be_lit_need_not_be_seen() -> None:
    """pw:7.8.3, pw:7.8.1: star shells are called at a point in the dark, HE is not."""
    state = night()
    with pytest.raises(IllegalOrder) as refused:
        call(state, "C10")
    assert refused.value.rule == "pw:7.8.1"
    assert call(state, "C10", shell="star shell")


def test_they_are_offered_by_night_alone() -> None:
    """pw:7.8.3: guns, howitzers and mortars of 75 mm and more have them."""
    for moonlight, there in ((0, True), (None, False)):
        state = night(moonlight=moonlight)
        weapon = batteries.battery_weapon(state, state.organisations["battery"])
        assert weapon is not None
        assert (STAR_SHELL in batteries.shells(state, weapon)) is there
        picks = ("call:fo", "battery", "C10")
        options = {choice.pick for choice in choices_calls.go_on(state, BLUE, picks).options}
        assert ("shell:star shell" in options) is there
    crew = mortars("C20", weapon="RM38", side=RED)
    small = field(*crew, batteries=[a_battery(*crew)], moonlight=0)
    little = batteries.battery_weapon(small, small.organisations["mortars"])
    assert little is not None
    assert STAR_SHELL not in batteries.shells(small, little)


def test_picks_into_the_dark_end_with_star_shells() -> None:
    """pw:7.8.3: the point is offered, and the call is complete when they are picked."""
    state = night()
    assert "C10" in {choice.pick for choice in choices_calls.go_on(state, BLUE, ("call:fo", "battery")).options}
    assert not choices_calls.go_on(state, BLUE, ("call:fo", "battery", "C10")).complete
    picks = ("call:fo", "battery", "C10", "shell:star shell")
    assert choices_calls.go_on(state, BLUE, picks).complete
    made = choices_calls.order(state, BLUE, picks)
    assert isinstance(made, Call)
    assert made.shell == "star shell"
    assert choices_calls.go_on(state, BLUE, ("call:fo", "battery", "C29")).complete


def test_they_are_not_fired_directly() -> None:
    """pw:7.8.3."""
    crews = mortars("C20", "C21")
    state = field(*crews, batteries=[a_battery(*crews)], moonlight=100, step="e4")
    body = direct.of_battery(state, state.organisations["mortars"])
    assert body is not None
    found = direct.aim_refusal(state, body, at("C14"), "star shell", Sheaf.CLOSED)
    assert found is not None
    assert found.rule == "pw:7.8.3"
    assert direct.aim_refusal(state, body, at("C14"), "", Sheaf.CLOSED) is None
