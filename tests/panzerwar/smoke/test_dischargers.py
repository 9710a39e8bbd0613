"""Smoke dischargers: beside other fire, and of who is blinded (pw:11.8, pw:11.9.6)."""

from __future__ import annotations

import pytest

from core.order import IllegalOrder
from core.panzerwar.combat import aimed, choices, smoke_fire, zones
from core.panzerwar.combat.arms import arms
from core.panzerwar.combat.orders import Discharge
from core.panzerwar.combat.to_hit import Company, number
from tests.panzerwar.kit import BLUE, RED, a_state, an_element


def test_who_uses_his_dischargers_hits_less() -> None:
    """pw:11.9.6: in that segment."""
    state = a_state(
        an_element("b1", "panther-g", BLUE, "J3", heading=24, turret=24), an_element("r1", "t34-43", RED, "J9")
    )
    tank, target = state.element("b1"), state.element("r1")
    gun = next(arm for arm in arms(state, tank) if arm.id == "gun")
    found = zones.bearing_on(state, tank, target, 1)
    shell = aimed.default_shell(state, tank, gun, target, found.range)
    alone = number(state, tank, gun, shell, target, found)
    smoking = number(state, tank, gun, shell, target, found, beside=Company(dischargers=True))
    assert alone is not None
    assert smoking is not None
    added = [reason for reason in smoking.reasons if reason.rule == "pw:11.9.6"]
    assert [reason.amount for reason in added] == [state.charts.fire.to_hit["dischargers"]]
    assert smoking.total == alone.total + added[0].amount > alone.total


def test_who_is_blinded_fires_no_dischargers() -> None:
    """pw:11.4.3, pw:11.8: as long as the phosphorus lies on it; it is not offered, and refused with why."""
    tank = an_element("b1", "panther-d", BLUE, "J3", heading=24, turret=24)
    state = a_state(tank, an_element("r1", "t34-43", RED, "J9"), step="e1")
    given = Discharge(element=tank.id, heading=24)
    smoke_fire.check_discharge(state, BLUE, given)
    assert "smoke:b1" in [choice.pick for choice in choices.offer(state, BLUE)]
    state.put(tank.with_harm(blinded=state.turn))
    with pytest.raises(IllegalOrder) as refused:
        smoke_fire.check_discharge(state, BLUE, given)
    assert refused.value.rule == "pw:11.4.3"
    assert "smoke:b1" not in [choice.pick for choice in choices.offer(state, BLUE)]
    state.turn += 1
    smoke_fire.check_discharge(state, BLUE, given)
