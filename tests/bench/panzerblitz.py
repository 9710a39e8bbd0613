"""How fast PanzerBlitz runs without a screen on its largest Situations: reach, odds, replay, random play, games."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter

from content.panzerblitz.scenarios import scenario
from content.panzerblitz.tables import terrain_looks
from core.ai import RandomPlayer
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.game import Game
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.fire.attacks_begun import by_strength
from core.panzerblitz.fire.firing import all_bearing
from core.panzerblitz.movement.move import reach
from core.panzerblitz.opponent.judgement import best_order
from core.panzerblitz.sequence import MOVING, Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.panzerblitz.system import PanzerBlitz
from core.simulate import play_game, play_out

LARGEST = ("first-panzer-army", "korsun-pocket", "nikopol-bridgehead")


def rules(situation: str) -> PanzerBlitz:
    """The rules of a shipped Situation."""
    return PanzerBlitz(scenario(situation), terrain_looks(), ())


def times(run: Callable[[], object], rounds: int = 3) -> float:
    """The least milliseconds of several runs."""
    best = 1e9
    for _ in range(rounds):
        start = perf_counter()
        run()
        best = min(best, 1000 * (perf_counter() - start))
    return best


def moments(game: Game[BlitzState], kinds: tuple[Kind, ...], most: int) -> Iterator[BlitzState]:
    """States of a game in which a side acts in certain steps, spread over it."""
    state = game.system.initial()
    found = []
    for n, event in enumerate(game.journal):
        game.system.evolve(state, event)
        if event.name == "pb-step-begun" and kind_of(state.step) in kinds and game.system.active(state):
            found.append(n)
    for n in found[:: max(1, len(found) // most)]:
        yield game.at(n + 1)


def _reach_afresh(state: BlitzState, unit: UnitId) -> None:
    reach(state.copy(), unit)


def _evolve_all(game: Game[BlitzState]) -> None:
    state = game.system.initial()
    for event in game.journal:
        game.system.evolve(state, event)


def reaches(game: Game[BlitzState]) -> list[float]:
    """Milliseconds of the reach of every unit that can move, at several moments."""
    found = []
    for state in moments(game, MOVING, 6):
        side = game.system.active(state)[0]
        for unit in state.of(side):
            if unit.carrier is None and state.type(unit.id).movement > 1:
                found.append(times(partial(_reach_afresh, state, unit.id), 2))
    return found


def odds(game: Game[BlitzState]) -> list[float]:
    """Milliseconds of the odds panel for every hex that may be attacked: the methods compared, then all that bear."""
    found = []
    for state in moments(game, (Kind.FIRE,), 12):
        side = game.system.active(state)[0]
        for hex_, units in all_bearing(state, side).items():
            picks = (f"attack:{hex_}", "selective", *by_strength(state, units)[:1])
            found.append(times(partial(odds_report, state, side, picks[:1]), 1))
            found.append(times(partial(odds_report, state, side, picks), 1))
    return found


def random_orders(situation: str, most: int = 400) -> float:
    """Orders a second of random play: the choices walked until an order is complete, checked, submitted."""
    game: Game[BlitzState] = Game(rules(situation), SeededDice("bench"))
    players = {SideId(s.id): RandomPlayer(SeededDice(f"bench/{s.id}")) for s in game.system.sides}
    start = perf_counter()
    count = sum(1 for _ in play_out(game, players, most))
    return count / (perf_counter() - start)


def decisions(game: Game[BlitzState]) -> list[float]:
    """Milliseconds of decisions of the greedy player, one in each step of the game."""
    found = []
    for state in moments(game, (Kind.FIRE, Kind.VEHICLES, Kind.OTHERS, Kind.ASSAULT), 40):
        side = game.system.active(state)[0]
        view = game.system.view(state, side)
        found.append(times(partial(best_order, view, side, SeededDice("x")), 1))
    return found


def main() -> int:
    """Print a table and a line of JSON for each Situation."""
    for situation in LARGEST:
        rows: dict[str, float] = {}
        start = perf_counter()
        game, played = play_game(rules(situation), "bench", {})
        rows["whole greedy game, s"] = perf_counter() - start
        rows["orders"], rows["events"] = played.orders, played.events
        for name, found in (("reach", reaches(game)), ("odds panel", odds(game)), ("decision", decisions(game))):
            found.sort()
            rows[f"{name}, median ms"] = median(found)
            rows[f"{name}, p95 ms"] = found[int(len(found) * 0.95)]
            rows[f"{name}, worst ms"] = found[-1]
        rows["evolve, events / s"] = 1000 * played.events / times(partial(_evolve_all, game))
        rows["random play, orders / s"] = random_orders(situation)
        for label, value in rows.items():
            sys.stdout.write(f"{situation:20}{label:28}{value:12,.2f}\n")
        sys.stdout.write(json.dumps({"situation": situation, **rows}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
