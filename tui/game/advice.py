"""What a computer player would order and why, in words: as advice for one's own side, and of orders that were given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Final

from attrs import NOTHING, fields, frozen, has
from textual.content import Content
from textual.screen import Screen
from textual.worker import Worker, WorkType

from core.ai import ADVISER, Thought
from core.ai.decision import Decision
from core.alike import Alike
from core.hexes import Hex
from core.order import Order, field_name, field_words
from core.plane import Point, hex_at
from core.presentation import Argument
from core.system import RuleSystem
from tui.game.table import Human, Table
from tui.keys.held import keys_of
from tui.kit.popups import Sheet
from tui.map.ground import printed
from tui.program import program
from tui.widgets.messages import MessageLine

#: So many hexes of a way are told one by one.
WAY: Final = 4


def order_words(system: RuleSystem[Any], view: Any, order: Order) -> str:
    """An order in the terms in which it is written, with the names of units as a view has them."""
    name = order.name.removeprefix("pb-").removeprefix("pw-").replace("-", " ").capitalize()
    parts = "; ".join(_Terms(system, view).fields(order))
    return f"{name}: {parts}" if parts else name


@frozen(eq=False, repr=False)
class _Terms(Alike):
    """The words of a game for what stands in its orders."""

    system: RuleSystem[Any]
    view: Any

    def fields(self, value: Any, said: Sequence[Any] = ()) -> Iterator[str]:
        """What is not as it is by itself, with its name; steps of a move are told by what it is worth where it ends,
        and what the order said before is not said again."""
        for n, field in enumerate(fields(type(value))):
            one = getattr(value, field.name)
            if field.name == "steps" or one is None or (field.default is not NOTHING and one == field.default):
                continue
            if isinstance(one, str) and one in said:
                continue
            said_as = field_words(field)
            words = said_as(one) if said_as is not None else self.words(one, value)
            bare = isinstance(one, Hex | Point) or has(type(one)) or (n == 0 and not isinstance(value, Order))
            yield field_name(field) if one is True else words if bare else f"{field_name(field)} {words}"

    def words(self, value: Any, of: Any = None) -> str:
        """One value in words; of: what it is a part of."""
        if isinstance(value, Point):
            value = hex_at(value)
        if isinstance(value, Hex):
            return printed(self.system.board).get(value, value.id)
        if isinstance(value, Enum):
            return str(value.value)
        if has(type(value)):
            said = [one for field in fields(type(of)) if isinstance(one := getattr(of, field.name), str)]
            return ", ".join(self.fields(value, said))
        if isinstance(value, tuple | list | frozenset):
            return self._list(tuple(value), of)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self._name(value) if isinstance(value, str) else str(value)

    def _list(self, values: tuple[Any, ...], of: Any) -> str:
        """Several values; of a long way where it begins and ends."""
        if len(values) > WAY and all(isinstance(one, Hex | Point) for one in values):
            return f"{self.words(values[0])} to {self.words(values[-1])}, {len(values)} hexes"
        words = [self.words(one, of) for one in values]
        return (" and " if any("," in one for one in words) else ", ").join(words)

    def _name(self, text: str) -> str:
        """What a text names: a unit, a formation or a side; else the text."""
        named = {look.id: look.name for look in self.system.sides}
        named.update((formation.id, formation.name) for formation in self.system.formations())
        try:
            return named.get(text) or self.system.face.unit_card(self.view, text).title
        except LookupError:
            return text


def why_text(order: str, why: Sequence[Argument], amiss: str = "") -> Content:
    """An order and what speaks for it and against it, with points and rules."""
    lines = [Content(order)]
    if amiss:
        lines.append(Content.assemble((amiss, "$text-warning")))
    if not why:
        lines.append(Content.assemble(("Nothing was noted of why.", "$text-muted")))
    for one in why:
        points = "" if one.points is None else f"{one.points:+.1f}  "
        tone = "" if one.points is None else "$text-success" if one.points > 0 else "$text-error"
        lines.append(Content.assemble((points, tone), one.text, (f"  {one.rule}" if one.rule else "", "$text-muted")))
    return Content("\n").join(lines)


#: Seconds after which a player who waits for advice is told so, and for which that stands at most.
SOON: Final = 0.4
LONGEST: Final = 30


class Advice:
    """Asks a computer player what it would order in the place of the player at the keyboard, from his own view."""

    def __init__(self, screen: Screen[Any], table: Table) -> None:
        self._screen = screen
        self._table = table
        self._asked: Worker[None] | None = None

    def ask(self) -> None:
        """Ask, and show the answer when it is there, if nothing has happened since; asked once more meanwhile, stop."""
        screen, table, side = self._screen, self._table, self._table.here
        if self._asked is not None and self._asked.is_running:
            self._asked.cancel()
            screen.notify("No advice then", timeout=2)
            return
        if side is None or not isinstance(table.ask(), Human):
            screen.notify("Advice is given when you are to order", timeout=3)
            return
        told, view = table.told, table.view
        decision = Decision(table.system, view, side, ADVISER, f"advice/{told}")

        async def work() -> None:
            thought = await program(screen.app).thoughts.think(decision)
            screen.call_later(self._show, thought, view, told)

        def say() -> None:
            if asked.is_running:
                stops = keys_of(screen).told("game.advice")
                words = f"The computer thinks of what it would order in your place; {stops} again stops it"
                screen.notify(words, timeout=LONGEST, markup=False)

        task: WorkType[None] = work
        asked = screen.run_worker(task, exclusive=True, group="advice", description="Nobody could give advice")
        self._asked = asked
        screen.set_timer(SOON, say)

    def _show(self, thought: Thought, view: Any, told: int) -> None:
        table, screen = self._table, self._screen
        if not screen.is_running or table.told != told or thought.side != table.here:
            return
        screen.query_one(MessageLine).hide()
        text = why_text(order_words(table.system, view, thought.order), thought.why)
        rule = next((one.rule for one in thought.why if one.rule), "")
        screen.app.push_screen(Sheet("What the computer would order in your place", text, rule=rule))
