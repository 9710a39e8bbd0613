"""Hidden minefields: who notices them, on his way and where he stands (pw:15.1.2, pw:15.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzerwar import sequence
from core.panzerwar.obstacles.events import MinesNoticed
from core.panzerwar.obstacles.minefields import close_to, distance_to
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.pieces.plan import Contact
from core.panzerwar.sighting.observers import closed
from core.panzerwar.state import WarState
from core.plane import Path, Point
from core.remembered import remembered
from core.segments import Halt, Moment


def looks(state: WarState, element: Element) -> bool:
    """Whether an element looks for mines at all: of vehicles those that are not closed up, nobody who is stunned, and
    each of them once in a turn (pw:15.1.2, pw:15.4)."""
    if not element.on_table or element.harm.stunned or state.mines.noticed.get(element.id) == state.turn:
        return False
    return element.kind is not Kind.VEHICLE or not closed(state, element)


def unknown(state: WarState, side: SideId) -> tuple[Laid, ...]:
    """The hidden minefields of the enemy. In a side's view there are none but those that it has found."""
    return tuple(laid for laid in state.mines.laid.values() if laid.side != side and not laid.marked)


def noticed(state: WarState, side: SideId, at: Point) -> tuple[str, Hex] | None:
    """The hidden field, and the hex of it, that is noticed from a point: the nearest within 5 that its side has not
    found yet (pw:15.1.2)."""
    reach = state.charts.number("hidden-mines")
    near = sorted(
        (far, laid.id, hex_)
        for laid in unknown(state, side)
        for hex_ in close_to(laid.hexes - state.mines.found_by(side, laid.id).hexes, at, reach)
        if (far := distance_to(hex_, at)) <= reach
    )
    return (near[0][1], near[0][2]) if near else None


def _event(element: Element, found: tuple[str, Hex]) -> MinesNoticed:
    return MinesNoticed(side=element.side, element=element.id, field=found[0], hex=found[1])


# -- on the way --------------------------------------------------------------------------------------------


class OnTheWay:
    """Who comes upon hidden mines in a movement segment: he halts at their edge, unless he was told to go on whatever
    he meets; to go around them he would have to know where they end (pw:15.4)."""

    def __init__(self, state: WarState, paths: Mapping[str, Path]) -> None:
        self._state = state
        self._looking = [
            who for who in paths if unknown(state, state.elements[UnitId(who)].side) and looks(state, self._of(who))
        ]

    def _of(self, who: str) -> Element:
        return self._state.elements[UnitId(who)]

    def at(self, moment: Moment, decided: dict[str, Halt | None]) -> Iterator[Event]:
        """What those notice that are due at a moment; who halts is halted in `decided`."""
        for who in [who for who in self._looking if who in moment.due]:
            element = self._of(who)
            found = noticed(self._state, element.side, moment.spot(who).point)
            if found is None:
                continue
            self._looking.remove(who)
            plan = self._state.plans.get(element.id)
            if plan is not None and plan.contact is Contact.GO_ON:
                decided.setdefault(who, None)
            else:
                decided[who] = Halt("it has come upon mines")
            yield _event(element, found)


# -- where they stand --------------------------------------------------------------------------------------


def due(state: WarState) -> bool:
    """Whether in the sighting phase an element stands next to hidden mines that its side has not found (pw:15.1.2)."""
    return state.step == sequence.SIGHTING and bool(state.mines.laid) and bool(_standing(state))


def happens(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """They are noticed; None if there are none."""
    return iter([_event(element, found) for element, found in _standing(state)[:1]]) if due(state) else None


@remembered
def _standing(state: WarState) -> tuple[tuple[Element, tuple[str, Hex]], ...]:
    return tuple(
        (element, found)
        for element in state.on_table()
        if looks(state, element) and (found := noticed(state, element.side, element.where)) is not None
    )
