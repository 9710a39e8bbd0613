"""What sides have sighted, and how they look (pw:7.3, pw:7.4, pw:7.7)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.panzerwar.pieces.element import Element
from core.plane import Point
from core.secrecy import ALL, OWN_SIDE, keeps_secrets, known


@frozen(kw_only=True, eq=False, repr=False)
class Sighting(Alike):
    """When a side sighted an enemy element.

    turn: in which it became a target at first sight, step: the step of that (pw:7.7.3); lost: the turn in which it went
    out of sight, 0 = it is in sight (pw:8.7.7).
    """

    turn: int
    step: str
    lost: int = 0


@keeps_secrets
@frozen(kw_only=True, eq=False, repr=False)
class Watch(Alike):
    """sightings: of each side the enemy elements that it has had in sight, and when; flashes: those that it has located
    by their flash alone since the last movement, and where (pw:7.8); groups: the elements that look together in this
    step, as they were told (pw:7.4).

    vanished: those that it has lost from sight in this turn, as it saw them last (pw:8.7). settled: the sides whose
    sighting of this step is done; looked: the turn and step for which it has been looked who has gone out of sight
    (pw:7.10).
    """

    sightings: Mapping[SideId, Mapping[UnitId, Sighting]] = field(factory=dict, metadata=known(OWN_SIDE))
    flashes: Mapping[SideId, Mapping[UnitId, Point]] = field(factory=dict, metadata=known(OWN_SIDE))
    groups: Mapping[SideId, tuple[tuple[UnitId, ...], ...]] = field(factory=dict, metadata=known(OWN_SIDE))
    vanished: Mapping[SideId, Mapping[UnitId, Element]] = field(factory=dict, metadata=known(OWN_SIDE))
    settled: frozenset[SideId] = field(default=frozenset(), metadata=known(ALL))
    looked: tuple[int, str] = field(default=(0, ""), metadata=known(ALL))
