"""Area fire in the fire segments: declared in secret, resolved with all other fire of its segment (pw:3.2.E, pw:10.5.6,
pw:10.6)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.artillery import batteries, direct, missions
from core.panzerwar.artillery.calling import own_battery
from core.panzerwar.artillery.direct import Body
from core.panzerwar.artillery.events import AreaDeclared
from core.panzerwar.artillery.orders import AreaFire
from core.panzerwar.combat import shooting
from core.panzerwar.pieces.artillery import AreaShot, Mission
from core.panzerwar.pieces.shots import ArmKind
from core.panzerwar.state import WarState
from core.plane import Point


def resolve(state: WarState, before: WarState, dice: Dice) -> Iterator[Event]:
    """All area fire of the present segment: old artillery in E2, direct fire in E4, new artillery in E5 (pw:3.2.E,
    pw:10.5.6, pw:10.6). before: the state when the segment began, for all fire in it is simultaneous."""
    segment = sequence.segment(state)
    if segment == direct.SEGMENT:
        yield from direct.resolve(state, before, dice)
    elif segment in (missions.OLD, missions.NEW):
        yield from missions.resolve(state, before, segment, dice)


def may_declare(state: WarState, side: SideId) -> bool:
    """Whether a side has area fire to say anything of in the present segment."""
    segment = sequence.segment(state)
    if segment == direct.SEGMENT:
        return may_fire(state, side)
    return any(True for _ in correctable(state, side))


def may_fire(state: WarState, side: SideId) -> bool:
    """Whether a side has anything that may fire directly at an area in the present segment."""
    return next(bodies(state, side), None) is not None


def bodies(state: WarState, side: SideId) -> Iterator[Body]:
    """The batteries of a side, and its single elements with each arm, that may fire directly at areas now; what is
    declared already may be declared otherwise."""
    for organisation in batteries.of_side(state, side):
        whole = direct.of_battery(state, organisation)
        if whole is not None and len(whole.pieces) > 1 and _free(state, whole):
            yield whole
    for element in state.of(side):
        for arm in direct.area_arms(state, element) if element.on_table else ():
            one = direct.of_element(state, element, arm.id)
            if one is not None and _free(state, one):
                yield one


def _free(state: WarState, body: Body) -> bool:
    return direct.body_refusal(state, body) is None and engaged_refusal(state, body) is None


def engaged_refusal(state: WarState, body: Body) -> Refusal | None:
    """Why a body may not be told to fire at an area: the same weapon of one of its pieces is to fire at an area
    already, with its battery or without it, or leaves no firing to the gun that it is to aim (pw:8.10,
    pw:8.17.3, pw:8.17.4)."""
    machine_gun = body.arm.kind is not ArmKind.GUN
    beside = (shooting.together_refusal(state, piece, body.arm) for piece in body.pieces if machine_gun)
    if (refused := next((one for one in beside if one is not None), None)) is not None:
        return refused
    for shot in state.artillery.shots:
        other = direct.body_of(state, shot) if shot.side == body.side and shot.body != body.id else None
        if other is None or other.arm.id != body.arm.id:
            continue
        there = {piece.id for piece in other.pieces}
        twice = next((piece for piece in body.pieces if piece.id in there), None)
        if twice is not None:
            how = "with its battery" if shot.battery else "by itself"
            return Refusal(f"{twice.name} is to fire at an area {how}", "pw:8.10")
    return None


def corrected(state: WarState, side: SideId) -> Iterator[Mission]:
    """The fires of a side that fall in this segment and for which a correction was declared (pw:10.6.8.1)."""
    for mission in missions.falling(state, sequence.segment(state)):
        if mission.side == side and mission.direction:
            yield mission


def correctable(state: WarState, side: SideId) -> Iterator[Mission]:
    """Those of them whose observer still sees where they are aimed (pw:10.6.8)."""
    return (mission for mission in corrected(state, side) if missions.watch_refusal(state, mission) is None)


def declared(state: WarState, order: AreaFire) -> AreaShot | None:
    """What the battery or element of an order has declared with the same arm; None if nothing."""
    body = order.battery or str(order.element)
    return next((one for one in state.artillery.shots if (one.body, one.arm) == (body, order.arm)), None)


def check(state: WarState, side: SideId, order: AreaFire) -> None:
    """IllegalOrder unless that area fire may be declared in this segment (pw:10.5, pw:10.6.8.1)."""
    if side in state.ended or state.resolved:
        raise IllegalOrder("the fire of this segment is declared", "pw:8.4.2")
    if order.battery:
        own_battery(state, side, order.battery)
    elif order.element is not None:
        own_unit(state, side, order.element, "pw:10.5")
    else:
        raise IllegalOrder("who is to fire?", "pw:10.5")
    if order.at is None:
        refuse(None if declared(state, order) is not None else Refusal("no such fire is declared", "pw:10.5"))
        return
    if sequence.segment(state) == direct.SEGMENT:
        shot = as_shot(side, order, order.at)
        body = direct.body_of(state, shot)
        refuse(direct.refusal(state, shot) or (engaged_refusal(state, body) if body is not None else None))
        return
    mission = next((m for m in corrected(state, side) if m.battery == order.battery), None)
    if mission is None:
        raise IllegalOrder("it has no fire that is corrected in this segment", "pw:10.6.8.1")
    refuse(missions.watch_refusal(state, mission) or missions.move_refusal(state, mission, order.at))


def as_shot(side: SideId, order: AreaFire, at: Point) -> AreaShot:
    """The area fire that an order declares."""
    return AreaShot(
        side=side,
        battery=order.battery,
        element=order.element,
        arm=order.arm,
        shell=order.shell,
        at=at,
        sheaf=order.sheaf,
        concentrated=order.concentrated,
    )


def declare(state: WarState, side: SideId, order: AreaFire, dice: Dice) -> Iterator[Event]:
    """It is declared, or withdrawn."""
    before = declared(state, order)
    if order.at is not None:
        yield AreaDeclared(side=side, shot=as_shot(side, order, order.at))
    elif before is not None:
        yield AreaDeclared(side=side, shot=before, off=True)
