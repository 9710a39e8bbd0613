"""How a side has set up, as the picks that would set it up so again (na:2.0)."""

from __future__ import annotations

from core.choice import Partial
from core.event import SideId
from core.panzer.air.flying import sortie
from core.panzer.course.set_up import to_place
from core.panzer.hidden_units.choices import GO, HIDE
from core.panzer.pieces.cards import AircraftCard
from core.panzer.sequence import SET_UP
from core.panzer.state import PanzerState
from core.placing import PLACE


def layout(view: PanzerState, side: SideId) -> tuple[Partial, ...]:
    """Its area, then unit by unit, then what is under HIDDEN UNIT counters (or:7.2.1) and what its aircraft carry."""
    zone = view.setting_up.zones.get(side)
    if view.step != SET_UP:
        return ()
    found: list[Partial] = []
    if zone is not None and len(view.scenario.side(side).zones) > 1:
        found.append((f"zone:{zone}",))
    for id_ in to_place(view, side):
        unit = view.units[id_]
        if unit.hex is not None:
            found.append((f"{PLACE}:{id_}", unit.hex.id, str(unit.facing)))
    for counter in view.hidden.of(side):
        found.append((f"{HIDE}:{counter.number}", *counter.units, GO, counter.hex.id))
    for stated in view.scenario.units:
        if stated.side == side and isinstance(stated.card, AircraftCard) and stated.load is None:
            load = sortie(view, stated.id).load
            if load is not None:
                found.append((f"load:{stated.id}", load.value))
    return tuple(found)
