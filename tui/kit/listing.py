"""A screen that is one table: filtered by typing, sorted by a key or a click, as many columns as there is room for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from attrs import frozen
from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import DataTable, Input, Static

from tui.kit.place import Place

T = TypeVar("T")


@frozen
class Column(Generic[T]):
    """A column: its title, what stands in it, what it is sorted by, and between which widths of the screen it is shown.

    to_width: 0 = however wide it is.
    """

    title: str
    cell: Callable[[T], str]
    order: Callable[[T], Any]
    from_width: int = 0
    right: bool = False
    to_width: int = 0

    def fits(self, width: int) -> bool:
        """Whether it is shown on a screen of this width."""
        return self.from_width <= width and (not self.to_width or width <= self.to_width)


class Finder(Input):
    """The line that is typed into to find something; the arrow keys go on moving in what it filters."""

    DEFAULT_CSS = """
    Finder, Finder:focus { height: 1; border: none; padding: 0 1; background: $surface; }
    """
    HELP_TITLE = "Finding"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('down')", "Go on in the list", show=False),
        Binding("up", "move('up')", "Go back in the list", show=False),
        Binding("pagedown", "move('pagedown')", "A page on", show=False),
        Binding("pageup", "move('pageup')", "A page back", show=False),
        Binding("escape", "clear", "Show all again", key_display="esc"),
        Binding("enter", "submit", "Open"),
    ]

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, select_on_focus=False)

    class Move(Message):
        """A key that belongs to the list."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Cleared(Message):
        """The player is done with finding."""

    def action_move(self, key: str) -> None:
        """Hand a key to the list."""
        self.post_message(self.Move(key))

    def action_clear(self) -> None:
        """Forget what was typed."""
        self.value = ""
        self.post_message(self.Cleared())


class Rows(DataTable[Text], inherit_bindings=False):
    """The lines of a listing. Enter is the screen's, which says in its own words what it does.

    It must not be a priority binding for that: such a one is carried out before keys that were typed earlier.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        replace(one, description="") for one in DataTable.BINDINGS if isinstance(one, Binding) and one.key != "enter"
    ]

    def __init__(self) -> None:
        super().__init__(cursor_type="row", cell_padding=1)


def typed(event: Key) -> str:
    """The letter that a key types into a finder from anywhere on its screen; "" for other keys."""
    character = event.character or ""
    return character if len(character) == 1 and (character.isalpha() or character == "/") else ""


class Listing(Place, Generic[T]):
    """Subclasses say which columns there are, which items match, and what comes of choosing one."""

    DEFAULT_CSS = """
    Listing > DataTable { height: 1fr; background: $background; scrollbar-size: 1 1; }
    Listing DataTable:focus { background-tint: transparent 0%; }
    Listing DataTable:ansi > .datatable--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    Listing DataTable > .datatable--header { background: $background; color: $text-accent; text-style: bold; }
    Listing DataTable:ansi > .datatable--header { background: $background; color: $text-accent; }
    Listing > #facts { height: auto; max-height: 5; padding: 0 1; background: $surface; color: $foreground 85%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Find"),
        Binding("1", "sort(0)", "Sort by column", key_display="1-9"),
        *(Binding(str(n), f"sort({n - 1})", show=False) for n in range(2, 10)),
        Binding("0", "reverse", "Turn the order round", show=False),
    ]
    #: From the first moment: what is typed while the screen opens is not for the finder.
    AUTO_FOCUS: ClassVar[str | None] = "DataTable"
    COLUMNS: Sequence[Column[Any]] = ()
    FIND = "type to filter"
    EMPTY = "Nothing fits."

    def __init__(self) -> None:
        super().__init__()
        self.items: tuple[T, ...] = ()
        self.shown: tuple[T, ...] = ()
        self.sorted_by: Column[T] | None = None
        self.reversed = False

    def body(self) -> Iterable[Widget]:
        """The finder, the table, and a line on the item under the cursor."""
        yield Finder(placeholder=self.FIND)
        yield Rows()
        yield Static(id="facts")

    # -- for subclasses ---------------------------------------------------------------------------

    @abstractmethod
    def load(self) -> Iterable[T]:
        """The items, read anew each time the screen comes to the front."""
        ...

    @abstractmethod
    def words(self, item: T) -> str:
        """What a filter may hit, in lower case."""
        ...

    def facts(self, item: T) -> str:
        """A line on the item under the cursor."""
        return ""

    def legend(self) -> str:
        """What a mark in the table says, for the headline."""
        return ""

    @abstractmethod
    def choose(self, item: T) -> None:
        """What enter or a click on the cursor's line does."""
        ...

    @abstractmethod
    def key_of(self, item: T) -> str:
        """A key by which the cursor finds the item again."""
        ...

    # -- state ------------------------------------------------------------------------------------

    @property
    def table(self) -> DataTable[Text]:
        """The table."""
        return self.query_one(DataTable)

    @property
    def current(self) -> T | None:
        """The item under the cursor."""
        row = self.table.cursor_row
        return self.shown[row] if 0 <= row < len(self.shown) else None

    def columns(self) -> tuple[Column[T], ...]:
        """The columns for which there is room."""
        width = self.app.size.width
        return tuple(column for column in self.COLUMNS if column.fits(width))

    def reload(self) -> None:
        """Read the items again; the cursor stays on its item."""
        self.items = tuple(self.load())
        self.refill()

    def refill(self) -> None:
        """Show the items that fit the filter, in order."""
        kept = self.current
        parts = self.query_one(Finder).value.lower().split()
        fitting = [item for item in self.items if all(part in self.words(item) for part in parts)]
        if self.sorted_by is not None:
            fitting.sort(key=self.sorted_by.order, reverse=self.reversed)
        self.shown = tuple(fitting)
        table = self.table
        table.clear(columns=True)
        columns = self.columns()
        rows = [[_cell(column, item) for column in columns] for item in self.shown]
        for number, column in enumerate(columns, 1):
            mark = (" ▼" if self.reversed else " ▲") if column is self.sorted_by else ""
            title = Text(f"{column.title}{mark}", justify="right" if column.right else "left")
            # A table that finds its widths itself shows cells cut to its titles first.
            widest = max((title.cell_len, *(row[number - 1].cell_len for row in rows)))
            table.add_column(title, key=str(number), width=widest)
        for row in rows:
            table.add_row(*row)
        keys = [self.key_of(item) for item in self.shown]
        if kept is not None and self.key_of(kept) in keys:
            table.move_cursor(row=keys.index(self.key_of(kept)), animate=False)
        count = f"{len(self.shown)} of {len(self.items)}" if parts else str(len(self.items))
        self.headline("  ".join(filter(None, (self.legend(), count))))
        self.tell()

    def tell(self) -> None:
        """Say what there is to say of the item under the cursor."""
        item = self.current
        empty = "Nothing here yet." if not self.items else f"{self.EMPTY} Esc shows all again."
        self.query_one("#facts", Static).update(Text(self.facts(item) if item is not None else empty))

    # -- what happens -----------------------------------------------------------------------------

    def on_mount(self) -> None:
        """The keyboard belongs to the table first."""
        self.table.focus()

    def on_screen_resume(self) -> None:
        """Things may have changed while another screen was in front."""
        self.reload()

    def on_resize(self, event: Resize) -> None:
        """Columns come and go with the width."""
        if self.items:
            self.refill()

    def on_key(self, event: Key) -> None:
        """Typing filters, from anywhere; home and end go to the first line and the last."""
        finder = self.query_one(Finder)
        if event.key in ("home", "end") and not finder.has_focus and self.shown:
            event.stop()
            self.table.move_cursor(row=0 if event.key == "home" else len(self.shown) - 1, animate=False)
            return
        letter = typed(event)
        if letter and not finder.has_focus and letter != "/" and not self._bound(event.key):
            event.stop()
            finder.focus()
            finder.value += letter
            finder.cursor_position = len(finder.value)

    def _bound(self, key: str) -> bool:
        return key in self.active_bindings

    @on(Input.Changed)
    def _changed(self) -> None:
        self.refill()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        if self.current is not None:
            self.choose(self.current)

    @on(Finder.Cleared)
    def _cleared(self) -> None:
        self.table.focus()

    @on(Finder.Move)
    def _move(self, event: Finder.Move) -> None:
        table = self.table
        {
            "down": table.action_cursor_down,
            "up": table.action_cursor_up,
            "pagedown": table.action_page_down,
            "pageup": table.action_page_up,
        }[event.key]()

    @on(DataTable.RowHighlighted)
    def _highlighted(self) -> None:
        self.tell()

    @on(DataTable.RowSelected)
    def _selected(self) -> None:
        if self.current is not None:
            self.choose(self.current)

    @on(DataTable.HeaderSelected)
    def _header(self, event: DataTable.HeaderSelected) -> None:
        self.sort_by(event.column_index)

    def action_sort(self, index: int) -> None:
        """Sort by a column."""
        self.sort_by(index)

    def sort_by(self, index: int) -> None:
        """Sort by a column of those shown; once more turns the order round."""
        columns = self.columns()
        if index < len(columns):
            self.reversed = not self.reversed if columns[index] is self.sorted_by else False
            self.sorted_by = columns[index]
            self.refill()

    def action_reverse(self) -> None:
        """Turn the order round."""
        self.reversed = not self.reversed
        self.refill()

    def action_find(self) -> None:
        """Go to the line that is typed into."""
        self.query_one(Finder).focus()


def _cell(column: Column[Any], item: Any) -> Text:
    return Text(column.cell(item), justify="right" if column.right else "left", no_wrap=True)
