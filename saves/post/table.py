"""A game by file taken to a table: the orders of both sides once more, with their dice, where one machine knows all."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from core.dice import Roll, SeededDice
from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder
from core.play.aside import GameStopped
from core.play.game import Game
from core.play.replica import SharedRules
from core.play.whole import OpenRules, plays_in_trust
from core.system import RuleSystem
from saves.audience import HUMAN
from saves.library import Library
from saves.line import Header
from saves.post.agreed import Agreed, verify_in_trust
from saves.post.correspondence import Correspondence, invited
from saves.post.half import Half
from saves.post.keys import PostError
from saves.post.places import shared_rules
from saves.post.saying import Say, Saying, asked
from saves.post.verify import Verified, opened_texts, table_before, verify_post
from saves.session import write_journal


class _Fallen:
    """Dice that fall as they fell; where they end, others do."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self.rolls = list(rolls)
        self.further = SeededDice(secrets.token_hex(32))

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """The next of them. PostError if it fell for something else."""
        if not self.rolls:
            return self.further.roll(die, for_, rule)
        fell = self.rolls.pop(0)
        if (fell.die, fell.for_, fell.rule) != (die, for_, rule):
            raise PostError(f"the letters roll for {fell.for_} where the rules roll for {for_}; verify the game")
        return fell


def taken_to_table(mail: Correspondence) -> bool:
    """Whether both sides have agreed to go on at a table."""
    pairs = zip(mail.letters, mail.letters[1:], strict=False)
    return any(asked(a) == Saying(Say.TABLE) and b.says == Saying(Say.AGREE) for a, b in pairs)


def course(system: SharedRules[Any], mail: Correspondence) -> tuple[Event, ...]:
    """All that happened in a game by file whose sides have both opened their seals, without what was taken back."""
    sides = [SideId(look.id) for look in system.sides]
    if set(mail.opened) != set(sides):
        raise PostError("both sides have to open first what they have sealed: one file more is to be sent")
    texts = opened_texts(mail)
    halves = {side: Half(system, side, mail.opened[side], invited(mail.invitation), texts[side]) for side in sides}
    parts: dict[int, Sequence[Event]] = {}
    for letter in mail.letters:
        back = asked(halves[SideId(letter.by)].mail.letters[-1]) if letter.n > 1 else None
        parts[letter.n] = halves[SideId(letter.by)].unseal(letter)
        for side, half in halves.items():
            half.recall(letter) if side == letter.by else half.receive(letter)
        if back is not None and back.say is Say.TAKE_BACK and letter.says == Saying(Say.AGREE):
            asker = halves[halves[SideId(letter.by)].replica.other]
            stand = len(asker.replica.journal) - asker.begins[back.letter]
            parts = {n: part for n, part in parts.items() if n <= back.letter}
            parts[back.letter] = parts[back.letter][:stand]
    return tuple(event for n in sorted(parts) for event in parts[n])


def at_a_table(system: SharedRules[Any], events: Iterable[Event], before: Iterable[Event] = ()) -> Game[Any]:
    """The game in which those orders were given, with the dice that fell, as far as it went; before: what was played at
    a table before that."""
    played = tuple(events)
    game: Game[Any] = Game(system, _Fallen(roll for event in played for roll in event.rolls), events=tuple(before))
    game.begin()
    for event in played:
        if isinstance(event, OrderGiven):
            game.submit(event.side, event.order)
    return game


def write_table(data: Path, system: RuleSystem[Any], mail: Correspondence, now: datetime) -> Path:
    """Write the game of two sides that have agreed to go on at a table into a journal of their own; its path.

    It is played on like any game of one machine. PostError if they have not agreed, or not both opened their seals.
    """
    if not taken_to_table(mail):
        raise PostError("both sides have to agree to go on at a table: ask the other")
    invitation = mail.invitation
    header = Header(
        system=invitation.system,
        edition=invitation.edition,
        scenario=invitation.scenario,
        options=invitation.options,
        sides={look.id: HUMAN for look in system.sides},
        content=invitation.content,
        created=now.isoformat(timespec="seconds"),
    )
    path = Library(data).new_path(invitation.scenario, now)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_journal(path, header, _journal(system, mail))
    return path


def _journal(system: RuleSystem[Any], mail: Correspondence) -> Sequence[Event]:
    """All that happened. PostError if both have not opened what they had sealed, where anything is sealed."""
    if plays_in_trust(system):
        return _agreed(system, mail)
    return played_at_a_table(shared_rules(system), mail)[0].journal


def _agreed(system: OpenRules[Any], mail: Correspondence) -> tuple[Event, ...]:
    agreed = Agreed(system, system.sides[0].id, invited(mail.invitation))
    for letter in mail.letters:
        agreed.take(letter)
    return tuple(event for event in agreed.whole.journal if not isinstance(event, GameStopped))


def taken_along(system: RuleSystem[Any], mail: Correspondence) -> tuple[Event, ...]:
    """What happened in a game by file whose sides have both opened their seals, for a host's table. PostError if it
    cannot be, or something is under way."""
    if plays_in_trust(system):
        return _agreed(system, mail)
    game, further = played_at_a_table(shared_rules(system), mail)
    if further:
        raise PostError("something is under way that has yet to be settled")
    return game.standing()


def judged(system: RuleSystem[Any], mail: Correspondence) -> Verified:
    """What comes of checking a correspondence, see `verify_post` and `verify_in_trust`."""
    if plays_in_trust(system):
        return verify_in_trust(system, mail)
    return verify_post(shared_rules(system), mail)


def played_at_a_table(system: SharedRules[Any], mail: Correspondence) -> tuple[Game[Any], int]:
    """A game by file whose sides have both opened their seals, as it stands at a table, and how many dice it took
    beyond those of the letters. PostError if it cannot be."""
    table = table_before(mail)
    # What stood beside the rules vouches for the dice of that table, and of no other.
    before = () if table is None else Game(system, SeededDice(""), events=table.events).standing()
    try:
        game = at_a_table(system, course(system, mail), before)
    except IllegalOrder as error:
        raise PostError(f"an order of the letters is not legal at a table: {error.reason}") from error
    assert isinstance(game.dice, _Fallen)
    return game, game.dice.further.count
