"""What one address, one account and one session may take of a host. Nothing here knows of networks.

Answers are "" for yes, or a sentence that says why not.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import tomli_w
from attrs import define, evolve, field, frozen

from content.kit.load import ContentError, Mistake, read_toml, structure
from saves.files import replace_file
from tui.host.config import Limits
from tui.host.keys import AccountError

Clock = Callable[[], float]

#: Seconds over which new connections are counted.
_MINUTE: Final = 60.0
#: Seconds over which new accounts are counted.
_DAY: Final = 86_400.0
#: Seconds before the answer to a failed login: the first, and the longest.
_FIRST_DELAY: Final = 0.5
_LONGEST_DELAY: Final = 8.0
#: Seconds for which an address has to wait after too many failed logins: the first time, and the longest.
_FIRST_WAIT: Final = 60.0
_LONGEST_WAIT: Final = 3600.0
#: Seconds without a failed login after which an address is as good as new.
_FORGIVEN: Final = 3600.0
#: Addresses that are remembered before those are forgotten that mean nothing any more.
_REMEMBERED: Final = 4096
#: Seconds between two looks for them.
_TIDY: Final = 10.0
#: Minutes before the end of an idle session in which the player is told.
_IDLE_WARNING: Final = 2.0
#: Of all sessions those that people without an account may have together: one in so many.
_STRANGERS: Final = 2
_HEAD: Final = (
    "# The accounts that players of this panzerhex host made in the last day: at which time, from which address (of\n"
    "# IPv6: from which /64). The file may be changed by hand at any time: the host reads it anew.\n"
)
#: What a player is told where accounts cannot be counted; why stands in the log.
_UNCOUNTED: Final = "No account can be made here just now; tell whoever keeps this host."


def origin(address: str) -> str:
    """The part of an address that one household has: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return str(found)


def duration(seconds: float) -> str:
    """A time in words, rounded up: "1 second", "40 seconds", "5 minutes", "2 hours"."""
    whole = max(1, int(-(-seconds // 1)))
    for size, unit in ((3600, "hour"), (60, "minute"), (1, "second")):
        if whole > size or size == 1:
            number = -(-whole // size)
            return f"{number} {unit}{'' if number == 1 else 's'}"
    raise AssertionError(seconds)


@frozen
class _Failures:
    """Failed logins of an address: how many in a row, the last, until when nothing is heard."""

    count: int = 0
    last: float = 0.0
    until: float = 0.0


class Gate:
    """Counts connections, logins and sessions against the limits of a host."""

    def __init__(self, limits: Limits, now: Clock = time.monotonic) -> None:
        self.limits = limits
        self._now = now
        self._tidied = now()
        self._open: Counter[str] = Counter()
        self._recent: dict[str, deque[float]] = {}
        self._failures: dict[str, _Failures] = {}
        self._sessions: Counter[str] = Counter()
        self._strangers = 0

    # -- connections ----------------------------------------------------------------------------------

    def came(self, address: str) -> str:
        """Whether a new connection may stay. One that may is counted until `left`."""
        whence, now, limits = origin(address), self._now(), self.limits
        self._forget(now)
        recent = self._recent.setdefault(whence, deque())
        while recent and recent[0] <= now - _MINUTE:
            recent.popleft()
        if len(recent) >= limits.connections_per_minute:
            wait = duration(recent[0] + _MINUTE - now)
            return f"Too many connections from {whence} in a minute; try again in {wait}."
        if self._open[whence] >= limits.connections_per_address:
            return f"There are {self._open[whence]} connections from {whence} already; close one first."
        # Those that are refused do not count, or whoever knocks on would never come in again.
        recent.append(now)
        self._open[whence] += 1
        return ""

    def left(self, address: str) -> None:
        """A connection that could stay has ended."""
        _less(self._open, origin(address))

    # -- logins ---------------------------------------------------------------------------------------

    def login_refused(self, address: str) -> str:
        """Whether a login may be tried from an address now."""
        failed = self._failed(origin(address))
        wait = failed.until - self._now()
        return f"Too many failed logins from {origin(address)}; try again in {duration(wait)}." if wait > 0 else ""

    def login_failed(self, address: str) -> float:
        """Count a failed login; the seconds to let pass before it is answered."""
        whence, now = origin(address), self._now()
        self._forget(now)
        failed = evolve(self._failed(whence), last=now)
        failed = evolve(failed, count=failed.count + 1)
        beyond = failed.count - self.limits.login_tries
        if beyond >= 0:
            failed = evolve(failed, until=now + min(_FIRST_WAIT * 2.0 ** min(beyond, 16), _LONGEST_WAIT))
        self._failures[whence] = failed
        return min(_FIRST_DELAY * 2.0 ** min(failed.count - 1, 16), _LONGEST_DELAY)

    def login_worked(self, address: str) -> None:
        """Whoever comes in has not been guessing; but what others of his address did stays counted for a while."""
        whence = origin(address)
        failed = self._failed(whence)
        if failed.count < self.limits.login_tries:
            self._failures.pop(whence, None)

    def _failed(self, whence: str) -> _Failures:
        failed = self._failures.get(whence, _Failures())
        return failed if self._now() < max(failed.last, failed.until) + _FORGIVEN else _Failures()

    # -- sessions -------------------------------------------------------------------------------------

    def opened(self, player: str, *, guest: bool = False) -> str:
        """Whether a player may open a session. One that he may is counted until `closed`; guests share no account."""
        limits = self.limits
        if self._sessions.total() >= limits.sessions:
            return f"The host is full: {limits.sessions} sessions are open. Try again later."
        if guest and self._strangers >= max(1, limits.sessions // _STRANGERS):
            return "Too many people without an account are here; come with your key, or try again later."
        if not guest and self._sessions[player] >= limits.sessions_per_account:
            return f"{player} has {self._sessions[player]} sessions open already; close one first."
        self._sessions[player] += 1
        self._strangers += guest
        return ""

    def closed(self, player: str, *, guest: bool = False) -> None:
        """A session that was opened has ended."""
        _less(self._sessions, player)
        self._strangers -= guest

    # -- what is typed and played ---------------------------------------------------------------------

    def typed(self, size: int) -> str:
        """Whether something typed or pasted may be so many bytes long."""
        most = self.limits.typed_bytes
        return f"That was {size} bytes at once; {most} are taken. Type or paste less." if size > most else ""

    def game_refused(self, games: int) -> str:
        """Whether a player who has so many games may begin or join one more."""
        most = self.limits.games_per_account
        return f"You have {games} games; a player may have {most}. Finish or delete one first." if games >= most else ""

    def laying_refused(self, laid: int) -> str:
        """Whether a player who has laid so many tables in a day may lay one more."""
        most = self.limits.tables_per_day
        return f"You have laid {laid} tables in a day; a player may lay {most}. Wait." if laid >= most else ""

    def _forget(self, now: float) -> None:
        """Keep the books short: addresses from which nothing came for a while are forgotten."""
        if now < self._tidied + _TIDY:
            return
        self._tidied = now
        if len(self._recent) > _REMEMBERED:
            self._recent = {a: times for a, times in self._recent.items() if times and times[-1] > now - _MINUTE}
        if len(self._failures) > _REMEMBERED:
            self._failures = {a: f for a, f in self._failures.items() if now < max(f.last, f.until) + _FORGIVEN}


def _less(counter: Counter[str], key: str) -> None:
    if counter[key] <= 1:
        del counter[key]
    else:
        counter[key] -= 1


@frozen
class _Made:
    """An account that was made, and when (ISO 8601). address: see `origin`."""

    address: str
    at: str


@frozen
class _File:
    """The file of a host's `Registrations` as it stands."""

    made: tuple[_Made, ...] = ()


class Registrations:
    """How many accounts were made from each address in the last day, in a file: that the host starts anew forgets none.

    To be asked in threads: what is counted is on the disk. uncounted: told what is wrong with the file each time that
    somebody is refused for it. now: seconds since 1970.
    """

    def __init__(self, path: Path, uncounted: Callable[[str], None], now: Clock = time.time) -> None:
        self.path = path
        self._uncounted = uncounted
        self._now = now
        self._mutex = threading.Lock()

    @property
    def problem(self) -> str:
        """What is wrong with the file; "" if nothing."""
        try:
            self._lately()
        except ContentError as error:
            return error.line
        return ""

    def take(self, address: str, most: int) -> None:
        """Count one account more. AccountError if so many were made from the address, or if it cannot be counted."""
        whence = origin(address)
        with self._mutex:
            lately, now = self._known(), self._now()
            times = sorted(time for time, made in lately if made.address == whence)
            if len(times) >= most:
                # Of a clock that was put back nobody has to wait for more than a day.
                wait = duration(min(times[-most] - now, 0.0) + _DAY)
                many = "1 account was" if len(times) == 1 else f"{len(times)} accounts were"
                raise AccountError(f"{many} made from {whence} in the last day; try again in {wait}.")
            at = datetime.fromtimestamp(now, UTC).isoformat(timespec="milliseconds")
            self._write([*(made for _, made in lately), _Made(whence, at)])

    def give_back(self, address: str) -> None:
        """The account that was counted last has not been made. AccountError if that cannot be written."""
        whence = origin(address)
        with self._mutex:
            left = [made for _, made in self._known()]
            last = next((n for n in reversed(range(len(left))) if left[n].address == whence), None)
            if last is not None:
                self._write(left[:last] + left[last + 1 :])

    def _known(self) -> list[tuple[float, _Made]]:
        try:
            return self._lately()
        except ContentError as error:
            self._uncounted(error.line)
            raise AccountError(_UNCOUNTED) from error

    def _lately(self) -> list[tuple[float, _Made]]:
        """What counts now, with seconds since 1970. ContentError if the file is there and cannot be read."""
        file = str(self.path)
        try:
            self.path.stat()
        except FileNotFoundError:
            return []
        except OSError:
            pass  # reading it says why
        found = [(_seconds(made.at, file), made) for made in structure(read_toml(self.path, file), _File, file).made]
        return [(time, made) for time, made in found if time > self._now() - _DAY]

    def _write(self, made: list[_Made]) -> None:
        body = {"made": [{"address": one.address, "at": one.at} for one in made]}
        try:
            replace_file(self.path, f"{_HEAD}{tomli_w.dumps(body)}".encode(), 0o600)
        except OSError as error:
            self._uncounted(f"{self.path} cannot be written: {error.strerror}")
            raise AccountError(_UNCOUNTED) from error


def _seconds(at: str, file: str) -> float:
    try:
        when = datetime.fromisoformat(at)
    except ValueError:
        raise ContentError(Mistake(file, "made.at", repr(at), "a time, as 2025-03-01T19:30:00+00:00")) from None
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()


@define
class Idle:
    """How long a session has been without a key. minutes: after which it ends, 0 = never."""

    minutes: int
    now: Clock = time.monotonic
    _last: float = field(init=False, default=0.0)
    _told: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self.touch()

    def touch(self) -> None:
        """A key came."""
        self._last = self.now()
        self._told = False

    @property
    def seconds(self) -> float:
        """Since the last key."""
        return max(0.0, self.now() - self._last)

    def left(self) -> float | None:
        """Seconds until the session ends; None if it never does."""
        return max(0.0, self.minutes * 60 - self.seconds) if self.minutes else None

    def warning(self) -> str:
        """What to tell the player now: once, shortly before the end; "" otherwise."""
        left = self.left()
        if left is None or self._told or not 0 < left <= min(_IDLE_WARNING, self.minutes / 2) * 60:
            return ""
        self._told = True
        return f"No key for {duration(self.seconds)}: in {duration(left)} this session ends. Your games are kept."

    def over(self) -> str:
        """Why the session ends now; "" if it goes on."""
        if self.left() != 0:
            return ""
        return f"No key for {duration(self.seconds)}: the session has ended. Your games are kept."
