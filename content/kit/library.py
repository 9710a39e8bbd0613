"""How the content of one rule system is read, and what a list says of its scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from attrs import frozen

from content.kit.battles import Battles
from content.kit.beginnings import Beginning
from content.kit.unit_cards import UnitEntry
from core.alike import Alike
from core.presentation import Card
from core.system import RuleSystem


@frozen(eq=False, repr=False)
class SideInfo(Alike):
    """A side of a scenario in a list: units counts its vehicles, or its counters."""

    id: str
    name: str
    nation: str
    tone: str
    force: str
    units: int


@frozen(eq=False, repr=False)
class OptionInfo(Alike):
    """A rule that may be switched on: its name, what it changes, its id, and the heading it stands under in a list.

    needs, excludes: ids of other options that it cannot do without, and that it does not go with.
    """

    id: str
    title: str
    about: str = ""
    rule: str = ""
    group: str = "Rules"
    needs: frozenset[str] = frozenset()
    excludes: frozenset[str] = frozenset()


@frozen(eq=False, repr=False)
class ScenarioInfo(Alike):
    """A scenario in a list. units: of both sides; board_size: columns and rows in hexes; told: of its options.

    beginning: its place among those that newcomers play, and why; None for all others.
    """

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
    told: tuple[OptionInfo, ...] = ()
    beginning: Beginning | None = None


@frozen(eq=False, repr=False)
class Library(Alike):
    """The doors to the content of one system.

    refusal: why options of a scenario do not go together, "" if they do;
    prefix: of the ids of its main rulebook; kinds: of its files of which each id must be there once;
    info: a line of the list, read without units and cells; files: all that a scenario is played with;
    units: its unit library; battles: how battles of one's own are built, if its book says how.
    """

    id: str
    prefix: str
    kinds: tuple[str, ...]
    scenario_ids: Callable[[], tuple[str, ...]]
    info: Callable[[str], ScenarioInfo]
    scenario: Callable[[str], Any]
    files: Callable[[str], Iterable[Path]]
    briefing: Callable[[Any], Card]
    units: Callable[[], tuple[UnitEntry, ...]]
    open: Callable[[Any, tuple[str, ...]], RuleSystem[Any]]
    refusal: Callable[[str, tuple[str, ...]], str] = lambda scenario_id, options: ""
    battles: Battles | None = None
