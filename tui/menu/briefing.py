"""The briefing of a scenario: what the players read, and a picture of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widget import Widget

from tui.kit.card_text import CardSheet
from tui.kit.place import Place
from tui.map.scene import Scene
from tui.menu.picture import BoardPicture
from tui.program import program
from tui.shelf import ScenarioLine


class BriefingScreen(Place):
    """Text on the left, map on the right; on a narrow terminal m shows one or the other."""

    DEFAULT_CSS = """
    BriefingScreen > #sheet { height: 1fr; }
    BriefingScreen > #sheet > VerticalScroll {
        width: 1fr; padding: 0 2; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
    }
    BriefingScreen > #sheet > BoardPicture { width: 2fr; max-width: 50%; }
    BriefingScreen.-narrow > #sheet > BoardPicture { display: none; }
    BriefingScreen.-narrow.-map > #sheet > BoardPicture { display: block; width: 1fr; max-width: 100%; }
    BriefingScreen.-narrow.-map > #sheet > VerticalScroll { display: none; }
    """
    place = "Briefing"
    HELP_TITLE = "Briefing"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "begin", "Play", key_display="enter"),
        Binding("m", "map", "Map"),
        Binding("z", "zoom", "Zoom of the map"),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
        Binding("pagedown,space", "scroll(15)", "A page down", show=False),
        Binding("pageup", "scroll(-15)", "A page up", show=False),
        Binding("right", "pan(8)", "Map to the right", show=False),
        Binding("left", "pan(-8)", "Map to the left", show=False),
        Binding("home", "scroll(-9999)", "To the top", show=False),
        Binding("end", "scroll(9999)", "To the end", show=False),
    ]

    def __init__(self, scenario: ScenarioLine, begin: Callable[[ScenarioLine], Screen[None]] | None = None) -> None:
        """begin: the screen to go on to; None = the options of a game at this keyboard."""
        super().__init__()
        self.scenario = scenario
        self._begin = begin

    def body(self) -> Iterable[Widget]:
        """Text and map."""
        text = VerticalScroll(CardSheet(id="text"), can_focus=False)
        picture = BoardPicture()
        picture.can_focus = False
        yield Horizontal(text, picture, id="sheet")

    def on_mount(self) -> None:
        """Fetch what is to be read and shown."""
        self.headline(self.scenario.title)
        shelf = program(self.app).shelf
        try:
            self.query_one(CardSheet).show(shelf.briefing(self.scenario.id))
            system = shelf.open_system(self.scenario.id, ())
        except (LookupError, ValueError) as error:
            self.say(f"This scenario cannot be read: {program(self.app).manners.told_error(error)}", wrong=True)
            return
        view = system.view(system.initial(), None)
        scene = Scene(
            board=system.board,
            looks=system.face.terrain(),
            sides={side.id: side for side in system.sides},
            counters=tuple(system.face.counters(view)),
        )
        self.query_one(BoardPicture).show(scene)

    def on_resize(self, event: Resize) -> None:
        """Where there is no room for both, one is shown."""
        self.set_class(event.size.width < 96, "-narrow")

    def on_key(self, event: Key) -> None:
        """A key that does nothing is answered."""
        self.answer(event)

    def action_map(self) -> None:
        """Map instead of text, text instead of map."""
        if not self.has_class("-narrow"):
            self.say("There is room for both; m changes between them on a narrow terminal.")
        self.toggle_class("-map")

    def action_zoom(self) -> None:
        """Another zoom of the map."""
        self.query_one(BoardPicture).turn_zoom()

    def action_scroll(self, lines: int) -> None:
        """Scroll the text, or the map if that is all there is."""
        mapped = self.has_class("-narrow") and self.has_class("-map")
        target = self.query_one(BoardPicture) if mapped else self.query_one(VerticalScroll)
        target.scroll_relative(y=lines, animate=False)

    def action_pan(self, cells: int) -> None:
        """Scroll the map sideways."""
        self.query_one(BoardPicture).scroll_relative(x=cells, animate=False)

    def action_begin(self) -> None:
        """On to the options."""
        from tui.menu.options import OptionsScreen

        self.app.push_screen((self._begin or OptionsScreen)(self.scenario))
