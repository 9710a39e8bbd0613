"""A TO&E as a period had it: of what it lists the first that was to be had and not withdrawn (min:22.3, min:21.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.panzer.forces.fielding import Fielding, Line, Picks, fielded, offered
from core.panzer.forces.organization import Formation, Members, Organization, Path, spread, units
from core.panzer.forces.periods import Period, available, not_yet
from core.panzer.pieces.cards import UnitCard


def to_be_had(card: UnitCard, at: Period) -> bool:
    """Whether a unit is there in a period, and not withdrawn: what a force of that time would have."""
    answer = available(card.available, at)
    return answer.ready and not answer.withdrawn


def as_of(organization: Organization, at: Period, picks: Picks | None = None) -> Fielding:
    """The formation of a TO&E in a period, where nothing is picked with what was there then.

    picks: what a player picks of it, which holds whether it is there or not; `Fielding.missing` tells. ForceError as
    of `fielded`.
    """
    chosen = picks or Picks()
    lines: dict[Line, int] = {}
    parts: dict[Path, int] = {}
    _choose(spread(organization.formation), (), at, lines, parts)
    substitutes = dict(_substitutes(organization, at))
    return fielded(
        organization,
        at,
        evolve(
            chosen,
            instead={**parts, **chosen.instead},
            alternatives={**lines, **chosen.alternatives},
            substitutes={**substitutes, **chosen.substitutes},
        ),
    )


def _choose(formation: Formation, path: Path, at: Period, lines: dict[Line, int], parts: dict[Path, int]) -> None:
    """Note the alternative of each line and each sub-formation that was to be had, where it is not the first."""
    for number, members in enumerate(formation.members):
        if which := _first((members, *members.alternatives), at):
            lines[path, number] = which
    for part in formation.parts:
        there = (*path, part.name)
        options = (part, *map(spread, part.alternatives))
        which = next((n for n, one in enumerate(options) if not missing(one, at)), 0)
        if which:
            parts[there] = which
        _choose(options[which], there, at, lines, parts)


def _first(options: tuple[Members, ...], at: Period) -> int:
    """The first that is there and not withdrawn; else the first that is there; else the first."""
    fresh = (number for number, one in enumerate(options) if to_be_had(one.card, at))
    old = (number for number, one in enumerate(options) if available(one.card.available, at).ready)
    return next(fresh, next(old, 0))


def missing(formation: Formation, at: Period) -> bool:
    """Whether a unit of a formation, or a weapon with it, is not to be had yet, whichever alternative is taken."""
    for _, members in units(formation):
        options = (members, *members.alternatives)
        if not any(available(one.card.available, at).ready for one in options):
            return True
        if not_yet(members.attached, at):
            return True
    return False


def _substitutes(organization: Organization, at: Period) -> Iterator[tuple[str, str]]:
    """What stands for the units of a TO&E that are not there yet."""
    for one in reversed(offered(organization, at)):
        if not available(one.replaces.available, at).ready:
            yield one.replaces.id, one.card.id
