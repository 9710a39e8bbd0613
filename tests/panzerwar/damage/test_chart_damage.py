"""The charts of damage, cell by cell: locations, bail-out, towed guns (pw:9.5, pw:9.14, pw:9.22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from core.event import UnitId
from core.panzerwar.damage import bail_out, gun_hits
from core.panzerwar.damage.location_damage import BARRELS, needs
from core.panzerwar.damage.locations import Struck
from core.panzerwar.pieces.charts.damage import ALWAYS, DamageColumn, DamageRow
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.harm import TRACKS, Damage
from core.panzerwar.pieces.strike import Aspect, GunEffect, Part
from tests.panzerwar.damage.hits import CARDS, CHARTS, a_strike, a_target, he, scripted, struck

CHART: Final = CHARTS.damage
#: What is struck where a column counts.
STRUCK: Final[Mapping[DamageColumn, Struck]] = {
    DamageColumn.FRONT_HULL: Struck(Part.HULL, Aspect.FRONT, 5),
    DamageColumn.TURRET: Struck(Part.TURRET, Aspect.FRONT, 8),
    DamageColumn.REAR_HULL: Struck(Part.HULL, Aspect.REAR, 5),
    DamageColumn.CUPOLA: Struck(Part.CUPOLA, Aspect.FRONT, 11),
    DamageColumn.TOP_TURRET: Struck(Part.TOP_TURRET, None, 0),
    DamageColumn.TOP_DECK: Struck(Part.TOP_DECK, None, 0),
}
#: What a row destroys of a tank with a hull gunner that carries men.
DESTROYS: Final[Mapping[DamageRow, frozenset[Damage]]] = {
    DamageRow.FIRE: frozenset({Damage.FIRE}),
    DamageRow.MOBILITY: frozenset({Damage.MOBILITY}),
    DamageRow.GUN: frozenset({Damage.GUN}),
    DamageRow.COMMANDER: frozenset({Damage.COMMANDER}),
    DamageRow.HULL_GUN: frozenset({Damage.HULL_GUNNER}),
    DamageRow.PASSENGERS: frozenset(),
}
D: Final = 6


def tank(**changes: Any) -> Any:
    return a_target("t34-85", **{"hull_gunner": True, "carried": (UnitId("men"),), **changes})


# -- locations -------------------------------------------------------------------------------------------


def test_the_chart_has_all_its_rows_and_columns() -> None:
    """pw:9.5.3: every damage somewhere, every column something."""
    assert {row for row, _ in CHART.locations} == set(DamageRow) == set(DESTROYS)
    assert {column for _, column in CHART.locations} == set(DamageColumn) == set(STRUCK)


@pytest.mark.parametrize("column", list(DamageColumn))
@pytest.mark.parametrize("destruction", [1, D, 9])
def test_every_cell_is_rolled_for(column: DamageColumn, destruction: int) -> None:
    """pw:9.5, pw:9.5.1, pw:9.5.2: D and what the cell says; nothing where it says nothing."""
    wanted = {row: CHART.locations[row, column] for row in DamageRow if (row, column) in CHART.locations}
    found = {need.row: need for need in needs(CHARTS, tank(), STRUCK[column], column, destruction)}
    assert set(found) == set(wanted)
    for row, offset in wanted.items():
        need = found[row]
        assert need.destroys == DESTROYS[row]
        assert need.always is (offset == ALWAYS)
        if offset != ALWAYS:
            assert need.number == destruction + offset
            assert sum(reason.amount for reason in need.why) == need.number


#: Who strikes a cell: how the hull or the turret is hit, and the dice before those of the rows.
_HITS: Final[Mapping[DamageColumn, tuple[float, tuple[int, ...]]]] = {
    DamageColumn.FRONT_HULL: (0.0, (5, 5)),
    DamageColumn.TURRET: (0.0, (8, 5)),
    DamageColumn.REAR_HULL: (180.0, (5, 5)),
}


@pytest.mark.parametrize(
    ("column", "row"),
    [(c, r) for c in _HITS for r in DamageRow if (r, c) in CHART.locations and r is not DamageRow.FIRE],
)
def test_a_die_of_the_number_destroys_and_one_less_does_not(column: DamageColumn, row: DamageRow) -> None:
    """pw:9.5.2, pw:9.8, pw:9.9, pw:9.10, pw:9.11, pw:9.12: by dice, in the order of the chart."""
    bearing, before = _HITS[column]
    order = [one for one in DamageRow if (one, column) in CHART.locations]
    number = D + CHART.locations[row, column]
    for die, happens in ((number, True), (number - 1, False)):
        rolls = [die if one is row else 2 for one in order[: order.index(row) + 1]]
        effect = struck(tank(), a_strike(penetration=30.0, bearing=bearing, destruction=D), *before, *rolls)
        if row is DamageRow.PASSENGERS:
            assert bool(effect.passengers) is happens
        else:
            assert effect.damage == (DESTROYS[row] if happens else frozenset())


@pytest.mark.parametrize("column", list(_HITS))
def test_fire_burns_at_the_number_and_explodes_over_it(column: DamageColumn) -> None:
    """pw:9.6, pw:9.6.1."""
    bearing, before = _HITS[column]
    number = D + CHART.locations[DamageRow.FIRE, column]
    for die, burns, explodes in ((number - 1, False, False), (number, True, False), (number + 1, False, True)):
        effect = struck(tank(), a_strike(penetration=30.0, bearing=bearing, destruction=D), *before, die)
        assert (Damage.FIRE in effect.damage, effect.destroyed) == (burns, explodes)


# -- bail-out --------------------------------------------------------------------------------------------


#: What each row of the Vehicle Bailout Table counts for: of a crew of regulars, unless it is a grade.
BAILOUT: Final[Mapping[str, tuple[frozenset[Damage], Grade, bool]]] = {
    "fire": (frozenset({Damage.FIRE}), Grade.REGULAR, False),
    "track": (frozenset({Damage.LEFT_TRACK}), Grade.REGULAR, False),
    "mobility": (frozenset({Damage.MOBILITY}), Grade.REGULAR, False),
    "gun": (frozenset({Damage.GUN}), Grade.REGULAR, False),
    "tc": (frozenset({Damage.COMMANDER}), Grade.REGULAR, False),
    "hull-gun": (frozenset({Damage.HULL_GUNNER}), Grade.REGULAR, False),
    "stunned": (frozenset({Damage.GUN}), Grade.REGULAR, True),
    "green": (frozenset({Damage.GUN}), Grade.GREEN, False),
    "regular": (frozenset({Damage.GUN}), Grade.REGULAR, False),
    "veteran": (frozenset({Damage.GUN}), Grade.VETERAN, False),
    "elite": (frozenset({Damage.GUN}), Grade.ELITE, False),
}


def test_every_row_of_the_bailout_table_has_a_case() -> None:
    """pw:9.14.1, pw:9.14.3."""
    assert set(CHART.bail_out) == set(BAILOUT)


@pytest.mark.parametrize("key", list(BAILOUT))
def test_a_row_of_the_bailout_table_counts(key: str) -> None:
    """pw:9.14.1, pw:9.14.3, pw:9.15.1: once, with its figure, beside the others."""
    damage, grade, stunned = BAILOUT[key]
    found = bail_out.bail_out_number(CHARTS, damage, grade, stunned=stunned)
    plain = bail_out.bail_out_number(CHARTS, frozenset({Damage.GUN}), Grade.REGULAR, stunned=False).total
    beside = plain if key in ("stunned", *(one.value for one in Grade)) else 0
    assert found.total == beside + CHART.bail_out[key]


@pytest.mark.parametrize("other", [Damage.SPONSON_GUN, Damage.SECOND_GUN])
def test_further_guns_count_as_the_hull_gun(other: Damage) -> None:
    """pw:9.14.1."""
    found = bail_out.bail_out_number(CHARTS, frozenset({other}), Grade.REGULAR, stunned=False)
    assert found.total == CHART.bail_out["hull-gun"]


def test_every_damage_has_its_row() -> None:
    """pw:9.14: but what befalls a gun's carriage, whose crew does not bail out."""
    for damage in set(Damage) - {Damage.CARRIAGE}:
        found = bail_out.bail_out_number(CHARTS, frozenset({damage}), Grade.REGULAR, stunned=False)
        assert [reason.amount for reason in found.reasons if reason.amount], damage
    both = bail_out.bail_out_number(CHARTS, TRACKS, Grade.REGULAR, stunned=False)
    assert both.total == CHART.bail_out["mobility"]
    assert set(BARRELS.values()) <= set(Damage)


# -- towed guns ------------------------------------------------------------------------------------------


def gun(strike: Any, *rolled: int) -> GunEffect:
    """A hit on a gun of 75 mm that faces north; all other dice bring about nothing."""
    return gun_hits.hit_gun(CHARTS, gun_hits.GunTarget(card=CARDS.guns["pak40"]), strike, scripted(*rolled))


def test_the_dice_of_the_towed_chart_are_whole() -> None:
    """pw:9.22.4: each face of a D10 hits one thing."""
    faces = [die for line in CHART.towed for die in range(line.die_from, line.die_to + 1)]
    assert faces == list(range(1, 11))


@pytest.mark.parametrize("die", range(1, 11))
def test_every_line_of_the_towed_chart_from_behind(die: int) -> None:
    """pw:9.22.3, pw:9.22.4: no shield helps; the gun at D and more, or its carriage, the crew by killpower."""
    line = CHART.gun_hit(die)
    for strike, crew in ((he(bearing=180.0, destruction=D, killpower=4), 4), (a_strike(bearing=180.0), None)):
        missed = gun(strike, die, *((D + (line.destroyed or 0) - 1,) if line.destroyed is not None else ()))
        assert (missed.location, missed.destroyed, missed.carriage) == (line.location, False, False)
        wanted = line.ap_crew if crew is None else None if line.crew is None else crew + line.crew
        if crew is None and line.ap_crew is not None:
            wanted = line.ap_crew + (line.crew or 0)
        assert missed.crew == wanted
        if line.destroyed is not None:
            hit = gun(strike, die, D + line.destroyed)
            assert (hit.destroyed, hit.carriage) == (not line.towing, line.towing)


@pytest.mark.parametrize("die", range(1, 11))
def test_every_line_of_the_towed_chart_at_its_shield(die: int) -> None:
    """pw:9.22.2, pw:9.22.3: from the front what the chart says is behind it must be reached through it."""
    line = CHART.gun_hit(die)
    weak = gun(a_strike(penetration=0.1), die, 2)
    assert weak.shield is line.shield
    assert weak.pierced is not line.shield
    if line.shield:
        assert (weak.destroyed, weak.carriage, weak.crew) == (False, False, None)
    strong = gun(a_strike(penetration=30.0), die, *((4,) if line.shield else ()))
    assert strong.pierced
