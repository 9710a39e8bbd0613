"""The Indirect Fire Step (na:6.5): what happens by itself in it, and who has something left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import in_hexes
from core.order import IllegalOrder
from core.panzer.firing import inquiry, questions, showing
from core.panzer.firing.events import QuestionAsked
from core.panzer.hidden_units import spotting as hidden_units
from core.panzer.hidden_units.under import uncovered
from core.panzer.indirect import scatter
from core.panzer.indirect.called import automatic_check
from core.panzer.indirect.events import (
    EndedBy,
    FireRedirected,
    IndirectOpened,
    MissionEnded,
    PlanLapsed,
    Response,
    ResponseRolled,
    SourceReleased,
)
from core.panzer.indirect.impact import fire_mission, struck
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.orders import RedirectFire
from core.panzer.indirect.planned import announce_refusal, announced, arriving, overdue, running
from core.panzer.indirect.prospects import can_call
from core.panzer.indirect.response import endangered, response_terms
from core.panzer.indirect.sheafs import hexes, turned
from core.panzer.pieces.firing import Question, QuestionKind, Shot
from core.panzer.pieces.missions import FireType, Mission, Pending
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState

STEPS = ("first-indirect", "second-indirect")
#: The ammunition of a shot that stands for indirect fire in a question.
INDIRECT = "GP-IF"


def procedure(state: PanzerState, side: SideId, dice: Dice) -> Iterator[Event] | None:
    """What is due in a player's step; None if the player must choose, or the step is over.

    Automatic checks come first (na:6.5.1.9a); what is called or announced is resolved at once, in the order in which
    its player likes (na:6.5.1); at the end planned missions follow their plot.
    """
    if state.indirect.pending:
        return _resolve_next(state, dice)
    if not state.indirect.opened:
        return _open(state, side)
    if (ended := _spent_missions(state, side)) is not None:
        return ended
    if not over(state, side):
        return None
    return _close(state, side)


def over(state: PanzerState, side: SideId) -> bool:
    """Whether a side has ended its step, or has nothing that it could do."""
    return side in state.ended or not (
        any(waiting(state, side)) or any(announceable(state, side)) or can_call(uncovered(state, side), side)
    )


def waiting(state: PanzerState, side: SideId) -> tuple[Mission, ...]:
    """The called missions of a side that have not been continued, adjusted or checked this turn."""
    return tuple(m for m in state.indirect.of(side) if not m.planned and m.turn != state.turn)


def announceable(state: PanzerState, side: SideId) -> tuple[str, ...]:
    """The plans that a side may announce, or fire on with, now."""
    return tuple(p.id for p in (*running(state, side), *arriving(state, side)) if announce_refusal(state, p) is None)


# -- the beginning and the end ---------------------------------------------------------------------


def _open(state: PanzerState, side: SideId) -> Iterator[Event]:
    for mission in waiting(state, side):
        if reason := automatic_check(uncovered(state, side), mission):
            rule = "na:6.5.1.10" if mission.danger_close else "or:7.37" if mission.reconnaissance else "na:6.5.1.9a"
            yield _ended(mission, EndedBy.AUTOMATIC, reason, rule)
    for mission in state.indirect.of(side):
        held = state.indirect.plan(mission.plan) if mission.planned else None
        if mission.planned and (held is None or held.aim_in(state.turn) is None):
            yield _ended(mission, EndedBy.PLAN_OVER, "its plot is over", "na:6.5.1.11.1")
        elif held is not None and state.units[held.battery].presence is Presence.ELIMINATED:
            yield _ended(
                mission,
                EndedBy.PLAN_OVER,
                f"{state.name(held.battery)} is Knocked Out",
                state.edition.indirect.counter_battery.knocked_out,
            )
    for held in overdue(state, side):
        engaged = state.indirect.firing_in(held.battery)
        if engaged is not None and not engaged.planned:
            yield SourceReleased(side=side, number=engaged.number, source=held.battery)
    yield IndirectOpened(side=side)


def _spent_missions(state: PanzerState, side: SideId) -> Iterator[Event] | None:
    """Missions in which nobody fires any more: their counters are removed (na:6.5.1.5a, na:6.5.1.12)."""
    empty = [m for m in state.indirect.of(side) if not m.planned and not m.sources]
    if not empty:
        return None
    return iter(_ended(m, EndedBy.NO_RESPONSE, "none of its units fires", "na:6.5.1.12") for m in empty)


def _close(state: PanzerState, side: SideId) -> Iterator[Event] | None:
    """Planned missions that run, or must arrive now; then called ones that were not maintained (na:6.5.1.8)."""
    for held in (*running(state, side), *overdue(state, side)):
        if announce_refusal(state, held) is None:
            return iter((announced(state, held),))
        if not held.begun:
            return iter((PlanLapsed(side=side, plan=held.id),))
    left = waiting(state, side)
    if left:
        return iter(_ended(m, EndedBy.NOT_MAINTAINED, "neither continued nor adjusted", "na:6.5.1.8") for m in left)
    return None


def _ended(mission: Mission, by: EndedBy, reason: str, rule: str) -> MissionEnded:
    return MissionEnded(side=mission.side, number=mission.number, by=by, reason=reason, rule=rule)


def check_finish(state: PanzerState, side: SideId) -> None:
    """Any time in one's own step (na:6.5)."""


# -- responses and fire ----------------------------------------------------------------------------


def _resolve_next(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """First every called unit rolls for its response (na:6.5.1.7a), then those that respond fire, one by one; who is
    lost to the fire of another of them, which the enemy may have moved onto it, does not any more (na:6.5.1.12a,
    na:6.5.1.13a)."""
    unsettled = next((p for p in state.indirect.pending if not p.responded), None)
    one = unsettled or state.indirect.pending[0]
    mission = state.indirect.mission(one.side, one.number)
    if mission is None:
        raise ValueError(f"there is no mission {one.number} of {one.side}")
    firing = state.units[one.source]
    if firing.presence is Presence.ELIMINATED or firing.bailed_out:
        yield SourceReleased(side=one.side, number=one.number, source=one.source)
        return
    if unsettled is not None and mission.observer is not None:
        yield from _respond(state, mission, mission.observer, one, dice)
        return
    if mission.aim.type is FireType.GP and (hidden := _under_fire(state, mission, one)) is not None:
        yield hidden
        return
    if mission.aim.type is FireType.GP and not mission.planned:
        moving = _yet_to_show(state, mission, one)
        if moving is not None:
            yield from showing.ask(state, moving, _shot_at(one, moving.id))
            return
    units = struck(state, mission.aim, one.source) if mission.aim.type is FireType.GP else ()
    inquiry.require(state, inquiry.of_struck(state, units, _answered(state, mission, one)))
    yield from fire_mission(state, mission, one.source, dice)


def _under_fire(state: PanzerState, mission: Mission, one: Pending) -> Event | None:
    """The next HIDDEN UNIT counter that is revealed because it lies in the SHEAF (or:7.2.2.3)."""
    if not state.hidden.counters:
        return None
    on_map = not off_map(state, one.source)
    return hidden_units.struck(state, hexes(state.board, mission.aim, state.edition, on_map=on_map))


def _shot_at(one: Pending, unit: UnitId) -> Shot:
    """What stands for the fire of a unit at one of those in its SHEAF."""
    return Shot(one.source, unit, ammo=INDIRECT)


def _counts_moving(state: PanzerState, mission: Mission, unit: Unit) -> bool:
    """Whether the movement of a vehicle counts against fire: never against planned fire (na:6.5.4.3a), in the
    miniatures edition at the Target Point alone (min:16.7.2.1)."""
    return not mission.planned and (not state.edition.counts_at_target_point or unit.hex == mission.aim.hex)


def _answered(state: PanzerState, mission: Mission, one: Pending) -> Callable[[UnitId], Shot | None]:
    """The fire that each of those in a SHEAF may answer by showing that it moves."""
    return lambda unit: _shot_at(one, unit) if _counts_moving(state, mission, state.units[unit]) else None


def _respond(state: PanzerState, mission: Mission, observer: UnitId, one: Pending, dice: Dice) -> Iterator[Event]:
    """(na:6.5.1.12, na:6.5.1.12a, or:7.26)"""
    terms = response_terms(uncovered(state, one.side), observer, one.source, mission.aim, already=one.already)
    roll = dice.roll("d10", f"fire response, {state.name(one.source)}", "na:6.5.1.12")
    near = endangered(state, one.side, mission.aim.hex) if roll.result == 1 else ()
    scattered = scatter.scatters(state, terms, roll.result)
    responds = Response.SCATTERS if scattered else Response.RESPONDS
    result = responds if terms.responds(roll.result) else Response.FAILS
    yield ResponseRolled(
        side=one.side,
        number=one.number,
        observer=observer,
        source=one.source,
        row=terms.row,
        attachment=terms.attachment.value,
        factor=terms.factor,
        total=roll.result + terms.tally.total,
        result=Response.DANGER_CLOSE if near else result,
        rolls=(roll,),
        tally=terms.tally.reasons,
    )
    if scattered:
        yield from scatter.scatter(state, mission, one, dice)
    elif len(near) == 1 and not turns(state, mission, one.source):
        yield _redirected(state, one, near[0])
    elif near:
        enemy = state.scenario.enemy(one.side)
        asked = Question(QuestionKind.DANGER_CLOSE, enemy, observer, Shot(one.source, observer, ammo=INDIRECT))
        yield QuestionAsked(question=asked)


def turns(state: PanzerState, mission: Mission, source: UnitId) -> bool:
    """Whether the enemy turns the SHEAF that he moves, as if he had called the fire himself (min:16.6.1.3)."""
    edition = state.edition
    return edition.indirect.rectangular_sheafs and off_map(state, source) and mission.aim.sheaf in turned(edition)


def _redirected(state: PanzerState, one: Pending, unit: UnitId, direction: int | None = None) -> FireRedirected:
    hex_ = state.units[unit].hex
    if hex_ is None:
        raise ValueError(f"{unit} is not on the map")
    return FireRedirected(
        side=one.side,
        number=one.number,
        source=one.source,
        unit=unit,
        hex=hex_,
        to=state.indirect.free_number(one.side),
        direction=direction,
    )


def redirect_targets(state: PanzerState, question: Question) -> tuple[UnitId, ...]:
    """The units onto one of which the enemy of the caller may move the fire (na:6.5.1.12a)."""
    mission = state.indirect.firing_in(question.shot.shooter)
    return endangered(state, mission.side, mission.aim.hex) if mission is not None else ()


def check_redirect(state: PanzerState, side: SideId, order: RedirectFire) -> None:
    """Only the enemy of who called the fire, when asked."""
    question = questions.asked(state, side, QuestionKind.DANGER_CLOSE, "na:6.5.1.12a")
    near = state.edition.indirect.danger_close
    if order.unit not in redirect_targets(state, question):
        raise IllegalOrder(f"{order.unit} is no spotted unit of the caller within {in_hexes(near)}", "na:6.5.1.12a")
    if order.direction is None:
        return
    source = question.shot.shooter
    mission = state.indirect.firing_in(source)
    if mission is None or not turns(state, mission, source):
        raise IllegalOrder("the SHEAF falls as it was called", "na:6.5.1.12a")
    if not 0 <= order.direction <= 5:
        raise IllegalOrder(f"direction {order.direction} is none of 0 (N) to 5 (NW)", "min:16.5.1.8")


def redirect(state: PanzerState, side: SideId, order: RedirectFire, dice: Dice) -> Iterator[Event]:
    """The fire falls there, with the same type and SHEAF, turned as the enemy likes where that matters, and without
    another response roll (min:16.6.1.3)."""
    question = state.question
    if question is None:
        return
    one = next(p for p in state.indirect.pending if p.source == question.shot.shooter)
    yield _redirected(state, one, order.unit, order.direction)


def _yet_to_show(state: PanzerState, mission: Mission, one: Pending) -> Unit | None:
    """The next vehicle in the SHEAF whose hidden MOVE or SHORT HALT its owner could show (na:6.5.4.3a,
    min:16.7.2.1)."""
    return next(
        (
            u
            for u in struck(state, mission.aim, one.source)
            if u.id not in state.indirect.asked and _counts_moving(state, mission, u) and showing.may_show(state, u)
        ),
        None,
    )
