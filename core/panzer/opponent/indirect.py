"""What a computer player fires indirectly: the missions that promise most, by their exact response and effect.

Everything in a SHEAF counts, friend against foe; a mission that fires already needs no response and goes on as long as
it promises more than another would (na:6.5.1.8.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeVar

from attrs import evolve, frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzer.gp.fire import strike_odds
from core.panzer.indirect import called as indirect_called
from core.panzer.indirect import prospects as indirect_prospects
from core.panzer.indirect import step as indirect_step
from core.panzer.indirect.barrage import barrages_on
from core.panzer.indirect.impact import firing, struck, unit_strikes
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.orders import (
    AdjustMission,
    AnnouncePlan,
    CallFire,
    ContinueMission,
    PlanMission,
    RedirectFire,
    RegisterPoint,
)
from core.panzer.indirect.planned import batteries, check_plan, check_point, plans_left, points_left
from core.panzer.indirect.prospects import Prospect
from core.panzer.indirect.response import response_terms
from core.panzer.indirect.sheafs import hexes
from core.panzer.indirect.sources import may_be_called, may_observe, types
from core.panzer.opponent import illumination
from core.panzer.opponent.foes import worth_of
from core.panzer.opponent.prospects_gp import lost_share
from core.panzer.pieces.firing import Question
from core.panzer.pieces.missions import Aim, FireType, Mission, Sheaf
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: What a unit of one's own in a SHEAF counts against an enemy, and the least that a mission is fired for, in points.
OWN, LEAST = 1.5, 1.5
#: Points that fire brings which falls on one's own side by mistake (na:6.5.1.12a).
ASTRAY = 25.0
#: The SHEAFs that a battery may lay, the denser first.
SHEAFS = (Sheaf.CLOSED, Sheaf.OPEN)
#: Turns that a plot lasts.
PLOTTED = 3

_O = TypeVar("_O", bound=Order)


@frozen
class Plot:
    """A mission that could be called: what it promises once its units respond, and all in all."""

    order: CallFire
    points: float


# -- what a mission promises -----------------------------------------------------------------------


def promise(state: PanzerState, side: SideId, mission: Mission, source: UnitId) -> float:
    """Points that the fire of one unit in a mission promises, once it fires."""
    fire = firing(state, mission, source)
    total = 0.0
    for unit in struck(state, mission.aim, source):
        for strike in unit_strikes(state, mission, fire, unit.id):
            if strike.target is None:
                continue
            there = state.units[strike.target]
            share = sum(lost_share(there, result) * p for result, p in strike_odds(state, strike).items())
            value = float(state.scenario.by_id[strike.target].value or 10)
            total += share * value * (1.0 if there.side != side else -OWN)
    return total


def plots(state: PanzerState, side: SideId) -> list[Plot]:
    """All that could be called now, each with its best SHEAF, the best first."""
    found: list[Plot] = []
    options: dict[tuple[UnitId, Hex], list[Prospect]] = {}
    for prospect in indirect_prospects.prospects(state, side):
        options.setdefault((prospect.observer, prospect.hex), []).append(prospect)
    for (observer, hex_), able in options.items():
        for sheaf in SHEAFS:
            aim = Aim(hex_, FireType.GP, sheaf)
            firing_ = [p for p in able if sheaf is Sheaf.CLOSED or off_map(state, p.source)]
            worth = {p.source: _worth(state, side, observer, aim, p) for p in firing_}
            best = sorted((u for u in worth if worth[u] > LEAST), key=lambda u: (-worth[u], u))
            units = _as_many(state, observer, best)
            if units and indirect_called.call_refusal(state, side, observer, units, aim) is None:
                points = sum(worth[u] for u in units)
                found.append(Plot(CallFire(observer=observer, sources=units, aim=aim), points))
    found += [Plot(order, points) for order, points in illumination.calls(state, side) if points > LEAST]
    return sorted(found, key=lambda p: (-p.points, p.order.observer, p.order.aim.hex, p.order.aim.sheaf.value))


def _worth(state: PanzerState, side: SideId, observer: UnitId, aim: Aim, prospect: Prospect) -> float:
    mission = Mission(0, side, aim, (prospect.source,), observer)
    responds = prospect.terms.chance
    return responds * promise(state, side, mission, prospect.source) - prospect.danger * ASTRAY


def _as_many(state: PanzerState, observer: UnitId, units: list[UnitId]) -> tuple[UnitId, ...]:
    """The best of these units that one observer may call together (na:6.5.1.1.4)."""
    for count in range(min(3, len(units)), 0, -1):
        for chosen in combinations(units, count):
            if indirect_called.capacity_refusal(state, observer, chosen) is None:
                return chosen
    return ()


def shelled(state: PanzerState) -> frozenset[Hex]:
    """The hexes in which fire of this turn attacks whoever moves into them (na:6.6.6)."""
    due = (m for m in state.indirect.missions if m.turn == state.turn and m.aim.type is FireType.GP)
    falls = ((m, f) for m in due for f in m.fired)
    areas = (hexes(state.board, m.aim, state.edition, on_map=not off_map(state, f.unit)) for m, f in falls)
    return frozenset().union(*areas)


def moving_into(state: PanzerState, unit: UnitId, hex_: Hex) -> float:
    """Points that a unit may expect to lose as it moves into such a hex, by either side's fire."""
    there = state.copy()
    there.change(unit, hex=hex_)
    total = 0.0
    for mission, fire in barrages_on(there, unit):
        for strike in unit_strikes(there, mission, fire, unit, barrage=True):
            if strike.target is not None:
                struck_unit = there.units[strike.target]
                share = sum(lost_share(struck_unit, result) * p for result, p in strike_odds(there, strike).items())
                total += share * worth_of(there, strike.target)
    return total


# -- orders ----------------------------------------------------------------------------------------


def fire(state: PanzerState, side: SideId) -> Order:
    """The next mission of the Indirect Fire Step: those in force first, then new ones; else the end of the step."""
    for plan in indirect_step.announceable(state, side):
        held = state.indirect.plan(plan)
        if held is not None and (held.begun or _arrives_well(state, side, held.turns[0], held.battery)):
            return AnnouncePlan(plan=plan)
    for mission in indirect_step.waiting(state, side):
        order = _maintained(state, side, mission)
        if order is not None:
            return order
    best = next(iter(plots(state, side)), None)
    return best.order if best is not None and best.points > LEAST else FinishStep()


def _arrives_well(state: PanzerState, side: SideId, aim: Aim, battery: UnitId) -> bool:
    if aim.type is not FireType.GP:
        return True
    return promise(state, side, Mission(0, side, aim, (battery,), plan="?"), battery) > 0


def _maintained(state: PanzerState, side: SideId, mission: Mission) -> Order | None:
    """How a mission goes on; None if it is given up."""
    options: list[tuple[float, Order]] = []
    if mission.aim.type is FireType.ILLUMINATION:
        if indirect_called.continue_refusal(state, mission, FireType.ILLUMINATION) is not None:
            return None
        points = illumination.goes_on(state, side, mission.aim, mission.sources)
        lights = ContinueMission(mission=mission.number, type=FireType.ILLUMINATION)
        return lights if points > LEAST else None
    if indirect_called.continue_refusal(state, mission, FireType.GP) is None:
        aim = evolve(mission.aim, type=FireType.GP)
        able = indirect_called.still_able(state, mission, aim, continued=True)
        points = sum(promise(state, side, evolve(mission, aim=aim), u) for u in able)
        options.append((points, ContinueMission(mission=mission.number)))
    for hex_ in _near(state, mission):
        aim = evolve(mission.aim, hex=hex_, type=FireType.GP)
        if indirect_called.adjust_refusal(state, mission, aim, ()) is None:
            points = sum(adjusted(state, side, mission, aim))
            options.append((points, AdjustMission(mission=mission.number, aim=aim)))
    best = max(options, default=None, key=lambda option: option[0])
    return best[1] if best is not None and best[0] > 0 else None


def _near(state: PanzerState, mission: Mission) -> Iterator[Hex]:
    if mission.observer is None:
        return
    for hex_, _ in indirect_prospects.target_hexes(state, mission.observer):
        if 0 < distance(hex_, mission.aim.hex) <= state.edition.indirect.adjusted_shift:
            yield hex_


def adjusted(state: PanzerState, side: SideId, mission: Mission, aim: Aim) -> Iterator[float]:
    observer = mission.observer
    if observer is None:
        return
    for source in indirect_called.still_able(state, mission, aim, continued=False):
        chance = response_terms(state, observer, source, aim, already=True).chance
        yield chance * promise(state, side, evolve(mission, aim=aim), source)


def redirect(state: PanzerState, question: Question) -> RedirectFire:
    """The enemy's unit onto which his own fire is moved: the dearest, with most beside it; turned so that it strikes
    most of his, where it may be turned (min:16.6.1.3)."""
    source, targets = question.shot.shooter, indirect_step.redirect_targets(state, question)
    mission = state.indirect.firing_in(source)

    def crowd(unit: UnitId) -> float:
        hex_ = state.units[unit].hex
        return sum(worth_of(state, u.id) for u in state.in_hex(hex_)) if hex_ is not None else 0.0

    if mission is None or not indirect_step.turns(state, mission, source):
        return RedirectFire(unit=max(targets, key=lambda u: (crowd(u), u)))
    side = mission.side

    def harm(unit: UnitId, direction: int) -> float:
        hex_ = state.units[unit].hex
        aim = evolve(mission.aim, hex=hex_ or mission.aim.hex, direction=direction)
        met = struck(state, aim, source)
        return sum(worth_of(state, u.id) * (1 if u.side == side else -1) for u in met)

    ways = ((unit, direction) for unit in targets for direction in range(3))
    best, way = max(ways, key=lambda one: (harm(*one), crowd(one[0]), one))
    return RedirectFire(unit=best, direction=way)


# -- commands --------------------------------------------------------------------------------------


def wanted(state: PanzerState, side: SideId) -> dict[UnitId, tuple[Command, float]]:
    """Which observers should have OVERWATCH and which units FIRE for it, and what that promises them."""
    if not state.has(Switch.INDIRECT_FIRE):
        return {}
    ready = _as_if_ready(state, side)
    if ready is None:
        return {}
    found: dict[UnitId, tuple[Command, float]] = {}
    busy: set[UnitId] = set()
    for mission in indirect_step.waiting(ready, side):
        type_ = FireType.ILLUMINATION if mission.aim.type is FireType.ILLUMINATION else FireType.GP
        if mission.observer is not None and indirect_called.continue_refusal(ready, mission, type_) is None:
            if type_ is FireType.GP:
                points = sum(promise(ready, side, mission, u) for u in mission.sources)
            else:
                points = illumination.goes_on(ready, side, mission.aim, mission.sources)
            _want(ready, found, mission.observer, mission.sources, points)
            busy |= {mission.observer, *mission.sources}
    for plot in plots(ready, side):
        order = plot.order
        if not busy & {order.observer, *order.sources}:
            _want(ready, found, order.observer, order.sources, plot.points)
            busy |= {order.observer, *order.sources}
    return found


def _want(
    state: PanzerState,
    found: dict[UnitId, tuple[Command, float]],
    observer: UnitId,
    sources: tuple[UnitId, ...],
    points: float,
) -> None:
    """A mission is shared between its observer and its units on the map, each of which must have its command."""
    on_map = [u for u in sources if not off_map(state, u)]
    if points <= 0:
        return
    found[observer] = Command.OVERWATCH, points
    for unit in on_map:
        found[unit] = Command.FIRE, points / len(on_map)


def _as_if_ready(state: PanzerState, side: SideId) -> PanzerState | None:
    """The view as if all who could call had OVERWATCH, and all who could be called FIRE."""
    able = [u for u in state.of(side) if not u.bailed_out]
    watching = {u.id for u in able if may_observe(state, u.id)}
    called = {u.id for u in able if u.id not in watching and _called(state, u)}
    if not watching:
        return None
    ready = state.copy()
    for unit in (*watching, *called):
        ready.change(unit, command=Command.OVERWATCH if unit in watching else Command.FIRE, fired=False)
    return ready


def _called(state: PanzerState, unit: Unit) -> bool:
    return may_be_called(state, unit) or state.indirect.firing_in(unit.id) is not None


# -- plotting --------------------------------------------------------------------------------------


def plot(state: PanzerState, side: SideId) -> Order:
    """Register the objectives, then plan fire on those that the enemy holds; else the end of the plotting."""
    mine = batteries(state, side)
    aims = plotted_at(state, side)
    registered = {p.hex for p in state.indirect.points if p.side == side}
    if mine and points_left(state, side) > 0:
        for hex_ in aims:
            register = RegisterPoint(hex=hex_, batteries=mine)
            if hex_ not in registered and _allowed(check_point, state, side, register):
                return register
    if plans_left(state, side) > 0:
        planned = {p.turns[0].hex for p in state.indirect.plans if p.side == side}
        begin = max(2, state.scenario.side(side).planned_from)
        for battery in mine:
            for hex_ in sorted(aims, key=lambda h: h in planned):
                aim = _plotted_aim(state, side, hex_, battery)
                turns = (aim,) * min(PLOTTED, state.scenario.turns - begin)
                order = PlanMission(battery=battery, turn=begin, turns=turns)
                if aim.type in types(state, (battery,)) and _allowed(check_plan, state, side, order):
                    return order
    return FinishStep()


def _plotted_aim(state: PanzerState, side: SideId, hex_: Hex, battery: UnitId) -> Aim:
    """In the dark the first of several plans lights what the others fall on."""
    planned = any(p.side == side for p in state.indirect.plans)
    lights = illumination.dark(state) and not planned and plans_left(state, side) > 1
    if lights and FireType.ILLUMINATION in types(state, (battery,)):
        return Aim(hex_, FireType.ILLUMINATION)
    return Aim(hex_, FireType.GP, Sheaf.OPEN)


def plotted_at(state: PanzerState, side: SideId) -> list[Hex]:
    """Objectives that are not one's own first, then where the enemy sets up."""
    theirs = [x for x in state.scenario.objectives if state.objectives.control.get(x.id) != side]
    found = [min(x.hexes) for x in sorted(theirs, key=lambda x: (-x.vp, x.id))]
    enemy = state.scenario.enemy(side)
    found += sorted({u.hex for u in state.of(enemy) if u.hex is not None})
    for zone in state.scenario.side(enemy).zones:
        hexes = sorted(state.scenario.zones[zone].hexes)
        found.append(hexes[len(hexes) // 2])
    return list(dict.fromkeys(found))


def _allowed(check: Callable[[PanzerState, SideId, _O], None], state: PanzerState, side: SideId, order: _O) -> bool:
    try:
        check(state, side, order)
    except IllegalOrder:
        return False
    return True
