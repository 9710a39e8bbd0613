"""The ruler: distance, bearing, line of sight and why, sighting with every part (pw:1.1, pw:1.3, pw:7.0, pw:7.6.3)."""

from __future__ import annotations

from content.panzerwar.charts.charts import terrain_looks
from core.hexes import hex_from_id
from core.panzerwar.face import overlays
from core.panzerwar.face.face import WarFace
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.presentation import Overlay, Row
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element

HILL = {"J10 K9 K10 I10": 2}


def measured(state: WarState, origin: str, target: str, unit: str | None = None, other: str | None = None) -> list[Row]:
    face = WarFace(state.engagement, terrain_looks())
    return list(face.sight(state, hex_from_id(origin), hex_from_id(target), unit, other))


def said(rows: list[Row]) -> dict[str, str]:
    return {row.label: row.text for row in rows}


def tanks(**more: object) -> tuple[Element, Element]:
    blue = an_element("b1", "pz4h", BLUE, "J15+3,-4", **more)
    return blue, an_element("r1", "t34-43", RED, "J5+-6,2", heading=24)


def test_between_two_hexes() -> None:
    """pw:1.1: two metres a GSU; pw:1.3: of 48 headings and of eight winds; pw:7.0.2."""
    found = said(measured(a_state(board=a_board()), "C15", "C5"))
    assert found["Line of sight"] == "clear"
    assert found["Distance"] == "250 GSU (500 m)"
    assert found["Bearing"] == "0 degrees: N, heading 0 of 48"
    assert (found["From"], found["To"]) == ("centre of C15", "centre of C5")
    assert said(measured(a_state(board=a_board()), "C15", "H15"))["Bearing"].endswith("heading 11 of 48")


def test_why_it_is_blocked_and_where() -> None:
    """pw:7.11.2."""
    rows = measured(a_state(board=a_board(levels=HILL)), "J15", "J5")
    found = said(rows)
    assert found["Line of sight"] == "blocked"
    assert "in J10" in found["Why"]
    assert next(row for row in rows if row.label == "Why").rule == "pw:7.11.2"


def test_between_two_elements_it_is_exact() -> None:
    """From centre to centre, and to the edge; which sides are shown; the factor with its parts (pw:7.6.3, pw:9.1)."""
    state = a_state(*tanks(heading=4), see=("r1",))
    rows = measured(state, "J15", "J5", "b1", "r1")
    found = said(rows)
    assert (found["From"], found["To"]) == ("b1", "r1")
    assert found["Distance"] == "244.2 GSU (488 m), 239.2 to its edge"
    assert found["Off its front"] == "32 degrees"
    assert found["Shows"] == "hull front; turret front"
    assert found["Sighting"].startswith("r1: ")
    parts = [row for row in rows if row.label.startswith("  ")]
    total = int(found["Factor"].split()[0])
    assert sum(int(row.label) for row in parts) == total
    assert all(row.rule for row in parts)


def test_an_element_that_is_not_in_the_hex_is_not_meant() -> None:
    assert said(measured(a_state(*tanks()), "J14", "J5", "b1", "r1"))["From"] == "centre of J14"


def test_why_nothing_is_sighted() -> None:
    """pw:7.0.1: outside of the covered arc; of a place it is asked as of a vehicle that stands there."""
    state = a_state(*tanks(heading=24))
    assert said(measured(state, "J15", "J5", "b1"))["Sighting"] == (
        "nothing of a vehicle that stands there: it is outside of its covered arc"
    )


# -- on the map ---------------------------------------------------------------------------------


def laid(state: WarState, hex_: str) -> Overlay:
    return overlays.overlay(state, BLUE, "ruler", hex_from_id(hex_), "b1")  # type: ignore[arg-type]


def test_the_ruler_on_the_map() -> None:
    found = laid(a_state(*tanks(), see=("r1",)), "J5")
    assert found.title == "Ruler from b1"
    assert found.legend == (("good", "to r1: 244.2 GSU (488 m), 358 degrees (N, heading 0): seen"),)
    assert found.cells[hex_from_id("J5")].text == "244"
    assert {s.tone for cell in found.cells.values() for s in cell.strokes} == {"good"}


def test_beyond_what_blocks_it_the_ruler_is_red() -> None:
    found = laid(a_state(*tanks(), board=a_board(levels=HILL)), "J4")
    assert found.legend[0][0] == "bad"
    assert found.legend[0][1].endswith("not seen")
    assert {s.tone for s in found.cells[hex_from_id("J13")].strokes} == {"good"}
    assert {s.tone for s in found.cells[hex_from_id("J7")].strokes} == {"bad"}
    assert "in J" in found.cells[hex_from_id("J7")].why


def test_without_an_end_there_is_no_ruler() -> None:
    state = a_state(*tanks())
    assert not overlays.overlay(state, BLUE, "ruler", None, None).cells
    assert not overlays.overlay(state, BLUE, "ruler", None, "b1").cells  # type: ignore[arg-type]
    assert laid(state, "J15").cells or laid(state, "J15").legend
