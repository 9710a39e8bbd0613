"""Clocks: what they charge, when they warn, what a time-out does. No clock of the machine is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.event import SideId
from core.order import IllegalOrder
from saves.rooms import events as e
from saves.rooms.clock import LONGEST_GAP, Clocks, gap_to_charge
from saves.rooms.plan import ClockPlan, RoomPlan, TimeOut
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.rooms.table import ANNA, BEN, BRITISH, ITALIAN, PIMPLE, Time, advice, house, laid, ordered

RED, BLUE = SideId("red"), SideId("blue")
PLAN = ClockPlan(10, 5, (300, 60, 10))


def test_only_running_clocks_are_charged() -> None:
    clocks = Clocks.fresh(PLAN, (RED, BLUE))
    clocks.run((RED,), 100.0)
    assert (clocks.left(RED, 130.0), clocks.left(BLUE, 130.0)) == (570.0, 600.0)
    clocks.run((RED, BLUE), 130.0)
    clocks.run((BLUE,), 140.0)
    assert (clocks.left(RED, 150.0), clocks.left(BLUE, 150.0)) == (560.0, 580.0)
    clocks.run((), 150.0)
    assert clocks.left(BLUE, 9999.0) == 580.0


def test_no_clock_goes_below_nothing_or_backwards() -> None:
    clocks = Clocks.fresh(PLAN, (RED,))
    clocks.run((RED,), 100.0)
    assert clocks.left(RED, 50.0) == 600.0
    clocks.settle(50.0)
    assert clocks.left(RED, 50.0) == 600.0
    assert clocks.out(649.9) == ()
    assert clocks.out(650.0) == (RED,)
    clocks.settle(9999.0)
    assert clocks.written() == {RED: 0.0}
    clocks.add(RED, 5)
    assert clocks.left(RED, 9999.0) == 5.0


def test_each_warning_comes_once_and_an_overtaken_one_never() -> None:
    clocks = Clocks.fresh(PLAN, (RED,))
    clocks.run((RED,), 0.0)
    assert clocks.warning(RED, (), 299.0) is None
    assert clocks.warning(RED, (), 300.0) == 300
    assert clocks.warning(RED, (300,), 301.0) is None
    assert clocks.warning(RED, (), 595.0) == 10
    assert clocks.warning(RED, (10,), 595.0) is None
    assert clocks.warning(RED, (), 600.0) is None


def test_a_warning_of_the_whole_time_is_none() -> None:
    clocks = Clocks.fresh(ClockPlan(1, 0, (300, 60, 10)), (RED,))
    clocks.run((RED,), 0.0)
    assert clocks.warning(RED, (), 0.0) is None


@pytest.mark.parametrize(
    ("gap", "charged"), [(0.0, 0.0), (20.0, 20.0), (LONGEST_GAP, LONGEST_GAP), (LONGEST_GAP + 1, 0.0), (-3600.0, 0.0)]
)
def test_only_a_short_gap_between_two_processes_is_charged(gap: float, charged: float) -> None:
    assert gap_to_charge(1000.0, 1000.0 + gap) == charged


# -- at a table --------------------------------------------------------------------------------------


def timed(tmp_path: Path, what: TimeOut = TimeOut.PASS, increment: int = 0, minutes: int = 10) -> tuple[Room, Time]:
    time = Time()
    clock = ClockPlan(minutes, increment, (300, 60), what)
    room = laid(house(tmp_path, time), RoomPlan(PIMPLE, clock=clock))
    while len(room.waits_for()) != 1:
        ordered(room)
    return room, time


def test_the_side_that_is_waited_for_is_charged(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    (other,) = {BRITISH, ITALIAN} - {side}
    time.passes(100)
    assert (room.time_left(side), room.time_left(other)) == (500.0, 600.0)
    while room.waits_for() == (side,):
        ordered(room)
    time.passes(50)
    assert room.time_left(side) == 500.0
    assert room.time_left(SideId("nobody")) is None


def test_both_clocks_run_while_both_sides_choose_in_secret(tmp_path: Path) -> None:
    time = Time()
    room = laid(house(tmp_path, time), RoomPlan(PIMPLE, clock=ClockPlan(60)))
    while len(room.waits_for()) != 2:
        ordered(room)
    left = room.time_left(BRITISH), room.time_left(ITALIAN)
    time.passes(10)
    assert (room.time_left(BRITISH), room.time_left(ITALIAN)) == (left[0] - 10, left[1] - 10)  # type: ignore[operator]


def test_an_order_that_others_see_adds_its_increment_and_undo_takes_it_away(tmp_path: Path) -> None:
    room, time = timed(tmp_path, increment=7)
    secret = unmade = 0
    for _ in range(150):
        side = room.waits_for()[0]
        player = room.players(side)[0]
        before, events = room.time_left(side), room.events
        assert before is not None
        time.passes(2)
        ordered(room, side)
        after, seen = before - 2, bool(room.redacted(None, events))
        secret += not seen
        assert room.time_left(side) == after + 7 * seen
        if room.may_undo(player) and not unmade and seen:
            room.undo(player)
            assert room.time_left(side) == after
            unmade += 1
    assert secret > 5
    assert unmade


def test_a_jump_of_the_wall_clock_charges_nothing(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    for jump in (86_400.0, -200_000.0):
        time.wall += jump
        left = room.time_left(side)
        time.passes(1)
        room.tick()
        assert room.time_left(side) == left - 1  # type: ignore[operator]
        room.say(ANNA, "all", "x")
        assert room.time_left(side) == left - 1  # type: ignore[operator]


def test_a_host_that_was_down_charges_nothing(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    for seconds in (20, 20):
        time.passes(seconds)
        room.tick()
    room.settle()
    left = room.time_left(side)
    assert left == 560.0
    later = Time(time.wall + 7200, 3.0)
    again = house(tmp_path, later).room(room.id)
    assert again.time_left(side) == left
    later.passes(10)
    assert again.time_left(side) == 550.0


def test_a_process_that_takes_over_at_once_charges_what_has_passed(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    time.passes(30)
    room.tick()
    time.passes(20)
    other = house(tmp_path, Time(time.wall, 3.0)).room(room.id)
    assert other.time_left(side) == room.time_left(side) == 550.0


def test_a_killed_host_forgives_half_a_minute_at_most(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    for _ in range(75):
        time.passes(1)
        room.tick()
    again = house(tmp_path, Time(time.wall + 7200, 3.0)).room(room.id)
    assert again.time_left(side) == 600.0 - 60.0


def test_two_processes_charge_once(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    other = house(tmp_path, time).room(room.id)
    side = room.waits_for()[0]
    for _ in range(100):
        time.passes(1)
        room.tick()
        other.refresh()
        other.tick()
        room.refresh()
    assert room.time_left(side) == other.time_left(side) == 500.0


def test_a_side_is_warned_once_even_by_another_process(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    time.passes(301)
    assert room.tick() == (e.ClockWarned(side=side, seconds=300),)
    assert room.tick() == ()
    other = house(tmp_path, time).room(room.id)
    assert other.tick() == ()
    time.passes(250)
    assert other.tick() == (e.ClockWarned(side=side, seconds=60),)


@pytest.mark.parametrize("increment", [0, 5])
def test_time_out_passes(tmp_path: Path, increment: int) -> None:
    room, time = timed(tmp_path, increment=increment)
    side = room.waits_for()[0]
    (other,) = {BRITISH, ITALIAN} - {side}
    time.passes(601)
    assert e.TimedOut(side=side, what="pass") in room.tick()
    for _ in range(300):
        if room.over or room.state.turn > 3:
            break
        thinking = room.computer_order()
        if thinking is not None:
            assert thinking.side == side
            room.give_computer(thinking, thinking())
        elif other in room.waits_for():
            ordered(room, other)
        elif increment:
            time.passes(6)
            room.tick()
        else:
            with pytest.raises(IllegalOrder, match="time of your side is out"):
                room.give(room.players(side)[0], advice(room, side))
            room.tick()
    else:
        pytest.fail("the game did not go on")
    assert (room.time_left(side) or 0) <= increment


def test_time_out_seats_a_computer(tmp_path: Path) -> None:
    room, time = timed(tmp_path, TimeOut.COMPUTER)
    side = room.waits_for()[0]
    time.passes(601)
    assert room.tick() == (e.TimedOut(side=side, what="computer"), e.SeatTaken(side=side, level="greedy"))
    assert room.computer_wanted() == (side, "greedy")
    assert room.time_left(side) is None
    with pytest.raises(IllegalOrder, match=f"a computer plays {side} now"):
        room.give(room.players(side)[0], advice(room, side))
    thinking = room.computer_order()
    assert thinking is not None
    assert room.give_computer(thinking, thinking())
    assert room.tick() == ()


def test_time_out_adjourns_until_all_want_to_go_on(tmp_path: Path) -> None:
    room, time = timed(tmp_path, TimeOut.ADJOURN)
    side = room.waits_for()[0]
    time.passes(550)
    assert room.tick() == (e.ClockWarned(side=side, seconds=60),)
    time.passes(51)
    assert room.tick() == (e.TimedOut(side=side, what="adjourn"), e.Adjourned(by=""))
    assert room.stage is Stage.ADJOURNED
    time.passes(10_000)
    assert room.tick() == ()
    room.resume(ANNA)
    room.resume(BEN)
    assert room.time_left(side) == 600.0
    time.passes(550)
    assert room.tick() == (e.ClockWarned(side=side, seconds=60),)
    ordered(room, side)


def test_an_adjourned_game_charges_nothing(tmp_path: Path) -> None:
    room, time = timed(tmp_path)
    side = room.waits_for()[0]
    time.passes(30)
    room.adjourn(ANNA)
    room.adjourn(BEN)
    time.passes(5000)
    again = house(tmp_path, time).room(room.id)
    for one in (room, again):
        assert one.time_left(side) == 570.0
    room.resume(ANNA)
    room.resume(BEN)
    time.passes(10)
    assert room.time_left(side) == 560.0
