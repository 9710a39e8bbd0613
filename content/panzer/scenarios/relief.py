"""A relief force as files state it: which formations, by which ways they may arrive (min:23.2.4.4, min:23.3.6.a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from content.kit.goals import at_edge
from content.panzer.scenarios.scenario_file import ReliefLine
from content.panzer.scenarios.scenario_proof import Draft
from content.panzer.tables.battle_tables import battle_tables
from core.hexes import Hex
from core.panzer.forces.engagements import arrival_points, arrival_turns
from core.panzer.pieces.course import ReliefForce, Way
from core.panzer.pieces.scenario import ScenarioUnit
from core.setting import Entry


def relief_force(draft: Draft, units: Sequence[ScenarioUnit]) -> ReliefForce | None:
    """The relief force of a scenario, if it has one; when it arrives, and for how many points, the tables say."""
    line = draft.data.relief
    if line is None:
        return None
    proof, tables = draft.proof, battle_tables()
    side = draft.side("relief.side", line.side)
    own = [unit for unit in units if unit.side == side]
    for name in line.formations:
        proof.among("relief.formations", name, {unit.formation for unit in own}, "the formation")
    coming = frozenset(unit.id for unit in own if unit.formation in line.formations)
    if not coming:
        proof.mistake("relief.formations", "none", "the formations of the relief force")
    turns, worth = arrival_turns(tables), sum(unit.value for unit in own)
    if turns.highest > draft.data.turns:
        proof.mistake("relief", f"{draft.data.turns} turns", f"a scenario of {turns.highest} turns or more")
    ways = tuple(_ways(draft, line))
    if not ways or ways[-1].highest != 100:
        proof.mistake("relief.ways", f"{len(ways)} ways", "at least one, and the last with highest = 100")
    return ReliefForce(
        side=side,
        units=coming,
        arrives=tables.relief,
        points={turn: arrival_points(tables, worth, turn) for turn in tables.relief},
        ways=ways,
        grade=draft.grade(line.grade, "relief"),
    )


def waiting(units: Sequence[ScenarioUnit], force: ReliefForce | None) -> tuple[ScenarioUnit, ...]:
    """The units, of which those of a relief force wait off the map, for its last turn of arrival and any way."""
    if force is None:
        return tuple(units)
    hexes = tuple(dict.fromkeys(hex_ for way in force.ways for hex_ in way.hexes))
    entry = Entry(max(force.arrives), hexes)
    return tuple(evolve(u, entry=entry) if u.id in force.units and not u.riding else u for u in units)


def _ways(draft: Draft, line: ReliefLine) -> Iterator[Way]:
    lowest, taken = 0, set[Hex]()
    for at, way in enumerate(line.ways, 1):
        key = f"relief.ways[{at}]"
        hexes = draft.hexes(way.hexes, f"{key}.hexes")
        at_edge(hexes, f"{key}.hexes", draft.map, draft.proof)
        if not hexes or taken & set(hexes):
            draft.proof.mistake(f"{key}.hexes", way.hexes or "nothing", "hexes that no other way has")
        if not lowest < way.highest <= 100:
            draft.proof.mistake(f"{key}.highest", str(way.highest), f"{lowest + 1} to 100")
        lowest, taken = way.highest, taken | set(hexes)
        yield Way(way.id, way.name, way.highest, hexes)
