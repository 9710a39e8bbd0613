"""The shipped scenarios: forces as printed, boards of the promised size and variety, objectives within reach."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from content.panzer.scenarios.scenarios import SCENARIOS, scenario
from core.board import Board
from core.hexes import Hex, distance
from core.panzer.ground.costs import terrain_costs
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.scenario import Scenario, ScenarioUnit, SetUp

SHIPPED = ("the-bridge", "the-pimple", "crossing-the-trigh")
DESERT = ("the-pimple", "crossing-the-trigh")


def force(game: Scenario, side: str) -> list[ScenarioUnit]:
    return [unit for unit in game.units if unit.side == side]


def worth(units: Iterable[ScenarioUnit]) -> int:
    return sum(unit.value for unit in units)


def features(board: Board) -> set[str]:
    """Terrain of the hexes and what lies on them and their hexsides, hill levels as one feature each."""
    found = set()
    for cell in board.cells.values():
        found |= {cell.terrain, *cell.routes, *(kind for side in cell.sides for kind in side)}
        if cell.level:
            found.add(f"level {cell.level}")
    return found


def reached(game: Scenario, traction: Traction, starts: Iterable[Hex]) -> set[Hex]:
    """Hexes that vehicles of this Mode of Traction can drive to from any of the given ones."""
    costs = terrain_costs(game.board, game.tables, traction)
    todo = list(starts)
    found = set(todo)
    while todo:
        hex_ = todo.pop()
        for direction, beyond in enumerate(hex_.neighbours()):
            if beyond not in found and costs.crossing(hex_, direction).refusal is None:
                found.add(beyond)
                todo.append(beyond)
    return found


def standing(game: Scenario, side: str) -> list[tuple[str, list[Hex]]]:
    """Every place from which vehicles of a side begin: their hexes, their entry hexes, their set-up areas."""
    places = [(u.name, [u.hex]) for u in force(game, side) if u.hex is not None]
    places += [(u.name, list(u.entry.hexes)) for u in force(game, side) if u.entry is not None]
    chosen = next(s for s in game.sides if s.id == side).zones
    return places + [(zone, sorted(game.zones[zone].hexes)) for zone in chosen]


def test_all_are_shipped() -> None:
    assert set(SHIPPED) <= set(SCENARIOS.ids())


@pytest.mark.parametrize("name", SHIPPED)
def test_texts_and_names_are_fit_to_print(name: str) -> None:
    game = scenario(name)
    assert 3 <= game.situation.count(".") + game.situation.count("?") <= 7
    assert game.special
    assert game.notes
    for side in game.sides:
        names = [unit.name for unit in force(game, side.id)]
        assert len(set(names)) == len(names)
        assert all(len(text) <= 12 for text in names)


@pytest.mark.parametrize("name", SHIPPED)
def test_vehicles_were_in_service(name: str) -> None:
    game = scenario(name)
    for unit in game.units:
        first, last = unit.card.available
        assert first <= game.date <= last, unit.name


def test_the_bridge_has_the_printed_forces() -> None:
    """Scenario 1 of the miniatures edition: 13 vehicles for 889 points against 13 for 891."""
    game = scenario("the-bridge")
    german, soviet = force(game, "german"), force(game, "soviet")
    assert (len(german), worth(german)) == (13, 889)
    assert (len(soviet), worth(soviet)) == (13, 891)
    assert {(u.card.id.partition("-")[0], u.value) for u in german} == {
        ("g12", 62),
        ("g15", 53),
        ("g17", 78),
        ("g17", 117),
    }
    assert {(u.card.id.partition("-")[0], u.value) for u in soviet} == {
        ("s14", 80),
        ("s14", 120),
        ("s4", 42),
        ("s5", 55),
    }
    assert game.turns == 15
    assert game.set_up is SetUp.ROLL_LOW_FIRST
    assert sorted(o.vp for o in game.objectives) == [50, 50, 250]
    assert [(level.lead, level.name) for level in game.victory.levels] == [(90, "Victory")]
    assert all(o.controller is None for o in game.objectives)


def test_the_bridge_lies_midway_and_the_fords_to_one_side() -> None:
    game = scenario("the-bridge")
    bridge, west, east = (o.hexes[0] for o in game.objectives)
    ends = [min(distance(bridge, h) for h in game.board.cells if h.row == row) for row in (1, game.board.rows)]
    assert ends[0] == ends[1]
    for ford in (west, east):
        north, south = (
            min(distance(ford, h) for h in game.board.cells if h.row == row) for row in (1, game.board.rows)
        )
        assert north < south
    stream = {h for h, c in game.board.cells.items() if "water" in (c.terrain, c.under)} | {west, east}
    assert sum(2 * h.row < game.board.rows for h in stream) > len(stream) // 2


def test_the_stream_is_crossed_only_at_the_bridge_and_the_fords() -> None:
    """Without the three crossings no vehicle comes from one bank to the other."""
    game = scenario("the-bridge")
    crossings = {h for o in game.objectives for h in o.hexes}
    assert {game.board[h].terrain for h in crossings} == {"bridge", "ford"}
    costs = terrain_costs(game.board, game.tables, Traction.TRACKED)
    todo, bank = [Hex(1, 1)], {Hex(1, 1)}
    while todo:
        hex_ = todo.pop()
        for direction, beyond in enumerate(hex_.neighbours()):
            if beyond in bank or beyond in crossings or costs.crossing(hex_, direction).refusal is not None:
                continue
            bank.add(beyond)
            todo.append(beyond)
    assert game.zones["north"].hexes <= bank
    assert not game.zones["south"].hexes & bank


@pytest.mark.parametrize(
    ("name", "columns", "rows"), [("the-bridge", 36, 30), ("the-pimple", 30, 20), ("crossing-the-trigh", 40, 26)]
)
def test_boards_are_large_enough(name: str, columns: int, rows: int) -> None:
    board = scenario(name).board
    assert board.columns >= columns
    assert board.rows >= rows
    assert len(board.cells) == board.columns * board.rows


@pytest.mark.parametrize("name", DESERT)
def test_desert_boards_show_the_desert(name: str) -> None:
    board = scenario(name).board
    terrains = {"clear", "brush", "scrub", "rough", "sand", "soft-sand", "light-grove", "medium-grove", "gully"}
    lines = {"slope", "crest", "cliff", "wall", "road", "path", "track"}
    assert terrains | lines | {"stone-building", "bridge", "level 1", "level 2", "level 3"} <= features(board)
    assert max(cell.stories for cell in board.cells.values()) == 2


@pytest.mark.parametrize("name", [*SHIPPED, "higher-ground", "mersa-el-brega", "halfaya-pass"])
def test_ground_is_coherent(name: str) -> None:
    """Neighbours differ by 2 levels at most; Crests stand on level ground, Cliffs where it drops, off the roads."""
    board = scenario(name).board
    for hex_, cell in board.cells.items():
        for direction, beyond in enumerate(hex_.neighbours()):
            if beyond not in board:
                continue
            step = abs(board[beyond].level - cell.level)
            sides = board.side(hex_, direction)
            assert step <= 2, hex_
            assert "crest" not in sides or step == 0, hex_
            assert "cliff" not in sides or step > 0, hex_
            crossed = any(board.joined(kind, hex_, direction) for kind in cell.routes)
            assert not (crossed and (sides & {"cliff", "wall"} or step == 2)), hex_


@pytest.mark.parametrize("name", SHIPPED)
def test_every_objective_and_exit_can_be_reached(name: str) -> None:
    """From every place where vehicles of either side begin, over the ground that they may enter."""
    game = scenario(name)
    tractions = {unit.card.traction for unit in game.units}
    for side in game.sides:
        for traction in tractions:
            for place, hexes in standing(game, side.id):
                for start in hexes if len(hexes) <= 4 else hexes[:1]:
                    ground = reached(game, traction, [start])
                    for objective in game.objectives:
                        assert set(objective.hexes) <= ground, (side.id, place, objective.id)
                    for way in game.exits:
                        assert way.side != side.id or set(way.hexes) <= ground, (side.id, place, way.id)


@pytest.mark.parametrize("name", SHIPPED)
def test_zones_are_apart_and_large_enough(name: str) -> None:
    game = scenario(name)
    areas = [zone.hexes for zone in game.zones.values()]
    assert sum(map(len, areas)) == len(frozenset().union(*areas))
    for side in game.sides:
        placed = [u for u in force(game, side.id) if u.hex is None and u.entry is None]
        assert not placed or side.zones
        for zone in side.zones:
            board = game.board
            dry = [h for h in game.zones[zone].hexes if board[h].terrain not in {"water", "heavy-woods"}]
            assert len(dry) >= 5 * len(placed)
    for a in areas:
        for b in areas:
            assert a is b or min(distance(p, q) for p in a for q in b) >= 15


@pytest.mark.parametrize("name", DESERT)
def test_forces_are_even_and_their_points_add_up(name: str) -> None:
    """Values are the points of the cards, half as much again and rounded down for a command tank (min:22.2.1)."""
    game = scenario(name)
    first, second = (worth(force(game, side.id)) for side in game.sides)
    assert abs(first - second) <= 10
    for unit in game.units:
        points = unit.card.points
        assert points is not None
        assert unit.value == (points * 3 // 2 if unit.role == "command" else points)


def test_the_desert_brings_reinforcements_an_exit_and_longer_objectives() -> None:
    pimple, trigh = (scenario(name) for name in DESERT)
    assert pimple.set_up is SetUp.FIXED
    assert pimple.exits
    for game in (pimple, trigh):
        assert any(unit.entry is not None and unit.entry.turn > 1 for unit in game.units)
        assert {objective.turns for objective in game.objectives} == {1, 2}
        assert [level.lead for level in game.victory.levels] == sorted(
            (level.lead for level in game.victory.levels), reverse=True
        )
