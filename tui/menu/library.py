"""The unit library: the data cards of all units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import DataTable, Static

from content.kit.unit_cards import UnitEntry
from tui.kit.card_text import CardSheet
from tui.kit.listing import Column, Finder, Listing
from tui.program import program

#: Room for a name where the card stands beside the list on a small screen.
_NAME: Final = 26


def _cut(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


class LibraryScreen(Listing[UnitEntry]):
    """Units by nation, class and name; the card of the one under the cursor beside or below the list."""

    place = "Units"
    HELP_TITLE = "Units"
    FIND = "type to filter by name, nation, class or weapon"
    EMPTY = "No unit fits."
    DEFAULT_CSS = """
    LibraryScreen > #shelf { height: 1fr; }
    LibraryScreen > #shelf > DataTable { width: 1fr; height: 1fr; background: $background; scrollbar-size-vertical: 1; }
    LibraryScreen > #shelf > VerticalScroll {
        width: 46; height: 1fr; padding: 0 1; background: $surface;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
    }
    LibraryScreen.-wide > #shelf > VerticalScroll { width: 60; padding: 0 2; }
    LibraryScreen.-narrow > #shelf { layout: vertical; }
    LibraryScreen.-narrow > #shelf > VerticalScroll { width: 1fr; height: 60%; }
    LibraryScreen > #facts { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+down", "scroll(3)", "Card down"),
        Binding("shift+up", "scroll(-3)", "Card up", show=False),
    ]
    COLUMNS: Sequence[Column[Any]] = (
        Column[UnitEntry]("Unit", lambda u: _cut(u.name), lambda u: u.name, to_width=115),
        Column[UnitEntry]("Unit", lambda u: u.name, lambda u: u.name, 116),
        Column[UnitEntry]("Nat", lambda u: u.nation[:3], lambda u: (u.nation, u.name), to_width=115),
        Column[UnitEntry]("Nation", lambda u: u.nation, lambda u: (u.nation, u.name), 116),
        Column[UnitEntry]("Class", lambda u: u.unit_class, lambda u: (u.unit_class, u.name), 112),
        Column[UnitEntry](
            "Points", lambda u: "-" if u.points is None else str(u.points), lambda u: u.points or 0, 130, right=True
        ),
        Column[UnitEntry]("In service", lambda u: u.available, lambda u: u.available, 150),
    )

    def body(self) -> Iterable[Widget]:
        """List and card side by side."""
        yield Finder(placeholder=self.FIND)
        yield Horizontal(
            DataTable(cursor_type="row", cell_padding=1),
            VerticalScroll(CardSheet(id="card"), can_focus=True),
            id="shelf",
        )
        yield Static(id="facts")

    def load(self) -> Iterable[UnitEntry]:
        """The cards on the shelf."""
        return program(self.app).shelf.units()

    def words(self, item: UnitEntry) -> str:
        """What a filter may hit."""
        return item.words

    def key_of(self, item: UnitEntry) -> str:
        """Cards have ids."""
        return item.id

    def choose(self, item: UnitEntry) -> None:
        """Go to the card, to scroll it."""
        self.query_one(VerticalScroll).focus()

    def tell(self) -> None:
        """Show the card of the unit under the cursor."""
        item = self.current
        self.query_one(CardSheet).show(item.card if item is not None else None, f"{self.EMPTY} Esc shows all again.")
        self.query_one(VerticalScroll).scroll_home(animate=False)

    @on(DataTable.RowHighlighted)
    def _show_card(self) -> None:
        self.tell()

    def on_resize(self, event: Resize) -> None:
        """Card below the list where there is no room beside it."""
        self.set_class(event.size.width >= 116, "-wide")
        self.set_class(event.size.width < 76, "-narrow")

    def action_scroll(self, lines: int) -> None:
        """Scroll the card while the cursor stays in the list."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
