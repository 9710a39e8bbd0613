"""A game by file once more: every letter decided again from what its writer knew, when both sides have opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from core.dice import ScriptedDice
from core.event import Event, OrderGiven
from core.order import IllegalOrder
from core.play.game import Game
from core.play.honest import Dice
from core.play.replica import SharedRules, Stop
from saves.post import before
from saves.post.correspondence import Correspondence, invited
from saves.post.difference import difference
from saves.post.half import Half
from saves.post.keys import PostError
from saves.post.letter import Letter
from saves.post.saying import ANSWERS, Say, Saying
from saves.reading import Journal
from saves.verify import verify_journal


@frozen
class Verified:
    """What came of it. letter: the first that is wrong, 0 if none is; whole: whether both sides have opened, so that
    everything could be decided again; words: in a sentence."""

    letters: int
    events: int
    orders: int
    rolls: int
    whole: bool
    letter: int
    words: str

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.letter


class _WrongError(Exception):
    """A letter that is not what its writer's orders lead to."""


def verify_post(system: SharedRules[Any], mail: Correspondence) -> Verified:
    """Check a correspondence that has been read, which has proved its signatures, its chain and its values for dice.

    Before the end what a side has sealed cannot be known; then only what the letters tell can be found good.
    """
    sides = [look.id for look in system.sides]
    if set(mail.opened) != set(sides):
        rolls = sum(len(e.rolls) for letter in mail.letters for e in letter.events)
        events = sum(len(letter.events) for letter in mail.letters)
        orders = sum(isinstance(e, OrderGiven) for letter in mail.letters for e in letter.events)
        words = "signatures, chain and values for the dice are good; what is sealed is opened when the game is over"
        return Verified(len(mail.letters), events, orders, rolls, False, 0, words)
    try:
        texts = opened_texts(mail)
        table = _table(system, mail, texts)
    except PostError as error:
        return Verified(0, 0, 0, 0, True, 1, str(error))
    halves = {side: Half(system, side, mail.opened[side], invited(mail.invitation), texts[side]) for side in sides}
    events = orders = rolls = 0
    for letter in mail.letters:
        other = next(side for side in sides if side != letter.by)
        try:
            done = _again(halves[letter.by], letter)
            halves[other].receive(letter)
        except (PostError, _WrongError, IllegalOrder) as error:
            return Verified(letter.n - 1, events, orders, rolls, True, letter.n, str(error))
        except Exception as error:  # a changed program can write what brings the rules to fail in any way
            return Verified(letter.n - 1, events, orders, rolls, True, letter.n, f"the rules fail on it: {error!r}")
        events += len(done)
        orders += sum(isinstance(e, OrderGiven) for e in done)
        rolls += sum(len(e.rolls) for e in done)
    words = f"all {rolls} rolls follow from the values of both sides, and every letter from its orders{table}"
    return Verified(len(mail.letters), events, orders, rolls, True, 0, words)


def opened_texts(mail: Correspondence) -> dict[str, bytes]:
    """Each side's half of the table from which a game comes, b"" if it comes from none, when both have opened."""
    invitation = mail.invitation
    table = invitation.before
    if table is None:
        return dict.fromkeys(mail.opened, b"")
    texts: dict[str, bytes] = {}
    for side, keys in mail.opened.items():
        sealed = invitation.sealed if side == invitation.by else mail.letters[0].half
        texts[side] = before.opened_half(keys, sealed, invitation.game, side)
        before.check(table, side, texts[side])
    return texts


def table_before(mail: Correspondence) -> Journal | None:
    """The journal of the table from which a game comes, None if from none, when both have opened. PostError if the
    two halves do not open it."""
    if mail.invitation.before is None:
        return None
    return before.journal_of_table(before.whole(mail.invitation.before, opened_texts(mail)))


def _table(system: SharedRules[Any], mail: Correspondence, texts: Mapping[str, bytes]) -> str:
    """What is to be said of the game at the table: it is found good, and both were told what happened there.

    PostError if not.
    """
    journal = table_before(mail)
    if journal is None:
        return ""
    found = verify_journal(journal, system)
    if not found.good or found.dice is Dice.WRONG:
        raise PostError(f"the game at the table is not good: {found.fault or found.dice.value}")
    before.compare(system, Game(system, ScriptedDice([]), events=journal.events), texts)
    told = f"; {found.judged.told[0].lower()}{found.judged.told[1:]}" if found.judged is not None else ""
    return f". Before, {found.orders} orders were given at a table, of which both were told what they may know{told}"


def _again(half: Half, letter: Letter) -> tuple[Event, ...]:
    """Decide a letter once more, from what its writer knew and ordered: all that happened. _WrongError if not."""
    recorded = half.unseal(letter)
    journal, says = half.replica.journal, letter.says
    if says is not None and says.say in ANSWERS:
        _compare((), recorded, whole=True)
        half.sent(letter)
        return recorded
    stop = half.run()
    _compare(journal[half.start :], recorded, whole=stop is not None)
    while stop is None:
        if half.guess is not None:
            # What was ordered ahead is decided, and recorded, by the other side.
            half.close_ahead()
            stop = half.run()
            _compare(journal[half.start :], recorded, whole=True)
            continue
        if says is not None:
            stop = _besides(half, says, recorded)
            break
        given = recorded[len(journal) - half.start] if len(journal) - half.start < len(recorded) else None
        if not isinstance(given, OrderGiven):
            raise _WrongError("its writer had to order, but did not")
        half.give(given.order)
        stop = half.run()
        _compare(journal[half.start :], recorded, whole=stop is not None)
    if stop is not letter.stop:
        raise _WrongError(f"it stops for {letter.stop.value}, the rules for {stop.value}")
    told = tuple(e for known in half.replica.told[half.start :] for e in known)
    _compare(told, letter.events, whole=True)
    pending = half.replica.pending is not None
    answers = half.keys.link(half.mail.courses).hex() if half.mail.open_course else ""
    opens = half.keys.link(half.mail.courses + 1).hex() if half.opens(stop) else ""
    if (pending, answers, opens) != (letter.pending, letter.answers, letter.opens):
        raise _WrongError("it asks for other dice, or leaves another order open, than the rules do")
    half.sent(letter)
    return recorded


def _besides(half: Half, says: Saying, recorded: Sequence[Event]) -> Stop:
    """Why play stops where a side had to order, but gave up or asked for something."""
    _compare(half.replica.journal[half.start :], recorded, whole=True)
    if says.say is Say.TAKE_BACK and says not in half.points():
        raise _WrongError(f"it asks to go back to letter {says.letter}, where its writer gave no such order")
    return Stop.OVER if says.say is Say.RESIGN else Stop.CHOICE


def _compare(made: Sequence[Event], recorded: Sequence[Event], *, whole: bool) -> None:
    """Find the first event that is not what the rules make it."""
    if wrong := difference(made, recorded, whole=whole):
        raise _WrongError(wrong)
