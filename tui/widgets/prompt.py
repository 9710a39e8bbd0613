"""The phase prompt: what is asked of whom, what is left, how to finish, and the rule that asks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen
from textual.content import Content
from textual.widgets import Static

from core.choice import Choice
from core.presentation import Prompt
from tui.game.ahead import Ahead
from tui.game.ordering import Ordering
from tui.kit.text import MUTED, cut, rule_content

#: The actions that give the last order once more: to the unit pointed at, to all.
AGAIN: Final = ("game.again", "game.again-for-all")
#: Cells of a line that has room for all of it.
WIDE: Final = 96


class PhasePrompt(Static):
    """Always there: the question on the first line, below it the order in hand or what is left and how to finish."""

    DEFAULT_CSS = """
    PhasePrompt {
        height: auto; min-height: 2; max-height: 4; padding: 0 1; background: $boost;
        border-left: thick $accent;
    }
    """

    def show(
        self,
        prompt: Prompt,
        who: str,
        in_hand: Content | None,
        end: Content | None = None,
        unit: Content | None = None,
        *,
        cut_short: bool = False,
    ) -> None:
        """Show a prompt addressed to `who` ("" = everybody) and the order in hand, if one is begun.

        end: how the player ends the step; unit: what the letters of the unit pointed at do; cut_short: whether the
        second line stays one line.
        """
        head = f"{who}: " if who and who != prompt.title else ""
        first = Content.assemble(
            (head, "bold $text-accent"),
            (prompt.title, "bold"),
            " — " if prompt.text else "",
            prompt.text,
            " ",
            rule_content(prompt.rule),
        )
        if in_hand is None:
            narrow = 0 < self.content_size.width < WIDE
            in_hand = _what_is_left(prompt, end, unit, unit_first=narrow)
            # The prompt may not grow and shrink as the cursor goes from unit to unit: the map would jump.
            width = self.content_size.width
            if cut_short and in_hand.cell_length > width > 0:
                in_hand = in_hand.truncate(width, ellipsis=True)
        self.update(Content("\n").join([first, in_hand]))


def finish_line(choice: Choice | None, keys: Mapping[str, Choice]) -> Content | None:
    """The key that ends the step, or why it cannot be ended yet; None if it ends by itself."""
    if choice is None:
        return None
    if choice.refusal is not None:
        return Content.assemble((f"{choice.label}: not yet, ", MUTED), choice.refusal.reason)
    key = next((key for key, behind in keys.items() if behind is choice), "")
    return Content.assemble(
        (key, "bold $text-accent"), f" {choice.label}", (" (for good)" * choice.irreversible, MUTED)
    )


@frozen
class AsBefore:
    """The unit whose last order another may have too, and the keys that give it to that, and to all."""

    unit: str
    again: str = "z"
    for_all: str = "Z"


def unit_line(unit: Ahead | None, but: str = "", as_was: AsBefore | None = None) -> Content | None:
    """The letters of the unit pointed at, all but one that has been named; the turns have theirs too, but only the menu
    has room for them."""
    if unit is None:
        return None
    said = [(key, cut(choice.label)) for key, choice in unit.keys.items() if choice.kind != "facing" and key != but]
    said = [*([(as_was.again, f"as {as_was.unit}"), (as_was.for_all, "all")] if as_was else ()), *said]
    letters = [Content.assemble((key, "bold $text-accent"), f" {label}") for key, label in said]
    return Content.assemble((f"{unit.way[-1].label}: ", MUTED), Content("  ").join(letters)) if letters else None


def marked_line(count: int, unit: Content | None) -> Content:
    """How many units an order is offered to, before what the unit pointed at may do."""
    told = Content.assemble((f"{count} marked", "bold $text-accent"), (" (esc clears)", MUTED))
    return told if unit is None else Content.assemble(told, " ", unit)


def enter_line(unit: Choice, step: Choice, key: str = "") -> Content:
    """What enter does with a unit whose order is not begun: it goes to a hex, or ends what it has begun."""
    last = " (for good)" * step.irreversible
    return Content.assemble(
        ("enter", "bold $text-accent"),
        (f" or {key}" if key else "", "bold $text-accent"),
        f" {unit.label}: {step.label}",
        (f" {step.cost}" if step.cost else "", "bold"),
        (last, MUTED),
    )


def _what_is_left(prompt: Prompt, end: Content | None, unit: Content | None, *, unit_first: bool = False) -> Content:
    """How the step ends, what the unit pointed at may do, what is left: a narrow screen cuts the last of it, and says
    first what the unit may do."""
    parts = []
    if unit is not None and unit_first:
        parts.append(unit)
        unit = None
    if end is not None:
        parts.append(end)
    elif prompt.finish:
        parts.append(Content.assemble(("ends when ", MUTED), prompt.finish))
    if unit is not None:
        parts.append(unit)
    if prompt.remaining:
        parts.append(Content.assemble(("left: ", MUTED), prompt.remaining))
    return Content.styled(" · ", MUTED).join(parts)


def in_hand(ordering: Ordering, keys: Mapping[str, Choice] = MappingProxyType({}), back: str = "u") -> Content:
    """The order begun: what was picked, what it costs so far, and what the keys do now. keys: those of the choices;
    back: that which takes a pick back."""
    labels = [*(cut(choice.label) for choice in ordering.picked[:-1]), *(c.label for c in ordering.picked[-1:])]
    steps = " › ".join(labels if len(labels) <= 8 else [*labels[:2], "…", *labels[-5:]])
    cost = next((choice.cost for choice in reversed(ordering.picked) if choice.cost), "")
    if ordering.choices.confirm and ordering.choices.complete:
        # What is about to be given says more than the way to it.
        steps, cost = ordering.choices.prompt, ""
    parts = [Content.assemble((steps, "bold $text-accent"), (f"  {cost}" if cost else "", "bold"))]
    if ordering.choices.complete:
        warning = " - for good, it cannot be taken back" if ordering.for_good else ""
        parts.append(Content.assemble(("enter", "bold"), (" gives it", MUTED), (warning, "bold $text-warning")))
    elif ordering.choices.prompt:
        parts.append(Content(ordering.choices.prompt))
    end = next(((key, choice) for key, choice in keys.items() if choice.kind == "done"), None)
    if end is not None:
        parts.append(Content.assemble((end[0], "bold"), (f" {end[1].label}", MUTED)))
    parts.append(Content.assemble((back, "bold"), (" one step back", MUTED)))
    return Content.styled(" · ", MUTED).join(parts)
