"""``panzerhex man``: the page of the manual, made of the parsers of all commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Final

from tui.commands.common import Commands, Parser, command, say

#: Files and variables that no parser knows of, with what they are for.
FILES: Final = (
    ("$XDG_DATA_HOME/panzerhex", "games, settings and content of one's own; ~/.local/share where it is not set."),
    ("settings.toml", "in it: what is set, written by the settings screen (F2)."),
    ("content/", "in it: boards, units and scenarios of one's own."),
)
VARIABLES: Final = (
    ("PANZERHEX_DATA", "another data directory."),
    ("PANZERHEX_DEBUG", "set to anything: show the traceback of what the program did not expect."),
    ("NO_COLOR", "set to anything: draw without colours."),
)
STATUS: Final = (
    ("0", "done."),
    ("1", "something was found wrong, in a game or in a file."),
    ("2", "a mistake in asking; one line says what would be right."),
)


def add(commands: Commands) -> None:
    """Describe the command."""
    command(
        commands,
        "man",
        run,
        "print the page of the manual",
        "panzerhex man | man -l -",
        "It comes with the program as share/man/man1/panzerhex.1, where man finds it by itself.",
    )


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    say(page())
    return 0


def page() -> str:
    """The page as troff with the macros of man(7); the same on every machine and Python."""
    from tui.cli import parser

    made = parser()
    lines = [
        '.TH PANZERHEX 1 "" "panzerhex" "Games"',
        ".SH NAME",
        _plain(f"panzerhex - {str(made.description).partition('.')[0][0].lower()}{_rest(made)}"),
        ".SH SYNOPSIS",
        *_synopsis(made),
        ".SH DESCRIPTION",
        _plain(f"{made.description} Every command explains itself with --help, and has an example."),
        *_options(made),
        ".SH COMMANDS",
        *(line for name, inner in made.commands.items() for line in _command(name, inner)),
        *_listed("FILES", FILES),
        *_listed("ENVIRONMENT", VARIABLES),
        *_listed("EXIT STATUS", STATUS),
    ]
    return "\n".join(lines)


def _rest(made: Parser) -> str:
    return str(made.description).partition(".")[0][1:]


def _command(name: str, parser: Parser) -> Iterator[str]:
    """A command and those that it has itself."""
    yield f".SS {_plain(name)}"
    if parser.commands:
        yield _plain(str(parser.description))
        yield from _options(parser)
        for inner, described in parser.commands.items():
            yield from _command(f"{name} {inner}", described)
        return
    yield from _synopsis(parser)
    yield ".PP"
    yield _plain(str(parser.description))
    yield from _options(parser)
    if parser.example:
        yield from (".PP", "Example:", ".PP", ".RS 4", ".nf", _plain(parser.example), ".fi", ".RE")


def _synopsis(parser: Parser) -> Iterator[str]:
    """How it is written: options in brackets, then what it is about."""
    yield f".B {_plain(parser.prog)}"
    for action in _told(parser):
        name = action.option_strings[-1] if action.option_strings else ""
        words = " ".join(filter(None, (f"\\fB{_plain(name)}\\fR" if name else "", _value(action))))
        wanted = action.required if name else action.nargs not in ("?", "*")
        more = " ..." if action.nargs in ("*", "+") or type(action).__name__ == "_AppendAction" else ""
        yield f"{words}{more}" if wanted else f"[{words}]{more}"
    if parser.commands:
        yield "\\fICOMMAND\\fR ..."


def _options(parser: Parser) -> Iterator[str]:
    for action in _told(parser):
        names = ", ".join(f"\\fB{_plain(name)}\\fR" for name in action.option_strings)
        yield ".TP"
        yield " ".join(filter(None, (names, _value(action))))
        # argparse writes a percent sign twice.
        yield _plain(str(action.help or "").replace("%%", "%") + ".")


def _told(parser: Parser) -> Iterator[argparse.Action]:
    """Options, then arguments; what every command has is told once."""
    told = [action for action in parser.told if action.dest != "help"]
    yield from sorted(told, key=lambda action: not action.option_strings)


def _value(action: argparse.Action) -> str:
    """What an option or an argument is given."""
    if action.nargs == 0:
        return ""
    chosen = "|".join(map(str, action.choices)) if action.choices else ""
    name = chosen or str(action.metavar or action.dest.upper())
    return f"\\fI{_plain(name)}\\fR"


def _listed(title: str, lines: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f".SH {title}"
    for name, about in lines:
        yield from (".TP", f".B {_plain(name)}", _plain(about))


def _plain(text: str) -> str:
    """A text in which troff finds no signs of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{text}" if text.startswith(".") else text
