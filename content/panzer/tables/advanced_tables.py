"""The tables of the Advanced Game, from ``tables/*.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from content.kit.folders import kept
from content.panzer.tables.morale_tables import morale_tables
from content.panzer.tables.tables import Table, table
from core.panzer.pieces.advanced_tables import (
    AdvancedTables,
    AirSpotting,
    Attachment,
    BailOutTest,
    BuildingEntry,
    GpModifier,
    Grade,
    HitAngle,
    HitsRow,
    SpottingChances,
)
from core.panzer.pieces.weapons import RangeFactor

#: Columns of the AP Number of Hits Table: rate of fire and number of hits, most hits first.
_HITS: Final = {"Q": (("Q_2_hits", 2),), "R": (("R_2_hits", 2),), "F": (("F_3_hits", 3), ("F_2_hits", 2))}
_NONE: Final = "-"


@kept
def advanced_tables() -> AdvancedTables:
    """All of them."""
    grades = table("unit-grade-other")
    commands = table("available-commands-hex")
    terrain = table("terrain-effects-hex")
    return AdvancedTables(
        gp_results={row[0]: tuple((low, high) for low, high in row[1:]) for row in table("gp-combat-results").rows},
        gp_modifiers=_gp_modifiers(table("gp-fire-modifiers")),
        number_of_hits=tuple(_hits(table("ap-number-of-hits"))),
        hit_locations={HitAngle(row[0]): tuple(row[1:]) for row in table("ap-hit-locations-hex").rows},
        bail_out={
            (cause, who): BailOutTest(value, "at least" in test)
            for cause, who, test, value in table("bail-out-hex").rows
        },
        ap_grade=_by_range(table("unit-grade-ap")),
        gp_grade=_by_range(table("unit-grade-gp")),
        close_combat_grade={Grade(name): value for name, value in grades.column("hth_ca").items()},
        quickmarch={Grade(name): _upper(text) for name, text in grades.column("quickmarch_suppressed").items()},
        recovery={Grade(name): _upper(text) for name, text in grades.column("suppression_recovery").items()},
        recovery_modifiers=_numbers(table("suppression-recovery")),
        initiative={Grade(name): value for name, value in table("force-grade-initiative").rows},
        available_commands={Grade(row[0]): tuple(row[1:11]) for row in commands.rows},
        command_range={Grade(name): value for name, value in commands.column("command_range_hexes").items()},
        building_entry={row[0]: _building(row) for row in table("building-vehicle-into").rows},
        close_assault={row[0]: (row[1], row[2]) for row in table("close-assault-gp").rows},
        close_assault_modifiers=_numbers(table("close-assault-modifiers")),
        hand_to_hand_modifiers=_numbers(table("hand-to-hand-modifiers")),
        hull_down_search=_numbers(table("hull-down-search")),
        entrenchment_turns=dict(table("hasty-entrenchment").rows),
        response={
            row[0]: {
                Attachment(name): value
                for name, value in zip(("Attached", "Organic", "Unattached"), row[1:], strict=True)
            }
            for row in table("called-if-response-hex").rows
        },
        response_modifiers=_numbers(table("called-if-modifiers")),
        scatter=tuple((last, hexes) for _, last, hexes in table("if-scatter").rows),
        hull_down={name: _upper(text) for name, text in terrain.column("hull_down").items() if text[:1].isdigit()},
        bog={name: _upper(text) for name, text in terrain.column("bog").items() if text[:1].isdigit()},
        bogging=_numbers(table("bogging")),
        overhead=dict(terrain.column("overhead")),
        terrain_defense={
            name: _defense(value) for name, value in terrain.column("gp_def").items() if value not in (_NONE, None)
        },
        needs_support=frozenset(name for name, value in terrain.column("support").items() if value == "yes"),
        heat_haze=dict(table("heat-haze-range").column("hex_at_least_hexes")),
        air_spotting={(row[0], row[1]): AirSpotting(row[2], row[3]) for row in table("aa-aircraft-spotting").rows},
        air_shadow={row[0]: tuple(row[2:11]) for row in table("aircraft-los").rows},
        air_modifiers=_numbers(table("aa-aircraft-modifiers")),
        spotting_chances={Grade(row[0]): SpottingChances(row[1], row[2]) for row in table("spotting-or").rows},
        bomb_scatter=dict(table("bomb-scatter").rows),
        morale=morale_tables(),
    )


def _numbers(one: Table) -> Mapping[str, int]:
    """The hex edition's modifiers by id; those that come from elsewhere are left out."""
    return {name: value for name, value in one.column("hex").items() if type(value) is int}


def _gp_modifiers(one: Table) -> Mapping[str, GpModifier]:
    made: dict[str, GpModifier] = {}
    for row in one.rows:
        cells = dict(zip(one.columns, row, strict=True))
        rule = str(cells["rule_ids"]).split(";")[0].strip()
        made[row[0]] = GpModifier(cells["modifier"], _or_none(cells["hex_df"]), _or_none(cells["hex_if"]), rule)
    return made


def _or_none(cell: Any) -> int | None:
    return cell if type(cell) is int else None


def _upper(text: str) -> int:
    """The upper end of a range of a d100: 50 of "01-50", 100 of "81-00"."""
    end = int(text.split("-")[1])
    return end or 100


def _hits(one: Table) -> list[HitsRow]:
    rows: list[HitsRow] = []
    for row in one.rows:
        cells = dict(zip(one.columns, row, strict=True))
        hits = {
            rate: tuple((_upper(cells[column]), count) for column, count in columns if cells[column] != _NONE)
            for rate, columns in _HITS.items()
        }
        rows.append(HitsRow(cells["hit_number_from"], cells["hit_number_to"], hits))
    return rows


def _by_range(one: Table) -> Mapping[Grade, Mapping[RangeFactor, int]]:
    return {Grade(row[0]): dict(zip(RangeFactor, row[1:], strict=True)) for row in one.rows}


def _building(row: tuple[Any, ...]) -> BuildingEntry:
    return BuildingEntry(hit=_upper(row[1]), track=_upper(row[2]))


def _defense(value: Any) -> int | None:
    """A GP Defense Factor; None for a range such as 5-10, out of which the scenario chooses."""
    return int(value) if str(value).isdigit() else None
