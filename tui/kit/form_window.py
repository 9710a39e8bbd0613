"""A form in a window: all lines of an order at once, what holds marked, given with one key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from core.choice import FormLine
from tui.keys.held import keys_of
from tui.kit.foot import foot
from tui.kit.form import MUTED, Field, Form
from tui.kit.window import Window


class FormWindow(Window[tuple[str, ...] | None]):
    """Shows the lines of a form with what holds; its result is what is to be picked, None if it is dropped."""

    DEFAULT_CSS = """
    FormWindow { align: center middle; background: $background $veil; }
    FormWindow > #window {
        width: 76; max-width: 98%; height: auto; max-height: 94%; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    FormWindow Form { height: auto; background: transparent; padding: 0; }
    FormWindow Static { height: 1; margin-top: 1; }
    """
    HELP_TITLE = "Form"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "give", "give it", id="windows.give-form"),
        Binding("escape", "leave", "drop it"),
        Binding("q", "leave", "drop it", id="windows.close"),
    ]

    def __init__(self, title: str, lines: Sequence[FormLine]) -> None:
        super().__init__()
        self.heading = title
        self._fields = tuple(_field(at, line) for at, line in enumerate(lines))

    def compose(self) -> ComposeResult:
        """The lines, below them what the cursor is on."""
        window = Vertical(Form(), Static(), id="window")
        window.border_title = Content(self.heading)
        gives = f"{keys_of(self).told('windows.give-form')} gives it"
        self.say_keys(window, foot("enter, arrows change", (gives, "give"), ("esc drops it", "leave")))
        yield window

    def on_resize(self) -> None:
        """What is said of a line stays in sight below them, however many there are."""
        self.query_one(Form).styles.max_height = max(3, self.app.size.height * 94 // 100 - 4)

    def on_mount(self) -> None:
        """Show what holds."""
        form = self.query_one(Form)
        form.show(self._fields)
        form.focus()
        if form.current is not None:
            self._tell(form.current)

    def on_form_reached(self, event: Form.Reached) -> None:
        """Say what holds of the line under the cursor, and by which rule."""
        self._tell(event.field)

    def on_form_changed(self, event: Form.Changed) -> None:
        """The same of one that has changed."""
        self._tell(event.field)

    def _tell(self, field: Field) -> None:
        changed = sum(
            now.value != held.value for now, held in zip(self.query_one(Form).fields, self._fields, strict=True)
        )
        count = f"  {changed} changed" if changed else ""
        self.query_one(Static).update(Content.assemble(field.about, (f"  {field.rule}{count}", MUTED)))

    def action_give(self) -> None:
        """Give what stands there."""
        self.dismiss(tuple(field.value for field in self.query_one(Form).fields if field.value))

    def action_leave(self) -> None:
        """Leave all as it is."""
        self.dismiss(None)


def _field(at: int, line: FormLine) -> Field:
    held = dict(line.values)[line.now]
    words = tuple((pick, f"{told} (holds)" if pick == line.now else told) for pick, told in line.values)
    return Field(str(at), line.label, line.now, words, f"Now: {held}", line.rule, line.group)
