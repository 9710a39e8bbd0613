"""Which game by file a command means, and letters that say something besides play."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.common import CommandError, near, say

if TYPE_CHECKING:
    from saves.post.game import PostGame
    from saves.post.places import Entry


def entry_named(data: Path, name: str) -> Entry:
    """The game whose name begins so."""
    from content import catalogue
    from saves.post.places import games

    known = tuple(games(data, catalogue.open_system))
    found = [entry for entry in known if name and entry.game.startswith(name.lower())]
    if len(found) == 1:
        return found[0]
    what = "several games by file begin with" if found else "there is no game by file"
    raise CommandError(f"{what} {name!r}; {near(name, [e.game[:8] for e in known], 'panzerhex post list shows them')}")


def speak_by_letter(args: argparse.Namespace, speak: Callable[[PostGame], None], words: str) -> int:
    """Have a letter written that says something besides play; what a command exits with."""
    from content import catalogue
    from saves.library import data_directory
    from saves.post.opening import open_game

    data = data_directory()
    with open_game(data, entry_named(data, args.game).game, catalogue.open_system) as game:
        speak(game)
        say(f"{words}. Send {game.outgoing} to the other player.")
    return 0
