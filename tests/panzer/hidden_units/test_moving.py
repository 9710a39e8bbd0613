"""or:7.2.2.2: counters have commands and move like ground units, no farther than the slowest of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.formations.control import UNIQUE, formation_key, used
from core.panzer.hidden_units.events import HiddenCommanded, HiddenCovered, HiddenMoved, HiddenUnseen
from core.panzer.hidden_units.orders import CommandHidden, MoveHidden
from core.panzer.hidden_units.spotting import column, struck
from core.panzer.movement.reach import reachable
from core.panzer.movement.under_counters.moving import is_fast, reach, to_move
from core.panzer.opponent.hidden_units import place
from core.panzer.pieces.cards import LegCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command, Spot
from core.panzer.state import PanzerState
from core.secrecy import view
from core.step_end import FinishStep
from tests.panzer.hidden_units.posed import (
    GERMAN,
    GUN,
    RIFLES,
    SECOND,
    SOVIET,
    T34,
    TANK,
    follows,
    hidden,
    names,
    ordered,
    plain,
)


def moving(*units: str, row: int = 30, **how: object) -> PanzerState:
    """A counter with MOVE in the Movement Step of the Soviet side, the German tank in a row far away."""
    state = hidden(plain(step="second-move", tank=f"A{row}", **how), 1, *units)  # type: ignore[arg-type]
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.MOVE))
    return state


def farthest(state: PanzerState) -> int:
    return max((hex_.row for hex_ in reach(state, SOVIET, 1)), default=2) - 2


def test_it_moves_no_farther_than_the_slowest_of_its_units() -> None:
    alone, escorted, squad = moving(T34), moving(T34, RIFLES), moving(RIFLES)
    assert farthest(alone) > farthest(squad) == farthest(escorted) >= 1


def test_a_gun_that_is_never_manhandled_keeps_its_counter_where_it_is() -> None:
    """or:7.2.2.2, na:6.6.5: the 100mm gun is too heavy; one that can be pushed goes 1 hex."""
    pushed = {"side": "soviet", "id": "s5", "card": "s46-45mm-m37-atg", "hex": "A2", "formation": "battalion"}
    assert reach(moving(GUN), SOVIET, 1) == reach(moving(T34, GUN), SOVIET, 1) == {}
    assert farthest(moving(UnitId("s5"), more=(pushed,))) == 1


@pytest.mark.parametrize(("road", "rate"), [("path", 1), ("road", 2)])
def test_vehicles_have_their_factor_of_paths_and_roads(road: str, rate: int) -> None:
    """or:7.2.2.2, na:4.5.1.1.5: along them all the way, like those that are seen; who walks beside them does not."""
    state = moving(T34, road=road)
    assert farthest(state) == state.vehicle(T34).move[rate] > farthest(moving(T34))
    assert farthest(moving(T34, RIFLES, road=road)) == farthest(moving(RIFLES, road=road))
    way = tuple(state.board.hex(f"A{row}") for row in range(3, 3 + farthest(state)))
    BOOK.refuse(state, SOVIET, MoveHidden(number=1, hexes=way))
    aside = (*way[:-1], state.board.hex(f"B{way[-1].row}"))
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, SOVIET, MoveHidden(number=1, hexes=aside))
    fake = moving(road=road)
    assert farthest(fake) == farthest(state)
    assert is_fast(fake, SOVIET, (fake.board.hex("A2"), *way))


@pytest.mark.parametrize(("road", "rate"), [("path", 1), ("road", 2)])
def test_motorcycles_have_theirs_too(road: str, rate: int) -> None:
    """or:7.2.2.2, na:6.6.4.4: a fake that goes no farther passes for them, where its side has any."""
    rider = {"side": "soviet", "id": "s5", "card": "s57-rifle-squad-1-2-squad", "hex": "A2", "formation": "battalion"}
    riding = {"road": road, "more": ({**rider, "motorcycle": True},)}
    state = moving(UnitId("s5"), **riding)
    card = state.card(UnitId("s5"))
    assert isinstance(card, LegCard)
    assert card.motorcycle is not None
    assert farthest(state) == card.motorcycle[rate] > farthest(moving(UnitId("s5"), road=road, more=(rider,)))
    way = [state.board.hex(f"A{row}") for row in range(2, 3 + farthest(state))]
    assert not is_fast(moving(**riding), SOVIET, way)
    assert is_fast(moving(road=road), SOVIET, way)


def test_a_gun_that_nobody_pulls_keeps_its_counter_back() -> None:
    assert farthest(moving(GUN, T34)) == farthest(moving(GUN)) <= 1 < farthest(moving(RIFLES))


def test_a_counter_goes_where_all_its_units_may() -> None:
    """Nobody there goes through water, and no vehicle through Heavy Woods."""
    rows = {3: "W W"}
    assert farthest(moving(RIFLES, ground=rows)) >= 1
    assert farthest(moving(T34, ground=rows)) == 0
    assert farthest(moving(T34, RIFLES, ground=rows)) == 0
    assert farthest(moving(RIFLES, ground={3: "~ ~"})) == 0


def test_an_amphibious_counter_goes_into_one_hex_of_water_a_turn() -> None:
    """or:7.2.2.2, or:7.34: that is all of its move, as it is that of a vehicle that is seen."""
    swimmer = {"id": "s9", "side": "soviet", "card": "s2-t-40-m40", "hex": "A2", "formation": "battalion"}
    lake = dict.fromkeys(range(3, 12), "~ ~")
    how: dict[str, Any] = {"modules": ("advanced-ap", "amphibious"), "more": (swimmer,)}
    assert farthest(moving(UnitId("s9"), ground=lake, **how)) == 1
    assert farthest(moving(UnitId("s9"), ground=dict.fromkeys(range(4, 12), "~ ~"), **how)) == 1
    assert farthest(moving(ground=lake, **how)) == 1, "nor is a fake faster"


def test_a_counter_goes_into_one_hex_whatever_it_costs() -> None:
    """or:7.2.2.2, na:4.5.1.1.3: like the units that are under it."""
    woods = dict.fromkeys(range(3, 30), "w w")
    truck = {"id": "s9", "side": "soviet", "card": "g73-light-truck", "hex": "A2", "formation": "battalion"}
    state = moving(UnitId("s9"), ground=woods, more=(truck,))
    seen = plain(step="second-move", ground=woods, more=({**truck, "command": "MOVE"},))
    ends = reachable(seen, UnitId("s9"), None, Rate.CROSS_COUNTRY)
    assert farthest(state) == max(hex_.row for hex_ in ends) - 2 == 1


def test_a_fake_moves_as_any_unit_of_its_side_could() -> None:
    assert farthest(moving()) == farthest(moving(T34))


def test_what_moves_as_only_a_vehicle_can_passes_for_a_vehicle_from_then_on() -> None:
    """or:7.2.2.2: a fake too, though it was known to be none."""
    state = moving()
    BOOK.evolve(state, HiddenUnseen(side=SOVIET, number=1, largest="S"))
    ends = reach(state, SOVIET, 1)
    slow = next(way for hex_, way in ends.items() if hex_ == state.board.hex("A3"))
    fast = max(ends.values(), key=len)
    start = state.board.hex("A2")
    assert not is_fast(state, SOVIET, (start, *slow))
    assert is_fast(state, SOVIET, (start, *fast))
    other = state.copy()
    ordered(other, SOVIET, MoveHidden(number=1, hexes=slow))
    assert column(other, other.hidden.counters[0]) == "S"
    ordered(state, SOVIET, MoveHidden(number=1, hexes=fast))
    (counter,) = state.hidden.counters
    assert (counter.fast, counter.largest, column(state, counter)) == (True, "V", "V")
    assert view(state, GERMAN).hidden.counters[0].fast, "everybody has seen it"


def test_it_moves_once_with_spot_move_and_by_a_way_of_adjacent_hexes() -> None:
    state = moving(RIFLES)
    for hexes in ((), ("A4",), ("A1", "A30")):
        with pytest.raises(IllegalOrder) as wrong:
            BOOK.refuse(state, SOVIET, MoveHidden(number=1, hexes=tuple(state.board.hex(h) for h in hexes)))
        assert wrong.value.rule == "or:7.2.2.2"
    told = ordered(state, SOVIET, MoveHidden(number=1, hexes=(state.board.hex("A3"),)))
    assert told == [HiddenMoved(side=SOVIET, number=1, hex=state.board.hex("A3"), fast=False)]
    assert state.hidden.counters[0].spot is Spot.MOVE
    assert to_move(state, SOVIET) == ()
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, SOVIET, MoveHidden(number=1, hexes=(state.board.hex("A4"),)))


def test_it_stops_where_it_is_spotted_and_is_answered() -> None:
    """or:7.2.2.1, na:4.5b: its units are placed as moving ones, and there may be Overwatch Fire at them."""
    state = moving(T34, row=12, ground={2: "G ."})
    state.change(TANK, command=Command.OVERWATCH)
    assert BOOK.due(state, ScriptedDice([])) is None, "at rest it is seen from 7 hexes"
    way = tuple(state.board.hex(f"A{row}") for row in (3, 4))
    ordered(state, SOVIET, MoveHidden(number=1, hexes=way))
    assert state.hidden.counters[0].hex == way[0], "it does not come to the second hex"
    assert names(follows(state)) == ["hidden-revealed"]
    (pick,) = BOOK.offers(state, SOVIET, ()).options
    assert pick.pick == f"put:{T34}"
    ordered(state, SOVIET, BOOK.made(state, SOVIET, (pick.pick, "A3", "3")))
    unit = state.units[T34]
    assert (unit.moved, unit.command, unit.spot) == (True, Command.MOVE, Spot.MOVE)
    assert names(follows(state)) == ["hidden-watched", "window-opened"]
    assert BOOK.acting(state) == (GERMAN,)


def test_mines_wait_for_units_that_are_revealed() -> None:
    """or:7.31.2: it goes into none that are known; the others attack where its units are placed."""
    known = {"id": "m", "side": "german", "hexes": "A3", "visible": True}
    secret = {"id": "n", "side": "german", "types": ["anti-vehicular"], "hexes": "B3"}
    state = moving(T34, modules=("mines",), mined=(known, secret))
    state.change(TANK, bailed_out=True)
    ends = reach(state, SOVIET, 1)
    assert state.board.hex("A3") not in ends
    told = ordered(state, SOVIET, MoveHidden(number=1, hexes=(state.board.hex("B2"), state.board.hex("B3"))))
    assert names(told) == ["hidden-moved", "hidden-moved"]
    assert state.minefields.entered == ()
    event = struck(state, (state.board.hex("B3"),))
    assert event is not None
    BOOK.evolve(state, event)
    follows(state)
    ordered(state, SOVIET, place(state, SOVIET))
    assert [entry.unit for entry in state.minefields.entered] == [T34]


# -- commands --------------------------------------------------------------------------------------


def test_a_counter_has_one_of_the_commands_of_its_formation_a_fake_has_one_for_nothing() -> None:
    state = hidden(hidden(plain(step="commands"), 1, T34, RIFLES), 2)
    key = formation_key(state, T34)
    before = used(state, key)
    assert Command.MOVE in UNIQUE
    ordered(state, SOVIET, CommandHidden(number=1, command=Command.MOVE))
    ordered(state, SOVIET, CommandHidden(number=2, command=Command.MOVE))
    assert used(state, key) == before + 1
    assert [c.command for c in state.hidden.counters] == [Command.MOVE, Command.MOVE]
    assert [c.command for c in view(state, GERMAN).hidden.counters] == [None, None]


def test_counters_without_a_command_have_none() -> None:
    """na:4.2e"""
    state = hidden(plain(step="commands"), 1, T34)
    ordered(state, SOVIET, FinishStep())
    assert state.hidden.counters[0].command is Command.NONE
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, SOVIET, CommandHidden(number=1, command=Command.MOVE))


def test_the_movement_step_waits_for_counters() -> None:
    state = moving(RIFLES)
    for unit in (T34, SECOND, GUN):
        state.change(unit, command=Command.NONE)
    assert BOOK.due(state, ScriptedDice([])) is None
    assert "move-hidden:1" in {c.pick for c in BOOK.offers(state, SOVIET, ()).options}


def commanded(state: PanzerState, command: Command) -> PanzerState:
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=command))
    return state


@pytest.mark.parametrize("units", [(T34,), (RIFLES,), (T34, RIFLES), ()])
def test_with_a_short_halt_a_counter_has_half(units: tuple[UnitId, ...]) -> None:
    """na:3.7b: half of each Movement Factor, rounded down, never below 1, of a fake too."""
    state = moving(*units)
    whole = farthest(state)
    assert farthest(commanded(state, Command.SHORT_HALT)) == max(1, whole // 2)
    assert [c.number for c in to_move(state, SOVIET)] == [1]


def covered(*units: UnitId, row: int = 30, ground: dict[int, str] | None = None) -> PanzerState:
    """The Soviet squads under a counter with MOVE, these in Full Cover."""
    state = moving(RIFLES, SECOND, row=row, ground=ground)
    BOOK.evolve(state, HiddenCovered(side=SOVIET, number=1, units=units))
    return state


def test_a_counter_with_units_in_full_cover_crawls_one_hex_and_keeps_it() -> None:
    """na:6.6.4.3: they keep Full Cover and have no SPOT/MOVE counter; the other squad goes as far."""
    state = covered(RIFLES)
    assert farthest(state) == 1
    told = ordered(state, SOVIET, MoveHidden(number=1, hexes=(state.board.hex("A3"),)))
    assert told == [HiddenMoved(side=SOVIET, number=1, hex=state.board.hex("A3"), fast=False, crawls=True)]
    (counter,) = state.hidden.counters
    assert (counter.covered, counter.spot, to_move(state, SOVIET)) == ((RIFLES,), None, ())


@pytest.mark.parametrize("how", [{"row": 4}, {"ground": {3: ".1 .1"}}])
def test_nobody_crawls_beside_a_spotted_enemy_nor_uphill(how: dict[str, Any]) -> None:
    """na:6.6.4.3: as in the open; the next hex is open to a counter that has nobody in Full Cover."""
    hexes = reach(covered(RIFLES, **how), SOVIET, 1)
    assert hexes
    assert "A3" not in {hex_.id for hex_ in hexes}
    assert "A3" in {hex_.id for hex_ in reach(covered(**how), SOVIET, 1)}
