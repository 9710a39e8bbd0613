"""Tests on the General Morale Table, and what failure comes to (pw:13.1, pw:13.1.7, pw:13.2.3, pw:4.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice, Roll
from core.event import Event
from core.panzerwar.command import regroup
from core.panzerwar.morale import modifiers
from core.panzerwar.morale.counting import there
from core.panzerwar.morale.events import MoraleFailed, MoraleTested, Panicked
from core.panzerwar.morale.modifiers import MoraleTest
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Forced, Organisation
from core.panzerwar.state import WarState
from core.tally import Reason

#: What failure makes a unit do, the severest first.
SEVERITY: Final = (Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW, Forced.REGROUP, Forced.HALT)


def severer(one: Forced, other: Forced | None) -> bool:
    """Whether one result is severer than another that a unit is under."""
    return other is None or SEVERITY.index(one) < SEVERITY.index(other)


def number(test: MoraleTest, level: int) -> int:
    """The D100 up to which a unit fails at a level of loss (pw:13.1)."""
    return test.state.charts.infantry.general[test.grade][level]


def chance(test: MoraleTest, level: int) -> float:
    """The chance that a unit fails at a level of loss (pw:13.1)."""
    return min(max(number(test, level) - modifiers.general(test).total, 0), 100) / 100


def roll(test: MoraleTest, level: int, levels: tuple[int, ...], dice: Dice, *, units: bool = False) -> MoraleTested:
    """One roll on the General Morale Table (pw:13.1, pw:13.2). levels: those that it need not test again; units: the
    losses are units."""
    needed, added = number(test, level), modifiers.general(test)
    what = f"morale of {test.unit.name} at {level} %: it fails on {needed} or less"
    die = dice.roll("d100", what, "pw:13.2" if units else "pw:13.1")
    return MoraleTested(
        side=test.unit.side,
        organisation=test.unit.id,
        level=level,
        lost=test.losses.lost,
        of=test.losses.of,
        needed=needed,
        rolled=die.result + added.total,
        failed=die.result + added.total <= needed,
        levels=levels,
        units=units,
        rolls=(die,),
        tally=added.reasons,
    )


def result(test: MoraleTest, dice: Dice) -> tuple[Forced, int, Roll, tuple[Reason, ...]]:
    """A roll on the Morale Failure Results Table: what it orders, the total, the die, what was added (pw:13.1.7,
    pw:13.3, pw:4.6.5)."""
    added = modifiers.failure(test)
    die = dice.roll("d100", f"what the failed morale of {test.unit.name} comes to", "pw:13.1.7")
    total = die.result + added.total
    return test.state.charts.infantry.failure(total).order, total, die, added.reasons


def fails(test: MoraleTest, dice: Dice) -> Iterator[Event]:
    """A unit has failed: it is told what it must do (pw:13.1.7)."""
    forced, rolled, die, tally = result(test, dice)
    yield from ordered(test.state, test.unit, forced, dice, rolled=rolled, rolls=(die,), tally=tally)


def ordered(
    state: WarState,
    unit: Organisation,
    forced: Forced,
    dice: Dice,
    *,
    by: str = "",
    rolled: int = 0,
    rolls: tuple[Roll, ...] = (),
    tally: tuple[Reason, ...] = (),
) -> Iterator[Event]:
    """What a unit must do from now on, which overrides all orders; what it must do already stays if it is severer
    (pw:4.1.3, pw:4.2.5). In a rout its men break and crews of damaged vehicles bail out (pw:13.1.7)."""
    if not severer(forced, unit.forced) and unit.forced is not None:
        forced = unit.forced
    turns, more = regroup.time(state, unit, dice) if forced is Forced.REGROUP else (0, ())
    yield MoraleFailed(
        side=unit.side,
        organisation=unit.id,
        forced=forced,
        rolled=rolled,
        until=until(state, forced),
        regroups=turns,
        by=by,
        rolls=(*rolls, *more),
        tally=tally,
    )
    if forced is Forced.ROUT:
        yield from _panic(state, unit)


def until(state: WarState, forced: Forced) -> int:
    """The last turn of what failure makes a unit do; 0 if something else ends it (pw:13.1.7)."""
    turns = next(one.turns for one in state.charts.infantry.failures if one.order is forced)
    return 0 if turns is None else state.turn + turns


def counts_upward(state: WarState, forced: Forced | None) -> bool:
    """Whether a result counts as the loss of the unit for the one above it: retreats do, Regroup and Halt do not
    (pw:13.2.3)."""
    return forced is not None and any(
        one.counts_as_loss for one in state.charts.infantry.failures if one.order is forced
    )


def _panic(state: WarState, unit: Organisation) -> Iterator[Panicked]:
    for element in there(state, unit):
        if element.kind is Kind.VEHICLE:
            if element.harm.damage:
                yield bails_out(element)
        elif element.kind is not Kind.BUNKER and not element.nerve.broken:
            yield Panicked(side=element.side, element=element.id)


def bails_out(element: Element) -> Panicked:
    """The crew of a vehicle leaves it (pw:13.1.5, pw:13.1.7)."""
    return Panicked(side=element.side, element=element.id, bails_out=True)
