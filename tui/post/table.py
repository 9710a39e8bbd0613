"""A game by file as a table for the game screen: one player, his side, and what his machine knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from core.ai import Thought
from core.choice import Choices, Partial
from core.door import Door
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.play.game import Game
from core.play.whole import ANSWERS, COMPUTER, HOLD, WORTH, Whole, plays_in_trust
from core.presentation import SideLook
from core.system import RuleSystem
from saves.post.correspondence import data_of, read
from saves.post.game import PostGame
from saves.post.in_trust import InTrust
from saves.post.saying import words
from tui.game.record.chronicle import Chronicle, Line
from tui.game.table import Elsewhere, Human, Over, Reaction
from tui.replay.reel import Eye, Reel

#: What becomes of a decision.
_ANSWERS = {"": "ask me", HOLD: "hold", WORTH: "ask if worth it", COMPUTER: "computer"}


class PostTable:
    """A table at which one player sits; the other has a table of his own, and files go to and fro."""

    def __init__(self, game: PostGame) -> None:
        self.game = game
        self.here: SideId | None = game.side
        self._looked = len(game.half.replica.journal)
        self._chronicle: Chronicle[Any] | None = None
        self._known: object = None
        self._view: tuple[object, int, Any] | None = None
        self._asked: tuple[object, int, SideId, Door[Any]] | None = None

    # -- the game -----------------------------------------------------------------------------------

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules."""
        return self.game.system

    @property
    def path(self) -> Path | None:
        """None: a half of a game cannot be checked as a game is; `panzerhex post verify` checks the file."""
        return None

    @property
    def looks(self) -> tuple[SideLook, ...]:
        """The sides as players see them."""
        return self.system.sides

    def look(self, side: SideId | str) -> SideLook:
        """One side as players see it."""
        return next(s for s in self.looks if s.id == side)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.half.replica.over

    @property
    def final(self) -> Any:
        """The state in which the game ended, as this side knows it."""
        return self.game.shown.state

    @property
    def events(self) -> int:
        """How many events this side knows."""
        return len(self.game.shown.journal)

    @property
    def told(self) -> int:
        """Of how many events this side has been told: it knows no others."""
        return self.events

    def sit(self, side: SideId | None) -> None:
        """Nobody else comes to this keyboard."""

    # -- what happens next --------------------------------------------------------------------------

    @property
    def other(self) -> SideLook:
        """The other side."""
        return self.look(self.game.half.replica.other)

    def ask(self) -> Reaction:
        """Whether the player is to order, or a file is to be sent."""
        if self.over:
            return Over()
        if self.game.question is not None:
            return Elsewhere(f"{self.other.name} {words(self.game.question)}; {{by-file.talk}} answers")
        if self.game.turn == "mine":
            return Human(self.game.side, hand_over=False)
        how = "{by-file.send} writes it elsewhere, {by-file.take} takes the answer"
        send = f"Send {self.game.outgoing} to {self.other.name}; {how}"
        return Elsewhere(f"{self._waited_for}{send}")

    def _door(self, side: SideId) -> Door[Any]:
        replica = self.game.shown
        key = (replica, len(replica.journal), side)
        if self._asked is None or self._asked[:3] != key:
            self._asked = (*key, self.system.door(replica.state, side))
        return self._asked[3]

    def choices(self, side: SideId, partial: Partial) -> Choices:
        """What may be picked next for the order begun."""
        return self._door(side).choices(partial)

    def submit(self, side: SideId, partial: Partial) -> tuple[Event, ...]:
        """Give the order that a partial stands for. IllegalOrder leaves the game as it was."""
        return self.give(side, self._door(side).order(partial))

    def give(self, side: SideId, order: Order) -> tuple[Event, ...]:
        """Give an order; it is in the journal before this returns."""
        return self.game.give(order)

    def undo(self, side: SideId) -> None:
        """Take back the last order, as long as its letter is not written."""
        self.game.undo()
        self._chronicle = self._view = self._asked = None

    def thinking(self, side: SideId, level: str) -> Callable[[], Thought]:
        """No computer plays by file."""
        raise IllegalOrder("no computer plays by file", "")

    # -- files ----------------------------------------------------------------------------------------

    @property
    def ahead(self) -> bool:
        """Whether something is ordered that only the other machine can decide, and that can be sent now."""
        return self.game.half.guess is not None

    def send_now(self) -> None:
        """Have the letter written, though more could be ordered ahead."""
        self.game.send_now()

    def sayings(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """What may be said by letter now, in words, and what says it."""
        game = self.game
        resign = ("Resign: give the game up", game.resign)
        if game.question is not None:
            return (
                (f"Agree: {self.other.name} {words(game.question)}", lambda: game.answer(agree=True)),
                ("Refuse", lambda: game.answer(agree=False)),
                resign,
            )
        if self.in_trust:
            back = ("Ask to take back what you decided in your last letter", game.ask_back)
            return (back, ("Ask to go on at one table", game.ask_table), resign)
        return (
            ("Ask to take back your last order", game.ask_back),
            ("Ask to go on at one table, with both sides' secrets opened", game.ask_table),
            ("Ask to go on at a host's table, whom each brings his secrets", game.ask_host),
            resign,
        )

    @property
    def _waited_for(self) -> str:
        """In a game in trust what this side's machine decides for it now, and how, and whose decision is awaited."""
        whole = self.game.half.replica
        if not isinstance(whole, Whole):
            return ""
        told = ""
        if self.game.side in whole.active and self.game.side not in whole.asked:
            name = whole.system.decision(self.game.shown.state)
            answer = _ANSWERS[whole.standing[self.game.side].standing.get(name, "")]
            told = f"Your machine decides for you: {whole.system.standing.get(name, name)} ({answer}; O changes that). "
        if self.other.id in whole.active:
            told += f"What {self.other.name} decides is awaited. "
        return told

    # -- where both machines know all -------------------------------------------------------------------

    @property
    def in_trust(self) -> bool:
        """Whether both machines know the whole game."""
        return plays_in_trust(self.system)

    def standing(self) -> tuple[tuple[str, str], ...]:
        """What may be left to the machine: the name of each decision, and in words what becomes of it."""
        assert plays_in_trust(self.system)
        assert isinstance(self.game.half, InTrust)
        now = self.game.half.standing
        return tuple((n, f"{words}: {_ANSWERS[now.get(n, '')]}") for n, words in self.system.standing.items())

    def turn_standing(self, name: str) -> None:
        """Leave a decision to the machine in the next way that there is, or to nobody again."""
        assert isinstance(self.game.half, InTrust)
        now = dict(self.game.half.standing)
        ways = ("", *ANSWERS)
        answer = ways[(ways.index(now.pop(name, "")) + 1) % len(ways)]
        self.game.leave_to_machine(now | ({name: answer} if answer else {}))

    def forget(self) -> None:
        """What was drawn may be of what was taken back."""
        self._chronicle = self._view = self._asked = None
        self._looked = min(self._looked, self.events)

    def send(self, path: Path) -> None:
        """Write the file that is to be sent. PostError says why it cannot be."""
        self.game.export(path)

    def take(self, path: Path) -> bool:
        """Take the answer of the other side; False if it has nothing new. PostError changes nothing."""
        from saves.post.keys import PostError

        try:
            data = data_of(path)
        except OSError as error:
            raise PostError(f"cannot read {path}: {error.strerror}") from error
        new = self.game.take(read(data, self.game.half.mail))
        self.forget()
        return new

    # -- what the player knows ----------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """What the player may know now."""
        replica = self.game.shown
        key = (replica, len(replica.journal))
        if self._view is None or self._view[:2] != key:
            self._view = (*key, self.system.view(replica.state, replica.side))
        return self._view[2]

    def lines(self) -> list[Line]:
        """The log of the player, the oldest line first."""
        # A chronicle reads the journal, the rules and earlier states of a game; a replica has them all.
        known = cast("Game[Any]", self.game.shown)
        if self._chronicle is None or self._known is not self.game.shown:
            self._chronicle, self._known = Chronicle(known, self.game.side), self.game.shown
        return self._chronicle.read()

    @property
    def looked(self) -> int:
        """Number of the last event that the player has seen."""
        return self._looked

    def mark_looked(self, until: int | None = None) -> None:
        """Note that the player has seen what happened up to an event, None = up to now."""
        self._looked = self.events if until is None else until

    def film(self) -> tuple[Reel[Any], Eye] | None:
        """What this side knows of the game up to now."""
        reel = Reel(cast("Game[Any]", self.game.shown))
        return reel, reel.eye(self.game.side)
