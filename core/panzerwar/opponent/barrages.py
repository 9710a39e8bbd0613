"""Artillery: where points are registered, what is called for, where it is moved to (pw:10.5, pw:10.6, pw:10.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.artillery import allocation, batteries, calling, direct, missions, odds, references, shoots
from core.panzerwar.artillery.areas import friends_near, inside
from core.panzerwar.artillery.orders import AreaFire, Call, Cease, Correct, PrePlan, Register
from core.panzerwar.command.near import known_enemies
from core.panzerwar.course.victory import worth
from core.panzerwar.opponent import picture, smoke, watching
from core.panzerwar.pieces.artillery import AreaShot, Mission
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import THERE, Element, Kind
from core.panzerwar.pieces.engagement import GoalKind
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.weapons import MachineGun
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, hex_at, offset, within
from core.step_end import FinishStep

#: What lies within this of a point of aim is aimed at, own elements keep so far from it, in GSU.
ABOUT, CLEAR = 60.0, 160.0
#: Own elements nearer than this to where it falls end a fire.
_TOO_NEAR: Final = 60.0
#: A target must be worth so much: a gun, or two elements on foot.
LEAST: Final = 2.0
#: Area fire must be expected to cost the enemy so many points.
GAIN: Final = 1.0
#: A fire that lies this far from its target is corrected, in GSU.
OFF: Final = 25.0
_PLANNED: Final = 6


# -- before the game -------------------------------------------------------------------------------


def prepare(state: WarState, side: SideId) -> Order | None:
    """Reference points at the places that count, and a planned fire at the first of them; None when it is done."""
    mine = batteries.of_side(state, side)
    if not mine:
        return None
    registered = references.registered(state, side)
    if len(registered) < references.allowed(state, side):
        at = next((p for p in _points(state) if references.point_refusal(state, side, p) is None), None)
        if at is not None:
            return Register(at=at)
    planned = {m.battery for m in references.planned(state, side)}
    for organisation in mine:
        if organisation.id in planned or not picture.attacks(state, side):
            continue
        if not state.engagement.side(side).planned or references.plan_refusal(state, organisation) is not None:
            continue
        for one in registered:
            if batteries.indirect_refusal(state, organisation, one.at) is None:
                return PrePlan(battery=organisation.id, turn=1, at=one.at, turns=_PLANNED)
    return None


def _points(state: WarState) -> Iterator[Point]:
    """The places that count, those worth most first, then points about them."""
    goals = sorted(state.engagement.goals, key=lambda g: (g.kind is GoalKind.EXIT, -g.points, g.id))
    for far in (0.0, 150.0, 300.0):
        for goal in goals:
            for degrees in (0.0, 90.0, 180.0, 270.0) if far else (0.0,):
                at = offset(goal.at, degrees, far)
                if hex_at(at) in state.board:
                    yield at


# -- calls -----------------------------------------------------------------------------------------


def calls(state: WarState, side: SideId, dice: Dice) -> Order:
    """What endangers own men ends; what lies beside its target is corrected; then the best targets are called for."""
    for organisation in batteries.of_side(state, side):
        if calling.wishes(state, organisation.id):
            continue
        found = _control(state, organisation) or _call(state, side, organisation)
        if found is not None:
            return found
    return watching.marks(state, side) or FinishStep()


def _control(state: WarState, organisation: Organisation) -> Order | None:
    """What is said to a battery that fires already."""
    mission = calling.mission_of(state, organisation.id)
    if mission is None or mission.observer is None or mission.observer not in state.elements:
        return None
    observer = state.elements[mission.observer]
    if calling.control_refusal(state, mission, observer) is not None:
        return None
    at = mission.coa or mission.aim
    if any(e.side == organisation.side and within(e.where, at, _TOO_NEAR) for e in state.on_table()):
        return Cease(battery=organisation.id)
    if mission.coa is None or calling.correct_refusal(state, mission, observer) is not None:
        return None
    wanted = _wanted(state, mission)
    if gsu_between(mission.coa, wanted) <= OFF:
        return None
    direction = round(bearing(mission.coa, wanted) / 45) % 8 + 1
    return Correct(battery=organisation.id, direction=direction)


def _wanted(state: WarState, mission: Mission) -> Point:
    """Where a fire should lie: on the best target near its point of aim, else on that."""
    near = [e for e in known_enemies(state, mission.side) if within(e.where, mission.aim, 2 * ABOUT)]
    best = max(near, key=lambda e: (worth_at(state, mission.side, e.where), e.id), default=None)
    return best.where if best is not None and _safe(state, mission.side, best.where) else mission.aim


def _call(state: WarState, side: SideId, organisation: Organisation) -> Order | None:
    """The call for the best target of a battery; None without one."""
    if calling.battery_refusal(state, organisation) is not None:
        return None
    wanted = sorted(
        ((worth_at(state, side, e.where), e.id, e.where) for e in known_enemies(state, side)), key=lambda one: one[:2]
    )
    worthwhile = [at for value, _, at in reversed(wanted) if value >= LEAST]
    for at in (*worthwhile, *_suspected(state, side)):
        if not _safe(state, side, at) or allocation.allocate(state, organisation, at).refusal is not None:
            continue
        for element in _callers(state, side, organisation):
            if calling.aim_refusal(state, element, organisation, at) is None:
                return Call(battery=organisation.id, at=at, element=element.id)
    return _screen(state, side, organisation)


def _screen(state: WarState, side: SideId, organisation: Organisation) -> Call | None:
    """Smoke before the guns that command what own units cross, of a battery without a better target."""
    shell = smoke.shell_of(state, organisation)
    for at in smoke.wanted(state, side) if shell is not None else ():
        if allocation.allocate(state, organisation, at).refusal is None:
            for element in _callers(state, side, organisation):
                if calling.aim_refusal(state, element, organisation, at) is None:
                    return Call(battery=organisation.id, at=at, element=element.id, shell=shell or "")
    return None


def _suspected(state: WarState, side: SideId) -> Iterator[Point]:
    """Where an attacker suspects the enemy: the places that count and that are registered."""
    if picture.attacks(state, side):
        places = [goal.at for goal in state.engagement.goals if goal.kind is not GoalKind.EXIT]
        yield from (one.at for one in references.registered(state, side) if one.at in places)


def _callers(state: WarState, side: SideId, organisation: Organisation) -> Iterator[Element]:
    for element in state.elements.values():
        there = element.side == side and element.presence in THERE
        if there and calling.call_refusal(state, element, organisation) is None:
            yield element


def worth_at(state: WarState, side: SideId, at: Point) -> float:
    """What a target at a point is worth to artillery: men and guns, armour little."""
    return sum(_weight(state, e) for e in known_enemies(state, side) if within(e.where, at, ABOUT))


def _weight(state: WarState, element: Element) -> float:
    card = state.cards[element.card]
    if isinstance(card, Vehicle):
        return 0.5 if card.armoured else 1.5
    return 2.0 if element.kind is Kind.GUN else 1.0


def _safe(state: WarState, side: SideId, at: Point) -> bool:
    """Whether no own element stands near a point."""
    return not any(e.side == side and within(e.where, at, CLEAR) for e in state.on_table())


# -- in the fire segments --------------------------------------------------------------------------


def area_fire(state: WarState, side: SideId) -> Order | None:
    """The next area that is moved onto its target, or fired at directly; None when there is none."""
    if state.resolved or side in state.ended:
        return None
    declared = {(shot.body, shot.arm) for shot in state.artillery.shots}
    for mission in shoots.correctable(state, side):
        if (mission.battery, "") in declared or mission.coa is None:
            continue
        to = _moved(state, mission)
        if to is not None:
            return AreaFire(at=to, battery=mission.battery)
    return _direct(state, side, declared)


def _moved(state: WarState, mission: Mission) -> Point | None:
    """The allowed point nearest to where a fire should lie."""
    coa, wanted = mission.coa, _wanted(state, mission)
    if coa is None or coa == wanted:
        return None
    way, far = bearing(coa, wanted), gsu_between(coa, wanted)
    tries = [wanted, *(offset(coa, way + off, far * share) for share in (0.8, 0.5, 0.25) for off in (0.0, 15.0, -15.0))]
    allowed = (to for to in tries if hex_at(to) in state.board and missions.move_refusal(state, mission, to) is None)
    return min(allowed, key=lambda to: (gsu_between(to, wanted), to), default=None)


def _direct(state: WarState, side: SideId, declared: set[tuple[str, str]]) -> Order | None:
    """Mortars and guns that have nothing better to fire at fire at areas."""
    known = known_enemies(state, side)
    if not known or not shoots.may_fire(state, side):
        return None
    for body in shoots.bodies(state, side):
        if isinstance(body.weapon, MachineGun) or (body.id, body.arm.id) in declared or (body.id, "") in declared:
            continue
        battery = body.battery.id if body.battery is not None else ""
        element = None if battery else body.pieces[0].id
        arm = "" if battery else body.arm.id
        best: tuple[float, Point] | None = None
        for enemy in known:
            shot = AreaShot(side=side, battery=battery, element=element, arm=arm, at=enemy.where)
            if direct.refusal(state, shot) is None:
                gain = promise(state, side, shot)
                if gain >= GAIN and (best is None or (gain, enemy.where) > best):
                    best = (gain, enemy.where)
        if best is not None:
            return AreaFire(at=best[1], battery=battery, element=element, arm=arm)
    return None


def promise(state: WarState, side: SideId, shot: AreaShot) -> float:
    """What direct area fire is expected to cost the enemy, in points; 0 with own elements near."""
    body = direct.body_of(state, shot)
    able = direct.firing(state, body, shot.at) if body is not None else ()
    if body is None or not able:
        return 0.0
    fired = direct.load(state, body, shot.shell, gsu_between(able[0].where, shot.at))
    area, thrown = direct.area(state, body, able, shot.at, shot.sheaf), direct.dice_at(state, body, shot)
    if fired is None or any(True for _ in friends_near(state, side, area, _TOO_NEAR)):
        return 0.0
    found = 0.0
    for element in inside(state, area):
        one = odds.chances(state, element, fired[0], thrown)
        found += max(5, worth(state, element)) * (one.loses + 0.3 * (one.harms - one.loses))
    return found
