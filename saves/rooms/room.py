"""A table at which several people play one game: everything that a screen asks of it, for one player at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.ai import SUBSTITUTE, Thought
from core.choice import Choices, Partial
from core.event import Event, SideId, UnitId
from core.order import Order
from core.play.game import Game
from core.presentation import Formation, SideLook
from core.system import RuleSystem
from saves.rooms import books, ordering, sealed, seating, take_back, timing
from saves.rooms import events as e
from saves.rooms.conversation import Conversation
from saves.rooms.desk import Desk, Means
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.ordering import Thinking
from saves.rooms.over import ended, ending
from saves.rooms.plan import RoomPlan
from saves.rooms.post import Post
from saves.rooms.state import RoomState, Stage, TakeBack
from saves.rooms.watching import Watching


class Room(Conversation):
    """One room of a `House`. Whatever it returns for a player is what that player may know.

    Orders raise IllegalOrder, everything else RoomError; either leaves the room as it was. What is returned or told
    is on the disk. post: what has to do with games by file.
    """

    def __init__(self, directory: Path, means: Means) -> None:
        super().__init__()
        self._desk = Desk(directory, means)
        self._watching = Watching(self._desk)
        self.post = Post(self._desk)

    # -- the table ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The short name of the room, such as "bridge-7k2"."""
        return self._desk.id

    @property
    def path(self) -> Path:
        """The journal of the game; there is none before it has begun."""
        return self._desk.shared.path

    @property
    def state(self) -> RoomState:
        """The room as its log has it. It holds what only one side may know, such as the chat of a side."""
        return self._desk.state

    @property
    def plan(self) -> RoomPlan:
        """What was agreed before the game."""
        return self.state.plan

    @property
    def owner(self) -> PlayerName:
        """Who made the room."""
        return self.state.owner

    @property
    def stage(self) -> Stage:
        """How far the table has come."""
        return self.state.stage

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules that are played."""
        return self._desk.system

    @property
    def looks(self) -> tuple[SideLook, ...]:
        """The sides as players see them."""
        return self.system.sides

    @property
    def notices(self) -> tuple[str, ...]:
        """What players should be told about the files, in sentences."""
        torn = self._desk.log.torn
        return (*((torn,) if torn else ()), *self._desk.shared.notices)

    def refresh(self) -> bool:
        """Read what other processes wrote, and tell of it; whether there was anything."""
        desk = self._desk
        said = desk.chat.stale
        if said:
            desk.chat.lines()
            desk.touch("chat")
        if not desk.stale:
            desk.flush()
            return said
        with desk.turn():
            if self._desk.game is not None:
                try:
                    books.current(self._desk)
                except RoomError:  # whoever wants to see the game is told why it cannot be opened
                    self.rest()
        return True

    # -- seats ----------------------------------------------------------------------------------

    def players(self, side: SideId) -> tuple[PlayerName, ...]:
        """The players of a side in the order in which they joined."""
        return self.state.players(side)

    def side_of(self, player: PlayerName) -> SideId | None:
        """The side that somebody plays on; None if he has no seat."""
        return self.state.side_of(player)

    def commander(self, side: SideId) -> PlayerName | None:
        """Who gives the orders that are nobody else's: who joined first of those who are left."""
        return self.state.commander(side)

    def may_join(self, player: PlayerName, side: SideId) -> str:
        """Why a player may not take a seat of a side; "" if he may."""
        return seating.refusal(self.state, player, side)

    def may_watch(self, player: PlayerName | None) -> str:
        """Why somebody may not watch the game; "" if he may."""
        return seating.watch_refusal(self.state, player)

    def join(self, player: PlayerName, side: SideId, value: str = "") -> None:
        """Take a seat; the game begins when every side has somebody to play it. value: the player's words for the
        dice, needed as long as it has not begun."""
        seating.join(self._desk, player, side, value)

    def leave(self, player: PlayerName) -> None:
        """Give up one's seat; one's units go back to the commander, the commander's office to the next."""
        seating.leave(self._desk, player)

    def seat_computer(self, player: PlayerName, side: SideId, level: str = SUBSTITUTE) -> None:
        """Let a computer play on for a side that has lost its players, until somebody joins it."""
        seating.seat_computer(self._desk, player, side, level)

    # -- shares ---------------------------------------------------------------------------------

    def formations(self, side: SideId) -> tuple[Formation, ...]:
        """The formations of a side, to be shared out among its players."""
        return tuple(formation for formation in self.system.formations() if formation.side == side)

    def share(self, commander: PlayerName, units: Sequence[str], player: PlayerName) -> None:
        """Give units of the side to one of its players to command; to the commander himself = take them back."""
        seating.share(self._desk, commander, [UnitId(unit) for unit in units], player)

    def player_of(self, unit: str) -> PlayerName | None:
        """Who commands a unit; None if nobody plays its side."""
        for side in self.plan.seats:
            if unit in self._desk.units(side):
                return ordering.player_of(self.state, side, UnitId(unit))
        return None

    def units_of(self, player: PlayerName) -> tuple[UnitId, ...]:
        """The units that a player commands."""
        side = self.side_of(player)
        if side is None:
            return ()
        units = (UnitId(unit) for formation in self.formations(side) for unit in formation.units)
        return tuple(unit for unit in units if ordering.player_of(self.state, side, unit) == player)

    def ready(self, player: PlayerName, on: bool = True) -> None:
        """Tell one's commander that one has finished; it holds until the next step."""
        seating.ready(self._desk, player, on)

    # -- the game -------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any] | None:
        """The game, not to be changed; None before it has begun. After another process has played it may be another
        object that begins with the same events."""
        if self._desk.game is None and self.state.started:
            self._desk.prepare()
            with self._desk.turn():
                books.current(self._desk)
        return self._desk.game

    @property
    def events(self) -> int:
        """How many events the journal has."""
        return len(self.game.journal) if self.game else 0

    @property
    def over(self) -> bool:
        """Whether the game is over by the rules, given up or closed."""
        return self.state.finished or (self.game is not None and self.game.over)

    @property
    def result(self) -> str:
        """How the game ended, in words."""
        names = {look.id: look.name for look in self.looks}
        return ended.result(self.state, lambda side: names.get(side, side))

    @property
    def final(self) -> Any:
        """The whole state in the end. RoomError while the game goes on."""
        if not self.over or self.game is None:
            raise RoomError("what is hidden is shown when the game is over")
        return self.game.state

    def waits_for(self) -> tuple[SideId, ...]:
        """The sides that are to order now."""
        game = self.game
        return game.active if game is not None and self.stage is Stage.PLAYING else ()

    def choices(self, player: PlayerName, partial: Partial = ()) -> Choices:
        """What a player may pick next; what another player of his side commands is refused by name."""
        return ordering.choices(self._opened(), player, partial)

    def order(self, player: PlayerName, partial: Partial) -> Order:
        """The order that a partial stands for, if the player may give it; nothing is given."""
        return ordering.order(self._opened(), player, partial)

    def submit(self, player: PlayerName, partial: Partial) -> tuple[Event, ...]:
        """Give the order that a partial stands for; returns all that came of it, for the program alone to see."""
        return ordering.submit(self._opened(), player, partial)

    def give(self, player: PlayerName, order: Order) -> tuple[Event, ...]:
        """Give an order that was not picked step by step."""
        return ordering.give(self._opened(), player, order)

    def undo(self, player: PlayerName) -> None:
        """Take back one's last order, as far as no die and no secret stands in the way."""
        ordering.undo(self._opened(), player)

    def may_undo(self, player: PlayerName) -> bool:
        """Whether there is something that a player may take back without asking."""
        return ordering.may_undo(self._opened(), player)

    def _opened(self) -> Desk:
        if self.game is None:
            raise RoomError("the game has not begun; it begins when every side has a player")
        return self._desk

    def _game_opened(self) -> Game[Any]:
        game = self._opened().game
        assert game is not None
        return game

    # -- what a player knows ----------------------------------------------------------------------

    def view(self, player: PlayerName | None) -> Any:
        """The state as far as a player knows it; for who has no seat what everybody knows; all when it is over.
        It is not to be changed: all who know the same are given the same object."""
        side = self._watching.side(player)
        return self._watching.view(side, self._game_opened(), over=self.over)

    def redacted(self, player: PlayerName | None, from_n: int = 0) -> list[tuple[int, Event]]:
        """The events after number `from_n` that a player may know of, with their numbers, which are not for him to
        see: they count what others did in secret."""
        side = self._watching.side(player)
        return self._watching.events(side, self._game_opened(), from_n, over=self.over)

    def changed_for(self, player: PlayerName | None, before: int, after: int) -> bool:
        """Whether any of the events after number `before` up to `after` is for a player to know."""
        side = self._watching.side(player)
        return self._watching.any(side, self._game_opened(), before, after, over=self.over)

    def seen(self, player: PlayerName) -> int:
        """How many events a player has seen."""
        return self._watching.seen(player)

    def mark_seen(self, player: PlayerName, n: int) -> None:
        """Note that a player has seen so many events. It is written down by `write_seen`, for a loss does no harm."""
        self._watching.mark_seen(player, n)

    def write_seen(self) -> None:
        """Write down what players have seen, if that has changed."""
        self._watching.write_seen()

    # -- taking back by agreement -----------------------------------------------------------------

    @property
    def take_back(self) -> TakeBack | None:
        """The question whether something may be taken back; None if nobody asks. Its numbers are not for the screen."""
        return take_back.asked(self._desk)

    def take_back_points(self, player: PlayerName) -> tuple[int, ...]:
        """The numbers of events that a player may ask to go back to, the newest first."""
        return take_back.points(self._opened(), player)

    def must_answer(self, player: PlayerName) -> bool:
        """Whether the question waits for an answer of this player's side."""
        question, side = self.take_back, self.side_of(player)
        return question is not None and side in take_back.still_to_agree(self._desk, question)

    def ask_take_back(self, player: PlayerName, to: int | None = None) -> bool:
        """Ask to go back to one of `take_back_points`, None = the newest; whether it was done at once."""
        return take_back.ask(self._opened(), player, to)

    def answer_take_back(self, player: PlayerName, yes: bool) -> bool:
        """Agree to the question or not, or withdraw one's own with no; whether it was carried out now."""
        return take_back.answer(self._opened(), player, yes)

    # -- pauses and ends --------------------------------------------------------------------------

    def adjourn(self, player: PlayerName) -> bool:
        """Wish to put the game off; whether it is, as all sides that people play wished it."""
        return ending.adjourn(self._desk, player)

    def resume(self, player: PlayerName) -> bool:
        """Wish to go on with an adjourned game; whether it goes on."""
        return ending.resume(self._desk, player)

    def resign(self, player: PlayerName) -> None:
        """Give the game up for one's side."""
        ending.resign(self._desk, player)

    def may_claim(self, player: PlayerName) -> tuple[SideId, ...]:
        """The sides whose absence a player may make use of now, as was agreed."""
        return tuple(side for side in self.plan.seats if not ending.claim_refusal(self._desk, player, side))

    def claim(self, player: PlayerName, side: SideId) -> None:
        """Do what was agreed for when a side stays away."""
        ending.claim(self._desk, player, side)

    def come_back(self, player: PlayerName) -> None:
        """Play on for one's side in the place of the computer."""
        ending.come_back(self._desk, player)

    def close(self, player: PlayerName) -> None:
        """Close a table that is one's own."""
        ending.close(self._desk, player)

    def close_by_keeper(self) -> None:
        """Close a table for the keeper of the host."""
        ending.close_by_keeper(self._desk)

    def may_close(self, player: PlayerName) -> str:
        """Why a player may not close the table; "" if he may."""
        return ending.close_refusal(self._desk, player)

    # -- clocks and computers -----------------------------------------------------------------------

    def time_left(self, side: SideId) -> float | None:
        """Seconds that a side has left; None without a clock."""
        return timing.time_left(self._desk, side)

    def tick(self) -> tuple[e.RoomEvent, ...]:
        """Look at the clocks: warnings, and what came of a time-out. To be called every second."""
        return timing.tick(self._desk)

    def computer_wanted(self) -> tuple[SideId, str] | None:
        """The side for which a computer is to order now and its level; None if people are waited for."""
        return ordering.computer_wanted(self._desk) if self.game is not None else None

    def computer_order(self) -> Thinking | None:
        """What the computer is to decide, here or elsewhere; then `give_computer`."""
        return ordering.thinking(self._desk) if self.game is not None else None

    def give_computer(self, thinking: Thinking, thought: Thought) -> tuple[Event, ...]:
        """Give what a computer thought of; () if the game has moved on meanwhile."""
        return ordering.give_thought(self._opened(), thinking, thought)

    def wanted_still(self, thinking: Thinking) -> bool:
        """Whether what a computer thinks about is still to be decided."""
        return ordering.wanted_still(self._desk, thinking)

    # -- dice -----------------------------------------------------------------------------------

    def dice_words(self) -> tuple[str, ...]:
        """How the dice are sealed and can be checked, in sentences."""
        shown = books.shown_secret(self._desk) if self.game is not None else ""
        return sealed.words(self.id, self.state, shown=shown)

    # -- memory ---------------------------------------------------------------------------------

    def settle(self) -> None:
        """Write down what is only in memory: what players have seen, how the clocks stand."""
        self.write_seen()
        timing.settle(self._desk)

    def rest(self) -> None:
        """Give the memory of the game free until somebody asks for it again."""
        self._desk.shared.forget()
        self._desk.booked = -1
        self._watching.forget()
