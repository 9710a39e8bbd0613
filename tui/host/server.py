"""The SSH side of a host: who may connect, who may come in, and that nothing but the game is to be had."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NoReturn

import asyncssh
from asyncssh.constants import MSG_IGNORE

from saves.rooms.names import PlayerName
from tui.host.accounts import AccountBook
from tui.host.channel import ONLY_GAME, ChannelSession, GameChannel
from tui.host.config import HostConfig
from tui.host.descriptors import Descriptors, shared_out
from tui.host.keys import AccountError, PublicKey, public_key
from tui.host.limits import origin
from tui.host.sessions import Caller, Floor
from tui.host.terminal import LONGEST

#: Names that come in without a key or password, where the host lets them: to watch, and to make an account.
GUEST: Final = "guest"
NEW: Final = "new"
#: Keys and passwords that are looked at before a connection is closed, and sessions of one connection.
TRIES: Final = 20
CHANNELS: Final = 8
#: Seconds until whoever has not come in is sent away, and who has but opens no session; between two questions to a
#: silent client, and how many.
LOGIN_SECONDS: Final = 60
SESSION_SECONDS: Final = 30.0
#: Seconds between two looks for the latter.
SWEEP_EVERY: Final = 5.0
ALIVE_SECONDS: Final = 30
ALIVE_TIMES: Final = 3

STOPPING: Final = "this host is being stopped; come again later"
FULL: Final = "this host is full; try again in a minute"
NO_SESSION: Final = "no session was opened: connect with a terminal and without a command"
ROOM: Final = "the host is full, and others wait to play: connect again when you want to play"

KEX: Final = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group14-sha256",
)
CIPHERS: Final = (
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
)
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512")
SIGNATURES: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
)


async def listen(door: Door, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Listen as the configuration says. OSError if the address is not to be had."""
    config = door.config
    return await asyncssh.listen(
        config.listen.host,
        config.listen.port,
        server_factory=lambda: Doorman(door),
        server_host_keys=[key],
        server_version="panzerhex",
        encoding=None,
        line_editor=False,
        allow_scp=False,
        sftp_factory=None,
        agent_forwarding=False,
        x11_forwarding=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        public_key_auth=True,
        password_auth=config.accounts.passwords,
        config=None,
        compression_algs=["none"],
        kex_algs=_known(KEX, asyncssh.kex.get_kex_algs()),
        encryption_algs=_known(CIPHERS, asyncssh.encryption.get_encryption_algs()),
        mac_algs=_known(MACS, asyncssh.mac.get_mac_algs()),
        signature_algs=_known(SIGNATURES, asyncssh.public_key.get_public_key_algs()),
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=ALIVE_SECONDS,
        keepalive_count_max=ALIVE_TIMES,
        backlog=door.descriptors.at_once,
    )


def _known(wanted: tuple[str, ...], known: list[bytes]) -> list[str]:
    """Of the algorithms that are wanted those that this installation has."""
    return [name for name in wanted if name.encode() in known]


class Door:
    """What the doormen of all connections share. open: whether anybody is let in now."""

    def __init__(
        self,
        config: HostConfig,
        book: AccountBook,
        floor: Floor,
        descriptors: Descriptors | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.config = config
        self.book = book
        self.floor = floor
        self.descriptors = descriptors or shared_out(config.limits, 0)
        self.now = now
        self.open = True
        self.doormen: set[Doorman] = set()
        self._notes: set[asyncio.Future[None]] = set()

    # -- how many there may be ------------------------------------------------------------------------

    def refusal(self, doorman: Doorman) -> str:
        """Why a new connection may not stay; "" if it may, and is counted until `left`."""
        if not self.open:
            return STOPPING
        gate = self.floor.gate
        refusal = gate.came(doorman.address)
        if refusal:
            return refusal
        if len(self.doormen) >= self.descriptors.connections and not self._make_room():
            gate.left(doorman.address)
            return FULL
        self.doormen.add(doorman)
        return ""

    def left(self, doorman: Doorman) -> None:
        """A connection is gone."""
        if doorman in self.doormen:
            self.doormen.discard(doorman)
            self.floor.gate.left(doorman.address)

    def _waiting(self) -> list[Doorman]:
        """The connections on which nobody plays, the oldest first."""
        playing = {id(session.caller) for session in self.floor.sessions.values()}
        found = [d for d in self.doormen if id(d.admitted) not in playing]
        return sorted(found, key=lambda d: d.since)

    def _make_room(self) -> bool:
        """End the oldest connection without a session of the address that has most of them, one of a stranger before
        one of a player who is about to play; whether there is one."""
        waiting = self._waiting()
        crowd = Counter(origin(d.address) for d in waiting)
        most = max(crowd.values(), default=0)
        crowded = [d for d in waiting if crowd[origin(d.address)] == most]
        worst = min(crowded, key=lambda d: d.admitted is not None and d.admitted.player is not None, default=None)
        if worst is None:
            return False
        worst.dismiss(ROOM)
        return True

    def too_many_of(self, doorman: Doorman) -> str:
        """Why one more connection of an account may not stay; an older one without a session makes room for it."""
        caller, most = doorman.admitted, self.floor.limits.connections_per_account
        if caller is None or caller.guest or caller.player is None:
            return ""
        same = [d for d in self.doormen if d.admitted is not None and d.admitted.player == caller.player]
        if len(same) <= most:
            return ""
        spare = next((d for d in self._waiting() if d in same and d is not doorman), None)
        if spare is None:
            return f"{caller.player} has {most} connections open already; close one first"
        spare.dismiss(f"{caller.player} has opened another connection, and may have {most}")
        return ""

    def sweep(self) -> None:
        """End the connections of those who have come in and open no session."""
        now, waiting = self.now(), set(self._waiting())
        for doorman in tuple(self.doormen):
            if doorman not in waiting:
                doorman.since = now
            elif doorman.admitted is not None and now - doorman.since >= SESSION_SECONDS:
                doorman.dismiss(NO_SESSION)

    async def watch(self) -> None:
        """`sweep` every now and then; runs until it is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()
            self.floor.log.catch_up()

    # -- the rest -------------------------------------------------------------------------------------

    @property
    def connections(self) -> tuple[asyncssh.SSHServerConnection, ...]:
        """All connections."""
        return tuple(d.connection for d in self.doormen if d.connection is not None)

    def saw(self, player: PlayerName) -> None:
        """Note beside all else that a player has come in."""
        note = asyncio.ensure_future(self.book.apart(self.book.saw, player))
        self._notes.add(note)
        note.add_done_callback(self._notes.discard)

    async def close(self, patience: float) -> None:
        """Wait until all connections are gone, then drop those that are not."""
        for conn in self.connections:
            conn.close()
        waits = [asyncio.ensure_future(conn.wait_closed()) for conn in self.connections]
        if waits:
            _, slow = await asyncio.wait(waits, timeout=patience)
            for conn in self.connections:
                conn.abort()
            if slow:
                await asyncio.wait(slow, timeout=1.0)
        if self._notes:
            await asyncio.wait(self._notes, timeout=patience)


class Doorman(asyncssh.SSHServer):
    """Looks after one connection.

    address: of the client; since: when he came, came in, or was last seen to play; admitted: who he is, once he is in.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self.connection: asyncssh.SSHServerConnection | None = None
        self.address = ""
        self.since = door.now()
        self._tries = 0
        self._offered = ""
        # Whom the key, password or name that was looked at last would let in. Nothing is awaited between this being
        # set and the answer to the client, so when he is told that he is in it is what let him in.
        self._caller: Caller | None = None
        self.admitted: Caller | None = None

    # -- the connection -------------------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody connects: not too many of one address, and none while the host stops."""
        self.connection = conn
        _without_padding(conn)
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) and peer else "local"
        refusal = self._door.refusal(self)
        if refusal:
            self._turn_away(refusal)

    def _turn_away(self, refusal: str) -> None:
        self._log("connection-refused", reason=refusal)
        if self.connection is not None:
            self.connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, refusal)

    def dismiss(self, why: str) -> None:
        """End the connection, on which nobody plays."""
        self._log("connection-ended", reason=why)
        self._door.left(self)
        if self.connection is not None:
            self.connection.disconnect(asyncssh.DISC_BY_APPLICATION, why)

    def _log(self, event: str, **facts: Any) -> None:
        caller = self.admitted
        self._door.floor.log.event(event, address=self.address, player=caller.player if caller else None, **facts)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone; its sessions hear of it by themselves."""
        self._door.left(self)
        self.connection = None

    # -- coming in ------------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        """Whether a name has to prove itself."""
        admission = self._door.config.accounts
        self._offered = username[:LONGEST]
        self._caller = None
        if username == GUEST and admission.guests:
            self._caller = Caller(self.address, self._offered, PlayerName(GUEST), guest=True)
        elif username == NEW and admission.passwords and admission.registration != "closed":
            self._caller = Caller(self.address, self._offered)
        return self._caller is None

    def auth_completed(self) -> None:
        """He is in."""
        self.admitted = caller = self._caller
        self.since = self._door.now()
        refusal = self._door.too_many_of(self)
        if refusal:
            self._turn_away(refusal)
        elif caller is not None and caller.player is not None and not caller.guest:
            self._door.saw(caller.player)

    def public_key_auth_supported(self) -> bool:
        """Keys are always taken."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key may come in, known or to be registered; the signature is checked by whoever asks.

        It must not wait for anything: see `_caller`.
        """
        self._caller = None
        if not self._may_try():
            return False
        door = self._door
        try:
            shown = public_key(key.export_public_key("openssh").decode("ascii", "replace"))
        except (AccountError, asyncssh.KeyExportError, ValueError) as error:
            self._explain(str(error))
            return False
        account = door.book.by_fingerprint(shown.fingerprint)
        if account is None:
            return self._may_register(username, shown)
        if account.refusal:
            self._explain(account.refusal)
            door.floor.log.event("login-refused", player=account.name, address=self.address, key=shown.fingerprint)
            return False
        self._caller = self._known(account.name, shown)
        return True

    def _may_register(self, username: str, key: PublicKey) -> bool:
        """Whether somebody with an unknown key is let in to make an account.

        An agent offers its keys in turn: under the name of an account the client goes on to the next of them.
        """
        door = self._door
        if door.book.account(username.strip().lower()) is not None:
            self._explain(f"{username} is an account here, and this key ({key.fingerprint}) is none of its keys.")
            return False
        if door.config.accounts.registration == "closed":
            self._explain("This key is not known here, and nobody can make an account.")
            return False
        self._caller = self._known(None, key)
        return True

    def password_auth_supported(self) -> bool:
        """Passwords are taken where the host is set up so."""
        return self._door.config.accounts.passwords

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether this is the password of the account of this name; the answer to a wrong one takes time."""
        self._caller = None
        door = self._door
        gate = door.floor.gate
        if not self._may_try():
            return False
        if refusal := gate.login_refused(self.address):
            self._explain(refusal)
            return False
        account = None
        if len(password) <= door.config.limits.typed_bytes:
            account = await door.book.verify(username.strip().lower()[:LONGEST], password)
        if account is None:
            door.floor.log.event("login-failed", address=self.address, method="password")
            await asyncio.sleep(gate.login_failed(self.address))
            return False
        if account.refusal:
            self._explain(account.refusal)
            door.floor.log.event("login-refused", player=account.name, address=self.address, method="password")
            return False
        gate.login_worked(self.address)
        self._caller = self._known(account.name, None)
        return True

    def change_password(self, username: str, old_password: str, new_password: str) -> bool:
        """Passwords are changed inside."""
        self._caller = None
        return False

    def _known(self, player: PlayerName | None, key: PublicKey | None) -> Caller:
        return Caller(self.address, self._offered, player, key=key)

    def _may_try(self) -> bool:
        self._tries += 1
        if self._tries <= TRIES or self.connection is None:
            return True
        self.connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many tries")
        return False

    def _explain(self, text: str) -> None:
        """Tell somebody who is not let in why."""
        if self.connection is not None:
            with contextlib.suppress(asyncssh.Error, OSError):
                self.connection.send_auth_banner(f"{text}\r\n")

    # -- what is to be had ----------------------------------------------------------------------------

    def session_requested(self) -> Any:
        """A terminal to play on."""
        caller, conn, door = self.admitted, self.connection, self._door
        if caller is None or conn is None:
            _forbid("nobody has come in")
        if not door.open:
            _forbid(STOPPING)
        if sum(s.caller is caller for s in door.floor.sessions.values()) >= CHANNELS:
            _forbid(f"{CHANNELS} sessions of one connection are open already")
        return GameChannel.on(conn), ChannelSession(door.floor, caller)

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> NoReturn:
        """No forwarding of TCP."""
        self._forbid("forwarding of a port")

    def unix_connection_requested(self, dest_path: str) -> NoReturn:
        """No forwarding of Unix sockets."""
        self._forbid("forwarding of a socket")

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """No listening for the client."""
        self._log("request-refused", reason="listening on a port")
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """No listening for the client."""
        self._log("request-refused", reason="listening on a socket")
        return False

    def tun_requested(self, unit: int | None) -> NoReturn:
        """No tunnels."""
        self._forbid("a tunnel")

    def tap_requested(self, unit: int | None) -> NoReturn:
        """No tunnels."""
        self._forbid("a tunnel")

    def _forbid(self, what: str) -> NoReturn:
        self._log("request-refused", reason=what)
        _forbid(ONLY_GAME)


def _without_padding(conn: asyncssh.SSHServerConnection) -> None:
    """Send no empty packet ahead of every packet: it guards ciphers that chain blocks, and none of `CIPHERS` does.

    It would double what a key costs: in bytes on the wire, in ciphering, in calls of the system.
    """
    send: Callable[..., None] = conn.send_packet

    def send_packet(kind: int, *args: Any, **more: Any) -> None:
        if kind != MSG_IGNORE:
            send(kind, *args, **more)

    conn.send_packet = send_packet  # type: ignore[assignment,method-assign]


def _forbid(why: str) -> NoReturn:
    raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, why)
