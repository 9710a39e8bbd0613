"""What commands have in common: how they are described, how they fail, how they find games and names."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

import orjson

from saves.text import shown

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo

#: Answers a command: what to exit with.
Run = Callable[[argparse.Namespace], int]

FAILED: Final = 1
MISUSED: Final = 2


class CommandError(Exception):
    """What was asked cannot be done; the text says in one line what to do instead."""


class Commands(Protocol):
    """Commands of a parser, to which further ones are added."""

    def add_parser(self, name: str, **described: Any) -> Parser:
        """A parser for one command more, described as `argparse` has it."""
        ...


class Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line, as everything else here does.

    options: all of them, such as ``--json``; told: options and arguments, each with its help; commands: the parsers of
    its commands by name; example: the last line of its help, which stays on one line, to be copied.
    """

    def __init__(self, *args: Any, **described: Any) -> None:
        self.options: list[str] = []
        self.told: list[argparse.Action] = []
        self.commands: Mapping[str, Parser] = {}
        self.example = ""
        super().__init__(*args, **described)

    def add_argument(self, *names: str, **described: Any) -> argparse.Action:
        """Describe an argument or an option."""
        self.options += [name for name in names if name.startswith("--")]
        action = super().add_argument(*names, **described)
        self.told.append(action)
        return action

    def add_commands(self, title: str, metavar: str, *, required: bool = False) -> Commands:
        """Describe commands under a title; how their place is called in the line that shows the usage."""
        made = self.add_subparsers(title=title, metavar=metavar, parser_class=Parser, required=required)
        self.commands = made.choices
        return made

    def format_help(self) -> str:
        """What --help prints."""
        text = super().format_help()
        return f"{text}\nexample: {self.example}\n" if self.example else text

    def error(self, message: str) -> NoReturn:
        """Raise the mistake; `main` prints it."""
        raise CommandError(f"{message}; {self.prog} --help shows how")


def command(commands: Commands, name: str, run: Run, about: str, example: str, details: str = "") -> Parser:
    """Describe a command: what it is about in one sentence, and an example of it."""
    parser = commands.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}." + (f" {details}" if details else ""),
        allow_abbrev=False,
    )
    parser.example = example
    parser.set_defaults(run=run)
    return parser


def print_json(document: Any) -> None:
    """Put one JSON document on standard output."""
    print(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())


def say(text: str) -> None:
    """Put lines on standard output that may hold words from outside: files of strangers, names, titles."""
    print(shown(text, lines=True))


def note(text: str) -> None:
    """Tell the player something beside the output."""
    print(f"panzerhex: {shown(one_line(text))}", file=sys.stderr)


def one_line(text: str) -> str:
    """A text without line breaks."""
    return "; ".join(part.strip() for part in text.splitlines() if part.strip())


def near(name: str, known: Iterable[str], instead: str = "") -> str:
    """The names that look like `name`, as the end of an error message; `instead` where none does."""
    names = list(known)
    by_case = {n.lower(): n for n in names}
    found = [by_case[n] for n in difflib.get_close_matches(name.lower(), by_case, n=3, cutoff=0.5)]
    found += [n for n in names if name and name.lower() in n.lower() and n not in found][: 3 - len(found)]
    if found:
        return f"did you mean {' or '.join(found)}?"
    return instead or f"there is {', '.join(names[:12])}{' ...' if len(names) > 12 else ''}"


def scenario_named(name: str) -> ScenarioInfo:
    """The scenario with this id. CommandError names those most like it."""
    from content import catalogue
    from content.kit.load import ContentError

    with suppress(ContentError):
        return catalogue.scenario_info(name)
    known = [info.id for info in catalogue.scenarios()]
    for fault in catalogue.faults():
        if Path(fault.file).stem == name:
            raise CommandError(f"scenario {name!r} has a mistake: {fault}")
    raise CommandError(f"unknown scenario {name!r}; {near(name, known)} 'panzerhex scenarios' lists them")


def checked_options(info: ScenarioInfo, options: Iterable[str]) -> tuple[str, ...]:
    """The options, each of which the scenario must have, and all of which must go together."""
    from content import catalogue

    chosen = tuple(dict.fromkeys(options))
    for option in chosen:
        if option not in info.options:
            if refused := catalogue.options_refused(info.id, (option,)):
                raise CommandError(refused)
            none = f"{info.title} has no options"
            raise CommandError(f"unknown option {option!r}; {near(option, info.options) if info.options else none}")
    refused = catalogue.options_refused(info.id, chosen)
    if refused:
        raise CommandError(refused)
    return chosen


def checked_sides(info: ScenarioInfo, settings: Iterable[str], check: Callable[[str], str]) -> dict[str, str]:
    """Settings such as ``german=human`` by side id; `check` reads the part after the sign."""
    ids = {side.id: side.id for side in info.sides} | {side.name.lower(): side.id for side in info.sides}
    chosen: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            raise CommandError(f"--side {setting!r} should be like {info.sides[0].id}=VALUE")
        side = ids.get(name) or ids.get(name.lower())
        if side is None:
            raise CommandError(f"unknown side {name!r}; {near(name, [s.id for s in info.sides])}")
        chosen[side] = check(value)
    return chosen


def checked_level(level: str) -> str:
    """A level of a computer player."""
    from core.ai import LEVELS

    if level not in LEVELS:
        raise CommandError(f"unknown computer player {level!r}; {near(level, LEVELS)}")
    return level


def checked_seat(value: str) -> str:
    """Who plays a side: "human", "ai" or "ai:LEVEL"."""
    who, sign, level = value.partition(":")
    if value in ("human", "ai"):
        return value
    if who != "ai" or not sign:
        raise CommandError(f"{value!r} cannot play a side; choose human, ai or ai:LEVEL")
    return f"ai:{checked_level(level)}"


def game_named(name: str) -> Path:
    """A journal by its path, or by the name under which it is listed. CommandError names those most like it."""
    from saves.library import SUFFIX, Library

    path = Path(name).expanduser()
    if path.is_file():
        return path
    library = Library()
    entries = (*library.games(), *library.samples())
    for entry in entries:
        if name in (entry.name, entry.path.name):
            return entry.path
    if path.is_dir():
        raise CommandError(f"{name} is a folder; name a game file in it (*{SUFFIX})")
    hint = (
        near(name, [e.name for e in entries], "see your games in 'panzerhex'") if entries else "there are no games yet"
    )
    raise CommandError(f"there is no game {name!r}; {hint}")


def need_terminal(name: str) -> None:
    """CommandError unless there is a terminal to play on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError(
            f"{name} needs a terminal to play on; run it in one, without redirecting its input or output"
        )


def positive(text: str) -> int:
    """A whole number from 1, as an argparse type."""
    value = int(text) if text.isdecimal() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return value


def shells(text: str) -> str:
    """A shell that can be taught to complete commands, as an argparse type."""
    import shtab

    if text not in shtab.SUPPORTED_SHELLS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(shtab.SUPPORTED_SHELLS)}")
    return text


def port(text: str) -> int:
    """A port of TCP, 0 for any free one, as an argparse type."""
    value = int(text) if text.isdecimal() else -1
    if not 0 <= value <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return value


def number(text: str) -> int:
    """A whole number from 0, as an argparse type."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)
