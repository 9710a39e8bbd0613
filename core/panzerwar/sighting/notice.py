"""What it is to have an enemy in sight: it becomes known, and a target, perhaps at first sight (pw:7.7, pw:8.7.7)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event, SideId
from core.panzerwar.knowledge import as_seen
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.sighting.events import CameInSight
from core.panzerwar.sighting.groups import Sighted
from core.panzerwar.state import WarState


def unsighted(state: WarState, side: SideId) -> tuple[Element, ...]:
    """The enemy elements on the table that a side does not have in sight."""
    known = state.sighted.get(side, frozenset())
    return tuple(e for e in state.on_table() if e.side != side and e.id not in known)


def is_first(state: WarState, side: SideId, target: Element) -> bool:
    """Whether a target that is sighted now is one at first sight: it never was in sight, came in sight in this turn, or
    was out of it for a complete turn (pw:7.7, pw:8.7.7)."""
    before = state.watch.sightings.get(side, {}).get(target.id)
    if before is None or before.turn == state.turn:
        return True
    return bool(before.lost) and state.turn - before.lost > 1


def come_in_sight(state: WarState, side: SideId, target: Element, found: Sighted, rule: str) -> Iterator[Event]:
    """A side sights an enemy element, and with it those who ride on top of it and what it tows (pw:7.6.3, pw:6.11)."""
    for one in (target, *with_it(state, target)):
        yield CameInSight(
            side=side,
            element=as_seen(one),
            by=tuple(e.id for e in found.by),
            range=found.gsu,
            reach=round(found.reach, 1),
            percent=found.percent,
            rule=rule,
            first=is_first(state, side, one),
            tally=found.factor.reasons,
        )


def with_it(state: WarState, target: Element) -> tuple[Element, ...]:
    """What is seen with an element that carries or tows it: riders on top, guns (pw:6.9.5, pw:6.11)."""
    return tuple(e for e in state.aboard(target.id) if e.outside or e.kind is Kind.GUN)
