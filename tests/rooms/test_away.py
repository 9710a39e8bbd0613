"""Players who stay away: since when, and what the others may do about it as was agreed."""

from __future__ import annotations

from pathlib import Path

import pytest

from content import catalogue
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.plan import Absence, AwayPlan, RoomPlan
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.rooms.table import ANNA, BEN, CLARA, PIMPLE, Time, house, laid, open_system, played


def at_home(data: Path, time: Time) -> House:
    """A house in whose process all players are."""
    return House(
        data, open_system, catalogue.content_hash, now=lambda: time.wall, monotonic=lambda: time.steady, alone=True
    )


def waiting(data: Path, time: Time, then: Absence) -> tuple[House, Room]:
    """A game in which Anna has gone, and is waited for."""
    here = at_home(data, time)
    room = laid(here, RoomPlan(PIMPLE, away=AwayPlan(10, then)))
    token = here.enter(ANNA, room.id)
    here.enter(BEN, room.id)
    while ANNA not in room.players(room.waits_for()[0]):
        played(room, 1)
    here.leave(token)
    return here, room


def test_it_is_known_who_is_away_and_since_when(tmp_path: Path) -> None:
    time = Time()
    here, room = waiting(tmp_path, time, Absence.ADJOURN)
    gone = time.wall
    time.passes(60)
    assert (room.gone(ANNA), room.gone(BEN)) == (gone, None)
    token = here.enter(ANNA, room.id)
    assert room.gone(ANNA) is None
    here.leave(token)
    assert room.gone(ANNA) == gone + 60
    assert house(tmp_path, time).room(room.id).gone(ANNA) is None, "another process cannot know"
    time.passes(3600)
    later = at_home(tmp_path, time)
    assert later.room(room.id).gone(ANNA) == time.wall, "nobody saw who was there while no host ran"


def test_a_side_that_stays_away_is_put_off(tmp_path: Path) -> None:
    time = Time()
    _, room = waiting(tmp_path, time, Absence.ADJOURN)
    side = room.side_of(ANNA)
    assert side is not None
    time.passes(599)
    assert room.may_claim(BEN) == ()
    with pytest.raises(RoomError, match="not been away for 10 minutes"):
        room.claim(BEN, side)
    time.passes(1)
    assert room.may_claim(BEN) == (side,)
    for who in (ANNA, CLARA):
        with pytest.raises(RoomError, match="another side"):
            room.claim(who, side)
    room.claim(BEN, side)
    assert room.stage is Stage.ADJOURNED


def test_who_comes_back_in_time_loses_nothing(tmp_path: Path) -> None:
    time = Time()
    here, room = waiting(tmp_path, time, Absence.CLAIM)
    time.passes(600)
    here.enter(ANNA, room.id)
    assert room.may_claim(BEN) == ()


def test_a_computer_plays_on_until_somebody_comes_back(tmp_path: Path) -> None:
    time = Time()
    _, room = waiting(tmp_path, time, Absence.COMPUTER)
    side = room.side_of(ANNA)
    assert side is not None
    time.passes(600)
    room.claim(BEN, side)
    assert room.state.computers == {side: "greedy"}
    assert room.state.side_of(ANNA) == side
    with pytest.raises(RoomError, match="no computer plays in your place"):
        room.come_back(BEN)
    room.come_back(ANNA)
    assert room.state.computers == {}


def test_a_claimed_game_is_over(tmp_path: Path) -> None:
    time = Time()
    here, room = waiting(tmp_path, time, Absence.CLAIM)
    side = room.side_of(ANNA)
    assert side is not None
    time.passes(600)
    room.claim(BEN, side)
    assert room.stage is Stage.OVER
    assert room.state.winner == room.side_of(BEN)
    name = {look.id: look.name for look in room.looks}
    assert room.result == f"{name[side]} stayed away and ben claimed the game; {name[room.side_of(BEN) or '']} wins"
    assert house(tmp_path, time).room(room.id).result == room.result
    assert here.room(room.id).waits_for() == ()


def test_without_an_agreement_one_waits(tmp_path: Path) -> None:
    time = Time()
    here = at_home(tmp_path, time)
    room = laid(here)
    time.passes(10**6)
    assert room.may_claim(BEN) == room.may_claim(ANNA) == ()
    for minutes in (0, 10**6):
        with pytest.raises(RoomError, match="no absence"):
            here.create(ANNA, RoomPlan(PIMPLE, away=AwayPlan(minutes)))
