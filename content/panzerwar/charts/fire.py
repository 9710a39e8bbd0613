"""The charts of direct fire, from their tables (pw:8.0 to pw:8.17.4)."""

from __future__ import annotations

from typing import Final

from content.panzerwar.charts.chart_file import ChartTables, Line
from core.panzerwar.pieces.cards import Rotation
from core.panzerwar.pieces.charts.fire import Canister, CrewLoss, FireCharts, Jam, Tilt
from core.panzerwar.pieces.travel import Motion

#: The fire segments in which elements fire by the table.
_SEGMENTS: Final = ("E1", "E2", "E3", "E4")
#: The row of the Fire Segment Allocation Table that is a rule, not a motion (pw:8.5.1).
_TOWED: Final = "towed"
_HITS: Final = "additional-hits-rof-"

Segments = dict[tuple[Motion, bool], tuple[str, ...]]


def fire_charts(tables: ChartTables) -> FireCharts:
    """The charts of direct fire; what is wrong in them is noted."""
    old, new = _segments(tables)
    return FireCharts(
        to_hit=tables.modifiers("to-hit-modifiers", "first-shot", "acquired", "size"),
        killpower=tables.modifiers("killpower-adjustments", "moved-open", "first-sight", "canister"),
        segments=old,
        first_sight_segments=new,
        multiple_fire=tuple(
            (
                line.whole("ROF from"),
                line.whole("ROF to"),
                {motion: line.whole(motion.value) for motion in Motion},
            )
            for line in tables.lines("multiple-fire")
        ),
        hits={int(id_.removeprefix(_HITS)): _hits(tables, id_) for id_ in tables.tables if id_.startswith(_HITS)},
        rotation=_rotation(tables),
        covered_arcs=_numbers(tables, "covered-arcs", "degrees either side"),
        fire_zones=_numbers(tables, "fire-zones", "degrees either side"),
        first_sight={line.text("key"): line.whole("maximum") for line in tables.lines("first-sight")},
        dead_zones={
            line.text("key"): (line.whole("slope 1-3"), line.perhaps("slope 4-6"))
            for line in tables.lines("dead-zones")
        },
        tilts=tuple(
            Tilt(*(line.whole(c) for c in ("angle from", "angle to", "base from", "base to", "modifier")))
            for line in tables.lines("tilt")
        ),
        jams=tuple(_jam(line) for line in tables.lines("jams")),
        crew_losses={
            line.whole("turret crew"): CrewLoss(
                line.whole("turret crew"), line.whole("to-hit"), line.flag("ROF rounds up"), line.flag("fires")
            )
            for line in tables.lines("crew-losses")
        },
        canister={
            line.text("weapon"): Canister(
                weapon=line.text("weapon"),
                vehicles=tuple(line.text("vehicles").split()),
                told=line.text("told"),
                killpower=line.whole("killpower"),
                range=line.whole("range"),
                source=line.text("source"),
            )
            for line in tables.lines("canister")
        },
    )


def _segments(tables: ChartTables) -> tuple[Segments, Segments]:
    """The Fire Segment Allocation Table, of old targets and of targets at first sight."""
    old: Segments = {}
    new: Segments = {}
    motions = {motion.value: motion for motion in Motion}
    for line in tables.lines("fire-segments"):
        movement = line.among("movement", (*motions, _TOWED))
        target = line.among("target", ("old", "first sight", "any"))
        segments = tuple(line.text("segments").split())
        if not set(segments) <= set(_SEGMENTS):
            line.proof.mistake(f"{line.key}.segments", repr(line.text("segments")), "segments such as 'E1 E3', or ''")
        if movement in motions:
            for fast in (False, True):
                if line.whole("ROF from") <= (4 if fast else 1) <= line.whole("ROF to"):
                    for table, names in ((old, ("old", "any")), (new, ("first sight", "any"))):
                        if target in names:
                            table[motions[movement], fast] = segments
    return old, new


def _hits(tables: ChartTables, id_: str) -> dict[int, tuple[int, ...]]:
    """An Additional Hit Table: by to-hit number the rolls for two hits and more."""
    made = {}
    for line in tables.lines(id_):
        needed = [line.perhaps(column) for column in line.cells if column.endswith("hits")]
        made[line.whole("to-hit")] = tuple(one for one in needed if one is not None)
    return made


def _rotation(tables: ChartTables) -> dict[Rotation, tuple[int, ...]]:
    """By class the angles beyond which there is a penalty of 1, 2, 3."""
    made: dict[Rotation, tuple[int, ...]] = dict.fromkeys(Rotation, ())
    for line in tables.lines("turret-rotation"):
        for rotation in Rotation:
            angle = line.perhaps(rotation.value)
            if angle is not None:
                made[rotation] += (angle,)
    return made


def _numbers(tables: ChartTables, id_: str, column: str) -> dict[str, float]:
    return {line.text("key"): line.number(column) for line in tables.lines(id_)}


def _jam(line: Line) -> Jam:
    return Jam(
        second_die=line.whole("second die"),
        result=line.whole("result"),
        nations=tuple(line.text("nations").split()),
        but=tuple(line.text("all but").split()),
        small_turret=line.flag("small turret"),
        limited=line.flag("limited"),
        told=line.text("who jams"),
    )
