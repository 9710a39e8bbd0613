"""Picking: the order in hand, choice by choice, by key, mouse and map, until it is given."""

from __future__ import annotations

from textual import events, on

from core.choice import Choice
from core.order import IllegalOrder
from tui.game.looking import LookingRound
from tui.game.ordering import Ordering, Way
from tui.game.table import Table
from tui.game.words import rolled_at_once, way_line
from tui.kit.popups import PickList
from tui.map.widget import HexMap
from tui.program import program
from tui.widgets.cards import StackList
from tui.widgets.log import GameLog
from tui.widgets.orders import OrderMenu
from tui.widgets.strip import OrderStrip
from tui.widgets.too_small import TooSmall


class Picking(LookingRound):
    """The frame of a game on which the player at the keyboard builds and gives orders."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._rule = ""
        self._stuck = False

    def proceed(self) -> None:
        """See what happens next and let it."""
        raise NotImplementedError

    def show_end(self) -> None:
        """Say how the game ended."""
        raise NotImplementedError

    def submit(self) -> None:
        """Give the order in hand."""
        ordering = self.stage.ordering
        if ordering is None:
            return
        told = len(self.table.lines())
        try:
            self.table.submit(ordering.side, ordering.partial)
        except IllegalOrder as error:
            self.refuse(error.reason, error.rule)
            self._reconsider(ordering)
            return
        except Exception as error:
            self.trouble("The order could not be carried out", error)
            self._reconsider(ordering)
            return
        self.stage.end()
        self.stage.look()
        self.proceed()
        now = self.stage.ordering
        if now is not None and now.side == ordering.side:
            self.stage.go_on()
            self.show_order()
            news = rolled_at_once([line.report for line in self.table.lines()[told:]])
            if news is not None:
                self.app.push_screen(news)

    def _reconsider(self, ordering: Ordering) -> None:
        """After an order that was not accepted: one step back, if that is all that can be done."""
        if ordering.ready:
            self.stage.back()
        self.show_order()

    def refuse(self, reason: str, rule: str) -> None:
        """Say what is wrong and by which rule; R reads it."""
        self._rule = rule
        text = f"{reason}\n{rule} - R reads the rule" if rule else reason
        self.notify(text, title="Not allowed", severity="warning", markup=False)

    def refuse_choice(self, choice: Choice) -> None:
        """Say why a choice may not be picked."""
        if choice.refusal is not None:
            self.refuse(f"{choice.label}: {choice.refusal.reason}", choice.refusal.rule)

    def on_key(self, event: events.Key) -> None:
        """A key of the order menu picks its choice."""
        if self.query_one(TooSmall).display or event.character is None or isinstance(self.focused, GameLog):
            return
        choice = self.keys.get(event.character)
        if choice is not None:
            self.pick((choice,))
        elif event.character == "u" and self.stage.begun:
            self.action_back()
        else:
            return
        event.stop()
        event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A terminal that is too small lets one only leave."""
        if self.is_mounted and self.query(TooSmall) and self.query_one(TooSmall).display:
            return action in ("leave", "help")
        return True

    def pick(self, way: Way) -> None:
        """Pick choices; an order to which nothing can be added is given at once, unless it is to be confirmed."""
        ordering = self.stage.ordering
        if ordering is None or way[0] not in ordering.choices.legal:
            return
        try:
            self.stage.pick(way)
            ready = ordering.ready
        except IllegalOrder as error:
            ordering.back()
            self.refuse(error.reason, error.rule)
            return
        if ready and not (ordering.to_confirm and program(self.app).settings.confirm):
            self.submit()
        else:
            self.show_order()

    def action_go(self) -> None:
        """Pick what is pointed at; else give the order; else say why nothing can be done here."""
        stage = self.stage
        if self._stuck:
            self.proceed()
        elif stage.ordering is None:
            if self.table.over:
                self.show_end()
        elif stage.hovered is not None:
            ways = stage.ordering.at(stage.cursor) if stage.hovered[-1].hex == stage.cursor else ()
            if len(ways) > 1 and stage.hovered in ways:
                self._which(ways)
            else:
                self.pick(stage.hovered)
        elif stage.barred is not None:
            self.refuse_choice(stage.barred)
        elif (heading := self._heading()) is not None:
            self.query_one(OrderMenu).open_group(heading)
        elif stage.complete:
            self.submit()
        else:
            barred = stage.refusal_at(stage.cursor)
            if barred is not None:
                self.refuse_choice(barred)
            else:
                asked = stage.ordering.choices
                self._rule = asked.rule
                what = f"Nothing to pick in {stage.cursor}. {asked.prompt}\n{asked.rule} - R reads the rule"
                self.notify(what, timeout=4, markup=False)

    def _heading(self) -> str | None:
        """The heading that is pointed at in the menu, if the menu is in sight."""
        hidden = self.has_class("-narrow") and not self.has_class("-drawer")
        return None if hidden else self.query_one(OrderMenu).heading

    def _which(self, ways: tuple[Way, ...]) -> None:
        def picked(row: int | None) -> None:
            if row is not None:
                self.pick(ways[row])

        keys = {id(choice): key for key, choice in self.keys.items()}
        lines = [(keys.get(id(way[0]), "") if len(way) == 1 else way[0].key, way_line(way)) for way in ways]
        self.app.push_screen(PickList(f"In {self.stage.cursor}", lines), picked)

    @on(HexMap.CursorMoved)
    def _cursor_moved(self, event: HexMap.CursorMoved) -> None:
        event.stop()
        # Of several steps before this is heard only the last counts: going back to an earlier one would move the
        # map's cursor, which would say so, and so on for ever.
        if event.hex == self.map.cursor and event.hex != self.stage.cursor:
            self.go_to_hex(event.hex)

    @on(HexMap.HexPicked)
    def _hex_picked(self, event: HexMap.HexPicked) -> None:
        """Enter and a double click go; a click goes on with an order begun, a right click takes a step back."""
        if event.button == 3:
            self.action_back()
            return
        if event.hex != self.stage.cursor:
            self.go_to_hex(event.hex)
        hovered = self.stage.hovered
        steps = self.stage.begun and hovered is not None and hovered[-1].hex == event.hex
        if event.button == 0 or event.double or steps:
            self.action_go()

    @on(OrderMenu.Hovered)
    def _hovered(self, event: OrderMenu.Hovered) -> None:
        choice = event.choice
        self.stage.hovered = (choice,) if choice.legal else None
        self.stage.barred = None if choice.legal else choice
        if choice.hex is not None:
            self.stage.cursor = choice.hex
        if choice.unit is not None:
            self.stage.shown = choice.unit
        self.show_cursor()

    @on(OrderMenu.HeadingPointed)
    def _heading_pointed(self) -> None:
        """Nothing is to be picked by mistake that is not in sight."""
        self.stage.hovered = None
        self.stage.barred = None
        self._draw_map()
        self._weigh()

    @on(OrderMenu.Picked)
    def _picked(self, event: OrderMenu.Picked) -> None:
        choice = event.choice
        if choice is None:
            self.submit()
        elif choice.refusal is not None:
            self.refuse_choice(choice)
        else:
            self.pick((choice,))
        self.map.focus()

    @on(OrderStrip.Picked)
    def _strip_picked(self, event: OrderStrip.Picked) -> None:
        if not event.key:
            self.submit()
        elif event.key in self.keys:
            self.pick((self.keys[event.key],))

    @on(OrderMenu.FoldToggled)
    def action_refused(self) -> None:
        """Show what may not be had, or fold it."""
        self.refused = not self.refused
        self.show_order()

    @on(StackList.Chosen)
    def _chosen(self, event: StackList.Chosen) -> None:
        self.stage.choose(event.counter)
        self.show_cursor()

    @on(GameLog.Jump)
    def _jump(self, event: GameLog.Jump) -> None:
        self.go_to_hex(event.hex)

    @on(GameLog.RuleWanted)
    def _rule_wanted(self, event: GameLog.RuleWanted) -> None:
        self.read_rule(event.rule)

    # -- actions ----------------------------------------------------------------------------------

    def action_back(self) -> None:
        """One step back in the order; from the log or the menu to the map."""
        if self.focused is not self.map:
            self.map.focus()
        elif self.stage.back():
            self.show_order()

    def action_next_unit(self, step: int) -> None:
        """To the next unit that still has something to do."""
        if not self.stage.next_unit(step):
            self.notify("No unit has anything left to do", timeout=2)
        self.show_cursor()
        self.draw_layers()

    def action_menu(self, step: int) -> None:
        """Point at the choice above or below."""
        menu = self.query_one(OrderMenu)
        if menu.display and menu.option_count:
            menu.action_cursor_down() if step > 0 else menu.action_cursor_up()

    def action_rule(self) -> None:
        """Read the rule of the last refusal, else of the question."""
        ordering = self.stage.ordering
        rule = self._rule or (ordering.choices.rule if ordering else "")
        self._rule = ""
        self.read_rule(rule or self.stage.face.prompt(self.table.view, self.table.here).rule)
