"""The accounts of a host: one TOML file each, found by name and by the fingerprint of a key."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, ParamSpec, TypeVar

import tomli_w
from attrs import evolve, frozen

from content.kit.load import ContentError, near, read_toml, structure
from saves.files import alone, replace_file
from saves.rooms.names import PlayerName, checked_name
from tui.host import passwords
from tui.host.account import Account, Ban, reason_of
from tui.host.keys import AccountError, PublicKey, public_key, read_key

__all__ = ["Account", "AccountBook", "AccountError", "Ban"]

P = ParamSpec("P")
R = TypeVar("R")

SUFFIX: Final = ".toml"
#: Keys that one account may have.
MOST_KEYS: Final = 16
#: Operations in threads at the same time; each comparison of a password takes 48 MiB while it lasts.
_THREADS: Final = 2
#: Seconds that a change waits for another program to be done with its own.
_PATIENCE: Final = 5.0
_HEAD: Final = (
    "# An account of this panzerhex host; its name is the name of the file. It may be changed by hand at any time:\n"
    "# the host reads it anew. keys: lines as in a .pub file. password: a hash, set with panzerhex admin password.\n"
)


@frozen
class _File:
    """An account as it stands in its file."""

    created: str = ""
    last_seen: str = ""
    password: str = ""
    keys: tuple[str, ...] = ()
    ban: Ban | None = None
    mute: Ban | None = None


@frozen
class _Read:
    """What a file said when it had these marks (time, size, number). account: None if it could never be read."""

    marks: tuple[int, int, int]
    account: Account | None
    problem: str = ""


class AccountBook:
    """All accounts of a directory. Safe to use from several threads and from several programs at once.

    Files are read again whenever they have changed, so an account may be edited by hand while the host runs.
    Everything that writes raises AccountError if it cannot be done, with the reason.
    """

    def __init__(self, directory: Path, *, now: Callable[[], float] = time.time) -> None:
        self.directory = directory
        self._now = now
        self._mutex = threading.RLock()
        self._read: dict[str, _Read] = {}
        self._by_key: dict[str, Account] = {}
        self._shared: tuple[str, ...] = ()
        self._unreachable = ""
        self._threads: ThreadPoolExecutor | None = None

    # -- looking up ---------------------------------------------------------------------------------

    def account(self, name: str) -> Account | None:
        """The account of this name."""
        with self._mutex:
            self._refresh()
            read = self._read.get(name)
            return read.account if read else None

    def known(self, name: str) -> Account:
        """The account of this name. AccountError if there is none, or its file is damaged."""
        with self._mutex:
            self._refresh()
            read = self._read.get(name)
        if read is None:
            like = near(name, self._read)
            raise AccountError(f"there is no account {name!r}{f'; {like}' if like else ''}")
        if read.problem or read.account is None:
            raise AccountError(f"the account cannot be changed before its file is put right: {read.problem}")
        return read.account

    def by_fingerprint(self, fingerprint: str) -> Account | None:
        """The account that has a key (``SHA256:...``)."""
        with self._mutex:
            self._refresh()
            return self._by_key.get(fingerprint)

    def accounts(self) -> tuple[Account, ...]:
        """All accounts by name."""
        with self._mutex:
            self._refresh()
            return tuple(r.account for _, r in sorted(self._read.items()) if r.account)

    def problems(self) -> tuple[str, ...]:
        """What is wrong with files, each in one line; an account holds on to what was last read of it."""
        with self._mutex:
            self._refresh()
            told = (self._unreachable, *(read.problem for _, read in sorted(self._read.items())), *self._shared)
            return tuple(filter(None, told))

    def taken(self, text: str) -> str:
        """Why nobody can take this name; "" if somebody can."""
        try:
            name = checked_name(text)
        except ValueError as error:
            return str(error)
        return f"{name} is taken; choose another name" if self._path(name).exists() else ""

    # -- changing -----------------------------------------------------------------------------------

    def register(
        self, name: str, *, key: PublicKey | None = None, password: str | None = None, here: bool = False
    ) -> Account:
        """Make an account that is come into by a key, a password or both. here: whether its player has just come."""
        kept = ""
        if password is not None:
            kept = passwords.hashed(passwords.checked_password(password, name.strip().lower()))
        with self._alone():
            if why := self.taken(name):
                raise AccountError(why)
            if key is not None:
                self._unknown(key)
            made = Account(
                name=checked_name(name),
                keys=(public_key(key.line),) if key else (),
                password=kept,
                created=self._time(),
                last_seen=self._time() if here else "",
            )
            return self._write(made)

    def add_key(self, name: str, line: str) -> Account:
        """Let a player come in with one more key, given as the line of its .pub file."""
        key = public_key(line)
        with self._alone():
            account = self.known(name)
            if key in account.keys:
                raise AccountError(f"{name} has this key already")
            self._unknown(key)
            if len(account.keys) >= MOST_KEYS:
                raise AccountError(f"an account has at most {MOST_KEYS} keys; remove one that is not used any more")
            return self._write(evolve(account, keys=(*account.keys, key)))

    def remove_key(self, name: str, fingerprint: str) -> Account:
        """Take a key away, unless it is the only way in."""
        with self._alone():
            account = self.known(name)
            left = tuple(k for k in account.keys if k.fingerprint != fingerprint)
            if left == account.keys:
                raise AccountError(f"{name} has no key {fingerprint}")
            if not left and not account.password:
                raise AccountError("this is the only way into the account; add another key first")
            return self._write(evolve(account, keys=left))

    def set_password(self, name: str, password: str) -> Account:
        """Give an account a password, or another one. Takes about 0.1 s: not for the event loop."""
        kept = passwords.hashed(passwords.checked_password(password, name))
        with self._alone():
            return self._write(evolve(self.known(name), password=kept))

    def remove_password(self, name: str) -> Account:
        """Take the password away, unless it is the only way in."""
        with self._alone():
            account = self.known(name)
            if not account.password:
                raise AccountError(f"{name} has no password")
            if not account.keys:
                raise AccountError("the password is the only way into the account; add a key first")
            return self._write(evolve(account, password=""))

    def ban(self, name: str, reason: str = "") -> Account:
        """Keep a player out until `unban`."""
        with self._alone():
            return self._write(evolve(self.known(name), ban=self._ban(reason)))

    def unban(self, name: str) -> Account:
        """Let a player in again."""
        with self._alone():
            account = self.known(name)
            if account.ban is None:
                raise AccountError(f"{name} is not banned")
            return self._write(evolve(account, ban=None))

    def mute(self, name: str, reason: str = "") -> Account:
        """Let a player say nothing until `unmute`."""
        with self._alone():
            return self._write(evolve(self.known(name), mute=self._ban(reason)))

    def unmute(self, name: str) -> Account:
        """Let a player talk again."""
        with self._alone():
            account = self.known(name)
            if account.mute is None:
                raise AccountError(f"{name} may talk already")
            return self._write(evolve(account, mute=None))

    def _ban(self, reason: str) -> Ban:
        return Ban(reason_of(reason), self._time())

    def saw(self, name: str) -> None:
        """Note that a player has come in. A disk that is full keeps nobody out."""
        with contextlib.suppress(AccountError), self._alone():
            self._write(evolve(self.known(name), last_seen=self._time()))

    # -- without holding up the host ------------------------------------------------------------------

    async def verify(self, name: str, password: str) -> Account | None:
        """The account if this is its password. As slow for a name that nobody has, or that has no password."""
        return await self.apart(self.verified, name, password)

    def verified(self, name: str, password: str) -> Account | None:
        """As `verify`, in the thread of the caller."""
        account = self.account(name)
        kept = account.password if account else ""
        good = passwords.fits(kept or passwords.nobody(), password)
        if account is None or not kept or not good:
            return None
        if passwords.outdated(kept):
            fresh = passwords.hashed(password)
            with contextlib.suppress(AccountError), self._alone():
                account = self._write(evolve(self.known(name), password=fresh))
        return account

    async def apart(self, operation: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The outcome of an operation of this book, done in a thread of the book."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_THREADS, "accounts")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: operation(*args, **kwargs))

    def close(self) -> None:
        """End the threads; what they have begun is done."""
        if self._threads is not None:
            self._threads.shutdown()
            self._threads = None

    # -- files --------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Read what has changed since the last look. What is out of reach for a while is as it was."""
        found: dict[str, _Read] = {}
        self._unreachable = ""
        try:
            entries = list(os.scandir(self.directory))
        except FileNotFoundError:
            entries = []
        except OSError as error:
            self._unreachable = f"{self.directory}: {error.strerror}"
            return
        for entry in entries:
            if entry.name.startswith(".") or not entry.name.endswith(SUFFIX):
                continue
            name = entry.name.removesuffix(SUFFIX)
            with contextlib.suppress(FileNotFoundError):
                found[name] = self._found(Path(entry.path), name)
        if found != self._read:
            self._read = found
            self._index()

    def _found(self, path: Path, name: str) -> _Read:
        """What a file says now. FileNotFoundError if it has gone meanwhile, or is a link to nothing."""
        before = self._read.get(name)
        kept = before.account if before is not None else None
        try:
            status = path.stat()
        except FileNotFoundError:
            raise
        except OSError as error:
            return _Read((0, 0, 0), kept, f"{path}: {error.strerror}")
        marks = (status.st_mtime_ns, status.st_size, status.st_ino)
        if before is not None and before.marks == marks:
            return before
        if not S_ISREG(status.st_mode):
            return _Read(marks, kept, f"{path}: this is no file")
        return _look(path, name, marks, kept)

    def _index(self) -> None:
        """Who has which key; of two accounts with the same key the older has it."""
        accounts = [r.account for r in self._read.values() if r.account]
        self._by_key = {}
        shared = []
        for account in sorted(accounts, key=lambda a: (a.created, a.name)):
            for key in account.keys:
                owner = self._by_key.setdefault(key.fingerprint, account)
                if owner is not account:
                    shared.append(
                        f"{self._path(account.name)}: keys: found a key that {owner.name} has ({key.fingerprint}); "
                        f"it lets in {owner.name}; remove it from one of the two"
                    )
        self._shared = tuple(shared)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else changes an account meanwhile, in this process or another."""
        with self._mutex, contextlib.ExitStack() as held:
            try:
                held.enter_context(alone(self.directory / ".lock", _PATIENCE))
            except TimeoutError as error:
                raise AccountError("another program is changing the accounts; try again") from error
            except OSError as error:
                raise AccountError(f"accounts cannot be written in {self.directory}: {error.strerror}") from error
            self._refresh()
            yield

    def _unknown(self, key: PublicKey) -> None:
        owner = self._by_key.get(key.fingerprint)
        if owner is not None:
            raise AccountError(f"this key belongs to the account {owner.name} already")

    def _write(self, account: Account) -> Account:
        body: dict[str, Any] = {"created": account.created, "last_seen": account.last_seen}
        if account.password:
            body["password"] = account.password
        body["keys"] = [key.line for key in account.keys]
        if account.ban is not None:
            body["ban"] = {"reason": account.ban.reason, "since": account.ban.since}
        if account.mute is not None:
            body["mute"] = {"reason": account.mute.reason, "since": account.mute.since}
        try:
            replace_file(self._path(account.name), f"{_HEAD}{tomli_w.dumps(body)}".encode(), 0o600)
        except OSError as error:
            raise AccountError(f"the account of {account.name} cannot be written: {error.strerror}") from error
        self._refresh()
        return account

    def _path(self, name: str) -> Path:
        return self.directory / f"{name}{SUFFIX}"

    def _time(self) -> str:
        return datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="seconds")


def _look(path: Path, name: str, marks: tuple[int, int, int], before: Account | None) -> _Read:
    """What a file says; if it cannot be read, what it said before, and why."""
    file = str(path)
    try:
        if checked_name(name) != name:
            raise ValueError(f"a file of an account is named in lower case; rename it to {name.lower()}{SUFFIX}")
        kept = structure(read_toml(path, file), _File, file)
        account = Account(
            name=PlayerName(name),
            keys=_keys(kept.keys, file),
            password=kept.password,
            created=kept.created,
            last_seen=kept.last_seen,
            ban=kept.ban,
            mute=kept.mute,
        )
    except ContentError as error:
        return _Read(marks, before, error.line)
    except AccountError as error:
        return _Read(marks, before, str(error))
    except ValueError as error:
        return _Read(marks, before, f"{file}: {error}")
    return _Read(marks, account)


def _keys(lines: Sequence[str], file: str) -> tuple[PublicKey, ...]:
    found = []
    for n, line in enumerate(lines, start=1):
        try:
            found.append(read_key(line))
        except AccountError as error:
            raise AccountError(f"{file}: keys[{n}]: {error}") from None
    return tuple(dict.fromkeys(found))
