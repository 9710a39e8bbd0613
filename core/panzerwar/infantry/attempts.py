"""Close assaults as attempts (pw:12.11.4). Attacks by killpower belong to the fire that makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core.attempt import Attempt
from core.event import Event
from core.panzerwar.infantry.assault import FAILS
from core.panzerwar.infantry.events import Assaulted
from core.panzerwar.state import WarState


def _assaulted(state: WarState, event: Assaulted, after: Sequence[Event]) -> Attempt:
    return Attempt(
        kind="close assault",
        side=event.side,
        by=(event.element,),
        at=(event.target,),
        chance=max(0, min(event.needed, FAILS - 1)) / 10,
        effect=event.succeeded,
        why="losses by close assaults",
    )


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[WarState, Any, Sequence[Event]], Attempt | None]]] = {
    Assaulted: _assaulted,
}
