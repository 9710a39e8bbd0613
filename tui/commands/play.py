"""``panzerhex``, ``play``, ``resume`` and ``replay``: everything that takes the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from tui.commands.common import (
    CommandError,
    Commands,
    checked_options,
    checked_seat,
    checked_sides,
    command,
    game_named,
    need_terminal,
    note,
    number,
    scenario_named,
)
from tui.start import StartAt, StartGame, StartReplay, StartResume, StartTitle

#: What a program is left with whose terminal is gone, as if it had been hung up.
HUNG_UP: Final = 129


def add(commands: Commands) -> None:
    """Describe the commands."""
    parser = command(
        commands,
        "play",
        run_play,
        "play a scenario",
        "panzerhex play the-bridge --side soviet=ai:greedy --seed 7",
        "The game is saved after every order.",
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="id of a scenario; 'panzerhex scenarios' lists them")
    parser.add_argument("--seed", metavar="N", help="seed of the dice, to play the same luck again")
    parser.add_argument(
        "--side", metavar="SIDE=WHO", action="append", default=[], help="who plays a side: human, ai or ai:LEVEL"
    )
    parser.add_argument("--option", metavar="ID", action="append", default=[], help="switch an optional rule on")
    parser.add_argument("--save", metavar="FILE", type=Path, help="write the game into this new file")

    parser = command(
        commands, "resume", run_resume, "go on with a game", "panzerhex resume", "Without FILE, with the newest game."
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="a game file, or the name of one of your games")

    parser = command(
        commands,
        "replay",
        run_replay,
        "watch a game again",
        "panzerhex replay my.journal --at 120",
        "While a game runs it is watched as a spectator; v shows more of a game of your own.",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, or the name of one of your games")
    parser.add_argument("--at", metavar="N", type=number, help="begin after event N")


def run_title(args: argparse.Namespace) -> int:
    """Show the title screen."""
    need_terminal("the title screen")
    return _show(StartTitle())


def run_play(args: argparse.Namespace) -> int:
    """Play a scenario."""
    info = scenario_named(args.scenario)
    start = StartGame(
        scenario=info.id,
        options=checked_options(info, args.option),
        sides=checked_sides(info, args.side, checked_seat),
        seed=args.seed,
        save=args.save,
    )
    if args.save and args.save.exists():
        raise CommandError(f"{args.save} exists already; choose another file, or 'panzerhex resume {args.save}'")
    need_terminal("panzerhex play")
    return _show(start)


def run_resume(args: argparse.Namespace) -> int:
    """Go on with a game."""
    from saves.library import Library

    if args.file:
        path = game_named(args.file)
    else:
        newest = Library().newest()
        if newest is None:
            raise CommandError("there is no game to resume; 'panzerhex play SCENARIO' begins one")
        path = newest.path
    need_terminal("panzerhex resume")
    return _show(StartResume(path))


def run_replay(args: argparse.Namespace) -> int:
    """Watch a game."""
    from saves.library import look

    path = game_named(args.file)
    entry = look(path)
    if entry.header is None:
        raise CommandError(entry.problem)
    events = entry.events
    if args.at is not None and args.at > events:
        raise CommandError(f"{path} has no event {args.at}; choose 0 to {events}")
    need_terminal("panzerhex replay")
    return _show(StartReplay(path, args.at))


def _show(start: StartAt) -> int:
    from saves.library import data_directory
    from tui.lobby.plain import PlainApp
    from tui.thinking.pool import Pool

    thoughts = Pool()
    app = PlainApp(data_directory(), start, thoughts=thoughts)
    try:
        app.run()
    finally:
        thoughts.close()
    if app.lost:
        _say_lost(f"{app.lost}; every game is saved as it stands")
        return HUNG_UP
    return app.return_code or 0


def _say_lost(text: str) -> None:
    """Say why the program ends; where the screen was shown nothing more may be written, at exit either."""
    try:
        note(text)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


#: The commands that show a screen; the app looks for garbage itself once its first screen stands.
SHOWING: Final = (run_title, run_play, run_resume, run_replay)
