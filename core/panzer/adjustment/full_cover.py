"""Full Cover: who may be in it, which commands it rules out, the Adjust Full Cover Step (na:6.1.4.2, na:6.8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.own import own_unit, refuse
from core.panzer.adjustment.adjusting import adjusting
from core.panzer.adjustment.events import FullCoverAdjusted, FullCoverChosen
from core.panzer.adjustment.orders import FullCover
from core.panzer.ground.entrenching import after_digging, dismounted
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.remembered import remembered

#: Terrain in which nobody is in Full Cover (na:6.1.4.2a).
OPEN_WATER = frozenset({"bridge", "ford", "stream"})


def full_cover_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit cannot be in Full Cover: who (min:17.2.6) and where (na:6.1.4.2a); None if it can, whatever its
    command."""
    name = state.name(unit.id)
    if not dismounted(state, unit) or unit.hex is None:
        return Refusal(f"{name} is no dismounted leg or towed unit on the map", "na:6.1.4.2a")
    cell = state.cell(unit.hex)
    if cell.terrain in OPEN_WATER and not state.edition.full_cover_anywhere:
        where = state.tables.terrain[cell.terrain].name
        return Refusal(f"{name} is in a {where} hex, where there is no Full Cover", "na:6.1.4.2a")
    return None


def coverable(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side that may be in Full Cover."""
    return tuple(u for u in state.of(side) if full_cover_refusal(state, u) is None)


@remembered(of=("units", "counters", "hidden"))
def _anybody(state: PanzerState, side: SideId) -> bool:
    """Whether a side has anybody to adjust, or counters under which somebody might take Full Cover (or:7.2.2.2)."""
    somebody = any(full_cover_refusal(state, unit) is None for unit in state.of(side))
    return somebody or next(state.hidden.of(side), None) is not None


def in_full_cover(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit will be in Full Cover after the step, as its side has decided so far."""
    return state.adjustment.covers.get(unit.id, unit.full_cover)


def _carry_out(state: PanzerState, side: SideId) -> Iterator[Event]:
    """Entrenchments are brought up to date by the cover of the turn that ends, then Full Cover changes (na:6.8.2)."""
    changed = sorted((u, on) for u, on in state.adjustment.covers.items() if state.units[u].side == side)
    works = after_digging(state, side)
    yield FullCoverAdjusted(
        side=side,
        into=tuple(u for u, on in changed if on),
        out_of=tuple(u for u, on in changed if not on),
        works=works if works != state.counters.works else None,
    )


COVERING: Final = adjusting(_anybody, _carry_out)


# -- orders --------------------------------------------------------------------------------------


def check(state: PanzerState, side: SideId, order: FullCover) -> None:
    """Who may be in Full Cover goes into and out of it freely, whatever its command (na:6.1.4.2b, na:6.8.2)."""
    COVERING.check(state, side)
    unit = own_unit(state, side, order.unit, "na:6.8.2")
    refuse(full_cover_refusal(state, unit))


def cover(state: PanzerState, side: SideId, order: FullCover, dice: Dice) -> Iterator[Event]:
    """Decide whether a unit will be in Full Cover in the next turn."""
    yield FullCoverChosen(side=side, unit=order.unit, on=order.on)
