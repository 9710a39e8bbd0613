"""``panzerhex verify``: whether a game file is what it says it is, and what its dice prove."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict

from saves.text import shown
from tui.commands.common import FAILED, CommandError, Commands, command, game_named, note, print_json

if TYPE_CHECKING:
    from core.play.honest import Judgement
    from saves.reading import Fault
    from saves.verify import Verification

_COMPARE: Final = (
    "Compare the fingerprint, the names and the words with what you were shown at the table before the game: whoever "
    "wrote this file could have put others in. Who keeps the host knows the secret: if he played, he could foresee the "
    "rolls, and bend them if he was the last to add words."
)

_LATER: Final = "how many orders there are is told when the game is over, since some are secret"


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "verify",
        run,
        "check a game file",
        "panzerhex verify my.journal",
        "Checks the chain of its lines, every event, that each order was legal and came out as recorded, and that "
        "all dice of a game that was played at a table of several players follow from the secret that its host had "
        "sealed and from the words of the players; exits with 1 and names the first bad line if not, and what is wrong "
        "with it when the game is over.",
    )
    parser.add_argument("file", metavar="FILE", help="a game file, or the name of one of your games")
    parser.add_argument(
        "--from-host",
        action="store_true",
        help="the file comes from a host: exit with 1 unless its dice are proved, even if it looks like a local game",
    )
    parser.add_argument(
        "--fingerprint", metavar="HEX", default="", help="the fingerprint that you were shown at the table: demand it"
    )
    parser.add_argument(
        "--letters",
        metavar="FILE",
        type=Path,
        help="the last file of the game by file from which the game came, opened by both: compare the two",
    )
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
    if args.letters is not None:
        found = _compared(found, path, args.letters)
    holds = found.holds(from_host=args.from_host or bool(args.fingerprint))
    other = ""
    if args.fingerprint and (found.judged is None or found.judged.commitment != args.fingerprint.strip().lower()):
        holds, other = (
            False,
            "this is another game, or a forged one: its fingerprint is not the one that you were shown",
        )
    if args.json:
        print_json(_document(found, holds=holds))
    else:
        _tell(found)
    if other:
        note(other)
    if found.uncompared:
        note("it was played by file before; nothing is proved of that part until --letters shows the letters")
    return 0 if holds else FAILED


def _document(found: Verification, *, holds: bool) -> dict[str, Any]:
    header, fault = found.header, found.fault
    return {
        "file": str(found.path),
        "good": found.good,
        "holds": holds,
        "scenario": header.scenario if header else None,
        "options": list(header.options) if header else [],
        **_counts(found),
        "dice": _dice_document(found.judged) if found.judged else None,
        "fault": {"line": fault.line, "kind": fault.kind, "text": _text(found, fault)} if fault else None,
        "apart": found.apart,
        "warnings": list(found.warnings),
    }


def _counts(found: Verification) -> dict[str, int | None]:
    """How many events, orders and rolls were found good; of a game in progress nothing, for some of them are secret."""
    counts = {"events": found.events, "orders": found.orders, "rolls": found.rolls}
    return {of: count if found.over else None for of, count in counts.items()}


def _dice_document(judged: Judgement) -> dict[str, Any]:
    return {
        "state": judged.dice.value,
        "text": judged.words,
        "table": judged.table,
        "fingerprint": judged.commitment,
        "secret": judged.secret,
        "seats": [asdict(seat) for seat in judged.seats],
        "later": [asdict(seat) for seat in judged.later],
        "words": [{"player": name, "words": words} for name, words in judged.values],
        "taken_back": list(judged.taken_back),
        "stopped": judged.stopped,
    }


def _tell(found: Verification) -> None:
    for warning in found.warnings:
        note(warning)
    if found.header is None:
        print(shown(str(found.fault and found.fault.text)))
        return
    if found.fault:
        where = f"line {found.fault.line}: {_text(found, found.fault)}"
        print(shown(f"{found.path}: {where} ({found.events} events before it are good)"))
        if found.apart:
            print(shown(found.apart))
    else:
        counted = ", ".join(f"{count} {of}" for of, count in _counts(found).items())
        print(shown(f"{found.path}: good; {counted if found.over else _LATER}"))
    options = ", ".join(found.header.options) or "none"
    print(shown(f"scenario: {found.header.scenario}; options: {options}"))
    if found.judged is not None:
        for line in _dice_lines(found.judged):
            print(shown(line))


def _text(found: Verification, fault: Fault) -> str:
    """What is wrong with a line; of a game in progress without what stands in it, for that may be secret."""
    from saves.verify import OF_THE_GAME

    if found.over or fault.kind not in OF_THE_GAME:
        return fault.text
    what = "its order is not legal" if fault.kind == "illegal" else "it is not what the rules make of it"
    return f"{what}; the particulars are told when the game is over"


def _compared(found: Verification, path: Path, letters: Path) -> Verification:
    """With what comes of comparing the letters from which the game came."""
    from content import catalogue
    from saves.post.compare import compare_letters
    from saves.post.correspondence import data_of

    try:
        data = data_of(letters)
    except OSError as error:
        raise CommandError(f"cannot read {letters}: {error.strerror}") from error
    return compare_letters(found, path, data, catalogue.open_system)


def _dice_lines(judged: Judgement) -> list[str]:
    """What can be said of the dice, and what a player compares with what he was shown."""
    lines = [f"dice: {judged.dice.value}; {judged.words}"]
    if not judged.table:
        return [*lines, f"  ended: {judged.stopped}"] if judged.stopped else lines
    lines.append(f"  fingerprint: {judged.commitment or 'none'}")
    lines += [f"  {seat.side}: {seat.who}" for seat in judged.seats]
    lines += [f"  {seat.side}, later: {seat.who}" for seat in judged.later]
    lines += [f"  words of {name}: {_exact(words)}" for name, words in judged.values]
    if judged.taken_back:
        lines.append(f"  taken back by agreement, asked for by: {', '.join(judged.taken_back)}")
    if judged.letters is not None:
        lines.append(f"  by file up to letter {judged.letters.letter}: {_exact(judged.letters.digest)}")
    if judged.stopped:
        lines.append(f"  ended: {judged.stopped}")
    return [*lines, _COMPARE]


def _exact(words: str) -> str:
    """Words so that none that only look alike can be taken for them."""
    return words if words.isascii() else f"{words} ({words.encode('unicode_escape').decode()})"
