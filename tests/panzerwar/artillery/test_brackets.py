"""Ranging brackets that nobody corrects, and what may be said to their batteries (pw:10.7.2)."""

from __future__ import annotations

from core.panzerwar.artillery import calling, choices_calls
from core.panzerwar.artillery.events import AreaFired
from core.panzerwar.artillery.orders import FireForEffect
from core.panzerwar.pieces.artillery import Spotting
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import (
    a_battery,
    call,
    communicate,
    field,
    fire,
    guns,
    observer,
    only,
    order,
    turn,
)
from tests.panzerwar.kit import BLUE

#: A German observer makes contact on 5 and maintains it on anything but unders.
MADE, KEPT = 5, 4


def fallen() -> tuple[WarState, AreaFired]:
    """A bracket of four howitzers off the table that has fallen about C10 in turn 4; it is turn 5."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    call(state, "C10", spotting=Spotting.BRACKET)
    communicate(state, MADE)
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, KEPT)
    found: AreaFired = only(fire(state, "e5", 9, 9), AreaFired)
    turn(state)
    return state, found


def test_it_falls_again_where_it_fell() -> None:
    """pw:10.7.2."""
    state, first = fallen()
    communicate(state, KEPT)
    again = only(fire(state, "e2"), AreaFired)
    assert (again.coa, again.rounds) == (first.coa, first.rounds)


def test_fire_for_effect_lies_between_its_rounds() -> None:
    """pw:10.7.2, pw:10.7.3."""
    state, first = fallen()
    order(state, calling.check_effect, calling.effect, FireForEffect(battery="battery"))
    communicate(state, KEPT)
    assert only(fire(state, "e2"), AreaFired).coa == first.coa


def test_what_is_said_to_a_battery_begins_with_what_it_is() -> None:
    """pw:10.6.8, pw:10.7.3: a long name leaves it to be read in a narrow menu."""
    state, _ = fallen()
    labels = {one.pick: one.label for one in choices_calls.offer(state, BLUE)}
    assert labels["correct:battery"] == "Correct fire: battery"
    assert labels["effect:battery"] == "Fire for effect: battery"
    assert labels["cease:battery"] == "Cease fire: battery"
