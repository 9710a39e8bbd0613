"""Movement of the miniatures edition by the inch: costs, turns, routes, buildings, the edge of the map (min:9)."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.movement import turrets, walls
from core.panzer.movement.move import check_move
from core.panzer.movement.orders import TurnTurret
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, Presence, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.in_miniature import CAR, HALF_TRACK, ME, TANK, ground


def cost(state: PanzerState, *steps: str, rate: Rate = Rate.CROSS_COUNTRY) -> int:
    """What a whole move costs."""
    return sum(step.cost for step in check_move(state, ME, rate, steps, end=False))


def rule(state: PanzerState, *steps: str, rate: Rate = Rate.CROSS_COUNTRY) -> str:
    """The rule by which a move is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check_move(state, ME, rate, steps, end=True)
    return refused.value.rule


def test_a_vehicle_moves_as_it_faces_or_straight_back() -> None:
    """min:4.3: in any of six directions on hexes; astern it keeps its facing."""
    state = ground(*[". . . ."] * 4, hex_="B2", unit={"facing": "SE"})
    for step, ahead in (("F", "C2"), ("R", "A1")):
        (result,) = check_move(state, ME, Rate.CROSS_COUNTRY, (step,), end=True)
        assert (result.hex, result.facing) == (hex_from_id(ahead), 2)
    for aside in (0, 1, 3, 4, 5):
        assert rule(state, f"F:{aside}") == "na:4.5.1.1b"


# -- costs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "tracked", "wheeled"), [(".", 1, 1), ("s", 2, 3), ("r", 4, 6), ("w", 3, 5)])
def test_every_inch_costs_what_the_table_says(cell: str, tracked: int, wheeled: int) -> None:
    """min:9.3, min:9.3.1: tracks and half-tracks pay alike, wheels by a column of their own; two inches cost twice."""
    found = {card: cost(ground(".", cell, ".", card=card), "F") for card in (TANK, HALF_TRACK, CAR)}
    assert found == {TANK: tracked, HALF_TRACK: tracked, CAR: wheeled}
    if tracked < 4:
        assert cost(ground(".", cell, cell, "."), "F", "F") == 2 * tracked


def test_an_inch_may_always_be_moved() -> None:
    """min:9.3.5: whatever it costs, in reverse too, unless a turn has been paid for; nothing that is prohibited."""
    slow = {"damaged": True, "command": "SHORT HALT"}
    state = ground("r", "r", "r", ".", card=HALF_TRACK, hex_="A2", unit=slow)
    assert cost(state, "F") == 4
    assert cost(state, "R") == 8
    assert rule(state, "F", "F") == "na:4.5.1.1.3"
    assert rule(state, "T1", "F") == "na:4.5.1.1.4"
    assert rule(ground("r", "W", "r", unit=slow), "F") == "na:4.5.1.1.2d"


def test_a_turn_costs_beyond_90_degrees() -> None:
    """min:9.4: one hexside is 60 degrees, two are 120; each pivot between two moves by itself, once."""
    state = ground("s s s", "s s s", "s s s", "s s s", hex_="B2")
    assert cost(state, "T2") == cost(state, "T4") == 0
    assert cost(state, "T1") == cost(state, "T0") == 1
    assert cost(state, "T2", "T1", "T0") == 1
    assert cost(state, "T2", "F", "T3") == 2  # two free pivots and Scrub
    for card in (HALF_TRACK, CAR):
        assert cost(ground(". . .", ". . .", ". . .", card=card, hex_="B2"), "T0") == 1


@pytest.mark.parametrize("kind", ["smoke", "barrage", "brew-up"])
def test_turning_in_what_hangs_over_the_ground_costs_more(kind: str) -> None:
    """min:9.4.2, min:9.3.4: Smoke, a Barrage and Brew-Up Smoke each add their own cost to that of a paid turn."""
    state, here = ground(". . .", ". . .", ". . .", hex_="B2"), hex_from_id("B2")
    if kind == "brew-up":
        state.counters = replaced(state.counters, wrecks={here: Wreck.BU})
    else:
        state.counters = replaced(state.counters, clouds=(Cloud(CloudKind(kind), frozenset({here}), open=True),))
    assert cost(state, "T0") == 2
    assert cost(state, "T2") == 0


# -- turrets -----------------------------------------------------------------------------------------


def test_a_turret_keeps_its_facing_during_the_move() -> None:
    """min:9.3.6: it turns with the hull, and not by itself."""
    state = ground(". . .", ". . .", ". . .", hex_="B2", unit={"turret": "Left Side"})
    state.moves = replaced(state.moves, active=ActiveMove(unit=ME, rate=Rate.CROSS_COUNTRY, start=hex_from_id("B2")))
    assert turrets.left(state, ME) == 0
    for facing in range(4):
        with pytest.raises(IllegalOrder):
            turrets.check(state, state.units[ME].side, TurnTurret(unit=ME, facing=facing))


# -- routes ------------------------------------------------------------------------------------------


def routes(*kinds: str) -> dict[str, list[dict[str, str]]]:
    """Routes down the column A, each kind from one hex to the next."""
    return {"route": [{"kind": kind, "hexes": f"A{at} A{at + 1}"} for at, kind in enumerate(kinds, 1)]}


@pytest.mark.parametrize("kind", ["path", "road"])
def test_a_route_has_its_own_allowance(kind: str) -> None:
    """min:9.5: 1 an inch along it, whatever lies beside it; wheels gain by it."""
    rows, board = ["r"] * 45, routes(*[kind] * 43)
    state = ground(*rows, card=CAR, board=board)
    across, by_path, by_road = state.vehicle(ME).move
    inches = {"path": by_path, "road": by_road}[kind]
    assert across < by_path < by_road < 43
    assert cost(state, *["F"] * inches, rate=Rate.ROUTE) == inches
    assert rule(state, *["F"] * (inches + 1), rate=Rate.ROUTE) in ("na:4.5.1.1.5c", "na:4.5.1.1.3")


def test_a_bridge_between_a_path_and_a_road_is_path() -> None:
    """min:9.5.4: and so is the whole move over it, where the hex edition makes it Road."""
    board = {**routes("path", "road", "road"), "bridge": [{"hex": "A2"}]}
    state = ground(".", "i", ".", ".", ".", board=board)
    last = check_move(state, ME, Rate.ROUTE, ("F", "F", "F"), end=False)[-1]
    assert (last.move.path, last.move.road) == (1, 2)
    assert last.left == state.vehicle(ME).move[1] - 3


# -- buildings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turret", "allowed"), [("Front", True), ("Right Side", False), ("Rear", True)])
def test_a_turret_ahead_or_astern_goes_into_a_building(turret: str, allowed: bool) -> None:
    """min:9.7.1."""
    state = ground(".", "k", ".", unit={"turret": turret})
    if allowed:
        assert cost(state, "B") == 4
    else:
        assert rule(state, "B") == "min:9.7.1"


def test_only_tracks_with_a_roof_go_into_buildings() -> None:
    """min:9.7.1: no half-track, no car, no Marder."""
    for card in (HALF_TRACK, CAR, "g24-marder-ii"):
        assert rule(ground(".", "k", ".", card=card), "B") == "na:6.1.4.3.1a"


@pytest.mark.parametrize(("second", "result"), [(65, Result.DAMAGED), (77, Result.TRACK)])
def test_the_second_roll_is_read_as_it_falls(second: int, result: Result) -> None:
    """min:9.7.3.2: 77 is a Track hit in Brick; no roll says whether turret or hull."""
    state = ground(".", "k", ".")
    dice = ScriptedDice([1, second])
    assert walls.checked(state, ME, hex_from_id("A2"), dice).result is result
    assert not dice.results


# -- the edge of the map ---------------------------------------------------------------------------


def test_who_leaves_the_map_is_out_of_the_game_and_lives() -> None:
    """min:9.8: it does not come back."""
    state = ground(".", ".", ".", unit={"facing": "N"})
    assert cost(state, "X") == 1
    state.put(replaced(state.units[ME], presence=Presence.EXITED, hex=None))
    assert rule(state, "E:A1:3") == "na:4.5.1.1.9"
    assert state.units[ME].presence is not Presence.ELIMINATED
    assert state.units[ME].command is Command.MOVE
