"""Advice for one's own side, and why computers ordered what they did: sealed to their side until the game is over."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from core.ai import Thought
from core.ai.decision import Decision
from core.dice import SeededDice
from core.event import OrderGiven, SideId
from core.hexes import Hex
from core.panzerwar.artillery.orders import Correct
from core.panzerwar.combat.orders import Discharge
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.pieces.plan import Leg, Plan
from core.plane import Point, centre
from core.play import aside
from core.play.aside import Considered
from core.play.game import Game
from core.presentation import Argument
from saves.audience import Audience, audience
from saves.line import Header
from saves.rooms.known import Known
from saves.session import open_game, write_journal
from saves.verify import verify
from tests.tui.toy_app import COMPUTER, ToyApp, playing, press, seen
from tests.tui.toy_app import table as toy_table
from tui.commands.moment import told as told_of
from tui.game.advice import order_words
from tui.game.record.chronicle import Chronicle
from tui.game.table import GameTable, Seat
from tui.kit.popups import Sheet
from tui.replay.notes_on_orders import why_given
from tui.replay.reel import Eye, Reel, eyes
from tui.shelf import ContentShelf

SECRET = "the Morris lies in wait behind the pimple"
SHELF = ContentShelf()
BRITISH, ITALIAN = SideId("british"), SideId("italian")


def noted(orders: int = 30, record: Any = None) -> GameTable:
    """A game of a player with a computer that notes a secret of each of its orders."""
    game: Game[Any] = Game(SHELF.open_system("the-pimple"), SeededDice("notes"), record=record)
    table = GameTable(game, None, {BRITISH: Seat(), ITALIAN: COMPUTER}, seed="notes")
    for _ in range(orders):
        side = game.active[0]
        thought = table.thinking(side, "greedy")()
        at = table.events + 1
        table.give(side, thought.order)
        if side == ITALIAN:
            table.note(Thought(side, "greedy", thought.order, (Argument(SECRET, 3.0),)), at)
    return table


def test_a_note_leaves_its_side_by_no_way_of_reading_a_running_game() -> None:
    game = noted().game
    notes = [event for event in game.journal if isinstance(event, Considered)]
    for note in notes:
        assert aside.redact(game.system, game.state, note, ITALIAN) == note
        for side in (BRITISH, None):
            assert aside.redact(game.system, game.state, note, side) is None
    for side in (BRITISH, None):
        told = Known(side).events(game, 0)
        assert told
        assert SECRET not in repr(told)
        assert SECRET not in repr(Chronicle(game, side).read())
    reel = Reel(game)
    assert all(SECRET not in repr(told_of(game, eye)) for eye in eyes(game.system))
    assert all(SECRET not in repr(reel.lines(reel.length, eye, reel.length)) for eye in eyes(game.system))


def test_a_replay_tells_why_when_the_game_is_over_and_before_to_one_s_own_side_alone() -> None:
    game = noted().game
    journal, sides = game.journal, (BRITISH, ITALIAN)
    n = next(event.order for event in journal if isinstance(event, Considered))
    header = Header("panzer", "", "the-pimple", sides={"british": "human", "italian": "ai:greedy"})
    running = audience(header, journal, sides, over=False)
    ended = audience(header, journal, sides, over=True)
    theirs = audience(header, journal, sides, over=False)
    for eye in eyes(game.system):
        assert why_given(journal, n, eye, running) == "Why the computer ordered so is told when the game is over"
        found = why_given(journal, n, eye, ended)
        assert not isinstance(found, str)
        assert found[1].why[0].text == SECRET
    own = Audience(open=False, sides=sides, own=ITALIAN)
    assert not isinstance(why_given(journal, n, Eye("italian", "", ITALIAN), own), str)
    assert isinstance(why_given(journal, n, Eye("all", "", all=True), own), str)
    assert theirs.own == BRITISH
    assert why_given(journal, 0, eyes(game.system)[0], ended) == "No order has been given yet"


def test_notes_change_neither_dice_nor_orders_and_can_be_taken_back_over() -> None:
    with_notes, without = noted(), noted()
    without.game.journal[:] = [event for event in without.game.journal if not isinstance(event, Considered)]
    played = [event for event in with_notes.game.journal if not isinstance(event, Considered)]
    assert played == without.game.journal
    side = with_notes.game.active[0]
    one, other = with_notes.thinking(side, "greedy"), without.thinking(side, "greedy")
    assert one.seed == other.seed  # type: ignore[attr-defined]


def test_a_journal_with_notes_is_proved_and_played_on(tmp_path: Path) -> None:
    game, path = noted(12).game, tmp_path / "notes.journal"
    assert any(isinstance(event, Considered) for event in game.journal)
    header = Header(game.system.id, game.system.edition, "the-pimple", seed="notes")
    write_journal(path, header, game.journal)
    verdict = verify(path, SHELF.open_system)
    assert verdict.fault is None
    session = open_game(path, SHELF.open_system)
    try:
        assert session.notices == ()
        assert session.game.journal == game.journal
    finally:
        session.close()


async def test_a_player_is_advised_by_his_own_view(tmp_path: Path) -> None:
    at = toy_table({SideId("south"): COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "Y")
        assert isinstance(app.screen, Sheet)
        assert "What the computer would order in your place" in seen(app)
        assert at.events == len(at.game.journal)
        await press(pilot, "enter")
        assert not isinstance(app.screen, Sheet)


class Slow:
    """A computer that thinks until it is let go. given: how often it was asked for advice."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.given = 0

    async def think(self, decision: Decision) -> Thought:
        """Think for long."""
        self.given += decision.seed.startswith("advice")
        await self.free.wait()
        return decision()


async def test_who_waits_for_advice_is_told_so_and_may_stop_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(ToyApp, "thoughts", slow)
    monkeypatch.setattr("tui.game.advice.SOON", 0.01)
    async with playing(tmp_path, toy_table({SideId("south"): COMPUTER})) as (app, pilot):
        await pilot.press("Y")
        while "Y again stops it" not in seen(app):
            await asyncio.sleep(0.01)
        await pilot.press("Y")
        await pilot.pause()
        assert "No advice then" in seen(app)
        slow.free.set()
        await press(pilot, "Y")
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        assert slow.given == 2
        await press(pilot, "enter")
        assert "again stops it" not in seen(app)


def test_an_order_is_told_with_the_names_of_units() -> None:
    table = noted(3)
    game = table.game
    for event in game.journal:
        if isinstance(event, OrderGiven):
            words = order_words(game.system, game.state, event.order)
            assert words[0].isupper()
            assert "Hex(" not in words
            assert "<" not in words


def test_headings_of_an_order_are_winds() -> None:
    """pw:1.3: as the menus and the cards say them, not as numbers of 48; directions of eight alike."""
    game: Game[Any] = Game(SHELF.open_system("pw-0"), SeededDice("winds"))
    game.begin()
    unit = next(iter(game.state.elements))
    plan = Plan(element=unit, legs=(Leg(Point(1000, 1000), 36),), heading=6, turret=12)
    for order, told in (
        (WritePlan(plan=plan), ("turn W", "heading NE", "turret E")),
        (Discharge(element=unit, heading=15, puffs=2), ("heading ESE", "puffs 2")),
        (Correct(battery="b", direction=3), ("direction E",)),
    ):
        words = order_words(game.system, game.state, order)
        assert not [one for one in told if one not in words], words


def test_a_plan_is_told_as_one_says_it() -> None:
    """What holds is said without "yes", and a way by where it leads."""
    game: Game[Any] = Game(SHELF.open_system("pw-0"), SeededDice("plans"))
    game.begin()
    unit = next(iter(game.state.elements))
    name = game.state.elements[unit].name
    by_road = Plan(element=unit, legs=(Leg(centre(Hex(21, 16))), Leg(centre(Hex(23, 16)))), road=True)
    stays = Plan(element=unit, hide=True, candles=True, buttoned=False)
    for plan, told in (
        (by_road, f"Plan: {name}, to U16, W16, by road"),
        (stays, f"Plan: {name}, buttoned no, hides, lights its smoke candles"),
    ):
        assert order_words(game.system, game.state, WritePlan(plan=plan)) == told


def test_an_order_says_nothing_twice_and_names_what_has_a_name() -> None:
    """Sides, units of the book and hexes are called as on the map; what is left open is left out."""
    for scenario in ("pw-0", "the-pimple", "lutezh-bridgehead"):
        game: Game[Any] = Game(SHELF.open_system(scenario), SeededDice("words"))
        game.begin()
        for _ in range(60):
            side = game.active[0]
            view = game.view(side)
            order = game.system.suggest(view, side, SeededDice("w"))
            words = order_words(game.system, view, order)
            assert "None" not in words
            assert not [id_ for id_ in ("german-platoon", "soviet-platoon", "first italian") if id_ in words], words
            assert not set(game.system.board.labels.values()) & set(words.replace(",", "").split()), words
            if order.name == "fire":
                assert words.count("target") == 1, words
            assert words.count(",") < 8, words
            game.submit(side, order)
