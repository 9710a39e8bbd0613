"""The sheets of the game beside its map: which there are, by the modules that a scenario plays.

Each stands in a module of its own with its `KIND` and its `sheet`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from core.event import SideId
from core.panzer import face_air, face_formations, face_indirect, face_summary, face_transport
from core.panzer.modules import Module
from core.panzer.scenario import Scenario
from core.panzer.state import PanzerState
from core.presentation import Sheet, SheetKind


@frozen
class Offered:
    """A sheet, how it is made from what a side may know, and the module that brings it in, if one does."""

    kind: SheetKind
    sheet: Callable[[PanzerState, SideId | None], Sheet]
    module: Module | None = None

    def in_play(self, scenario: Scenario) -> bool:
        """Whether a scenario has the sheet."""
        return self.module is None or scenario.has(self.module)


OFFERED = (
    Offered(face_formations.KIND, face_formations.sheet, Module.COMMAND_CONTROL),
    Offered(face_transport.KIND, face_transport.sheet, Module.TRANSPORT),
    Offered(face_indirect.KIND, face_indirect.sheet, Module.INDIRECT_FIRE),
    Offered(face_air.KIND, face_air.sheet, Module.AIR),
    Offered(face_summary.KIND, face_summary.sheet),
)


def kinds(scenario: Scenario) -> tuple[SheetKind, ...]:
    """The sheets of a scenario."""
    return tuple(offered.kind for offered in OFFERED if offered.in_play(scenario))


def sheet(state: PanzerState, side: SideId | None, kind: str) -> Sheet:
    """What a sheet holds for a side, or for one who takes no side. KeyError if the scenario has none of the kind."""
    for offered in OFFERED:
        if offered.kind.id == kind and offered.in_play(state.scenario):
            return offered.sheet(state, side)
    raise KeyError(kind)
