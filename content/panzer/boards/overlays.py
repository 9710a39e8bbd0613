"""Terrain overlays from ``overlays/<id>.toml``, and the codes by which scenarios place them (na:1.3, na:1.3b)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.grids import read_hex
from content.kit.load import Proof
from content.panzer.boards.board_file import BoardFile, OverlayFile
from content.panzer.boards.boards import make_board
from core.alike import Alike
from core.board import Board
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.ground.mapboard import TerrainOverlay, lay_overlay

_CODE: Final = re.compile(r"(\S+)\s+(\d*[A-Z]+\d+)\s*\((\d)\)\Z")


@frozen(eq=False, repr=False)
class Placement(Alike):
    """An overlay's placement: "LG2 34O4(6)" lays LG2 on hex O4 of map 34, its arrow in direction 6 (na:1.3b)."""

    overlay: str
    hex: str
    direction: int


def overlay_ids() -> tuple[str, ...]:
    """The ids of all overlays there are."""
    return folders.ids("panzer", "overlays")


def overlay_path(overlay_id: str) -> Path:
    """The file of an overlay. ContentError, with the ids most like it, if there is none."""
    return folders.path_of("panzer", "overlays", overlay_id)


@kept
def overlay(overlay_id: str) -> TerrainOverlay:
    """The overlay with this id. ContentError with every mistake of its file, or if there is none."""
    data = folders.stated("panzer", "overlays", overlay_id, OverlayFile)
    return make_overlay(data, folders.label(overlay_path(overlay_id)))


def make_overlay(data: OverlayFile, file: str) -> TerrainOverlay:
    """The overlay that an overlay file states; `file` is its name in messages."""
    drawn = make_board(
        BoardFile(
            id=data.id,
            name=data.name,
            grid=data.grid,
            source=data.source,
            first_row=data.first_row,
            legend=data.legend,
            hexside=data.hexside,
            route=data.route,
            bridge=data.bridge,
            stories=data.stories,
        ),
        file,
    )
    proof = Proof(file)
    origin = read_hex(data.hex, "hex", drawn, proof)
    if data.arrow not in DIRECTION_NAMES:
        proof.mistake("arrow", repr(data.arrow), ", ".join(DIRECTION_NAMES))
    proof.done()
    assert origin is not None
    return TerrainOverlay(data.id, data.name, drawn.cells, origin, DIRECTION_NAMES.index(data.arrow))


def read_placement(code: str, key: str, proof: Proof) -> Placement | None:
    """The placement that a code states; a mistake is noted and None returned if it is no code."""
    match = _CODE.match(code.strip())
    if match and match[3] in "123456":
        return Placement(match[1], match[2], int(match[3]))
    remedy = "such as LG2 34O4(6)"
    proof.mistake(key, repr(code), "OVERLAY HEX(DIRECTION), the direction 1 to 6", remedy)
    return None


def laid_overlays(codes: tuple[str, ...], board: Board, proof: Proof) -> Board:
    """The board with overlays laid on it one after the other; every mistake is noted under ``overlays``."""
    for at, code in enumerate(codes, 1):
        key = f"overlays[{at}]"
        placement = read_placement(code, key, proof)
        cover = (
            proof.looked_up(overlay, placement.overlay, key, "panzer/overlays", "the overlay") if placement else None
        )
        hex_ = read_hex(placement.hex, key, board, proof) if placement else None
        if placement and cover and hex_:
            board = _laid(board, cover, hex_, board.facing(hex_, placement.direction), key, proof)
    return board


def _laid(board: Board, cover: TerrainOverlay, at: Hex, facing: int, key: str, proof: Proof) -> Board:
    outside = [h for h in cover.placed(at, facing).values() if h not in board]
    if not outside:
        return lay_overlay(board, cover, at, facing)
    found = f"{cover.id} with {len(outside)} of its {len(cover.cells)} hexes beyond the edge of the map"
    proof.mistake(key, found, "an overlay wholly on the map", "move its hex inwards or change the direction")
    return board
