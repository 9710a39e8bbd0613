"""Keys that come together are done one after the other: each goes to what the one before it has opened."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.widget import Widget

from core.hexes import hex_from_id
from core.panzer.system import Panzer
from tests.tui.game.test_few_keys import playing
from tests.tui.game.test_pb_screens import at_table, posed
from tests.tui.game.test_set_up_screen import at_table as placing
from tests.tui.toy_app import ToyApp
from tui.game.screen import GameScreen
from tui.game.set_up.screen import SetUpScreen
from tui.terminal import one_by_one
from tui.terminal.one_by_one import FORGOTTEN, MOST
from tui.terminal.settled import settled
from tui.terminal.sturdy import SturdyApp


def typed(app: ToyApp, *keys: str) -> None:
    """All of the keys at once, as a slow line brings them."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else "\r" if key == "enter" else None))


async def test_a_hex_that_is_typed_at_once_is_gone_to_and_gives_no_order(tmp_path: Path) -> None:
    """Its digits go into the line that `g` opens, not to the menu under it."""
    counters = {"a": "g-panther C2", "b": "g-panther C4", "x": "r-rifle M9"}
    async with at_table(tmp_path, posed(counters, step="first-vehicles"), (120, 40)) as (app, pilot):
        before = len(app.table.game.journal)
        typed(app, "g", *"H7", "enter")
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        assert app.screen.stage.cursor == hex_from_id("H7")
        assert not app.screen.stage.begun
        assert len(app.table.game.journal) == before


async def test_an_order_that_is_typed_at_once_is_given(tmp_path: Path) -> None:
    counters = {"a": "g-panther C2", "b": "g-panther C4", "x": "r-rifle M9"}
    async with at_table(tmp_path, posed(counters, step="first-vehicles"), (120, 40)) as (app, pilot):
        typed(app, "1", "g", *"C3", "enter", "enter", "2", "g", *"C5", "enter", "enter")
        await pilot.pause()
        assert [str(app.table.game.state.units[unit].hex) for unit in ("a", "b")] == ["C3", "C5"]


async def test_a_machine_that_is_slow_for_a_while_gives_no_key_to_the_wrong_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late it is when the next key comes."""
    monkeypatch.setattr(one_by_one, "monotonic", count(0, 10).__next__, raising=False)
    await test_a_hex_that_is_typed_at_once_is_gone_to_and_gives_no_order(tmp_path)


async def test_what_is_pasted_goes_to_what_the_key_before_it_opens(tmp_path: Path) -> None:
    async with at_table(tmp_path, posed({"a": "g-panther C2"}, step="first-vehicles"), (120, 40)) as (app, pilot):
        typed(app, "g")
        app.post_message(Paste("H7"))
        typed(app, "enter")
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        assert app.screen.stage.cursor == hex_from_id("H7")


class Ears(Widget, can_focus=True):
    """Hears keys; at "d" it is gone, at "h" it is at work until it is let go on."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self.heard = heard
        self.go_on = asyncio.Event()

    async def on_key(self, event: Key) -> None:
        self.heard.append(event.key)
        if event.key == "d":
            self.remove()
        if event.key == "h":
            await self.go_on.wait()


class Hearing(SturdyApp[None]):
    """Two that hear keys, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: tuple[list[str], list[str]] = ([], [])
        self.told: list[str] = []
        self.ears = [Ears(heard) for heard in self.heard]

    def compose(self) -> Any:
        yield from self.ears

    def on_mount(self) -> None:
        self.ears[0].focus()

    def notify(self, message: str, **more: Any) -> None:
        self.told.append(message)


def post(app: Hearing, keys: str) -> None:
    """All of the keys at once."""
    for key in keys:
        app.post_message(Key(key, key))


async def until(true: Any) -> None:
    """Wait until something is so."""
    assert not await settled(lambda: "" if true() else "it", 20)


async def test_keys_behind_one_whose_place_is_gone_go_to_the_next_place() -> None:
    """They do not wait for somebody to press another one, minutes later."""
    app = Hearing()
    async with app.run_test():
        post(app, "dab")
        await until(lambda: app.heard == (["d"], ["a", "b"]))


async def test_keys_that_are_dropped_go_nowhere_and_later_ones_are_heard() -> None:
    app = Hearing()
    async with app.run_test() as pilot:
        post(app, "hxxx")
        await until(lambda: app.keys_in_order.waits == 3)
        app.drop_typed()
        app.ears[0].go_on.set()
        await pilot.pause()
        post(app, "yz")
        await until(lambda: app.heard[0] == ["h", "y", "z"])


async def test_endless_keys_behind_one_at_work_are_forgotten_and_told() -> None:
    app = Hearing()
    async with app.run_test() as pilot:
        post(app, "h" + "x" * (3 * MOST + 10))
        await until(lambda: app.told == [FORGOTTEN])
        await until(lambda: app._message_queue.empty())
        assert app.keys_in_order.waits <= MOST
        app.ears[0].go_on.set()
        await pilot.pause()
        assert len(app.heard[0]) <= MOST + 1
        post(app, "y")
        await until(lambda: app.heard[0][-1] == "y")


async def test_keys_behind_one_that_never_ends_are_forgotten_and_later_ones_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(one_by_one, "BEAT", 0.001, raising=False)
    app = Hearing()
    async with app.run_test() as pilot:
        post(app, "hx")
        await until(lambda: app.told == [FORGOTTEN])
        app.ears[1].focus()
        await until(lambda: app.focused is app.ears[1])
        post(app, "y")
        await until(lambda: app.heard == (["h"], ["y"]))
        app.ears[0].go_on.set()
        await pilot.pause()
        assert app.heard == (["h"], ["y"])


@pytest.mark.parametrize("keys", [("F", "a", "enter"), ("A", "enter")])
async def test_what_is_typed_at_once_behind_what_is_still_worked_out_goes_to_its_window(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    """`A` and enter place the whole force, though where it is to stand takes a while to find."""
    async with playing(tmp_path, placing("the-bridge", until="place-rest")) as one:
        typed(one.app, *keys)
        await one.pilot.pause()
        assert isinstance(one.app.screen, SetUpScreen)
        hand = one.app.screen.hand
        assert hand.members
        assert not hand.left


async def test_who_waits_for_a_window_may_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape does not wait until it is found what the window would show."""
    go_on = Event()
    monkeypatch.setattr(Panzer, "array", lambda *_: go_on.wait(20) and ())
    async with playing(tmp_path, placing("the-bridge", until="place-rest")) as one:
        await one.press("F")
        typed(one.app, "a", "escape")
        try:
            await until(lambda: isinstance(one.app.screen, GameScreen))
        finally:
            go_on.set()
        await one.pilot.pause()
        assert isinstance(one.app.screen, GameScreen)
