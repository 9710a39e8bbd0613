"""What has happened is played: moves as one, a pause at each first sight and shot, and nothing that is secret."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from core.ai import player
from core.dice import ScriptedDice, SeededDice
from core.event import OrderGiven, SideId
from core.play.game import Game
from core.presentation import Play, Report
from core.step_end import StepFinished
from core.system import RuleSystem
from tests.tui.toy_app import ToyApp, press, seen
from tui.game.handover import HandOverScreen
from tui.game.playback import NONE, RUN, WAIT, next_to_see, passages
from tui.game.playback_screen import PlaybackScreen
from tui.game.record.chronicle import Chronicle, Line
from tui.game.screen import GameScreen
from tui.game.table import GameTable, Seat, SeatKind
from tui.shelf import ContentShelf

GERMAN, SOVIET = SideId("german"), SideId("soviet")


@cache
def hamlet() -> RuleSystem[Any]:
    """The Hamlet of Dubki."""
    return ContentShelf().open_system("pw-0", ())


def a_game(seed: str) -> Game[Any]:
    """A whole game of it, by two computers."""
    game = Game(hamlet(), SeededDice(seed))
    game.begin()
    players = {side: player("greedy", side) for side in (GERMAN, SOVIET)}
    while not game.over:
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))
    return game


@cache
def fought() -> Game[Any]:
    """The first of such games in which there is a moment like that of `before_the_last_seal`."""
    return next(game for n in count() if moment_in(game := a_game(f"playback {n}")) is not None)


def told(side: SideId) -> list[Line]:
    """All that a side was told in it."""
    return Chronicle(fought(), side, first=0).read()


def line(n: int, text: str, play: Play = Play.WITH_OTHERS, *, level: int = 1, unit: str = "") -> Line:
    """A line of a log."""
    return Line(n, Report(text, "toy:1", level=level, play=play, unit=unit))


# -- passages ---------------------------------------------------------------------------------------


def test_bits_of_moves_are_one_passage_until_something_is_seen() -> None:
    """Of each unit the end of its move is told; the bits are shown one after the other, of all units at a time."""
    moves = [line(n, f"{unit} to {n}", Play.MOMENT, level=2, unit=unit) for n, unit in enumerate("abab", 4)]
    played = passages([line(1, "Movement", level=0), *moves, line(9, "a sees x", Play.PAUSE)])
    assert [p.waits for p in played] == [False, True]
    assert [r.text for r in played[0].reports] == ["a to 6", "b to 7"]
    assert played[0].frames == (5, 7)
    assert played[0].heading == "Movement"


def test_what_comes_of_a_shot_is_told_with_it() -> None:
    """A shot waits with its results; details are left to the log."""
    played = passages(
        [
            line(1, "a fires", Play.PAUSE),
            line(2, "which arm", level=2),
            line(3, "x explodes"),
            line(5, "b fires", Play.PAUSE),
        ]
    )
    assert [[r.text for r in p.reports] for p in played] == [["a fires", "x explodes"], ["b fires"]]
    assert [p.frames for p in played] == [(3,), (5,)]


def test_what_was_seen_before_gives_the_heading_and_no_more() -> None:
    """A step that went on while a player was away is told under its name."""
    lines = [line(1, "Movement", level=0), line(2, "a sees x", Play.PAUSE), line(3, "a sees y", Play.PAUSE)]
    (only,) = passages(lines, since=2)
    assert (only.heading, [r.text for r in only.reports]) == ("Movement", ["a sees y"])


def test_results_alone_are_not_played() -> None:
    """Where nobody moves, sights or fires the log and the list of what happened are enough."""
    assert passages([line(1, "Orders", level=0), line(2, "It rains")]) == ()


def test_on_from_a_passage_is_to_the_next_that_waits() -> None:
    """Behind the last one it ends."""
    played = passages([line(1, "a", Play.MOMENT, unit="a"), line(2, "shot", Play.PAUSE), line(3, "b", Play.MOMENT)])
    assert next_to_see(played, 0) == 1
    assert next_to_see(played, 1) == 3


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_whole_game_is_told_with_each_sight_and_shot_a_pause_of_its_own(side: SideId) -> None:
    """Every move, first sight and shot that a side is told of is in what is played to it, and no other."""
    lines = told(side)
    played = passages(lines)
    shown = [line for passage in played for line in passage.lines]
    assert [x for x in shown if x.report.play is not Play.WITH_OTHERS] == [
        x for x in lines if x.report.play is not Play.WITH_OTHERS
    ]
    assert sum(p.waits for p in played) == sum(x.report.play is Play.PAUSE for x in lines) > 10
    assert any(x.report.play is Play.MOMENT for x in lines)
    assert all(a < b for p in played for a, b in pairwise(p.frames))


def test_trails_are_one_s_own_and_what_was_seen() -> None:
    """At each event the ways gone are those of elements that a side has, or that it had in sight as they went."""
    game, face = fought(), hamlet().face
    own = {e for e in game.state.elements if game.state.elements[e].side == GERMAN}
    longer = strangers = 0
    for n in range(0, len(game.journal), 7):
        state = game.at(n)
        seen_by_me = face.trails(game.system.view(state, GERMAN))
        everything = {trail.unit: trail for trail in face.trails(state)}
        for trail in seen_by_me:
            assert trail.side == (GERMAN if trail.unit in own else SOVIET)
            assert set(trail.hexes) <= set(everything[trail.unit].hexes)
            longer += trail.unit not in own and len(trail.hexes) < len(everything[trail.unit].hexes)
        strangers += len(everything) > len(seen_by_me)
    assert longer
    assert strangers


# -- on the screen ----------------------------------------------------------------------------------


def before_the_last_seal() -> int:
    """A moment at which the Soviets alone have to seal their plan, before both sides sight enemies as they move,
    the Soviets before anybody is asked, and not at once."""
    found = moment_in(fought())
    assert found is not None
    return found


@cache
def moment_in(game: Game[Any]) -> int | None:
    """The first such moment of a game; None if there is none."""
    known = {side: Chronicle(game, side, first=0).read() for side in (GERMAN, SOVIET)}
    for n, event in enumerate(game.journal):
        if not isinstance(event, StepFinished):
            continue
        state: Any = game.at(n)
        if state.step != "plan" or hamlet().active(state) != (SOVIET,):
            continue
        moved = next(m for m in range(n, len(game.journal)) if type(game.journal[m]).__name__ == "StepBegun")
        end = next(m for m in range(moved, len(game.journal)) if getattr(game.journal[m], "step", "") == "sighting")
        asked = next(m for m in range(n + 1, len(game.journal)) if isinstance(game.journal[m], OrderGiven))
        german, soviet = (
            passages([line for line in known[side] if n < line.n <= last])
            for side, last in ((GERMAN, end), (SOVIET, asked))
        )
        if any(p.waits for p in german) and any(p.waits for p in soviet[1:]):
            return n
    return None


def as_it_went_on() -> Game[Any]:
    """The game at that moment, with the dice as they fell in it."""
    n = before_the_last_seal()
    rolls = [roll.result for event in list(fought().journal)[n:] for roll in event.rolls]
    return fought().fork(n, ScriptedDice(rolls))


@asynccontextmanager
async def at_the_last_seal(
    data: Path,
    seats: dict[SideId, Seat] | None = None,
    playback: str = WAIT,
    size: tuple[int, int] = (120, 40),
) -> AsyncIterator[tuple[ToyApp, Pilot[None], GameTable]]:
    """A table in the midst of a fight at which all is planned; the Soviets seal theirs by the key E."""
    table = GameTable(as_it_went_on(), None, seats or {})
    app = ToyApp(data, table)
    # In a test nothing goes on by itself.
    app.settings = evolve(app.settings, playback=playback, speed=0.0001, confirm=False)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        if isinstance(app.screen, HandOverScreen):
            await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        yield app, pilot, table
        assert app.failures == []


def playback_of(app: ToyApp) -> PlaybackScreen:
    """The playback in front."""
    assert isinstance(app.screen, PlaybackScreen)
    return app.screen


async def through(app: ToyApp, pilot: Pilot[None]) -> list[str]:
    """Let it go on to its end by any key; what was told where it waited."""
    waited = []
    while isinstance(app.screen, PlaybackScreen):
        passage = app.screen.passage
        if passage.waits:
            waited.append(passage.reports[0].text)
        await press(pilot, "x")
    return waited


def seers(texts: list[str]) -> list[str]:
    """Who sees somebody, of the lines that tell it."""
    return [told[0] for told in (re.split(r" sees? ", text) for text in texts) if len(told) > 1]


async def test_after_the_last_seal_the_movement_is_played_to_each_player_as_his_side_knows_it(tmp_path: Path) -> None:
    """At one keyboard the player who sealed last sees his playback, then the other his own after the hand-over."""
    async with at_the_last_seal(tmp_path) as (app, pilot, table):
        begun = table.events
        await press(pilot, "E")
        playback = playback_of(app)
        assert table.here == SOVIET
        assert playback.played == passages(table.lines(), begun)
        mine = await through(app, pilot)
        assert mine
        assert all("T-34" in seen_by for seen_by in seers(mine))
        while not isinstance(app.screen, HandOverScreen):
            # Those that met the enemy go on, nobody looks in a group; what comes of it is told too.
            assert isinstance(app.screen, GameScreen)
            assert table.here == SOVIET
            events = table.events
            await press(pilot, "o" if "They have met the enemy" in seen(app) else "E")
            assert table.events > events
            await through(app, pilot)
        await press(pilot, "enter")
        playback = playback_of(app)
        assert table.here == GERMAN
        known = {x.n for x in table.lines()}
        assert {x.n for p in playback.played for x in p.lines} <= known
        his = await through(app, pilot)
        assert his
        assert all("PzKpfw" in seen_by for seen_by in seers(his))
        assert isinstance(app.screen, GameScreen)


async def test_who_has_sealed_first_is_told_nothing_before_the_other_has(tmp_path: Path) -> None:
    """While one side still plans there is nothing to tell, and the hand-over goes on as ever."""
    table = GameTable(as_it_went_on(), None, {})
    table.sit(GERMAN)
    assert passages(table.lines(), table.looked) == ()


async def test_the_map_of_a_passage_is_that_of_its_moment_and_the_way_is_on_it(tmp_path: Path) -> None:
    """Units stand where they had come to, and the hexes of the ways gone are marked."""
    async with at_the_last_seal(tmp_path) as (app, pilot, table):
        await press(pilot, "E")
        playback = playback_of(app)
        found = table.film()
        assert found is not None
        reel, eye = found
        ways = False
        while isinstance(app.screen, PlaybackScreen):
            n = playback.passage.frames[0] if not playback.passage.waits else playback.passage.frames[-1]
            scene = app.screen.drawing.map.scene
            assert scene is not None
            view = reel.view(n, eye)
            assert scene.counters == tuple(hamlet().face.counters(view))
            assert set(scene.trails) == {h for trail in hamlet().face.trails(view) for h in trail.hexes}
            ways = ways or bool(scene.trails)
            await press(pilot, "x")
        assert ways


async def test_back_and_to_the_end(tmp_path: Path) -> None:
    """Left shows what was told before; escape ends it, and all of it counts as seen."""
    async with at_the_last_seal(tmp_path) as (app, pilot, table):
        await press(pilot, "E")
        playback = playback_of(app)
        await press(pilot, "x")
        at = playback.at
        assert at > 0
        await press(pilot, "left")
        assert playback.at == at - 1
        await press(pilot, "question_mark")
        assert "to the end of it" in seen(app)
        await press(pilot, "escape")
        assert playback_of(app) is playback
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen | HandOverScreen)
        table.sit(SOVIET)
        assert table.looked == table.events


async def test_it_goes_on_by_itself_where_the_player_wants_no_waiting(tmp_path: Path) -> None:
    """With the setting for it there is a time to go on at first sights too; each beat goes on by one."""
    async with at_the_last_seal(tmp_path, playback=RUN) as (app, pilot, _):
        await press(pilot, "E")
        playback = playback_of(app)
        while isinstance(app.screen, PlaybackScreen):
            assert playback._timer is not None
            playback._beat()
            await pilot.pause()
        assert playback.at == len(playback.played) - 1


async def test_it_waits_at_first_sights_without_a_timer(tmp_path: Path) -> None:
    """Where it waits nothing but the player goes on."""
    async with at_the_last_seal(tmp_path) as (app, pilot, _):
        await press(pilot, "E")
        playback = playback_of(app)
        while not playback.passage.waits:
            assert playback._timer is not None
            playback._beat()
            await pilot.pause()
        assert playback._timer is None
        assert "any key goes on" in seen(app)


async def test_none_of_it_for_who_wants_none(tmp_path: Path) -> None:
    """With the setting for it the game goes on at once."""
    async with at_the_last_seal(tmp_path, playback=NONE) as (app, pilot, _):
        await press(pilot, "E")
        assert not isinstance(app.screen, PlaybackScreen)


async def test_against_the_computer_it_is_played_before_the_computer_goes_on(tmp_path: Path) -> None:
    """The human's playback comes first, and the computer thinks when it is over."""
    seats = {GERMAN: Seat(SeatKind.COMPUTER, "greedy"), SOVIET: Seat()}
    async with at_the_last_seal(tmp_path, seats) as (app, pilot, table):
        await press(pilot, "E")
        playback_of(app)
        events = table.events
        await pilot.pause()
        assert table.events == events
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)


async def test_a_key_too_many_ends_nothing_but_the_playback(tmp_path: Path) -> None:
    """Keys that were pressed before it had gone away reach it when it has; the game stays."""
    async with at_the_last_seal(tmp_path) as (app, pilot, table):
        await press(pilot, "E")
        playback = playback_of(app)
        playback.action_end()
        playback.action_end()
        playback.action_end()
        await pilot.pause()
        asked = [GameScreen] if table.here == SOVIET else [GameScreen, HandOverScreen]
        assert [type(screen) for screen in app.screen_stack[1:]] == asked
