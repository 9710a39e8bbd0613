"""Where the games by file lie in a player's data directory, and what can be said of them without opening one.

``post/key`` is the player's secret. ``post/GAME/mail.turn`` is a correspondence up to its last letter, exactly as it is
sent. ``games/*.journal`` holds what the player's side knows of the game, also what it has ordered since that letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from attrs import frozen

from core.event import SideId
from core.play.replica import SharedRules
from core.play.whole import OpenRules, plays_in_trust
from core.system import RuleSystem
from saves.audience import post_of
from saves.files import replace_file
from saves.library import Library
from saves.post import before
from saves.post.correspondence import SUFFIX, Correspondence, read, read_invitation
from saves.post.keys import Keys, PostError, own_secret
from saves.post.letter import Invitation
from saves.session import OpenSystem

#: The folder of a data directory that holds the correspondences.
FOLDER: Final = "post"
#: Files to be sent, in that folder.
OUTBOX: Final = "outbox"
MAIL: Final = f"mail{SUFFIX}"
NONCE: Final = "nonce"
#: What the side knows of the table at which the game was played before.
HALF: Final = "half"
#: Orders that are given ahead and not yet in a letter.
AHEAD: Final = "ahead"
#: What the player leaves to his machine, in a game in trust.
STANDING: Final = "standing"


@frozen
class Entry:
    """A game by file as it stands in a list. turn: "mine", "theirs" or "over"; letters: how many were written."""

    game: str
    scenario: str
    side: str
    turn: str
    letters: int


def own_side(data: Path, system: RuleSystem[Any], mail: Correspondence) -> tuple[str, Keys, str] | None:
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
        return (data / FOLDER / game / NONCE).read_text()
    except OSError as error:
        raise PostError(f"the game {game[:8]} was not joined to its end; import its invitation again") from error


def read_mail(raw: bytes, open_system: OpenSystem) -> tuple[SharedRules[Any] | OpenRules[Any], Correspondence]:
    """A file and the rules that it is played by. PostError if it is not good, or they are not here."""
    return rules_of(read_invitation(raw), open_system), read(raw)


def rules_of(invitation: Invitation | before.Half, open_system: OpenSystem) -> SharedRules[Any] | OpenRules[Any]:
    """The rules that a file names. PostError if they are not here."""
    try:
        system = post_rules(open_system(invitation.scenario, invitation.options))
    except (LookupError, ValueError) as error:
        raise PostError(f"{invitation.scenario} cannot be opened here: {error}") from error
    if (system.id, system.edition) != (invitation.system, invitation.edition):
        raise PostError(f"{invitation.scenario} is a scenario of {system.id} here, not of {invitation.system}")
    return system


def post_rules(system: RuleSystem[Any]) -> SharedRules[Any] | OpenRules[Any]:
    """Rules that can be played by file, from two halves or in trust. PostError if they cannot."""
    return system if plays_in_trust(system) else shared_rules(system)


def shared_rules(system: RuleSystem[Any]) -> SharedRules[Any]:
    """Rules that can be played from two halves. PostError if they cannot."""
    if not hasattr(system, "replica"):
        raise PostError(f"{system.title} cannot be played by file")
    shared = cast(SharedRules[Any], system)
    try:
        shared.replica(SideId(system.sides[0].id))
    except ValueError as error:
        raise PostError(f"{system.title}: {error}") from error
    return shared


# -- what lies where --------------------------------------------------------------------------------


def made(data: Path, game: str) -> Path:
    """The folder of a correspondence, made if there is none."""
    path = data / FOLDER / game
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def keep(data: Path, mail: Correspondence) -> None:
    """Have a correspondence on the disk."""
    replace_file(made(data, mail.invitation.game) / MAIL, mail.data, 0o600)


def kept(data: Path, game: str) -> bytes:
    """The file of a correspondence. PostError if there is none."""
    try:
        return (data / FOLDER / game / MAIL).read_bytes()
    except OSError as error:
        raise PostError(f"there is no game by file {game[:8]!r} in {data / FOLDER}") from error


def half_of(data: Path, mail: Correspondence, side: str, keys: Keys) -> bytes:
    """A side's half of the table from which a game by file comes; b"" if it comes from none.

    PostError if it is lost, or is not the one that the table gave.
    """
    invitation = mail.invitation
    if invitation.before is None:
        return b""
    path = data / FOLDER / invitation.game / HALF
    if path.exists():
        text = path.read_bytes()
    else:
        sealed = invitation.sealed if side == invitation.by else mail.letters[0].half if mail.letters else b""
        text = before.opened_half(keys.opened, sealed, invitation.game, side)
    before.check(invitation.before, side, text)
    return text


def is_older(path: Path, mail: Correspondence) -> bool:
    """Whether a file is an earlier one of the same game, which may be written over."""
    return mail.data.startswith(path.read_bytes())


def turn_of(mail: Correspondence, side: str) -> str:
    """What a side is to do: "mine", "theirs" or "over", as in `Entry`."""
    if len(mail.opened) == 2:
        return "over" if mail.last.by != side else "theirs"
    if mail.taken and not (mail.opened and mail.last.by == side):
        return "over"
    return "theirs" if mail.last.by == side else "mine"


def journal_of(data: Path, game: str) -> Path | None:
    """The journal of a game by file; None if there is none."""
    for entry in Library(data).games():
        if entry.header is not None and post_of(entry.header) == game:
            return entry.path
    return None


def games(data: Path, open_system: OpenSystem) -> Iterator[Entry]:
    """The games by file in a data directory. Broken ones are left out."""
    for path in sorted((data / FOLDER).glob(f"*/{MAIL}")):
        try:
            system, mail = read_mail(path.read_bytes(), open_system)
            found = own_side(data, system, mail)
        except (OSError, PostError):
            continue
        if found is not None:
            side = found[0]
            yield Entry(mail.invitation.game, mail.invitation.scenario, side, turn_of(mail, side), len(mail.letters))
