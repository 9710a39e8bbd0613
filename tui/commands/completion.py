"""``panzerhex completion``: what a shell needs to complete the commands, made by shtab from their parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from tui.commands.common import Commands, Parser, command, shells

#: Arguments that are files, by their names in the help.
FILES: Final = frozenset({"FILE", "GAME", "F", "LETTER", "RESULTS"})
FOLDERS: Final = frozenset({"DIR"})


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "completion",
        run,
        "print what a shell needs to complete these commands",
        "panzerhex completion bash > ~/.local/share/bash-completion/completions/panzerhex",
        "For zsh: into a file _panzerhex of a folder of $fpath; for fish: ~/.config/fish/completions/panzerhex.fish.",
    )
    parser.add_argument("shell", metavar="SHELL", type=shells, help="bash, zsh, fish, tcsh or powershell")


def run(args: argparse.Namespace) -> int:
    """Print the script of a shell."""
    import shtab

    from tui.cli import parser

    made = parser()
    for action in _actions(made):
        if action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    print(shtab.complete(made, args.shell))
    return 0


def _actions(parser: Parser) -> Iterator[argparse.Action]:
    """The arguments and options of a parser and of all its commands."""
    yield from parser.told
    for inner in parser.commands.values():
        yield from _actions(inner)
