"""What was played at a table before a game goes on by file: each side's half of it, and the whole, sealed to both.

The machine that held the table makes two files, one for each player. In each stands what its side knows, a key, and
what both get alike: the hashes of both halves, and the journal of the table sealed with both keys together. So neither
can change his half, nobody reads the whole before both have opened theirs, and then all of it is there to be compared.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

import orjson
from attrs import frozen
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from core.codec import CodecError, decode, encode
from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId
from core.play import aside
from core.play.game import Game
from core.play.halving import Told, halved
from core.play.replica import SharedRules
from core.play.whole import OpenRules, plays_in_trust
from core.system import RuleSystem
from saves.line import SCHEMA as EVENTS
from saves.line import Header, SaveError
from saves.post.keys import OpenedKeys, PostError
from saves.reading import Journal, parse_journal
from saves.upcast import upcast

#: The version of the format.
SCHEMA: Final = 1
#: The ending of the files that a table makes for its players.
SUFFIX: Final = ".half"
#: Bytes of such a file, and of what its seal unpacks to.
LARGEST: Final = 32 << 20
_KEY: Final = 32
_NONCE: Final = 12
_SEALS: Final = b"panzerhex table"


@frozen
class Before:
    """What both sides know of the table. halves: SHA-256 of each side's half; whole: the journal, sealed."""

    halves: Mapping[str, str]
    whole: bytes

    @property
    def table(self) -> str:
        """What names the table and this moment of it: 64 hex digits."""
        text = orjson.dumps([sorted(self.halves.items()), hashlib.sha256(self.whole).hexdigest()])
        return hashlib.sha256(text).hexdigest()


@frozen(slots=False)
class Half:
    """One side's half: what it was told, and its part of the key of the whole.

    system ... content: as in a header. text: the half as it is hashed and sealed.
    """

    system: str
    edition: str
    scenario: str
    options: tuple[str, ...]
    content: str
    before: Before
    side: str
    text: bytes

    @property
    def data(self) -> bytes:
        """The file."""
        body = {
            "panzerhex-half": SCHEMA,
            "system": self.system,
            "edition": self.edition,
            "scenario": self.scenario,
            "options": list(self.options),
            "content": self.content,
            "side": self.side,
            **before_data(self.before),
            "mine": self.text.decode(),
        }
        return orjson.dumps(body) + b"\n"

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """What the side knows. PostError if it cannot be read; the rules must be open."""
        return told_in(self.text)


def before_data(before: Before) -> dict[str, Any]:
    """What both know, as it stands in files."""
    return {"halves": dict(sorted(before.halves.items())), "whole": base64.b64encode(before.whole).decode()}


def before_of(raw: dict[str, Any], what: str) -> Before:
    """What both know, out of a file. PostError if it is not all and nothing but that."""
    halves, whole = raw.pop("halves", None), raw.pop("whole", None)
    good = isinstance(halves, dict) and all(isinstance(h, str) and len(h) == 64 for h in halves.values())
    if not good or len(halves) != 2:
        raise PostError(f"{what} does not tell two halves of a table: it is damaged")
    if raw:
        raise PostError(f"{what} has a part {next(iter(raw))!r} that this panzerhex does not know: update it")
    return Before(halves, unpacked(whole, what))


def unpacked(text: object, what: str) -> bytes:
    """Bytes as they stand in files. PostError if they are none."""
    try:
        return base64.b64decode(text, validate=True)  # type: ignore[arg-type]
    except (binascii.Error, TypeError, ValueError) as error:
        raise PostError(f"{what} is damaged: {error}") from error


# -- at the table ------------------------------------------------------------------------------------


def not_now(system: SharedRules[Any] | OpenRules[Any], game: Game[Any]) -> str:
    """Why a game at a table cannot change to files as it stands; "" if it can."""
    if game.over:
        return "the game is over"
    if not system.settled(game.state):
        return "something is under way that has yet to be settled; finish it first, then the game can change"
    if plays_in_trust(system) and system.in_secret(game.state) and _ordered_here(system, game):
        return "in this step orders have been given in secret; end it first, then the game can change"
    return ""


def _ordered_here(system: RuleSystem[Any], game: Game[Any]) -> bool:
    """Whether the last order was given in the present step."""
    events = game.standing()
    last = max((n for n, event in enumerate(events) if isinstance(event, OrderGiven)), default=None)
    if last is None:
        return False
    state = system.initial()
    for event in events[:last]:
        aside.evolve(system, state, event)
    then, now = system.face.status(state), system.face.status(game.state)
    return (then.turn, then.phase, then.step) == (now.turn, now.phase, now.step)


def split(
    system: SharedRules[Any] | OpenRules[Any], header: Header, game: Game[Any], journal: bytes
) -> dict[str, Half]:
    """The two halves of a game as it stands at a table, by side. PostError where a game cannot change to files.

    journal: the bytes of its file. In trust both sides may know all of it: it is not sealed, and a half tells nothing
    but which table it is of.
    """
    if no := not_now(system, game):
        raise PostError(no)
    if len(journal) > LARGEST:
        raise PostError(f"the journal is larger than {LARGEST >> 20} MB; it cannot be taken along")
    keys = {look.id: os.urandom(_KEY) for look in system.sides}
    known: Mapping[SideId, Sequence[Told]] = {}
    if not plays_in_trust(system):
        known = halved(cast(SharedRules[Any], system), game.standing())
    texts = {
        side: orjson.dumps(
            {
                "schema": EVENTS,
                "side": side,
                "key": key.hex(),
                "told": [[encode(one.event), one.own] for one in known.get(SideId(side), ())],
            }
        )
        for side, key in keys.items()
    }
    packed = zlib.compress(journal, 9)
    before = Before(
        {side: _hash(text) for side, text in texts.items()},
        packed if plays_in_trust(system) else _sealed(packed, keys.values()),
    )
    return {
        side: Half(header.system, header.edition, header.scenario, header.options, header.content, before, side, text)
        for side, text in texts.items()
    }


def _sealed(packed: bytes, keys: Iterable[bytes]) -> bytes:
    nonce = os.urandom(_NONCE)
    return nonce + ChaCha20Poly1305(_joined(keys)).encrypt(nonce, packed, _SEALS)


def _joined(keys: Iterable[bytes]) -> bytes:
    made = bytes(_KEY)
    for key in keys:
        made = bytes(a ^ b for a, b in zip(made, key, strict=True))
    return made


def _hash(text: bytes) -> str:
    # The key in it is as good as salt: from its hash nobody can try out what a half says.
    return hashlib.sha256(b"panzerhex half " + text).hexdigest()


# -- reading -----------------------------------------------------------------------------------------


def read_half(data: bytes) -> Half:
    """A half out of its file. PostError says what is wrong with it; what is told in it is read when it is needed."""
    what = "this half of a table"
    if len(data) > 3 * LARGEST:
        raise PostError("the file is too large to be a half of a table")
    try:
        raw = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise PostError(f"this is no half of a table: {error}") from None
    if not isinstance(raw, dict) or type(raw.get("panzerhex-half")) is not int:
        raise PostError('this is no half of a table: it should begin {"panzerhex-half"')
    if (version := raw.pop("panzerhex-half")) > SCHEMA:
        raise PostError(f"this is a half of format {version}; this panzerhex reads {SCHEMA}: update it")
    options = raw.pop("options", None)
    before = before_of({name: raw.pop(name, None) for name in ("halves", "whole")}, what)
    words = {name: raw.pop(name, None) for name in ("system", "edition", "scenario", "content", "side", "mine")}
    if raw or not isinstance(options, list) or not all(isinstance(w, str) for w in (*words.values(), *options)):
        raise PostError(f"{what} is damaged")
    text = words.pop("mine").encode(errors="replace")
    half = Half(**words, options=tuple(options), before=before, text=text)
    check(half.before, half.side, half.text)
    return half


def file_of(path: Path) -> Half:
    """A half out of its file. PostError if it cannot be read."""
    try:
        with path.expanduser().open("rb") as file:
            return read_half(file.read(3 * LARGEST + 1))
    except OSError as error:
        raise PostError(f"cannot read {path}: {error.strerror}") from error


def check(before: Before, side: str, text: bytes) -> None:
    """PostError unless a text is the half that the table gave a side."""
    if before.halves.get(side) != _hash(text):
        raise PostError(f"the half of {side} is not the one that its table gave it: it was changed")


def told_in(text: bytes) -> tuple[Told, ...]:
    """What is told in a half. PostError if it cannot be read."""
    try:
        raw = orjson.loads(text)
        return tuple(Told(decode(upcast(event, int(raw["schema"]))), bool(own)) for event, own in raw["told"])
    except (CodecError, SaveError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise PostError(f"a half of a table cannot be read: {error}") from error


def sealed_half(keys: OpenedKeys, text: bytes, game: str, side: str) -> bytes:
    """A half as its owner seals it into a letter, so that he has it again from any file."""
    return keys.seal_up(text, _about(game, side), LARGEST)


def opened_half(keys: OpenedKeys, sealed: bytes, game: str, side: str) -> bytes:
    """The half that was sealed so."""
    return keys.open_up(sealed, _about(game, side), LARGEST)


def _about(game: str, side: str) -> bytes:
    return f"panzerhex {game}/{side}/before".encode()


# -- when both have opened ---------------------------------------------------------------------------


def whole(before: Before, texts: Mapping[str, bytes]) -> bytes:
    """The journal of the table, when both halves are open. PostError if they do not open it."""
    try:
        keys = [bytes.fromhex(orjson.loads(text)["key"]) for text in texts.values()]
        opened = ChaCha20Poly1305(_joined(keys)).decrypt(before.whole[:_NONCE], before.whole[_NONCE:], _SEALS)
    except (InvalidTag, ValueError, KeyError, TypeError) as error:
        raise PostError("both halves together do not open the journal of their table") from error
    return _inflated(opened)


def whole_in_trust(before: Before) -> Journal:
    """The journal of a table whose game goes on in trust. PostError if it is none."""
    return journal_of_table(_inflated(before.whole))


def played_in_trust(system: OpenRules[Any], before: Before) -> tuple[Event, ...]:
    """What happened at such a table, without what was taken back and what was said beside the rules."""
    game: Game[Any] = Game(system, SeededDice(""), events=whole_in_trust(before).events)
    return tuple(event for event in game.standing() if not isinstance(event, aside.Aside))


def _inflated(packed: bytes) -> bytes:
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(packed, LARGEST + 1)
    except zlib.error as error:
        raise PostError("the journal of the table is damaged") from error
    if len(data) > LARGEST or not unpacking.eof:
        raise PostError(f"the journal of the table unpacks to more than {LARGEST >> 20} MB: do not take it")
    return data


def journal_of_table(data: bytes) -> Journal:
    """The journal of a table that was taken along. PostError if it is none."""
    try:
        return parse_journal(Path("table.journal"), data)
    except SaveError as error:
        raise PostError(f"what was played at the table is no journal: {error}") from error


def compare(system: SharedRules[Any], game: Game[Any], texts: Mapping[str, bytes]) -> None:
    """PostError unless what the two sides were told is what happened at the table, no more and no less."""
    for side, told in halved(system, game.standing()).items():
        if told_in(texts[str(side)]) != told:
            raise PostError(f"what {side} was told of the game at the table is not what happened there")
