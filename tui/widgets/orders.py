"""The order menu: the choices for the order begun, each with key, cost, odds or why not."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.choice import Choice, Choices
from tui.ordering import LISTED_HEXES
from tui.widgets.text import MUTED, percent

#: More refused choices than these are folded into one line until they are asked for.
REFUSED_SHOWN = 3
#: The order of the kinds of choices in a long menu: what concerns the whole step first, hexes last.
RANKS = {"order": 0, "done": 1, "option": 2, "hex": 4}
#: A menu of more choices than these is long.
SHORT = 9


class OrderMenu(OptionList):
    """Choices to pick from, by key, Enter or mouse. Refused ones are dim and say why."""

    DEFAULT_CSS = """
    OrderMenu {
        height: 1fr; min-height: 4; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1;
    }
    OrderMenu:focus { border: none; }
    OrderMenu > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    OrderMenu:focus > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    OrderMenu > .option-list--option-disabled { color: $text-disabled; }
    """

    class Hovered(Message):
        """A choice was pointed at in the menu."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class Picked(Message):
        """A choice was picked in the menu; None = the order is given as it stands."""

        def __init__(self, choice: Choice | None) -> None:
            super().__init__()
            self.choice = choice

    class FoldToggled(Message):
        """The refused choices are to be shown, or folded again."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[Choice | None] = []
        self._shown: object = None

    def show(self, choices: Choices, keys: Mapping[str, Choice], *, refused: bool, begun: bool) -> None:
        """Show choices. refused: also all that may not be picked; begun: whether an order is in hand."""
        key_of = {id(choice): key for key, choice in keys.items()}
        rows: list[Choice | None] = []
        options: list[Option] = []
        if choices.complete and begun:
            rows.append(None)
            options.append(Option(Content.assemble(("⏎ ", "bold $text-success"), ("Give this order", "bold"))))
        far = {id(c) for c in choices.legal if c.kind == "hex" and id(c) not in key_of}
        on_map = len(far) > LISTED_HEXES
        for choice in in_order(choices):
            if not (on_map and id(choice) in far):
                rows.append(choice)
                options.append(Option(_choice_content(choice, key_of.get(id(choice), ""))))
        if on_map:
            rows.append(None)
            text = f"· {len(far)} hexes: point at one on the map, enter picks it"
            options.append(Option(Content.styled(text, MUTED), disabled=True))
        barred = [c for c in choices.options if not c.legal]
        folded = len(barred) > REFUSED_SHOWN and not refused
        for choice in () if folded else barred:
            rows.append(choice)
            options.append(Option(_refused_content(choice), disabled=True))
        if folded:
            options.append(Option(Content.styled(f"X {len(barred)} more that may not be had now", MUTED), id="fold"))
        shown = (tuple(rows), folded, tuple(keys))
        if shown == self._shown:
            return
        self._shown, self._rows = shown, rows
        self.set_options(options)

    def clear(self) -> None:
        """Offer nothing."""
        if self._shown is not None:
            self._shown, self._rows = None, []
            self.clear_options()

    def point_at(self, choice: Choice | None) -> None:
        """Highlight a choice without telling anybody that it was pointed at."""
        row = next((i for i, c in enumerate(self._rows) if c is choice), None) if choice else None
        if row != self.highlighted:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = row

    def choice_at(self, row: int | None) -> Choice | None:
        """The choice in a row of the menu, if one is there."""
        return self._rows[row] if row is not None and row < len(self._rows) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell which choice is pointed at."""
        event.stop()
        choice = self.choice_at(event.option_index)
        if choice is not None:
            self.post_message(self.Hovered(choice))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell which choice was picked."""
        event.stop()
        if event.option_id == "fold":
            self.post_message(self.FoldToggled())
        else:
            self.post_message(self.Picked(self.choice_at(event.option_index)))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at the choice under the mouse."""
        row = event.style.meta.get("option")
        if isinstance(row, int) and row < len(self._rows) and self._rows[row] is not None:
            self.highlighted = row


def in_order(choices: Choices) -> list[Choice]:
    """What may be picked, in the order of the menu."""
    if sum(choice.kind != "hex" for choice in choices.legal) <= SHORT:
        return list(choices.legal)
    return sorted(choices.legal, key=lambda c: RANKS.get(c.kind, 3))


def choice_content(choice: Choice) -> Content:
    """A choice without its key: label, cost, odds, and whether it is for good."""
    parts: list[Content] = [Content(choice.label)]
    if choice.cost:
        parts.append(Content.styled(choice.cost, MUTED))
    if choice.odds is not None:
        parts.append(Content.styled(percent(choice.odds), "bold $text-accent"))
    if choice.irreversible:
        parts.append(Content.styled("for good", "$text-warning"))
    return Content("  ").join(parts)


def _choice_content(choice: Choice, key: str) -> Content:
    return Content.assemble((f"{key or ' '} ", "bold $text-accent"), choice_content(choice))


def _refused_content(choice: Choice) -> Content:
    refusal = choice.refusal
    why = f"{refusal.reason} {refusal.rule}" if refusal else ""
    return Content.assemble(("✕ ", MUTED), (choice.label, MUTED), "\n   ", (why, f"italic {MUTED}"))
