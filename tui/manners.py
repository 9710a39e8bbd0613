"""How the program behaves towards its player: what it offers, tells, refuses. A lobby hands in manners of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from attrs import frozen

from core.alike import Alike

#: A table: its id, its title, what it wants or what goes on there.
TableLine = tuple[str, str, str]


class NotesOn(Protocol):
    """Where the notes on a journal are."""

    def __call__(self, journal: Path, *, write: bool = False) -> Path: ...


def _beside(journal: Path, *, write: bool = False) -> Path:
    return journal


@frozen(kw_only=True, eq=False, repr=False)
class Manners(Alike):
    """What differs between the program at one's own machine, as it is here, and for a guest or a player at a host.

    offers: whether the title offers an action; to play with others takes a lobby. returns: where the player may want
    to go back to. notes_on: the journal beside which the notes on one are kept; SaveError if none may be written.
    told_path, told_error: a path, and what is wrong, as the player may see it. new_game_refused: why no further game
    may be begun, "" if it may.
    """

    offers: Callable[[str], bool] = lambda action: action not in ("lobby", "waiting")
    returns: Callable[[], tuple[TableLine, ...]] = lambda: ()
    notes_on: NotesOn = _beside
    told_path: Callable[[Path], str] = str
    told_error: Callable[[Exception], str] = str
    new_game_refused: Callable[[], str] = lambda: ""


#: Those of the program at one's own machine.
AT_HOME = Manners()
