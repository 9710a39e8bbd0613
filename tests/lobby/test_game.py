"""What can be done at a table beside orders: talk, take back, adjourn, resign, share, watch; and coming back."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.event import SideId
from core.order import IllegalOrder
from saves.rooms.plan import RoomPlan
from saves.rooms.state import Stage
from tests.lobby.parlour import at_table, game_screen, press, seen, settled, visiting
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, PIMPLE, house, laid, ordered, played
from tui.game.over import OverSheet
from tui.game.told import ToldSheet
from tui.kit.form import Form
from tui.kit.popups import PickList
from tui.lobby.lobby import LobbyScreen
from tui.lobby.request import RequestLine
from tui.lobby.sharing import SharingScreen
from tui.menu.title import TitleScreen
from tui.replay.screen import ReplayScreen
from tui.widgets.header import GameHeader


async def test_talk_to_all_and_to_the_own_side(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at, british=(ANNA, CLARA))
    async with (
        visiting(at, ANNA, room=room.id) as (anna, a),
        visiting(at, BEN, room=room.id) as (ben, b),
        visiting(at, CLARA, room=room.id) as (clara, c),
    ):
        await press(a, "c", *"hello", "enter", "tab", *"psst", "enter")
        await settled(a, b, c)
        assert [(r.text, r.alone) for r in room.lines_for(ANNA)] == [("hello", False), ("psst", True)]
        assert "hello" in seen(ben)
        assert "psst" not in seen(ben)
        assert "psst" in seen(clara)
        await press(a, "escape")
        assert anna.screen.focused is game_screen(anna).map


async def test_a_typed_key_is_never_an_order_or_an_answer(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        before = room.events
        await press(a, "c", *"aitEd1yn", "backspace")
        assert room.events == before
        assert at_table(anna.screen)


async def test_take_back_by_consent(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    played(room, 30)
    async with visiting(at, ANNA, room=room.id) as (anna, a), visiting(at, BEN, room=room.id) as (ben, b):
        await press(a, "escape", "t", "u", "1")
        await settled(a, b)
        question = room.take_back
        assert question is not None
        assert "anna asks to take back" in ben.screen.query_one(RequestLine).said[0]
        await press(b, "escape", "a")
        assert isinstance(ben.screen, PickList)
        await press(b, "y")
        await settled(a, b)
        assert room.take_back is None
        assert game_screen(anna).table.ask() is not None
        assert not ben.screen.query_one(RequestLine).said[0]


async def test_a_take_back_can_be_refused(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    played(room, 30)
    before = room.events
    async with visiting(at, ANNA, room=room.id) as (_, a), visiting(at, BEN, room=room.id) as (_, b):
        await press(a, "escape", "t", "u", "1")
        await settled(a, b)
        await press(b, "escape", "a", "n")
        await settled(a, b)
        assert room.take_back is None
        assert room.events == before


async def test_adjourn_and_go_on(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a), visiting(at, BEN, room=room.id) as (ben, b):
        await press(a, "t", "a")
        await settled(a, b)
        assert "adjourn" in ben.screen.query_one(RequestLine).said[0]
        await press(b, "a", "y")
        await settled(a, b)
        assert room.stage is Stage.ADJOURNED
        assert "adjourned" in seen(anna)
        await press(b, "t", "g")
        await settled(a, b)
        await press(a, "a", "y")
        await settled(a, b)
        assert room.stage is Stage.PLAYING


async def test_resigning_is_asked_twice_and_ends_it_for_both(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a), visiting(at, BEN, room=room.id) as (ben, b):
        await press(a, "t", "R", "n")
        assert room.stage is Stage.PLAYING
        await press(a, "t", "R", "y")
        await settled(a, b)
        assert room.stage is Stage.OVER
        for app in (anna, ben):
            assert isinstance(app.screen, OverSheet)
            assert "resigned" in seen(app)
            headline = game_screen(app).query_one(GameHeader).visual
            assert "The game is over" in str(headline)
            assert "→" not in str(headline)


async def test_formations_are_shared_out(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at, british=(ANNA, CLARA))
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        await press(a, "t", "s")
        assert isinstance(anna.screen, SharingScreen)
        form = anna.screen.query_one(Form)
        assert form.current is not None
        units = next(f.units for f in room.formations(BRITISH) if f.id == form.current.id)
        await press(a, "right")
        assert set(units) <= set(room.units_of(CLARA))


async def test_a_spectator_sees_but_orders_nothing(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, CLARA, room=room.id, guest=True) as (clara, c):
        screen = game_screen(clara)
        for _ in range(6):
            ordered(room)
            await settled(c)
        assert screen.stage.ordering is None
        before = room.events
        await press(c, "enter", "1", "E", "U", "t", "escape")
        assert room.events == before
        with_secrets = [c for c in screen.stage.counters for mark in c.marks if mark.meaning.startswith("told")]
        assert not with_secrets


async def test_nothing_is_lost_by_leaving_and_one_key_comes_back(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        assert SideId(room.waits_for()[0])
        await press(a, "q")
        await settled(a)
        assert isinstance(anna.screen, LobbyScreen)
        asked = room.side_of(ANNA) in room.waits_for()
        await press(a, "g")
        await settled(a)
        assert at_table(anna.screen)
    async with visiting(at, ANNA) as (anna, a):
        assert isinstance(anna.screen, TitleScreen)
        assert f"The Pimple: {'your turn' if asked else 'others are to move'}" in seen(anna)
        await press(a, "enter")
        await settled(a)
        assert at_table(anna.screen)


async def test_a_game_that_waits_for_others_is_one_key_away_too(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    while room.side_of(ANNA) in room.waits_for():
        ordered(room, room.side_of(ANNA))
    async with visiting(at, ANNA) as (anna, a):
        assert "The Pimple: others are to move" in seen(anna)
        await press(a, "b")
        await settled(a)
        assert at_table(anna.screen)


async def test_news_on_coming_back(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    played(room, 12)
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        await press(a, "escape", "q")
        await settled(a)
    played(room, 30)
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        await settled(a)
        assert isinstance(anna.screen, ToldSheet), seen(anna)
        assert "What happened" in seen(anna)


async def test_an_order_in_hand_stays_when_others_act(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        screen = game_screen(anna)
        while not (screen.stage.ordering and len(room.waits_for()) == 2):
            ordered(room, next(side for side in room.waits_for()))
            await settled(a)
        keys = [key for key, choice in screen.keys.items() if choice.kind == "unit"]
        await press(a, keys[0])
        picked = screen.stage.ordering.partial
        assert picked
        ordered(room, room.side_of(BEN))
        await settled(a)
        assert screen.stage.ordering is not None
        assert screen.stage.ordering.partial == picked


async def test_what_is_refused_is_said(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at, RoomPlan(PIMPLE, players_a_side=2), british=(ANNA, CLARA))
    async with visiting(at, CLARA, room=room.id) as (clara, _):
        table = game_screen(clara).table
        refused = [choice.refusal for choice in table.choices(BRITISH, ()).options if choice.refusal is not None]
        if room.side_of(CLARA) in room.waits_for():
            assert any("anna" in refusal.reason for refusal in refused)
        with pytest.raises(IllegalOrder):
            table.submit(BRITISH, ("nothing",))


async def test_a_finished_game_is_watched_again_with_notes_of_ones_own(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at, RoomPlan(PIMPLE, title="[b]Late[/b] [x"))
    played(room, 12)
    room.resign(BEN)
    async with visiting(at, CLARA, room=room.id) as (clara, c):
        assert isinstance(clara.screen, OverSheet)
        await press(c, "v")
        await clara.workers.wait_for_complete()
        await settled(c)
        assert "The dice hold: all" in seen(clara)
        await press(c, "p")
        await settled(c)
        assert isinstance(clara.screen, ReplayScreen)
        assert "in progress" not in str(clara.screen.query_one(GameHeader).visual)
        await press(c, "m", *"here", "enter")
        await settled(c)
        assert list((tmp_path / "players" / "clara" / "notes").iterdir())
        assert {path.name for path in room.path.parent.iterdir()} == {"room.log", "game.journal", "dice.secret"}
        await press(c, "escape", "i")
        await settled(c)
        assert "About [b]Late[/b] [x" in seen(clara) or isinstance(clara.screen, OverSheet)


async def test_an_owner_removes_a_finished_table(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    room.resign(BEN)
    async with visiting(at, ANNA) as (anna, a):
        await press(a, "l", "4", "delete")
        assert isinstance(anna.screen, PickList)
        await press(a, "d")
        await settled(a)
        assert not at.rooms()


async def test_ctrl_g_goes_to_the_game_that_waits(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    while room.side_of(ANNA) not in room.waits_for():
        ordered(room)
    async with visiting(at, ANNA) as (anna, a):
        await press(a, "r", "ctrl+g")
        await settled(a)
        assert at_table(anna.screen)
        assert f"table {room.id}" == anna.place


async def test_who_is_elsewhere_is_told_when_he_is_asked(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    while room.side_of(ANNA) in room.waits_for():
        ordered(room, room.side_of(ANNA))
    async with visiting(at, ANNA) as (anna, a):
        while room.side_of(ANNA) not in room.waits_for():
            ordered(room)
        await settled(a)
        await settled(a)
        assert "your turn" in seen(anna)


async def test_two_steps_before_the_screen_hears_of_one_come_to_rest(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, pilot):
        screen = game_screen(anna)
        went: list[object] = []
        go = screen.looking.go_to_hex
        screen.looking.go_to_hex = lambda hex_: (went.append(hex_), go(hex_))[1]  # type: ignore[method-assign]
        before = screen.map.cursor
        screen.map.action_step("E")
        screen.map.action_step("E")
        await settled(pilot)
        assert len(went) <= 2
        assert screen.stage.cursor == screen.map.cursor != before
