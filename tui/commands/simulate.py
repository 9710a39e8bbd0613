"""``panzerhex simulate``: computer players against each other, many games at a time."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from core.yardstick.result import GameResult, Key, as_data, seed_of
from tui.commands.common import (
    CommandError,
    Commands,
    checked_level,
    checked_options,
    checked_sides,
    command,
    note,
    positive,
    print_json,
    scenario_named,
)
from tui.commands.farming import FAILED, add_farm, results_of

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "simulate",
        run,
        "let computer players play",
        "panzerhex simulate the-bridge --games 100 --side soviet=random --jobs 2 --out results.jsonl",
        "With --out every result is written as it comes, and the same command goes on where it was stopped; "
        "'panzerhex report FILE' says what the results mean.",
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="id of a scenario; 'panzerhex scenarios' lists them")
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="how many games")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="seed of the first game; the next have N+1 ..."
    )
    parser.add_argument(
        "--run", dest="name", metavar="NAME", help="seeds of a run of this name instead, like no other's"
    )
    parser.add_argument(
        "--side", metavar="SIDE=LEVEL", action="append", default=[], help="the computer player of a side"
    )
    parser.add_argument("--option", metavar="ID", action="append", default=[], help="switch an optional rule on")
    parser.add_argument(
        "--options-grid", metavar="ID,ID...", help="so many games with each combination of these on and off"
    )
    add_farm(parser)
    parser.add_argument("--save", metavar="DIR", type=Path, help="save every game into this folder")
    parser.add_argument(
        "--why", action="store_true", help="with --save: keep why each order was given too; 'y' shows it in the replay"
    )
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Play the games."""
    info = scenario_named(args.scenario)
    levels = {s.id: "greedy" for s in info.sides} | checked_sides(info, args.side, _level)
    grid = combinations(info, checked_options(info, args.option), args.options_grid)
    keys = _keys(args, info, levels, grid)
    if args.why and not args.save:
        raise CommandError("--why says what is kept in saved games; add --save DIR")
    if args.save:
        _prepare(args.save, keys, grid)
    began = perf_counter()
    results: list[GameResult] = []
    for result in results_of(args, keys, args.save, why=args.why):
        results.append(result)
        if not args.json:
            print(_line(result, told_options=len(grid) > 1), flush=True)
    order = {key: at for at, key in enumerate(keys)}
    results.sort(key=lambda one: order[one.key])
    totals = _totals(results, tuple(levels), perf_counter() - began)
    if args.json:
        told = {"options": list(grid[0])} if len(grid) == 1 and grid[0] else {}
        more = {"grid": _by_options(results, tuple(levels), grid)} if len(grid) > 1 else {}
        games = [as_data(r) for r in results]
        print_json({"scenario": info.id, **told, "sides": levels, "games": games, "totals": totals, **more})
    else:
        _tell(totals)
        for one in _by_options(results, tuple(levels), grid) if len(grid) > 1 else ():
            wins = ", ".join(f"{who} {n}" for who, n in one["totals"]["wins"].items())
            print(f"{' '.join(one['options']) or 'no option'}: {one['totals']['games']} games, won by: {wins}")
    return FAILED if totals["failed"] else 0


def combinations(info: ScenarioInfo, always: tuple[str, ...], grid: str | None) -> list[tuple[str, ...]]:
    """All sets of options to be played: those that are always on, with each combination of those of the grid.

    A combination that does not go together is left out, and told. CommandError if none is left.
    """
    from content import catalogue

    if not grid:
        return [always]
    names = [name for name in checked_names(info, grid) if name not in always]
    found = []
    for on in product((False, True), repeat=len(names)):
        options = (*always, *(name for name, is_on in zip(names, on, strict=True) if is_on))
        refused = catalogue.options_refused(info.id, options)
        if refused:
            note(f"{' '.join(options)} is left out: {refused}")
        else:
            found.append(options)
    if not found:
        raise CommandError("no combination of --options-grid can be played; name others")
    return found


def checked_names(info: ScenarioInfo, grid: str) -> tuple[str, ...]:
    """The options of a grid, each of which the scenario must have."""
    names = tuple(dict.fromkeys(name.strip() for name in grid.split(",") if name.strip()))
    for name in names:
        if name not in info.options:
            checked_options(info, (name,))
    return names


def _keys(
    args: argparse.Namespace, info: ScenarioInfo, levels: dict[str, str], grid: Sequence[tuple[str, ...]]
) -> list[Key]:
    from tui.farm.game import keys

    if args.name:
        seeds = [seed_of(args.name, info.id, number) for number in range(1, args.games + 1)]
    else:
        seeds = [str(args.seed + k) for k in range(args.games)]
    return [key for options in grid for key in keys(info.id, options, levels, seeds)]


def _prepare(folder: Path, keys: Sequence[Key], grid: Sequence[tuple[str, ...]]) -> None:
    """The folder for journals, into which none is written that is there already."""
    from tui.farm.game import Task, save_path

    if len(grid) > 1:
        raise CommandError("--save keeps games of one set of options; leave out --options-grid")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot save into {folder}: {error.strerror}; choose another folder") from error
    for key in keys:
        if (path := save_path(Task(key, "", folder))).exists():
            raise CommandError(f"{path} exists already; choose another folder or seed")


def _line(result: GameResult, *, told_options: bool) -> str:
    name = f"seed {result.seed}{''.join(f' +{option}' for option in result.options) if told_options else ''}"
    if result.failed:
        return f"{name}: failed: {result.failed}"
    scores = ", ".join(f"{side} {points}" for side, points in result.scores.items())
    return (
        f"{name}: {result.level}, {result.winner or 'nobody'} wins; {scores}; "
        f"{result.turns} turns, {result.orders} orders, {result.seconds:.2f} s"
    )


def _level(text: str) -> str:
    return checked_level(text.removeprefix("ai:"))


def _totals(results: Sequence[GameResult], sides: tuple[str, ...], seconds: float) -> dict[str, Any]:
    good = [r for r in results if not r.failed]
    winners = [r.winner or "nobody" for r in good]
    return {
        "games": len(results),
        "failed": len(results) - len(good),
        "seconds": round(seconds, 4),
        "median_seconds": statistics.median(r.seconds for r in good) if good else 0.0,
        "turns": sum(r.turns for r in good),
        "orders": sum(r.orders for r in good),
        "events": sum(r.events for r in good),
        "wins": {who: winners.count(who) for who in dict.fromkeys([*sides, *winners])},
        "mean_scores": {side: statistics.fmean(r.scores[side] for r in good) for side in sides if good},
    }


def _by_options(
    results: Sequence[GameResult], sides: tuple[str, ...], grid: Sequence[tuple[str, ...]]
) -> list[dict[str, Any]]:
    told = []
    for options in grid:
        some = [r for r in results if r.options == options]
        told.append({"options": list(options), "totals": _totals(some, sides, sum(r.seconds for r in some))})
    return told


def _tell(totals: dict[str, Any]) -> None:
    wins = ", ".join(f"{who} {n}" for who, n in totals["wins"].items())
    failed = f"; {totals['failed']} failed" if totals["failed"] else ""
    print(
        f"{totals['games']} games in {totals['seconds']:.1f} s; won by: {wins}; "
        f"median {totals['median_seconds']:.2f} s{failed}"
    )
