"""What happens where an element ends its movement of a segment: how it stands, its position, mines, rams, cargo
(pw:6.3, pw:9.17.2, pw:14.2, pw:15.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.panzerwar.movement import leaving, loading, positions, pricing
from core.panzerwar.movement.events import MoveEnded, Planned, Stayed, TookPosition, TurretTurned
from core.panzerwar.obstacles import manning, minefields
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.pieces.posture import Shield
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import meeting
from core.panzerwar.smoke import devices
from core.panzerwar.state import WarState
from core.plane import Path, Point, hex_at, steps_between

#: The motions after which a vehicle has its position by shifting, and chooses it (pw:9.17.3).
_CHOOSES: Final = frozenset({Motion.SHIFT, Motion.STATIONARY})


def arrives(state: WarState, id_: UnitId, dice: Dice, *, halted: str = "") -> Iterator[Event]:
    """An element has come to the end of its way in this segment, or was halted on it: why, "" = it was not."""
    element, plan = state.elements[id_], state.plans[id_]
    yield _ended(state, element, plan, halted=halted)
    yield from devices.wake(state, state.elements[id_], _gone(state, id_))
    yield from minefields.trip(state, id_, state.step, dice)
    element = state.elements[id_]
    if not element.on_table:
        return
    yield from meeting.meets(state, id_, plan, dice)
    yield from manning.enters(state, id_)
    element = state.elements[id_]
    if element.kind.value == "vehicle":
        yield from _position(state, element, plan, dice, halted=bool(halted))
    if element.marches and state.step == "c1":
        yield from _cut_short(state, element, plan)
    if not halted:
        yield from loading.at_the_end(state, id_, plan)
        if state.elements[id_].on_table:
            yield from leaving.leaves(state, state.elements[id_], plan)


def _cut_short(state: WarState, element: Element, plan: Plan) -> Iterator[Event]:
    """Infantry that ends its first segment elsewhere than it was to goes no farther in its second than that allows
    (pw:6.1, pw:6.1.1). Broken men rout as they can (pw:6.1.3)."""
    if not plan.second or element.nerve.broken:
        return
    path = Path(element.where, tuple(leg.to for leg in plan.second))
    if not isinstance(pricing.segment(state, element, plan, path.points), Refusal):
        return
    found, priced = pricing.cut(state, element, plan, path), state.moves.priced[element.id]
    legs = tuple(Leg(point) for point in found.points[1:]) if found is not None else ()
    yield Planned(
        side=element.side,
        element=element.id,
        plan=evolve(plan, second=legs),
        motion=priced.motion,
        spent=priced.spent,
        straight=priced.straight,
    )


def _gone(state: WarState, id_: UnitId) -> Path:
    """The way that an element has gone in this segment."""
    points: list[Point] = []
    for piece in state.trails.get(id_, ()):
        if piece.segment == state.step:
            points += piece.points if not points else piece.points[1:]
    return Path(points[0], tuple(points[1:])) if points else Path(state.elements[id_].where)


def _ended(state: WarState, element: Element, plan: Plan, *, halted: str) -> MoveEnded:
    priced = state.moves.priced[element.id]
    heading = element.heading
    last = element.marches and state.step == "c1" and bool(plan.second)
    if not halted and plan.heading is not None and not last:
        heading = plan.heading
    straight = priced.straight and not halted
    immobile = bool(halted) and (element.harm.immobile or element.travel.halted_until >= state.turn)
    return MoveEnded(
        side=element.side,
        element=element.id,
        segment=state.step,
        motion=_motion(element, plan, priced.motion),
        spent=priced.spent,
        heading=heading,
        turret=_turret(element, plan, heading, immobile=immobile),
        reversed=plan.way is Way.REVERSE,
        straight=straight,
        charged=plan.way is Way.CHARGE,
        lights=plan.lights,
        halted=halted,
    )


def _motion(element: Element, plan: Plan, whole: Motion) -> Motion:
    """How much an element has moved: infantry half after one segment, full after two, or after the whole of it in one
    (pw:6.1, pw:8.5.6)."""
    if not element.marches or element.travel.segments:
        return Motion.FULL if element.marches else whole
    return whole if whole is Motion.FULL and not (plan.legs and plan.second) else Motion.HALF


def _turret(element: Element, plan: Plan, heading: int, *, immobile: bool) -> int | None:
    """A turret looks ahead with its hull, or where it is told to: in one direction in a turn (pw:6.16, pw:6.16.5). That
    of a vehicle which has been immobilised on its way is not turned (pw:8.7.6)."""
    if element.turret is None:
        return None
    if immobile:
        return heading
    return plan.turret if plan.turret is not None else heading


def stays(state: WarState, element: Element, plan: Plan) -> Iterator[Event]:
    """An element does what was written for it without moving: it turns its turret, men turn their front; it loads and
    sets down (pw:6.16, pw:6.11.3)."""
    if plan.turret is not None:
        yield from turns(element, plan.turret)
    yield from loading.at_the_end(state, element.id, plan)
    heading = plan.heading if element.marches and plan.heading is not None else element.heading
    yield Stayed(side=element.side, element=element.id, heading=heading)


def turns(element: Element, turret: int) -> Iterator[Event]:
    """A turret is turned without the vehicle moving (pw:6.16): that is no movement."""
    if element.turret is not None and turret != element.turret:
        steps = steps_between(element.turret, turret)
        yield TurretTurned(side=element.side, element=element.id, turret=turret, steps=steps)


def _position(state: WarState, element: Element, plan: Plan, dice: Dice, *, halted: bool) -> Iterator[Event]:
    """The position that a vehicle has at the end of its way: rolled for where it comes into one, chosen by a shift
    (pw:9.17.2, pw:9.17.3, pw:9.18.1)."""
    posture, found = element.posture, positions.position(state, element.where, element.heading)
    if found is None:
        if posture.hull_down or posture.turret_down:
            yield _took(element, 0)
        return
    if halted:
        found = None if found.shield is Shield.HILL else found
        if found is None:
            left = hex_at(_gone(state, element.id).start) != hex_at(element.where)
            if left and (posture.hull_down or posture.turret_down):
                yield _took(element, 0)
            return
    if plan.turret_down:
        yield _took(element, 0, found, None, turret_down=True)
        return
    if plan.position:
        yield _took(element, plan.position, found, posture.protection if posture.hull_down else None)
        return
    if state.moves.priced[element.id].motion in _CHOOSES and posture.hull_down:
        return
    factor, protection, rolls = positions.taken(found, dice)
    yield _took(element, factor, found, protection, rolls=rolls)


def _took(
    element: Element,
    factor: int,
    found: positions.Position | None = None,
    protection: float | None = 0.0,
    *,
    turret_down: bool = False,
    rolls: tuple[Roll, ...] = (),
) -> TookPosition:
    return TookPosition(
        side=element.side,
        element=element.id,
        factor=factor,
        shield=(found.shield if found is not None else Shield.NONE).value,
        protection=protection,
        toward=found.toward if found is not None else None,
        level=found.level if found is not None else False,
        turret_down=turret_down,
        rolls=rolls,
    )
