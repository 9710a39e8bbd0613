"""The map of a battle: made by the recipe of its theatre, shipped, or joined of several boards (min:23.1.6, na:1.2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from attrs import frozen

from content.kit.battles import Refused
from content.kit.load import ContentError, Proof
from content.panzer.battles.wishes import Wishes
from content.panzer.boards.board_text import board_text
from content.panzer.boards.boards import board as board_of
from content.panzer.boards.boards import board_ids, numbered_boards
from content.panzer.boards.map_layout import laid_map
from content.panzer.recipes.recipes import theatre
from content.panzer.scenarios.scenario_file import BoardLine, ScenarioFile, VictoryLine
from content.panzer.tables.battle_tables import battle_tables
from core.board import Board
from core.panzer.country.country import country
from core.panzer.forces.engagements import map_size
from core.panzer.forces.ground_plan import Edge, depth_of

#: Inches of the table to a hex of 100 m.
INCHES: Final = 2
#: Numbers of boards that are joined: "3+4", a row of them; "3+4/5+6", two rows; "4r", turned.
_JOINED: Final = re.compile(r"\d+r?(\+\d+r?)*(/\d+r?(\+\d+r?)*)*")
#: Boards on hexes of 50 m are for the other edition.
_FINE: Final = "-50m"


@frozen
class Field:
    """The map of a battle, and how a scenario file names it. text: of the file that it needs, none if it is shipped."""

    board: Board
    name: str = ""
    rows: tuple[tuple[BoardLine, ...], ...] = ()
    text: str = ""


def boards_offered() -> tuple[tuple[str, str], ...]:
    """The boards on hexes of 100 m, and one that is made, each with its words."""
    made = ("generated", "made from the seed")
    shipped = ((id_, f"{board_of(id_).name}, {_size(board_of(id_))}") for id_ in board_ids() if not id_.endswith(_FINE))
    return (made, *shipped)


def _size(board: Board) -> str:
    return f"{board.columns} x {board.rows}"


def size_wanted(wishes: Wishes, both: int) -> tuple[int, int]:
    """Columns and rows for forces of so many points together; the set-up edges lie over against each other."""
    if wishes.size:
        return wishes.size
    wanted = map_size(battle_tables(), both)
    deep, wide = wanted.depth // INCHES, wanted.width // INCHES
    return (wide, deep) if wishes.edge.by_rows else (deep, wide)


def field_of(wishes: Wishes, both: int, id_: str) -> tuple[Field | None, tuple[Refused, ...]]:
    """The map of a battle of so many points of both forces; None with the reasons if there is none."""
    if wishes.made:
        columns, rows = size_wanted(wishes, both)
        board = _made(wishes.theatre.id, columns, rows, wishes.seed, id_)
        return Field(board, id_, text=board_text(board)), ()
    if wishes.overlays or _JOINED.fullmatch(wishes.board):
        return _laid(wishes)
    try:
        return Field(board_of(wishes.board), wishes.board), ()
    except ContentError as error:
        return None, (Refused("board", error.line, "min:23.1.6"),)


@lru_cache(maxsize=8)
def _made(theatre_id: str, columns: int, rows: int, seed: str, id_: str) -> Board:
    field = theatre(theatre_id)
    return country(field.recipe, columns, rows, seed, id_, f"{field.recipe.name} {seed}")


def _laid(wishes: Wishes) -> tuple[Field | None, tuple[Refused, ...]]:
    """Boards joined, or one with overlays."""
    rows: tuple[tuple[BoardLine, ...], ...] = ()
    if _JOINED.fullmatch(wishes.board):
        rows = tuple(
            tuple(BoardLine(int(word.rstrip("r")), word.endswith("r")) for word in row.split("+"))
            for row in wishes.board.split("/")
        )
    name = "" if rows else wishes.board
    stated = ScenarioFile(
        "battle", "", "", "", 1, VictoryLine(()), (), board=name, boards=rows, overlays=wishes.overlays
    )
    proof = Proof("battle")
    try:
        board = laid_map(stated, proof)
    except ContentError as error:
        return None, (Refused("board", error.line, "na:1.2"),)
    if proof.mistakes or board is None:
        known = ", ".join(f"{number} ({id_})" for number, id_ in sorted(numbered_boards().items()))
        wrong = tuple(
            Refused(
                "overlays" if mistake.key.startswith("overlays") else "board",
                f"found {mistake.found}; allowed: {mistake.allowed or known}",
                "na:1.3b" if mistake.key.startswith("overlays") else "na:1.2",
            )
            for mistake in proof.mistakes
        )
        return None, wrong
    return Field(board, name, rows), ()


def inches_deep(board: Board, edge: Edge) -> int:
    """Inches of the table from an edge to the one over against it."""
    return depth_of(board, edge) * INCHES
