"""How Panzer War shows itself: headline, prompts, counters; cards, overlays, odds and reports stand beside."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from core.book.faces import Asked, BookFace
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar import sequence
from core.panzerwar.artillery import face as artillery_face
from core.panzerwar.chapters import BOOK
from core.panzerwar.course import victory
from core.panzerwar.face import cards, overlays, ruler, summary
from core.panzerwar.face import counters as face_counters
from core.panzerwar.face import trails as face_trails
from core.panzerwar.pieces.compass import direction_name
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.state import SET_UP, WarState
from core.presentation import Card, Counter, Outcome, Overlay, OverlayKind, Row, Sheet, SheetKind, Trail


@frozen(eq=False, repr=False)
class WarFace(BookFace[WarState, Engagement]):
    """The presentation of one engagement; see `core.system.Face`. Every method takes a view."""

    book = BOOK

    def player(self, view: WarState) -> SideId | None:
        """Both sides do the same at the same time (pw:3.0)."""
        return None

    def won(self, view: WarState) -> Outcome | None:
        end = victory.verdict(view)
        return Outcome(end.winner, end.level, end.text, end.rule)

    def extra(self, view: WarState) -> str:
        parts = []
        if view.sky.weather.value != "clear":
            parts.append(view.sky.weather.value)
        if view.smoke.wind:
            parts.append(f"{'strong ' * view.smoke.strong}wind to the {direction_name(view.smoke.wind)}")
        if view.doubled:
            parts.append("double-length turn")
        return ", ".join(parts)

    def asked(self, view: WarState, side: SideId) -> Asked:
        step = sequence.step_of(view)
        if view.moves.asking:
            return Asked("Elements have met the enemy: what do they do?", "pw:6.7.1")
        if view.moves.adapting is not None:
            return Asked("You move last: change plans of this segment", "pw:4.11")
        text, rule = _ASKED.get(view.step, ("", step.rule))
        return Asked(text, rule, BOOK.remaining(view, side), step.done)

    def counters(self, view: WarState) -> Sequence[Counter]:
        return face_counters.counters(view)

    def trails(self, view: WarState) -> tuple[Trail, ...]:
        return face_trails.trails(view)

    # -- what stands in other modules -----------------------------------------------------------

    def unit_card(self, view: WarState, unit: str) -> Card:
        return cards.unit_card(view, view.element(unit))

    def hex_card(self, view: WarState, hex_: Hex) -> Card:
        return cards.hex_card(view, hex_)

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        return overlays.KINDS

    def overlay(self, view: WarState, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        return overlays.overlay(view, side, kind, hex_, UnitId(unit) if unit else None)

    def sheet_kinds(self) -> tuple[SheetKind, ...]:
        return (summary.KIND, summary.ORDERS, artillery_face.KIND)

    def sheet(self, view: WarState, side: SideId | None, kind: str) -> Sheet:
        if kind == summary.ORDERS.id:
            return summary.orders(view, side)
        if kind == artillery_face.KIND.id:
            return artillery_face.sheet(view, side)
        if kind != summary.KIND.id:
            raise KeyError(kind)
        return summary.sheet(view, side)

    def sight(
        self, view: WarState, origin: Hex, target: Hex, unit: str | None = None, other: str | None = None
    ) -> tuple[Row, ...]:
        if origin not in view.board or target not in view.board:
            return (Row("Line of sight", "not on the table"),)
        return ruler.rows(view, ruler.end(view, origin, unit), ruler.end(view, target, other))


_ASKED = {
    SET_UP: ("Set up your force", "pw:3.3"),
    sequence.ORDERS: ("Give tactical orders to your units", "pw:3.2.A"),
    sequence.COMMUNICATIONS: ("Call and correct artillery, mark points", "pw:3.2.B"),
    sequence.PLAN: ("Write down how each element moves", "pw:3.2.C"),
    sequence.SIGHTING: ("Form groups that look together", "pw:3.2.D"),
    sequence.E1: ("Declare the fire of segment E1", "pw:3.2.E"),
    sequence.E2: ("Declare the fire of segment E2", "pw:3.2.E"),
    sequence.E3: ("Declare the fire of segment E3", "pw:3.2.E"),
    sequence.E4: ("Declare the fire of segment E4", "pw:3.2.E"),
    sequence.E5: ("Declare close assaults", "pw:3.2.E"),
    sequence.FINAL_SIGHTING: ("Form groups that look for those that fired", "pw:3.2.F"),
}
