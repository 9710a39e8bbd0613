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
from core.panzer.country.country import country, sizes
from core.panzer.country.recipe import METRES
from core.panzer.forces.engagements import map_size
from core.panzer.forces.ground_plan import depth_of
from core.panzer.pieces.edition import Edition

#: Numbers of boards that are joined: "3+4", a row of them; "3+4/5+6", two rows; "4r", turned.
_JOINED: Final = re.compile(r"\d+r?(\+\d+r?)*(/\d+r?(\+\d+r?)*)*")
#: In the ids of boards on hexes of 50 m, those of the miniatures edition.
FINE: Final = "-50m"


@frozen
class Field:
    """The map of a battle, and how a scenario file names it. text: of the file that it needs, none if it is shipped."""

    board: Board
    name: str = ""
    rows: tuple[tuple[BoardLine, ...], ...] = ()
    text: str = ""


def boards_offered(edition: Edition) -> tuple[tuple[str, str], ...]:
    """The boards on hexes of an edition, and one that is made, each with its words."""
    made = ("generated", "made from the seed")
    shipped = ((id_, f"{board_of(id_).name}, {_size(board_of(id_))}") for id_ in board_ids() if _fits(id_, edition))
    return (made, *shipped)


def _fits(board_id: str, edition: Edition) -> bool:
    """Whether a board has the hexes of an edition."""
    return (FINE in board_id) == (edition.metres < METRES)


def _size(board: Board) -> str:
    return f"{board.columns} x {board.rows}"


def size_wanted(wishes: Wishes, both: int) -> tuple[int, int]:
    """Columns and rows for forces of so many points together; the set-up edges lie over against each other."""
    if wishes.size:
        return wishes.size
    wanted = map_size(battle_tables(), both)
    deep, wide = wanted.depth // wishes.inches, wanted.width // wishes.inches
    _, most = sizes(wishes.edition.metres)
    columns, rows = (wide, deep) if wishes.edge.by_rows else (deep, wide)
    return min(columns, most[0]), min(rows, most[1])


def field_of(wishes: Wishes, both: int, id_: str) -> tuple[Field | None, tuple[Refused, ...]]:
    """The map of a battle of so many points of both forces; None with the reasons if there is none."""
    if wrong := _of_other_hexes(wishes):
        return None, (wrong,)
    if wishes.made:
        columns, rows = size_wanted(wishes, both)
        board = _made(wishes.theatre.id, columns, rows, wishes.seed, id_, wishes.edition.metres)
        return Field(board, id_, text=board_text(board)), ()
    if wishes.overlays or _JOINED.fullmatch(wishes.board):
        return _laid(wishes)
    try:
        return Field(board_of(wishes.board), wishes.board), ()
    except ContentError as error:
        return None, (Refused("board", error.line, "min:23.1.6"),)


@lru_cache(maxsize=8)
def _made(theatre_id: str, columns: int, rows: int, seed: str, id_: str, metres: int) -> Board:
    field = theatre(theatre_id)
    return country(field.recipe, columns, rows, seed, id_, f"{field.recipe.name} {seed}", metres)


def _of_other_hexes(wishes: Wishes) -> Refused | None:
    """Why a board or overlays are not for the edition: its hexes are larger or smaller (min:INTRO.c)."""
    edition = wishes.edition
    if wishes.overlays and edition.metres < METRES:
        reason = f"overlays are for hexes of {METRES} m; none on hexes of {edition.metres} m"
        return Refused("overlays", reason, "na:1.3b")
    numbers = map(int, re.findall(r"\d+", wishes.board)) if _JOINED.fullmatch(wishes.board) else ()
    named = [numbered_boards()[number] for number in numbers if number in numbered_boards()] or [wishes.board]
    wrong = next((id_ for id_ in named if id_ in board_ids() and not _fits(id_, edition)), "")
    if not wrong:
        return None
    known = ", ".join(id_ for id_ in board_ids() if _fits(id_, edition))
    reason = f"{wrong} does not have the hexes of {edition.metres} m of the edition; {known} have"
    return Refused("board", reason, "min:INTRO.c")


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


def inches_deep(wishes: Wishes, board: Board) -> int:
    """Inches of the table from the attacker's edge to the one over against it."""
    return depth_of(board, wishes.edge) * wishes.inches
