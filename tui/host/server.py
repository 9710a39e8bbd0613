"""The SSH side of a host: who may connect, who may come in, and that nothing but the game is to be had."""

from __future__ import annotations

import asyncio
import contextlib
from errno import EADDRINUSE
from typing import Any, Final, NoReturn

import asyncssh

from saves.rooms.names import PlayerName
from tui.host.channel import ONLY_GAME, ChannelSession, channel_on
from tui.host.door import STOPPING, Door
from tui.host.keys import AccountError, PublicKey, public_key
from tui.host.session import Caller
from tui.host.terminal import LONGEST
from tui.terminal.ssh import ciphers, key_exchanges, macs, signatures, without_padding

#: Names that come in without a key or password, where the host lets them: to watch, and to make an account.
GUEST: Final = "guest"
NEW: Final = "new"
#: Keys and passwords that are looked at before a connection is closed, and sessions of one connection.
TRIES: Final = 20
CHANNELS: Final = 8
#: Free ports that are tried until one is free at all addresses.
FREE_TRIES: Final = 20
#: Seconds until whoever has not come in is sent away; between two questions to a silent client, and how many.
LOGIN_SECONDS: Final = 60
ALIVE_SECONDS: Final = 30
ALIVE_TIMES: Final = 3

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
    for _ in range(FREE_TRIES):
        acceptor = await _listen(door, key, door.config.listen.port)
        ports = {address[1] for address in acceptor.get_addresses()}
        if len(ports) == 1:
            return acceptor
        # Any port was asked for, and each address has taken one of its own: all are to have the same one.
        acceptor.close()
        with contextlib.suppress(OSError):
            return await _listen(door, key, ports.pop())
    raise OSError(EADDRINUSE, "no port is free at all addresses")


async def _listen(door: Door, key: asyncssh.SSHKey, port: int) -> asyncssh.SSHAcceptor:
    return await asyncssh.listen(
        door.config.listen.host,
        port,
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
        # Whether they are taken now is asked of the doorman.
        password_auth=True,
        config=None,
        compression_algs=["none"],
        kex_algs=key_exchanges(KEX),
        encryption_algs=ciphers(CIPHERS),
        mac_algs=macs(MACS),
        signature_algs=signatures(SIGNATURES),
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=ALIVE_SECONDS,
        keepalive_count_max=ALIVE_TIMES,
        backlog=door.descriptors.at_once,
    )


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
        # None of `CIPHERS` chains blocks.
        without_padding(conn)
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
        if refusal := door.bans.refusal(fingerprint=shown.fingerprint):
            self._explain(refusal)
            door.floor.log.event("login-refused", address=self.address, key=shown.fingerprint)
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
        if refusal := door.barred(self):
            self._log("login-refused", reason=refusal)
            _forbid(refusal)
        if sum(s.caller is caller for s in door.floor.sessions.values()) >= CHANNELS:
            _forbid(f"{CHANNELS} sessions of one connection are open already")
        return channel_on(conn), ChannelSession(door.floor, caller)

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


def _forbid(why: str) -> NoReturn:
    raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, why)
