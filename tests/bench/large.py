"""The largest games: one of 10,000 events, and a board of 150 x 100 hexes with 120 units a side, made by a recipe.

The board is rolling country with groves, scrub and roads. Its forces are those of an advanced scenario, over and over:
each side stands in five lines across the middle of the board, so near the enemy that fire, moves and shared
commands are all in question at once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from attrs import evolve

from core.ai import player
from core.board import Board, Cell
from core.dice import SeededDice
from core.event import OrderGiven
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.play.game import Game
from core.system import RuleSystem
from saves.session import open_replay, write_journal
from tests.bench.clock import MILLI, high, seconds, timed
from tests.bench.forces import unlinked
from tests.bench.games import SEED, Moment, Played, Run, system
from tests.bench.internals import TABLES, Rate, reachable, sight_field
from tests.bench.keys import MOST, P95, Key, Keyboard
from tests.bench.map import COLD, Course, make_scene
from tests.bench.saves import OPEN, SEEK, header_of
from tests.bench.table import Aim, Found
from tui.map.projection import Zoom

COLUMNS, ROWS, UNITS = 150, 100, 120
#: Hexes between the lines of a side, and from one of its units to the next.
LINES, BESIDE = 3, 5
#: The scenario whose forces stand on the board, and the one of which a long game is played.
FORCES, LONG = "the-bridge-1a", "higher-ground"
#: Events of the long game; orders of the game on the large board, and every how many of them keys are pressed.
EVENTS, FEW_EVENTS = 10_000, 2_000
ORDERS, FEW, EVERY = 700, 250, 9
FIELD, REACH, FRAME = Aim(10), Aim(3), Aim(16)


def country(columns: int, rows: int) -> Board:
    """Twelve hills with Slopes, groves and scrub, a road along every twentieth row."""
    random = Random(1)
    hexes = [Hex(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    peaks = random.sample(hexes, 12)
    levels = {h: max(0, *(4 - distance(h, p) // 3 for p in peaks)) for h in hexes}
    cells = {}
    for h in hexes:
        terrain = random.choices(["clear", "rough", "scrub", "medium-grove"], [80, 8, 6, 6])[0]
        sides = tuple(frozenset({"slope"} if levels.get(n, levels[h]) != levels[h] else ()) for n in h.neighbours())
        routes = {"road": 0b100100 if h.col % 2 else 0b010010} if h.row % 20 == 0 else {}
        cells[h] = Cell(terrain, levels[h], routes=routes, sides=sides)
    return Board("large", "Large", columns, rows, cells)


def large() -> RuleSystem[Any]:
    """The rules of the game on the large board."""
    rules: Any = system(FORCES)
    board = country(COLUMNS, ROWS)
    units: list[Any] = []
    for nth, side in enumerate(rules.on.sides):
        base = [unit for unit in unlinked(rules.on.units) if unit.side == side.id]
        for number, unit in enumerate(islice(cycle(base), UNITS)):
            line, place = number % 5, number // 5
            column = COLUMNS // 2 + (1 if nth else -1) * (4 + LINES * line)
            hex_ = Hex(column, max(1, min(ROWS, ROWS // 2 + BESIDE * (place - UNITS // 10))))
            again = number // len(base)
            changes = {"formation": f"{unit.formation} {again}"} if again else {}
            units.append(evolve(unit, id=f"{unit.id}-{again}", hex=hex_, facing=(4, 1)[nth == 0], **changes))
    bare = dict.fromkeys(("works", "clouds", "points", "plans", "formations"), ())
    return evolve(rules, on=evolve(rules.on, board=board, units=tuple(units), wrecks={}, **bare))  # type: ignore[no-any-return]


def random_game(rules: RuleSystem[Any], orders: int, events: int) -> Iterator[Game[Any]]:
    """A game between random players before each order, up to so many orders or events."""
    game: Game[Any] = Game(rules, SeededDice(SEED))
    players = {look.id: player("random", f"{SEED}/{look.id}") for look in rules.sides}
    game.begin()
    for _ in range(orders):
        if game.over or len(game.journal) >= events:
            break
        yield game
        side = game.active[0]
        game.submit(side, players[side].order(rules, game.view(side), side))
    yield game


def keys_of(game: Game[Any], random: Random) -> list[Key]:
    """The keys of the position that a game is in."""
    status, side = game.system.face.status(game.state), game.active[0]
    step = f"{status.phase}, {status.step}" if status.step else status.phase
    given = OrderGiven(side=side, order=None)  # type: ignore[arg-type]
    state = game.system.copy(game.state)
    moment = Moment(game.system, state, side, step, status.turn, 1.0, given, len(game.journal))
    return list(Keyboard(moment, random).pressed())


def told(keys: list[Key], where: str) -> Iterator[Found]:
    """p95 and most of the keys, and the slowest of each step."""
    worst = max(keys, key=lambda key: key.whole)
    detail = {"keys": len(keys), "step": worst.step, "event": worst.number, "picked": list(worst.partial)}
    yield Found(f"any key, {where}, p95", MILLI * high(key.whole for key in keys), "ms", P95)
    yield Found(f"any key, {where}, max", MILLI * worst.whole, "ms", MOST, "", detail)
    for step in sorted({key.step for key in keys}):
        most = max((key for key in keys if key.step == step), key=lambda key: key.whole)
        yield Found(f"  max in {step}", MILLI * most.whole, "ms", None, "", {"picked": list(most.partial)})


def long_game(quick: bool) -> Iterator[Found]:
    """Open, verify the chain, seek, keys at the end, of a game between random players."""
    *_, game = random_game(system(LONG), 20_000, FEW_EVENTS if quick else EVENTS)
    whole, count = Played(game.system, tuple(game.journal), SEED), len(game.journal)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "game.journal"
        write_journal(path, header_of(whole), whole.events)
        took = timed(lambda: open_replay(path, lambda id_, options: whole.system))
    yield Found(f"open and verify the chain of {count:,} events", MILLI * took, "ms", Aim(OPEN), LONG)
    places = [count * k // 23 for k in range(1, 23)]
    slowest = max(timed(lambda n=n: game.at(n)) for n in places)  # type: ignore[misc]
    yield Found(f"seek in {count:,} events, max of 22 places", MILLI * slowest, "ms", SEEK, LONG)
    if not game.over:
        random = Random(1)
        keys = [key for _ in range(3) for key in keys_of(game, random)]
        yield from told(keys, f"after {count:,} events")


def large_board(quick: bool) -> Iterator[Found]:
    """A sight field, reach, keys and frames."""
    rules: Any = large()
    board = rules.on.board
    where = f"{board.columns}x{board.rows}, {len(rules.on.units)} units"
    middle = Hex(board.columns // 2, board.rows // 2)
    took = seconds(lambda: sight_field(board, TABLES, middle, 30))
    yield Found(f"  first sight field, {where}", MILLI * took, "ms")
    origins = list(board.cells)[:: len(board.cells) // 9]
    fields = [MILLI * seconds(lambda h=h: sight_field(board, TABLES, h, 30)) for h in origins]  # type: ignore[misc]
    yield Found(f"sight field of radius 30, {where}", sorted(fields)[len(fields) // 2], "ms", FIELD)
    random, keys, reaches, submitted = Random(1), list[Key](), list[float](), list[float]()
    start = process_time()
    for number, game in enumerate(random_game(rules, FEW if quick else ORDERS, 1_000_000)):
        submitted.append(process_time() - start)
        if number % EVERY == 0 and not game.over:
            keys += keys_of(game, random)
        if number % (10 * EVERY) == 0:
            state = rules.copy(game.state)
            for unit in [u.id for u in state.units.values() if u.hex is not None][::24]:
                reaches.append(seconds(lambda s=state, u=unit: _reach(s, u)))  # type: ignore[misc]
        start = process_time()
    yield Found(f"hexes in reach of one unit, {where}, p95", MILLI * high(reaches), "ms", REACH)
    yield Found(f"  random order found and submitted, {where}, p95", MILLI * high(submitted), "ms")
    yield from told(keys, where)


def _reach(state: Any, unit: Any) -> None:
    try:
        reachable(state, unit, None, Rate.CROSS_COUNTRY)
    except (IllegalOrder, ValueError):
        return


def frames(quick: bool) -> Iterator[Found]:
    """Drawing the map of so large a board."""
    course, times = Course(make_scene(COLUMNS, ROWS), Zoom.MIDDLE, 200, 60), 3 if quick else 5
    for job, aim in ((course.cold, COLD), (course.new, None), (course.step, FRAME)):
        yield Found(f"map of {COLUMNS}x{ROWS}, 200x60, {job.__name__}", MILLI * timed(job, times), "ms", aim)


def measure(run: Run) -> Iterator[Found]:
    """The large board, then the long game."""
    yield from large_board(run.quick)
    yield from frames(run.quick)
    yield from long_game(run.quick)
