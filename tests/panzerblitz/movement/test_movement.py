"""Movement, roads, stacking, terrain (pb:PB-MOVE-C, pb:PB-ROAD-1)."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.face.set_up import coming
from core.panzerblitz.movement.entry import waits
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.pieces.situation import Entry, Exit
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState
from core.presentation import comes
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, hexes, position, refused

VEHICLES = "first-vehicles"
OTHERS = "first-others"


def cost(state: BlitzState, unit: str, to: str, *, road: bool = True) -> int | None:
    """HALVES to a hex; None = out of reach."""
    return reach(state, UnitId(unit), road=road).costs.get(at(to))


@pytest.mark.parametrize(
    ("terrain", "level", "truck", "tank", "wagon"),
    [
        ("clear", 0, 4, 2, 2),  # pb:PB-TEC-CLEAR
        ("town", 0, 1, 1, 1),  # pb:PB-TEC-TOWN
        ("woods", 0, 4, 2, 2),  # pb:PB-TEC-WOODS
        ("swamp", 0, None, None, None),  # pb:PB-TEC-SWAMP
        ("clear", 1, 8, 6, 6),  # pb:PB-TEC-SLOPE
        ("clear", 2, 4, 2, 2),  # pb:PB-TEC-HILLTOP
        ("ford", 0, 4, 2, 2),  # pb:PB-TEC-FORD
        ("gully", 0, 4, 2, 2),  # pb:PB-TEC-GULLY
        ("pond", 0, None, None, None),  # pb:PB-TEC-POND, pb:PB-TERR-3
    ],
)
def test_cost_of_terrain(terrain: str, level: int, truck: int | None, tank: int | None, wagon: int | None) -> None:
    """pb:PB-TERR-1, pb:PB-FACT-1: each mover pays its column of the chart, in halves of a point.

    pb:PB-TEC-CLEAR, pb:PB-TEC-TOWN, pb:PB-TEC-WOODS, pb:PB-TEC-SWAMP, pb:PB-TEC-SLOPE, pb:PB-TEC-HILLTOP,
    pb:PB-TEC-FORD, pb:PB-TEC-GULLY, pb:PB-TEC-POND, pb:PB-TERR-3.
    """
    ground = board(terrain={"E5": terrain}, levels={"E5": level})
    state = position({"truck": "g-truck E4", "tank": "g-panther E4", "wagon": "g-wagons E4"}, ground, step=VEHICLES)
    assert (cost(state, "truck", "E5"), cost(state, "tank", "E5"), cost(state, "wagon", "E5")) == (truck, tank, wagon)


def test_leaving_a_gully() -> None:
    """pb:PB-TEC-GULLY, pb:PB-GULLY-C: 5 more for trucks, 3 for other vehicles, nothing along the bed or by a ford."""
    bed = {"E4": "gully", "E5": "gully"}
    units = {"truck": "g-truck E5", "tank": "g-panther E5"}
    state = position(units, board(terrain=bed), step=VEHICLES)
    assert cost(state, "truck", "D5") == 14
    assert cost(state, "tank", "D5") == 8
    assert cost(state, "tank", "E4") == 2
    state = position(units, board(terrain=bed | {"E6": "ford"}), step=VEHICLES)
    assert cost(state, "tank", "E6") == 2
    assert cost(state, "tank", "E7") == 4


def test_green_hexsides_bar_vehicles_off_the_road() -> None:
    """pb:PB-TEC-WOODS, pb:PB-TERR-2, pb:PB-ROAD-1: cavalry and foot cross them, vehicles only by road."""
    ground = board(terrain={"E5": "woods"}, sides={"E4-E5": "green", "D5-E5": "green"}, road=["D5 E5"])
    state = position({"tank": "r-t-34c E4", "horse": "r-cavalry E4", "other": "r-t-34c D5"}, ground, step=VEHICLES)
    state.step = "second-vehicles"
    assert refused(state, RUSSIAN, Move(unit=UnitId("tank"), path=hexes("E5"))) == "pb:PB-TEC-WOODS"
    assert cost(state, "other", "E5") == 1
    state.step = "second-others"
    assert cost(state, "horse", "E5") == 2


def test_road_rate_and_passing() -> None:
    """Half a point along the road; round a unit that hex and the next cost as terrain.

    pb:PB-ROAD-A, pb:PB-ROAD-B, pb:PB-ROAD-C, pb:PB-ROAD-D, pb:PB-ROAD-E, pb:PB-ROAD-F, pb:PB-ROAD-G.
    """
    ground = board(road=["E2 E3 E4 E5 E6 E7"])
    state = position({"tank": "g-panther E2", "parked": "g-truck E4"}, ground, step=VEHICLES)
    assert cost(state, "tank", "E3") == 1
    assert cost(state, "tank", "E4") == 1 + 2
    assert cost(state, "tank", "E5") == 1 + 2 + 2
    assert cost(state, "tank", "E6") == 1 + 2 + 2 + 1
    assert cost(state, "tank", "E6", road=False) == 8


def test_swamp_road() -> None:
    """pb:PB-ROAD-E, pb:PB-STACK-G: no way through a unit on it; on to it only if it is no vehicle."""
    ground = board(terrain={"E4": "swamp"}, road=["E2 E3 E4 E5"])
    foot = position({"tank": "g-panther E3", "gun": "g-75mm-at E4"}, ground, step=VEHICLES)
    give(foot, GERMAN, Move(unit=UnitId("tank"), path=hexes("E4")))
    assert refused(foot, GERMAN, Move(unit=UnitId("tank"), path=hexes("E5"))) == "pb:PB-ROAD-E"
    parked = position({"tank": "g-panther E3", "truck": "g-truck E4"}, ground, step=VEHICLES)
    assert refused(parked, GERMAN, Move(unit=UnitId("tank"), path=hexes("E4"))) == "pb:PB-ROAD-E"
    free = position({"tank": "g-panther E3"}, ground, step=VEHICLES)
    assert cost(free, "tank", "E5") == 2


def test_across_a_green_hexside_a_vehicle_drives_on_to_a_unit_and_no_farther() -> None:
    """pb:PB-ROAD-E, pb:PB-ROAD-1: as in the swamp of the book's example; but vehicles stack here (pb:PB-STACK-G)."""
    ground = board(
        terrain={"E3": "woods", "E4": "woods"}, sides={"E2-E3": "green", "E3-E4": "green"}, road=["E2 E3 E4 E5"]
    )
    state = position({"truck": "g-truck E2", "parked": "g-truck E3"}, ground, step=VEHICLES)
    assert refused(state, GERMAN, Move(unit=UnitId("truck"), path=hexes("E3 E4"))) == "pb:PB-ROAD-E"
    assert cost(state, "truck", "E3") == 4
    give(state, GERMAN, Move(unit=UnitId("truck"), path=hexes("E3")))
    assert refused(state, GERMAN, Move(unit=UnitId("truck"), path=hexes("E4"))) == "pb:PB-ROAD-E"
    assert cost(state, "parked", "E5") == 2
    free = position({"tank": "g-panther E2", "parked": "g-truck E4"}, ground, step=VEHICLES)
    assert cost(free, "tank", "E4") == 1 + 2
    assert refused(free, GERMAN, Move(unit=UnitId("tank"), path=hexes("E3 E4 E5"))) == "pb:PB-ROAD-E"


def test_who_swings_round_a_unit_does_not_come_on_to_the_next_by_road_alone() -> None:
    """pb:PB-ROAD-E: no hex or hexside of the manoeuvre may be closed to it off the road."""
    ground = board(terrain={"E4": "swamp", "E6": "woods"}, sides={"E5-E6": "green"}, road=["E2 E3 E4 E5 E6"])
    swamp = position({"tank": "g-panther E2", "a": "g-rifle E3", "b": "g-rifle E4"}, ground, step=VEHICLES)
    assert refused(swamp, GERMAN, Move(unit=UnitId("tank"), path=hexes("E3 E4"))) == "pb:PB-ROAD-E"
    woods = position({"tank": "g-panther E4", "a": "g-rifle E5", "b": "g-rifle E6"}, ground, step=VEHICLES)
    assert refused(woods, GERMAN, Move(unit=UnitId("tank"), path=hexes("E5 E6"))) == "pb:PB-ROAD-E"


def test_wrecks_and_blocks_close_a_road() -> None:
    """pb:PB-WRECK-C, pb:PB-BLOCK-E: in swamp and across Green hexsides nothing passes any more."""
    ground = board(terrain={"E4": "swamp"}, road=["E2 E3 E4 E5"])
    state = position({"tank": "g-panther E3"}, ground, step=VEHICLES, wrecks={"E4": "german"})
    assert refused(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("E4"))) == "pb:PB-TEC-SWAMP"
    blocked = position({"tank": "g-panther E3", "b": "g-block E4"}, ground, step=VEHICLES)
    assert refused(blocked, GERMAN, Move(unit=UnitId("tank"), path=hexes("E4"))) == "pb:PB-TEC-SWAMP"


def test_movement_factor_of_one() -> None:
    """pb:PB-MOVE-C: one hex whatever the cost; two along a road."""
    ground = board(levels={"E4": 1}, road=["E5 E6 E7"])
    state = position({"men": "g-rifle E5"}, ground, step=OTHERS)
    assert cost(state, "men", "E4") == 2
    assert cost(state, "men", "E7") == 2
    assert cost(state, "men", "E3") is None


def test_the_wagon_in_the_gully_needs_the_extension() -> None:
    """pb:PB-MOVE-C: a wagon leaves a gully on to a slope only if every unit may always move one hex."""
    ground = board(terrain={"E5": "gully"}, levels={"E4": 1})
    for options, found in (((), None), (("always-one-hex",), 12)):
        state = position({"wagon": "g-wagons E5"}, ground, step=VEHICLES, options=options)
        assert cost(state, "wagon", "E4") == found


def test_who_may_move() -> None:
    """pb:PB-MOVE-A, pb:PB-MOVE-B, pb:PB-COMBAT-F, pb:PB-SEQ-4, pb:PB-SEQ-5: not the dispersed, not those that fired."""
    units = {"tank": "g-panther E4", "down": "g-panther E5 down", "men": "g-rifle E6", "gun": "g-88mm E7"}
    state = position(units, step=VEHICLES)
    state.change(UnitId("tank"), fired=True)
    assert refused(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("E3"))) == "pb:PB-COMBAT-F"
    assert refused(state, GERMAN, Move(unit=UnitId("down"), path=hexes("D5"))) == "pb:PB-MOVE-B"
    assert refused(state, GERMAN, Move(unit=UnitId("men"), path=hexes("D6"))) == "pb:PB-SEQ-4"
    assert refused(state, GERMAN, Move(unit=UnitId("gun"), path=hexes("D7"))) == "pb:PB-FACT-1"
    state.step = OTHERS
    give(state, GERMAN, Move(unit=UnitId("men"), path=hexes("D6")))
    give(state, GERMAN, FinishStep())
    assert go_on(state)


def test_enemies_bar_the_way_friends_do_not() -> None:
    """Through one's own units, never through the enemy, dispersed or not; no zones.

    pb:PB-MOVE-D, pb:PB-MOVE-E, pb:PB-MOVE-F, pb:PB-MOVE-G, pb:PB-MOVE-H, pb:PB-MOVE-I.
    """
    units = {"tank": "g-panther E2", "friend": "g-rifle E3", "enemy": "r-rifle E5 down"}
    state = position(units, step=VEHICLES)
    assert cost(state, "tank", "E4") == 4
    assert refused(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("E3 E4 E5"))) == "pb:PB-MOVE-E"
    assert cost(state, "tank", "D6") is not None


def test_stacking_limits() -> None:
    """Two Russians, three Germans; carriers count once, Wrecks too.

    pb:PB-STACK-A, pb:PB-STACK-B, pb:PB-STACK-C, pb:PB-STACK-D, pb:PB-STACK-E, pb:PB-STACK-F, pb:PB-WRECK-B.
    """
    units = {"a": "g-rifle E4", "b": "g-truck E4", "c": "g-rifle on b", "d": "g-panther E5", "m": "g-minefield E4"}
    state = position(units, step=VEHICLES)
    give(state, GERMAN, Move(unit=UnitId("d"), path=hexes("E4")))
    held = {"a": "g-rifle E4 down", "b": "g-truck E4 down", "c": "g-rifle on b", "d": "g-panther E5"}
    full = position(held, step=VEHICLES, wrecks={"E4": "russian"})
    assert refused(full, GERMAN, Move(unit=UnitId("d"), path=hexes("E4"))) == "pb:PB-STACK-B"
    reds = position({"a": "r-rifle E4 down", "b": "r-12-7mm E4", "d": "r-t-34c E5"}, step="second-vehicles")
    assert refused(reds, RUSSIAN, Move(unit=UnitId("d"), path=hexes("E4"))) == "pb:PB-STACK-A"
    assert cost(reds, "d", "E3") == 4


def test_blocks_and_mines_stop() -> None:
    """pb:PB-BLOCK-B, pb:PB-MINE-D, pb:PB-BLOCK-1: on to a Block only from beside it; both end the move."""
    state = position({"tank": "g-panther E2", "b": "r-block E4", "m": "r-minefield D3"}, step=VEHICLES)
    assert refused(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("E3 E4"))) == "pb:PB-BLOCK-B"
    assert refused(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("D3 D4"))) == "pb:PB-MINE-D"
    beside = position({"tank": "g-panther E3", "b": "r-block E4"}, step=VEHICLES)
    assert refused(beside, GERMAN, Move(unit=UnitId("tank"), path=hexes("E4 E5"))) == "pb:PB-BLOCK-B"
    give(beside, GERMAN, Move(unit=UnitId("tank"), path=hexes("E4")))
    assert beside.units[UnitId("tank")].stopped


def test_loading_takes_the_turn() -> None:
    """pb:PB-TRANS-1, pb:PB-TRANS-A, pb:PB-TRANS-B, pb:PB-TRANS-J: in one hex from the start, and nothing else after."""
    units = {"truck": "g-truck E4", "gun": "g-88mm E4", "far": "g-88mm E5", "horse": "r-cavalry F9", "t2": "r-truck F9"}
    state = position(units, step=VEHICLES)
    assert refused(state, GERMAN, Load(carrier=UnitId("truck"), passenger=UnitId("far"))) == "pb:PB-TRANS-B"
    give(state, GERMAN, Load(carrier=UnitId("truck"), passenger=UnitId("gun")))
    assert refused(state, GERMAN, Move(unit=UnitId("truck"), path=hexes("E3"))) == "pb:PB-TRANS-A"
    state.step = "second-vehicles"
    assert refused(state, RUSSIAN, Load(carrier=UnitId("t2"), passenger=UnitId("horse"))) == "pb:PB-TRANS-J"


def test_transport_and_unload() -> None:
    """pb:PB-TRANS-A, pb:PB-TRANS-C, pb:PB-TRANS-F: the passenger comes along, then neither moves nor fires."""
    state = position({"truck": "g-truck E4", "men": "g-rifle on truck"}, step=VEHICLES)
    give(state, GERMAN, Move(unit=UnitId("truck"), path=hexes("E3")))
    assert state.units[UnitId("men")].hex == at("E3")
    give(state, GERMAN, Unload(carrier=UnitId("truck")))
    give(state, GERMAN, Move(unit=UnitId("truck"), path=hexes("E2")))
    state.step = OTHERS
    assert refused(state, GERMAN, Move(unit=UnitId("men"), path=hexes("D3"))) == "pb:PB-TRANS-C"
    down = position({"truck": "g-truck E4 down", "men": "g-rifle on truck"}, step=VEHICLES)
    assert refused(down, GERMAN, Unload(carrier=UnitId("truck"))) == "pb:PB-TRANS-B"


def test_armored_units_may_fire_and_load() -> None:
    """pb:PB-TRANS-G, pb:PB-TRANS-I: a tank that has fired still loads or unloads where it stands."""
    state = position({"tank": "g-panther E4", "men": "g-rifle E4"}, step=VEHICLES)
    state.change(UnitId("tank"), fired=True)
    give(state, GERMAN, Load(carrier=UnitId("tank"), passenger=UnitId("men")))
    assert state.passenger(UnitId("tank")) == "men"


def test_coming_on_as_a_column() -> None:
    """pb:PB-SETUP-1, pb:PB-TERR-4: through one hex, each paying for those ahead; a half hex costs as a whole one."""
    late = {"german": Entry(1, "gate", True)}
    units = {"a": "g-panther waits", "b": "g-panther waits", "enemy": "r-rifle M9"}
    state = position(units, step=VEHICLES, entry=late, areas={"gate": frozenset(hexes("A5 A6"))})
    assert cost(state, "a", "A5") == 2
    give(state, GERMAN, Move(unit=UnitId("a"), path=hexes("A5 B5")))
    assert cost(state, "b", "A6") is not None
    assert refused(state, GERMAN, Move(unit=UnitId("b"), path=hexes("A6"))) == "pb:PB-SETUP-1"
    assert cost(state, "b", "A5") == 3


def test_leaving_the_map() -> None:
    """pb:PB-WIN-1: by an edge that the Situation opens, never to come back unless it says so."""
    state = position(
        {"tank": "g-panther E2", "enemy": "r-rifle M9"},
        step=VEHICLES,
        areas={"edge": frozenset(hexes("E1"))},
        exits=(Exit(GERMAN, "edge"),),
    )
    assert refused(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("D2"), leave=True)) == "pb:PB-WIN-1"
    give(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("E1"), leave=True))
    assert state.units[UnitId("tank")].presence is Presence.EXITED
    assert not coming(state, GERMAN)


def test_leaving_the_map_takes_a_hex_of_movement() -> None:
    """pb:PB-MOVE-C, pb:PB-WIN-1: a Panther's 10 take it nine hexes to the edge and off it, and no farther."""
    column = [f"E{row}" for row in range(1, 12)]
    for row, rule in ((10, None), (11, "pb:PB-MOVE-C")):
        state = position(
            {"tank": f"g-panther E{row}", "enemy": "r-rifle M9"},
            board(13, 12),
            step=VEHICLES,
            areas={"edge": frozenset(hexes("E1"))},
            exits=(Exit(GERMAN, "edge"),),
        )
        order = Move(unit=UnitId("tank"), path=hexes(" ".join(reversed(column[: row - 1]))), leave=True)
        if rule is None:
            give(state, GERMAN, order)
            assert state.units[UnitId("tank")].presence is Presence.EXITED
        else:
            assert refused(state, GERMAN, order) == rule


def test_who_has_left_and_may_come_back_is_listed_with_what_comes() -> None:
    """pb:PB-WIN-1: by the hex where it left, after so many whole turns as the Situation says."""
    state = position(
        {"tank": "g-panther E2", "enemy": "r-rifle M9"},
        step=VEHICLES,
        areas={"edge": frozenset(hexes("E1"))},
        exits=(Exit(GERMAN, "edge", returns=3),),
    )
    give(state, GERMAN, Move(unit=UnitId("tank"), path=hexes("E1"), leave=True))
    (one,) = coming(state, GERMAN)
    back = state.turn + 4
    assert (one.unit, one.when, one.hexes) == ("tank", f"back from turn {back} on", frozenset(hexes("E1")))
    assert comes(one.when) == f"Comes back from turn {back} on"
    assert "yours" in one.choice
    for turn, there in ((back - 1, False), (back, True)):
        state.turn = turn
        assert waits(state, state.units[UnitId("tank")]) is there


@pytest.mark.parametrize(
    ("left_from", "left_on", "turn", "rule"),
    [
        ("E1", 2, 6, None),
        ("E1", 3, 7, None),
        ("E1", 3, 6, "pb:PB-WIN-1"),  # three whole turns are not over for it
        ("G1", 2, 6, "pb:PB-WIN-1"),  # it comes back where it left
    ],
)
def test_who_has_left_comes_back_aboard_only_from_where_it_left(
    left_from: str, left_on: int, turn: int, rule: str | None
) -> None:
    """pb:PB-WIN-1: in the hex where it left, after so many whole turns of its own; off the map nobody goes round."""
    state = position(
        {"truck": "g-truck E2", "rifle": "g-rifle E2", "enemy": "r-rifle M9"},
        step=VEHICLES,
        areas={"edge": frozenset(hexes("E1 G1"))},
        exits=(Exit(GERMAN, "edge", returns=3),),
    )
    state.turn = turn
    gone = {"presence": Presence.EXITED, "hex": None, "exits": ("edge",)}
    state.change(UnitId("truck"), left_from=at("E1"), left_on=2, **gone)
    state.change(UnitId("rifle"), left_from=at(left_from), left_on=left_on, **gone)
    order = Load(carrier=UnitId("truck"), passenger=UnitId("rifle"))
    picks = {c.pick for c in BOOK.offers(state, GERMAN, ()).options}
    assert ("load:truck" in picks) == (rule is None)
    if rule is not None:
        assert refused(state, GERMAN, order) == rule
    else:
        give(state, GERMAN, order)
        assert state.units[UnitId("rifle")].carrier == "truck"
