"""The force of a side: mustered by points, or a formation of a TO&E with its options (min:21.1.1, min:23.1.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, field, frozen

from content.kit.battles import Line
from content.panzer.battles.ad_hoc import base, changed, path_of, words_of
from content.panzer.battles.cohesion import cohesion_point, with_morale
from content.panzer.battles.wishes import RulesPlayed, SideWish, Wishes
from content.panzer.tables.battle_tables import battle_tables
from content.panzer.toe.toes import establishment, toe, toe_ids
from core.lots import Lots
from core.panzer.forces.engagements import groups
from core.panzer.forces.fielding import Line as FormationLine
from core.panzer.forces.fielding import Picks, formation_points
from core.panzer.forces.mustering import Wanted, mustered, without_what_stays
from core.panzer.forces.organization import (
    ForceError,
    Formation,
    Members,
    Organization,
    Path,
    morale_of,
    part_at,
    spread,
    units,
    walk,
)
from core.panzer.forces.periods import NotYet, not_yet, not_yet_issued
from core.panzer.forces.raising import as_of
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.scenario import Label, Level

#: How many formations of a TO&E a form offers at most.
_OFFERED: Final = 60
_AS_LISTED: Final = ""


@frozen(kw_only=True)
class Raised:
    """A force. late: its formations that enter later, by their paths; missing: what its nation does not have yet;
    issued: the ammunition that comes later than the battle."""

    organization: Organization
    formation: Formation
    points: int
    wanted: int
    late: tuple[Path, ...] = ()
    missing: tuple[NotYet, ...] = ()
    issued: tuple[NotYet, ...] = ()


def organization_of(wish: SideWish) -> Organization:
    """The TO&E of a force, or what its nation had for forces by points. ContentError if there is no such TO&E."""
    return toe(wish.force.partition("/")[0]) if wish.force else establishment(wish.nation)


def raised(
    wish: SideWish, wishes: Wishes, points: int, lots: Lots, *, defends: bool, companies: bool = False
) -> Raised:
    """The force of a side for so many points; of a named formation its own. ForceError says why there is none.

    defends: it leaves its transport behind; companies: nothing above them.
    """
    organization = organization_of(wish)
    if wish.ad_hoc and not wish.force:
        reason = "a force by points has no formations to exchange; choose a TO&E or one of its formations"
        raise ForceError(reason, "min:21.1.2")
    if organization.nation != wish.nation:
        raise ForceError(f"{organization.id} is {organization.nation}, not {wish.nation}", "min:21.0")
    fielding = as_of(organization, wishes.at, _picks(wish))
    wanted = Wanted(points, wish.grade, not defends, wishes.rules is RulesPlayed.BASIC, companies)
    ready = changed(organization, fielding.formation, wish.ad_hoc)
    if wishes.morale:
        ready = with_morale(ready, wish, wishes, lots.of("morale"))
    if wish.by_points:
        formation = mustered(ready, wishes.at, wanted, battle_tables().factors, lots)
    else:
        path = path_of(organization, ready, wish.force.partition("/")[2])
        formation = without_what_stays(part_at(ready, path), wanted)
        _prove_there(formation, wishes)
    cost = formation_points(battle_tables().factors, formation, wish.grade)
    made = Raised(
        organization=organization, formation=formation, points=cost, wanted=points, missing=fielding.missing,
        issued=_issued_later(formation, wishes),
    )  # fmt: skip
    return evolve(made, late=_held_back(made.formation, wish)) if wish.reserve[1] else made


def _prove_there(formation: Formation, wishes: Wishes) -> None:
    """That a named formation has units, and none that its nation does not have yet (min:22.3)."""
    members = [one for _, one in units(formation)]
    if not members:
        raise ForceError(f"{formation.name} has no unit that is played with the basic rules", "na:2.0")
    late = not_yet([*(one.card for one in members), *(w for one in members for w in one.attached)], wishes.at)
    if late:
        listed = "; ".join(map(str, late))
        raise ForceError(f"not to be had in {wishes.at}: {listed}; another date, or other units", "min:22.3")


def _issued_later(formation: Formation, wishes: Wishes) -> tuple[NotYet, ...]:
    cards = {one.card.id: one.card for _, one in units(formation)}
    found = {str(late): late for card in cards.values() for late in not_yet_issued(card, wishes.at)}
    return tuple(found.values())


# -- groups ----------------------------------------------------------------------------------------


def counterattacking(wish: SideWish, wishes: Wishes, points: int, works: int, lots: Lots) -> Raised:
    """The defending force of a Counterattack, its relief group late: 40 and 60 % of the points (min:23.2.2.4).

    A named formation is divided by its companies. ForceError as of `raised`, and if it cannot be divided so.
    """
    holding_points, relief_points = groups(battle_tables(), points)
    if not wish.by_points:
        force = raised(wish, wishes, points, lots, defends=True)
        late = _share_of(force.formation, relief_points * 100 // max(points, 1), wish.grade)
        return evolve(force, late=late)
    holding = raised(evolve(wish, reserve=(0, 0)), wishes, holding_points - works, lots.of("holding"), defends=True)
    relief = raised(
        evolve(wish, reserve=(0, 0)), wishes, relief_points, lots.of("relief"), defends=False, companies=True
    )
    parts = tuple(evolve(part, name=f"Relief {part.name}") for part in relief.formation.parts)
    formation = evolve(holding.formation, parts=(*holding.formation.parts, *parts))
    return evolve(
        holding,
        formation=formation,
        points=formation_points(battle_tables().factors, formation, wish.grade),
        wanted=points - works,
        late=tuple((part.name,) for part in parts),
        issued=tuple(dict.fromkeys((*holding.issued, *relief.issued))),
    )


def _held_back(formation: Formation, wish: SideWish) -> tuple[Path, ...]:
    return _share_of(formation, wish.reserve[0], wish.grade)


def _share_of(formation: Formation, percent: int, grade: Grade) -> tuple[Path, ...]:
    """The companies whose points come nearest to a share of the force, never all, by their paths: battalions have
    companies of like names. ForceError if it has but one."""
    factors = battle_tables().factors
    companies = [(path, one) for path, one in walk(formation) if path and one.level is Level.COMPANY]
    if len(companies) < 2:
        reason = f"{formation.name} has no second company to come later; more points, or no reserve"
        raise ForceError(reason, "min:23.2.2.4")
    goal = formation_points(factors, formation, grade) * percent // 100
    chosen: list[Path] = []
    so_far = 0
    for path, one in reversed(companies[1:]):
        more = so_far + formation_points(factors, one, grade)
        if not chosen or abs(goal - more) < abs(goal - so_far):
            chosen.append(path)
            so_far = more
    return tuple(chosen)


def late_points(force: Raised, grade: Grade) -> int:
    """What the formations that enter later are worth."""
    factors = battle_tables().factors
    return sum(formation_points(factors, one, grade) for path, one in walk(force.formation) if path in force.late)


def late_names(force: Raised) -> tuple[str, ...]:
    """The formations that enter later in words: where it has more of a name, with the formation that it belongs to."""
    often = Counter(one.name for _, one in walk(force.formation))
    return tuple(
        f"{path[-1]} of {path[-2]}" if often[path[-1]] > 1 and len(path) > 1 else path[-1] for path in force.late
    )


# -- TO&Es and their options -----------------------------------------------------------------------


def forces_of(nation: str) -> tuple[tuple[str, str], ...]:
    """What may be fielded of the TO&Es of a nation, each with its words: each whole, by points, or one formation."""
    found = [("", "by points")]
    for id_ in toe_ids():
        organization = toe(id_)
        if organization.nation != nation:
            continue
        found.append((f"{id_}*", f"{id_} {organization.name}, by points"))
        found.append((id_, f"{id_} {organization.name}, whole"))
        for words in dict.fromkeys(words_of(path) for path, _ in walk(spread(organization.formation)) if path):
            found.append((f"{id_}/{words}", f"{id_} {words.replace('/', ', ')}"))
    return tuple(found[:_OFFERED])


def _picks(wish: SideWish) -> Picks:
    """What the lines of the form pick of a TO&E. ForceError if one of them names nothing."""
    picks = _Made()
    for line, value in wish.picks.items():
        kind, _, of = line.partition(":")
        if value == _AS_LISTED or value == "off":
            continue
        path = tuple(of.partition("#")[0].split("/"))
        if kind == "sub":
            picks.substitutes[of] = value
        elif kind == "out":
            picks.left_out.add(path)
        elif kind in ("or", "count") and value.isdecimal() and of.partition("#")[2].isdecimal():
            (picks.alternatives if kind == "or" else picks.counts)[
                (() if path == ("",) else path, int(of.partition("#")[2]))
            ] = int(value)
        elif kind == "instead" and value.isdecimal():
            picks.instead[path] = int(value)
        else:
            raise ForceError(f"{line} = {value} picks nothing; such as sub:CARD=CARD or out:FORMATION=on", "min:21.1.1")
    return Picks(
        instead=picks.instead,
        alternatives=picks.alternatives,
        counts=picks.counts,
        substitutes=picks.substitutes,
        left_out=frozenset(picks.left_out),
    )


@frozen
class _Made:
    """Picks in the making."""

    instead: dict[Path, int] = field(factory=dict)
    alternatives: dict[FormationLine, int] = field(factory=dict)
    counts: dict[FormationLine, int] = field(factory=dict)
    substitutes: dict[str, str] = field(factory=dict)
    left_out: set[Path] = field(factory=set)


def option_lines(who: str, wish: SideWish, group: str) -> Iterator[Line]:
    """The options of the TO&E of a side within the formation that is fielded: a line each (min:21.1.1)."""
    if not wish.force:
        return
    organization = organization_of(wish)
    whole = spread(organization.formation)
    try:
        top = path_of(organization, whole, wish.force.partition("/")[2])
    except ForceError:
        return
    for pick, label, values, about in _options(organization, whole, top):
        line = f"{who}-pick:{pick}"
        yield Line(line, label, wish.picks.get(pick, values[0][0]), values, about, f"min:21.{organization.id}", group)


_Option = tuple[str, str, tuple[tuple[str, str], ...], str]


def _options(organization: Organization, whole: Formation, top: Path) -> Iterator[_Option]:
    inside = [(path, one) for path, one in walk(whole) if path[: len(top)] == top]
    cards = {m.card.id: m.card for _, one in inside for line in one.members for m in (line, *line.alternatives)}
    for card in cards.values():
        others = [one for one in organization.substitutions if one.replaces.id == card.id]
        if others:
            when = ((one.card.id, f"{one.card.name}{_from(one.first)}") for one in others)
            yield f"sub:{card.id}", card.name, ((_AS_LISTED, "as listed"), *when), f"What stands for each {card.name}."
    for path, one in inside:
        words = "/".join(path)
        if one.optional:
            yield f"out:{words}", f"Without {base(one.name)}", (("off", "no"), ("on", "yes")), one.optional + "."
        if one.alternatives:
            names = ((str(n), _in_words(other)) for n, other in enumerate(one.alternatives, 1))
            yield f"instead:{words}", one.name, ((_AS_LISTED, _in_words(one)), *names), "One of them is fielded."
        for at, line in enumerate(one.members):
            if line.alternatives:
                cards_ = ((str(n), f"{m.count} {m.card.name}") for n, m in enumerate(line.alternatives, 1))
                first = (_AS_LISTED, f"{line.count} {line.card.name}")
                yield f"or:{words}#{at}", one.name, (first, *cards_), "One of them is fielded, never a mix."


def _from(first: object) -> str:
    return f", from {first}" if first else ""


def _in_words(formation: Formation) -> str:
    return ", ".join(f"{m.count} {m.card.name}" for _, m in list(units(formation))[:2]) or formation.name


def unit_lists(force: Raised, grade: Grade) -> Mapping[str, list[tuple[str, int]]]:
    """Of each formation with a headquarters, platoons and all, its units of each kind with their points.

    Companies of like names say to which battalion they belong.
    """
    factors = battle_tables().factors
    found: dict[Path, dict[str, tuple[int, int]]] = {}
    owners: dict[Path, Path] = {}
    levels, formations = morale_of(force.formation), dict(walk(force.formation))
    for path, one in formations.items():
        owners[path] = path if one.level is not None or not path else owners[path[:-1]]
        lines = found.setdefault(owners[path], {})
        for members in one.members:
            points = formation_points(factors, Formation(name="", units=(members,), morale=levels[path]), grade)
            count, so_far = lines.get(_called(members), (0, 0))
            lines[_called(members)] = count + members.count, so_far + points
    often = Counter(formations[path].name for path, lines in found.items() if lines)
    return {
        _titled(formations[path], f" of {path[-2]}" if len(path) > 1 and often[path[-1]] > 1 else ""): [
            (f"{count} {name}", points) for name, (count, points) in lines.items()
        ]
        for path, lines in found.items()
        if lines
    }


def _titled(formation: Formation, where: str = "") -> str:
    """The title of a formation, with its morale where that is played. where: to what it belongs, in words."""
    point, title = cohesion_point(formation), f"{formation.title}{where}"
    return f"{title}, {formation.morale.value} CP-{point}" if formation.morale and point else title


def _called(members: Members) -> str:
    """The name of a unit with its labels, as an order of battle has it."""
    name = members.card.name.replace("Squad - 1/2 Squad", "Half-Squad" if members.size else "Squad")
    labels = [label.value for label in Label if label in members.labels]
    return " ".join((*labels, name, *(f"with {weapon.name}" for weapon in members.attached)))
