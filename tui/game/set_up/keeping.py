"""Set-ups of a player's own: kept under names, laid again, called otherwise, deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList

from core.event import SideId
from saves.line import SaveError
from saves.set_ups import Kept, SetUp, keep, kept, remove, rename
from tui.game.table import Table
from tui.keys.held import keys_of
from tui.kit.popups import AskLine, PickList
from tui.kit.text import MUTED
from tui.program import program


class KeptList(PickList):
    """The set-ups that are kept; besides picking one it may be called otherwise or deleted. asked: what is to be done
    with the one that is picked, "lay", "rename" or "remove"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "ask('rename')", "call it otherwise", id="windows.rename"),
        Binding("delete,ctrl+d", "ask('remove')", "delete it", key_display="del", id="windows.delete"),
    ]
    asked = "lay"

    def foot(self) -> tuple[tuple[str, str], ...]:
        """What may be done with one; each can be clicked."""
        renames, deletes = (f"{keys_of(self).told(f'windows.{what}')} {what}s" for what in ("rename", "delete"))
        return (renames, "ask('rename')"), (deletes, "ask('remove')"), *super().foot()

    def action_ask(self, what: str) -> None:
        """Do something else with the highlighted one than lay it."""
        self.asked = what
        self.dismiss(self.query_one(OptionList).highlighted)


class Keeping:
    """What a side keeps. lay: shows what would come of a set-up here."""

    def __init__(self, screen: Screen[Any], table: Table, side: SideId, lay: Callable[[SetUp], None]) -> None:
        self._screen = screen
        self._table = table
        self._side = side
        self._lay = lay

    def keep(self, how: str) -> None:
        """Keep what is set up under a name; how: what lays it again, in words."""
        running, system = program(self._screen.app), self._table.system
        orders = system.layout(self._table.view, self._side)

        def named(name: str | None) -> None:
            if not name:
                return
            mine = SetUp(name, system.scenario, self._side, self._content, orders)
            try:
                before = keep(running.library.data, mine)
            except SaveError as error:
                self._say(error)
                return
            told = ", in place of the one of that name" if before else ""
            self._screen.notify(f"Kept as {name.strip()}{told}; {how}", timeout=4, markup=False)

        self._screen.app.push_screen(AskLine("Keep this set-up as", "a name of your own"), named)

    def open(self, none: str) -> None:
        """Choose one of the set-ups that are kept for this side, to lay it, to call it otherwise or to delete it.

        none: what is said where none is kept.
        """
        found = kept(program(self._screen.app).library.data, self._table.system.scenario, self._side, self._content)
        if not found:
            self._screen.notify(none, timeout=3)
            return
        window = KeptList("Set-ups of your own", [("", _line(one)) for one in found])

        def picked(row: int | None) -> None:
            if row is None:
                return
            one = found[row]
            if window.asked == "remove":
                self._remove(one, none)
            elif one.set_up is None:
                self._screen.notify(one.problem, severity="warning", timeout=8, markup=False)
            elif window.asked == "rename":
                self._rename(one, none)
            else:
                self._lay(one.set_up)

        self._screen.app.push_screen(window, picked)

    def _rename(self, one: Kept, none: str) -> None:
        def named(name: str | None) -> None:
            if name:
                try:
                    rename(program(self._screen.app).library.data, one, name)
                except SaveError as error:
                    self._say(error)
                else:
                    self._screen.notify(f"{one.name} is called {name.strip()} now", timeout=4, markup=False)
            self.open(none)

        self._screen.app.push_screen(AskLine(f"Call {one.name} otherwise", "another name"), named)

    def _remove(self, one: Kept, none: str) -> None:
        def answered(row: int | None) -> None:
            if row == 1:
                try:
                    remove(one)
                except SaveError as error:
                    self._say(error)
                else:
                    self._screen.notify(f"{one.name} is deleted", timeout=4, markup=False)
            self.open(none)

        lines = (("k", Content("keep it")), ("d", Content("delete it for good")))
        self._screen.app.push_screen(PickList(f"Delete {one.name}?", lines), answered)

    @property
    def _content(self) -> str:
        return program(self._screen.app).shelf.content_hash(self._table.system.scenario)

    def _say(self, error: SaveError) -> None:
        told = program(self._screen.app).manners.told_error(error)
        self._screen.notify(told, severity="warning", markup=False)


def _line(one: Kept) -> Content:
    """A set-up in the list of those that are kept."""
    if one.set_up is None:
        return Content.assemble((one.name, MUTED), ("  cannot be read", "$text-warning"))
    number = len(one.set_up.orders)
    count = Content.styled(f"  {number} order{'s' * (number != 1)}", MUTED)
    old = ("  made for other content: what does not fit is said", "$text-warning") if one.old else ""
    return Content.assemble(one.name, count, old)
