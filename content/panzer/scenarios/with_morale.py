"""What the option Morale makes of the points of a scenario: the second of each pair that is printed (min:23.1.2).

Units are worth what the morale of their formation makes of them (min:23.2.3c); places and the lead that wins score as
the file states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from content.panzer.scenarios.scenario_file import WithMoraleLine, expanded
from content.panzer.scenarios.scenario_proof import Draft
from content.panzer.scenarios.unit_values import unit_values
from content.panzer.tables.battle_tables import battle_tables
from core.event import UnitId
from core.panzer.forces.engagements import arrival_points
from core.panzer.pieces.course import ReliefForce
from core.panzer.pieces.scenario import Scenario, ScenarioFormation, ScenarioUnit, UnitValues, Victory, WithMorale
from core.panzer.pieces.switch_ids import Switch


def with_morale(
    draft: Draft,
    units: Sequence[ScenarioUnit],
    formations: Iterable[ScenarioFormation],
    places: Sequence[str],
    victory: Victory,
    relief: ReliefForce | None,
) -> WithMorale | None:
    """What a file states of it; None if it states nothing. places: what scores, by id."""
    line, proof, key = draft.data.with_morale, draft.proof, f"{draft.under}with_morale"
    if line is None:
        return None
    if Switch.MORALE.value in draft.data.modules:
        proof.mistake(key, "the table", "nothing: the scenario is played with Morale already")
    for place in line.points:
        proof.among(f"{key}.points", place, places, "the objective, village or barrier")
    levels = {level.name: level for level in victory.levels}
    for name in line.leads:
        proof.among(f"{key}.leads", name, levels, "the level of victory")
    worth = _units(draft, line, units, formations)
    return WithMorale(
        units=worth,
        places=dict(line.points),
        victory=evolve(
            victory,
            levels=tuple(evolve(level, lead=line.leads.get(level.name, level.lead)) for level in victory.levels),
            text=line.text or victory.text,
        ),
        relief=_relief(units, worth, relief),
    )


def _units(
    draft: Draft, line: WithMoraleLine, units: Sequence[ScenarioUnit], formations: Iterable[ScenarioFormation]
) -> Mapping[UnitId, UnitValues]:
    """What each unit is worth: as the file states, else by morale if it does not state what it is worth without."""
    lines = {id_: own for side in draft.data.side for _, _, own, _, id_, _ in expanded(side)}
    for id_ in line.values:
        draft.proof.among(f"{draft.under}with_morale.values", id_, [own.id for own in lines.values()], "the unit")
    morale = {(formation.side, formation.name): formation.morale for formation in formations}
    found = {}
    for unit in units:
        own = lines.get(unit.id)
        stated = line.values.get(own.id, own.value) if own is not None else unit.value
        level = morale.get((unit.side, unit.formation))
        made = unit_values(unit.card, unit.grade, unit.labels, unit.attached, unit.size, unit.attachment, stated, level)
        if made is not None:
            found[unit.id] = made
    return found


def _relief(
    units: Sequence[ScenarioUnit], worth: Mapping[UnitId, UnitValues], relief: ReliefForce | None
) -> Mapping[int, int]:
    """What a relief force scores for its turn of arrival, a share of the value of its side (min:23.2.4.4)."""
    if relief is None:
        return {}
    force = sum(worth[unit.id].whole for unit in units if unit.side == relief.side and unit.id in worth)
    return {turn: arrival_points(battle_tables(), force, turn) for turn in relief.arrives}


def played_with_morale(scenario: Scenario) -> Scenario:
    """The scenario as it is played where Morale is switched on."""
    other = scenario.with_morale
    if other is None:
        return scenario
    score = other.places
    return evolve(
        scenario,
        units=tuple(_valued(unit, other.units.get(unit.id)) for unit in scenario.units),
        objectives=tuple(evolve(one, vp=score.get(one.id, one.vp)) for one in scenario.objectives),
        villages=tuple(evolve(one, vp=score.get(one.id, one.vp)) for one in scenario.villages),
        barriers=tuple(evolve(one, vp=score.get(one.id, one.vp)) for one in scenario.barriers),
        victory=other.victory,
        relief=evolve(scenario.relief, points=other.relief) if scenario.relief is not None else None,
    )


def _valued(unit: ScenarioUnit, values: UnitValues | None) -> ScenarioUnit:
    if values is None:
        return unit
    return evolve(
        unit,
        value=values.whole,
        reduced_value=values.reduced,
        half_value=values.half,
        damaged_value=values.damaged,
        tracked_value=values.tracked,
    )
