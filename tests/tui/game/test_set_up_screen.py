"""A set-up on one screen: how many keys a whole force takes, what is moved, turned, mirrored, and what is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.dice import SeededDice
from core.event import SideId
from core.hexes import Hex
from core.order import IllegalOrder
from core.play.game import Game
from saves.set_ups import FOLDER, SetUp, keep
from tests.tui.game.test_few_keys import Player, playing
from tui.game.many.preview import PreviewScreen
from tui.game.screen import GameScreen
from tui.game.set_up.deploying import Wish, deploy
from tui.game.set_up.force import Position, Post
from tui.game.set_up.screen import SetUpScreen
from tui.game.set_up.shapes import mirrored
from tui.game.table import GameTable

SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]


def at_table(scenario: str, *, until: str = "") -> GameTable:
    """A scenario at one keyboard; until: a pick that must be offered, all sides before it set up by the program."""
    at = GameTable(Game(catalogue.open_system(scenario, ()), SeededDice("set-up")), None, {})
    while until and until not in (picks := [choice.pick for choice in at.choices(at.game.active[0], ()).legal]):
        side = at.game.active[0]
        at.submit(side, next((p,) for p in ("place-rest", "finish-step", picks[0]) if p in picks))
    return at


def posts(one: Player) -> dict[str, Post]:
    """Where the units of the side at the keyboard stand."""
    table = one.screen.table if isinstance(one.app.screen, GameScreen) else shown(one).table
    side = table.here
    assert side is not None
    return dict(Position(table.system, table.view, side).posts)


def shown(one: Player) -> SetUpScreen:
    """The screen of the set-up, in front."""
    assert isinstance(one.app.screen, SetUpScreen)
    return one.app.screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_company_is_set_up_with_five_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_table("the-bridge"), size) as one:
        await one.press("2")
        assert "F places by formation" in one.prompt
        await one.press("F")
        assert "13 of 13 to place" in one.prompt
        assert "0/13 Mixed Panzer Company" in one.prompt
        await one.press("f")
        assert "13 of 13 fit" in one.prompt
        await one.press("enter")
        assert "all are placed" in one.prompt
        stand = [post.hex for post in posts(one).values()]
        assert len(set(stand)) == 13, "each has a hex of its own"
        german = one.app.table.here
        await one.press("E")
        assert one.keys == 5
        assert one.app.table.game.active != (german,), "the set-up is ended"


async def test_unit_after_unit_comes_into_hand_and_takes_one_key_where_it_stands(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("F")
        screen, units = shown(one), [member.id for member in shown(one).hand.members]
        screen.drawing.map.cursor = Hex(20, 3)
        await one.pilot.pause()
        one.keys = 0
        await one.press("enter", "right", "enter", "enter")
        assert one.keys == 4
        assert [posts(one)[unit].hex for unit in units[:3]] == [Hex(20, 3), Hex(21, 3), Hex(21, 3)]
        assert screen.hand.unit == units[3]
        facing = posts(one)[units[2]].facing
        await one.press("full_stop")
        assert posts(one)[units[2]].facing == str((int(str(facing)) + 1) % 6), "the one just placed is turned"
        assert posts(one)[units[1]].facing == facing
        await one.press("U", "U")
        assert units[2] not in posts(one)
        assert units[1] in posts(one)


async def test_a_placed_unit_is_picked_up_moved_and_turned(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("F", "f", "enter")
        screen = shown(one)
        before = posts(one)
        unit = screen.hand.here(screen.stage.cursor)[0].id
        one.keys = 0
        await one.press("space", "up", "full_stop", "enter")
        assert one.keys == 4
        after = posts(one)
        assert after[unit].hex == before[unit].hex.neighbour(0)
        assert after[unit].facing == str((int(str(before[unit].facing)) + 1) % 6)
        assert {u: p for u, p in after.items() if u != unit} == {u: p for u, p in before.items() if u != unit}
        await one.press("space", *["down"] * 12, "enter")
        assert "outside its area" in one.prompt, "it is said why, and nothing is lost"
        assert posts(one) == after


async def test_a_formation_is_shifted_and_turned_together(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("F", "f", "enter")
        before = posts(one)
        await one.press("f", "right", "right", "enter")
        moved = posts(one)
        assert {u: (p.hex.col, p.hex.y) for u, p in moved.items()} == {
            u: (p.hex.col + 2, p.hex.y) for u, p in before.items()
        }
        await one.press("f", "comma")
        assert {p.facing for p in posts(one).values()} != {p.facing for p in moved.values()}
        await one.press("U", "U")
        assert posts(one) == before, "what was done together is taken back together"


async def test_all_is_mirrored_after_it_was_shown(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("F", "f", "enter")
        before = posts(one)
        await one.press("m")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "left and right" in one.prompt
        assert posts_of(one.app.table) == before, "nothing is given before it is accepted"
        await one.press("enter")
        after = posts(one)
        assert after.keys() == before.keys()
        middle = {p.hex.col + before[u].hex.col for u, p in after.items()}
        assert len(middle) == 1, "all have changed sides about one line"


def posts_of(at: GameTable) -> dict[str, Post]:
    """Where the units of the side that sets up stand."""
    side = at.game.active[0]
    return dict(Position(at.system, at.game.view(side), side).posts)


def given(at: GameTable, wishes: Any) -> tuple[Any, dict[str, Post]]:
    """A deployment, and where all stand after its orders were given."""
    side = at.game.active[0]
    found = deploy(Position(at.system, at.game.view(side), side), wishes, "")
    for act in found.acts:
        at.submit(side, act.partial)
    return found, posts_of(at)


def set_up(scenario: str) -> tuple[GameTable, SideId, Position]:
    """A side that was set up by the program, but has not ended it."""
    at = at_table(scenario, until="place-rest")
    side = at.game.active[0]
    at.submit(side, ("place-rest",))
    return at, side, Position(at.system, at.game.view(side), side)


def test_what_stands_in_each_others_way_changes_places() -> None:
    at, _, position = set_up("advance-on-nikopol")
    body = position.bodies[0]
    stand = [m.post.hex for m in body.members if m.post is not None and not m.kept]
    a, b = sorted({hex_ for hex_ in stand if stand.count(hex_) == 2})[:2]
    members = [m for m in position.members() if m.post is not None and m.post.hex in (a, b) and not m.kept]
    wishes = [Wish(m, evolve(m.post, hex=b if m.post.hex == a else a)) for m in members if m.post is not None]
    found, after = given(at, wishes)
    assert not found.barred
    assert any(act.via for act in found.acts), "full hexes are changed by way of a third"
    assert {m.id: after[m.id].hex for m in members} == {w.unit.id: w.post.hex for w in wishes}


@pytest.mark.parametrize("scenario", ["the-bridge", "advance-on-nikopol", "pw-2"])
def test_nothing_is_lost_in_a_mirror(scenario: str) -> None:
    at, _, position = set_up(scenario)
    before = dict(position.posts)
    found, after = given(at, mirrored(position, position.bodies, upright=False))
    assert after.keys() == before.keys()
    named = {one.unit for one in found.barred}
    moved = {u for u in after if after[u] != before[u]}
    stayed = {m.name for m in position.members() if m.id not in moved and not m.kept}
    assert named <= stayed, "who cannot go stays where it was, and is named"
    assert moved, "the others are mirrored"


def test_what_may_not_be_placed_says_why() -> None:
    _, _, position = set_up("advance-on-nikopol")
    unit = next(m for m in position.members() if not m.kept)
    with pytest.raises(IllegalOrder, match="outside its area"):
        position.place(unit.id, Post(Hex(1, 1)))


async def test_reinforcements_come_on_by_the_same_keys(tmp_path: Path) -> None:
    at = at_table("pw-1", until="place:pz4h-1")
    async with playing(tmp_path, at, playback="none") as one:
        await one.press("F", "f", "enter")
        if isinstance(one.app.screen, PreviewScreen):
            await one.press("enter")
        side = at.here
        on = [c for c in at.system.face.counters(at.view) if c.side == side]
        assert len(on) == 5
        assert "E end" not in one.prompt, "units come on in a step of orders, which goes on"
        assert "esc back" in one.prompt
        await one.press("E")
        assert "These units come on" in one.prompt
        assert isinstance(one.app.screen, SetUpScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_a_force_is_placed_for_the_player_with_three_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_table("the-bridge", until="place-rest"), size) as one:
        german = one.app.table.game.active[0]
        await one.press("A")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "by formations" in one.prompt
        assert posts_of(one.app.table) == {}
        await one.press("enter")
        assert len(posts(one)) == 13
        await one.press("E")
        assert one.keys == 3
        assert one.app.table.game.active != (german,)


async def test_what_is_left_is_placed_beside_what_the_player_has_placed(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("advance-on-nikopol")) as one:
        await one.press("F", "enter", "a")
        assert "what is left" in one.prompt
        mine = posts_of(one.app.table)
        assert len(mine) == 1
        await one.press("enter")
        after = posts(one)
        assert mine.items() <= after.items()
        assert "all are placed" in one.prompt
        await one.press("f", "a", "enter")
        assert len(posts(one)) == len(after), "a formation is placed anew"


async def test_a_set_up_of_ones_own_is_laid_in_another_game(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("F", "s")
        assert "Nothing is placed yet" in one.prompt
        await one.press("f", "enter", "s", *"ridge", "enter")
        assert "Kept as ridge" in one.prompt
        mine = posts(one)
    async with playing(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("F", "a", "enter")
        other = posts(one)
        assert other != mine
        one.keys = 0
        await one.press("o", "1")
        assert isinstance(one.app.screen, PreviewScreen)
        await one.press("enter")
        assert one.keys == 3
        assert posts(one) == mine


async def test_a_set_up_that_does_not_fit_is_laid_as_far_as_it_does_and_says_why(tmp_path: Path) -> None:
    at = at_table("the-bridge", until="place-rest")
    side = str(at.game.active[0])
    orders = (("place:g1", "T4", "3"), ("place:nobody", "T4", "3"), ("place:g2", "T20", "3"), ("place:g3", "Ä", "3"))
    keep(tmp_path, SetUp("old", "the-bridge", side, "of another version", orders))
    (tmp_path / FOLDER / f"the-bridge-{side}-broken.toml").write_text("form = 7")
    async with playing(tmp_path, at) as one:
        await one.press("F", "o")
        assert "made for other content" in one.prompt
        assert "cannot be read" in one.prompt
        await one.press("2")
        assert "has form 7" in one.prompt
        await one.press("o", "1")
        for why in ("no such unit is set up here", "outside its area", "is no hex id"):
            assert why in one.prompt
        await one.press("enter")
        assert list(posts(one)) == ["g1"]


async def test_a_set_up_of_ones_own_is_called_otherwise_and_deleted_after_a_question(tmp_path: Path) -> None:
    at = at_table("the-bridge", until="place-rest")
    side = str(at.game.active[0])
    for name in ("ford", "knoll"):
        keep(tmp_path, SetUp(name, "the-bridge", side, "of another version", (("place:g1", "T4", "3"),)))
    async with playing(tmp_path, at) as one:
        await one.press("F", "o")
        for told in ("ford", "knoll", "ctrl+r renames", "del deletes"):
            assert told in one.prompt
        await one.press("down", "ctrl+r", *"hill", "enter")
        assert "hill" in one.prompt
        assert "knoll" not in one.prompt.replace("knoll is called hill now", "")
        await one.press("delete")
        assert "Delete ford?" in one.prompt
        await one.press("k")
        assert "ford" in one.prompt, "it is kept, and the list is there again"
        await one.press("ctrl+d", "d")
        assert "ford" not in one.prompt.replace("ford is deleted", "")
        await one.press("delete", "d")
        assert "No set-up of this side is kept yet" in one.prompt
        shown(one)


async def test_plots_are_kept_and_laid_in_their_own_step(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("turning-tide", until="point")) as one:
        assert "F set-ups of your own" in one.prompt
        await one.press("F", "s")
        assert "Nothing is set up yet" in one.prompt
        table = one.screen.table
        side = table.here
        assert side is not None
        table.submit(side, ("point", "T10"))
        await one.press("F", "s", *"north", "enter")
        assert "Kept as north; F and o lay it" in one.prompt
        mine = table.system.layout(table.view, side)
        assert mine == (("point", "T10"),)
    async with playing(tmp_path, at_table("turning-tide", until="point")) as one:
        table = one.screen.table
        table.submit(side, ("point", "T12"))
        await one.press("F", "o", "1")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "Take back" in one.prompt
        await one.press("enter")
        assert table.system.layout(table.view, side) == mine
        await one.press("F", "o", "1")
        assert "Nothing of north is left to lay" in one.prompt


async def test_an_order_in_hand_goes_where_set_ups_are_opened_and_the_prompt_with_it(tmp_path: Path) -> None:
    """What the prompt says of enter holds: the end of the step is in hand no more."""
    async with playing(tmp_path, at_table("turning-tide", until="point")) as one:
        await one.press("E")
        assert "enter gives it" in one.prompt
        await one.press("F", "escape")
        assert "enter gives it" not in one.prompt
        assert "E End plotting" in one.prompt


async def test_mines_and_points_are_laid_with_the_units(tmp_path: Path) -> None:
    at = at_table("pw-2", until="place:pz4h-1")
    async with playing(tmp_path, at) as one:
        side = at.game.active[0]
        field = next(c.pick for c in at.choices(side, ()).legal if c.pick.startswith("mines:"))
        first = at.choices(side, (field, "marked")).legal[0].pick
        for partial in (("place-rest",), (field, "marked", first), ("register:new", "T10")):
            at.submit(side, partial)
        await one.press("F", "s", *"all", "enter", "escape")
        mine = at.system.layout(at.view, side)
        assert {partial[0] for partial in mine} >= {field, "register:new"}
    other = at_table("pw-2", until="place:pz4h-1")
    async with playing(tmp_path, other) as one:
        other.submit(side, ("register:new", "T12"))
        await one.press("F", "o", "1")
        assert isinstance(one.app.screen, PreviewScreen)
        await one.press("enter")
        assert sorted(p for p in other.system.layout(other.view, side) if p[0] == field) == [(field, "marked", first)]
        assert [p[1] for p in other.system.layout(other.view, side) if p[0] == "register:new"] == ["T10"]
        assert posts(one)


async def test_what_may_be_held_back_is_not_asked_for(tmp_path: Path) -> None:
    at = at_table("pw-2", until="place:pz4h-1")
    async with playing(tmp_path, at) as one:
        await one.press("F")
        assert "of 18 to place" in one.prompt
        await one.press("a", "enter")
        assert "may still be placed, or held back" in one.prompt
        await one.press("E")
        assert "Give tactical orders" in one.prompt, "the set-up is ended"


@pytest.mark.parametrize(
    ("scenario", "first", "when", "hexes"),
    [
        ("crossing-the-trigh", "place-rest", "from turn 5 on", 1),
        ("pw-2", "place:pz4h-1", "if held back, from turn 2 + D6 on", 1),
    ],
)
async def test_what_comes_on_later_is_listed_and_shown_on_the_map(
    tmp_path: Path, scenario: str, first: str, when: str, hexes: int
) -> None:
    async with playing(tmp_path, at_table(scenario, until=first)) as one:
        await one.press("F")
        later = shown(one).hand.position.later
        assert when[:20] in one.prompt
        await one.press("t")
        assert f"Comes on {when} by the hexes marked; " in one.prompt
        ghost = shown(one).stage.ghost
        assert ghost is not None
        assert set(ghost.cells) == later[0].hexes
        assert len(ghost.cells) >= hexes
        assert shown(one).stage.cursor in later[0].hexes
        assert "; yours to choose: turn, hex, order" in one.prompt.replace(" █", "")
        await one.press("enter")
        assert posts(one) == {}, "nothing of it is placed now"
        await one.press(*["t"] * (len(later) + 1))
        assert "Comes on" not in one.prompt


@pytest.mark.parametrize("scenario", ["the-pimple", "relief-of-kiev"])
async def test_what_comes_on_is_looked_at_where_nothing_is_placed(tmp_path: Path, scenario: str) -> None:
    """A set-up that the scenario states, and a force that comes on as a whole."""
    system: Any = catalogue.open_system(scenario, ())
    async with playing(tmp_path, GameTable(Game(system, SeededDice("later")), None, {})) as one:
        await one.press("F")
        assert "what comes on" in one.prompt
        assert "Comes on from turn" in one.prompt
        assert "; yours to choose: turn, " in one.prompt.replace(" █", "")
        before = len(one.app.table.game.journal)
        await one.press("a", "enter", "E", "m")
        assert isinstance(one.app.screen, SetUpScreen)
        assert len(one.app.table.game.journal) == before, "it is only looked at"
        await one.press("escape")
        assert "what comes on" not in one.prompt
