"""The lines of a correspondence: an invitation on the first, then a letter on each.

A line is a JSON object. ``prev`` is the SHA-256 of the whole line before; ``sig``, always last, is its writer's Ed25519
signature of all the bytes of the line before it. `Correspondence` has them as one.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any, Final

import orjson
from attrs import frozen

from core.codec import CodecError, decode, decode_order, encode, encode_order
from core.event import Event
from core.order import Order
from core.play.replica import Stop
from saves.line import SCHEMA, SaveError
from saves.post import before, saying
from saves.post.before import Before
from saves.post.keys import Keys, OpenedKeys, PostError, PublicKeys, signed
from saves.post.plan import Plan, plan_data, read_plan
from saves.post.saying import Saying
from saves.upcast import upcast, upcast_order

_SIGNED: Final = re.compile(rb',"sig":"([0-9a-f]{128})"\}\Z')
_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")


@frozen
class Invitation:
    """The first line: what is to be played, and by whom it was begun.

    game: a random word that names the correspondence; content: hash of the files of the scenario; by: the side that the
    inviter plays; before: the table at which the game was played before; sealed: the inviter's half of it; schema: the
    version of the format in which the game was begun; digest: SHA-256 of the line.
    """

    game: str
    system: str
    edition: str
    scenario: str
    options: tuple[str, ...]
    content: str
    by: str
    keys: PublicKeys
    before: Before | None = None
    sealed: bytes = b""
    schema: int = SCHEMA
    line: bytes = b""
    digest: str = ""

    def signed_by(self, keys: Keys) -> Invitation:
        """The invitation as it stands in the file."""
        body: dict[str, Any] = {
            "panzerhex-post": self.schema,
            "game": self.game,
            "system": self.system,
            "edition": self.edition,
            "scenario": self.scenario,
            "options": list(self.options),
            "content": self.content,
            "by": self.by,
            "keys": _keys_data(self.keys),
        }
        if self.before is not None:
            body["before"] = before.before_data(self.before) | {"sealed": _text(self.sealed)}
        return invitation_of(_sign(body, keys))


@frozen
class Ahead:
    """An order that a side gives ahead: to be decided by the other machine if the order before it came out as foreseen.

    foreseen: `events_digest` of what its side expects to be told of the order before.
    """

    order: Order
    foreseen: str


@frozen
class Letter:
    """What one side did while it had the lead.

    n: its number, from 1; by: the side; events: what the other side may know of what happened, in order; sealed: the
    rest. stop: why the other side goes on; pending: whether the last event is an order that is still to be decided;
    ahead: orders to follow that one. answers: the value for the course of dice that the letter before opened; opens:
    the value for a new one; "" = none. nonce, keys: in the first letter of the invited side, and its half of the table,
    sealed, if the game comes from one; opened: when the game is over; says: what its side says besides play; plan: what
    it says of play where both machines know the whole game, in the place of all that.
    """

    n: int
    prev: str
    by: str
    stop: Stop
    events: tuple[Event, ...]
    sealed: bytes
    pending: bool = False
    ahead: tuple[Ahead, ...] = ()
    answers: str = ""
    opens: str = ""
    nonce: str = ""
    keys: PublicKeys | None = None
    half: bytes = b""
    opened: OpenedKeys | None = None
    says: Saying | None = None
    plan: Plan | None = None
    line: bytes = b""
    digest: str = ""

    def signed_by(self, keys: Keys) -> Letter:
        """The letter as it stands in the file."""
        body: dict[str, Any] = {"n": self.n, "prev": self.prev, "by": self.by}
        if self.keys is not None:
            body |= {"nonce": self.nonce, "keys": _keys_data(self.keys)}
        if self.half:
            body["half"] = _text(self.half)
        body |= {"answers": self.answers, "opens": self.opens}
        body |= {"events": [encode(e) for e in self.events], "pending": self.pending, "stop": self.stop.value}
        body["ahead"] = [{"order": encode_order(a.order), "foreseen": a.foreseen} for a in self.ahead]
        if self.opened is not None:
            body["opened"] = {"seal": self.opened.seal.hex(), "chain": self.opened.chain.hex()}
        if self.says is not None:
            body["says"] = saying.data(self.says)
        if self.plan is not None:
            body["plan"] = plan_data(self.plan)
        body["sealed"] = _text(self.sealed)
        return letter_of(_sign(body, keys))


# -- lines -----------------------------------------------------------------------------------------


def _sign(body: Mapping[str, Any], keys: Keys) -> bytes:
    data = orjson.dumps(body)[:-1]
    return b'%b,"sig":"%b"}' % (data, keys.signature(data).encode())


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def is_signed(line: bytes, keys: PublicKeys) -> bool:
    """Whether a line has the signature of these keys."""
    return (found := _SIGNED.search(line)) is not None and signed(keys.sign, line[: found.start()], found[1].decode())


def _raw(line: bytes, what: str) -> dict[str, Any]:
    try:
        raw = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise PostError(f"{what} is damaged: {error}") from None
    if not isinstance(raw, dict):
        raise PostError(f"{what} is damaged: it is no JSON object")
    raw.pop("sig", None)
    return raw


def invitation_of(line: bytes) -> Invitation:
    """The invitation that a line has. PostError if it is none."""
    what = "line 1, the invitation,"
    raw = _raw(line, "this is no game by file: its first line")
    version = raw.pop("panzerhex-post", None)
    if type(version) is not int:
        raise PostError('this is no game by file: line 1 should begin {"panzerhex-post"')
    if version > SCHEMA:
        raise PostError(f"this is a game by file of format {version}; this panzerhex reads {SCHEMA}: update it")
    table = _part(raw, "before", dict, what) if "before" in raw else None
    return Invitation(
        game=_hash(raw, "game", what),
        system=_part(raw, "system", str, what),
        edition=_part(raw, "edition", str, what),
        scenario=_part(raw, "scenario", str, what),
        options=tuple(str(o) for o in _part(raw, "options", list, what)),
        content=_part(raw, "content", str, what),
        by=_part(raw, "by", str, what),
        keys=_public(_part(raw, "keys", dict, what), what),
        sealed=before.unpacked(table.pop("sealed", None), what) if table is not None else b"",
        before=before.before_of(table, what) if table is not None else None,
        schema=version,
        line=_whole(raw, line, what),
        digest=hashlib.sha256(line).hexdigest(),
    )


def letter_of(line: bytes, schema: int = SCHEMA) -> Letter:
    """The letter that a line has, in the format of a schema. PostError if it is none."""
    raw = _raw(line, "a letter")
    n = _part(raw, "n", int, "a letter")
    what = f"letter {n}"
    keys = _part(raw, "keys", dict, what) if "keys" in raw else None
    opened = _part(raw, "opened", dict, what) if "opened" in raw else None
    says = _part(raw, "says", dict, what) if "says" in raw else None
    plan = _part(raw, "plan", dict, what) if "plan" in raw else None
    try:
        events = tuple(decode(upcast(e, schema)) for e in _part(raw, "events", list, what))
        ahead = tuple(_ahead(a, what, schema) for a in _part(raw, "ahead", list, what))
        stop = Stop(_part(raw, "stop", str, what))
        sealed = base64.b64decode(_part(raw, "sealed", str, what), validate=True)
    except (CodecError, SaveError, ValueError, TypeError, AttributeError) as error:
        raise PostError(f"{what} cannot be read: {error}") from error
    return Letter(
        n=n,
        prev=_hash(raw, "prev", what),
        by=_part(raw, "by", str, what),
        stop=stop,
        events=events,
        sealed=sealed,
        pending=_part(raw, "pending", bool, what),
        ahead=ahead,
        answers=_hash(raw, "answers", what, may_lack=True),
        opens=_hash(raw, "opens", what, may_lack=True),
        nonce=_hash(raw, "nonce", what) if keys is not None else "",
        keys=_public(keys, what) if keys is not None else None,
        half=before.unpacked(_part(raw, "half", str, what), what) if "half" in raw else b"",
        opened=_opened(opened, what) if opened is not None else None,
        says=_says(says, what) if says is not None else None,
        plan=_plan(plan, what) if plan is not None else None,
        line=_whole(raw, line, what),
        digest=hashlib.sha256(line).hexdigest(),
    )


def _ahead(raw: Any, what: str, schema: int) -> Ahead:
    if not isinstance(raw, dict):
        raise PostError(f"{what} gives an order ahead that is none")
    found = Ahead(decode_order(upcast_order(_part(raw, "order", dict, what), schema)), _hash(raw, "foreseen", what))
    _whole(raw, b"", what)
    return found


def _says(raw: dict[str, Any], what: str) -> Saying:
    found = saying.read(raw, what, _part)
    _whole(raw, b"", what)
    return found


def _plan(raw: dict[str, Any], what: str) -> Plan:
    found = read_plan(raw, what, _part)
    _whole(raw, b"", what)
    return found


def _whole(raw: Mapping[str, Any], line: bytes, what: str) -> bytes:
    """The line, if every part of it was understood."""
    if raw:
        raise PostError(f"{what} has a part {next(iter(raw))!r} that this panzerhex does not know: update it")
    return line


def _part(raw: dict[str, Any], key: str, kind: type, what: str) -> Any:
    value = raw.pop(key, None)
    if type(value) is not kind:
        raise PostError(f"{what} has no {key!r} that is a {kind.__name__}: it is damaged")
    return value


def _hash(raw: dict[str, Any], key: str, what: str, *, may_lack: bool = False) -> str:
    value: str = _part(raw, key, str, what)
    if not (_HASH.match(value) or (may_lack and not value)):
        raise PostError(f"{what}: {key!r} is not 64 hex digits")
    return value


def _keys_data(keys: PublicKeys) -> dict[str, str]:
    return {"sign": keys.sign, "seal": keys.seal, "chain": keys.chain}


def _public(raw: dict[str, Any], what: str) -> PublicKeys:
    sign, seal, chain = (_hash(raw, key, what) for key in ("sign", "seal", "chain"))
    _whole(raw, b"", what)
    return PublicKeys(sign, seal, chain)


def _opened(raw: dict[str, Any], what: str) -> OpenedKeys:
    seal, chain = (bytes.fromhex(_hash(raw, key, what)) for key in ("seal", "chain"))
    _whole(raw, b"", what)
    return OpenedKeys(seal, chain)
