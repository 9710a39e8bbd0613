"""How long movement takes: a step, a plan, all reachable hexes and a path, on 40 x 30 hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from core.board import Board, Cell
from core.hexes import Hex
from core.panzer.movement.move import begin, check_move, legal_steps
from core.panzer.movement.reach import path_to, reachable
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState
from tests.panzer.movement.movement_boards import ME, board, situation

COLUMNS, ROWS = 40, 30
HIGHWAY = " ".join(f"{letter}15" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
BRANCH = "T15 T14 T13 T12 T11 T10 T9 T8 T7 T6"


def country() -> Board:
    """Scattered rough, scrub and groves, and a road with a branch."""
    random = Random(1)
    flat = board(COLUMNS, ROWS, road=[HIGHWAY, BRANCH])
    cells = {
        h: Cell(random.choices(["clear", "scrub", "rough", "medium-grove"], [75, 12, 8, 5])[0], routes=cell.routes)
        for h, cell in flat.cells.items()
    }
    return Board("bench", "Bench", COLUMNS, ROWS, cells)


def measure(work: Callable[[], object], rounds: int = 30) -> float:
    """Median milliseconds of some rounds."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1000 * median(times)


def cases() -> Iterator[tuple[str, Callable[[], object], int]]:
    """What is measured, and how many rounds."""
    open_ground, mixed = board(COLUMNS, ROWS), country()
    others = [str(Hex(c, 12)) for c in range(10, 22)]

    def on(ground: Board, allowance: int, hex_: str = "T16", traction: Traction = Traction.TRACKED) -> PanzerState:
        move = (allowance, 13, 20)
        return situation(ground, hex_, move=move, friends=others, enemies=["R9", "S9"], traction=traction)

    new = iter([on(country(), 6) for _ in range(5)])
    yield "first reach on a new board, allowance 6", lambda: reachable(next(new), ME, None, Rate.CROSS_COUNTRY), 5
    for allowance in (4, 6, 9):
        for name, ground in (("clear", open_ground), ("mixed", mixed)):
            state = on(ground, allowance)
            yield (
                f"reach, {name}, allowance {allowance}",
                lambda state=state: reachable(state, ME, None, Rate.CROSS_COUNTRY),  # type: ignore[misc]
                30,
            )
    wheels = on(mixed, 4, "G15", Traction.WHEELED)
    yield "reach along a road, allowance 20", lambda: reachable(wheels, ME, None, Rate.ROUTE), 30
    yield "path along a road", lambda: path_to(wheels, ME, None, Rate.ROUTE, Hex(20, 8)), 30
    far = on(open_ground, 6)
    steps = path_to(far, ME, None, Rate.CROSS_COUNTRY, Hex(20, 10))
    yield "path of 6 hexes", lambda: path_to(far, ME, None, Rate.CROSS_COUNTRY, Hex(20, 10)), 30
    yield "check of a plan of 6 hexes", lambda: check_move(far, ME, Rate.CROSS_COUNTRY, steps, True), 30
    move = begin(far, ME, Rate.CROSS_COUNTRY)
    yield "next steps", lambda: legal_steps(far, move), 30


def main() -> None:
    for name, work, rounds in cases():
        print(f"{name:44} {measure(work, rounds):8.3f} ms")


if __name__ == "__main__":
    main()
