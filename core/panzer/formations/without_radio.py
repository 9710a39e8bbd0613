"""Platoons without radio sets: they share one command, and stay in one hex (or:7.4.2).

Whoever of a platoon has a command has the same one; the counter is theirs however far apart they stand, and when they
move they end in one hex as soon as they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.choice import Refusal
from core.event import UnitId
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.unit import Command
from core.panzer.sight.radio import same_platoon, without_radio
from core.panzer.state import PanzerState


def bound(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has no command of its own for want of a radio, as all such vehicles but Recon (or:7.4.2), whose
    abilities are lost with a radio that breaks (or:7.23.2)."""
    scouts = Label.RECON in state.scenario.by_id[unit].labels and state.units[unit].has_radio
    return without_radio(state, unit) and not scouts


def tied(state: PanzerState, one: UnitId, other: UnitId) -> bool:
    """Whether two vehicles have to share one command, wherever they stand."""
    return bound(state, one) and bound(state, other) and same_platoon(state, one, other)


def troop(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """The vehicles that have to share one command with a unit, itself among them; () if it is not bound to any.

    Those with a Track hit are left behind and may have one of their own; Damaged ones are not (or:7.4.2).
    """
    if not _takes_part(state, unit):
        return ()
    return tuple(other for other in state.units if _takes_part(state, other) and tied(state, unit, other))


def _takes_part(state: PanzerState, unit: UnitId) -> bool:
    there = state.units[unit]
    present = there.on_map or state.may_enter(there)
    return bound(state, unit) and present and not there.track_hit and not there.bailed_out


def divided(state: PanzerState, plan: Mapping[UnitId, tuple[Command, str]]) -> Refusal | None:
    """Why commands cannot be placed: a platoon without radio would have two; None if none would (or:7.4.2).

    plan: the command and group that units would have; a unit without a group has a command of its own.
    """
    for unit in plan:
        counters: dict[str, UnitId] = {}
        for mate in troop(state, unit):
            there = state.units[mate]
            command, group = plan.get(mate, (there.command, there.group))
            if command not in (None, Command.NONE):
                counters.setdefault(group or f"={mate}", mate)
        counters |= {counter.id: counter.holds[0] for counter in _hidden(state, unit)}
        if len(counters) > 1:
            return _two(state, *list(counters.values())[:2])
    return None


def _hidden(state: PanzerState, unit: UnitId) -> Iterator[HiddenCounter]:
    """The HIDDEN UNIT counters with a command that hold somebody who has to share it with a unit (or:7.2.2.2)."""
    for counter in state.hidden.of(state.units[unit].side):
        ordered = counter.command not in (None, Command.NONE) and unit not in counter.holds
        if ordered and any(tied(state, unit, mate) for mate in counter.holds):
            yield counter


def divided_by(state: PanzerState, counter: HiddenCounter) -> Refusal | None:
    """Why a counter has no command: somebody who would have to share it has another; None if nobody has."""
    for unit in counter.holds:
        if not bound(state, unit):
            continue
        there = (u for u in state.units.values() if _takes_part(state, u.id) and tied(state, unit, u.id))
        mates = [u.id for u in there if u.command not in (None, Command.NONE)]
        mates += [other.holds[0] for other in _hidden(state, unit) if other.id != counter.id]
        if mates:
            return _two(state, unit, mates[0])
    return None


def _two(state: PanzerState, one: UnitId, other: UnitId) -> Refusal:
    names = f"{state.name(one)} and {state.name(other)}"
    return Refusal(f"{names} have no radio and share one command with all of their platoon", "or:7.4.2")
