"""What goes on beside a game is handed in: its keys, its widgets, its words, and where one leaves to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from core.event import SideId
from tests.tui.toy_app import COMPUTER, ToyApp, press, table
from tests.tui.toy_table import NORTH, SOUTH
from tui.game.attention import Attention, Called
from tui.game.commands import GameCommands
from tui.game.screen import GameScreen
from tui.game.table import Table
from tui.kit.help import key_groups
from tui.widgets.header import GameHeader


class Bell(Static):
    """Something beside the game that calls when it is clicked."""

    class Rung(Called):
        """It was clicked."""

    def on_click(self) -> None:
        """Call."""
        self.post_message(self.Rung())


class Postman(Attention):
    """An attention that notes what it is asked."""

    title = "Game with a bell"
    keys = (
        Binding("z", "attend('ring')", "ring the bell"),
        Binding("U", "undo", "undo if the postman lets you"),
        Binding("q", "leave", "leave for the post office"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.closed = False
        self.watches = False

    def widgets(self) -> Iterable[Widget]:
        yield Bell("a bell")

    def begin(self) -> None:
        self.asked.append(f"begin {self.game.showing.keys}")

    def end(self) -> None:
        self.asked.append("end")

    def go_on(self) -> None:
        self.asked.append("go on")

    def leave(self) -> None:
        self.asked.append("leave")

    def note(self) -> str:
        return "a letter"

    def undo(self) -> bool:
        self.asked.append("undo")
        return self.closed

    def do(self, what: str) -> None:
        self.asked.append(what)

    def allows(self, action: str, parameters: tuple[object, ...]) -> bool:
        return not (self.watches and (action == "undo" or (action, parameters) == ("attend", ("ring",))))

    def takes(self, key: Key) -> bool:
        return key.character == "E"

    def hear(self, call: Called) -> None:
        self.asked.append(type(call).__name__)


class PostApp(ToyApp):
    """The toy game with a postman."""

    def __init__(self, data_dir: Path, at: Table, postman: Attention | None) -> None:
        super().__init__(data_dir, at)  # type: ignore[arg-type]
        self.postman = postman

    def open_game(self, table: Table) -> None:
        """Open it."""
        self.push_screen(GameScreen(table, self.postman))


async def test_an_attention_brings_its_keys_widgets_and_words(tmp_path: Path) -> None:
    postman = Postman()
    app = PostApp(tmp_path, table({SOUTH: COMPUTER}), postman)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert postman.asked[:2] == ["begin {}", "go on"]
        assert "a letter" in str(screen.query_one(GameHeader).render())
        before = screen.table.events
        await press(pilot, "z", "E")
        assert postman.asked[-1] == "ring"
        assert screen.table.events == before, "the key that ends the step was the postman's"
        await pilot.click(Bell)
        await pilot.pause()
        assert postman.asked[-1] == "Rung"
        keys = {
            text: key for group in key_groups(screen) if group.title == "Game with a bell" for key, text in group.keys
        }
        assert keys["ring the bell"] == "z"
        assert keys["leave for the post office"] == "q"
        told_keys = [key for group in key_groups(screen) for key, _ in group.keys if group.title == "Game with a bell"]
        assert len(set(told_keys)) == len(told_keys), "a key that the postman has does nothing else here"
        postman.watches = True
        keys = {text: key for group in key_groups(screen) for key, text in group.keys}
        assert "ring the bell" not in keys
        assert "go to a hex by its id" in keys
        told = [title for title, _, _ in GameCommands(screen)._offers()]
        assert "Game: ring the bell" in told
        assert "Game: leave for the post office" in told
        assert "Game: leave the game; it is saved" not in told
        await press(pilot, "q")
        assert postman.asked[-1] == "leave"
    assert postman.asked[-1] == "end"


@pytest.mark.parametrize("closed", [False, True])
async def test_an_attention_may_see_to_undo_itself(tmp_path: Path, closed: bool) -> None:
    postman = Postman()
    postman.closed = closed
    at = table({SOUTH: COMPUTER})
    app = PostApp(tmp_path, at, postman)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        undone: list[SideId] = []
        at.undo = undone.append  # type: ignore[method-assign]
        await press(pilot, "U")
        assert "undo" in postman.asked
        assert undone == ([] if closed else [NORTH])


async def test_no_screen_is_a_kind_of_game_screen() -> None:
    """What differs between games is handed in."""
    assert not [cls for cls in GameScreen.__subclasses__() if cls.__module__.startswith("tui.")]
    assert GameScreen.__mro__[1].__module__ == "textual.screen"
