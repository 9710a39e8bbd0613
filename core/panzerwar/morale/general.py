"""Phase G: units test their losses, and morale that fails gives them their orders (pw:3.2.G, pw:13.0 to pw:13.3)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.dice import Dice
from core.event import Event
from core.panzerwar.command.doctrine import receives_orders
from core.panzerwar.morale import counting, driven, higher, testing
from core.panzerwar.morale.modifiers import MoraleTest
from core.panzerwar.pieces.organisation import Echelon, Forced, Organisation
from core.panzerwar.state import WarState


def tests(state: WarState, dice: Dice) -> Iterator[Event]:
    """All of general morale: who runs is gone, what has lasted is over, units test, then units of units (pw:13.0,
    pw:13.2)."""
    yield from driven.run_off(state)
    yield from driven.passes(state, dice)
    yield from driven.retire(state)
    yield from driven.left_behind(state, dice)
    for id_ in list(state.organisations):
        yield from _basic(state, state.organisations[id_], dice)
    for echelon in (Echelon.COMPANY, Echelon.BATTALION):
        for id_ in list(state.organisations):
            if state.organisations[id_].echelon is echelon:
                yield from higher.tests(state, state.organisations[id_], dice)


def due(state: WarState, unit: Organisation) -> tuple[int, ...]:
    """The levels of loss that a basic unit tests now: those that its losses reach and that it has not tested in this
    game (pw:13.1, pw:13.1.4). Units that receive tactical orders test first: platoons in the Art of War, companies in
    the Science of War (pw:13.2.1). Vehicles left behind count when there are losses in battle besides (pw:13.1.5).
    """
    if not receives_orders(state, unit) or unit.forced is Forced.ROUT or not counting.must_test(state, unit):
        return ()
    found = counting.losses(state, unit)
    if not found.real:
        return ()
    return tuple(one for one in state.charts.infantry.loss_levels if one not in unit.tested and found.reaches(one))


def _basic(state: WarState, unit: Organisation, dice: Dice) -> Iterator[Event]:
    """One test for each level (pw:13.1); if any fails, one roll for what it comes to (pw:13.1.7)."""
    levels = due(state, unit)
    if not levels:
        return
    test = MoraleTest.of(state, unit, counting.losses(state, unit), counting.grade_of(state, unit))
    failed = set()
    for level in levels:
        tested = testing.roll(test, level, (level,), dice)
        if tested.failed:
            failed.add(level)
        yield tested
    if failed:
        yield from testing.fails(evolve(test, failed=frozenset(failed)), dice)
