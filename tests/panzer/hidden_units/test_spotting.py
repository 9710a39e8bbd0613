"""or:7.2.2.1: a counter is spotted by its hex, as the largest of its units; then all of them are placed."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.panzer.adjustment.events import FullCoverAdjusted
from core.panzer.chapters import BOOK
from core.panzer.formations.control import command_range
from core.panzer.hidden_units import revealing
from core.panzer.hidden_units.events import HiddenCovered, HiddenMoved, HiddenRevealed, HiddenUnseen
from core.panzer.hidden_units.orders import PlaceRevealed
from core.panzer.hidden_units.spotting import column, spotted, spotted_out_to
from core.panzer.opponent.hidden_units import place
from core.panzer.pieces.unit import Presence, Spot
from core.panzer.sight.spotting import spots, spotting_range
from core.panzer.state import PanzerState
from tests.panzer.hidden_units.posed import (
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


def standing(state: PanzerState, rows: int) -> PanzerState:
    """The state with the German tank so many hexes from the counter."""
    state.change(TANK, hex=state.board.hex(f"A{2 + rows}"))
    return state


def far(state: PanzerState) -> int:
    """From how many hexes the tank spots the counter."""
    return next(n for n in range(27, 0, -1) if spotted(standing(state, n), state.hidden.counters[0]))


@pytest.mark.parametrize(
    ("units", "as_", "still", "moving"),
    [
        ((T34, RIFLES), "V", 20, 27),
        ((GUN, RIFLES), "L", 15, 27),
        ((RIFLES, SECOND), "S", 10, 20),
        ((), "S", 10, 20),
    ],
)
def test_it_is_spotted_as_the_largest_of_its_units(units: tuple[str, ...], as_: str, still: int, moving: int) -> None:
    """or:7.2.2.1, or:7.2.2.2: Vehicle before L before S; a fake as what is seen least; SPOT/MOVE shows it farther."""
    state = hidden(plain(), 1, *units)  # type: ignore[arg-type]
    assert column(state, state.hidden.counters[0]) == as_
    assert far(state) == still
    BOOK.evolve(state, HiddenMoved(side=SOVIET, number=1, hex=state.board.hex("A2"), fast=False))
    assert state.hidden.counters[0].spot is Spot.MOVE
    assert far(state) == moving


def test_cover_hides_it_as_it_hides_units() -> None:
    open_, wooded = (hidden(plain(ground=ground), 1, T34) for ground in ({}, {2: "G ."}))
    assert far(open_) > far(wooded) > 1
    assert spotted_out_to(wooded, wooded.board.hex("A2"), "V", wooded.units[TANK], moved=False) == far(wooded)


def covered(state: PanzerState, *units: UnitId) -> PanzerState:
    BOOK.evolve(state, HiddenCovered(side=SOVIET, number=1, units=units))
    return state


@pytest.mark.parametrize(
    ("units", "in_cover", "as_", "range_"),
    [
        ((RIFLES, SECOND), (RIFLES, SECOND), "S+FC", 3),
        ((RIFLES, SECOND), (RIFLES,), "S", 10),
        ((GUN, RIFLES), (GUN, RIFLES), "L+FC", 5),
        ((GUN, RIFLES), (GUN,), "S", 10),
        ((T34, RIFLES), (RIFLES,), "V", 20),
    ],
)
def test_full_cover_hides_it_too(
    units: tuple[UnitId, ...], in_cover: tuple[UnitId, ...], as_: str, range_: int
) -> None:
    """or:7.2.2.1, or:7.2.2.2, na:6.1.3.2: under a counter Full Cover is 2 rows down, as in the open."""
    state = covered(hidden(plain(), 1, *units), *in_cover)
    assert (column(state, state.hidden.counters[0]), far(state)) == (as_, range_)


def test_that_somebody_is_in_full_cover_is_known_by_his_not_being_seen() -> None:
    """or:7.2.2.1, or:7.2.2.2: until he may have left it; a fake would have been taken off."""
    state = standing(covered(hidden(plain(), 1, RIFLES), RIFLES), 4)
    assert follows(state) == [HiddenUnseen(side=SOVIET, number=1, largest="S+FC")]
    assert BOOK.due(state, ScriptedDice([])) is None or state.hidden.counters
    BOOK.evolve(state, FullCoverAdjusted(side=SOVIET, into=(), out_of=()))
    assert state.hidden.counters[0].largest == "S"
    assert names(follows(state)) == ["hidden-unseen"]
    BOOK.evolve(state, HiddenMoved(side=SOVIET, number=1, hex=state.board.hex("A2"), fast=False, crawls=True))
    assert state.hidden.counters[0].largest == "S+FC"
    (shown,) = follows(standing(state, 3))
    assert isinstance(shown, HiddenRevealed)
    assert (shown.column, shown.covered) == ("S", (RIFLES,))
    assert names(follows(standing(hidden(plain(), 1), 4))) == ["hidden-revealed"]


def test_who_leaves_full_cover_may_be_spotted_as_others_are() -> None:
    """or:7.2.2.2: by moving, and in the Adjust Full Cover Step."""
    for left in (
        HiddenMoved(side=SOVIET, number=1, hex=plain().board.hex("A2"), fast=False),
        FullCoverAdjusted(side=SOVIET, into=(), out_of=()),
    ):
        state = standing(covered(hidden(plain(), 1, RIFLES), RIFLES), 4)
        follows(state)
        covered(state)
        BOOK.evolve(state, left)
        assert names(follows(state)) == ["hidden-revealed"]


def test_no_line_of_sight_no_spotting() -> None:
    state = hidden(plain(ground={10: "W W"}), 1, T34)
    assert spotted(standing(state, 12), state.hidden.counters[0]) is None


def test_all_its_units_are_placed_the_one_that_was_spotted_in_its_hex() -> None:
    """or:7.2.2.1: a vehicle first, there; the others there or within Command Range, even if nobody spots them."""
    state = standing(hidden(plain(), 1, RIFLES, T34, SECOND), 18)
    (shown,) = follows(state)
    assert isinstance(shown, HiddenRevealed)
    assert (shown.spotter, set(shown.units), shown.column) == (TANK, {RIFLES, T34, SECOND}, "V")
    assert state.hidden.counters == ()
    assert BOOK.due(state, ScriptedDice([])) is None
    assert BOOK.acting(state) == (SOVIET,)
    assert revealing.to_place(state) == (T34,)
    middle = state.board.hex("A2")
    with pytest.raises(IllegalOrder) as wrong:
        BOOK.refuse(state, SOVIET, PlaceRevealed(unit=RIFLES, hex=middle, facing=3))
    assert wrong.value.rule == "or:7.2.2.1"
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, SOVIET, PlaceRevealed(unit=T34, hex=state.board.hex("A3"), facing=3))
    ordered(state, SOVIET, PlaceRevealed(unit=T34, hex=middle, facing=3))
    reach = command_range(state, RIFLES)
    hexes = revealing.hexes_for(state, RIFLES)
    assert middle in hexes
    assert max(distance(middle, h) for h in hexes) == reach
    ordered(state, SOVIET, PlaceRevealed(unit=RIFLES, hex=state.board.hex("B2"), facing=0))
    ordered(state, SOVIET, place(state, SOVIET))
    assert state.hidden.revealed is None
    assert all(state.units[u].presence is Presence.ON_MAP for u in (RIFLES, T34, SECOND))
    assert state.units[RIFLES].facing == 0
    assert spots(state, TANK, T34)
    assert not spots(state, TANK, RIFLES), "who is placed is spotted only if he himself can be"


def test_nobody_is_placed_across_terrain_that_he_may_not_enter() -> None:
    """or:7.2.2.1: a lake reaches from edge to edge."""
    dry, wet = (standing(hidden(plain(ground=ground), 1, T34, RIFLES), 18) for ground in ({}, {3: "~ ~"}))
    for state in (dry, wet):
        follows(state)
        ordered(state, SOVIET, place(state, SOVIET))
    assert max(hex_.row for hex_ in revealing.hexes_for(dry, RIFLES)) == 4
    assert max(hex_.row for hex_ in revealing.hexes_for(wet, RIFLES)) == 2


def test_a_fake_is_taken_off_where_a_leg_unit_would_be_seen() -> None:
    """or:7.2.2.1: not before, though a vehicle would have been; everybody then knows that there is none."""
    state = standing(hidden(plain(), 1), 18)
    assert follows(state) == [HiddenUnseen(side=SOVIET, number=1, largest="L")]
    assert BOOK.due(state, ScriptedDice([])) is None or not state.hidden.counters[0].struck
    assert names(follows(standing(state, 12))) == ["hidden-unseen"]
    assert state.hidden.counters[0].largest == "S"
    (shown,) = follows(standing(state, 10))
    assert isinstance(shown, HiddenRevealed)
    assert (shown.units, state.hidden.revealed, state.hidden.counters) == ((), None, ())


def test_squads_are_told_from_a_fake_by_nothing() -> None:
    """or:7.2.1: the same is said of both, hex by hex, until they are revealed."""
    said = []
    for units in ((RIFLES, SECOND), ()):
        state = hidden(plain(), 1, *units)
        said.append([follows(standing(state, rows)) for rows in (20, 15, 11)])
    assert said[0] == said[1]


def test_who_comes_into_its_hex_finds_it() -> None:
    truck = {"id": "g2", "side": "german", "card": "g43-spw-251-1", "hex": "B30", "facing": "N"}
    state = hidden(plain(more=(truck,), ground={3: "W W"}), 1)
    state.change(TANK, hex=state.board.hex("B30"))
    assert spotted(state, state.hidden.counters[0]) is None
    state.change("g2", hex=state.board.hex("A2"), bailed_out=True)  # type: ignore[arg-type]
    assert spotted(state, state.hidden.counters[0]) == "g2"


def test_infantry_in_a_building_hex_is_inside() -> None:
    """or:7.2.2.1, na:6.1.4.3.1b: it is spotted as if it stood there without a counter; a vehicle is in the alley."""
    ground = {2: "t ."}
    seen = plain(ground=ground, modules=("buildings",))
    for units in ((RIFLES,), (T34,)):
        state = hidden(plain(ground=ground, modules=("buildings",)), 1, *units)
        assert far(state) == max(1, spotting_range(seen, units[0]))


def test_in_limited_visibility_nobody_is_spotted_as_by_day() -> None:
    """or:7.36.1: whatever is under the counter."""
    dusk = {"modules": ("limited-visibility",), "conditions": {"visibility": -2}}
    for units in ((RIFLES,), (GUN,), (T34,)):
        state = hidden(plain(**dusk), 1, *units)  # type: ignore[arg-type]
        assert far(state) == spotting_range(plain(**dusk), units[0]) < far(hidden(plain(), 1, *units))  # type: ignore[arg-type]
