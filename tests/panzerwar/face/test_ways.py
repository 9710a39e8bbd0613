"""Ghost paths: the ways of one's own plans with segments and cost, until they are carried out (pw:4.2, pw:6.0)."""

from __future__ import annotations

from core import secrecy
from core.hexes import Hex, hex_from_id
from core.panzerwar.face import overlays
from core.panzerwar.face.odds import odds_report
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState
from core.presentation import Overlay, OverlayCell
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element
from tests.panzerwar.movement.moves import a_plan, carry_out, write


def planned() -> WarState:
    """A tank that drives 50 to the north, a tank of the enemy, and men that walk 30."""
    tank = an_element("b1", "pz4h", BLUE, "C15", organisation="blue-1")
    men = an_element("b2", "ger-rifle-44", BLUE, "K15", organisation="blue-2")
    enemy = an_element("r1", "t34-43", RED, "T3", heading=24)
    state = a_state(tank, men, enemy, board=a_board(), step="plan", see=("b1", "b2", "r1"))
    for unit in ("blue-1", "blue-2", "red-1"):
        state.reorganise(unit, order=Tactical.ENGAGE)
    write(state, a_plan("b1", "C13"), a_plan("b2", "K14", second=("K13",)), a_plan("r1", "T5"))
    return state


def layer(state: WarState, kind: str, unit: str | None = None) -> Overlay:
    view = secrecy.kept_view(state, BLUE)
    return overlays.overlay(view, BLUE, kind, None, unit)  # type: ignore[arg-type]


def texts(found: Overlay) -> dict[str, str]:
    return {hex_.id: cell.text for hex_, cell in found.cells.items() if cell.text}


def test_the_plan_of_a_vehicle() -> None:
    """pw:6.3.2: its segment where it begins, its cost where it ends, all of it in the legend."""
    found = layer(planned(), "plan", "b1")
    assert found.title == "b1"
    assert texts(found) == {"C14": "C4", "C13": "50"}
    assert found.legend == (("reach", "C4 half, 50 of 100 GSU"),)
    cell = found.cells[hex_from_id("C14")]
    assert (cell.why, cell.rule) == ("b1 is to go here in C4", "pw:4.2")
    assert {stroke.tone for cell in found.cells.values() for stroke in cell.strokes} == {"reach"}


def test_the_lines_of_a_plan_join() -> None:
    found = layer(planned(), "plan", "b1")
    strokes = [stroke for cell in found.cells.values() for stroke in cell.strokes]
    ends = {stroke.end for stroke in strokes}
    assert sum(stroke.start not in ends for stroke in strokes) == 1


def test_legs_and_turns_cost() -> None:
    """pw:6.4: what is spent stands at the end of each leg, turns counted."""
    state = planned()
    write(state, a_plan("b1", "C14", "D14"))
    found = layer(state, "plan", "b1")
    assert texts(found)["C14"] == "C3"
    assert "turns" in found.legend[0][1]
    assert found.cells[hex_from_id("C14")].why.endswith("25 GSU to here")
    assert int(texts(found)["D14"]) > 25 + 25


def test_the_plan_of_men_has_two_segments() -> None:
    """pw:6.1: C1 and C6."""
    found = layer(planned(), "plan", "b2")
    assert texts(found) == {"K14": "C1", "K13": "C6"}
    assert found.legend[0][1].startswith("C1, C6 full, 50 of")


def test_plans_are_drawn_until_they_are_carried_out() -> None:
    state = planned()
    carry_out(state, until="c1")
    assert texts(layer(state, "plan", "b1")) == {"C14": "C4", "C13": "50"}
    assert texts(layer(state, "plan", "b2")) == {"K13": "C6"}
    carry_out(state, since="c2", until="c4")
    assert not layer(state, "plan", "b1").cells
    assert layer(state, "plan", "b2").cells
    carry_out(state, since="c5")
    assert not layer(state, "plan", "b2").cells


def test_the_layer_has_all_of_ones_own_and_what_was_gone() -> None:
    state = planned()
    before = layer(state, "ways")
    assert texts(before) == {"C14": "C4", "C13": "50", "K14": "C1", "K13": "C6"}
    assert before.legend[0][1].startswith("2 to be gone")
    carry_out(state, until="c4")
    after = layer(state, "ways")
    assert after.legend[0][1].startswith("1 to be gone")
    gone = after.cells[hex_from_id("C14")]
    assert gone.strokes[0].tone == "seen"
    assert gone.why == "b1 went here in C4"


def test_nothing_of_the_plans_of_the_enemy() -> None:
    """pw:4.2: both sides write in secret; a side's layers are the same whatever the other has written."""
    state, other = planned(), planned()
    write(other, a_plan("r1", "U5", "U8"))
    for kind, unit in (("ways", None), ("plan", "r1"), ("plan", "b1")):
        assert layer(state, kind, unit) == layer(other, kind, unit)
    assert not layer(state, "plan", "r1").cells
    assert not any(hex_.col > 15 for hex_ in layer(state, "ways").cells)
    assert not overlays.overlay(secrecy.kept_view(state, None), None, "ways", None, None).cells


def test_a_plan_that_may_not_be_is_drawn_as_such() -> None:
    """The way in hand, its cost, and why it may not be (pw:6.2)."""
    state = planned()
    report = odds_report(secrecy.kept_view(state, BLUE), BLUE, ("plan:b1", "C14", "way:reverse"))
    assert report is not None
    assert report.ghost is not None
    assert report.ghost.cells
    refused = odds_report(secrecy.kept_view(state, BLUE), BLUE, ("plan:b1", "C14", "road"))
    assert refused is not None
    assert refused.ghost is not None
    assert refused.rows[0].label == "Not so"
    assert {stroke.tone for cell in refused.ghost.cells.values() for stroke in cell.strokes} == {"bad"}
    assert refused.ghost.legend[0][1].startswith("not so: road speed is for a way that is along roads")


def test_what_is_written_is_weighed_before_anything_is_picked() -> None:
    report = odds_report(secrecy.kept_view(planned(), BLUE), BLUE, ("plan:b1",))
    assert report is not None
    assert {row.label: row.text for row in report.rows} == {
        "Movement": "50 of 100 GSU",
        "Counts as": "half",
        "Moves in": "C4",
    }
    assert report.ghost is not None
    assert texts(report.ghost) == {"C14": "C4", "C13": "50"}


def test_layers_of_hexes_without_lines_are_as_they_were() -> None:
    cell = OverlayCell("seen", "", "12 GSU")
    assert cell.over(OverlayCell("reach", "9")) is cell
    assert Hex(1, 1) not in layer(planned(), "ways").cells
