"""The game as one machine knows it: what a letter leads to, what may be ordered, and the letter that follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder, Order
from core.play.replica import Replica, SharedRules, Stop
from saves.post import saying
from saves.post.before import sealed_half, told_in
from saves.post.correspondence import Correspondence
from saves.post.keys import Keys, OpenedKeys, PostError, dice_seed
from saves.post.letter import Ahead, Letter
from saves.post.saying import Say, Saying
from saves.post.seals import events_digest, is_digest, seal_text, unsealed


class Half:
    """One side's half of a correspondence that has been read.

    replica: all that the side knows; start: number of events before those of the letter that it is writing, if it has
    the lead. `keys` are what it opens at the end; whoever verifies has them of both sides.
    """

    def __init__(
        self, system: SharedRules[Any], side: str, keys: OpenedKeys, mail: Correspondence, before: bytes = b""
    ) -> None:
        self.replica: Replica[Any] = Replica(system, SideId(side))
        self.side = SideId(side)
        self.keys = keys
        #: Its half of the table at which the game was played before; b"" if it was begun by file.
        self.before = before
        #: The correspondence up to the last letter that was taken.
        self.mail = mail
        for one in told_in(before) if before else ():
            self.replica.take((one.event,), own=one.own)
        self.start = len(self.replica.journal)
        #: How the game would go on if the other side had nothing hidden, and the orders given on it.
        self.guess: Replica[Any] | None = None
        self.ahead: list[Ahead] = []
        self._stuck = False
        self._dice: SeededDice | None = None
        #: Orders of the other side that are still to be decided, and where the events of the one before begin.
        self._queue: tuple[Ahead, ...] = ()
        self._mark = self.start
        #: Where in the journal each letter begins that has not been taken back, by its number.
        self.begins: dict[int, int] = {}

    @property
    def leads(self) -> bool:
        """Whether this side is to go on."""
        return self.mail.last.by != self.side

    @property
    def finished(self) -> bool:
        """Whether both sides have opened their seals, or agreed to go on elsewhere."""
        return len(self.mail.opened) == 2 or self.mail.taken

    @property
    def question(self) -> Saying | None:
        """What the last letter asks for, of this side if it is to go on, else of the other; None if for nothing."""
        last = self.mail.last
        return saying.asked(last) if isinstance(last, Letter) else None

    def about(self, n: int) -> bytes:
        """What the seal of a letter of this side belongs to."""
        return f"panzerhex {self.mail.invitation.game}/{self.side}/{n}".encode()

    def copy(self) -> Half:
        """An independent copy."""
        made = Half(self.replica.system, self.side, self.keys, self.mail)
        made.replica, made.start, made.before = self.replica.copy(), self.start, self.before
        made._queue, made._mark, made.begins = self._queue, self._mark, dict(self.begins)
        made._dice = SeededDice(self._dice.seed, self._dice.count) if self._dice is not None else None
        return made

    # -- reading --------------------------------------------------------------------------------------

    def receive(self, letter: Letter) -> None:
        """Take a letter of the other side over. PostError if it does not fit the game; then this half is of no use."""
        mail = self.mail.with_letter(letter)
        where = f"letter {letter.n}"
        if self.mail.open_course:
            self._dice = self._course(self.mail, letter.answers)
        question, last = self.question, self.mail.last
        self.begins[letter.n] = len(self.replica.journal)
        mine = [a.order for a in last.ahead] if isinstance(last, Letter) else []
        for event in letter.events:
            if getattr(event, "side", None) not in (None, self.side, self.replica.other):
                raise PostError(f"{where} tells of {event.name} of a side that does not play")
            if isinstance(event, OrderGiven) and event.side == letter.by:
                self._dice = None
            elif isinstance(event, OrderGiven) and (not mine or event.order != mine.pop(0)):
                raise PostError(f"{where} gives an order for {event.side} that its player did not give")
            self._check_rolls(event, where)
        try:
            self.replica.take(letter.events, own=False)
        except Exception as error:  # a changed program can tell what no rule can follow
            raise PostError(f"{where} tells what does not fit the game: {error!r}") from error
        # An order may come back undecided, with no more than the value for its dice.
        given = self.replica.journal[-1] if self.replica.journal else None
        if letter.pending and not isinstance(given, OrderGiven):
            raise PostError(f"{where} leaves an order to be decided, but gives none")
        self.replica.pending = given if letter.pending and isinstance(given, OrderGiven) else None
        self.replica.asked = letter.stop is Stop.CHOICE
        self.mail = mail
        if letter.opens:
            self._dice = self._course(mail, self.keys.link(mail.courses).hex())
        elif letter.stop is not Stop.NEEDS:
            self._dice = None
        self.start = self._mark = len(self.replica.journal)
        self._queue = letter.ahead if letter.pending else ()
        self._said(letter, question)

    def _course(self, mail: Correspondence, answer: str) -> SeededDice:
        return SeededDice(dice_seed(mail.open_course, answer, mail.last.digest))

    def _check_rolls(self, event: Event, where: str) -> None:
        for roll in event.rolls:
            if self._dice is None:
                raise PostError(f"{where} rolls dice for {roll.for_} that nobody gave values for")
            expected = self._dice.roll(roll.die, roll.for_, roll.rule).result
            if roll.result != expected:
                raise PostError(f"{where}: the {roll.die} for {roll.for_} is {roll.result}, the dice were {expected}")

    # -- leading --------------------------------------------------------------------------------------

    def run(self) -> Stop | None:
        """Go on as far as the rules go by themselves; why the other side is next, or None if this side must order."""
        if self.replica.stopped is not None:
            return Stop.OVER
        if self.question is not None or (self.guess is not None and not self._stuck):
            return None
        stop = self.replica.run(self._dice)
        while stop is Stop.CHOICE and self._follow():
            stop = self.replica.run(self._dice)
        return None if stop is Stop.CHOICE and self.side in self.replica.active else stop

    def _follow(self) -> bool:
        """Take over the next order that the other side gave ahead; drop all if the last came out otherwise."""
        queue, self._queue = self._queue, ()
        told = [e for known in self.replica.told[self._mark :] for e in known]
        if not queue or not is_digest(queue[0].foreseen, told, self.mail.invitation.schema):
            return False
        try:
            self.replica.take_over(queue[0].order)
        except IllegalOrder:
            return False
        self._queue, self._mark = queue[1:], len(self.replica.journal)
        return True

    def give(self, order: Order) -> tuple[Event, ...]:
        """Give an order and go on; what came of it here. IllegalOrder leaves everything as it was."""
        if not self.leads:
            raise IllegalOrder("the other side is to go on; your letter has been written")
        if self.question is not None:
            raise IllegalOrder("the other side has asked for something; agree or refuse first")
        if self.guess is not None:
            self._give_ahead(self.guess, order)
            return ()
        before = len(self.replica.journal)
        self.replica.give(order)
        self._dice = None
        self._queue = ()
        self.replica.run(None)
        self.look_ahead()
        return tuple(self.replica.journal[before:])

    def look_ahead(self) -> None:
        """Begin to guess, if what comes of an order is for the other side's machine to find out."""
        given = self.replica.pending
        if given is None or given.side != self.side or self.replica.run(None) is not Stop.NEEDS:
            return
        self.guess, self.ahead, self._mark = self.replica.copy(), [], len(self.replica.journal)
        self._run_guess(self.guess)

    def _run_guess(self, guess: Replica[Any]) -> None:
        self._stuck = guess.run(None, blind=True) is not Stop.CHOICE or guess.active != (self.side,)

    def _give_ahead(self, guess: Replica[Any], order: Order) -> None:
        if self._stuck:
            raise IllegalOrder("nothing more can be foreseen; what you have ordered has to be sent first")
        foreseen = events_digest(guess.journal[self._mark :])
        guess.give(order)
        self._mark = len(guess.journal)
        self.ahead.append(Ahead(order, foreseen))
        self._run_guess(guess)

    def undo(self) -> None:
        """Take back the last order since the last letter. IllegalOrder if there is none."""
        if self.ahead:
            self.drop_ahead(len(self.ahead) - 1)
            return
        self.guess = None
        replica = self.replica
        given = [n for n in range(self.start, len(replica.journal)) if self._is_own_order(n)]
        if not self.leads or not given:
            raise IllegalOrder("nothing to take back: your orders are in a letter that has been written", "")
        replica.cut(given[-1])
        fresh = self.start == len(replica.journal)
        replica.asked = fresh and any(letter.stop is Stop.CHOICE for letter in self.mail.letters[-1:])

    def drop_ahead(self, keep: int) -> None:
        """Take back all orders given ahead but the first so many."""
        kept = [a.order for a in self.ahead[:keep]]
        self.guess = None
        self.look_ahead()
        for order in kept:
            self.give(order)

    def close_ahead(self) -> None:
        """Nothing more is ordered ahead: `run` tells that the letter is due."""
        self._stuck = True

    def resume(self, events: Sequence[Event]) -> None:
        """Take up what this side had ordered since the last letter."""
        self.replica.take(events, own=True)
        if not events:
            return
        self.replica.asked = False
        last = events[-1]
        self.replica.pending = last if isinstance(last, OrderGiven) else None
        for n, event in enumerate(events):
            if isinstance(event, OrderGiven) and event.side == self.side:
                self._dice, self._queue = None, ()
            elif isinstance(event, OrderGiven):
                self._queue, self._mark = self._queue[1:], self.start + n + 1
            elif self._dice is not None:
                self._dice.count += len(event.rolls)

    # -- writing --------------------------------------------------------------------------------------

    def letter(self, stop: Stop, keys: Keys, nonce: str = "", says: Saying | None = None) -> Letter:
        """The letter that tells the other side to go on, signed; `sent` makes it part of the correspondence."""
        n, game = len(self.mail.letters) + 1, self.mail.invitation.game
        public = self.replica.told[self.start :]
        events = self.replica.journal[self.start :]
        return Letter(
            n=n,
            prev=self.mail.last.digest,
            by=self.side,
            stop=stop,
            events=tuple(e for told in public for e in told),
            sealed=self.keys.seal_up(seal_text(events, public), self.about(n)),
            pending=self.replica.pending is not None,
            ahead=tuple(self.ahead),
            answers=self.keys.link(self.mail.courses).hex() if self.mail.open_course else "",
            opens=self.keys.link(self.mail.courses + 1).hex() if self.opens(stop) else "",
            nonce=nonce,
            keys=keys.public() if n == 1 else None,
            half=sealed_half(self.keys, self.before, game, self.side) if n == 1 and self.before else b"",
            opened=self.keys if self._opens_seals(stop, says) else None,
            says=says,
        ).signed_by(keys)

    def _opens_seals(self, stop: Stop, says: Saying | None) -> bool:
        return stop is Stop.OVER and self.side not in self.mail.opened and not saying.leaves(says, self.question)

    def opens(self, stop: Stop) -> bool:
        """Whether the other side may need dice: it goes on with something that this side has fixed."""
        return stop is Stop.DICE or (stop is Stop.NEEDS and self._dice is None)

    def sent(self, letter: Letter) -> None:
        """Make a letter that was written here part of the correspondence."""
        question = self.question
        self.mail = self.mail.with_letter(letter)
        self.begins[letter.n] = self.start
        self.replica.pending = self.guess = None
        self.ahead, self._queue, self._stuck = [], (), False
        if letter.opens or letter.stop is not Stop.NEEDS:
            self._dice = None
        self.start = len(self.replica.journal)
        self._said(letter, question)

    # -- what is said besides play ------------------------------------------------------------------------

    def unordered(self) -> None:
        """Forget what this side has ordered since the last letter: who asks or gives up does nothing else."""
        given = [n for n in range(self.start, len(self.replica.journal)) if self._is_own_order(n)]
        self.guess, self.ahead, self._stuck = None, [], False
        if given:
            self._back_to(given[0])

    def _is_own_order(self, n: int) -> bool:
        event = self.replica.journal[n]
        return isinstance(event, OrderGiven) and event.side == self.side

    def points(self) -> tuple[Saying, ...]:
        """Where this side may ask to go back to: before each order in its letters that stands, the newest first.

        Orders between which the other side is told nothing go together, from the first of them on.
        """
        numbers = sorted(self.begins)
        if not numbers:
            return ()
        ends = [*(self.begins[n] for n in numbers[1:]), self.start]
        found: list[Saying] = []
        for n, end in zip(numbers, ends, strict=True):
            if self.mail.letters[n - 1].by == self.side:
                begin, told = self.begins[n], self.replica.told
                at = (k for k in range(begin, end) if self._is_own_order(k))
                found += [Saying(Say.TAKE_BACK, n, sum(len(t) for t in told[begin:k])) for k in at]
        return tuple(dict.fromkeys(reversed(found)))

    def _said(self, letter: Letter, question: Saying | None) -> None:
        """What both halves make of what a letter says; question: what it answers."""
        says = letter.says
        if says is None:
            return
        if says.say is Say.TAKE_BACK:
            self._check_point(says, SideId(letter.by))
        elif says.say is Say.HOST and not self.replica.system.settled(self.replica.state):
            raise PostError(f"letter {letter.n} asks for a host's table while something has yet to be settled")
        elif saying.leaves(says, question):
            self._stop("it goes on at a host's table")
        elif says.say is Say.RESIGN:
            self._stop(f"{letter.by} resigns")
        elif says.say is Say.AGREE and question is not None and question.say is Say.TABLE:
            self._stop("it goes on at a table")
        elif says.say is Say.AGREE and question is not None:
            self._take_back(question, asker=self.replica.other if letter.by == self.side else self.side)

    def _stop(self, text: str) -> None:
        self.replica.stop(text)
        self.start = len(self.replica.journal)

    def _take_back(self, to: Saying, asker: SideId) -> None:
        """Go back to where a side asked to."""
        begin = self.begins[to.letter]
        at = begin + to.kept if asker != self.side else self._own_event(begin, to)
        self.begins = {n: at_ for n, at_ in self.begins.items() if n <= to.letter}
        self._back_to(at)
        self.start = self._mark = at
        before = self.mail.letters[to.letter - 2] if to.letter > 1 else None
        self.replica.asked = at == begin and before is not None and before.stop is Stop.CHOICE

    def _check_point(self, to: Saying, asker: SideId) -> None:
        """PostError if a take-back leads to no letter of who asks that stands, or beyond it.

        What the other side does not hear of, it cannot check: whether there is an order is found when all is decided
        again.
        """
        begin = self.begins.get(to.letter)
        if begin is None or self.mail.letters[to.letter - 1].by != asker:
            raise PostError(f"letter {to.letter} is none of {asker} that could be taken back")
        end = min((b for n, b in self.begins.items() if n > to.letter), default=len(self.replica.journal))
        if asker != self.side and to.kept > end - begin:
            raise PostError(f"letter {to.letter} does not tell of {to.kept} events")

    def _own_event(self, begin: int, to: Saying) -> int:
        """The first order of this side in a letter before which so many events were told."""
        told = 0
        for n in range(begin, len(self.replica.journal)):
            if told == to.kept and self._is_own_order(n):
                return n
            told += len(self.replica.told[n])
        raise PostError(f"letter {to.letter} has no order after {to.kept} events")

    def _back_to(self, n: int) -> None:
        self.replica.cut(n)
        self._dice, self._queue, self.replica.pending = None, (), None

    # -- letters of one's own, read again -----------------------------------------------------------------

    def unseal(self, letter: Letter) -> tuple[Event, ...]:
        """All events of a letter of this side."""
        text = self.keys.open_up(letter.sealed, self.about(letter.n))
        return unsealed(text, letter.events, self.mail.invitation.schema)

    def recall(self, letter: Letter) -> None:
        """Take over a letter that this side wrote, without deciding anything again."""
        self.resume(self.unseal(letter))
        self.sent(letter)
