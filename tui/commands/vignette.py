"""``panzerhex vignette``: worked examples of the rulebook."""

from __future__ import annotations

import argparse
from pathlib import Path

from tui.commands.common import FAILED, CommandError, Commands, command


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "vignette",
        run,
        "run worked examples",
        "panzerhex vignette my-example.toml",
        "Exits with 1 if anything comes out otherwise than the example expects, and prints the difference.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a worked example (TOML)")


def run(args: argparse.Namespace) -> int:
    """Run worked examples."""
    for path in args.files:
        if not path.is_file():
            raise CommandError(f"there is no file {path}; name the TOML file of a worked example")
    from content.vignette import read_vignette
    from core.book.vignette import run as misses_of

    missed = 0
    for path in args.files:
        misses = misses_of(read_vignette(path))
        missed += bool(misses)
        print(f"{'miss' if misses else 'good'}  {path}")
        for miss in misses:
            print(f"      {miss}")
    if len(args.files) > 1:
        print(f"{len(args.files) - missed} of {len(args.files)} good")
    return FAILED if missed else 0
