"""The doors to the content of Panzer War."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from content.kit import folders
from content.kit.library import Library, ScenarioInfo, SideInfo
from content.kit.tempers import outlook, plans, tempers
from content.panzerwar.boards.board_file import BoardFile
from content.panzerwar.boards.boards import board_file
from content.panzerwar.cards.unit_cards import unit_entries
from content.panzerwar.cards.units import card_files
from content.panzerwar.charts.charts import terrain_looks
from content.panzerwar.scenarios import options
from content.panzerwar.scenarios.briefing import briefing
from content.panzerwar.scenarios.scenarios import SCENARIOS, scenario
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.temper import Temper
from core.system import RuleSystem


def _info(scenario_id: str) -> ScenarioInfo:
    """What the file of an engagement says, and the head of its board; cells and cards are not read."""
    data = SCENARIOS.stated(scenario_id)
    board = folders.stated("panzerwar", "boards", data.board, BoardFile)
    sides = tuple(
        SideInfo(s.id, s.name, s.nation, s.tone, s.force, sum(e.count for unit in s.unit for e in unit.elements))
        for s in data.side
    )
    return ScenarioInfo(
        id=data.id,
        system=data.system,
        edition=data.edition,
        title=data.title,
        options=options.offered(data.rules),
        sides=sides,
        turns=data.turns,
        units=sum(side.units for side in sides),
        board=data.board,
        board_size=(board.columns, board.rows),
        layers=("basic", *((data.level,) if data.level else ())),
        place=data.place,
        date=data.date,
        situation=data.situation,
        told=options.told(data.rules),
    )


def _files(scenario_id: str) -> Iterator[Path]:
    yield SCENARIOS.path(scenario_id)
    yield board_file(SCENARIOS.stated(scenario_id).board)
    yield from card_files()
    yield from folders.files("panzerwar", "charts")


def _refusal(scenario_id: str, chosen: tuple[str, ...]) -> str:
    return options.refusal(SCENARIOS.stated(scenario_id).rules, chosen)


def _open(made: Engagement, chosen: tuple[str, ...]) -> RuleSystem[Any]:
    system: RuleSystem[Any] = import_module("core.panzerwar.system").PanzerWar(
        made, terrain_looks(), chosen, tempers("panzerwar", Temper), plans("panzerwar"), outlook("panzerwar")
    )
    return system


LIBRARY: Final = Library(
    id="panzerwar",
    prefix="pw",
    kinds=("boards", "scenarios"),
    scenario_ids=SCENARIOS.ids,
    info=_info,
    scenario=scenario,
    files=_files,
    briefing=briefing,
    units=unit_entries,
    open=_open,
    refusal=_refusal,
)
