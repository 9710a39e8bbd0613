"""How PanzerBlitz shows itself: headline, prompts, counters; cards, overlays, odds and reports stand beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzerblitz import sequence
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course import set_up
from core.panzerblitz.face import cards, overlays, summary
from core.panzerblitz.face import counters as face_counters
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.state import BlitzState
from core.presentation import (
    Card,
    Counter,
    Overlay,
    OverlayKind,
    Prompt,
    Report,
    Row,
    Sheet,
    SheetKind,
    Status,
    TerrainLook,
)


@frozen
class BlitzFace:
    """The presentation of one Situation; see `core.system.Face`. Every method takes a view."""

    on: Situation
    looks: Mapping[str, TerrainLook]

    def terrain(self) -> Mapping[str, TerrainLook]:
        return self.looks

    def status(self, view: BlitzState) -> Status:
        title, turns = self.on.title, self.on.turns
        if view.outcome is not None:
            return Status(title, view.turn, turns, "End", view.outcome.level, (), view.outcome.text)
        step = sequence.step_of(view)
        player = sequence.phasing(view)
        extra = f"{self.on.side(player).name} Player-Turn" if player else ""
        return Status(title, view.turn, turns, step.phase, self._step_title(view), self._acting(view), extra)

    def _step_title(self, view: BlitzState) -> str:
        title = sequence.step_of(view).title
        player = sequence.player_of(view)
        return f"{title} ({self.on.side(player).name})" if player else title

    def _acting(self, view: BlitzState) -> tuple[str, ...]:
        if view.outcome is not None:
            return ()
        side = set_up.setting_up(view) if view.step == sequence.SET_UP else sequence.player_of(view)
        return (side,) if side else ()

    def prompt(self, view: BlitzState, side: SideId | None) -> Prompt:
        if view.outcome is not None:
            return Prompt("End", view.outcome.level, view.outcome.text, view.outcome.rule)
        step = sequence.step_of(view)
        phase = f"{step.phase}: {self._step_title(view)}"
        if side is None or side not in self._acting(view):
            names = " and ".join(self.on.side(SideId(s)).name for s in self._acting(view)) or "the game"
            return Prompt(phase, f"Waiting for {names}", "", step.rule)
        text, rule = _ASKED.get(sequence.kind_of(view.step), ("", step.rule))
        return Prompt(phase, self.on.side(side).name, text, rule, self._remaining(view, side), step.done)

    def _remaining(self, view: BlitzState, side: SideId) -> str:
        remaining = BOOK.step_rules(view).remaining
        return remaining(view, side) if remaining is not None else ""

    def counters(self, view: BlitzState) -> Sequence[Counter]:
        return face_counters.counters(view)

    # -- what stands in other modules -----------------------------------------------------------

    def unit_card(self, view: BlitzState, unit: str) -> Card:
        return cards.unit_card(view, view.unit(unit))

    def hex_card(self, view: BlitzState, hex_: Hex) -> Card:
        return cards.hex_card(view, hex_)

    def undone(self, view: BlitzState, side: SideId) -> tuple[str, ...]:
        return BOOK.undone(view, side)

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

    def sight(self, view: BlitzState, origin: Hex, target: Hex) -> tuple[Row, ...]:
        return cards.sight_rows(view, origin, target)

    def report(self, state: BlitzState, event: Event) -> Report | None:
        return BOOK.report(state, event)


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
