"""Set-up areas and objectives of battles of one's own (min:23.1.3, min:23.2.4)."""

from __future__ import annotations

import pytest

from content.panzer.boards.boards import board
from content.panzer.tables.battle_tables import battle_tables
from core.board import Board, Cell, Place
from core.hexes import Hex, distance
from core.lots import Lots
from core.panzer.forces.engagements import Engagement
from core.panzer.forces.ground_plan import (
    Edge,
    Sought,
    Strip,
    depth_of,
    edge_hexes,
    goals,
    off,
    room,
    room_refusal,
    strips,
)

TABLES = battle_tables()
BOARD = board("turning-tide")


@pytest.mark.parametrize(
    ("edge", "lines"),
    [
        (Edge.NORTH, ("1-6", "")),
        (Edge.SOUTH, ("26-31", "")),
        (Edge.WEST, ("", "A-F")),
        (Edge.EAST, ("", "KK-PP")),
    ],
)
def test_a_strip_along_each_edge(edge: Edge, lines: tuple[str, str]) -> None:
    """min:23.3.a: 12 inches are 6 hexes of 100 m."""
    strip = Strip(edge, 1, 6)
    assert strip.lines(BOARD) == lines
    hexes = strip.hexes(BOARD)
    assert len(hexes) == 6 * (BOARD.columns if edge.by_rows else BOARD.rows)
    assert {off(BOARD, edge, h) for h in hexes} == set(range(1, 7))
    assert not set(hexes) & set(Strip(edge.opposite, 1, depth_of(BOARD, edge) - 6).hexes(BOARD))


@pytest.mark.parametrize("engagement", list(Engagement))
@pytest.mark.parametrize("edge", list(Edge))
def test_who_sets_up_where(engagement: Engagement, edge: Edge) -> None:
    """min:23.1.3: the defender never within 12 inches of the attacker's edge."""
    attacker, defender = strips(TABLES, engagement, BOARD, edge, 2)
    assert (attacker.edge, attacker.last, defender.edge) == (edge, 6, edge.opposite)
    nearest = min(off(BOARD, edge, h) for h in defender.hexes(BOARD))
    assert nearest > 6
    assert (defender.last == 6) == (engagement is Engagement.MEETING)
    assert not set(attacker.hexes(BOARD)) & set(defender.hexes(BOARD))


def test_room_to_set_up() -> None:
    """min:23.1.3: water and Heavy Woods have none."""
    strip = Strip(Edge.NORTH, 1, 6)
    barred = [h for h in strip.hexes(BOARD) if BOARD[h].terrain in ("stream", "heavy-woods", "water", "ford", "bridge")]
    assert barred
    there = room(BOARD, strip)
    assert there == len(strip.hexes(BOARD)) - len(barred)
    assert room_refusal(BOARD, strip, there, "the German force") == ""
    refusal = room_refusal(BOARD, strip, there + 1, "the German force")
    assert f"the German force sets up {there + 1} units where there is room for {there}" in refusal


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_objectives_share_their_points(number: int) -> None:
    """min:23.2.4: in steps of five, spread over the map."""
    found = goals(BOARD, Sought(Engagement.DEFENSIVE, Edge.NORTH, number, 600, 480), Lots("1"))
    assert len(found) == number
    assert sum(goal.points for goal in found) == 600
    assert all(goal.points % 5 == 0 and goal.points > 0 for goal in found)
    assert sum(goal.points for goal in found if goal.held) >= 480
    assert not any(
        goal.held for goal in goals(BOARD, Sought(Engagement.MEETING, Edge.NORTH, number, 600, 0), Lots("1"))
    )


def test_objectives_of_a_meeting_lie_between_both() -> None:
    """min:23.2.2.1"""
    for seed in map(str, range(5)):
        for goal in goals(BOARD, Sought(Engagement.MEETING, Edge.WEST, 2, 300, 0), Lots(seed)):
            depth = sum(off(BOARD, Edge.WEST, h) for h in goal.place.hexes) / len(goal.place.hexes)
            assert BOARD.columns / 3 <= depth <= BOARD.columns * 2 / 3


def test_no_objectives_in_a_delaying_action() -> None:
    """min:23.2.4.2: it scores exits."""
    assert goals(BOARD, Sought(Engagement.DELAYING, Edge.NORTH, 3, 0, 0), Lots("1")) == ()
    assert len(list(edge_hexes(BOARD, Edge.SOUTH))) > 20


def test_a_map_without_places_has_its_middle() -> None:
    cells = {Hex(c, r): Cell("clear") for c in range(1, 21) for r in range(1, 21)}
    bare = Board("bare", "Bare", 20, 20, cells)
    (goal,) = goals(bare, Sought(Engagement.MEETING, Edge.NORTH, 3, 100, 0), Lots("1"))
    assert goal.place.hexes == (Hex(11, 11),)
    large = Place("village-1", "All of it", tuple(cells))
    (goal,) = goals(
        Board("bare", "Bare", 20, 20, cells, (large,)), Sought(Engagement.MEETING, Edge.NORTH, 1, 100, 0), Lots("1")
    )
    assert goal.place.id == "middle"


def test_objectives_lie_as_far_apart_on_smaller_hexes() -> None:
    """min:INTRO.c, min:23.2.4: 8 inches are 4 hexes of 100 m, or 8 of 50 m."""
    for inches in (1, 2):
        sought = Sought(Engagement.DEFENSIVE, Edge.NORTH, 6, 600, 480, inches)
        places = [goal.place.hexes for goal in goals(board("turning-tide-50m"), sought, Lots("1"))]
        apart = min(distance(a, b) for n, one in enumerate(places) for other in places[:n] for a in one for b in other)
        assert apart >= 8 // inches


def test_strips_on_smaller_hexes() -> None:
    """min:23.3.a: within 12 inches of the edge, 6 hexes of 100 m or 12 of 50 m."""
    depths = [strips(TABLES, Engagement.MEETING, BOARD, Edge.NORTH, inches)[0].last for inches in (1, 2)]
    assert depths == [12, 6]
