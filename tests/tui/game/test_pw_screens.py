"""The game screen over Panzer War: ghost paths, the ruler, chances as a whole; nothing of them for the other side."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from content.panzerwar.charts.charts import terrain_looks
from core.dice import SeededDice
from core.hexes import hex_from_id
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState
from core.panzerwar.vignette import Posed
from core.play.game import Game
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element
from tests.panzerwar.movement.moves import a_plan, write
from tests.tui.toy_app import COMPUTER, ToyApp, press, seen
from tui.game.screen import GameScreen
from tui.game.table import GameTable
from tui.kit.popups import PickList, Sheet
from tui.map.projection import Zoom
from tui.widgets.legend import OverlayLegend
from tui.widgets.prompt import PhasePrompt
from tui.widgets.side import SidePanel

SIZES = pytest.mark.parametrize(
    "size", [pytest.param((120, 40), marks=pytest.mark.thorough), (80, 24)], ids=["wide", "small"]
)


def position(step: str, order: Tactical = Tactical.ENGAGE) -> WarState:
    """Two tanks against one that they see; the movement of all is written down."""
    tank = an_element("b1", "pz4h", BLUE, "J15", organisation="blue-1", name="PzKpfw IV H 1")
    mate = an_element("b2", "pz4h", BLUE, "J15+8,6", organisation="blue-1", name="PzKpfw IV H 2", heading=12)
    enemy = an_element("r1", "t34-43", RED, "J5", heading=24, name="T-34 1")
    state = a_state(tank, mate, enemy, board=a_board(), step=step, see=("b1", "b2", "r1"))
    for unit in ("blue-1", "red-1"):
        state.reorganise(unit, order=order)
    state.reorganise("blue-1", command="b1")
    write(state, a_plan("b1", "J13"), a_plan("b2", "L15"), a_plan("r1", "J7"))
    state.step = step
    return state


async def to_the_game(app: ToyApp, pilot: Pilot[None]) -> None:
    """Past the hand-over, and past what happened."""
    for _ in range(3):
        if not isinstance(app.screen, GameScreen):
            await press(pilot, "enter")


@asynccontextmanager
async def at_table(
    data: Path,
    step: str,
    size: tuple[int, int],
    *,
    hotseat: bool = False,
    order: Tactical = Tactical.ENGAGE,
    at: WarState | None = None,
) -> AsyncIterator[tuple[ToyApp, Pilot[None], GameScreen]]:
    """The app with such a game open, blue at the keyboard. at: this position instead."""
    start = at or position(step, order)
    system: Any = Posed(start.engagement, terrain_looks(), (), start=start)
    app = ToyApp(data, GameTable(Game(system, SeededDice("1")), None, {} if hotseat else {RED: COMPUTER}))
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        await to_the_game(app, pilot)
        assert isinstance(app.screen, GameScreen)
        yield app, pilot, app.screen
        assert app.failures == []


async def point(app: ToyApp, pilot: Pilot[None], hex_: str) -> None:
    screen = app.screen
    assert isinstance(screen, GameScreen)
    screen.looking.go_to_hex(hex_from_id(hex_))
    await pilot.pause()


def drawn(screen: GameScreen) -> set[str]:
    """The hexes through which lines are drawn."""
    overlay = screen.stage.scene().overlay
    return {hex_.id for hex_, cell in overlay.cells.items() if cell.strokes} if overlay is not None else set()


@SIZES
async def test_the_plan_of_the_element_under_the_cursor(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "plan", size) as (app, pilot, screen):
        await point(app, pilot, "J15")
        screen.picking.point_at_unit("b1")
        await point(app, pilot, "J15")
        assert drawn(screen) >= {"J14", "J13"}
        assert "C4 half, 50 of 100 GSU" in seen(app)
        await press(pilot, "V")
        await pilot.pause()
        assert "b1" not in screen.stage.layers.on


async def test_who_has_his_orders_can_be_ordered_otherwise(tmp_path: Path) -> None:
    async with at_table(tmp_path, "plan", (120, 40)) as (app, pilot, screen):
        await press(pilot, "tab")
        await pilot.pause()
        assert "No unit waits for an order; point at one to order it otherwise" in " ".join(seen(app).split())
        screen.picking.pick(next(w for w in screen.stage.ordering.of("b1")))  # type: ignore[union-attr]
        await pilot.pause()
        assert "No unit waits" not in seen(app), "with an order in hand it is no longer so"


@SIZES
async def test_a_step_that_may_not_end_yet_takes_two_lines_below_the_question(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """What it waits for is named as far as there is room; the key that ends it says all of it."""
    state = position("plan", Tactical.ADVANCE)
    name = "Sherman VC Firefly of the second troop"
    state.plans = {}
    for one in ("b1", "b2"):
        state.change(one, name=f"{name}, {one}")
    async with at_table(tmp_path, "plan", size, at=state) as (app, pilot, screen):
        await point(app, pilot, "A1")
        prompt = screen.query_one(PhasePrompt)
        assert prompt.size.height <= 3
        told = " ".join(str(prompt.render()).split())
        assert f"All movement is written down: not yet, {name}" in told
        assert told.endswith("left: 0 planned, 2 must move")
        await press(pilot, "E")
        assert f"{name}, b1 must move: its unit is under Advance" in " ".join(seen(app).replace("█", " ").split())


@SIZES
async def test_all_ways_as_a_layer(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "plan", size) as (app, pilot, screen):
        await point(app, pilot, "J15")
        await press(pilot, "v", "w")
        await pilot.pause()
        assert drawn(screen) >= {"J14", "J13", "K15", "L15"}
        assert "J6" not in drawn(screen)
        assert "2 to be gone: segment, cost in GSU" in seen(app)
        for zoom in Zoom:
            screen.map.zoom = zoom
            screen.map.centre_on(hex_from_id("J13"))
            await pilot.pause()
            assert "50" in seen(app)


async def test_the_way_in_hand_is_drawn_as_it_is_picked(tmp_path: Path) -> None:
    async with at_table(tmp_path, "plan", (120, 40)) as (app, pilot, screen):
        await point(app, pilot, "J15")
        way = next(w for w in screen.stage.ordering.of("b1"))  # type: ignore[union-attr]
        screen.picking.pick(way)
        await point(app, pilot, "H14")
        assert screen.stage.ghost is not None
        assert "H14" in drawn(screen)
        assert "J13" not in drawn(screen)
        assert "turns" in str(screen.query_one(OverlayLegend).content)


async def test_the_key_that_ends_the_step_says_what_it_waits_for(tmp_path: Path) -> None:
    """With an order in hand it ends nothing; when that has been taken back it does."""
    async with at_table(tmp_path, "plan", (120, 40), hotseat=True) as (app, pilot, screen):
        await point(app, pilot, "J15")
        screen.picking.pick(next(w for w in screen.stage.ordering.of("b1")))  # type: ignore[union-attr]
        await pilot.pause()
        await press(pilot, "E")
        assert "an order is in hand; enter gives it" in " ".join(seen(app).split())
        assert screen.stage.begun
        await press(pilot, "u", "E")
        assert app.screen is not screen, "the other player is to take the keyboard"


async def test_the_other_player_sees_nothing_of_it(tmp_path: Path) -> None:
    """After the hand-over there is no line, no legend, no pinned place of the player before."""
    async with at_table(tmp_path, "plan", (120, 40), hotseat=True) as (app, pilot, screen):
        await point(app, pilot, "J15")
        await press(pilot, "v", "w", "w", "w")
        assert drawn(screen)
        await press(pilot, "E")
        await pilot.pause()
        assert not drawn(screen)
        await to_the_game(app, pilot)
        await pilot.pause()
        assert screen.table.here == RED
        assert not drawn(screen) & {"J14", "J13", "K15", "L15"}
        assert screen.stage.pinned is None


@SIZES
async def test_the_ruler(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "e1", size) as (app, pilot, screen):
        await point(app, pilot, "J15")
        screen.picking.point_at_unit("b1")
        await press(pilot, "v", "m")
        await point(app, pilot, "J5")
        assert "to T-34 1: 250 GSU (500 m), 0 degrees (N, heading 0): seen" in " ".join(seen(app).split())
        await press(pilot, "w")
        assert isinstance(app.screen, Sheet)
        for words in ("PzKpfw IV H 1", "T-34 1", "250 GSU (500 m)", "heading 0 of 48", "hull front", "Factor"):
            assert words in app.screen.text.plain


async def test_lines_of_sight_from_a_pinned_place(tmp_path: Path) -> None:
    async with at_table(tmp_path, "e1", (120, 40)) as (app, pilot, screen):
        await point(app, pilot, "J15")
        await press(pilot, "w")
        assert screen.stage.pinned == hex_from_id("J15")
        await point(app, pilot, "H10")
        await press(pilot, "w")
        assert isinstance(app.screen, Sheet)
        assert "centre of J15" in app.screen.text.plain
        await press(pilot, "enter")
        await point(app, pilot, "J15")
        await press(pilot, "w")
        assert screen.stage.pinned is None


@SIZES
async def test_the_chances_as_a_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    """Every modifier is read at the smallest size too."""
    async with at_table(tmp_path, "e1", size) as (app, pilot, screen):
        await press(pilot, "percent_sign")
        assert isinstance(app.screen, GameScreen)
        ways = [w for w in screen.stage.ordering.of("b1") if w[-1].pick.startswith("fire")]  # type: ignore[union-attr]
        screen.picking.pick(ways[0])
        for _ in range(2):
            screen.picking.pick((screen.stage.ordering.choices.legal[0],))  # type: ignore[union-attr]
        await pilot.pause()
        await press(pilot, "percent_sign")
        assert isinstance(app.screen, Sheet)
        for words in ("To hit", "base at", "pw:8.4.1", "Shows", "pierces", "Damages"):
            assert words in app.screen.text.plain


async def test_the_help_tells_the_eight_headings(tmp_path: Path) -> None:
    async with at_table(tmp_path, "e1", (120, 60)) as (app, pilot, _):
        await press(pilot, "question_mark")
        for _ in range(8):
            if "▲◥▶◢▼◣◀◤ ■" in seen(app):
                break
            await press(pilot, "pagedown")
        assert "▲◥▶◢▼◣◀◤ ■" in seen(app)


async def test_a_line_of_choices_that_is_cut_off_says_where_they_all_are(tmp_path: Path) -> None:
    """At 80 columns the orders of a unit do not fit one line."""
    async with at_table(tmp_path, "orders", (80, 24), order=Tactical.COVER) as (app, pilot, screen):
        unit = next(c for c in screen.stage.ordering.choices.legal if c.pick.startswith("order:"))  # type: ignore[union-attr]
        screen.picking.pick((unit,))
        await pilot.pause()
        orders = len(screen.stage.ordering.choices.legal)  # type: ignore[union-attr]
        assert 1 < orders < 9
        assert f"{orders} orders, D lists them" in seen(app)


async def test_an_order_that_gathers_units_takes_none_along_unasked(tmp_path: Path) -> None:
    """pw:4.5: the tank under the cursor is not in the half that bounds until it is picked."""
    async with at_table(tmp_path, "orders", (120, 40), order=Tactical.COVER) as (_app, pilot, screen):
        ordering = screen.stage.ordering
        assert ordering is not None
        screen.picking.pick((next(c for c in ordering.choices.legal if c.pick == "order:blue-1"),))
        screen.picking.pick((next(c for c in ordering.choices.legal if c.pick == Tactical.BOUND.value),))
        await pilot.pause()
        assert ordering.partial == ("order:blue-1", Tactical.BOUND.value)
        assert "1 of 2" in ordering.choices.prompt


async def test_the_list_of_overlays_says_from_where_each_is_drawn(tmp_path: Path) -> None:
    """pw:7.0: of the ruler its title says it, which leads from one place to another."""
    async with at_table(tmp_path, "plan", (120, 40)) as (app, pilot, _):
        await press(pilot, "v")
        assert isinstance(app.screen, PickList)
        lines = [line.plain[2:] for line in app.screen.lines]
        assert "Places in reach  from the unit" in lines
        assert "Ruler from the element to the cursor" in lines


async def test_a_long_question_is_not_cut(tmp_path: Path) -> None:
    """pw:6.2: where a way ends before the hex that was picked is told to its last word."""
    async with at_table(tmp_path, "plan", (120, 40)) as (app, pilot, _):
        panel = app.screen.query_one(SidePanel)
        panel.ask("T-34/76 M1943 1: 144.2 of 300 GSU, bonus; it comes as far as R14, not to X14")
        await pilot.pause()
        assert panel.query_one("#question").size.height == 3
