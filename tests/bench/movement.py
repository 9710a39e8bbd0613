"""Where a unit can go: of every unit that could move in whole games, and on 40 x 30 hexes of open and mixed country."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

from core.board import Board, Cell
from core.hexes import Hex
from tests.bench.clock import MILLI, high, timed
from tests.bench.games import Played, Run, moments, played
from tests.bench.internals import (
    ME,
    PanzerState,
    Rate,
    Traction,
    begin,
    board,
    check_move,
    legal_steps,
    path_to,
    reachable,
    situation,
)
from tests.bench.table import Aim, Found

AIM = Aim(3)
COLUMNS, ROWS = 40, 30
POSITIONS, FEW = 40, 10
HIGHWAY = " ".join(f"{letter}15" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
BRANCH = "T15 T14 T13 T12 T11 T10 T9 T8 T7 T6"
#: The layer that shows it, of every rule system.
LAYER = "reach"


def reaches(whole: Played, positions: int) -> list[float]:
    """Milliseconds of the layer of reach of every unit that has something left to do, in the steps of movement."""
    found = []
    for moment in moments(whole, positions, lambda step, turn: step.startswith("Movement")):
        face = moment.system.face
        for unit in face.undone(moment.system.view(moment.state, moment.side), moment.side):
            view = moment.system.view(moment.system.copy(moment.state), moment.side)
            start = process_time()
            face.overlay(view, moment.side, LAYER, None, unit)
            found.append(MILLI * (process_time() - start))
    return found


def country() -> Board:
    """Scattered rough, scrub and groves, and a road with a branch."""
    random = Random(1)
    flat = board(COLUMNS, ROWS, road=[HIGHWAY, BRANCH])
    cells = {
        h: Cell(random.choices(["clear", "scrub", "rough", "medium-grove"], [75, 12, 8, 5])[0], routes=cell.routes)
        for h, cell in flat.cells.items()
    }
    return Board("bench", "Bench", COLUMNS, ROWS, cells)


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


def measure(run: Run) -> Iterator[Found]:
    """p95 and most in games, medians on made country."""
    for scenario in run.scenarios:
        times = reaches(played(scenario), FEW if run.quick else POSITIONS)
        if times:
            detail = {"asked": len(times), "median, ms": median(times)}
            yield Found("hexes in reach of one unit, p95", high(times), "ms", AIM, scenario, detail)
            yield Found("  max", max(times), "ms", None, scenario)
    for name, work, rounds in cases():
        yield Found(f"  {name}", MILLI * timed(work, rounds), "ms")
