"""Beginning a game by file, going on with one, and taking a file that came."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from core.replica import SharedRules
from saves.files import replace_file
from saves.post.game import PostGame
from saves.post.half import Half
from saves.post.keys import Keys, PostError, own_secret
from saves.post.letter import Correspondence, Invitation, invited, read_invitation
from saves.post.places import FOLDER, MAIL, NONCE, keep, kept, made, own_side, read_mail, shared_rules
from saves.session import ContentHash, OpenSystem

Now = Callable[[], datetime]


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
    system = shared_rules(open_system(scenario, tuple(options)))
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
    keep(data, mail)
    return PostGame(data, _half(system, mail, keys, side), keys, "", now)


def open_game(data: Path, game: str, open_system: OpenSystem, *, now: Now = datetime.now) -> PostGame:
    """Go on with a game by file. PostError if there is none with this name, or another program plays it."""
    raw = kept(data, game)
    system, mail = read_mail(raw, open_system)
    found = own_side(data, system, mail)
    if found is None:
        raise PostError(f"the key in {data / FOLDER} is not the one that this game was played with")
    side, keys, nonce = found
    return PostGame(data, _half(system, mail, keys, side), keys, nonce, now)


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
    system, mail = read_mail(raw, open_system)
    if (data / FOLDER / invitation.game / MAIL).exists():
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
    replace_file(made(data, invitation.game) / NONCE, nonce.encode(), 0o600)
    keep(data, mail)
    return PostGame(data, _half(system, mail, keys, others[0]), keys, nonce, now), True


def _restore(data: Path, system: SharedRules[Any], mail: Correspondence, now: Now) -> PostGame:
    """A game of this player again, from any of its files."""
    found = own_side(data, system, mail)
    if found is None:
        raise PostError("this is the game of two others, or the key that you played it with is not in this directory")
    side, keys, nonce = found
    half = _half(system, mail, keys, side)
    keep(data, mail)
    return PostGame(data, half, keys, nonce, now)


def _half(system: SharedRules[Any], mail: Correspondence, keys: Keys, side: str) -> Half:
    """What a side knows by a correspondence."""
    half = Half(system, side, keys.opened, invited(mail.invitation))
    for letter in mail.letters:
        if letter.by == side:
            half.recall(letter)
        else:
            half.receive(letter)
    return half
