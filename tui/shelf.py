"""What lies on the shelf: scenarios, rules and units, as the screens need them, without a rule system's own types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from attrs import frozen

from content.unit_cards import UnitEntry
from core.presentation import Card
from core.system import RuleSystem


@frozen
class OptionLine:
    """A rule that can be switched on: its id, its title, the rule id that it brings in, whether it is on at first."""

    id: str
    title: str
    rule: str = ""
    on: bool = False


@frozen
class SideLine:
    """A side of a scenario: its id, its name and how many units it has."""

    id: str
    name: str
    units: int


@frozen
class ScenarioLine:
    """A scenario as a list shows it. columns, rows: size of the board in hexes."""

    id: str
    title: str
    system: str
    edition: str
    place: str
    date: str
    sides: tuple[SideLine, ...]
    turns: int
    columns: int
    rows: int
    layers: tuple[str, ...] = ()
    options: tuple[OptionLine, ...] = ()

    @property
    def units(self) -> int:
        """Units of all sides."""
        return sum(side.units for side in self.sides)

    @property
    def words(self) -> str:
        """Everything a filter may hit, in lower case."""
        parts = (self.id, self.title, self.system, self.edition, self.place, self.date, *self.layers)
        return " ".join((*parts, *(side.name for side in self.sides))).lower()


@frozen
class RuleLine:
    """A rule of a rulebook. state: "implemented", "shown", ... or "" where nobody has counted.

    reading: how this program reads what the book leaves open; ambiguity: what it leaves open; source: where the
    book has it, in words.
    """

    id: str
    title: str
    tier: str
    phase: str
    text: str
    reading: str = ""
    ambiguity: str = ""
    source: str = ""
    needs: tuple[str, ...] = ()
    state: str = ""

    @property
    def book(self) -> str:
        """Prefix of the book: "na"."""
        return self.id.partition(":")[0]

    @property
    def number(self) -> str:
        """The book's own number: "4.4.1a"."""
        return self.id.partition(":")[2]


class Shelf(Protocol):
    """Everything that can be read or played."""

    def scenarios(self) -> Sequence[ScenarioLine]:
        """All scenarios."""
        ...

    def briefing(self, scenario: str) -> Card:
        """What the players of a scenario read first. LookupError if there is none with this id."""
        ...

    def open_system(self, scenario: str, options: Sequence[str]) -> RuleSystem[Any]:
        """The rules of a scenario."""
        ...

    def rules(self) -> Sequence[RuleLine]:
        """All rules, in the order of their books."""
        ...

    def find_rules(self, words: str) -> Sequence[str]:
        """Ids of the rules that hit all words, the best first."""
        ...

    def units(self) -> Sequence[UnitEntry]:
        """The unit library."""
        ...
