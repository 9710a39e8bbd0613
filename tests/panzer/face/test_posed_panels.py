"""What cards, layers and the summary of a turn say of posed positions: all that counts, and by which rule."""

from __future__ import annotations

from typing import Any

from content.vignette import make_vignette
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.course.sheet import sheet
from core.panzer.face.cards import hex_card, odds_report
from core.panzer.face.overlays import overlay
from core.panzer.state import PanzerState

BRITISH, GERMAN, B1 = SideId("british"), SideId("german"), UnitId("b1")


def posing(*lines: dict[str, Any], grid: str = "\n".join([". . . . ."] * 5), **more: Any) -> Any:
    """The rules on a position of the Basic Game, or of the modules that are named."""
    stated = {"id": "posed", "title": "Posed", "rules": ["na:4.0"], "given": "", "step": [{"begin": True}]}
    situation = {"step": "second-fire", **more.pop("situation", {})}
    board = {"grid": grid, **more.pop("board", {})}
    return make_vignette(
        {**stated, "board": board, "unit": list(lines), "situation": situation, **more}, "posed"
    ).system


def posed(*lines: dict[str, Any], **more: Any) -> PanzerState:
    """The position itself."""
    state: PanzerState = posing(*lines, **more).initial()
    return state


def crusader(hex_: str = "C3", **more: Any) -> dict[str, Any]:
    return {"id": "b1", "card": "na-crusader-i", "hex": hex_, "facing": "N", **more}


def panzer(id_: str, hex_: str = "A1", **more: Any) -> dict[str, Any]:
    return {"id": id_, "card": "g11-pzkpfw-iii-j", "hex": hex_, **more}


def told(state: PanzerState, hex_: str) -> dict[str, tuple[str, str]]:
    """The rows of the card of a hex: what is said, and by which rule."""
    sections = hex_card(state, state.board.hex(hex_)).sections
    return {row.label: (row.text, row.rule) for section in sections for row in section.rows}


def test_range_bands_count_what_the_shooter_brings() -> None:
    """na:4.4.3.2.2d, na:4.4.3.2.2e, na:4.4.3.2.2g, na:4.4.3.2.2h: at 1 and 2 hexes, P and S."""
    ahead, beside = Hex(3, 2), Hex(4, 3)
    for more, front, side in (
        ({}, 0, 0),
        ({"command": "SHORT HALT"}, -4, -4),
        ({"command": "OVERWATCH"}, -1, -3),
        ({"command": "OVERWATCH", "damaged": True}, -4, -6),
    ):
        state = posed(crusader(**more), panzer("g1"))
        layer = overlay(state, BRITISH, "bands", None, B1)
        numbers = [state.tables.ap_hit[net][0] for net in (front, side)]
        assert [layer.cells[hex_].text for hex_ in (ahead, beside)] == [str(number) for number in numbers]
        assert " or ".join(f"{number}%" for number in dict.fromkeys(numbers)) in layer.legend[0][1]


def test_range_bands_show_the_second_gun_where_the_first_does_not_bear() -> None:
    """na:4.4.3.2.1b: a Grant's 75 mm fires ahead, its 37 mm all round."""
    state = posed(crusader(card="na-grant-i"), panzer("g1"))
    layer = overlay(state, BRITISH, "bands", None, B1)
    assert "75mm" in layer.cells[Hex(3, 2)].why
    assert "37mm" in layer.cells[Hex(3, 4)].why
    assert len(layer.legend) == 6


def test_range_bands_count_the_unit_grade() -> None:
    """na:6.5.2.4m"""
    plain, green = (posed(crusader(grade=grade), panzer("g1"), modules=["grades"]) for grade in ("Seasoned", "Green"))
    shown = [overlay(state, BRITISH, "bands", None, B1).cells[Hex(3, 2)].text for state in (plain, green)]
    assert int(shown[0]) > int(shown[1])


def test_a_hexside_cites_its_own_rule_and_tells_what_it_costs() -> None:
    """na:4.1.4.1.5b, na:4.1.4.1.10, na:4.5.1.1.2c"""
    sides = (("crest", "A1/S"), ("hedgerow", "C1/S"), ("wall", "E1/S"))
    state = posed(
        crusader(), panzer("g1"), board={"hexside": [{"kind": kind, "sides": where} for kind, where in sides]}
    )
    assert told(state, "A1")["S"] == ("crest, Height 1", "na:4.1.4.1.5b")
    assert told(state, "C1")["S"] == ("hedgerow, Height 1; T +1, H +1, W P", "na:4.1.4.1.10")
    assert told(state, "E2")["N"] == ("wall; T +1, H P, W P", "na:4.5.1.1.2c")


def test_the_card_of_a_hex_tells_what_brew_up_smoke_does() -> None:
    """na:4.1.4.1.9, na:4.4.3.2.2f, na:4.5.1.1.2e"""
    state = posed(crusader(), panzer("g1"), situation={"wrecks": {"B2": "BU", "B3": "KO"}})
    text, rule = told(state, "B2")["Brew-Up Smoke"]
    assert "-2" in text
    assert "1 more to enter" in text
    assert rule == "na:4.1.4.1.9"
    assert "Brew-Up Smoke" not in told(state, "B3")


def test_who_left_the_map_is_no_loss_and_who_is_abandoned_not_in_good_order() -> None:
    """na:4.5.1.1.9, na:5.15c"""
    state = posed(
        crusader(),
        panzer("g1"),
        panzer("g2", bailed_out=True),
        panzer("g3", fate="KO"),
        panzer("g4"),
        modules=["bail-out"],
    )
    state.change(UnitId("g4"), hex=None, presence=type(state.units[B1].presence).EXITED, left_from=Hex(1, 1))
    card = next(card for card in sheet(state, None).cards if card.side == GERMAN)
    sections = {section.title: [row.unit for row in section.rows] for section in card.sections}
    assert sections == {"Lost: 2": ["g2", "g3"], "Left the map: 1": ["g4"]}
    assert card.subtitle == "1 of 4 units in good order"


def test_no_threat_comes_from_an_abandoned_gun() -> None:
    """na:5.15c"""
    state = posed(crusader(), panzer("g1", bailed_out=True), modules=["bail-out"])
    assert not overlay(state, BRITISH, "threat", None, None).cells


def test_the_panel_of_a_move_tells_what_makes_its_allowance_and_its_cost() -> None:
    """na:3.7b, na:4.5.1.1.1b, na:4.5.1.1.5d, na:4.5.1.1.7"""

    def rows(state: PanzerState, *picks: str) -> dict[str, str]:
        report = odds_report(state, BRITISH, ("move:b1", *picks))
        assert report is not None
        return {row.label: row.text for row in report.rows}

    posing = {"step": "first-move", "first": "british", "wrecks": {"C2": "KO"}}
    road = {"route": [{"kind": "road", "hexes": "C1 C2 C3 C4"}]}
    slow = crusader(command="SHORT HALT", damaged=True)
    found = rows(posed(slow, panzer("g1"), situation=posing, board=road), "R")
    assert found["Rate"] == "Cross-Country"
    assert found["Allowance"] == "1: Cross-Country allowance 4; SHORT HALT, half -2; Damaged, half -1"
    assert found["Last step"] == "back into C4, cost 2: Road +1; reverse, twice +1"
    found = rows(posed(crusader(command="MOVE"), panzer("g1"), situation=posing, board=road), "route", "F")
    assert found["Rate"] == "Path/Road"
    assert found["Denied"] == "Path and Road allowance, by the wreck in C2"
    assert found["Allowance"] == "4: Cross-Country allowance 4"


def test_why_a_unit_sees_another_tells_the_spotting_range_too() -> None:
    """na:4.1.3a, na:4.1.1a, na:6.1.4.3.1e: as both stand, from the storeys that they are on."""
    grid = "\n".join([". . G . ."] + [". . . . ."] * 4)
    stated = crusader("C5"), panzer("g1", "C1"), {"id": "b2", "card": "na-gb-light-truck", "hex": "C4"}
    system = posing(*stated, grid=grid)
    state = system.initial()
    here, there, truck = (state.units[UnitId(u)].hex for u in ("b1", "g1", "b2"))
    assert here is not None
    assert there is not None
    assert truck is not None
    row = system.face.sight(state, here, there, "b1", "g1")[-1]
    assert row.text == "spots PzKpfw III/J: spotted out to 7 hexes, modifiers -2 (Medium Cover -2)"
    assert "spots nobody" in system.face.sight(state, truck, there, "b2", "g1")[-1].text
    assert "range" in system.face.sight(state, here, there)[0].text


def test_a_line_of_sight_is_explained_from_the_storey_of_its_unit() -> None:
    """na:6.1.4.3.1e"""
    upstairs = {"id": "s1", "card": "na-gb-section", "hex": "A1", "inside": True, "floor": 2, "facing": "S"}
    grid = "\n".join(["t", "k", ".", ".", ".", "."])
    stories = [{"hexes": "A1", "stories": 3}]
    system = posing(upstairs, panzer("g1", "A6"), grid=grid, board={"stories": stories}, modules=["buildings"])
    state = system.initial()
    told = system.face.sight(state, Hex(1, 1), Hex(1, 6), "s1", "g1")
    assert "Heights 2 and 0" in told[0].text
