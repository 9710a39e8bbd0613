"""What draws a player's attention beside the game itself: clocks, chat, letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from tui.game.table import GameTable

if TYPE_CHECKING:
    from tui.game.screen import GameScreen


class Called(Message):
    """Something that a widget beside the game asks for; the attention that brought the widget hears it."""


class Attention:
    """What a game is handed in besides its table. This one: a game at one's own keyboard, beside which nothing goes on.

    title: what the keys of the place stand under; keys: those that it has besides, or instead of the game's. A key
    whose action is `attend('word')` is done by `do`.
    """

    title = "Game"
    keys: tuple[Binding, ...] = ()

    def __init__(self) -> None:
        self.game: GameScreen

    # -- coming and going ---------------------------------------------------------------------------

    def widgets(self) -> Iterable[Widget]:
        """What stands on the screen besides; of the class "beside" what takes the place of the log."""
        return ()

    def begin(self) -> None:
        """The screen is there, and nothing is drawn yet; `game` is it."""

    def end(self) -> None:
        """The screen goes away."""

    def leave(self) -> None:
        """To the place that the game was opened from; every event is in the file already."""
        self.game.call_later(self.game.app.run_action, "title")

    # -- the course of the game ---------------------------------------------------------------------

    def go_on(self) -> None:
        """The game is about to go on to whoever is to order, and to be drawn."""

    def note(self) -> str | None:
        """What goes on besides, for the headline; None = nothing ever does, and it is the game's own to say."""
        return None

    def result(self) -> str:
        """How the game ended if it may not have done so by the rules."""
        table = self.game.table
        return table.game.stopped if isinstance(table, GameTable) else ""

    def show_end(self) -> None:
        """Say how the game ended."""
        from tui.game.over import OverSheet

        self.game.app.push_screen(OverSheet(self.game.table, self.result()))

    def explains(self, reason: str, rule: str) -> bool:
        """Something may not be done; whether that is told in its own words, so that the game says nothing."""
        return False

    def undo(self) -> bool:
        """The player wants to undo; whether that has been seen to, so that the game does nothing."""
        return False

    # -- keys ---------------------------------------------------------------------------------------

    def do(self, what: str) -> None:
        """Do what a key of its own stands for."""

    def allows(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether an action may be done now."""
        return True

    def enter(self) -> bool:
        """Enter was pressed; whether it is not for the game, and what it stands for has been done."""
        return False

    def rest(self) -> None:
        """The screen is at rest, or a window was opened over it: the player looks at something."""

    def takes(self, key: Key) -> bool:
        """Whether a key is not for the game; what it stands for has been done."""
        return False

    def hear(self, call: Called) -> None:
        """A widget beside the game asks for something."""
