"""Units of units: what their parts have lost, and what becomes of all of them (pw:13.2 to pw:13.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event
from core.panzerwar.morale import testing
from core.panzerwar.morale.counting import Losses, enough_on_table, grade_of, intact, there
from core.panzerwar.morale.modifiers import MoraleTest
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.state import WarState

#: More than this share of like units must be engaged, in percent (pw:13.2).
ENGAGED: Final = 50


def parts(state: WarState, unit: Organisation) -> tuple[Organisation, ...]:
    """The like units directly under a unit: of one echelon, batteries aside (pw:13.2)."""
    under = [o for o in state.organisations.values() if o.parent == unit.id and o.echelon is not Echelon.BATTERY]
    if not under:
        return ()
    like = max({o.echelon for o in under}, key=lambda one: sum(o.echelon is one for o in under))
    return tuple(o for o in under if o.echelon is like)


def destroyed(state: WarState, unit: Organisation) -> bool:
    """Whether nothing is left of a unit, and nothing is to come: it has no part or element that is there, and none has
    left the table by a goal of its side (pw:13.1.2)."""
    below = parts(state, unit)
    if below and not unit.members:
        return all(destroyed(state, one) for one in below)
    if there(state, unit) or any(True for _ in intact(state, unit)):
        return False
    return _came(state, unit) and not _gone_on(state, unit)


def _gone_on(state: WarState, unit: Organisation) -> bool:
    found = (state.elements.get(e) for e in unit.members)
    return any(e is not None and e.presence is Presence.EXITED for e in found)


def _came(state: WarState, unit: Organisation) -> bool:
    """Whether a unit has been on the table: an element of it is neither to come nor off it."""
    found = (state.elements.get(e) for e in unit.members)
    return any(e is not None and e.presence not in (Presence.WAITING, Presence.OFF_BOARD) for e in found)


def lost(state: WarState, unit: Organisation) -> bool:
    """Whether a unit counts as lost for the one above it: destroyed, or made to retreat (pw:13.2.3)."""
    return testing.counts_upward(state, unit.forced) or destroyed(state, unit)


def engaged(state: WarState, unit: Organisation) -> bool:
    """Whether a unit is engaged in battle: it has fired or been fired at in this turn or the last, or is lost
    (pw:13.2).
    """
    recent = max(unit.fought, unit.attacked)
    return lost(state, unit) or (recent > 0 and recent >= state.turn - 1)


def _on_table(state: WarState, unit: Organisation) -> bool:
    below = parts(state, unit)
    if below and not unit.members:
        return any(_on_table(state, one) for one in below)
    return destroyed(state, unit) or enough_on_table(state, unit)


def losses(state: WarState, unit: Organisation) -> Losses:
    """The losses of a higher unit: of so many like units directly under it (pw:13.2)."""
    below = parts(state, unit)
    gone = sum(lost(state, one) for one in below)
    return Losses(lost=gone, of=len(below), real=gone)


def due(state: WarState, unit: Organisation) -> tuple[int, ...]:
    """The levels that a higher unit has to test now: it has lost a part, more than half of like units are engaged, and
    half of it is on the table (pw:13.2, pw:13.2.2). It tests once, at the highest of them."""
    below = parts(state, unit)
    found = losses(state, unit)
    if not found.lost or found.lost == found.of:
        return ()
    if sum(engaged(state, one) for one in below) * 100 <= ENGAGED * len(below):
        return ()
    if sum(_on_table(state, one) for one in below) * 2 < len(below):
        return ()
    levels = state.charts.infantry.loss_levels
    return tuple(level for level in levels if level not in unit.tested_units and found.reaches(level))


def tests(state: WarState, unit: Organisation, dice: Dice) -> Iterator[Event]:
    """A higher unit tests at the level that its share of lost units reaches; if it fails, all of it that is not lost
    yet does what the table says (pw:13.2)."""
    levels = due(state, unit)
    if not levels:
        return
    below = everything(state, unit)
    elements: tuple[Element, ...] = tuple(e for one in below for e in there(state, one))
    test = MoraleTest(state, unit, elements, losses(state, unit), grade_of(state, *below))
    tested = testing.roll(test, levels[-1], levels, dice, units=True)
    yield tested
    if not tested.failed:
        return
    forced, rolled, die, tally = testing.result(test, dice)
    yield from testing.ordered(state, unit, forced, dice, rolled=rolled, rolls=(die,), tally=tally)
    for one in below:
        if one.id != unit.id and not destroyed(state, one) and testing.severer(forced, one.forced):
            yield from testing.ordered(state, one, forced, dice, by=unit.id)


def everything(state: WarState, unit: Organisation) -> tuple[Organisation, ...]:
    """A unit with all units under it, batteries off the table aside."""
    found = [unit]
    for one in found:
        found += [o for o in state.organisations.values() if o.parent == one.id and o.off_board is None]
    return tuple(found)
