"""The Textual app: opens games, routes between screens, keeps settings; every screen does its own work."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from core.event import SideId
from saves.library import Library
from saves.line import SaveError
from tui import settings as settings_file
from tui.keys.held import AS_THEY_COME, Keys, told
from tui.manners import AT_HOME, Manners
from tui.settings import Settings
from tui.terminal.ascii_only import AsciiOnly, key_in_ascii
from tui.terminal.colourless import be_colourless
from tui.terminal.filters import draw_through
from tui.terminal.sparing import SparingApp
from tui.theme import THEMES

if TYPE_CHECKING:
    from saves.session import Session
    from tui.game.table import GameTable
    from tui.shelf import Shelf
    from tui.start import StartAt
    from tui.thinking.thoughts import Thoughts

#: Names of our themes all begin so; settings leave it out.
THEME_PREFIX = "panzerhex-"
#: What Rich calls terminals that show sixteen colours.
FEW_COLOURS = frozenset({"standard", "windows"})
#: Other names of themes, as a player may write them in the settings.
THEME_ALIASES = {"high-contrast": "contrast", "colour-blind": "safe", "color-blind": "safe", "ansi": "16"}
LOG_FILE = "panzerhex.log"


class PanzerhexApp(SparingApp[None]):
    """panzerhex in a terminal.

    data_dir: the player's files; start: what to open first, None = the title; shelf: the scenarios, rules and units,
    None = those that the program comes with; manners: what it offers, tells and refuses; thoughts: who thinks for
    computer players, None = the program itself.
    """

    TITLE = "panzerhex"
    ENABLE_COMMAND_PALETTE = True
    HELP_TITLE = "Everywhere"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", "stop the program; the game is saved", priority=True, show=False),
        Binding(
            "ctrl+q",
            "stop",
            "stop the program; the game is saved",
            priority=True,
            show=False,
            system=True,
            id="everywhere.stop",
        ),
        Binding("f2", "settings", "settings, in a game too", show=False, id="everywhere.settings"),
        Binding("ctrl+l", "redraw", "draw all anew", priority=True, show=False, id="everywhere.redraw"),
    ]
    CSS_PATH = Path(__file__).with_name("panzerhex.tcss")

    def __init__(
        self,
        data_dir: Path,
        start: StartAt | None = None,
        *,
        shelf: Shelf | None = None,
        manners: Manners = AT_HOME,
        thoughts: Thoughts | None = None,
    ) -> None:
        super().__init__()
        self.manners = manners
        self.data_dir = data_dir
        self.library = Library(data_dir)
        self.settings, self._problem = settings_file.load(data_dir)
        self.held_keys: Keys = AS_THEY_COME
        self._start = start
        self._shelf = shelf
        self._session: Session | None = None
        self._thoughts = thoughts
        if self.no_color:
            be_colourless(self)
        draw_through(self, AsciiOnly(lambda: self.settings.ascii))
        for theme in THEMES:
            self.register_theme(theme)
        self._put_theme(self.settings.theme)

    @property
    def shelf(self) -> Shelf:
        """The scenarios, rules and units; read when they are first asked for."""
        if self._shelf is None:
            from tui.shelf import ContentShelf

            self._shelf = ContentShelf(lambda: self.settings.printed)
        return self._shelf

    @property
    def thoughts(self) -> Thoughts:
        """Who thinks for computer players."""
        if self._thoughts is None:
            from tui.thinking.inside import Inside

            self._thoughts = Inside()
        return self._thoughts

    async def on_mount(self) -> None:
        """Open what was asked for."""
        self._take_keys()
        if self._problem:
            self.notify(self._problem, title="Settings", severity="warning", timeout=12, markup=False)
        if self._start is not None:
            try:
                if self._start.open(self):
                    return
            except (SaveError, LookupError, ValueError) as error:
                self.notify(
                    self.manners.told_error(error),
                    title="This cannot be opened",
                    severity="error",
                    timeout=12,
                    markup=False,
                )
        self.show_title()

    def on_unmount(self) -> None:
        """However the app ends, the game that is open is let go."""
        self._close()

    # -- where one can go -------------------------------------------------------------------------

    def show_title(self) -> None:
        """Go to the title; a game that is open is closed, it is saved already."""
        from tui.menu.title import TitleScreen

        self._close()
        while len(self.screen_stack) > 1 and not isinstance(self.screen, TitleScreen):
            self.pop_screen()
        if not isinstance(self.screen, TitleScreen):
            self.push_screen(TitleScreen())

    def play(self, session: Session) -> None:
        """Open the game screen on a session; it is closed when the game is left."""
        from tui.game.table import GameTable, seat_of

        self._close()
        self._session = session
        seats = {SideId(side): seat_of(text) for side, text in session.header.sides.items()}
        table = GameTable(session.game, session.path, seats, seed=session.header.seed or "")
        for notice in session.notices:
            self.notify(notice, title=session.path.name, severity="warning", timeout=12, markup=False)
        self.open_game(table)

    def open_game(self, table: GameTable) -> None:
        """Open the game screen on a table."""
        from tui.game.screen import GameScreen

        self.push_screen(GameScreen(table))

    def watch_game(self, path: Path, at: int | None = None) -> None:
        """Open the replay screen on a journal, at an event. SaveError if it cannot be read."""
        from tui.replay.screen import open_replay_screen

        open_replay_screen(self, path, at)

    def show_rule(self, rule_id: str) -> None:
        """Open the text of a rule."""
        from tui.menu.rules import open_rule

        open_rule(self, rule_id)

    def action_show_rule(self, rule_id: str) -> None:
        """Open the text of a rule."""
        self.show_rule(rule_id)

    def action_title(self) -> None:
        """Go to the title."""
        path = self._session.path if self._session else None
        self.show_title()
        if path is not None:
            self.notify(f"The game is saved in {path.name}.", timeout=4, markup=False)

    def on_click(self, event: events.Click) -> None:
        """A click beside a window is escape."""
        if isinstance(self.screen, ModalScreen) and event.widget is self.screen:
            self.simulate_key("escape")

    def action_settings(self) -> None:
        """Open the settings over this place."""
        from tui.menu.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_stop(self) -> None:
        """Stop the program."""
        self.leave()

    def leave(self) -> None:
        """End. Everything that was shown is in the journal already."""
        self._close()
        self.exit()

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def get_key_display(self, binding: Binding) -> str:
        """The name of a key as texts and prompts say it, in a word where there is only ASCII."""
        return (key_in_ascii(binding.key) if self.settings.ascii else "") or binding.key_display or told(binding.key)

    # -- settings ---------------------------------------------------------------------------------

    @property
    def keys_may_change(self) -> bool:
        """Whether the player's own keys hold: at his own machine."""
        return True

    def _take_keys(self) -> None:
        """Let the keys of the player's file hold, and say what is wrong with it."""
        if not self.keys_may_change or not (self.data_dir / "keys.toml").exists():
            return
        from tui.keys.file import load

        found = load(self.data_dir)
        self.held_keys = found.keys
        self.set_keymap({id_: ",".join(keys) for id_, keys in found.keys.changed.items()})
        if found.wrong:
            more = f"\n... and {len(found.wrong) - 3} more" if len(found.wrong) > 3 else ""
            text = "\n".join(found.wrong[:3]) + more + "\npanzerhex settings --check-keys tells it all."
            self.notify(text, title="Keys", severity="warning", timeout=15, markup=False)

    def keep_settings(self, settings: Settings) -> None:
        """Let settings take effect and write them down. OSError if they cannot be written."""
        if settings.theme != self.settings.theme:
            self._put_theme(settings.theme)
        redraw = settings.ascii != self.settings.ascii
        self.settings = settings
        if redraw:
            for screen in self.screen_stack:
                for widget in screen.walk_children(with_self=True):
                    widget.notify_style_update()
                    widget.refresh()
        settings_file.save(settings, self.data_dir)

    def use_theme(self, name: str) -> None:
        """Take a theme ("dark", "light", ...) and keep it."""
        from attrs import evolve

        try:
            self.keep_settings(evolve(self.settings, theme=name))
        except OSError as error:
            text = f"The theme holds for now, but cannot be kept: {self.manners.told_error(error)}"
            self.notify(text, severity="warning", markup=False)

    def retheme(self) -> None:
        """The theme that is set, as far as the colours of its terminal go, which may be others than at first."""
        self._put_theme(self.settings.theme)

    def _put_theme(self, name: str) -> None:
        # Only the theme of few colours marks what is chosen by more than a shade, and no other can be read in sixteen.
        few = self.no_color or self.console.color_system in FEW_COLOURS
        full = THEME_PREFIX + ("16" if few else THEME_ALIASES.get(name, name))
        self.theme = full if any(theme.name == full for theme in THEMES) else THEMES[0].name

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers everywhere."""
        from tui.kit.help import HelpScreen

        yield SystemCommand(
            "Keys of this place", "What every key does here", lambda: self.push_screen(HelpScreen.of(screen))
        )
        yield SystemCommand("Settings", "Looks, manners, and what is told; they hold at once", self.action_settings)
        yield SystemCommand("Rules", "The rulebook by id and by words", self._open_rules)
        for theme in THEMES:
            name = theme.name.removeprefix(THEME_PREFIX)
            yield SystemCommand(f"Theme: {name}", "Change the colours", lambda name=name: self.use_theme(name))
        yield SystemCommand("Title", "Leave this place; a game is saved", self.action_title)
        yield SystemCommand("Quit", "Stop the program; a game is saved", self.action_stop)

    def _open_rules(self) -> None:
        from tui.menu.rules import RulesScreen

        self.push_screen(RulesScreen())

    # -- when something goes wrong ----------------------------------------------------------------

    comfort = "The game is saved as it stands; you can go on, or leave and resume."

    def keep_trouble(self, what: str, error: BaseException) -> str:
        """Write a failure to the log file of the data directory."""
        path = self._write_log(error)
        return f"Details are in {path}." if path else ""

    def reason(self, error: BaseException) -> str:
        """What is wrong with a file or the disk."""
        if isinstance(error, OSError):
            return f"{error.strerror or 'The file system refused'}."
        return f"{error}." if isinstance(error, SaveError) else ""

    def withdraw(self) -> None:
        """To the title."""
        self.show_title()

    def give_up(self, error: BaseException) -> None:
        """Stop in good order instead of with a traceback."""
        self.failures.append(error)
        kept = self._write_log(error)
        self._close()
        where = f"; details are in {kept}" if kept else ""
        self.exit(
            return_code=1,
            message=f"panzerhex had to stop ({type(error).__name__}: {error}). "
            f"The game is saved: panzerhex resume{where}",
        )

    def _write_log(self, error: BaseException, number: str = "") -> Path | None:
        """Write a failure to the log file of the data directory, under its number if it has one."""
        path = self.data_dir / LOG_FILE
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {number}".rstrip() + "\n")
                file.write("".join(traceback.format_exception(error)) + "\n")
        except OSError:
            return None
        return path
