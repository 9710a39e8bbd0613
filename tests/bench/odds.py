"""Exact odds of what may be ordered, by kind of act, asked of positions in which no menu has been worked out before.

What to ask is found in a process of its own, so that what the menus kept does not answer here.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from time import process_time

from core.choice import Partial
from core.order import IllegalOrder
from tests.bench.clock import MILLI, high
from tests.bench.games import Moment, Run, moments, played
from tests.bench.keys import Keyboard
from tests.bench.table import Aim, Found

AIM = Aim(2)
POSITIONS, FEW = 200, 60
#: Words of orders under which a shot or several are announced.
_FIRE = ("fire", "overwatch-fire")

#: By number of the event before which it may be ordered: the act and the picks that stand for it.
Acts = dict[int, list[tuple[str, Partial]]]


def acts(scenario: str, positions: int) -> Acts:
    """Orders with odds that could be given in positions of a whole game, one of each kind in each."""
    random, found = Random(1), Acts()
    for moment in moments(played(scenario), positions):
        here: dict[str, Partial] = {}
        for key in Keyboard(moment, random).pressed():
            act = _act(moment, key.partial)
            if act:
                here.setdefault(act, key.partial)
        found[moment.number] = list(here.items())
    return found


def _act(at: Moment, partial: Partial) -> str:
    """What kind of act it is for whose odds one asks; "" without any."""
    door = at.system.door(at.state, at.side)
    report = door.odds(partial)
    if report is None:
        return ""
    try:
        name = door.order(partial).name
    except IllegalOrder:
        return ""
    if name in _FIRE:
        return "one shot" if report.title.startswith("one ") else "shots together"
    if name.endswith("assault"):
        return report.title.partition(" on ")[0]
    return name.removeprefix("pb-")


def asked(scenario: str, positions: int) -> dict[str, list[float]]:
    """Milliseconds of the odds of each kind of act."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        wanted = elsewhere.submit(acts, scenario, positions).result()
    found: dict[str, list[float]] = {}
    for moment in moments(played(scenario), positions):
        for act, partial in wanted.get(moment.number, ()):
            state = moment.system.copy(moment.state)
            door = moment.system.door(state, moment.side)
            start = process_time()
            door.odds(partial)
            found.setdefault(act, []).append(MILLI * (process_time() - start))
    return found


def measure(run: Run) -> Iterator[Found]:
    """p95 and most of each kind of act."""
    for scenario in run.scenarios:
        for act, times in sorted(asked(scenario, FEW if run.quick else POSITIONS).items()):
            detail = {"asked": len(times), "median, ms": median(times)}
            yield Found(f"odds of {act}, p95", high(times), "ms", AIM, scenario, detail)
            yield Found(f"odds of {act}, max", max(times), "ms", AIM, scenario)
