"""The doors to the content of Panzer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from content.kit.battles import Battles, Plan, Proposal
from content.kit.library import Library, ScenarioInfo, SideInfo
from content.kit.load import Proof
from content.kit.tempers import outlook, plans, tempers
from content.kit.unit_cards import UnitEntry
from content.panzer.boards.map_layout import layout_boards, layout_files, layout_size
from content.panzer.cards import cards
from content.panzer.cards.unit_cards import unit_entries
from content.panzer.scenarios import switch_options
from content.panzer.scenarios.advanced import modules
from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.briefing import briefing
from content.panzer.scenarios.scenario_file import expanded
from content.panzer.scenarios.scenarios import SCENARIOS, scenario
from content.panzer.tables import tables
from core.panzer.pieces.edition import EDITIONS, HEX
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.temper import Temper
from core.system import RuleSystem
from core.yardstick.balance import Tried


def _switches(scenario_id: str) -> frozenset[Switch]:
    """What the scenario's file switches on."""
    proof = Proof(SCENARIOS.label(scenario_id))
    data = SCENARIOS.stated(scenario_id)
    there = modules(data.modules, proof, data.edition)
    proof.done()
    return there


def _info(scenario_id: str) -> ScenarioInfo:
    """What the scenario's file and the grid of its board say; units and cells are not read."""
    data = SCENARIOS.stated(scenario_id)
    there, edition = _switches(scenario_id), EDITIONS.get(data.edition, HEX)
    sides = tuple(
        SideInfo(s.id, s.name, s.nation, s.tone, s.force or s.name, sum(1 for _ in expanded(s))) for s in data.side
    )
    return ScenarioInfo(
        id=data.id,
        system=data.system,
        edition=data.edition,
        title=data.title,
        options=(*data.options, *switch_options.offered(there, allowed(data), edition)),
        sides=sides,
        turns=data.turns,
        units=sum(side.units for side in sides),
        board=" + ".join(layout_boards(data)),
        board_size=layout_size(data, SCENARIOS.label(scenario_id)),
        layers=data.layers,
        place=data.place,
        date=data.date,
        situation=data.situation,
        told=switch_options.told(there, allowed(data), edition),
    )


def _files(scenario_id: str) -> Iterator[Path]:
    made = scenario(scenario_id)
    yield SCENARIOS.path(scenario_id)
    if like := SCENARIOS.stated(scenario_id).like:
        yield SCENARIOS.path(like)
    yield from layout_files(SCENARIOS.stated(scenario_id))
    yield from tables.basic_files()
    yield from cards.files_of(unit.card.id for unit in made.units)


def _units() -> tuple[UnitEntry, ...]:
    return unit_entries(cards.units().values(), cards.attached_weapons().values(), cards.counter_batteries().values())


def _open(made: Scenario, options: tuple[str, ...]) -> RuleSystem[Any]:
    played = switch_options.chosen(made, options)
    module = import_module("core.panzer.system")
    system: RuleSystem[Any] = module.Panzer(
        played,
        tables.terrain_looks(),
        options,
        tempers("panzer", Temper, played.edition),
        plans("panzer"),
        outlook("panzer"),
    )
    return system


def _refusal(scenario_id: str, options: tuple[str, ...]) -> str:
    data = SCENARIOS.stated(scenario_id)
    edition = EDITIONS.get(data.edition, HEX)
    return switch_options.refusal(_switches(scenario_id), options, edition, allowed(data))


def _battle(given: Mapping[str, str]) -> Plan:
    plan: Plan = import_module("content.panzer.battles.builder").build(given)
    return plan


def _propose(given: Mapping[str, str], tried: Tried) -> Proposal:
    proposal: Proposal = import_module("content.panzer.battles.balancing").propose(given, tried)
    return proposal


LIBRARY: Final = Library(
    id="panzer",
    prefix="na",
    kinds=("boards", "overlays", "scenarios"),
    scenario_ids=SCENARIOS.ids,
    info=_info,
    scenario=scenario,
    files=_files,
    briefing=briefing,
    units=_units,
    open=_open,
    refusal=_refusal,
    battles=Battles(_battle, _propose),
)
