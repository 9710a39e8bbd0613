"""What twice the units cost: the time of an order, kind by kind, in scenarios of half, all and twice their units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log2
from statistics import fmean

from tests.bench.clock import MILLI
from tests.bench.forces import SIZES, sized
from tests.bench.games import Run
from tests.bench.random_play import Taken, random_play
from tests.bench.table import Aim, Found

#: How many times as long an order may take with twice the units.
TWICE = 2.2
#: Turns that are played, and at most so many orders; in short.
TURNS, ORDERS = 3, 1500
FEW_TURNS, FEW = 2, 600
#: How often a kind of order must come up to be compared.
OFTEN = 4


def factor(less: Sequence[Taken], more: Sequence[Taken], mix: Sequence[Taken], part: str) -> float:
    """How many times as long an order takes, on the mix of kinds of one of the games."""
    before = after = 0.0
    for name in {taken.name for taken in mix}:
        few, many = ([getattr(t, part) for t in game if t.name == name] for game in (less, more))
        if len(few) >= OFTEN and len(many) >= OFTEN:
            share = sum(t.name == name for t in mix)
            before += share * fmean(few)
            after += share * fmean(many)
    return after / before if before else 0.0


def measure(run: Run) -> Iterator[Found]:
    """Milliseconds of an order at each size, and the factors from each size to the next."""
    turns, orders = (FEW_TURNS, FEW) if run.quick else (TURNS, ORDERS)
    for scenario in run.scenarios:
        games: dict[float, list[Taken]] = {}
        units: dict[float, int] = {}
        for size in SIZES:
            rules = sized(scenario, size)
            if rules is None:
                continue
            random_play(rules, "warm", 20)
            games[size] = taken = random_play(rules, "bench", orders, turns)
            units[size] = sum(len(formation.units) for formation in rules.formations())
            each = MILLI * fmean(t.whole for t in taken)
            detail = {
                "units": units[size],
                "orders": len(taken),
                "submit, ms": MILLI * fmean(t.submitted for t in taken),
            }
            yield Found(f"random order, units x {size:g} ({units[size]})", each, "ms", None, scenario, detail)
        for less, more in pairwise(SIZES):
            if less in games and more in games:
                aim = Aim(round((units[more] / units[less]) ** log2(TWICE), 2))
                for part, title in (("submitted", "submitted"), ("whole", "found and submitted")):
                    grown = factor(games[less], games[more], games[1.0], part)
                    yield Found(f"growth x {less:g} to x {more:g}, order {title}", grown, "x", aim, scenario)
