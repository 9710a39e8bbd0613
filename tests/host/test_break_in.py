"""What a player may try at a real host: to be somebody else, to draw on another's terminal, to read what is not his."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.order import IllegalOrder
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from tests.host.client import config, still
from tests.host.tables import club
from tests.host.test_strangers import ANNA, BEN, CLARA, DAVID, EVA, laid
from tests.rooms.table import advice, played

#: Terminal sequences and markup that must be shown as letters, or not at all.
CLEAR, TITLE, BIDI, EIGHT_BIT = "\x1b[2J", "\x1b]0;gotcha\x07", "\u202e", "\x9b2J"
MARKUP = "[bold][@click=app.stop]free[/] [red]$error"
PASTE = "\x1b[200~{}\x1b[201~"


async def test_nothing_said_or_named_draws_on_anothers_terminal(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = laid(here, RoomPlan("the-pimple", title=f"{MARKUP}{CLEAR}{BIDI}", players_a_side=2))
        assert room.plan.title == f"{MARKUP} [2J"
        anna, ben, eva = [await here.come(name, size=(120, 40)) for name in (ANNA, BEN, EVA)]
        everybody = (anna, ben, eva)
        await still(*everybody)
        for one in everybody:
            one.screen.raw = ""
        room.say(ANNA, "all", f"{MARKUP} {CLEAR}{TITLE}{BIDI}{EIGHT_BIT}")
        await still(*everybody)
        for one in (ben, eva):
            assert "[bold][@click=app.stop]free[/]" in one.screen.text
        for key in ("i", "\x1b", "c", "\x1b", "q", "3", "1", "c"):
            for one in everybody:
                one.type(key)
            await still(*everybody)
        here.house.say(ANNA, f"{MARKUP} {CLEAR}{TITLE}{BIDI}{EIGHT_BIT}")
        await still(*everybody)
        for one in everybody:
            assert "[bold][@click=app.stop]free" in one.screen.text
            assert not [bad for bad in (CLEAR, TITLE, "\x1b]0", BIDI, "\x9b") if bad in one.screen.raw]
        assert len(here.host.sessions()) == 3


async def test_what_is_pasted_or_typed_is_text(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = laid(here)
        anna, ben = [await here.come(name) for name in (ANNA, BEN)]
        await still(anna, ben)
        anna.type("c")
        await still(anna)
        anna.type(PASTE.format("x" * 3000 + "\x1b[2J\r\n" + MARKUP))
        await still(anna, ben)
        anna.type("\r")
        await still(anna, ben)
        anna.type(PASTE.format("y" * 200_000))
        await still(anna, ben)
        assert all(len(remark.text) <= 400 for remark in room.lines_for(BEN))
        assert all(remark.text.isprintable() for remark in room.lines_for(BEN))
        assert "\x1b[2J" not in ben.screen.raw
        assert len(here.host.sessions()) == 2


async def test_two_sessions_of_one_player_order_as_one(tmp_path: Path) -> None:
    """Both see every order at once, and neither gives an order twice."""
    async with club(tmp_path) as here:
        room = laid(here)
        played(room, 4)
        side = room.waits_for()[0]
        name = room.players(side)[0]
        one, two = await here.come(name), await here.come(name)
        await still(one, two)
        order = advice(room, side)
        room.give(name, order)
        events = room.events
        try:
            room.give(name, order)
        except IllegalOrder:
            assert room.events == events
        await still(one, two)
        assert one.screen.text == two.screen.text


async def test_a_seat_given_up_in_one_session_ends_what_the_other_sees(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = laid(here, RoomPlan("the-pimple", players_a_side=2, spectators=False))
        played(room, 20)
        first, second = await here.come(CLARA), await here.come(CLARA)
        await still(first, second)
        room.leave(CLARA)
        for one in (first, second):
            await one.until("PANZERHEX  Lobby")
        assert here.app(CLARA).room_shown is None
        with pytest.raises(RoomError, match="lets nobody watch"):
            room.view(CLARA)


async def test_who_sits_down_elsewhere_does_not_show_it_to_spectators(tmp_path: Path) -> None:
    """A spectator's screen whose player has sat down in another session must not lend his eyes to the others."""
    async with club(tmp_path) as here:
        room = here.house.create(ANNA, RoomPlan("rear-area-raid", ("hidden-deployment",), players_a_side=2))
        first, second = room.plan.seats
        room.join(ANNA, first, "words")
        room.join(BEN, second, "words")
        here.tables.update(dict.fromkeys((CLARA, EVA), room.id))
        clara, eva = await here.come(CLARA), await here.come(EVA)
        await still(clara, eva)
        side = room.waits_for()[0]
        room.join(CLARA, side)
        for _ in range(5):
            room.give(room.players(side)[0], advice(room, side, "random"))
            await still(clara, eva)
        seen: dict[str, Any] = {name: here.app(name).screen_stack[-1] for name in (CLARA, EVA)}
        assert seen[CLARA].table.here == side
        assert seen[EVA].table.here is None
        assert repr(seen[EVA].table.view) == repr(room.view(None))
        assert repr(seen[CLARA].table.view) == repr(room.view(room.players(side)[0])) != repr(room.view(None))


async def test_guests_and_spectators_order_nothing(tmp_path: Path) -> None:
    async with club(tmp_path, config(guests=True)) as here:
        room = laid(here)
        eva = await here.come(EVA)
        await still(eva)
        events, state = room.events, room.state
        for key in (" ", "\r", "d", "n", "1", "2", "u", "U", "a", "y", "t", "\r", "\x1b", "f", "m", "e", "\r"):
            eva.type(key)
            await still(eva)
        assert room.events == events
        assert room.state.members == state.members
        for act in (
            lambda: room.give(EVA, advice(room, room.waits_for()[0])),
            lambda: room.submit(EVA, ()),
            lambda: room.undo(EVA),
            lambda: room.answer_take_back(EVA, True),
            lambda: room.ask_take_back(EVA),
            lambda: room.say(EVA, "side", "psst"),
            lambda: room.adjourn(EVA),
            lambda: room.resign(EVA),
            lambda: room.close(EVA),
            lambda: room.share(EVA, (), EVA),
            lambda: room.seat_computer(EVA, next(iter(room.plan.seats))),
        ):
            with pytest.raises((IllegalOrder, RoomError)):
                act()
        assert room.events == events


@pytest.mark.parametrize(
    "id_", ["../../players/anna", "..", ".", "", "a/b", "/etc", "pimple\x00", ".draft", "Pimple-7k2"]
)
async def test_no_path_is_a_table(tmp_path: Path, id_: str) -> None:
    async with club(tmp_path) as here:
        with pytest.raises(RoomError, match="there is no table"):
            here.house.room(id_)


async def test_a_seat_is_taken_once_and_orders_are_ones_own(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = laid(here)
        first, second = room.plan.seats
        for side in (first, second):
            with pytest.raises(RoomError, match="sits on the side"):
                room.join(ANNA, side, "words")
        room.leave(DAVID)
        with pytest.raises(RoomError, match="has played"):
            room.join(DAVID, first)
        side = room.waits_for()[0]
        stranger = BEN if side == first else ANNA
        with pytest.raises(IllegalOrder):
            room.give(stranger, advice(room, side))
        room.share(room.players(side)[0], room.formations(side)[0].units, PlayerName(room.players(side)[-1]))
