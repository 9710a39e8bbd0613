"""Talk at a table and in the lobby: how much of it, who hears it, what is told to who comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.rooms import chat_file, desk
from saves.rooms import events as e
from saves.rooms.error import RoomError
from saves.rooms.log import create_log
from saves.rooms.plan import RoomPlan
from saves.rooms.talk import AT_ONCE, EVERY
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, DAVID, PIMPLE, Time, house, laid


def test_a_player_says_a_few_lines_at_once_and_then_one_every_few_seconds(tmp_path: Path) -> None:
    time = Time()
    here = house(tmp_path, time)
    room = laid(here)
    for n in range(AT_ONCE):
        (room.say if n % 2 else lambda *_: here.say(ANNA, "x"))(ANNA, "all", "x")  # type: ignore[operator]
    for speak in (lambda: room.say(ANNA, "all", "x"), lambda: here.say(ANNA, "x")):
        with pytest.raises(RoomError, match="wait 3 seconds"):
            speak()
    room.say(BEN, "all", "who is quiet may talk")
    time.passes(EVERY)
    here.say(ANNA, "y")
    with pytest.raises(RoomError, match="a lot of lines"):
        room.say(ANNA, "all", "y")


def test_what_is_said_does_not_make_the_log_of_a_room_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_LONGEST_CHAT", 20_000)
    time = Time()
    room = laid(house(tmp_path, time))
    before = (room.path.parent / desk.LOG).stat().st_size
    for n in range(300):
        time.passes(EVERY)
        room.say(CLARA, "all", f"{n} {'x' * 300}")
    assert (room.path.parent / desk.LOG).stat().st_size == before
    chat = room.path.parent / desk.CHAT
    assert chat.stat().st_size <= 20_000 + chat_file._KEPT * 450
    assert room.lines_for(ANNA)[-1].text.startswith("299 ")
    assert room.state.changed < time.wall - 600, "and does not move the table up in the lobby"


def test_lines_of_older_logs_are_heard_before_new_ones(tmp_path: Path) -> None:
    room = laid(house(tmp_path))
    entries = [e.Said(player=ANNA, text="of old", side=BRITISH, alone=True), e.Said(player=BEN, text="to all")]
    with room._desk.turn():
        room._desk.write(*entries)
    room.say(BEN, "all", "new")
    again = house(tmp_path).room(room.id)
    assert [r.text for r in again.lines_for(ANNA)] == ["of old", "to all", "new"]
    assert [r.text for r in again.lines_for(BEN)] == ["to all", "new"]


def test_a_log_of_an_older_version_is_read(tmp_path: Path) -> None:
    """A plan without the newer agreements has none of them."""
    made = e.RoomMade(by=ANNA, plan=RoomPlan(PIMPLE, seats={BRITISH: "open"}), commitment="c")
    data = e.encode_room(made)
    for key in ("apart", "away"):
        data["plan"].pop(key, None)
    old = e.decode_room(data)
    create_log(tmp_path / "room.log", [old], 1.0)
    assert isinstance(old, e.RoomMade)
    assert (old.plan.apart, old.plan.away) == (False, None)


def test_spectators_talk_apart_until_the_game_is_over(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here, RoomPlan(PIMPLE, apart=True))
    room.say(CLARA, "all", "look at his flank")
    room.say(ANNA, "all", "good luck")
    assert [r.text for r in room.lines_for(ANNA)] == ["good luck"]
    assert [r.text for r in room.lines_for(CLARA)] == ["look at his flank", "good luck"]
    assert [r.text for r in room.lines_for(DAVID)] == ["look at his flank", "good luck"]
    room.resign(BEN)
    assert [r.text for r in room.lines_for(ANNA)] == ["look at his flank", "good luck"]


def test_what_was_said_while_one_was_away_is_known_on_return(tmp_path: Path) -> None:
    time = Time()
    here = house(tmp_path, time)
    room = laid(here)
    token = here.enter(ANNA, room.id)
    room.say(BEN, "all", "heard")
    room.mark_heard(ANNA)
    here.leave(token)
    time.passes(100)
    room.say(BEN, "all", "missed")
    again = house(tmp_path, time).room(room.id)
    assert [r.text for r in again.lines_for(ANNA) if r.at > again.heard(ANNA)] == ["missed"]
    assert again.state.away[ANNA] == time.wall - 100
