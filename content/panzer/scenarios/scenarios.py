"""Scenarios of Panzer, from ``scenarios/<id>.toml``, proved against their board and their units' cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import evolve

from content.kit import goals
from content.kit.folders import kept
from content.kit.load import Proof, one_of
from content.kit.shelf import Shelf
from content.panzer.boards.map_layout import laid_map
from content.panzer.scenarios import scenario_goals, scenario_units, transports
from content.panzer.scenarios.advanced import hull_down, modules, sun
from content.panzer.scenarios.air_file import prove_one_side
from content.panzer.scenarios.artillery import Artillery
from content.panzer.scenarios.burning_woods import burning_woods
from content.panzer.scenarios.conditions import conditions
from content.panzer.scenarios.counters import counters
from content.panzer.scenarios.minefields import minefields
from content.panzer.scenarios.relief import relief_force, waiting
from content.panzer.scenarios.scenario_file import ScenarioFile, SideLine, expanded
from content.panzer.scenarios.scenario_proof import Draft, draft_of
from content.panzer.scenarios.with_morale import with_morale
from content.panzer.tables.advanced_tables import advanced_tables
from content.panzer.tables.tables import basic_tables
from core.board import Board
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.edition import EDITIONS, HEX
from core.panzer.pieces.scenario import Scenario, ScenarioFormation, ScenarioSide, ScenarioUnit
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Wreck
from core.setting import Zone

_LAYERS: Final = ("basic", "advanced")


#: The files of scenarios.
SCENARIOS: Final = Shelf("panzer", ScenarioFile)


@kept
def scenario(scenario_id: str) -> Scenario:
    """The scenario with this id. ContentError with every mistake of its file."""
    return make_scenario(SCENARIOS.stated(scenario_id), SCENARIOS.label(scenario_id))


def make_scenario(data: ScenarioFile, file: str, board: Board | None = None) -> Scenario:
    """The scenario that a scenario file states; `file` is its name in messages. board: its map, where it is not kept
    in a file yet."""
    proof = Proof(file)
    if not (map_ := board or laid_map(data, proof)):
        proof.done()
    assert map_ is not None
    made = _made(draft_of(data, map_, proof))
    proof.done()
    return made


def _made(draft: Draft) -> Scenario:
    """The scenario; what is wrong is noted in the order of the file, more or less."""
    data, proof = draft.data, draft.proof
    switched_on = modules(data.modules, proof, data.edition)
    _head(draft)
    zones = scenario_goals.zones(draft)
    tables = basic_tables(EDITIONS.get(data.edition, HEX).id)
    units = transports.with_parts(scenario_units.units(draft, zones, tables), switched_on, data.edition)
    transports.prove_loads(units, proof)
    prove_one_side(units, proof)
    seeking = tuple(scenario_units.counter_batteries(draft))
    return evolve(
        composed(draft, switched_on, units, scenario_units.formations(draft), zones), counter_batteries=seeking
    )


def composed(
    draft: Draft,
    switched_on: frozenset[Switch],
    units: tuple[ScenarioUnit, ...],
    formations: Iterable[ScenarioFormation],
    zones: Mapping[str, Zone],
) -> Scenario:
    """The scenario of these modules, units, formations and zones; the rest of what the file states is read here."""
    data, proof, under = draft.data, draft.proof, draft.under
    edition = EDITIONS.get(data.edition, HEX)
    tables = basic_tables(edition.id)
    if data.ties_to:
        draft.side(f"{under}ties_to", data.ties_to)
    works, clouds = counters(data.counter, draft.map, {u.id for u in units}, proof)
    artillery = Artillery(draft.map, {u.id: u for u in units}, proof, edition)
    villages, buildings = scenario_goals.villages(draft, data.village)
    objectives = (*goals.objectives(draft, data.objective), *buildings)
    exits = tuple(goals.exits(draft, data.exit))
    relief, victory = relief_force(draft, units), scenario_goals.victory(draft)
    barriers, formations = tuple(scenario_goals.barriers(draft, data.barrier, exits)), tuple(formations)
    places = [*(o.id for o in objectives), *(v.id for v in villages), *(b.id for b in barriers)]
    return Scenario(
        id=data.id,
        title=data.title,
        place=data.place,
        date=data.date,
        turns=data.turns,
        board=draft.map,
        tables=tables,
        sides=_sides(draft),
        units=waiting(units, relief),
        zones=zones,
        objectives=objectives,
        victory=victory,
        villages=villages,
        exits=exits,
        barriers=barriers,
        relief=relief,
        set_up=scenario_goals.set_up(draft),
        situation=data.situation,
        special=data.special,
        notes=data.notes,
        source=data.source,
        rules=edition,
        layers=data.layers,
        options=data.options,
        ties_to=SideId(data.ties_to) if data.ties_to else None,
        switches=switched_on,
        sun=sun(data.sun, f"{under}sun", proof),
        advanced=advanced_tables(edition.id) if switched_on or edition.located_hits else None,
        formations=formations,
        overlays=data.overlays,
        works=works,
        clouds=clouds,
        wrecks=_wrecks(draft),
        desert_buildings=data.desert_buildings,
        bridge_defense=data.bridge_defense,
        hull_down=hull_down(data.hull_down, tables, f"{under}hull_down", proof),
        points=tuple(artillery.points(data.registered_point)),
        plans=tuple(artillery.plans(data.planned_mission, data.turns)),
        burning_woods=burning_woods(data.burning_woods, f"{under}burning_woods", proof),
        minefields=minefields(draft, data.minefield, zones),
        conditions=conditions(draft, data.conditions),
        with_morale=with_morale(draft, units, formations, places, victory, relief),
    )


def _sides(draft: Draft) -> tuple[ScenarioSide, ...]:
    return tuple(
        ScenarioSide(
            SideId(s.id),
            s.name,
            s.nation,
            s.tone,
            s.force or s.name,
            s.zones,
            draft.grade(s.grade, f"side[{at}]"),
            s.registered_points,
            s.planned_missions,
            s.planned_from,
            _registered_batteries(draft, s, f"side[{at}].registered_batteries"),
            s.head_start,
            s.special_ammo,
            _not_below_none(draft, s.camouflage, f"side[{at}].camouflage"),
            _not_below_none(draft, s.hidden_units, f"side[{at}].hidden_units"),
            scenario_units.positions_of(draft, s, f"side[{at}].positions"),
        )
        for at, s in enumerate(draft.data.side, 1)
    )


def _not_below_none(draft: Draft, number: int, key: str) -> int:
    if number < 0:
        draft.proof.mistake(key, str(number), "0 or more")
    return number


def _registered_batteries(draft: Draft, line: SideLine, key: str) -> tuple[UnitId, ...]:
    """The batteries of a side for which its Pre-Registered Points may be (na:6.5.1.4)."""
    own = [id_ for _, _, unit, _, id_, _ in expanded(line) if unit.attachment]
    for name in line.registered_batteries:
        if name not in own:
            draft.proof.unknown(key, name, own, "the battery")
    return tuple(map(UnitId, line.registered_batteries))


def _wrecks(draft: Draft) -> Mapping[Hex, str]:
    found: dict[Hex, str] = {}
    for text, kind in draft.data.wrecks.items():
        key = f"wrecks.{text}"
        hexes = draft.hexes(text, key)
        if one_of(Wreck, kind, key, draft.proof):
            found |= dict.fromkeys(hexes, kind)
    return found


def _head(draft: Draft) -> None:
    data, proof = draft.data, draft.proof
    if data.system != "panzer":
        proof.mistake("system", repr(data.system), "'panzer'")
    if data.edition not in EDITIONS:
        proof.mistake("edition", repr(data.edition), " or ".join(map(repr, EDITIONS)))
    for layer in data.layers:
        proof.among("layers", layer, _LAYERS, "the layer")
    if data.turns < 1:
        proof.mistake("turns", str(data.turns), "1 or more")
    if len(draft.sides) != 2:
        proof.mistake("side", f"{len(draft.sides)} sides", "two [[side]] tables")
    draft.proof.unique("side", draft.sides)
    for at, side in enumerate(data.side, 1):
        for formation_at, formation in enumerate(side.formation, 1):
            for unit_at, line in enumerate(formation.units, 1):
                if not 1 <= line.count <= 100:
                    key = f"side[{at}].formation[{formation_at}].units[{unit_at}].count"
                    proof.mistake(key, str(line.count), "1 to 100")
