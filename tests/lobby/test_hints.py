"""What a key says in passing stands as long as what its player knows: others' secrets do not take it away."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.event import SideId
from saves.rooms.names import PlayerName
from tests.lobby.parlour import game_screen, press, settled, visiting
from tests.rooms.table import BEN, house, laid, ordered
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
