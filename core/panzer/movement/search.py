"""Searching a hex for a Hull Down position (na:6.6.9).

The miniatures edition has one kind of position, for which nobody turns (min:17.2.2.3.1, min:17.2.2.3.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.movement import step
from core.panzer.movement.events import AllowanceSpent, HullDownSearched, MovePlanned
from core.panzer.movement.mover import mover
from core.panzer.movement.orders import SearchHullDown
from core.panzer.pieces.cards import Kind
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

RULE = "na:6.6.9"


def value_of(state: PanzerState, unit: Unit) -> int | None:
    """Up to which total a search finds something in the hex of a unit; None where there is nothing to find.

    The terrain must have a range in the Hull Dn column, or the scenario must give it one (na:6.6.9).
    """
    if unit.hex is None or not state.has(Switch.HULL_DOWN):
        return None
    if unit.inside:
        return None
    terrain = state.cell(unit.hex).terrain
    return state.scenario.hull_down.get(terrain, state.advanced.hull_down.get(terrain, 0)) or None


@frozen(eq=False, repr=False)
class Searching(Alike):
    """A vehicle that looks for a Hull Down position as the modifiers of its roll see it."""

    state: PanzerState
    unit: Unit
    partial: bool


def _size(at: Searching) -> Iterable[Reason]:
    size = at.state.vehicle(at.unit.id).size
    label = f"size {size:+d}" if size else "size 0"
    yield Reason(label, at.state.advanced.hull_down_search[label], "na:6.6.9b")


def _grade(at: Searching) -> Iterable[Reason]:
    grade = unit_grade(at.state, at.unit.id).value
    yield Reason(f"{grade} Unit Grade", at.state.advanced.hull_down_search[grade], "na:6.6.9c")


#: What is added to the roll (na:6.6.9).
SEARCH: Final[tuple[Line[Searching], ...]] = (
    Modifier("partial", "Partial Hull Down", "na:6.6.9a", lambda at: at.partial),
    Varying(_size),
    Varying(_grade),
)
#: The same in the miniatures edition, which has one kind of position and adds nothing (min:17.2.2.3.2) but, as an
#: option, for the size of the vehicle (min:20.20).
PLAIN_SEARCH: Final[tuple[Line[Searching], ...]] = (Varying(_size, Switch.SEARCH_BY_SIZE),)


def search_tally(state: PanzerState, unit: Unit, *, partial: bool) -> Tally:
    """What is added to the roll (na:6.6.9a, na:6.6.9b, na:6.6.9c)."""
    lines = PLAIN_SEARCH if state.edition.plain_search else SEARCH
    return summed(lines, Searching(state, unit, partial), state.advanced.hull_down_search, state.scenario.switches)


def chance(state: PanzerState, unit: Unit, *, partial: bool) -> float:
    """The exact chance to find a position in the hex of a unit."""
    value = value_of(state, unit)
    return 0.0 if value is None else max(0, min(100, value - search_tally(state, unit, partial=partial).total)) / 100


def refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit may not search now; None if it may (na:6.6.9)."""
    name = state.name(unit.id)
    if not state.has(Switch.HULL_DOWN):
        return Refusal("positions are not searched for without the rules on Hull Down", RULE)
    if state.card(unit.id).kind is not Kind.VEHICLE:
        return Refusal(f"{name} is no vehicle; only vehicles search for Hull Down", RULE)
    if unit.command is not Command.MOVE:
        return Refusal(f"{name} needs a MOVE command to search for Hull Down", RULE)
    if (begun := step.begun_refusal(state, unit, "search", RULE)) is not None:
        return begun
    if unit.hex is not None and (held := mover(state, unit.id).held(unit.hex, None, inside=unit.inside)) is not None:
        return held
    if unit.hex is None or value_of(state, unit) is None:
        where = state.tables.terrain[state.cell(unit.hex).terrain].name if unit.hex is not None else "off the map"
        return Refusal(f"there is no Hull Down position to be found in {where}", RULE)
    return None


def reverse_refusal(state: PanzerState, unit: UnitId) -> Refusal | None:
    """Why a vehicle may not back into a position; None if it may: none reverses with a gun in tow (na:6.6.7.1)."""
    gun = mover(state, unit).held_ahead
    return Refusal(f"{state.name(unit)} tows {gun} and may not move in reverse", "na:6.6.7.1") if gun else None


# -- the order -------------------------------------------------------------------------------------


def check(state: PanzerState, side: SideId, order: SearchHullDown) -> None:
    """A vehicle of one's own with MOVE that has not begun its move, in terrain that may hide one (na:6.6.9)."""
    step.check_mine(state, side, order.unit)
    refuse(refusal(state, state.units[order.unit]))
    if not 0 <= order.facing <= 5:
        raise IllegalOrder(f"{order.facing} is no facing from 0 to 5", "na:3.3")
    if state.edition.plain_search:
        if order.partial:
            raise IllegalOrder("there is one kind of Hull Down position", "min:17.2.2.3.2")
        if order.facing != state.units[order.unit].facing:
            raise IllegalOrder("who searches does not turn", "min:17.2.2.3.1")
    refuse(reverse_refusal(state, order.unit) if order.reverse else None)
    refuse(step.stay_refusal(state, order.unit))


def search(state: PanzerState, side: SideId, order: SearchHullDown, dice: Dice) -> Iterator[Event]:
    """Spend the whole allowance in the hex, which a Barrage there answers first; then roll (na:6.6.9, na:6.6.6). In
    the miniatures edition it does not, since nobody comes to a new position (min:17.2.5).

    Who bogs down before he has begun makes no search (na:6.6.9e). A total below 1 counts as within the range. The move
    is complete then, but for Overwatch Fire.
    """
    if state.moves.active is None:
        yield from step.begin(state, order.unit, Rate.CROSS_COUNTRY)
    yield from step.bog(state, order.unit, step.rate_of(state, order.unit), dice)
    if state.units[order.unit].bogged_down(state.turn):
        yield from step.offer_overwatch(state, order.unit)
        return
    yield MovePlanned(unit=order.unit, steps=(), ends=True)
    if state.moves.active is None:
        return
    spent = state.moves.active.spent + mover(state, order.unit).left(state.moves.active)
    kind = "Partial Hull Down" if order.partial else "Hull Down"
    yield AllowanceSpent(unit=order.unit, spent=spent, reason=f"searches for {kind}", rule=RULE)
    if state.edition.searches_draw_barrages:
        yield from step.struck(state, order.unit, dice)
    unit = state.units[order.unit]
    value = value_of(state, unit)
    if state.moves.active is None or unit.track_hit or unit.hex is None or value is None:
        return
    tally = search_tally(state, unit, partial=order.partial)
    roll = dice.roll("d100", f"search for {kind}", RULE)
    total = roll.result + tally.total
    yield HullDownSearched(
        unit=unit.id,
        hex=unit.hex,
        facing=order.facing,
        partial=order.partial,
        reverse=order.reverse,
        value=value,
        total=total,
        found=total <= value,
        rolls=(roll,),
        tally=tally.reasons,
    )
    yield from step.offer_overwatch(state, order.unit)
