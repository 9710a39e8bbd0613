"""A turn of the default computer player: every decision that it takes for one side, in the middle of a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from core.ai import player
from core.event import SideId
from tests.bench.clock import MILLI
from tests.bench.games import Played, Run, moments, played
from tests.bench.table import Aim, Found

LEVEL = "greedy"
#: Seconds of a turn of 100 units, seconds of a decision.
TURN, DECISION = Aim(20), Aim(2)
#: So many units are what the aim of a turn is for.
UNITS = 100


def decisions(whole: Played, turns: int) -> dict[tuple[int, SideId], list[float]]:
    """Seconds of each decision of some turns about the middle of a game, by turn and side."""
    last = whole.system.face.status(_end(whole)).turn
    first = max(1, (last - turns + 1) // 2)
    thinkers = {look.id: player(LEVEL, f"bench/{look.id}") for look in whole.system.sides}
    found: dict[tuple[int, SideId], list[float]] = {}
    for moment in moments(whole, len(whole.orders), lambda step, turn: first <= turn < first + turns):
        view = moment.system.view(moment.state, moment.side)
        start = process_time()
        thinkers[moment.side].order(moment.system, view, moment.side)
        found.setdefault((moment.turn, moment.side), []).append(process_time() - start)
    return found


def _end(whole: Played) -> object:
    state = whole.system.initial()
    for event in whole.events:
        whole.system.evolve(state, event)
    return state


def measure(run: Run) -> Iterator[Found]:
    """The longest turn and the slowest decision of those measured."""
    for scenario in run.scenarios:
        whole = played(scenario)
        found = decisions(whole, 1 if run.quick else 2)
        units = sum(len(formation.units) for formation in whole.system.formations())
        turn = max(sum(all_) for all_ in found.values())
        aim = Aim(TURN.figure * max(1.0, units / UNITS))
        yield Found(f"turn of the computer's side of {units} units", turn, "s", aim, scenario)
        slowest = MILLI * max(max(all_) for all_ in found.values())
        aim = Aim(MILLI * DECISION.figure)
        yield Found("  one decision, max", slowest, "ms", aim, scenario, {"decisions": sum(map(len, found.values()))})
