"""What commands have in common that let computers play many games: where, and into which file the results go."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Sequence
from pathlib import Path

from core.yardstick.result import GameResult, Key
from tui.commands.common import FAILED, CommandError, Parser, note, positive

__all__ = ["FAILED", "add_farm", "results_of"]


def add_farm(parser: Parser) -> None:
    """Describe the options that say where games are played."""
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help="games at the same time (default 1)")
    parser.add_argument(
        "--on", metavar="tcp://HOST:PORT", default="", help="a Dask cluster that plays them, by its scheduler"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="write each result as a JSON line; what it has is not played again"
    )


def results_of(
    args: argparse.Namespace, keys: Sequence[Key], save: Path | None = None
) -> Generator[GameResult, None, None]:
    """The games of a command, as its options have them played. CommandError if they cannot be, or not all of them."""
    from tui.farm.places import PlaceGoneError
    from tui.farm.results import ResultsError
    from tui.farm.run import Run

    asked = Run(told=note, jobs=args.jobs, cluster=args.on, out=args.out, save=save)
    try:
        yield from asked.results(keys)
    except (PlaceGoneError, ResultsError) as error:
        raise CommandError(str(error)) from error
