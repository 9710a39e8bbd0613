"""How movement changes the state (pw:6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar import sequence
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.infantry.events import ContactChecked
from core.panzerwar.movement import loading, speed
from core.panzerwar.movement.events import (
    Adapted,
    Boarded,
    HaltAsked,
    Hatches,
    Hid,
    MayAdapt,
    Met,
    Moved,
    MoveEnded,
    Planned,
    Reacted,
    ReactionsGiven,
    RoutChosen,
    SetDown,
    SetOff,
    Stayed,
    Stopped,
    TookPosition,
    TurnLength,
    TurretTurned,
    Unplanned,
)
from core.panzerwar.movement.planning import MOUNTED_CHARGES
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.harm import TRACKS
from core.panzerwar.pieces.moves import Going, Moves, Piece, Priced
from core.panzerwar.pieces.posture import Digging, Shield
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import steps_between

#: Turns for which the horses of cavalry rest, and GSU of a segment beyond which it charges at full stretch (pw:6.1.5).
RESTS: Final = 4
STRETCHED: Final = 75


def _set(state: WarState, **changes: Any) -> None:
    state.moves = evolve(state.moves, **changes)


def _planned(state: WarState, event: Planned) -> None:
    # in an order that no side chooses: dice are rolled in it when plans are carried out
    state.plans = dict(sorted({**state.plans, event.element: event.plan}.items()))
    priced = {**state.moves.priced, event.element: Priced(event.motion, event.spent, event.straight)}
    _set(state, priced=priced)
    _passengers(state, event.element)


def _passengers(state: WarState, carrier: UnitId) -> None:
    """Who does not get off a carrier after all has no movement of his own (pw:12.3.2)."""
    for one in state.aboard(carrier):
        if one.id in state.plans and not loading.walks_off(state, one):
            state.plans = {e: plan for e, plan in state.plans.items() if e != one.id}
            _set(state, priced={e: price for e, price in state.moves.priced.items() if e != one.id})


def _unplanned(state: WarState, event: Unplanned) -> None:
    state.plans = {e: plan for e, plan in state.plans.items() if e != event.element}
    _set(state, priced={e: one for e, one in state.moves.priced.items() if e != event.element})
    _passengers(state, event.element)


def _rout_chosen(state: WarState, event: RoutChosen) -> None:
    one = frozenset({event.element})
    _set(state, runs=state.moves.runs | one if event.runs else state.moves.runs - one)


def _turn_length(state: WarState, event: TurnLength) -> None:
    state.doubled = event.doubled
    _set(state, measured=True)


def _may_adapt(state: WarState, event: MayAdapt) -> None:
    _set(state, adapting=event.side)


def _adapted(state: WarState, event: Adapted) -> None:
    _set(state, adapting=None, adapted=True)


def _hatches(state: WarState, event: Hatches) -> None:
    state.change(event.element, buttoned=event.buttoned)


def _set_off(state: WarState, event: SetOff) -> None:
    element, plan = state.elements.get(event.element), state.plans.get(event.element)
    if element is None:
        return
    for one in (element, *state.aboard(element.id)):
        state.put(one.with_posture(hidden=False, prepared=False, dug=Digging.NONE))
    if plan is None:
        return
    legs = plan.second if element.marches and event.segment == sequence.C6 else plan.legs
    points = (element.where, *(leg.to for leg in legs))
    _set(state, going={**state.moves.going, event.element: Going(points, heading=element.heading)})


def _moved(state: WarState, event: Moved) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    at = event.way[-1]
    turned = (event.heading - element.heading) % 48
    turret = None if element.turret is None else (element.turret + turned) % 48
    for carried in state.aboard(event.element):
        state.change(carried.id, at=at, heading=event.heading)
    state.change(event.element, at=at, heading=event.heading, turret=turret)
    seen = frozenset(side for side, elements in state.sighted.items() if event.element in elements)
    piece = Piece(event.segment, event.way, seen)
    state.trails = {**state.trails, event.element: (*state.trails.get(event.element, ()), piece)}


def _met(state: WarState, event: Met) -> None:
    pair = (event.element, event.enemy)
    met = {**state.moves.met, event.element: event.enemy}
    _set(state, met=met, encountered=state.moves.encountered | {pair})


def _checked(state: WarState, event: ContactChecked) -> None:
    """Who goes into contact does so to the end of the segment, whoever is asked meanwhile (pw:12.2.3)."""
    if event.goes:
        _set(state, closing=state.moves.closing | {(event.element, event.enemy or UnitId(""))})


def _halt_asked(state: WarState, event: HaltAsked) -> None:
    _set(state, asking=state.moves.asking | {event.side}, clock=event.clock)


def _reacted(state: WarState, event: Reacted) -> None:
    element = state.elements.get(event.element)
    if element is None or event.element not in state.moves.met:
        return
    met = {e: enemy for e, enemy in state.moves.met.items() if e != event.element}
    points = (element.where, *(leg.to for leg in event.legs))
    old = state.moves.going.get(event.element)
    heading = element.heading if old is None else old.heading
    before = () if old is None else old.gone(element.where)[:-1]
    going = {**state.moves.going, event.element: Going(points, state.moves.clock, heading, before)}
    _set(state, met=met, going=going)


def _reactions_given(state: WarState, event: ReactionsGiven) -> None:
    _set(state, asking=state.moves.asking - {event.side})


def _stopped(state: WarState, event: Stopped) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    strained = event.rule in ("pw:6.5.1", "pw:6.6.1")
    changes: dict[str, Any] = {"rolled": element.travel.rolled or not strained}
    changes |= {"strained": element.travel.strained or strained, "bogged": element.travel.bogged or event.bogged}
    if event.until:
        changes["halted_until"] = event.until
    element = element.with_travel(**changes)
    if event.immobile:
        element = element.with_harm(damage=element.harm.damage | TRACKS)
    state.put(element)


def _move_ended(state: WarState, event: MoveEnded) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    travel = element.travel
    segments = (*travel.segments, event.segment)
    charged = travel.charged + 1 if event.charged else 0
    changes: dict[str, Any] = {"motion": event.motion, "spent": event.spent, "segments": segments}
    changes |= {"reversed": event.reversed, "straight": event.straight, "charged": charged, "lights": event.lights}
    if travel.charged and not event.charged and speed.horses(element):
        changes["rest"] = RESTS
    pointed = element.gunnery.pointed
    if event.turret is not None and element.turret is not None and pointed is None:
        pointed = element.turret
    turned = element.gunnery.turned
    if event.turret is not None and element.turret is not None:
        turned = steps_between(element.turret - element.heading, event.turret - event.heading)
    element = evolve(element.with_travel(**changes), heading=event.heading, turret=event.turret)
    state.put(element.with_gunnery(pointed=pointed, turned=turned))
    for carried in state.aboard(event.element):
        state.change(carried.id, heading=event.heading)
    going = {e: one for e, one in state.moves.going.items() if e != event.element}
    _set(state, going=going, done=_done(state, element))


def _done(state: WarState, element: Element) -> frozenset[UnitId]:
    """Those that have ended their part of the segment, one more among them; of the enemy's nobody knows who has."""
    return state.moves.done if element.apparent else state.moves.done | {element.id}


def _stayed(state: WarState, event: Stayed) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    state.put(evolve(element, heading=event.heading))
    _set(state, done=_done(state, element))


def _took_position(state: WarState, event: TookPosition) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    since = element.posture.since if element.posture.hull_down == event.factor else state.turn
    down = 0
    if event.turret_down:
        down = element.posture.turret_down or state.turn
    state.put(
        element.with_posture(
            hull_down=event.factor,
            since=since,
            shield=Shield(event.shield),
            protection=event.protection,
            toward=event.toward,
            level=event.level,
            turret_down=down,
        )
    )


def _boarded(state: WarState, event: Boarded) -> None:
    element, carrier = state.elements.get(event.element), state.elements.get(event.carrier)
    if element is None:
        return
    doubled = element.travel.doubled or (event.hasty and element.kind is Kind.GUN)
    element = element.with_travel(loading=event.turns, doubled=doubled)
    element = element.with_posture(ready=False, hidden=False, dug=Digging.NONE, prepared=False)
    at = carrier.at if carrier is not None else element.at
    state.put(evolve(element, presence=Presence.ABOARD, aboard=event.carrier, outside=event.outside, at=at))
    if carrier is not None:
        state.put(carrier.with_travel(loading=max(carrier.travel.loading, event.turns)))


def _set_down(state: WarState, event: SetDown) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    element = element.with_travel(loading=event.turns, doubled=False, moved=state.turn)
    element = element.with_posture(ready=event.turns <= 0)
    state.put(
        evolve(
            element,
            presence=Presence.ON_TABLE,
            aboard=None,
            outside=False,
            at=event.at,
            heading=event.heading,
        )
    )


def _hid(state: WarState, event: Hid) -> None:
    element = state.elements.get(event.element)
    if element is not None:
        state.put(element.with_posture(hidden=event.hidden))


def _turret_turned(state: WarState, event: TurretTurned) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    pointed = element.gunnery.pointed if element.gunnery.pointed is not None else element.turret
    state.put(evolve(element.with_gunnery(turned=event.steps, pointed=pointed), turret=event.turret))


# -- steps and turns ------------------------------------------------------------------------------------


def _step_begun(state: WarState, event: StepBegun) -> None:
    """Each movement segment begins anew; what was written stays to the end of the phase."""
    _set(state, clock=0.0, done=frozenset(), going={}, met={}, asking=frozenset(), adapting=None, adapted=False)
    if state.moves.closing:
        _set(state, closing=frozenset())
    if event.step == sequence.SIGHTING:
        state.plans = {}
        _set(state, priced={})


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """What elements did in the last turn is what they did last; time of loading and setting up passes (pw:6.11.4)."""
    state.moves, state.trails, state.plans = Moves(), {}, {}
    for element in list(state.elements.values()):
        travel = element.travel
        left = max(0.0, travel.loading - (0.0 if _held_up(state, element.id) else 1.0))
        rest = _rest(element)
        changes: dict[str, Any] = {"last": travel.motion, "last_straight": travel.straight}
        rested = element.marches and travel.segments == (sequence.C1,) and not element.apparent
        changes |= {"rested": rested, "motion": Motion.STATIONARY}
        changes |= {"spent": 0.0, "segments": (), "reversed": False, "straight": False, "bogged": False}
        changes |= {
            "rolled": False,
            "strained": False,
            "lights": False,
            "intended": None,
            "loading": left,
            "rest": rest,
        }
        if "c6" not in travel.segments or rest:
            changes["charged"] = 0
        after = element.with_travel(**changes)
        if travel.loading > 0 and left == 0:
            after = after.with_posture(ready=True)
        if after != element:
            state.put(after)


def _rest(element: Element) -> int:
    """Turns for which it may not charge again: infantry one after two charges in a row, cavalry four after four turns
    of it, after one at full stretch, and when it stops (pw:6.1.2, pw:6.1.5, pw:12.1.3)."""
    travel = element.travel
    if not speed.horses(element):
        return 1 if travel.charged >= 2 else max(0, travel.rest - 1)
    stopped = travel.charged > 0 and "c6" not in travel.segments
    spent = travel.charged > 0 and travel.spent > STRETCHED * len(travel.segments)
    if stopped or spent or travel.charged >= MOUNTED_CHARGES:
        return RESTS
    return max(0, travel.rest - 1)


def _held_up(state: WarState, element: UnitId) -> bool:
    """Turns in which a crew is broken or suppressed do not count toward its set-up (pw:6.11.4)."""
    nerve = state.elements[element].nerve
    return bool(nerve.broken) or nerve.pinned(state.turn)


#: What the events of this chapter do to the state, and what the beginning of steps and turns does to its part of it.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    Planned: _planned,
    Unplanned: _unplanned,
    RoutChosen: _rout_chosen,
    TurnLength: _turn_length,
    MayAdapt: _may_adapt,
    Adapted: _adapted,
    Hatches: _hatches,
    SetOff: _set_off,
    Moved: _moved,
    Met: _met,
    ContactChecked: _checked,
    HaltAsked: _halt_asked,
    Reacted: _reacted,
    ReactionsGiven: _reactions_given,
    Stopped: _stopped,
    MoveEnded: _move_ended,
    Stayed: _stayed,
    TookPosition: _took_position,
    Boarded: _boarded,
    SetDown: _set_down,
    Hid: _hid,
    TurretTurned: _turret_turned,
    StepBegun: _step_begun,
    TurnBegun: _turn_begun,
}
