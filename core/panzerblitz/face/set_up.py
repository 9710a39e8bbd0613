"""How a side has set up, as the picks that would set it up so again (pb:PB-SETUP-1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Partial
from core.event import SideId
from core.panzerblitz.course.set_up import to_place
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.state import BlitzState
from core.placing import PLACE
from core.presentation import Coming


def layout(view: BlitzState, side: SideId) -> tuple[Partial, ...]:
    """Fortifications first, since others lie in them, then what is carried with its carrier while there is still room
    for both (pb:PB-STACK-A), then counter by counter."""
    if view.step != SET_UP:
        return ()
    there = [view.units[id_] for id_ in to_place(view, side) if id_ in view.units and view.units[id_].hex is not None]
    forts = [unit for unit in there if view.type(unit.id).kind is Kind.FORTIFICATION]
    return tuple(_placed(view, forts, [unit for unit in there if unit not in forts]))


def _placed(view: BlitzState, forts: list[Unit], others: list[Unit]) -> Iterator[Partial]:
    yield from (_place(unit) for unit in forts)
    transport: set[str] = set()
    for unit in others:
        if unit.carrier is not None:
            carrier = view.units[unit.carrier]
            transport |= {unit.id, carrier.id}
            yield _place(unit)
            if carrier in others:
                yield _place(carrier)
            yield f"load:{carrier.id}", unit.id
    yield from (_place(unit) for unit in others if unit.id not in transport)


def _place(unit: Unit) -> Partial:
    return f"{PLACE}:{unit.id}", f"{unit.hex}{'/in' if unit.inside else ''}{'/hidden' if unit.hidden else ''}"


def coming(view: BlitzState, side: SideId) -> tuple[Coming, ...]:
    """The counters of groups that enter by an edge, which those of a column do one behind the other."""
    if view.step != SET_UP:
        return ()
    found: list[Coming] = []
    for unit in view.situation.units:
        entry = view.situation.by_group[unit.group].entry
        if unit.side == side and entry is not None and unit.id in view.units:
            when = f"from turn {entry.turn} on{', in a column' if entry.column else ''}"
            found.append(Coming(unit.id, when, frozenset(view.situation.hexes(entry.area))))
    return tuple(found)
