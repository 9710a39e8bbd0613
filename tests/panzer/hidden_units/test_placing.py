"""or:7.2.1, or:7.2.2, or:7.2.3: placing counters at the set-up and during play, real ones and fakes."""

from __future__ import annotations

from typing import Any

import pytest

from content.catalogue import open_system
from core.dice import ScriptedDice, SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.course.orders import PlaceRest
from core.panzer.formations.control import formation_key
from core.panzer.hidden_units import placing
from core.panzer.hidden_units.orders import DropHiding, HideUnits
from core.panzer.pieces.unit import Collateral, Presence
from core.panzer.state import PanzerState
from core.play.game import Game
from core.secrecy import view
from core.step_end import FinishStep
from tests.panzer.hidden_units.posed import (
    GERMAN,
    GUN,
    RIFLES,
    SOVIET,
    T34,
    TANK,
    follows,
    hidden,
    names,
    ordered,
    plain,
)

AXIS, BRITISH = SideId("axis"), SideId("british")


def setting_up(*options: str) -> Game[PanzerState]:
    """Halfaya Pass as its first side begins to set up."""
    game: Game[Any] = Game(open_system("halfaya-pass", options), SeededDice("set-up"))
    game.begin()
    return game


def mates(state: PanzerState, side: SideId) -> tuple[tuple[UnitId, ...], UnitId]:
    """Two units of one formation that may be hidden, and one of another."""
    able = placing.to_hide(state, side)
    ours = [u for u in able if formation_key(state, u) == formation_key(state, able[0])]
    return tuple(ours[:2]), next(u for u in able if u not in ours)


def test_units_begin_under_a_counter_that_tells_nobody_what_it_is() -> None:
    """or:7.2, or:7.2.1, or:7.2.2: a group of one formation, or a fake; all others see two numbers."""
    game = setting_up("hidden-units")
    side = game.active[0]
    units, stranger = mates(game.state, side)
    where = placing.set_up_hexes(game.state, side, units)[0]
    with pytest.raises(IllegalOrder) as wrong:
        game.submit(side, HideUnits(number=1, hex=where, units=(units[0], stranger)))
    assert wrong.value.rule == "or:7.2.1"
    game.submit(side, HideUnits(number=1, hex=where, units=units))
    game.submit(side, HideUnits(number=2, hex=where))
    game.submit(side, PlaceRest())
    game.submit(side, FinishStep())
    real, fake = game.state.hidden.counters
    assert (real.holds, fake.holds) == (units, ())
    assert all(game.state.units[u].presence is Presence.HIDDEN for u in units)
    assert all(game.state.units[u].hex is None for u in units)
    other = next(s.id for s in game.state.scenario.sides if s.id != side)
    for who in (other, None):
        seen = view(game.state, who)
        assert [c.holds for c in seen.hidden.counters] == [(), ()]
        assert [c.hex for c in seen.hidden.counters] == [where, where]
    assert view(game.state, side).hidden.holding(units[0]) == real


def test_no_more_counters_than_the_scenario_grants() -> None:
    """or:7.2.2: fakes count; who takes one back has it again."""
    game = setting_up("hidden-units")
    side = game.active[0]
    most = game.state.scenario.side(side).hidden_units
    assert most in (6, 8)
    where = placing.set_up_hexes(game.state, side, ())[0]
    for number in range(1, most + 1):
        game.submit(side, HideUnits(number=number, hex=where))
    assert placing.numbers(game.state, side) == ()
    with pytest.raises(IllegalOrder) as wrong:
        game.submit(side, HideUnits(number=most + 1, hex=where))
    assert wrong.value.rule == "or:7.2.2"
    game.submit(side, DropHiding(number=2))
    assert placing.numbers(game.state, side) == (2,)


def test_a_counter_is_set_up_where_one_of_its_units_may_be() -> None:
    """or:7.2.2"""
    game = setting_up("hidden-units")
    side = game.active[0]
    units, _ = mates(game.state, side)
    outside = next(h for h in sorted(game.state.board.cells) if h not in placing.set_up_hexes(game.state, side, units))
    with pytest.raises(IllegalOrder) as wrong:
        game.submit(side, HideUnits(number=1, hex=outside, units=units))
    assert wrong.value.rule == "or:7.2.2"


def test_without_the_option_nobody_hides() -> None:
    game = setting_up()
    side = game.active[0]
    assert placing.limit(game.state, side) == 0
    assert not any(c.pick.startswith("hide") for c in game.choices(side, ()).options)
    with pytest.raises(IllegalOrder):
        game.submit(side, HideUnits(number=1, hex=game.state.board.hex("A1")))


def test_a_side_without_a_grant_hides_nobody() -> None:
    """or:7.2.1: the scenario says which forces."""
    state = plain(step="hiding", limit=0)
    assert placing.HIDING.choosing(state) == ()


# -- during play (or:7.2.3) ------------------------------------------------------------------------


def planned(state: PanzerState) -> PanzerState:
    """A counter with two units and a fake, planned by the Soviet side."""
    ordered(state, SOVIET, HideUnits(number=1, hex=state.board.hex("A2"), units=(T34, RIFLES)))
    ordered(state, SOVIET, HideUnits(number=2, hex=state.board.hex("A2")))
    return state


def test_who_is_not_spotted_may_be_hidden_in_play() -> None:
    """or:7.2.3: nothing is seen of it before both sides have ended the step; then all go off the map at once."""
    state = planned(plain(step="hiding"))
    assert state.hidden.counters == ()
    assert view(state, GERMAN).hidden.plans == ()
    assert len(view(state, SOVIET).hidden.plans) == 2
    ordered(state, SOVIET, FinishStep())
    assert state.units[T34].on_map, "the German side has still to end it"
    ordered(state, GERMAN, FinishStep())
    assert names(follows(state)) == ["hiding-done", "units-hidden", "hidden-placed", "hidden-placed", "hiding-done"]
    assert [c.holds for c in state.hidden.counters] == [(T34, RIFLES), ()]
    assert state.hidden.plans == ()
    assert state.units[T34].hex is None


def test_who_is_in_full_cover_keeps_it_under_a_counter() -> None:
    """or:7.2.3, na:6.1.4.2b: it holds for the whole turn; which counter has it its owner alone knows."""
    state = plain(step="hiding")
    state.change(RIFLES, full_cover=True)
    planned(state)
    ordered(state, SOVIET, FinishStep())
    ordered(state, GERMAN, FinishStep())
    follows(state)
    assert [c.covered for c in state.hidden.counters] == [(RIFLES,), ()]
    assert [c.covered for c in view(state, GERMAN).hidden.counters] == [(), ()]


def test_who_is_spotted_may_not_nor_who_is_of_another_formation_or_far_away() -> None:
    """or:7.2.1, or:7.2.3"""
    stranger = {"id": "s9", "side": "soviet", "card": "s14-t-34-76-m42", "hex": "A2", "formation": "another"}
    state = plain(step="hiding", more=(stranger,))
    state.change(GUN, hex=state.board.hex("A20"))
    state.sighted = {TANK: frozenset({T34})}
    for units, rule in (((T34,), "or:7.2.3"), ((RIFLES, "s9"), "or:7.2.1"), ((RIFLES, GUN), "or:7.2.3")):
        with pytest.raises(IllegalOrder) as wrong:
            BOOK.refuse(state, SOVIET, HideUnits(number=1, hex=state.board.hex("A2"), units=units))  # type: ignore[arg-type]
        assert wrong.value.rule == rule
    BOOK.refuse(state, SOVIET, HideUnits(number=1, hex=state.board.hex("A2"), units=(RIFLES,)))


def test_who_leaks_fuel_stays_on_the_map() -> None:
    """or:7.2.3, or:7.23.4: it is rolled for each turn before all eyes, and may burn."""
    state = plain(step="hiding")
    assert T34 in placing.may_hide(state, SOVIET)
    state.change(T34, collateral=(Collateral.FUEL,))
    assert T34 not in placing.may_hide(state, SOVIET)


def test_old_and_new_counters_together_are_within_the_limit() -> None:
    """or:7.2.3"""
    state = hidden(plain(step="hiding", limit=2), 1, RIFLES)
    state.change(TANK, hex=state.board.hex("B30"))
    ordered(state, SOVIET, HideUnits(number=2, hex=state.board.hex("A2")))
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, SOVIET, HideUnits(number=3, hex=state.board.hex("A2")))
    ordered(state, SOVIET, DropHiding(number=2))
    BOOK.refuse(state, SOVIET, HideUnits(number=2, hex=state.board.hex("A2"), units=(T34,)))


def test_the_step_is_passed_over_where_nobody_has_anything_to_hide() -> None:
    state = plain(step="hiding")
    state.sighted = {TANK: frozenset({T34, RIFLES, UnitId("s3"), GUN}), T34: frozenset({TANK})}
    assert BOOK.acting(state) == ()
    assert names(BOOK.due(state, ScriptedDice([])) or ())[0] in ("step-begun", "available-commands")


@pytest.mark.parametrize(("sticks", "turret"), [(None, 0), (3, 3)])
def test_a_turret_looks_ahead_again_from_under_a_counter(sticks: int | None, turret: int) -> None:
    """or:7.2.2.3, or:7.8: a unit faces as it likes there; a turret that sticks does not (or:7.23.2)."""
    state = plain(modules=("advanced-ap", "turrets"))
    state.change(T34, turret=3, turret_turned=sticks)
    hidden(state, 1, T34)
    assert state.units[T34].turret == turret
