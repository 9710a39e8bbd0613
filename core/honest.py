"""Dice that nobody can bend: sealed by the host, stirred by every player, opened at the end.

The host draws a secret and publishes `commitment(secret)` before any player has said his value. Each player then
gives a value of his own. Every roll follows, in order, from `mixed_seed(secret, values)`: the host can no longer
choose, for it is bound by the hash; no player can, for none knows the secret. When the game is over the secret
is shown, and `judge` rolls all dice of the journal again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from enum import Enum

from core.aside import DiceCommitted, DiceMixed, DiceRevealed
from core.dice import SeededDice
from core.event import Event


class Dice(Enum):
    """What can be said of the dice of a journal."""

    #: Nobody bound himself to anything.
    OPEN = "open"
    #: A secret was sealed and is not shown yet.
    SEALED = "sealed"
    #: Every roll follows from the secret and the players' values.
    HONEST = "honest"
    #: The secret is not the one that was sealed, or a roll is not the one that follows from it.
    WRONG = "wrong"


def commitment(secret: str) -> str:
    """The hash that binds whoever publishes it to `secret`: SHA-256, 64 hex digits."""
    return hashlib.sha256(f"panzerhex dice {secret}".encode()).hexdigest()


def mixed_seed(secret: str, values: Iterable[tuple[str, str]]) -> str:
    """The seed of the dice, from the secret and what each player said (name, value), in the order they said it."""
    digest = hashlib.sha256(f"panzerhex seed {secret}".encode())
    for name, value in values:
        for word in (name, value):
            data = word.encode()
            digest.update(len(data).to_bytes(4, "big") + data)
    return digest.hexdigest()


def judge(events: Sequence[Event]) -> tuple[Dice, str, int]:
    """What can be said of the dice of a journal, in a word and in a sentence.

    Third: the index of the event that is wrong; the number of events if none is.
    """
    sealed = [e for e in events if isinstance(e, DiceCommitted)]
    shown = [(i, e) for i, e in enumerate(events) if isinstance(e, DiceRevealed)]
    if not sealed:
        return Dice.OPEN, "nobody sealed the dice of this game", len(events)
    if len(sealed) > 1:
        again = next(i for i, e in enumerate(events) if e is sealed[1])
        return Dice.WRONG, "the dice were sealed twice", again
    if not shown:
        return Dice.SEALED, "the secret of the dice is not opened before the game is over", len(events)
    at, opened = shown[0]
    if commitment(opened.secret) != sealed[0].commitment:
        return Dice.WRONG, "the secret that was opened is not the one that was sealed", at
    dice = SeededDice(mixed_seed(opened.secret, [(e.by, e.value) for e in events if isinstance(e, DiceMixed)]))
    for i, event in enumerate(events):
        for roll in event.rolls:
            expected = dice.roll(roll.die, roll.for_, roll.rule).result
            if roll.result != expected:
                return Dice.WRONG, f"the {roll.die} for {roll.for_} is {roll.result}, the dice were {expected}", i
    return Dice.HONEST, f"all {dice.count} rolls follow from the secret that was sealed", len(events)
