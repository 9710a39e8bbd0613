"""What may be done with the unit pointed at before its order is begun: the letters that work at once, the hexes it may
go to, the end of a move that it has begun."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from core.alike import Alike
from core.choice import Choice, Partial
from core.event import SideId
from core.hexes import Hex
from core.order import IllegalOrder
from tui.game.again import Last, kept
from tui.game.ordering import Ordering, Way


@frozen(eq=False, repr=False)
class Ahead(Alike):
    """What follows the pick of one unit. way: the picks that stand for it; keys: what its letters pick after that;
    leads: whether it can be led to a hex."""

    way: Way
    keys: dict[str, Choice]
    leads: bool = False

    @property
    def end(self) -> str:
        """The letter that ends what the unit has begun; "" if none does."""
        return next((key for key, choice in self.keys.items() if choice.kind == "done"), "")


def ahead(ordering: Ordering | None, way: Way | None, own: Collection[str], avoided: Collection[str]) -> Ahead | None:
    """The letters of the unit that `way` picks; None if it picks none or an order is begun.

    own: keys that the screen keeps for itself; avoided: the letters that walk over the map, in whose place the capital
    works. A letter that the menu gives already keeps its meaning there.
    """
    if ordering is None or ordering.picked or way is None or way[-1].kind != "unit":
        return None
    taken = {*own, *avoided, *(choice.key for choice in ordering.choices.legal if choice.key)}
    keys: dict[str, Choice] = {}
    after = _after(ordering, way)
    for choice in after:
        key = choice.key.upper() if choice.key in avoided else choice.key
        if len(key) == 1 and key not in taken and key not in keys:
            keys[key] = choice
    return Ahead(way, keys, any(choice.kind == "hex" for choice in after)) if keys else None


def onward(ordering: Ordering, unit: str | None, hex_: Hex) -> Way | None:
    """How the unit in hand may be led to a hex before its order is begun; None if it may not, or in several ways."""
    if ordering.picked:
        return None
    found: list[Way] = []
    for way in begins(ordering, unit):
        step = next((c for c in _after(ordering, way) if c.kind == "hex" and c.hex == hex_), None)
        if step is not None:
            found.append((*way, step))
    return found[0] if len(found) == 1 else None


def begins(ordering: Ordering, unit: str | None) -> tuple[Way, ...]:
    """The ways that begin an order of the unit in hand, or of the only one that may have one."""
    units = [way for way in ordering.ways() if way[-1].kind == "unit"]
    if len({way[-1].unit for way in units}) == 1:
        return tuple(units)
    return tuple(way for way in units if way[-1].unit == unit)


def ending(ordering: Ordering | None, unit: str | None) -> Way | None:
    """How a unit ends what it has begun; None if it has not begun, or may not end it."""
    if ordering is None or ordering.picked:
        return None
    for way in begins(ordering, unit):
        if way[-1].unit == unit:
            end = next((choice for choice in _after(ordering, way) if choice.kind == "done"), None)
            return (*way, end) if end is not None else None
    return None


def in_hand(ordering: Ordering | None, unit: str | None, cursor: Hex) -> Way | None:
    """The one way to begin an order of the unit in hand, if the cursor is on it or no other unit may have one."""
    if ordering is None or ordering.picked:
        return None
    ways = begins(ordering, unit)
    here = [way for way in ways if way[-1].unit != unit or way[-1].hex in (cursor, None)]
    return here[0] if len(here) == len(ways) == 1 else None


def following(before: Sequence[str], unit: str | None, left: Sequence[str], step: int) -> str:
    """The unit after or before one among those that are left; if it is done, those that stood behind it come next.

    before: those that were left when the unit was pointed at.
    """
    if unit in left:
        return left[(left.index(unit) + step) % len(left)]
    at = before.index(unit) if unit in before else 0
    behind = (*before[at:], *before[:at]) if step > 0 else (*reversed(before[:at]), *reversed(before[at:]))
    return next((other for other in behind if other in left), left[0 if step > 0 else -1])


class Given:
    """The last orders of the players: the unit may not be done with what one of them has begun."""

    def __init__(self) -> None:
        self._given: dict[SideId, tuple[object, Partial]] = {}
        self._last: dict[SideId, Last | None] = {}

    def keep(self, ordering: Ordering, when: object) -> None:
        """An order was accepted. when: the turn and the step; in another nothing of it holds."""
        self._given[ordering.side] = when, ordering.partial
        self._last[ordering.side] = kept(self._last.get(ordering.side), ordering, when)

    def forget(self) -> None:
        """Orders have been taken back: nothing is begun."""
        self._given.clear()
        self._last.clear()

    def last(self, ordering: Ordering | None, unit: str | None, now: object) -> Last | None:
        """What can be ordered once more for a unit: the last order of another in this step."""
        last = self._last.get(ordering.side) if ordering is not None else None
        return last if last is not None and last.when == now and last.unit.unit != unit else None

    def end(self, ordering: Ordering | None, unit: str | None, now: object) -> Way | None:
        """How a unit ends what the last order has begun; None if that was not its own."""
        if ordering is None or unit is None:
            return None
        when, given = self._given.get(ordering.side, (None, ()))
        way = ending(ordering, unit) if when == now else None
        return way if way is not None and given[: len(way) - 1] == tuple(choice.pick for choice in way[:-1]) else None


def _after(ordering: Ordering, way: Way) -> tuple[Choice, ...]:
    try:
        return ordering.after(way).legal
    except IllegalOrder:
        return ()
