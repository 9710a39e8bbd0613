"""Forces by points: companies and platoons of a TO&E until the points are spent (min:23.2.2, min:23.2.3, min:21.1.1).

A scenario may field any component of a formation; what lacks a part is under strength, what has one more over strength
(min:21.1.3, min:21.1.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from attrs import evolve, frozen

from core.lots import Lots
from core.panzer.forces.fielding import formation_points
from core.panzer.forces.organization import (
    ForceError,
    Formation,
    Members,
    Strength,
    numbered,
    units,
    walk,
    with_part,
    with_units,
    without,
)
from core.panzer.forces.periods import Period
from core.panzer.forces.points import PointFactors
from core.panzer.forces.raising import missing, to_be_had
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import BatteryCard, LegCard, TowedCard, VehicleCard
from core.panzer.pieces.scenario import Level

#: The fewest points for which a force can be found at all.
LEAST: Final = 100
#: How often lots are drawn for a force that comes near enough to its points, in percent of them.
_ATTEMPTS, _NEAR = 12, 3
#: Percent of the points that a headquarters above the companies may cost, and the artillery.
_HEADQUARTERS, _ARTILLERY = 8, 14
#: A company is not fielded with less than this part of its points left, unless it is all there is (min:21.1.3).
_THIN: Final = 0.34
#: Of companies under strength any is as good that has so much of the points of the strongest.
_THINNED: Final = 0.75
#: Platoons of other formations in a company, and single units more in a platoon.
_PLATOONS, _SINGLE = 2, 2

Price = Callable[[Formation], int]


@frozen
class Wanted:
    """What is wanted of a force.

    transport: whether its unarmed vehicles come along; vehicles: nothing but vehicles that fight, as the Basic Game has
    it (na:2.0); companies: nothing above them, no headquarters and no battery, as they are added to another force.
    """

    points: int
    grade: Grade = Grade.SEASONED
    transport: bool = True
    vehicles: bool = False
    companies: bool = False


def mustered(whole: Formation, at: Period, wanted: Wanted, factors: PointFactors, lots: Lots) -> Formation:
    """A force of the components of a formation that costs so many points or a little less.

    whole: a formation with everything picked. ForceError if the points are too few, or nothing of it is to be had.
    """
    if wanted.points < LEAST:
        raise ForceError(f"{wanted.points} points are too few for a force; {LEAST} or more", "min:23.2.2")
    price = partial(formation_points, factors, grade=wanted.grade)
    ready = without_what_stays(whole, wanted)
    pool = _pool(ready, at)
    if not pool:
        raise ForceError(f"nothing of {whole.name} is to be had in {at}", "min:22.3")
    best: Formation | None = None
    for attempt in range(_ATTEMPTS):
        force = _drawn(ready, pool, at, wanted, price, lots.of(str(attempt)))
        if force is not None and (best is None or price(force) > price(best)):
            best = force
        if best is not None and (wanted.points - price(best)) * 100 <= wanted.points * _NEAR:
            return best
    if best is None:
        reason = f"{wanted.points} points buy no company of {whole.name}; more points, or a lower grade"
        raise ForceError(reason, "min:23.2.2")
    return best


def _pool(ready: Formation, at: Period) -> list[Formation]:
    """The companies that are to be had, or platoons where there are none; those withdrawn only if there is nothing
    else, as the end of their service binds nobody (min:22.3)."""
    for old in (False, True):
        companies = [one for _, one in walk(ready) if one.level is Level.COMPANY and _there(one, at, old=old)]
        platoons = [one for _, one in walk(ready) if one.level is None and one.units and _there(one, at, old=old)]
        if companies or platoons:
            return companies or platoons
    return []


def _drawn(
    ready: Formation, pool: list[Formation], at: Period, wanted: Wanted, price: Price, lots: Lots
) -> Formation | None:
    """A force as the lots fall; None if the points buy no company."""
    force = _above(ready, wanted, price)
    companies = _companies(pool, wanted.points - price(force), price, lots)
    if not companies:
        return None
    force = evolve(force, parts=numbered(evolve(one, name=_base(one.name)) for one in companies))
    force = _with_artillery(force, ready, wanted, price, lots)
    force = _with_platoons(force, ready, wanted, at, price, lots)
    return _filled(force, wanted, price)


def without_what_stays(formation: Formation, wanted: Wanted) -> Formation:
    """A formation without the vehicles that are left behind, or without all that is no vehicle that fights."""

    def comes(members: Members) -> bool:
        card = members.card
        if wanted.vehicles:
            return isinstance(card, VehicleCard) and card.armed and not isinstance(card, TowedCard)
        return wanted.transport or not isinstance(card, VehicleCard) or card.armed

    parts = (without_what_stays(part, wanted) for part in formation.parts)
    return evolve(
        formation,
        headquarters=tuple(filter(comes, formation.headquarters)),
        units=tuple(filter(comes, formation.units)),
        parts=tuple(part for part in parts if any(True for _ in units(part))),
    )


def _there(formation: Formation, at: Period, *, old: bool = False) -> bool:
    """Whether a formation has units, all of them to be had in a period and not withdrawn; batteries are no company.

    old: those that are withdrawn too.
    """
    members = [one for _, one in units(formation)]
    return (
        bool(members)
        and not missing(formation, at)
        and (old or all(to_be_had(one.card, at) for one in members))
        and not any(isinstance(one.card, BatteryCard) for one in members)
    )


def _above(whole: Formation, wanted: Wanted, price: Price) -> Formation:
    """The top of the formation with its headquarters, if that does not cost too much; without what is below it."""
    bare = evolve(whole, units=(), parts=(), strength=Strength.UNDER)
    if wanted.vehicles or wanted.companies or price(bare) * 100 > wanted.points * _HEADQUARTERS:
        return evolve(bare, headquarters=())
    return bare


def _companies(pool: Iterable[Formation], points: int, price: Price, lots: Lots) -> list[Formation]:
    """Companies for so many points, of different arms as far as there are; the last perhaps under strength."""
    rest, chosen = lots.shuffled(pool), list[Formation]()
    while rest:
        arms = [_on_foot(one) for one in chosen]
        rest.sort(key=lambda one: arms.count(_on_foot(one)))
        fits = next((one for one in rest if price(one) <= points), None)
        if fits is None:
            break
        rest.remove(fits)
        chosen.append(fits)
        points -= price(fits)
    thinned = [thin for one in rest if (thin := _thinned(one, points, price, whole=not chosen)) is not None]
    if not thinned:
        return chosen
    most = max(map(price, thinned))
    return [*chosen, lots.one_of([one for one in thinned if price(one) >= most * _THINNED])]


def _base(name: str) -> str:
    """The name of a formation without its number among those of its parent."""
    return name.rstrip("0123456789").rstrip()


def _on_foot(formation: Formation) -> bool:
    """Whether most of its units that fight are no vehicles."""
    members = [one for _, one in units(formation) if one.card.armed]
    return 2 * sum(one.count for one in members if isinstance(one.card, LegCard | TowedCard)) > sum(
        one.count for one in members
    )


def _thinned(formation: Formation, points: int, price: Price, *, whole: bool) -> Formation | None:
    """A formation without its last sub-formations, then without its last units, until it costs no more (min:21.1.3).

    None if too little is left of it. whole: there is nothing else, so that little is enough.
    """
    least, thin = price(formation) * _THIN, formation
    while price(thin) > points and len(thin.parts) > 1:
        thin = without(thin, (thin.parts[-1].name,))
    while price(thin) > points and (fewer := _one_fewer(thin)) is not None:
        thin = fewer
    left = price(thin)
    return thin if 0 < left <= points and (whole or left >= least) else None


def _one_fewer(formation: Formation) -> Formation | None:
    """Without the last unit of the last platoon, and what belongs to each such unit; None if it has one or none."""
    if formation.parts:
        fewer = _one_fewer(formation.parts[-1])
        if fewer is not None:
            return evolve(formation, parts=(*formation.parts[:-1], fewer), strength=Strength.UNDER)
        return None
    most = max((one.count for one in formation.units), default=0)
    if most < 2:
        return None
    fewer_units = tuple(evolve(one, count=one.count - 1) if one.count == most else one for one in formation.units)
    return evolve(formation, units=fewer_units, strength=Strength.UNDER)


def _with_artillery(force: Formation, whole: Formation, wanted: Wanted, price: Price, lots: Lots) -> Formation:
    """A battery at the top, if it is not too dear and somebody may call it (na:6.5.1.1)."""
    if wanted.vehicles or wanted.companies:
        return force
    batteries = [
        evolve(one, count=1, most=0) for part in whole.parts for one in part.units if isinstance(one.card, BatteryCard)
    ]
    for battery in lots.shuffled(batteries)[:1]:
        more = evolve(force, units=(*force.units, battery))
        cost = price(more) - price(force)
        if cost * 100 <= wanted.points * _ARTILLERY and price(more) <= wanted.points:
            return more
    return force


def _with_platoons(
    force: Formation, whole: Formation, wanted: Wanted, at: Period, price: Price, lots: Lots
) -> Formation:
    """Platoons that belong to no company, attached to one, as long as there are points for them (min:21.1.4)."""
    loose = [
        part
        for _, one in walk(whole)
        if one.level not in (None, Level.COMPANY)
        for part in one.parts
        if part.level is None and _there(part, at)
    ]
    taken = 0
    for platoon in lots.shuffled(loose):
        hosts = [part for part in force.parts if part.level is Level.COMPANY and part.commanders]
        if taken == _PLATOONS or not hosts:
            break
        if price(force) + price(platoon) <= wanted.points:
            more = with_part(force, (lots.one_of(hosts).name,), evolve(platoon, name=_base(platoon.name)))
            # It has the morale of the company from now on, and may be dearer by it (min:23.2.3c).
            if price(more) <= wanted.points:
                force, taken = more, taken + 1
    return force


def _filled(force: Formation, wanted: Wanted, price: Price) -> Formation:
    """With single units more in platoons, those whose points come nearest to what is left (min:21.1.4)."""
    places = [
        (path, evolve(members, count=1))
        for path, one in walk(force)
        if path and not one.parts
        for members in one.units
        if members.card.armed and not isinstance(members.card, BatteryCard)
        for _ in range(_SINGLE)
    ]
    before = price(force)
    costs = [price(with_units(force, path, members)) - before for path, members in places]
    for number in _best(costs, wanted.points - before):
        force = with_units(force, *places[number])
    return _gathered(force)


def _gathered(formation: Formation) -> Formation:
    """With each line of like units once."""
    lines: list[Members] = []
    for line in formation.units:
        at = next((n for n, one in enumerate(lines) if evolve(one, count=line.count) == line), None)
        if at is None:
            lines.append(line)
        else:
            lines[at] = evolve(line, count=lines[at].count + line.count)
    return evolve(formation, units=tuple(lines), parts=tuple(map(_gathered, formation.parts)))


def _best(costs: list[int], points: int) -> tuple[int, ...]:
    """Which of these costs add up to as much of the points as can be, the fewest of them."""
    sums: dict[int, tuple[int, ...]] = {0: ()}
    for number, cost in enumerate(costs):
        for so_far, numbers in sorted(sums.items(), reverse=True):
            total = so_far + cost
            if cost > 0 and total <= points and len(numbers) + 1 < len(sums.get(total, range(99))):
                sums[total] = (*numbers, number)
    return sums[max(sums)]
