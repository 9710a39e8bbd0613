"""What each of several units would do with an order that one of them has: before it is given, and unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen
from textual.content import Content

from core.alike import Alike
from core.choice import Choice, Choices, Partial
from core.event import SideId
from core.hexes import Hex, distance, from_xy
from core.order import IllegalOrder
from core.play.foresight import foreseen
from core.system import RuleSystem
from tui.game.again import Last, again
from tui.game.ahead import begins
from tui.game.ordering import Ordering, Way
from tui.kit.printed import caller
from tui.kit.text import MUTED, chance_told

#: Why the dice of one order make the next uncertain.
BLIND = "What one meets on the way may change what the next can do."


@frozen(eq=False, repr=False)
class Wanted(Alike):
    """An order for several units. last: the order as one of them has it; units: who is to have it, in this order;
    path: the hexes of a move, the first where the unit of the order stands, () = no move; file: the way of a column
    from its tail on, () = none, each goes as they lie to each other; whole: whether it is given as it is or not at all,
    never a part of the way."""

    last: Last
    units: tuple[str, ...]
    path: tuple[Hex, ...] = ()
    file: tuple[Hex, ...] = ()
    whole: bool = False


@frozen(eq=False, repr=False)
class Act(Alike):
    """What one of several units does. unit: what it is called; way: its picks; short: why it goes no further."""

    id: str
    unit: str
    way: Way
    short: IllegalOrder | None = None

    @property
    def line(self) -> Content:
        """It in words, with costs, odds, and why it goes no further."""
        begun = next(i for i, choice in enumerate(self.way) if choice.unit == self.id)
        tail = self.way[begun + 1 :] or self.way[begun:]
        what = ", ".join(dict.fromkeys(choice.label for choice in tail))
        numbers = "  ".join(filter(None, (told(tail), chance_told(tail[-1]))))
        parts: list[str | tuple[str, str]] = [
            f"{self.unit}: {what}" if self.unit not in what else what,
            (f"  {numbers}", MUTED),
        ]
        if self.short is not None:
            parts += [("  no further: ", "$text-warning"), f"{self.short.reason} ", (self.short.rule, MUTED)]
        return Content.assemble(*parts)


def told(tail: Sequence[Choice]) -> str:
    """What the last of some picks that costs anything costs."""
    return next((choice.cost for choice in reversed(tail) if choice.cost), "")


@frozen(eq=False, repr=False)
class Barred(Alike):
    """A unit that may not have the order, and why."""

    unit: str
    why: IllegalOrder

    @property
    def line(self) -> Content:
        """It in words."""
        # A question that is not answered yet begins with the unit, and so do some reasons.
        reason = self.why.reason.removeprefix(f"{self.unit}: ").removeprefix(f"{self.unit} ")
        return Content.assemble(("not ", "$text-warning"), f"{self.unit}: {reason} ", (self.why.rule, MUTED))


@frozen(eq=False, repr=False)
class Plan(Alike):
    """What would come of an order for several. blind: whether from some unit on nobody can tell."""

    wanted: Wanted
    acts: tuple[Act, ...]
    barred: tuple[Barred, ...]
    blind: bool = False

    @property
    def title(self) -> str:
        """How many get it, and as whom."""
        return f"To {len(self.acts)} as to {self.wanted.last.unit.label}"

    @property
    def lines(self) -> tuple[Content, ...]:
        """Who does what, who does not and why."""
        tail = (Content.styled(BLIND, MUTED),) if self.blind and self.acts else ()
        return (*(act.line for act in self.acts), *(one.line for one in self.barred), *tail)


def plan(system: RuleSystem[Any], view: Any, side: SideId, wanted: Wanted, names: Callable[[str], str]) -> Plan:
    """What each would do after those before it have done theirs, as far as their side can tell."""
    acts: list[Act] = []
    barred: list[Barred] = []
    blind = False
    for unit in wanted.units:
        ordering = Ordering(side, _asking(system, view), caller(system))
        try:
            act = act_of(ordering, wanted, unit)
        except IllegalOrder as error:
            barred.append(Barred(names(unit), error))
            continue
        acts.append(act)
        if not blind and unit != wanted.units[-1]:
            after = foreseen(system, view, side, system.order(view, side, ordering.with_way(act.way)))
            view, blind = (view, True) if after is None else (after, blind)
    return Plan(wanted, tuple(acts), tuple(barred), blind)


def _asking(system: RuleSystem[Any], view: Any) -> Callable[[SideId, Partial], Choices]:
    """What a side may pick in one position, asked through one door."""
    doors: dict[SideId, Any] = {}

    def ask(side: SideId, partial: Partial) -> Choices:
        door = doors.get(side) or doors.setdefault(side, system.door(view, side))
        found: Choices = door.choices(partial)
        return found

    return ask


def act_of(ordering: Ordering, wanted: Wanted, unit: str) -> Act:
    """What a unit does with the order; IllegalOrder if it may have no part of it."""
    ways = [way for way in begins(ordering, unit) if way[-1].unit == unit]
    refusal = next((c.refusal for c in ordering.choices.options if c.unit == unit and c.refusal is not None), None)
    if not ways and refusal is not None:
        raise IllegalOrder(refusal.reason, refusal.rule)
    if not ways:
        raise IllegalOrder("it has no such order in this step", ordering.choices.rule)
    failed: IllegalOrder | None = None
    for way in ways:
        try:
            return _act(ordering, way, wanted, unit)
        except IllegalOrder as error:
            failed = failed or error
    assert failed is not None
    raise failed


def _act(ordering: Ordering, way: Way, wanted: Wanted, unit: str) -> Act:
    called, moved = way[-1].label, bool(wanted.path) or wanted.whole
    trail = _trail(wanted, way[-1]) if unit != wanted.last.unit.unit else ()
    short: IllegalOrder | None = None
    if wanted.file and trail:
        whole, short = _along(ordering, way, wanted, trail, None)
    else:
        try:
            whole = again(ordering, way, wanted.last, moved=moved)
        except IllegalOrder as error:
            if wanted.whole or not trail:
                raise
            whole, short = _along(ordering, way, wanted, trail, error)
    whole = ended(ordering, whole)
    now = ordering.after(whole)
    if not now.complete:
        raise short or IllegalOrder(now.prompt, now.rule)
    return Act(unit, called, whole, short)


def _along(
    ordering: Ordering, way: Way, wanted: Wanted, trail: Sequence[Hex], error: IllegalOrder | None
) -> tuple[Way, IllegalOrder | None]:
    """A way from hex to hex as far as it may be gone and ended; why it ends before the last. error: why it may not be
    gone to its last hex at once."""
    for choice in wanted.last.tail:  # what is chosen before the first step, such as the rate
        if choice.hex is not None or choice.kind == "facing":
            break
        way = again(ordering, way, Last(wanted.last.unit, (choice,), wanted.last.when))
    short: IllegalOrder | None = None
    steps: list[Way] = []
    for hex_ in trail:
        now = ordering.after(way)
        here = [c for c in now.options if c.hex == hex_ and c.kind != "done"]
        step = min((c for c in here if c.legal), key=lambda choice: choice.kind != "hex", default=None)
        if step is None:
            refusal = next((c.refusal for c in here if c.refusal is not None), None)
            short = IllegalOrder(f"{ordering.called(hex_)} cannot be reached", now.rule)
            if refusal is not None:
                short = IllegalOrder(refusal.reason, refusal.rule)
            break
        way = (*way, step)
        steps.append(way)
    for one in reversed(steps):
        ends = ordering.after(ended(ordering, one))
        if ends.complete:
            return one, short
        end = next((c.refusal for c in ordering.after(one).options if c.kind == "done" and c.refusal), None)
        short = short or (IllegalOrder(end.reason, end.rule) if end is not None else None)
    raise short or error or IllegalOrder("it cannot go there", ordering.choices.rule)


def ended(ordering: Ordering, way: Way) -> Way:
    """A way with the end of what it begins, where that may be had: another unit may act only then."""
    end = next((c for c in ordering.after(way).legal if c.kind == "done"), None)
    return way if end is None or way[-1].kind == "done" else (*way, end)


def _trail(wanted: Wanted, start: Choice) -> tuple[Hex, ...]:
    """The hexes that a unit goes through: those that lie to it as they lie to the first, or, in file, its own way to
    where those before it stand and then theirs."""
    path, file = wanted.path, wanted.file
    if len(path) < 2 or start.hex is None:
        return ()
    if not file:
        by = start.hex.col - path[0].col, start.hex.y - path[0].y
        return tuple(from_xy(hex_.col + by[0], hex_.y + by[1]) for hex_ in path[1:])
    at = file.index(start.hex) + 1 if start.hex in file else 0
    return file[at : at + len(path) - 1] if at else ()


def in_file(path: Sequence[Hex], places: Sequence[tuple[str, Hex]]) -> tuple[tuple[str, ...], tuple[Hex, ...]] | None:
    """The units of a column behind the head of a path, the nearest first, and the way of the column from its tail on;
    None if they do not stand one behind the other, away from where the path leads."""
    left, chain, order = list(places), [path[0]], []
    while left:
        near = sorted(left, key=lambda one: distance(one[1], chain[-1]))
        unit, hex_ = near[0]
        ahead = path[1] if len(chain) == 1 else chain[-2]
        if distance(hex_, chain[-1]) > 1 or (hex_ != chain[-1] and distance(hex_, ahead) < 2):
            return None
        left.remove(near[0])
        order.append(unit)
        if hex_ != chain[-1]:
            chain.append(hex_)
    return tuple(order), (*reversed(chain[1:]), *path)


def nearest(units: Iterable[tuple[str, Hex | None]], to: Hex | None) -> tuple[str, ...]:
    """Units in the order in which orders reach them: the nearest first, those that are not on the map last."""
    far = [(unit, distance(hex_, to) if hex_ is not None and to is not None else 999) for unit, hex_ in units]
    return tuple(unit for unit, _ in sorted(far, key=lambda one: one[1]))
