"""How the race shows itself; see `core.system.Face`. Every method takes a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from core.event import Event, SideId
from core.hexes import Hex, distance
from core.presentation import (
    Card,
    Counter,
    Overlay,
    OverlayKind,
    Prompt,
    Report,
    Row,
    Section,
    Sheet,
    SheetKind,
    Status,
    TerrainLook,
    Trail,
)
from tests.toy.chapters import BOOK
from tests.toy.pieces import RUNNERS
from tests.toy.state import STEP, RaceState


@frozen
class RaceFace:
    """The presentation of a race."""

    looks: Mapping[str, TerrainLook]

    def terrain(self) -> Mapping[str, TerrainLook]:
        return self.looks

    def status(self, view: RaceState) -> Status:
        return Status(view.race.title, view.round, 0, STEP.phase, STEP.title, BOOK.acting(view))

    def prompt(self, view: RaceState, side: SideId | None) -> Prompt:
        if side is None or side not in BOOK.acting(view):
            return Prompt(STEP.phase, "Wait for the other runner", "", STEP.rule)
        asked = BOOK.offers(view, side, ())
        return Prompt(STEP.phase, asked.prompt, "", asked.rule, "", STEP.done)

    def trails(self, view: RaceState) -> tuple[Trail, ...]:
        return ()

    def counters(self, view: RaceState) -> Sequence[Counter]:
        return tuple(Counter(RUNNERS[s], "unit", hex_, s, "R", s.capitalize()) for s, hex_ in view.hexes.items())

    def unit_card(self, view: RaceState, unit: str) -> Card:
        side = next((s for s, runner in RUNNERS.items() if runner == unit), None)
        if side is None:
            raise KeyError(unit)
        rows = [Row("Points", str(view.points[side]), "toy:4")]
        rows += [Row("Plan", view.plans[side], "toy:3")] if side in view.plans else []
        return Card(f"{side.capitalize()} runner", side, side, (Section("Race", tuple(rows)),))

    def hex_card(self, view: RaceState, hex_: Hex) -> Card:
        return Card(hex_.id, "", None, (Section("Terrain", (Row("Kind", view.race.board[hex_].terrain, "toy:1"),)),))

    def undone(self, view: RaceState, side: SideId) -> tuple[str, ...]:
        return BOOK.undone(view, side)

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        return ()

    def overlay(self, view: RaceState, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        raise KeyError(kind)

    def sheet_kinds(self) -> tuple[SheetKind, ...]:
        return ()

    def sheet(self, view: RaceState, side: SideId | None, kind: str) -> Sheet:
        raise KeyError(kind)

    def sight(self, view: RaceState, origin: Hex, target: Hex) -> tuple[Row, ...]:
        return (Row("Distance", f"{distance(origin, target)}", "toy:1"),)

    def report(self, state: RaceState, event: Event) -> Report | None:
        return BOOK.report(state, event)
