"""Artillery reconnaissance by fire: an FO calls a battery onto a hex in which it spots nobody (or:7.37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzer.indirect.observers import FO, observer_row, off_map, spotted_in, where
from core.panzer.indirect.sources import source_refusal, sources
from core.panzer.pieces.missions import Aim, FireType, Sheaf
from core.panzer.pieces.switches import Switch
from core.panzer.sight.spotting import sees_point
from core.panzer.state import PanzerState

RULE: Final = "or:7.37"


def by_fire(state: PanzerState, observer: UnitId, hex_: Hex) -> bool:
    """Whether a call of an FO onto a hex is reconnaissance by fire: it spots no enemy unit there (na:6.5.1.7)."""
    return may_reconnoitre(state, observer) and not spotted_in(state, observer, hex_)


def may_reconnoitre(state: PanzerState, observer: UnitId) -> bool:
    """Whether a unit reconnoitres by fire at all: an FO alone."""
    return state.has(Switch.RECON_BY_FIRE) and observer_row(state, observer) == FO


def refusal(state: PanzerState, observer: UnitId, aim: Aim, units: tuple[UnitId, ...]) -> Refusal | None:
    """Why units cannot be called by an FO onto a hex in which it spots nobody; None if they can, if in range."""
    name = state.name(observer)
    if len(units) != 1 or not all(unit in state.units and off_map(state, unit) for unit in units):
        return Refusal("reconnaissance by fire is that of one off-map battery", RULE)
    if (aim.type, aim.sheaf) != (FireType.GP, Sheaf.CLOSED):
        return Refusal("reconnaissance by fire is GP with the Closed SHEAF", RULE)
    if not sees_point(state, state.units[observer], aim.hex):
        return Refusal(f"{name} does not see {aim.hex}", RULE)
    return None


def batteries(state: PanzerState, side: SideId, observer: UnitId, hex_: Hex) -> Iterator[tuple[UnitId, Refusal | None]]:
    """The batteries of a side, each with why it cannot fire on a hex for an FO."""
    for source in sources(state, side):
        if off_map(state, source):
            yield source, source_refusal(state, side, observer, source, Aim(hex_))


def target_hexes(state: PanzerState, side: SideId, observer: UnitId) -> Iterator[Hex]:
    """The hexes onto which an FO may call some battery without a spotted unit in them, the nearest first."""
    origin = where(state, observer)
    if origin is None or not may_reconnoitre(state, observer):
        return
    able: dict[int, bool] = {}
    for hex_ in sorted(state.board.cells, key=lambda h: (distance(origin, h), h)):
        far = distance(origin, hex_)
        if far not in able:  # to batteries a hex is a range from their observer, and no more
            able[far] = any(refused is None for _, refused in batteries(state, side, observer, hex_))
        if able[far] and sees_point(state, state.units[observer], hex_) and by_fire(state, observer, hex_):
            yield hex_
