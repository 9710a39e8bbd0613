"""How PanzerBlitz shows itself: headline, prompts, counters; cards, overlays, odds and reports stand beside."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from core.book.faces import Asked, BookFace
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz import sequence
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course import set_up, victory
from core.panzerblitz.face import cards, overlays, summary
from core.panzerblitz.face import counters as face_counters
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.state import BlitzState
from core.presentation import (
    Card,
    Counter,
    Outcome,
    Overlay,
    OverlayKind,
    Row,
    Sheet,
    SheetKind,
)


@frozen(eq=False, repr=False)
class BlitzFace(BookFace[BlitzState, Situation]):
    """The presentation of one Situation; see `core.system.Face`. Every method takes a view."""

    book = BOOK

    def player(self, view: BlitzState) -> SideId | None:
        return sequence.player_of(view)

    def won(self, view: BlitzState) -> Outcome | None:
        end = victory.verdict(view)
        return Outcome(end.winner, end.level, end.text, end.rule)

    def extra(self, view: BlitzState) -> str:
        player = sequence.phasing(view)
        return f"{self.on.side(player).name} Player-Turn" if player else ""

    def waited_for(self, view: BlitzState) -> tuple[SideId, ...]:
        """The side whose step it is, in those that run by themselves too."""
        side = set_up.setting_up(view) if view.step == sequence.SET_UP else sequence.player_of(view)
        return (side,) if side else ()

    def asked(self, view: BlitzState, side: SideId) -> Asked:
        step = sequence.step_of(view)
        text, rule = _ASKED.get(sequence.kind_of(view.step), ("", step.rule))
        return Asked(text, rule, BOOK.remaining(view, side), step.done)

    def counters(self, view: BlitzState) -> Sequence[Counter]:
        return face_counters.counters(view)

    # -- what stands in other modules -----------------------------------------------------------

    def unit_card(self, view: BlitzState, unit: str) -> Card:
        return cards.unit_card(view, view.unit(unit))

    def hex_card(self, view: BlitzState, hex_: Hex) -> Card:
        return cards.hex_card(view, hex_)

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        return overlays.KINDS

    def overlay(self, view: BlitzState, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        return overlays.overlay(view, side, kind, hex_, UnitId(unit) if unit else None)

    def sheet_kinds(self) -> tuple[SheetKind, ...]:
        return (summary.KIND,)

    def sheet(self, view: BlitzState, side: SideId | None, kind: str) -> Sheet:
        if kind != summary.KIND.id:
            raise KeyError(kind)
        return summary.sheet(view, side)

    def sight(
        self, view: BlitzState, origin: Hex, target: Hex, unit: str | None = None, other: str | None = None
    ) -> tuple[Row, ...]:
        return cards.sight_rows(view, origin, target)


_ASKED = {
    sequence.Kind.SET_UP: ("Set up your force", "pb:PB-SETUP-1"),
    sequence.Kind.FIRE: ("Announce all attacks before the first is resolved", "pb:PB-SEQ-2"),
    sequence.Kind.RETURN_FIRE: ("Announce your return fire", "pb:PB-EXP-IMP-1"),
    sequence.Kind.VEHICLES: ("Move vehicles, overrun, load and unload", "pb:PB-SEQ-4"),
    sequence.Kind.OTHERS: ("Move non-vehicular units", "pb:PB-SEQ-5"),
    sequence.Kind.IMPULSE_A: ("Move by up to half of the movement factor", "pb:PB-EXP-IMP-2"),
    sequence.Kind.IMPULSE_D: ("Move what has not fired, overrun", "pb:PB-EXP-IMP-2"),
    sequence.Kind.ASSAULT: ("Close-assault what is next to your infantry", "pb:PB-CAT-B"),
}
