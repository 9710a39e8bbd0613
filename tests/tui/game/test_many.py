"""One order for several units: marks, what is shown before, keys counted. Each number is asserted."""

from __future__ import annotations

from pathlib import Path

import pytest

from content import catalogue
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.command.events import CommandPlaced
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.movement.events import MoveEnded
from core.plane import hex_at
from core.play.game import Game
from tests.tui.game.test_few_keys import SIZES, Player, at_step, moving, playing, to_the_third
from tests.tui.game.test_pb_screens import at_table as blitz_table
from tests.tui.game.test_pb_screens import posed
from tests.tui.game.test_pw_screens import at_table as war_table
from tests.tui.game.test_told import sample
from tests.tui.toy_app import press
from tui.game.many.marks import MARKED
from tui.game.many.plan import Barred
from tui.game.many.preview import PreviewScreen
from tui.game.screen import GameScreen
from tui.game.table import GameTable, Human


def commands(one: Player) -> list[str]:
    return [e.command.value for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]


def moved(one: Player) -> list[UnitId]:
    """Who has ended a move, whatever came after the last."""
    return [e.unit for e in one.app.table.game.journal if isinstance(e, MoveEnded)]


@pytest.mark.parametrize("size", SIZES)
async def test_marked_units_get_a_command_together(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        first = one.screen.stage.unit
        await one.press("space", "tab", "space")
        assert "2 marked" in one.prompt
        assert [c.id for c in one.screen.stage.counters if MARKED in c.marks] == [*one.screen.stage.marks.units]
        assert one.prompt.count(MARKED.glyph) >= (1 if size[0] == 80 else 3)
        second = one.screen.stage.unit
        await one.press("o")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "To 2 as to" in one.prompt
        assert "enter gives it" in one.prompt
        await one.press("enter")
        assert one.keys == 5
        placed = [e for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]
        assert [e.command.value for e in placed] == ["OVERWATCH"] * 2
        assert {e.unit for e in placed} == {first, second}
        assert one.screen.stage.marks.units == ()


@pytest.mark.parametrize("size", SIZES)
async def test_all_get_a_command_in_three_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        await one.press("*", "o")
        assert "To 13 as to" in one.prompt
        await one.press("enter")
        assert one.keys == 3
        assert commands(one) == ["OVERWATCH"] * 13


async def test_what_is_shown_can_be_dropped_and_marks_cleared(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS)) as one:
        await one.press("*", "o", "escape")
        assert commands(one) == []
        assert one.screen.stage.begun
        await one.press("escape", "escape")
        assert not one.screen.stage.begun
        assert len(one.screen.stage.marks.units) == 13
        await one.press("escape")
        assert one.screen.stage.marks.units == ()
        assert "marked (esc clears)" not in one.prompt
        await one.press("o")
        assert commands(one) == ["OVERWATCH"]


async def test_a_move_of_several_is_checked_unit_by_unit(tmp_path: Path) -> None:
    async with playing(tmp_path, moving(), (120, 40)) as one:
        await to_the_third(one)
        third = UnitId(str(one.screen.stage.unit))
        await one.press("*")
        await one.press("j", "j", "enter")
        shown = one.prompt
        assert isinstance(one.app.screen, PreviewScreen)
        assert "no further" in shown or "not " in shown
        await one.press("enter")
        assert one.keys == 5
        assert moved(one)[0] == third
        assert len(moved(one)) == 13


def commanding(scenario: str) -> GameTable:
    """A scenario at one keyboard, set up by the program, commands to be placed."""
    at = GameTable(Game(catalogue.open_system(scenario, ()), SeededDice("keys")), None, {})
    while at.game.state.step != sequence.COMMANDS:
        finish_or_first(at)
    return at


def finish_or_first(at: GameTable) -> None:
    """Go on by the shortest way: place all, end the step, pass, or take what is offered first."""
    side = at.game.active[0] if at.here not in at.game.active else at.here
    assert side is not None
    picks = [choice.pick for choice in at.choices(side, ()).legal]
    way = (next((pick for pick in ("place-rest", "finish-step", "pass") if pick in picks), picks[0]),)
    while not (now := at.choices(side, way)).complete:
        way = (*way, now.legal[0].pick)
    at.submit(side, way)


async def test_as_many_commands_as_are_left_are_given_in_three_keys(tmp_path: Path) -> None:
    async with playing(tmp_path, commanding("the-bridge-1a"), (120, 40)) as one:
        await one.press("*", "o")
        assert "To 11 as to HQ IV/G" in one.prompt
        assert "11 commands, 11 in use; this needs 12 na:6.2.1.1.3a" in " ".join(
            line.plain
            for line in one.app.screen.plan.lines  # type: ignore[attr-defined]
        )
        await one.press("enter")
        assert one.keys == 3
        given = [u for u in one.state.units.values() if u.command is not None]
        assert len(given) == 11


def test_adjusting_takes_no_more_hand_overs_than_its_two_secrets() -> None:
    at = commanding("halfaya-pass")
    came: list[tuple[str, SideId]] = []
    while at.game.state.turn == 1:
        now = at.ask()
        assert isinstance(now, Human)
        if now.hand_over:
            came.append((at.game.state.step, now.side))
        at.sit(now.side)
        finish_or_first(at)
    assert [one for one in came if one[0] in (sequence.PIVOT, sequence.FULL_COVER)] == [
        (sequence.PIVOT, "axis"),
        (sequence.FULL_COVER, "british"),
    ]
    # Whoever adjusts last places the commands of the next turn first.
    assert at.ask() == Human(SideId("british"), hand_over=False)


@pytest.mark.parametrize("size", SIZES)
async def test_all_that_can_fire_at_a_target_are_shown_and_given_in_three_keys(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    journal = sample()[:459]
    at = GameTable(Game(catalogue.open_system("the-bridge", ()), SeededDice("keys"), events=journal), None, {})
    async with playing(tmp_path, at, size, telling="never") as one:
        target = one.screen.keys["1"]
        await one.press("*", "1")
        assert isinstance(one.app.screen, PreviewScreen)
        assert f"together: {target.label}" in one.prompt
        assert "kill" in one.prompt
        fire = len(one.app.screen.plan.acts)
        assert fire > 1
        await one.press("escape")
        assert one.screen.stage.ordering.picked == [target]  # type: ignore[union-attr]
        one.screen.picking.back()
        one.keys = 0
        one.screen.stage.marks.put((*one.screen.stage.marks.units, "s13"))
        await one.press("1")
        assert "not T-70 3: it cannot take part na:" in one.prompt
        assert len(at.game.journal) == 459
        await one.press("enter")
        assert one.keys == 2
        shots = [e for e in at.game.journal[459:] if isinstance(e, FireAnnounced)]
        assert [len(e.shots) for e in shots] == [fire]


def column() -> GameTable:
    """Three tanks one behind the other on a path that leads round a corner."""
    at = moving()
    for unit, hex_ in (("s4", "EE5"), ("s2", "DD5")):
        at.game.state.change(UnitId(unit), hex=hex_from_id(hex_), facing=2)
    return at


@pytest.mark.parametrize("size", SIZES)
async def test_a_column_on_a_path_follows_its_leader(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, column(), size) as one:
        await to_the_third(one)
        assert one.screen.stage.cursor == hex_from_id("FF6")
        await one.press("space", "y", "space", "y", "space")
        assert one.screen.stage.marks.units == ("s3", "s4", "s2")
        await one.press("shift+tab")
        await one.press("g", *"FF6", "enter")
        one.keys = 0
        await one.press("enter", "4", "j", "j", "j", "enter", "enter")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "in file behind the first" in one.prompt
        assert "f each the same way" in one.prompt
        await one.press("f")
        assert "as to T-34 2, each the same way" in one.prompt
        await one.press("f", "enter")
        assert one.keys == 10
        places = [str(one.state.units[UnitId(unit)].hex) for unit in ("s3", "s4", "s2")]
        assert places == ["FF9", "FF8", "FF7"]
        assert moved(one) == ["s3", "s4", "s2"]


async def test_elements_whose_movement_is_planned_go_the_same_way(tmp_path: Path) -> None:
    async with war_table(tmp_path, "plan", (120, 40)) as (app, pilot, screen):
        await press(pilot, "*", "tab", "1", "k", "k", "enter", "enter")
        assert isinstance(app.screen, PreviewScreen)
        assert "PzKpfw IV H 2" in app.screen.plan.lines[1].plain
        ends = [act.way[-1].hex for act in app.screen.plan.acts]  # type: ignore[attr-defined]
        await press(pilot, "enter")
        state = app.table.game.state
        assert [str(hex_) for hex_ in ends] == ["J13", "J13"]
        assert screen.stage.marks.units == ()
        assert {hex_at(plan.legs[-1].to) for plan in state.plans.values() if plan.element in ("b1", "b2")} == {*ends}


async def test_marked_units_attack_together_in_panzerblitz(tmp_path: Path) -> None:
    async with blitz_table(tmp_path, posed({"a": "g-rifle E4", "b": "g-rifle D4", "x": "r-rifle E5"}), (80, 24)) as (
        app,
        pilot,
    ):
        await press(pilot, "*", "1")
        assert isinstance(app.screen, PreviewScreen)
        assert "2 together: Attack E5" in app.screen.plan.title
        await press(pilot, "enter")
        assert [attack.hex.id for attack in app.table.game.state.announced] == ["E5"]


def test_who_is_left_out_is_named_once() -> None:
    """Where what is asked next is the reason, it begins with the unit."""
    for reason in ("StuG III G 1: Advance moves at most half", "Advance moves at most half"):
        line = Barred("StuG III G 1", IllegalOrder(reason, "pw:4.3")).line
        assert line.plain == "not StuG III G 1: Advance moves at most half pw:4.3"
    line = Barred("III/M 3", IllegalOrder("III/M 3 spots no target", "min:6.1.3")).line
    assert line.plain == "not III/M 3: spots no target min:6.1.3"


async def test_a_stack_is_marked_without_passengers_and_enter_begins_with_it(tmp_path: Path) -> None:
    """Of a hex whose units are marked together enter does not ask which: the order is offered to all of them."""
    counters = {"a": "g-truck E4", "b": "g-truck E4", "p": "g-rifle on a", "x": "r-rifle M9"}
    async with blitz_table(tmp_path, posed(counters, step="first-vehicles"), (120, 40)) as (app, pilot):
        await press(pilot, "tab", "S")
        assert isinstance(app.screen, GameScreen)
        assert set(app.screen.stage.marks.units) == {"a", "b"}
        await press(pilot, "enter")
        assert [choice.unit for choice in app.screen.stage.ordering.picked] in (["a"], ["b"])  # type: ignore[union-attr]
        await press(pilot, "g", *"E6", "enter", "enter")
        assert isinstance(app.screen, PreviewScreen)
        await press(pilot, "enter")
        assert {str(app.table.game.state.units[UnitId(u)].hex) for u in "abp"} == {"E6"}


async def test_a_letter_that_the_unit_pointed_at_has_not_is_that_of_another_marked_one(tmp_path: Path) -> None:
    """All are marked and told to fire, though the one pointed at has no target: it is left out, and the others fire."""
    events = sample()[:762]  # seven of twelve have a target
    at = GameTable(Game(catalogue.open_system("the-bridge", ()), SeededDice("keys"), events=events), None, {})
    async with playing(tmp_path, at, (120, 40), telling="never") as one:
        for _ in range(13):
            ahead = one.screen.showing.ahead
            if ahead is not None and "f" not in ahead.keys:
                break
            await one.press("tab")
        idle = one.screen.stage.unit
        await one.press("*", "f")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "spots no target" in one.prompt or "no spotted target" in one.prompt
        await one.press("enter")
        fire = [
            e.unit for e in one.app.table.game.journal if isinstance(e, CommandPlaced) and e.command.value == "FIRE"
        ]
        assert fire
        assert idle not in fire
