"""The lobby and its rooms: lists, creation and removal, several processes, damage."""

from __future__ import annotations

import os
import shutil
import time as machine_time
from pathlib import Path
from typing import Any

import pytest

from content import catalogue
from saves.rooms import log
from saves.rooms.desk import Change
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.rooms.table import (
    ANNA,
    BEN,
    BRITISH,
    CLARA,
    ITALIAN,
    MINSK,
    PIMPLE,
    Time,
    house,
    laid,
    open_system,
    ordered,
    played,
)


def heard(of: House) -> list[Change]:
    """What a house tells from now on."""
    changes: list[Change] = []
    of.watch(changes.append)
    return changes


def kinds(changes: list[Change], room_id: str | None) -> set[str]:
    """What changed in a room, or in the lobby."""
    return {kind for change in changes if change.room_id == room_id for kind in change.kinds}


def test_rules_are_loaded_before_others_are_kept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading them may take seconds, and nobody who comes to the table meanwhile has to wait for that."""
    monkeypatch.setattr(log, "PATIENCE", 0.05)
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE))
    loads = []

    def slow(scenario: str, options: tuple[str, ...]) -> Any:
        with log.RoomLog(room.path.with_name("room.log")).locked():
            loads.append(scenario)
        return open_system(scenario, options)

    def coming() -> Room:
        return House(tmp_path, slow, catalogue.content_hash).room(room.id)

    coming().join(ANNA, BRITISH, "words")
    coming().join(BEN, ITALIAN, "words")
    assert coming().game is not None
    assert len(loads) == 3


def test_rooms_are_listed_the_last_changed_first(tmp_path: Path) -> None:
    time = Time()
    here = house(tmp_path, time)
    assert here.rooms() == ()
    first = here.create(ANNA, RoomPlan(PIMPLE, title="Hill and dale"))
    time.passes(1)
    second = here.create(BEN, RoomPlan(MINSK))
    assert [entry.id for entry in here.rooms()] == [second.id, first.id]
    time.passes(1)
    first.say(CLARA, "all", "hello")
    assert [entry.id for entry in here.rooms()] == [second.id, first.id], "talk does not move a table up"
    first.join(ANNA, BRITISH, "x")
    assert [entry.id for entry in here.rooms()] == [first.id, second.id]
    assert [entry.id for entry in here.mine(BEN)] == [second.id]
    assert here.rooms()[0].state == first.state
    assert here.room(first.id) is first
    assert first.id.split("-")[0] == "pimple"
    assert first.plan.title == "Hill and dale"


def test_a_list_says_whose_turn_it_is_without_opening_a_game(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    for _ in range(30):
        ordered(room)
        again = house(tmp_path)
        (entry,) = again.rooms()
        assert entry.state is not None
        assert entry.state.waits == room.waits_for()
        assert entry.path == room.path
        assert entry.state.turn == room.state.turn


@pytest.mark.parametrize("id_", ["nowhere-xyz", "../rooms", "", ".", "/etc", "a/b"])
def test_a_room_that_is_not_there_is_refused(tmp_path: Path, id_: str) -> None:
    with pytest.raises(RoomError, match="there is no table"):
        house(tmp_path).room(id_)


def test_a_broken_room_is_listed_with_its_problem_and_harms_no_other(tmp_path: Path) -> None:
    here = house(tmp_path)
    good, bad, empty = (here.create(ANNA, RoomPlan(PIMPLE)) for _ in range(3))
    log = bad.path.with_name("room.log")
    whole = log.read_bytes()
    log.write_bytes(whole.replace(b"anna", b"emma"))
    empty.path.with_name("room.log").unlink()
    for one in (here, house(tmp_path)):
        entries = {entry.id: entry for entry in one.rooms()}
        assert entries[good.id].state == good.state
        assert (entries[bad.id].state is None) == (one is not here)
        assert "room.log" in entries[empty.id].problem
    with pytest.raises(RoomError, match="line 1: the line was changed"):
        house(tmp_path).room(bad.id)
    again = house(tmp_path)
    again.rooms()
    log.write_bytes(whole + b"\n")
    assert "line 2" in {entry.id: entry.problem for entry in again.rooms()}[bad.id]
    log.write_bytes(whole)
    os.utime(log, (1, 1))
    assert again.room(bad.id).owner == ANNA


def test_a_log_that_makes_no_table_is_told_without_where_the_host_keeps_it(tmp_path: Path) -> None:
    table = house(tmp_path).create(ANNA, RoomPlan(PIMPLE))
    path = table.path.with_name("room.log")
    path.write_bytes(b"")
    with pytest.raises(RoomError) as told:
        house(tmp_path).room(table.id)
    assert str(told.value) == f"{table.id}/room.log: the log is empty"


def test_a_game_that_cannot_be_opened_is_said_when_it_is_looked_at(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    played(room, 3)
    data = bytearray(room.path.read_bytes())
    data[len(data) // 2] ^= 1
    room.path.write_bytes(data)
    again = house(tmp_path)
    assert again.rooms()[0].state is not None
    with pytest.raises(RoomError, match="cannot be played on"):
        again.room(room.id).view(ANNA)


def test_a_room_that_was_not_made_to_its_end_is_not_there_and_is_swept_away(tmp_path: Path) -> None:
    here = house(tmp_path)
    for name, age in ((".abc123", 3600), (".def456", 0)):
        torn = tmp_path / "rooms" / name
        torn.mkdir()
        (torn / "dice.secret").write_text("x")
        os.utime(torn, (machine_time.time() - age,) * 2)
    assert here.rooms() == ()
    assert house(tmp_path).rooms() == ()
    assert [path.name for path in (tmp_path / "rooms").iterdir()] == [".def456"]


def test_a_full_disk_lays_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = house(tmp_path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RoomError, match="No space left on device; no table was laid"):
        here.create(ANNA, RoomPlan(PIMPLE))
    with pytest.raises(RoomError, match="nothing was said"):
        here.say(ANNA, "hello")
    assert list((tmp_path / "rooms").iterdir()) == []
    assert here.lines() == ()


def test_a_full_disk_lets_nobody_join_and_begins_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = house(tmp_path).create(ANNA, RoomPlan(PIMPLE))
    room.join(ANNA, BRITISH, "x")
    log = room.path.with_name("room.log")
    before, state = log.read_bytes(), room.state

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RoomError, match="No space left"):
        room.join(BEN, ITALIAN, "y")
    with pytest.raises(RoomError, match="No space left"):
        room.say(ANNA, "all", "x")
    with pytest.raises(RoomError, match="No space left"):
        room.leave(ANNA)
    monkeypatch.undo()
    assert (log.read_bytes(), room.state, room.path.exists()) == (before, state, False)
    room.join(BEN, ITALIAN, "y")
    assert room.stage is Stage.PLAYING


def test_only_the_owner_removes_a_table_and_only_when_nothing_is_played_at_it(tmp_path: Path) -> None:
    here, other = house(tmp_path), house(tmp_path)
    room = laid(here)
    assert len(other.rooms()) == 1
    with pytest.raises(RoomError, match="only the owner"):
        here.remove(BEN, room.id)
    with pytest.raises(RoomError, match="is not over"):
        here.remove(ANNA, room.id)
    room.resign(BEN)
    assert room.path.exists()
    changes = heard(other)
    here.remove(ANNA, room.id)
    assert list((tmp_path / "rooms").iterdir()) == []
    assert here.rooms() == ()
    other.poll()
    assert kinds(changes, room.id) >= {"rooms"}
    assert other.rooms() == ()
    with pytest.raises(RoomError, match="was removed"):
        room.say(ANNA, "all", "x")


def test_what_changed_is_told_here_and_to_other_processes(tmp_path: Path) -> None:
    here, other = house(tmp_path), house(tmp_path)
    mine, theirs = heard(here), heard(other)

    def told(room_id: str | None) -> tuple[set[str], set[str]]:
        other.poll()
        found = kinds(mine, room_id), kinds(theirs, room_id)
        mine.clear()
        theirs.clear()
        return found

    room = here.create(ANNA, RoomPlan(PIMPLE, clock=ClockPlan(5)))
    for found in told(room.id):
        assert "rooms" in found
    room.join(ANNA, BRITISH, "x")
    for found in told(room.id):
        assert found == {"rooms", "room"}
    room.say(ANNA, "all", "hello")
    assert told(room.id) == ({"chat"}, {"chat"})
    room.join(BEN, ITALIAN, "x")
    for found in told(room.id):
        assert found >= {"rooms", "room", "game"}
    again = other.room(room.id)
    assert again.events
    told(room.id)
    ordered(room)
    for found in told(room.id):
        assert "game" in found
    assert again.events == room.events
    here.say(CLARA, "good\tevening")
    assert told(None) == ({"chat"}, {"chat"})
    assert [remark.text for remark in other.lines()] == ["good evening"]
    other.poll()
    assert theirs == []


def test_a_listener_that_left_hears_nothing(tmp_path: Path) -> None:
    here = house(tmp_path)
    changes: list[Change] = []
    unwatch = here.watch(changes.append)
    here.say(ANNA, "x")
    unwatch()
    unwatch()
    here.say(ANNA, "y")
    assert changes == [Change(None, frozenset({"chat"}))]


def test_a_listener_that_fails_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    here = house(tmp_path)

    def fail(change: Change) -> None:
        raise RuntimeError("broken screen")

    here.watch(fail)
    changes = heard(here)
    here.say(ANNA, "x")
    assert len(changes) == 1
    assert "broken screen" in caplog.text


def test_a_game_that_nobody_looks_at_is_put_out_of_memory(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here)
    first, second = here.enter(ANNA, room.id), here.enter(BEN, room.id)
    game, view = room.game, room.view(ANNA)
    here.leave(first)
    assert room.game is game
    here.leave(second)
    assert room.game is not game
    assert room.view(ANNA) == view


def test_a_listener_may_use_the_room(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = here.create(ANNA, RoomPlan(PIMPLE))

    def greet(change: Change) -> None:
        if change.room_id == room.id and len(room.lines_for(None)) == 1:
            room.say(BEN, "all", "welcome")

    here.watch(greet)
    room.say(ANNA, "all", "hello")
    assert [remark.text for remark in room.lines_for(None)] == ["hello", "welcome"]


def test_the_lobby_chat_survives_damage(tmp_path: Path) -> None:
    here = house(tmp_path)
    here.say(ANNA, "one")
    path = tmp_path / "lobby.log"
    path.write_bytes(path.read_bytes() + b'{"at":"2024-')
    here.say(BEN, "two")
    path.write_bytes(path.read_bytes() + b"not a line\n")
    here.say(ANNA, "three")
    assert [(r.player, r.text) for r in house(tmp_path).lines()] == [(ANNA, "one"), (BEN, "two"), (ANNA, "three")]


def test_the_lobby_chat_is_bounded_when_it_is_read(tmp_path: Path) -> None:
    here = house(tmp_path)
    for _ in range(3):
        here.say(ANNA, "x" * 400)
    path = tmp_path / "lobby.log"
    path.write_bytes(path.read_bytes() * 5000)
    assert 50 < len(here.lines()) < 200
    here.say(BEN, "small again")
    assert path.stat().st_size < 200_000
    assert here.lines()[-1].text == "small again"


def test_who_is_here_is_known(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = here.create(ANNA, RoomPlan(PIMPLE))
    tokens = [here.enter(ANNA), here.enter(ANNA, room.id), here.enter(BEN)]
    assert here.online() == {ANNA: {None, room.id}, BEN: {None}}
    changes = heard(here)
    here.leave(tokens[1])
    here.leave(tokens[1])
    assert changes == [Change(room.id, frozenset({"presence"}))]
    here.leave(tokens[0])
    assert here.online() == {BEN: {None}}


def test_only_rooms_that_need_it_are_attended(tmp_path: Path) -> None:
    here = house(tmp_path)
    here.create(ANNA, RoomPlan(PIMPLE))
    quiet = laid(here)
    timed = laid(here, RoomPlan(PIMPLE, clock=ClockPlan(5)))
    machine = here.create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    machine.join(ANNA, BRITISH, "x")
    while not machine.computer_wanted():
        ordered(machine)
    ordered(quiet)
    assert {room.id for room in here.attended()} == {timed.id, machine.id}
    assert {room.id for room in house(tmp_path).attended()} == {timed.id, machine.id}
    timed.resign(ANNA)
    assert {room.id for room in here.attended()} == {machine.id}


def test_five_hundred_rooms_are_listed_quickly(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here)
    played(room, 30)
    source = room.path.parent
    for k in range(500):
        shutil.copytree(source, source.with_name(f"copy-{k:03}"))
    again = house(tmp_path)
    begun = machine_time.process_time()
    assert len(again.rooms()) == 501
    first = machine_time.process_time() - begun
    begun = machine_time.process_time()
    again.poll()
    assert len(again.rooms()) == 501
    second = machine_time.process_time() - begun
    print(first, second)
    assert first < 3.0
    assert second < 0.3


def test_what_is_in_memory_is_written_down_when_a_house_is_closed(tmp_path: Path) -> None:
    time = Time()
    here = house(tmp_path, time)
    room = laid(here, RoomPlan(PIMPLE, clock=ClockPlan(5)))
    side = room.waits_for()[0]
    room.mark_seen(BEN, 2)
    time.passes(7)
    here.close()
    again = house(tmp_path, time).room(room.id)
    assert again.time_left(side) == 293.0
    assert again.seen(BEN) == 2
