"""What the keeper of a host asks of its tables and its figures while it runs."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import printable
from saves.rooms.over.finished import RoomEntry
from tui.host.admin import TableLine

if TYPE_CHECKING:
    from tui.host.serve import Host

#: Finished tables that are listed.
_FINISHED: Final = 500


def tables(house: House | None, finished: bool) -> Sequence[TableLine]:
    """The tables in the lobby, or the last of those that were put away."""
    if house is None:
        return ()
    entries = house.every_finished(_FINISHED) if finished else house.rooms()
    return [_line(entry) for entry in entries]


def _line(entry: RoomEntry) -> TableLine:
    state = entry.state
    if state is None:
        return TableLine(entry.id, printable(entry.problem or "damaged", 10_000), "", stage="damaged")
    players = tuple(member.name for member in state.members)
    return TableLine(entry.id, state.plan.title, state.owner, players, state.stage.value, state.changed)


def close_table(house: House | None, table: str) -> None:
    """End the game at a table."""
    _of(house).room(table).close_by_keeper()


def remove_table(house: House | None, table: str) -> None:
    """Remove a table at which nothing is played any more."""
    _of(house).clear_away(table)


def _of(house: House | None) -> House:
    if house is None:
        raise RoomError("this host has no tables")
    return house


def counters(host: Host, started: float) -> Mapping[str, Any]:
    """How much there is of what, now and since the start."""
    sessions = host.sessions()
    door = host.door
    found: dict[str, Any] = {
        "seconds": int(time.monotonic() - started),
        "connections": len(door.doormen) if door else 0,
        "connections_most": door.descriptors.connections if door else 0,
        "sessions": len(sessions),
        "sessions_most": host.gate.limits.sessions,
        "players": len({line.player for line in sessions if line.player and not line.guest}),
        "guests": sum(line.guest for line in sessions),
        "tables": len(tables(host.house, finished=False)),
        "lines_lost": host.log.lost,
        "events": dict(sorted(host.log.counts.items())),
    }
    if (files := _open_files()) is not None:
        found |= {"files": files, "files_most": door.descriptors.most if door else 0}
    if (memory := _memory()) is not None:
        found["memory_mb"] = memory
    return found


def _open_files() -> int | None:
    """Descriptors that are open, where the system tells."""
    try:
        return len(list(Path("/proc/self/fd").iterdir()))
    except OSError:
        return None


def _memory() -> int | None:
    """Megabytes that the process takes, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * 4096 // 1_000_000
