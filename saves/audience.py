"""Who may see what of a game's journal. Every reader of journals asks here: commands, exports and the replay.

When a game is over everything may be seen. While it runs a reader shows what a spectator may know. The owner of a game
of this machine may ask for more; of a table's game nobody may, and of a game by file only for his own side's half.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import Event, SideId
from core.play.aside import DiceCommitted, DiceRevealed
from saves.line import Header

#: What a journal's header has for the player of the other side of a game by file, before its name.
POST_SEAT: Final = "post"
HUMAN: Final = "human"


@frozen(eq=False, repr=False)
class Audience(Alike):
    """Who may see what of one journal.

    open: whether nothing is secret any more. sides: those whose knowledge may be asked for; everything: whether all
    there is may. own: the side that is the reader's own, to whom its secrets are none; None = nobody's in particular.
    why: why not more may be asked for; "" if all may.
    """

    open: bool
    sides: tuple[SideId, ...] = ()
    everything: bool = False
    own: SideId | None = None
    why: str = ""

    def refusal(self, side: SideId | None, *, everything: bool = False) -> str:
        """Why what a side knows, or all there is, may not be shown; "" if it may. None = what a spectator knows."""
        if self.open or (self.everything if everything else side is None or side in self.sides):
            return ""
        return self.why

    def tells(self, side: SideId | None, *, everything: bool = False) -> bool:
        """Whether to show what a side knows, or all there is, tells secrets of a game in progress."""
        return not self.open and (everything or (side is not None and side != self.own))


def audience(header: Header, journal: Sequence[Event], sides: Iterable[SideId], *, over: bool) -> Audience:
    """Who may see what of a game. sides: of its scenario; over: whether it has ended by the rules, or was
    given up.

    A table opens the secret of its dice when it has ended in any way, given up or closed.
    """
    if over or any(isinstance(event, DiceRevealed) for event in journal):
        return Audience(open=True, everything=True)
    people = [SideId(side) for side, seat in header.sides.items() if seat == HUMAN]
    if post_of(header):
        why = "it is one side's half of a game by file; what the other half knows is in the letters at the end"
        return Audience(open=False, sides=tuple(people), own=people[0] if people else None, why=why)
    if sealed(header, journal):
        return Audience(open=False, why="it is the game of a table; what is hidden is shown when it is over")
    return Audience(open=False, sides=tuple(sides), everything=True, own=people[0] if len(people) == 1 else None)


def sealed(header: Header, journal: Sequence[Event]) -> bool:
    """Whether somebody vouches for the dice of a game, as a table does. Not of one played on from another."""
    return header.forked is None and any(isinstance(event, DiceCommitted) for event in journal)


def post_of(header: Header) -> str:
    """The name of the correspondence that a journal belongs to; "" if to none."""
    for seat in header.sides.values():
        kind, _, game = seat.partition(":")
        if kind == POST_SEAT and game:
            return game
    return ""
