"""Public keys: which lines are taken, and what is said of the others."""

from __future__ import annotations

import base64

import asyncssh
import pytest

from tui.host.keys import AccountError, PublicKey, public_key, read_key


def line_of(kind: str, comment: str = "anna@desk", **how: int) -> str:
    made = asyncssh.generate_private_key(kind, comment=comment, **how)
    return made.export_public_key("openssh").decode().strip()


@pytest.mark.parametrize(
    ("kind", "how", "words"),
    [
        ("ssh-ed25519", {}, "ED25519"),
        ("ecdsa-sha2-nistp256", {}, "ECDSA 256"),
        ("ecdsa-sha2-nistp521", {}, "ECDSA 521"),
        ("ssh-rsa", {"key_size": 2048}, "RSA 2048"),
    ],
)
def test_a_key_is_read_as_ssh_reads_it(kind: str, how: dict[str, int], words: str) -> None:
    line = line_of(kind, **how)
    key = public_key(f"  {line}\n")
    assert (key.words, key.comment, key.line) == (words, "anna@desk", line)
    assert key.fingerprint == asyncssh.import_public_key(line).get_fingerprint()


def test_keys_are_the_same_whatever_they_are_called() -> None:
    key = public_key(line_of("ssh-ed25519"))
    assert key == PublicKey(key.type, key.data, "another")
    assert len({key, PublicKey(key.type, key.data, "another")}) == 1


def test_a_comment_cannot_draw_on_the_screen() -> None:
    assert read_key(line_of("ssh-ed25519", "an\x1b[2Jna" + "x" * 99)).comment.startswith("an[2Jnaxxx")
    assert len(read_key(line_of("ssh-ed25519", "x" * 99)).comment) == 60


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "this is no public key"),
        ("hello there", "this is no public key"),
        ("ssh-ed25519", "this is no public key"),
        ("ssh-ed25519 AAAA", "cut off or damaged"),
        ("ssh-ed25519 !!!!", "cut off or damaged"),
        ("ssh-dss AAAA", "ssh-keygen -t ed25519"),
        ("ssh-ed25519-cert-v01@openssh.com AAAA", "certificate"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "private key"),
        ("ssh-ed25519 AAAA\nssh-ed25519 AAAA", "no single public key"),
        ("ssh-ed25519 " + "A" * 5000, "no single public key"),
        (line_of("ssh-rsa", key_size=1024), "too weak"),
        (line_of("ssh-ed25519").replace("ssh-ed25519 ", "ecdsa-sha2-nistp256 ", 1), "its data do not"),
        (line_of("ssh-ed25519", "")[:-8], "cut off or damaged"),
    ],
    # Keys are new in every process; names of tests may not be.
    ids=[str(n) for n in range(13)],
)
def test_what_is_no_good_key_is_refused_in_words(line: str, said: str) -> None:
    with pytest.raises(AccountError, match=said):
        public_key(line)


def test_a_key_off_its_curve_is_refused() -> None:
    head = b"\0\0\0\x13ecdsa-sha2-nistp256\0\0\0\x08nistp256\0\0\0\x41\x04"
    line = f"ecdsa-sha2-nistp256 {base64.b64encode(head + bytes(range(64))).decode()}"
    assert read_key(line).words == "ECDSA 256"
    with pytest.raises(AccountError, match="damaged"):
        public_key(line)
