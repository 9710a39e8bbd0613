"""A game in trust by its letters: how it stands for both sides, and what each letter has to be.

Both machines know all of the game. What a side decides it binds itself to before the other's decision is known: who is
asked first sends the hash of it, the other answers with his own decision in the open and his value for the dice, and
the first shows what he had bound, with his value. So neither decides when he knows the other's decision or the dice.
Whatever happened stands in the letters, and is decided again wherever one is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from attrs import evolve, frozen

from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId
from core.play.honest import Dice
from core.play.replica import Stop
from core.play.whole import Decided, OpenRules, Whole, refused
from saves.post import before, saying
from saves.post.correspondence import Correspondence, invited
from saves.post.difference import difference
from saves.post.keys import PostError, dice_seed
from saves.post.letter import Letter
from saves.post.plan import Plan, bound, decided_in, unpacked
from saves.post.saying import Say, Saying
from saves.post.verify import Verified
from saves.verify import verify_journal


class Due(Enum):
    """What the next letter does besides telling what happened.

    BINDS: both sides have to decide, and its side binds itself first. TELLS: it decides in the open, as the other is
    bound or has nothing to decide, and opens dice. OPENS: it opens dice, nobody has to decide. WAITS: the other side
    has to decide. ENDS: the game is over.
    """

    BINDS = "binds"
    TELLS = "tells"
    OPENS = "opens"
    WAITS = "waits"
    ENDS = "ends"


#: Why a letter stops, by what it does.
STOPS = {
    Due.BINDS: Stop.CHOICE,
    Due.TELLS: Stop.DICE,
    Due.OPENS: Stop.DICE,
    Due.WAITS: Stop.CHOICE,
    Due.ENDS: Stop.OVER,
}


@frozen
class _Point:
    """Where the game stood when a side decided: so many events, and what both had left to their machines."""

    at: int
    standing: Mapping[SideId, Decided]


class Agreed:
    """A game in trust up to a letter. mail: the letters; whole: the game, as far as it is carried out."""

    def __init__(self, system: OpenRules[Any], side: str, mail: Correspondence) -> None:
        self.whole: Whole[Any] = Whole(system, SideId(side))
        self.mail = mail
        #: What a side has bound itself to and not shown, and in which letter.
        self.bound: dict[str, tuple[str, int]] = {}
        #: What a side has decided in the open, waiting for dice.
        self.told: dict[str, str] = {}
        self.points: dict[int, _Point] = {}
        if mail.invitation.before is not None:
            self.whole.take(before.played_in_trust(system, mail.invitation.before))
        self.whole.begin()

    def copy(self) -> Agreed:
        """An independent copy."""
        made = Agreed.__new__(Agreed)
        made.whole, made.mail = self.whole.copy(), self.mail
        made.bound, made.told, made.points = dict(self.bound), dict(self.told), dict(self.points)
        return made

    @property
    def question(self) -> Saying | None:
        """What the last letter asks for; None if for nothing."""
        last = self.mail.last
        return saying.asked(last) if isinstance(last, Letter) else None

    def due(self, side: str) -> Due:
        """What a side has to do that writes the next letter."""
        other = next(look.id for look in self.whole.system.sides if look.id != side)
        if self.whole.over:
            return Due.ENDS
        if other in self.bound:
            return Due.TELLS
        asked = self.whole.asked
        if not asked:
            return Due.OPENS
        if side not in asked:
            return Due.WAITS
        return Due.BINDS if other in asked else Due.TELLS

    # -- carrying out ---------------------------------------------------------------------------------

    def resolve(self, side: str, shows: str, answers: str, *, check: bool = False) -> tuple[Event, ...]:
        """Carry out what was decided, when a side shows what it had bound and gives its value for the dice: what
        happened. PostError if what it shows is not what it had bound, or check finds that it cannot be decided so."""
        decided = self._decided(side, shows, check=check)
        seed = dice_seed(self.mail.open_course, answers, self.mail.last.digest)
        self._carried_out(side)
        return self.whole.carry_out(decided, SeededDice(seed))

    def _decided(self, side: str, shows: str, *, check: bool) -> dict[SideId, Decided]:
        texts = dict(self.told)
        if side in self.bound:
            hash_, n = self.bound[side]
            if not shows:
                raise PostError(f"{side} does not show what it had bound itself to in letter {n}")
            if bound(shows) != hash_:
                raise PostError(
                    f"{side} had bound itself in letter {n}, and shows another decision now: it was changed"
                )
            texts[side] = shows
        elif shows:
            raise PostError(f"{side} shows a decision that it had not bound itself to")
        found = {SideId(one): self._read(text) for one, text in texts.items()}
        if check and shows:
            self._check(SideId(side), found[SideId(side)])
        return found

    def _carried_out(self, side: str) -> None:
        self.bound.pop(side, None)
        self.told = {}

    def _read(self, text: str) -> Decided:
        return decided_in(text, self.mail.invitation.schema, self.whole.system.standing)

    def _check(self, side: SideId, decided: Decided) -> None:
        why = refused(self.whole, side, decided)
        if why:
            raise PostError(f"what {side} has decided cannot be: {why}")

    # -- letters --------------------------------------------------------------------------------------

    def take(self, letter: Letter, *, check: bool = True) -> None:
        """Go on by a letter. PostError says why it is none that can follow; then this is of no use any more.

        check: decide again what it tells; it was done before where a letter is one's own, or was taken before.
        """
        mail = self.mail.with_letter(letter)
        try:
            self._take(letter, mail, check=check)
        except PostError as error:
            raise PostError(f"letter {letter.n}: {error}") from error
        except Exception as error:  # a changed program can tell what no rule can follow
            raise PostError(f"letter {letter.n} tells what does not fit the game: {error!r}") from error

    def _take(self, letter: Letter, mail: Correspondence, *, check: bool) -> None:
        plan, question = letter.plan, self.question
        if plan is None or letter.events or letter.ahead or letter.pending:
            raise PostError("it is no letter of a game that is played in trust")
        self._happened(letter, plan, check=check)
        self.mail = mail
        if letter.says is not None:
            self._said(letter, plan, letter.says, question)
            return
        due = self.due(letter.by)
        has = (bool(plan.binds), bool(plan.tells), bool(letter.opens))
        opens = due in (Due.TELLS, Due.OPENS)
        if has != (due is Due.BINDS, due is Due.TELLS, opens) or letter.stop is not STOPS[due]:
            raise PostError(f"{letter.by} {_WANTED[due]}; the letter does not")
        if due in (Due.BINDS, Due.TELLS):
            self.points[letter.n] = _Point(len(self.whole.journal), dict(self.whole.standing))
        if plan.tells:
            decided = self._read(plan.tells)
            if check:
                self._check(SideId(letter.by), decided)
            self.told[letter.by] = plan.tells
        if plan.binds:
            self.bound[letter.by] = (plan.binds, letter.n)

    def _happened(self, letter: Letter, plan: Plan, *, check: bool) -> None:
        """What a letter tells that happened."""
        events = unpacked(plan.happened, self.mail.invitation.schema)
        if not self.mail.open_course:
            if events or plan.shows:
                raise PostError("it tells what happened, though nothing was to be carried out")
            return
        if check:
            made = self.resolve(letter.by, plan.shows, letter.answers, check=True)
            if wrong := difference(made, events, whole=True):
                raise PostError(wrong)
            return
        self.whole.leave(self._decided(letter.by, plan.shows, check=False))
        self._carried_out(letter.by)
        self.whole.take(events)

    # -- what is said besides play ------------------------------------------------------------------------

    def _said(self, letter: Letter, plan: Plan, says: Saying, question: Saying | None) -> None:
        if plan.binds or plan.tells:
            raise PostError("it decides, and says something besides")
        if says.say is Say.TAKE_BACK:
            self._check_point(says, letter.by)
        elif says.say is Say.HOST and not self.whole.system.settled(self.whole.state):
            raise PostError("it asks for a host's table while something is under way")
        elif says.say is Say.RESIGN:
            self._stop(f"{letter.by} resigns")
        elif says.say is Say.AGREE and question is not None and question.say in (Say.TABLE, Say.HOST):
            self._stop("it goes on at a table")
        elif says.say is Say.AGREE and question is not None:
            self._take_back(question.letter)

    def _stop(self, text: str) -> None:
        """The game ends here; what was decided for what would have followed is void."""
        self.whole.stop(text)
        self.bound, self.told = {}, {}

    def _check_point(self, to: Saying, asker: str) -> None:
        point = self.points.get(to.letter)
        if point is None or to.kept or self.mail.letters[to.letter - 1].by != asker:
            raise PostError(f"letter {to.letter} is none of {asker} that could be taken back")

    def _take_back(self, n: int) -> None:
        """Go back to where a side decided what stood in a letter; what both decided since is decided anew."""
        point = self.points[n]
        self.whole.cut(point.at)
        self.whole.standing = dict(point.standing)
        self.whole.leave({})
        self.points = {k: one for k, one in self.points.items() if one.at < point.at}
        self.bound, self.told = {}, {}


_WANTED = {
    Due.BINDS: "has to bind itself to its decision",
    Due.TELLS: "has to tell its decision and to open dice",
    Due.OPENS: "has to open dice, and has nothing to decide",
    Due.WAITS: "has nothing to decide and no dice to open",
    Due.ENDS: "has to say that the game is over, and no more",
}


def verify_in_trust(system: OpenRules[Any], mail: Correspondence) -> Verified:
    """Check a game in trust: every letter, from what both sides had decided before they knew of each other."""
    try:
        table = _table(system, mail)
        agreed = Agreed(system, system.sides[0].id, invited(mail.invitation))
    except PostError as error:
        return Verified(0, 0, 0, 0, True, 1, str(error))
    for letter in mail.letters:
        try:
            agreed.take(letter)
        except PostError as error:
            return _verified(agreed, letter.n - 1, letter.n, str(error).removeprefix(f"letter {letter.n}: "))
    found = _verified(agreed, len(mail.letters), 0, "")
    return evolve(found, words=found.words + table)


def _table(system: OpenRules[Any], mail: Correspondence) -> str:
    """What is to be said of the game at the table from which this one comes; "" if from none. PostError if it is not
    good."""
    if mail.invitation.before is None:
        return ""
    found = verify_journal(before.whole_in_trust(mail.invitation.before), system)
    if not found.good or found.dice is Dice.WRONG:
        raise PostError(f"the game at the table is not good: {found.fault or found.dice.value}")
    return f". Before, {found.orders} orders were given at a table"


def _verified(agreed: Agreed, letters: int, wrong: int, why: str) -> Verified:
    journal = agreed.whole.journal
    rolls = sum(len(event.rolls) for event in journal)
    orders = sum(isinstance(event, OrderGiven) for event in journal)
    good = f"all {rolls} rolls follow from the values of both sides, and all that happened from what each had decided"
    still = ", ".join(f"{side} in letter {n}" for side, (_, n) in agreed.bound.items())
    words = why or good + (f"; what is bound is not shown yet: {still}" if still else "")
    return Verified(letters, len(journal), orders, rolls, True, wrong, words)
