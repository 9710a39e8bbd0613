"""The tables of the Advanced Game, from ``tables/*.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from content.kit.folders import kept
from content.panzer.tables.minefield_tables import minefield_effects
from content.panzer.tables.morale_tables import morale_tables
from content.panzer.tables.tables import RULES, Table, table, terrain_lines
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
    InfantrySmoke,
    SpottingChances,
)
from core.panzer.pieces.cards import Slope
from core.panzer.pieces.edition import EDITIONS, HEX, MINIATURES
from core.panzer.pieces.missions import CounterBatteryResult, CounterBatteryTables
from core.panzer.pieces.weapons import RangeFactor

#: Columns of the AP Number of Hits Table: rate of fire and number of hits, most hits first.
_HITS: Final = {"Q": (("Q_2_hits", 2),), "R": (("R_2_hits", 2),), "F": (("F_3_hits", 3), ("F_2_hits", 2))}
_NONE: Final = "-"
#: An Armor Factor that no card comes near.
_THICKEST: Final = 120


#: How ids of tables end, and columns and ranges are called, that an edition has for itself.
_ENDS: Final = {"hex": "hex", "miniatures": "min"}
_RANGES: Final = {"hex": "hexes", "miniatures": "inches"}
_LOCATIONS: Final = {"hex": "ap-hit-locations-hex", "miniatures": "target-angle-wheel-locations"}
#: What an observer is called in the hex edition: the miniatures edition has observation posts (min:16.5.1.1).
_OBSERVERS: Final = {"OP": "FO"}
#: What the causes of the miniatures edition's Bail Out Table are called in that of the hex edition.
_CAUSES: Final = {
    "AP No Damage": ("AP No Damage",),
    "AP Damage": ("Damage",),
    "AP Track Hit": ("TK",),
    "GP Track": (),
    "GP Damage": (),
    "Knock Out": ("Knocked Out",),
    "Brew Up": ("Brew Up",),
    "Suppressed - DF": ("Suppressed - DF",),
    "Suppressed - IF": ("Suppressed - IF",),
}


@kept
def advanced_tables(edition: str = HEX.id) -> AdvancedTables:
    """All of them, as the rules of an edition use them."""
    end, ranges, scale = _ENDS[edition], _RANGES[edition], EDITIONS[edition].hexes_in_100_metres
    grades, assaults = table("unit-grade-other"), "close-assault-modifiers"
    commands = table(f"available-commands-{end}")
    terrain = {
        column: {id_: line[column] for id_, line in terrain_lines(edition).items()}
        for column in ("hull_down", "bog", "overhead", "gp_def", "support")
    }

    def numbers(name: str) -> Mapping[str, int]:
        return _numbers(table(name), edition)

    return AdvancedTables(
        gp_results={row[0]: tuple((low, high) for low, high in row[1:]) for row in table("gp-combat-results").rows},
        gp_modifiers=_gp_modifiers(table("gp-fire-modifiers"), edition),
        number_of_hits=tuple(_hits(table("ap-number-of-hits"))),
        hit_locations=_locations(table(_LOCATIONS[edition])),
        bail_out=_bail_out(table(f"bail-out-{end}")),
        rising_falling=_rising_falling() if edition == MINIATURES.id else {},
        ap_grade=_by_range(table("unit-grade-ap")),
        gp_grade=_by_range(table("unit-grade-gp")),
        close_combat_grade={Grade(name): value for name, value in grades.column("hth_ca").items()},
        quickmarch={Grade(name): _upper(text) for name, text in grades.column("quickmarch_suppressed").items()},
        recovery={Grade(name): _upper(text) for name, text in grades.column("suppression_recovery").items()},
        recovery_modifiers=numbers("suppression-recovery"),
        initiative={Grade(name): value for name, value in table("force-grade-initiative").rows},
        available_commands={Grade(row[0]): tuple(row[1:11]) for row in commands.rows},
        command_range={Grade(name): value for name, value in commands.column(f"command_range_{ranges}").items()},
        building_entry=_buildings(table("building-vehicle-into"), edition),
        close_assault={row[0]: (row[1], row[2]) for row in table("close-assault-gp").rows},
        close_assault_modifiers=numbers(assaults),
        hand_to_hand_modifiers=numbers("hand-to-hand-modifiers"),
        hull_down_search=numbers("hull-down-search"),
        response={
            _OBSERVERS.get(row[0], row[0]): {
                Attachment(name): value
                for name, value in zip(("Attached", "Organic", "Unattached"), row[1:], strict=True)
            }
            for row in table(f"called-if-response-{end}").rows
        },
        response_modifiers=numbers("called-if-modifiers"),
        scatter=tuple((last, hexes) for _, last, hexes in table("if-scatter").rows),
        hull_down={name: _upper(text) for name, text in terrain["hull_down"].items() if text[:1].isdigit()},
        bog={name: _upper(text) for name, text in terrain["bog"].items() if text[:1].isdigit()},
        bogging=numbers("bogging"),
        pushing=dict(table("pushing").column("value")),
        overhead=dict(terrain["overhead"]),
        terrain_defense={
            name: _defense(value) for name, value in terrain["gp_def"].items() if value not in (_NONE, None)
        },
        needs_support=frozenset(
            name for name, value in terrain["support"].items() if value == "yes" and numbers(assaults)["unsupported"]
        ),
        heat_haze=_heat_haze(table("heat-haze-range"), edition),
        air_spotting=_air_spotting(table("aa-aircraft-spotting"), edition),
        air_shadow={row[0]: tuple(scale * hexes for hexes in row[2:11]) for row in table("aircraft-los").rows},
        air_modifiers=numbers("aa-aircraft-modifiers"),
        spotting_chances={Grade(row[0]): SpottingChances(row[1], row[2], row[3]) for row in table("spotting-or").rows},
        bomb_scatter=dict(table("bomb-scatter").rows),
        fire_start={
            f"{row[0].lower()}-building": tuple(0 if cell == _NONE else _upper(cell) for cell in row[1:])
            for row in table(f"building-fire-start-{'hex' if edition == HEX.id else 'min'}").rows
        },
        infantry_smoke=_infantry_smoke(),
        counter_battery=_counter_battery(edition),
        minefields=minefield_effects(),
        morale=morale_tables(edition),
    )


def _numbers(one: Table, edition: str) -> Mapping[str, int]:
    """An edition's modifiers by id; those that come from elsewhere are left out, those that it has not are 0."""
    column = one.column(edition)
    return {
        name: 0 if value == _NONE else value for name, value in column.items() if value == _NONE or type(value) is int
    }


def _gp_modifiers(one: Table, edition: str) -> Mapping[str, GpModifier]:
    made: dict[str, GpModifier] = {}
    for row in one.rows:
        cells = dict(zip(one.columns, row, strict=True))
        rules = [rule.strip() for rule in str(cells["rule_ids"]).split(";")]
        rule = next((rule for rule in rules if rule.startswith(RULES[edition])), rules[0])
        made[row[0]] = GpModifier(
            cells["modifier"], _or_none(cells[f"{edition}_df"]), _or_none(cells[f"{edition}_if"]), rule
        )
    return made


def _or_none(cell: Any) -> int | None:
    return cell if type(cell) is int else None


def _counter_battery(edition: str) -> CounterBatteryTables:
    results = ((row[0], CounterBatteryResult(row[1])) for row in table("counter-battery-result").rows)
    return CounterBatteryTables(
        modifiers=_numbers(table("counter-battery-location"), edition),
        results=tuple((_last(text), result) for text, result in results),
        recovers=_last(table("counter-battery-recovery").column(edition)["recovers on"]),
    )


def _last(text: str) -> int:
    """The upper end of a range of a d100, of which 00 is the highest."""
    return int(text.split("-")[1]) or 100


def _infantry_smoke() -> InfantrySmoke:
    """The limits of infantry smoke by nation and year, and what is added to them (or:7.22.2)."""
    limits: dict[str, tuple[tuple[int, int], ...]] = {}
    for nation, since, value in table("infantry-smoke").rows:
        limits[nation] = (*limits.get(nation, ()), (int(since), value))
    more = dict(table("infantry-smoke-modifiers").rows)
    return InfantrySmoke(limits, {grade: more[grade.value] for grade in Grade}, more["Engineer"])


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


def _locations(one: Table) -> Mapping[HitAngle, tuple[str, ...]]:
    """Without the marks that hold in every row: a Track is hit only where a vehicle is not Hull Down, and what falls on
    the first column strikes the top (min:8.4.5.4, min:8.4.5.5)."""
    return {
        HitAngle(row[0]): tuple("TK" if cell.startswith("TK") else cell.removesuffix("x") for cell in row[1:])
        for row in one.rows
    }


def _bail_out(one: Table) -> Mapping[tuple[str, str], BailOutTest]:
    """The miniatures edition rolls low to survive, and once for a vehicle's crew (min:16.1.6.1.2)."""
    if one.id == "bail-out-hex":
        return {(cause, who): BailOutTest(value, "at least" in test) for cause, who, test, value in one.rows}
    made: dict[tuple[str, str], BailOutTest] = {}
    for name, who, _, cells in one.rows:
        for cause in _CAUSES[name]:
            for which in ("Leg", "Towed") if who == "Pass" else (who,):
                made[cause, which] = BailOutTest(_upper(cells), at_least=False)
    return made


def _rising_falling() -> Mapping[tuple[int, Slope], int]:
    """The Rising/Falling Armor Table; beyond its last line its ratios go on, a sixth, a ninth, an eighteenth."""
    found = {
        (row[0], slope): change
        for row in table("rising-falling-armor").rows
        for slope, change in zip(Slope, row[1:], strict=True)
    }
    for basis in range(max(line for line, _ in found) + 1, _THICKEST + 1):
        found |= {(basis, slope): (2 * basis * part + 18) // 36 for slope, part in zip(Slope, (3, 2, 1), strict=True)}
    return found


def _buildings(one: Table, edition: str) -> Mapping[str, BuildingEntry]:
    columns = one.column("hit"), one.column(f"{edition}_track")
    return {name: BuildingEntry(_upper(hit), _range(columns[1][name])) for name, hit in columns[0].items()}


def _range(text: str) -> tuple[int, int]:
    """The ends of a range of a d100: (51, 100) of "51-00"."""
    return int(text.split("-")[0]), _upper(text)


def _heat_haze(one: Table, edition: str) -> Mapping[str, int]:
    """ "More than 5 inches" is from 6 hexes (min:16.2.1.1)."""
    if edition == MINIATURES.id:
        return {size: inches + 1 for size, inches in one.column("miniatures_more_than_inches").items()}
    return dict(one.column("hex_at_least_hexes"))


def _air_spotting(one: Table, edition: str) -> Mapping[tuple[str, str], AirSpotting]:
    acquire, track = (one.columns.index(f"{edition}_{name}") for name in ("acquire", "track"))
    return {(row[0], row[1]): AirSpotting(row[acquire], row[track]) for row in one.rows}


def _defense(value: Any) -> int | None:
    """A GP Defense Factor; None for a range such as 5-10, out of which the scenario chooses."""
    return int(value) if str(value).isdigit() else None
