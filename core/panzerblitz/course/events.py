"""What happens in set-up and in the course of Game-Turns (pb:PB-SETUP-1, pb:PB-SEQ-0)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerblitz import knowledge
from core.secrecy import ALL, UNLESS_SECRET


@event("pb-placed", known=UNLESS_SECRET)
@frozen(kw_only=True, eq=False, repr=False)
class Placed(Event):
    """A counter was set up; its passenger comes along (pb:PB-SETUP-1)."""

    unit: UnitId
    hex: Hex
    inside: bool = False
    hidden: bool = False


@event("pb-game-turn-begun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class GameTurnBegun(Event):
    """A Game-Turn began (pb:PB-SEQ-0, pb:PB-SEQ-8)."""

    turn: int


@event("pb-player-turn-begun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class PlayerTurnBegun(Event):
    """The Player-Turn of a side began; what units did in the last one is over (pb:PB-SEQ-7)."""

    side: SideId


@event("pb-step-begun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class StepBegun(Event):
    """The next step of the sequence of play began. mines: minefields that attack in it (pb:PB-SEQ-1)."""

    step: str
    mines: tuple[Hex, ...] = ()


@event("pb-recovered", known=knowledge.recovered_in_view)
@frozen(kw_only=True, eq=False, repr=False)
class Recovered(Event):
    """A side turned all its units face up (pb:PB-SEQ-6)."""

    side: SideId
    units: tuple[UnitId, ...] = ()
