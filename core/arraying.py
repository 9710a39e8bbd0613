"""A force set up so that it makes military sense, whatever the rules: formations together, each before what counts.

Who defends has infantry and guns in cover in front, with a field of fire, and his tanks behind them; who attacks has
his tanks in front. Headquarters, observers, carriers and trucks stand behind. It looks at the ground and at goals, and
at nobody of the other side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from math import hypot, sqrt
from typing import Final, Protocol

from attrs import frozen

from core.hexes import Hex, distance


class Task(Enum):
    """What a unit is there for. SUPPORT fires over those in front of it."""

    INFANTRY = "infantry"
    GUN = "gun"
    SUPPORT = "support"
    TANK = "tank"
    CARRIER = "carrier"
    LEADER = "leader"
    OBSERVER = "observer"
    TRAIN = "train"


#: How many hexes behind the foremost of its formation each stands, of who defends and of who attacks.
_DEFENDING: Final = {
    Task.INFANTRY: 0,
    Task.GUN: 0,
    Task.OBSERVER: 1,
    Task.TANK: 2,
    Task.LEADER: 2,
    Task.SUPPORT: 3,
    Task.CARRIER: 3,
    Task.TRAIN: 4,
}
_ATTACKING: Final = {
    Task.TANK: 0,
    Task.INFANTRY: 1,
    Task.CARRIER: 1,
    Task.GUN: 1,
    Task.OBSERVER: 1,
    Task.LEADER: 2,
    Task.SUPPORT: 2,
    Task.TRAIN: 3,
}
#: Those for whom it matters what they see.
_LOOKING: Final = frozenset({Task.GUN, Task.TANK, Task.OBSERVER})
#: Points for a field of fire that nothing hinders, and for a goal in sight.
_SEES, _SEES_GOAL = 4.0, 1.0
#: Points for each step of cover, by who stands there.
_COVERED: Final = {Task.INFANTRY: 1.5, Task.GUN: 1.5, Task.OBSERVER: 1.5}
_COVERED_ELSE: Final = 0.8
#: Points off for each hex out of rank, for each from the middle of the formation, for each other unit in the next hex.
_OUT_OF_RANK, _ASTRAY, _CLOSE = 0.8, 0.5, 0.7
#: The same where those of a formation are of more use as neighbours.
_ASTRAY_TOGETHER, _CLOSE_TOGETHER = 1.2, 0.2
#: A formation stands within so many hexes of its middle, and more the larger it is; so many hexes are looked at.
_REACH, _TRIED = 4, 120
#: So many hexes of the front a unit has, where there is room for it, and so many before a goal stands who holds it.
_ROOM, _BEFORE = 1.5, 2
#: A goal counts for who stands within so many hexes of it.
_HELD: Final = 6


@frozen
class Member:
    """A unit that is to be set up. formation: whom it belongs with; area: where it may stand; heading: the way that it
    looks there, as columns and half hexes downwards, not both 0."""

    id: str
    formation: str
    task: Task
    area: frozenset[Hex]
    heading: tuple[float, float]


class Ground(Protocol):
    """What is known of the ground. goals: what each hex that counts is worth; together: whether those of a formation
    are of more use as neighbours; crowded: points off for each other unit in the same hex."""

    @property
    def goals(self) -> Mapping[Hex, float]: ...

    @property
    def together(self) -> bool: ...

    @property
    def crowded(self) -> float: ...

    def cover(self, hex_: Hex, task: Task) -> float:
        """Steps of cover."""
        ...

    def seen(self, hex_: Hex, heading: tuple[float, float]) -> float:
        """From 0 to 1, how much of the ground ahead is in sight."""
        ...

    def sees_goal(self, hex_: Hex) -> bool:
        """Whether something that counts is in sight."""
        ...


@frozen(eq=False, repr=False)
class _Area:
    """An area as a force takes it that looks one way. heading: of length 1, in hexes."""

    hexes: tuple[Hex, ...]
    heading: tuple[float, float]

    def along(self, hex_: Hex) -> float:
        """How far ahead a hex lies, in hexes."""
        return hex_.col * sqrt(3) / 2 * self.heading[0] + hex_.y / 2 * self.heading[1]

    def across(self, hex_: Hex) -> float:
        """How far to one flank a hex lies, in hexes."""
        return hex_.y / 2 * self.heading[0] - hex_.col * sqrt(3) / 2 * self.heading[1]

    def nearest(self, along: float, across: float) -> Hex:
        """The hex that is nearest to a place so far ahead and to the flank."""
        return min(self.hexes, key=lambda h: (abs(self.along(h) - along) + abs(self.across(h) - across), h))


def arrayed(
    members: Sequence[Member],
    ground: Ground,
    able: Callable[[str, Hex], bool],
    taken: Sequence[Hex],
    *,
    attacks: bool,
) -> Iterator[tuple[Member, Hex]]:
    """Every unit with its hex, as long as there is one for it; who asks for the next has put it there.

    able: whether a unit may stand in a hex as things are now; taken: where others of the side stand already.
    """
    crowd = Counter(taken)
    groups: dict[tuple[frozenset[Hex], tuple[float, float]], dict[str, list[Member]]] = {}
    for member in members:
        groups.setdefault((member.area, member.heading), {}).setdefault(member.formation, []).append(member)
    for (hexes, heading), formations in groups.items():
        if not hexes:
            continue
        length = hypot(heading[0] * sqrt(3) / 2, heading[1] / 2) or 1.0
        area = _Area(tuple(sorted(hexes)), (heading[0] * sqrt(3) / 2 / length, heading[1] / 2 / length))
        middles = _middles(area, formations, ground, attacks=attacks)
        ranks = _ATTACKING if attacks else _DEFENDING
        for name, mine in formations.items():
            middle, place = middles[name], _Place(area, ground, middles[name], ranks, crowd)
            far = {hex_: distance(hex_, middle) for hex_ in area.hexes}
            near = sorted(area.hexes, key=far.__getitem__)
            reach = _REACH + int(2 * sqrt(len(mine)))
            about = [hex_ for hex_ in near if far[hex_] <= reach]
            for member in sorted(mine, key=lambda m: ranks[m.task]):
                found = place.best(member, about, able) or place.best(member, near, able)
                if found is not None:
                    crowd[found] += 1
                    yield member, found


def _middles(
    area: _Area, formations: Mapping[str, Sequence[Member]], ground: Ground, *, attacks: bool
) -> Mapping[str, Hex]:
    """About which hex each formation stands: who defends shares out the goals in reach, the others stand side by side
    before what counts."""
    goals = {h: worth for h, worth in ground.goals.items() if worth > 0}
    held = {h: w for h, w in goals.items() if any(distance(h, a) <= _HELD for a in area.hexes)}
    if held and not attacks:
        return _held(area, formations, held)
    number = sum(map(len, formations.values()))
    sides = [area.across(h) for h in area.hexes]
    least, most = min(sides), max(sides)
    places = goals or dict.fromkeys(area.hexes, 1.0)
    centre = sum(area.across(h) * worth for h, worth in places.items()) / sum(places.values())
    room = min(_ROOM, (most - least) / max(number, 1)) if attacks else (most - least) / max(number, 1)
    half = number * room / 2
    centre = min(max(centre, least + half), most - half)
    front = max(area.along(h) for h in area.hexes)
    found: dict[str, Hex] = {}
    before = -number / 2
    for name, members in formations.items():
        across = centre + room * (before + len(members) / 2)
        before += len(members)
        found[name] = area.nearest(front - 1, across)
    return found


def _held(area: _Area, formations: Mapping[str, Sequence[Member]], held: Mapping[Hex, float]) -> Mapping[str, Hex]:
    """The larger formations choose first, each the goal that is worth most for those who hold it already."""
    found: dict[str, Hex] = {}
    holding: Counter[Hex] = Counter()
    for name in sorted(formations, key=lambda n: -len(formations[n])):
        goal = max(held, key=lambda h: (held[h] / (1 + holding[h]), h))
        for hex_ in held:
            holding[hex_] += len(formations[name]) if distance(hex_, goal) <= _HELD // 2 else 0
        found[name] = area.nearest(area.along(goal) + _BEFORE, area.across(goal))
    return found


@frozen(eq=False, repr=False)
class _Place:
    """How the hexes of an area are judged for those of a formation. crowd: the units in each hex."""

    area: _Area
    ground: Ground
    middle: Hex
    ranks: Mapping[Task, int]
    crowd: Counter[Hex]

    def best(self, member: Member, hexes: Sequence[Hex], able: Callable[[str, Hex], bool]) -> Hex | None:
        """The best of the first hexes in which a unit may stand; None if it may in none."""
        found: list[Hex] = []
        for hex_ in hexes:
            if able(member.id, hex_):
                found.append(hex_)
                if len(found) == _TRIED:
                    break
        return max(found, key=lambda h: self._worth(member, h), default=None)

    def _worth(self, member: Member, hex_: Hex) -> float:
        ground, together = self.ground, self.ground.together
        front = self.area.along(self.middle) + 1
        worth = _COVERED.get(member.task, _COVERED_ELSE) * ground.cover(hex_, member.task)
        worth -= _OUT_OF_RANK * abs(front - self.ranks[member.task] - self.area.along(hex_))
        worth -= (_ASTRAY_TOGETHER if together else _ASTRAY) * distance(hex_, self.middle)
        worth -= ground.crowded * self.crowd[hex_]
        worth -= (_CLOSE_TOGETHER if together else _CLOSE) * sum(self.crowd[n] for n in hex_.neighbours())
        if member.task in _LOOKING:
            worth += _SEES * ground.seen(hex_, member.heading) + _SEES_GOAL * ground.sees_goal(hex_)
        return worth
