"""Hexes that are ON FIRE, and Wire under tracks (na:6.1.4.3.5, na:6.1.4.3.11).

Nobody enters a Fire; it is in the way of movement as its mark on the ground is, and hinders fire through it.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.ground.events import UnitBurned, WorkRemoved
from core.panzer.pieces.cards import Traction, VehicleCard
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.unit import Presence
from core.panzer.pieces.works import WorkKind, in_hex
from core.panzer.state import PanzerState


def deadly(state: PanzerState) -> frozenset[Hex]:
    """The hexes of Fires that did not break out in this turn: at its end all in them is lost (na:6.1.4.3.5b)."""
    fires = (c for c in state.counters.clouds if c.kind is CloudKind.FIRE and c.since < state.turn)
    return frozenset(hex_ for fire in fires for hex_ in fire.hexes)


def burned(state: PanzerState) -> Iterator[Event]:
    """At the end of a turn: all that is still in a Fire that did not break out in this turn is lost (na:6.1.4.3.5b)."""
    alight = deadly(state)
    for unit in list(state.units.values()):
        stands = unit if unit.carrier is None else state.units[unit.carrier]
        if stands.hex in alight and unit.presence in (Presence.ON_MAP, Presence.CARRIED) and stands.hex is not None:
            yield UnitBurned(unit=unit.id, hex=stands.hex)


def rolled_over(state: PanzerState, unit_id: UnitId) -> Iterator[Event]:
    """A tracked vehicle that has entered Wire takes it along (na:6.1.4.3.11, min:17.2.2.1)."""
    unit, card = state.units[unit_id], state.card(unit_id)
    if unit.hex is None or not isinstance(card, VehicleCard) or card.traction is not Traction.TRACKED:
        return
    for work in in_hex(state.counters.works, unit.hex, WorkKind.WIRE):
        yield WorkRemoved(unit=unit_id, hex=unit.hex, kind=work.kind)
