"""Why a computer player of Panzer War gives an order, by what it judges by: points of the enemy, GSU of way and danger.

Asked of its own side's view, as the judgement is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from core.book.ends import Ends, why_ended
from core.event import SideId
from core.order import Order
from core.panzerwar.artillery import batteries
from core.panzerwar.artillery.orders import AreaFire, Call, Cease, Correct, PrePlan, Register
from core.panzerwar.chapters import BOOK
from core.panzerwar.combat.orders import Discharge, Fire, FireSmoke, SmokeGrenades, Suppress
from core.panzerwar.command import demands
from core.panzerwar.command.orders import Appoint, GiveOrder, Merge
from core.panzerwar.course.orders import Dig, Place, PlaceRest
from core.panzerwar.infantry import assault as close_assaults
from core.panzerwar.infantry.orders import CloseAssault
from core.panzerwar.movement import leaving
from core.panzerwar.movement.orders import Adapt, CarryOn, React, WritePlan
from core.panzerwar.movement.reports import told
from core.panzerwar.obstacles.orders import LayMines
from core.panzerwar.opponent import barrages, commands, fire, fronts, mines, moves, picture, roles, smoke
from core.panzerwar.opponent.shots import points, shots
from core.panzerwar.opponent.watching import TOGETHER
from core.panzerwar.pieces.artillery import AreaShot
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.engagement import GoalKind
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.sighting import groups
from core.panzerwar.sighting.orders import Mark, SightTogether
from core.panzerwar.state import SET_UP, WarState
from core.panzerwar.words import called, listed, place
from core.plane import Point, gsu_between
from core.presentation import Argument
from core.step_end import FinishStep

#: GSU below which a part of a reason is not told.
TOLD: Final = 1.0
#: What the points of a way and of the danger at its end are.
COUNTED: Final = "counted as movement over open ground"
#: What a D10 shows on average.
MEAN: Final = 5.5


def why(state: WarState, side: SideId, order: Order) -> tuple[Argument, ...]:
    """What speaks for an order and against it, the weightiest first; nothing of orders that are not weighed."""
    said = _SAID.get(type(order))
    return tuple(said(state, side, order)) if said is not None else ()


def _order(state: WarState, side: SideId, order: GiveOrder) -> Iterator[Argument]:
    """Why the order suits the unit, and what was wanted before it that it may not have."""
    organisation = state.organisations[order.organisation]
    for wish in commands.wishes(state, organisation):
        if wish.order is order.tactical:
            yield Argument(f"{organisation.name}: {wish.why}", rule="pw:4.2")
            return
        yield Argument(f"{wish.order.value} would be better, as {wish.why}, but may not be ordered", rule="pw:4.2")


def _plan(state: WarState, side: SideId, order: WritePlan) -> Iterator[Argument]:
    """How far a plan brings an element, in GSU, and what is to be feared where it ends."""
    plan = order.plan
    element = state.elements[plan.element]
    if plan.ram is not None:
        yield Argument(f"Its crew is berserk, and {called(state, plan.ram)} is the nearest it gets at.", rule="pw:14.0")
    elif plan.legs or plan.second:
        yield from _way(state, element, plan)
    elif not (plan.unload or plan.load or plan.position or plan.candles):
        yield Argument(f"{element.name} turns {_enemy(state, element)}.")
    if plan.unload:
        end = leaving.end_of(element, plan) if plan.legs else element.where
        near = roles.goal_near(state, element.side, end)
        where = f"{near.name} is near" if near is not None else f"a known gun is within {roles.OFF_BEFORE_GUNS:.0f} GSU"
        yield Argument(f"{listed(state, plan.unload)} gets off: {where}.")
    if plan.load:
        text = f"no goal is within {roles.ON:.0f} GSU, and no known gun within {roles.ON_FROM_GUNS:.0f}"
        yield Argument(f"{listed(state, plan.load)} gets on: {text}.")
    if plan.position:
        yield Argument("The ground gives a position hull down against an enemy in sight.", rule="pw:9.17")
    if plan.candles:
        yield Argument("It can fight no more, and a gun is on it.", rule="pw:11.10.4")


def _way(state: WarState, element: Element, plan: Plan) -> Iterator[Argument]:
    """How far a way brings an element, what it has to fear at its end, and why it goes all the same."""
    nearer, fear = moves.gained(state, element, plan)
    organisation = state.organisations[element.organisation]
    bound = demands.must_move(state, element)
    if moves.goes_away(organisation):
        nearer = 0.0
        yield Argument(f"{element.name} gets away from the enemy.", rule="pw:6.1")
    elif bound is None and demands.order_of(state, organisation) is Tactical.COVER:
        nearer = 0.0
        yield Argument(f"{element.name} goes to cover nearby from which it sees a known gun.", rule="pw:4.8")
    elif abs(nearer) >= TOLD:
        yield Argument(f"{element.name} {told(state, plan)}, beside staying:", rule="pw:6.1")
        yield Argument(f"{_going(element, plan, organisation)}; {COUNTED}", nearer)
        if plan.road:
            yield Argument("All of its way is along roads, so that it goes at road speed.", rule="pw:6.2.1")
    if abs(fear) >= TOLD:
        yield Argument(f"Known guns: {'more' if fear > 0 else 'less'} to fear there than here; {COUNTED}", -fear)
    if bound is not None and nearer - fear < TOLD:
        yield Argument(f"{element.name} may not stay: {bound.reason}.", rule=bound.rule)
    elif nearer - fear < TOLD:
        yield Argument(f"Of the ways that {element.name} found none is better.")


def _going(element: Element, plan: Plan, organisation: Organisation) -> str:
    """How far an element is from its goal as the crow flies, and how far at the end of its way."""
    goal = organisation.objective
    if goal is None:
        return "Its way"
    here, there = (gsu_between(at, goal) for at in (element.where, leaving.end_of(element, plan)))
    return f"The way to {place(goal)}: {there:.0f} GSU from there, {here:.0f} from here"


def _enemy(state: WarState, element: Element) -> str:
    """The enemy to whom an element turns, in words."""
    known = fronts.enemy_seen(state, element, element.where)
    if known is not None:
        return f"to {known.name}, {gsu_between(known.where, element.where):.0f} GSU away"
    lost = fronts.foe(state, element, element.where)
    if lost is None:
        return "as its place asks for"
    return f"to where an enemy was lost from sight, {gsu_between(lost, element.where):.0f} GSU away"


def _fire(state: WarState, side: SideId, order: Fire) -> Iterator[Argument]:
    """What the shot is expected to cost the enemy beside those declared before, and the best other target."""
    left = fire.left_by_others(state, side)
    others = []
    for one in shots(state, order.element):
        if not isinstance(one.order, Fire) or one.order.arm != order.arm:
            continue
        gain = fire.beside(one, left)
        if one.order.target == order.target:
            worth = points(state, state.elements[order.target])
            text = f"{called(state, order.target)}: {100 * one.share:.0f} % of its {worth} points on average"
            if order.target in left:
                text += f", of which the shots declared before it leave {100 * left[order.target]:.0f} %"
            yield Argument(text, gain, "pw:8.4")
        else:
            others.append((gain, one.order.target))
    if order.others:
        yield Argument(f"Further hits go to {listed(state, order.others)}.", rule="pw:8.11.3")
    if others:
        gain, target = max(others)
        yield Argument(f"Its next best target, {called(state, target)}, would promise {gain:.1f}")


def _suppress(state: WarState, side: SideId, order: Suppress) -> Iterator[Argument]:
    for one in shots(state, order.element):
        if one.order == order:
            yield Argument(f"Enemies about {place(order.at)} who may be suppressed", one.gain, "pw:8.12")


def _assault(state: WarState, side: SideId, order: CloseAssault) -> Iterator[Argument]:
    element, target = state.elements[order.element], state.elements[order.target]
    number = close_assaults.number(state, element, target, order.weapon).total
    text = f"{element.name} succeeds against {target.name} on {number} or less of a D10."
    yield Argument(text, rule="pw:12.11.4")


def _react(state: WarState, side: SideId, order: React) -> Iterator[Argument]:
    if not order.go_on and not order.legs:
        text = f"{called(state, order.element)} has met the enemy: all who do halt, to fire where they can."
        yield Argument(text, rule="pw:6.7.1")


def _carry_on(state: WarState, side: SideId, order: CarryOn) -> Iterator[Argument]:
    yield Argument("Plans are carried out as they were written.", rule="pw:4.11")


def _call(state: WarState, side: SideId, order: Call) -> Iterator[Argument]:
    worth = barrages.worth_at(state, side, order.at)
    if order.shell:
        yield Argument(_blinding(state, side, order.at), rule="pw:11.0")
    elif worth >= barrages.LEAST:
        yield Argument("Known enemies there: on foot 1 each, a gun 2, a soft vehicle 1.5, armour 0.5", worth, "pw:10.5")
    else:
        yield Argument("A registered place where the enemy is suspected.", rule="pw:10.5")


def _correct(state: WarState, side: SideId, order: Correct) -> Iterator[Argument]:
    yield Argument("The fire lies beside its target.", rule="pw:10.6")


def _cease(state: WarState, side: SideId, order: Cease) -> Iterator[Argument]:
    yield Argument("Own elements are too near to where it falls.")


def _area(state: WarState, side: SideId, order: AreaFire) -> Iterator[Argument]:
    if order.at is None:
        return
    if order.element is None and order.battery and not order.arm:
        yield Argument("The fire is moved onto its target.", rule="pw:10.8")
        return
    shot = AreaShot(side=side, battery=order.battery, element=order.element, arm=order.arm, at=order.at)
    text = f"What area fire about {place(order.at)} is expected to cost the enemy"
    yield Argument(text, barrages.promise(state, side, shot), "pw:10.5.6")


# -- setting up, commanding, looking -----------------------------------------------------------------


def _place(state: WarState, side: SideId, order: Place) -> Iterator[Argument]:
    element = state.elements[order.element]
    if batteries.find(state, element.organisation) is not None:
        yield Argument(f"{element.name} stands beside the command of its battery.", rule="pw:10.0.3")
    elif state.step != SET_UP:
        yield Argument(f"{element.name} comes on where its way to the goal is shortest and there is room.")
    elif picture.attacks(state, side):
        yield Argument(f"{element.name} begins where its way to the goal is shortest and there is room.")
    else:
        goals = [goal for goal in state.engagement.goals if goal.kind is not GoalKind.EXIT]
        near = min(goals, key=lambda goal: gsu_between(goal.at, order.at), default=None)
        where = f", {gsu_between(near.at, order.at):.0f} GSU from {near.name}" if near is not None else ""
        yield Argument(f"{element.name}: cover, a view ahead, and room{where}")


def _place_rest(state: WarState, side: SideId, order: PlaceRest) -> Iterator[Argument]:
    yield Argument("The rules place those who are left along the front of their areas, each unit together.")


def _dig(state: WarState, side: SideId, order: Dig) -> Iterator[Argument]:
    text = f"{state.elements[order.element].name} may begin dug in: in a trench rather than in foxholes."
    yield Argument(text, rule="pw:12.4.2")


def _mines(state: WarState, side: SideId, order: LayMines) -> Iterator[Argument]:
    yield Argument(f"A belt across the way, {mines.BEFORE:.0f} GSU before the place that counts most", rule="pw:15.1")


def _register(state: WarState, side: SideId, order: Register) -> Iterator[Argument]:
    yield Argument("A place that counts: fire on it needs no correction.", rule="pw:10.8")


def _pre_plan(state: WarState, side: SideId, order: PrePlan) -> Iterator[Argument]:
    yield Argument("On the first place that counts, before the enemy there has been seen", rule="pw:10.8")


def _appoint(state: WarState, side: SideId, order: Appoint) -> Iterator[Argument]:
    name = state.organisations[order.organisation].name
    yield Argument(f"{name} has lost its leader; {called(state, order.element)} is the first who may follow.")


def _merge(state: WarState, side: SideId, order: Merge) -> Iterator[Argument]:
    names = " and ".join(state.organisations[one].name for one in (order.organisation, order.other))
    yield Argument(f"{names} have both lost too much, and reform as one.", rule="pw:4.9.1")


def _together(state: WarState, side: SideId, order: SightTogether) -> Iterator[Argument]:
    number = len(order.members)
    bonus = groups.bonus(state, [state.elements[member] for member in order.members])
    alone = sum(1 - (face / 10) ** number for face in range(10))
    text = f"{number} who look as a group: one D10 with +{bonus}, {MEAN + bonus:.1f} on average"
    yield Argument(f"{text}; the best of {number} D10 is {alone:.1f}.", rule="pw:7.4.5")


def _mark(state: WarState, side: SideId, order: Mark) -> Iterator[Argument]:
    yield Argument(f"{called(state, order.element)} looks where the enemy is to be expected.", rule="pw:7.9")


# -- smoke, and what a contact calls for -------------------------------------------------------------


def _puff(state: WarState, side: SideId, order: Discharge | SmokeGrenades) -> Iterator[Argument]:
    element = state.elements[order.element]
    foe = smoke.gun_on(state, element)
    before = f" before {called(state, foe.id)}, which sees it" if foe is not None else ""
    yield Argument(f"{element.name} can fight no more, or goes back: smoke{before}", rule="pw:11.8")


def _screen(state: WarState, side: SideId, order: FireSmoke) -> Iterator[Argument]:
    yield Argument(_blinding(state, side, order.at), rule="pw:11.1")


def _blinding(state: WarState, side: SideId, at: Point) -> str:
    """Before whom smoke is laid, and why."""
    guns = picture.threats(state, side, at, smoke.THERE)
    near = min(guns, key=lambda e: (gsu_between(e.where, at), e.id), default=None)
    before = near.name if near is not None else "a gun"
    return f"Smoke before {before}, which commands ground that own elements are to cross"


def _adapt(state: WarState, side: SideId, order: Adapt) -> Iterator[Argument]:
    yield Argument(f"{state.elements[order.plan.element].name}: what was met calls for another plan.", rule="pw:6.5")


def _end(state: WarState, side: SideId, order: FinishStep) -> Iterator[Argument]:
    return why_ended(_ENDS, BOOK.judgement(state))


#: Why a step is ended, by the name of what is judged in it.
_ENDS: Final[Ends] = {
    "set-up": ("All who begin on the table are placed, and what may be prepared is.", ""),
    "orders": ("Every unit has the order that suits it, or may not have it.", "pw:4.2"),
    "calls": ("No call that is left is worth it, or reaches a battery.", "pw:10.5"),
    "plan": ("All who are to go have a plan; the others stay as they are.", "pw:6.1"),
    "sight": (f"No group of {TOGETHER} or more is left to look together; the rest look one by one.", "pw:7.4"),
    "fire": ("No weapon that is left has anything worth firing at.", "pw:8.4"),
    "assault": ("No squad that is left is likely enough to assault anybody with success.", "pw:12.11.4"),
}

_SAID: Final[Mapping[type[Order], Callable[[WarState, SideId, Any], Iterator[Argument]]]] = {
    GiveOrder: _order,
    WritePlan: _plan,
    Fire: _fire,
    Suppress: _suppress,
    CloseAssault: _assault,
    React: _react,
    CarryOn: _carry_on,
    Call: _call,
    Correct: _correct,
    Cease: _cease,
    AreaFire: _area,
    Place: _place,
    PlaceRest: _place_rest,
    Dig: _dig,
    LayMines: _mines,
    Register: _register,
    PrePlan: _pre_plan,
    Appoint: _appoint,
    Merge: _merge,
    SightTogether: _together,
    Mark: _mark,
    Discharge: _puff,
    SmokeGrenades: _puff,
    FireSmoke: _screen,
    Adapt: _adapt,
    FinishStep: _end,
}
