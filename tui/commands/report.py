"""``panzerhex report``: what results of many games say."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.yardstick.intervals import wilson
from tui.commands.common import CommandError, Commands, command, print_json, say

if TYPE_CHECKING:
    from core.yardstick.elo import Ratings
    from core.yardstick.intervals import Interval
    from core.yardstick.report import Balance
    from core.yardstick.result import GameResult


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "report",
        run,
        "say what results of simulated games mean",
        "panzerhex report results.jsonl --notes",
        "Shares have intervals of Wilson, leads such by drawing the games anew; both hold 95 times of 100.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="results that --out has written")
    parser.add_argument("--notes", action="store_true", help="only the line for the notes of each scenario")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Read the results and tell."""
    from core.ai.trial import MARK
    from core.yardstick.elo import ratings
    from core.yardstick.pairs import bouts
    from core.yardstick.report import balances, failures

    read = _read(args.files)
    results = [one for one in read if not any(MARK in level for level in one.players.values())]
    tried = len(read) - len(results)
    found = balances(results)
    if args.notes:
        date = datetime.now(UTC).date().isoformat()
        notes = [(one.scenario, one.options, one.note(_names(one), date)) for one in found if one.tried.games]
        if args.json:
            print_json([{"scenario": name, "options": list(on), "note": text} for name, on, text in notes])
            return 0
        for name, on, text in notes:
            say(f"{name}{''.join(f' +{option}' for option in on)}: {text}")
        return 0
    paired = bouts(results)
    players = tuple(dict.fromkeys(level for one in results for level in one.players.values()))
    elo = ratings(paired, players) if paired else None
    if args.json:
        print_json(
            {
                "scenarios": [document(one) for one in found],
                "players": players_document(elo) if elo else [],
                "failed": [{"reason": why, "games": number} for why, number in failures(results)],
            }
        )
        return 0
    if found:
        say(table(found))
    if elo:
        say("\n" + players_table(elo))
    for why, number in failures(results):
        say(f"\n{number} without a result: {why}")
    if tried:
        say(f"\n{tried} games of players on trial: what they say is told by panzerhex learn with its own words again")
    return 0


def _read(files: Sequence[Path]) -> list[GameResult]:
    from tui.farm.results import ResultsError, read

    found: dict[Any, GameResult] = {}
    try:
        for path in files:
            found.update((result.key, result) for result in read(path))
    except ResultsError as error:
        raise CommandError(str(error)) from error
    if not found:
        raise CommandError(f"there is no result in {', '.join(map(str, files))}; play some with simulate --out")
    return list(found.values())


def _names(balance: Balance) -> tuple[str, str]:
    """The sides as the scenario calls them, by id where there is no such scenario here."""
    from content import catalogue
    from content.kit.load import ContentError

    try:
        names = {side.id: side.name for side in catalogue.scenario_info(balance.scenario).sides}
    except ContentError:
        names = {}
    first, second = (names.get(side, side) for side in balance.sides)
    return first, second


# -- telling ---------------------------------------------------------------------------------------

_HEADING = ("scenario", "players", "games", "won", "share (95 %)", "lead (95 %)", "turns", "changes", "decided", "is")


def table(found: Sequence[Balance]) -> str:
    """A row for each scenario, as Markdown."""
    return markdown(_HEADING, [_row(one) for one in found])


def _row(one: Balance) -> tuple[str, ...]:
    first, second = one.sides
    tried = one.tried
    failed = f" ({one.failed} failed)" if one.failed else ""
    level = one.levels[0] if one.levels[0] == one.levels[1] else " - ".join(one.levels)
    return (
        f"{one.scenario}{''.join(f' +{option}' for option in one.options)}",
        level,
        f"{tried.games}{failed}",
        f"{first} {tried.first}, {second} {tried.second}, drawn {tried.drawn}",
        f"{first} {tried.share}",
        f"{tried.lead:+.0f} ({one.margin.lowest:+.0f} to {one.margin.highest:+.0f})",
        f"{one.turns:g}",
        f"{one.changes:.1f}",
        f"{one.decided:g}",
        one.verdict,
    )


def players_table(elo: Ratings) -> str:
    """A row for each player, as Markdown."""
    rows = [
        (
            one.player,
            str(one.games),
            f"{one.points:g}",
            f"{one.share:.0%}",
            f"{one.elo:+.0f} ({one.interval.lowest:+.0f} to {one.interval.highest:+.0f})",
        )
        for one in elo.players
    ]
    return markdown(("player", "games", "points", "share", "Elo (95 %)"), rows)


def markdown(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose columns stand under one another."""
    widths = [max(len(row[at]) for row in (heading, *rows)) for at in range(len(heading))]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in (heading, *rows)]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def document(one: Balance) -> dict[str, Any]:
    """A scenario as JSON has it."""
    first, second = one.sides
    return {
        "scenario": one.scenario,
        "options": list(one.options),
        "players": dict(zip(one.sides, one.levels, strict=True)),
        "versions": list(one.versions),
        "games": one.tried.games,
        "failed": one.failed,
        "wins": {first: one.tried.first, second: one.tried.second, "nobody": one.tried.drawn},
        "share": {"side": first, "interval": interval(one.tried.share)},
        "lead": {"side": first, "mean": one.tried.lead, "interval": interval(one.margin)},
        "turns": one.turns,
        "lead_changes": one.changes,
        "decided": one.decided,
        "slowest": one.slowest,
        "verdict": one.verdict,
    }


def players_document(elo: Ratings) -> list[dict[str, Any]]:
    """Players as JSON has them."""
    return [
        {
            "player": one.player,
            "games": one.games,
            "points": one.points,
            "share": one.share,
            "interval": interval(wilson(one.points, one.games)),
            "elo": one.elo,
            "elo_interval": interval(one.interval),
        }
        for one in elo.players
    ]


def interval(found: Interval) -> list[float]:
    """An interval as JSON has it."""
    return [found.lowest, found.highest]
