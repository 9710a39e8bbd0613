"""Road speed (pw:6.2.1): who uses roads begins on them and goes along them; others go across country."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.dice import SeededDice
from core.event import SideId
from core.panzerwar.course.orders import Place
from core.panzerwar.ground.terrain import ROAD
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.opponent import set_up
from core.panzerwar.opponent.roads import by_road
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import gsu_between, hex_at
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, a_board, a_state, a_vehicle, at
from tests.panzerwar.opponent.test_judgement import all_ordered

#: A road to the south along a column of hexes.
CHAIN = " ".join(f"J{row}" for row in range(2, 20))


def on_the_way(order: Tactical, *, roads: bool, where: str = "J2") -> WarState:
    """A tank whose platoon is to go down the road."""
    tank = a_vehicle("tank", "pz4h", BLUE, where, organisation="p", heading=24, command=True)
    unit = a_unit("p", tank, order=order, objective=at("J19"), since=1)
    board = a_board(routes={ROAD: [CHAIN]})
    state = a_state(tank, board=board, step="plan", organisations=[unit])
    state.temper = evolve(state.temper, roads=roads)
    return state


def planned(state: WarState) -> Plan:
    """The one plan that is written."""
    (order,) = all_ordered(state)
    assert isinstance(order, WritePlan)
    return order.plan


@pytest.mark.parametrize(("order", "across", "along"), [(Tactical.RUSH, 100, 230), (Tactical.ADVANCE, 50, 115)])
def test_a_vehicle_goes_along_a_road_at_road_speed(order: Tactical, across: float, along: float) -> None:
    """As far as that reaches; without roads no farther than across country (pw:4.3, pw:4.4, pw:6.2.1)."""
    for roads, most in ((False, across), (True, along)):
        plan = planned(on_the_way(order, roads=roads))
        assert plan.road is roads
        assert 0.9 * most <= gsu_between(at("J2"), plan.legs[-1].to) <= most + 0.1


def test_off_the_road_nobody_goes_at_road_speed() -> None:
    """Beside it the way is across country, and toward the road (pw:6.2.2)."""
    state = on_the_way(Tactical.RUSH, roads=True, where="G2")
    plan = planned(state)
    assert not plan.road
    assert by_road(state, state.elements[plan.element], {}, 1.0) is None


def test_who_attacks_begins_where_his_way_is_shortest() -> None:
    """The platoon of Dubki on the road that leads there, or beside it, not in the wood (pw:3.3)."""
    system: Any = catalogue.open_system("pw-0")
    state = system.initial()
    for event in system.advance(state, SeededDice("roads")):
        system.evolve(state, event)
    german = SideId("german")
    places = []
    for _ in range(4):
        view = system.view(state, german)
        view.temper = evolve(view.temper, roads=True)
        order = set_up.place(view, german, SeededDice("roads"))
        assert isinstance(order, Place)
        places.append(hex_at(order.at))
        for event in list(system.decide(state, german, order, SeededDice("roads"))):
            system.evolve(state, event)
    on_road = [ROAD in state.board.cells[hex_].routes for hex_ in places]
    assert on_road[0]
    beside = [any(ROAD in state.board.cells[h].routes for h in hex_.neighbours()) for hex_ in places]
    assert all(on or near for on, near in zip(on_road, beside, strict=True)), places
    view = system.view(state, german)
    assert not isinstance(set_up.place(view, german, SeededDice("roads")), Place)
