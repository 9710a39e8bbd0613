"""A form of lines: left and right change a value, enter edits a text. Options and settings are forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from attrs import Factory, evolve, frozen
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from core.alike import Alike
from tui.kit.popups import AskLine, PickList

MUTED: Final = "$text-muted"
#: Lines of a place beside its form: what stands above and below, and a button.
FURNITURE: Final = 7


@frozen(eq=False, repr=False)
class Field(Alike):
    """A line of a form.

    values: what can be chosen, each with its words; none for a text that is typed. about: what it means, said
    while the cursor is on it; rule: the rule id behind it; group: heading over it where a new one begins.
    listed: enter opens the list of its values, where there are many. tells: what is said of a value besides.
    """

    id: str
    label: str
    value: str
    values: tuple[tuple[str, str], ...] = ()
    about: str = ""
    rule: str = ""
    group: str = ""
    empty: str = "none"
    listed: bool = False
    tells: Mapping[str, str] = Factory(dict)

    @property
    def told(self) -> str:
        """What it means, and what is said of its value."""
        return " ".join(filter(None, (self.about, self.tells.get(self.value, ""))))

    @property
    def words(self) -> str:
        """The value as it is shown."""
        return dict(self.values).get(self.value, self.value) if self.values else self.value or self.empty

    @property
    def switch(self) -> bool:
        """Whether it is only on or off."""
        return tuple(value for value, _ in self.values) == ("on", "off")

    def turned(self, step: int) -> Field:
        """The field with the value `step` further on, round and round; a text stays as it is."""
        ids = [value for value, _ in self.values]
        if not ids:
            return self
        at = ids.index(self.value) if self.value in ids else 0
        return evolve(self, value=ids[(at + step) % len(ids)])


def switch(id: str, label: str, on: bool, *, about: str = "", rule: str = "", group: str = "") -> Field:
    """A field that is on or off."""
    return Field(id, label, "on" if on else "off", (("on", "on"), ("off", "off")), about, rule, group)


class EditLine(AskLine):
    """A line to fill in that begins with a text."""

    def __init__(self, title: str, hint: str, value: str) -> None:
        super().__init__(title, hint)
        self.value = value

    def on_mount(self) -> None:
        """Put the text in."""
        self.query_one(Input).value = self.value


class Form(OptionList):
    """The fields, one a line, under their headings."""

    DEFAULT_CSS = """
    Form { height: 1fr; border: none; background: $background; padding: 0 1; scrollbar-size-vertical: 1; }
    Form:focus { border: none; background-tint: transparent 0%; }
    Form > .option-list--option-highlighted,
    Form:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    Form:ansi > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    """
    HELP_TITLE = "Form"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,plus", "turn(1)", "Next value", key_display="→"),
        Binding("left,h,minus", "turn(-1)", "Value before", key_display="←", show=False),
        Binding("enter,space", "select", "Change", show=False),
    ]

    class Changed(Message):
        """A field has another value."""

        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

    class Reached(Message):
        """The cursor is on a field."""

        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.fields: tuple[Field, ...] = ()

    def show(self, fields: Iterable[Field]) -> None:
        """Show these fields."""
        self.fields = tuple(fields)
        self.clear_options()
        label = self._label
        groups = len({field.group for field in self.fields if field.group})
        airy = len(self.fields) + 2 * groups + FURNITURE <= self.app.size.height
        group = ""
        for field in self.fields:
            if field.group and field.group != group:
                group = field.group
                above = "\n" if airy and self.option_count else ""
                heading = Content.assemble(above, (group, "bold $text-accent"))
                self.add_option(Option(heading, disabled=True))
            self.add_option(Option(_line(field, label), id=field.id))
        self.highlighted = next((i for i, option in enumerate(self.options) if not option.disabled), None)

    def renew(self, fields: Iterable[Field]) -> None:
        """Show these fields instead, the cursor on the line that it was on as long as it is there."""
        wanted, before = tuple(fields), self.current
        if [f.id for f in wanted] == [f.id for f in self.fields]:
            old = dict(zip((f.id for f in self.fields), self.fields, strict=True))
            self.fields = wanted
            for field in wanted:
                if field != old[field.id]:
                    self.replace_option_prompt(field.id, _line(field, self._label))
            return
        self.show(wanted)
        if before is not None and before.id in {f.id for f in wanted}:
            self.highlighted = self.get_option_index(before.id)

    @property
    def _label(self) -> int:
        """Cells of the longest label with a value beside it."""
        return max((len(f.label) for f in self.fields if not f.switch), default=0)

    def value(self, field: str) -> str:
        """The value of a field."""
        return next(f.value for f in self.fields if f.id == field)

    @property
    def current(self) -> Field | None:
        """The field under the cursor."""
        if self.highlighted is None:
            return None
        wanted = self.get_option_at_index(self.highlighted).id
        return next((f for f in self.fields if f.id == wanted), None)

    def put(self, changed: Field) -> None:
        """Give a field another value, and say so."""
        self.fields = tuple(changed if f.id == changed.id else f for f in self.fields)
        self.replace_option_prompt(changed.id, _line(changed, self._label))
        self.post_message(self.Changed(changed))

    def action_turn(self, step: int) -> None:
        """Another value of the field under the cursor."""
        field = self.current
        if field is None:
            return
        if field.values:
            self.put(field.turned(step))
        else:
            self.edit(field)

    def edit(self, field: Field) -> None:
        """Ask for a text."""

        def take(text: str | None) -> None:
            if text is not None:
                self.put(evolve(field, value=text.strip()))

        self.app.push_screen(EditLine(field.label, field.about, field.value), take)

    def pick(self, field: Field) -> None:
        """Let one of the values be picked from a list."""

        def take(number: int | None) -> None:
            if number is not None:
                self.put(evolve(field, value=field.values[number][0]))

        lines = [
            ("", Content.assemble(words, (f"  {field.tells[value]}" if value in field.tells else "", MUTED)))
            for value, words in field.values
        ]
        at = next((i for i, (value, _) in enumerate(field.values) if value == field.value), 0)
        self.app.push_screen(PickList(field.label, lines, at=at), take)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click changes the value."""
        event.stop()
        field = self.current
        if field is not None and field.listed:
            self.pick(field)
        else:
            self.action_turn(1)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say where the cursor is."""
        event.stop()
        if self.current is not None:
            self.post_message(self.Reached(self.current))

    def on_click(self, event: Click) -> None:
        """The form takes the keyboard."""
        self.focus()


def _line(field: Field, label: int) -> Content:
    name = field.label.ljust(label + 2)
    if field.switch:
        return Content.assemble("  ", ("[x]" if field.value == "on" else "[ ]", "bold"), f" {field.label}")
    if field.values:
        value = Content.assemble(("‹ ", MUTED), (field.words, "bold"), (" ›", MUTED))
    else:
        value = Content.assemble(("  ", MUTED), (field.words, "bold" if field.value else MUTED), ("  …", MUTED))
    return Content.assemble(f"  {name}", value)


def values(pairs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Values that are their own words."""
    return tuple((value, value) for value in pairs)
