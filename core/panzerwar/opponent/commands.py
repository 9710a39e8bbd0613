"""Tactical orders: forward to the goals while nobody bars the way, covering where the enemy is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.command import regroup, tactical
from core.panzerwar.command.blocked import REACHED
from core.panzerwar.command.chits import CHITS
from core.panzerwar.command.doctrine import highest, leader, under_orders
from core.panzerwar.command.orders import Appoint, GiveOrder, Merge
from core.panzerwar.opponent import picture, roles, set_up, stances
from core.panzerwar.pieces.engagement import Goal
from core.panzerwar.pieces.organisation import Chit, Echelon, Organisation, Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between
from core.step_end import FinishStep

#: What ground and turns leave of half movement.
GROUND: Final = 0.7
#: Men go so far in a turn, over ground as it is, in GSU.
_ON_FOOT: Final = 42.0
#: Objectives nearer to each other than this are the same, in GSU.
_SAME: Final = 60.0
#: Who stops short of a goal is there at so much more than that.
_ABOUT_THERE: Final = 1.1


def command(state: WarState, side: SideId, dice: Dice) -> Order:
    """What comes on is put down; then each unit gets the order that is best for it, once a turn."""
    entering = set_up.enter(state, side)
    if entering is not None:
        return entering
    for organisation in under_orders(state, side):
        if leader(state, organisation) is None and (heir := next(_heirs(state, organisation), None)) is not None:
            return heir
        found = _order(state, organisation)
        if found is not None:
            return found
    return next(_mergers(state, side), None) or FinishStep()


def _mergers(state: WarState, side: SideId) -> Iterator[Merge]:
    """Units that are to reform as one (pw:4.9.1)."""
    mine = under_orders(state, side)
    for one in mine:
        for two in mine:
            if one.id < two.id and regroup.merge_refusal(state, one, two) is None:
                yield Merge(organisation=one.id, other=two.id)


def _heirs(state: WarState, organisation: Organisation) -> Iterator[Appoint]:
    """Who may lead a unit, the best first."""
    return (Appoint(organisation=organisation.id, element=e.id) for e in regroup.candidates(state, organisation))


def _order(state: WarState, organisation: Organisation) -> GiveOrder | None:
    """A new order for a unit; None if it keeps what it has."""
    if organisation.given == state.turn:
        return None
    for wish in wishes(state, organisation):
        wanted, objective = wish.order, wish.objective
        again = wanted is Tactical.BOUND  # each Bound is ordered anew (pw:4.5.1)
        if wanted is organisation.order and not again and _same(wanted, organisation.objective, objective):
            return None
        refused = tactical.order_refusal(state, organisation, wanted)
        if (refused or tactical.objective_refusal(state, organisation, wanted, objective)) is None:
            half = stances.half(state, organisation) if again else ()
            if again and not half:
                continue
            chit = _chit(state, wanted)
            return GiveOrder(organisation=organisation.id, tactical=wanted, objective=objective, moving=half, chit=chit)
    return None


def _same(order: Tactical, has: Point | None, wanted: Point | None) -> bool:
    if order not in tactical.GOES_SOMEWHERE or has == wanted:
        return True
    return has is not None and wanted is not None and gsu_between(has, wanted) <= _SAME


def _chit(state: WarState, order: Tactical) -> Chit | None:
    return CHITS[order][0] if state.has(Switch.ORDERS_CHITS) else None


@frozen
class Wish:
    """An order that suits a unit, where it goes with it, and why."""

    order: Tactical
    objective: Point | None
    why: str


def wishes(state: WarState, organisation: Organisation) -> list[Wish]:
    """The orders that suit a unit, the best first."""
    found = list(_suiting(state, organisation))
    if organisation.order is Tactical.CHARGE:
        found.append(Wish(Tactical.REGROUP, None, "a charge that is over must be followed by it"))  # pw:4.6.4
    return found


def _suiting(state: WarState, organisation: Organisation) -> Iterator[Wish]:
    if organisation.disordered:
        yield Wish(Tactical.REGROUP, None, "it is disordered")
        yield Wish(Tactical.WITHDRAW, None, "it is disordered")
        return
    if stances.outgunned(state, organisation):
        yield Wish(Tactical.WITHDRAW, None, "it is in sight of more guns than it can answer")
        yield Wish(Tactical.COVER, None, "it is outgunned and cannot get away")
        return
    charge = stances.charge(state, organisation)
    if charge is not None:
        yield Wish(Tactical.CHARGE, charge, "few of the enemy are within a charge's reach")
        yield Wish(Tactical.COVER, None, "it cannot charge")
        return
    goal = picture.goal_of(state, organisation)
    stays = _stays(state, organisation, goal)
    if goal is not None and not stays:
        yield from _forward(state, organisation, goal)
        return
    if organisation.shaken and organisation is highest(state, organisation.side):
        yield Wish(Tactical.REGROUP, None, "its side has no initiative until it has regrouped")
    if stances.reforms(state, organisation):
        yield Wish(Tactical.REGROUP, None, "no enemy is near, and it has losses to get over")
    yield Wish(Tactical.COVER, None, stays)


def _stays(state: WarState, organisation: Organisation, goal: Goal | None) -> str:
    """Why a unit stays where it is; "" if it goes to its goal."""
    if goal is None:
        return "there is nowhere that it has to go"
    if not tactical.mobile(state, organisation):
        return "nothing of it can move"
    if not _goes(state, organisation, goal):
        return "it is there to hold its ground"
    away = gsu_between(picture.middle(picture.standing(state, organisation)), goal.at)
    stops = roles.stops_short(state, organisation, goal)
    if away > max(REACHED, goal.radius * 0.6, stops * _ABOUT_THERE):
        return ""
    if not stops:
        return f"it is at {goal.name}"
    waits = "waits for the infantry" if stops == roles.WAITING else "has nothing to fight with, and stays"
    return f"it {waits} short of {goal.name}"


def _forward(state: WarState, organisation: Organisation, goal: Goal) -> Iterator[Wish]:
    """The orders to go to a goal, or to wait for it."""
    at = picture.middle(picture.standing(state, organisation))
    objective = roles.short_of(state, organisation, goal)
    away = gsu_between(at, goal.at)
    far = f"{goal.name} is {away:.0f} GSU away"
    guns = _guns(state, organisation, at)
    if guns and stances.stands(state, organisation, at):
        yield Wish(Tactical.COVER, None, f"{guns} and in sight: it stands and fires")
    if guns and not stances.within_grasp(state, organisation, goal, away):
        advance = Wish(Tactical.ADVANCE, objective, f"{guns}, and {far}")
        time, presses = _time(state, organisation, away), stances.presses(state, organisation)
        if time or not presses:
            waits = "there is time" if presses else "it has nothing to fight with"
            yield Wish(Tactical.COVER, None, f"{guns}, and {waits}: {far}")
            yield advance
            return
        if stances.last(state) and tactical.order_refusal(state, organisation, Tactical.ENGAGE) is None:
            yield Wish(Tactical.ENGAGE, objective, "in the last turns every element fights for itself")
            return
        if stances.bounds(state, organisation):
            yield Wish(Tactical.BOUND, objective, f"{guns}, and time is short: {far}")
            yield advance
            yield Wish(Tactical.COVER, None, "it can neither bound nor advance")
            return
        yield Wish(Tactical.ADVANCE, objective, f"{guns}, and time is short: {far}")
        return
    free = "it is there before any known enemy" if guns else "no gun of the enemy is known within reach"
    if away > state.temper.haste or not _time(state, organisation, away):
        yield Wish(Tactical.RUSH, objective, f"{free}, and {far}")
    yield Wish(Tactical.ADVANCE, objective, f"{free}: {far}")


def _guns(state: WarState, organisation: Organisation, at: Point) -> str:
    """The guns that a unit has to reckon with, by the nearest of them, in words; "" if there are none."""
    found = stances.guns(state, organisation, at)
    if not found:
        return ""
    known = (e for e in picture.threats(state, organisation.side, at) if e.where == found[0])
    seen = next(known, None)
    who = f"{seen.name} is" if seen is not None else "an enemy was lost from sight"
    return f"{who} {gsu_between(found[0], at):.0f} GSU away"


def _goes(state: WarState, organisation: Organisation, goal: Goal) -> bool:
    """Whether a unit goes to its goal at all: attackers do, of defenders a reserve of vehicles that is far from it."""
    if picture.attacks(state, organisation.side):
        return True
    mine = picture.standing(state, organisation)
    reserve = organisation.mechanised and organisation.echelon is not Echelon.BATTERY
    return reserve and all(roles.fights(state, e) and gsu_between(e.where, goal.at) > set_up.ABOUT for e in mine)


def _time(state: WarState, organisation: Organisation, away: float) -> bool:
    """Whether there is time to wait before a unit must press on to be at its goal, `away` GSU off, by the end."""
    paces = [
        GROUND * state.cards.vehicles[e.card].speed_cc / 2 if e.card in state.cards.vehicles else _ON_FOOT
        for e in picture.standing(state, organisation)
    ]
    pace = max(1.0, min(paces))
    return state.engagement.turns - state.turn > away / pace + state.temper.spare
