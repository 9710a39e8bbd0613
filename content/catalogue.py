"""Everything there is to play and to read: scenarios, their systems, and the rulebooks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import frozen

from content import folders
from content.folders import add_folder, kept
from content.load import ContentError, Mistake, Proof, listed, near
from content.panzer import cards, rulebook, tables
from content.panzer import scenarios as panzer
from content.panzer.map_layout import layout_boards, layout_files, layout_size
from content.panzer.rulebook import Rule
from content.panzer.scenario_file import expanded
from core.panzer.scenario import Scenario
from core.system import RuleSystem

__all__ = [
    "Rule",
    "ScenarioInfo",
    "SideInfo",
    "add_folder",
    "content_hash",
    "faults",
    "find_rules",
    "open_system",
    "rule",
    "rules",
    "scenario",
    "scenario_info",
    "scenarios",
    "systems",
]

_SYSTEMS = ("panzer",)


@frozen
class SideInfo:
    """A side of a scenario in a list: units counts its vehicles."""

    id: str
    name: str
    nation: str
    tone: str
    force: str
    units: int


@frozen
class ScenarioInfo:
    """A scenario in a list. units: of both sides; board_size: columns and rows in hexes."""

    id: str
    system: str
    edition: str
    title: str
    options: tuple[str, ...]
    sides: tuple[SideInfo, ...]
    turns: int
    units: int
    board: str
    board_size: tuple[int, int]
    layers: tuple[str, ...]
    place: str
    date: str
    situation: str


def systems() -> tuple[str, ...]:
    """The rule systems that scenarios can be played with."""
    return _SYSTEMS


# -- scenarios -----------------------------------------------------------------------------------


def scenarios(system: str | None = None) -> tuple[ScenarioInfo, ...]:
    """All scenarios that can be listed, by title; those of one system if it is named. `faults` has the others."""
    _known_system(system)
    infos = [info for info, _ in _listing().values() if info]
    return tuple(sorted(infos, key=lambda info: (info.system, info.title)))


def faults() -> tuple[Mistake, ...]:
    """The mistakes of scenario files that `scenarios` had to leave out, and of files that another one hides."""
    broken = (mistake for _, error in _listing().values() if error for mistake in error.mistakes)
    hidden = (mistake for kind in ("boards", "overlays", "scenarios") for mistake in _hidden(kind))
    return (*broken, *hidden)


def _hidden(kind: str) -> Iterator[Mistake]:
    first: dict[str, Path] = {}
    for path in folders.files("panzer", kind):
        if path.stem in first:
            other = folders.label(first[path.stem])
            yield Mistake(folders.label(path), "id", f"{path.stem!r} again", "an id of its own", f"{other} has it")
        first.setdefault(path.stem, path)


def scenario_info(scenario_id: str) -> ScenarioInfo:
    """One line of the list; ContentError if there is no such scenario or its file has mistakes."""
    info, error = _listing().get(scenario_id, (None, None))
    if error:
        raise error
    if info is None:
        raise _no_scenario(scenario_id)
    return info


def scenario(scenario_id: str) -> Scenario:
    """The scenario with its board, tables and units. ContentError with all mistakes of its files."""
    if scenario_id not in panzer.scenario_ids():
        raise _no_scenario(scenario_id)
    return panzer.scenario(scenario_id)


def open_system(scenario_id: str, options: tuple[str, ...] = ()) -> RuleSystem[Any]:
    """The rules of a scenario, ready to play, with optional rules switched on. ContentError if it cannot be."""
    made = scenario(scenario_id)
    proof = Proof(scenario_id)
    for option in options:
        if option not in made.options:
            proof.unknown("option", option, made.options, "the option")
    proof.done()
    system: RuleSystem[Any] = import_module("core.panzer.system").Panzer(made, tables.terrain_looks(), tuple(options))
    return system


def content_hash(scenario_id: str) -> str:
    """SHA-256 over all files that a scenario uses, for the header of a journal."""
    made = scenario(scenario_id)
    paths = [
        panzer.scenario_path(scenario_id),
        *layout_files(panzer.scenario_file(scenario_id)),
        *tables.basic_files(),
        *cards.files_of(unit.card.id for unit in made.units),
    ]
    whole = hashlib.sha256()
    for path in sorted(dict.fromkeys(paths), key=lambda p: (p.parent.name, p.name)):
        text = folders.text(path).replace("\r\n", "\n").encode()
        whole.update(f"{path.parent.name}/{path.name} {len(text)}\n".encode())
        whole.update(text)
    return whole.hexdigest()


@kept
def _listing() -> Mapping[str, tuple[ScenarioInfo | None, ContentError | None]]:
    made: dict[str, tuple[ScenarioInfo | None, ContentError | None]] = {}
    for scenario_id in panzer.scenario_ids():
        try:
            made[scenario_id] = _info(scenario_id), None
        except ContentError as error:
            made[scenario_id] = None, error
    return made


def _info(scenario_id: str) -> ScenarioInfo:
    """What the scenario's file and the grid of its board say; units and cells are not read."""
    data = panzer.scenario_file(scenario_id)
    sides = tuple(
        SideInfo(s.id, s.name, s.nation, s.tone, s.force or s.name, sum(1 for _ in expanded(s))) for s in data.side
    )
    return ScenarioInfo(
        id=data.id,
        system=data.system,
        edition=data.edition,
        title=data.title,
        options=data.options,
        sides=sides,
        turns=data.turns,
        units=sum(side.units for side in sides),
        board=" + ".join(layout_boards(data)),
        board_size=layout_size(data, folders.label(panzer.scenario_path(scenario_id))),
        layers=data.layers,
        place=data.place,
        date=data.date,
        situation=data.situation,
    )


def _no_scenario(scenario_id: str) -> ContentError:
    known = folders.ids("panzer", "scenarios")
    remedy = near(scenario_id, known) or "panzerhex scenarios lists them"
    return ContentError(Mistake("scenario", "", repr(scenario_id), listed(known), remedy))


# -- rules ---------------------------------------------------------------------------------------


def rules(system: str = "panzer") -> Mapping[str, Rule]:
    """Every rule of a system by id, in the order of the book."""
    _known_system(system)
    return rulebook.rules()


def rule(rule_id: str, system: str = "panzer") -> Rule:
    """One rule, with or without the prefix of its book; ContentError names those most like it."""
    _known_system(system)
    return rulebook.rule(rule_id)


def find_rules(words: str, system: str = "panzer") -> tuple[Rule, ...]:
    """The rules in which all of the words occur, best first."""
    _known_system(system)
    return rulebook.find_rules(words)


def _known_system(system: str | None) -> None:
    if system is not None and system not in _SYSTEMS:
        raise ContentError(Mistake("system", "", repr(system), ", ".join(_SYSTEMS), near(system, _SYSTEMS)))
