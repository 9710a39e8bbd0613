"""The last order of a player once more, for another unit: the same picks, and hexes that lie to it as they lay."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from core.alike import Alike
from core.choice import Choice, Choices
from core.hexes import Hex, from_xy
from core.order import IllegalOrder
from tui.game.ordering import Ordering, Way


@frozen(eq=False, repr=False)
class Last(Alike):
    """What was ordered last. unit: what picked the unit; tail: what was picked after that, in one order or in several
    that follow each other; when: the turn and the step."""

    unit: Choice
    tail: tuple[Choice, ...]
    when: object


def kept(last: Last | None, ordering: Ordering, when: object) -> Last | None:
    """What can be given once more after an order; as before, if that began with no unit or ended with it."""
    unit = next((choice for choice in ordering.picked if choice.kind == "unit"), None)
    if unit is None:
        return last
    tail = tuple(ordering.picked[ordering.picked.index(unit) + 1 :])
    if not tail:
        return last
    if last is not None and (last.unit.unit, last.when) == (unit.unit, when):
        return Last(last.unit, (*last.tail, *tail), when)
    return Last(unit, tail, when)


def again(ordering: Ordering, way: Way, last: Last, *, moved: bool = True) -> Way:
    """The last order for the unit that `way` picks; IllegalOrder where a part of it may not be had. moved: whether a
    hex that was picked lies to each unit as it lay to the first; else it is the same for all."""
    for choice in last.tail:
        now = ordering.after(way)
        wanted = _moved(choice, last.unit.hex, _start(way)) if moved else None
        way = (*way, _found(now, choice, wanted, ordering.called))
    return way


def _start(way: Way) -> Hex | None:
    return next((choice.hex for choice in way if choice.kind == "unit"), None)


def _moved(choice: Choice, before: Hex | None, now: Hex | None) -> Hex | None:
    """Where a hex that was picked lies for a unit that stands elsewhere."""
    if choice.kind != "hex" or choice.hex is None or before is None or now is None:
        return None
    return from_xy(choice.hex.col + now.col - before.col, choice.hex.y + now.y - before.y)


def _found(now: Choices, choice: Choice, hex_: Hex | None, called: Callable[[Hex], str]) -> Choice:
    if hex_ is not None:
        found = [c for c in now.options if c.kind == "hex" and c.hex == hex_]
    else:
        found = [c for c in now.options if c.pick == choice.pick]
    if not found:
        # Who comes on goes to the same hex as the one before.
        there = hex_ if hex_ is not None or choice.kind != "hex" else choice.hex
        what = f"{called(there)} cannot be reached" if there is not None else f"{choice.label} may not be had now"
        raise IllegalOrder(what, now.rule)
    refusal = found[0].refusal
    if refusal is not None:
        raise IllegalOrder(refusal.reason, refusal.rule)
    return found[0]
