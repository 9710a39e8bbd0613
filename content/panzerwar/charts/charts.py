"""All charts of Panzer War, from ``charts/*.toml`` (pw:2.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from content.kit import tables as kit
from content.kit.folders import kept
from content.kit.load import no_such
from content.panzerwar.charts.artillery import artillery_charts
from content.panzerwar.charts.chart_file import chart_tables, shown, stated
from content.panzerwar.charts.command import command_charts
from content.panzerwar.charts.damage import damage_charts
from content.panzerwar.charts.fire import fire_charts
from content.panzerwar.charts.ground import ground_charts
from content.panzerwar.charts.infantry import infantry_charts
from content.panzerwar.charts.sighting import sighting_charts
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.rows import Chart
from core.presentation import TerrainLook

#: What runs through hexes, and is drawn as their ground under a bridge alone.
STREAM: Final = "shallow-stream"


@kept
def charts() -> Charts:
    """The charts as the rules use them. ContentError with every mistake of the files."""
    tables = chart_tables()
    made = Charts(
        command=command_charts(tables),
        ground=ground_charts(tables),
        sighting=sighting_charts(tables),
        fire=fire_charts(tables),
        damage=damage_charts(tables),
        infantry=infantry_charts(tables),
        artillery=artillery_charts(tables),
        numbers={entry.id: entry.value for entry in stated()[2].values()},
        tables={table.id: shown(table) for table in tables.tables.values()},
    )
    tables.done()
    return made


def chart(id_: str) -> Chart:
    """The chart with this id, as it is shown. ContentError, with those most like it, if there is none."""
    known = charts().tables
    if id_ not in known:
        raise no_such("panzerwar/charts", id_, known)
    return known[id_]


@kept
def terrain_looks() -> Mapping[str, TerrainLook]:
    """How each terrain that a hex may have, or a bridge may span, is drawn, by terrain id."""
    return kit.terrain_looks("panzerwar", (*grounds(), STREAM))


def grounds() -> tuple[str, ...]:
    """The terrains that a hex may have, as the Terrain Annex names them."""
    return tuple(one.id for one in charts().ground.terrain.values() if one.kind == "area")
