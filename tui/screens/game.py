"""The game screen: draws what the player at the keyboard may know, and sends orders. It holds no rule."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.worker import get_current_worker

from core.event import SideId
from core.order import IllegalOrder, Order
from tui.map.widget import HexMap
from tui.ordering import Ordering, Way
from tui.program import program
from tui.screens.commands import GameCommands
from tui.screens.frame import LOOK_ROUND, GameFrame
from tui.screens.handover import HandOverScreen
from tui.screens.over import OverSheet
from tui.screens.sheets import dice_told, rolled_at_once, way_line, what_happened
from tui.table import Computer, Elsewhere, Human, Over, Table
from tui.widgets.cards import StackList
from tui.widgets.log import GameLog
from tui.widgets.orders import OrderMenu
from tui.widgets.popups import PickList
from tui.widgets.strip import OrderStrip
from tui.widgets.too_small import TooSmall

#: Seconds between two orders of a computer player, so that each can be seen.
BEAT = 0.25


class GameScreen(GameFrame):
    """A game being played at this keyboard: who is to order, picking, giving orders, and every key of the place."""

    COMMANDS: ClassVar[set[Any]] = {GameCommands}
    HELP_TITLE = "Game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "pick what is pointed at, or give the order"),
        Binding("escape,backspace", "back", "one step back"),
        Binding("u", "back", "take back the last step"),
        Binding("U", "undo", "undo the last order"),
        Binding("tab", "next_unit(1)", "next unit with something to do"),
        Binding("shift+tab", "next_unit(-1)", "unit before"),
        Binding("left_square_bracket", "menu(-1)", "choice above"),
        Binding("right_square_bracket", "menu(1)", "choice below"),
        Binding("X", "refused", "show or fold what may not be had"),
        Binding("g", "go_to", "go to a hex by its id"),
        Binding("w", "why", "why a line of sight is blocked"),
        Binding("v", "overlays", "lay an overlay over the map"),
        Binding("V", "overlays_off", "take all overlays off"),
        Binding("D", "drawer", "cards and orders: open or close the drawer"),
        Binding("M", "minimap", "show or hide the minimap"),
        Binding("L", "log", "to the log and back"),
        Binding("R", "rule", "read the rule behind the question or the refusal"),
        Binding("question_mark,f1", "help", "keys of this place", key_display="?"),
        Binding("q", "leave", "leave the game; it is saved"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._rule = ""
        self._stuck = False

    # -- the course of the game -------------------------------------------------------------------

    def on_mount(self) -> None:
        """Draw everything and see who is to order."""
        self.map.focus()
        self.proceed()

    def proceed(self) -> None:
        """See what happens next and let it."""
        self._stuck = False
        match self.table.ask():
            case Over():
                self.stage.end()
                self.show_game()
                self.show_end()
            case Elsewhere(who):
                self.stage.end()
                self.waiting = Content.assemble((who, "bold"), ". ", LOOK_ROUND)
                self.show_game()
            case Computer(side, level):
                self.stage.end()
                self.note = f"{self.table.look(side).name} is thinking"
                self.show_game()
                self._think(side, level)
            case Human(side, hand_over):
                self.note = ""
                if hand_over and side != self.table.here:
                    self._hand_over(side)
                else:
                    self.table.sit(side)
                    self.stage.look()
                    if self.stage.begin(side) or self.stage.unit is None:
                        self.stage.arrive()
                    self.show_game()

    def show_end(self) -> None:
        """Say how the game ended."""
        self.app.push_screen(OverSheet(self.table))

    def _hand_over(self, side: SideId) -> None:
        """Let the next player come; who leaves sees first what the dice said."""
        if not program(self.app).settings.hand_over:
            self._seat(side)
            return
        results = dice_told(self.table) if self.table.here is not None else None
        if results is None:
            self._blank_for(side)
            return
        self.stage.end()
        self.show_game()
        self.app.push_screen(results, lambda _: self._blank_for(side))

    def _blank_for(self, side: SideId) -> None:
        """Take everything off the screen that is not for `side`, and ask its player to come."""
        self.table.sit(None)
        self.stage.blank()
        self._rule = ""
        self.query_one(GameLog).empty()
        self.show_game()
        # What was said to the player who leaves would otherwise stay on the screen for a while.
        self.app.clear_notifications()
        title = self.table.system.title
        self.app.push_screen(
            HandOverScreen(title, self.table.look(side).name, lambda: self._seat(side), self.action_leave)
        )

    def _seat(self, side: SideId) -> None:
        self.table.sit(side)
        self.stage.look()
        self.stage.begin(side)
        self.stage.arrive()
        news = what_happened(self.table)
        self.show_game()
        self.map.focus()
        if news is not None:
            self.call_after_refresh(self.app.push_screen, news)

    def _think(self, side: SideId, level: str) -> None:
        try:
            think = self.table.thinking(side, level)
        except Exception as error:
            self._stop(error)
            return

        events = self.table.events

        def work() -> None:
            worker = get_current_worker()
            try:
                order = think()
            except Exception as error:
                if not worker.is_cancelled:
                    self.app.call_from_thread(self._stop, error)
                return
            if not worker.is_cancelled:
                self.app.call_from_thread(self._computer_ordered, side, order, events)

        self.run_worker(work, thread=True, exclusive=True, group="thinking")

    def _computer_ordered(self, side: SideId, order: Order, events: int) -> None:
        """Give the order that was thought of when the journal had so many events; drop it if that is past."""
        if not self.is_running or self.table.events != events:
            return
        told = len(self.table.lines())
        try:
            self.table.give(side, order)
        except Exception as error:
            self._stop(error)
            return
        news = self.table.lines()[told:]
        self.stage.trail = tuple(hex_ for line in news for hex_ in line.report.hexes)
        self.show_game()
        self.bring_into_view(self.stage.trail[-1:])
        if news:
            self.set_timer(BEAT, self.proceed)
        else:
            self.proceed()

    def _stop(self, error: Exception) -> None:
        """The computer player failed: say so and wait for the player."""
        self._stuck = True
        self.note = "the computer player has stopped; enter lets it try again"
        self.trouble("The computer player could not decide", error)
        self.show_game()

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
        elif stage.complete:
            self.submit()
        else:
            barred = stage.refusal_at(stage.cursor)
            if barred is not None:
                self.refuse(f"{barred[0].label}: {barred[1].reason}", barred[1].rule)
            else:
                asked = stage.ordering.choices
                self._rule = asked.rule
                what = f"Nothing to pick in {stage.cursor}. {asked.prompt}\n{asked.rule} - R reads the rule"
                self.notify(what, timeout=4, markup=False)

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
        if choice.hex is not None:
            self.stage.cursor = choice.hex
        if choice.unit is not None:
            self.stage.shown = choice.unit
        self.show_cursor()

    @on(OrderMenu.Picked)
    def _picked(self, event: OrderMenu.Picked) -> None:
        if event.choice is None:
            self.submit()
        else:
            self.pick((event.choice,))
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

    def action_undo(self) -> None:
        """Undo the last order of the player at the keyboard."""
        side = self.table.here
        if side is None:
            return
        try:
            self.table.undo(side)
        except IllegalOrder as error:
            self.refuse(error.reason, error.rule)
            return
        self.workers.cancel_group(self, "thinking")
        self.notify("Taken back", timeout=2)
        self.stage.end()
        self.proceed()

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

    def action_leave(self) -> None:
        """To the title; every event is in the file already."""
        self.workers.cancel_all()
        self.call_later(self.app.run_action, "title")
