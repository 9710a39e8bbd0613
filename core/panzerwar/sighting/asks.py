"""Questions about sighting: why not, by which factor, how likely, by whom, what is in sight (pw:7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, unit_ids, why_not, with_total
from core.choice import Refusal
from core.event import SideId
from core.panzerwar.sighting import glances, groups, light, observers, overwatch
from core.panzerwar.sighting.factors import When, tally, worst
from core.panzerwar.sighting.glances import Glance, glance
from core.panzerwar.state import WarState
from core.plane import centre


@frozen(kw_only=True)
class ObserverOf:
    """How an element looks: its class, its covered arcs (pw:7.2, pw:7.4.2)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """class; closed; arcs: (middle of 48, degrees either side); refused: why it sees nothing at all."""
        element = state.element(self.unit)
        return {
            "class": observers.sighting_class(state, element).value,
            "closed": observers.closed(state, element),
            "arcs": [[arc.heading, arc.half * 7.5] for arc in observers.arcs(state, element)],
            "refused": why_not(observers.blind_refusal(state, element)),
        }


@frozen(kw_only=True)
class SightingOf:
    """Whether one element can sight another, and how (pw:7.6). when: "movement", "firing" or "ever"; die: rolled."""

    observer: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    when: str = "movement"
    die: int = 6

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused: why nothing is made out; gsu; total, tally: the factor; range: at 100 percent; reach: with
        the die; auto: without; most: with any; limits; chance; sighted: with the die."""
        observer, target = state.element(self.observer), state.element(self.target)
        found = glance(state, observer, target, When(self.when))
        if isinstance(found, Refusal):
            return permission(found)
        return {
            **permission(None),
            "gsu": found.gsu,
            **with_total(found.factor),
            "range": glances.normal(state, [found]),
            "reach": glances.reach(state, [found], self.die),
            "auto": glances.auto_sighted(state, found),
            "most": glances.farthest(state, found),
            "limits": [[limit.gsu, limit.rule] for limit in found.limits],
            "chance": glances.chance(state, found),
            "sighted": found.gsu <= glances.reach(state, [found], self.die),
        }


@frozen(kw_only=True)
class GroupSighting:
    """What elements that sight together make of a die (pw:7.4.5, pw:7.6.3). whole: as they are, without leaving out
    those who make it worse."""

    observers: tuple[str, ...]
    target: str = field(metadata=UNIT)
    die: int
    when: str = "movement"
    whole: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused: the group; class, bonus: of it; sighted, by, reach, percent, total, tally: of the best that
        it makes of the die. clear: who has a clear line."""
        members = [state.element(one) for one in unit_ids(self.observers)]
        target = state.element(self.target)
        looks = [one for e in members if isinstance(one := glance(state, e, target, When(self.when)), Glance)]
        answer = {
            **permission(groups.group_refusal(state, members)),
            "class": groups.group_class(state, members).value,
            "bonus": groups.bonus(state, members),
            "clear": [one.observer.id for one in looks],
        }
        if not looks:
            return {**answer, "sighted": False}
        if self.whole:
            total = self.die + groups.bonus(state, [one.observer for one in looks])
            far = glances.reach(state, looks, total)
            sighted = min(one.gsu for one in looks) <= far
            factor = tally(worst([one.parts for one in looks]))
            return {**answer, "sighted": sighted, "reach": far, **with_total(factor)}
        found = groups.best(state, looks, self.die)
        return {
            **answer,
            "sighted": found.succeeds,
            "by": [e.id for e in found.by],
            "reach": found.reach,
            "percent": found.percent,
            **with_total(found.factor),
        }


@frozen(kw_only=True)
class Held:
    """Whether an element keeps another in sight that its side has sighted (pw:7.10)."""

    observer: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused."""
        return permission(glances.held_refusal(state, state.element(self.observer), state.element(self.target)))


@frozen(kw_only=True)
class InSight:
    """What a side has in sight (pw:7.0)."""

    side: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """sighted; first: those at first sight in this turn; flashes: located by their flash alone."""
        side = SideId(self.side)
        return {
            "sighted": sorted(state.sighted.get(side, ())),
            "first": sorted(state.sighted_now.get(side, ())),
            "flashes": sorted(state.watch.flashes.get(side, {})),
        }


@frozen(kw_only=True)
class LightAt:
    """How far anything is seen in a hex by weather and light (pw:7.8, pw:7.15.1)."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: WarState) -> Answer:
        """lit: as by day; halved; limits: GSU and rule of each."""
        at = centre(a_hex(state, self.hex))
        return {
            "lit": light.lit(state, at),
            "halved": light.halved(state, at),
            "limits": [[limit.gsu, limit.rule] for limit in light.limits(state, at)],
        }


@frozen(kw_only=True)
class MayMark:
    """Whether an element may overwatch the centre of a hex (pw:7.9)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed, refused."""
        at = centre(a_hex(state, self.hex))
        return permission(overwatch.mark_refusal(state, state.element(self.unit), at))


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "observer": ObserverOf,
    "sighting": SightingOf,
    "group-sighting": GroupSighting,
    "held": Held,
    "in-sight": InSight,
    "light": LightAt,
    "may-mark": MayMark,
}
