"""Two processes at one table, one of them killed at any instant: no event that was shown is lost, the other goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from content import catalogue
from core.play import honest
from saves.reading import read_journal
from saves.rooms.house import House
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.verify import verify
from tests.rooms.table import ANNA, PIMPLE, laid, open_system, ordered

ROOT = Path(__file__).parents[2]

#: Orders for one side as long as it may, and says after each order how many events were shown; asked by a signal,
#: when it has looked at the game once more.
PLAYER = """
import signal, sys, time
from pathlib import Path
from core.order import IllegalOrder
from saves.rooms.error import RoomError
from content import catalogue
from saves.rooms.house import House
from tests.rooms.table import advice, open_system
here = House(Path(sys.argv[1]), open_system, catalogue.content_hash)
room, side, most = here.room(sys.argv[2]), sys.argv[3], int(sys.argv[4])
looked = False
def asked(*_):
    global looked
    looked = True
signal.signal(signal.SIGUSR1, asked)
print("0", flush=True)
while not room.over and room.events < most:
    before = looked
    here.poll()
    room.tick()
    if before:
        looked = False
        print("looked", flush=True)
    if side in room.waits_for():
        try:
            room.give(room.players(side)[0], advice(room, side, "random"))
        except IllegalOrder as error:
            assert "moved on" in str(error), error
        print(room.events, flush=True)
    else:
        time.sleep(0.003)
"""


def player(data: Path, room: str, side: str, most: int = 10**9) -> subprocess.Popen[bytes]:
    """A process that plays one side, up to so many events; it has opened the room when this returns."""
    command = [sys.executable, "-c", PLAYER, str(data), room, side, str(most)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ})
    _RUNNING.append(process)
    assert process.stdout
    assert process.stdout.readline() == b"0\n"
    return process


_RUNNING: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    """Whoever still plays after a test is stopped."""
    yield
    while _RUNNING:
        with _RUNNING.pop() as process:
            process.kill()


def shown(process: subprocess.Popen[bytes]) -> int:
    """How many events a process that has ended had shown."""
    assert process.stdout
    lines = process.stdout.read().split(b"\n")[:-1]
    process.wait()
    return max((int(line) for line in lines if line.isdigit()), default=0)


def heard(process: subprocess.Popen[bytes], orders: int) -> int:
    """How many events a process has shown when it has given so many orders more, or ended."""
    assert process.stdout
    return max((int(process.stdout.readline() or 0) for _ in range(orders)), default=0)


def looked(process: subprocess.Popen[bytes]) -> int:
    """How many events a process has shown when it has looked at the game once more, or ended."""
    assert process.stdout
    process.send_signal(signal.SIGUSR1)
    events, line = 0, process.stdout.readline()
    while line not in (b"looked\n", b""):
        events, line = int(line), process.stdout.readline()
    return events


def check_crashes(tmp_path: Path, times: int, seed: int) -> None:
    """Kill one of two players again and again; whoever comes after finds all that was shown, and goes on."""
    chance = random.Random(seed)
    here = House(tmp_path, open_system, catalogue.content_hash)
    room = laid(here, RoomPlan(PIMPLE, clock=ClockPlan(600, 1)))
    sides = [str(side) for side in room.plan.seats]
    for _ in range(times):
        processes = [player(tmp_path, room.id, side) for side in sides]
        victim = chance.choice(processes)
        events = heard(victim, chance.randrange(8))
        time.sleep(chance.uniform(0, 0.02))  # nothing is waited for: this is the instant at which it is killed
        victim.send_signal(signal.SIGKILL)
        events = max(events, shown(victim))
        survivor = next(process for process in processes if process is not victim)
        assert survivor.poll() in (None, 0)
        events = max(events, looked(survivor))
        survivor.send_signal(signal.SIGKILL)
        events = max(events, shown(survivor))
        assert len(read_journal(room.path).events) >= events
        room.refresh()
        assert room.events >= events
        if room.over:
            break
        ordered(room)
    if not room.over:
        room.resign(ANNA)
    found = verify(room.path, open_system)
    assert found.good, found.fault
    assert found.dice is honest.Dice.HONEST


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    check_crashes(tmp_path, 3, seed=1)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_fifty_killed_processes_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    check_crashes(tmp_path, 50, seed=2)


def test_two_processes_play_at_one_table(tmp_path: Path) -> None:
    here = House(tmp_path, open_system, catalogue.content_hash)
    room = laid(here)
    ends = [player(tmp_path, room.id, str(side), most=250) for side in room.plan.seats]
    events = max(shown(process) for process in ends)
    assert [process.returncode for process in ends] == [0, 0]
    room.refresh()
    assert room.events >= events >= 250
    room.resign(ANNA)
    assert verify(room.path, open_system).dice is honest.Dice.HONEST


@pytest.mark.long
def test_two_processes_play_a_game_to_its_end(tmp_path: Path) -> None:
    here = House(tmp_path, open_system, catalogue.content_hash)
    room = laid(here)
    ends = [player(tmp_path, room.id, str(side)) for side in room.plan.seats]
    events = max(shown(process) for process in ends)
    assert [process.returncode for process in ends] == [0, 0]
    room.refresh()
    assert room.over
    assert room.events >= events
    assert verify(room.path, open_system).dice is honest.Dice.HONEST


def test_an_order_that_was_half_written_is_carried_out_by_whoever_comes_next(tmp_path: Path) -> None:
    here = House(tmp_path, open_system, catalogue.content_hash)
    room = laid(here)
    while True:
        before = room.path.read_bytes()
        if len(ordered(room)) > 3 and any(e.rolls for e in room.game.journal[-3:]) if room.game else False:
            break
    whole = room.path.read_bytes()
    ends = [k + 1 for k in range(len(before), len(whole) - 1) if whole[k : k + 1] == b"\n"]
    for size in (*range(len(before) + 1, len(whole), 97), *ends):
        begun = b"\n" in whole[len(before) : size]
        for already_open in (False, True):
            room.path.write_bytes(before if already_open else whole[:size])
            again = House(tmp_path, open_system, catalogue.content_hash).room(room.id)
            assert again.game is not None
            if already_open:
                room.path.write_bytes(whole[:size])
                assert again.refresh()
            assert room.path.read_bytes() == (whole if begun else before)
            assert again.events == room.path.read_bytes().count(b"\n") - 1
            assert again.game.state == again.game.at(again.events)
    room.path.write_bytes(whole)
