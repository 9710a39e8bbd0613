"""The Pivot, the Adjust Turret and the Adjust Full Cover Step (na:6.8.1, min:10.1, or:7.8.1, min:10.2, na:6.8.2).

Both sides act at once (na:6.8): what they decide stays secret until both have ended the step, and is then carried out.
A side that has nobody to adjust is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer import sequence
from core.panzer.adjustment import bailing_out, turrets
from core.panzer.adjustment.events import (
    FullCoverAdjusted,
    FullCoverChosen,
    PivotChosen,
    TurretsAdjusted,
    UnitsPivoted,
)
from core.panzer.adjustment.orders import FullCover, Pivot
from core.panzer.ground.entrenching import after_digging, dismounted
from core.panzer.pieces.cards import Kind, VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Command, Unit
from core.panzer.sight import long_guns
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.secret_step import SecretStep

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


def command_refusal(state: PanzerState, unit: Unit, command: Command) -> Refusal | None:
    """Which commands Full Cover rules out (na:6.1.4.2c): no MOVE of towed units, no SHORT HALT of leg units, no MOVE
    of sections with crew-served weapons. In the miniatures edition nobody there moves (min:17.2.6.2)."""
    if not unit.full_cover:
        return None
    if state.edition.full_cover_stays and command in MOVING:
        name = state.name(unit.id)
        return Refusal(f"{name} is in Full Cover, where nobody has {command.value}", "min:17.2.6.2")
    member = state.scenario.by_id[unit.id]
    towed = member.card.kind is Kind.TOWED
    name = state.name(unit.id)
    if command is Command.MOVE and towed:
        return Refusal(f"{name} is in Full Cover, where towed units do not move", "na:6.1.4.2c")
    if command is Command.SHORT_HALT and not towed:
        return Refusal(f"{name} is in Full Cover, where leg units have no SHORT HALT", "na:6.1.4.2c")
    slow = bool(member.attached) or getattr(member.card, "crew_served", False)
    if command is Command.MOVE and slow and unit.size is not None and unit.size.value == "section":
        return Refusal(f"{name} has crew-served weapons and does not crawl in Full Cover", "na:6.1.4.2c")
    return None


def adjustable(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side that may be adjusted in this step."""
    if state.step == sequence.PIVOT:
        return tuple(u for u in state.of(side) if may_pivot(state, u))
    if state.step == sequence.TURRETS:
        return tuple(u for u in state.of(side) if turrets.adjustable(state, u))
    return tuple(u for u in state.of(side) if full_cover_refusal(state, u) is None)


def may_pivot(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit may pivot in the Pivot Step (na:6.8.1, min:10.1, min:11.7.1, min:12.4.3.2, min:19.1)."""
    if not state.edition.vehicles_pivot:
        return dismounted(state, unit)
    if dismounted(state, unit):
        return state.has(Switch.LEG_AND_TOWED) and not unit.suppressed
    able = unit.on_map and not unit.bailed_out and not unit.track_hit and not unit.bogged_down(state.turn)
    return able and isinstance(state.card(unit.id), VehicleCard) and unit.id in state.moves.unused


@remembered(of=("step", "units", "counters", "moves"))
def _any_adjustable(state: PanzerState, side: SideId) -> bool:
    """Whether a side has anybody to adjust in this step, or who might bail out in it (min:16.1.6.3)."""
    return bool(adjustable(state, side) or bailing_out.leavers(state, side))


def _adjusters(state: PanzerState) -> tuple[SideId, ...]:
    """The sides that have somebody to adjust, or counters under which somebody might take Full Cover (or:7.2.2.2)."""
    return tuple(s.id for s in state.scenario.sides if _any_adjustable(state, s.id) or _any_hidden(state, s.id))


def _any_hidden(state: PanzerState, side: SideId) -> bool:
    return state.step == sequence.FULL_COVER and next(state.hidden.of(side), None) is not None


def in_full_cover(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit will be in Full Cover after the step, as its side has decided so far."""
    return state.adjustment.covers.get(unit.id, unit.full_cover)


def _carry_out(state: PanzerState, side: SideId) -> Iterator[Event]:
    """Entrenchments are brought up to date by the cover of the turn that ends, then Full Cover changes (na:6.8.2).

    Who bails out does so before others pivot (min:16.1.6.3).
    """
    if state.step == sequence.PIVOT:
        yield from bailing_out.carried_out(state, side)
        pivots = sorted((u, facing) for u, facing in state.adjustment.pivots.items() if state.units[u].side == side)
        back = ((unit, long_guns.at_rest(state, unit, facing)[1]) for unit, facing in pivots)
        turned = tuple((unit, turret) for unit, turret in back if turret != state.units[unit].turret)
        yield UnitsPivoted(side=side, pivots=tuple(pivots), turrets=turned)
        return
    if state.step == sequence.TURRETS:
        mine = sorted((u, *how) for u, how in state.adjustment.turrets.items() if state.units[u].side == side)
        yield TurretsAdjusted(side=side, turrets=tuple(mine))
        return
    changed = sorted((u, on) for u, on in state.adjustment.covers.items() if state.units[u].side == side)
    works = after_digging(state, side)
    yield FullCoverAdjusted(
        side=side,
        into=tuple(u for u, on in changed if on),
        out_of=tuple(u for u, on in changed if not on),
        works=works if works != state.counters.works else None,
    )


#: Both sides adjust at once; what they decide is carried out when both have (na:6.8).
ADJUSTING: Final = SecretStep[PanzerState](
    part=_adjusters,
    refusal=Refusal("this side has nobody to adjust, or has ended the step", "na:6.8"),
    carry_out=_carry_out,
    settled=lambda state: state.adjustment.settled,
    half=lambda state: state.half_of,
)


# -- orders --------------------------------------------------------------------------------------


def check_pivot(state: PanzerState, side: SideId, order: Pivot) -> None:
    """Any dismounted leg or towed unit, whatever its command; no movement is spent (na:6.8.1).

    In the miniatures edition none that is Suppressed, and vehicles that made no use of their MOVE (min:10.1, min:19.1),
    but for long guns among trees and in buildings (min:20.12.2, min:20.12.3).
    """
    ADJUSTING.check(state, side)
    unit = own_unit(state, side, order.unit, "na:6.8.1")
    if not may_pivot(state, unit):
        if state.edition.vehicles_pivot:
            reason = "is neither a vehicle with an unused MOVE nor an unsuppressed dismounted leg or towed unit"
            raise IllegalOrder(f"{state.name(unit.id)} {reason}", "min:10.1")
        raise IllegalOrder(f"{state.name(unit.id)} is no dismounted leg or towed unit on the map", "na:6.8.1")
    if not 0 <= order.facing <= 5:
        raise IllegalOrder(f"{order.facing} is no facing from 0 to 5", "na:3.3")
    refuse(long_guns.at_rest(state, order.unit, order.facing)[0])


def pivot(state: PanzerState, side: SideId, order: Pivot, dice: Dice) -> Iterator[Event]:
    """Decide how a unit will face."""
    yield PivotChosen(side=side, unit=order.unit, facing=order.facing)


def check_full_cover(state: PanzerState, side: SideId, order: FullCover) -> None:
    """Who may be in Full Cover goes into and out of it freely, whatever its command (na:6.1.4.2b, na:6.8.2)."""
    ADJUSTING.check(state, side)
    unit = own_unit(state, side, order.unit, "na:6.8.2")
    refuse(full_cover_refusal(state, unit))


def full_cover(state: PanzerState, side: SideId, order: FullCover, dice: Dice) -> Iterator[Event]:
    """Decide whether a unit will be in Full Cover in the next turn."""
    yield FullCoverChosen(side=side, unit=order.unit, on=order.on)
