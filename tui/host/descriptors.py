"""How many files and connections the process may have open, and how many of them are for connections."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

from attrs import frozen

from tui.host.config import Limits

#: Descriptors of the host itself: standard streams, log, lock, sockets, the event loop, modules being read.
_OWN: Final = 64
#: Descriptors that a session may need beside its connection: journals, logs of tables, files of the player.
_EACH_SESSION: Final = 2
#: Of few descriptors at least so many are kept for those inside.
_LEAST_RESERVE: Final = 32
#: New connections that are taken from the system at once, at most.
_MOST_AT_ONCE: Final = 128


@frozen
class Descriptors:
    """How the descriptors of the process are shared out.

    most: all that it may have, 0 = nobody knows; connections: how many connections may be open; at_once: how many new
    ones are taken from the system in one go, for each needs a descriptor until it is refused.
    """

    most: int
    connections: int
    at_once: int


def shared_out(limits: Limits, most: int) -> Descriptors:
    """So many connections that whoever is inside never lacks a descriptor. most: as of `Descriptors`."""
    wanted = _OWN + _EACH_SESSION * limits.sessions + _MOST_AT_ONCE
    if not most or limits.connections_in_all + wanted <= most:
        return Descriptors(most, limits.connections_in_all, _MOST_AT_ONCE)
    reserve = min(wanted, max(_LEAST_RESERVE, most // 2))
    return Descriptors(
        most, max(1, min(limits.connections_in_all, most - reserve)), max(4, min(_MOST_AT_ONCE, reserve // 8))
    )


def raised(limits: Limits) -> Descriptors:
    """Let the process open as many files as the limits ask for, as far as the system lets it; what came of it."""
    wanted = limits.connections_in_all + _OWN + _EACH_SESSION * limits.sessions + _MOST_AT_ONCE
    if sys.platform == "win32":
        return shared_out(limits, 0)
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return shared_out(limits, 0)
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return shared_out(limits, soft)
