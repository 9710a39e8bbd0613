"""Units that their morale drives, and vehicles that have lost their unit: how long it lasts, who leaves the table,
who is left behind, who retires (pw:13.1.5, pw:13.1.7, pw:13.4, pw:13.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event
from core.panzerwar.command import regroup
from core.panzerwar.command.demands import retreats
from core.panzerwar.communication.nets import linked
from core.panzerwar.ground import lines
from core.panzerwar.morale import testing
from core.panzerwar.morale.counting import Losses, base, enemy_near, grade_of, there
from core.panzerwar.morale.events import LeftBehind, MoralePasses, RanOff, Retired, Stranded
from core.panzerwar.morale.modifiers import MoraleTest
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Forced, Organisation
from core.panzerwar.state import WarState
from core.plane import hex_at, within

#: A retreat is over this far from the enemy and out of his sight; so far from its unit a vehicle has retired, in GSU
#: (pw:13.1.5, pw:13.1.7).
AWAY: Final = 800


def run_off(state: WarState) -> Iterator[RanOff]:
    """Elements of a unit that retreats or routs which stand in a hex of the table's edge leave it (pw:13.1.7)."""
    for unit in list(state.organisations.values()):
        if retreats(unit):
            for element in there(state, unit):
                if element.on_table and at_edge(state, element):
                    yield RanOff(side=element.side, element=element.id)


def at_edge(state: WarState, element: Element) -> bool:
    """Whether an element stands in a hex of the edge of the table."""
    return any(hex_ not in state.board for hex_ in hex_at(element.where).neighbours())


# -- how long it lasts (pw:13.1.7) --------------------------------------------------------------------------


def passes(state: WarState, dice: Dice) -> Iterator[MoralePasses]:
    """Units that have done what their morale made them do: a retreat ends out of sight and 800 from the enemy, a
    withdrawal after its turns in a Regroup, a halt after its turns, a rout never (pw:13.1.7)."""
    for unit in list(state.organisations.values()):
        if unit.forced is None or not there(state, unit):
            continue
        if unit.forced is Forced.RETREAT and away(state, unit):
            yield MoralePasses(side=unit.side, organisation=unit.id)
        elif unit.until and unit.until <= state.turn:
            if unit.forced is Forced.WITHDRAW:
                turns, rolls = regroup.time(state, unit, dice)
                yield MoralePasses(
                    side=unit.side, organisation=unit.id, forced=Forced.REGROUP, regroups=turns, rolls=rolls
                )
            else:
                yield MoralePasses(side=unit.side, organisation=unit.id)


def away(state: WarState, unit: Organisation) -> bool:
    """Whether a unit is out of the enemy's sight, and nowhere within 800 of him (pw:13.1.7)."""
    found = there(state, unit)
    enemy = state.enemy(unit.side)
    return not any(state.sees(enemy, e.id) for e in found) and not enemy_near(state, found, AWAY)


# -- vehicles without their unit (pw:13.1.5) ----------------------------------------------------------------


def under_attack(state: WarState, element: Element) -> bool:
    """Whether an element was hit in this turn, assaulted or rammed, fired at, or under HE."""
    if element.harm.struck or element.harm.hit_in or element.harm.shelled >= state.turn:
        return True
    return any(e.side != element.side and e.gunnery.fired and e.gunnery.target == element.id for e in state.on_table())


def is_left(state: WarState, unit: Organisation, element: Element) -> bool:
    """Whether a disabled vehicle is out of sight of all of its unit that can move, and out of communication with it
    (pw:13.1.5)."""
    if element.kind is not Kind.VEHICLE or not element.on_table or not element.harm.immobile:
        return False
    others = [e for e in there(state, unit) if e.on_table and e.id != element.id and not e.harm.immobile]
    return bool(others) and not any(lines.between(state, e, element).clear or linked(state, e, element) for e in others)


def left_behind(state: WarState, dice: Dice) -> Iterator[Event]:
    """Vehicles that are left behind and come under attack count as lost, and test by themselves: at the level that
    their share of the unit reaches, or the lowest. If their morale drives them away, their crews bail out (pw:13.1.5).
    """
    for id_ in list(state.organisations):
        unit = state.organisations[id_]
        found = [
            e
            for e in there(state, unit)
            if e.id not in unit.behind and is_left(state, unit, e) and under_attack(state, e)
        ]
        for element in found:
            yield LeftBehind(side=unit.side, organisation=unit.id, element=element.id)
        if found:
            yield from _disabled(state, state.organisations[id_], found, dice)


def _disabled(state: WarState, unit: Organisation, found: list[Element], dice: Dice) -> Iterator[Event]:
    losses = Losses(lost=len(unit.behind), of=base(state, unit), real=0)
    levels = state.charts.infantry.loss_levels
    level = max((one for one in levels if losses.reaches(one)), default=levels[0])
    test = MoraleTest(state, unit, tuple(found), losses, grade_of(state, unit))
    tested = testing.roll(test, level, (), dice)
    yield tested
    if tested.failed:
        forced, rolled, die, tally = testing.result(test, dice)
        yield Stranded(side=unit.side, organisation=unit.id, forced=forced, rolled=rolled, rolls=(die,), tally=tally)
        if testing.counts_upward(state, forced):
            for element in found:
                yield testing.bails_out(element)


def retire_refusal(state: WarState, unit: Organisation, element: Element) -> Refusal | None:
    """Why a vehicle has not retired from its unit; None if it has: its gun is jammed, it is more than 800 from its
    unit, and no enemy sees it (pw:13.1.5).
    """
    if element.kind is not Kind.VEHICLE or not element.on_table or not element.gunnery.jammed:
        return Refusal("its gun is not jammed", "pw:13.1.5")
    others = [e for e in there(state, unit) if e.on_table and e.id != element.id]
    if not others or any(within(e.where, element.where, AWAY) for e in others):
        return Refusal(f"it is within {AWAY} of its unit", "pw:13.1.5")
    if state.sees(state.enemy(element.side), element.id):
        return Refusal("an enemy sees it", "pw:13.1.5")
    return None


def retire(state: WarState) -> Iterator[Retired]:
    """Vehicles with jammed guns that have gone are no part of their unit any more, and no loss of it (pw:13.1.5)."""
    for id_ in list(state.organisations):
        unit = state.organisations[id_]
        for element in there(state, unit):
            if retire_refusal(state, unit, element) is None:
                yield Retired(side=unit.side, organisation=id_, element=element.id)
