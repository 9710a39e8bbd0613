"""Public keys as a player has them in his ``.pub`` file: one line, known by its fingerprint."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

#: Types of keys that are taken, with what people call them.
TYPES: Final = {
    "ssh-ed25519": "ED25519",
    "sk-ssh-ed25519@openssh.com": "ED25519 security key",
    "ecdsa-sha2-nistp256": "ECDSA 256",
    "ecdsa-sha2-nistp384": "ECDSA 384",
    "ecdsa-sha2-nistp521": "ECDSA 521",
    "sk-ecdsa-sha2-nistp256@openssh.com": "ECDSA security key",
    "ssh-rsa": "RSA",
}
#: Bits of the shortest RSA key that is taken.
RSA_BITS: Final = 2048
#: Characters of the longest line that is looked at; an RSA key of 16384 bits has 2800.
LONGEST: Final = 4096
_COMMENT: Final = 60
_EXAMPLE: Final = "a line such as: ssh-ed25519 AAAAC3Nz... you@desk"


class AccountError(Exception):
    """An account or key that cannot be had; the text says why and what would be right."""


@frozen
class PublicKey:
    """A public key. data: its blob in base64; comment: what its owner calls it."""

    type: str
    data: str
    #: Two keys are the same whatever they are called.
    comment: str = field(default="", eq=False)

    @property
    def blob(self) -> bytes:
        """The key as SSH sends it."""
        return base64.b64decode(self.data)

    @property
    def fingerprint(self) -> str:
        """``SHA256:...``, as ``ssh-keygen -l`` prints it."""
        return f"SHA256:{base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip('=')}"

    @property
    def line(self) -> str:
        """The line of a ``.pub`` file."""
        return " ".join(part for part in (self.type, self.data, self.comment) if part)

    @property
    def words(self) -> str:
        """The type as people call it: "ED25519", "RSA 3072"."""
        bits = f" {_rsa_bits(self.blob)}" if self.type == "ssh-rsa" else ""
        return f"{TYPES[self.type]}{bits}"


def read_key(line: str) -> PublicKey:
    """The key of a line, looked at for its shape only. AccountError says what is wrong."""
    text = line.strip()
    if "PRIVATE KEY" in text:
        raise AccountError("this is a private key: show it to nobody; paste the line of the file that ends in .pub")
    if len(text) > LONGEST or "\n" in text:
        raise AccountError(f"this is no single public key; paste {_EXAMPLE}")
    type_, _, rest = text.partition(" ")
    data, _, comment = rest.strip().partition(" ")
    if type_.endswith("-cert-v01@openssh.com"):
        raise AccountError("this is a certificate; paste the public key itself, the line of the other .pub file")
    if type_ == "ssh-dss":
        raise AccountError("DSA keys are too weak; make a new key with: ssh-keygen -t ed25519")
    if type_ not in TYPES or not data:
        raise AccountError(f"this is no public key; paste {_EXAMPLE}")
    try:
        parts = _parts(base64.b64decode(data, validate=True))
    except (binascii.Error, ValueError):
        raise AccountError("the key is cut off or damaged; paste the whole line of the .pub file") from None
    if len(parts) < (3 if type_ == "ssh-rsa" else 2) or parts[0] != type_.encode():
        raise AccountError(f"the line says {type_}, but its data do not; paste the whole line of the .pub file")
    clean = "".join(c for c in comment.strip() if c.isprintable())[:_COMMENT]
    return PublicKey(type_, data, clean)


def public_key(line: str) -> PublicKey:
    """The key of a line that somebody typed or sent, fit to come in with. AccountError says what is wrong."""
    # Only those who come with a key need the cryptography.
    from asyncssh import KeyImportError, import_public_key

    key = read_key(line)
    try:
        import_public_key(f"{key.type} {key.data}")
    except (KeyImportError, ValueError):
        raise AccountError("the key is cut off or damaged; paste the whole line of the .pub file") from None
    if key.type == "ssh-rsa" and _rsa_bits(key.blob) < RSA_BITS:
        raise AccountError(
            f"RSA keys of less than {RSA_BITS} bits are too weak; make a new key with: ssh-keygen -t ed25519"
        )
    return key


def _parts(blob: bytes) -> Sequence[bytes]:
    """The strings that a blob is made of, each after its length in 4 bytes. ValueError if they do not fill it."""
    found, at = [], 0
    while at < len(blob):
        end = at + 4 + int.from_bytes(blob[at : at + 4], "big")
        if end > len(blob):
            raise ValueError(at)
        found.append(blob[at + 4 : end])
        at = end
    return found


def _rsa_bits(blob: bytes) -> int:
    """Bits of the modulus of an RSA key: its blob is the type, the exponent and the modulus."""
    return int.from_bytes(_parts(blob)[2], "big").bit_length()
