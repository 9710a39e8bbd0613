"""Carrying the plans out, segment by segment, both sides side by side or one after the other (pw:3.2.C, pw:4.11,
pw:6.0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzerwar import sequence
from core.panzerwar.command.initiative import rank
from core.panzerwar.infantry.events import IgnoresSuppression
from core.panzerwar.movement import arriving, hazards, loading, routing
from core.panzerwar.movement.closing import Closing
from core.panzerwar.movement.contact import Watch, as_it_stands
from core.panzerwar.movement.events import HaltAsked, Hatches, Hid, MayAdapt, Moved, SetOff
from core.panzerwar.movement.pricing import way_of
from core.panzerwar.obstacles import hidden
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.moves import Going
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting.observers import can_button
from core.panzerwar.smoke import devices, limits
from core.panzerwar.state import WarState
from core.plane import Path, heading_of, hex_at
from core.segments import Advance, Halt, Moment, Spot, Track, side_by_side

#: The movement segment of each amount of movement (pw:6.3.1 to pw:6.3.3).
SEGMENT_OF: Final[Mapping[Motion, str]] = {
    Motion.FULL: sequence.C3,
    Motion.BONUS: sequence.C3,
    Motion.BURST: sequence.C3,
    Motion.HALF: sequence.C4,
    Motion.SHIFT: sequence.C5,
}
#: The segments of infantry (pw:6.1).
ON_FOOT: Final = (sequence.C1, sequence.C6)


def segment_of(state: WarState, element: Element, plan: Plan) -> tuple[str, ...]:
    """The segments in which a plan is carried out: one of a vehicle, one or both of infantry (pw:6.1, pw:6.3.4)."""
    if element.marches:
        return tuple(s for s, legs in zip(ON_FOOT, (plan.legs, plan.second), strict=True) if legs)
    priced = state.moves.priced.get(plan.element)
    if priced is None or priced.motion not in SEGMENT_OF:
        return ()
    return (SEGMENT_OF[priced.motion],)


def movers(state: WarState) -> Iterator[Element]:
    """The elements that have yet to move in the present segment."""
    for id_, plan in state.plans.items():
        element = state.elements.get(id_)
        if element is None or id_ in state.moves.done or not element.on_table:
            continue
        if state.step in segment_of(state, element, plan):
            yield element


def next_group(state: WarState) -> tuple[UnitId, ...]:
    """Those that move now: under way already, or the lowest in initiative of those left (pw:4.11.3)."""
    if state.moves.going:
        return tuple(sorted(state.moves.going))
    left = list(movers(state))
    if not left:
        return ()
    ranks = {e.id: rank(state, e, state.plans.get(e.id)) for e in left}
    lowest = min(ranks.values())
    return tuple(sorted(id_ for id_, one in ranks.items() if one == lowest))


def happens(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """What is due in a movement segment: broken men rout, candles of those that stood smoke, the next group moves, or
    who moves last may look first; None if all have."""
    if routing.due(state):
        return routing.rout(state)
    smoke = _candles(state)
    if smoke:
        return iter(smoke)
    still = staying(state)
    if still and not state.moves.going:
        return (event for e in still for event in arriving.stays(state, e, state.plans[e.id]))
    group = next_group(state)
    if not group:
        return None
    side = state.elements[group[0]].side
    if _may_adapt(state, side):
        return iter((MayAdapt(side=side),))
    return _carry_out(state, group, dice)


def over(state: WarState) -> bool:
    """Whether nobody is left to move in the segment, and nobody asked."""
    if state.moves.asking or state.moves.adapting is not None:
        return False
    return not (routing.due(state) or _candles(state) or staying(state) or next_group(state))


def staying(state: WarState) -> tuple[Element, ...]:
    """The elements that have something to do in the present segment without moving: vehicles and guns with those that
    shift, infantry in its second segment (pw:6.3.3, pw:6.11.3)."""
    found = []
    for id_, plan in state.plans.items():
        element, priced = state.elements.get(id_), state.moves.priced.get(id_)
        if element is None or priced is None or id_ in state.moves.done or not element.on_table:
            continue
        if element.marches:
            due = state.step == sequence.C6 and not (plan.legs or plan.second)
        else:
            due = state.step == sequence.C5 and priced.motion is Motion.STATIONARY
        if due:
            found.append(element)
    return tuple(found)


def _candles(state: WarState) -> list[Event]:
    """The smoke of burning candles on vehicles that have stood through all their segments (pw:11.10.5)."""
    if state.step != sequence.C6 or state.moves.going:
        return []
    return [event for e in state.on_table() if e.kind is Kind.VEHICLE for event in devices.stands(state, e)]


def _may_adapt(state: WarState, side: SideId) -> bool:
    """Whether a side moves last, has seen an enemy move in this segment, and has not been asked yet (pw:4.11)."""
    if state.last_mover != side or state.moves.adapted or state.moves.going:
        return False
    return any(
        piece.segment == state.step and side in piece.seen
        for id_, pieces in state.trails.items()
        if state.elements[id_].side != side
        for piece in pieces
    )


def close_up(state: WarState) -> Iterator[Event]:
    """Vehicles close up or unbutton as was written, and light their candles; infantry and guns in cover hide (pw:7.1.1,
    pw:11.10.4, pw:6.1.4, C2). Who stands in thick smoke closes up unasked (pw:11.2.2)."""
    for id_, plan in list(state.plans.items()):
        element = state.elements.get(id_)
        if element is not None and plan.candles and devices.candles_refusal(state, element) is None:
            yield from devices.light(state, element)
        if element is not None and plan.hide:
            yield Hid(side=element.side, element=id_, hidden=True)
        if element is None or plan.buttoned is None or plan.buttoned is element.buttoned:
            continue
        yield Hatches(side=element.side, element=id_, buttoned=plan.buttoned)
    for element in state.on_table() if state.smoke.clouds else ():
        if element.buttoned or not can_button(state, element):
            continue
        if limits.stands_in(state, element.where):
            yield Hatches(side=element.side, element=element.id, buttoned=True)


# -- one group ---------------------------------------------------------------------------------------


def _carry_out(state: WarState, group: tuple[UnitId, ...], dice: Dice) -> Iterator[Event]:
    """Move a group on, until somebody is asked or all have ended their movement."""
    clock = state.moves.clock if state.moves.going else 0.0
    if not state.moves.going:
        for id_ in group:
            yield from loading.at_the_start(state, id_, state.plans[id_])
            yield SetOff(side=state.elements[id_].side, element=id_, segment=state.step)
            element, plan = state.elements[id_], state.plans[id_]
            if element.foot and plan.way is Way.CHARGE and element.nerve.pinned(state.turn):
                yield IgnoresSuppression(side=element.side, element=id_)
    tracks = [_track(state, id_) for id_ in group]
    for still in [track for track in tracks if track.path.length == 0]:
        tracks.remove(still)
        why = "as it was told" if clock else ""
        yield from arriving.arrives(state, UnitId(still.who), dice, halted=why)
    if not tracks:
        return
    paths = {track.who: track.path for track in tracks}
    watch, closing = Watch(state, paths), Closing(state, paths, dice)
    risks = hazards.Risks(state, paths, dice)
    tracks = [evolve(track, asked=risks.places(track.who)) for track in tracks]
    mines = hidden.OnTheWay(state, paths)
    standing: dict[str, Spot] = {e.id: _standing(e) for e in state.on_table() if e.id not in paths}
    happened: list[Event] = []

    def look(moment: Moment) -> Mapping[str, Halt | None]:
        decided: dict[str, Halt | None] = {}
        happened.extend(risks.at(moment, decided))
        happened.extend(mines.at(moment, decided))
        happened.extend(closing.at(moment, decided))
        happened.extend(watch.at(moment, decided))
        for who in sorted(watch.halted):
            happened.extend(risks.halted(who, decided))
        watch.halted.clear()
        return decided

    for advance in side_by_side(tracks, look, standing, clock):
        yield from _pieces(state, advance)
        told, happened[:] = list(happened), []
        yield from (as_it_stands(state, event) for event in told)
        yield from _ended(state, advance, dice)
        if watch.asking:
            for side in sorted(watch.asking):
                yield HaltAsked(side=side, clock=advance.fraction)
            return


def _track(state: WarState, id_: UnitId) -> Track:
    going = state.moves.going.get(id_) or Going(way_of(state, state.elements[id_], state.plans[id_], state.step))
    return Track(id_, Path(going.points[0], going.points[1:]), since=going.since)


def _standing(element: Element) -> Spot:
    return Spot(element.where, hex_at(element.where), None, 0.0)


def _pieces(state: WarState, advance: Advance) -> Iterator[Event]:
    for piece in advance.pieces:
        points = piece.path.points
        if len(points) < 2 or piece.degrees is None:
            continue
        element = state.elements[UnitId(piece.who)]
        heading = _facing(piece.degrees, state.plans.get(element.id))
        yield Moved(side=element.side, element=element.id, segment=state.step, way=points, heading=heading)


def _facing(degrees: float, plan: Plan | None) -> int:
    back = plan is not None and plan.way is Way.REVERSE
    return (heading_of(degrees) + (24 if back else 0)) % 48


def _ended(state: WarState, advance: Advance, dice: Dice) -> Iterator[Event]:
    for piece in advance.pieces:
        if piece.last:
            why = piece.halt.why if piece.halt is not None else ""
            yield from arriving.arrives(state, UnitId(piece.who), dice, halted=why)


#: What a step does when it begins: C2 closes hatches, the others move.
Happens = Callable[[WarState, Dice], Iterator[Event] | None]
