"""How a house behaves towards one of its players: which tables wait for him, how much of the host he is told."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from saves.line import SaveError
from tui.manners import TableLine

if TYPE_CHECKING:
    from saves.rooms.house import House
    from saves.rooms.names import PlayerName


def waiting(house: House, player: PlayerName) -> tuple[TableLine, ...]:
    """The tables that want something of a player, and what; who has waited longest first."""
    from tui.lobby import words

    found = [
        (entry.state.changed, entry.id, entry.state.plan.title, wanted)
        for entry in house.mine(player)
        if entry.state is not None and (wanted := words.asked(entry.state, player))
    ]
    return tuple((id_, title, wanted) for _, id_, title, wanted in sorted(found))


def played(house: House, player: PlayerName) -> tuple[TableLine, ...]:
    """The tables at which a player plays, the last first."""
    from saves.rooms.state import Stage

    return tuple(
        (entry.id, entry.state.plan.title, "others are to move")
        for entry in house.mine(player)
        if entry.state is not None and entry.state.stage is Stage.PLAYING and entry.state.side_of(player) is not None
    )


def notes_on(journal: Path, own: Path, games: Path, *, write: bool, guest: bool) -> Path:
    """The journal beside which notes are kept: among the player's own files, whose journal it ever is.

    own: the directory of those files; games: where his own games are among them. SaveError if a guest writes any.
    """
    if guest and write:
        raise SaveError("guests keep no notes")
    if journal.resolve().is_relative_to(games.resolve()):
        return journal
    name = re.sub(r"[^a-z0-9-]+", "-", f"{journal.parent.name}-{journal.stem}".lower())
    directory = own / "notes"
    if write:
        directory.mkdir(parents=True, exist_ok=True)
    return directory / f"{name}.journal"


def told_path(path: Path, own: Path) -> str:
    """A path as a player at a host may see it: only what is his own has one."""
    full, mine = path.resolve(), own.resolve()
    return str(full.relative_to(mine)) if full.is_relative_to(mine) else path.name


def told_error(error: Exception, hidden: Iterable[Path]) -> str:
    """What is wrong as a player at a host may see it: without the places of files that are not his own."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error)
    for place in hidden:
        for form in (place, place.resolve()):
            text = text.replace(f"{form}{os.sep}", "")
    return text
