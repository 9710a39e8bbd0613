"""Picking: the order in hand, choice by choice, by key, mouse and map, until it is given."""

from __future__ import annotations

from typing import Any

from textual.keys import key_to_character
from textual.screen import Screen

from core.choice import Choice
from core.hexes import Hex
from core.order import IllegalOrder
from core.placing import REST
from tui.game.again import again
from tui.game.course import Course
from tui.game.drawing import Drawing
from tui.game.looking import Looking
from tui.game.many.giving import Giving
from tui.game.ordering import Ordering, Way, nobody_waits
from tui.game.refusals import Refusals
from tui.game.set_up.force import places, sets_up
from tui.game.showing import Showing
from tui.game.stage import Stage
from tui.game.table import Table
from tui.game.words import rolled_at_once, way_line
from tui.keys.held import keys_of
from tui.kit.popups import PickList
from tui.kit.printed import hex_name
from tui.program import program
from tui.widgets.orders import OrderMenu


class Picking:
    """Builds and gives the orders of the player at the keyboard."""

    def __init__(
        self,
        screen: Screen[Any],
        table: Table,
        stage: Stage,
        drawing: Drawing,
        showing: Showing,
        looking: Looking,
        refusals: Refusals,
        course: Course,
    ) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._drawing = drawing
        self._showing = showing
        self._looking = looking
        self._refusals = refusals
        self._course = course
        self.giving = Giving(screen, table, stage, refusals, self._give, self._drawn)

    def submit(self) -> None:
        """Give the order in hand; one that several marked units can have is shown first as it would be for them all."""
        ordering = self._stage.ordering
        if ordering is None or self.giving.offers():
            return
        told = len(self._table.lines())
        if not self._give():
            return
        now = self._stage.ordering
        if now is not None and now.side == ordering.side:
            if self._end_by_itself(now):
                return
        elif now is not None or self._course.playing or self._screen.app.screen is not self._screen:
            return
        news = rolled_at_once([line.report for line in self._table.lines()[told:]])
        if news is not None and not self._table.over:
            self._screen.app.push_screen(news)

    def _give(self) -> bool:
        """Give the order in hand as it stands, and let the game go on; whether it was accepted."""
        ordering, when = self._stage.ordering, self._stage.now()
        if ordering is None:
            return False
        try:
            self._table.submit(ordering.side, ordering.partial)
        except IllegalOrder as error:
            self._refusals.say(error.reason, error.rule)
            self._reconsider(ordering)
            return False
        except Exception as error:
            self._showing.trouble("The order could not be carried out", error)
            self._reconsider(ordering)
            return False
        self._stage.given.keep(ordering, when)
        self._stage.end(ordering.actor)
        self._stage.look()
        self._course.proceed()
        return True

    def _drawn(self) -> None:
        """Marks have come or gone: draw them."""
        self._stage.look()
        self._showing.order()

    def _end_by_itself(self, ordering: Ordering) -> bool:
        """A unit to which nothing is left but to end what it has begun ends it; whether it does."""
        way = self._stage.end_begun()
        if way is None or len(ordering.after(way[:-1]).legal) != 1:
            return False
        self.pick(way, go=True)
        return True

    def _reconsider(self, ordering: Ordering) -> None:
        """After an order that was not accepted: one step back, if that is all that can be done."""
        if ordering.ready:
            self._stage.back()
        self._showing.order()

    def key(self, character: str) -> bool:
        """A key of the order menu picks its choice; whether it is one."""
        unit = self._showing.ahead
        own = (*unit.way, unit.keys[character]) if unit is not None and character in unit.keys else None
        if (way := own or self.giving.letter(character, *self._showing.taken_keys())) is not None:
            self.pick(way)
        elif (choice := self._showing.keys.get(character)) is not None:
            self.pick((choice,))
        elif self._stage.begun and keys_of(self._screen).among("game.step-back", character):
            self.back()
        elif (waits := self._ends(character)) is not None:
            told = keys_of(self._screen).told("game.step-back")
            gives = "enter gives it, " if self._stage.complete else ""
            self._refusals.say(f"{waits.label}: an order is in hand; {gives}{told} takes it back", "")
        else:
            return False
        return True

    def unheard(self, key: str, *, in_log: bool) -> None:
        """A key does nothing: say why what it would pick may not be had, else what would do."""
        barred = None if in_log else self._showing.barred(key_to_character(key) or key)
        if barred is not None:
            self._refusals.of(barred)
        else:
            self._showing.unheard(key, in_log=in_log)

    def _ends(self, character: str) -> Choice | None:
        """The end of the step, of which a key is that, while an order is in hand."""
        ordering = self._stage.ordering
        end = ordering.end if ordering is not None and self._stage.begun else None
        return end if end is not None and character == end.key else None

    def pick(self, way: Way, *, go: bool = False) -> None:
        """Pick choices; an order to which nothing can be added is given at once, unless it is to be confirmed.

        go: give what the prompt has said that the key does, though more could be added: a unit goes to a hex, or ends
        its move. Where a risk lies on the way it is shown first.
        """
        ordering = self._stage.ordering
        if ordering is None or way[0] not in ordering.choices.legal:
            return
        if way[0].pick == REST:
            self.set_up(array=True)
            return
        before = len(ordering.picked)
        try:
            self._stage.pick(way)
            confirm = program(self._screen.app).settings.confirm
            if confirm and (only := self._only(ordering)) is not None:
                self._stage.pick((only,))
            ready = ordering.ready
            if self.giving.aims(way[-1]):
                self._showing.order()
                return
            if ordering.choices.form:
                self._fill(ordering)
                return
        except IllegalOrder as error:
            while len(ordering.picked) > before:
                ordering.back()
            self._refusals.say(error.reason, error.rule)
            return
        gone = go and ordering.choices.complete and not _at_risk(ordering, way)
        if gone or (ready and not (ordering.to_confirm and confirm)):
            self.submit()
        else:
            self._showing.order()

    def _fill(self, ordering: Ordering) -> None:
        """Let all that is left to pick be filled in at once, and give it."""

        def answered(picks: tuple[str, ...] | None) -> None:
            for pick in picks or ():
                ordering.take(choice for choice in ordering.choices.legal if choice.pick == pick)
            if picks is None:
                self._stage.back()
                self._showing.order()
            else:
                self.submit()

        self._showing.order()
        from tui.kit.form_window import FormWindow

        window = FormWindow(ordering.picked[-1].label.removesuffix(" ..."), ordering.choices.form)
        self._screen.app.push_screen(window, answered)

    def _only(self, ordering: Ordering) -> Choice | None:
        """The one unit that may carry out what is for good: it is picked unasked, as the order will be seen first."""
        now = ordering.choices
        only = now.options[0] if len(now.options) == 1 else None
        return only if only and only.legal and only.kind == "unit" and only.irreversible and not now.complete else None

    def pick_or_give(self, choice: Choice | None) -> None:
        """Pick a choice, or say why it may not be had; None gives the order in hand."""
        if choice is None:
            self.submit()
        elif choice.refusal is not None:
            self._refusals.of(choice)
        else:
            self.pick((choice,))

    def set_up(self, *, array: bool = False) -> None:
        """Set up on a screen of its own, where units are to be placed now; array: it begins with what the program would
        place."""
        from tui.game.set_up.screen import SetUpScreen
        from tui.game.set_up.steps import StepSetUp

        ordering = self._stage.ordering
        while self._stage.back():
            self._showing.order()
        if ordering is not None and not places(ordering.choices) and sets_up(self._stage.face.status(self._table.view)):
            StepSetUp(self._screen, self._table, ordering.side, lambda: self._left(None)).ask()
            return
        if ordering is None or not places(ordering.choices):
            side = self._table.here
            if side is not None and self._table.system.coming(self._table.view, side):
                self._screen.app.push_screen(SetUpScreen(self._table, side, self._stage.cursor, looks=True))
                return
            asked = f"F is for placing units; asked is: {ordering.choices.prompt}" if ordering else ""
            self._screen.notify(asked or "Nothing is asked now", timeout=3, markup=False)
            return
        window = SetUpScreen(self._table, ordering.side, self._stage.cursor, array=array)
        self._screen.app.push_screen(window, self._left)

    def _left(self, end: bool | None) -> None:
        """Something has been set up on another screen. end: the set-up is to be ended."""
        self._stage.end()
        self._stage.look()
        self._course.proceed()
        now = self._stage.ordering
        if end and now is not None and now.finish is not None and now.finish.legal:
            self.pick((now.finish,))

    def again(self) -> None:
        """The last order once more, for the unit in hand: a way that it would go is shown before it is given."""
        stage, last = self._stage, self._stage.last()
        unit = stage.in_hand() if stage.leads else stage.hovered
        if stage.ordering is None or stage.begun or last is None or unit is None:
            self._screen.notify("There is no last order of another unit in this step to give once more", timeout=3)
            return
        try:
            way = again(stage.ordering, unit, last)
        except IllegalOrder as error:
            self._refusals.say(error.reason, error.rule)
            return
        self.pick(way)

    def again_for_all(self) -> None:
        """The last order once more for all units that may have it, shown before it is given."""
        stage = self._stage
        last = stage.given.last(stage.ordering, None, stage.now())
        if stage.ordering is None or stage.begun or last is None:
            self._screen.notify("There is no last order in this step to give to all", timeout=3)
            return
        self.giving.repeat(last, stage.face.undone(self._table.view, stage.ordering.side))

    def go(self) -> None:
        """Pick what is pointed at; else give the order; else say why nothing can be done here."""
        stage = self._stage
        if self._course.stuck:
            self._course.proceed()
        elif stage.ordering is None:
            if self._table.over:
                self._course.show_end()
            else:
                self._showing.hint(self._showing.waiting.plain)
        elif stage.hovered is not None:
            if stage.leads:
                self.pick(stage.hovered, go=True)
                return
            if (end := stage.end_here()) is not None:
                self.pick(end, go=True)
                return
            if ways := stage.ordering.among(stage.hovered, stage.cursor, stage.marks.units):
                self._which(ways)
            else:
                self.pick(stage.hovered)
        elif stage.barred is not None:
            self._refusals.of(stage.barred)
        elif (heading := self._heading()) is not None:
            self._screen.query_one(OrderMenu).open_group(heading)
        elif stage.complete:
            self.submit()
        else:
            barred, asked = stage.refusal_at(stage.cursor), stage.ordering.choices
            if barred is not None:
                self._refusals.of(barred)
            elif stage.ordering.path[1:] and stage.cursor == stage.ordering.path[-1]:
                # It leads here already: what keeps the order from being given is what is asked.
                self._refusals.say(asked.prompt, asked.rule)
            elif asked.elsewhere is not None:
                self._refusals.say(f"{hex_name(self._table, stage)}: {asked.elsewhere.reason}", asked.elsewhere.rule)
            elif (best := stage.ordering.best_unit) is not None:
                self.point_at(best)
            else:
                self._refusals.rule = asked.rule
                self._showing.nothing_here(stage.ordering)

    def _heading(self) -> str | None:
        """The heading that is pointed at in the menu, if the menu is in sight."""
        return None if self._drawing.drawer_shut else self._screen.query_one(OrderMenu).heading

    def _which(self, ways: tuple[Way, ...]) -> None:
        def picked(row: int | None) -> None:
            if row is not None:
                self.pick(ways[row])

        keys = {id(choice): key for key, choice in self._showing.keys.items()}
        lines = [(keys.get(id(way[0]), "") if len(way) == 1 else way[0].key, way_line(way)) for way in ways]
        self._screen.app.push_screen(PickList(f"In {hex_name(self._table, self._stage)}", lines), picked)

    def click(self, hex_: Hex, *, button: int, double: bool) -> None:
        """Enter (button 0) and a double click go; a click goes on with an order begun, a right click takes a step
        back."""
        if button == 3:
            self.back()
            return
        if hex_ != self._stage.cursor:
            self._looking.go_to_hex(hex_)
        hovered = self._stage.hovered
        steps = self._stage.begun and hovered is not None and hovered[-1].hex == hex_
        if button == 0 or double or steps:
            self.go()

    def point_at(self, choice: Choice) -> None:
        """A line of the menu is pointed at."""
        stage = self._stage
        stage.hovered = (choice,) if choice.legal else None
        stage.barred = None if choice.legal else choice
        if choice.hex is not None:
            stage.cursor = choice.hex
        if choice.unit is not None:
            stage.shown = choice.unit
        self._showing.cursor()

    def point_at_heading(self) -> None:
        """Nothing is to be picked by mistake that is not in sight."""
        self._stage.hovered = None
        self._stage.barred = None
        self._showing.pointed()

    def point_at_unit(self, counter: str) -> None:
        """A counter of the stack is chosen."""
        self._stage.choose(counter)
        self._showing.cursor()

    def turn_refused(self) -> None:
        """Show what may not be had, or fold it."""
        self._showing.turn_refused()

    def back(self) -> None:
        """One step back in the order; from the log or the menu to the map; last of all the drawer shuts."""
        if self._screen.focused is not self._drawing.map:
            self._drawing.map.focus()
        elif self._stage.back() or self._drawing.shut_drawer():
            self._showing.order()
        elif not self.giving.clear():
            said = "No order is in hand; {game.undo} takes back the last one, {game.leave} leaves the game"
            self._showing.hint(keys_of(self._screen).in_text(said))

    def next_unit(self, step: int) -> None:
        """To the next unit that still has something to do."""
        if not self._stage.next_unit(step):
            self._showing.hint(nobody_waits(self._stage.ordering))
        self._showing.cursor()
        self._showing.layers()

    def step_menu(self, step: int) -> None:
        """Point at the choice above or below."""
        menu = self._screen.query_one(OrderMenu)
        if menu.display and menu.option_count:
            menu.action_cursor_down() if step > 0 else menu.action_cursor_up()
        else:
            self._showing.hint("There is nothing to choose from now")

    def read_rule(self) -> None:
        """Read the rule of the last refusal, else of the question."""
        ordering = self._stage.ordering
        rule = self._refusals.forget() or (ordering.choices.rule if ordering else "")
        self._looking.read_rule(rule or self._stage.face.prompt(self._table.view, self._table.here).rule)


def _at_risk(ordering: Ordering, way: Way) -> bool:
    """Whether an order is to be seen before it is given: for more than that a move which has been begun ends."""
    return ordering.choices.confirm or any(choice.irreversible for choice in way if choice.kind != "done")
