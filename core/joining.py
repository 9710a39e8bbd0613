"""Geomorphic mapboards: turned by 180 degrees and laid edge to edge, as one board (na:1.2, na:1.2b, na:1.2f).

A mapboard fills a frame of `columns` by `rows` hexes. One with an even number of columns has whole hexes only. One
with an odd number has half hexes at its long edges, which its row 0 and its last row hold in the odd columns, and in
the first and last column; boards beside one another share that column. Either kind fits any other of its size,
turned or not. A hex that boards share is marked "seam".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from core.board import Board, Cell, Place, Sheet
from core.hexes import Hex, from_xy, opposite

#: Marks of cells: half a hex at the edge of the map, and a hex that two boards share.
PARTIAL = "partial"
SEAM = "seam"


class JoinError(ValueError):
    """Boards that cannot be laid like this; says which and why."""


@frozen
class Laid:
    """A mapboard as it lies: turned by 180 degrees or not."""

    board: Board
    turned: bool = False


@frozen
class _Part:
    """What one of the boards has in a hex: its cell as it lies, and the hex it prints there."""

    board: int
    cell: Cell
    printed: str


@frozen
class _Lattice:
    """How the hexes of a laid board come to lie: shifted by (columns, half rows), or turned and shifted."""

    columns: int
    rows: int
    turned: bool
    shift: tuple[int, int] = field(default=(0, 0))

    def hex(self, hex_: Hex) -> Hex:
        dx, dy = self.shift
        if not self.turned:
            return from_xy(hex_.col + dx, hex_.y + dy)
        # Column c becomes columns + 1 - c; with an even number of columns that is a column of the other height.
        middle = 2 * self.rows + (2 if self.columns & 1 else 3)
        return from_xy(self.columns + 1 - hex_.col + dx, middle - hex_.y + dy)


def turn(board: Board) -> Board:
    """The board turned by 180 degrees, its labels the ids that it prints. JoinError if its shape does not allow it."""
    return join([[Laid(board, turned=True)]])


def join(rows: Sequence[Sequence[Laid | None]], id_: str = "", name: str = "") -> Board:
    """One board of boards in rows and columns, None where there is none; `labels` has what the boards print (29E9).

    A hex that two boards complete belongs to the one whose hex is whole, which prints its identifier, else to the
    first in reading order (na:1.2b); what leads across its hexsides is that of the board on the other side.
    JoinError if a board cannot be turned, has no number of its own, or does not fit those beside it.
    """
    laid = list(_laid(rows))
    boards = [at.board for at, _ in laid]
    if len(boards) > 1:
        _prove_numbers(boards)
    spots: dict[Hex, list[_Part]] = {}
    for number, (at, lattice) in enumerate(laid):
        for hex_, cell in at.board.cells.items():
            turned = turned_cell(cell, 3) if at.turned else cell
            spots.setdefault(lattice.hex(hex_), []).append(_Part(number, turned, at.board.printed(hex_)))
    cells = {hex_: _cell(hex_, parts, spots) for hex_, parts in spots.items()}
    made = Board(
        id=id_ or "+".join(b.id for b in boards),
        name=name or " and ".join(dict.fromkeys(b.name for b in boards)),
        columns=max(h.col for h in cells),
        rows=max(lattice.rows + lattice.shift[1] // 2 for _, lattice in laid),
        cells=cells,
        places=tuple(_places(laid)),
        source=boards[0].source if len({b.source for b in boards}) == 1 else "judged",
        labels={hex_: _owner(parts).printed for hex_, parts in spots.items()},
    )
    if len(boards) > 1:
        return evolve(made, sheets=tuple(_sheet(at) for at, _ in laid))
    only = _sheet(laid[0][0])
    plain = all(text == f"{only.number or ''}{hex_.id}" for hex_, text in made.labels.items())
    labels = {} if plain else made.labels
    return evolve(made, number=boards[0].number, directional=only.directional, labels=labels)


def turned_cell(cell: Cell, turns: int) -> Cell:
    """A cell turned clockwise by `turns` hexsides: its hexsides and routes with it."""
    turns %= 6
    return evolve(
        cell,
        sides=tuple(cell.sides[(d - turns) % 6] for d in range(6)),
        routes={kind: (mask << turns | mask >> (6 - turns)) & 63 for kind, mask in cell.routes.items()},
    )


# -- laying --------------------------------------------------------------------------------------


def _laid(rows: Sequence[Sequence[Laid | None]]) -> Iterator[tuple[Laid, _Lattice]]:
    """Each board with where it comes to lie."""
    heights = [_same(row, f"row {at}", "rows") for at, row in enumerate(rows, 1)]
    count = max((len(row) for row in rows), default=0)
    widths = [_same([row[at] for row in rows if at < len(row)], f"column {at + 1}", "columns") for at in range(count)]
    if not heights or not widths:
        raise JoinError("there is no board to lay")
    for row_at, row in enumerate(rows):
        for at, one in enumerate(row):
            if one is None:
                continue
            if one.board.sheets:
                raise JoinError(f"{one.board.name} is joined already; lay its boards themselves")
            if one.turned:
                _prove_turn(one.board)
            # Boards with an odd number of columns share the column of half hexes between them.
            shift = sum(width - (width & 1) for width in widths[:at]), 2 * sum(heights[:row_at])
            yield one, _Lattice(widths[at], heights[row_at], one.turned, shift)


def _same(boards: Sequence[Laid | None], where: str, measure: str) -> int:
    """The size that all boards of a row or column of the layout have."""
    sizes = {(b.board.rows if measure == "rows" else b.board.columns): b.board.name for b in boards if b is not None}
    if len(sizes) > 1:
        names = ", ".join(f"{name} has {size} {measure}" for size, name in sizes.items())
        raise JoinError(f"the boards in {where} do not fit: {names}")
    if not sizes:
        raise JoinError(f"there is no board in {where}")
    return next(iter(sizes))


def _prove_turn(board: Board) -> None:
    halves = any(h.row == 0 for h in board.cells)
    if halves != bool(board.columns & 1):
        why = "has partial hexes in row 0" if halves else "has no partial hexes in row 0"
        number = "odd" if board.columns & 1 else "even"
        raise JoinError(f"{board.name} cannot be turned: it has an {number} number of columns and {why}")


def _prove_numbers(boards: Sequence[Board]) -> None:
    numbers: dict[int, str] = {}
    for board in boards:
        if board.number is None:
            raise JoinError(f"{board.name} has no number, so that its hexes cannot be told from those of the others")
        if board.number in numbers:
            raise JoinError(f"{board.name} and {numbers[board.number]} both have the number {board.number}")
        numbers[board.number] = board.name


# -- what lies in a hex --------------------------------------------------------------------------


def _owner(parts: Sequence[_Part]) -> _Part:
    return next((part for part in parts if PARTIAL not in part.cell.marks), parts[0])


def _cell(hex_: Hex, parts: Sequence[_Part], spots: Mapping[Hex, Sequence[_Part]]) -> Cell:
    """The cell of a hex: its owner's, with the hexsides and routes of whichever board lies across each hexside."""
    owner = _owner(parts)
    if len(parts) == 1:
        return owner.cell
    by_side = [_across(owner, parts, spots.get(hex_.neighbour(d), ())) for d in range(6)]
    routes = dict.fromkeys(owner.cell.routes, 0)
    for d, part in enumerate(by_side):
        for kind in part.cell.routes:
            if part.cell.route_crosses(kind, d):
                routes[kind] = routes.get(kind, 0) | 1 << d
    halved = all(PARTIAL in part.cell.marks for part in parts) and any(n not in spots for n in hex_.neighbours())
    marks = owner.cell.marks - {PARTIAL} | {SEAM} | ({PARTIAL} if halved else frozenset())
    return evolve(
        owner.cell, routes=routes, sides=tuple(part.cell.sides[d] for d, part in enumerate(by_side)), marks=marks
    )


def _across(owner: _Part, parts: Sequence[_Part], beyond: Sequence[_Part]) -> _Part:
    """The part of the board that goes on beyond a hexside; the owner's if it does, or if none does."""
    there = {part.board for part in beyond}
    return next((part for part in (owner, *parts) if part.board in there), owner)


def _places(laid: Sequence[tuple[Laid, _Lattice]]) -> Iterator[Place]:
    """The places of all boards; ids that several of them use have the number of the board before them."""
    ids = [place.id for at, _ in laid for place in at.board.places]
    for at, lattice in laid:
        for place in at.board.places:
            id_ = place.id if ids.count(place.id) == 1 else f"{at.board.number}-{place.id}"
            yield Place(id_, place.name, tuple(lattice.hex(h) for h in place.hexes))


def _sheet(at: Laid) -> Sheet:
    directional = opposite(at.board.directional) if at.turned else at.board.directional
    return Sheet(at.board.id, at.board.name, at.board.number or 0, directional, at.turned)
