"""Terrain of the miniatures edition as it is met: lines of sight, Cover, who may enter (min:5.5)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.tables.tables import terrain_lines
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.firing.hindrances import ap_hindrances
from core.panzer.firing.hull_down import masking
from core.panzer.ground.cover import combat_cover_of, spotting_cover_of
from core.panzer.ground.heights import obstacle_height, unit_height
from core.panzer.movement.move import check_move
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import HullDown, Wreck
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees
from core.panzer.sight.spotting import sees_hex, sees_point
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.in_miniature import CAR, HALF_TRACK, ME, SQUAD, TANK, ground


def clear(state: PanzerState, a: str, b: str) -> bool:
    """Whether the line is clear, by both ways of asking and from both ends."""
    p, q = hex_from_id(a), hex_from_id(b)
    board, tables = state.board, state.tables
    answers = {line_of_sight(board, tables, *ends).clear for ends in ((p, q), (q, p))}
    answers |= {sees(board, tables, *ends) for ends in ((p, q), (q, p))}
    (answer,) = answers
    return answer


# -- lines of sight (min:5.5) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "unit", "top"),
    [
        (".", 0, 0),
        ("h", 0, 1),  # min:5.5.1.23
        ("k", 0, 1),  # min:5.5.1.3
        ("t", 0, 1),  # min:5.5.1.19
        ("k2", 2, 3),  # min:5.5.1
        ("w", 0, 3),
        ("l", 0, 3),  # min:5.5.1.24
        ("g", 0, 3),
        ("W", 0, 4),  # min:5.5.1.10
        ("f", 0, 0),  # min:5.5.1.8
        ("i", -1, -1),  # min:5.5.1.20
        ("r2", 2, 2),  # min:5.5.1.11
        ("u", -1, -1),  # a Depression
        ("H", 0, 0),  # min:5.5.1.1
    ],
)
def test_heights_of_units_and_of_what_stands_there(cell: str, unit: int, top: int) -> None:
    """min:5.5.1, min:5.5.1.1, min:5.5.1.3, min:5.5.1.8, min:5.5.1.10, min:5.5.1.11, min:5.5.1.19, min:5.5.1.20,
    min:5.5.1.23, min:5.5.1.24: inherent Heights, added to that of the ground; units stand at that of the ground."""
    state = ground(".", cell, ".")
    there = hex_from_id("A2")
    assert unit_height(state.board, state.tables, there) == unit
    assert obstacle_height(state.board, state.tables, there) == top


def test_stories_add_up_on_their_hill() -> None:
    """min:5.5.1.3: two stories on Hill level 1 reach Height 3."""
    state = ground(".", "t1", ".", board={"stories": [{"hexes": "A2", "stories": 2}]})
    assert obstacle_height(state.board, state.tables, hex_from_id("A2")) == 3


@pytest.mark.parametrize("cell", ["h", "k", "t", "w", "l", "g", "W", "r1"])
def test_what_may_block_blocks(cell: str) -> None:
    """min:5.5, min:5.5.2: higher than both units, from the ground of both."""
    assert not clear(ground(".", ".", cell, ".", "."), "A1", "A5")


@pytest.mark.parametrize("cell", ["s", "r", "f", "i", "H", "K", "T"])
def test_what_is_low_blocks_nothing(cell: str) -> None:
    """min:5.5.1.1, min:5.5.1.8, min:5.5.1.20: Rubble, Fords, Streams."""
    assert clear(ground(".", ".", cell, ".", "."), "A1", "A5")


@pytest.mark.parametrize("kind", ["block", "ditch"])
def test_obstacles_on_the_ground_block_nothing(kind: str) -> None:
    """min:5.5.1.1, min:5.5.1.6: a Ditch is 1 lower than its ground."""
    state = ground(".", ".", ".", ".", ".", counter=[{"kind": kind, "hexes": "A3"}])
    assert clear(state, "A1", "A5")
    assert unit_height(state.board, state.tables, hex_from_id("A3")) == (-1 if kind == "ditch" else 0)


def test_units_and_wrecks_block_nothing() -> None:
    """min:5.5.1, min:5.5.1.22: Ground units never do; a wreck has Height 0."""
    state = ground(".", ".", ".", ".", ".", hex_="A3")
    state.counters = replaced(state.counters, wrecks={hex_from_id("A2"): Wreck.KO})
    assert clear(state, "A1", "A5")


def test_one_inch_into_woods_and_out_of_them() -> None:
    """min:5.4.2.4, min:5.5: the outer hex is seen, and sees; the one behind it is not, but by who is adjacent."""
    state = ground(".", ".", "w", "w", "w", ".")
    assert clear(state, "A1", "A3")
    assert not clear(state, "A1", "A4")
    assert clear(state, "A3", "A4")
    assert not clear(state, "A3", "A5")


def test_a_line_that_only_touches_an_obstacle_is_blocked() -> None:
    """min:5.5: A1 to B3 runs along the hexside between A2 and B2."""
    for row in (". . .", "w . .", ". w ."):
        state = ground(". . .", row, ". . .", ". . .")
        assert clear(state, "A1", "B3") == ("w" not in row)


def test_a_road_through_woods_lets_no_line_pass() -> None:
    """min:5.5.1.14: only the hex edition looks along routes."""
    route = {"route": [{"kind": "road", "hexes": "A1 A2 A3 A4 A5"}]}
    assert not clear(ground(".", ".", "w", ".", ".", board=route), "A1", "A5")


def test_slopes_and_crests() -> None:
    """min:5.5.1.17: a slope is as high as the level it leads up to; a Crest on flat ground 1, and hides either side."""
    assert not clear(ground(".", ".", ".1", ".", "."), "A1", "A5")
    crest = {"hexside": [{"kind": "crest", "sides": "A2/S"}]}
    assert not clear(ground(".", ".", ".", ".", ".", board=crest), "A1", "A5")
    assert clear(ground(".1", ".", ".", ".", ".1", board=crest), "A1", "A5")  # no higher than either


def test_an_obstacle_of_several_hexes_blocks_in_the_zone_that_does() -> None:
    """min:5.5.2.4.3: between Heights 0 and 3, Height 1 blocks closer to the lower unit alone; houses in all zones do as
    soon as the last of them stands there."""
    for houses, seen in ((7, True), (8, False)):
        column = [".3", ".", *["h"] * houses]
        column += ["."] * (16 - len(column))
        assert clear(ground(*column), "A16", "A1") == seen


@pytest.mark.parametrize("cell", ["k", "w"])
def test_an_observer_looks_at_the_top_of_his_target_point(cell: str) -> None:
    """min:5.5.2: by indirect fire the roof of a building behind a rise is enough, its ground is not needed."""
    state = ground(".", ".", "r1", ".", cell, card=SQUAD, hex_="A1", board={"stories": _stories(cell)})
    observer, at = state.units[ME], hex_from_id("A5")
    assert not sees_hex(state, observer, at)
    assert sees_point(state, observer, at)
    assert not sees_point(state, observer, hex_from_id("A4"))


def _stories(cell: str) -> list[dict[str, Any]]:
    return [{"hexes": "A5", "stories": 3}] if cell == "k" else []


# -- what hangs over the ground ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "amount"), [(CloudKind.SMOKE, -3), (CloudKind.BARRAGE, None), (CloudKind.FIRE, None), ("BU", -3)]
)
def test_clouds_modify_fire_and_block_nothing(kind: CloudKind | str, amount: int | None) -> None:
    """min:5.5.1.2, min:5.5.1.7, min:5.5.1.18: every line through them counts them."""
    state, at = ground(".", ".", ".", ".", "."), hex_from_id("A3")
    if isinstance(kind, CloudKind):
        cloud = Cloud(kind, frozenset({at}), fresh=True, open=True)
        state.counters = replaced(state.counters, clouds=(cloud,))
        worth = "on-fire" if kind is CloudKind.FIRE else f"{kind.value}-open"
    else:
        state.counters = replaced(state.counters, wrecks={at: Wreck.BU})
        worth = "brew-up-smoke"
    assert clear(state, "A1", "A5")
    met = [r.amount for r in ap_hindrances(state, hex_from_id("A1"), hex_from_id("A5")).reasons]
    assert met == [state.tables.ap_hit_modifiers[worth]]
    assert amount in (None, *met)
    assert met[0] < 0


# -- Cover -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "spotting", "combat"),
    [
        ("h", Cover.HEAVY, Cover.LIGHT),
        ("k", Cover.HEAVY, Cover.MEDIUM),
        ("t", Cover.HEAVY, Cover.HEAVY),
        ("w", Cover.MEDIUM, Cover.MEDIUM),
        ("l", Cover.MEDIUM, Cover.MEDIUM),
        ("G", Cover.MEDIUM, Cover.MEDIUM),
        ("g", Cover.MEDIUM, Cover.MEDIUM),
        ("W", Cover.HEAVY, Cover.HEAVY),
        ("H", Cover.LIGHT, Cover.LIGHT),
        ("K", Cover.LIGHT, Cover.LIGHT),
        ("T", Cover.LIGHT, Cover.LIGHT),
        ("i", Cover.NONE, Cover.NONE),
    ],
)
def test_cover_of_who_is_in_it(cell: str, spotting: Cover, combat: Cover) -> None:
    """min:5.5.1.1, min:5.5.1.3, min:5.5.1.10, min:5.5.1.19, min:5.5.1.23, min:5.5.1.24: Rubble of any building gives
    Light Cover, all Woods and Groves but Heavy Woods Medium Cover."""
    state = ground(cell, ".", card=SQUAD)
    unit = state.units[ME]
    assert (spotting_cover_of(state, unit), combat_cover_of(state, unit)) == (spotting, combat)


@pytest.mark.parametrize("terrain", ["light-woods", "light-grove", "medium-grove"])
def test_woods_and_groves_of_a_board_are_woods_in_all_their_numbers(terrain: str) -> None:
    """min:5.5.1.24: the edition has one kind beside Heavy Woods; Cover overhead, costs and chances are its own too."""
    lines = terrain_lines("miniatures")
    named = ("id", "terrain", "note")
    assert {k: v for k, v in lines[terrain].items() if k not in named} == {
        k: v for k, v in lines["woods"].items() if k not in named
    }
    assert lines[terrain]["overhead"] == "Medium"


def test_a_ditch_gives_no_cover_and_a_position_heavy() -> None:
    """min:5.5.1.6, min:5.5.1.12."""
    ditch = ground(".", ".", card=SQUAD, counter=[{"kind": "ditch", "hexes": "A1"}])
    assert combat_cover_of(ditch, ditch.units[ME]) is Cover.NONE
    for card in (SQUAD, TANK):
        dug_in = ground(".", ".", card=card, counter=[{"kind": "improved-position", "hexes": "A1", "units": [ME]}])
        unit = dug_in.units[ME]
        assert spotting_cover_of(dug_in, unit) is combat_cover_of(dug_in, unit) is Cover.HEAVY


@pytest.mark.parametrize(("cell", "hidden"), [("h", False), ("k", True), ("t", True)])
def test_hull_down_inside_brick_and_stone(cell: str, hidden: bool) -> None:
    """min:5.5.1.3, min:5.5.1.19, min:5.5.1.23: from all angles; not inside a Wood Building."""
    state = ground(cell, ".", ".", ".")
    state.put(replaced(state.units[ME], inside=True))
    for angle in HitAngle:
        masked = masking(state, state.units[ME], state.unit("s1"), angle)
        assert (masked.kind is HullDown.FULL) == hidden


def test_hull_down_in_an_improved_position_from_all_angles() -> None:
    """min:5.5.1.12: from behind too, where the hex edition leaves it open."""
    position = {"kind": "improved-position", "hexes": "A1", "units": [ME], "open": "S"}
    state = ground(".", ".", ".", counter=[position], unit={"facing": "N"})
    assert all(masking(state, state.units[ME], state.unit("s1"), angle).kind is HullDown.FULL for angle in HitAngle)


# -- who may enter -------------------------------------------------------------------------------------


def enters(state: PanzerState, step: str = "F") -> bool:
    """Whether the unit goes into the hex ahead."""
    try:
        check_move(state, ME, Rate.CROSS_COUNTRY, (step,), end=True)
    except IllegalOrder:
        return False
    return True


@pytest.mark.parametrize(
    ("cell", "tracked", "half_track", "wheeled", "on_foot"),
    [
        (".", True, True, True, True),
        ("H", True, True, False, True),
        ("W", False, False, False, True),
        ("~", False, False, False, False),
    ],
)
def test_prohibited_terrain(cell: str, tracked: bool, half_track: bool, wheeled: bool, on_foot: bool) -> None:
    """min:9.3.2, min:5.5.1.1, min:5.5.1.10, min:5.5.1.20: T and H go through Rubble; Heavy Woods are closed to
    vehicles; a Stream that is impassable is drawn as Water."""
    cards = {TANK: tracked, HALF_TRACK: half_track, CAR: wheeled, SQUAD: on_foot}
    found = {card: enters(ground(".", cell, ".", card=card), "G:3" if card == SQUAD else "F") for card in cards}
    assert found == cards
    gun = ground(".", cell, ".", card="na-2pdr-atg")
    assert enters(gun, "G:3") == (cell in (".", "W"))  # which its crew pushes


@pytest.mark.parametrize("kind", ["block", "ditch"])
def test_obstacles_stop_all_vehicles(kind: str) -> None:
    """min:9.3.2, min:5.5.1.1, min:5.5.1.6."""
    counter = [{"kind": kind, "hexes": "A2"}]
    assert not any(enters(ground(".", ".", ".", card=card, counter=counter)) for card in (TANK, HALF_TRACK, CAR))
    assert enters(ground(".", ".", ".", card=SQUAD, counter=counter), "G:3")


@pytest.mark.parametrize("kind", ["path", "road"])
def test_a_route_leads_through_heavy_woods(kind: str) -> None:
    """min:5.5.1.10, min:9.5.7: along it, and not off it."""
    route = {"route": [{"kind": kind, "hexes": "B1 B2 B3"}]}
    state = ground("W W W", "W W W", "W W W", ". . .", hex_="B1", board=route)
    assert enters(state)
    check_move(state, ME, Rate.ROUTE, ("F", "F"), end=True)
    assert not enters(ground("W W W", "W W W", "W W W", ". . .", hex_="B1", board=route, unit={"facing": "SE"}))


def test_an_edge_without_slope_is_a_cliff() -> None:
    """min:5.5.1.11, min:5.5.1.17: impassable to all; elsewhere a Slope leads up."""
    cliff = {"hexside": [{"kind": "cliff", "sides": "A1/S"}]}
    for card, step in ((TANK, "F"), (SQUAD, "G:3")):
        assert enters(ground(".", ".1", ".", card=card), step)
        assert not enters(ground(".", ".1", ".", card=card, board=cliff), step)


def test_a_bridge_spans_a_stream() -> None:
    """min:5.5.1.4: it has the Height of its banks, blocks nothing, and leads a wheeled vehicle over the water."""
    drawn = {"route": [{"kind": "road", "hexes": "A1 A2 A3"}], "bridge": [{"hex": "A2"}]}
    state = ground(".", "i", ".", ".", card=CAR, board=drawn)
    assert unit_height(state.board, state.tables, hex_from_id("A2")) == 0
    assert clear(state, "A1", "A3")
    assert enters(state)
    assert not enters(ground(".", "i", ".", ".", card=CAR))
