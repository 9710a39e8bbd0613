"""Counter-battery fire (pw:10.6.3)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.artillery import calling
from core.panzerwar.artillery.events import AreaFired, MissionBegun
from core.secrecy import view
from tests.panzerwar.artillery.guns import a_battery, call, communicate, field, fire, guns, mortars, of, only, turn
from tests.panzerwar.kit import BLUE, RED, a_vehicle, at


def test_counter_battery_fire() -> None:
    """pw:10.6.3: at a piece of an enemy battery that is known, in two turns, by the battery itself."""
    pieces = guns()
    theirs = mortars("C10", "C10+20,0", side=RED, name="theirs")
    units = [a_battery(*pieces), a_battery(*theirs)]
    state = field(*pieces, *theirs, batteries=units)
    with pytest.raises(IllegalOrder) as found:
        call(state, "C10", who=None)
    assert found.value.rule == "pw:10.6.3"
    state = field(*pieces, *theirs, batteries=units, see=["theirs-1"])
    with pytest.raises(IllegalOrder):
        call(state, "C10+-26,0", who=None)
    call(state.copy(), "C10+-25,0", who=None)
    call(state, "C10", who=None)
    assert only(communicate(state), MissionBegun).mission.due == state.turn + 2
    turn(state)
    communicate(state)
    turn(state)
    communicate(state)
    assert of(fire(state, "e5", 9, 9), AreaFired)


def test_counter_battery_fire_at_a_flash() -> None:
    """pw:10.6.3, pw:7.8: to where a flash was seen in the turn before, whosever it was; of what is in sight only guns
    that fire indirectly count."""
    pieces, tank = guns(), a_vehicle("tank", "t34-85", RED, "C10")
    for flash, seen, rule in ((None, False, "pw:10.6.3"), ("tank", False, None), ("tank", True, "pw:10.6.3")):
        state = field(*pieces, tank, batteries=[a_battery(*pieces)], moonlight=0, see=["tank"] if seen else [])
        if flash is not None:
            state.watch = evolve(state.watch, flashes={BLUE: {UnitId(flash): at("C10")}})
        turn(state)
        for asked in (state, view(state, BLUE)):  # the door and the rules agree
            pieces_known = list(calling.enemy_pieces(asked, BLUE))
            assert bool(pieces_known) is (rule is None)
        if rule is None:
            call(state, "C10", who=None)
            assert only(communicate(state), MissionBegun).mission.aim == at("C10")
            continue
        with pytest.raises(IllegalOrder) as found:
            call(state, "C10", who=None)
        assert found.value.rule == rule
