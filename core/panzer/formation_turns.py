"""Turns of formations within a phase, with staggered initiative: whose it is, who is left (or:7.42)."""

from __future__ import annotations

from typing import Final

from core.event import SideId
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState

NAMING: Final = "name-formations"
NEXT_FORMATION: Final = "next-formation"
FORMATION_FIRE: Final = "formation-fire"
FORMATION_MOVE: Final = "formation-move"
#: Steps of one formation, each followed by that of the next (or:7.42.1.2, or:7.42.2).
FORMATION_STEPS: Final = (FORMATION_FIRE, FORMATION_MOVE)
#: Steps in which the next formation is named and rolled for (or:7.42.1, or:7.42.1.1).
NAMING_STEPS: Final = (NAMING, NEXT_FORMATION)
#: Who is on the map without a hex of his own, under HIDDEN UNIT counters too (or:7.2.2.2).
_THERE: Final = frozenset({Presence.CARRIED, Presence.HIDDEN})


def side_of(formation: str) -> SideId:
    """The side of a formation unit."""
    return SideId(formation.partition("/")[0])


def formation_unit(state: PanzerState, unit: Unit) -> str:
    """The formation unit with which a unit fires and moves; a passenger does with its vehicle (or:7.42)."""
    carried = unit.presence is Presence.CARRIED and unit.carrier is not None
    acting = unit.carrier if carried and unit.carrier is not None else unit.id
    return state.scenario.formation_units.get(acting, "")


def in_turn(state: PanzerState, unit: Unit) -> bool:
    """Whether it is the turn of a unit's formation; always where all of a side act in one step (or:7.42)."""
    return state.step not in FORMATION_STEPS or formation_unit(state, unit) == state.staggered.active


def formations_left(state: PanzerState, side: SideId) -> tuple[str, ...]:
    """The formation units of a side that have yet to win a roll of this turn, of those that are on the map or may come
    onto it (or:7.42.1.1)."""
    there = (u for u in state.units.values() if u.side == side and not u.bailed_out)
    present = (u for u in there if u.on_map or u.presence in _THERE or state.may_enter(u))
    found = dict.fromkeys(formation_unit(state, u) for u in present if u.id in state.scenario.formation_units)
    return tuple(formation for formation in found if formation and formation not in state.staggered.order)


def left_out(state: PanzerState, step: str) -> bool:
    """Whether a step of formations is passed over: none is left for it (or:7.42.1.1)."""
    if step == FORMATION_FIRE:
        return state.staggered.active is None
    if step == NEXT_FORMATION:
        return not any(formations_left(state, side.id) for side in state.scenario.sides)
    return step == FORMATION_MOVE and not state.staggered.to_move


def active(state: PanzerState) -> str | None:
    """The formation unit whose turn it is; None where all units of a side act in one step."""
    return state.staggered.active if state.step in FORMATION_STEPS else None


def name_of(state: PanzerState, formation: str) -> str:
    """The name of a formation unit as players read it; what is in no platoon of the only formation is its rest."""
    side, _, name = formation.partition("/")
    if name:
        return name
    stated = {u.formation for u in state.scenario.units if u.side == side}
    return next(iter(stated), "") if len(stated) == 1 else "Units without a formation"
