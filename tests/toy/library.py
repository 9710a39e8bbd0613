"""The doors to the content of the race: two scenarios, which need no files."""

from __future__ import annotations

from typing import Final

from content.kit.library import Library, ScenarioInfo, SideInfo
from core.presentation import Card
from core.system import RuleSystem
from tests.toy.pieces import Race
from tests.toy.state import RaceState
from tests.toy.system import LONG_RACE, LOOKS, RACE, Toy

_RACES: Final = {race.id: race for race in (RACE, LONG_RACE)}


def _info(scenario_id: str) -> ScenarioInfo:
    race = _RACES[scenario_id]
    return ScenarioInfo(
        id=race.id,
        system="toy",
        edition=race.edition,
        title=race.title,
        options=(),
        sides=tuple(SideInfo(s.id, s.name, "", s.tone, "One runner", 1) for s in race.sides),
        turns=0,
        units=2,
        board=race.board.name,
        board_size=(race.board.columns, race.board.rows),
        layers=("basic",),
        place="",
        date="",
        situation="Two runners race.",
    )


def _open(race: Race, options: tuple[str, ...]) -> RuleSystem[RaceState]:
    return Toy(race, LOOKS, options)


LIBRARY: Final = Library(
    id="toy",
    prefix="toy",
    kinds=(),
    scenario_ids=lambda: tuple(_RACES),
    info=_info,
    scenario=_RACES.__getitem__,
    files=lambda scenario_id: (),
    briefing=lambda race: Card(race.title, "", None, ()),
    units=lambda: (),
    open=_open,
)
