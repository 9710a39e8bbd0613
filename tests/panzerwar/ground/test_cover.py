"""What the ground covers, and how it slopes (pw:12.4.2, pw:7.6.3, pw:8.15)."""

from __future__ import annotations

import pytest

from core.panzerwar.ground import cover, lines, slope
from core.panzerwar.ground.terrain import built_up, ground, wooded
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.switches import Switch
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at


def squad(where: str = "C6") -> Element:
    return an_element("s", "sov-rifle-43", RED, where)


def amount(kind: str, *, direct: bool = True, dug: Digging = Digging.NONE) -> int:
    state = a_state(squad().with_posture(dug=dug), board=a_board(terrain={"C6": kind}))
    found = cover.against_killpower(state, state.element("s"), direct=direct)
    return found.amount if found is not None else 0


def test_the_best_single_cover_counts() -> None:
    """pw:12.4.2, pw:15.6, pw:6.14.7: woods against direct fire alone."""
    assert [amount(k) for k in ("clear", "light-woods", "heavy-woods", "village", "stone-town", "rubble")] == [
        0,
        -1,
        -2,
        -1,
        -2,
        -2,
    ]
    assert [amount(k, direct=False) for k in ("light-woods", "heavy-woods", "village")] == [0, 0, -1]
    assert amount("clear", dug=Digging.FOXHOLES) == -2
    assert amount("stone-town", dug=Digging.TRENCH) == -3
    assert amount("light-woods", dug=Digging.FOXHOLES, direct=False) == -2


def test_a_wall_covers_against_what_comes_over_it() -> None:
    state = a_state(squad(), an_element("t", "pz4h", BLUE, "C2"), board=a_board(sides={"C5-C6": "wall"}))
    target = state.element("s")
    over = lines.line(state, at("C2"), at("C6"), 9, 6)
    assert cover.against_killpower(state, target, over).amount == -1  # type: ignore[union-attr]
    assert cover.against_killpower(state, target, over, direct=False) is None
    assert cover.against_killpower(state, target, lines.line(state, at("C9"), at("C6"), 9, 6)) is None


def test_cover_against_aim_and_sight() -> None:
    """pw:8.4, pw:7.6.3: by the Terrain Annex."""
    tank = an_element("t", "pz4h", BLUE, "C6")
    for kind, to_hit, sight in (("clear", 0, 0), ("orchard", 1, -5), ("village", 1, -10), ("rocky-ground", 0, -3)):
        state = a_state(tank, board=a_board(terrain={"C6": kind}))
        aim, seen = cover.against_aim(state, tank), cover.against_sight(state, tank.where)
        assert (aim.amount if aim else 0, seen.amount if seen else 0) == (to_hit, sight)
    state = a_state(tank, board=a_board(terrain={"C6": "village"}))
    assert str(cover.against_sight(state, tank.where)) != ""
    assert built_up(ground(state, tank.where))
    assert not wooded(ground(state, tank.where))


def test_the_open() -> None:
    """pw:12.4.2: moved in the open."""
    state = a_state(board=a_board(terrain={"C6": "light-woods", "C8": "standing-crops"}))
    assert [cover.in_the_open(state, at(hex_)) for hex_ in ("C2", "C6", "C8")] == [True, False, False]


def test_slopes_along_and_across() -> None:
    """pw:6.17, pw:8.15.2."""
    state = a_state(board=a_board(marks={"C4": "hill-slope slope-20 uphill-0", "C6": "steep-hill"}))
    assert slope.axis_slope(state, at("C4"), 0) == pytest.approx(20)
    assert slope.axis_slope(state, at("C4"), 180) == pytest.approx(-20)
    assert slope.axis_slope(state, at("C4"), 90) == pytest.approx(0, abs=1e-5)
    assert slope.side_slope(state, at("C4"), 90) == pytest.approx(20)
    assert slope.side_slope(state, at("C4"), 45) == slope.side_slope(state, at("C4"), 315)
    assert slope.axis_slope(state, at("C4"), 60) == pytest.approx(10.314, abs=0.001)
    assert slope.axis_slope(state, at("C6"), 33) == pytest.approx(20)
    assert slope.axis_slope(state, at("C2"), 0) == 0


def test_tilted_positions() -> None:
    """pw:8.15.1."""
    board = a_board(marks={"C4": "hill-slope slope-30 uphill-0", "C6": "hill-slope slope-29 uphill-0"})
    flat, tilting = a_state(board=board), a_state(board=board, switches=(Switch.TILT,))
    assert slope.tilt_refusal(flat, ground(flat, at("C4")), 90) is None
    tilted = slope.tilt_refusal(tilting, ground(tilting, at("C4")), 90)
    assert tilted is not None
    assert tilted.rule == "pw:8.15.1"
    assert slope.tilt_refusal(tilting, ground(tilting, at("C4")), 0) is None
    assert slope.tilt_refusal(tilting, ground(tilting, at("C6")), 90) is None
