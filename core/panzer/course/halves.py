"""Play from half the knowledge, where each of two machines knows the secrets of one side (`core.replica`).

A command of the enemy that lies face down is None here. Whatever such a command could decide is left to its owner:
who still has to fire or to move, whether a target counts as moving, what is turned over at the end of the turn.
"""

from __future__ import annotations

from core.event import SideId
from core.panzer import sequence
from core.panzer.adjustment import full_cover
from core.panzer.course import victory
from core.panzer.course.secrets import view
from core.panzer.direct_fire import overwatch
from core.panzer.movement.mover import may_enter
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState, initial_state


def replica(scenario: Scenario, side: SideId) -> PanzerState:
    """What a side knows before the first event. ValueError for the Advanced Game, whose secrets are more than these."""
    if scenario.modules:
        raise ValueError("the Advanced Game cannot be played by file; switch its modules off")
    known = view(initial_state(scenario), side)
    known.half_of = side
    return known


def unknown(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has a command that this half does not know (na:4.2.1a)."""
    placed = unit.side != state.half_of and unit.side in state.commands_done and unit.command is None
    return placed and (unit.on_map or may_enter(state, unit))


def needs(state: PanzerState) -> SideId | None:
    """The side whose commands or instructions decide what happens next; None if they do not matter.

    It follows `turn.due` point by point. Only what both halves know enters into it, but for a side's own commands:
    the side that is named never needs the other in its turn.
    """
    if state.half_of is None or state.outcome is not None or state.question is not None:
        return None
    if state.announced:
        return state.units[state.announced[0].target].side
    if state.step != sequence.SET_UP and victory.end_at_once(state) is not None:
        return None
    if state.window is not None:
        window = state.window
        if window.passes >= 2 or not overwatch.may_want(state, window, window.acting):
            return None
        return window.acting
    player = sequence.player_of(state)
    if state.step in sequence.MOVE_STEPS and state.move is not None:
        return state.units[state.move.unit].side
    if player is not None and state.step in (*sequence.FIRE_STEPS, *sequence.MOVE_STEPS):
        return player if any(unknown(state, u) for u in state.units.values() if u.side == player) else None
    if state.step in full_cover.STEPS and not full_cover.adjusting(state):
        return next(iter(full_cover.unsettled(state)), None)
    if state.step == sequence.ADJUST and state.half_of not in state.commands_done:
        return next(iter(state.commands_done), None)
    return None
