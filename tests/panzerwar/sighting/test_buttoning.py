"""Buttoning up under fire (pw:7.1.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.artillery import direct
from core.panzerwar.combat import arms, shooting, smoke_fire
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.pieces.artillery import AreaShot
from core.panzerwar.pieces.harm import Harm
from core.panzerwar.pieces.shots import Shot
from core.panzerwar.pieces.strike import Effect, Part
from core.panzerwar.sighting import buttoning, choices
from core.panzerwar.sighting.evolve import APPLY
from core.panzerwar.sighting.orders import ButtonUp
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at, evolved

TANK = UnitId("b1")


def hit(step: str = "e3", card: str = "panther-g", **changes: Any) -> WarState:
    """A tank that was hit in E2, in a later step, and whom it might fire at."""
    tank = an_element("b1", card, BLUE, "J3", **{"heading": 24, "turret": 24, "harm": Harm(hit_in=2), **changes})
    return a_state(tank, an_element("r1", "t34-43", RED, "J9"), see=["r1"], step=step)


def button_up(state: WarState) -> None:
    order = ButtonUp(element=TANK)
    buttoning.check(state, BLUE, order)
    evolved(state, APPLY, buttoning.decide(state, BLUE, order, ScriptedDice([])))


def test_who_is_hit_may_button_up_and_fires_no_more() -> None:
    """pw:7.1.1, pw:7.1.4: at the end of the segment, for the rest of the turn."""
    state = hit()
    gun = arms.arms(state, state.element("b1"))[0]
    assert shooting.arm_refusal(state, state.element("b1"), gun) is None
    button_up(state)
    assert state.element("b1").buttoned
    refused = shooting.arm_refusal(state, state.element("b1"), gun)
    assert refused is not None
    assert refused.rule == "pw:7.1.4"
    evolved(state, APPLY, [TurnBegun(turn=3)])
    assert shooting.arm_refusal(state, state.element("b1"), gun) is None


def test_a_hit_is_noted_with_its_segment() -> None:
    """pw:7.1.4."""
    state = hit("e1", harm=Harm())
    evolved(state, APPLY, [VehicleStruck(side=BLUE, element=TANK, by="AP", effect=Effect(part=Part.TURRET))])
    assert state.element("b1").harm.hit_in == 1
    state.step = "e2"
    assert [e.id for e in buttoning.able(state, BLUE)] == ["b1"]
    assert not buttoning.able(state, RED)


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (hit("e4"), "pw:7.1.4"),
        (hit("final-sighting"), "pw:7.1.4"),
        (hit(harm=Harm()), "pw:7.1.4"),
        (hit(buttoned=True), "pw:7.1.1"),
        (hit(card="marder3m", turret=None), "pw:7.1.2"),
    ],
)
def test_who_may_not(state: WarState, rule: str) -> None:
    """pw:7.1.4, pw:7.1.2: at the end of the segment in which it was hit alone."""
    with pytest.raises(IllegalOrder) as refused:
        button_up(state)
    assert refused.value.rule == rule


def test_not_with_fire_declared() -> None:
    """pw:7.1.4."""
    state = hit()
    shot = Shot(side=BLUE, element=TANK, arm="gun", target=UnitId("r1"))
    state.shots = (shot,)
    with pytest.raises(IllegalOrder, match="to fire in this segment"):
        button_up(state)
    (offered,) = choices.offer_buttoning(state, BLUE)
    assert offered.refusal is not None
    assert offered.refusal.rule == "pw:7.1.4"
    state.shots = ()
    state.artillery = evolve(state.artillery, shots=(AreaShot(side=BLUE, element=TANK, arm="coax", at=at("J9")),))
    with pytest.raises(IllegalOrder, match="to fire in this segment"):
        button_up(state)
    state.artillery = evolve(state.artillery, shots=())
    state.shots = (evolve(shot, element=UnitId("b2")),)
    assert next(iter(choices.offer_buttoning(state, BLUE))).refusal is None
    button_up(state)


def test_by_picks() -> None:
    """pw:7.1.4."""
    state = hit()
    assert [choice.pick for choice in choices.offer_buttoning(state, BLUE)] == ["button-up:b1"]
    assert choices.go_on_buttoning(state, BLUE, ("button-up:b1",)).complete
    assert choices.button_up(state, BLUE, ("button-up:b1",)) == ButtonUp(element=TANK)


def test_it_lays_no_smoke_and_fires_at_no_area_either() -> None:
    """pw:7.1.4: it fires nothing after it has buttoned up."""
    state = hit("e4", harm=Harm(hit_in=3))
    gun = arms.arms(state, state.element("b1"))[0]
    tests = (
        lambda tank: smoke_fire.may_fire_now(state, tank, gun),
        lambda tank: smoke_fire.discharge_refusal(state, tank, 24, 1),
        lambda tank: direct.piece_refusal(state, tank, gun),
    )
    assert arms.able(state, state.element("b1"), gun)
    assert not any((found := refused(state.element("b1"))) and found.rule == "pw:7.1.4" for refused in tests)
    button_up(state)
    for refused in tests:
        found = refused(state.element("b1"))
        assert found is not None
        assert found.rule == "pw:7.1.4"
    assert not arms.able(state, state.element("b1"), gun)
