"""The layer of sighting over the map (pw:7.6, pw:7.5)."""

from __future__ import annotations

from core.hexes import hex_from_id
from core.panzerwar.face import overlays
from core.presentation import OverlayCell
from tests.panzerwar.kit import BLUE, a_board, a_state, an_element


def test_what_an_element_would_sight() -> None:
    """pw:7.6.3, pw:7.0.1, pw:7.11.2: at once, by a roll, not, with the reason."""
    board = a_board(rows=80, levels={"J20 I20 K20 I21 K21 J21": 1})
    tank = an_element("b1", "t34-43", BLUE, "J5", heading=24, buttoned=True)
    state = a_state(tank, board=board)
    layer = overlays.overlay(state, BLUE, "spotting", None, tank.id)

    def at(name: str) -> OverlayCell:
        return layer.cells[hex_from_id(name)]

    assert layer.title == "Sighting from here: b1, class C"
    assert at("J10").tone == "band-1"
    assert at("J10").why.startswith("120 GSU, factor +")
    assert (at("J3").tone, at("J3").rule) == ("blocked", "pw:7.0.1")
    assert (at("J26").tone, at("J26").rule) == ("blocked", "pw:7.11.2")
    assert (at("P28").tone, at("P28").text) == ("band-2", "30")
    assert at("P60").tone == "band-3"
    assert hex_from_id("J5") not in layer.cells
