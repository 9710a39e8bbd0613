"""Beginning a game by file, going on with one, and taking a file that came."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from core.play.whole import OpenRules, plays_in_trust
from core.system import RuleSystem
from saves.files import replace_file
from saves.post import before
from saves.post.correspondence import Correspondence, invited, read_invitation
from saves.post.game import PostGame
from saves.post.half import Half
from saves.post.in_trust import InTrust
from saves.post.keys import Keys, PostError, own_secret
from saves.post.letter import Invitation
from saves.post.places import (
    FOLDER,
    HALF,
    MAIL,
    NONCE,
    half_of,
    keep,
    kept,
    made,
    own_side,
    post_rules,
    read_mail,
    rules_of,
    shared_rules,
)
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
    system = post_rules(open_system(scenario, tuple(options)))
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
    return PostGame(data, _half(data, system, mail, keys, side), keys, "", now)


def begin_from(data: Path, half: before.Half, open_system: OpenSystem, *, now: Now = datetime.now) -> PostGame:
    """Go on by file with a game that was played at a table, with one side's half of it; the first file is for the
    player who has the other half. PostError if it goes on by file already."""
    system = rules_of(half, open_system)
    if {look.id for look in system.sides} != set(half.before.halves):
        raise PostError(f"the halves are not those of a game of {half.scenario}")
    _check_first(data, half.before)
    game = secrets.token_hex(32)
    keys = Keys.derive(own_secret(data / FOLDER), game, half.side, game)
    invitation = Invitation(
        game=game,
        system=system.id,
        edition=system.edition,
        scenario=half.scenario,
        options=half.options,
        content=half.content,
        by=half.side,
        keys=keys.public(),
        before=half.before,
        sealed=before.sealed_half(keys.opened, half.text, game, half.side),
    ).signed_by(keys)
    mail = invited(invitation)
    known = _half(data, system, mail, keys, half.side, half.text)
    replace_file(made(data, game) / HALF, half.text, 0o600)
    keep(data, mail)
    return PostGame(data, known, keys, "", now)


def _check_first(data: Path, table: before.Before) -> None:
    """PostError if a game by file of this player comes from the same table already: nobody begins twice and goes on
    with the one whose dice he likes better."""
    for path in (data / FOLDER).glob(f"*/{MAIL}"):
        known = None
        with suppress(OSError, PostError):
            known = read_invitation(path.read_bytes())
        if known is not None and known.before is not None and known.before.table == table.table:
            raise PostError(f"this game goes on by file already: it is the game {known.game[:8]}")


def open_game(data: Path, game: str, open_system: OpenSystem, *, now: Now = datetime.now) -> PostGame:
    """Go on with a game by file. PostError if there is none with this name, or another program plays it."""
    raw = kept(data, game)
    system, mail = read_mail(raw, open_system)
    found = own_side(data, system, mail)
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
    half: before.Half | None = None,
    now: Now = datetime.now,
) -> tuple[PostGame, bool]:
    """Take a file that came: an invitation, the next letter of a game, or a game of one's own to be restored.

    half: what this player knows of the table from which the game comes, if it comes from one; needed to join it.
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
    text = _joining(data, invitation, others[0], half)
    nonce = secrets.token_hex(32)
    keys = Keys.derive(own_secret(data / FOLDER), invitation.game, others[0], nonce)
    joined = _half(data, system, mail, keys, others[0], text)
    if text:
        replace_file(made(data, invitation.game) / HALF, text, 0o600)
    replace_file(made(data, invitation.game) / NONCE, nonce.encode(), 0o600)
    keep(data, mail)
    return PostGame(data, joined, keys, nonce, now), True


def _joining(data: Path, invitation: Invitation, side: str, half: before.Half | None) -> bytes:
    """The half of a table with which a side joins a game by file; b"" if it comes from none. PostError if it does not
    fit the invitation."""
    table = invitation.before
    if table is None:
        if half is not None:
            raise PostError("this game comes from no table; import the invitation without a half")
        return b""
    if half is None:
        raise PostError(
            "this game was played at a table before; import the invitation with your half of it: --half FILE"
        )
    if half.before != table:
        raise PostError("the invitation is not to the game that your half is of, or not to the same moment of it")
    if half.side != side:
        raise PostError(f"this half is that of {half.side}; {side} is the side that is invited")
    _check_first(data, table)
    return half.text


def _restore(data: Path, system: RuleSystem[Any], mail: Correspondence, now: Now) -> PostGame:
    """A game of this player again, from any of its files."""
    found = own_side(data, system, mail)
    if found is None:
        raise PostError("this is the game of two others, or the key that you played it with is not in this directory")
    side, keys, nonce = found
    half = _half(data, system, mail, keys, side, check=True)
    keep(data, mail)
    return PostGame(data, half, keys, nonce, now)


def _half(
    data: Path,
    system: RuleSystem[Any],
    mail: Correspondence,
    keys: Keys,
    side: str,
    text: bytes | None = None,
    *,
    check: bool = False,
) -> Half | InTrust:
    """What a side knows by a correspondence. text: its half of the table before, None = as it was kept; check: what
    the letters tell of a game in trust is decided again, as where they come from elsewhere."""
    text = half_of(data, mail, side, keys) if text is None else text
    if plays_in_trust(system):
        return _in_trust(system, mail, keys, side, text, check=check)
    try:
        half = Half(shared_rules(system), side, keys.opened, invited(mail.invitation), text)
    except PostError:
        raise
    except Exception as error:  # a changed file can tell what no rule can follow
        raise PostError(f"the half of {side} tells what does not fit the game: {error!r}") from error
    for letter in mail.letters:
        if letter.by == side:
            half.recall(letter)
        else:
            half.receive(letter)
    return half


def _in_trust(
    system: OpenRules[Any], mail: Correspondence, keys: Keys, side: str, text: bytes, *, check: bool
) -> InTrust:
    game = InTrust(system, side, keys.opened, invited(mail.invitation), text)
    for letter in mail.letters:
        if letter.by == side:
            game.recall(letter)
        else:
            game.receive(letter, check=check)
    return game
