"""Speeds, classes and turns of every vehicle, as its chart prints them (pw:6.2, pw:6.2.4, pw:6.3, pw:6.4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import pytest

from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts
from core.panzerwar.movement import pricing, speed
from core.panzerwar.pieces.cards import Drive
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.plane import offset
from tests.panzerwar.kit import BLUE, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, priced, refusal

VEHICLES: Final = cards().vehicles
#: Wagons go on foot (pw:6.1.6).
DRIVEN: Final = sorted(id_ for id_, card in VEHICLES.items() if card.drive is not Drive.HORSES)
#: What the drives of a card cost for turns of so many degrees: on the way, and where they stand.
TURNS: Final[Mapping[Drive, Mapping[float, tuple[int, int]]]] = {
    Drive.TRACKS: {22: (0, 0), 23: (25, 0), 44: (25, 0), 46: (25, 25), 59: (25, 25), 61: (50, 25), 180: (50, 25)},
    Drive.HALF_TRACK: {23: (0, 0), 44: (0, 0), 46: (25, 25), 61: (25, 25), 180: (25, 25)},
    Drive.WHEELS: {23: (0, 0), 44: (0, 0), 46: (25, 25), 61: (25, 25), 180: (25, 25)},
}
BOARD: Final = a_board(6, 60, routes={"road": [" ".join(f"C{row}" for row in range(2, 59))]})


def going(card: str, *, buttoned: bool = False, heading: int = 24) -> WarState:
    """A vehicle in C3 on a road that leads south."""
    mine = an_element("b1", card, BLUE, "C3", heading=heading, travel=Travel(last=Motion.BONUS, last_straight=True))
    mine = mine if not buttoned else an_element("b1", card, BLUE, "C3", heading=heading, buttoned=True)
    state = a_state(mine, board=BOARD, step="plan")
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    return state


def south(gsu: float) -> str:
    return f"C3+0,{gsu}"


@pytest.mark.parametrize("id_", DRIVEN)
def test_speeds(id_: str) -> None:
    """pw:6.2, pw:6.2.1, pw:6.2.2, pw:6.0: as far as the chart says, across country and on roads, and no farther."""
    card, state = VEHICLES[id_], going(id_)
    for full, road in ((card.speed_cc, False), (card.speed_road, True)):
        assert (priced(state, a_plan("b1", south(full), road=road)).spent, full >= 25) == (full, True)
        assert refusal(state, a_plan("b1", south(full + 0.2), road=road))[0] == "pw:6.2"


@pytest.mark.parametrize("id_", DRIVEN)
def test_classes(id_: str) -> None:
    """pw:6.3, pw:6.3.1, pw:6.3.2, pw:6.3.3: up to 25 a shift, up to half of the allowance half, more full; by the
    allowance in use."""
    card, state = VEHICLES[id_], going(id_)
    for full, road in ((card.speed_cc, False), (card.speed_road, True)):
        half = full / 2
        assert half > 25, "a class of its own"
        steps = (25, Motion.SHIFT), (25.2, Motion.HALF), (half, Motion.HALF), (half + 0.2, Motion.FULL)
        found = [(gsu, priced(state, a_plan("b1", south(gsu), road=road)).motion) for gsu, _ in steps]
        assert found == list(steps)


@pytest.mark.parametrize("id_", DRIVEN)
def test_reverse(id_: str) -> None:
    """pw:6.2.4: half of its speed and no more than 50, buttoned a quarter and no more than 30, but for those that back
    as they go."""
    card, costs = VEHICLES[id_], charts().ground.costs
    for buttoned, key in ((False, "reverse"), (True, "reverse-buttoned")):
        state, row = going(id_, buttoned=buttoned), costs[key]
        most = float(card.speed_cc) if card.full_reverse else min(card.speed_cc * row.fraction, row.max_cc or 0)
        assert speed.allowance(state, state.element("b1"), Way.REVERSE, road=False).most == most
    assert (costs["reverse"].max_cc, costs["reverse-buttoned"].max_cc) == (50, 30)
    assert (costs["reverse"].fraction, costs["reverse-buttoned"].fraction) == (0.5, 0.25)


@pytest.mark.parametrize("id_", DRIVEN)
def test_haste(id_: str) -> None:
    """pw:6.5, pw:6.6: half as much again, three quarters more, of an AFV."""
    card, state = VEHICLES[id_], going(id_)
    for way, times in ((Way.BONUS, 1.5), (Way.BURST, 1.75)):
        plan = a_plan("b1", south(card.speed_cc * times), way=way)
        if card.armoured:
            assert priced(state, plan).spent == pytest.approx(card.speed_cc * times)
        else:
            assert refusal(state, plan)[0] in ("pw:6.5", "pw:6.6")


@pytest.mark.parametrize("id_", DRIVEN)
def test_turns(id_: str) -> None:
    """pw:6.4, pw:6.4.1, pw:6.4.2: of what it goes on."""
    for degrees, (moving, standing) in TURNS[VEHICLES[id_].drive].items():
        state, start = going(id_), at("C3")
        plan = a_plan("b1", offset(start, 180 + degrees, 20))
        assert pricing.turns_cost(state, state.element("b1"), plan, (start, plan.legs[0].to)) == moving
        steps = int(degrees / 7.5) if degrees < 45 else math.ceil(degrees / 7.5)
        assert priced(state, a_plan("b1", heading=(24 + steps) % 48)).turns == standing
