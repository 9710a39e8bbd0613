"""``panzerhex verify``: whether a game file is what it says it is."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from tui.commands.common import FAILED, CommandError, Parser, command, game_named, note, print_json

if TYPE_CHECKING:
    from saves.reading import Fault
    from saves.verify import Verification

#: Kinds of faults whose words tell what happened in the game.
_OF_THE_GAME: Final = ("illegal", "different", "missing")


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "verify",
        run,
        "check a game file",
        "panzerhex verify my.journal",
        "Checks the chain of its lines, every event, that each order was legal and came out as recorded, and that "
        "sealed dice were honest; exits with 1 and names the first bad line if not, and what is wrong with it when the "
        "game is over.",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, or the name of one of your games")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Verify a game."""
    from content import catalogue
    from saves.audience import post_of
    from saves.library import SUFFIX, data_directory
    from saves.post.places import FOLDER
    from saves.reading import read_header
    from saves.verify import verify

    path = game_named(args.file)
    correspondence = post_of(read_header(path)) if path.suffix == SUFFIX else ""
    if correspondence:
        mail = data_directory() / FOLDER / correspondence / "mail.turn"
        raise CommandError(f"{path} is one side's half of a game by file; 'panzerhex post verify {mail}' checks it")
    found = verify(path, catalogue.open_system, content_hash=catalogue.content_hash)
    if args.json:
        fault = found.fault
        print_json(
            {
                "file": str(path),
                "good": found.good,
                "scenario": found.header.scenario if found.header else None,
                "events": found.events,
                "orders": found.orders,
                "rolls": found.rolls,
                "dice": {"state": found.dice.value, "text": found.dice_words},
                "fault": {"line": fault.line, "kind": fault.kind, "text": _text(found, fault)} if fault else None,
                "warnings": list(found.warnings),
            }
        )
        return 0 if found.good else FAILED
    for warning in found.warnings:
        note(warning)
    if found.fault and found.header is None:
        print(found.fault.text)
        return FAILED
    if found.fault:
        print(
            f"{path}: line {found.fault.line}: {_text(found, found.fault)} ({found.events} events before it are good)"
        )
        return FAILED
    print(f"{path}: good; {found.events} events, {found.orders} orders, {found.rolls} rolls")
    print(f"dice: {found.dice.value}; {found.dice_words}")
    return 0


def _text(found: Verification, fault: Fault) -> str:
    """What is wrong with a line; of a game in progress without what stands in it, for that may be secret."""
    if found.over or fault.kind not in _OF_THE_GAME:
        return fault.text
    what = "its order is not legal" if fault.kind == "illegal" else "it is not what the rules make of it"
    return f"{what}; the particulars are told when the game is over"
