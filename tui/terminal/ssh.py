"""The insides of asyncssh: a channel for one terminal, what its connection holds back, and what is sent besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Any, Self

import asyncssh
from asyncssh.constants import MSG_IGNORE
from asyncssh.encryption import get_encryption_algs
from asyncssh.kex import get_kex_algs
from asyncssh.mac import get_mac_algs
from asyncssh.packet import SSHPacket
from asyncssh.public_key import get_public_key_algs


class TerminalChannel(asyncssh.SSHServerChannel[bytes]):
    """A channel for one terminal, which takes no agent and no X11, and of the environment only what is allowed."""

    _allowed: Collection[str] = ()
    _longest = 0

    @classmethod
    def on(
        cls,
        conn: asyncssh.SSHServerConnection,
        *,
        window: int,
        packet: int,
        environment: Collection[str],
        longest: int,
    ) -> Self:
        """A channel of a connection.

        window: bytes that the client may send before it is told to go on; packet: bytes of one packet; environment:
        the names of the client's environment that are taken, each with a value of at most so many bytes.
        """
        conn._update_recv_pktlen(packet)
        loop = asyncio.get_running_loop()
        channel = cls(conn, loop, True, False, False, 0, 0, None, "strict", window, packet)
        channel._allowed, channel._longest = environment, longest
        return channel

    @property
    def environment(self) -> dict[str, str]:
        """What was taken of the client's environment."""
        return {name.decode(): value.decode("ascii", "replace") for name, value in self._env.items()}

    @property
    def waiting(self) -> int:
        """Bytes that were written and have not gone to the client's machine: here, held back by a change of keys, or
        in the connection, which all channels share and which asyncssh never holds up."""
        conn: Any = self._conn
        if conn is None:
            return 0
        held = sum(len(part) for _, parts in conn._deferred_packets for part in parts)
        transport = conn._transport
        return self.get_write_buffer_size() + held + (transport.get_write_buffer_size() if transport else 0)

    def abort_connection(self) -> None:
        """Close the whole connection now: a channel whose client does not read would stay."""
        conn: Any = self._conn
        if conn is not None:
            conn.abort()

    def _process_env_request(self, packet: SSHPacket) -> bool:
        """Keep what is allowed, and refuse everything else."""
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if name.decode("ascii", "replace") not in self._allowed or len(value) > self._longest:
            return False
        self._env[name] = value
        return True

    def _process_x11_req_request(self, packet: SSHPacket) -> bool:
        """No X11."""
        return False

    def _process_auth_agent_req_at_openssh_dot_com_request(self, packet: SSHPacket) -> bool:  # type: ignore[override]
        """No agent."""
        return False


def without_padding(conn: asyncssh.SSHServerConnection) -> None:
    """Send no empty packet ahead of every packet: it guards ciphers that chain blocks, of which none may be in use.

    It would double what a key costs: in bytes on the wire, in ciphering, in calls of the system.
    """
    send: Callable[..., None] = conn.send_packet

    def send_packet(kind: int, *args: Any, **more: Any) -> None:
        if kind != MSG_IGNORE:
            send(kind, *args, **more)

    conn.send_packet = send_packet  # type: ignore[assignment,method-assign]


def key_exchanges(wanted: Iterable[str]) -> list[str]:
    """Of the ways to agree on keys that are wanted those that this installation has."""
    return _known(wanted, get_kex_algs())


def ciphers(wanted: Iterable[str]) -> list[str]:
    """Of the ciphers that are wanted those that this installation has."""
    return _known(wanted, get_encryption_algs())


def macs(wanted: Iterable[str]) -> list[str]:
    """Of the checks of packets that are wanted those that this installation has."""
    return _known(wanted, get_mac_algs())


def signatures(wanted: Iterable[str]) -> list[str]:
    """Of the signatures that are wanted those that this installation has."""
    return _known(wanted, get_public_key_algs())


def _known(wanted: Iterable[str], known: Iterable[bytes]) -> list[str]:
    have = frozenset(known)
    return [name for name in wanted if name.encode() in have]
