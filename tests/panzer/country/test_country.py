"""Boards made by recipe: the same from a seed, and country that can be believed (min:23.1.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from content.panzer.recipes.recipes import theatre, theatre_ids
from content.panzer.tables.tables import basic_tables
from core.board import Board
from core.hexes import Hex, distance
from core.panzer.country.country import country
from core.panzer.ground.costs import terrain_costs
from core.panzer.ground.going import BY_TRACTION
from core.panzer.pieces.cards import Traction

WET = {"stream", "ford", "bridge"}
SEEDS = tuple(map(str, range(6)))
EVERY = pytest.mark.parametrize("id_", theatre_ids())


@cache
def made(id_: str, seed: str, columns: int = 36, rows: int = 24) -> Board:
    return country(theatre(id_).recipe, columns, rows, seed)


def boards(id_: str) -> Iterator[Board]:
    yield from (made(id_, seed) for seed in SEEDS)


def joined(board: Board, hexes: set[Hex]) -> list[set[Hex]]:
    """Hexes that lie together."""
    rest, groups = set(hexes), []
    while rest:
        group, todo = set[Hex](), [min(rest)]
        while todo:
            hex_ = todo.pop()
            if hex_ in rest:
                rest.discard(hex_)
                group.add(hex_)
                todo += hex_.neighbours()
        groups.append(group)
    return groups


@EVERY
def test_one_seed_makes_one_board(id_: str) -> None:
    again = country(theatre(id_).recipe, 36, 24, "3")
    assert again.cells == made(id_, "3").cells
    assert again.places == made(id_, "3").places
    assert len({str(sorted((h, c.terrain, c.level) for h, c in board.cells.items())) for board in boards(id_)}) == 6


@EVERY
def test_hills_have_slopes(id_: str) -> None:
    """No hexside rises by more than a level, and every one that rises is a Slope (na:4.5.1.1.2b)."""
    for board in boards(id_):
        assert max(cell.level for cell in board.cells.values()) >= 1
        for hex_, cell in board.cells.items():
            for direction, other in enumerate(hex_.neighbours()):
                if other in board:
                    rise = abs(cell.level - board[other].level)
                    assert rise <= 1
                    assert ("slope" in cell.sides[direction]) == (rise == 1)


@EVERY
def test_roads_lead_somewhere(id_: str) -> None:
    """One from north to south, and no route that ends in nothing: all are one net with the edges."""
    for board in boards(id_):
        net = {h for h, c in board.cells.items() if c.routes}
        assert len(joined(board, net)) == 1
        leaving = {
            h.row
            for h in net
            for kind in board[h].routes
            for d, other in enumerate(h.neighbours())
            if other not in board and board[h].route_crosses(kind, d)
        }
        assert {1, board.rows} <= leaving
        places = {h for place in board.places if place.id.startswith("village") for h in place.hexes}
        for hex_ in net:
            ways = sum(any(board[hex_].route_crosses(kind, d) for kind in board[hex_].routes) for d in range(6))
            assert ways > 1 or min(distance(hex_, h) for h in places) <= 3, f"{hex_} is the end of a route"


@EVERY
def test_villages_lie_on_routes(id_: str) -> None:
    for board in boards(id_):
        for place in (p for p in board.places if p.id.startswith("village")):
            assert any(
                board[h].routes or any(board[n].routes for n in h.neighbours() if n in board) for h in place.hexes
            )
            assert all(board[h].terrain.endswith("-building") and board[h].stories for h in place.hexes)


@EVERY
def test_water_runs_through_from_edge_to_edge(id_: str) -> None:
    """In hexes that lie together, low, with a bridge or a ford wherever a route crosses it."""
    for board in boards(id_):
        wet = {h for h, c in board.cells.items() if c.terrain in WET or c.under}
        for course in joined(board, wet):
            if len(course) > 6:
                assert sum(board.is_edge(h) for h in course) >= 2
            for hex_ in course:
                assert board[hex_].level == 0
                assert not (board[hex_].routes and board[hex_].terrain == "stream")


@EVERY
def test_tracked_vehicles_come_from_edge_to_edge(id_: str) -> None:
    for board in boards(id_):
        costs = terrain_costs(board, basic_tables(), BY_TRACTION[Traction.TRACKED])
        start = next(h for h in sorted(board.cells) if h.row == 1 and board[h].routes)
        found, todo = {start}, [start]
        while todo:
            hex_ = todo.pop()
            for direction, beyond in enumerate(hex_.neighbours()):
                if beyond in board and beyond not in found and costs.crossing(hex_, direction).refusal is None:
                    found.add(beyond)
                    todo.append(beyond)
        assert any(h.row == board.rows for h in found)
        assert len(found) > len(board.cells) * 0.6


@EVERY
@pytest.mark.parametrize(("columns", "rows"), [(12, 12), (60, 20), (20, 50)])
def test_boards_of_every_size(id_: str, columns: int, rows: int) -> None:
    board = made(id_, "1", columns, rows)
    assert len(board.cells) == columns * rows
    assert any(place.id.startswith(("village", "hill", "crossroads")) for place in board.places)
    assert len({place.id for place in board.places}) == len(board.places)


@pytest.mark.parametrize(("columns", "rows"), [(11, 20), (20, 11), (105, 20), (20, 101)])
def test_sizes_that_cannot_be_made(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"{columns} x {rows} hexes: 12 x 12 to 104 x 100"):
        country(theatre("steppe").recipe, columns, rows, "1")


def test_country_as_its_recipe_has_it() -> None:
    """Hedgerows in Normandy alone, woods in the north, no wood houses and no water in the desert."""
    kinds = {
        id_: {c.terrain for board in boards(id_) for c in board.cells.values()}
        | {kind for board in boards(id_) for c in board.cells.values() for side in c.sides for kind in side}
        for id_ in theatre_ids()
    }
    assert [id_ for id_ in theatre_ids() if "hedgerow" in kinds[id_]] == ["bocage"]
    assert "heavy-woods" in kinds["forest"]
    assert not {"stream", "wood-building", "light-woods"} & kinds["desert"]
    assert {"gully", "sand", "crest"} <= kinds["desert"]


# -- hexes of 50 m ---------------------------------------------------------------------------------


@cache
def fine(id_: str, seed: str) -> Board:
    """The ground of the usual board on hexes of 50 m."""
    return country(theatre(id_).recipe, 72, 48, seed, metres=50)


def share(board: Board, *terrain: str) -> float:
    """Percent of a board."""
    return sum(cell.terrain in terrain for cell in board.cells.values()) * 100 / len(board.cells)


@EVERY
def test_the_same_country_on_hexes_of_50_m(id_: str) -> None:
    """min:INTRO.c, min:23.1.6: as many villages and hills, as much of the board under trees; a Slope lies everywhere
    where the ground rises, and all routes are one net."""
    for seed in SEEDS[:3]:
        board, coarse = fine(id_, seed), made(id_, seed)
        for kind in ("village", "hill"):
            there, wanted = (sum(p.id.startswith(kind) for p in b.places) for b in (board, coarse))
            assert abs(there - wanted) <= 3, f"{there} places like {kind}, {wanted} on hexes of 100 m"
        net = {h for h, c in board.cells.items() if c.routes}
        assert len(joined(board, net)) == 1
        for hex_, cell in board.cells.items():
            for direction, other in enumerate(hex_.neighbours()):
                if other in board:
                    assert ("slope" in cell.sides[direction]) == (cell.level != board[other].level)
        for place in (p for p in board.places if p.id.startswith("village")):
            assert all(board[h].terrain.endswith("-building") for h in place.hexes)
    woods = ("light-woods", "woods", "heavy-woods", "light-grove", "grove", "sand", "soft-sand")
    mean = [sum(share(b, *woods) for b in found) / 3 for found in ([fine(id_, s) for s in SEEDS[:3]], boards3(id_))]
    assert abs(mean[0] - mean[1]) <= max(8, mean[1] / 2)


def boards3(id_: str) -> list[Board]:
    return [made(id_, seed) for seed in SEEDS[:3]]


def test_sizes_of_boards_of_50_m() -> None:
    """A kilometre and a bit at least, as on hexes of 100 m."""
    with pytest.raises(ValueError, match="20 x 48 hexes: 24 x 24 to 104 x 100"):
        country(theatre("steppe").recipe, 20, 48, "1", metres=50)
    with pytest.raises(ValueError, match="hexes of 60 m"):
        country(theatre("steppe").recipe, 60, 60, "1", metres=60)
