"""Games by file in a player's data directory: beginning one, going on with it, and the files that come and go.

``post/key`` is the player's secret. ``post/GAME/mail.turn`` is a correspondence up to its last letter, exactly as it is
sent. ``games/*.journal`` holds what the player's side knows of the game, also what it has ordered since that letter.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from attrs import frozen

from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder, Order
from core.replica import SharedRules, Stop
from core.system import RuleSystem
from saves.files import replace_file
from saves.journal import JournalWriter
from saves.library import Library, slug
from saves.line import Header
from saves.post.half import Half
from saves.post.keys import Keys, PostError, own_secret
from saves.post.letter import SUFFIX, Correspondence, Invitation, invited, read, read_invitation
from saves.reading import read_header
from saves.session import ContentHash, OpenSystem

#: The folder of a data directory that holds the correspondences.
FOLDER: Final = "post"
#: Files to be sent, in that folder.
OUTBOX: Final = "outbox"
#: What a journal's header has for the player of the other side, before the name of the correspondence.
SEAT: Final = "post"
_MAIL: Final = f"mail{SUFFIX}"
_NONCE: Final = "nonce"

Now = Callable[[], datetime]


@frozen
class Entry:
    """A game by file as it stands in a list. turn: "mine", "theirs" or "over"; letters: how many were written."""

    game: str
    scenario: str
    side: str
    turn: str
    letters: int


class PostGame:
    """A game by file that is open to be played on; no other program can open it meanwhile."""

    def __init__(self, data: Path, half: Half, keys: Keys, nonce: str, now: Now) -> None:
        self.data = data
        self.half = half
        self.notices: list[str] = []
        self._keys = keys
        self._nonce = nonce
        self._writer = self._take_up_journal(now)
        self._settle()

    # -- what it is -----------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the correspondence."""
        return self.half.mail.invitation.game

    @property
    def side(self) -> SideId:
        """The side of the player."""
        return self.half.side

    @property
    def system(self) -> SharedRules[Any]:
        """The rules."""
        return self.half.replica.system

    @property
    def path(self) -> Path:
        """The journal of what the side knows."""
        return self._writer.path

    @property
    def turn(self) -> str:
        """Who is to go on: "mine", "theirs"; "over" when nothing is to be sent any more."""
        return _turn(self.half.mail, self.side)

    # -- playing --------------------------------------------------------------------------------------

    def give(self, order: Order) -> tuple[Event, ...]:
        """Give an order; it is on the disk before this returns. When the other side must go on, the letter is written.

        IllegalOrder leaves the game as it was.
        """
        replica = self.half.replica
        before = len(replica.journal)
        events = self.half.give(order)
        try:
            self._writer.append(events)
        except BaseException:
            replica.cut(before)
            raise
        self._settle()
        return tuple(replica.journal[before:])

    def undo(self) -> None:
        """Take back the last order since the last letter. IllegalOrder if there is none."""
        replica = self.half.replica
        given = [n for n in range(self.half.start, len(replica.journal)) if isinstance(replica.journal[n], OrderGiven)]
        if not self.half.leads or not given:
            raise IllegalOrder("nothing to take back: your orders are in a letter that has been written", "")
        replica.cut(given[-1])
        replica.asked = len(given) == 1 and bool(self.half.mail.letters) and self._asked()
        self._rewrite(replica.journal)

    def _asked(self) -> bool:
        return self.half.mail.letters[-1].stop is Stop.CHOICE and self.half.start == len(self.half.replica.journal)

    def _settle(self) -> None:
        """Let the rules run; write the letter if the other side is to go on."""
        half = self.half
        if not half.leads or half.finished or half.side == half.mail.invitation.by and not half.mail.letters:
            self._put_out()
            return
        before = len(half.replica.journal)
        stop = half.run()
        self._writer.append(half.replica.journal[before:])
        if stop is None or (stop is Stop.OVER and half.side in half.mail.opened):
            return
        letter = half.letter(stop, self._keys, self._nonce)
        mail = half.mail.with_letter(letter)
        _keep(self.data, mail)
        half.sent(letter)
        self._put_out()

    # -- files that come and go ------------------------------------------------------------------------

    @property
    def outgoing(self) -> Path:
        """The file that is to be sent now; it is there if the other side is to go on."""
        mail = self.half.mail
        name = f"{slug(mail.invitation.scenario)}-{self.game[:8]}-{len(mail.letters):03}{SUFFIX}"
        return self.data / FOLDER / OUTBOX / name

    def _put_out(self) -> None:
        """Have the file that is to be sent in the outbox, and no older one of this game."""
        if self.half.mail.last.by != self.side:
            return
        self.outgoing.parent.mkdir(parents=True, exist_ok=True)
        for path in self.outgoing.parent.glob(f"*-{self.game[:8]}-*{SUFFIX}"):
            if path != self.outgoing:
                path.unlink(missing_ok=True)
        if not self.outgoing.exists() or self.outgoing.read_bytes() != self.half.mail.data:
            replace_file(self.outgoing, self.half.mail.data)

    def export(self, path: Path) -> None:
        """Write the file that is to be sent. PostError if it is this side that has to go on first."""
        if self.half.mail.last.by != self.side:
            raise PostError("there is nothing to send yet: it is your side that has to order first")
        if path.exists() and path.read_bytes() == self.half.mail.data:
            return
        if path.exists() and not _is_older(path, self.half.mail):
            raise PostError(f"{path} exists already and is something else; choose another file name")
        try:
            replace_file(path, self.half.mail.data)
        except OSError as error:
            raise PostError(f"cannot write {path}: {error.strerror}; choose another place") from error

    def take(self, mail: Correspondence) -> bool:
        """Take over what a file has beyond this game; False if it has nothing new. PostError changes nothing."""
        mine = self.half.mail
        common = min(len(mine.lines), len(mail.lines))
        if mine.lines[:common] != mail.lines[:common]:
            n = next(k for k in range(common) if mine.lines[k] != mail.lines[k])
            raise PostError(
                f"the file is of another course of this game: letter {n} is not the one that you have; one of you has "
                "gone back to an older copy, and only the side that did can put that right"
            )
        new = mail.letters[len(mine.letters) :]
        if not new:
            if len(mail.letters) < len(mine.letters) and mail.last.by != self.side:
                raise PostError(f"the file is old: it ends at letter {len(mail.letters)}, which you have had")
            if mail.last.by == self.side:
                raise PostError("this is your own file; send it to the other player, and import what comes back")
            return False
        if self.half.start != len(self.half.replica.journal) or new[0].by == self.side:
            # The player's own machine has written this: an older copy of the data is in use.
            raise PostError("the file is ahead of this game; restore it from the file in another data directory")
        trial = _half(self.data, self.system, mine, self._keys, self.side)
        trial.receive(new[0])
        if len(new) > 1:
            raise PostError(f"the file has {len(new)} letters more than this game; letter {new[1].n} is not expected")
        _keep(self.data, trial.mail)
        before = len(self.half.replica.journal)
        self.half = trial
        self._writer.append(trial.replica.journal[before:])
        self._settle()
        return True

    # -- the journal ----------------------------------------------------------------------------------

    def _take_up_journal(self, now: Now) -> JournalWriter:
        """Open the journal, begin it, or bring it up to date with the letters; take up what was ordered since."""
        half = self.half
        known = half.replica.journal
        path = journal_of(self.data, self.game)
        if path is None:
            writer = JournalWriter(Library(self.data).new_path(half.mail.invitation.scenario, now()), self._header(now))
            writer.append(known)
            return writer
        writer, journal = JournalWriter.reopen(path)
        events = list(journal.events)
        if events[: len(known)] == known:
            draft = events[len(known) :]
            if half.leads:
                half.resume(draft)
            return writer
        if known[: len(events)] == events:
            writer.append(known[len(events) :])
            return writer
        self._writer = writer
        self.notices.append(f"{path.name} was changed; it is what the letters say again")
        return self._rewrite(known)

    def _header(self, now: Now) -> Header:
        invitation = self.half.mail.invitation
        other = self.half.replica.other
        return Header(
            system=invitation.system,
            edition=invitation.edition,
            scenario=invitation.scenario,
            options=invitation.options,
            sides={self.side: "human", other: f"{SEAT}:{self.game}"},
            content=invitation.content,
            created=now().isoformat(timespec="seconds"),
        )

    def _rewrite(self, events: Sequence[Event]) -> JournalWriter:
        """Put another journal in the place of the one there is."""
        path = self._writer.path
        header = read_header(path)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.again")
        with JournalWriter(draft, header) as writer:
            writer.append(events)
        self._writer.close()
        os.replace(draft, path)
        self._writer = JournalWriter.reopen(path)[0]
        return self._writer

    def close(self) -> None:
        """Give the game free. May be called twice."""
        self._writer.close()

    def __enter__(self) -> PostGame:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# -- beginning and opening --------------------------------------------------------------------------


def invite(
    data: Path,
    scenario: str,
    open_system: OpenSystem,
    *,
    side: str,
    options: Sequence[str] = (),
    content: str = "",
    now: Now = datetime.now,
) -> PostGame:
    """Begin a game by file as one of its sides; the first file is an invitation to whoever gets it."""
    system = _shared(open_system(scenario, tuple(options)))
    if side not in {look.id for look in system.sides}:
        raise PostError(f"{scenario} has no side {side!r}")
    game = secrets.token_hex(32)
    keys = Keys.derive(own_secret(data / FOLDER), game, side, game)
    invitation = Invitation(
        game=game,
        system=system.id,
        edition=system.edition,
        scenario=scenario,
        options=tuple(options),
        content=content,
        by=side,
        keys=keys.public(),
    ).signed_by(keys)
    mail = invited(invitation)
    _keep(data, mail)
    return PostGame(data, _half(data, system, mail, keys, side), keys, "", now)


def open_game(data: Path, game: str, open_system: OpenSystem, *, now: Now = datetime.now) -> PostGame:
    """Go on with a game by file. PostError if there is none with this name, or another program plays it."""
    raw = _kept(data, game)
    system, mail = _read(raw, open_system)
    found = _own_side(data, system, mail)
    if found is None:
        raise PostError(f"the key in {data / FOLDER} is not the one that this game was played with")
    side, keys, nonce = found
    return PostGame(data, _half(data, system, mail, keys, side), keys, nonce, now)


def take_file(
    data: Path,
    raw: bytes,
    open_system: OpenSystem,
    *,
    content_hash: ContentHash | None = None,
    now: Now = datetime.now,
) -> tuple[PostGame, bool]:
    """Take a file that came: an invitation, the next letter of a game, or a game of one's own to be restored.

    Returns the game and whether there was anything new. PostError changes nothing.
    """
    invitation = read_invitation(raw)
    system, mail = _read(raw, open_system)
    if (data / FOLDER / invitation.game / _MAIL).exists():
        game = open_game(data, invitation.game, open_system, now=now)
        try:
            return game, game.take(mail)
        except BaseException:
            game.close()
            raise
    if content_hash and invitation.content and content_hash(invitation.scenario) != invitation.content:
        raise PostError(
            f"the files of {invitation.scenario} here are not those that the other side plays with; both need the same "
            "version of panzerhex"
        )
    if mail.letters:
        return _restore(data, system, mail, now), True
    others = [look.id for look in system.sides if look.id != invitation.by]
    if invitation.by not in {look.id for look in system.sides}:
        raise PostError(f"{invitation.scenario} has no side {invitation.by!r}")
    nonce = secrets.token_hex(32)
    keys = Keys.derive(own_secret(data / FOLDER), invitation.game, others[0], nonce)
    replace_file(_made(data, invitation.game) / _NONCE, nonce.encode(), 0o600)
    _keep(data, mail)
    return PostGame(data, _half(data, system, mail, keys, others[0]), keys, nonce, now), True


def _restore(data: Path, system: SharedRules[Any], mail: Correspondence, now: Now) -> PostGame:
    """A game of this player again, from any of its files."""
    found = _own_side(data, system, mail)
    if found is None:
        raise PostError("this is the game of two others, or the key that you played it with is not in this directory")
    side, keys, nonce = found
    half = _half(data, system, mail, keys, side)
    _keep(data, mail)
    return PostGame(data, half, keys, nonce, now)


def _half(data: Path, system: SharedRules[Any], mail: Correspondence, keys: Keys, side: str) -> Half:
    """What a side knows by a correspondence."""
    half = Half(system, side, keys.opened, invited(mail.invitation))
    for letter in mail.letters:
        if letter.by == side:
            half.recall(letter)
        else:
            half.receive(letter)
    return half


def _own_side(data: Path, system: SharedRules[Any], mail: Correspondence) -> tuple[str, Keys, str] | None:
    """Which side the player of this directory plays, with which keys and nonce; None if neither."""
    invitation, secret = mail.invitation, own_secret(data / FOLDER)
    keys = Keys.derive(secret, invitation.game, invitation.by, invitation.game)
    if keys.public() == invitation.keys:
        return invitation.by, keys, ""
    nonce = mail.letters[0].nonce if mail.letters else _read_nonce(data, invitation.game)
    for look in system.sides:
        if look.id != invitation.by:
            keys = Keys.derive(secret, invitation.game, look.id, nonce)
            if not mail.letters or keys.public() == mail.letters[0].keys:
                return look.id, keys, nonce
    return None


def _read_nonce(data: Path, game: str) -> str:
    try:
        return (data / FOLDER / game / _NONCE).read_text()
    except OSError as error:
        raise PostError(f"the game {game[:8]} was not joined to its end; import its invitation again") from error


def _read(raw: bytes, open_system: OpenSystem) -> tuple[SharedRules[Any], Correspondence]:
    invitation = read_invitation(raw)
    try:
        system = _shared(open_system(invitation.scenario, invitation.options))
    except (LookupError, ValueError) as error:
        raise PostError(f"{invitation.scenario} cannot be opened here: {error}") from error
    if (system.id, system.edition) != (invitation.system, invitation.edition):
        raise PostError(f"{invitation.scenario} is a scenario of {system.id} here, not of {invitation.system}")
    return system, read(raw)


def _shared(system: RuleSystem[Any]) -> SharedRules[Any]:
    if not isinstance(getattr(system, "replica", None), Callable):  # type: ignore[arg-type]
        raise PostError(f"{system.title} cannot be played by file")
    shared: SharedRules[Any] = system  # type: ignore[assignment]
    return shared


# -- what lies where --------------------------------------------------------------------------------


def _made(data: Path, game: str) -> Path:
    path = data / FOLDER / game
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def _keep(data: Path, mail: Correspondence) -> None:
    replace_file(_made(data, mail.invitation.game) / _MAIL, mail.data, 0o600)


def _kept(data: Path, game: str) -> bytes:
    try:
        return (data / FOLDER / game / _MAIL).read_bytes()
    except OSError as error:
        raise PostError(f"there is no game by file {game[:8]!r} in {data / FOLDER}") from error


def _is_older(path: Path, mail: Correspondence) -> bool:
    """Whether a file is an earlier one of the same game, which may be written over."""
    return mail.data.startswith(path.read_bytes())


def _turn(mail: Correspondence, side: str) -> str:
    if len(mail.opened) == 2:
        return "over" if mail.last.by != side else "theirs"
    return "theirs" if mail.last.by == side else "mine"


def post_of(header: Header) -> str:
    """The name of the correspondence that a journal belongs to; "" if to none."""
    for seat in header.sides.values():
        kind, _, game = seat.partition(":")
        if kind == SEAT and game:
            return game
    return ""


def journal_of(data: Path, game: str) -> Path | None:
    """The journal of a game by file; None if there is none."""
    for entry in Library(data).games():
        if entry.header is not None and post_of(entry.header) == game:
            return entry.path
    return None


def games(data: Path, open_system: OpenSystem) -> Iterator[Entry]:
    """The games by file in a data directory. Broken ones are left out."""
    for path in sorted((data / FOLDER).glob(f"*/{_MAIL}")):
        try:
            system, mail = _read(path.read_bytes(), open_system)
            found = _own_side(data, system, mail)
        except (OSError, PostError):
            continue
        if found is not None:
            side = found[0]
            yield Entry(mail.invitation.game, mail.invitation.scenario, side, _turn(mail, side), len(mail.letters))
