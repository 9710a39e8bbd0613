"""Talk, presence and the end of a game given up, as players see them."""

from __future__ import annotations

from pathlib import Path

from content import catalogue
from saves.rooms.house import House
from saves.rooms.plan import Absence, AwayPlan, RoomPlan
from saves.rooms.talk import EVERY
from tests.lobby.parlour import game_screen, press, seen, settled, visiting
from tests.rooms.table import ANNA, BEN, CLARA, PIMPLE, Time, house, laid, open_system
from tui.lobby.chat import ChatNews


async def test_a_flood_of_talk_takes_one_line(tmp_path: Path) -> None:
    time = Time()
    here = house(tmp_path, time)
    room = laid(here)
    async with visiting(here, ANNA, room=room.id) as (anna, pilot):
        for n in range(40):
            time.passes(EVERY)
            room.say(CLARA, "all", f"line {n} {'x' * 380}")
        await settled(pilot)
        assert not list(anna._notifications)
        news = anna.screen.query_one(ChatNews)
        assert news.size.height == 1
        assert "40 lines unread" in seen(anna)
        assert "line 39" in seen(anna)
        await press(pilot, "c")
        await settled(pilot)
        assert "line 39" in seen(anna)
        assert news.unread == ()
        await press(pilot, "escape")
        assert "unread" not in seen(anna)


async def test_what_was_said_meanwhile_is_told_on_return(tmp_path: Path) -> None:
    time = Time()
    here = house(tmp_path, time)
    room = laid(here)
    async with visiting(here, ANNA, room=room.id) as (_, pilot):
        room.say(BEN, "all", "seen by her")
        await settled(pilot)
        await press(pilot, "c", "escape")
    time.passes(60)
    room.say(BEN, "all", "back at eight")
    async with visiting(here, ANNA, room=room.id) as (anna, pilot):
        await settled(pilot)
        assert "back at eight" in seen(anna)
        assert [r.text for r in game_screen(anna).query_one(ChatNews).unread] == ["back at eight"]


async def test_who_is_ignored_is_not_heard(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here)
    room.say(CLARA, "all", "nonsense")
    here.say(CLARA, "more nonsense")
    async with visiting(here, ANNA, room=room.id) as (anna, pilot):
        await settled(pilot)
        assert "nonsense" in seen(anna)
        anna.choose_ignored()
        await settled(pilot)
        await press(pilot, "enter")
        assert anna.ignored.names == (CLARA,)
        room.say(CLARA, "all", "still there")
        room.say(BEN, "all", "hello")
        await settled(pilot)
        assert "hello" in seen(anna)
        assert "still there" not in seen(anna)
        await press(pilot, "c")
        assert "nonsense" not in seen(anna)
    async with visiting(here, ANNA) as (anna, pilot):
        anna.show_lobby()
        await settled(pilot)
        assert "nonsense" not in seen(anna)


async def test_who_is_away_is_shown_and_what_may_be_done(tmp_path: Path) -> None:
    time = Time()
    here = House(
        tmp_path, open_system, catalogue.content_hash, now=lambda: time.wall, monotonic=lambda: time.steady, alone=True
    )
    room = laid(here, RoomPlan(PIMPLE, away=AwayPlan(10, Absence.CLAIM)))
    waited = room.players(room.waits_for()[0])[0]
    other = BEN if waited == ANNA else ANNA
    token = here.enter(waited, room.id)
    async with visiting(here, other, size=(120, 32), room=room.id) as (app, pilot):
        await settled(pilot)
        assert "away" not in seen(app)
        here.leave(token)
        await settled(pilot)
        assert f"{waited} is away, 0 min" in seen(app)
        time.passes(600)
        game_screen(app).attention._show_note()
        await settled(pilot)
        assert f"{waited} is away, 10 min" in seen(app)
        assert "you need not wait" in seen(app)
        await press(pilot, "t", "w")
        await settled(pilot)
        await press(pilot, "y")
        await settled(pilot)
        assert f"{other} claimed the game" in seen(app)


async def test_a_game_given_up_says_who_won_and_asks_nothing_more(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here)
    async with visiting(here, ANNA, size=(120, 32), room=room.id) as (anna, pilot):
        room.resign(BEN)
        await settled(pilot)
        assert "ben resigned for Italian; British wins" in seen(anna)
        await press(pilot, "enter")
        await settled(pilot)
        text = seen(anna)
        assert "ben resigned for Italian; British wins" in text
        assert "▶" not in text.splitlines()[0]
        assert "The game is over" in text.splitlines()[0]
        assert "Waiting for" not in text
        assert "Waits for" not in text
        anna.show_lobby()
        await settled(pilot)
        await press(pilot, "4")
        await settled(pilot)
        assert "ben resigned for" in seen(anna)
        assert "british" not in seen(anna)
