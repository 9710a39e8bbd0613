"""or:7.33: a vehicle with a driver at each end pays in reverse what it pays ahead."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.panzer.movement.move import check_move
from core.panzer.movement.reach import path_to, reachable
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Wreck
from core.panzer.state import PanzerState
from tests.panzer.movement.movement_boards import ME, at, board, situation


def driven(*, on: bool, dual: bool) -> PanzerState:
    """A vehicle in C4 with C5, up a slope behind a wall and in smoke, at its back; with the option on or off."""
    ground = board(terrain={"C5": "scrub"}, levels={"C5": 1}, sides={"C4-C5": "slope wall"})
    state = situation(ground, "C4", move=(11, 11, 11), wrecks={"C5": Wreck.BU})
    units = tuple(
        evolve(u, card=evolve(u.card, notations=("dual drive",)))
        if dual and u.id == ME and isinstance(u.card, VehicleCard)
        else u
        for u in state.scenario.units
    )
    switches = frozenset({Switch.DUAL_CONTROLS}) if on else frozenset()
    state.scenario = evolve(state.scenario, units=units, switches=switches)
    return state


@pytest.mark.parametrize(("on", "dual", "times"), [(True, True, 1), (True, False, 2), (False, True, 2)])
def test_reverse_costs_what_going_ahead_costs(on: bool, dual: bool, times: int) -> None:
    state = driven(on=on, dual=dual)
    assert sum(r.cost for r in check_move(state, ME, Rate.CROSS_COUNTRY, ("R",), end=False)) == times * (2 + 1 + 1 + 1)
    if times == 1:
        found = reachable(state, ME, None, Rate.CROSS_COUNTRY)[at("C5")]
        assert (found.cost, found.steps) == (5, ("R",)), "what the reach says is what the step costs"
        assert path_to(state, ME, None, Rate.CROSS_COUNTRY, at("C5"), 0) == ("R",)
