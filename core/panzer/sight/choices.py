"""Which targets a unit keeps in sight, pick by pick (or:7.7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import distance
from core.order import Order
from core.panzer.pieces.switches import Switch
from core.panzer.sight.max_spots import RULE
from core.panzer.sight.orders import KeepSpots
from core.panzer.sight.spotting import candidates, most_spots
from core.panzer.state import PanzerState

HEAD: Final = "keep-spots"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The units of a side that have more targets than they can keep."""
    if not state.has(Switch.MAX_SPOTS):
        return
    for unit in state.units.values():
        if unit.side == side and len(able := candidates(state, unit.id)) > (most := most_spots(state, unit.id)):
            text = f"{state.name(unit.id)} keeps {most} of {len(able)} targets in sight ..."
            yield Choice(f"{HEAD}:{unit.id}", text, "unit", unit.hex, unit.id, group="Spots")


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The targets that it is to keep, one after the other."""
    unit = UnitId(value_of(partial[0]))
    picked = [UnitId(pick) for pick in partial[1:]]
    most = most_spots(state, unit)
    left = [u for u in candidates(state, unit) if u not in picked] if len(picked) < most else []
    options = (Choice(u, f"{state.name(u)}{_far(state, unit, u)}", "unit", state.units[u].hex, u) for u in left)
    prompt = f"{state.name(unit)}: which targets does it keep in sight, {most} at most?"
    return Choices(prompt, RULE, tuple(options), complete=bool(picked))


def _far(state: PanzerState, unit: UnitId, target: UnitId) -> str:
    here, there = state.units[unit].hex, state.units[target].hex
    return f", range {distance(here, there)}" if here is not None and there is not None else ""


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None as long as no target is picked."""
    targets: Iterable[UnitId] = (UnitId(pick) for pick in partial[1:])
    return KeepSpots(unit=UnitId(value_of(partial[0])), targets=tuple(targets)) if len(partial) > 1 else None
