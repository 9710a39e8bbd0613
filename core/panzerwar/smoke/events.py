"""What becomes of smoke and dust (pw:11). All that lies on the table is seen by all; who laid it is not."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen, seen_without_element
from core.panzerwar.pieces.smoke import Cloud
from core.plane import Point
from core.secrecy import ALL, NOTHING


@event("pw-wind", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class WindRolled(Event):
    """The wind of the game: 1 to 8 where it drifts to, 0 = calm (pw:11.6)."""

    wind: int
    strong: bool = False


@event("pw-smoke-laid", known=seen_without_element, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SmokeLaid(Event):
    """Smoke or dust was laid: clouds that are new, or that more was laid into.

    element: who laid it, "" = nobody, or nobody that is seen; aim: the point that was fired at. puffs: how many of its
    dischargers or grenades it has used now.
    """

    side: SideId
    element: UnitId
    clouds: tuple[Cloud, ...]
    aim: Point | None = None
    puffs: int = 0


@event("pw-smoke-drifted", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SmokeDrifted(Event):
    """Smoke drifted, thinned out, or is gone (pw:11.6, pw:11.7). clouds: as they are now; gone: ids of those that were
    taken away."""

    clouds: tuple[Cloud, ...] = ()
    gone: tuple[str, ...] = ()


@event("pw-candles-lit", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class CandlesLit(Event):
    """A vehicle lit its smoke candles, which burn for six turns (pw:11.10.4)."""

    side: SideId
    element: UnitId


@event("pw-blinded", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Blinded(Event):
    """A vehicle struck by phosphorus neither sights nor fires through a turn (pw:11.4.3)."""

    side: SideId
    element: UnitId
    until: int
