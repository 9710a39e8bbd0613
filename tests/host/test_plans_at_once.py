"""Panzer War at a host's table: both sides plan at once under one clock, nothing of a plan is lost or shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from core.ai import player as computer
from core.event import SideId
from core.step_end import FinishStep
from saves.rooms import sealed
from saves.rooms.names import PlayerName
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.rooms.room import Room
from tests.host.client import Player, still
from tests.host.tables import AtTables, Club, club
from tui.game.playback_screen import PlaybackScreen
from tui.game.screen import GameScreen
from tui.host.session import Caller

ANNA, BEN, EVA = PlayerName("anna"), PlayerName("ben"), PlayerName("eva")
GERMAN, SOVIET = SideId("german"), SideId("soviet")


def advised(room: Room, side: SideId) -> Any:
    """What a computer would order for a side."""
    assert room.game is not None
    return computer("greedy", f"{side}/{room.events}").order(room.system, room.game.view(side), side)


def step_of(room: Room) -> str:
    """The step that the game is in."""
    return str(room.view(None).step)


def name_of(side: SideId) -> PlayerName:
    """Anna plays the Germans, Ben the Soviets."""
    return ANNA if side == GERMAN else BEN


def play_to(room: Room, step: str) -> None:
    """Both go on as computers advise, up to a step."""
    while step_of(room) != step:
        side = room.waits_for()[0]
        room.give(name_of(side), advised(room, side))


def write_plans(room: Room, side: SideId, number: int | None = None) -> int:
    """Write down so many of the moves that a computer advises, None = all; how many that were."""
    done = 0
    while done != number and not isinstance(order := advised(room, side), FinishStep):
        room.give(name_of(side), order)
        done += 1
    return done


@asynccontextmanager
async def at_the_plan(data: Path) -> AsyncIterator[tuple[Club, Room, dict[PlayerName, Player]]]:
    """Anna, Ben and Eva, who watches, at a table of The Hamlet of Dubki; both sides are to plan."""
    async with club(data) as here:
        room = here.house.create(ANNA, RoomPlan("pw-0", clock=ClockPlan(30)))
        room.join(ANNA, GERMAN, "anna's words")
        room.join(BEN, SOVIET, "ben's words")
        play_to(room, "plan")
        here.tables.update(dict.fromkeys((ANNA, BEN, EVA), room.id))
        yield here, room, {name: await come(here, name) for name in (ANNA, BEN, EVA)}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is played goes on by itself, and the dice are the same each time."""
    monkeypatch.setattr(sealed, "draw", lambda: sha256(b"plans").hexdigest())
    opened = AtTables.play

    def play(self: AtTables, caller: Caller, player: PlayerName) -> Any:
        app = opened(self, caller, player)
        app.settings = evolve(app.settings, speed=0.0001, confirm=False)
        return app

    monkeypatch.setattr(AtTables, "play", play)


async def come(here: Club, name: PlayerName) -> Player:
    """A player comes to the table."""
    player = await here.come(name, size=(120, 40))
    await player.until("turn 1/8")
    await still(player)
    return player


async def test_both_plan_at_once_under_one_clock(tmp_path: Path) -> None:
    async with at_the_plan(tmp_path) as (_, room, players):
        assert set(room.waits_for()) == {GERMAN, SOVIET}
        for name in (ANNA, BEN):
            assert "Write down how each element moves" in players[name].screen.text
        left = [room.time_left(side) for side in (GERMAN, SOVIET)]
        assert None not in left
        write_plans(room, GERMAN)
        room.give(ANNA, FinishStep())
        await still(*players.values())
        assert room.waits_for() == (SOVIET,)
        assert "Waiting for Soviet" in players[ANNA].screen.text
        assert "Write down how each element moves" in players[BEN].screen.text


async def test_what_one_plans_sends_no_byte_to_the_others(tmp_path: Path) -> None:
    """Neither to the other side nor to who watches, however many plans there are."""
    async with at_the_plan(tmp_path) as (_, room, players):
        await still(*players.values())
        before = {name: players[name].bytes for name in (BEN, EVA)}
        assert write_plans(room, GERMAN) > 1
        await still(*players.values())
        assert {name: players[name].bytes for name in (BEN, EVA)} == before
        assert "planned" in players[ANNA].screen.text


async def test_who_drops_in_the_midst_of_planning_finds_his_plans_again(tmp_path: Path) -> None:
    """Cut off with two moves written down and a third begun, he comes back to two, and goes on."""
    async with at_the_plan(tmp_path) as (here, room, players):
        assert write_plans(room, GERMAN, 2) == 2
        await still(players[ANNA])
        assert "2 planned" in players[ANNA].screen.text
        players[ANNA].type("3")
        await still(players[ANNA])
        written = dict(room.view(ANNA).plans)
        players[ANNA].channel.get_connection().abort()
        write_plans(room, SOVIET)
        room.give(BEN, FinishStep())
        again = await come(here, ANNA)
        assert "2 planned" in again.screen.text
        assert dict(room.view(ANNA).plans) == written
        assert step_of(room) == "plan"
        write_plans(room, GERMAN)
        await still(again)
        again.type("E")
        await still(again, players[BEN])
        assert step_of(room) != "plan"


async def test_each_is_played_what_his_side_saw_and_who_watches_nothing(tmp_path: Path) -> None:
    """After the last seal both see their own tanks move, of the other's what they have in sight, and Eva sees none."""
    async with at_the_plan(tmp_path) as (here, room, players):
        for side in (GERMAN, SOVIET):
            write_plans(room, side)
        await still(*players.values())
        players[ANNA].type("E")
        await still(*players.values())
        assert not any(isinstance(here.app(name).screen, PlaybackScreen) for name in players)
        players[BEN].type("E")
        await still(*players.values())
        assert [isinstance(here.app(name).screen, PlaybackScreen) for name in (ANNA, BEN, EVA)] == [True, True, False]
        for name, side in ((ANNA, GERMAN), (BEN, SOVIET)):
            screen = here.app(name).screen
            assert isinstance(screen, PlaybackScreen)
            told = {report.unit for passage in screen.played for report in passage.reports} - {""}
            mine = {e.id for e in room.view(name).elements.values() if e.side == side}
            lines = {report.text for passage in screen.played for report in passage.reports}
            yet_to_move = f"{side.capitalize()} moves last and may change its plans" in lines
            assert bool(told & mine) is not yet_to_move
            assert told - mine <= room.view(name).elements.keys() | room.view(name).trails.keys()
        for element in room.view(None).engagement.elements:
            assert element.name not in players[EVA].screen.text
            unknown = [name for name in (ANNA, BEN) if element.id not in room.view(name).elements]
            assert not any(element.name in players[name].screen.text for name in unknown)
        for name in (ANNA, BEN):
            players[name].type("\x1b")
            await still(players[name])
            assert isinstance(here.app(name).screen, GameScreen)


async def test_who_was_away_is_played_what_happened_when_he_comes(tmp_path: Path) -> None:
    """The last seal fell while Anna was gone: her telling waits for her."""
    async with at_the_plan(tmp_path) as (here, room, players):
        write_plans(room, GERMAN)
        room.give(ANNA, FinishStep())
        await still(*players.values())
        players[ANNA].channel.get_connection().abort()
        write_plans(room, SOVIET)
        room.give(BEN, FinishStep())
        again = await come(here, ANNA)
        assert isinstance(here.app(ANNA).screen, PlaybackScreen)
        assert "what happened" in again.screen.text
