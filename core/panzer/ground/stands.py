"""How much room units need where they stand: in the miniatures edition no two share a place (min:9.9, min:INTRO.a).

A hex is an inch by an inch. A vehicle, a gun, a squad fill it; two half-squads or four sections find room in one.
Units move one after the other, so that of two who want one place the first to get there has it (min:9.9.2).
Whoever is carried needs none; whoever is put somewhere by a result stands as close as he can, which is always possible,
and takes no room from the vehicle that he got out of (min:16.1.6.1.1, min:16.1.6.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.event import UnitId
from core.hexes import Hex
from core.panzer.pieces.cards import LegCard, LegStep
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState
from core.remembered import remembered

#: Quarters of an inch by an inch under the base of a leg unit; of all else that stands on the map, a whole one.
_LEG = {LegStep.SQUAD: 4, LegStep.HALF_SQUAD: 2, LegStep.SECTION: 1}
_WHOLE = 4


def base(state: PanzerState, unit: Unit) -> int:
    """The base of a unit, in quarters of an inch by an inch."""
    card = state.card(unit.id)
    return _LEG[unit.size or card.largest] if isinstance(card, LegCard) else _WHOLE


def full(state: PanzerState, unit: Unit) -> frozenset[Hex]:
    """The hexes in which a unit finds no room beside friends or enemies; none where any number may stand."""
    if state.edition.room is None:
        return frozenset()
    stands = state.units[unit.id]
    own = base(state, stands)
    left = state.edition.room - own
    here = stands.hex if stands.presence is Presence.ON_MAP else None
    beside = own + sum([base(state, other) for other in _close_by(state, stands)])
    return frozenset([hex_ for hex_, by in _taken(state).items() if (by - beside if hex_ == here else by) > left])


def _close_by(state: PanzerState, unit: Unit) -> list[Unit]:
    """Who has bailed out in this turn where a unit of the same side stands, and so takes no room from it."""
    if unit.hex is None or not unit.on_map:
        return []
    others = [other for other in state.in_hex(unit.hex) if other.side == unit.side and other.id != unit.id]
    return [other for other in others if other.suppressed and 0 < other.dismounted_in == state.turn]


@remembered
def _taken(state: PanzerState) -> Mapping[Hex, int]:
    """How much of each hex the units in it take, in quarters of an inch by an inch."""
    found: dict[Hex, int] = {}
    for unit in state.there:
        if unit.hex is not None:
            found[unit.hex] = found.get(unit.hex, 0) + base(state, unit)
    return found


def fits(state: PanzerState, unit: UnitId, hex_: Hex, coming: Iterable[UnitId]) -> bool:
    """Whether a unit finds room in a hex into which others go as well."""
    if state.edition.room is None:
        return True
    crowd, stands = sum(base(state, state.units[other]) for other in coming), state.units[unit]
    apart = {unit, *(other.id for other in _close_by(state, stands))} if stands.hex == hex_ else {unit}
    taken = crowd + sum([base(state, other) for other in state.in_hex(hex_) if other.id not in apart])
    return not taken or taken + base(state, stands) <= state.edition.room


def opposed(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    """Whether an opposing unit stands in a hex: nobody is set up there, as no move ends there (na:4.5.1.1.10)."""
    side = state.units[unit].side
    return any(other.side != side and not other.bailed_out for other in state.in_hex(hex_))


def has_room(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit finds room in a hex."""
    return fits(state, unit, hex_, ())
