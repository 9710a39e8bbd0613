"""Whatever is typed while a computer thinks: nothing is ordered, nothing is lost, nobody waits for ever."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest

from core.event import Event, OrderGiven, SideId
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.host.client import Player, still
from tests.host.tables import Club, club
from tests.patience import PATIENCE
from tests.rooms.table import advice
from tui.game.screen import GameScreen

ANNA = PlayerName("anna")
#: All that does something in a game, or would; what leaves it too.
KEYS = (
    *(
        "\t",
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\r",
        "\r",
        " ",
        "E",
        "U",
        "u",
        "z",
        "Z",
        "*",
        "S",
        "[",
        "]",
        "\x1b",
    ),
    *"1234abdefgimnptvwxyBCDFLMRVXY%'\"?+-",
    *("\x07", "\x0e", "\x10", "\x03", "q", "\x1b[<0;20;10M\x1b[<0;20;10m", "\x1b[200~pasted\x1b[201~"),
)
SIZES = ((80, 24), (120, 40), (40, 12), (20, 5), (200, 60))


async def test_nothing_typed_while_a_computer_thinks_is_an_order(tmp_path: Path) -> None:
    assert await bothered(tmp_path, "rear-area-raid", 4, "raid") > 30


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["rear-area-raid", "the-pimple", "pw-0", "halfaya-pass"])
@pytest.mark.parametrize("number", range(3))
async def test_nor_in_a_whole_game(tmp_path: Path, scenario: str, number: int) -> None:
    assert await bothered(tmp_path, scenario, 30, f"{scenario}/{number}") > 50


def ordered_by(side: SideId, events: list[Event]) -> list[Event]:
    """The orders of a side among events."""
    return [event for event in events if isinstance(event, OrderGiven) and event.side == side]


async def bothered(data: Path, scenario: str, times: int, seed: str) -> int:
    """Play against a computer, and bother it so many times while it thinks; how many keys were typed then."""
    whim, typed = random.Random(seed), 0
    async with club(data) as here:
        foe = SideId(here.house.create(ANNA, RoomPlan(scenario)).looks[1].id)
        room = here.house.create(ANNA, RoomPlan(scenario, seats={foe: "ai:random"}))
        side = SideId(room.looks[0].id)
        room.join(ANNA, side, "words")
        here.tables[ANNA] = room.id
        anna = await here.come(ANNA, size=(120, 40))
        while times and not room.over:
            while side in room.waits_for():
                room.give(ANNA, advice(room, side, "random"))
            before = room.events
            if room.over or room.game is None:
                break
            times -= 1
            anna, keys = await bother(here, room, side, anna, whim)
            typed += keys
            assert not ordered_by(side, room.game.journal[before:]), "nobody has meant that"
            await its_turn_ends(room, side)
        anna = await present(here, anna)
        fresh = await here.come(ANNA, size=(120, 40))
        await still(anna, fresh)
        screen = here.app(ANNA).screen_stack[-1] if room.over else next_game(here)
        assert room.over or isinstance(screen, GameScreen)
        assert all(app.failures == [] for app in here.apps.opened.values())
    log = (data / "host" / "host.log").read_text()
    assert not [line for line in log.splitlines() if "troubled" in line or "failed" in line]
    return typed


def next_game(here: Club) -> object:
    """The screen of the game that somebody has come back to."""
    return next(screen for screen in here.app(ANNA).screen_stack if isinstance(screen, GameScreen))


async def bother(here: Club, room: Room, side: SideId, anna: Player, whim: random.Random) -> tuple[Player, int]:
    """One thing that a player does while he waits: he is there again when it is done."""
    anna, typed = await present(here, anna), 0
    what = whim.choice(("many", "many", "one by one", "sizes", "talk", "vanish"))
    with suppress(OSError):  # a key before has ended the session, and the client is about to hear of it
        if what == "many":
            typed = whim.choice((3, 30, 90))
            anna.type("".join(whim.choice(KEYS) for _ in range(typed)))
        elif what == "one by one":
            while typed < 30 and side not in room.waits_for() and not anna.closed.is_set():
                anna.type(whim.choice(KEYS))
                await asyncio.sleep(0)
                typed += 1
        elif what == "sizes":
            for _ in range(20):
                anna.resize(*whim.choice(SIZES))
        elif what == "talk":
            anna.type("\x1b\x1bchello\r\x1b")
        else:
            anna.channel.get_connection().abort()
            await asyncio.wait_for(anna.closed.wait(), PATIENCE)
    # What was typed is heard by then, maybe after the computer has done.
    await still(anna)
    return await present(here, anna), typed


async def present(here: Club, anna: Player) -> Player:
    """She who has left, by a key or otherwise, comes again."""
    return await here.come(ANNA, size=(120, 40)) if anna.closed.is_set() else anna


async def its_turn_ends(room: Room, side: SideId) -> None:
    """Until the computer has done; a game that was put off goes on."""
    async with asyncio.timeout(PATIENCE):
        while side not in room.waits_for() and not room.over:
            if room.stage is Stage.ADJOURNED:
                room.resume(ANNA)
            await asyncio.sleep(0.02)
