"""Looking together: who may form a group, what it adds to the die, what it sights (pw:7.4, pw:7.6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.panzerwar.command.range import radio_range
from core.panzerwar.damage.crew import commanded
from core.panzerwar.pieces.charts.sighting import SightingClass
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.sighting import observers
from core.panzerwar.sighting.factors import tally, worst
from core.panzerwar.sighting.glances import Glance, normal, reach
from core.panzerwar.state import WarState
from core.plane import STEP, off_angle, within
from core.tally import Tally

#: What an element adds to the die of others (pw:7.4.5).
_WHOLE: Final = 1.0
_HALF: Final = 0.5


@frozen(eq=False, repr=False)
class Sighted(Alike):
    """What a roll makes of a target: who sights it, to how far in GSU, by which factor, total and percentage of the
    base range; gsu: from the nearest of them."""

    by: tuple[Element, ...]
    gsu: float
    reach: float
    factor: Tally
    bonus: int
    percent: int

    @property
    def succeeds(self) -> bool:
        """Whether it is near enough: at the distance exactly it is (pw:7.6)."""
        return self.gsu <= self.reach


# -- who may look together -------------------------------------------------------------------------------


def group_refusal(state: WarState, members: Sequence[Element]) -> Refusal | None:
    """Why elements may not sight as one group; None if they may (pw:7.4, pw:7.4.1, pw:7.4.3, pw:9.10).

    Who is of a better class than another counts as of the lower, so that classes forbid nothing.
    """
    for one in members:
        refused = member_refusal(state, one)
        if refused is not None:
            return Refusal(f"{one.name}: {refused.reason}", refused.rule)
    for one, other in combinations(members, 2):
        if one.id == other.id:
            return Refusal(f"{one.name} is named twice", "pw:7.4")
        if not _arcs_overlap(state, one, other):
            return Refusal(f"the arcs of {one.name} and {other.name} do not overlap", "pw:7.4.1")
    clusters = _clusters(state, members)
    for some, others in combinations(clusters, 2):
        if not any(_in_contact(state, one, other) for one in some for other in others):
            far = f"{some[0].name} and {others[0].name} are too far apart"
            return Refusal(f"{far}: 100 by radio within a platoon, else 25", "pw:7.4")
    return None


def member_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why an element looks together with nobody."""
    refused = observers.blind_refusal(state, element)
    if refused is not None:
        return refused
    if not commanded(element.harm):
        return Refusal("without its commander it sights alone", "pw:9.10")
    return None


def _clusters(state: WarState, members: Sequence[Element]) -> list[list[Element]]:
    """Members that are joined by steps of no more than 25 (pw:7.4)."""
    near = state.charts.number("group-distance-silent")
    found: list[list[Element]] = []
    for one in members:
        beside = [some for some in found if any(within(one.where, other.where, near) for other in some)]
        found = [some for some in found if some not in beside]
        found.append([one, *(other for some in beside for other in some)])
    return found


def _in_contact(state: WarState, one: Element, other: Element) -> bool:
    """Whether two are of one platoon, both with radios that reach, within 100 of each other (pw:7.4, pw:7.4.1)."""
    if one.organisation != other.organisation:
        return False
    if not (observers.has_radio(state, one) and observers.has_radio(state, other)):
        return False
    far = state.charts.number("group-distance")
    far = min(far, radio_range(state, state.engagement.side(one.side).radio, one, other))
    return within(one.where, other.where, far)


def _arcs_overlap(state: WarState, one: Element, other: Element) -> bool:
    """Whether their covered arcs have a bearing in common (pw:7.4.1)."""
    return any(
        off_angle(a.heading, b.heading * STEP) <= (a.half + b.half) * STEP
        for a in observers.arcs(state, one)
        for b in observers.arcs(state, other)
    )


def group_class(state: WarState, members: Sequence[Element]) -> SightingClass:
    """The class of a group: the lowest of its members (pw:7.4.3)."""
    return max((observers.sighting_class(state, one) for one in members), key=lambda class_: class_.value)


# -- what it is worth ------------------------------------------------------------------------------------


def weight(state: WarState, element: Element) -> float:
    """What an element adds to the die of others: 1 as a squad or a vehicle, 1/2 as a team, a gun, a vehicle without
    commander or radio (pw:7.4.5)."""
    if element.kind is Kind.SQUAD:
        return _WHOLE
    whole = element.kind is Kind.VEHICLE and commanded(element.harm) and observers.has_radio(state, element)
    return _WHOLE if whole else _HALF


def bonus(state: WarState, members: Sequence[Element]) -> int:
    """What is added to the die of a group: for each additional element, halves summed and rounded down, 4 at most
    (pw:7.4.5); 2 more in a double-length turn (pw:6.15)."""
    return sum(bonuses(state, members))


def bonuses(state: WarState, members: Sequence[Element]) -> tuple[int, int]:
    """What is added to the die of a group for its members (pw:7.4.5), and for the length of the turn (pw:6.15)."""
    if len(members) < 2:
        return 0, 0
    weights = [weight(state, one) for one in members]
    found = min(int(sum(weights) - min(weights)), state.charts.whole("group-bonus"))
    return found, state.charts.whole("double-turn-sighting") if state.doubled else 0


def best(state: WarState, glances: Sequence[Glance], die: int) -> Sighted:
    """What those who have a clear line to a target make of a die (pw:7.6.3).

    They look as a whole or without those that make it worse, as suits them best after the roll; who is beyond the
    normal distance does not look together with who is within it (pw:7.4.2). ValueError without anybody.
    """
    found = [_together(state, some, die) for some in _parties(state, glances)]
    return max(found, key=lambda one: (one.succeeds, one.reach - one.gsu, len(one.by)))


def _parties(state: WarState, glances: Sequence[Glance]) -> Iterator[list[Glance]]:
    """The parties that a group may be counted as: the best of it, to any number, near and far apart."""
    ranked = sorted(glances, key=lambda one: (-one.factor.total, one.gsu, one.observer.id))
    for number in range(1, len(ranked) + 1):
        some = ranked[:number]
        limit = normal(state, some)
        near = [one for one in some if one.gsu <= limit]
        far = [one for one in some if one.gsu > limit]
        yield from (party for party in (near, far) if party)


def _together(state: WarState, some: Sequence[Glance], die: int) -> Sighted:
    added = bonus(state, [one.observer for one in some])
    return Sighted(
        by=tuple(one.observer for one in some),
        gsu=min(one.gsu for one in some),
        reach=reach(state, some, die + added),
        factor=tally(worst([one.parts for one in some])),
        bonus=added,
        percent=state.charts.sighting.percent(die + added),
    )
