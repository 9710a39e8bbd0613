"""Hull and turret aspects, deflection zones (pw:9.1), and where a turret points (pw:6.16.4)."""

from __future__ import annotations

import pytest

from core.panzerwar.damage.asks import Aspects
from core.panzerwar.damage.aspects import hull_aspect, hull_zone, turret_aspect, turret_heading
from core.panzerwar.pieces.strike import Aspect
from tests.panzerwar.damage.hits import CHARTS, a_strike, a_target, struck
from tests.panzerwar.kit import BLUE, RED, a_state, a_vehicle

FRONT, SIDE, REAR = Aspect.FRONT, Aspect.SIDE, Aspect.REAR


@pytest.mark.parametrize(
    ("off", "zone"),
    [
        (0, "front"),
        (30, "front"),
        (30.1, "front deflection"),
        (44.9, "front deflection"),
        (45, "side deflection (front)"),
        (59.9, "side deflection (front)"),
        (60, "side"),
        (120, "side"),
        (120.1, "side deflection (rear)"),
        (135, "side deflection (rear)"),
        (135.1, "rear deflection"),
        (149.9, "rear deflection"),
        (150, "rear"),
        (180, "rear"),
    ],
)
@pytest.mark.parametrize("heading", [0, 5, 47])
def test_zones_of_a_hull(off: float, zone: str, heading: int) -> None:
    """pw:9.1.1, pw:9.1.2, pw:9.1.3, pw:9.1.4: by the bearing from its front, to either side alike."""
    for side in (off, -off):
        found = hull_zone(CHARTS.damage, heading, (heading * 7.5 + side) % 360)
        assert found.zone == zone
        assert found.deflection == ("deflection" in zone)


@pytest.mark.parametrize(
    ("bearing", "faces"),
    [
        (0, [(FRONT, False)] * 6),
        (40, [(FRONT, False)] * 3 + [(SIDE, True)] * 3),
        (50, [(SIDE, False)] * 5 + [(FRONT, True)]),
        (90, [(SIDE, False)] * 6),
        (130, [(SIDE, False)] * 5 + [(REAR, True)]),
        (140, [(REAR, False)] * 3 + [(SIDE, True)] * 3),
        (180, [(REAR, False)] * 6),
    ],
)
def test_a_die_tells_which_aspect_of_a_hull_is_hit(bearing: float, faces: list[tuple[Aspect, bool]]) -> None:
    """pw:9.1.5, pw:9.1.6: 1:1 in front and rear deflection zones, 5:1 in the others; the odd one counts 1.5 times."""
    zone = hull_zone(CHARTS.damage, 0, bearing)
    assert [hull_aspect(zone, die) for die in range(1, 7)] == faces


@pytest.mark.parametrize(
    ("off", "aspect"), [(0, FRONT), (45, FRONT), (45.1, SIDE), (90, SIDE), (135, SIDE), (135.1, REAR), (180, REAR)]
)
def test_turret_aspects_end_at_the_45_degree_lines(off: float, aspect: Aspect) -> None:
    """pw:9.1.7: of the turret's own heading."""
    for heading in (0, 13):
        assert turret_aspect(heading, (heading * 7.5 + off) % 360) is aspect
        assert turret_aspect(heading, (heading * 7.5 - off) % 360) is aspect


def test_a_turret_hit_does_not_deflect_and_follows_the_turret() -> None:
    """pw:9.1.7: from 40 degrees the hull rolls for its aspect and deflects, the turret does neither."""
    shot = a_strike(bearing=40.0)
    turret = struck(a_target(), shot, 8, 5)
    assert (turret.part.value, turret.aspect, turret.zone) == ("turret", FRONT, "")
    turned = struck(a_target(turret=24), shot, 8, 5)
    assert turned.aspect is REAR
    hull = struck(a_target(), shot, 6, 5, 5)
    assert (hull.part.value, hull.aspect, hull.zone) == ("hull", SIDE, "front deflection")


def test_a_superstructure_is_hit_as_a_hull() -> None:
    """pw:9.1.7: marked SuperS, it deflects in the zones."""
    effect = struck(a_target("stug3g"), a_strike(bearing=40.0), 8, 2, 5)
    assert (effect.part.value, effect.zone) == ("superstructure", "front deflection")


def test_odd_aspects_have_their_armour_times_one_and_a_half() -> None:
    """pw:9.1.5: side from a front deflection zone; pw:9.1.6: front from a side deflection zone."""
    side = struck(a_target("t34-85"), a_strike(bearing=40.0), 2, 4, 5)
    assert side.aspect is SIDE
    assert side.armour == 5 * 1.5
    front = struck(a_target("t34-85"), a_strike(bearing=50.0, penetration=5.0), 2, 6, 5)
    assert front.aspect is FRONT
    assert front.armour == 9 * 1.5
    rear = struck(a_target("t34-85"), a_strike(bearing=130.0, penetration=5.0), 2, 6, 5)
    assert rear.armour == 6 * 1.5
    plain = struck(a_target("t34-85"), a_strike(bearing=40.0, penetration=5.0), 2, 3, 5)
    assert plain.armour == 9


def test_where_a_turret_points_for_hits() -> None:
    """pw:6.16.4, example PW-6.16.4-b: until it may fire it points where it pointed, then where it was turned."""
    tank = a_vehicle("tank", "panther-g", BLUE, "E5", turret=30)
    assert turret_heading(tank) == 30
    delayed = tank.with_gunnery(pointed=0, turned=18)
    assert turret_heading(delayed) == 0
    assert turret_aspect(turret_heading(delayed), 270) is SIDE  # in E1, from the west
    assert turret_aspect(turret_heading(tank), 270) is FRONT  # from E2 on it points south-west
    assert turret_heading(a_vehicle("gun", "stug3g", BLUE, "E5", heading=7)) == 7


def test_aspects_may_be_asked() -> None:
    """pw:9.1: of an element that fires from the south-west of a tank that faces north."""
    state = a_state(a_vehicle("a", "t34-85", RED, "H5"), a_vehicle("b", "pz4h", BLUE, "F7"))
    answer = Aspects(unit="a", of="b").answer(None, state)
    assert (answer["zone"], answer["other"], answer["thicker"]) == ("rear deflection", "side", "side")
    straight = Aspects(unit="a", bearing=180.0).answer(None, state)
    assert (straight["zone"], straight["turret"], straight["deflection"]) == ("rear", "rear", False)
