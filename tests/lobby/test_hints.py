"""What a key says in passing stands as long as what its player knows; what was typed for a screen goes with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from core.event import SideId
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from tests.lobby.parlour import game_screen, press, settled, visiting
from tests.rooms.table import BEN, house, laid, ordered
from tui.lobby.chat import ChatDrawer
from tui.terminal.settled import settled as rest
from tui.terminal.settled import undelivered
from tui.widgets.messages import MessageLine

EVA = PlayerName("eva")
HINT = "No overlay lies on the map"


@pytest.mark.parametrize("name", [BEN, EVA])
async def test_a_hint_does_not_go_by_what_the_other_side_orders_in_secret(tmp_path: Path, name: PlayerName) -> None:
    at = house(tmp_path)
    room = laid(at)
    side, other = room.waits_for()
    keeper = room.commander(side)
    assert keeper != BEN
    async with visiting(at, name, room=room.id, size=(80, 24)) as (app, pilot):
        line = game_screen(app).query_one(MessageLine)

        async def hinted() -> bool:
            await press(pilot, "D", "D")
            return line.hints(HINT) and bool(line.display)

        await press(pilot, "V")
        assert await hinted()
        secret = 0
        while side in room.waits_for() and secret < 3:
            before = len(room.redacted(name))
            ordered(room, side)
            if len(room.redacted(name)) != before:
                break
            secret += 1
            await settled(pilot)
            assert await hinted(), f"it tells of {secret} secret orders"
        assert secret
        while (waits := room.waits_for()) == (side, other) or waits == (SideId(other),):
            ordered(room, waits[0])
        await settled(pilot)
        assert not await hinted(), "what everybody knows takes it away"


async def test_what_was_typed_while_others_were_to_order_is_no_order(tmp_path: Path) -> None:
    """Keys that still wait behind another when the turn comes were typed for a screen that said to wait."""
    at = house(tmp_path)
    room = laid(at, RoomPlan("rear-area-raid"))
    side = room.waits_for()[0]
    other = next(SideId(look.id) for look in room.looks if look.id != side)
    name = room.commander(other)
    assert name is not None
    async with visiting(at, name, room=room.id) as (app, pilot):
        typed, chat = app.keys_in_order, game_screen(app).query_one(ChatDrawer)
        for into_a_line in (False, True):
            if into_a_line:
                await press(pilot, "escape", "escape", "c")
                assert chat.is_open
            while room.waits_for() == (side,):
                ordered(room, side)
            await settled(pilot)
            while other in room.waits_for():
                ordered(room, other)
            await settled(pilot)
            typed._now, typed._given = events.Key("x", "x"), True
            typed._waiting.extend([events.Key("enter", None), events.Key("E", "E")])
            while room.waits_for() == (side,):
                ordered(room, side)
            assert other in room.waits_for()
            assert not await rest(lambda: undelivered(app), 60)
            assert typed.waits == (2 if into_a_line else 0)
            typed._now = None
            typed._waiting.clear()
