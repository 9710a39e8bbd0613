"""Nobody is ever shown what was said or done for another: five players of one table in one process, all at once.

What a side says to itself is written in letters that appear nowhere else, so one byte of it on a stranger's terminal
is found wherever and however it was drawn.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from textual._context import active_app
from textual.app import App
from textual.message_pump import MessagePump

from core.ai import player as computer
from core.order import IllegalOrder
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.rooms.room import Room
from tests.host.client import Player, still
from tests.host.tables import Club, club
from tests.lobby.parlour import at_table
from tui.lobby.app import LobbyApp
from tui.terminal import belonging
from tui.widgets.messages import MessageLine

ANNA, BEN, CLARA, DAVID, EVA = (PlayerName(name) for name in ("anna", "ben", "clara", "david", "eva"))
#: What each side alone writes with.
LETTERS = {0: "ЖЩЮФ", 1: "አቐጰፀ"}
KEYS = ("\t", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "D", "V", "L", "i", "\x1b", "c", "\x1b", "t", "\x1b", "+", "-")


async def test_no_letter_of_a_side_reaches_a_stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = contexts(monkeypatch)
    told = await bustle(tmp_path, 70, "strangers")
    assert min(told.values()) > 0, "every side must have been shown its own words"
    assert foreign == Counter()


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
async def test_nor_in_a_long_bustle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    foreign = contexts(monkeypatch)
    told = await bustle(tmp_path, 250, f"bustle {number}")
    assert min(told.values()) > 30
    assert foreign == Counter()


async def test_a_widget_asked_in_anothers_context_finds_its_own_app(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = laid(here)
        players = {name: await here.come(name) for name in (ANNA, BEN)}
        await still(*players.values())
        anna, ben = here.app(ANNA), here.app(BEN)
        screen = next(s for s in anna.screen_stack if at_table(s))
        with ben._context():
            assert screen.app is anna
            assert screen.query_one("#middle").app is anna
            screen.notify("for anna")
        await still(*players.values())
        assert [notice.message for notice, _ in screen.query_one(MessageLine).told] == ["for anna"]
        assert not list(ben._notifications)
        assert room.side_of(ANNA) != room.side_of(BEN)


async def test_who_listens_to_a_house_is_told_in_his_own_context(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        laid(here)
        for name in (ANNA, BEN):
            await here.come(name)
        heard: list[Any] = []
        with here.app(ANNA)._context():
            unwatch = here.house.watch(lambda _: heard.append(active_app.get(None)))
        with here.app(BEN)._context():
            here.house.say(BEN, "hello")
        unwatch()
        assert heard == [here.app(ANNA)]


def laid(here: Club, plan: RoomPlan | None = None) -> Room:
    """A table with two players a side, to which everybody goes."""
    room = here.house.create(ANNA, plan or RoomPlan("the-pimple", players_a_side=2, clock=ClockPlan(60, 5)))
    first, second = room.plan.seats
    for name, side in ((ANNA, first), (CLARA, first), (BEN, second), (DAVID, second)):
        room.join(name, side, "words")
    here.tables.update(dict.fromkeys((ANNA, BEN, CLARA, DAVID, EVA), room.id))
    return room


def contexts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what asks for its app in a context of another's."""
    found: Counter[str] = Counter()

    def app(node: MessagePump) -> App[Any]:
        own, around = belonging.own_app(node), active_app.get(None)
        if around is not None and around is not own:
            found[f"{type(node).__name__} of {getattr(own, 'player', '')}"] += 1
        return own

    monkeypatch.setattr(belonging, "belong", lambda: None)
    monkeypatch.setattr("tui.host.tenant.belong", lambda: None)
    monkeypatch.setattr(MessagePump, "app", property(app))
    return found


async def bustle(data: Path, steps: int, seed: str) -> Counter[int]:
    """Everything at once, in random order; how often each side was shown words of its own."""
    whim = random.Random(seed)
    async with club(data) as here:
        room = laid(here)
        side_game = against_a_computer(here)
        players: dict[PlayerName, Player] = {}
        for name in (ANNA, BEN, CLARA, DAVID, EVA):
            players[name] = await here.come(name)
        told: Counter[int] = Counter()
        await still(*players.values())
        for step in range(steps):
            await one_thing(here, room, side_game, players, whim, step)
            for _ in range(whim.choice((1, 1, 20, 200))):
                await asyncio.sleep(0)
            check(room, players, told)
        await still(*players.values())
        check(room, players, told)
        assert all(app.failures == [] for app in here.apps.opened.values())
        return told


def check(room: Room, players: dict[PlayerName, Player], told: Counter[int]) -> None:
    """No terminal has got a letter that is not for it; what was looked at is forgotten."""
    sides = list(room.plan.seats)
    for name, player in players.items():
        own = room.side_of(name)
        for number, letters in LETTERS.items():
            seen = sum(player.screen.raw.count(letter) for letter in letters)
            if own == sides[number]:
                told[number] += seen
            else:
                assert not seen, f"{name} was shown what {sides[number]} said: {player.screen.text}"
        player.screen.raw = ""


def against_a_computer(here: Club) -> Room:
    """A second table, at which the attendant's threads think."""
    first, second = here.house.create(ANNA, RoomPlan("the-pimple")).plan.seats
    room = here.house.create(EVA, RoomPlan("the-pimple", seats={second: "ai:random"}, clock=ClockPlan(60)))
    room.join(EVA, first, "words")
    return room


def within(app: LobbyApp, act: Callable[[], Any]) -> None:
    """Do something as a session does it, in its app's context; what is refused is no matter."""

    def done() -> None:
        active_app.set(app)
        with suppress(RoomError, IllegalOrder):
            act()

    copy_context().run(done)


async def one_thing(
    here: Club, room: Room, side_game: Room, players: dict[PlayerName, Player], whim: random.Random, step: int
) -> None:
    name = whim.choice((ANNA, BEN, CLARA, DAVID))
    side = room.side_of(name)
    assert side is not None
    number = list(room.plan.seats).index(side)
    line = "".join(whim.choice(LETTERS[number]) for _ in range(12))
    what = whim.choice(("say", "say", "say", "order", "order", "key", "key", "undo", "ask", "answer", "share"))
    if step % 25 == 24:
        what = "leave"
    app = here.app(name)
    match what:
        case "say":
            within(app, lambda: room.say(name, "side", line))
        case "order":
            for table in (room, side_game):
                within(app, lambda table=table: advised(table, whim))  # type: ignore[misc]
        case "key":
            for player in players.values():
                player.type(whim.choice(KEYS))
        case "undo":
            within(app, lambda: room.undo(name))
        case "ask":
            within(app, lambda: room.ask_take_back(name))
        case "answer":
            within(app, lambda: room.answer_take_back(name, whim.random() < 0.7))
        case "share":
            mate = whim.choice(room.players(side))
            units = whim.choice(room.formations(side)).units
            within(app, lambda: room.share(name, units, mate))
        case "leave":
            gone = whim.choice(list(players))
            players[gone].channel.abort()
            await asyncio.wait_for(players[gone].closed.wait(), 60)
            players[gone] = await here.come(gone)


def advised(room: Room, whim: random.Random) -> None:
    """An order of whoever is to order, as a computer advises."""
    game = room.game
    waits = [side for side in room.waits_for() if not room.state.computers.get(side)]
    if game is None or not waits:
        return
    side = whim.choice(waits)
    order = computer("random", str(whim.random())).order(game.system, game.view(side), side)
    for player in room.players(side):
        with suppress(IllegalOrder):
            room.give(player, order)
            return
