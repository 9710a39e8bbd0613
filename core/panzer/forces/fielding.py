"""From a TO&E to the units of a force: alternatives, substitutions, weapons issued, what is missing (min:21.1.1)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from core.panzer.forces.organization import (
    ForceError,
    Formation,
    Issue,
    Members,
    Organization,
    Path,
    Substitution,
    morale_of,
    numbered,
    spread,
    units,
    walk,
)
from core.panzer.forces.periods import NotYet, Period, available, not_yet
from core.panzer.forces.points import PointFactors, worth
from core.panzer.pieces.advanced_tables import Attachment, Grade
from core.panzer.pieces.morale import Morale

#: A line of a formation: the path of the formation, the number of the line in it, headquarters first, from 0.
Line = tuple[Path, int]


@frozen(kw_only=True)
class Picks:
    """What a player picks of a TO&E; whatever he does not name is as it is listed first.

    instead: at a path, which of the alternatives of that formation, from 1; alternatives: of a line, likewise; counts:
    of lines with a range; substitutes: by the id of the card replaced, the id of the card that stands for it;
    left_out: formations that may be.
    """

    instead: Mapping[Path, int] = field(factory=dict)
    alternatives: Mapping[Line, int] = field(factory=dict)
    counts: Mapping[Line, int] = field(factory=dict)
    substitutes: Mapping[str, str] = field(factory=dict)
    left_out: frozenset[Path] = frozenset()


@frozen
class Fielding:
    """A formation with everything picked. missing: units and weapons in it that are not to be had yet (min:22.3)."""

    formation: Formation
    missing: tuple[NotYet, ...]


def holds(organization: Organization, at: Period) -> bool:
    """Whether a TO&E is that of a period (min:21.GF20, min:21.GF21, min:21.SF4, min:21.SF13)."""
    return organization.first <= at and (organization.last is None or at <= organization.last)


def fielded(organization: Organization, at: Period, picks: Picks | None = None) -> Fielding:
    """The formation of a TO&E in a period, spread out, each entry with one of its alternatives (min:21.1.1).

    ForceError if the TO&E is not that of the period, or something is picked that it does not offer then.
    """
    if not holds(organization, at):
        last = f" to {organization.last}" if organization.last else " on"
        raise ForceError(f"{organization.name} is that of {organization.first}{last}, not of {at}", "min:21.1.1")
    chosen = picks or Picks()
    stands_for = {
        replaced: _substitution(organization, replaced, by, at) for replaced, by in chosen.substitutes.items()
    }
    made = _fielded(spread(organization.formation), (), chosen, stands_for)
    for issue in organization.issues:
        if (issue.first is None or issue.first <= at) and available(issue.weapon.available, at).ready:
            made = _issued(made, issue, within=not issue.within)
    cards = [members.card for _, members in units(made)]
    weapons = [weapon for _, members in units(made) for weapon in members.attached]
    return Fielding(made, not_yet([*cards, *weapons], at))


def offered(organization: Organization, at: Period) -> tuple[Substitution, ...]:
    """The substitutions that may be made in a period with units that are there (min:21.1.1, min:22.3)."""
    return tuple(one for one in organization.substitutions if one.holds(at) and available(one.card.available, at).ready)


def formation_points(
    factors: PointFactors,
    formation: Formation,
    grade: Grade = Grade.SEASONED,
    morale: Morale | None = None,
    *,
    own: Mapping[Line, Grade] | None = None,
) -> int:
    """What a formation costs: the sum of what each of its units is worth, rounded one by one (min:22.2, min:23.2.3).

    morale: of all formations that have none of their own; own: lines whose units have a grade of their own instead of
    the formation's (min:23.1.2). ForceError if a unit in it has no points.
    """
    total, levels = 0, morale_of(formation)
    lines = ((path, at, members) for path, one in walk(formation) for at, members in enumerate(one.members))
    for path, at, members in lines:
        attached = members.attachment is Attachment.ATTACHED
        one = worth(
            factors,
            members.card,
            (own or {}).get((path, at), grade),
            members.labels,
            members.attached,
            members.size,
            attached_battery=attached,
            morale=levels[path] or morale,
        )
        if one is None:
            raise ForceError(f"{members.card.name} has no points", "min:22.2")
        total += members.count * one.whole
    return total


# -- picking -------------------------------------------------------------------------------------


def _fielded(formation: Formation, path: Path, picks: Picks, stands_for: Mapping[str, Substitution]) -> Formation:
    lines = [
        _line(members, (path, at), picks, stands_for)
        for at, members in enumerate((*formation.headquarters, *formation.units))
    ]
    parts = []
    for part in formation.parts:
        there = (*path, part.name)
        if there in picks.left_out:
            if not part.optional:
                reason = f"{part.name} is no part that {formation.name} may do without"
                raise ForceError(reason, "min:21.1.1")
            continue
        which = picks.instead.get(there, 0)
        parts.append(_fielded(_one_of(part, which), there, picks, stands_for))
    hq = len(formation.headquarters)
    return evolve(
        formation, headquarters=tuple(lines[:hq]), units=tuple(lines[hq:]), parts=numbered(parts), alternatives=()
    )


def _one_of(formation: Formation, which: int) -> Formation:
    if not 0 <= which <= len(formation.alternatives):
        reason = f"{formation.name} has {len(formation.alternatives)} alternatives, not {which}"
        raise ForceError(reason, "min:21.1.1")
    return spread(formation.alternatives[which - 1]) if which else formation


def _line(members: Members, line: Line, picks: Picks, stands_for: Mapping[str, Substitution]) -> Members:
    which = picks.alternatives.get(line, 0)
    if not 0 <= which <= len(members.alternatives):
        reason = f"{members.card.name} has {len(members.alternatives)} alternatives, not {which}"
        raise ForceError(reason, "min:21.1.1")
    chosen = members.alternatives[which - 1] if which else members
    count = picks.counts.get(line, chosen.count)
    if not chosen.count <= count <= max(chosen.count, chosen.most):
        reason = f"{count} of {chosen.card.name}: {chosen.count} to {max(chosen.count, chosen.most)}"
        raise ForceError(reason, "min:21.1.1")
    by = stands_for.get(chosen.card.id)
    return evolve(chosen, count=count, most=0, alternatives=(), card=by.card if by else chosen.card)


def _substitution(organization: Organization, replaced: str, by: str, at: Period) -> Substitution:
    listed = [one for one in organization.substitutions if one.replaces.id == replaced]
    for one in listed:
        if one.card.id == by and one.holds(at):
            return one
        if one.card.id == by:
            when = f"from {one.first} on" if one.first and at < one.first else f"to {one.last}"
            raise ForceError(f"{one.card.name} may stand for {one.replaces.name} {when}", "min:21.1.1")
    known = ", ".join(one.card.id for one in listed) or "nothing"
    raise ForceError(f"{by} may not stand for {replaced}; {known} may", "min:21.1.1")


# -- weapons -------------------------------------------------------------------------------------


def _issued(formation: Formation, issue: Issue, *, within: bool) -> Formation:
    """The formation with a weapon given out where it is named, and below; within: it lies in one that is named."""
    named = within or _is_called(formation.name, issue.within)
    if not named:
        return evolve(formation, parts=tuple(_issued(part, issue, within=False) for part in formation.parts))
    if issue.each:
        return _some(formation, issue, issue.each)[0]
    return evolve(
        formation,
        headquarters=_share(formation.headquarters, issue),
        units=_share(formation.units, issue),
        parts=tuple(_issued(part, issue, within=True) for part in formation.parts),
    )


def _is_called(name: str, wanted: str) -> bool:
    """Whether a formation has a name, numbered or not."""
    return name == wanted or (name.startswith(f"{wanted} ") and name.removeprefix(f"{wanted} ").isdigit())


def _share(lines: tuple[Members, ...], issue: Issue) -> tuple[Members, ...]:
    return tuple(one for line in lines for one in _split(line, issue, line.count // issue.one_in))


def _some(formation: Formation, issue: Issue, number: int) -> tuple[Formation, int]:
    """The formation with so many weapons given to the first units that carry them, and how many are left over."""
    made: list[Members] = []
    for line in formation.units:
        given = min(number, line.count) if line.card.id in issue.cards else 0
        number -= given
        made += _split(line, issue, given)
    parts = []
    for part in formation.parts:
        changed, number = _some(part, issue, number)
        parts.append(changed)
    return evolve(formation, units=tuple(made), parts=tuple(parts)), number


def _split(line: Members, issue: Issue, given: int) -> list[Members]:
    if line.card.id not in issue.cards or not given:
        return [line]
    armed = evolve(line, count=given, attached=(*line.attached, issue.weapon))
    return [armed, evolve(line, count=line.count - given)] if given < line.count else [armed]
