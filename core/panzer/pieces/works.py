"""Terrain counters that lie in a hex until something removes them, and the ground as they leave it (na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.board import Board, Cell
from core.event import UnitId
from core.hexes import Hex

#: The side of a HASTY ENTRENCHMENT counter that reads "Hasty"; sides 1 to 3 tell how many turns have been dug.
COMPLETE: Final = 4


class WorkKind(Enum):
    """What a terrain counter is, by its line of the Terrain Effects Table; rubble has the line of what it was."""

    BLOCK = "block"
    DITCH = "ditch"
    HASTY = "hasty-entrenchment"
    IMPROVED = "improved-position"
    MINES_HASTY = "mines-hasty"
    MINES_DELIBERATE = "mines-deliberate"
    RUBBLE = "rubble"
    WIRE = "wire"


#: Terrain that rubble becomes, by what was destroyed: its Cover is that of what it was (na:6.1.4.3.9).
RUBBLE_OF: Final[Mapping[str, str]] = {
    "wood-building": "rubble-wood",
    "brick-building": "rubble-brick",
    "stone-building": "rubble-stone",
    "improved-position": "rubble-stone",
}

#: Mark of a hex in which a Bridge was destroyed: nobody enters it any more (na:6.5.4.4.3e).
FALLEN: Final = "fallen-bridge"
#: Mark of a hex that is ON FIRE (na:6.1.4.3.5a).
ON_FIRE: Final = "fire"

#: Counters that change who may enter, what it costs, or the Height of the hex; marks of its `Cell`.
MARKED: Final = frozenset({WorkKind.BLOCK, WorkKind.DITCH, WorkKind.WIRE})

#: Counters that hold units and lie on top of them (na:6.1.4.3.6a, na:6.1.4.3.7a).
HOLDING: Final = frozenset({WorkKind.HASTY, WorkKind.IMPROVED})


@frozen(eq=False, repr=False)
class Work(Alike):
    """One terrain counter.

    progress: side of a HASTY ENTRENCHMENT counter from 1 to 4, which is complete (na:6.6.8); holders: the units that
    dig it or that it lies on, at most `room`, none = abandoned (na:6.1.4.3.6a, na:6.1.4.3.7a); open: the hexside
    towards which a vehicle in an Improved Position is not Hull Down (na:6.1.4.3.7b); gp_defense: the GP Defense Factor
    that the scenario gives it, None = that of the table, if any (na:6.5.4.2.5); of: the terrain that rubble was.
    """

    kind: WorkKind
    hex: Hex
    progress: int = COMPLETE
    holders: tuple[UnitId, ...] = ()
    room: int = 1
    open: int | None = None
    gp_defense: int | None = None
    of: str = ""

    @property
    def complete(self) -> bool:
        """Whether it has its effect: not an entrenchment that is still being dug."""
        return self.progress >= COMPLETE

    @property
    def holder(self) -> UnitId | None:
        """The unit that digs it or that it lies on, the first if it has room for several; None = abandoned."""
        return next(iter(self.holders), None)

    @property
    def terrain(self) -> str:
        """Its line of the Terrain Effects Table; that of a fallen Bridge is the Bridge's."""
        return RUBBLE_OF.get(self.of, self.of) if self.kind is WorkKind.RUBBLE else self.kind.value


def ground(board: Board, works: Iterable[Work], fires: Iterable[Hex] = (), *, closed: bool = True) -> Board:
    """The board as terrain counters and fires leave it; the same one for the same counters.

    closed: whether the hex of a fallen Bridge is closed to all (na:6.5.4.4.3e), not what it spanned
    (min:16.7.4.2.16.2).
    """
    ruins = frozenset((w.hex, w.of) for w in works if w.kind is WorkKind.RUBBLE)
    marks = frozenset((w.hex, w.kind.value) for w in works if w.kind in MARKED) | {(h, ON_FIRE) for h in fires}
    return _changed(board, ruins, marks, closed) if ruins or marks else board


@lru_cache(maxsize=32)
def _changed(board: Board, ruins: frozenset[tuple[Hex, str]], marks: frozenset[tuple[Hex, str]], closed: bool) -> Board:
    cells = dict(board.cells)
    for hex_, of in ruins:
        cells[hex_] = _ruined(cells[hex_], of, closed)
    for hex_, mark in marks:
        cells[hex_] = evolve(cells[hex_], marks=cells[hex_].marks | {mark})
    return evolve(board, cells=cells)


def _ruined(cell: Cell, of: str, closed: bool) -> Cell:
    """The hex of a destroyed Building, Improved Position or Bridge: no route leads through it any more."""
    if of == "bridge":
        marks = cell.marks | {FALLEN} if closed else cell.marks
        return evolve(cell, terrain=cell.under or cell.terrain, under=None, routes={}, marks=marks)
    return evolve(cell, terrain=RUBBLE_OF[of], stories=0, routes={})


def rubble_of(cell: Cell) -> str:
    """What rubble in a hex is of where nobody says: its Building or Bridge; "" if it has neither."""
    return cell.terrain if cell.terrain in RUBBLE_OF or cell.terrain == "bridge" else ""


def in_hex(works: Iterable[Work], hex_: Hex, *kinds: WorkKind) -> tuple[Work, ...]:
    """The terrain counters in a hex, of some kinds only if any are named."""
    return tuple(w for w in works if w.hex == hex_ and (not kinds or w.kind in kinds))
