"""The window in which units on Overwatch may fire (na:4.4.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId, UnitId


@frozen
class Window:
    """A chance for Overwatch Fire (na:4.4.2a, na:4.5b).

    mover:   the moving vehicle that may be fired at; None in the Combat Phase.
    fired:   the vehicles whose fire in this window (or, in the Combat Phase, this turn) may be answered.
    acting:  the side that may fire or pass now; passes: how many passes in a row there have been.
    """

    acting: SideId
    fired: tuple[UnitId, ...] = ()
    mover: UnitId | None = None
    passes: int = 0
