"""How many keys an order takes: a command, a shot, a move with and without a stop. Each number is asserted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from content import catalogue
from core.ai import player
from core.choice import Choice, Choices, Partial
from core.dice import SeededDice
from core.event import OrderGiven, SideId, UnitId
from core.hexes import Hex, distance, hex_from_id
from core.panzer import sequence
from core.panzer.ap.events import ApFireResolved
from core.panzer.command.events import CommandPlaced
from core.panzer.movement.events import MoveEnded
from core.panzer.state import PanzerState
from core.panzerwar.combat.orders import Fire
from core.play.game import Game
from saves.library import SAMPLES
from saves.reading import read_journal
from tests.tui.game.test_told import sample
from tests.tui.toy_app import ToyApp, seen
from tests.tui.toy_table import NORTH
from tui.game.ahead import ahead
from tui.game.many.preview import PreviewScreen
from tui.game.ordering import Ordering
from tui.game.screen import GameScreen
from tui.game.table import GameTable
from tui.kit.popups import PickList
from tui.program import program
from tui.widgets.prompt import in_hand, pick_line

SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]


def at_step(step: str, seed: str = "keys") -> GameTable:
    """The Bridge at one keyboard, brought to a step by computers that choose at random."""
    system: Any = catalogue.open_system("the-bridge", ())
    game: Game[Any] = Game(system, SeededDice(seed))
    players = {side.id: player("random", f"{seed}/{side.id}") for side in system.sides}
    game.begin()
    while game.state.step != step or game.state.question is not None or game.state.fire.window is not None:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    return GameTable(game, None, {})


def moving() -> GameTable:
    """The Bridge at one keyboard: both sides set up by the program, all are to move, the Soviets move first."""
    system: Any = catalogue.open_system("the-bridge", ())
    at = GameTable(Game(system, SeededDice("keys")), None, {})
    wanted = {"place-rest": ("place-rest",), "rest": ("rest", "MOVE"), "first:german": ("first:german",)}
    while at.game.state.step != sequence.SECOND_MOVE:
        side = at.game.active[0]
        picks = [choice.pick for choice in at.choices(side, ()).legal]
        last = ("finish-step",) if "finish-step" in picks else (picks[0],)
        at.submit(side, next((wanted[pick] for pick in wanted if pick in picks), last))
    return at


class Player:
    """Somebody at the keyboard. keys: how many have been pressed since the last count."""

    def __init__(self, app: ToyApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.keys = 0

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each shown before the next."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            self.keys += 1

    @property
    def screen(self) -> GameScreen:
        """The game, in front."""
        assert isinstance(self.app.screen, GameScreen)
        return self.app.screen

    @property
    def state(self) -> PanzerState:
        """The game as it stands."""
        found: PanzerState = self.screen.table.game.state
        return found

    @property
    def prompt(self) -> str:
        """What is on the screen, as one line."""
        return " ".join(seen(self.app).split())


@asynccontextmanager
async def playing(
    data: Path, at: GameTable, size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[Player]:
    """The first side to act at the keyboard, nothing pressed yet."""
    app = ToyApp(data, at)
    program(app).settings = evolve(app.settings, **settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        one = Player(app, pilot)
        for _ in range(4):
            if isinstance(app.screen, GameScreen):
                break
            await one.press("enter")
        one.keys = 0
        yield one
        assert app.failures == []


@pytest.mark.parametrize("size", SIZES)
async def test_a_command_takes_one_key(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        first = one.screen.stage.unit
        assert "m MOVE o OVERWATCH N N/C" in one.prompt
        assert "E End placing commands" in one.prompt
        await one.press("m")
        assert one.keys == 1
        second = one.screen.stage.unit
        assert second != first
        await one.press("o")
        await one.press("N")
        placed = [e for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]
        assert [e.command.value for e in placed] == ["MOVE", "OVERWATCH", "N/C"]
        assert [e.unit for e in placed[:2]] == [first, second]
        assert one.keys == 3


def test_letters_that_mean_something_else_are_not_given_to_the_unit() -> None:
    def ask(side: object, partial: Partial) -> Choices:
        if not partial:
            return Choices("", "", (Choice("u", "Unit", "unit", unit="u"), Choice("e", "End", "done", key="e")))
        keys = {"Move": "m", "End": "e", "Card": "C", "None": "n", "North": "k"}
        return Choices("", "", tuple(Choice(label, label, "option", key=key) for label, key in keys.items()))

    ordering = Ordering(NORTH, ask)
    found = ahead(ordering, ordering.of("u")[0], {"C", "q", "K"}, {"n", "k"})
    assert found is not None
    assert {key: choice.pick for key, choice in found.keys.items()} == {"m": "Move", "N": "None"}
    ordering.take(ordering.of("u")[0])
    assert ahead(ordering, None, (), ()) is None


async def to_the_third(one: Player) -> None:
    """The first units stand in woods; the third has the way before it free. Keys are counted from there."""
    await one.press("tab", "tab")
    one.keys = 0


@pytest.mark.parametrize("size", SIZES)
async def test_a_move_of_three_hexes_with_a_stop_takes_five_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, moving(), size) as one:
        await to_the_third(one)
        unit, start = UnitId(str(one.screen.stage.unit)), one.screen.stage.cursor
        await one.press("j", "j", "j")
        hex_ = one.screen.stage.cursor
        assert distance(start, hex_) == 3
        assert f"go to {hex_}" in one.prompt
        assert "E End movement" in one.prompt
        await one.press("enter")
        assert one.state.units[unit].hex == hex_
        assert one.state.moves.active is not None
        # The unit stays in hand, what it may do next is offered, and how it ends is told with its keys.
        assert (one.screen.stage.unit, one.screen.stage.cursor) == (unit, hex_)
        assert "enter or d" in one.prompt
        assert "End the move here" in one.prompt
        await one.press("enter")
        assert one.keys == 5
        assert one.state.moves.active is None
        assert one.screen.stage.unit != unit


async def test_a_unit_is_led_on_and_ends_by_letter(tmp_path: Path) -> None:
    async with playing(tmp_path, moving()) as one:
        await to_the_third(one)
        unit = UnitId(str(one.screen.stage.unit))
        await one.press("j", "enter")
        first = one.state.units[unit].hex
        await one.press("j", "enter")
        assert one.state.units[unit].hex not in (None, first)
        assert one.keys == 4
        await one.press("d")
        assert one.state.moves.active is not None
        assert "enter gives it - for good" in one.prompt
        await one.press("enter")
        assert one.state.moves.active is None
        assert one.keys == 6


async def test_with_nothing_left_a_move_ends_by_itself(tmp_path: Path) -> None:
    async with playing(tmp_path, moving()) as one:
        await to_the_third(one)
        unit = UnitId(str(one.screen.stage.unit))
        await one.press("g", *"FF11", "enter")
        assert "5 of 5, 0 left" in one.prompt
        one.keys = 0
        # A turn is still free: the move goes on.
        await one.press("enter")
        assert one.state.moves.active is not None
        await one.press(".")
        await one.press("enter")
        assert one.state.moves.active is None
        assert one.keys == 3
        assert one.screen.stage.unit != unit


def coming_on() -> GameTable:
    """The Pimple at one keyboard, brought to a movement in which a unit of the side comes on."""
    for seed in range(20):
        system: Any = catalogue.open_system("the-pimple", ())
        game: Game[Any] = Game(system, SeededDice(f"on-{seed}"))
        players = {side.id: player("random", f"{seed}/{side.id}") for side in system.sides}
        game.begin()
        while not game.over and game.state.turn < 6:
            side = game.active[0]
            units = [choice for choice in game.choices(side).legal if choice.kind == "unit"]
            if game.state.step in sequence.MOVE_STEPS and any(choice.hex is None for choice in units):
                return GameTable(game, None, {})
            game.submit(side, players[side].order(system, game.view(side), side))
    raise AssertionError("nobody comes on")


async def test_a_step_back_leaves_what_the_prompt_says_enter_does(tmp_path: Path) -> None:
    async with playing(tmp_path, coming_on()) as one:
        for _ in range(12):
            if "on d Stay off the map" in one.prompt:
                break
            await one.press("tab")
        unit = one.screen.stage.unit
        assert "brings" in one.prompt
        await one.press("enter")
        assert "go to" in one.prompt
        there = one.screen.stage.hovered
        assert there is not None
        await one.press("enter", "u")
        # The hex can be picked again without going away and back.
        assert one.screen.stage.hovered == there
        await one.press("u")
        assert not one.screen.stage.begun
        await one.press("enter")
        assert one.screen.stage.begun
        assert one.screen.stage.unit == unit
        assert "Nothing to pick" not in one.prompt


async def test_enter_on_a_unit_that_has_not_begun_or_was_taken_back_opens_its_order(tmp_path: Path) -> None:
    async with playing(tmp_path, moving()) as one:
        await to_the_third(one)
        await one.press("enter")
        assert one.screen.stage.begun
        assert "d End the move here" in one.prompt
        await one.press("u")
        unit = UnitId(str(one.screen.stage.unit))
        await one.press("j", "enter")
        assert one.state.moves.active is not None
        assert one.screen.stage.end_here() is not None
        one.screen.table.take_back(one.screen.stage.ordering.side)  # type: ignore[attr-defined, union-attr]
        one.screen.course._taken_back()
        await one.press()
        assert one.screen.stage.unit == unit
        assert one.screen.stage.end_here() is None


async def test_after_an_interruption_the_unit_in_hand_is_offered(tmp_path: Path) -> None:
    async with playing(tmp_path, moving()) as one:
        await to_the_third(one)
        unit, side = one.screen.stage.unit, one.screen.table.here
        await one.press("j", "enter")
        at = one.screen.stage.cursor
        one.screen.stage.blank()
        assert side is not None
        one.screen.course._seat(side)
        await one.press()
        assert (one.screen.stage.unit, one.screen.stage.cursor) == (unit, at)
        assert "enter or d" in one.prompt


#: Events of the sample before which somebody fires: each target has one who can fire at it; several; in Overwatch.
FIRING = [(454, "enter"), (459, "A"), (471, "A")]


@pytest.mark.parametrize(("event", "key"), FIRING)
async def test_a_shot_takes_two_keys(tmp_path: Path, event: int, key: str) -> None:
    at = GameTable(Game(catalogue.open_system("the-bridge", ()), SeededDice("keys"), events=sample()[:event]), None, {})
    async with playing(tmp_path, at, telling="never") as one:
        await one.press(key)
        assert one.screen.stage.complete
        assert "enter gives it - for good" in one.prompt
        assert len(at.game.journal) == event
        await one.press("enter")
        assert one.keys == 2
        assert any(isinstance(e, ApFireResolved) for e in at.game.journal[event:])


async def test_enter_on_a_target_for_several_leads_to_the_shooter_with_the_best_odds(tmp_path: Path) -> None:
    """Enter on the target, on who fires, and to give it: nobody has to know that keys of the list would do."""
    at = GameTable(Game(catalogue.open_system("the-bridge", ()), SeededDice("keys"), events=sample()[:471]), None, {})
    async with playing(tmp_path, at, telling="never") as one:
        await one.press("enter")
        assert "who fires?" in one.prompt
        asked = one.screen.stage.ordering
        assert asked is not None
        chances = {choice.unit: choice.odds for choice in asked.choices.legal if choice.kind == "unit"}
        assert len(chances) > 1
        await one.press("enter")
        best = one.screen.stage.shown
        assert chances[best] == max(chances.values())
        assert "enter picks IV/G 1" in one.prompt
        await one.press("enter")
        assert "enter gives it - for good" in one.prompt
        await one.press("enter")
        shots = [e for e in at.game.journal[471:] if isinstance(e, ApFireResolved)]
        assert [shot.shooter for shot in shots] == [best]


@pytest.mark.parametrize(("others", "best"), [((), "far"), ((Choice("hex:B2", "B2", "hex", Hex(1, 1)),), None)])
def test_enter_leads_to_units_only_where_nothing_but_who_is_asked(others: tuple[Choice, ...], best: str | None) -> None:
    """Who points at a hex out of reach is told why it is, not led away to a unit that could be loaded."""
    units = (Choice("near", "near", "unit", Hex(0, 0), odds=0.2), Choice("far", "far", "unit", Hex(0, 1), odds=0.5))
    asked = Ordering(SideId("red"), lambda side, partial: Choices("Who?", "toy:1", (*units, *others)))
    assert asked.best_unit is None, "no order is begun"
    asked.take([Choice("fire", "fire", "order")])
    found = asked.best_unit
    assert (found.pick if found is not None else None) == best


async def test_the_last_order_once_more_takes_one_key(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS)) as one:
        first = one.screen.stage.unit
        await one.press("z")
        assert "no last order" in one.prompt
        await one.press("o")
        one.keys = 0
        assert first is not None
        assert f"z as {one.state.name(UnitId(first))}" in one.prompt
        await one.press("z")
        await one.press("z")
        placed = [e.command.value for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]
        assert placed == ["OVERWATCH"] * 3
        assert one.keys == 2


async def test_a_move_once_more_is_shown_and_given_in_two_keys(tmp_path: Path) -> None:
    async with playing(tmp_path, moving()) as one:
        await to_the_third(one)
        await one.press("j", "j", "enter", "enter")
        unit = UnitId(str(one.screen.stage.unit))
        # The next is the one behind, not the first of all.
        assert unit == "s4"
        start = one.state.units[unit].hex
        one.keys = 0
        await one.press("z")
        assert one.state.units[unit].hex == start
        assert "enter gives it" in one.prompt
        await one.press("enter")
        assert one.keys == 2
        now = one.state.units[unit].hex
        assert start is not None
        assert now is not None
        assert (now.col, now.y - start.y) == (start.col, 4)
        assert one.state.moves.active is None


async def test_what_the_next_unit_may_not_do_is_refused_with_its_reason(tmp_path: Path) -> None:
    async with playing(tmp_path, moving()) as one:
        await to_the_third(one)
        await one.press("j", "j", "j", "enter", "enter")
        # The first unit stands in woods, and does not get so far.
        await one.press("shift+tab")
        for _ in range(20):
            if one.screen.stage.cursor.id == "LL6":
                break
            await one.press("tab")
        await one.press("z")
        assert "LL9 cannot be reached" in one.prompt
        assert not one.screen.stage.begun


async def test_the_last_order_for_all_is_shown_before_it_is_given(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), (120, 40)) as one:
        journal = one.screen.table.game.journal
        await one.press("o")
        one.keys = 0
        await one.press("Z")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "To 12 as to" in one.prompt
        assert "OVERWATCH" in one.prompt
        assert sum(isinstance(e, CommandPlaced) for e in journal) == 1
        await one.press("n")
        assert sum(isinstance(e, CommandPlaced) for e in one.screen.table.game.journal) == 1
        one.keys = 0
        await one.press("Z")
        await one.press("y")
        assert one.keys == 2
        placed = [e for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]
        assert {e.command.value for e in placed} == {"OVERWATCH"}
        assert len({e.unit for e in placed}) == 13


async def test_a_move_for_all_names_who_may_not_and_why(tmp_path: Path) -> None:
    async with playing(tmp_path, moving(), (120, 40)) as one:
        await to_the_third(one)
        await one.press("j", "j", "enter", "enter")
        before = one.screen.stage.ordering
        await one.press("Z")
        assert "not HQ T-34: LL8 cannot be reached" in one.prompt
        await one.press("y")
        assert before is not None
        moved = [e for e in one.screen.table.game.journal if isinstance(e, MoveEnded)]
        assert len(moved) > 2
        assert "not HQ" not in one.prompt
        assert all(one.state.units[e.unit].hex is not None for e in moved)
        assert one.state.units[UnitId("s1")].hex == hex_from_id("LL6")


@pytest.mark.parametrize("size", SIZES)
async def test_a_unit_that_waits_off_the_map_is_brought_on_by_enter(tmp_path: Path, size: tuple[int, int]) -> None:
    system: Any = catalogue.open_system("the-pimple", ())
    game: Game[Any] = Game(system, SeededDice("off"))
    players = {side.id: player("random", f"off/{side.id}") for side in system.sides}
    game.begin()
    while game.state.turn < 3 or game.state.step != sequence.SECOND_MOVE or game.state.fire.window is not None:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    waiting = next(c for c in game.choices(game.active[0]).legal if c.kind == "unit" and c.hex is None)
    async with playing(tmp_path, GameTable(game, None, {}), size) as one:
        for _ in range(8):
            if one.screen.stage.unit == waiting.unit:
                break
            await one.press("tab")
        assert f"enter brings {waiting.label} on" in one.prompt
        await one.press("enter")
        ordering = one.screen.stage.ordering
        assert ordering is not None
        assert ordering.partial == (waiting.pick,)
        assert one.screen.stage.cursor in {choice.hex for choice in ordering.choices.legal}, "it shows where"


def test_the_prompt_says_that_enter_asks_which_where_several_lie_in_a_hex() -> None:
    """Enter opens a list there, whichever is pointed at; elsewhere it picks what is pointed at."""
    one, two = Choice("one", "One", "unit", Hex(0, 0)), Choice("two", "Two", "unit", Hex(0, 0))
    alone = Choice("far", "Far", "unit", Hex(0, 1))
    asked = Ordering(SideId("red"), lambda side, partial: Choices("At whom?", "toy:1", (one, two, alone)))
    assert asked.among((two,), Hex(0, 0)) == ((one,), (two,))
    for pointed, hex_ in (((alone,), Hex(0, 1)), ((alone,), Hex(0, 0)), (None, Hex(0, 0))):
        assert asked.among(pointed, hex_) == ()
    assert pick_line(two, among=2).plain == "enter asks which of 2 here"
    asked.take([Choice("fire", "fire", "order")])
    assert "enter asks which of 2 here ·" in in_hand(asked, way=(two,), among=2).plain
    assert "enter picks Far ·" in in_hand(asked, way=(alone,)).plain
    both = (Choice("advance", "Advance", "order"), Choice("hex", "B2", "hex", Hex(1, 1)))
    assert "enter Advance: B2 ·" in in_hand(asked, way=both).plain
    more = Ordering(SideId("red"), lambda side, partial: Choices("Who else?", "toy:1", (one, two), complete=True))
    assert "enter asks which of 2 here to add, once more gives it" in in_hand(more, way=(two,), among=2).plain


async def test_the_screen_says_what_enter_does_in_a_hex_of_several(tmp_path: Path) -> None:
    """Two tanks that may fire stand in one hex."""
    system: Any = catalogue.open_system("pw-1", ())
    events = tuple(read_journal(SAMPLES / "pw-1-4.journal").events)
    firing = next(n for n, e in enumerate(events) if isinstance(e, OrderGiven) and isinstance(e.order, Fire))
    at = GameTable(Game(system, SeededDice("keys"), events=events[:firing]), None, {})
    async with playing(tmp_path, at, telling="never") as one:
        asked = one.screen.stage.ordering
        assert asked is not None
        here = next(h for way in asked.ways() if (h := way[-1].hex) is not None and len(asked.at(h)) > 1)
        one.screen.looking.go_to_hex(here)
        await one.press()
        await one.pilot.pause()
        assert f"enter asks which of {len(asked.at(here))} here" in one.prompt
        await one.press("enter")
        assert isinstance(one.app.screen, PickList)
