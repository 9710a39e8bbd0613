"""Whole turns as they are carried out, and the first menu of a side in every step; of Panzer War, where a turn is
mostly carried out by itself, also lines of sight between all that stand there, and a game of computer players."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from core.play.simulate import play_game
from tests.bench.clock import MICRO, MILLI, seconds, uncollected
from tests.bench.games import SEED, Played, Run, again, kind, moments, played, system
from tests.bench.internals import war_lines, without_lines
from tests.bench.table import Aim, Found

#: Seconds of a turn and of a game of computer players, ms of a menu and of that of a plan, us of a line: of Panzer War.
TURN, GAME, MENU, PLAN, LINE = Aim(0.5), Aim(20), Aim(50), Aim(20), Aim(100)
#: What the step is called in which movement is written down.
PLANNING = "Plan the movement"
WAR = "panzerwar"
#: Positions in which a menu is opened, and a line is drawn between all.
POSITIONS, FEW = 120, 30


def turns(whole: Played) -> dict[int, float]:
    """Seconds of all that is submitted in each turn of a game, with what follows from it by itself."""
    game, found = again(whole), dict[int, float]()
    with uncollected():
        for given in whole.orders:
            turn = whole.system.face.status(game.state).turn
            start = process_time()
            game.submit(given.side, given.order)
            found[turn] = found.get(turn, 0.0) + process_time() - start
    return found


def menus(whole: Played, positions: int) -> dict[str, float]:
    """Seconds of the slowest first menu of each step, of states that nobody has asked anything."""
    found: dict[str, float] = {}
    for moment in moments(whole, positions):
        door = moment.system.door(moment.state.copy(), moment.side)
        with uncollected():
            took = seconds(lambda door=door: door.choices(()))  # type: ignore[misc]
        found[moment.step] = max(found.get(moment.step, 0.0), took)
    return found


def lines(whole: Played, positions: int) -> float:
    """Seconds of a line of sight between two elements, none of which is known."""
    found = []
    for moment in moments(whole, positions):
        without_lines(moment.state)
        number = 0

        def drawn(state: object = moment.state) -> None:
            nonlocal number
            number = war_lines(state)

        took = seconds(drawn)
        if number:
            found.append(took / number)
    return median(found)


def measure(run: Run) -> Iterator[Found]:
    """The longest turn, the slowest menus."""
    for scenario in run.scenarios:
        whole, war = played(scenario), kind(scenario) == WAR
        longest = max(turns(whole).values())
        yield Found("turn submitted, longest", longest, "s", TURN if war else None, scenario)
        found = menus(whole, FEW if run.quick else POSITIONS)
        step, slowest = max(found.items(), key=lambda one: one[1])
        yield Found("first menu, max", MILLI * slowest, "ms", MENU if war else None, scenario, {"step": step})
        if war:
            plans = max(took for step, took in found.items() if PLANNING in step)
            yield Found("first menu of a plan, max", MILLI * plans, "ms", PLAN, scenario)
            yield Found("line of sight of a pair, fresh", MICRO * lines(whole, 3), "us", LINE, scenario)
        if war and not run.quick:
            took = seconds(lambda scenario=scenario: play_game(system(scenario), SEED, {}))  # type: ignore[misc]
            yield Found("game of computer players", took, "s", GAME, scenario)
