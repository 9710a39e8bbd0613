"""Minefields as attempts of their owner (or:7.31.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core.attempt import Attempt
from core.event import Event
from core.panzer.ground.mines import Harm
from core.panzer.minefields.events import MinefieldAttacked
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState


def _attacked(state: PanzerState, event: MinefieldAttacked, after: Sequence[Event]) -> Attempt:
    net = sum(reason.amount for reason in event.tally)
    harm = Harm(damage=event.damage, track=event.track, effective=event.effective, modifier=net)
    return Attempt(
        kind="minefield",
        side=state.scenario.enemy(state.units[event.unit].side),
        at=(event.unit,),
        chance=harm.chance,
        effect=event.result is not Result.NO_EFFECT,
        why="losses by minefields",
    )


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[PanzerState, Any, Sequence[Event]], Attempt | None]]] = {
    MinefieldAttacked: _attacked,
}
