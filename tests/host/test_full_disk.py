"""A disk that is full: whoever plays is told that it is, and nothing of where the host's files lie; nothing is lost."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.order import IllegalOrder
from core.play import honest
from saves.reading import read_journal
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.plan import ClockPlan, RoomPlan, TakeBacks
from saves.rooms.room import Room
from saves.verify import verify
from tests.host.client import Player, still
from tests.host.tables import club
from tests.rooms.table import PIMPLE, open_system, ordered

ANNA, BEN = PlayerName("anna"), PlayerName("ben")

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="descriptors have no names here")


@contextmanager
def full(data: Path, fails: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Let what is written in a directory fail, as on a full disk; some of it may be written."""
    write, open_, halves = os.write, os.open, list[int]()

    def kept(descriptor: int) -> bool:
        try:
            return os.readlink(f"/proc/self/fd/{descriptor}").startswith(str(data))
        except OSError:
            return False

    def written(descriptor: int, what: bytes) -> int:
        if not (kept(descriptor) and fails()):
            return write(descriptor, what)
        halves.append(descriptor)
        if len(halves) % 2 and len(what) > 1:
            return write(descriptor, bytes(what)[: len(what) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def opened(path: str | Path, flags: int, mode: int = 0o777, **more: int) -> int:
        if flags & os.O_CREAT and str(path).startswith(str(data)) and fails():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return open_(path, flags, mode, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", written)
        patch.setattr(os, "open", opened)
        yield


def shown(player: Player) -> str:
    """All that was ever on a player's terminal, in one piece."""
    return "".join(player.screen.raw.split())


#: What is pressed at a full disk: orders, chat, what is offered at a table, notes, talk in the lobby, a table.
PRESSED = (
    *("\t", "\r", "E", "y", "\x1b\x1b", "chello\r", "\x1b\x1b", "ta", "\x1b", "tu1", "\x1b\x1b", "U", "\x1b"),
    *("\x0enote\r", "\x1b\x1b", "tR", "y", "\x1b", "q", "chi all\r", "\x1b\x1b", "n", "\r", "\r", "\r", "\x1b\x1b"),
)


async def test_who_plays_is_told_that_it_is_full_and_not_where(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = here.house.create(ANNA, RoomPlan(PIMPLE))
        for name, side in zip((ANNA, BEN), room.plan.seats, strict=True):
            room.join(name, side, "words")
        for _ in range(30):
            ordered(room)
        here.tables.update({ANNA: room.id, BEN: room.id})
        players = {name: await here.come(name, size=(160, 40)) for name in (ANNA, BEN)}
        await still(*players.values())
        with full(tmp_path):
            for keys in PRESSED:
                for one in players.values():
                    one.type(keys)
                await still(*players.values())
        for one in players.values():
            assert "Nospaceleft" in shown(one)
            assert str(tmp_path) not in shown(one)
            assert tmp_path.name not in shown(one)
        assert all(app.failures == [] for app in here.apps.opened.values())
        with full(tmp_path), pytest.raises(RoomError, match="no table was laid") as told:
            here.house.create(ANNA, RoomPlan(PIMPLE))
        assert str(tmp_path) not in str(told.value)


async def test_a_disk_that_is_full_now_and_then_loses_nothing(tmp_path: Path) -> None:
    await now_and_then(tmp_path, PIMPLE, 15, "full")


@pytest.mark.long
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("scenario", [PIMPLE, "rear-area-raid", "pw-0"])
async def test_nor_in_a_long_game(tmp_path: Path, scenario: str, number: int) -> None:
    await now_and_then(tmp_path, scenario, 150, f"{scenario}/{number}")


async def now_and_then(data: Path, scenario: str, steps: int, seed: str) -> None:
    """So many acts at a table, at every second of which the disk is full for some of what is written."""
    whim = random.Random(seed)
    async with club(data) as here:
        room = here.house.create(ANNA, RoomPlan(scenario, take_backs=TakeBacks.FREE, clock=ClockPlan(60, 2)))
        for name, side in zip((ANNA, BEN), room.plan.seats, strict=True):
            room.join(name, side, "words")
        here.tables.update({ANNA: room.id, BEN: room.id})
        players = {name: await here.come(name) for name in (ANNA, BEN)}
        refused: list[str] = []
        for step in range(steps):
            share = whim.choice((0.0, 0.0, 0.3, 1.0))
            with full(data, lambda share=share: whim.random() < share):
                try:
                    one_thing(room, whim, f"line {step}")
                except (RoomError, IllegalOrder) as error:
                    refused.append(str(error))
            await still(*players.values())
            # Whatever was shown is on the disk.
            assert len(read_journal(room.path).events) == room.events
            if room.over:
                break
        assert any("No space left" in text for text in refused)
        assert not any(str(data) in text for text in refused)
        if not room.over:
            room.resign(ANNA)
        assert all(app.failures == [] for app in here.apps.opened.values())
        found = verify(room.path, open_system)
        assert found.good, found.fault
        assert found.dice is honest.Dice.HONEST


def one_thing(room: Room, whim: random.Random, line: str) -> None:
    """Mostly an order; something else at the table now and then."""
    name = whim.choice((ANNA, BEN))
    side = room.side_of(name)
    assert side is not None
    match whim.choice(("order",) * 6 + ("say", "undo", "ask", "answer", "share")):
        case "order":
            ordered(room, level="random")
        case "say":
            room.say(name, "all", line)
        case "undo":
            room.undo(name)
        case "ask":
            room.ask_take_back(name)
        case "answer":
            room.answer_take_back(name, True)
        case _:
            room.share(name, room.formations(side)[0].units, name)
