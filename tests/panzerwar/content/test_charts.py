"""The charts keep every figure of the book, chart by chart as their `checks` name them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from content.kit.load import ContentError
from content.kit.rulebook import rules
from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import chart, charts
from core.panzerwar.pieces.cards import Rotation
from core.panzerwar.pieces.charts.damage import (
    ALWAYS,
    DamageColumn,
    DamageRow,
    PenetrationTable,
    Plate,
)
from core.panzerwar.pieces.charts.sighting import SightingClass
from core.panzerwar.pieces.posture import Shield
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import ShellType

FIRE = charts().fire
DAMAGE = charts().damage
SIGHTING = charts().sighting


# -- every chart -----------------------------------------------------------------------------------


def test_every_chart_says_where_its_rows_come_from() -> None:
    found = charts().tables
    assert len(found) == 77
    assert sum(len(one.rows) for one in found.values()) == 855
    known = {"printed", "reconstructed", "derived", "judged", "separate example"}
    for one in found.values():
        assert len(one.sources) == len(one.rows), one.id
        assert set(one.sources) <= known, one.id
        assert one.source in known
        assert one.name
        assert one.rows
        assert {len(row) for row in one.rows} == {len(one.columns)}, one.id


def test_charts_and_numbers_name_rules_that_there_are() -> None:
    known = rules("panzerwar")
    for one in charts().tables.values():
        assert one.rules, one.id
        assert set(one.rules) <= set(known), one.id


def test_numbers_are_found_by_id() -> None:
    """pw:6.5, pw:6.6, pw:9.1.5, pw:7.12.3"""
    assert len(charts().numbers) == 92
    assert charts().number("bonus-movement") == 1.5
    assert charts().number("burst-movement") == 1.75
    assert charts().number("deflection-zone") == 1.5
    assert charts().whole("free-sighting") == 25
    with pytest.raises(KeyError):
        charts().whole("bonus-movement")
    with pytest.raises(KeyError):
        charts().number("no such number")


def test_a_chart_that_there_is_not_names_those_like_it() -> None:
    with pytest.raises(ContentError, match="scatter"):
        chart("scater")


# -- direct fire -----------------------------------------------------------------------------------


def test_to_hit_modifiers() -> None:
    """pw:8.4.1 (PW-8.4.1-a): base 2 + first shot 1 = 3; pw:8.11, pw:11.1.4: two puffs + 4; pw:9.20.5, pw:9.21"""
    to_hit = FIRE.to_hit
    assert 2 + to_hit["first-shot"] == 3
    assert to_hit["acquired"] == -1
    assert 2 * to_hit["smoke-sketchy"] == 4
    assert to_hit["smoke-thick"] == 4
    assert (to_hit["aimed-first"], to_hit["aimed-later"]) == (2, 1)
    assert (to_hit["rain-heavy"], to_hit["rain-light"]) == (2, 1)
    assert (to_hit["he-450"], to_hit["he-900"], to_hit["building"]) == (1, 1, -3)
    assert (to_hit["tc-3"], to_hit["tc-2"], to_hit["suppressed"]) == (1, 2, 2)
    assert to_hit.by_key["size"].by == "-size"
    assert to_hit.told("dust").startswith("each dust marker")
    with pytest.raises(KeyError):
        to_hit["size"]
    with pytest.raises(KeyError):
        to_hit["tilt"]


@pytest.mark.parametrize(
    ("rof", "motion", "old", "first"),
    [
        (8, Motion.STATIONARY, ("E1", "E3"), ("E3",)),
        (4, Motion.SHIFT, ("E2", "E4"), ("E4",)),
        (12, Motion.HALF, ("E3",), ("E4",)),
        (8, Motion.FULL, ("E4",), ("E4",)),
        (3, Motion.STATIONARY, ("E1",), ("E3",)),
        (3, Motion.SHIFT, ("E2",), ("E4",)),
        (1, Motion.HALF, ("E4",), ("E4",)),
        (2, Motion.FULL, (), ()),
        (8, Motion.BONUS, (), ()),
        (8, Motion.BURST, (), ()),
    ],
)
def test_fire_segments(rof: int, motion: Motion, old: tuple[str, ...], first: tuple[str, ...]) -> None:
    """pw:8.0.4, pw:8.0.5, pw:8.8.8: stationary 1 and 3, shift 2 and 4, half 3, full 4, first sight 3 or 4."""
    assert FIRE.fire_segments(rof, motion) == old
    assert FIRE.fire_segments(rof, motion, first_sight=True) == first


def test_towed_guns_fire_only_if_they_have_not_moved() -> None:
    """pw:8.5.1"""
    assert FIRE.fire_segments(8, Motion.STATIONARY, towed=True) == ("E1", "E3")
    assert FIRE.fire_segments(8, Motion.SHIFT, towed=True) == ()


def test_two_firings_need_a_rate_of_four() -> None:
    """pw:8.10, pw:8.0.4, pw:8.0.5"""
    motions = (Motion.STATIONARY, Motion.SHIFT, Motion.HALF, Motion.FULL, Motion.BONUS, Motion.BURST)
    assert [FIRE.firings(8, motion) for motion in motions] == [2, 2, 1, 1, 0, 0]
    assert [FIRE.firings(12, motion) for motion in motions] == [2, 2, 1, 1, 0, 0]
    assert [FIRE.firings(3, motion) for motion in motions] == [1, 1, 1, 0, 0, 0]


def test_additional_hits() -> None:
    """pw:8.11, pw:8.11.1, pw:8.11.2 (PW-8.11.1-a, PW-8.11.2-a): the printed superscripts of ROF 8, and 8 of ROF 9."""
    printed = {1: (5, 8), 2: (6, 9), 3: (7, 10), 4: (8, 11), 5: (9, 12)}
    for to_hit, rolls in printed.items():
        assert FIRE.additional_hits(8, to_hit)[:2] == rolls
    assert FIRE.additional_hits(9, 5)[0] == 8
    assert [FIRE.hits_of(8, 3, roll) for roll in (2, 3, 6, 7, 9, 10, 13, 14, 15)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert FIRE.additional_hits(8, -2) == FIRE.additional_hits(8, 1)
    assert [FIRE.additional_hits(rof, 1) for rof in (1, 2, 3)] == [(), (), ()]
    assert FIRE.additional_hits(8, 14) == ()


@pytest.mark.parametrize(("rof", "rounds"), [(12, 45), (10, 28), (9, 21), (8, 15), (7, 10), (6, 7), (5, 6), (4, 4.5)])
def test_additional_hits_follow_the_rounds_a_minute(rof: int, rounds: float) -> None:
    """pw:DN.rof, pw:8.11: to-hit + round(k x 54 / rounds a minute), nothing beyond 15."""
    for to_hit in range(1, 14):
        needed = [to_hit + int(k * 54 / rounds + 0.5) for k in range(1, 13)]
        found = FIRE.additional_hits(rof, to_hit)
        wanted = tuple(roll for roll in needed if roll <= 15)
        assert found == wanted[: len(found)]
        assert len(found) == min(len(wanted), 8)


def test_turrets() -> None:
    """pw:6.16.2, pw:6.16.4 (PW-6.16.4-a, PW-6.16.4-b): more than the listed angle."""
    assert FIRE.turret_penalty(Rotation.FAST, 90) == 0
    assert [FIRE.turret_penalty(Rotation.MEDIUM, angle) for angle in (90, 90.5, 135, 180)] == [0, 1, 1, 1]
    assert [FIRE.turret_penalty(Rotation.SLOW, angle) for angle in (45, 46, 120, 121)] == [0, 1, 1, 2]
    assert [FIRE.turret_penalty(Rotation.VERY_SLOW, angle) for angle in (30, 31, 61, 136)] == [0, 1, 2, 3]
    assert [FIRE.turret_penalty(Rotation.FAST, angle) for angle in (135, 136)] == [0, 1]


def test_tilted_positions() -> None:
    """pw:8.15.2"""
    assert [FIRE.tilt(angle, 7) for angle in (9, 10, 15, 16, 25, 26, 30)] == [0, 1, 1, 1, 1, 3, 3]
    assert [FIRE.tilt(12, base) for base in (6, 7)] == [0, 1]
    assert [FIRE.tilt(20, base) for base in (3, 4)] == [0, 1]
    assert [FIRE.tilt(28, base) for base in (1, 2, 4, 5)] == [1, 2, 2, 3]


def test_dead_zones() -> None:
    """pw:9.19.1, pw:9.19.2, pw:9.19.4"""
    assert FIRE.dead_zone("western closed", 4) == 400
    assert FIRE.dead_zone("western open", 3, steep=True) == 300
    assert FIRE.dead_zone("other", 4, steep=True) is None
    assert FIRE.dead_zone("other", 3, steps=2) == 1200
    assert FIRE.dead_zone("hull gun", 5) == 1000


def test_arcs_and_first_sight() -> None:
    """pw:7.2.1, pw:7.2.2, pw:7.2.3, pw:8.1.2, pw:8.1.5, pw:8.8.2 to pw:8.8.6"""
    assert (FIRE.covered_arcs["buttoned"], FIRE.covered_arcs["hull"], FIRE.covered_arcs["open"]) == (45, 22.5, 90)
    assert FIRE.covered_arcs["foot"] == 180
    assert (FIRE.fire_zones["gun"], FIRE.fire_zones["small-arms-moving"]) == (22.5, 45)
    assert [FIRE.first_sight[key] for key in ("buttoned", "open", "open-moved", "buttoned-moved", "prepared")] == [
        300,
        450,
        225,
        150,
        800,
    ]


def test_jams_and_lost_crews() -> None:
    """pw:8.14.7, pw:8.14.7.1, pw:9.10.1, pw:9.10.2, pw:9.10.3"""
    assert [jam.second_die for jam in FIRE.jams] == [1, 2, 3, 4, 5]
    assert FIRE.jams[1].but == ("US",)
    assert FIRE.jams[2].nations == ("Italian", "Soviet")
    assert FIRE.jams[3].small_turret
    assert FIRE.jams[4].limited
    assert (FIRE.crew_losses[3].to_hit, FIRE.crew_losses[3].rate(7)) == (1, 4)
    assert (FIRE.crew_losses[2].to_hit, FIRE.crew_losses[2].rate(7)) == (2, 3)
    assert FIRE.crew_losses[1].rate(8) == 0


def test_killpower_adjustments() -> None:
    """pw:12.8.3, pw:12.4.2 (PW-12.8-a): 2 + 1 - 1 = 2; 2 + 1 - 1 - 1 = 1; 2 - 2 - 1 - 1 = -2"""
    change = FIRE.killpower
    assert 2 + change["moved-open"] + change["first-sight"] == 2
    assert 2 + change["moved-open"] + change["first-sight"] + change["second-target"] == 1
    assert 2 + change["third-target"] + change["house"] + change["first-sight"] == -2
    assert change.by_key["canister"].times == 3
    assert (change["charging"], change["bunker-inside"], change["soft-area"]) == (2, 2, 2)


def test_canister_is_carried_by_short_german_guns() -> None:
    """pw:8.9.6"""
    found = FIRE.canister["75L24"]
    assert (found.killpower, found.range) == (4, 100)
    for id_ in found.vehicles:
        assert cards().vehicles[id_].gun.weapon == "75L24"
    for weapon, one in FIRE.canister.items():
        assert cards().weapons[weapon].of(ShellType.CANISTER)[0].killpower == one.killpower
        assert cards().weapons[weapon].of(ShellType.CANISTER)[0].maximum == one.range


# -- sighting --------------------------------------------------------------------------------------


def test_sighting_of_a_sherman_in_the_woods() -> None:
    """pw:7.6.3, pw:7.4.5 (PW-7.6.3-b): 35 - 5 - 10 + 1 = 21: 150; die 7 + 3: 225; 9 + 3: 300."""
    change = SIGHTING.modifiers
    factor = SIGHTING.base(SightingClass.B) + change["foliage"] + change["woods-edge"] + 1
    assert (factor, SIGHTING.range(factor)) == (21, 150)
    assert SIGHTING.variable_sighting(factor, 7 + 3) == 225
    assert SIGHTING.variable_sighting(factor, 10) == 225
    assert SIGHTING.variable_sighting(factor, 9 + 3) == 300


def test_sighting_of_a_hull_down_panzer() -> None:
    """pw:7.6.3 (PW-7.6.3-c): 26 - 8 + 15 = 33: 500; die 7 + 4: 750."""
    change = SIGHTING.modifiers
    factor = SIGHTING.base(SightingClass.D) + change["hull-down"] + change["fired-gun"]
    assert (factor, SIGHTING.range(factor), SIGHTING.variable_sighting(factor, 11)) == (33, 500, 750)


def test_sighting_of_hetzers_in_houses() -> None:
    """pw:7.6.3, pw:7.7 (PW-SITE-a): 40 - 10 - 1 = 29: 325, at best 650."""
    factor = SIGHTING.base(SightingClass.A) + SIGHTING.modifiers["building"] - 1
    assert (factor, SIGHTING.range(factor), SIGHTING.variable_sighting(factor, 14)) == (29, 325, 650)
    assert SIGHTING.base(SightingClass.C) == 31


def test_sighting_scale() -> None:
    """pw:7.5: the result of a 1; pw:7.10.3: never over 200 percent; factors under 0 are 0."""
    assert SIGHTING.auto_sighting(21) == 75
    assert [SIGHTING.percent(total) for total in (0, 1, 6, 8, 10, 12, 14, 20)] == [50, 50, 100, 125, 150, 200, 200, 200]
    assert SIGHTING.range(-3) == SIGHTING.range(0) == 20
    for factor in range(66):
        exact = 150 * (10 / 3) ** ((factor - 21) / 12)
        step = 25 if exact >= 100 else 5
        assert abs(SIGHTING.range(factor) - exact) <= step / 2 + 1e-9, factor
    assert all(a <= b for a, b in pairwise(SIGHTING.ranges.values()))


def test_what_blocks_and_weather() -> None:
    """pw:7.11.3 to pw:7.11.6, pw:7.15.1, pw:7.15.2"""
    assert SIGHTING.blocking == {
        "light-woods": 100,
        "heavy-woods": 25,
        "buildings": 25,
        "sketchy-smoke": 100,
        "thick-smoke": 25,
    }
    haze = SIGHTING.weather["haze"]
    assert (haze.dice, haze.times, haze.to_hit) == (3, 100, 0)
    assert (SIGHTING.weather["fog"].dice, SIGHTING.weather["fog"].times) == (0, 50)
    assert SIGHTING.weather["heavy"].to_hit == 2


# -- damage ----------------------------------------------------------------------------------------


def test_critical_penetrations() -> None:
    """pw:9.16.1, pw:9.16.2, pw:9.16.3: 7 is + 1, 8 is x 1.5, 9 is x 2; pw:9.4: 5 and 6 are the whole."""
    table = DAMAGE.table_of(ShellType.APHE)
    found = [DAMAGE.variable_penetration(table, Plate.PLAIN, die).of(10) for die in range(1, 10)]
    assert found == [7.5, 8.5, 9, 9.5, 10, 10, 11, 15, 20]


def test_rounded_armour_takes_from_the_die() -> None:
    """pw:9.4.5, pw:9.17.6.5: r is one less, rr two, a deflection one; under 1 it is read as 1."""
    for die in range(2, 10):
        plain = DAMAGE.variable_penetration(PenetrationTable.AP, Plate.PLAIN, die - 1)
        for plate in (Plate.ROUNDED, Plate.DEFLECTION):
            assert DAMAGE.variable_penetration(PenetrationTable.AP, plate, die) == plain
    for die in range(3, 10):
        once = DAMAGE.variable_penetration(PenetrationTable.AP, Plate.ROUNDED, die - 1)
        for plate in (Plate.DOUBLY_ROUNDED, Plate.DEFLECTION_AND_ROUNDED):
            assert DAMAGE.variable_penetration(PenetrationTable.AP, plate, die) == once
    first = DAMAGE.variable_penetration(PenetrationTable.AP, Plate.PLAIN, 1)
    assert DAMAGE.variable_penetration(PenetrationTable.AP, Plate.PLAIN, 0) == first


def test_which_table_a_shell_uses() -> None:
    """pw:9.4.1, pw:9.4.4, pw:DN.underlined: cores are deflected by high slopes, full-calibre shot is not."""
    assert {DAMAGE.table_of(one) for one in (ShellType.AP, ShellType.APHE, ShellType.HEAT)} == {PenetrationTable.AP}
    assert DAMAGE.table_of(ShellType.APDS) is PenetrationTable.SUB_CALIBRE
    assert DAMAGE.table_of(ShellType.HE) is PenetrationTable.HE
    for die in range(1, 10):
        for table, alike in ((PenetrationTable.AP, True), (PenetrationTable.SUB_CALIBRE, False)):
            plain, sloped = (
                DAMAGE.variable_penetration(table, plate, die) for plate in (Plate.PLAIN, Plate.HIGHLY_SLOPED)
            )
            assert (plain == sloped) == alike
    assert DAMAGE.variable_penetration(PenetrationTable.HE, Plate.PLAIN, 9).of(4) == 4


def test_location_damage() -> None:
    """pw:9.5.1, pw:9.8, pw:9.1.8: the number is changed, never the die; a hit cupola kills the commander."""
    assert DAMAGE.needed(DamageRow.FIRE, DamageColumn.FRONT_HULL, 6) == 7
    assert DAMAGE.needed(DamageRow.FIRE, DamageColumn.REAR_HULL, 6) == 5
    assert DAMAGE.needed(DamageRow.GUN, DamageColumn.TURRET, 6) == 6
    assert DAMAGE.needed(DamageRow.GUN, DamageColumn.FRONT_HULL, 6) is None
    assert DAMAGE.needed(DamageRow.COMMANDER, DamageColumn.CUPOLA, 6) == 6 + ALWAYS
    assert DAMAGE.needed(DamageRow.HULL_GUN, DamageColumn.FRONT_HULL, 6) == 6


def test_towed_guns_bail_out_and_protection() -> None:
    """pw:9.22.3, pw:14.3.2, pw:9.14.4: mobility 2 + gun 2 + TC 2 = 6; pw:9.17.6.1 to pw:9.17.6.4b"""
    assert [DAMAGE.gun_hit(die).location.split(",")[0] for die in (1, 4, 5, 7, 9, 10)] == [
        "near miss",
        "near miss",
        "gun shield",
        "carriage or wheels",
        "gun and mount",
        "sight and crew",
    ]
    assert all(DAMAGE.gun_hit(die).shield for die in (5, 6, 8, 9, 10))
    assert (DAMAGE.gun_hit(7).towing, DAMAGE.gun_hit(8).destroyed, DAMAGE.gun_hit(1).ap_crew) == (True, 0, None)
    assert DAMAGE.bail_out["mobility"] + DAMAGE.bail_out["gun"] + DAMAGE.bail_out["tc"] == 6
    assert DAMAGE.bail_out["stunned"] == 1
    found = {shield: one.of(6) for shield, one in DAMAGE.protections.items()}
    assert found == {Shield.HILL: float("inf"), Shield.BERM: 60, Shield.STONE: 12, Shield.DIRT: 6}
    assert [shield for shield, one in DAMAGE.protections.items() if one.wall] == [Shield.STONE, Shield.DIRT]


@pytest.mark.parametrize(
    ("bearing", "zone"),
    [
        (0, "front"),
        (30, "front"),
        (30.1, "front deflection"),
        (44.9, "front deflection"),
        (45, "side deflection (front)"),
        (59.9, "side deflection (front)"),
        (60, "side"),
        (120, "side"),
        (135, "side deflection (rear)"),
        (135.1, "rear deflection"),
        (150, "rear"),
        (180, "rear"),
    ],
)
def test_zones_of_a_hull(bearing: float, zone: str) -> None:
    """pw:9.1.1 to pw:9.1.6"""
    found = DAMAGE.zone(bearing)
    assert found.zone == zone
    assert found.deflection == ("deflection" in zone)
    assert bool(found.thicker) == found.deflection


def test_ramming_by_weight() -> None:
    """pw:14.3.1, pw:14.3.4"""
    assert DAMAGE.ram(45, 10).moving_destruction == 10
    assert DAMAGE.ram(32, 32).rammed_destruction == 7
    assert DAMAGE.ram(10, 45).moving_destruction == 4
    assert DAMAGE.ram(24.5, 10) == DAMAGE.ram(25, 10)
    for own, other in ((60, 1), (1, 60), (30, 25.4), (25, 29.6)):
        found = DAMAGE.ram(own, other)
        assert found.rammed_destruction == found.moving_destruction - 1
