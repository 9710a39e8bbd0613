"""The sheets of a game beside its map, on one key: formations, missions, aircraft ..., and each turn in short."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final

from attrs import frozen
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from core.alike import Alike
from core.event import SideId
from core.presentation import Card, Row, Section, Sheet, SheetKind
from core.system import Face
from tui.game.turns import SUMMARY, Turns, summary
from tui.keys.held import keys_of
from tui.kit.foot import foot
from tui.kit.text import MUTED, label_room, row_content, table_content
from tui.kit.whole_card import WholeCard
from tui.kit.window import Window

#: The sheet that every game has.
TURN: Final = SheetKind(SUMMARY, "The turn", "s")
#: What the players read before they began: what each side is to do, how many points win.
BRIEFING: Final = SheetKind("briefing", "Briefing", "b")


@frozen(eq=False, repr=False)
class Sheets(Alike):
    """Where sheets come from: the face of a game, what may be known now and by whom, its turns, and its briefing."""

    face: Face[Any]
    view: Callable[[], Any]
    side: SideId | None
    turns: Callable[[], Turns] | None
    briefing: Callable[[], Card] | None = None

    @property
    def kinds(self) -> tuple[SheetKind, ...]:
        """The sheets of the game; the turn in short and the briefing come last."""
        own = tuple(kind for kind in self.face.sheet_kinds() if kind.id != SUMMARY)
        turn = (TURN,) if self.turns is not None else ()
        return (*own, *turn, BRIEFING) if self.briefing is not None else (*own, *turn)

    def card(self, unit: str) -> Card | None:
        """The card of a unit; None if nothing is known of it."""
        try:
            return self.face.unit_card(self.view(), unit)
        except KeyError:
            return None

    def make(self, kind: str, turn: int | None) -> tuple[Sheet, int]:
        """A sheet, and the turn of which it tells; turn: None = the last."""
        if kind == BRIEFING.id and self.briefing is not None:
            return Sheet(BRIEFING.title, cards=(self.briefing(),)), 0
        if kind != SUMMARY or self.turns is None:
            return self.face.sheet(self.view(), self.side, kind), 0
        turns = self.turns()
        chosen = turns.last if turn is None else max(0, min(turn, turns.last))
        return summary(turns, chosen), chosen


class SheetList(OptionList):
    """The lines of a sheet. Each stands for a row of it, or for a heading."""

    DEFAULT_CSS = """
    SheetList, SheetList:focus {
        height: 1fr; border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1;
    }
    SheetList:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground;
    }
    SheetList:ansi > .option-list--option-highlighted {
        background: ansi_blue; color: ansi_bright_white; text-style: bold;
    }
    SheetList > .option-list--option-disabled { color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row | None] = []
        self._shown: tuple[Sheet, int] | None = None

    def show(self, sheet: Sheet) -> None:
        """Show a sheet from its beginning; the same sheet again stays where it is."""
        width = self.scrollable_content_region.width
        if (sheet, width) == self._shown:
            return
        self._shown = sheet, width
        lines = list(sheet_lines(sheet, width))
        self.rows = [row for _, row in lines]
        self.set_options([Option(text, disabled=row is None) for text, row in lines])
        first = next((i for i, row in enumerate(self.rows) if row is not None), None)
        self.highlighted = first
        self.scroll_home(animate=False)

    @property
    def row(self) -> Row | None:
        """The row that is pointed at."""
        return self.rows[self.highlighted] if self.highlighted is not None else None

    def on_resize(self, event: events.Resize) -> None:
        """Lines are broken for the width there is."""
        if self._shown is not None:
            self.show(self._shown[0])


def sheet_lines(sheet: Sheet, width: int) -> Iterator[tuple[Content, Row | None]]:
    """The lines of a sheet, with the row of each; headings have none."""
    if sheet.note:
        yield Content.styled(sheet.note, f"italic {MUTED}"), None
    if not sheet.cards:
        yield Content.styled("Nothing here yet.", MUTED), None
    for at, card in enumerate(sheet.cards):
        if at or sheet.note:
            yield Content(""), None
        yield from _card_lines(card, width)


def _card_lines(card: Card, width: int) -> Iterator[tuple[Content, Row | None]]:
    head = Content.styled(card.title, "bold $text-primary")
    if card.subtitle:
        head = Content.assemble(head, "  ", (card.subtitle, MUTED))
    yield head, None
    for section in card.sections:
        yield from _section_lines(section, width)


def _section_lines(section: Section, width: int) -> Iterator[tuple[Content, Row | None]]:
    if section.title:
        yield Content.styled(section.title, "bold $text-accent"), None
    if section.heading or any(row.cells for row in section.rows):
        made = table_content(section.heading, section.rows, width)
        if section.heading:
            yield made.pop(0), None
        yield from zip(made, section.rows, strict=True)
        return
    labels = [len(row.label) for row in section.rows]
    label = min(max(labels, default=0), max(14, width // 4))
    for at, row in enumerate(section.rows):
        yield row_content(row, label_width=label_room(section.rows, at, label), width=width), row


class SheetTabs(Static):
    """The sheets there are, each with its key; a click shows one."""

    DEFAULT_CSS = """
    SheetTabs { height: auto; link-style: none; link-color: $foreground; link-background: transparent; }
    """

    class Picked(Message):
        """A sheet was clicked."""

        def __init__(self, kind: str) -> None:
            super().__init__()
            self.kind = kind

    def show(self, kinds: Sequence[SheetKind], shown: str) -> None:
        """Show the sheets, the one that is open marked."""
        parts = [
            Content.assemble(
                (kind.key, f"bold $text-accent @click=pick({kind.id!r})"),
                (f" {kind.title} ", f"{'reverse ' if kind.id == shown else ''}@click=pick({kind.id!r})"),
            )
            for kind in kinds
        ]
        self.update(Content(" ").join(parts))

    def action_pick(self, kind: str) -> None:
        """A sheet was clicked."""
        self.post_message(self.Picked(kind))


class GameSheets(Window[tuple[str, Row | None]]):
    """Shows the sheets over the game. It gives back which was open last, and the row to go to on the map, if any."""

    DEFAULT_CSS = """
    GameSheets { align: center middle; background: $background $veil; }
    GameSheets > #window {
        width: 100%; max-width: 112; height: 100%; max-height: 48; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    GameSheets #told { height: auto; color: $text-muted; }
    """
    HELP_TITLE = "Sheets"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back to the map"),
        Binding("q", "leave", "back to the map", id="windows.close"),
        Binding("left", "other(-1)", "sheet before"),
        Binding("right", "other(1)", "next sheet"),
        Binding("left_square_bracket", "turn(-1)", "turn before", id="windows.turn-before"),
        Binding("right_square_bracket", "turn(1)", "turn after", id="windows.turn-after"),
        Binding("r", "rule", "the rule of the line", id="windows.rule"),
        Binding("C", "card", "the whole card of the unit of the line", id="game.card"),
    ]

    def __init__(self, sheets: Sheets, kind: str = "", turn: int | None = None) -> None:
        super().__init__()
        self.sheets = sheets
        self.kinds = sheets.kinds
        self.kind = kind if kind in [k.id for k in self.kinds] else self.kinds[0].id
        self.turn = turn
        self._now = 0

    def compose(self) -> ComposeResult:
        """Tabs over the lines of the sheet."""
        window = Vertical(SheetTabs(), Static(id="told"), SheetList(), id="window")
        card = f"{keys_of(self).told('game.card')} card"
        other = ("arrows other sheets", "other(1)")
        keys = foot(
            "enter goes to the map",
            (card, "card"),
            (f"{keys_of(self).told('windows.rule')} rule", "rule"),
            other,
            ("esc back", "leave"),
        )
        self.say_keys(window, keys)
        yield window

    def on_mount(self) -> None:
        """Show the first sheet."""
        self.query_one(SheetList).focus()
        self.open(self.kind, self.turn)

    def open(self, kind: str, turn: int | None = None) -> None:
        """Compute a sheet beside the screen, and show it."""
        self.kind, self.turn = kind, turn
        self.query_one(SheetTabs).show(self.kinds, kind)
        told = self.query_one("#told", Static)
        told.display = kind == SUMMARY
        told.update("gathering ...")
        make = self.sheets.make

        def work() -> None:
            worker = get_current_worker()
            made, now = make(kind, turn)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show, made, now)

        failed = "The sheet could not be made"
        self.run_worker(work, thread=True, exclusive=True, group="sheet", description=failed)

    def _show(self, sheet: Sheet, turn: int) -> None:
        if not self.is_running:
            return
        self._now = turn
        window = self.query_one("#window", Vertical)
        window.border_title = Content(f"{sheet.title} {sheet.rule}".strip())
        if self.kind == SUMMARY:
            before, after = (keys_of(self).told(f"windows.turn-{way}") for way in ("before", "after"))
            turns = foot((f"{before} turn before", "turn(-1)"), (f"{after} turn after", "turn(1)"))
            self.query_one("#told", Static).update(turns)
        self.query_one(SheetList).show(sheet)

    @on(SheetTabs.Picked)
    def _tab(self, event: SheetTabs.Picked) -> None:
        self.open(event.kind)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        row = self.query_one(SheetList).rows[event.option_index]
        leads = row is not None and (row.unit or row.hex is not None)
        self.dismiss((self.kind, row if leads else None))

    def on_key(self, event: events.Key) -> None:
        """The key of a sheet opens it; enter closes one in which no line can be pointed at."""
        if event.key == "enter" and self.query_one(SheetList).highlighted is None:
            event.stop()
            self.action_leave()
            return
        kind = next((k.id for k in self.kinds if k.key == event.character), None)
        if kind is not None:
            event.stop()
            event.prevent_default()
            self.open(kind)

    def action_other(self, step: int) -> None:
        """The sheet beside the one that is open."""
        ids = [kind.id for kind in self.kinds]
        self.open(ids[(ids.index(self.kind) + step) % len(ids)])

    def action_turn(self, step: int) -> None:
        """The turn before or after the one of which the sheet tells."""
        if self.kind == SUMMARY:
            self.open(SUMMARY, max(0, self._now + step))

    async def action_rule(self) -> None:
        """Read the rule of the line, else that of the sheet."""
        row = self.query_one(SheetList).row
        if row is not None and row.rule:
            await self.app.run_action(f"show_rule({row.rule!r})")

    def action_card(self) -> None:
        """Open the card of the unit that the line speaks of."""
        row = self.query_one(SheetList).row
        card = self.sheets.card(row.unit) if row is not None and row.unit else None
        if card is not None:
            self.app.push_screen(WholeCard((card,)))

    def action_leave(self) -> None:
        """Back to the map."""
        self.dismiss((self.kind, None))
