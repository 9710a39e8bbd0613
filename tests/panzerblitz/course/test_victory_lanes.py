"""Ends of the Situations that are won by fire over ground: Vyazma and the relief of the 1st Panzer Army (pb:PB-WIN-1).

Neither card knows levels: a goal is met or it is not. North is to the left of the drawn map, west at its bottom.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.event import UnitId
from core.hexes import Hex
from core.panzerblitz.course.victory import level_of, verdict
from core.panzerblitz.pieces.situation import Level
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState
from tests.panzerblitz.field import GERMAN, RUSSIAN, before

#: Rifle companies, which cover four hexes round them, from west to east but for the middle of the map.
RIFLES = {f"r-rifle-{n}": Hex(8, row) for n, row in enumerate((2, 5, 8, 24, 27, 30), 1)}
#: Submachinegun companies, which cover the hexes next to them, where no rifle reaches.
MIDDLE = {f"r-submachinegun-{n}": Hex(8, row) for n, row in enumerate((14, 17, 19), 1)}
#: Units of range 1 right across board 1 from north to south, two free hexes between what two of them cover.
SCREEN = {
    "r-submachinegun-1": 3,
    "r-reconnaissance-1": 8,
    "r-reconnaissance-2": 13,
    "r-reconnaissance-3": 18,
    "r-halftrack-1": 23,
    "r-halftrack-2": 28,
    "r-halftrack-3": 33,
}


def on_map(number: int, places: Mapping[str, Hex]) -> BlitzState:
    """A Situation with these units on the map and all others off it."""
    state = before(number)
    for unit, hex_ in places.items():
        state.change(UnitId(unit), presence=Presence.ON_MAP, hex=hex_)
    return state


def told(state: BlitzState) -> str:
    """Who has won, and how."""
    found = verdict(state)
    return f"{found.winner} {found.level}" if found.winner else found.level


# -- Situation 3: Vyazma ---------------------------------------------------------------------------


def test_an_unbroken_line_wins_for_the_russians() -> None:
    """From the west to the east edge; then no lane from south to north can be free."""
    state = on_map(3, RIFLES | MIDDLE)
    assert (level_of(state, RUSSIAN), level_of(state, GERMAN)) == (Level.DECISIVE, Level.NONE)
    assert told(state) == "russian decisive victory"


def test_a_broken_line_is_no_lane_yet() -> None:
    """Two free hexes in the line: no line any more, but no corridor of three hexes either, so nobody wins."""
    state = on_map(3, RIFLES | MIDDLE)
    state.change(UnitId("r-submachinegun-2"), presence=Presence.ELIMINATED, hex=None)
    assert (level_of(state, RUSSIAN), level_of(state, GERMAN)) == (Level.NONE, Level.NONE)
    assert told(state) == "draw"


def test_a_lane_of_three_hexes_wins_for_the_germans() -> None:
    """Without the next company too a corridor is open from the south to the north edge."""
    state = on_map(3, RIFLES | MIDDLE)
    for unit in ("r-submachinegun-2", "r-submachinegun-3"):
        state.change(UnitId(unit), presence=Presence.ELIMINATED, hex=None)
    assert (level_of(state, RUSSIAN), level_of(state, GERMAN)) == (Level.NONE, Level.DECISIVE)
    assert told(state) == "german decisive victory"


@pytest.mark.parametrize("how", [{"dispersed": True}, {"carrier": UnitId("r-truck-1")}])
def test_units_that_cannot_fire_cover_nothing(how: Mapping[str, object]) -> None:
    """They must be in position and able to fire: dispersed or loaded ones hold no line and close no lane."""
    state = on_map(3, RIFLES | MIDDLE | {"r-truck-1": Hex(8, 17)})
    assert told(state) == "russian decisive victory"
    state.change(UnitId("r-submachinegun-2"), **how)
    assert told(state) == "draw"
    state.change(UnitId("r-submachinegun-3"), dispersed=True)
    assert told(state) == "german decisive victory"


def test_units_that_have_fired_still_cover() -> None:
    """An Attack Factor that was used in the last turn is there again in the next one."""
    state = on_map(3, RIFLES | MIDDLE)
    for unit in MIDDLE:
        state.change(UnitId(unit), fired=True)
    assert told(state) == "russian decisive victory"


def test_a_lane_from_west_to_east_is_none() -> None:
    """The corridor of Vyazma runs from south to north: Russians between the two edges close it, not beside it."""
    state = on_map(3, {unit: Hex(column, 16) for unit, column in SCREEN.items() if unit.startswith("r-sub")})
    assert told(state) == "german decisive victory"
    assert told(on_map(3, {})) == "german decisive victory"


# -- Situation 11: relief of the 1st Panzer Army -----------------------------------------------------


def screen(**moved: int | None) -> BlitzState:
    """The screen in row 16 of the drawn map, some of its units in other columns, or missing."""
    columns = SCREEN | {unit.replace("_", "-"): column for unit, column in moved.items() if column is not None}
    missing = {unit.replace("_", "-") for unit, column in moved.items() if column is None}
    return on_map(11, {u: Hex(column, 16) for u, column in columns.items() if u not in missing})


def test_the_relief_is_prevented() -> None:
    """Gaps of two hexes between hexes under fire let nobody through: the Russians have prevented it."""
    state = screen()
    assert (level_of(state, RUSSIAN), level_of(state, GERMAN)) == (Level.DECISIVE, Level.NONE)
    assert told(state) == "russian decisive victory"


def test_the_relief_succeeds_through_three_hexes() -> None:
    """One unit stands one hex further: a gap of exactly three hexes is a corridor."""
    state = screen(r_reconnaissance_1=9)
    assert (level_of(state, RUSSIAN), level_of(state, GERMAN)) == (Level.NONE, Level.DECISIVE)
    assert told(state) == "german decisive victory"


@pytest.mark.parametrize("unit", sorted(SCREEN))
def test_each_unit_of_the_screen_is_needed(unit: str) -> None:
    assert told(screen(**{unit.replace("-", "_"): None})) == "german decisive victory"


@pytest.mark.parametrize(("column", "won"), [(30, "russian"), (29, "german")])
def test_a_lane_along_the_edge_is_three_hexes_wide_too(column: int, won: str) -> None:
    """Two hexes beside the south edge are no corridor, three are."""
    state = screen(r_halftrack_3=column)
    assert told(state) == f"{won} decisive victory"


def test_trucks_close_no_lane() -> None:
    """Units without Attack Factor cover nothing, wherever they stand (pb:PB-FACT-2)."""
    state = on_map(11, {f"r-truck-{n}": Hex(2 * n - 1, 16) for n in range(1, 18)})
    assert told(state) == "german decisive victory"
