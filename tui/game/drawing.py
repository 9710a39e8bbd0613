"""What the screens of a game have in common, be it played or watched: headline, map, stack, cards and log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from textual.geometry import Region
from textual.screen import Screen

from core.hexes import Hex
from core.presentation import Card, Counter, SideLook, Standing, Status
from core.system import RuleSystem
from tui.game.record.chronicle import Line
from tui.kit.printed import as_printed_now
from tui.map.minimap import MiniMap
from tui.map.scene import Scene
from tui.map.widget import HexMap
from tui.program import program
from tui.widgets.cards import CardPane, StackList
from tui.widgets.header import GameHeader
from tui.widgets.log import GameLog

#: What a screen of a game is called by its size: the least columns and the least rows of each.
WIDTHS: Final = [(0, "-narrow"), (100, "-wide"), (170, "-vast")]
HEIGHTS: Final = [(0, "-low"), (32, "-normal"), (52, "-tall")]


def fitting(columns: int, rows: int) -> tuple[str, str]:
    """What a screen of a game is called that has so many columns and rows."""
    wide = [name for least, name in WIDTHS if columns >= least]
    tall = [name for least, name in HEIGHTS if rows >= least]
    return wide[-1], tall[-1]


class Drawing:
    """Draws on the widgets of a screen that has a headline, a map, a stack, a pane of cards and a log."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._printed: bool | None = None

    @property
    def map(self) -> HexMap:
        """The map."""
        return self._screen.query_one(HexMap)

    def follow(self, system: RuleSystem[Any], anew: Callable[[], None]) -> None:
        """Draw as the player has set it meanwhile. anew: shows the same once more, where he calls hexes otherwise."""
        self.sign(program(self._screen.app).settings.ascii)
        before, self._printed = self._printed, as_printed_now(system)
        if before not in (None, self._printed):
            anew()

    def sign(self, ascii_only: bool) -> None:
        """Draw headline and maps with other signs, if the player has set them meanwhile."""
        if self.map.ascii == ascii_only:
            return
        self.map.ascii = ascii_only
        for header in self._screen.query(GameHeader):
            header.show_again()
        for minimap in self._screen.query(MiniMap):
            minimap.ascii = ascii_only

    @property
    def narrow(self) -> bool:
        """Whether there is no room for the cards beside the map."""
        return self._screen.has_class("-narrow")

    @property
    def drawer_shut(self) -> bool:
        """Whether the cards are in a drawer that is shut."""
        return self.narrow and not self._screen.has_class("-drawer")

    def shut_drawer(self) -> bool:
        """Shut the drawer of a narrow screen; whether it was open."""
        was_open = self.narrow and self._screen.has_class("-drawer")
        if was_open:
            self.turn_drawer()
        return was_open

    def turn_drawer(self) -> None:
        """Open or shut the drawer of a narrow screen; on a wide one the cards are always seen."""
        self._screen.toggle_class("-drawer")

    def headline(self, status: Status, sides: Sequence[SideLook], scores: Sequence[Standing], note: str) -> None:
        """Where the game stands, the points of the sides, and what goes on besides."""
        self._screen.query_one(GameHeader).show(status, sides, scores, note=note)

    def scene(self, scene: Scene, cursor: Hex | None = None) -> None:
        """The map, with the cursor on a hex if one is given; the minimap if it is there and can be seen."""
        self.map.scene = scene
        if cursor is not None:
            self.map.cursor = cursor
        for minimap in self._screen.query(MiniMap):
            if minimap.display:
                minimap.scene = scene

    def window(self) -> None:
        """What the map shows of the board has changed: mark it on the minimap."""
        for minimap in self._screen.query(MiniMap):
            if minimap.display and self.map.projection is not None:
                minimap.show_window(self.map.projection, self.map.window)

    def cards(
        self,
        stack: tuple[Counter, ...],
        sides: Iterable[SideLook],
        shown: str | None,
        cards: tuple[Card | None, Card | None],
    ) -> None:
        """A stack, the topmost counter first and the one shown marked, and the cards of that one and of the hex."""
        self._screen.query_one(StackList).show(stack, {look.id: look.name for look in sides}, shown)
        self._screen.query_one(CardPane).show(*cards)

    def log(self, lines: Sequence[Line], looked: int) -> None:
        """What was told; looked: the number of the last event that was seen before."""
        self._screen.query_one(GameLog).show(lines, looked)

    def bring_into_view(self, hexes: Iterable[Hex]) -> None:
        """Scroll to the first of some hexes that cannot be seen; the cursor stays where it is."""
        projection = self.map.projection
        if projection is None:
            return
        for hex_ in hexes:
            if not self.map.window.contains_region(Region(*projection.box(hex_))):
                self.map.centre_on(hex_)
                return
