"""The title: the name of the game and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import ClassVar

from attrs import frozen
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from core.alike import Alike
from saves.library import Entry
from saves.line import SaveError
from tui.kit.help import HelpScreen
from tui.menu.lettering import lettering
from tui.program import program

NAME = "PANZERHEX"
MOTTO = "tactical armour, hex by hex"
CREDIT = "An independent program for owners of the board games; not made, backed or approved by their publishers."


@frozen(eq=False, repr=False)
class Entrance(Alike):
    """A line of the menu: its key, its action, its words."""

    key: str
    action: str
    label: str


ENTRANCES = (
    Entrance("b", "waiting", "Back to"),
    Entrance("n", "new_game", "New game"),
    Entrance("e", "learn", "Learn: lessons of five minutes"),
    Entrance("c", "continue", "Continue"),
    Entrance("a", "battle", "A battle of your own"),
    Entrance("l", "lobby", "Lobby: play with others"),
    Entrance("s", "saved", "Saved games"),
    Entrance("p", "replays", "Replays"),
    Entrance("r", "rules", "Rules"),
    Entrance("u", "units", "Units"),
    Entrance("t", "settings", "Settings"),
    Entrance("q", "quit", "Quit"),
)


def product_version() -> str:
    """Version of the installed package; "" where it runs without being installed."""
    try:
        return version("panzerhex")
    except PackageNotFoundError:
        return ""


class TitleScreen(Screen[None]):
    """Name, menu, version and credit."""

    DEFAULT_CSS = """
    TitleScreen { align: center middle; layout: vertical; }
    TitleScreen > #front { width: 100%; height: auto; max-height: 100%; align-horizontal: center; }
    TitleScreen #name { width: auto; height: auto; color: $primary; text-wrap: nowrap; }
    TitleScreen #motto { width: auto; height: auto; color: $text-muted; margin: 0 0 2 0; }
    TitleScreen #menu {
        width: 57; max-width: 94%; height: auto; border: none; background: transparent; padding: 0;
        scrollbar-size-vertical: 1;
    }
    TitleScreen #menu:focus { background-tint: transparent 0%; }
    TitleScreen #menu > .option-list--option { padding: 0 2; }
    TitleScreen #menu > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: bold;
    }
    TitleScreen #menu:ansi > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    TitleScreen #credit {
        dock: bottom; width: 100%; height: auto; padding: 0 2; margin: 0 0 1 0; text-align: center;
        color: $text-muted;
    }
    TitleScreen.-low #motto { margin: 0 0 1 0; }
    TitleScreen.-tiny #motto, TitleScreen.-tiny #credit, TitleScreen.-tiny Footer { display: none; }
    """
    HELP_TITLE = "Title"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(e.key, e.action, e.label, show=False) for e in ENTRANCES),
        Binding("question_mark,f1", "help", "Keys", key_display="?", id="everywhere.help"),
        Binding("j", "app.simulate_key('down')", "Next line", show=False),
        Binding("k", "app.simulate_key('up')", "Line before", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.newest: Entry | None = None

    def compose(self) -> ComposeResult:
        """Name and motto over the menu, the credit at the bottom."""
        with Vertical(id="front"):
            with Center():
                yield Static(id="name")
            with Center():
                yield Static(MOTTO, id="motto")
            with Center():
                yield OptionList(id="menu")
        number = product_version()
        yield Static(Content(f"{f'Version {number}. ' if number else ''}{CREDIT}"), id="credit")
        yield Footer(compact=True, show_command_palette=True)

    def on_mount(self) -> None:
        """Draw the name and the menu."""
        self._draw_name()
        self.query_one("#menu", OptionList).focus()

    def on_screen_resume(self) -> None:
        """Look for the newest game again: one may have been played since."""
        self.newest = program(self.app).library.newest()
        menu = self.query_one("#menu", OptionList)
        kept = menu.highlighted_option.id if menu.highlighted_option is not None else None
        menu.clear_options()
        menu.add_options(self._lines())
        ids = [option.id for option in menu.options]
        wanted = ("waiting", kept, "continue", "new_game", "lobby")
        menu.highlighted = next(ids.index(action) for action in wanted if action in ids)

    def on_resize(self, event: Resize) -> None:
        """Fit the name to the width and leave out what has no room."""
        self.set_class(event.size.height < 22, "-low")
        self.set_class(event.size.height < 16 or event.size.width < 40, "-tiny")
        self._draw_name(event.size.width, event.size.height)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go where the line leads."""
        self.call_later(self.run_action, str(event.option.id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A game can be continued only where there is one, and only what the program offers is done."""
        if action not in {entrance.action for entrance in ENTRANCES}:
            return True
        return not (action == "continue" and self.newest is None) and program(self.app).manners.offers(action)

    def action_waiting(self) -> None:
        """To the table that has waited longest, else to the one last played at."""
        self.call_later(self.app.run_action, "app.my_turn")

    def action_lobby(self) -> None:
        """To the others."""
        self.call_later(self.app.run_action, "app.lobby")

    def action_new_game(self) -> None:
        """Choose a scenario."""
        from tui.menu.scenarios import ScenarioScreen

        self.app.push_screen(ScenarioScreen())

    def action_learn(self) -> None:
        """List the lessons."""
        from tui.learn.listing import LessonsScreen

        self.app.push_screen(LessonsScreen())

    def action_continue(self) -> None:
        """Go on with the newest game."""
        from tui.menu.resume import resume

        if self.newest is not None:
            try:
                resume(self.app, self.newest.path)
            except SaveError as error:
                self.notify(str(error), title="This game cannot be continued", severity="error", timeout=12)

    def action_battle(self) -> None:
        """Build a battle."""
        from tui.menu.battle import BattleScreen

        self.app.push_screen(BattleScreen())

    def action_saved(self) -> None:
        """List the games of the player."""
        from tui.menu.resume import ResumeScreen

        self.app.push_screen(ResumeScreen())

    def action_replays(self) -> None:
        """List what can be watched, the samples too."""
        from tui.menu.resume import ResumeScreen

        self.app.push_screen(ResumeScreen(watch=True))

    def action_rules(self) -> None:
        """Open the rules."""
        from tui.menu.rules import RulesScreen

        self.app.push_screen(RulesScreen())

    def action_units(self) -> None:
        """Open the unit library."""
        from tui.menu.library import LibraryScreen

        self.app.push_screen(LibraryScreen())

    def action_settings(self) -> None:
        """Open the settings."""
        self.call_later(self.app.run_action, "app.settings")

    def action_quit(self) -> None:
        """Leave the program."""
        self.app.exit()

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen.of(self))

    def _lines(self) -> Iterable[Option]:
        for entrance in ENTRANCES:
            if not self.check_action(entrance.action, ()):
                continue
            fact = {"continue": self._newest_words, "waiting": self._waiting_words}.get(entrance.action, str)()
            label = Content.assemble(
                (f"{entrance.key} ", "bold $text-accent"),
                f" {entrance.label}",
                (f"  {fact}" if fact else "", "$text-muted"),
            )
            yield Option(label, id=entrance.action)

    def _waiting_words(self) -> str:
        waiting = program(self.app).manners.returns()
        if not waiting:
            return ""
        more = f", and {len(waiting) - 1} more" if len(waiting) > 1 else ""
        return f"{waiting[0][1]}: {waiting[0][2]}{more}"

    def _newest_words(self) -> str:
        from tui.menu.resume import ago, scenario_title

        if self.newest is None:
            return ""
        turn = f", turn {self.newest.turn}" if self.newest.turn else ""
        title = self.newest.title(lambda scenario: scenario_title(self.app, scenario))
        return f"{title}{turn}, {ago(self.newest.modified)}"

    def _draw_name(self, width: int | None = None, height: int | None = None) -> None:
        width, height = width or self.app.size.width, height or self.app.size.height
        plain = program(self.app).settings.ascii
        rows = lettering(NAME, ascii_only=plain)
        if width < len(rows[0]) + 4 or height < 14 + len(rows):
            rows = (" ".join(NAME) if width > 24 else NAME,)
        self.query_one("#name", Static).update(Content("\n".join(rows)))
