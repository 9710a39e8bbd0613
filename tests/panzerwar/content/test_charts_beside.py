"""The charts of the ground, of command, infantry, morale and artillery keep every figure of the book."""

from __future__ import annotations

from math import comb

import pytest

from content.panzerwar.charts.charts import charts, grounds, terrain_looks
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.organisation import Forced, Tactical

GROUND = charts().ground
COMMAND = charts().command
INFANTRY = charts().infantry
ARTILLERY = charts().artillery


# -- the ground ------------------------------------------------------------------------------------


def test_terrain_annex() -> None:
    """pw:6.14.1, pw:6.14.2, pw:6.14.3, pw:6.14.6, pw:7.11.3, pw:6.0"""
    terrain = GROUND.terrain
    assert len(terrain) == 34
    assert (terrain["light-woods"].max_cc, terrain["heavy-woods"].max_cc) == (100, 50)
    assert (terrain["light-woods"].stall, terrain["heavy-woods"].stall, terrain["mud-truck"].stall) == (1, 2, 2)
    assert [terrain[f"mud-{who}"].fraction for who in ("tracked", "half-track", "truck")] == [0.5, 0.25, 0.25]
    assert [terrain[f"mud-{who}"].stall for who in ("tracked", "half-track", "truck")] == [1, 0, 2]
    assert {id_ for id_, one in terrain.items() if one.on_roads} == {"deep-snow", "rubble", "ford"}
    assert terrain["mud-tracked"].infantry == 25 * 3 / 4
    assert (terrain["light-woods"].blocks, terrain["heavy-woods"].blocks, terrain["clear"].blocks) == (100, 25, None)
    assert {one.crossing for one in terrain.values() if one.kind == "line"} == {50, 0}
    assert terrain["hedge"].crossing == 50
    assert not terrain["river"].passable
    assert not terrain["anti-tank-ditch"].passable
    assert terrain["clear"].passable


def test_terrain_agrees_with_the_other_charts() -> None:
    """pw:7.6.3, pw:12.4.2, pw:6.0: the annex repeats what has a row of its own."""
    terrain, costs = GROUND.terrain, GROUND.costs
    for id_ in ("light-woods", "heavy-woods", "soft-sand", "rocky-ground", "high-vegetation", "marsh", "deep-snow"):
        assert (terrain[id_].fraction, terrain[id_].max_cc) == (costs[id_].fraction, costs[id_].max_cc), id_
    sighting, killpower = charts().sighting, charts().fire.killpower
    assert terrain["light-woods"].sighting == sighting.modifiers["foliage"]
    assert terrain["village"].sighting == sighting.modifiers["building"]
    assert [terrain[id_].cover for id_ in ("village", "stone-town", "rubble", "light-woods", "heavy-woods")] == [
        killpower[key] for key in ("house", "stone", "rubble", "light-woods", "heavy-woods")
    ]
    assert (terrain["foxholes"].cover, terrain["trench"].cover) == (killpower["dug-in"], killpower["trench"])
    assert terrain["sketchy-smoke"].to_hit == charts().fire.to_hit["smoke-sketchy"]


def test_allowances_within_terrain() -> None:
    """pw:6.14.1: light woods leave 200 GSU 100, 300 GSU no more than 100; pw:6.13.2; pw:6.0"""
    woods = GROUND.terrain["light-woods"]
    assert (woods.allowance(200), woods.allowance(300), woods.allowance(120)) == (100, 100, 60)
    snow = GROUND.terrain["deep-snow"]
    assert (snow.allowance(300), snow.allowance(600, road=True)) == (100, 200)
    assert GROUND.terrain["steep-hill"].max_cc == 75


def test_movement_costs() -> None:
    """pw:6.0, pw:6.2.4, pw:6.4"""
    costs = GROUND.costs
    assert (costs["obstacle"].cost, costs["turn"].cost, costs["turn-over-60"].cost) == (50, 25, 50)
    assert (costs["reverse"].fraction, costs["reverse"].max_cc, costs["reverse-buttoned"].max_cc) == (0.5, 50, 30)
    assert costs["hill"].fraction == 0.5


@pytest.mark.parametrize(
    ("degrees", "extra"),
    [(0, 0), (9, 0), (10, 1 / 3), (19, 1 / 3), (20, 1), (30, 2), (45, 3), (60, 3), (61, None), (-25, 1), (91, None)],
)
def test_slopes(degrees: float, extra: float | None) -> None:
    """pw:6.17"""
    found = GROUND.slope_cost(degrees)
    assert found == (None if extra is None else pytest.approx(extra))


def test_foot_and_set_up() -> None:
    """pw:6.1.1, pw:6.1.2, pw:6.1.5, pw:6.10.1, pw:6.11.7"""
    assert GROUND.foot["foot"] == (25, 50)
    assert GROUND.foot["foot-rough"] == (20, 40)
    assert GROUND.foot["foot-charge"] == (40, 80)
    assert GROUND.foot["foot-night"] == (15, 30)
    assert GROUND.foot["foot-rout"] == (50, 75)
    assert GROUND.foot["cavalry-charge-1"] == (125, 250)
    assert GROUND.foot["wagon-charge"] == (62.5, 125)
    assert len(GROUND.set_up) == 13
    assert (GROUND.set_up["Anti-tank gun 60-80mm"].up, GROUND.set_up["Anti-tank gun 60-80mm"].down) == (2, 1)
    assert GROUND.set_up["Mortars up to 66mm"].up == 0.5


def test_bands_of_size_weight_tracks_and_rate() -> None:
    """pw:DN.size, pw:DN.weight, pw:DN.trackmass, pw:DN.rof: a bound belongs to the band above it."""
    assert [GROUND.size(height) for height in (1.349, 1.35, 2.27, 2.73, 3.65)] == [-3, -2, 0, 1, 3]
    assert [GROUND.weight_class(tons) for tons in (9.9, 10, 30, 69.9)] == [0, 1, 3, 6]
    assert [GROUND.track_mass(tons) for tons in (4.9, 5, 17.9, 18, 30, 50, 188)] == [0.5, 1, 1.5, 2, 3, 4, 8]
    assert [GROUND.rate(rounds) for rounds in (30, 25, 24, 13, 12, 7, 4.5, 1)] == [10, 10, 9, 8, 7, 6, 4, 1]


def test_every_ground_has_a_look() -> None:
    looks = terrain_looks()
    assert set(looks) == {*grounds(), "shallow-stream"}
    assert all(len(one.glyph) == len(one.ascii) == len(one.letter) == 1 for one in looks.values())


# -- command ---------------------------------------------------------------------------------------


def test_initiative() -> None:
    """pw:4.11 (PW-4.11-a): September 1944, Germany + 1, USA + 3; a blank cell is 0."""
    assert COMMAND.initiative_bonus("Germany", 1944, 9) == 1
    assert COMMAND.initiative_bonus("U.S.A.", 1944, 9) == 3
    assert COMMAND.initiative_bonus("Germany", 1944, 6) == 2
    assert COMMAND.initiative_bonus("Russia", 1941, 7) == -2
    assert COMMAND.initiative_bonus("Russia", 1943, 7) == 0
    assert COMMAND.initiative_bonus("Germany", 1945, 2) == 0
    assert len(COMMAND.initiative) == 11


def test_radio_and_command_range() -> None:
    """pw:5.1, pw:4.13, pw:4.13.1, pw:4.13.3 (PW-4.13.3-a), pw:5.0.5"""
    assert (COMMAND.contact["german-command"].new, COMMAND.contact["german-command"].maintain) == (6, 1)
    assert COMMAND.contact["us-fo"].new == 4
    assert COMMAND.contact["soviet-fo-39"].new == 9
    assert len(COMMAND.contact) == 12
    assert (COMMAND.ranges["infantry"].in_sight, COMMAND.ranges["infantry"].out_of_sight) == (150, 75)
    assert (COMMAND.ranges["mechanised"].in_sight, COMMAND.ranges["mechanised"].out_of_sight) == (350, 200)
    assert (COMMAND.ranges["FM"].in_sight, COMMAND.ranges["AM"].in_sight) == (800, 600)
    assert COMMAND.radio["low hills"].fm * 800 == 600
    assert COMMAND.radio["low hills"].am * 600 == pytest.approx(400)
    assert COMMAND.radio["tall hills"].am * 600 == pytest.approx(200)


def test_orders_and_regrouping() -> None:
    """pw:4.2, pw:4.9.4, pw:4.9.5"""
    assert set(COMMAND.orders) == set(Tactical)
    assert COMMAND.orders[Tactical.BOUND].doctrine == "AoW only"
    assert COMMAND.regroup["mechanised", "led, with losses"] == "D3"
    assert COMMAND.regroup["mechanised", "without command element"] == "D6"
    assert COMMAND.regroup["infantry", "led, without losses"] == "1"


# -- infantry and morale ---------------------------------------------------------------------------


def test_morale_entries() -> None:
    """pw:12.9.1 (PW-12.9.1-a): the break factor of the example is + 2."""
    regular = INFANTRY.grades[Grade.REGULAR]
    assert (regular.breaks, regular.rallies, regular.disperses) == (2, 7, 2)
    assert set(INFANTRY.grades) == set(Grade)


def test_general_morale() -> None:
    """pw:13.1: 15, 30, 60, 80 percent; pw:4.9.2: 10 without a leader; better troops fail less, heavy losses more."""
    assert INFANTRY.loss_levels == (15, 30, 60, 80)
    assert INFANTRY.general_modifiers["leaderless"] == -10
    for level in INFANTRY.loss_levels:
        fails = [INFANTRY.general[grade][level] for grade in (Grade.GREEN, Grade.REGULAR, Grade.VETERAN, Grade.ELITE)]
        assert fails == sorted(fails, reverse=True)
    for grade in Grade:
        assert list(INFANTRY.general[grade].values()) == sorted(INFANTRY.general[grade].values())


def test_morale_failure() -> None:
    """pw:13.3: roll - 20; pw:4.6.5: roll + 5; pw:13.2.3: Halt and Regroup are no losses."""
    assert INFANTRY.failure_modifiers["heavy-first-losses"] == -20
    assert INFANTRY.failure_modifiers["charge"] == 5
    orders = [INFANTRY.failure(roll).order for roll in (-20, 10, 11, 31, 51, 76, 120)]
    assert orders == [
        Forced.ROUT,
        Forced.ROUT,
        Forced.RETREAT,
        Forced.WITHDRAW,
        Forced.REGROUP,
        Forced.HALT,
        Forced.HALT,
    ]
    for line in INFANTRY.failures:
        assert line.counts_as_loss == (line.order not in (Forced.HALT, Forced.REGROUP))
    assert INFANTRY.failure(130).order is Forced.HALT
    assert INFANTRY.failure(-200).order is Forced.ROUT


def test_close_assault() -> None:
    """pw:12.11.4: base 1; pw:12.11.6, pw:12.11.6.1"""
    assert INFANTRY.assault["base"] == 1
    assert len(INFANTRY.assault.by_key) == 22
    assert [INFANTRY.close_assault(roll).effects for roll in (-1, 2, 5, 9, 10, 13)] == [
        ("stun-roll",),
        ("stun-roll",),
        ("mobility",),
        ("fire",),
        ("destroyed",),
        ("destroyed",),
    ]
    assert INFANTRY.close_assault(7, fortification=True).killpower == 4
    assert INFANTRY.close_assault(12, fortification=True).destruction == 5
    assert INFANTRY.assault_results["demo charge"] == 2


# -- artillery -------------------------------------------------------------------------------------


def test_areas() -> None:
    """pw:10.1.2, pw:10.1.4: a single weapon has a circle of 19; mortars are square, guns longer than wide."""
    assert (ARTILLERY.area("single", 75).length, ARTILLERY.area("single", 75).width) == (19, 19)
    assert (ARTILLERY.area("howitzer", 105).length, ARTILLERY.area("howitzer", 105).width) == (100, 75)
    assert ARTILLERY.area("mortar", 81).length == ARTILLERY.area("mortar", 81).width == 50
    assert ARTILLERY.area("gun", 87.6).told == "87-88mm gun"
    assert ARTILLERY.area("howitzer", 75).told == "75-76mm gun or howitzer"
    assert ARTILLERY.area("rockets", 132).width == 150
    with pytest.raises(KeyError):
        ARTILLERY.area("catapult", 75)
    for one in ARTILLERY.areas:
        assert one.length >= one.width


def test_time_lag() -> None:
    """pw:5.3.4, pw:5.3.5, pw:10.8.4"""
    lag = ARTILLERY.time_lag
    assert (lag["fo"], lag["command"], lag["not-direct-support"], lag["reference-point"]) == (2, 3, 2, -1)
    assert lag["pre-planned"] == 0


def test_scatter() -> None:
    """pw:10.5.5.1 to pw:10.5.5.4, pw:10.6.7.1 to pw:10.6.7.3, pw:10.6.9, pw:10.8.5"""
    assert [ARTILLERY.scatter_of("direct", at).times for at in (600, 601, 900, 901, 1801)] == [0, 5, 5, 10, 20]
    assert (ARTILLERY.scatter_of("indirect", 3000).times, ARTILLERY.scatter_of("indirect", 3000).twice) == (30, True)
    assert ARTILLERY.scatter_of("trp", 3000).times == 20
    assert not ARTILLERY.scatter_of("trp", 3000).twice
    assert (ARTILLERY.scatter_of("rockets-first", 1).times, ARTILLERY.scatter_of("rockets-later", 1).times) == (30, 20)


def test_smoke() -> None:
    """pw:11.3, pw:11.3.3, pw:11.3.5, pw:11.3.6, pw:11.4, pw:11.4.1, pw:11.9.5"""
    slow, fast, white = (ARTILLERY.smoke[kind] for kind in ("slow CBE", "fast CBE", "WP"))
    assert (slow.least, slow.most, slow.overshoot, slow.begins, slow.lasts, slow.thick) == (200, 1600, 20, 2, 4, True)
    assert (fast.begins, fast.lasts) == (1, 2)
    assert (white.least, white.most, white.overshoot, white.lasts) == (50, None, 10, 2)
    assert ARTILLERY.smoke["discharger"].most == 30
    assert [ARTILLERY.shifts[die].side for die in range(1, 7)] == [0, 0, -1, 1, -1, 1]
    assert [ARTILLERY.shifts[5].length(at) for at in (400, 401, 801)] == [50, 75, 100]
    assert [ARTILLERY.shifts[3].length(at) for at in (400, 800, 801)] == [25, 37.5, 50]


def test_priorities_and_reference_points() -> None:
    """pw:10.9.1: 0 is denied; pw:10.9.2: the highest rating first; pw:10.8.1, pw:10.8.2"""
    ratings = [one.rating for one in ARTILLERY.priorities]
    assert ratings == sorted(ratings, reverse=True)
    assert ARTILLERY.priority("squad").turns["German to 105"] == 0
    assert ARTILLERY.priority("afv-company").turns["US to 105"] == 6
    assert ARTILLERY.reference_points == {"attack": 3, "defence": 5, "meeting": 3}
    with pytest.raises(KeyError):
        ARTILLERY.priority("nobody")


def test_aggregate_chances_are_exact() -> None:
    """pw:2.4: the exact binomial, in percent."""
    assert len(ARTILLERY.aggregate) == 5 * 25
    for (single, attempts), percents in ARTILLERY.aggregate.items():
        chance = single / 10
        for least, percent in enumerate(percents, 1):
            exact = sum(
                comb(attempts, k) * chance**k * (1 - chance) ** (attempts - k) for k in range(least, attempts + 1)
            )
            assert abs(percent - 100 * exact) <= 0.0051, (single, attempts, least)
