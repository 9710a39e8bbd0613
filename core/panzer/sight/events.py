"""What happens in the Spotting Phase (na:4.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.secrecy import ALL


@event("spotting-checked", known=ALL)
@frozen(kw_only=True)
class SpottingChecked(Event):
    """Who spots whom in the Spotting Phase (na:4.1), and which SPOT counters lapse (na:4.1.5).

    sighted: pairs of a spotter and all targets that it spots itself.
    """

    sighted: tuple[tuple[UnitId, tuple[UnitId, ...]], ...]
    lapsed: tuple[UnitId, ...] = ()
