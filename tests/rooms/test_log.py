"""The log of a room: nothing that was told is lost, what others wrote is read, damage is named."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from core.event import SideId, UnitId
from saves.line import SaveError
from saves.rooms import events as e
from saves.rooms import log as log_module
from saves.rooms.error import RoomBusyError, RoomError
from saves.rooms.events import ROOM_EVENTS, Entry, decode_room, encode_room
from saves.rooms.log import RoomLog, create_log, entry_line, parse_entry
from saves.rooms.names import PlayerName
from saves.rooms.plan import ClockPlan, RoomPlan, TakeBacks, TimeOut
from saves.rooms.state import fold

ANNA, BEN = PlayerName("anna"), PlayerName("ben")
RED, BLUE = SideId("red"), SideId("blue")
CLOCK = ClockPlan(5, 3, (60,), TimeOut.ADJOURN)
PLAN = RoomPlan("s", ("o",), "t", {RED: "open", BLUE: "ai:greedy"}, 2, (BEN,), spectators=False, clock=CLOCK)
MADE = e.RoomMade(by=ANNA, plan=PLAN, commitment="c")

#: One of each kind.
EVENTS: tuple[e.RoomEvent, ...] = (
    MADE,
    e.Joined(player=ANNA, side=RED, value="w"),
    e.Joined(player=BEN, side=BLUE),
    e.Brought(player=BEN, side=BLUE),
    e.Started(values=((ANNA, "w"),)),
    e.Shared(units=(UnitId("u1"), UnitId("u2")), player=BEN),
    e.Ready(player=BEN, on=False),
    e.SeatTaken(side=BLUE, level="greedy"),
    e.Stood(waits=(RED, BLUE), turn=2, step="Movement", events=17),
    e.ClockRan(left={RED: 12.5, BLUE: 3.0}),
    e.ClockWarned(side=RED, seconds=60),
    e.TimedOut(side=RED, what="pass"),
    e.TakeBackAsked(side=RED, player=ANNA, to=3, events=17),
    e.TakeBackAnswered(side=BLUE, player=BEN, yes=True),
    e.TakeBackSettled(done=True),
    e.AdjournAsked(side=RED, player=ANNA),
    e.Adjourned(by=ANNA),
    e.ResumeAsked(side=RED, player=ANNA),
    e.Resumed(by=ANNA),
    e.Said(player=ANNA, text="Grüße", side=RED, alone=True),
    e.Seen(player=ANNA, events=9),
    e.Away(player=ANNA, heard=1_700_000_000.5),
    e.Claimed(side=RED, player=BEN, what="claim"),
    e.Left(player=BEN),
    e.ByFileAsked(side=RED, player=ANNA, events=17),
    e.ByFile(by=ANNA, halves={RED: ANNA, BLUE: BEN}),
    e.Resigned(side=RED, player=ANNA),
    e.Ended(winner=None, text="draw"),
    e.Closed(by=ANNA),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "room.log"
    create_log(found, [MADE], 100.0)
    return found


def said(number: int) -> e.Said:
    return e.Said(player=ANNA, text=f"line {number}")


def wrote(log: RoomLog, *events: e.RoomEvent) -> None:
    with log.locked():
        log.append(events, 200.0)


def test_every_kind_of_event_is_read_as_it_was_written() -> None:
    assert {type(event) for event in EVENTS} == set(ROOM_EVENTS.values())
    for n, event in enumerate(EVENTS, start=1):
        assert decode_room(encode_room(event)) == event
        entry = Entry(n, 1_700_000_000.125, event)
        assert parse_entry(entry_line(entry), n) == entry


def test_tables_laid_before_there_was_a_choice_take_back_as_they_did() -> None:
    """A plan that does not say how orders are taken back is read as free where nothing could be learned."""
    data = encode_room(MADE)
    data["plan"].pop("take_backs", None)
    assert decode_room(data) == MADE
    other = e.RoomMade(by=ANNA, plan=evolve(PLAN, take_backs=TakeBacks.NEVER), commitment="c")
    assert decode_room(encode_room(other)) == other


def test_the_state_is_a_function_of_the_log_alone() -> None:
    entries = tuple(Entry(n, float(n), event) for n, event in enumerate(EVENTS, start=1))
    whole = fold(None, entries)
    state = None
    for entry in entries:
        state = fold(state, (entry,))
    assert state == whole
    assert whole.changed == len(EVENTS)
    with pytest.raises(ValueError, match="begins with room-made"):
        fold(None, entries[1:])
    with pytest.raises(ValueError, match="made once"):
        fold(whole, entries[:1])
    with pytest.raises(ValueError, match="empty"):
        fold(None, ())


def test_two_logs_of_one_file_read_what_the_other_wrote(path: Path) -> None:
    mine, hers = RoomLog(path), RoomLog(path)
    wrote(mine, said(1), said(2))
    assert [entry.event for entry in hers.refresh()] == [MADE, said(1), said(2)]
    assert hers.refresh() == ()
    wrote(hers, said(3))
    assert mine.stale
    with mine.locked() as fresh:
        assert [(entry.n, entry.event) for entry in fresh] == [(4, said(3))]
        mine.append([said(4)], 300.0)
    assert not mine.stale
    assert [entry.event for entry in hers.refresh()] == [said(4)]
    assert mine.count == hers.count == 5


def test_a_line_that_a_killed_process_left_is_cut_off_and_reported(path: Path) -> None:
    log = RoomLog(path)
    wrote(log, said(1))
    whole = path.read_bytes()
    for torn in (1, 30, len(entry_line(Entry(3, 1.0, said(2))))):
        path.write_bytes(whole + entry_line(Entry(3, 1.0, said(2)))[:torn])
        again = RoomLog(path)
        assert [entry.event for entry in again.refresh()] == [MADE, said(1)]
        assert again.torn == f"line 3 broke off after {torn} bytes and was cut off"
        assert path.read_bytes() == whole
    log.refresh()
    wrote(log, said(2))
    assert RoomLog(path).refresh()[-1].event == said(2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda line: line.replace(b"line 1", b"line 9"), "line 2: the line was changed"),
        (lambda line: b"", "line 2: the line was changed"),
        (lambda line: b'["x"]', "line 2: the line was changed"),
        (lambda line: entry_line(Entry(7, 1.0, said(1))), "line 2: expected event 2 here, found 7"),
    ],
)
def test_a_damaged_line_is_named(path: Path, change: Callable[[bytes], bytes], why: str) -> None:
    wrote(RoomLog(path), said(1))
    first, second = path.read_bytes().splitlines()
    path.write_bytes(first + b"\n" + change(second) + b"\n")
    with pytest.raises(RoomError, match=why):
        RoomLog(path).refresh()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"event": "danced"}, "unknown event 'danced'; it takes a newer panzerhex"),
        ({"event": "left"}, "does not fit its fields"),
        ({"event": "left", "player": "anna", "mood": 1}, "does not fit its fields"),
        ({"event": "clock-ran", "left": {"red": "x"}}, "is no number"),
    ],
)
def test_an_unknown_event_or_field_is_refused(data: dict[str, object], why: str) -> None:
    with pytest.raises(SaveError, match=why):
        decode_room(data)


def test_a_full_disk_leaves_the_log_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = RoomLog(path)
    log.refresh()
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        monkeypatch.undo()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RoomError, match="No space left on device; nothing was changed"):
        wrote(log, said(1))
    assert path.read_bytes() == before
    assert log.count == 1
    wrote(log, said(2))
    assert [entry.event for entry in RoomLog(path).refresh()] == [MADE, said(2)]


def test_a_log_that_another_process_keeps_is_waited_for_and_then_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "PATIENCE", 0.05)
    mine, hers = RoomLog(path), RoomLog(path)
    with mine.locked(), pytest.raises(RoomBusyError, match="try again"):
        hers.refresh()
    assert hers.refresh()


def test_who_waits_on_a_machine_without_time_for_him_is_not_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process ends its operation after a few looks, each of which came seconds late."""
    mine, hers = RoomLog(path), RoomLog(path)
    now, looks, operation = [0.0], [0], mine.locked()

    def late(seconds: float) -> None:
        now[0] += 10.0
        looks[0] += 1
        if looks[0] == 3:
            operation.__exit__(None, None, None)

    monkeypatch.setattr(log_module.time, "sleep", late)
    monkeypatch.setattr(log_module.time, "monotonic", lambda: now[0])
    operation.__enter__()
    assert hers.refresh()
    assert looks == [3]


def test_a_removed_room_is_said_to_be_removed(path: Path) -> None:
    log = RoomLog(path)
    log.refresh()
    path.unlink()
    with pytest.raises(RoomError, match="was removed"):
        log.refresh()
    with pytest.raises(RoomError, match="was removed"):
        wrote(log, said(1))


def test_a_log_is_not_written_unlocked(path: Path) -> None:
    with pytest.raises(ValueError, match="while it is locked"):
        RoomLog(path).append([said(1)], 1.0)
