"""The game screen over the toy game: secret choices, hand-over, moves, fire, undo, layers, small terminals."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from textual.content import Content
from textual.pilot import Pilot

from core.choice import Choice, Choices, Partial
from core.dice import SeededDice
from core.event import OrderGiven, SideId, TakenBack
from core.hexes import hex_from_id
from core.play.game import Game
from core.presentation import Overlay, OverlayCell
from tests.tui.map.map_board import make_board, make_scene
from tests.tui.toy import ToySystem, toy_war
from tests.tui.toy_app import COMPUTER, ToyApp, playing, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH, Secret, ToyState
from tui.app import LOG_FILE, PanzerhexApp
from tui.game.handover import HandOverScreen
from tui.game.ordering import Ordering
from tui.game.screen import GameScreen
from tui.game.table import Computer, GameTable, Human, Over, Seat, SeatKind, seat_of
from tui.game.told import ToldSheet
from tui.kit.popups import AskLine, PickList, Sheet
from tui.map.palettes import palette_named
from tui.map.projection import Zoom
from tui.map.text import render_text
from tui.map.widget import HexMap
from tui.widgets.legend import OverlayLegend, _patch, _sign
from tui.widgets.log import GameLog
from tui.widgets.orders import OrderMenu
from tui.widgets.too_small import TooSmall

SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]


@pytest.mark.parametrize("size", SIZES)
async def test_secret_words_with_hand_over(tmp_path: Path, size: tuple[int, int]) -> None:
    at = table()
    async with playing(tmp_path, at, size) as (app, pilot):
        assert isinstance(app.screen, HandOverScreen)
        assert "Northland" in seen(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        assert at.here == NORTH
        await press(pilot, "1", "e", "2", "t")
        assert [at.game.state.tanks[t].word for t in ("n1", "n2")] == ["go", "wait"]
        assert "Fox is told to go" in seen(app)
        await press(pilot, "d")

        assert isinstance(app.screen, HandOverScreen)
        for secret in ("Fox", "Hare", "Wolf", "Bear", "told", "go ", "wait"):
            assert secret not in seen(app).replace("goes on", "")
        assert "Southland" in seen(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        assert at.here == SOUTH
        assert "is told to" not in seen(app)


async def test_what_happened_is_told_after_a_hand_over(tmp_path: Path) -> None:
    at = table()
    give(at, (NORTH, "n1", "go"), (SOUTH, "s1", "go"))
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "enter", "escape")
        await press(pilot, "m", "enter", "8", "enter")
        await press(pilot, "d", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ToldSheet)
        assert "Fox moves to C2" in seen(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)


def give(at: GameTable, *words: tuple[SideId, str, str]) -> None:
    """Place words and end the step for both sides."""
    for side, unit, word in words:
        at.give(side, Secret(unit=unit, word=word))
    for side in (NORTH, SOUTH):
        at.submit(side, ("done",))


async def test_a_move_by_keys_step_by_step(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    give(at, (NORTH, "n1", "go"))
    async with playing(tmp_path, at) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await press(pilot, "m")
        assert partial(screen) == ("move", "n1")
        await press(pilot, "2", "1")
        assert partial(screen) == ("move", "n1", "C4", "B5")
        assert "2 of 3" in seen(app)
        await press(pilot, "u")
        assert partial(screen) == ("move", "n1", "C4")
        await press(pilot, "enter")
        assert at.game.state.tanks["n1"].hex == hex_from_id("C4")
        assert not screen.stage.begun


def partial(screen: GameScreen) -> Partial:
    """What has been picked."""
    assert screen.stage.ordering is not None
    return screen.stage.ordering.partial


async def test_an_order_by_mouse(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER}, dice=(3,))
    give(at, (NORTH, "n1", "go"))
    async with playing(tmp_path, at) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await click_line(pilot, screen, "Fire")
        assert partial(screen) == ("fire", "n1")
        await click_hex(pilot, screen, "C8")
        assert partial(screen) == ("fire", "n1", "s1")
        assert "cannot be taken back" in seen(app)
        await pilot.pause()
        assert "70%" in seen(app)
        await press(pilot, "enter")
        await pilot.pause()
        assert at.game.state.tanks["s1"].dead
        assert "Fox hits Wolf" in seen(app)


async def click_line(pilot: Pilot[None], screen: GameScreen, label: str) -> None:
    """Click a line of the order menu."""
    menu = screen.query_one(OrderMenu)
    row = next(i for i in range(menu.option_count) if (c := menu.choice_at(i)) is not None and c.label == label)
    await pilot.click(menu, offset=(4, row))
    await pilot.pause()


async def click_hex(pilot: Pilot[None], screen: GameScreen, id_: str) -> None:
    """Click a hex of the map."""
    hex_map = screen.query_one(HexMap)
    assert hex_map.projection is not None
    x, y = hex_map.projection.centre(hex_from_id(id_))
    await pilot.click(hex_map, offset=(x - hex_map.scroll_offset.x, y - hex_map.scroll_offset.y))
    await pilot.pause()


async def test_undo_and_why_not(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER}, dice=(9,))
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        await press(pilot, "1", "e")
        assert at.game.state.tanks["n1"].word == "go"
        await press(pilot, "U")
        assert at.game.state.tanks["n1"].word is None
        await press(pilot, "U")
        await pilot.pause()
        assert "nothing to take back" in seen(app)


async def test_what_dice_have_settled_is_taken_back_by_who_agree_at_one_machine(tmp_path: Path) -> None:
    """Unasked it is not; asked, those who sit here may agree, and the journal says so."""
    at = table({SOUTH: COMPUTER}, dice=(9,))
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        await press(pilot, "1", "e")
        before = len(at.game.journal)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(at.game.system), "final", lambda self, state, event, side: True)
            await press(pilot, "U")
            assert isinstance(app.screen, PickList)
            await press(pilot, "n")
            assert len(at.game.journal) == before
            await press(pilot, "U", "y")
        assert at.game.state.tanks["n1"].word is None
        given = at.game.journal[-1]
        assert isinstance(given, TakenBack)
        assert given.agreed == (SOUTH,)


async def test_an_illegal_order_is_explained(tmp_path: Path) -> None:
    at = table()
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "enter", "d")
        await pilot.pause()
        assert "give at least one tank a word first" in seen(app)
        assert "toy:2" in seen(app)
        assert not any(isinstance(e, OrderGiven) for e in at.game.journal)


async def test_refused_choices_say_why(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    at.give(NORTH, Secret(unit="n2", word="wait"))
    give(at)
    async with playing(tmp_path, at) as (app, _):
        assert "no tank left" in seen(app)


@pytest.mark.parametrize("size", SIZES)
async def test_an_overlay_comes_and_goes(tmp_path: Path, size: tuple[int, int]) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at, size) as (app, pilot):
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await press(pilot, "tab", "v")
        assert isinstance(app.screen, PickList)
        await press(pilot, "r")
        await pilot.pause()
        legend = screen.query_one(OverlayLegend)
        assert legend.display
        assert "within three hexes" in seen(app)
        patches = legend.content.spans  # type: ignore[union-attr]
        app.theme = "panzerhex-16"
        await pilot.pause()
        assert legend.content.spans != patches, "its patches have the colours of the map"  # type: ignore[union-attr]
        await press(pilot, "v", "r")
        await pilot.pause()
        assert not screen.query_one(OverlayLegend).display


@pytest.mark.parametrize("theme", ["16", "dark"])
async def test_what_lies_under_a_window_is_seen_in_every_theme(tmp_path: Path, theme: str) -> None:
    """Where colours cannot be darkened they stay; who hands over the keyboard hides everything."""
    async with playing(tmp_path, table(), (120, 40)) as (app, pilot):
        app._put_theme(theme)
        await pilot.pause()
        assert isinstance(app.screen, HandOverScreen)
        await press(pilot, "enter")
        headline = seen(app).splitlines()[0].strip()
        assert "turn 1" in headline
        await app.push_screen(PickList("Which?", [("a", Content("this one"))]))
        await pilot.pause()
        assert "this one" in seen(app)
        assert headline in seen(app)
        await app.push_screen(HandOverScreen("Toys", "South", lambda: None, lambda: None))
        await pilot.pause()
        assert "South" in seen(app)
        assert "turn 1" not in seen(app)
        assert "this one" not in seen(app)


async def test_why_a_line_is_blocked(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        await press(pilot, "tab", "g")
        assert isinstance(app.screen, AskLine)
        await press(pilot, *"F8", "enter")
        await press(pilot, "w")
        assert isinstance(app.screen, Sheet)
        assert "woods between" in seen(app)


async def test_a_small_terminal_waits(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at, (50, 18)) as (app, pilot):
        await pilot.pause()
        assert "60 x 20" in seen(app)
        before = len(at.game.journal)
        await press(pilot, "1", "e")
        assert len(at.game.journal) == before
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not app.screen.query_one(TooSmall).display
        await press(pilot, "1", "e")
        assert len(at.game.journal) > before


async def test_the_log_opens_into_dice(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER}, dice=(9,))
    give(at, (NORTH, "n1", "go"))
    at.submit(NORTH, ("fire", "n1", "s1"))
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "L", "enter")
        assert isinstance(app.screen.focused, GameLog)
        assert "d10 = 9" in seen(app)
        assert "+7" in seen(app)


async def test_the_computer_plays_its_side(tmp_path: Path) -> None:
    at = table({NORTH: COMPUTER, SOUTH: COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        for _ in range(100):
            if at.game.over:
                break
            await pilot.pause()
        await pilot.pause()
        assert at.game.over
        assert isinstance(app.screen, Sheet)
        assert "as many tanks" in seen(app)


async def test_the_next_player_does_not_see_where_the_last_one_looked(tmp_path: Path) -> None:
    at = table()
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "enter", "1", "e", "2", "t", "v", "r", "tab")
        screen = next(s for s in app.screen_stack if isinstance(s, GameScreen))
        assert at.game.state.tanks[screen.stage.unit or ""].side == NORTH
        await press(pilot, "d")
        assert isinstance(app.screen, HandOverScreen)
        assert (screen.stage.unit, screen.stage.shown, screen.stage.overlays) == (None, None, ())
        assert screen.query_one(GameLog).option_count == 0
        await press(pilot, "enter")
        assert at.game.state.tanks[screen.stage.unit or ""].side == SOUTH
        assert screen.stage.layers.on == []


async def test_what_fails_is_told_and_logged_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table({SOUTH: COMPUTER})

    def fail(*_: object) -> None:
        raise RuntimeError("the gun jammed")

    app = ToyApp(tmp_path, at)
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        monkeypatch.setattr(ToySystem, "decide", fail)
        await press(pilot, "1", "e")
        await pilot.pause()
        assert "The order could not be carried out" in seen(app)
        assert "RuntimeError" not in seen(app)
        assert "the gun jammed" in (tmp_path / LOG_FILE).read_text(encoding="utf-8")
        monkeypatch.undo()
        await press(pilot, "e")
        assert at.game.state.tanks["n1"].word == "go"


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_key_does_harm(tmp_path: Path, seed: int) -> None:
    at = GameTable(Game(toy_war(), SeededDice(str(seed))), None, {})
    chance = Random(seed)
    others = [
        "enter",
        "up",
        "left",
        "tab",
        "u",
        "escape",
        "U",
        "v",
        "V",
        "w",
        "g",
        "D",
        "M",
        "L",
        "X",
        "[",
        "]",
        "+",
        "-",
    ]
    async with playing(tmp_path, at, (80, 24)) as (app, pilot):
        for _ in range(60):
            screen = app.screen
            own = list(screen.keys) if isinstance(screen, GameScreen) else []
            await pilot.press(chance.choice(own) if own and chance.random() < 0.6 else chance.choice(others))
        assert app.failures == []


async def test_control_c_stops_in_good_order(tmp_path: Path) -> None:
    app = ToyApp(tmp_path, table())
    async with app.run_test() as pilot:
        await press(pilot, "enter", "1", "ctrl+c")
        assert not app.is_running or app._exit


def test_a_long_menu_has_keys_for_all() -> None:
    many = Choices("Which?", "", tuple(Choice(f"u{n}", f"Unit {n}", "unit", unit=f"u{n}") for n in range(40)))
    keys = Ordering(NORTH, lambda side, partial: many).keys({"B", "C", "q"}, {"h", "j"})
    assert len(keys) == 40
    assert not {"A", "B", "C", "E", "I", "T", "h", "j", "q"} & set(keys)


def test_keys_of_choices() -> None:
    at = table()
    give(at, (NORTH, "n1", "go"))
    ordering = Ordering(NORTH, at.choices)
    assert {k: c.pick for k, c in ordering.keys({"m"}).items()} == {"d": "done", "f": "fire", "1": "move"}
    ordering.take(ordering.of("n1")[0])
    assert ordering.partial == ("move", "n1")
    # The six directions lie as on a number pad; D4 is woods and not to be had.
    assert {k: c.pick for k, c in ordering.keys(()).items()} == {"8": "C2", "9": "D3", "2": "C4", "1": "B4", "7": "B3"}
    assert [w[-1].pick for w in ordering.at(hex_from_id("C4"))] == ["C4"]
    assert [ordering.back() for _ in range(3)] == [True, True, False]
    assert not ordering.picked


def test_themes_by_other_names(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path)
    app.use_theme("colour-blind")
    assert app.theme == "panzerhex-safe"
    assert app.settings.theme == "colour-blind"
    app.use_theme("unheard-of")
    assert app.theme == "panzerhex-dark"


def test_reactions_of_a_table() -> None:
    assert table().ask() == Human(NORTH, hand_over=True)
    assert table({NORTH: COMPUTER, SOUTH: COMPUTER}).here is None
    at = table({SOUTH: COMPUTER})
    assert at.ask() == Human(NORTH, hand_over=False)
    assert at.beside() == ((SOUTH, "greedy"),)
    at.submit(NORTH, ("n1", "go"))
    at.submit(NORTH, ("done",))
    assert at.ask() == Computer(SOUTH, "greedy")
    assert at.beside() == ()
    at = table({SOUTH: COMPUTER})
    at.submit(SOUTH, ("done",))
    assert at.ask() == Human(NORTH, hand_over=False)
    assert at.beside() == ()
    state: ToyState = at.game.state
    state.turn = 3
    assert at.ask() == Over()


def test_seats_of_a_header() -> None:
    assert seat_of("human") == Seat()
    assert seat_of("ai:random") == Seat(SeatKind.COMPUTER, "random")
    assert seat_of("ai").kind is SeatKind.COMPUTER


@pytest.mark.parametrize("zoom", list(Zoom))
def test_the_legend_has_the_signs_that_the_map_writes_where_there_is_no_colour(zoom: Zoom) -> None:
    """Whoever sees no colours finds what an `o` and an `x` on the map mean."""
    cells = {hex_from_id("B2"): OverlayCell("seen"), hex_from_id("B3"): OverlayCell("blocked")}
    layer = Overlay("sight", "Line of sight", cells, (("seen", "seen"), ("blocked", "blocked")))
    bare = evolve(make_scene(), counters=(), path=(), cursor=None, board=evolve(make_board(), places=()))
    before, after = (render_text(evolve(bare, overlay=laid), zoom, colour=False) for laid in (None, layer))
    written = {new for old, new in zip(before, after, strict=True) if old != new} - {" "}
    assert {f"[{sign}]" for sign in written} <= {_sign(layer, tone).plain for tone, _ in layer.legend}
    assert written


def test_the_legend_of_a_layer_breaks_in_no_patch_and_has_signs_where_there_is_no_colour() -> None:
    cells = {hex_from_id("B2"): OverlayCell("reach", "½"), hex_from_id("B3"): OverlayCell("warning", "!")}
    layer = Overlay("reach", "Reach", cells, (("reach", "cost"), ("maybe", "to pass"), ("warning", "overrun")))
    assert [_sign(layer, tone).plain for tone, _ in layer.legend] == ["[123]", "[m]", "[!]"]
    assert " " not in _patch(palette_named("panzerhex-dark"), "reach").plain
