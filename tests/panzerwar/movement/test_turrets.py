"""Turning turrets in the movement phase, and what it costs (pw:6.16)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.panzerwar.combat import when
from core.panzerwar.combat.arms import arms
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.movement.events import MoveEnded, TurretTurned
from core.panzerwar.pieces.cards import Rotation
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, happen, of, priced, refusal, write

#: A vehicle of each class of rotation.
CARDS = {Rotation.FAST: "m4a3", Rotation.MEDIUM: "t34-85", Rotation.SLOW: "kv1", Rotation.VERY_SLOW: "pz4j"}


def tank(card: str = "t34-43", **changes: Any) -> WarState:
    mine = an_element("b1", card, BLUE, "J5", **{"heading": 24, "turret": 24, **changes})
    state = a_state(mine, step="plan", switches=[Switch.TURRETS])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    return state


def turned(state: WarState, to: int, *legs: str) -> WarState:
    write(state, a_plan("b1", *legs, turret=to))
    carry_out(state)
    return state


def test_turning_a_turret_is_no_movement() -> None:
    """pw:6.16: at no cost, in the last segment too."""
    state = tank()
    found = priced(state, a_plan("b1", turret=12))
    assert (found.motion, found.spent) == (Motion.STATIONARY, 0)
    write(state, a_plan("b1", turret=12))
    events = carry_out(state)
    assert [(one.turret, one.steps) for one in of(TurretTurned, events)] == [(12, 12)]
    assert not of(MoveEnded, events)
    b1 = state.element("b1")
    assert (b1.turret, b1.heading, b1.travel.motion) == (12, 24, Motion.STATIONARY)


def test_a_turret_that_moves_looks_ahead_or_where_it_is_told() -> None:
    """pw:6.16: it turns with the hull; what it turns against it counts."""
    ahead = tank()
    write(ahead, a_plan("b1", "M7"))
    carry_out(ahead)
    b1 = ahead.element("b1")
    assert b1.turret == b1.heading != 24
    assert b1.gunnery.turned == 0
    aside = turned(tank(), 12, "J9")
    assert aside.element("b1").turret == 12
    assert aside.element("b1").gunnery.turned == 12


def test_one_direction_in_a_turn() -> None:
    """pw:6.16.5: a plan has one."""
    state = turned(tank(), 12)
    assert state.element("b1").gunnery.pointed == 24
    happen(state, [TurnBegun(turn=3)])
    assert state.element("b1").turret == 12


def test_who_has_no_turret() -> None:
    """pw:6.16.1."""
    state = tank("su85", turret=None)
    assert refusal(state, a_plan("b1", turret=12))[0] == "pw:6.16.1"
    stunned = tank(harm=Harm(stunned=True))
    assert refusal(stunned, a_plan("b1", turret=12))[0] == "pw:9.15.2"


@pytest.mark.parametrize(
    ("rotation", "angles"),
    [
        (Rotation.FAST, {135: 0, 142.5: 1, 180: 1}),
        (Rotation.MEDIUM, {90: 0, 97.5: 1, 180: 1}),
        (Rotation.SLOW, {45: 0, 52.5: 1, 120: 1, 127.5: 2}),
        (Rotation.VERY_SLOW, {30: 0, 37.5: 1, 60: 1, 67.5: 2, 135: 2, 142.5: 3}),
    ],
)
def test_the_penalty_of_each_class(rotation: Rotation, angles: dict[float, int]) -> None:
    """pw:6.16.1, pw:6.16.1.1, pw:6.16.1.2, pw:6.16.1.3, pw:6.16.1.4, pw:6.16.2: beyond the angle, not at it."""
    for degrees, penalty in angles.items():
        state = tank(CARDS[rotation])
        assert state.cards.vehicles[CARDS[rotation]].rotation is rotation
        turned(state, (24 + round(degrees / 7.5)) % 48)
        assert when.turret_penalty(state, state.element("b1")) == penalty, degrees


def gun_segments(state: WarState) -> tuple[int, ...]:
    tank_ = state.element("b1")
    gun = next(arm for arm in arms(state, tank_) if arm.kind.value == "gun")
    return when.segments(state, tank_, gun, first=False)


def test_a_delay_moves_the_fire() -> None:
    """PW-6.16.2-a, pw:6.16.3: one delay of a stationary unit, two of a shifting one."""
    one = turned(tank("t34-85"), 0)
    assert gun_segments(tank("t34-85")) == (1, 3)
    assert gun_segments(one) == (2, 4)
    two = tank("kv1")
    two.put(two.element("b1").with_travel(motion=Motion.SHIFT).with_gunnery(turned=20))
    assert when.turret_penalty(two, two.element("b1")) == 2
    assert gun_segments(two) == (4,)


def test_a_fast_turret_turned_90_degrees() -> None:
    """PW-6.16.4-a, pw:6.16.4: no penalty, no delay."""
    state = turned(tank("m4a3", turret=0, heading=0), 36)
    assert gun_segments(state) == (1, 3)
    assert state.element("b1").gunnery.pointed == 0


def test_a_turret_turned_135_degrees() -> None:
    """PW-6.16.4-b, pw:6.16.4: +1 and one segment; until it may fire it points where it did."""
    state = turned(tank("t34-85", turret=0, heading=0), 30)
    assert when.turret_penalty(state, state.element("b1")) == 1
    assert gun_segments(state) == (2, 4)
    assert state.element("b1").gunnery.pointed == 0


def test_german_turrets_turn_by_the_engine() -> None:
    """pw:6.16.3.5: without it a medium or heavy tank's turret is slow."""
    state = tank("panther-g")
    assert state.cards.vehicles["panther-g"].rotation is not Rotation.SLOW
    turned(state, 24 + 9)
    assert when.turret_penalty(state, state.element("b1")) == 0
    state.put(state.element("b1").with_harm(damage=frozenset({Damage.MOBILITY})))
    assert when.turret_penalty(state, state.element("b1")) == 0, "its drivers are lost"
    state.put(state.element("b1").with_harm(engine=True))
    assert when.turret_penalty(state, state.element("b1")) == 1


def test_without_the_rule_nothing_is_delayed() -> None:
    """pw:6.16."""
    state = turned(tank("pz4j"), 0)
    state.options = frozenset()
    assert gun_segments(state)[0] == 1
    assert at("J5") == state.elements[UnitId("b1")].where
