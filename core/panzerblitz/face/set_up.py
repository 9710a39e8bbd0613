"""How a side has set up, as the picks that would set it up so again (pb:PB-SETUP-1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Partial
from core.event import SideId
from core.panzerblitz.course.set_up import RULE, to_place
from core.panzerblitz.movement.entry import door_hexes, entry_of
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.state import BlitzState
from core.placing import PLACE
from core.presentation import Coming, left_to_owner


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
    """The counters of groups that enter by an edge, which those of a column do one behind the other, and those that may
    come back where they have left it."""
    found: list[Coming] = []
    for stated in view.situation.units:
        unit = view.units.get(stated.id)
        if stated.side != side or unit is None or unit.carrier is not None:
            continue
        entry, hexes = entry_of(view.situation, unit.id), door_hexes(view, unit)
        choice = left_to_owner(hexes)
        if unit.presence is Presence.WAITING and entry is not None:
            when = f"from turn {entry.turn} on{', in a column' if entry.column else ''}"
            if entry.column and len(hexes) > 1:
                choice = "yours to choose: turn, order, and one hex for all of the column"
            found.append(Coming(unit.id, when, hexes, choice, RULE))
        elif unit.presence is Presence.EXITED and (turn := _back_from(view, unit)):
            found.append(Coming(unit.id, f"back from turn {turn} on", hexes, choice, RULE))
    return tuple(found)


def _back_from(view: BlitzState, unit: Unit) -> int:
    """The first turn in which a unit that has left the map may come back; 0 = never."""
    by = unit.exits[-1] if unit.exits else ""
    ways = (exit_ for exit_ in view.situation.exits if exit_.side == unit.side and exit_.area == by)
    return next((unit.left_on + exit_.returns + 1 for exit_ in ways if exit_.returns is not None), 0)
