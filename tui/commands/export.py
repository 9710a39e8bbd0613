"""``panzerhex export``: a game as text, as a page, or as a recording of the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.play.game import Game
from saves.text import shown as spelled
from tui.commands.common import CommandError, Commands, command
from tui.commands.moment import VIEW_HELP, explained, eye_of, numbered, open_watched, seen
from tui.replay.reel import Eye


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "export",
        run,
        "write a game as text, page or recording",
        "panzerhex export my.journal --to html --out my.html",
        "text: the log in words; html: a page to step through the game, with curves and the log; cast: a recording for "
        "asciinema. While a game runs they hold what a spectator knows; --view shows more of a game of your own, and "
        "tells so.",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, or the name of one of your games")
    parser.add_argument("--to", choices=("text", "html", "cast"), required=True, help="what to write")
    parser.add_argument("--view", metavar="SIDE|all", help=VIEW_HELP)
    parser.add_argument("--out", metavar="F", type=Path, help="the file to write (default: standard output)")


def run(args: argparse.Namespace) -> int:
    """Write a game in another form."""
    watched = open_watched(args.file)
    path, game = watched.path, watched.game
    eye = eye_of(game.system, watched.audience, args.view)
    name = spelled(path.name.removesuffix(".journal"))
    if args.to == "cast":
        from tui.commands.cast import as_cast

        pieces = as_cast(name, game, eye)
    elif args.to == "html":
        from tui.commands.page import as_html

        pieces = as_html(name, game, eye)
    else:
        pieces = as_text(name, game, eye)
    if args.out is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return 0
    if args.out.exists() and args.out.samefile(path):
        raise CommandError(f"{args.out} is the game itself; choose another file for --out")
    try:
        with args.out.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
    except OSError as error:
        raise CommandError(f"cannot write {args.out}: {error.strerror}; choose another file") from error
    return 0


def as_text(name: str, game: Game[Any], eye: Eye) -> Iterator[str]:
    """The log of a game in words, each result with its dice and modifiers under it."""
    yield f"{game.system.title} ({name})\n"
    for n, report in numbered(game, eye):
        if report.level == 0:
            yield f"\n== {report.text} ==\n"
            continue
        rule = f"  [{report.rule}]" if report.rule else ""
        yield f"{n:6}  {'  ' * (report.level - 1)}{report.text}{rule}\n"
        for line in explained(report):
            yield f"{'':8}{'  ' * report.level}{line}\n"
    yield "\n" + _ending(game, eye)


def _ending(game: Game[Any], eye: Eye) -> str:
    """How the game stands, in one line."""
    names = {look.id: look.name for look in game.system.sides}
    view = seen(game.system, game.state, eye)
    standings = game.system.standings(view)
    scores = ", ".join(f"{names.get(s.side, s.side)} {s.told}" for s in standings)
    outcome = game.system.outcome(view)
    status = game.system.face.status(view)
    going = f"{spelled(game.stopped) or 'in progress'}, turn {status.turn} of {status.turns}"
    if outcome and outcome.level.lower() in outcome.text.lower():
        return f"{outcome.text} ({scores})\n"
    how = f"{outcome.level}: {outcome.text}" if outcome else going
    return f"{how} ({scores})\n"
