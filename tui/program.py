"""What a screen may ask of the app that it runs in; PanzerhexApp fits this protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.app import App
from textual.geometry import Size

if TYPE_CHECKING:
    from saves.library import Library
    from saves.session import Session
    from tui.manners import Manners
    from tui.settings import Settings
    from tui.shelf import Shelf
    from tui.thinking.thoughts import Thoughts


class Program(Protocol):
    """The parts of the app that screens outside the game rely on."""

    manners: Manners
    settings: Settings
    shelf: Shelf
    library: Library

    @property
    def thoughts(self) -> Thoughts:
        """Who thinks for computer players."""
        ...

    @property
    def terminal_size(self) -> Size:
        """Columns and rows of the terminal, as few as they may be."""
        ...

    def keep_settings(self, settings: Settings) -> None:
        """Let settings take effect and write them down. OSError if they cannot be written."""
        ...

    def play(self, session: Session) -> None:
        """Open the game screen on a session; the app closes it when the screen is left."""
        ...

    def watch_game(self, path: Path, at: int | None = None) -> None:
        """Open the replay screen on a journal, at an event. SaveError if it cannot be read."""
        ...

    def trouble(self, what: str, error: BaseException) -> None:
        """Tell the player that something failed, and keep the details in the log file."""
        ...


def program(app: App[Any]) -> Program:
    """The app, seen as what screens rely on."""
    return cast(Program, app)
