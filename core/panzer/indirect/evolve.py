"""How the events of indirect fire change the state. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.firing.events import ShowingDeclined
from core.panzer.indirect import events
from core.panzer.losses import seen_as_small_arms
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.missions import FireType, Mission, Pending, RegisteredPoint
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Spot
from core.panzer.state import PanzerState
from core.replaced import replaced

Pattern = frozenset[Hex]
#: What each type of fire leaves over its SHEAF; illumination only by its Optional Rule (or:7.27).
_CLOUDS: Final = {
    FireType.GP: CloudKind.BARRAGE,
    FireType.SMOKE: CloudKind.SMOKE,
    FireType.ILLUMINATION: CloudKind.ILLUMINATION,
}


# -- plots -----------------------------------------------------------------------------------------


def _point_registered(state: PanzerState, event: events.PointRegistered) -> None:
    others = tuple(p for p in state.indirect.points if (p.side, p.hex) != (event.side, event.hex))
    point = RegisteredPoint(event.side, event.hex, event.batteries)
    state.indirect = changed(state.indirect, points=(*others, point))


def _mission_plotted(state: PanzerState, event: events.MissionPlotted) -> None:
    state.indirect = changed(state.indirect, plans=(*state.indirect.plans, event.plan))


def _plot_removed(state: PanzerState, event: events.PlotRemoved) -> None:
    now = state.indirect
    points = tuple(p for p in now.points if p.side != event.side or p.hex.id != event.plot)
    plans = tuple(p for p in now.plans if p.side != event.side or p.id != event.plot)
    state.indirect = changed(now, points=points, plans=plans)


# -- missions --------------------------------------------------------------------------------------


def _put(state: PanzerState, mission: Mission) -> None:
    """A mission in place of the one with its side and number, or a new one."""
    others = tuple(m for m in state.indirect.missions if (m.side, m.number) != (mission.side, mission.number))
    state.indirect = changed(state.indirect, missions=(*others, mission))


def _renewed(state: PanzerState, mission: Mission, **changes: Any) -> Mission:
    """A mission for another turn; the Barrages of the turn before lie until it has fired."""
    return changed(
        mission, turn=state.turn, fired=(), before=(*mission.before, *mission.patterns), patterns=(), **changes
    )


def _await(
    state: PanzerState, side: SideId, number: int, sources: Iterable[UnitId], *, already: bool, responded: bool
) -> None:
    more = (Pending(number, side, source, already, responded) for source in sources)
    state.indirect = changed(state.indirect, pending=(*state.indirect.pending, *more))


def _observes(state: PanzerState, observer: UnitId | None) -> None:
    """The observer does nothing else in this turn; observing leaves no SPOT counter (na:6.5.1c, na:6.5.1e)."""
    if observer is not None:
        state.change(observer, fired=True)
        state.indirect = changed(state.indirect, observing=state.indirect.observing | {observer})


def _fire_called(state: PanzerState, event: events.FireCalled) -> None:
    called = Mission(event.number, event.side, event.aim, event.sources, event.observer, turn=state.turn)
    _put(state, changed(called, reconnaissance=event.reconnaissance))
    _await(state, event.side, event.number, event.sources, already=False, responded=False)
    _observes(state, event.observer)


def _leave(state: PanzerState, mission: Mission, staying: Iterable[UnitId]) -> None:
    """Units that drop out of a mission as it goes on were not checked before: no other fire this turn (na:6.5.1.9)."""
    gone = set(mission.sources) - set(staying)
    if gone:
        state.indirect = changed(state.indirect, spent=state.indirect.spent | gone)


def _mission_continued(state: PanzerState, event: events.MissionContinued) -> None:
    mission = state.indirect.mission(event.side, event.number)
    if mission is None:
        return
    aim = changed(mission.aim, type=event.type)
    _put(state, _renewed(state, mission, aim=aim, sources=event.sources))
    _leave(state, mission, event.sources)
    _await(state, event.side, event.number, event.sources, already=True, responded=True)
    _observes(state, mission.observer)


def _mission_adjusted(state: PanzerState, event: events.MissionAdjusted) -> None:
    mission = state.indirect.mission(event.side, event.number)
    if mission is None:
        return
    _put(state, _renewed(state, mission, aim=event.aim, sources=(*event.sources, *event.added)))
    _leave(state, mission, event.sources)
    _await(state, event.side, event.number, event.sources, already=True, responded=False)
    _await(state, event.side, event.number, event.added, already=False, responded=False)
    _observes(state, mission.observer)


def _plan_announced(state: PanzerState, event: events.PlanAnnounced) -> None:
    now = state.indirect
    plans = tuple(changed(p, begun=p.begun or state.turn) if p.id == event.plan else p for p in now.plans)
    state.indirect = changed(now, plans=plans)
    mission = now.mission(event.side, event.number)
    if mission is None:
        mission = Mission(event.number, event.side, event.aim, (event.battery,), plan=event.plan)
    _put(state, _renewed(state, mission, aim=event.aim))
    _await(state, event.side, event.number, (event.battery,), already=True, responded=True)


def _plan_lapsed(state: PanzerState, event: events.PlanLapsed) -> None:
    state.indirect = changed(state.indirect, plans=tuple(p for p in state.indirect.plans if p.id != event.plan))


def _response_rolled(state: PanzerState, event: events.ResponseRolled) -> None:
    now = state.indirect
    if event.result in (events.Response.RESPONDS, events.Response.SCATTERS):
        pending = tuple(changed(p, responded=True) if p.source == event.source else p for p in now.pending)
        state.indirect = changed(now, pending=pending)
    elif event.result is events.Response.FAILS:
        _silent(state, event.side, event.number, event.source)


def _silent(state: PanzerState, side: SideId, number: int, source: UnitId) -> None:
    """Nothing of a called unit falls, and it fires at nothing else this turn."""
    _drop(state, side, number, source)
    now = state.indirect
    state.indirect = changed(
        now, pending=tuple(p for p in now.pending if p.source != source), spent=now.spent | {source}
    )
    if state.units[source].presence in (Presence.ON_MAP, Presence.HIDDEN):
        state.change(source, fired=True)  # it has completed its orders (na:6.5.1.7a)


def _drop(state: PanzerState, side: SideId, number: int, source: UnitId) -> None:
    mission = state.indirect.mission(side, number)
    if mission is not None:
        _put(state, changed(mission, sources=tuple(s for s in mission.sources if s != source)))


def _fire_redirected(state: PanzerState, event: events.FireRedirected) -> None:
    state.question = None
    called = state.indirect.mission(event.side, event.number)
    if called is None:
        return
    _drop(state, event.side, event.number, event.source)
    moved = state.indirect.mission(event.side, event.to)
    if moved is None:
        direction = called.aim.direction if event.direction is None else event.direction
        aim = changed(called.aim, hex=event.hex, direction=direction)
        moved = Mission(event.to, event.side, aim, (), called.observer, turn=state.turn, danger_close=True)
    _put(state, changed(moved, sources=(*moved.sources, event.source)))
    _moved(state, event.source, event.to)


def _fire_scattered(state: PanzerState, event: events.FireScattered) -> None:
    """The unit fires at its Impact Point, which is from now on that of its mission (or:7.26)."""
    called = state.indirect.mission(event.side, event.number)
    if called is None:
        return
    if event.lost:
        _silent(state, event.side, event.number, event.source)
        return
    aim = changed(called.aim, hex=event.hex)
    if event.to == event.number:
        _put(state, changed(called, aim=aim))
        return
    _drop(state, event.side, event.number, event.source)
    _put(state, Mission(event.to, event.side, aim, (event.source,), called.observer, turn=state.turn))
    _moved(state, event.source, event.to)


def _moved(state: PanzerState, source: UnitId, to: int) -> None:
    """What is pending of a unit that responds belongs to another mission now."""
    now = state.indirect
    pending = tuple(changed(p, number=to, responded=True) if p.source == source else p for p in now.pending)
    state.indirect = changed(now, pending=pending)


# -- fire ------------------------------------------------------------------------------------------


def _show(state: PanzerState, source: UnitId, *, small: bool) -> None:
    """Mark a unit on the map that fired, at once (na:6.5.1e, na:5.1.3.1), in the miniatures edition as by direct fire
    (min:16.3.1.4.3)."""
    shown = state.units[source].spot is Spot.FIRE
    if not state.edition.indirect.indirect_shows_later:
        state.change(
            source, fired=True, spot=Spot.SMALL_ARMS if small and not shown else Spot.FIRE, new_spot_fire=False
        )
    elif shown:
        state.change(source, fired=True)
    else:
        state.change(source, fired=True, new_spot_fire=True, new_spot_small_arms=small)


def _mission_fired(state: PanzerState, event: events.MissionFired) -> None:
    """The fire falls; a battery short of smoke or illumination places nothing and is out of a called mission.

    A planned one goes on as plotted all the same (na:5.16.2.3, na:6.5.1.11.4).
    """
    now = state.indirect
    pending = tuple(p for p in now.pending if p.source != event.source)
    state.indirect = changed(now, pending=pending, spent=now.spent | {event.source}, asked=frozenset())
    state.inquiry = state.inquiry.fire_resolved()
    if state.units[event.source].presence is Presence.HIDDEN:
        state.change(event.source, fired=True)  # unseen, under its counter (or:7.2.2.3)
    elif not event.off_map:
        small = seen_as_small_arms(state, event.source, event.firing.weapon)
        _show(state, event.source, small=small)
        fire = state.fire.aimed(event.source, event.aim.hex)
        state.fire = replaced(fire, fired=(*fire.fired, event.source))
    mission = state.indirect.mission(event.side, event.number)
    if mission is None:
        return
    if event.placed:
        mission = changed(mission, fired=(*mission.fired, event.firing))
        area = frozenset(event.hexes)
        kind = _CLOUDS[event.aim.type]
        if kind is not CloudKind.ILLUMINATION or state.has(Switch.ILLUMINATION):
            state.counters = state.counters.with_cloud(Cloud(kind, area, open=event.open_sheaf))
        if kind is CloudKind.BARRAGE:
            mission = changed(mission, patterns=(*mission.patterns, area))
    elif not mission.planned:
        mission = changed(mission, sources=tuple(s for s in mission.sources if s != event.source))
    _put(state, mission)
    _settled(state, mission)


def _settled(state: PanzerState, mission: Mission) -> None:
    """Once all of a mission has fired, what it laid in the turn before is gone."""
    if not any((p.side, p.number) == (mission.side, mission.number) for p in state.indirect.pending):
        _lift(state, mission.before)
        _put(state, changed(mission, before=()))


def _lift(state: PanzerState, areas: tuple[Pattern, ...]) -> None:
    """Remove Barrages, as far as no mission has laid the same this turn."""
    laid = {area for m in state.indirect.missions for area in m.patterns}
    gone = set(areas) - laid
    if gone:
        clouds = tuple(c for c in state.counters.clouds if c.kind is not CloudKind.BARRAGE or c.hexes not in gone)
        state.counters = replaced(state.counters, clouds=clouds)


def _mission_ended(state: PanzerState, event: events.MissionEnded) -> None:
    now = state.indirect
    mission = now.mission(event.side, event.number)
    if mission is None:
        return
    state.indirect = changed(now, missions=tuple(m for m in now.missions if m is not mission))
    _lift(state, (*mission.before, *mission.patterns))
    if event.by in (events.EndedBy.CHECKED, events.EndedBy.AUTOMATIC):  # no other indirect fire this turn (na:6.5.1.9)
        bound = mission.observer is not None and not state.edition.indirect.checks_free_observers  # min:16.5.1.12.1
        watching = {mission.observer} if mission.observer is not None and bound else set()
        state.indirect = changed(
            state.indirect, spent=now.spent | set(mission.sources), observing=now.observing | watching
        )


def _source_released(state: PanzerState, event: events.SourceReleased) -> None:
    _drop(state, event.side, event.number, event.source)
    now = state.indirect
    pending = tuple(p for p in now.pending if p.source != event.source)
    mission = now.mission(event.side, event.number)
    if pending == now.pending or mission is None:
        return
    state.indirect = changed(now, pending=pending)
    _settled(state, mission)


def _barrage_entered(state: PanzerState, event: events.BarrageEntered) -> None:
    attacked = state.indirect.barraged | {(event.unit, event.source)}
    state.indirect = changed(state.indirect, barraged=attacked)


def _indirect_opened(state: PanzerState, event: events.IndirectOpened) -> None:
    state.indirect = changed(state.indirect, opened=True)


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    """Whoever was spent may take part in missions again."""
    state.indirect = changed(state.indirect, spent=frozenset(), observing=frozenset(), barraged=frozenset())


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """A new step has its own beginning."""
    if state.indirect.opened:
        state.indirect = changed(state.indirect, opened=False)


def _showing_declined(state: PanzerState, event: ShowingDeclined) -> None:
    """Note that an owner does not show a moving vehicle to the indirect fire being resolved, if any is."""
    if state.indirect.pending:
        state.indirect = changed(state.indirect, asked=state.indirect.asked | {event.unit})


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.PointRegistered: _point_registered,
    events.MissionPlotted: _mission_plotted,
    events.PlotRemoved: _plot_removed,
    events.FireCalled: _fire_called,
    events.MissionContinued: _mission_continued,
    events.MissionAdjusted: _mission_adjusted,
    events.PlanAnnounced: _plan_announced,
    events.PlanLapsed: _plan_lapsed,
    events.ResponseRolled: _response_rolled,
    events.FireRedirected: _fire_redirected,
    events.FireScattered: _fire_scattered,
    events.MissionFired: _mission_fired,
    events.MissionEnded: _mission_ended,
    events.SourceReleased: _source_released,
    events.BarrageEntered: _barrage_entered,
    events.IndirectOpened: _indirect_opened,
    ShowingDeclined: _showing_declined,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
}
