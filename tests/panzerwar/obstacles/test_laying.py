"""Laying minefields (pw:15.1, pw:15.1.1, pw:15.1.3)."""

from __future__ import annotations

import re

import pytest

from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzerwar.command import demands
from core.panzerwar.obstacles import choices, laying
from core.panzerwar.obstacles.orders import LayMines
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import SET_UP, WarState
from core.secrecy import view
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.obstacles.fields import a_field, dice, happen, hexes, mined


def set_up(**changes: object) -> WarState:
    """A set-up in which red may lay a minefield of four hexes."""
    values = {"minefields": (a_field(),), **changes}
    return a_state(an_element("tank", "pz4h", BLUE, "C9"), step=SET_UP, turn=0, **values)  # type: ignore[arg-type]


def lay(state: WarState, names: str, *, marked: bool = False, side: str = RED, field: str = "m") -> None:
    order = LayMines(field=field, hexes=tuple(hex_from_id(n) for n in names.split()), marked=marked)
    laying.check_lay(state, side, order)  # type: ignore[arg-type]
    happen(state, laying.lay(state, side, order, dice()))  # type: ignore[arg-type]


def test_the_owner_decides_whether_a_field_is_marked() -> None:
    """pw:15.1: marked or hidden, and it may be laid otherwise until the set-up ends, or taken up."""
    state = set_up()
    for marked in (True, False):
        lay(state, "C5 D5", marked=marked)
        assert state.mines.laid["m"].marked == marked
        assert state.mines.laid["m"].hexes == hexes("C5 D5")
    lay(state, "")
    assert not state.mines.laid


def test_the_menu_keeps_what_a_field_is() -> None:
    """pw:15.1: anti-tank mines are not spelt as a word."""
    prompt = choices.go_on(set_up(), RED, ("mines:m",)).prompt
    assert prompt == "A minefield of class 2, AT, 4 hexes: marked or hidden?"


def test_the_enemy_sees_marked_fields_when_the_set_up_is_over() -> None:
    """pw:15.1, pw:15.1.1: what is laid is secret until then."""
    state = set_up()
    lay(state, "C5 D5", marked=True)
    assert not view(state, BLUE).mines.laid
    state.turn, state.step = 1, "orders"
    assert view(state, BLUE).mines.laid["m"].hexes == hexes("C5 D5")


@pytest.mark.parametrize(
    ("names", "changes", "why"),
    [
        ("C5 D5 E5 F5 G5", {}, "it has 4 hexes"),
        ("C5 E5", {}, "of one piece"),
        ("C6", {}, "outside the area"),
        ("C5 C5", {}, "named once"),
        ("", {}, "not laid"),
    ],
)
def test_what_may_not_be_laid(names: str, changes: dict[str, object], why: str) -> None:
    """pw:15.1.3: in one piece, in its area, of its size."""
    with pytest.raises(IllegalOrder, match=why):
        lay(set_up(**changes), names)


def test_fields_are_25_to_100_thick() -> None:
    """pw:15.1.3: one to four hexes in their thinnest direction, whatever their length."""
    block = [f"{column}{row}" for row in range(5, 10) for column in "CDEFGHIJ"]
    state = set_up(minefields=(a_field(40, " ".join(block)),))
    with pytest.raises(IllegalOrder, match="25 to 100 thick"):
        lay(state, " ".join(block))
    lay(state, " ".join(block[:32]))
    assert laying.thickness(hexes("C5 D5 E5 F5 G5 H5")) == pytest.approx(37.5, abs=0.2)
    assert laying.thickness(hexes("C5 C6 C7 C8 C9")) == pytest.approx(25)
    assert laying.thickness(hexes("C5 C6 C7 D5 D6 D7")) == pytest.approx(25 + 21.65, abs=0.2)


def test_who_may_lay_when() -> None:
    """pw:15.1: the owner of the terrain, in the set-up, until he ends it."""
    with pytest.raises(IllegalOrder, match="has no minefield"):
        lay(set_up(), "C5", side=BLUE)
    with pytest.raises(IllegalOrder, match="has no minefield"):
        lay(set_up(), "C5", field="other")
    state = set_up()
    state.ended = frozenset({RED})
    with pytest.raises(IllegalOrder, match="set-up is ended"):
        lay(state, "C5")
    state = set_up()
    state.step = "orders"
    with pytest.raises(IllegalOrder, match="in the set-up"):
        lay(state, "C5")


def test_no_mines_in_a_river_and_none_twice() -> None:
    """pw:15.1: on ground that somebody goes over; another field is not laid on it again."""
    state = set_up(board=a_board(terrain={"C5": "river"}))
    with pytest.raises(IllegalOrder, match="nothing goes through river"):
        lay(state, "C5")
    state = set_up(minefields=(a_field(), a_field(id="n")))
    lay(state, "C5")
    with pytest.raises(IllegalOrder, match="has mines already"):
        lay(state, "C5", field="n")


def test_a_dummy_is_marked() -> None:
    """pw:15.1.1: dummies are marked fields."""
    state = set_up(minefields=(a_field(grade=0),))
    with pytest.raises(IllegalOrder, match="dummy is marked"):
        lay(state, "C5 D5")
    lay(state, "C5 D5", marked=True)
    state.turn = 1
    assert view(state, BLUE).mines.laid["m"].grade is None


def test_a_belt_goes_straight() -> None:
    """pw:15.1.3: as far as the area goes."""
    area = hexes("C5 C6 C7 C9")
    assert [h.id for h in laying.belt(area, hex_from_id("C5"), 3, 4)] == ["C5", "C6", "C7"]


def test_a_field_is_laid_hex_by_hex() -> None:
    """pw:15.1, pw:15.1.3: the menu offers what may follow, and completes to an order that is legal."""
    state = set_up()
    (first,) = [c for c in choices.offer(state, RED) if c.pick.startswith("mines:")]
    assert not list(choices.offer(state, BLUE))
    picks = [first.pick]
    assert [c.pick for c in choices.go_on(state, RED, tuple(picks)).options] == ["marked", "hidden"]
    picks.append("hidden")
    for _ in range(4):
        assert choices.order(state, RED, tuple(picks)) is None or len(picks) > 2
        picks.append(choices.go_on(state, RED, tuple(picks)).options[0].pick)
    found = choices.go_on(state, RED, tuple(picks))
    assert found.complete
    assert not found.options
    order = choices.order(state, RED, tuple(picks))
    assert isinstance(order, LayMines)
    laying.check_lay(state, RED, order)
    happen(state, laying.lay(state, RED, order, dice()))
    assert choices.order(state, RED, ("mines:m", "up")) == LayMines(field="m")
    assert "up" in [c.pick for c in choices.go_on(state, RED, ("mines:m",)).options]


def test_before_marked_mines_an_order_to_move_is_not_in_force() -> None:
    """pw:15.1.1: within 25 of them an element may stay, and may stop there."""
    tank = an_element("tank", "pz4h", BLUE, "C9")
    for field, free in (("C8", True), ("C5", False)):
        state = mined(a_state(tank), field, marked=True)
        organisation = state.organisations["blue-1"]
        state.reorganise(organisation.id, order=Tactical.ADVANCE)
        assert (demands.must_move(state, tank) is None) == free
    short = demands.Movement(Motion.SHIFT, 20.0, 200.0, (at("C9"), at("C8"), at("C7")), Way.MARCH)
    state = mined(a_state(tank), "C5", marked=True)
    state.reorganise("blue-1", order=Tactical.ADVANCE)
    found = demands.refusal(state, tank, short)
    assert found is not None
    assert re.search("more than 25", found.reason)
    near = demands.Movement(Motion.SHIFT, 20.0, 200.0, (at("C9"), at("C6")), Way.MARCH)
    assert demands.refusal(state, tank, near) is None


@pytest.mark.parametrize("end", ["C12", "C6"])
def test_mines_are_no_leave_to_do_what_an_order_forbids(end: str) -> None:
    """pw:15.1.1: who is within 25 of mines, his own among them, when he sets off or arrives, stops or goes round; to go
    faster or nearer to the enemy than his order lets him is another matter."""
    foe, tank = an_element("foe", "t34-85", RED, "C3"), an_element("tank", "pz4h", BLUE, "C9")
    for side in (BLUE, RED):
        state = mined(a_state(tank, foe, see=["foe"]), "C8 D8" if end == "C12" else "C5", marked=True, side=side)
        fast = demands.Movement(Motion.FULL, 150.0, 200.0, (at("C9"), at(end)), Way.MARCH)
        state.reorganise("blue-1", order=Tactical.COVER)
        found = demands.refusal(state, tank, fast)
        assert found is not None
        assert found.rule == "pw:4.8.2"
        state.reorganise("blue-1", order=Tactical.WITHDRAW)
        assert (demands.refusal(state, tank, fast) is None) is (end == "C12")


def test_who_is_before_mines_goes_round_them() -> None:
    """pw:15.1.1: aside or back, whatever his order; but not through them."""
    foe, tank = an_element("foe", "t34-85", RED, "C3"), an_element("tank", "pz4h", BLUE, "C9")
    for names, goes in (("C8 D8", True), ("C8 D8 D9", False), ("C1", False)):
        state = mined(a_state(tank, foe, see=["foe"]), names, marked=True)
        state.reorganise("blue-1", order=Tactical.ADVANCE)
        back = demands.Movement(Motion.HALF, 60.0, 200.0, (at("C9"), at("D9"), at("E11")), Way.MARCH)
        assert (demands.refusal(state, tank, back) is None) is goes
