"""Orders for several units at the keyboard: marking them, showing what an order would be for each, giving it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import pairwise
from typing import Any

from textual.screen import Screen

from core.choice import Choice
from core.hexes import Hex, distance
from core.order import IllegalOrder
from tui.game.again import Last, kept
from tui.game.ahead import ahead, begins
from tui.game.many.plan import Plan, Wanted, act_of, in_file, nearest, plan
from tui.game.many.preview import PreviewScreen
from tui.game.many.volley import volley
from tui.game.ordering import Ordering, Way
from tui.game.refusals import Refusals
from tui.game.stage import Stage
from tui.game.table import Table
from tui.game.words import rolled_at_once
from tui.kit.printed import hex_name

#: What the two ways of a move of several are called.
FILE, ABREAST = "in file behind the first", "each the same way"


class Giving:
    """Marks units, and gives them an order one after the other.

    give: gives the order in hand to one unit, and says whether it was accepted; draw: the marks have changed.
    """

    def __init__(
        self,
        screen: Screen[Any],
        table: Table,
        stage: Stage,
        refusals: Refusals,
        give: Callable[[], bool],
        draw: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._refusals = refusals
        self._give_one = give
        self._draw = draw

    # -- marks ------------------------------------------------------------------------------------

    def mark(self, what: str) -> None:
        """Mark a "unit", the one pointed at, the "stack" in its hex or "all" that have something to do; take the marks
        off if they all have one."""
        units = {"unit": self._pointed, "stack": self._stack, "all": self._undone}[what]()
        if units:
            self._turn(units)
        elif what == "all":
            self._say("No unit may be ordered now")
        else:
            self._say(f"There is no unit of yours to mark in {hex_name(self._table, self._stage)}")

    def _pointed(self) -> list[str]:
        """The own unit whose card is shown, else the topmost in the cursor's hex."""
        here = self._here()
        off_map = self._stage.shown if self._stage.counter(self._stage.shown) is None else None
        if self._stage.shown in here or (off_map is not None and off_map == self._stage.unit):
            return [str(self._stage.shown)]
        return here[:1]

    def _here(self) -> list[str]:
        return [c.id for c in self._stage.stack(self._stage.cursor) if self._stage.owns(c.id)]

    def _stack(self) -> list[str]:
        """The own units of the hex with which an order may begin, or all where none may: passengers are not marked."""
        here, able = self._here(), self._able()
        return [unit for unit in here if unit in able] or here

    def _undone(self) -> list[str]:
        ordering = self._stage.ordering
        left = self._stage.face.undone(self._table.view, ordering.side) if ordering is not None else ()
        return list(left) or self._able()

    def _able(self) -> list[str]:
        """Own units with which an order may begin, where none has to."""
        ordering = self._stage.ordering
        ways = ordering.ways() if ordering is not None and not ordering.picked else ()
        found = (way[-1].unit for way in ways if way[-1].kind == "unit" and way[-1].unit is not None)
        return list(dict.fromkeys(unit for unit in found if self._stage.owns(unit)))

    def _turn(self, units: Iterable[str]) -> None:
        marked, units = self._stage.marks.units, list(units)
        if all(unit in marked for unit in units):
            self._stage.marks.put(unit for unit in marked if unit not in units)
        else:
            self._stage.marks.put(dict.fromkeys((*marked, *units)))
        count = len(self._stage.marks.units)
        self._say(f"{count} marked: an order for one of them is offered to all; esc clears" if count else "None marked")
        self._draw()

    def clear(self) -> bool:
        """Take all marks off; whether there were any."""
        if not self._stage.marks.units:
            return False
        self._stage.marks.put(())
        self._say("None marked")
        self._draw()
        return True

    # -- an order for all that are marked ---------------------------------------------------------

    def letter(self, character: str, own: Collection[str], avoided: Collection[str]) -> Way | None:
        """How a letter begins the order of a unit that is marked, where the one pointed at may not have it."""
        ordering, marked = self._stage.ordering, self._stage.marks.units
        if ordering is None or ordering.picked or len(marked) < 2:
            return None
        for way in (way for unit in marked for way in begins(ordering, unit)):
            found = ahead(ordering, way, own, avoided)
            if found is not None and character in found.keys:
                return (*found.way, found.keys[character])
        return None

    def offers(self) -> bool:
        """Show the order in hand as it would be for all marked units; False if it is for one alone."""
        ordering, marked = self._stage.ordering, self._stage.marks.units
        if ordering is None or len(marked) < 2:
            return False
        last = kept(None, ordering, self._stage.now()) or _bare(ordering)
        if last is None or last.unit.unit not in marked:
            return False
        first = str(last.unit.unit)
        places = {unit: self._place(unit) for unit in marked}
        others = nearest(((unit, places[unit]) for unit in marked if unit != first), last.unit.hex)
        path = self._path(ordering, last.unit)
        abreast = Wanted(last, (first, *others), path)
        plans = [(ABREAST if path else "", self._planned(abreast))]
        standing = [(unit, hex_) for unit in others if (hex_ := places[unit]) is not None]
        steps = all(distance(a, b) == 1 for a, b in pairwise(path))
        column = in_file(path, standing) if len(path) > 1 and steps and len(standing) == len(others) else None
        if column is not None:
            # A stack goes on as one; units one behind the other go on so.
            stacked = column[1] == path
            plans.insert(int(stacked), (FILE, self._planned(Wanted(last, (first, *column[0]), path, column[1]))))
        elif path:
            plans = [("", plans[0][1])]
        self.show(tuple(plans))
        return True

    def _planned(self, wanted: Wanted) -> Callable[[], Plan]:
        ordering = self._stage.ordering
        assert ordering is not None
        return partial(plan, self._table.system, self._table.view, ordering.side, wanted, self._name)

    def _place(self, unit: str) -> Hex | None:
        counter = self._stage.counter(unit)
        return counter.hex if counter is not None else None

    def _name(self, unit: str) -> str:
        counter = self._stage.counter(unit)
        if counter is not None:
            return counter.called
        try:
            return self._stage.face.unit_card(self._table.view, unit).title
        except KeyError:
            return unit

    def _path(self, ordering: Ordering, unit: Choice) -> tuple[Hex, ...]:
        """The hexes of a move in hand from where the unit stands; () if it is no move."""
        try:
            report = self._table.system.odds(self._table.view, ordering.side, ordering.partial)
        except IllegalOrder:
            return ()
        if report is None or unit.hex is None:
            return ()
        if not report.path:  # where units go from point to point, what is drawn of the way says that it is one
            return ordering.path if report.ghost is not None and report.ghost.cells else ()
        return report.path if report.path[0] == unit.hex else (unit.hex, *report.path)

    def show(self, plans: tuple[tuple[str, Callable[[], Plan]], ...]) -> None:
        """Show an order for several; it is given if it is accepted."""

        window = PreviewScreen(plans)

        def answered(given: bool | None) -> None:
            if given and isinstance(window.plan, Plan):
                self._give(window.plan)

        self._screen.app.push_screen(window, answered)

    def aims(self, last: Choice) -> bool:
        """After the pick of a target, pick all marked units that may fire at it and show it; whether any may."""
        ordering, marked = self._stage.ordering, self._stage.marks.units
        if ordering is None or not marked or self._stage.owns(last.unit or ""):
            return False
        before = len(ordering.picked)
        shown = volley(ordering, marked, self._name)
        if shown is None or not ordering.choices.complete:
            return False

        def answered(given: bool | None) -> None:
            if given:
                self._stage.marks.put(())
                self._give_one()
            else:
                while len(ordering.picked) > before:
                    ordering.back()
            self._draw()

        self._screen.app.push_screen(PreviewScreen((("", lambda: shown),)), answered)
        return True

    def repeat(self, last: Last, units: Iterable[str]) -> None:
        """Show the last order for all who may have it, or for those of them that are marked."""
        marked = self._stage.marks.units
        wanted = [unit for unit in (marked or units) if unit != last.unit.unit]
        able = tuple(unit for unit in wanted if marked or unit in self._able())
        offered = self._planned(Wanted(last, able, whole=True))
        if not offered().acts:
            self._say("No other unit may be given the last order")
            return
        self.show((("", offered),))

    def _give(self, given: Plan) -> None:
        """Give the order to one unit after the other, each as things stand then, until somebody else acts."""
        stage, table = self._stage, self._table
        side = stage.ordering.side if stage.ordering is not None else None
        told, done = len(table.lines()), list[str]()
        for act in given.acts:
            ordering = stage.ordering
            if ordering is None or ordering.side != side or table.here != side or self._waits():
                break
            ordering.forget()
            try:
                found = act_of(ordering, given.wanted, act.id)
            except IllegalOrder as error:
                self._refusals.say(f"{act.unit}: {error.reason}", error.rule)
                done.append(act.id)
                continue
            stage.pick(found.way)
            if not self._give_one():
                break
            done.append(act.id)
        left = [act for act in given.acts if act.id not in done]
        if left and table.here == side:
            names = ", ".join(act.unit for act in left)
            self._say(f"Stopped by what has happened: not yet ordered are {names}")
        if not left and stage.marks.units:
            stage.marks.put(())
            self._draw()
        news = rolled_at_once([line.report for line in table.lines()[told:]]) if table.here == side else None
        if news is not None and not table.over and not self._waits():
            self._screen.app.push_screen(news)

    def _waits(self) -> bool:
        """Whether a window is open that must be read first."""
        return self._screen.app.screen is not self._screen

    def _say(self, what: str) -> None:
        self._screen.notify(what, timeout=3, markup=False)


def _bare(ordering: Ordering) -> Last | None:
    """An order that is no more than its unit, such as into Full Cover."""
    unit = ordering.picked[-1] if ordering.picked else None
    return Last(unit, (), None) if unit is not None and unit.kind == "unit" else None
