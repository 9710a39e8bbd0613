"""Steps of the set-up in which no unit is placed, such as plotting artillery or laying mines: what is set up in them
can be kept, and laid again, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.content import Content
from textual.screen import Screen

from core.event import SideId
from core.order import IllegalOrder
from saves.set_ups import SetUp
from tui.game.set_up.deploying import Deployment, laid
from tui.game.set_up.force import Position
from tui.game.set_up.keeping import Keeping
from tui.game.set_up.offering import offer
from tui.game.table import Table
from tui.kit.popups import PickList


class StepSetUp:
    """What a side has set up in such a step. done: is called when something was laid."""

    def __init__(self, screen: Screen[Any], table: Table, side: SideId, done: Callable[[], None]) -> None:
        self._screen = screen
        self._table = table
        self._side = side
        self._done = done
        self._keeping = Keeping(screen, table, side, self._lay)

    def ask(self) -> None:
        """Ask whether to keep what is there, or to lay what was kept."""
        there = len(self._table.system.layout(self._table.view, self._side))

        def picked(row: int | None) -> None:
            if row == 0 and not there:
                self._screen.notify("Nothing is set up yet that could be kept", timeout=3)
            elif row == 0:
                self._keeping.keep("F and o lay it")
            elif row == 1:
                self._keeping.open("No set-up of this side is kept yet: F and s keep one")

        lines = (
            ("s", Content(f"keep what is set up so far ({there} order{'s' * (there != 1)})")),
            ("o", Content("lay a set-up of your own, what belongs to this step")),
        )
        self._screen.app.push_screen(PickList("Set-ups of your own", lines), picked)

    def _lay(self, mine: SetUp) -> None:
        system, view = self._table.system, self._table.view
        there = set(system.layout(view, self._side))
        orders = [one for one in system.relaid(view, self._side, mine.orders) if one not in there]
        if not orders:
            told = f"Nothing of {mine.name} is left to lay in this step"
            self._screen.notify(told, timeout=4, markup=False)
            return
        position = Position(system, view, self._side)
        offer(self._screen, self._table, (("", partial(laid, position, orders, mine.name)),), self._accept)

    def _accept(self, given: Deployment) -> None:
        for act in given.acts:
            try:
                self._table.submit(self._side, act.partial)
            except IllegalOrder as error:
                self._screen.notify(error.reason, severity="warning", timeout=5, markup=False)
                break
        self._done()
