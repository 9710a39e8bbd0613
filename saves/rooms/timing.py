"""The clock of a game while it is played: warnings, and what happens when the time of a side is out."""

from __future__ import annotations

from core.ai import SUBSTITUTE
from core.event import SideId
from saves.rooms import books, ordering
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.plan import TimeOut


def time_left(desk: Desk, side: SideId) -> float | None:
    """Seconds that a side has left; None in a game without clocks and for a computer."""
    plan, state = desk.state.plan.clock, desk.state
    if plan is None or state.computers.get(side) or side not in state.plan.seats:
        return None
    if desk.clocks is None:
        return plan.minutes * 60.0
    return desk.clocks.left(side, desk.means.monotonic())


def tick(desk: Desk) -> tuple[e.RoomEvent, ...]:
    """Look at the clocks: what has happened since the last look. To be called every second or so."""
    clocks, game = desk.clocks, desk.game
    unbooked = game is not None and desk.booked != len(game.journal)
    if not unbooked:
        if clocks is None or not clocks.running:
            return ()
        now = desk.means.monotonic()
        if not (clocks.out(now) or clocks.due(now) or any(_warning(desk, side) for side in clocks.running)):
            return ()
    with desk.turn():
        books.current(desk)
        happened: list[e.RoomEvent] = []
        for side in desk.on_the_clock():
            happened += _look(desk, side)
        if desk.clocks is not None and desk.clocks.due(desk.means.monotonic()):
            books.keep(desk, clock=True)
        return tuple(happened)


def _warning(desk: Desk, side: SideId) -> e.ClockWarned | None:
    clocks = desk.clocks
    if clocks is None:
        return None
    told = [seconds for one, seconds in desk.state.warned if one == side]
    due = clocks.warning(side, told, desk.means.monotonic())
    return e.ClockWarned(side=side, seconds=due) if due else None


def _look(desk: Desk, side: SideId) -> list[e.RoomEvent]:
    clocks, plan = desk.clocks, desk.state.plan.clock
    if clocks is None or plan is None:
        return []
    if side not in clocks.out(desk.means.monotonic()):
        warning = _warning(desk, side)
        if warning is None:
            return []
        desk.write(warning)
        return [warning]
    happened: list[e.RoomEvent] = []
    if side not in desk.state.timed_out:
        happened = [e.TimedOut(side=side, what=plan.on_time_out.value)]
        if plan.on_time_out is TimeOut.COMPUTER:
            happened.append(e.SeatTaken(side=side, level=SUBSTITUTE))
        elif plan.on_time_out is TimeOut.ADJOURN:
            happened.append(e.Adjourned(by=""))
        clocks.settle(desk.means.monotonic())
        desk.write(e.ClockRan(left=clocks.written()), *happened)
    if plan.on_time_out is TimeOut.PASS and desk.game is not None:
        made = ordering.finishing(desk.game, side)
        if made is not None:
            ordering.give_in_turn(desk, side, made)
    return happened


def settle(desk: Desk) -> None:
    """Write down how the clocks stand, as they run no further in this process."""
    if desk.clocks is not None and desk.clocks.running:
        with desk.turn():
            desk.clocks.settle(desk.means.monotonic())
            desk.write(e.ClockRan(left=desk.clocks.written()))
