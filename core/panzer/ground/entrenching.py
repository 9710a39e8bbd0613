"""Hasty Entrenchments (na:6.6.8, na:6.1.4.3.6): who digs, how far, and who benefits."""

from __future__ import annotations

from attrs import evolve

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.cards import Kind
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.pieces.works import COMPLETE, Work, WorkKind
from core.panzer.state import PanzerState

_DIGGERS = (Kind.LEG, Kind.TOWED)


def dismounted(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit is a leg or towed unit that nothing carries; leg units on motorcycles are (na:6.1.4.2a)."""
    return unit.on_map and state.card(unit.id).kind in _DIGGERS


def digs(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit digs this turn: dismounted, on the ground, not Suppressed, in Full Cover, with N/C (na:6.6.8)."""
    idle = unit.command in (None, Command.NONE)
    return dismounted(state, unit) and not unit.floor and unit.full_cover and not unit.suppressed and idle


def work_of(state: PanzerState, unit: UnitId) -> Work | None:
    """The entrenchment that a unit digs or holds; its counter lies on top of it (na:6.1.4.3.6a).

    None for who has gone up to a floor of the building there: it is dug in the ground.
    """
    there = state.units[unit]
    hasty = (w for w in state.counters.works if w.kind is WorkKind.HASTY and unit in w.holders)
    return next((w for w in hasty if w.hex == there.hex and not there.floor and dismounted(state, there)), None)


def entrenched(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has the protection of a complete Hasty Entrenchment; it holds one unit (na:6.1.4.3.6a)."""
    work = work_of(state, unit)
    return work is not None and work.complete


def after_digging(state: PanzerState, side: SideId) -> tuple[Work, ...]:
    """The terrain counters as they are after a side's digging in this turn (na:6.6.8).

    Each unit that digs advances its own entrenchment, or one that was abandoned in its hex, or begins one. Once
    emplaced they are never removed.
    """
    if not state.has(Switch.FULL_COVER):
        return state.counters.works
    works = [_kept(state, work) for work in state.counters.works]
    for unit in sorted(state.of(side), key=lambda u: u.id):
        if digs(state, unit) and unit.hex is not None:
            _dig(state, works, unit, unit.hex)
    return tuple(works)


def _kept(state: PanzerState, work: Work) -> Work:
    """An entrenchment, abandoned if nobody digs in it any more."""
    if work.complete or work.kind is not WorkKind.HASTY:
        return work
    return evolve(work, holders=tuple(u for u in work.holders if work_of(state, u) == work))


def _dig(state: PanzerState, works: list[Work], unit: Unit, hex_: Hex) -> None:
    here = [(at, w) for at, w in enumerate(works) if w.kind is WorkKind.HASTY and w.hex == hex_]
    own = next(((at, w) for at, w in here if unit.id in w.holders), None)
    free = next(((at, w) for at, w in here if not w.holders), None)
    at, work = own or free or (len(works), Work(WorkKind.HASTY, hex_, 0))
    if work.complete:
        return
    dug = evolve(work, progress=_further(state, unit.id, work.progress), holders=(unit.id,))
    works[at : at + 1] = [dug]


def _further(state: PanzerState, unit: UnitId, progress: int) -> int:
    """The next side of the counter: 1, 2, 3, Hasty; Engineers turn up side 2 first, then complete it (na:5.9.3),
    in the miniatures edition two sides at a time whoever began it (min:17.2.7.1)."""
    if Label.ENGINEER not in state.scenario.by_id[unit].labels:
        return progress + 1
    if state.edition.engineers_dig_double:
        return min(COMPLETE, progress + COMPLETE // 2)
    return COMPLETE if progress else COMPLETE // 2
