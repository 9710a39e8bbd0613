"""The command line. `main` never shows a traceback: a mistake is one line on standard error that says what to do."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from importlib import import_module
from typing import Final, TextIO

from tui.commands import play
from tui.commands.common import MISUSED, CommandError, Parser, near, note
from tui.kit.garbage import look_for_garbage
from tui.own_content import read_own_content

#: Set to anything to see the traceback of what the program did not expect.
DEBUG = "PANZERHEX_DEBUG"


#: The modules of `tui.commands` in the order of the help, each with the commands that it describes.
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "scenarios": ("scenarios",),
    "play": ("play", "resume", "replay"),
    "verify": ("verify",),
    "render": ("render",),
    "vignette": ("vignette",),
    "rules": ("rules",),
    "simulate": ("simulate",),
    "tournament": ("tournament",),
    "learn": ("learn",),
    "report": ("report",),
    "battle": ("battle",),
    "export": ("export",),
    "analyse": ("analyse",),
    "post": ("post",),
    "serve": ("serve",),
    "admin": ("admin",),
    "settings": ("settings",),
    "completion": ("completion",),
    "manual": ("man",),
}


class _Version(argparse.Action):
    """Prints the version, which is looked up only if it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # it reads mail headers and archives; a game does without

        print(f"panzerhex {version('panzerhex')}")
        parser.exit()


def parser(word: str = "") -> Parser:
    """All commands and their options; of a word that is a command, what its module describes and nothing else."""
    made = Parser(
        prog="panzerhex",
        description="The terminal wargame of tactical WWII armour. Without a command: the title screen.",
        epilog="example: panzerhex play the-bridge",
        allow_abbrev=False,
    )
    made.set_defaults(run=play.run_title)
    made.add_argument("--version", action=_Version, nargs=0, help="show the version and stop")
    commands = made.add_commands("commands", "COMMAND")
    wanted = next(((module,) for module, names in COMMANDS.items() if word in names), tuple(COMMANDS))
    for module in wanted:
        import_module(f"tui.commands.{module}").add(commands)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns what to exit with: 0, 1 if something was found wrong, 2 for a mistake in asking."""
    words = list(sys.argv[1:] if argv is None else argv)
    # A stream that was closed before the program began is none: what is said goes nowhere then.
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    # What is made until a command runs or a screen stands, stays: there is no garbage to be found in it.
    gc.disable()
    try:
        try:
            status = _run(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone.
        _say_no_more()
        return 0
    except OSError as error:
        if not _of_output(error):
            raise
        _say_no_more()
        return _refuse(f"cannot write what is to be said: {error.strerror}; lead it where there is room")
    finally:
        # For whoever called it, and goes on.
        gc.unfreeze()
        gc.enable()


def _nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _run(words: list[str]) -> int:
    try:
        if not words:
            read_own_content()
            # The title screen is what most people start with; it need not wait for the other commands.
            return play.run_title(argparse.Namespace())
        made = parser(words[0])
        asked = _asked(made, words)
        args, unknown = made.parse_known_args(words)
        if unknown:
            raise CommandError(
                f"unknown {unknown[0]!r}; {near(unknown[0], asked.options)} {asked.prog} --help lists all"
            )
        if data := getattr(args, "data", None):
            from saves.library import DATA

            os.environ[DATA] = str(data.expanduser().absolute())
        read_own_content()
        if args.run not in play.SHOWING:
            look_for_garbage()
        status: int = args.run(args)
        return status
    except CommandError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        if os.environ.get(DEBUG) or _of_output(error):
            raise
        return _refuse(_explained(error))
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return _refuse(_explained(error))


def _of_output(error: OSError) -> bool:
    """Whether it is what was printed that could not be written: of a file the name is told (`saves.files`)."""
    return error.errno in (ENOSPC, EDQUOT, EFBIG, EIO) and not error.filename


def _say_no_more() -> None:
    """Nothing more of the output may be written, at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _asked(made: Parser, words: Sequence[str]) -> Parser:
    """The parser of the command that is asked for; CommandError if there is none of that name."""
    for n, word in enumerate(words):
        commands = made.commands
        if not commands or word.startswith("-"):
            break
        if word not in commands:
            name = " ".join(words[: n + 1])
            raise CommandError(f"unknown command {name!r}; {near(word, commands)} {made.prog} --help lists them")
        made = commands[word]
    return made


def _refuse(text: str) -> int:
    note(text)
    return MISUSED


def _explained(error: Exception) -> str:
    """An error from further down in one line: those that are made to be read as they are, others by their kind."""
    from content.kit.load import ContentError
    from saves.line import SaveError

    if isinstance(error, ContentError):
        return error.line
    if isinstance(error, SaveError):
        return str(error)
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}; check the name and the permissions"
    return f"this should not happen ({type(error).__name__}: {error}); set {DEBUG}=1 to see where, and report it"


if __name__ == "__main__":
    sys.exit(main())
