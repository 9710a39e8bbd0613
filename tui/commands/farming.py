"""What commands have in common that let computers play many games: where, and into which file the results go."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.yardstick.pairs import scheduled
from core.yardstick.result import GameResult, Key, seed_of
from tui.commands.common import FAILED, CommandError, Parser, note, positive

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo

__all__ = ["FAILED", "add_farm", "paired", "pairs_of_games", "results_of"]


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
    args: argparse.Namespace, keys: Sequence[Key], save: Path | None = None, *, why: bool = False
) -> Generator[GameResult, None, None]:
    """The games of a command, as its options have them played. CommandError if they cannot be, or not all of them."""
    from tui.farm.places import PlaceGoneError
    from tui.farm.results import ResultsError
    from tui.farm.run import Run

    asked = Run(told=note, jobs=args.jobs, cluster=args.on, out=args.out, save=save, why=why)
    try:
        yield from asked.results(keys)
    except (PlaceGoneError, ResultsError) as error:
        raise CommandError(str(error)) from error


def paired(games: int) -> None:
    """CommandError of a number of games that are no pairs."""
    if games % 2:
        raise CommandError(f"--games {games} is odd, but each seed is played from both sides; say {games + 1}")


def pairs_of_games(
    run: str,
    games: int,
    played: Sequence[tuple[ScenarioInfo, tuple[str, ...]]],
    players: Callable[[str], Sequence[str]],
) -> list[Key]:
    """So many games in each scenario, with its options, each seed from both sides, in an order in which every scenario
    and every two players have had their share at any time. players: those who play by a seed."""
    from tui.farm.game import keys

    def of(number: int) -> Iterator[Key]:
        for info, options in played:
            seed = seed_of(run, info.id, number)
            for seats in scheduled(players(seed)):
                yield from keys(info.id, options, dict(zip((s.id for s in info.sides), seats, strict=False)), (seed,))

    return [key for number in range(1, games // 2 + 1) for key in of(number)]
