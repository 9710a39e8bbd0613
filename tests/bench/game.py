"""How fast a game runs without a screen: orders, odds, replay, seeking, whole games, memory."""

from __future__ import annotations

import json
import pickle
import sys
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import perf_counter

from core.codec import decode, encode
from core.dice import ScriptedDice, SeededDice
from core.event import OrderGiven
from core.game import Game
from core.panzer.ap.basic import shot_terms
from core.panzer.ap.basic_odds import shot_odds
from core.panzer.state import PanzerState
from core.simulate import play_game
from tests.core.positions import SCENARIOS, played, system

#: The game of some 40 units with everything in it that stands for those of the Advanced Game.
ADVANCED_GAME = "halfaya-pass"


def timed(run: Callable[[], object], times: int = 3) -> float:
    """Median seconds of several runs."""
    found = []
    for _ in range(times):
        start = perf_counter()
        run()
        found.append(perf_counter() - start)
    return median(found)


def orders_a_second(scenario: str) -> float:
    """Orders of a real game: checked, decided with its own dice, evolved, kept in memory."""
    game = played(scenario, "bench", orders=20_000)
    orders = [e for e in game.journal if isinstance(e, OrderGiven)]
    results = [r.result for e in game.journal for r in e.rolls]

    def again() -> None:
        copy: Game[PanzerState] = Game(game.system, ScriptedDice(results))
        copy.begin()
        for given in orders:
            copy.submit(given.side, given.order)

    return len(orders) / timed(again)


def random_orders_a_second(scenario: str) -> float:
    """Random play: legal choices of a side, one order built from them, submitted."""
    count = 0

    def run() -> None:
        nonlocal count
        _, result = play_game(system(scenario), "random", {s.id: "random" for s in system(scenario).sides})
        count = result.orders

    seconds = timed(run, 1)
    return count / seconds


def main() -> int:
    """Print a table and a line of JSON."""
    rows: dict[str, float] = {}
    largest = max(SCENARIOS, key=lambda s: len(system(s).initial().units))
    game = played(largest, "bench", orders=20_000)
    events = list(game.journal)
    written = [encode(e) for e in events]
    rules = system(largest)

    def evolve_all() -> None:
        state = rules.initial()
        for event in events:
            rules.evolve(state, event)

    rows["events in the game"] = len(events)
    rows["orders submitted / s"] = orders_a_second(largest)
    rows["random play: orders / s"] = random_orders_a_second(largest)
    rows["evolve decoded events / s"] = len(events) / timed(evolve_all)
    rows["decode events / s"] = len(events) / timed(lambda: [decode(w) for w in written])
    middle = [len(events) * k // 7 for k in range(1, 7)]
    rows["seek, median ms"] = 1000 * median(timed(lambda n=n: game.at(n), 1) for n in middle)  # type: ignore[misc]
    state, terms = rules.initial(), None
    for event in events:
        rules.evolve(state, event)
        if event.name == "fire-announced":
            shots = event.shots  # type: ignore[attr-defined]
            terms = shot_terms(state, shots[0], overwatch=event.overwatch)  # type: ignore[attr-defined]
            break
    if terms is not None:
        rows["exact odds of a shot, ms"] = 1000 * timed(lambda: shot_odds(state, terms), 20)
    seconds = [timed(lambda s=s: play_game(system(largest), s, {}), 1) for s in ("a", "b", "c")]  # type: ignore[misc]
    rows["whole greedy game, s"] = median(seconds)
    rules_ = system(ADVANCED_GAME)
    _, whole = play_game(rules_, "a", {})
    rows["whole greedy advanced game, s"] = timed(lambda: play_game(rules_, "b", {}), 1)
    rows["orders in one like it"] = whole.orders
    rows["random advanced: orders / s"] = random_orders_a_second(ADVANCED_GAME)
    rows["copy a state, us"] = 1e6 * timed(lambda: [state.copy() for _ in range(100)]) / 100
    rows["pickled state, kB"] = len(pickle.dumps(state)) / 1000
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept: Game[PanzerState] = Game(rules, SeededDice("memory"), events=[decode(w) for w in written])
    rows["memory of the game, MB"] = (tracemalloc.get_traced_memory()[0] - before) / 1e6
    tracemalloc.stop()
    for name, value in rows.items():
        sys.stdout.write(f"{name:30}{value:14,.2f}\n")
    sys.stdout.write(json.dumps({"scenario": largest, "journal": len(kept.journal), **rows}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
