"""``panzerhex analyse``: looking back on a game, or on several of one scenario."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tui.commands.common import CommandError, Commands, command, print_json, say
from tui.commands.moment import VIEW_HELP, Watched, eye_of, open_watched
from tui.replay.reel import Eye

if TYPE_CHECKING:
    from core.analysis.analysis import Analysis


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "analyse",
        run,
        "look back on a game: points, losses, luck, units, turning points",
        "panzerhex analyse my.journal",
        "Luck is what came of attempts against what was to be expected of them by the chances of the rules; what is "
        "not weighed is said. Several games of one scenario are compared. While a game runs it tells what a spectator "
        "knows; --view tells more of a game of your own.",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, or the name of one of your games")
    further = "further games of the same scenario, to be compared"
    parser.add_argument("more", metavar="MORE", nargs="*", default=[], help=further)
    parser.add_argument("--view", metavar="SIDE|all", help=VIEW_HELP)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as one JSON document")
    form.add_argument("--to", choices=("html",), help="as a page with curves, in which the game can be stepped through")


def run(args: argparse.Namespace) -> int:
    """Analyse one game, or several."""
    from core.analysis.data import as_data

    watched = [open_watched(name) for name in (args.file, *args.more)]
    for i, one in enumerate(watched):
        if any(one.path.samefile(other.path) for other in watched[:i]):
            raise CommandError(f"{name_of(one)} is named twice; name each game once")
    eyes = [eye_of(one.game.system, one.audience, args.view) for one in watched]
    if args.to:
        return _page(watched, eyes)
    if len(watched) > 1:
        return _compare(watched, eyes, as_json=args.json)
    name, analysis = name_of(watched[0]), analysis_of(watched[0], eyes[0])
    if args.json:
        print_json(as_data(name, analysis))
        return 0
    for line in in_words(name, analysis):
        say(line)
    return 0


def _page(watched: list[Watched], eyes: list[Eye]) -> int:
    from tui.commands.page import as_html

    if len(watched) > 1:
        raise CommandError("a page holds one game; name one, or compare several without --to")
    for piece in as_html(name_of(watched[0]), watched[0].game, eyes[0]):
        sys.stdout.write(piece)
    return 0


def name_of(watched: Watched) -> str:
    """What a game is called."""
    return watched.path.name.removesuffix(".journal")


def analysis_of(watched: Watched, eye: Eye) -> Analysis:
    """The analysis of a game as an eye may know it."""
    from core.analysis.analysis import analyse
    from core.analysis.study import study

    game = watched.game
    return analyse(study(game.system, game.journal, eye.side, everything=eye.all))


def _compare(watched: list[Watched], eyes: list[Eye], *, as_json: bool) -> int:
    from core.analysis.compare import compare
    from core.analysis.data import comparison_data
    from tui.analyse import words

    scenarios = {one.path: one.game.system.scenario for one in watched}
    if len(set(scenarios.values())) > 1:
        odd = next(path for path, scenario in scenarios.items() if scenario != scenarios[watched[0].path])
        raise CommandError(
            f"games of one scenario are compared: {watched[0].path.name} is of {scenarios[watched[0].path]}, "
            f"{odd.name} of {scenarios[odd]}; analyse each by itself"
        )
    found = compare([(name_of(w), analysis_of(w, eye)) for w, eye in zip(watched, eyes, strict=True)])
    if as_json:
        print_json(comparison_data(found))
        return 0
    names = [look.name for look in watched[0].game.system.sides]
    say(found.title)
    for line in (*words.aligned(words.comparison(found, names)), "", *words.comparison_lines(found, names)):
        say(line)
    return 0


def in_words(name: str, analysis: Analysis) -> Iterator[str]:
    """An analysis as lines of text."""
    from tui.analyse import words

    yield f"{analysis.study.title} ({name})"
    yield words.ending(analysis)
    for title, table in (
        ("Points and losses at the end of each turn", words.curves(analysis)),
        ("Luck by side: what came of attempts, of what was to be expected", words.luck_by_side(analysis)),
        ("Luck by kind of attempt", words.luck_by_kind(analysis)),
        ("Luck by turn", words.luck_by_turn(analysis)),
        (f"Hits by range, in {analysis.study.measure}", words.ranges(analysis)),
        ("Units: what they did, suffered, earned and cost", words.units(analysis)),
    ):
        yield f"\n== {title} =="
        yield from words.aligned(table)
    yield "\n== Turning points =="
    for swing in analysis.swings:
        yield f"{analysis.study.number(swing.n):6}  {words.swing_line(analysis, swing)}"
    yield "\n== Dice =="
    yield from words.dice(analysis)
    yield "\n== What is not weighed =="
    yield from words.caveats(analysis) or ("nothing: every attempt is",)
