"""What happens in the Spotting Phase (na:4.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.secrecy import ALL, NOTHING, OWNER, TO_OTHERS


@event("spotting-checked", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SpottingChecked(Event):
    """Who spots whom in the Spotting Phase (na:4.1), and which SPOT counters lapse (na:4.1.5).

    sighted: pairs of a spotter and all targets that it spots itself.
    """

    sighted: tuple[tuple[UnitId, tuple[UnitId, ...]], ...]
    lapsed: tuple[UnitId, ...] = ()


@event("spotting-rolled", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SpottingRolled(Event):
    """A side tried to spot a unit: the spotter with the best chance, how far off it is and from how far it could be
    spotted, how many others tried, the highest roll that spots (or:7.7.1); no roll where it takes none (or:7.7)."""

    target: UnitId
    spotter: UnitId
    range: int
    spotting_range: int
    further: int
    value: int
    spotted: bool


@event("spots-kept", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SpotsKept(Event):
    """A player said which targets a unit keeps in sight (or:7.7.2). wanted: those; targets: all that it spots now."""

    unit: UnitId
    wanted: tuple[UnitId, ...]
    targets: tuple[UnitId, ...]


@event("contact-lost", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ContactLost(Event):
    """None of its enemies could spot a unit any more that had been spotted (or:7.7.1)."""

    unit: UnitId


@event("unit-camouflaged", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class UnitCamouflaged(Event):
    """A player noted in secret that a unit of his is camouflaged, or that it is not (or:7.24)."""

    unit: UnitId
    on: bool = True


@event("camouflage-announced", known=ALL, tells=TO_OTHERS, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CamouflageAnnounced(Event):
    """An enemy could spot a unit, and its owner says whether it is camouflaged (or:7.24)."""

    unit: UnitId
    camouflaged: bool


@event("camouflage-tested", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class CamouflageTested(Event):
    """A unit tried to see through the camouflage of an enemy: from how far, within which spotting range, which is the
    highest roll that spots it; no roll if it cannot fail (or:7.24)."""

    target: UnitId
    spotter: UnitId
    range: int
    spotting_range: int
    spotted: bool


@event("fire-watched", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class FireWatched(Event):
    """A camouflaged unit carried out a FIRE or OVERWATCH; whether an enemy could have spotted it, so that its
    camouflage is lost (or:7.24)."""

    unit: UnitId
    seen: bool
