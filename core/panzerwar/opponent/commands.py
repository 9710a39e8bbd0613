"""Tactical orders: forward to the goals while nobody bars the way, covering where the enemy is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.command import regroup, tactical
from core.panzerwar.command.blocked import REACHED
from core.panzerwar.command.chits import CHITS
from core.panzerwar.command.doctrine import leader, under_orders
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
    wishes = _wishes(state, organisation)
    if organisation.order is Tactical.CHARGE:
        wishes = [*wishes, (Tactical.REGROUP, None)]  # what a charge that is over must be followed by (pw:4.6.4)
    for wanted, objective in wishes:
        again = wanted is Tactical.BOUND  # each Bound is ordered anew (pw:4.5.1)
        if wanted is organisation.order and not again and _same(wanted, organisation.objective, objective):
            return None
        if tactical.order_refusal(state, organisation, wanted) is None:
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


def _wishes(state: WarState, organisation: Organisation) -> list[tuple[Tactical, Point | None]]:
    """The orders that suit a unit, the best first."""
    cover, away_from = (Tactical.COVER, None), (Tactical.WITHDRAW, None)
    if organisation.disordered:
        return [(Tactical.REGROUP, None), away_from]
    if stances.outgunned(state, organisation):
        return [away_from, cover]
    charge = stances.charge(state, organisation)
    if charge is not None:
        return [(Tactical.CHARGE, charge), cover]
    halts: list[tuple[Tactical, Point | None]] = [cover]
    if stances.reforms(state, organisation):
        halts.insert(0, (Tactical.REGROUP, None))
    goal = picture.goal_of(state, organisation)
    if goal is None or not tactical.mobile(state, organisation) or not _goes(state, organisation, goal):
        return halts
    at = picture.middle(picture.standing(state, organisation))
    objective = roles.short_of(state, organisation, goal)
    away = gsu_between(at, goal.at)
    stops = roles.stops_short(state, organisation, goal)
    if away <= max(REACHED, goal.radius * 0.6, stops * _ABOUT_THERE):
        return halts
    forward = (Tactical.ADVANCE, objective)
    if stances.contact(state, organisation, at) and not stances.within_grasp(state, organisation, goal, away):
        if _time(state, organisation, away) or not stances.presses(state, organisation):
            return [cover, forward]
        if stances.last(state) and tactical.order_refusal(state, organisation, Tactical.ENGAGE) is None:
            return [(Tactical.ENGAGE, objective)]
        return [(Tactical.BOUND, objective), forward, cover] if stances.bounds(state, organisation) else [forward]
    rush = (Tactical.RUSH, objective)
    in_haste = away > state.temper.haste or not _time(state, organisation, away)
    return [rush, forward] if in_haste else [forward]


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
