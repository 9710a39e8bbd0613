"""Memory: of a game on the screen beside a bare Textual app, of a game alone, and of many games one after the other.

``python -m tests.bench.memory N`` plays at N games in its own process and prints the megabytes after each.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import sleep
from typing import Any

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.play.game import Game
from core.play.simulate import play_out
from saves.course import WatchingDice
from saves.session import write_journal
from tests.bench.clock import memory_of
from tests.bench.games import Run, kind, played, scenarios
from tests.bench.saves import header_of
from tests.bench.table import Aim, Found
from tests.bench.terminal import BARE, MAIN, PLAYING, Terminal

SCREEN, FLAT = Aim(100), Aim(20)
#: Games one after the other, and the orders that each is played for.
GAMES, FEW, ORDERS = 200, 16, 25


def after_each(games: int) -> Iterator[float]:
    """Play at so many games, each opened anew: the smallest scenario of each kind in turn. Megabytes after each."""
    smallest = {kind(scenario): scenario for scenario in scenarios()}
    for number, scenario in enumerate(islice(cycle(smallest.values()), games)):
        rules = catalogue.open_system(scenario)
        game: Game[Any] = Game(rules, SeededDice(f"memory {number}"))
        players = {look.id: player("random", f"memory {number}/{look.id}") for look in rules.sides}
        for _ in play_out(game, players, ORDERS):
            pass
        yield memory_of()


def on_screen(code: str, arguments: list[str], words: bytes) -> float:
    """Megabytes of a program when it has painted its screen and come to rest."""
    with tempfile.TemporaryDirectory() as data:
        terminal = Terminal.start(code, arguments, (120, 40), data)
        terminal.until(words, 60.0)
        terminal.read(1.0)
        sleep(0.5)
        found = memory_of(terminal.child.pid)
        terminal.stop()
    return found


def measure(run: Run) -> Iterator[Found]:
    """Of the game with most events among the scenarios, and of games one after the other."""
    whole = max((played(scenario) for scenario in run.scenarios), key=lambda one: len(one.events))
    scenario = whole.system.scenario
    bare = on_screen(BARE, [], b"READY")
    yield Found("a bare Textual app", bare, "MB")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "game.journal"
        write_journal(path, header_of(whole), whole.events)
        watched = on_screen(MAIN, ["replay", str(path)], PLAYING)
    what = f"a game of {len(whole.events):,} events over the bare app"
    yield Found(what, watched - bare, "MB", SCREEN, scenario)
    before = memory_of()
    game: Game[Any] = Game(whole.system, WatchingDice(), events=whole.events)
    yield Found("  states that it keeps", memory_of() - before, "MB", None, scenario, {"events": len(game.journal)})
    games = FEW if run.quick else GAMES
    command = [sys.executable, "-m", __name__, str(games)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    sizes = [float(line) for line in lines]
    # What is kept for good is there when each scenario has been played at a few times.
    first = sizes[min(len(sizes) // 2, 20) - 1]
    detail = {"first": first, "last": sizes[-1]}
    yield Found(f"growth over {games} games one after the other", sizes[-1] - first, "MB", FLAT, "", detail)


if __name__ == "__main__":
    for size in after_each(int(sys.argv[1])):
        sys.stdout.write(f"{size}\n")
