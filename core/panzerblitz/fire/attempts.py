"""Attacks as attempts: whether anything came of them, and what was eliminated (pb:PB-CRT-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core.attempt import Attempt
from core.event import Event
from core.hexes import distance
from core.panzerblitz.fire.events import AttackResolved
from core.panzerblitz.fire.results import column_chances, effects
from core.panzerblitz.pieces.attacks import NORMAL, Fate
from core.panzerblitz.pieces.reference import Result
from core.panzerblitz.state import BlitzState

_HERE: Final = frozenset({Fate.ELIMINATED, Fate.WRECKED, Fate.BLOCKED})


def _resolved(state: BlitzState, event: AttackResolved, after: Sequence[Event]) -> Attempt:
    """The column of the Combat Results Table by its odds and modifiers; fire of a second roll is one of its own."""
    there = all(target in state.units for target in event.targets)
    net = sum(reason.amount for reason in event.tally)
    columns = column_chances(state.situation, event.odds, net)
    losses = []
    for result, chance in columns.items():
        fates = effects(state, event.hex, event.targets, result) if there else ()
        losses.append((chance, tuple(unit for unit, fate in fates if fate in _HERE)))
    kind = "fire" if event.method in NORMAL else event.method.value
    return Attempt(
        kind=kind,
        side=event.side,
        by=event.attackers,
        at=event.targets,
        range=_range(state, event) if event.method in NORMAL else None,
        chance=1 - columns[Result.NONE],
        effect=event.result != Result.NONE.value,
        losses=tuple(losses) if there else None,
        lost=tuple(unit for unit, fate in event.effects if fate in _HERE),
        why="" if there else "attacks at units of which not everything is known",
    )


def _range(state: BlitzState, event: AttackResolved) -> float | None:
    """Of the nearest attacker."""
    places = [state.units[a].hex for a in event.attackers if a in state.units]
    return min((distance(place, event.hex) for place in places if place is not None), default=None)


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[BlitzState, Any, Sequence[Event]], Attempt | None]]] = {
    AttackResolved: _resolved,
}
