"""Direct fire at an area that has scattered is kept where it lies, or moved, by picks (pw:10.4, pw:10.5.7)."""

from __future__ import annotations

from core.panzerwar.artillery import choices, direct, shoots
from core.panzerwar.artillery.events import AreaFired
from core.panzerwar.artillery.orders import AreaFire
from core.panzerwar.state import WarState
from core.plane import centre, gsu_between, hex_at
from tests.panzerwar.artillery.guns import Dicing, a_battery, begin, field, happen, of, only, order, turn
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at

PICK = "battery:battery"


def scattered() -> tuple[WarState, AreaFired]:
    """Howitzers that fired at C10 from far away, and missed by 10 x 3 to the east."""
    guns = tuple(
        an_element(f"battery-{n}", "lefh18", BLUE, f"C50+{20 * n},0", organisation="battery", command=n == 0)
        for n in range(4)
    )
    enemy = an_element("enemy", "sov-rifle-43", RED, "D10")
    state = field(*guns, enemy, batteries=[a_battery(*guns)], step="e4", board=a_board(30, 60), see=["enemy"])
    order(state, shoots.check, shoots.declare, AreaFire(battery="battery", at=at("C10")))
    fell = only(happen(state, shoots.resolve(state, state.copy(), Dicing([3, 3]))), AreaFired)
    assert gsu_between(fell.coa, at("C10")) > 29
    turn(state)
    begin(state, "e4")
    return state, fell


def test_the_hex_in_which_it_lies_keeps_it_there() -> None:
    """pw:10.4: else fire that scattered could never be concentrated."""
    state, fell = scattered()
    here = hex_at(fell.coa).id
    assert fell.coa != centre(hex_at(fell.coa))
    given = choices.order_fire(state, BLUE, (PICK, here))
    assert given == AreaFire(battery="battery", at=fell.coa)
    offered = choices.go_on_fire(state, BLUE, (PICK, here))
    assert {"single-dice", "to-middle"} <= {one.pick for one in offered.options}
    (told,) = [one for one in choices.go_on_fire(state, BLUE, (PICK,)).options if one.cost]
    assert (told.pick, told.cost) == (here, "its area lies there")
    order(state, shoots.check, shoots.declare, given)
    again = only(happen(state, shoots.resolve(state, state.copy(), Dicing([]))), AreaFired)
    assert (again.coa, again.dice, again.concentrated, again.still) == (fell.coa, 8, True, 2)


def test_it_may_be_moved_to_the_middle_of_that_hex() -> None:
    """pw:10.5.7: up to 150, without scattering anew."""
    state, fell = scattered()
    here = hex_at(fell.coa).id
    given = choices.order_fire(state, BLUE, (PICK, here, "to-middle"))
    assert given == AreaFire(battery="battery", at=centre(hex_at(fell.coa)))
    picks = [one.pick for one in choices.go_on_fire(state, BLUE, (PICK, here, "to-middle")).options]
    assert "to-middle" not in picks
    assert "single-dice" not in picks
    order(state, shoots.check, shoots.declare, given)
    again = only(happen(state, shoots.resolve(state, state.copy(), Dicing([]))), AreaFired)
    assert (again.coa, again.scattered, again.concentrated) == (centre(hex_at(fell.coa)), 0, False)


def test_after_a_pause_nothing_lies_there() -> None:
    """pw:10.5.5, pw:10.4: fire of the turn before the last is aimed anew."""
    state, fell = scattered()
    turn(state)
    begin(state, "e4")
    body = choices.body_picked(state, (PICK,))
    assert body is not None
    assert not direct.continues(state, body, fell.coa)
    given = choices.order_fire(state, BLUE, (PICK, hex_at(fell.coa).id))
    assert given == AreaFire(battery="battery", at=centre(hex_at(fell.coa)))


def test_each_weapon_of_an_element_has_its_own_area() -> None:
    """pw:10.5, pw:10.5.7: another at which it fires too does not move it."""
    tank = a_vehicle("tank", "pz4h", BLUE, "C50", heading=0)
    state = field(tank, batteries=(), step="e4", board=a_board(30, 60))
    for arm, where in (("gun", "C20"), ("hull", "C40")):
        order(state, shoots.check, shoots.declare, AreaFire(at=at(where), element=tank.id, arm=arm))
    fell = of(happen(state, shoots.resolve(state, state.copy(), Dicing([3, 3]))), AreaFired)
    turn(state)
    begin(state, "e4")
    for one in fell:
        body = direct.of_element(state, state.element("tank"), one.arm)
        assert body is not None
        assert choices.lies(state, body) == one.coa
        order(state, shoots.check, shoots.declare, AreaFire(at=one.coa, element=tank.id, arm=one.arm))
    again = of(happen(state, shoots.resolve(state, state.copy(), Dicing([]))), AreaFired)
    assert [one.still for one in again] == [2, 2]
