"""min:23.3.5: how units begin that are set up, by themselves or as is picked, and how many positions there are."""

from __future__ import annotations

from typing import Any

import pytest

from content.catalogue import open_system
from content.panzer.battles.builder import build
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.course.orders import PlaceRest, PlaceUnit
from core.panzer.course.sheltering import beginnings
from core.panzer.pieces.course import Shelter, Start
from core.panzer.pieces.unit import HullDown
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.play.game import Game
from core.step_end import FinishStep
from tests.panzer.battles.test_battles import scenario_of

SOVIET = SideId("soviet")
IMPROVED, DOWN, DUG = Shelter(Start.IMPROVED), Shelter(Start.HULL_DOWN), Shelter(Start.ENTRENCHED)


def setting_up(scenario: str = "ponyri") -> Game[PanzerState]:
    game: Game[Any] = Game(open_system(scenario, ("without-mines",)), SeededDice("positions"))
    game.begin()
    while game.state.step != "set-up":
        game.submit(SOVIET, FinishStep())
    return game


def fields(state: PanzerState) -> list[Hex]:
    area = state.scenario.zones["south"].hexes
    return [h for h, cell in sorted(state.board.cells.items()) if h in area and cell.terrain == "clear"]


def place(game: Game[PanzerState], unit: str, at: int, shelter: Shelter | None = None) -> None:
    hex_ = fields(game.state)[at]
    game.submit(SOVIET, PlaceUnit(unit=UnitId(unit), hex=hex_, facing=0, shelter=shelter))


def test_by_themselves_those_begin_in_positions_that_the_scenario_names() -> None:
    game = setting_up()
    game.submit(SOVIET, PlaceRest())
    begin = beginnings(game.state, SOVIET)
    held = {u for u, shelter in begin.items() if shelter == IMPROVED}
    assert held == {UnitId(f"s{n}") for n in (9, 10, *range(25, 31))}
    assert begin[UnitId("s2")] == DOWN
    assert begin[UnitId("s15")] == DUG


def test_what_is_picked_comes_first_and_there_are_eight() -> None:
    game = setting_up()
    for at, unit in enumerate(("s2", "s3", "s15")):
        place(game, unit, at, IMPROVED)
    game.submit(SOVIET, PlaceRest())
    begin = beginnings(game.state, SOVIET)
    held = [u for u, shelter in begin.items() if shelter == IMPROVED]
    assert sorted(held) == sorted(["s2", "s3", "s15", "s9", "s10", "s25", "s26", "s27"])
    assert {begin[UnitId(u)] for u in ("s28", "s29", "s30")} == {DUG}
    for at, unit in enumerate(("s16", "s17", "s18", "s19", "s20"), 3):
        place(game, unit, at, IMPROVED)
    with pytest.raises(IllegalOrder, match="all 8 are given"):
        place(game, "s21", 9, IMPROVED)
    spot = fields(game.state)[9].id
    refused = next(c for c in game.choices(SOVIET, ("place:s21",)).options if c.pick == f"{spot}/improved-position")
    assert refused.refusal is not None
    place(game, "s2", 0)
    place(game, "s21", 9, IMPROVED)


def test_a_position_looks_to_the_front_or_to_the_rear() -> None:
    """na:6.6.9, na:6.1.4.3.7b"""
    game = setting_up()
    for at, (unit, shelter) in enumerate(
        (("s2", Shelter(Start.HULL_DOWN, rear=True)), ("s5", Shelter(Start.IMPROVED, rear=True)), ("s9", None))
    ):
        place(game, unit, at, shelter)
    game.submit(SOVIET, PlaceRest())
    game.submit(SOVIET, FinishStep())
    assert (game.state.units[UnitId("s2")].hull_down, game.state.units[UnitId("s2")].backed_in) == (HullDown.FULL, True)
    opened = {w.holders: w.open for w in game.state.counters.works if w.kind is WorkKind.IMPROVED}
    assert (opened["s5",], opened["s9",]) == (0, 3)  # type: ignore[index]


def test_where_a_position_protects_all_round_it_has_no_rear() -> None:
    """min:8.4.5.5: in the miniatures edition an Improved Position; a found one has it there too (min:17.2.2.3.3)."""
    game = setting_up("ponyri-50m")
    field = fields(game.state)[0]
    picks = {c.pick.partition("/")[2] for c in game.choices(SOVIET, ("place:s2",)).options if c.hex == field}
    assert picks == {"", "hull-down/rear", "improved-position"}


@pytest.mark.parametrize(
    ("unit", "hex_", "how"),
    [
        ("s2", "", ", in a Hull Down position"),
        ("s9", "", ", in an Improved Position, if one is left"),
        ("s15", "S15", ", inside the buildings"),
    ],
)
def test_the_menu_tells_how_a_unit_begins_by_itself(unit: str, hex_: str, how: str) -> None:
    game = setting_up()
    spot = hex_ or fields(game.state)[0].id
    label = next(c.label for c in game.choices(SOVIET, (f"place:{unit}",)).options if c.pick == spot)
    assert label == f"{spot}{how}"


def test_a_vehicle_need_not_begin_inside() -> None:
    """min:23.3.5, na:6.1.4.3.1b: any unit may, in a Building hex; one that does not is in the alley."""
    game = setting_up()
    house = game.state.board.hex("S15")
    labels = {c.pick: c.label for c in game.choices(SOVIET, ("place:s2",)).options if c.hex == house}
    assert labels == {"S15": "S15, inside the buildings", "S15/open": "S15, in the alley"}
    assert {c.pick for c in game.choices(SOVIET, ("place:s15",)).options if c.hex == house} == {"S15"}
    for unit, shelter in (("s2", None), ("s3", Shelter(Start.OPEN))):
        game.submit(SOVIET, PlaceUnit(unit=UnitId(unit), hex=house, facing=0, shelter=shelter))
    game.submit(SOVIET, PlaceRest())
    game.submit(SOVIET, FinishStep())
    assert [game.state.units[UnitId(u)].inside for u in ("s2", "s3")] == [True, False]


def test_a_layout_tells_how_units_begin() -> None:
    game = setting_up()
    spot = fields(game.state)[0].id
    order = ("place:s2", f"{spot}/improved-position/rear", "1")
    game.submit(SOVIET, game.order(SOVIET, order))
    assert order in game.system.layout(game.view(SOVIET), SOVIET)
    label = next(c.label for c in game.choices(SOVIET).options if c.pick == "place:s2")
    assert label.endswith(f"in {spot}, in an Improved Position to the rear")


def test_who_may_begin_in_the_open_does_if_nothing_else_is_picked() -> None:
    """min:23.2.3d: a battle of one's own, whose Improved Positions the defender gives to whom he likes."""
    plan = build({"attitude": "defence", "points": "2500", "works": "10", "seed": "7"})
    made = scenario_of(plan)
    game: Game[Any] = Game(Panzer(made, {}), SeededDice("open"))
    game.begin()
    while game.state.step != "set-up":
        game.submit(SOVIET, FinishStep())
    tank = next(u.id for u in made.units if u.side == SOVIET and u.starts[:1] == (Start.OPEN,))
    area = made.zones["defender"].hexes
    spot = next(h for h in sorted(area) if made.board[h].terrain == "clear")
    game.submit(SOVIET, PlaceUnit(unit=tank, hex=spot, facing=0))
    assert tank not in beginnings(game.state, SOVIET)
    game.submit(SOVIET, PlaceUnit(unit=tank, hex=spot, facing=0, shelter=IMPROVED))
    assert beginnings(game.state, SOVIET)[tank] == IMPROVED
    game.submit(SOVIET, PlaceRest())
    held = [u for u, shelter in beginnings(game.state, SOVIET).items() if shelter.start is Start.IMPROVED]
    assert len(held) == made.sides[0].positions[Start.IMPROVED]


def test_nobody_begins_in_what_the_scenario_does_not_offer() -> None:
    game = setting_up()
    for unit, shelter in (("s15", DOWN), ("s2", DUG), ("s15", Shelter(Start.ENTRENCHED, rear=True))):
        with pytest.raises(IllegalOrder):
            place(game, unit, 0, shelter)
