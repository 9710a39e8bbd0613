"""The course of a Game-Turn: what happens by itself at each point of the sequence of play (pb:PB-SEQ-0).

Read `due` from top to bottom: the first thing that is due is done, until a player has to choose.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId
from core.hexes import distance
from core.panzerblitz import sequence
from core.panzerblitz.close import close_assault
from core.panzerblitz.course import set_up, victory
from core.panzerblitz.course.events import GameTurnBegun, PlayerTurnBegun, Recovered, StepBegun
from core.panzerblitz.fire import combat
from core.panzerblitz.fire.firing import may_fire_at_all
from core.panzerblitz.mines import minefields as mines_minefields
from core.panzerblitz.movement.events import ContactMade
from core.panzerblitz.movement.step import any_movable
from core.panzerblitz.pieces.situation import Special
from core.panzerblitz.sequence import Kind
from core.panzerblitz.sight.hidden import found_out, reveal
from core.panzerblitz.state import BlitzState


def advance(state: BlitzState, dice: Dice) -> Iterator[Event]:
    """Everything that follows by itself until a side must choose or the game is over."""
    while (events := due(state, dice)) is not None:
        yield from events


def due(state: BlitzState, dice: Dice) -> Iterator[Event] | None:
    """What happens by itself now; None if a player must choose, or the game is over."""
    if state.outcome is not None:
        return None
    if state.step == sequence.SET_UP:
        return _set_up(state)
    found = found_out(state)
    if found:
        return reveal(found)
    met = contact(state)
    if met is not None:
        return iter((ContactMade(side=met),))
    return _in_step(state, dice)


def _set_up(state: BlitzState) -> Iterator[Event] | None:
    events = set_up.procedure(state)
    if events is not None:
        return events
    return begin_turn(state, 1) if set_up.setting_up(state) is None else None


def _in_step(state: BlitzState, dice: Dice) -> Iterator[Event] | None:
    """What follows in the step at hand.

    In this order a unit may be attacked three times in a Player-Turn: by mines or an overrun, by a normal attack,
    and by Close Assault, which comes last of all (pb:PB-COMBAT-2, pb:PB-CAT-B).
    """
    kind = sequence.kind_of(state.step)
    if kind is Kind.RECORD:
        return record(state)
    side = sequence.player_of(state)
    if side is None:
        return None
    if kind is Kind.MINES:
        return minefields(state, side, dice)
    if kind in sequence.ANNOUNCING:
        idle = not state.announced and not may_fire_at_all(state, side)
        return follow(state) if state.done or idle else None
    if kind in sequence.RESOLVING:
        return combat.resolve_next(state, side, dice) if state.announced else follow(state)
    if kind in sequence.MOVING:
        return follow(state) if state.done or not any_movable(state, side) else None
    if kind is Kind.ASSAULT:
        return follow(state) if state.done or not close_assault.assault_targets(state, side) else None
    return recover(state, side)


def begin_turn(state: BlitzState, turn: int) -> Iterator[Event]:
    """The first Player-Turn of a Game-Turn, which stands for six minutes (pb:PB-SEQ-0, pb:PB-COMP-4)."""
    yield GameTurnBegun(turn=turn)
    yield from begin_half(state, sequence.opening(state), state.situation.first)


def begin_half(state: BlitzState, step: str, side: SideId) -> Iterator[Event]:
    """A Player-Turn with its first step, in which minefields attack (pb:PB-SEQ-1, pb:PB-SEQ-7)."""
    yield PlayerTurnBegun(side=side)
    yield StepBegun(step=step, mines=mines_minefields.fields_due(state, side))


def follow(state: BlitzState) -> Iterator[Event]:
    """The next step."""
    step = sequence.following(state)
    if sequence.kind_of(step) is Kind.MINES:
        return begin_half(state, step, state.situation.enemy(state.situation.first))
    return iter((StepBegun(step=step),))


def minefields(state: BlitzState, side: SideId, dice: Dice) -> Iterator[Event]:
    """All minefield attacks come before the first normal attack (pb:PB-SEQ-1, pb:PB-MINE-J)."""
    if state.mines_due:
        return mines_minefields.resolve_field(state, side, state.mines_due[0], dice)
    return follow(state)


def recover(state: BlitzState, side: SideId) -> Iterator[Event]:
    """Turn all units of a side face up, those dispersed in the last enemy turn too (pb:PB-SEQ-6, pb:PB-CRT-D)."""
    yield Recovered(side=side, units=tuple(u.id for u in state.units.values() if u.side == side and u.dispersed))
    yield from follow(state)


def record(state: BlitzState) -> Iterator[Event]:
    """Mark the passing of a Game-Turn; after the last one the game is over (pb:PB-SEQ-8, pb:PB-SEQ-9)."""
    if state.turn >= state.situation.turns:
        yield victory.verdict(state)
    else:
        yield from begin_turn(state, state.turn + 1)


def contact(state: BlitzState) -> SideId | None:
    """A side whose column has come within sight of the enemy, so that it may leave the road."""
    if Special.CONVOY not in state.situation.specials:
        return None
    near = state.situation.figure("contact-range")
    for side in state.situation.sides:
        if side.id in state.contact:
            continue
        enemies = [e.hex for e in state.of(state.situation.enemy(side.id)) if e.hex is not None]
        for unit in state.of(side.id):
            if unit.hex is not None and any(distance(unit.hex, e) <= near for e in enemies):
                return side.id
    return None
