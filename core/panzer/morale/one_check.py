"""One Morale Check for all Direct Fire of formations at a unit, one for all Overruns of it (or:7.42.1.2, or:7.42.2).

With staggered initiative fire at a unit comes formation by formation. What it owes for it waits until no opposing
formation is left to fire, or until its own is to fire; for Overruns until no opposing formation is left to move.
"""

from __future__ import annotations

from typing import Final

from core.event import SideId, UnitId
from core.panzer import formation_turns, sequence
from core.panzer.direct_fire.step import direct_targets, passengers_to_fire, yet_to_fire
from core.panzer.formation_turns import FORMATION_FIRE, FORMATION_MOVE, NEXT_FORMATION
from core.panzer.pieces.morale import Cause, Trigger
from core.panzer.state import PanzerState

#: The steps of Direct Fire by formations.
FIRING_STEPS: Final = (FORMATION_FIRE, NEXT_FORMATION)
#: What Direct Fire at a unit may call for.
OF_DIRECT_FIRE: Final = frozenset({Cause.FIRED_AT, Cause.FLAMES})


def put_off(state: PanzerState, trigger: Trigger) -> bool:
    """Whether more fire at the unit, or more Overruns of it, may come before its check."""
    enemy = state.scenario.enemy(state.units[trigger.unit].side)
    if state.step in FIRING_STEPS and trigger.cause in OF_DIRECT_FIRE:
        taken = trigger.unit in state.cohesion.checked
        return not taken and _to_come(state, enemy) and not _about_to_fire(state, trigger.unit)
    return state.step == FORMATION_MOVE and trigger.overrun and _to_move(state, enemy)


def _to_come(state: PanzerState, side: SideId) -> bool:
    return sequence.player_of(state) == side or bool(formation_turns.formations_left(state, side))


def _to_move(state: PanzerState, side: SideId) -> bool:
    left = (formation_turns.side_of(formation) for formation in state.staggered.to_move)
    return sequence.player_of(state) == side or side in left


def _about_to_fire(state: PanzerState, unit: UnitId) -> bool:
    """Whether it is the turn of a unit's formation, and it has something to fire at: it is checked before."""
    there = state.units[unit]
    if state.step != FORMATION_FIRE or not formation_turns.in_turn(state, there):
        return False
    firing = there in yet_to_fire(state, there.side) and direct_targets(state, unit)
    return bool(firing) or there in passengers_to_fire(state, there.side)


def done_with(state: PanzerState, trigger: Trigger) -> bool:
    """Whether a unit has taken its one check for Direct Fire, whatever fire is still to come (or:7.42.1.2)."""
    return state.step in FIRING_STEPS and trigger.cause in OF_DIRECT_FIRE and trigger.unit in state.cohesion.checked
