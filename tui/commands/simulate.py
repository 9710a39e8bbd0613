"""``panzerhex simulate``: computer players against each other, many games at a time."""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from tui.commands.common import (
    CommandError,
    Commands,
    checked_level,
    checked_options,
    checked_sides,
    command,
    positive,
    print_json,
    scenario_named,
)
from tui.own_content import read_own_content

if TYPE_CHECKING:
    from core.system import RuleSystem


@frozen
class Task:
    """One game to play: with which seed, players and options, and where to save it."""

    scenario: str
    seed: str
    levels: Mapping[str, str]
    save: Path | None
    options: tuple[str, ...] = ()


@frozen
class Result:
    """A game that was played. seconds: of wall clock, without reading the scenario."""

    seed: str
    turns: int
    orders: int
    events: int
    seconds: float
    scores: Mapping[str, int]
    winner: str | None
    level: str


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "simulate",
        run,
        "let computer players play",
        "panzerhex simulate the-bridge --games 100 --side soviet=random --jobs 2 --json",
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="id of a scenario; 'panzerhex scenarios' lists them")
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="how many games")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="seed of the first game; the next have N+1 ..."
    )
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help="games at the same time (default 1)")
    parser.add_argument(
        "--side", metavar="SIDE=LEVEL", action="append", default=[], help="the computer player of a side"
    )
    parser.add_argument("--option", metavar="ID", action="append", default=[], help="switch an optional rule on")
    parser.add_argument("--save", metavar="DIR", type=Path, help="save every game into this folder")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Play the games."""
    info = scenario_named(args.scenario)
    levels = {s.id: "greedy" for s in info.sides} | checked_sides(info, args.side, _level)
    options = checked_options(info, args.option)
    tasks = [Task(info.id, str(args.seed + k), levels, args.save, options) for k in range(args.games)]
    if args.save:
        try:
            args.save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"cannot save into {args.save}: {error.strerror}; choose another folder") from error
        for task in tasks:
            if save_path(task).exists():
                raise CommandError(f"{save_path(task)} exists already; choose another folder or seed")
    began = perf_counter()
    results: list[Result] = []
    for result in play_all(tasks, args.jobs):
        results.append(result)
        if not args.json:
            scores = ", ".join(f"{side} {points}" for side, points in result.scores.items())
            print(
                f"seed {result.seed}: {result.level}, {result.winner or 'nobody'} wins; {scores}; "
                f"{result.turns} turns, {result.orders} orders, {result.seconds:.2f} s",
                flush=True,
            )
    totals = _totals(results, perf_counter() - began)
    if args.json:
        told = {"options": list(options)} if options else {}
        print_json(
            {"scenario": info.id, **told, "sides": levels, "games": [asdict(r) for r in results], "totals": totals}
        )
        return 0
    wins = ", ".join(f"{who} {n}" for who, n in totals["wins"].items())
    print(
        f"{totals['games']} games in {totals['seconds']:.1f} s; won by: {wins}; median {totals['median_seconds']:.2f} s"
    )
    return 0


def play_all(tasks: list[Task], jobs: int) -> Iterator[Result]:
    """Play all games, so many at a time; the results come in the order of the tasks."""
    if min(jobs, len(tasks)) == 1:
        yield from map(play_one, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Begun anew, not forked: whoever calls this may have threads, whose locks a copy would hold for ever.
    workers = min(jobs, len(tasks), 4 * (os.cpu_count() or 1))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=read_own_content) as pool:
        try:
            yield from pool.map(play_one, tasks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def play_one(task: Task) -> Result:
    """Play one game, and save it when it is over."""
    from core.play.simulate import play_game

    system = _system(task.scenario, task.options)
    began = perf_counter()
    game, played = play_game(system, task.seed, task.levels)
    seconds = perf_counter() - began
    if task.save:
        from saves.line import Header
        from saves.session import write_journal

        header = Header(
            system=system.id,
            edition=system.edition,
            scenario=task.scenario,
            options=system.options,
            sides={side: f"ai:{level}" for side, level in task.levels.items()},
            content=_content(task.scenario),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            seed=task.seed,
        )
        write_journal(save_path(task), header, game.journal)
    return Result(
        seed=played.seed,
        turns=played.turns,
        orders=played.orders,
        events=played.events,
        seconds=round(seconds, 4),
        scores=dict(played.scores),
        winner=played.winner,
        level=played.level,
    )


def save_path(task: Task) -> Path:
    """The file of a simulated game."""
    from saves.library import SUFFIX, slug

    return (task.save or Path()) / f"{slug(task.scenario)}-{task.seed}{SUFFIX}"


@lru_cache(maxsize=1)
def _system(scenario: str, options: tuple[str, ...]) -> RuleSystem[Any]:
    from content import catalogue

    return catalogue.open_system(scenario, options)


@lru_cache(maxsize=1)
def _content(scenario: str) -> str:
    from content import catalogue

    return catalogue.content_hash(scenario)


def _level(text: str) -> str:
    return checked_level(text.removeprefix("ai:"))


def _totals(results: list[Result], seconds: float) -> dict[str, Any]:
    winners = [r.winner or "nobody" for r in results]
    sides = results[0].scores if results else {}
    return {
        "games": len(results),
        "seconds": round(seconds, 4),
        "median_seconds": statistics.median(r.seconds for r in results),
        "turns": sum(r.turns for r in results),
        "orders": sum(r.orders for r in results),
        "events": sum(r.events for r in results),
        "wins": {who: winners.count(who) for who in dict.fromkeys([*sides, *winners])},
        "mean_scores": {side: statistics.fmean(r.scores[side] for r in results) for side in sides},
    }
