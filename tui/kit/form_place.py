"""A place that is a form and a button: what is about to begin, line by line, and its beginning."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Final

from textual import on
from textual.binding import Binding
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Button, Static

from tui.kit.form import Field, Form
from tui.kit.place import Place

#: The key that opens the rule of a line; it stands behind that of the button.
RULE: Final = Binding("r", "rule", "Rule")


#: Lines beside the form: headline, a gap, the button, two of what is said, the keys.
BESIDE: Final = 6


class LinesPlace(Place):
    """A place with a form: what the line under the cursor is about is said, with its rule if it has one."""

    @on(Form.Reached)
    def _reached(self, event: Form.Reached) -> None:
        self._say_of(event.field)

    @on(Form.Changed)
    def _another_value(self, event: Form.Changed) -> None:
        if event.field.tells:
            self._say_of(event.field)

    def _say_of(self, field: Field) -> None:
        rule = f"  [{field.rule}]" if field.rule else ""
        self.say(f"{field.told}{rule}")

    async def action_rule(self) -> None:
        """Read the rule of the line under the cursor."""
        field = self.query_one(Form).current
        if field is not None and field.rule:
            await self.app.run_action(f"show_rule({field.rule!r})")
        else:
            self.say("No single rule stands behind this line.")


class FormPlace(LinesPlace):
    """Form and button; subclasses say the fields, and what the button begins. fact: what the headline shows."""

    DEFAULT_CSS = """
    FormPlace > Form { height: auto; }
    FormPlace > #space { height: 1fr; }
    FormPlace > Button { width: auto; min-width: 30; margin: 1 3 0 3; height: 1; border: none; line-pad: 1; }
    FormPlace > Button, FormPlace > Button.-textual-compact { background: $primary; color: $background; }
    FormPlace > Button:focus { text-style: bold; background: $accent; color: $background; }
    """
    #: What the button says.
    begins: ClassVar[str] = ""

    def __init__(self, fact: str) -> None:
        super().__init__()
        self._fact = fact

    @abstractmethod
    def fields(self) -> Iterable[Field]:
        """The lines of the form."""

    @abstractmethod
    def action_begin(self) -> None:
        """Do what the button says."""

    def body(self) -> Iterable[Widget]:
        """Form and button."""
        yield Form()
        yield Button(Content(self.begins), compact=True)
        yield Static(id="space")

    def on_resize(self, event: Resize) -> None:
        """A long form scrolls: the button and what is said of a line stay in sight."""
        self._share(event.size.height)

    def _share(self, height: int) -> None:
        form, most = self.query_one(Form), max(3, height - BESIDE)
        form.styles.max_height = most
        # What is left below the button takes a line even where nothing is left.
        self.query_one("#space").display = form.option_count < most

    def on_mount(self) -> None:
        """Show what would begin."""
        form = self.query_one(Form)
        form.show(self.fields())
        self._share(self.size.height)
        form.focus()
        self.headline(self._fact)

    @on(Button.Pressed)
    def _pressed(self) -> None:
        self.action_begin()
