"""Passwords: which are taken, how they are kept (argon2id) and compared."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tui.host.keys import AccountError

SHORTEST: Final = 10
LONGEST: Final = 128

#: 48 MiB and three passes take about 0.1 s of one processor; two at a time (see AccountBook) leave the host room.
_HASHER: Final = PasswordHasher(time_cost=3, memory_cost=48 * 1024, parallelism=1)


def checked_password(password: str, name: str) -> str:
    """A password that the account `name` may have, as it is hashed. AccountError says what is wrong with it."""
    text = _normal(password)
    if not text.isprintable():
        raise AccountError("a password holds letters, digits, signs and blanks only")
    if not SHORTEST <= len(text) <= LONGEST:
        raise AccountError(f"a password has {SHORTEST} to {LONGEST} characters, this one has {len(text)}")
    if name in text.lower() or len(set(text)) < 4:
        raise AccountError("this password is guessed at once; take three or four words that nobody else would")
    return text


def hashed(password: str) -> str:
    """What is kept of a password. Takes about 0.1 s: not for the event loop."""
    return _HASHER.hash(_normal(password))


def fits(kept: str, password: str) -> bool:
    """Whether a password is the one that was kept. Takes about 0.1 s: not for the event loop."""
    try:
        return _HASHER.verify(kept, _normal(password))
    except (VerificationError, InvalidHashError):
        return False


def outdated(kept: str) -> bool:
    """Whether it was kept with less care than is taken now."""
    return _HASHER.check_needs_rehash(kept)


@lru_cache(maxsize=1)
def nobody() -> str:
    """What to compare with where there is no password, so that it takes as long."""
    return _HASHER.hash("")


def _normal(password: str) -> str:
    """One form for what looks the same: keyboards differ in how they send an accent."""
    return unicodedata.normalize("NFC", password)
