"""Everything there is to play and to read: scenarios, their systems, and the rulebooks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from content.kit import folders, rulebook
from content.kit.battles import Battles, Plan, Proposal, written
from content.kit.beginnings import beginnings
from content.kit.folders import add_folder, kept
from content.kit.library import Library, ScenarioInfo, SideInfo
from content.kit.load import ContentError, Mistake, Proof, listed, near
from content.kit.rulebook import Rule
from content.kit.unit_cards import UnitEntry
from core.presentation import Card
from core.system import RuleSystem
from core.yardstick.balance import Tried

__all__ = [
    "Rule",
    "ScenarioInfo",
    "SideInfo",
    "add_folder",
    "battle",
    "briefing",
    "content_hash",
    "faults",
    "find_rules",
    "keep_battle",
    "open_system",
    "proposal",
    "rule",
    "rules",
    "scenario",
    "scenario_info",
    "scenarios",
    "systems",
    "units",
]

#: Systems in the order of the lists. One is there as soon as the core plays it.
_KNOWN: Final = ("panzer", "panzerblitz", "panzerwar")


def systems() -> tuple[str, ...]:
    """The rule systems that scenarios can be played with."""
    return tuple(name for name in _KNOWN if find_spec(f"core.{name}.system"))


def _library(system: str) -> Library:
    library: Library = import_module(f"content.{system}.library").LIBRARY
    return library


def _libraries(system: str | None = None) -> tuple[Library, ...]:
    """The doors to one system, or to all of them. ContentError if there is no such system."""
    known = systems()
    if system is not None and system not in known:
        raise ContentError(Mistake("system", "", repr(system), ", ".join(known), near(system, known)))
    return tuple(_library(name) for name in ((system,) if system else known))


# -- scenarios -----------------------------------------------------------------------------------


def scenarios(system: str | None = None) -> tuple[ScenarioInfo, ...]:
    """All scenarios that can be listed, those of one system if it is named; `faults` has the others.

    In each system those that newcomers begin with come first, then all others by title.
    """
    wanted = {library.id for library in _libraries(system)}
    infos = [info for info, _ in _listing().values() if info and info.system in wanted]
    return tuple(sorted(infos, key=_place_in_list))


def _place_in_list(info: ScenarioInfo) -> tuple[str, bool, int, str]:
    begin = info.beginning
    return info.system, begin is None, begin.rank if begin else 0, info.title


def faults() -> tuple[Mistake, ...]:
    """The mistakes of scenario files that `scenarios` had to leave out, and of files that another one hides."""
    broken = (mistake for _, error in _listing().values() if error for mistake in error.mistakes)
    hidden = (mistake for library in _libraries() for kind in library.kinds for mistake in _hidden(library.id, kind))
    return (*broken, *hidden)


def _hidden(system: str, kind: str) -> Iterator[Mistake]:
    first: dict[str, Path] = {}
    for path in folders.files(system, kind):
        if path.stem in first:
            other = folders.label(first[path.stem])
            yield Mistake(folders.label(path), "id", f"{path.stem!r} again", "an id of its own", f"{other} has it")
        first.setdefault(path.stem, path)


@kept
def scenario_info(scenario_id: str) -> ScenarioInfo:
    """One line of the list; ContentError if there is no such scenario or its file has mistakes."""
    return _info(_of(scenario_id), scenario_id)


def _info(library: Library, scenario_id: str) -> ScenarioInfo:
    """What a library says of a scenario, and whether newcomers begin with it."""
    return evolve(library.info(scenario_id), beginning=beginnings(library.id).get(scenario_id))


def scenario(scenario_id: str) -> Any:
    """The scenario as its system knows it, with its board, tables and units. ContentError with all its mistakes."""
    return _of(scenario_id).scenario(scenario_id)


def briefing(scenario_id: str) -> Card:
    """What the players of a scenario read first. ContentError with all mistakes of its files."""
    library = _of(scenario_id)
    return library.briefing(library.scenario(scenario_id))


def units(system: str | None = None) -> tuple[UnitEntry, ...]:
    """The unit library of a system, or of all systems."""
    return tuple(entry for library in _libraries(system) for entry in library.units())


def open_system(scenario_id: str, options: tuple[str, ...] = ()) -> RuleSystem[Any]:
    """The rules of a scenario, ready to play, with optional rules switched on. ContentError if it cannot be."""
    library = _of(scenario_id)
    known = scenario_info(scenario_id).options
    proof = Proof(scenario_id)
    for option in options:
        proof.among("option", option, known, "the option")
    proof.done()
    refused = library.refusal(scenario_id, tuple(options))
    if refused:
        proof.mistake("option", " ".join(options), refused)
        proof.done()
    return library.open(library.scenario(scenario_id), tuple(options))


def options_refused(scenario_id: str, options: tuple[str, ...]) -> str:
    """Why these options of a scenario cannot be played together, and what would be right; "" if they can."""
    return _of(scenario_id).refusal(scenario_id, options)


def content_hash(scenario_id: str) -> str:
    """SHA-256 over all files that a scenario uses, for the header of a journal."""
    paths = _of(scenario_id).files(scenario_id)
    whole = hashlib.sha256()
    for path in sorted(dict.fromkeys(paths), key=lambda p: (p.parent.name, p.name)):
        text = folders.text(path).replace("\r\n", "\n").encode()
        whole.update(f"{path.parent.name}/{path.name} {len(text)}\n".encode())
        whole.update(text)
    return whole.hexdigest()


@kept
def _listing() -> Mapping[str, tuple[ScenarioInfo | None, ContentError | None]]:
    made: dict[str, tuple[ScenarioInfo | None, ContentError | None]] = {}
    for library in _libraries():
        for scenario_id in library.scenario_ids():
            try:
                made.setdefault(scenario_id, (_info(library, scenario_id), None))
            except ContentError as error:
                made.setdefault(scenario_id, (None, error))
    return made


def _of(scenario_id: str) -> Library:
    """The system that has a scenario with this id. ContentError, with the ids most like it, if none has."""
    for library in map(_library, systems()):  # no other system is loaded than the one that has it, or comes before
        if scenario_id in library.scenario_ids():
            return library
    raise _no_scenario(scenario_id)


def _no_scenario(scenario_id: str) -> ContentError:
    known = tuple(chain.from_iterable(library.scenario_ids() for library in _libraries()))
    remedy = near(scenario_id, known) or "panzerhex scenarios lists them"
    return ContentError(Mistake("scenario", "", repr(scenario_id), listed(known), remedy))


# -- battles of one's own ------------------------------------------------------------------------


def battle(given: Mapping[str, str], system: str = "panzer") -> Plan:
    """The battle that the lines of a form make, and why it cannot be played if it cannot; see `content.kit.battles`.

    ContentError if the system does not say how battles are built.
    """
    return _battles(system).build(given)


def proposal(given: Mapping[str, str], tried: Tried, system: str = "panzer") -> Proposal:
    """What to change of a battle after games that were played of it, its first side the attacker's."""
    return _battles(system).propose(given, tried)


def keep_battle(plan: Plan, folder: Path, system: str = "panzer") -> tuple[Path, ...]:
    """Write the files of a battle into a folder of content, all of them or none, and read it from now on.

    ValueError if the battle is refused; OSError if they cannot be written, or one is there already.
    """
    paths = written(plan, folder, system)
    add_folder(folder)
    folders.forget()
    return paths


def _battles(system: str) -> Battles:
    (library,) = _libraries(system)
    if library.battles is None:
        able = [one.id for one in _libraries() if one.battles is not None]
        raise ContentError(Mistake("system", "", repr(system), f"a system that builds battles: {', '.join(able)}"))
    return library.battles


# -- rules ---------------------------------------------------------------------------------------


def rules(system: str | None = None) -> Mapping[str, Rule]:
    """Every rule of a system, or of all systems, by id, in the order of the books."""
    return {id_: one for library in _libraries(system) for id_, one in rulebook.rules(library.id).items()}


def rule(rule_id: str, system: str | None = None) -> Rule:
    """One rule, with or without the prefix of its book; ContentError names those most like it."""
    libraries = _libraries(system)
    file = f"{libraries[0].id}/rules" if len(libraries) == 1 else "rules"
    return rulebook.rule(rule_id, rules(system), [library.prefix for library in libraries], file)


def find_rules(words: str, system: str | None = None) -> tuple[Rule, ...]:
    """The rules in which all of the words occur, best first."""
    return rulebook.find_rules(words, rules(system).values())
