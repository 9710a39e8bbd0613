"""A whole turn of The Bridge at one keyboard, by one who knows the keys: each is counted, beside those of before."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.panzer import sequence
from core.panzer.movement.events import MoveEnded
from core.play.game import Game
from tests.tui.game.test_few_keys import playing
from tui.game.commands import GameCommands
from tui.game.table import GameTable, Human
from tui.widgets.messages import MessageLine

#: Keys that one move of three hexes with a stop took before, unit by unit (enter k k k enter enter d enter), and one of
#: one hex, which had six.
THREE_HEXES, ONE_HEX = 8, 6
#: Keys that it takes to come to the keyboard: of the hand-over, and of what is told behind it.
COMING = 2
SIZES = [(80, 24), *(pytest.param(size, marks=pytest.mark.thorough) for size in ((120, 40), (200, 60)))]


def set_up() -> GameTable:
    """The Bridge, both sides set up by the program; the first commands are due."""
    at = GameTable(Game[Any](catalogue.open_system("the-bridge", ()), SeededDice("keys")), None, {})
    while at.game.state.step != sequence.COMMANDS:
        side = at.game.active[0]
        picks = [choice.pick for choice in at.choices(side, ()).legal]
        at.submit(side, (next((pick for pick in ("place-rest", "finish-step") if pick in picks), picks[0]),))
    return at


@pytest.mark.parametrize("size", SIZES)
async def test_a_turn_of_the_bridge_takes_less_than_half_of_the_keys_of_before(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """All are told to move, and all who can go three hexes on, the Germans, who stand in woods, one."""
    at = set_up()
    async with playing(tmp_path, at, size) as one:
        before = 0
        for _ in at.game.system.sides:
            await one.press("A", "m", "E", "enter")
            before += 4
            if at.game.state.step == sequence.COMMANDS:
                await one.press("enter", "enter")
                before += COMING
        await one.press("1")
        before += 1
        assert at.game.state.step == sequence.SECOND_MOVE
        await one.press("asterisk", "tab", "tab", "j", "j", "j", "enter", "enter")
        before += THREE_HEXES * moved(at)
        assert moved(at) == 13
        assert at.game.state.step == sequence.FIRST_MOVE, "all have moved: the step has ended by itself"
        await one.press("enter", "enter")
        before += COMING
        await one.press("asterisk", "shift+tab", "k", "enter", "enter")
        before += ONE_HEX * (moved(at) - 13)
        assert at.game.state.turn == 2
        assert (one.keys, before) == (26, 195)
        assert one.keys * 2 < before


def moved(at: GameTable) -> int:
    """How many moves have been ended."""
    return sum(isinstance(event, MoveEnded) for event in at.game.journal)


async def test_steps_that_go_by_with_nothing_done_are_told(tmp_path: Path) -> None:
    """In a line over the map that can be read again: nobody could fire before the first move."""
    at = set_up()
    async with playing(tmp_path, at, (80, 24)) as one:
        for _ in at.game.system.sides:
            await one.press("A", "m", "E", "enter")
            if at.game.state.step == sequence.COMMANDS:
                await one.press("enter", "enter")
        await one.press("1")
        assert at.game.state.step == sequence.SECOND_MOVE
        notices = [notice.message for notice, _ in one.app.screen.query_one(MessageLine).told]
        (told,) = (message for message in notices if "done" in message)
        assert told.startswith("Nothing was done or seen in Combat: Direct Fire: First Player - ")
        assert told.endswith("; Overwatch Fire"), "the phase is said once for its steps"
        assert "Turn" not in told


@pytest.mark.parametrize(
    ("scenario", "turns"),
    [
        ("the-bridge", 2),
        ("rear-area-raid", 2),
        pytest.param("the-bridge-50m", 1, marks=pytest.mark.thorough),
        ("pw-0", 1),
    ],
)
def test_who_is_called_to_the_keyboard_has_something_to_choose(scenario: str, turns: int) -> None:
    """Besides the end of his step and instructions; what could have no effect goes by without a hand-over."""
    system = catalogue.open_system(scenario, ())
    at = GameTable(Game[Any](system, SeededDice("hands")), None, {})
    players = {look.id: player("greedy", f"hands/{look.id}") for look in system.sides}
    called = Counter[str]()
    while isinstance(now := at.ask(), Human) and at.game.state.turn <= turns:
        if futile := at.futile(now.side):
            at.submit(now.side, (futile,))
            continue
        if now.hand_over:
            called[system.face.status(at.game.view(now.side)).step] += 1
            picks = {choice.pick for choice in at.choices(now.side, ()).legal if choice.kind != "done"}
            assert picks - {"instructions"}, called
            at.sit(now.side)
        at.give(now.side, players[now.side].order(system, at.game.view(now.side), now.side))
    assert len(called) > 3


async def test_the_palette_has_every_layer_under_a_short_word_too_and_the_history(tmp_path: Path) -> None:
    async with playing(tmp_path, set_up(), (80, 24)) as one:
        offered = [title for title, _, _ in GameCommands(one.screen)._offers()]
        assert "Overlay on: Hexes under enemy guns (threat)" in offered
        assert any("history" in title for title in offered)
        assert len([title for title in offered if title.startswith("Overlay ")]) == len(one.screen.stage.layers.kinds)
