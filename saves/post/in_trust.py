"""A game in trust as one player's machine has it: his own decision beside what both know, and the letter that follows.

It stands where `saves.post.half.Half` stands in other games.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder, Order
from core.play.replica import Stop
from core.play.whole import Decided, OpenRules, Whole
from saves.post.agreed import STOPS, Agreed, Due
from saves.post.before import sealed_half
from saves.post.correspondence import Correspondence
from saves.post.keys import Keys, OpenedKeys
from saves.post.letter import Ahead, Letter
from saves.post.plan import Plan, bound, decided_in, packed, text_of
from saves.post.saying import Say, Saying, leaves

#: What a player is told of it.
IN_TRUST: Final = (
    "This game is played in trust: its rules need the places of both sides, so every file holds all of the game. "
    "Screens show your own side alone, and neither player can change a decision or the dice; but who opens a file by "
    "hand can read where the other side is."
)


class InTrust:
    """One side of a correspondence whose game both machines know.

    agreed: how it stands by the letters; standing: what the player leaves to his machine from his next decision on.
    """

    def __init__(
        self, system: OpenRules[Any], side: str, keys: OpenedKeys, mail: Correspondence, before: bytes = b""
    ) -> None:
        self.system = system
        self.side = SideId(side)
        self.keys = keys
        #: Its half of the table from which the game comes.
        self.before = before
        self.agreed = Agreed(system, side, mail)
        self.standing: Mapping[str, str] = {}
        #: Nothing is foreseen where all is known.
        self.guess: Whole[Any] | None = None
        self.ahead: list[Ahead] = []
        #: What this side has bound itself to and not shown.
        self._bound = ""
        self._ready: Agreed | None = None
        self._made: tuple[Event, ...] = ()
        self._draft: Whole[Any] | None = None
        self._complete = False

    def copy(self) -> InTrust:
        """An independent copy, without what is not in a letter yet."""
        made = InTrust.__new__(InTrust)
        made.__dict__.update(self.__dict__)
        made.agreed = self.agreed.copy()
        made._anew()
        return made

    # -- how it stands --------------------------------------------------------------------------------

    @property
    def mail(self) -> Correspondence:
        """The correspondence up to the last letter that was taken."""
        return self.agreed.mail

    @property
    def leads(self) -> bool:
        """Whether this side is to go on."""
        return self.mail.last.by != self.side

    @property
    def finished(self) -> bool:
        """Whether both sides have said that it is over, or it goes on at a host's table."""
        return len(self.mail.opened) == 2 or self.mail.taken

    @property
    def question(self) -> Saying | None:
        """What the last letter asks for; None if for nothing."""
        return self.agreed.question

    @property
    def ready(self) -> Agreed:
        """How it stands when this side has answered the dice of the last letter, if it opens any and is to go on."""
        if self._ready is None:
            self._ready = self.agreed
            if self.leads and self.mail.open_course:
                self._ready = self.agreed.copy()
                self._made = self._ready.resolve(self.side, self._bound, self._answer())
        return self._ready

    def _answer(self) -> str:
        return self.keys.link(self.mail.courses).hex()

    @property
    def replica(self) -> Whole[Any]:
        """The game with what this side has decided for itself."""
        if self._draft is None:
            self._draft = whole = self.ready.whole
            text = self._bound or self.agreed.told.get(self.side, "")
            if (text and not self.leads) or (self._bound and not self.mail.open_course):
                self._draft = whole.copy()
                for order in self._read(text).orders:
                    self._draft.give(self.side, order)
        return self._draft

    @property
    def start(self) -> int:
        """Number of events before those of the decision that this side is making."""
        return len(self.ready.whole.journal if self.leads else self.replica.journal)

    def _read(self, text: str) -> Decided:
        return decided_in(text, self.mail.invitation.schema, self.system.standing)

    def _anew(self) -> None:
        self._ready, self._made, self._draft, self._complete = None, (), None, False

    # -- deciding -------------------------------------------------------------------------------------

    @property
    def _decides(self) -> bool:
        return self.leads and self.question is None and self.ready.due(self.side) in (Due.BINDS, Due.TELLS)

    def run(self) -> Stop | None:
        """Why the other side is next, or None if this side must order."""
        due = self.ready.due(self.side)
        if due is Due.ENDS:
            return Stop.OVER
        if self.question is not None or (due in (Due.BINDS, Due.TELLS) and not self._complete):
            return None
        return STOPS[due]

    def give(self, order: Order) -> tuple[Event, ...]:
        """Give an order; what came of it here. IllegalOrder leaves everything as it was."""
        if not self.leads:
            raise IllegalOrder("the other side is to go on; your letter has been written")
        if self.question is not None:
            raise IllegalOrder("the other side has asked for something; agree or refuse first")
        if not self._decides or self._complete:
            raise IllegalOrder(f"{self.side} has no order to give now")
        draft = self.replica if self.replica is not self.ready.whole else self.ready.whole.copy()
        before = len(draft.journal)
        self._complete = not draft.give(self.side, order)
        self._draft = draft
        return tuple(draft.journal[before:])

    def hold(self) -> Order:
        """The order by which this side does nothing further in what it is asked."""
        return self.system.hold(self.system.view(self.replica.state, self.side), self.side)

    def _orders(self) -> list[Order]:
        events = self.replica.journal[self.start :]
        return [e.order for e in events if isinstance(e, OrderGiven) and e.side == self.side]

    def undo(self) -> None:
        """Take back the last order since the last letter. IllegalOrder if there is none."""
        orders = self._orders() if self.leads else []
        if not orders:
            raise IllegalOrder("nothing to take back: your orders are in a letter that has been written", "")
        self.unordered()
        for order in orders[:-1]:
            self.give(order)

    def unordered(self) -> None:
        """Forget what this side has ordered since the last letter."""
        self._draft, self._complete = None, False

    def resume(self, events: Sequence[Event]) -> None:
        """Take up what this side had ordered since the last letter."""
        for event in events:
            if isinstance(event, OrderGiven) and event.side == self.side:
                self.give(event.order)

    def look_ahead(self) -> None:
        """Nothing is guessed where all is known."""

    def close_ahead(self) -> None:
        """Nothing is ordered ahead."""

    # -- letters --------------------------------------------------------------------------------------

    def letter(self, stop: Stop, keys: Keys, nonce: str = "", says: Saying | None = None) -> Letter:
        """The letter that goes on from here, signed; `sent` makes it part of the correspondence."""
        n, ready = len(self.mail.letters) + 1, self.ready
        due = ready.due(self.side) if says is None else None
        text = text_of(Decided(tuple(self._orders()), self.standing, secrets.token_hex(32)))
        opens = due in (Due.TELLS, Due.OPENS)
        return Letter(
            n=n,
            prev=self.mail.last.digest,
            by=self.side,
            stop=stop,
            events=(),
            # Whoever has his key and a file is to know again what he is bound to.
            sealed=self.keys.seal_up(text.encode() if due is Due.BINDS else b"", self.about(n)),
            answers=self._answer() if self.mail.open_course else "",
            opens=self.keys.link(self.mail.courses + 1).hex() if opens else "",
            nonce=nonce,
            keys=keys.public() if n == 1 else None,
            half=sealed_half(self.keys, self.before, self.mail.invitation.game, self.side)
            if n == 1 and self.before
            else b"",
            opened=self.keys if self._opens(stop, says) else None,
            says=says,
            plan=Plan(
                binds=bound(text) if due is Due.BINDS else "",
                shows=self._bound if self.mail.open_course else "",
                tells=text if due is Due.TELLS else "",
                happened=packed(self._made),
            ),
        ).signed_by(keys)

    def _opens(self, stop: Stop, says: Saying | None) -> bool:
        """Whether a letter gives the keys of this side: at the end, but not before a host's table is over."""
        if stop is not Stop.OVER or self.side in self.mail.opened:
            return False
        return says is None or not leaves(says, self.question)

    def about(self, n: int) -> bytes:
        """What the seal of a letter of this side belongs to."""
        return f"panzerhex {self.mail.invitation.game}/{self.side}/{n}".encode()

    def sent(self, letter: Letter) -> None:
        """Make a letter that was written here part of the correspondence."""
        self.agreed.take(letter, check=False)
        self._bound = self._bound if self.side in self.agreed.bound else ""
        if letter.plan is not None and letter.plan.binds:
            self._bound = self.keys.open_up(letter.sealed, self.about(letter.n)).decode()
            self.standing = self._read(self._bound).standing
        elif letter.plan is not None and letter.plan.tells:
            self.standing = self._read(letter.plan.tells).standing
        self._anew()

    def recall(self, letter: Letter) -> None:
        """Take over a letter that this side wrote, without deciding anything again."""
        self.sent(letter)

    def receive(self, letter: Letter, *, check: bool = True) -> None:
        """Take a letter of the other side over. PostError if it does not fit the game; then this is of no use.

        check: decide it again, which was done when it came.
        """
        self.agreed.take(letter, check=check)
        self._bound = self._bound if self.side in self.agreed.bound else ""
        self._anew()

    # -- what is said besides play ------------------------------------------------------------------------

    def points(self) -> tuple[Saying, ...]:
        """Where this side may ask to go back to: before what it decided in each of its letters, the newest first."""
        mine = [n for n in sorted(self.agreed.points, reverse=True) if self.mail.letters[n - 1].by == self.side]
        return tuple(Saying(Say.TAKE_BACK, n) for n in mine)
