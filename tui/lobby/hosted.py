"""A room as a table for the game screen: one player, his side, and nothing that he may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from core.ai import Thought
from core.choice import Choices, Partial
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.presentation import SideLook
from core.system import RuleSystem
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tui.game.record.chronicle import REACH, Called, Chronicle, Line
from tui.game.table import Elsewhere, Human, Over, Reaction
from tui.kit.printed import Printed, as_printed, unprinted
from tui.lobby import words
from tui.replay.reel import Eye, Reel


class Sight:
    """What one side (None = spectators) sees of a room; shared by all sessions of the process that look through it."""

    def __init__(self, side: SideId | None) -> None:
        self.side = side
        self._chronicle: Chronicle[Any] | None = None

    def lines(self, room: Room, player: PlayerName) -> list[Line]:
        """The log of the side, the oldest line first."""
        game = room.game
        if game is None:
            return []
        if self._chronicle is None:
            # How far the log reaches back must not tell how much happened in secret.
            told = room.redacted(player, 0)
            self._chronicle = Chronicle(game, self.side, first=told[-REACH][0] - 1 if len(told) > REACH else 0)
        self._chronicle.game = game
        return self._chronicle.read()

    def told(self, room: Room, player: PlayerName) -> int:
        """Of how many events the side has been told since its log was begun."""
        self.lines(room, player)
        return self._chronicle.told if self._chronicle is not None else 0


_SIGHTS: WeakKeyDictionary[Room, dict[SideId | None, Sight]] = WeakKeyDictionary()


def sight_of(room: Room, side: SideId | None) -> Sight:
    """The sight of one side of a room."""
    return _SIGHTS.setdefault(room, {}).setdefault(side, Sight(side))


class HostedTable:
    """A table at which one player sits; the others are elsewhere. `here` is his side, None for who only watches.

    Computer players order from the host, not from here.
    """

    def __init__(self, room: Room, player: PlayerName, printed: Callable[[], bool] = lambda: False) -> None:
        """printed: whether the player wants hexes called as they are printed on the boards."""
        self.room = room
        self._printed = printed
        self._system: RuleSystem[Any] | None = None
        self._called = Called()
        self.player = player
        self.here: SideId | None = room.side_of(player)
        self._looked = room.seen(player)

    # -- the game -----------------------------------------------------------------------------------

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules, in the player's words; the room has one for all its players."""
        if self._system is None or unprinted(self._system) is not unprinted(self.room.system):
            self._system = as_printed(unprinted(self.room.system), self._printed)
        return self._system

    @property
    def path(self) -> Path | None:
        """The journal once there are no secrets in it any more."""
        return self.room.path if self.room.over else None

    @property
    def looks(self) -> tuple[SideLook, ...]:
        """The sides as players see them."""
        return self.room.looks

    def look(self, side: SideId | str) -> SideLook:
        """One side as players see it."""
        return next(s for s in self.looks if s.id == side)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or otherwise."""
        return self.room.over

    @property
    def final(self) -> Any:
        """The state in which the game ended."""
        return self.room.final

    @property
    def events(self) -> int:
        """How many events the journal has, secret ones too: it is never shown."""
        return self.room.events

    @property
    def told(self) -> int:
        """Of how many events the player has been told."""
        return sight_of(self.room, self.room.side_of(self.player)).told(self.room, self.player)

    def sit(self, side: SideId | None) -> None:
        """Nobody else comes to this keyboard."""

    # -- what happens next --------------------------------------------------------------------------

    def ask(self) -> Reaction:
        """Whether the player is to order, or who else is."""
        room, state = self.room, self.room.state
        if room.over:
            return Over()
        if state.stage is Stage.ADJOURNED:
            return Elsewhere("The game is adjourned")
        if state.stage is Stage.BY_FILE:
            return Elsewhere(words.by_file(room.id, has_half=self.player in state.halves.values()))
        if self.here is not None and self.here in room.waits_for():
            if state.computers.get(self.here):
                return Elsewhere("A computer plays your side")
            return Human(self.here, hand_over=False)
        return Elsewhere(f"Waits for {self.waits_words() or 'the other side'}")

    def away_words(self) -> str:
        """Who of the other sides is not at the table, and for how long."""
        told = [words.away(self.room, SideId(look.id)) for look in self.looks if look.id != self.here]
        return "; ".join(filter(None, told)) if not self.room.over else ""

    def waits_words(self) -> str:
        """Who else is waited for, with the players: only as far as this player may know it."""
        acting = self.system.face.status(self.view).acting
        sides = [SideId(side) for side in acting if side != self.here]
        return words.who_waits(self.room.state, sides, lambda side: self.look(side).name)

    def choices(self, side: SideId, partial: Partial) -> Choices:
        """What may be picked next; what another player of the side commands is refused in his name."""
        with self._for_the_player() as told:
            found: Choices = told(self.room.choices(self.player, partial))
            return found

    def submit(self, side: SideId, partial: Partial) -> tuple[Event, ...]:
        """Give the order that a partial stands for. IllegalOrder leaves the game as it was."""
        with self._for_the_player():
            return self.room.submit(self.player, partial)

    def give(self, side: SideId, order: Order) -> tuple[Event, ...]:
        """Give an order; it is in the journal before this returns."""
        with self._for_the_player():
            return self.room.give(self.player, order)

    def undo(self, side: SideId) -> None:
        """Take back the last order. IllegalOrder says why it may not be."""
        with self._for_the_player():
            self.room.undo(self.player)

    def thinking(self, side: SideId, level: str) -> Callable[[], Thought]:
        """Computers play at the host."""
        raise IllegalOrder("the host lets the computers play", "")

    @contextmanager
    def _for_the_player(self) -> Iterator[Callable[[Any], Any]]:
        """What a room refuses is said as a refused order is: it is no failure of the program; hexes are called as the
        player wants it, in values too that what is given turns."""
        system = self.system
        hexes = system.hexes if isinstance(system, Printed) else None
        try:
            with hexes.refusing() if hexes is not None else nullcontext():
                yield hexes.told if hexes is not None else lambda value: value
        except RoomError as error:
            raise IllegalOrder(str(error), "") from error

    # -- what the player knows ----------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """What the player may know now."""
        return self.room.view(self.player)

    def lines(self) -> list[Line]:
        """The log of the player."""
        # As the seats are now, not as they were when the table was opened.
        plain = sight_of(self.room, self.room.side_of(self.player)).lines(self.room, self.player)
        return self._called.lines(plain, self.system)

    @property
    def looked(self) -> int:
        """Number of the last event that the player has seen."""
        return self._looked

    def mark_looked(self, until: int | None = None) -> None:
        """Note that the player has seen what happened up to an event, None = up to now."""
        until = self.room.events if until is None else until
        if until > self._looked:
            self._looked = until
            if self.here is not None:
                self.room.mark_seen(self.player, self._looked)

    def film(self) -> tuple[Reel[Any], Eye] | None:
        """The game up to now, as the side of the player knows it."""
        if self.room.game is None:
            return None
        reel = Reel(self.room.game, self.system)
        return reel, reel.eye(self.room.side_of(self.player))
