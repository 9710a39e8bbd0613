"""The sheets of the game beside its map: which there are, by the modules that a scenario plays.

Each stands in a module of its own with its `KIND` and its `sheet`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from core.alike import Alike
from core.event import SideId
from core.panzer.air import face as air_face
from core.panzer.command import sheet as command_sheet
from core.panzer.counter_battery import face as counter_battery_face
from core.panzer.course import sheet as course_sheet
from core.panzer.indirect import face as indirect_face
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.panzer.transport import face as transport_face
from core.presentation import Sheet, SheetKind


@frozen(eq=False, repr=False)
class Offered(Alike):
    """A sheet, how it is made from what a side may know, and the module that brings it in, if one does."""

    kind: SheetKind
    sheet: Callable[[PanzerState, SideId | None], Sheet]
    module: Switch | None = None

    def in_play(self, scenario: Scenario) -> bool:
        """Whether a scenario has the sheet."""
        return self.module is None or scenario.has(self.module)


def _mission_board(state: PanzerState, side: SideId | None) -> Sheet:
    """The mission board, with the counter batteries of a scenario that has any (or:7.28)."""
    board = indirect_face.sheet(state, side)
    return evolve(board, cards=(*board.cards, *counter_battery_face.cards(state, side)))


OFFERED = (
    Offered(command_sheet.KIND, command_sheet.sheet, Switch.COMMAND_CONTROL),
    Offered(transport_face.KIND, transport_face.sheet, Switch.TRANSPORT),
    Offered(indirect_face.KIND, _mission_board, Switch.INDIRECT_FIRE),
    Offered(air_face.KIND, air_face.sheet, Switch.AIR),
    Offered(course_sheet.KIND, course_sheet.sheet),
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
