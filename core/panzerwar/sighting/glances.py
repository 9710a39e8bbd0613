"""What one observer can make out of one target, and how far: covered arc, line of sight, distance (pw:7.0, pw:7.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from core.choice import Refusal
from core.panzerwar.ground import lines
from core.panzerwar.ground.lines import Line
from core.panzerwar.ground.measure import bearing_to, range_to
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.sighting import light
from core.panzerwar.sighting.factors import Part, When, parts, tally, worst
from core.panzerwar.sighting.light import Limit
from core.panzerwar.sighting.observers import blind_refusal, in_arc
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import gsu_between
from core.tally import Tally

#: The total at which everything is sighted that can be without a roll (pw:7.5).
AUTO: Final = 1
#: The best total of one observer, whose die has no overs (pw:7.6.3), and the percentage that no total exceeds
#: (pw:7.10.3).
ALONE: Final = 10
#: What suppression and darkness leave of a sighting distance (pw:12.9, pw:7.8).
HALF: Final = 0.5


@frozen(eq=False, repr=False)
class Glance:
    """An observer's look at a target that nothing hides from it.

    gsu: from the centre of the one to the edge of the other; share: what suppression and darkness leave of the
    distances of the calculator; limits: what it sees no further than; line: of sight.
    """

    observer: Element
    target: Element
    gsu: float
    line: Line
    parts: tuple[Part, ...]
    share: float = 1.0
    limits: tuple[Limit, ...] = ()

    @property
    def factor(self) -> Tally:
        """The sighting factor (pw:7.6.3)."""
        return tally(self.parts)


def hidden_refusal(state: WarState, observer: Element, target: Element, *, new: bool = True) -> Refusal | None:
    """Why an observer makes nothing out of a target, whatever the distance that the calculator gives; None if nothing
    hides it: arc, line of sight, smoke, weather and light (pw:7.0.1, pw:7.0.2, pw:7.6.1, pw:7.6.2).

    new: the target is not in sight yet, and who is stunned sights nothing new (pw:9.15.2).
    """
    refused = _before_line(state, observer, target, new=new)
    if refused is not None:
        return refused
    line = lines.between(state, observer, target)
    return _along(state, line, range_to(observer.where, target))


def _before_line(state: WarState, observer: Element, target: Element, *, new: bool) -> Refusal | None:
    refused = blind_refusal(state, observer, new=new)
    if refused is not None:
        return refused
    if not target.on_table:
        return Refusal("it does not stand on the table itself", "pw:6.11")
    if not in_arc(state, observer, bearing_to(observer, target)):
        return Refusal("it is outside of its covered arc", "pw:7.0.1")
    far = range_to(observer.where, target)
    return next((_beyond(one) for one in light.limits(state, target.where) if far > one.gsu), None)


def _beyond(limit: Limit) -> Refusal:
    return Refusal(f"{limit.why}: nothing is seen beyond {limit.gsu:g}", limit.rule)


def _along(state: WarState, line: Line, far: float) -> Refusal | None:
    if line.refusal is not None:
        return line.refusal
    veiled = screens.screen(state, line).refusal
    if veiled is not None:
        return veiled
    most = screens.farthest(state, line)
    return None if most is None or far <= most else _beyond(Limit(most, "thick smoke", "pw:11.2.4"))


def glance(
    state: WarState, observer: Element, target: Element, when: When, *, new: bool = True, within: float | None = None
) -> Glance | Refusal:
    """What an observer can make out of a target, or why nothing. within: farther than this many GSU it does not
    matter."""
    refused = _before_line(state, observer, target, new=new)
    if refused is not None:
        return refused
    far = range_to(observer.where, target)
    if within is not None and far > within:
        return Refusal(f"it is farther than {within:g}", "pw:7.0.3")
    line = lines.between(state, observer, target)
    refused = _along(state, line, far)
    if refused is not None:
        return refused
    return Glance(
        observer=observer,
        target=target,
        gsu=far,
        line=line,
        parts=parts(state, observer, target, line, when),
        share=_share(state, observer, target),
        limits=tuple(_limits(state, target, line)),
    )


def _share(state: WarState, observer: Element, target: Element) -> float:
    """Suppressed men sight at half the distance, and so does everybody in the dark (pw:12.9, pw:12.9.3.3, pw:7.8)."""
    share = 1.0
    if observer.nerve.pinned(state.turn) and observer.kind is not Kind.VEHICLE:
        share *= HALF
    if light.halved(state, target.where):
        share *= HALF
    return share


def _limits(state: WarState, target: Element, line: Line) -> Iterator[Limit]:
    yield from light.limits(state, target.where)
    most = screens.farthest(state, line)
    if most is not None:
        yield Limit(most, "thick smoke", "pw:11.2.4")


# -- distances -------------------------------------------------------------------------------------------


def reach(state: WarState, glances: Sequence[Glance], total: int) -> float:
    """How far in GSU observers sight a target together at a total of the die: by the worst of their factors, no further
    than weather, light and smoke let them (pw:7.6.2, pw:7.6.3)."""
    charts = state.charts.sighting
    factor = tally(worst([one.parts for one in glances])).total
    found = charts.variable_sighting(factor, total) * min(one.share for one in glances)
    return min((limit.gsu for one in glances for limit in one.limits if limit.gsu < found), default=found)


def normal(state: WarState, glances: Sequence[Glance]) -> float:
    """The sighting distance at 100 percent (pw:7.4.2)."""
    factor = tally(worst([one.parts for one in glances])).total
    return state.charts.sighting.range(factor) * min(one.share for one in glances)


def farthest(state: WarState, one: Glance) -> float:
    """How far it is sighted at most by any roll: 200 percent (pw:7.10.3)."""
    most = normal(state, [one]) * state.charts.number("variable-sighting-most") / 100
    return min((limit.gsu for limit in one.limits if limit.gsu < most), default=most)


def auto_sighted(state: WarState, one: Glance) -> bool:
    """Whether a target is sighted at once, without a roll: within the result for a 1 (pw:7.5, pw:6.7)."""
    return one.gsu <= reach(state, [one], AUTO)


def chance(state: WarState, one: Glance) -> float:
    """The chance that an observer sights a target by its own roll."""
    return sum(one.gsu <= reach(state, [one], die) for die in range(1, ALONE + 1)) / ALONE


# -- keeping in sight --------------------------------------------------------------------------------------


def held_refusal(state: WarState, observer: Element, target: Element) -> Refusal | None:
    """Why an observer does not keep in sight what its side has sighted: hidden, out of its arc, too far; None if it
    does (pw:7.10.1, pw:7.10.2, pw:7.10.3)."""
    found = glance(state, observer, target, When.EVER, new=False)
    if isinstance(found, Refusal):
        return Refusal(found.reason, "pw:7.10.2") if found.rule == "pw:7.0.1" else found
    most = farthest(state, found)
    if found.gsu > most:
        return Refusal(f"at {found.gsu:.0f} it is beyond twice its sighting distance, {most:.0f}", "pw:7.10.3")
    return None


def nearest_first(observers: Sequence[Element], target: Element) -> list[Element]:
    """Observers by their distance from a target."""
    return sorted(observers, key=lambda one: (gsu_between(one.where, target.where), one.id))
