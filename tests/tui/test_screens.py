"""The screens outside the game, on a small and a large terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.widgets import DataTable, Input, OptionList, Static, Tree

from saves.library import Library
from saves.session import Session, open_replay
from tui.screens.briefing import BriefingScreen
from tui.screens.form import Form
from tui.screens.help import HelpScreen
from tui.screens.library import LibraryScreen
from tui.screens.listing import Finder
from tui.screens.options import OptionsScreen
from tui.screens.picture import BoardPicture
from tui.screens.resume import ResumeScreen, ago
from tui.screens.rules import RulesScreen, open_rule
from tui.screens.scenarios import ScenarioScreen
from tui.screens.settings import SettingsScreen
from tui.screens.title import TitleScreen
from tui.settings import Settings, load, save
from tui.shelf import ContentShelf
from tui.theme import THEMES

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
SHELF = ContentShelf()


class Desk(App[None]):
    """The app as far as these screens rely on it."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        self.data = data
        self.settings = Settings()
        self.shelf = SHELF
        self.library = Library(data)
        self.played: list[Session] = []
        self.watched: list[tuple[Path, int | None]] = []

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = f"panzerhex-{self.settings.theme}"
        self.push_screen(TitleScreen())

    def keep_settings(self, settings: Settings) -> None:
        self.settings = settings
        self.theme = f"panzerhex-{settings.theme}"
        save(settings, self.data)

    def play(self, session: Session) -> None:
        self.played.append(session)

    def watch_game(self, path: Path, at: int | None = None) -> None:
        open_replay(path, self.shelf.open_system)
        self.watched.append((path, at))

    def action_show_rule(self, rule: str) -> None:
        open_rule(self, rule)

    def text(self, selector: str) -> str:
        """What a static of the screen in front says."""
        return str(self.screen.query_one(selector, Static).render())

    async def on_unmount(self) -> None:
        for session in self.played:
            session.close()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
