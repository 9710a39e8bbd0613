"""``panzerhex post``: from a table to files, and from files to a table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.common import CommandError, Commands, command, game_named, say
from tui.commands.letters import entry_named, speak_by_letter

if TYPE_CHECKING:
    pass


def add(below: Commands) -> None:
    """Describe the commands."""
    one = command(
        below,
        "split",
        run_split,
        "go on by file with a game of one keyboard",
        "panzerhex post split 2024-05-17-the-bridge --agreed german --agreed soviet --out halves",
        "Writes a half for each player, with what his side knows, and takes the game out of your games: the whole of "
        "it is in both halves, sealed until both players open theirs at the end. Both have to agree, at this keyboard.",
    )
    one.add_argument("name", metavar="GAME", help="a game of yours, or its file")
    one.add_argument("--agreed", metavar="SIDE", action="append", default=[], help="a side whose player agrees")
    one.add_argument("--out", metavar="FOLDER", type=Path, required=True, help="where the two halves are written")
    one = command(
        below,
        "begin",
        run_begin,
        "go on by file from your half of a table",
        "panzerhex post begin the-bridge-soviet.half --out invitation.turn",
        "Send the file; whoever has the other half imports it with that. One of the two players begins.",
    )
    one.add_argument("half", metavar="HALF", type=Path, help="your half: of a host's table, or made by 'post split'")
    one.add_argument("--out", metavar="FILE", type=Path, required=True, help="the file to send")
    _add_host(below)


def _add_host(below: Commands) -> None:
    """To a host's table."""
    name = "the beginning of a game's name; 'panzerhex post list' shows it"
    one = command(
        below,
        "host",
        run_host,
        "ask to go on at a host's table",
        "panzerhex post host 1a2b3c4d",
        "When the other has agreed, each brings the host his own file: panzerhex post bring.",
    )
    one.add_argument("game", metavar="GAME", help=name)
    one = command(
        below,
        "bring",
        run_bring,
        "write what a host needs of you",
        "panzerhex post bring 1a2b3c4d --out my.bring",
        "It opens what you have sealed: give it to nobody but the host, with ssh HOST bring < my.bring",
    )
    one.add_argument("game", metavar="GAME", help=name)
    one.add_argument("--out", metavar="FILE", type=Path, required=True, help="the file for the host")
    one = command(
        below,
        "open",
        run_open,
        "open your seals when the game at the host's table is over",
        "panzerhex post open 1a2b3c4d",
        "Only when it is over there: who has your file reads all that you have sealed. When both have opened, "
        "'panzerhex verify --letters' compares the letters with the host's journal.",
    )
    one.add_argument("game", metavar="GAME", help=name)


def run_host(args: argparse.Namespace) -> int:
    """Ask for a host's table."""
    return speak_by_letter(args, lambda game: game.ask_host(), "You have asked to go on at a host's table")


def run_open(args: argparse.Namespace) -> int:
    """Open the seals of a game that is over at a host."""
    return speak_by_letter(args, lambda game: game.open_seals(), "You have opened what you had sealed")


def run_bring(args: argparse.Namespace) -> int:
    """Write the file for a host."""
    from content import catalogue
    from saves.files import replace_file
    from saves.library import data_directory
    from saves.post.bring import bring_data
    from saves.post.opening import open_game

    data = data_directory()
    if args.out.exists():
        raise CommandError(f"{args.out} exists already; choose another file name")
    with open_game(data, entry_named(data, args.game).game, catalogue.open_system) as game:
        found = bring_data(game.half.mail, game.side, game.half.keys)
    try:
        replace_file(args.out, found, 0o600)
    except OSError as error:
        raise CommandError(f"cannot write {args.out}: {error.strerror}; choose another place") from error
    say(f"{args.out} is for the host alone: ssh HOST bring < {args.out}")
    return 0


def run_split(args: argparse.Namespace) -> int:
    """Write the halves of a game of one keyboard."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post.split import split_game

    data = data_directory()
    path = game_named(args.name)
    written = split_game(data, path, catalogue.open_system, agreed=args.agreed, out=args.out)
    for side, file in written.items():
        say(f"{file} is the half of {side}")
    say("Give each player his own and keep no copy of the other's. The game is no longer among those of this machine.")
    say(f"One of them goes on: panzerhex post begin {next(iter(written.values()))} --out invitation.turn")
    return 0


def run_begin(args: argparse.Namespace) -> int:
    """Begin a game by file with a half of a table."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post.before import file_of
    from saves.post.opening import begin_from

    if args.out.exists():
        raise CommandError(f"{args.out} exists already; choose another file name")
    half = file_of(args.half)
    catalogue.open_system(half.scenario, half.options)
    if half.content and catalogue.content_hash(half.scenario) != half.content:
        raise CommandError(f"the files of {half.scenario} here are not those that the table was played with")
    with begin_from(data_directory(), half, catalogue.open_system) as game:
        game.export(args.out)
        name = next(look.name for look in game.system.sides if look.id == game.side)
        say(f"{args.out} invites to go on; you play {name}. Send it to who has the other half.")
        say(f"The game is {game.game[:8]}.")
    return 0
