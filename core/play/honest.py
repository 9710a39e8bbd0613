"""Dice that whoever rolls them is bound to: sealed by the host, stirred by every player, opened at the end.

The host draws a secret and shows `commitment(secret)` to everybody who sits down, before he says his words. Every roll
follows, in order, from `mixed_seed(secret, words)`: the host can choose no other secret any more, for it is bound by
the hash, and no player knows it. When the game is over the secret is opened, and `judge` rolls all dice of the journal
again. What that does not keep away is a host that plays: who knows the secret foresees every roll, and as the last to
say his words he can try many until he likes the dice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from enum import Enum

from attrs import evolve, frozen

from core.alike import Alike
from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId, TakenBack
from core.play.aside import (
    Aside,
    Considered,
    DiceCommitted,
    DiceMixed,
    DiceRevealed,
    GameStopped,
    LettersBrought,
    Seat,
    Seated,
)


class Dice(Enum):
    """What can be said of the dice of a journal."""

    #: Nobody bound himself to anything: nothing is proved.
    OPEN = "open"
    #: A secret was sealed and is not opened: nothing can be judged.
    SEALED = "sealed"
    #: Every roll follows from the secret and the words, but the journal does not say whose words had to be there.
    EARLIER = "earlier"
    #: Every roll follows from the secret that was sealed and from one word of each player who sat at the table.
    HONEST = "honest"
    #: Something is not as it must be, or a roll is not the one that follows.
    WRONG = "wrong"


@frozen(eq=False, repr=False)
class Judgement(Alike):
    """What can be said of the dice of a journal, and what whoever was at the table compares with what he was shown.

    words: the judgement in a sentence. at: index of the event that is wrong, the number of events if none is.
    commitment: the fingerprint that was sealed; secret: what was opened. seats: who sat down before the first roll.
    values: who gave which words, in order. taken_back: the side that asked, for each take-back by agreement. stopped:
    how the players ended the game. letters: the game by file from which it came, whose rolls
    are not judged. table: whether it is the game of a table, which has to prove its dice.
    """

    dice: Dice
    words: str
    at: int
    table: bool = False
    commitment: str = ""
    secret: str = ""
    seats: tuple[Seat, ...] = ()
    later: tuple[Seat, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    taken_back: tuple[SideId, ...] = ()
    stopped: str = ""
    letters: LettersBrought | None = None

    @property
    def told(self) -> str:
        """The judgement for somebody who does not know the words for it."""
        return f"{_TOLD[self.dice]}: {self.words}"


_TOLD = {
    Dice.OPEN: "The dice are open",
    Dice.SEALED: "The dice cannot be judged",
    Dice.EARLIER: "The dice prove less than they should",
    Dice.HONEST: "The dice hold",
    Dice.WRONG: "The dice do not hold",
}


#: What players and levels of computers are called. A name that only looks like another one is none.
_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")
_DIE = re.compile(r"d[1-9][0-9]{0,3}\Z")


class _WrongError(Exception):
    """What is wrong with the dice, and at which index."""

    def __init__(self, at: int, text: str) -> None:
        super().__init__(text)
        self.at = at


def commitment(secret: str) -> str:
    """The hash that binds whoever publishes it to `secret`: SHA-256, 64 hex digits."""
    return hashlib.sha256(f"panzerhex dice {secret}".encode()).hexdigest()


def mixed_seed(secret: str, values: Iterable[tuple[str, str]]) -> str:
    """The seed of the dice, from the secret and what each player said (name, words), in the order they said it."""
    digest = hashlib.sha256(f"panzerhex seed {secret}".encode())
    for name, value in values:
        for word in (name, value):
            data = word.encode()
            digest.update(len(data).to_bytes(4, "big") + data)
    return digest.hexdigest()


def judge(events: Sequence[Event], *, sides: Sequence[SideId], over: bool | None) -> Judgement:
    """Judge the dice of a journal.

    It must begin with who sits at the table, the seal, and one word of each player in the order in which they sat
    down; then the game; then, once it is over, the secret. sides: of the game. over: whether it is over by the rules,
    None if that could not be found out.
    """
    # What computer players noted says nothing of dice.
    asides = [event for event in events if isinstance(event, Aside) and not isinstance(event, Considered)]
    # A game of one's own may be given up too, without anything of a table.
    table = any(not isinstance(event, GameStopped) for event in asides)
    seats, *changes = [e.seats for e in asides if isinstance(e, Seated)] or [()]
    facts = Judgement(
        Dice.OPEN,
        "nobody sealed the dice of this game, nothing is proved of them",
        len(events),
        table=table,
        commitment=next((e.commitment for e in asides if isinstance(e, DiceCommitted)), ""),
        secret=next((e.secret for e in asides if isinstance(e, DiceRevealed)), ""),
        seats=seats,
        later=tuple(dict.fromkeys(seat for change in changes for seat in change if seat not in seats)),
        values=tuple((e.by, e.value) for e in asides if isinstance(e, DiceMixed)),
        taken_back=tuple(e.side for e in events if isinstance(e, TakenBack) and e.agreed),
        stopped=next((e.text for e in asides if isinstance(e, GameStopped)), ""),
        letters=next((e for e in asides if isinstance(e, LettersBrought)), None),
    )
    if not table:
        return facts
    earlier = not any(isinstance(event, Seated) for event in asides)
    try:
        _check_course(events, _check_beginning(events, sides, earlier=earlier), sides)
        if not _opened(events, over=None if earlier else over):
            rest = "its secret was not opened" if over or facts.stopped else "the game is not over"
            return _judged(facts, Dice.SEALED, f"{rest}, so nothing is proved of the dice")
        count = _rolled_again(events, facts)
    except _WrongError as wrong:
        return _judged(facts, Dice.WRONG, str(wrong), wrong.at)
    rolls = "the only roll follows" if count == 1 else f"all {count} rolls follow"
    if facts.letters is not None:
        rolls = f"the first {facts.letters.dice} rolls are those of letters; of the others {rolls}"
    if earlier:
        words = (
            f"{rolls} from the secret and the words in the journal, but it is of an earlier version "
            "and does not say who sat at the table: words can have been left out or added"
        )
        return _judged(facts, Dice.EARLIER, words)
    names = " and ".join(name for name, _ in facts.values)
    return _judged(facts, Dice.HONEST, f"{rolls} from the secret that was sealed and the words of {names}")


def _judged(facts: Judgement, dice: Dice, words: str, at: int | None = None) -> Judgement:
    return evolve(facts, dice=dice, words=words, at=facts.at if at is None else at)


def _check_beginning(events: Sequence[Event], sides: Sequence[SideId], *, earlier: bool) -> int:
    """Whether a journal begins as it must; where the game begins in it."""
    at = 0
    players: tuple[str, ...] | None = None
    if not earlier:
        if not isinstance(events[0], Seated):
            raise _WrongError(0, "who sits at the table is not written down before everything else")
        _check_seats(0, events[0], sides)
        empty = [side for side in sides if side not in {seat.side for seat in events[0].seats}]
        if empty:
            raise _WrongError(0, f"nobody plays {empty[0]}")
        players, at = events[0].players, 1
    if at >= len(events) or not isinstance(events[at], DiceCommitted):
        raise _WrongError(min(at, len(events) - 1), "the dice were not sealed before everything else")
    given = _words_from(events, at + 1)
    names = [by for by, _ in given]
    for k, (name, value) in enumerate(given):
        if not value.isprintable() or value != " ".join(value.split()) or not value:
            raise _WrongError(at + 1 + k, f"there is something in the words of {name} that cannot be seen")
        if name in names[:k]:
            raise _WrongError(at + 1 + k, f"{name} gives words for the dice twice")
        if players is not None and name not in players:
            raise _WrongError(at + 1 + k, f"{name}, who does not sit at the table, gives words for the dice")
    first = min(at + 1 + len(names), len(events) - 1)
    for player in players or ():
        if player not in names:
            raise _WrongError(first, f"{player} gave no words for the dice before the game began")
    if players is not None and tuple(names) != players:
        raise _WrongError(at + 1, "the words for the dice are not in the order in which the players sat down")
    if not names:
        raise _WrongError(first, "nobody gave words for the dice before the game began")
    at += 1 + len(names)
    return at + 1 if at < len(events) and isinstance(events[at], LettersBrought) else at


def _words_from(events: Sequence[Event], at: int) -> list[tuple[str, str]]:
    """Who gives which words, without anything in between, from an index on."""
    given = []
    for event in events[at:]:
        if not isinstance(event, DiceMixed):
            break
        given.append((event.by, event.value))
    return given


def _check_seats(at: int, seated: Seated, sides: Sequence[SideId]) -> None:
    """Whether people or computers sit on sides of the game, and nobody twice."""
    for seat in seated.seats:
        if seat.side not in sides:
            raise _WrongError(at, f"{seat.who} plays {seat.side}, which is no side of this game")
        if bool(seat.player) == bool(seat.computer):
            raise _WrongError(at, f"it is not said who plays {seat.side}")
        if not _NAME.match(seat.player or seat.computer):
            raise _WrongError(at, f"{seat.player or seat.computer!r} is no name")
    if len(set(seated.players)) != len(seated.players):
        raise _WrongError(at, "somebody sits at the table twice")


def _check_course(events: Sequence[Event], start: int, sides: Sequence[SideId]) -> None:
    """Whether nothing but the rules rolls dice, and what belongs before the game and after it is only there."""
    ended = False
    for at, event in enumerate(events):
        if (event.rolls or event.tally) and isinstance(event, Aside | TakenBack | OrderGiven):
            raise _WrongError(at, f"{event.name} has dice, but nothing is rolled for it")
        if at < start:
            continue
        if ended and not isinstance(event, DiceRevealed):
            raise _WrongError(at, "the game goes on after the players had ended it")
        if isinstance(event, DiceCommitted):
            raise _WrongError(at, "the dice are sealed twice")
        if isinstance(event, DiceMixed):
            raise _WrongError(at, f"{event.by} gives words for the dice after the game has begun")
        if isinstance(event, LettersBrought):
            raise _WrongError(at, "letters are brought after the game has begun")
        if isinstance(event, Seated):
            _check_seats(at, event, sides)
        ended = ended or isinstance(event, GameStopped)


def _opened(events: Sequence[Event], *, over: bool | None) -> bool:
    """Whether the secret was opened, which must be once and when the game was over. over: as of `judge`; None = it
    cannot be told."""
    shown = [at for at, event in enumerate(events) if isinstance(event, DiceRevealed)]
    if not shown:
        return False
    if len(shown) > 1:
        raise _WrongError(shown[1], "the secret of the dice is opened twice")
    if shown[0] != len(events) - 1:
        raise _WrongError(shown[0], "the secret of the dice is opened before the game is over")
    if over is False and not isinstance(events[shown[0] - 1], GameStopped):
        raise _WrongError(shown[0], "the secret of the dice is opened before the game is over")
    return True


def _rolled_again(events: Sequence[Event], facts: Judgement) -> int:
    """Roll all dice once more; how many there are."""
    if commitment(facts.secret) != facts.commitment:
        raise _WrongError(len(events) - 1, "the secret that was opened is not the one that was sealed")
    dice = SeededDice(mixed_seed(facts.secret, facts.values))
    fallen = facts.letters.dice if facts.letters is not None else 0
    if not 0 <= fallen <= sum(len(event.rolls) for event in events):
        raise _WrongError(0, "more dice are said to have fallen in letters than there are")
    for at, event in enumerate(events):
        for roll in event.rolls:
            if fallen:
                fallen -= 1
                continue
            if not _DIE.match(roll.die):
                raise _WrongError(at, f"{roll.die!r} is no die")
            expected = dice.roll(roll.die, roll.for_, roll.rule).result
            if roll.result != expected:
                raise _WrongError(at, f"the {roll.die} for {roll.for_} is {roll.result}, the dice were {expected}")
    return dice.count
