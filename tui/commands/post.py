"""``panzerhex post``: games by file, between two players who send each other their turns by any means."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.commands import post_tables, post_trust
from tui.commands.common import (
    FAILED,
    CommandError,
    Commands,
    checked_options,
    command,
    near,
    print_json,
    say,
    scenario_named,
)
from tui.commands.letters import entry_named, speak_by_letter

if TYPE_CHECKING:
    from saves.post.game import PostGame

_TURNS = {"mine": "your turn", "theirs": "the file is to be sent", "over": "over"}


def add(commands: Commands) -> None:
    """Describe the commands."""
    parser = commands.add_parser(
        "post",
        help="play by file",
        description="Play by file: turns are files that two players send each other by any means. What is secret stays "
        "sealed in them, and neither side can know or choose the dice. Panzer War is played in trust: its files hold "
        "the whole game, and screens show your own side.",
        epilog="example: panzerhex post new the-bridge --side soviet --out invitation.turn",
        allow_abbrev=False,
    )
    below = parser.add_commands("commands", "COMMAND", required=True)
    one = command(
        below,
        "new",
        run_new,
        "invite somebody to a game",
        "panzerhex post new the-bridge --side soviet --out invitation.turn",
        "Send the file; whoever imports it plays the other side.",
    )
    one.add_argument("scenario", metavar="SCENARIO", help="id of a scenario; 'panzerhex scenarios' lists them")
    one.add_argument("--side", metavar="SIDE", required=True, help="the side that you play")
    one.add_argument("--option", metavar="ID", action="append", default=[], help="switch an optional rule on")
    one.add_argument("--out", metavar="FILE", type=Path, required=True, help="the file to send")

    one = command(
        below, "import", run_import, "take a file that came", "panzerhex post import the-bridge-1a2b3c4d-004.turn"
    )
    one.add_argument("file", metavar="FILE", type=Path, help="an invitation, or the other player's turn")
    one.add_argument("--half", metavar="HALF", type=Path, help="your half of the table at which the game was played")

    post_tables.add(below)
    post_trust.add(below)

    one = command(
        below,
        "export",
        run_export,
        "write the file that is to be sent",
        "panzerhex post export 1a2b3c4d --out turn.turn",
        "The same file every time, until you have ordered again.",
    )
    one.add_argument("game", metavar="GAME", help="the beginning of a game's name; 'panzerhex post list' shows it")
    one.add_argument("--out", metavar="FILE", type=Path, required=True, help="the file to send")

    _add_saying(below)

    one = command(below, "list", run_list, "list your games by file", "panzerhex post list")
    one.add_argument("--json", action="store_true", help="as one JSON document")

    one = command(
        below,
        "verify",
        run_verify,
        "check a game by file",
        "panzerhex post verify turn.turn",
        "Signatures, chain and dice at any time; when the game is over and both sides have opened what they sealed, "
        "every letter is decided again. Exits with 1 and names the first bad letter if not.",
    )
    one.add_argument("file", metavar="FILE", type=Path, help="any file of the game")
    one.add_argument("--json", action="store_true", help="as one JSON document")


def _add_saying(below: Commands) -> None:
    """What is said by letter besides play."""
    said = (
        ("resign", run_resign, "give the game up", "The last two files open what both sides had sealed, for verify."),
        ("agree", run_agree, "agree to what the other side asks for", "It is binding once the file is written."),
        ("refuse", run_refuse, "refuse what the other side asks for", "The game goes on where it was."),
        (
            "table",
            run_table,
            "ask to go on at one table, or, when both agreed, begin it",
            "Both open what they had sealed; then the whole game is a journal, to be played on at one keyboard.",
        ),
    )
    for name, run, words, more in said:
        one = command(below, name, run, words, f"panzerhex post {name} 1a2b3c4d", more)
        one.add_argument("game", metavar="GAME", help="the beginning of a game's name; 'panzerhex post list' shows it")
    one = command(
        below,
        "takeback",
        run_takeback,
        "ask to take back orders that are in letters",
        "panzerhex post takeback 1a2b3c4d --orders 2",
        "The other side agrees or refuses; dice that fell since are not kept. Orders since the last letter are undone "
        "unasked.",
    )
    one.add_argument("game", metavar="GAME", help="the beginning of a game's name; 'panzerhex post list' shows it")
    one.add_argument("--orders", metavar="N", type=int, default=1, help="how many orders to take back; 1 if not said")


def run_new(args: argparse.Namespace) -> int:
    """Begin a game and write its invitation."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post.opening import invite

    info = scenario_named(args.scenario)
    sides = {side.id: side.id for side in info.sides} | {side.name.lower(): side.id for side in info.sides}
    side = sides.get(args.side.lower())
    if side is None:
        raise CommandError(f"unknown side {args.side!r}; {near(args.side, [s.id for s in info.sides])}")
    if args.out.exists():
        raise CommandError(f"{args.out} exists already; choose another file name")
    with invite(
        data_directory(),
        info.id,
        catalogue.open_system,
        side=side,
        options=checked_options(info, args.option),
        content=catalogue.content_hash(info.id),
    ) as game:
        game.export(args.out)
        say(f"{args.out} invites to {info.title}; you play {_name(game, side)}. Send it to the other player.")
        say(f"The game is {game.game[:8]}.")
        _say_trust(game)
    return 0


def run_import(args: argparse.Namespace) -> int:
    """Take a file."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post import saying
    from saves.post.before import file_of
    from saves.post.opening import take_file

    game, new = take_file(
        data_directory(),
        _data(args.file),
        catalogue.open_system,
        content_hash=catalogue.content_hash,
        half=file_of(args.half) if args.half else None,
    )
    with game:
        say(f"{game.system.title}, game {game.game[:8]}: you play {_name(game, game.side)}.")
        if not game.half.mail.letters:
            _say_trust(game)
        if not new:
            print("You have had this file already; nothing has changed.")
        if game.half.replica.over:
            outcome, stopped = game.system.outcome(game.half.replica.state), game.half.replica.stopped
            say(f"The game is over: {stopped.text if stopped else outcome.text if outcome else ''}")
        if game.half.mail.taken and not game.half.mail.opened:
            say(f"What the host needs of you: panzerhex post bring {game.game[:8]} --out my.bring")
        if game.question is not None:
            other = _name(game, game.half.replica.other)
            say(f"{other} {saying.words(game.question)}: panzerhex post agree, or refuse, {game.game[:8]}")
        elif game.turn == "mine":
            say(f"It is your turn: panzerhex resume {game.path.name.removesuffix('.journal')}")
        elif game.turn == "theirs":
            say(f"There is nothing for you to order; send {game.outgoing} to the other player.")
    return 0


def run_export(args: argparse.Namespace) -> int:
    """Write the file to be sent."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post.opening import open_game

    data = data_directory()
    entry = entry_named(data, args.game)
    with open_game(data, entry.game, catalogue.open_system) as game:
        game.export(args.out)
        say(f"{args.out} is letter {len(game.half.mail.letters)}; send it to the other player.")
    return 0


def run_resign(args: argparse.Namespace) -> int:
    """Give the game up."""
    return speak_by_letter(args, lambda game: game.resign(), "You have resigned")


def run_agree(args: argparse.Namespace) -> int:
    """Agree to what is asked."""
    return speak_by_letter(args, lambda game: game.answer(agree=True), "You have agreed")


def run_refuse(args: argparse.Namespace) -> int:
    """Refuse what is asked."""
    return speak_by_letter(args, lambda game: game.answer(agree=False), "You have refused")


def run_takeback(args: argparse.Namespace) -> int:
    """Ask to take orders back."""
    return speak_by_letter(args, lambda game: game.ask_back(args.orders), "You have asked for a take-back")


def run_table(args: argparse.Namespace) -> int:
    """Ask to go on at a table; when both have agreed, write the journal of the whole game."""
    from datetime import datetime

    from content import catalogue
    from saves.library import data_directory
    from saves.post.opening import open_game
    from saves.post.table import taken_to_table, write_table

    data = data_directory()
    with open_game(data, entry_named(data, args.game).game, catalogue.open_system) as game:
        agreed, system, mail = taken_to_table(game.half.mail), game.system, game.half.mail
    if not agreed:
        return speak_by_letter(args, lambda game: game.ask_table(), "You have asked to go on at a table")
    path = write_table(data, system, mail, datetime.now())
    say(f"The game goes on in {path}: panzerhex resume {path.name.removesuffix('.journal')}")
    return 0


def run_list(args: argparse.Namespace) -> int:
    """List the games."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post.places import games

    found = tuple(games(data_directory(), catalogue.open_system))
    if args.json:
        print_json(
            [
                {"game": e.game, "scenario": e.scenario, "side": e.side, "turn": e.turn, "letters": e.letters}
                for e in found
            ]
        )
        return 0
    for entry in found:
        say(f"{entry.game[:8]}  {entry.scenario}  {entry.side}  letter {entry.letters}  {_TURNS[entry.turn]}")
    if not found:
        print("no games by file yet; 'panzerhex post new SCENARIO --side SIDE --out FILE' begins one")
    return 0


def run_verify(args: argparse.Namespace) -> int:
    """Check a file."""
    from content import catalogue
    from saves.post.correspondence import read, read_invitation
    from saves.post.keys import PostError
    from saves.post.table import judged

    data = _data(args.file)
    invitation = read_invitation(data)
    system: Any = catalogue.open_system(invitation.scenario, invitation.options)
    try:
        found = judged(system, read(data))
    except PostError as error:
        if args.json:
            print_json({"file": str(args.file), "good": False, "text": str(error)})
        else:
            say(f"{args.file}: {error}")
        return FAILED
    if args.json:
        print_json(
            {
                "file": str(args.file),
                "good": found.good,
                "whole": found.whole,
                "letters": found.letters,
                "events": found.events,
                "orders": found.orders,
                "rolls": found.rolls,
                "letter": found.letter,
                "text": found.words,
            }
        )
    elif found.good:
        say(f"{args.file}: good; {found.letters} letters, {found.orders} orders, {found.rolls} rolls")
        say(found.words)
    else:
        say(f"{args.file}: letter {found.letter}: {found.words}")
    return 0 if found.good else FAILED


def _say_trust(game: PostGame) -> None:
    """Say of a game in trust what that is."""
    from core.play.whole import plays_in_trust
    from saves.post.in_trust import IN_TRUST

    if plays_in_trust(game.system):
        say(IN_TRUST)


def _name(game: PostGame, side: str) -> str:
    return next(look.name for look in game.system.sides if look.id == side)


def _data(path: Path) -> bytes:
    from saves.post.correspondence import data_of

    try:
        return data_of(path)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
