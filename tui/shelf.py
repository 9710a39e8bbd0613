"""What lies on the shelf: scenarios, rules and units, as the screens need them, without a rule system's own types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Final, Protocol

from attrs import frozen

from content import catalogue
from content.kit.library import OptionInfo
from content.kit.load import ContentError
from content.kit.unit_cards import UnitEntry
from core.alike import Alike
from core.presentation import Card
from core.system import RuleSystem
from tui.kit.printed import as_printed

#: States of a rule as `panzerhex rules --coverage` counts them, in words.
_STATES: Final = {
    "shown": "played, and shown by a test",
    "implemented": "played",
    "missing": "not cited by the program yet",
    "not-a-mechanic": "nothing to play",
}


@frozen(eq=False, repr=False)
class OptionLine(Alike):
    """A rule that can be switched on: its id, its title, the rule id that it brings in, whether it is on at first.

    needs, excludes: ids of other options that it cannot do without, and that it does not go with.
    """

    id: str
    title: str
    rule: str = ""
    on: bool = False
    about: str = "A rule switched for this game."
    group: str = "Rules"
    needs: frozenset[str] = frozenset()
    excludes: frozenset[str] = frozenset()


@frozen(eq=False, repr=False)
class SideLine(Alike):
    """A side of a scenario: its id, its name and how many units it has."""

    id: str
    name: str
    units: int


@frozen(eq=False, repr=False)
class ScenarioLine(Alike):
    """A scenario as a list shows it. columns, rows: size of the board in hexes.

    rank: its place among those that newcomers play, 0 for all others; why: why it is one of them, in a sentence.
    """

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
    rank: int = 0
    why: str = ""

    @property
    def units(self) -> int:
        """Units of all sides."""
        return sum(side.units for side in self.sides)

    @property
    def words(self) -> str:
        """Everything a filter may hit, in lower case."""
        parts = (self.id, self.title, self.system, self.edition, self.place, self.date, *self.layers)
        return " ".join((*parts, *(side.name for side in self.sides))).lower()


@frozen(eq=False, repr=False)
class RuleLine(Alike):
    """A rule of a rulebook.

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
    hex: str = ""
    same: tuple[str, ...] = ()
    source: str = ""
    needs: tuple[str, ...] = ()

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

    def scenario(self, scenario: str) -> ScenarioLine:
        """One of them; the others are not read. LookupError if there is none with this id."""
        ...

    def briefing(self, scenario: str) -> Card:
        """What the players of a scenario read first. LookupError if there is none with this id."""
        ...

    def open_system(self, scenario: str, options: Sequence[str]) -> RuleSystem[Any]:
        """The rules of a scenario."""
        ...

    def content_hash(self, scenario: str) -> str:
        """Hash of all that a scenario is played with, for the header of a journal."""
        ...

    def rules(self) -> Sequence[RuleLine]:
        """All rules, in the order of their books."""
        ...

    def find_rules(self, words: str) -> Sequence[str]:
        """Ids of the rules that hit all words, the best first."""
        ...

    def rule_states(self) -> Mapping[str, str]:
        """How far each rule is played, in words, by its id. May take seconds when it is first asked for."""
        ...

    def units(self) -> Sequence[UnitEntry]:
        """The unit library."""
        ...


class ContentShelf:
    """The shelf of the program: what the content folders hold."""

    def __init__(self, printed: Callable[[], bool] | None = None) -> None:
        """printed: whether the reader wants hexes called as they are printed on the boards; None = nobody does."""
        self._printed = printed
        self._scenarios: tuple[ScenarioLine, ...] | None = None
        self._listed: tuple[catalogue.ScenarioInfo, ...] = ()
        self._rules: tuple[RuleLine, ...] | None = None
        self._states: Mapping[str, str] | None = None
        self._counting = Lock()
        self._units: tuple[UnitEntry, ...] | None = None

    def scenarios(self) -> Sequence[ScenarioLine]:
        """All scenarios whose files can be read now; the catalogue keeps them until there are others."""
        infos = catalogue.scenarios()
        if self._scenarios is None or self._listed != infos:
            self._listed, self._scenarios = infos, tuple(map(_scenario, infos))
        return self._scenarios

    def scenario(self, scenario: str) -> ScenarioLine:
        """One scenario. LookupError if there is none or its file has mistakes."""
        try:
            return _scenario(catalogue.scenario_info(scenario))
        except ContentError as error:
            raise LookupError(error.line) from error

    def briefing(self, scenario: str) -> Card:
        """The briefing of a scenario. LookupError if there is none or its files have mistakes."""
        try:
            return catalogue.briefing(scenario)
        except ContentError as error:
            raise LookupError(error.line) from error

    def open_system(self, scenario: str, options: Sequence[str] = ()) -> RuleSystem[Any]:
        """The rules of a scenario. LookupError if there is none or its files have mistakes."""
        try:
            system = catalogue.open_system(scenario, tuple(options))
        except ContentError as error:
            raise LookupError(error.line) from error

        return system if self._printed is None else as_printed(system, self._printed)

    def content_hash(self, scenario: str) -> str:
        """What a journal's header says of the content; "" where there is none to hash."""
        try:
            return catalogue.content_hash(scenario)
        except ContentError:
            return ""

    def rules(self) -> Sequence[RuleLine]:
        """All rules of the rulebooks."""
        if self._rules is None:
            self._rules = tuple(_rule(one) for one in catalogue.rules().values())
        return self._rules

    def find_rules(self, words: str) -> Sequence[str]:
        """Ids of the rules that hit all words, the best first."""
        return tuple(one.id for one in catalogue.find_rules(words))

    def rule_states(self) -> Mapping[str, str]:
        """How far each rule is played, as the code and its tests cite them."""
        # Several sessions of a host may ask at once, each in a thread of its own.
        with self._counting:
            if self._states is None:
                from tui.coverage import cited, cover

                covered = cover(
                    {one.id: one.tier for one in self.rules()},
                    cited(),
                    {one.id: one.same for one in self.rules() if one.same},
                )
                self._states = {id_: _STATES.get(one.state, one.state) for id_, one in covered.items()}
            return self._states

    def units(self) -> Sequence[UnitEntry]:
        """The unit library of all systems."""
        if self._units is None:
            self._units = catalogue.units()
        return self._units


def _scenario(info: catalogue.ScenarioInfo) -> ScenarioLine:
    columns, rows = info.board_size
    told = {one.id: _option(one) for one in info.told}
    return ScenarioLine(
        id=info.id,
        title=info.title,
        system=info.system,
        edition=info.edition,
        place=info.place,
        date=info.date,
        sides=tuple(SideLine(side.id, side.name, side.units) for side in info.sides),
        turns=info.turns,
        columns=columns,
        rows=rows,
        layers=info.layers,
        options=tuple(told.get(o) or OptionLine(o, o.replace("-", " ").capitalize()) for o in info.options),
        rank=info.beginning.rank if info.beginning else 0,
        why=info.beginning.why if info.beginning else "",
    )


def _option(one: OptionInfo) -> OptionLine:
    return OptionLine(one.id, one.title, one.rule, False, one.about, one.group, one.needs, one.excludes)


def _rule(one: catalogue.Rule) -> RuleLine:
    first, last = one.source
    return RuleLine(
        id=one.id,
        title=one.title,
        tier=one.tier,
        phase=one.phase,
        text=one.text,
        reading=one.reading,
        ambiguity=one.ambiguity,
        hex=one.hex,
        same=one.same,
        source=f"Rulebook text, lines {first} to {last}" if last > first else f"Rulebook text, line {first}",
        needs=one.needs,
    )
