"""The charts of damage, from their tables (pw:9.0 to pw:9.22.4, pw:14.3)."""

from __future__ import annotations

import re
from typing import Final

from content.panzerwar.charts.chart_file import ChartTables, Line
from core.panzerwar.pieces.charts.damage import (
    ALWAYS,
    AspectZone,
    Change,
    DamageCharts,
    DamageColumn,
    DamageRow,
    GunHit,
    PenetrationTable,
    Plate,
    Protection,
    Ram,
)
from core.panzerwar.pieces.posture import Shield

#: What stands in a cell of damage, and what it adds to D; "-" cannot happen.
_OFFSETS: Final[dict[str, int | None]] = {"-": None, "D-1": -1, "D": 0, "D+1": 1, "killed": ALWAYS}


def damage_charts(tables: ChartTables) -> DamageCharts:
    """The charts of damage; what is wrong in them is noted."""
    return DamageCharts(
        penetration={
            (table, plate): {line.whole("D6"): _change(line, plate.value) for line in _penetration(tables, table)}
            for table in PenetrationTable
            for plate in Plate
        },
        locations=_locations(tables),
        towed=tuple(_gun_hit(line) for line in tables.lines("location-damage-towed")),
        bail_out={line.text("key"): line.whole("factor") for line in tables.lines("bailout")},
        protections={
            line.member("cover", Shield): Protection(
                line.member("cover", Shield), line.perhaps("D6 times"), line.flag("wall")
            )
            for line in tables.lines("hull-down-protection")
        },
        zones=tuple(_zone(line) for line in tables.lines("aspect-zones")),
        rams=tuple(_ram(line) for line in tables.lines("ramming")),
    )


def _penetration(tables: ChartTables, table: PenetrationTable) -> list[Line]:
    return list(tables.lines(f"variable-penetration-{table.value}"))


def _change(line: Line, column: str) -> Change:
    """A cell of variable penetration: percent, or whole cm such as +1."""
    text = line.text(column)
    if not re.fullmatch(r"\+?\d+", text):
        line.proof.mistake(f"{line.key}.{column}", repr(text), "percent such as 85, or whole cm such as +1")
        return Change(100)
    return Change(100, int(text)) if text.startswith("+") else Change(int(text))


def _locations(tables: ChartTables) -> dict[tuple[DamageRow, DamageColumn], int]:
    made = {}
    for line in tables.lines("location-damage"):
        row = line.member("damage", DamageRow)
        for column in DamageColumn:
            offset = _OFFSETS[line.text(column.value)] if line.among(column.value, _OFFSETS) in _OFFSETS else None
            if offset is not None:
                made[row, column] = offset
    return made


def _gun_hit(line: Line) -> GunHit:
    destroyed = line.among("gun destroyed", _OFFSETS)
    return GunHit(
        die_from=line.whole("D10 from"),
        die_to=line.whole("D10 to"),
        location=line.text("location"),
        shield=line.flag("shield"),
        destroyed=_OFFSETS.get(destroyed),
        towing=line.flag("towing only"),
        crew=line.perhaps("crew killpower"),
        ap_crew=line.perhaps("AP against crew"),
    )


def _zone(line: Line) -> AspectZone:
    aspects = ("front", "side", "rear")
    return AspectZone(
        bearing_from=line.whole("from"),
        bearing_to=line.whole("to"),
        zone=line.text("zone"),
        aspect=line.among("aspect", aspects),
        other=line.among("other", ("", *aspects)),
        other_from=line.whole("other on D6"),
        thicker=line.among("times 1.5", ("", *aspects)),
    )


def _ram(line: Line) -> Ram:
    return Ram(
        difference_from=line.whole("from"),
        difference_to=line.whole("to"),
        moving_destruction=line.whole("moving or ramming D"),
        moving_stun=line.whole("moving or ramming S"),
        rammed_destruction=line.whole("rammed D"),
        rammed_stun=line.whole("rammed S"),
    )
