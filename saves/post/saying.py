"""What a letter says besides play: that its side gives up, asks for something, or answers what it was asked.

Who asks or answers does nothing else in the letter: what it ordered before is not in it. A proposal is answered in the
next letter. What both have agreed on is binding, since both have signed it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol

from attrs import frozen

from core.play.replica import Stop
from saves.post.keys import OpenedKeys, PostError


class Say(Enum):
    """What is said.

    RESIGN: the side gives the game up. TAKE_BACK: it asks to go back to before one of its orders. TABLE: it asks to go
    on at a table where one machine knows all. HOST: it asks to go on at the table of a host, whom each then brings what
    he has sealed. AGREE, REFUSE: to what the letter before asks.
    """

    RESIGN = "resign"
    TAKE_BACK = "take-back"
    TABLE = "table"
    HOST = "host"
    AGREE = "agree"
    REFUSE = "refuse"


#: What has to be answered, and what answers it.
ASKS = (Say.TAKE_BACK, Say.TABLE, Say.HOST)
ANSWERS = (Say.AGREE, Say.REFUSE)


@frozen
class Saying:
    """What a letter says. letter, kept: where a take-back leads to, the number of a letter of its side, and how many of
    the events that it tells stand."""

    say: Say
    letter: int = 0
    kept: int = 0


class Said(Protocol):
    """What a letter has that enters here."""

    @property
    def n(self) -> int: ...
    @property
    def stop(self) -> Stop: ...
    @property
    def pending(self) -> bool: ...
    @property
    def opens(self) -> str: ...
    @property
    def opened(self) -> OpenedKeys | None: ...
    @property
    def says(self) -> Saying | None: ...


def data(says: Saying) -> dict[str, Any]:
    """What is said, as it stands in a letter."""
    found: dict[str, Any] = {"say": says.say.value}
    return found | ({"letter": says.letter, "kept": says.kept} if says.say is Say.TAKE_BACK else {})


def read(raw: dict[str, Any], what: str, part: Callable[[dict[str, Any], str, type, str], Any]) -> Saying:
    """What a letter says. PostError if it cannot be read."""
    word = part(raw, "say", str, what)
    try:
        say = Say(word)
    except ValueError:
        raise PostError(f"{what} says {word!r}, which this panzerhex does not know: update it") from None
    if say is not Say.TAKE_BACK:
        return Saying(say)
    letter, kept = part(raw, "letter", int, what), part(raw, "kept", int, what)
    if letter < 1 or kept < 0:
        raise PostError(f"{what} asks to go back to nowhere: letter {letter}, {kept} events of it")
    return Saying(say, letter, kept)


def asked(letter: Said | None) -> Saying | None:
    """What a letter asks for; None if for nothing."""
    says = letter.says if letter is not None else None
    return says if says is not None and says.say in ASKS else None


def check(letter: Said, before: Said | None, events: int) -> None:
    """PostError unless a letter may say what it says after the one before; events: how many it tells."""
    where, says, question = f"letter {letter.n}", letter.says, asked(before)
    if says is None:
        if question is not None:
            raise PostError(f"{where} does not answer what it was asked: agree or refuse")
        return
    ends = says.say is Say.RESIGN or (says.say is Say.AGREE and question is not None and question.say is Say.TABLE)
    if says.say in ANSWERS and question is None:
        raise PostError(f"{where} answers what was not asked")
    if question is not None and says.say in ASKS:
        raise PostError(f"{where} does not answer what it was asked: agree or refuse")
    stops = ends or leaves(says, question)
    if letter.pending or letter.opens or letter.stop is not (Stop.OVER if stops else Stop.CHOICE):
        raise PostError(f"{where} goes on with play and says {says.say.value} as well")
    if says.say in ANSWERS and events:
        raise PostError(f"{where} answers, and tells of play as well")
    if ends != (letter.opened is not None):
        raise PostError(f"{where} has to open what was sealed when it ends the game, and not before")


def leaves(says: Saying | None, question: Saying | None) -> bool:
    """Whether a side agrees to go on at a host's table; then nothing is opened in letters before that game is over."""
    return says == Saying(Say.AGREE) and question == Saying(Say.HOST)


def words(question: Saying) -> str:
    """What the other side asks for, in words."""
    if question.say is Say.HOST:
        return "asks to go on at the table of a host, who then knows all"
    if question.say is Say.TABLE:
        return "asks to go on at a table, where one machine knows all"
    return f"asks to take back its orders from letter {question.letter} on"
