"""The map of a scenario: one board, or mapboards joined in rows and columns, with overlays on it (na:1.2, na:1.3)."""

from __future__ import annotations

from pathlib import Path

from content.kit import folders
from content.kit.grids import grid_size
from content.kit.load import Proof, listed, read_toml
from content.panzer.boards.boards import board, board_path, numbered_boards
from content.panzer.boards.overlays import laid_overlays, overlay_path, read_placement
from content.panzer.scenarios.scenario_file import ScenarioFile
from core.board import Board
from core.joining import JoinError, Laid, join
from core.panzer.ground.costs import RATED
from core.panzer.ground.mapboard import as_tracks, sloped


def laid_map(data: ScenarioFile, proof: Proof) -> Board | None:
    """The map that a scenario file states; None, with the mistakes noted, if its boards cannot be laid."""
    made = _ground(data, proof)
    if made is None:
        return None
    wrong = [kind for kind in data.tracks if kind not in RATED]
    for kind in wrong:
        proof.mistake("tracks", repr(kind), f"{listed(RATED)} (na:4.5.1.1.11)")
    laid = laid_overlays(data.overlays, made, proof)
    return as_tracks(laid, data.tracks) if laid and data.tracks and not wrong else laid


def _ground(data: ScenarioFile, proof: Proof) -> Board | None:
    """The map without overlays."""
    if bool(data.board) == bool(data.boards):
        found = "both board and boards" if data.board else "nothing"
        proof.mistake("board", found, "a string", "name one board, or lay several under boards")
        return None
    return proof.looked_up(board, data.board, "board", "panzer/boards") if data.board else _several(data, proof)


def _several(data: ScenarioFile, proof: Proof) -> Board | None:
    known = numbered_boards()
    rows: list[list[Laid | None]] = []
    for row_at, row in enumerate(data.boards, 1):
        rows.append([])
        for at, line in enumerate(row, 1):
            key = f"boards[{row_at}][{at}]"
            if line.number is None:
                if line.turned:
                    proof.mistake(f"{key}.number", "nothing", "the number of the board that is turned")
                rows[-1].append(None)
            elif line.number in known:
                rows[-1].append(Laid(board(known[line.number]), line.turned))
            else:
                numbers = listed(f"{number} ({name})" for number, name in sorted(known.items()))
                remedy = "give a board that number; its file has the key number"
                proof.mistake(f"{key}.number", str(line.number), f"the number of a board: {numbers}", remedy)
                rows[-1].append(None)
    if proof.mistakes:
        return None
    try:
        return sloped(join(rows))
    except JoinError as error:
        proof.mistake("boards", str(error), "boards that fit edge to edge", "boards of one size, each only once")
        return None


def layout_boards(data: ScenarioFile) -> tuple[str, ...]:
    """The ids of the boards of a scenario, in reading order; unknown numbers are left out."""
    if data.board:
        return (data.board,)
    known = numbered_boards()
    numbers = [line.number for row in data.boards for line in row if line.number is not None]
    return tuple(known[number] for number in numbers if number in known)


def layout_size(data: ScenarioFile, file: str) -> tuple[int, int]:
    """Columns and last row of the map of a scenario; the cells of a single board are not read."""
    if data.board and not data.boards:
        path = board_path(data.board)
        return grid_size(read_toml(path, folders.label(path)))
    proof = Proof(file)
    made = _ground(data, proof)
    proof.done()
    assert made is not None
    return made.columns, made.rows


def layout_files(data: ScenarioFile) -> tuple[Path, ...]:
    """The files of all boards and overlays of a scenario."""
    proof = Proof("")
    placements = [read_placement(code, "overlays", proof) for code in data.overlays]
    paths = [*map(board_path, layout_boards(data)), *(overlay_path(p.overlay) for p in placements if p)]
    return tuple(dict.fromkeys(paths))
