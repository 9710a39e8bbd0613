"""What goes to a client for a key: what changes on the screen, so little that a slow line carries it at once."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from statistics import median

import pytest

from core.ai import player as computer
from saves.rooms import sealed
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from tests.host.client import Player, still
from tests.host.tables import club

ANNA, BEN = PlayerName("anna"), PlayerName("ben")
#: Bytes of a step of the cursor, as half of them are at most; of one on or off a unit, whose card is drawn; and of a
#: unit taken in hand, with all it can reach: that of Panzer War has hundreds of places to go to.
STEP, CARD = 600, 2500
HAND = {"the-pimple": 2000, "pw-0": 4000}


async def sent(player: Player, key: str) -> int:
    """The bytes that have come when all that a key set off has been drawn."""
    before = player.bytes
    player.type(key)
    await still(player)
    return player.bytes - before


@pytest.mark.parametrize(("scenario", "step"), [("the-pimple", "move"), ("pw-0", "plan")])
async def test_the_cursor_and_a_unit_in_hand_are_few_bytes(
    tmp_path: Path, scenario: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "draw", lambda: sha256(b"bytes").hexdigest())
    async with club(tmp_path) as here:
        room = here.house.create(ANNA, RoomPlan(scenario))
        for name, side in zip((ANNA, BEN), room.plan.seats, strict=True):
            room.join(name, side, f"words of {name}")
        side = room.waits_for()[0]
        while not str(room.view(None).step).endswith(step):
            order = computer("greedy", f"{side}/{room.events}").order(room.system, room.game.view(side), side)  # type: ignore[union-attr]
            room.give(room.commander(side), order)  # type: ignore[arg-type]
            side = room.waits_for()[0]
        name = room.commander(side) or ANNA
        here.tables[name] = room.id
        player = await here.come(name, size=(120, 40))
        await player.until("turn 1/")
        await still(player)
        await sent(player, "\t")
        steps = [await sent(player, key) for key in "kkkkhhhhjjjjllll"]
        assert 0 < median(steps) <= STEP, steps
        assert max(steps) <= CARD, steps
        await sent(player, "\t")
        hand = await sent(player, "\r")
        assert "one step back" in player.screen.text
        assert 0 < hand <= HAND[scenario]
