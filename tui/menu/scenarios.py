"""The scenarios to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui.kit.listing import Column, Listing
from tui.program import program
from tui.shelf import ScenarioLine

#: Before the place of a scenario among those that newcomers play.
_MARK: Final = "★"


def _title(scenario: ScenarioLine) -> str:
    """The title, and behind it the place among those for newcomers."""
    return f"{scenario.title} {_MARK}{scenario.rank}" if scenario.rank else scenario.title


class ScenarioScreen(Listing[ScenarioLine]):
    """All scenarios by system, size, length, layers and sides; enter opens the briefing.

    begin: the screen that the briefing leads to; None = the options of a game at this keyboard.
    """

    place = "New game: choose a scenario"
    HELP_TITLE = "Scenarios"
    FIND = "type to filter by title, place, side, system or rules layer"
    EMPTY = "No scenario fits."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Briefing")]
    COLUMNS: Sequence[Column[Any]] = (
        Column[ScenarioLine]("Scenario", lambda s: _title(s), lambda s: s.title),
        Column[ScenarioLine]("System", lambda s: s.system, lambda s: (s.system, s.title), 100),
        Column[ScenarioLine]("Edition", lambda s: s.edition, lambda s: (s.edition, s.title), 130),
        Column[ScenarioLine]("Place", lambda s: s.place, lambda s: s.place, 110),
        Column[ScenarioLine]("Date", lambda s: s.date, lambda s: s.date),
        Column[ScenarioLine]("Sides", lambda s: " v ".join(x.name for x in s.sides), lambda s: s.sides[0].name, 90),
        Column[ScenarioLine]("Units", lambda s: ":".join(str(x.units) for x in s.sides), lambda s: s.units, right=True),
        Column[ScenarioLine]("Turns", lambda s: str(s.turns), lambda s: s.turns, right=True),
        Column[ScenarioLine]("Board", lambda s: f"{s.columns}x{s.rows}", lambda s: s.columns * s.rows, 84, right=True),
        Column[ScenarioLine]("Layers", lambda s: ", ".join(s.layers), lambda s: s.layers, 120),
    )

    def __init__(self, begin: Callable[[ScenarioLine], Screen[None]] | None = None) -> None:
        super().__init__()
        self._begin = begin

    def load(self) -> Iterable[ScenarioLine]:
        """The scenarios on the shelf."""
        return program(self.app).shelf.scenarios()

    def words(self, item: ScenarioLine) -> str:
        """What a filter may hit."""
        return item.words

    def legend(self) -> str:
        """What the mark says."""
        return f"{_MARK}1, {_MARK}2 ...: if you are new" if any(item.rank for item in self.shown) else ""

    def key_of(self, item: ScenarioLine) -> str:
        """Scenarios have ids."""
        return item.id

    def facts(self, item: ScenarioLine) -> str:
        """What the columns have no room for; of one for newcomers, first of all why."""
        sides = ", ".join(f"{side.name} {side.units} units" for side in item.sides)
        extra = f" · {len(item.options)} rules to switch" if item.options else ""
        where = " · ".join(part for part in (item.place, item.date) if part)
        why = f"{_MARK}{item.rank} {item.why}\n" if item.rank else ""
        return f"{why}{item.title} · {where}\n{sides} · {item.turns} turns · rules: {', '.join(item.layers)}{extra}"

    def choose(self, item: ScenarioLine) -> None:
        """Read the briefing."""
        from tui.menu.briefing import BriefingScreen

        self.app.push_screen(BriefingScreen(item, self._begin))

    def action_choose(self) -> None:
        """Read the briefing of the scenario under the cursor."""
        if self.current is not None:
            self.choose(self.current)
