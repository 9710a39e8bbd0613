"""Fire of all marked units at one target: who of them fires with which chance, and why others do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen
from textual.content import Content

from core.alike import Alike
from core.choice import Choice
from core.order import IllegalOrder
from tui.game.many.plan import Barred
from tui.game.ordering import Ordering
from tui.kit.text import MUTED, chance_told


@frozen(eq=False, repr=False)
class Volley(Alike):
    """An order in hand in which several units have been picked. target: what was picked before; acts: those who fire;
    barred: those who do not."""

    target: str
    acts: tuple[Choice, ...]
    barred: tuple[Barred, ...]

    @property
    def title(self) -> str:
        """How many, and at what."""
        return f"{len(self.acts)} together: {self.target}"

    @property
    def lines(self) -> tuple[Content, ...]:
        """Each with what it costs and its chances by itself."""
        numbers = ("".join(f"  {told}" for told in (one.cost, chance_told(one)) if told) for one in self.acts)
        fire = (Content.assemble(one.label, (told, MUTED)) for one, told in zip(self.acts, numbers, strict=True))
        return (*fire, *(one.line for one in self.barred))


def volley(ordering: Ordering, marked: Sequence[str], name: Callable[[str], str]) -> Volley | None:
    """Pick every marked unit that may take part in the order in hand, each where its chance is best; None, and nothing
    picked, if none may."""
    target = ", ".join(choice.label for choice in ordering.picked)
    acts: list[Choice] = []
    barred: list[Barred] = []
    for unit in marked:
        now = ordering.choices
        able = [choice for choice in now.legal if choice.kind == "unit" and choice.unit == unit]
        if able:
            best = max(able, key=lambda choice: choice.odds or 0.0)
            ordering.take((best,))
            acts.append(best)
            continue
        refusal = next((c.refusal for c in now.options if c.unit == unit and c.refusal is not None), None)
        why = IllegalOrder("it cannot take part", now.rule)
        if refusal is not None:
            why = IllegalOrder(refusal.reason, refusal.rule)
        barred.append(Barred(name(unit), why))
    return Volley(target, tuple(acts), tuple(barred)) if acts else None
