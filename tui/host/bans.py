"""Keys and networks that are kept out of a host: ``bans.toml``, which may be changed by hand while the host runs."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import tomli_w
from attrs import field, frozen

from content.kit.load import ContentError, read_toml, structure
from saves.files import replace_file
from tui.host.keys import AccountError

FILE: Final = "bans.toml"
_FINGERPRINT: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}\Z")
_HEAD: Final = (
    '# Who is kept out of this panzerhex host, beside accounts. what: a fingerprint such as "SHA256:...", an address\n'
    '# or a network such as "192.0.2.0/24". The file may be changed by hand at any time: the host reads it anew.\n'
)
_LONGEST: Final = 200


@frozen
class Entry:
    """A key or a network that is kept out, why, and since when (ISO 8601)."""

    what: str
    reason: str = ""
    since: str = ""

    @property
    def refusal(self) -> str:
        """What is told to whoever is kept out."""
        name = "this key" if self.what.startswith("SHA256:") else "your address"
        return f"{name} is banned from this host{f': {self.reason}' if self.reason else ''}."


@frozen
class _File:
    """The file as it stands."""

    ban: tuple[Entry, ...] = field(factory=tuple)


def of_key_or_network(text: str) -> str:
    """What a text names, as it stands in the file; "" if it is neither a fingerprint nor an address or a network."""
    if _FINGERPRINT.match(text):
        return text
    with contextlib.suppress(ValueError):
        network = ipaddress.ip_network(text, strict=False)
        return str(network.network_address) if network.num_addresses == 1 else str(network)
    return ""


def covers(what: str, *, fingerprint: str = "", address: str = "") -> bool:
    """Whether a key or an address is meant."""
    if what.startswith("SHA256:"):
        return what == fingerprint
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
        network = ipaddress.ip_network(what, strict=False)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return found in network


class BanList:
    """The bans in a file. A file with a mistake counts as it was last read; `problem` says what is wrong with it."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path = path
        self.problem = ""
        self._now = now
        self._marks: tuple[int, int, int] | None = None
        self._entries: tuple[Entry, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them."""
        try:
            status = self.path.stat()
        except OSError:
            self._marks, self._entries, self.problem = None, (), ""
            return ()
        marks = (status.st_mtime_ns, status.st_size, status.st_ino)
        if marks != self._marks:
            self._marks = marks
            try:
                self._entries = structure(read_toml(self.path, str(self.path)), _File, str(self.path)).ban
                wrong = [entry.what for entry in self._entries if not of_key_or_network(entry.what)]
                self.problem = f"{self.path}: {wrong[0]!r} is no fingerprint and no network" if wrong else ""
            except ContentError as error:
                self.problem = error.line
        return self._entries

    def refusal(self, *, fingerprint: str = "", address: str = "") -> str:
        """Why a key or an address is kept out; "" if it is not."""
        found = (e for e in self.entries if covers(e.what, fingerprint=fingerprint, address=address))
        return next((entry.refusal for entry in found), "")

    def ban(self, text: str, reason: str = "") -> str:
        """Keep a key or a network out; returns it as it stands in the file. AccountError says why it cannot be."""
        what = of_key_or_network(text)
        if not what:
            raise AccountError(f"{text!r} is no fingerprint (SHA256:...) and no address or network")
        words = " ".join("".join(c if c.isprintable() else " " for c in reason).split())[:_LONGEST]
        since = datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="seconds")
        self._write((*(e for e in self._sound() if e.what != what), Entry(what, words, since)))
        return what

    def unban(self, text: str) -> str:
        """Let a key or a network in again."""
        what, before = of_key_or_network(text), self._sound()
        left = tuple(e for e in before if e.what != what)
        if left == before:
            raise AccountError(f"{text} is not banned; 'panzerhex admin bans' lists who is")
        self._write(left)
        return what

    def _sound(self) -> tuple[Entry, ...]:
        entries = self.entries
        if self.problem:
            raise AccountError(f"nothing can be changed before the file is put right: {self.problem}")
        return entries

    def _write(self, entries: tuple[Entry, ...]) -> None:
        body = {"ban": [{"what": e.what, "reason": e.reason, "since": e.since} for e in entries]}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace_file(self.path, f"{_HEAD}{tomli_w.dumps(body)}".encode(), 0o600)
        except OSError as error:
            raise AccountError(f"{self.path} cannot be written: {error.strerror}") from error
