"""What a side of a correspondence is known by, seals its secrets with, and draws its values for the dice from.

All of it follows from one secret of the player, which never leaves his machine, and from what stands in the files:
whoever has that secret and any one file of a game has the whole game again.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import frozen
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from saves.files import new_file
from saves.line import SaveError

#: How many values for dice a side can give in one game.
LINKS: Final = 20_000
#: A seal has the size of a power of two, this at least, so that its size tells nothing of what is in it.
LEAST_SEAL: Final = 2048
#: Bytes of what is sealed in one letter, by far more than any has; what unpacks to more was made to fill the memory.
MOST_SEALED: Final = 4 << 20
_NONCE: Final = 12
_TAG: Final = 16


class PostError(SaveError):
    """A letter or a file that cannot be taken; the text says why and what to do."""


# -- the player's own secret ------------------------------------------------------------------------


def own_secret(directory: Path) -> bytes:
    """The secret of the player whose correspondence lies in a directory; drawn when it is first asked for."""
    path = directory / "key"
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists():
            return _read_secret(path)
        secret = os.urandom(32)
        new_file(path, secret.hex().encode() + b"\n", 0o600)
    except FileExistsError:
        return _read_secret(path)
    except OSError as error:
        raise PostError(f"cannot keep a key in {directory}: {error.strerror}") from error
    return secret


def _read_secret(path: Path) -> bytes:
    try:
        secret = bytes.fromhex(path.read_text().strip())
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise PostError(f"{path} is no key any more; put the right one back, for without it no game by file goes on")
    return secret


# -- the keys of a side in one game -----------------------------------------------------------------


@frozen
class PublicKeys:
    """What the other side knows of a side's keys.

    sign: its Ed25519 key; seal: SHA-256 of the key that it seals with; chain: the end of its chain of values.
    """

    sign: str
    seal: str
    chain: str


@frozen
class OpenedKeys:
    """What a side opens when the game is over: the key of its seals, and the beginning of its chain."""

    seal: bytes
    chain: bytes

    def public(self) -> tuple[str, str]:
        """What the side had to publish of them at the start: `PublicKeys.seal` and `PublicKeys.chain`."""
        return hashlib.sha256(b"panzerhex seal " + self.seal).hexdigest(), self.link(0).hex()

    def link(self, course: int) -> bytes:
        """The value for a course of dice; 0 is the end of the chain, which binds all the others."""
        if not 0 <= course < LINKS:
            raise PostError(f"a game by file has values for {LINKS - 1} courses of dice; this one has used them up")
        return _chain(self.chain)[LINKS - course]

    def seal_up(self, data: bytes, about: bytes, most: int = MOST_SEALED) -> bytes:
        """Seal data, so many bytes at the most; about: what the seal belongs to, and cannot be put on anything else."""
        if len(data) > most:
            raise PostError(f"a letter may seal {most >> 20} MB; this one would have {len(data)} bytes")
        packed = zlib.compress(data, 9)
        size = LEAST_SEAL
        while size < len(packed) + 4 + _NONCE + _TAG:
            size *= 2
        room = size - 4 - _NONCE - _TAG - len(packed)
        nonce = os.urandom(_NONCE)
        plain = len(packed).to_bytes(4, "big") + packed + bytes(room)
        return nonce + ChaCha20Poly1305(self.seal).encrypt(nonce, plain, about)

    def open_up(self, sealed: bytes, about: bytes, most: int = MOST_SEALED) -> bytes:
        """What is in a seal. PostError if it was not sealed with this key, or for something else, or if it would unpack
        to more than it can have."""
        unpacking = zlib.decompressobj()
        try:
            plain = ChaCha20Poly1305(self.seal).decrypt(sealed[:_NONCE], sealed[_NONCE:], about)
            data = unpacking.decompress(plain[4 : 4 + int.from_bytes(plain[:4], "big")], most + 1)
        except (InvalidTag, ValueError, zlib.error) as error:
            raise PostError("a seal does not open with the key that was given for it") from error
        if len(data) > most:
            raise PostError(f"a seal unpacks to more than {most >> 20} MB, which no letter has: do not take it")
        if not unpacking.eof:
            raise PostError("a seal does not open with the key that was given for it: what is in it breaks off")
        return data


@frozen
class Keys:
    """All keys of a side in one game."""

    opened: OpenedKeys
    sign: bytes

    @classmethod
    def derive(cls, secret: bytes, game: str, side: str, nonce: str) -> Keys:
        """The keys of the player with this secret; game, nonce: random words of the first file and of his own first
        letter, so that nobody can have him use the keys of one game in another."""

        def part(word: str) -> bytes:
            info = f"panzerhex post {word}/{game}/{side}/{nonce}".encode()
            return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)

        return cls(OpenedKeys(part("seal"), part("chain")), part("sign"))

    def public(self) -> PublicKeys:
        """What the other side may know."""
        seal, chain = self.opened.public()
        key = Ed25519PrivateKey.from_private_bytes(self.sign).public_key()
        return PublicKeys(key.public_bytes_raw().hex(), seal, chain)

    def signature(self, data: bytes) -> str:
        """The signature of data, 128 hex digits."""
        return Ed25519PrivateKey.from_private_bytes(self.sign).sign(data).hex()


def signed(key: str, data: bytes, signature: str) -> bool:
    """Whether the owner of a key signed data."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True


# -- dice -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _chain(start: bytes) -> tuple[bytes, ...]:
    """Every value of a chain, its beginning first: each is the hash of the one before."""
    values = [start]
    for _ in range(LINKS):
        values.append(follows(values[-1]))
    return tuple(values)


def follows(value: bytes) -> bytes:
    """The value that must have been given before this one."""
    return hashlib.sha256(b"panzerhex link " + value).digest()


def dice_seed(opened: str, answered: str, letter: str) -> str:
    """The seed of a course of dice.

    opened: the value of the side that fixed its orders, in the letter with this hash; answered: that of the other side,
    which it gave when it had that letter. The hash covers all orders before the dice, and both values were bound by the
    ends of the chains before the game: neither side can choose one when it knows the other.
    """
    return hashlib.sha256(f"panzerhex dice {opened} {answered} {letter}".encode()).hexdigest()
