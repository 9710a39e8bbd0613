"""How much room units need where they stand: in the miniatures edition no two share a place (min:9.9, min:INTRO.a).

A hex is an inch by an inch. A vehicle, a gun, a squad fill it; two half-squads or four sections find room in one.
Units move one after the other, so that of two who want one place the first to get there has it (min:9.9.2).
Whoever is carried needs none; whoever is put somewhere by a result stands as close as he can, which is always possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

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
    return _full(state, unit.id, state.edition.room - base(state, unit))


@remembered(of=("units",))
def _full(state: PanzerState, unit: UnitId, left: int) -> frozenset[Hex]:
    taken: Counter[Hex] = Counter()
    for other in state.units.values():
        if other.presence is Presence.ON_MAP and other.hex is not None and other.id != unit:
            taken[other.hex] += base(state, other)
    return frozenset(hex_ for hex_, quarters in taken.items() if quarters > left)


def fits(state: PanzerState, unit: UnitId, hex_: Hex, coming: Iterable[UnitId]) -> bool:
    """Whether a unit finds room in a hex into which others go as well."""
    if state.edition.room is None:
        return True
    crowd = sum(base(state, state.units[other]) for other in coming)
    return hex_ not in _full(state, unit, state.edition.room - base(state, state.units[unit]) - crowd)


def has_room(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit finds room in a hex."""
    return hex_ not in full(state, state.units[unit])
