"""What others did, told when one is to order: its weights, its sheet, its trails, the way back to it, the settings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from content import catalogue
from core.ai import Thought
from core.dice import Roll, ScriptedDice, SeededDice
from core.event import Event, OrderGiven, SideId, UnitId
from core.hexes import hex_from_id
from core.panzerblitz.close.orders import CloseAssault
from core.play.game import Game
from core.presentation import Report, Row
from saves.library import SAMPLES
from saves.reading import read_journal
from tests.tui.game.test_pb_screens import posed
from tests.tui.toy_app import COMPUTER, ToyApp, press, seen
from tui.game.meanwhile import trails
from tui.game.record.chronicle import Line, units_of
from tui.game.screen import GameScreen
from tui.game.sheets import GameSheets
from tui.game.table import GameTable, Human
from tui.game.telling import Matter, Moment, Weight, happened_to, matters, moment
from tui.game.told import ToldSheet
from tui.menu.settings import changed, fields
from tui.program import program
from tui.settings import Settings
from tui.widgets.log import GameLog
from tui.widgets.messages import MessageLine

GERMAN, SOVIET, RUSSIAN = SideId("german"), SideId("soviet"), SideId("russian")
SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]
#: In this sample the Soviet player knocks out HQ IV/G, which has just fired, and damages IV/G 1 between these events.
SAMPLE, BEFORE, AFTER = "the-bridge-9", 459, 471
#: What HQ IV/G fired at before, and what came of it.
SHOT, OWN_RESULT = 454, "HQ IV/G "


@cache
def sample() -> tuple[Event, ...]:
    """The events of the game."""
    rules = catalogue.open_system("the-bridge", ())
    assert rules
    return tuple(read_journal(SAMPLES / f"{SAMPLE}.journal").events)


class Again(GameTable):
    """The sample, broken off before an order of the Soviet player, who is a computer and orders as he did there."""

    def __init__(self, start: int = BEFORE) -> None:
        dice = ScriptedDice([roll.result for event in sample()[start:] for roll in event.rolls])
        game: Game[Any] = Game(catalogue.open_system("the-bridge", ()), dice, events=sample()[:start])
        super().__init__(game, None, {SOVIET: COMPUTER})

    def thinking(self, side: SideId, level: str) -> Callable[[], Thought]:
        """The order that was given in the sample."""
        given = sum(isinstance(event, OrderGiven) and event.side == side for event in self.game.journal)
        orders = [event.order for event in sample() if isinstance(event, OrderGiven) and event.side == side]
        return lambda: Thought(side, level, orders[given])


@asynccontextmanager
async def seated(
    data: Path, at: GameTable, size: tuple[int, int] = (120, 40), **settings: Any
) -> AsyncIterator[tuple[ToyApp, Pilot[None]]]:
    """The app with the table open and settings as given."""
    app = ToyApp(data, at)
    program(app).settings = evolve(Settings(), **{"pace": "fast", **settings})
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield app, pilot
        assert app.failures == []


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Let the computer order until something is so."""
    for _ in range(2000):
        if done():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came to that")


async def told(app: ToyApp, pilot: Pilot[None]) -> ToldSheet:
    """The sheet that comes by itself."""
    await until(pilot, lambda: isinstance(app.screen, ToldSheet))
    assert isinstance(app.screen, ToldSheet)
    await pilot.pause()
    return app.screen


async def test_no_computer_waits_for_a_key_between_the_counters_that_it_sets_up(tmp_path: Path) -> None:
    """It does after the last one, where it is to wait after each order."""
    sides = (SideId("british"), SideId("italian"))
    at = GameTable(Game(catalogue.open_system("the-pimple", ()), SeededDice("s")), None, dict.fromkeys(sides, COMPUTER))
    async with seated(tmp_path, at, pace="step") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await until(pilot, lambda: screen.course.stuck)
        assert at.game.state.turn == 1


# -- what is told ----------------------------------------------------------------------------------


def between(side: SideId) -> tuple[Matter, ...]:
    """What is told to a side of the events between the two moments."""
    at = Again(AFTER)
    system = at.system
    at.sit(side)
    states = [moment(system, system.view(at.game.at(n), side), side) for n in (BEFORE, AFTER)]
    return matters(side, {GERMAN: "German", SOVIET: "Soviet"}, *states, [x for x in at.lines() if x.n > BEFORE])


def test_the_heaviest_comes_first() -> None:
    mine = between(GERMAN)
    assert [matter.weight for matter in mine] == [Weight.LOST, Weight.HURT, Weight.SCORE, Weight.SCORE][: len(mine)]
    assert mine[0].text.startswith("HQ IV/G: knocked out - T-34 1 hits HQ IV/G")
    assert mine[0].tone == "bad"
    assert mine[0].line is not None
    assert [roll.die for roll in mine[0].line.report.rolls] == ["d100", "d10"][: len(mine[0].line.report.rolls)]
    assert mine[1].text.startswith("IV/G 1: damaged - ")
    assert mine[1].tone == "warn"
    assert mine[2].text.startswith("Soviet: ")


def test_what_one_did_oneself_is_good_news() -> None:
    theirs = between(SOVIET)
    assert [matter.tone for matter in theirs if matter.weight is Weight.LOST] == ["good"]
    assert not [matter for matter in theirs if matter.weight is Weight.FIRE]


def test_nothing_is_told_of_a_moment_that_changed_nothing() -> None:
    at = Again()
    now = moment(at.system, at.game.view(GERMAN), GERMAN)
    assert matters(GERMAN, {}, now, now, ()) == ()


@pytest.mark.parametrize("scenario", ["vyazma", "pw-0"])
def test_nothing_is_told_of_what_the_set_up_alone_has_changed(scenario: str) -> None:
    """No side has led before the first turn, and a force that is set up in the open has not just come into view."""
    system = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("5"))
    sides = [SideId(look.id) for look in system.sides]
    empty = [moment(system, game.view(side), side) for side in sides]
    game.begin()
    while not system.face.status(game.state).turn:
        acting = game.active[0]
        game.submit(acting, system.suggest(game.view(acting), acting, game.dice, "greedy"))
    for side, before in zip(sides, empty, strict=True):
        after = moment(system, game.view(side), side)
        assert (before.begun, after.begun) == (False, True)
        assert before.counters.keys() != after.counters.keys()
        assert matters(side, {}, before, after, ()) == ()


def test_what_befell_several_units_at_once_is_told_once() -> None:
    """A stack of PanzerBlitz is lost by one attack: who, then by what."""
    at = posed({"a": "g-rifle E4", "x": "r-truck E5", "y": "r-truck E5", "z": "r-rifle M9"}, 1, step="first-assault")
    system, game = at.system, at.game
    before = moment(system, system.view(game.state, RUSSIAN), RUSSIAN)
    game.submit(GERMAN, CloseAssault(hex=hex_from_id("E5"), attackers=(UnitId("a"),)))
    at.sit(RUSSIAN)
    after = moment(system, system.view(game.state, RUSSIAN), RUSSIAN)
    lost = [m for m in matters(RUSSIAN, {}, before, after, at.lines()) if m.weight is Weight.LOST]
    assert [m.text.partition(" - ")[0] for m in lost] == ["x, y: eliminated"]
    assert lost[0].text.count("Close assault") == 1


def test_who_hit_a_unit_is_told_where_its_damage_has_a_line_of_its_own() -> None:
    """In the miniatures edition a hit and what it does are rolled one after the other."""
    roll = Roll("d100", 12, "AP hit", "min:8.4.4")
    hit = Line(5, Report("T-34 1 hits IV/G 1 (12 of 21)", "min:8.4.4", rolls=(roll,)), ("s1", "g1"))
    for text, after in (("Track hit", "track hit"), ("hull front, Knock-Out", "knocked out")):
        harm = Line(6, Report(f"IV/G 1: {text}", "min:8.4.5.1.3", "bad", rolls=(roll,)), ("g1",))
        row = Row("IV/G 1", after, unit="g1", tone="bad")
        then = Moment(frozenset({"g1"}), rows={("g1", after): row})
        told = matters(GERMAN, {}, Moment(frozenset({"g1"})), then, [hit, harm])
        more = ": hull front, Knock-Out" if after == "knocked out" else ""
        assert [m.text for m in told] == [f"IV/G 1: {after} - T-34 1 hits IV/G 1 (12 of 21){more}"]


def test_who_acts_is_named_before_who_suffers() -> None:
    shots = [event for event in sample() if event.name == "ap-fire-resolved"]
    assert all(units_of(shot) == (shot.shooter, shot.target) for shot in shots)  # type: ignore[attr-defined]


def test_ones_own_shot_does_not_befall_oneself() -> None:
    at = Again(AFTER)
    line = next(line for line in at.lines() if line.n > BEFORE and len(line.units) == 2 and line.report.rolls)
    shooter, target = line.units
    assert happened_to({target}, line)
    assert not happened_to({shooter}, line)
    assert happened_to({shooter}, Line(line.n, line.report, (shooter,)))
    detail = evolve(line.report, level=2, tone="")  # such as what a side rolls to look out
    assert not happened_to({shooter}, Line(line.n, detail, (shooter,)))
    assert happened_to({target}, Line(line.n, detail, line.units))
    assert not happened_to({target}, Line(line.n, evolve(line.report, rolls=(), tone=""), line.units))


# -- the sheet -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_it_comes_by_itself_and_a_line_leads_to_its_hex(tmp_path: Path, size: tuple[int, int]) -> None:
    at = Again()
    async with seated(tmp_path, at, size) as (app, pilot):
        sheet = await told(app, pilot)
        shown = seen(app)
        assert shown.index("Lost") < shown.index("HQ IV/G: knocked out") < shown.index("Hit or shaken")
        assert isinstance(at.ask(), Human)
        await press(pilot, "down", "d")
        assert "d100 = " in seen(app)
        await press(pilot, "enter")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        matter = sheet.entries[1][1]
        assert isinstance(matter, Matter)
        assert screen.stage.cursor == matter.hex


@pytest.mark.parametrize("telling", ["contact", "never"])
async def test_what_came_of_ones_own_shot_is_told_though_others_acted_since(tmp_path: Path, telling: str) -> None:
    at = Again(SHOT)
    async with seated(tmp_path, at, (80, 24), telling=telling) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await until(pilot, lambda: screen.stage.ordering is not None)
        at.give(GERMAN, at.thinking(GERMAN, "")().order)
        screen.course.proceed()
        if telling == "never":
            await until(pilot, lambda: at.events >= AFTER and screen.stage.ordering is not None)
            await pilot.pause()
            assert OWN_RESULT in str(screen.query_one(MessageLine).render())
        else:
            sheet = await told(app, pilot)
            assert [str(text).strip() for text, _ in sheet.entries[:3]][::2] == ["Your last order", "Lost"]
            assert str(sheet.entries[1][0]).strip().startswith(OWN_RESULT)


async def test_enter_with_no_line_pointed_at_closes_it_and_the_cursor_stays(tmp_path: Path) -> None:
    async with seated(tmp_path, Again()) as (app, pilot):
        await told(app, pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        assert app.screen.stage.ordering is not None


async def test_the_trails_of_others_lie_on_the_map_with_a_legend(tmp_path: Path) -> None:
    async with seated(tmp_path, Again()) as (app, pilot):
        await told(app, pilot)
        await press(pilot, "escape")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert screen.stage.trails is not None
        assert "What others did" in seen(app)
        assert "against you" in seen(app)
        assert any(cell.tone == "bad" for cell in screen.stage.trails.cells.values())
        await press(pilot, "V")
        assert "What others did" not in seen(app)


def test_where_ones_own_units_were_put_is_not_what_others_did() -> None:
    hexes = hex_from_id("B2"), hex_from_id("C3"), hex_from_id("D4")
    put, came, shot = (Report("told", "toy:1", hexes=(hex_,)) for hex_ in hexes)
    lines = [Line(1, put, ("mine",)), Line(2, came, ("theirs",)), Line(3, evolve(shot, tone="bad"), ("mine",))]
    layer = trails(frozenset({"mine"}), lines)
    assert layer is not None
    assert {hex_.id: cell.tone for hex_, cell in layer.cells.items()} == {"C3": "info", "D4": "bad"}
    assert trails(frozenset({"mine"}), lines[:1]) is None


async def test_the_way_back_to_it(tmp_path: Path) -> None:
    async with seated(tmp_path, Again(), telling="never") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await until(pilot, lambda: screen.stage.ordering is not None)
        found = []
        for _ in range(3):
            await press(pilot, "apostrophe")
            log = screen.query_one(GameLog)
            assert log.highlighted is not None
            found.append(str(log.get_option_at_index(log.highlighted).prompt).partition(" (")[0].lstrip(" ▾"))
            assert screen.stage.cursor.id == "T18"
        assert found == ["T-34 5 misses IV/G 1", "T-34 3 hits IV/G 1", "T-34 1 hits HQ IV/G"]


async def test_the_turn_in_short_comes_at_its_end_if_it_is_wanted(tmp_path: Path) -> None:
    events, last = sample(), 0
    for n, event in enumerate(events):
        if isinstance(event, OrderGiven):
            last = n
        if event.name == "turn-begun" and n > AFTER and events[last].side == SOVIET:  # type: ignore[attr-defined]
            break
    at = Again(last)
    async with seated(tmp_path, at, turn_sheet=True) as (app, pilot):
        await until(pilot, lambda: not isinstance(app.screen, GameScreen))
        while isinstance(app.screen, ToldSheet):
            await press(pilot, "escape")
            await pilot.pause()
        assert isinstance(app.screen, GameSheets)


async def test_nothing_comes_if_nothing_is_wanted(tmp_path: Path) -> None:
    async with seated(tmp_path, Again(), telling="never") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await until(pilot, lambda: screen.stage.ordering is not None)
        await pilot.pause()
        assert app.screen is screen


@pytest.mark.parametrize(("stop", "waits"), [("loss", 2), ("fire", 2), ("never", 0)])
async def test_the_computer_waits_after_what_weighs_enough(tmp_path: Path, stop: str, waits: int) -> None:
    async with seated(tmp_path, Again(), stop=stop, telling="never") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        found = 0
        while True:
            await until(pilot, lambda: screen.course.stuck or screen.stage.ordering is not None)
            if not screen.course.stuck:
                break
            found += 1
            assert "enter lets it go on" in seen(app)
            await press(pilot, "enter")
        assert found == waits


async def test_a_player_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(ToyApp, "bell", lambda self: rung.append("bell"))
    titles: list[str] = []
    monkeypatch.setattr("tui.game.meanwhile.set_title", lambda app, text, *, before: titles.append(text) or text)
    async with seated(tmp_path, Again(), call="both") as (app, pilot):
        await told(app, pilot)
        assert rung == ["bell"]
        assert [title for title in titles if title] == ["German to order - The Bridge"]


def test_the_settings_of_it_are_in_the_form() -> None:
    form = {field.id: field for field in fields(Settings())}
    for id_, value in (("telling", "loss"), ("stop", "contact"), ("pace", "step"), ("call", "bell")):
        field = form[id_]
        assert value in [known for known, _ in field.values]
        assert getattr(changed(Settings(), evolve(field, value=value)), id_) == value
    assert Settings().turn_sheet, "it comes by itself"
    assert not changed(Settings(), evolve(form["turn_sheet"], value="off")).turn_sheet
