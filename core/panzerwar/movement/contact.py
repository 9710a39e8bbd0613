"""Meeting the enemy on the way: who is sighted at once along paths, where a mover halts or asks (pw:4.2.6, pw:6.7,
pw:6.7.1 to pw:6.7.4, pw:7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve

from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzerwar.ground.measure import bearing_to, edge
from core.panzerwar.knowledge import as_seen
from core.panzerwar.movement.events import Met
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Contact, Plan, Way
from core.panzerwar.sighting import factors, firers, losing, notice
from core.panzerwar.sighting.events import CameInSight
from core.panzerwar.sighting.glances import hidden_refusal
from core.panzerwar.sighting.groups import Sighted
from core.panzerwar.state import WarState
from core.plane import Path, Point, gsu_between, heading_of, hex_at, off_angle, within
from core.segments import Halt, Moment, Spot

#: An enemy this near to the front of a mover stops it, or makes it ask (pw:4.2.6, pw:6.7.3), in GSU.
NEAR: Final = 150
#: Degrees off its heading that are its front.
FRONT: Final = 90.0
#: Lengths that differ by less are the same, in GSU.
_TRIFLE: Final = 0.05

Pair = tuple[UnitId, UnitId]


class Watch:
    """What is seen while a group moves: movers and those that stand sight each other at once, sight is lost, and movers
    that meet an enemy halt or have their owner asked.

    paths: of those under way, by name. asking: the sides of which somebody has met the enemy and is to say what he
    does. halted: those that have halted before the enemy as was written.
    """

    def __init__(self, state: WarState, paths: Mapping[str, Path]) -> None:
        self._state, self._paths = state, paths
        self._known = {side.id: set(state.sighted.get(side.id, ())) for side in state.engagement.sides}
        self._met: set[Pair] = set(state.moves.encountered)
        self._hexes: dict[str, Hex] = {who: hex_at(path.start) for who, path in paths.items()}
        self._brings: dict[UnitId, int] = {}
        self._most: dict[UnitId, int] = {}
        self._limits: dict[Pair, float] = {}
        self.asking: set[SideId] = set()
        self.halted: set[str] = set()
        for who in paths:
            mover = state.elements[UnitId(who)]
            for enemy in self._enemies(mover.side):
                if enemy.id in self._known[mover.side] and self._near(mover, enemy):
                    self._met.add((mover.id, enemy.id))

    def at(self, moment: Moment, decided: dict[str, Halt | None]) -> Iterator[Event]:
        """What is seen now, and what comes of it; who stops is halted in `decided`."""
        now = _Now(self._state, moment)
        spotted: set[Pair] = set()
        yield from self._lose(now, decided)
        for side in self._known:
            yield from self._sight(side, now, spotted, decided)
        for who in moment.due:
            yield from self._meet(UnitId(who), now, spotted, decided)

    def _enemies(self, side: SideId) -> Iterator[Element]:
        return (e for e in self._state.on_table() if e.side != side)

    # -- sighting at once ------------------------------------------------------------------------------

    def _sight(self, side: SideId, now: _Now, spotted: set[Pair], decided: dict[str, Halt | None]) -> Iterator[Event]:
        """Enemies that a side does not have in sight are sighted by whom they are near enough to; each mover looks for
        itself (pw:7.5, pw:6.7, pw:6.7.2)."""
        unknown = [e for e in self._enemies(side) if e.id not in self._known[side]]
        if not unknown:
            return
        own = [e for e in self._state.on_table() if e.side == side]
        movers = [e for e in own if e.id in now.due]
        others = [e for e in own if e.id not in now.due]
        for target in unknown:
            looking = [*movers, *others] if target.id in now.due else movers
            found = self._seen_by(looking, target, now, alone=len(movers))
            if not found:
                continue
            spotted |= {(one.id, target.id) for one, _ in found}
            self._known[side].add(target.id)
            if target.id in now.moving:
                decided.setdefault(target.id, None)
            best = max((sighted for _, sighted in found), key=lambda one: one.reach - one.gsu)
            yield from notice.come_in_sight(self._state, side, now.shown(target), best, "pw:7.5")

    def _seen_by(
        self, looking: Iterable[Element], target: Element, now: _Now, alone: int
    ) -> list[tuple[Element, Sighted]]:
        """Who sights a target at once: all of the first `alone`, which are movers; of the others one is enough."""
        there = now.where(target)
        found: list[tuple[Element, Sighted]] = []
        for number, one in enumerate(looking):
            if number >= alone and found:
                break
            limit = self._reach(one, target, now)
            if not within(now.where(one), there, limit, edge(target)):
                continue
            mine, its = now.looked_at(one), now.looked_at(target)
            sighted = firers.sights_at_once(self._state, mine, its, factors.When.MOVEMENT, within=limit)
            if sighted is not None:
                found.append((one, sighted))
        return found

    def _reach(self, one: Element, target: Element, now: _Now) -> float:
        """GSU beyond which an observer does not sight a target at once, however it stands."""
        pair = one.id, target.id
        if pair in self._limits:
            return self._limits[pair]
        brings, most = self._brings.get(one.id), self._most.get(target.id)
        if brings is None:
            brings = self._brings[one.id] = factors.of_observer(self._state, now.looked_at(one))
        if most is None:
            seen = now.looked_at(target)
            most = self._most[target.id] = factors.of_target(self._state, seen, factors.When.MOVEMENT)
        limit = self._limits[pair] = self._state.charts.sighting.auto_sighting(brings + most)
        return limit

    # -- losing sight ----------------------------------------------------------------------------------

    def _lose(self, now: _Now, decided: dict[str, Halt | None]) -> Iterator[Event]:
        """Who moves out of sight is not followed any further: it is looked at each hex that he enters (pw:7.10)."""
        for who in sorted(now.due):
            hex_ = now.spot(who).hex
            if self._hexes[who] == hex_:
                continue
            self._hexes[who] = hex_
            target = self._state.elements[who]
            for side, known in self._known.items():
                if side == target.side or who not in known:
                    continue
                eyes = [now.looked_at(e) for e in self._state.on_table() if e.side == side]
                refused = losing.loss(self._state, eyes, now.looked_at(target))
                if refused is not None:
                    known.discard(who)
                    decided.setdefault(who, None)
                    yield from losing.go_out_of_sight(self._state, side, now.shown(target), refused)

    # -- meeting ---------------------------------------------------------------------------------------

    def _meet(self, who: UnitId, now: _Now, spotted: set[Pair], decided: dict[str, Halt | None]) -> Iterator[Event]:
        """A mover meets enemies that it has sighted itself just now, or that have come within 150 of its front in its
        sight: it goes on, it halts, or its owner is asked (pw:4.2.6, pw:6.7.1, pw:6.7.3, pw:7.5)."""
        mover, plan = self._state.elements[who], self._state.plans.get(who)
        if plan is None or isinstance(decided.get(who), Halt) or self._arrives(who, now):
            return
        met = [e for e in self._enemies(mover.side) if self._meets(mover, e, plan, now, spotted)]
        if not met:
            return
        self._met |= {(who, enemy.id) for enemy in met}
        here = now.spot(who).point
        met.sort(key=lambda enemy: (-gsu_between(here, now.looked_at(enemy).where), enemy.id))
        if plan.contact is Contact.HALT:
            decided[who] = Halt(f"it meets {met[-1].name}")
            self.halted.add(who)
        elif plan.contact is Contact.ASK:
            decided.setdefault(who, None)
            self.asking.add(mover.side)
            for enemy in met:  # the nearest last, which is the one that it stands before
                yield Met(side=mover.side, element=who, enemy=enemy.id)

    def _meets(self, mover: Element, enemy: Element, plan: Plan, now: _Now, spotted: set[Pair]) -> bool:
        pair = (mover.id, enemy.id)
        if pair in self._met or enemy.id in (plan.overrun, plan.ram) or enemy.id not in self._known[mover.side]:
            return False
        if pair in spotted:
            return True
        near = within(now.where(mover), now.where(enemy), NEAR)
        return near and self._near(now.looked_at(mover), now.looked_at(enemy))

    def _near(self, mover: Element, enemy: Element) -> bool:
        """Whether an enemy is within 150 of the front of a mover, which sees it."""
        if not within(mover.where, enemy.where, NEAR):
            return False
        if off_angle(mover.heading, bearing_to(mover, enemy)) > FRONT:
            return False
        return hidden_refusal(self._state, mover, enemy) is None

    def _arrives(self, who: UnitId, now: _Now) -> bool:
        return now.spot(who).gone >= self._paths[who].length - _TRIFLE


class _Now:
    """Everybody as he is at a moment: those under way where they have come to, moving as they were ordered to."""

    def __init__(self, state: WarState, moment: Moment) -> None:
        self._state, self._moment = state, moment
        self.due: frozenset[UnitId] = frozenset(UnitId(who) for who in moment.due)
        self.moving: frozenset[UnitId] = frozenset(UnitId(who) for who in moment.moving)
        self._looked_at: dict[UnitId, Element] = {}

    def spot(self, who: UnitId) -> Spot:
        """Where one is."""
        return self._moment.spot(who)

    def where(self, element: Element) -> Point:
        """The point where an element on the table is."""
        return self.spot(element.id).point if element.id in self.moving else element.where

    def shown(self, element: Element) -> Element:
        """An element as it will be when what has happened is told: at its place, with its heading."""
        return placed(self._state, element, self.spot(element.id)) if element.id in self.moving else element

    def looked_at(self, element: Element) -> Element:
        """An element as it looks, and is looked at: it moves as much as it was ordered, in no position."""
        found = self._looked_at.get(element.id)
        if found is None:
            found = self.shown(element)
            if element.id in self.moving:
                found = on_the_way(self._state, found)
            self._looked_at[element.id] = found
        return found


def as_it_stands(state: WarState, event: Event) -> Event:
    """What was seen at a moment, told after the pieces that lead to it: an element is seen as it stands then."""
    if not isinstance(event, CameInSight):
        return event
    return evolve(event, element=as_seen(state.elements[event.element.id]))


def placed(state: WarState, element: Element, spot: Spot) -> Element:
    """An element where it is on its way: its hull along it, its turret turned with it."""
    if spot.degrees is None:
        return element
    plan = state.plans.get(element.id)
    back = 24 if plan is not None and plan.way is Way.REVERSE else 0
    heading = (heading_of(spot.degrees) + back) % 48
    turret = None if element.turret is None else (element.turret + heading - element.heading) % 48
    return evolve(element, at=spot.point, heading=heading, turret=turret)


def on_the_way(state: WarState, element: Element) -> Element:
    """An element that moves, by what its movement comes to; its turret looks where it was told to (pw:7.3.1,
    pw:6.16)."""
    priced, plan = state.moves.priced.get(element.id), state.plans.get(element.id)
    if priced is None or plan is None:
        return element
    charged = element.travel.charged + 1 if plan.way is Way.CHARGE else 0
    found = element.with_travel(motion=priced.motion, charged=charged)
    found = found.with_posture(hull_down=0, turret_down=0, hidden=False)
    return found if plan.turret is None else evolve(found, turret=plan.turret)
