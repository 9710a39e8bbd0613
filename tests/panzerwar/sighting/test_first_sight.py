"""Fire at what was sighted in this turn (pw:7.7, pw:8.8)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.panzerwar.combat import first_sight, when
from core.panzerwar.combat.arms import arms
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.shots import Arm
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_state, an_element

FULL = Travel(motion=Motion.FULL)


def sighted(card: str = "panther-g", target: dict[str, Any] | None = None, **changes: Any) -> WarState:
    """An element, and a T-34 that it has sighted in this turn."""
    firer = an_element("b1", card, BLUE, "J3", **{"heading": 24, **changes})
    state = a_state(firer, an_element("r1", "t34-43", RED, "J9", **(target or {"travel": FULL})), see=["r1"])
    state.sighted_now = {BLUE: frozenset({UnitId("r1")})}
    return state


def weapon(state: WarState, kind: str) -> Arm:
    return next(arm for arm in arms(state, state.element("b1")) if arm.id == kind)


def refused(state: WarState, kind: str, gsu: float) -> str:
    found = first_sight.refusal(state, state.element("b1"), weapon(state, kind), state.element("r1"), gsu)
    return "" if found is None else found.rule


@pytest.mark.parametrize(
    ("changes", "limit", "rule"),
    [
        ({}, 450, "pw:8.8.3"),
        ({"buttoned": True}, 300, "pw:8.8.2"),
        ({"travel": FULL}, 225, "pw:8.8.4"),
        ({"travel": FULL, "buttoned": True}, 150, "pw:8.8.5"),
    ],
)
def test_a_cannon_waits_unless_the_target_is_near(changes: dict[str, Any], limit: float, rule: str) -> None:
    """pw:7.7, pw:7.7.1: by its hatches and whether it moved."""
    state = sighted(**changes)
    assert first_sight.is_first(state, state.element("b1"), state.element("r1"))
    assert refused(state, "gun", limit) == ""
    assert refused(state, "gun", limit + 1) == rule


def test_automatic_weapons_never_wait() -> None:
    """pw:7.7.2, pw:8.8.1: machine guns, small arms and auto-cannon."""
    assert refused(sighted(), "coax", 2000) == ""
    assert refused(sighted("ger-rifle-44"), "small", 2000) == ""
    assert refused(sighted("pz2f"), "gun", 2000) == ""


def test_a_target_that_was_in_sight_before_is_not_waited_for() -> None:
    """pw:7.7."""
    state = sighted()
    state.sighted_now = {}
    assert not first_sight.is_first(state, state.element("b1"), state.element("r1"))


def test_who_is_sighted_by_his_fire_is_answered_in_e3_at_the_earliest() -> None:
    """pw:7.7.3, pw:7.7.4: though both stood still."""
    state = sighted(target={"gunnery": Gunnery(fired=(1,), with_=frozenset({"gun"}))})
    b1, r1 = state.element("b1"), state.element("r1")
    assert first_sight.is_first(state, b1, r1)
    assert when.segments(state, b1, weapon(state, "gun"), first=True)[0] == 3
    quiet = sighted(target={"travel": Travel()})
    assert not first_sight.is_first(quiet, quiet.element("b1"), quiet.element("r1"))
