"""Fire zones, and what lies too low for a gun."""

from __future__ import annotations

import pytest

from core.panzerwar.combat import arms, choices, zones
from core.panzerwar.damage import locations
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from tests.panzerwar.combat.duels import HERE, duel, firer, moved, target, why_not
from tests.panzerwar.damage.hits import a_strike
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, a_vehicle


@pytest.mark.parametrize(
    ("card", "arm", "motion", "half", "rule"),
    [
        ("pz4h", "gun", Motion.STATIONARY, 22.5, "pw:8.1.2"),
        ("stug3g", "gun", Motion.STATIONARY, 22.5, "pw:8.1.2"),
        ("pz4h", "hull", Motion.STATIONARY, 22.5, "pw:8.1.2"),
        ("pak40", "gun", Motion.STATIONARY, 22.5, "pw:8.1.3"),
        ("ger-rifle-44", "small", Motion.STATIONARY, 180, "pw:8.1.5"),
        ("ger-rifle-44", "small", Motion.FULL, 45, "pw:8.1.5"),
        ("ger-rifle-44", "light1", Motion.STATIONARY, 45, "pw:8.1.5"),
        ("m4a1", "roof", Motion.STATIONARY, 180, "pw:8.1.4"),
    ],
)
def test_fire_zones(card: str, arm: str, motion: Motion, half: float, rule: str) -> None:
    """pw:8.1, pw:8.1.2, pw:8.1.3, pw:8.1.4, pw:8.1.5: either side of where the weapon looks."""
    state = duel(firer(card, travel=moved(motion)))
    found = arms.arm(state, state.element("f"), arm)
    assert found is not None
    for side in (-1, 1):
        assert zones.zone_refusal(state, state.element("f"), found, (side * half) % 360) is None
        if half < 180:
            refused = zones.zone_refusal(state, state.element("f"), found, (side * (half + 1)) % 360)
            assert refused is not None
            assert refused.rule == rule


def test_a_gun_looks_with_its_turret_and_nothing_is_turned() -> None:
    """pw:8.1.6, pw:8.1.2: the turret counts, not the hull, and stays as it is for a shot."""
    away = duel(firer(turret=24), target())
    refused = why_not(away)
    assert refused is not None
    assert refused.rule == "pw:8.1.2"
    hull_away = duel(firer(heading=24, turret=0), target())
    assert why_not(hull_away) is None
    assert why_not(hull_away, "hull") is not None


def below(slope: int, *, uphill: str = "", card: str = "t34-43", gsu: float = 200, **changes: object) -> object:
    """A firer above its target, on ground that rises so many degrees."""
    marks = f"slope-{slope}" + (f" uphill-{uphill}" if uphill else "")
    board = a_board(30, 20, levels={HERE: 2}, marks={HERE: marks})
    return duel(firer(card, **changes.pop("of", {})), target("pz4h", gsu), board=board, **changes)  # type: ignore[arg-type]


def test_depression_of_the_main_gun() -> None:
    """pw:8.16.0: on ground that rises toward what lies lower a gun has the dead zone of the least hull-down factor."""
    on = {"switches": [Switch.DEPRESSION]}
    state = below(5, **on)  # type: ignore[arg-type]
    shooter = state.element("f")  # type: ignore[attr-defined]
    gun = arms.arms(state, shooter)[0]  # type: ignore[arg-type]
    line = zones.bearing_on(state, shooter, state.element("t"), 1)  # type: ignore[arg-type, attr-defined]
    assert line.higher > 0
    refused = zones.dead_refusal(state, shooter, gun, line)  # type: ignore[arg-type]
    assert refused is not None
    assert refused.rule == "pw:8.16.0"
    plain = below(5)
    assert zones.dead_refusal(plain, shooter, gun, line) is None, "without the switch"  # type: ignore[arg-type]
    german = below(2, card="pz4h", gsu=260, **on)  # type: ignore[arg-type]
    other = german.element("f")  # type: ignore[attr-defined]
    dead = zones.dead_zone(german, other, arms.arms(german, other)[0], line)  # type: ignore[arg-type]
    steps = -(-line.higher // 25)
    assert dead == 100 * steps


def test_depression_on_level_ground() -> None:
    """pw:8.16.0: level ground takes a gun nothing."""
    board = a_board(30, 20, levels={HERE: 2})
    state = duel(firer("t34-43"), target("pz4h"), board=board, switches=[Switch.DEPRESSION])
    line = zones.bearing_on(state, state.element("f"), state.element("t"), 1)
    gun = arms.arms(state, state.element("f"))[0]
    assert zones.dead_zone(state, state.element("f"), gun, line) == 0


def test_dead_zone_of_who_is_hull_down() -> None:
    """pw:9.19, pw:9.19.1: with and without the switch."""
    for switches in ([], [Switch.DEPRESSION]):
        state = below(2, card="pz4h", of={"posture": Posture(hull_down=3)}, switches=switches)
        shooter = state.element("f")  # type: ignore[attr-defined]
        line = zones.bearing_on(state, shooter, state.element("t"), 1)  # type: ignore[arg-type, attr-defined]
        gun = arms.arms(state, shooter)[0]  # type: ignore[arg-type]
        assert zones.dead_zone(state, shooter, gun, line) == 300 * -(-line.higher // 25)  # type: ignore[arg-type]
        refused = zones.dead_refusal(state, shooter, gun, line)  # type: ignore[arg-type]
        assert refused is not None
        assert refused.rule == "pw:9.19"


@pytest.mark.parametrize("levels", [1, 4, 5, 6])
def test_a_contour_is_one_step_down(levels: int) -> None:
    """pw:9.19.2, pw:1.2: the dead zone counts a step for each contour that the target lies lower."""
    board = a_board(30, 20, levels={HERE: levels}, marks={HERE: "slope-2"})
    shooter = firer("pz4h", posture=Posture(hull_down=1))
    state = duel(shooter, target("pz4h", 600), board=board)
    line = zones.bearing_on(state, state.element("f"), state.element("t"), 1)
    gun = arms.arms(state, state.element("f"))[0]
    assert zones.dead_zone(state, state.element("f"), gun, line) == 100 * levels


@pytest.mark.parametrize(("gsu", "adds"), [(80, True), (100, True), (105, False)])
def test_a_contour_exposes_the_top_within_a_hundred(gsu: float, adds: bool) -> None:
    """pw:9.2.3, pw:1.2: a firer a contour higher counts as 25 mm higher."""
    board = a_board(30, 20, levels={HERE: 1})
    state = duel(firer("t34-43"), target("pz4h", gsu), board=board)
    line = zones.bearing_on(state, state.element("f"), state.element("t"), 1)
    strike = a_strike(higher=line.higher, range=line.range)
    assert (locations.plunging(state.charts, strike) == "pw:9.2.3") == adds


def test_who_sees_an_enemy_and_may_not_fire_says_why() -> None:
    """pw:8.0: the menu has him among what may not be had, and nobody whose side sees none."""
    state = duel(firer(turret=24, heading=24), target())
    (silent,) = [one for one in choices.offer(state, BLUE) if one.pick == "fire:f"]
    assert silent.refusal is not None
    assert silent.refusal.rule == "pw:8.1.2"
    assert silent.refusal.reason.startswith(f"at {state.element('t').name}: ")
    (able,) = [one for one in choices.offer(duel(firer(turret=0), target()), BLUE) if one.pick == "fire:f"]
    assert able.refusal is None
    assert not any(one.pick == "fire:f" for one in choices.offer(duel(firer()), BLUE))


def test_the_range_to_each_hex_beside_is_the_same() -> None:
    """pw:1.0, pw:8.4.1: places are whole tenths, of which a range is no hundredth farther."""
    men = a_vehicle("f", "ger-rifle-44", BLUE, "J15", heading=0)
    found = set()
    for place in ("J14", "K14", "K15", "J16", "I15", "I14"):
        state = a_state(men, a_vehicle("t", "t34-85", RED, place), see=("t",), step="e1")
        found.add(zones.bearing_on(state, men, state.element("t"), 1).range)
    assert found == {20.0}
