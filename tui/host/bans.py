"""Keys and networks that are kept out of a host: ``bans.toml``, which may be changed by hand while the host runs."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import tomli_w
from attrs import evolve, field, frozen

from content.kit.load import ContentError, read_toml, structure
from saves.files import alone, replace_file
from tui.host.account import reason_of
from tui.host.keys import AccountError

FILE: Final = "bans.toml"
_FINGERPRINT: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}\Z")
_HEAD: Final = (
    '# Who is kept out of this panzerhex host, beside accounts. what: a fingerprint such as "SHA256:...", an address\n'
    '# or a network such as "192.0.2.0/24". The file may be changed by hand at any time: the host reads it anew.\n'
)
#: Seconds that a change waits for another program to be done with its own.
_PATIENCE: Final = 5.0
#: The IPv6 addresses that mean IPv4 ones, and what comes before these in their lengths.
_MAPPED: Final = ipaddress.IPv6Network("::ffff:0:0/96")


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
    network = _network(text)
    if network is None:
        return ""
    return str(network.network_address) if network.num_addresses == 1 else str(network)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """The network that a text means, of IPv4 where it is written as one of IPv6; None if it means none."""
    address, slash, length = text.partition("/")
    try:
        network = ipaddress.ip_network(f"{address.partition('%')[0]}{slash}{length}", strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(_MAPPED):
        first = int(network.network_address) & 0xFFFFFFFF
        return ipaddress.IPv4Network((first, network.prefixlen - _MAPPED.prefixlen))
    return network


def covers(what: str, *, fingerprint: str = "", address: str = "") -> bool:
    """Whether a key or an address is meant."""
    if what.startswith("SHA256:"):
        return what == fingerprint
    found, network = _network(address), _network(what)
    if found is None or network is None or found.version != network.version or found.num_addresses != 1:
        return False
    return found.network_address in network


@frozen
class _Look:
    """What a file said when it had these marks (time, size, number), None = it was not there."""

    marks: tuple[int, int, int] | None = None
    entries: tuple[Entry, ...] = ()
    problem: str = ""


class BanList:
    """The bans in a file. A file with a mistake counts as it was last read; `problem` says what is wrong with it. Safe
    to use from several threads and from several programs at once."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path = path
        self._now = now
        self._looked = _Look()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them."""
        return self._look().entries

    @property
    def problem(self) -> str:
        """What is wrong with the file; "" if nothing."""
        return self._look().problem

    def _look(self) -> _Look:
        """What the file says now, as one value: several threads look at once."""
        before = self._looked
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._looked = _Look()
            return self._looked
        except OSError as error:
            # Who was banned is banned, though nobody can read it just now.
            return evolve(before, marks=None, problem=f"{self.path}: {error.strerror}")
        marks = (status.st_mtime_ns, status.st_size, status.st_ino)
        if marks != before.marks:
            self._looked = self._read(marks, before)
        return self._looked

    def _read(self, marks: tuple[int, int, int], before: _Look) -> _Look:
        file = str(self.path)
        try:
            written = structure(read_toml(self.path, file), _File, file).ban
        except ContentError as error:
            return _Look(marks, before.entries, error.line)
        wrong = [entry.what for entry in written if not of_key_or_network(entry.what)]
        problem = f"{file}: {wrong[0]!r} is no fingerprint and no network" if wrong else ""
        return _Look(marks, tuple(evolve(e, what=of_key_or_network(e.what) or e.what) for e in written), problem)

    def refusal(self, *, fingerprint: str = "", address: str = "") -> str:
        """Why a key or an address is kept out; "" if it is not."""
        found = (e for e in self.entries if covers(e.what, fingerprint=fingerprint, address=address))
        return next((entry.refusal for entry in found), "")

    def ban(self, text: str, reason: str = "") -> str:
        """Keep a key or a network out; returns it as it stands in the file. AccountError says why it cannot be."""
        what = of_key_or_network(text)
        if not what:
            raise AccountError(f"{text!r} is no fingerprint (SHA256:...) and no address or network")
        since = datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="seconds")
        with self._alone() as before:
            self._write((*(e for e in before if e.what != what), Entry(what, reason_of(reason), since)))
        return what

    def unban(self, text: str) -> str:
        """Let a key or a network in again."""
        what = of_key_or_network(text)
        with self._alone() as before:
            left = tuple(e for e in before if e.what != what)
            if left == before:
                raise AccountError(f"{text} is not banned; 'panzerhex admin bans' lists who is")
            self._write(left)
        return what

    @contextlib.contextmanager
    def _alone(self) -> Iterator[tuple[Entry, ...]]:
        """Nobody else changes the file meanwhile; gives what stands in it. AccountError if it has a mistake."""
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(alone(self.path.with_name(f".{self.path.name}.lock"), _PATIENCE))
            except TimeoutError as error:
                raise AccountError("another program is changing the bans; try again") from error
            except OSError as error:
                raise AccountError(f"{self.path} cannot be written: {error.strerror}") from error
            now = self._look()
            if now.problem:
                raise AccountError(f"nothing can be changed before the file is put right: {now.problem}")
            yield now.entries

    def _write(self, entries: tuple[Entry, ...]) -> None:
        body = {"ban": [{"what": e.what, "reason": e.reason, "since": e.since} for e in entries]}
        try:
            replace_file(self.path, f"{_HEAD}{tomli_w.dumps(body)}".encode(), 0o600)
        except OSError as error:
            raise AccountError(f"{self.path} cannot be written: {error.strerror}") from error
