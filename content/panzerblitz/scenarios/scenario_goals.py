"""What a side must reach and where it may leave, as files of Situations state it (pb:PB-WIN-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from content.kit.load import Proof, one_of
from content.panzerblitz.counters.units import unit_types
from content.panzerblitz.scenarios.scenario_file import ExitLine, GoalLine
from core.event import SideId
from core.panzerblitz.pieces.situation import Exit, Goal, Level, Measure

_LEVELS: Final[Mapping[str, Level]] = {level.name.lower(): level for level in Level if level}
#: Measures that are met or not.
_PLAIN: Final = (Measure.CORRIDOR, Measure.FIRE_LINE, Measure.PREVENTION)
#: Measures without an area, and those with a second one.
_NOWHERE: Final = (Measure.LOSSES, Measure.OWN_LOSSES, Measure.LOSS_RATIO, Measure.PREVENTION)
_TWO_AREAS: Final = (Measure.ROUND_TRIP, Measure.CORRIDOR, Measure.FIRE_LINE)


def goals(
    lines: Sequence[GoalLine], sides: Collection[str], areas: Collection[str], proof: Proof, under: str = ""
) -> Iterator[Goal]:
    """The goals of both sides. under: what stands before their keys in messages."""
    for at, line in enumerate(lines, 1):
        key = f"{under}goal[{at}]"
        proof.among(f"{key}.side", line.side, sides, "the side")
        measure = one_of(Measure, line.measure, f"{key}.measure", proof)
        for area in (line.area, line.out):
            if area is not None:
                proof.among(key, area, areas, "the area")
        for name in line.levels:
            proof.among(f"{key}.levels", name, _LEVELS, "the level")
        for name in line.weights:
            proof.among(f"{key}.weights", name, unit_types(), "the counter")
        if measure is not None:
            _prove(line, measure, key, proof)
            yield Goal(
                side=SideId(line.side),
                measure=measure,
                levels={_LEVELS[name]: limit for name, limit in line.levels.items() if name in _LEVELS},
                text=line.text,
                at_most=line.at_most,
                area=line.area,
                out=line.out,
                away=line.away,
                width=line.width,
                weights=line.weights,
            )


def _prove(line: GoalLine, measure: Measure, key: str, proof: Proof) -> None:
    """Limits rise with the level, or fall if they are upper ones; what a measure needs is there."""
    limits = [line.levels[name] for name in _LEVELS if name in line.levels]
    if measure in _PLAIN and limits != [1]:
        proof.mistake(f"{key}.levels", str(dict(line.levels)), "one level with limit 1")
    elif not limits or limits != sorted(limits, reverse=line.at_most):
        order = "falling limits" if line.at_most else "rising limits"
        proof.mistake(f"{key}.levels", str(dict(line.levels)), order)
    needs_area, needs_out = measure not in _NOWHERE, measure in _TWO_AREAS
    if needs_area != (line.area is not None) or needs_out != (line.out is not None):
        needed = "area and out" if needs_out else "area" if needs_area else "neither area nor out"
        proof.mistake(key, f"area {line.area!r}, out {line.out!r}", f"{needed} for {measure.value}")


def exits(
    lines: Sequence[ExitLine], sides: Collection[str], areas: Collection[str], proof: Proof, under: str = ""
) -> Iterator[Exit]:
    """The edges by which sides may leave."""
    for at, line in enumerate(lines, 1):
        proof.among(f"{under}exit[{at}].side", line.side, sides, "the side")
        proof.among(f"{under}exit[{at}].area", line.area, areas, "the area")
        yield Exit(SideId(line.side), line.area, line.returns)
