"""TO&Es: formations as trees of headquarters, units and sub-formations, and changes of them (min:21.0, min:21.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import count
from typing import Final

from attrs import evolve, frozen

from core.panzer.forces.periods import Period
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import AttachedWeapon, LegStep, UnitCard
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import Label, Level

#: The names of formations from the top down to one; () is the top itself.
Path = tuple[str, ...]

#: By the first word of what a headquarters is called.
LEVELS: Final = {
    "Company": Level.COMPANY,
    "Battery": Level.COMPANY,
    "Battalion": Level.BATTALION,
    "Regiment": Level.REGIMENT,
    "Brigade": Level.REGIMENT,
}


class ForceError(ValueError):
    """A force that cannot be had. reason: what is wrong and what would be right; rule: which rule says so."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class Strength(Enum):
    """The sign behind the name of a formation: nothing, (-) (min:21.1.3), (+) (min:21.1.4)."""

    FULL = ""
    UNDER = "(-)"
    OVER = "(+)"


@frozen(kw_only=True)
class Members:
    """So many of a unit in a formation (min:21.1.1).

    most: the upper end where a range is printed, 0 = there is none; size: of a leg unit that is not at its largest;
    labels: its prefixes, FO for the book's OP (min:21.1.1.2, min:21.1.1.2.1 to min:21.1.1.2.4); attached: weapons that
    are never fielded alone (min:22.1); attachment: of a battery; alternatives: what may be fielded in place of all of
    them, never of some.
    """

    count: int
    card: UnitCard
    most: int = 0
    size: LegStep | None = None
    labels: frozenset[Label] = frozenset()
    attached: tuple[AttachedWeapon, ...] = ()
    motorcycle: bool = False
    attachment: Attachment | None = None
    alternatives: tuple[Members, ...] = ()


@frozen(kw_only=True)
class Formation:
    """A formation: its headquarters, its units, its sub-formations (min:21.1, min:21.1.1).

    count: how many of it its parent has; headquarters_name: "Company HQ", empty where it has none and answers to its
    parent's; alternatives: formations that may be fielded instead; optional: why it may be left out, empty if it is
    always there; morale: its Cohesion Point level, None where Morale is not played (min:20.1.1.1).
    """

    name: str
    count: int = 1
    headquarters_name: str = ""
    headquarters: tuple[Members, ...] = ()
    units: tuple[Members, ...] = ()
    parts: tuple[Formation, ...] = ()
    alternatives: tuple[Formation, ...] = ()
    optional: str = ""
    strength: Strength = Strength.FULL
    morale: Morale | None = None

    @property
    def title(self) -> str:
        """Its name, with the sign of its strength."""
        return f"{self.name} {self.strength.value}".strip()

    @property
    def level(self) -> Level | None:
        """That of its headquarters; None for platoons and sections."""
        return LEVELS.get(self.headquarters_name.partition(" ")[0])

    @property
    def members(self) -> tuple[Members, ...]:
        """Headquarters and units, without those of its sub-formations."""
        return (*self.headquarters, *self.units)

    @property
    def commanders(self) -> tuple[Members, ...]:
        """The command units of its headquarters; whoever else is there commands nobody (min:21.1.1.2.1)."""
        return tuple(members for members in self.headquarters if Label.COMMAND in members.labels)


@frozen(kw_only=True)
class Substitution:
    """One unit that may stand for another all through a TO&E (min:21.1.1). first, last: its periods, None = any."""

    card: UnitCard
    replaces: UnitCard
    first: Period | None = None
    last: Period | None = None
    note: str = ""

    def holds(self, at: Period) -> bool:
        """Whether it may be made in a period."""
        return (self.first is None or self.first <= at) and (self.last is None or at <= self.last)


@frozen(kw_only=True)
class Issue:
    """A weapon that leg units of some cards carry, as the notes of a TO&E say.

    within: the name of the formations whose units get it, empty for all; one_in: one unit of so many in each platoon;
    each: so many in each such formation, 0 = no such bound; first: the period from which they have it.
    """

    weapon: AttachedWeapon
    cards: frozenset[str]
    within: str = ""
    one_in: int = 1
    each: int = 0
    first: Period | None = None


@frozen(kw_only=True)
class Organization:
    """A Table of Organization and Equipment. first, last: the periods for which it holds, last None = to the end."""

    id: str
    name: str
    nation: str
    first: Period
    last: Period | None
    formation: Formation
    substitutions: tuple[Substitution, ...] = ()
    issues: tuple[Issue, ...] = ()
    notes: tuple[str, ...] = ()


# -- looking -------------------------------------------------------------------------------------


def walk(formation: Formation, path: Path = ()) -> Iterator[tuple[Path, Formation]]:
    """A formation and all below it, each with its path, parents first."""
    yield path, formation
    for part in formation.parts:
        yield from walk(part, (*path, part.name))


def morale_of(formation: Formation) -> Mapping[Path, Morale | None]:
    """The Cohesion Point level of a formation and of all below it, by their paths: platoons have that of the formation
    whose headquarters they answer to (min:23.2.3)."""
    found: dict[Path, Morale | None] = {}
    for path, one in walk(formation):
        found[path] = one.morale if one.level is not None or not path else found[path[:-1]]
    return found


def units(formation: Formation) -> Iterator[tuple[Path, Members]]:
    """All units of a formation and below it, in the order of the TO&E."""
    for path, one in walk(formation):
        for members in one.members:
            yield path, members


def part_at(formation: Formation, path: Path) -> Formation:
    """The sub-formation at a path; ForceError, with those that are there, if there is none."""
    found = formation
    for name in path:
        below = {part.name: part for part in found.parts}
        if name not in below:
            reason = f"{found.name} has no {name!r}; it has {', '.join(below) or 'no sub-formations'}"
            raise ForceError(reason, "min:21.1.1")
        found = below[name]
    return found


def chain_of_command(formation: Formation, path: Path) -> tuple[Path, ...]:
    """The formations whose headquarters command the units at a path, nearest first (min:21.1.1.1).

    A company HQ commands the units of its company, a battalion HQ those of its battalion, the topmost all.
    """
    above = [path[:length] for length in range(len(path), -1, -1)]
    return tuple(one for one in above if part_at(formation, one).commanders)


def spread(formation: Formation) -> Formation:
    """A formation with each of its sub-formations by itself: three of one become three, numbered."""
    parts = [evolve(spread(part), count=1) for part in formation.parts for _ in range(part.count)]
    return evolve(formation, parts=numbered(parts))


def numbered(parts: Iterable[Formation]) -> tuple[Formation, ...]:
    """Formations with names of their own: those of one name numbered from 1."""
    named = list(parts)
    often = Counter(part.name for part in named)
    met: Counter[str] = Counter()
    made = []
    for part in named:
        met[part.name] += 1
        made.append(evolve(part, name=f"{part.name} {met[part.name]}") if often[part.name] > 1 else part)
    return tuple(made)


# -- changing: ad-hoc formations -------------------------------------------------------------------


def exchanged(formation: Formation, one: Path, other: Path) -> Formation:
    """Two sub-formations cross-attached, each in the place of the other (min:21.1.2).

    Companies exchange platoons, battalions companies, one for one, so neither is under or over strength.
    ForceError if they are not on one level or one holds the other.
    """
    first, second = part_at(formation, one), part_at(formation, other)
    if not one or not other or first.level is not second.level:
        reason = f"{first.title} and {second.title} are not of one level; exchange a company for a company"
        raise ForceError(reason, "min:21.1.2")
    if one[: len(other)] == other or other[: len(one)] == one:
        raise ForceError(f"{first.title} and {second.title} are one within the other", "min:21.1.2")
    second = _named_among(part_at(formation, one[:-1]), second, leaving=one[-1])
    first = _named_among(part_at(formation, other[:-1]), first, leaving=other[-1])
    return _put(_put(formation, one, second), other, first)


def transferred(formation: Formation, moved: Path, to: Path) -> Formation:
    """A sub-formation given to another formation, which is over strength then, and its own under (min:21.1.2).

    It stays whole and answers to the headquarters there (min:21.1.4). ForceError if that has none.
    """
    if not moved or to[: len(moved)] == moved:
        raise ForceError("a formation cannot be given to itself", "min:21.1.2")
    part = part_at(formation, moved)
    _needs_headquarters(part_at(formation, to))
    given = _change(formation, to, lambda one: _added(one, part))
    return without(given, moved)


def with_part(formation: Formation, to: Path, part: Formation) -> Formation:
    """A formation with a sub-formation more, under a headquarters that fits; over strength (min:21.1.4)."""
    _needs_headquarters(part_at(formation, to))
    return _change(formation, to, lambda one: _added(one, part))


def with_units(formation: Formation, to: Path, members: Members) -> Formation:
    """A formation with single units more, in an existing sub-formation; that one is over strength (min:21.1.4)."""
    return _change(formation, to, lambda one: evolve(one, units=(*one.units, members), strength=Strength.OVER))


def without(formation: Formation, path: Path) -> Formation:
    """A formation that lacks a sub-formation; its parent is under strength (min:21.1.3)."""
    part_at(formation, path)
    if not path:
        raise ForceError("nothing would be left", "min:21.1.3")

    def lacking(one: Formation) -> Formation:
        return evolve(one, parts=tuple(p for p in one.parts if p.name != path[-1]), strength=Strength.UNDER)

    return _change(formation, path[:-1], lacking)


def without_units(formation: Formation, path: Path, card: str, number: int = 1) -> Formation:
    """A formation that lacks so many units of a card; under strength (min:21.1.3). ForceError if it has fewer."""
    one = part_at(formation, path)
    there = sum(members.count for members in one.members if members.card.id == card)
    if there < number:
        name = next((members.card.name for members in one.members if members.card.id == card), card)
        raise ForceError(f"{one.title} has {there} {name}, not {number}", "min:21.1.3")
    rest = list(one.headquarters), list(one.units)
    left = number
    for lines in reversed(rest):
        for at in reversed(range(len(lines))):
            if lines[at].card.id == card and left:
                lost = min(left, lines[at].count)
                left -= lost
                lines[at] = evolve(lines[at], count=lines[at].count - lost)
    headquarters, members = (tuple(line for line in lines if line.count) for lines in rest)
    changed = evolve(one, headquarters=headquarters, units=members, strength=Strength.UNDER)
    return _put(formation, path, changed)


def _needs_headquarters(to: Formation) -> None:
    if to.level is None:
        raise ForceError(f"{to.title} has no headquarters to answer to; give it to a company or more", "min:21.1.4")


def _added(to: Formation, part: Formation) -> Formation:
    return evolve(to, parts=(*to.parts, _named_among(to, part)), strength=Strength.OVER)


def _named_among(parent: Formation, part: Formation, leaving: str = "") -> Formation:
    """A formation that comes to a parent, by its name, or with the next number that is free there."""
    taken = {other.name for other in parent.parts} - {leaving}
    if part.name not in taken:
        return part
    base = part.name.rstrip("0123456789").rstrip()
    numbers = (f"{base} {number}" for number in count(2 if base in taken else 1))
    return evolve(part, name=next(name for name in numbers if name not in taken))


def _change(formation: Formation, path: Path, how: Callable[[Formation], Formation]) -> Formation:
    return _put(formation, path, how(part_at(formation, path)))


def _put(formation: Formation, path: Path, new: Formation) -> Formation:
    if not path:
        return new
    parts = (_put(part, path[1:], new) if part.name == path[0] else part for part in formation.parts)
    return evolve(formation, parts=tuple(parts))
