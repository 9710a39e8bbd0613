"""The game screen: draws what the player at the keyboard may know, and sends orders. It holds no rule."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.worker import get_current_worker

from core.event import SideId
from core.order import IllegalOrder, Order
from tui.game.commands import GameCommands
from tui.game.frame import LOOK_ROUND
from tui.game.handover import HandOverScreen
from tui.game.over import OverSheet
from tui.game.picking import Picking
from tui.game.table import Computer, Elsewhere, GameTable, Human, Over
from tui.game.words import dice_told, what_happened
from tui.kit.popups import PickList
from tui.program import program
from tui.widgets.log import GameLog

#: Seconds between two orders of a computer player, so that each can be seen.
BEAT = 0.25


class GameScreen(Picking):
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
        Binding("left_square_bracket", "menu(-1)", "choice or heading above; enter opens a heading"),
        Binding("right_square_bracket", "menu(1)", "choice or heading below"),
        Binding("X", "refused", "show or fold what may not be had"),
        Binding("g", "go_to", "go to a hex by its id"),
        Binding("w", "why", "why a line of sight is blocked"),
        Binding("v", "overlays", "lay an overlay over the map"),
        Binding("V", "overlays_off", "take all overlays off"),
        Binding("B", "sheets", "sheets: formations, missions, the turn ..."),
        Binding("C", "card", "the whole card of the unit"),
        Binding("D", "drawer", "cards and orders: open or close the drawer"),
        Binding("M", "minimap", "show or hide the minimap"),
        Binding("L", "log", "to the log and back"),
        Binding("R", "rule", "read the rule behind the question or the refusal"),
        Binding("question_mark,f1", "help", "keys of this place", key_display="?"),
        Binding("q", "leave", "leave the game; it is saved"),
    ]

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

    # -- actions ----------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Undo the last order of the player at the keyboard."""
        side = self.table.here
        if side is None:
            return
        try:
            self.table.undo(side)
        except IllegalOrder as error:
            if not self._ask_to_agree(side):
                self.refuse(error.reason, error.rule)
            return
        self._taken_back()

    def _ask_to_agree(self, side: SideId) -> bool:
        """Where something stands in the way of undo, let those at this machine agree to it all the same; whether there
        was anything to ask."""
        table = self.table
        if not isinstance(table, GameTable) or not table.game.take_back_points(side):
            return False
        who = "the other player agrees" if len(table.humans) > 1 else "I may have learned by it"

        def answered(row: int | None) -> None:
            if row != 1:
                return
            try:
                table.take_back(side)
            except IllegalOrder as error:
                self.refuse(error.reason, error.rule)
                return
            self._taken_back()

        lines = [
            ("n", Content("let it stand")),
            ("y", Content(f"take it back all the same: {who}")),
        ]
        self.app.push_screen(PickList("Dice or secrets stand in the way; it is noted", lines), answered)
        return True

    def _taken_back(self) -> None:
        """Something was taken back: draw the game as it stands now and go on from there."""
        self.workers.cancel_group(self, "thinking")
        self.notify("Taken back", timeout=2)
        self.stage.end()
        self.proceed()

    def action_leave(self) -> None:
        """To the title; every event is in the file already."""
        self.workers.cancel_all()
        self.call_later(self.app.run_action, "title")
