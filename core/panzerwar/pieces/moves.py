"""The movement phase as far as it has got (pw:3.2.C), and the rams and overruns that it has brought about, until their
fire segment (pw:14.1, pw:14.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.panzerwar.pieces.travel import Motion
from core.plane import Point, gsu_between
from core.secrecy import ALL, Share, keeps_secrets, known

#: Lengths that differ by less are the same, in GSU.
_TRIFLE: Final = 0.1


def _own(state: Any, value: Mapping[UnitId, Any], side: str | None) -> Mapping[UnitId, Any]:
    return {e: v for e, v in value.items() if e in state.elements and state.elements[e].side == side}


def _own_ids(state: Any, value: frozenset[UnitId], side: str | None) -> frozenset[UnitId]:
    return frozenset(e for e in value if e in state.elements and state.elements[e].side == side)


def _own_pairs(
    state: Any, value: frozenset[tuple[UnitId, UnitId]], side: str | None
) -> frozenset[tuple[UnitId, UnitId]]:
    return frozenset(pair for pair in value if pair[0] in state.elements and state.elements[pair[0]].side == side)


@frozen(eq=False, repr=False)
class Priced(Alike):
    """What a written movement comes to: how much it is, its movement points in GSU with all costs, and whether it goes
    straight over clear open ground or along roads (pw:6.5)."""

    motion: Motion
    spent: float
    straight: bool = False


@frozen(eq=False, repr=False)
class Piece(Alike):
    """A piece of a way, as it was gone in a segment; seen: by which sides besides its own."""

    segment: str
    points: tuple[Point, ...]
    seen: frozenset[str] = frozenset()


@frozen(eq=False, repr=False)
class Going(Alike):
    """The way of an element that is under way in a segment, from its first point; since: the fraction of the segment at
    which it begins. heading: with which it set off in the segment; before: where it had come from and turned in it
    before this way was chosen (pw:6.7.1)."""

    points: tuple[Point, ...]
    since: float = 0.0
    heading: int = 0
    before: tuple[Point, ...] = ()

    def gone(self, at: Point) -> tuple[Point, ...]:
        """Where it set off in the segment and where it has turned since, up to a point at which it is."""
        return (*self.before, *self.points[: self._leg(at) + 1], at)

    def ahead(self, at: Point) -> tuple[Point, ...]:
        """The points to which it has yet to go from one at which it is."""
        return tuple(point for point in self.points[self._leg(at) + 1 :] if gsu_between(point, at) > _TRIFLE)

    def _leg(self, at: Point) -> int:
        legs = range(len(self.points) - 1)
        return min(legs, key=lambda n: _aside(self.points[n], self.points[n + 1], at), default=0)


def _aside(one: Point, other: Point, at: Point) -> float:
    return round(gsu_between(one, at) + gsu_between(at, other) - gsu_between(one, other), 3)


@keeps_secrets
@frozen(kw_only=True, eq=False, repr=False)
class Moves(Alike):
    """priced: of each plan what it comes to; going: of each element under way the way that it goes; clock: the fraction
    of the segment that had gone when somebody was asked last, 0 to 1; done: elements that have ended their part of it.

    met: elements that stand before an enemy, and which; their owners, asking, are to say what they do; encountered: the
    pairs of elements that have met so in this turn. adapting: the side that may change its plans for the segment,
    adapted: that it has; moved: the sides of which an element was seen to move in it.
    closing: who has passed the check to go into contact in this segment, and with whom, "" of one that its side does
    not see (pw:12.2.3).
    measured: it has been found whether this turn is of double length (pw:6.15). runs: broken elements in hard cover
    that are to rout all the same (pw:12.9.2.2).
    """

    priced: Mapping[UnitId, Priced] = field(factory=dict, metadata=known(Share(_own)))
    going: Mapping[UnitId, Going] = field(factory=dict, metadata=known(Share(_own)))
    clock: float = field(default=0.0, metadata=known(ALL))
    done: frozenset[UnitId] = field(default=frozenset(), metadata=known(Share(_own_ids)))
    met: Mapping[UnitId, UnitId] = field(factory=dict, metadata=known(Share(_own)))
    encountered: frozenset[tuple[UnitId, UnitId]] = field(default=frozenset(), metadata=known(Share(_own_pairs)))
    closing: frozenset[tuple[UnitId, UnitId]] = field(default=frozenset(), metadata=known(Share(_own_pairs)))
    asking: frozenset[SideId] = field(default=frozenset(), metadata=known(ALL))
    adapting: SideId | None = field(default=None, metadata=known(ALL))
    adapted: bool = field(default=False, metadata=known(ALL))
    measured: bool = field(default=False, metadata=known(ALL))
    runs: frozenset[UnitId] = field(default=frozenset(), metadata=known(Share(_own_ids)))


@frozen(kw_only=True, eq=False, repr=False)
class Collision(Alike):
    """An element has reached what it rams, or drives over (`overrun`); segment: 3 or 4, in which that takes effect
    (pw:14.1.1, pw:14.1.2)."""

    element: UnitId
    target: UnitId
    segment: int
    overrun: bool = False


def seen_collisions(state: Any, value: tuple[Collision, ...], side: str | None) -> tuple[Collision, ...]:
    """Those of which a side knows both: its own, and those that it has in sight."""

    def knows(id_: UnitId) -> bool:
        element = state.elements.get(id_)
        if element is None:
            return False
        return element.side == side or (side is not None and id_ in state.sighted.get(side, ()))

    return tuple(one for one in value if knows(one.element) and knows(one.target))
