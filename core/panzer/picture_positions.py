"""Entrenchments and Improved Positions as a computer player sees them (na:6.1.4.3.6a, na:6.1.4.3.7a)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.panzer.cards import LegCard, TowedCard
from core.panzer.positions import holders
from core.panzer.state import PanzerState
from core.panzer.unit import Unit
from core.panzer.works import HOLDING, WorkKind


@frozen
class Positions:
    """Complete entrenchments and Improved Positions: the hexes with a free one of each kind, and who holds any."""

    entrenchments: frozenset[Hex] = frozenset()
    improved: frozenset[Hex] = frozenset()
    held: frozenset[UnitId] = frozenset()

    def of_use(self, state: PanzerState, unit: Unit, hex_: Hex) -> bool:
        """Whether a unit would have one in a hex, or has."""
        if unit.id in self.held:
            return unit.hex == hex_
        return hex_ in self.improved or (
            hex_ in self.entrenchments and isinstance(state.card(unit.id), LegCard | TowedCard)
        )


def positions_of(state: PanzerState) -> Positions:
    """Those of a view; who is in one may be of either side."""
    if not state.works:
        return Positions()
    works = [(work, holders(state, work)) for work in state.works if work.kind in HOLDING and work.complete]
    free = [work for work, inside in works if len(inside) < work.room]
    return Positions(
        frozenset(w.hex for w in free if w.kind is WorkKind.HASTY),
        frozenset(w.hex for w in free if w.kind is WorkKind.IMPROVED),
        frozenset(u for _, inside in works for u in inside),
    )
