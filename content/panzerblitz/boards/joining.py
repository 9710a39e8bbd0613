"""Geomorphic boards joined into one map (pb:PB-COMP-2).

A layout has rows of boards from north to south, each from west to east; ``"1 inverted"`` is board 1 turned
half round. Boards in one row lie side by side on their long edges, those of several rows end to end on their
short edges. Hexes have vertical columns only, and the rows of a board are straight across its width: so the
map is drawn lying on its side, north to the left and west at the bottom, and row A of a board that is not
turned is its leftmost column.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from content.kit.folders import kept
from content.kit.load import ContentError, Mistake
from content.panzerblitz.boards.boards import board
from core.board import Board
from core.hexes import Hex
from core.joining import SEAM, JoinError, Laid
from core.joining import join as join_boards

#: Where north lies on a joined map.
NORTH: Final = "left"

Layout = tuple[tuple[str, ...], ...]


def boards_of(layout: Layout) -> tuple[str, ...]:
    """The numbers of the boards of a layout."""
    return tuple(words.partition(" ")[0] for row in layout for words in row)


@kept
def join(layout: Layout) -> Board:
    """The boards of a layout as one map, half hexes merged; labels have the printed names, such as ``2-A-3``.

    ContentError if the boards cannot be laid so.
    """
    widest = max(map(len, layout), default=0)
    drawn = [[_laid(row[west]) if west < len(row) else None for row in layout] for west in reversed(range(widest))]
    words = [" and ".join(row) for row in layout]
    try:
        joined = join_boards(
            drawn,
            id_="-".join(words.replace(" inverted", "i") for row in layout for words in row),
            name=f"Boards {', '.join(words)}",
        )
    except JoinError as error:
        raise ContentError(Mistake("layout", "", str(error), "boards that fit edge to edge, each once")) from None
    return evolve(joined, north=270)


@kept
def hexes_on(layout: Layout, number: str) -> frozenset[Hex]:
    """The hexes of a joined map that lie wholly on one board: those that two boards share are left out.

    That is the published reading of pb:PB-TERR-4; half hexes at the outer edge of the map are their board's.
    """
    map_ = join(layout)
    return frozenset(
        hex_ for hex_, label in map_.labels.items() if label.startswith(f"{number}-") and SEAM not in map_[hex_].marks
    )


def _laid(words: str) -> Laid:
    number, _, turn = words.partition(" ")
    if turn not in ("", "inverted"):
        raise ContentError(Mistake("layout", "", repr(words), 'a board such as "1" or "1 inverted"'))
    return Laid(board(number), turn == "inverted")
