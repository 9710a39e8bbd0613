"""Orders of whole games between computer players: checked, decided with their dice, evolved, kept in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import mean, median
from time import process_time

from core.order import Order
from tests.bench.clock import MILLI, as_in_the_program, high
from tests.bench.games import Played, Run, again, kind, played
from tests.bench.table import Aim, Found

#: Orders for each move of chess.
AIMS = {"basic": 0.5, "advanced": 0.25, "panzerblitz": 0.4, "panzerwar": 0.01}


def submitted(whole: Played) -> list[tuple[Order, float]]:
    """Every order of a game with the seconds that it took."""
    game, found = again(whole), []
    with as_in_the_program():
        for given in whole.orders:
            start = process_time()
            game.submit(given.side, given.order)
            found.append((given.order, process_time() - start))
    return found


def measure(run: Run) -> Iterator[Found]:
    """Orders a second on the mix of a whole game, and the slowest."""
    for scenario in run.scenarios:
        whole = played(scenario)
        submitted(whole)
        rounds = [submitted(whole) for _ in range(1 if run.quick else 3)]
        rate = median(len(taken) / sum(took for _, took in taken) for taken in rounds)
        each = [median(taken[n][1] for taken in rounds) for n in range(len(whole.orders))]
        kinds = defaultdict(list)
        for (order, _), took in zip(rounds[0], each, strict=True):
            kinds[order.name].append(MILLI * took)
        detail = {name: [len(all_), mean(all_), max(all_)] for name, all_ in sorted(kinds.items())}
        aim = Aim(AIMS[kind(scenario)], least=True, chess=True)
        yield Found("orders submitted", rate, "/s", aim, scenario, {"ms of each kind: number, mean, most": detail})
        yield Found("  events of them", rate * len(whole.events) / len(whole.orders), "/s", None, scenario)
        yield Found("  one order, p95", MILLI * high(each), "ms", None, scenario)
        yield Found("  one order, max", MILLI * max(each), "ms", None, scenario)
