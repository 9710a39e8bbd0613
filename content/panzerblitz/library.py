"""The doors to the content of PanzerBlitz."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from content.kit import folders
from content.kit.library import Library, OptionInfo, ScenarioInfo, SideInfo
from content.kit.tempers import outlook, plans, tempers
from content.panzerblitz.boards.board_file import COLUMNS, ROWS
from content.panzerblitz.boards.joining import boards_of
from content.panzerblitz.counters.unit_cards import unit_entries
from content.panzerblitz.counters.units import unit_files
from content.panzerblitz.scenarios.briefing import briefing
from content.panzerblitz.scenarios.scenarios import SCENARIOS, scenario
from content.panzerblitz.tables.tables import table_files, terrain_looks
from core.panzerblitz.pieces.options import ABOUT, TITLES
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.temper import Temper
from core.system import RuleSystem


def _info(scenario_id: str) -> ScenarioInfo:
    """What the file of a Situation says; boards and counters are not read."""
    data = SCENARIOS.stated(scenario_id)
    sides = tuple(
        SideInfo(s.id, s.name, s.nation, s.tone, s.force, sum(line.count for group in s.group for line in group.units))
        for s in data.side
    )
    return ScenarioInfo(
        id=data.id,
        system=data.system,
        edition=data.edition,
        title=data.title,
        options=tuple(TITLES),
        sides=sides,
        turns=data.turns,
        units=sum(side.units for side in sides),
        board=" + ".join(words for row in data.layout for words in row),
        board_size=((COLUMNS - 1) * len(data.layout) + 1, (ROWS - 1) * max(map(len, data.layout), default=0) + 1),
        layers=("basic",),
        place=data.place,
        date=data.date,
        situation=data.situation,
        told=tuple(OptionInfo(id_, TITLES[id_], about, rule, group) for id_, (group, rule, about) in ABOUT.items()),
    )


def _files(scenario_id: str) -> Iterator[Path]:
    yield SCENARIOS.path(scenario_id)
    used = boards_of(SCENARIOS.stated(scenario_id).layout)
    yield from (path for path in folders.files("panzerblitz", "boards") if path.stem in used)
    yield from table_files()
    yield from unit_files()


def _open(made: Situation, options: tuple[str, ...]) -> RuleSystem[Any]:
    module = import_module("core.panzerblitz.system")
    system: RuleSystem[Any] = module.PanzerBlitz(
        made, terrain_looks(), options, tempers("panzerblitz", Temper), plans("panzerblitz"), outlook("panzerblitz")
    )
    return system


LIBRARY: Final = Library(
    id="panzerblitz",
    prefix="pb",
    kinds=("boards", "scenarios"),
    scenario_ids=SCENARIOS.ids,
    info=_info,
    scenario=scenario,
    files=_files,
    briefing=briefing,
    units=unit_entries,
    open=_open,
)
