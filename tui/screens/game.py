"""The game screen: draws what the player at the keyboard may know, and sends orders. It holds no rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.worker import get_current_worker

from core.event import SideId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.presentation import OddsReport, Overlay
from tui.map.minimap import MiniMap
from tui.map.projection import Zoom
from tui.map.widget import HexMap
from tui.ordering import Way
from tui.program import program
from tui.screens.commands import GameCommands
from tui.screens.handover import HandOverScreen
from tui.screens.help import HelpScreen
from tui.screens.sheets import over_sheet, sight_sheet, way_line, what_happened
from tui.stage import Stage
from tui.table import Computer, GameTable, Human, Over
from tui.widgets.cards import CardPane, StackList
from tui.widgets.header import GameHeader
from tui.widgets.legend import OverlayLegend
from tui.widgets.log import GameLog
from tui.widgets.odds import OddsPanel
from tui.widgets.orders import OrderMenu
from tui.widgets.popups import AskLine, PickList
from tui.widgets.prompt import PhasePrompt, in_hand
from tui.widgets.side import SidePanel
from tui.widgets.strip import OrderStrip
from tui.widgets.too_small import TooSmall

#: Seconds between two orders of a computer player, so that each can be seen.
BEAT = 0.25


class GameScreen(Screen[None]):
    """Frame of a game: headline, map, cards, odds, orders, prompt, log."""

    DEFAULT_CSS = """
    GameScreen { layers: base drawer cover; layout: vertical; }
    GameScreen > #middle { height: 1fr; width: 1fr; }
    GameScreen #field { width: 1fr; height: 1fr; layers: base over; }
    GameScreen MiniMap { display: none; layer: over; dock: top; margin: 0 0 0 1; }
    GameScreen.-minimap MiniMap { display: block; }
    GameScreen OrderStrip { display: none; }
    GameScreen.-vast SidePanel { width: 48; }
    GameScreen.-narrow SidePanel { layer: drawer; dock: right; display: none; border-left: vkey $accent; }
    GameScreen.-narrow.-drawer SidePanel { display: block; }
    GameScreen.-narrow OrderStrip { display: block; }
    GameScreen.-low GameLog { height: 2; }
    GameScreen.-tall GameLog { height: 10; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (170, "-vast")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-normal"), (52, "-tall")]
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

    def __init__(self, table: GameTable) -> None:
        super().__init__()
        self.table = table
        self.stage = Stage(table)
        self.note = ""
        self.refused = False
        self._rule = ""
        self._stuck = False
        self._keys: dict[str, Any] = {}

    # -- making -----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The frame."""
        yield GameHeader()
        with Horizontal(id="middle"):
            with Vertical(id="field"):
                settings = program(self.app).settings
                yield HexMap(self.stage.scene(), Zoom(settings.zoom), ascii=settings.ascii)
                yield MiniMap(self.stage.scene())
                yield OverlayLegend()
            yield SidePanel()
        yield PhasePrompt()
        yield OrderStrip()
        yield GameLog()
        yield TooSmall()

    def on_mount(self) -> None:
        """Draw everything and see who is to order."""
        self.map.focus()
        self.proceed()

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that is too small waits."""
        self.query_one(TooSmall).show(event.size.width, event.size.height)
        self.call_after_refresh(self.show_order)

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.query_one(HexMap)

    # -- the course of the game -------------------------------------------------------------------

    def proceed(self) -> None:
        """See what happens next and let it."""
        self._stuck = False
        match self.table.ask():
            case Over():
                self.stage.end()
                self.show_game()
                self.app.push_screen(over_sheet(self.table))
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
                    self.stage.begin(side)
                    self.show_game()

    def _hand_over(self, side: SideId) -> None:
        if not program(self.app).settings.hand_over:
            self._seat(side)
            return
        self.table.sit(None)
        self.stage.blank()
        self.query_one(GameLog).empty()
        self.show_game()
        title = self.table.game.system.title
        self.app.push_screen(
            HandOverScreen(title, self.table.look(side).name, lambda: self._seat(side), self.action_leave)
        )

    def _seat(self, side: SideId) -> None:
        self.table.sit(side)
        self.stage.look()
        self.stage.begin(side)
        self.stage.next_unit(1)
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

        def work() -> None:
            worker = get_current_worker()
            try:
                order = think()
            except Exception as error:
                if not worker.is_cancelled:
                    self.app.call_from_thread(self._stop, error)
                return
            if not worker.is_cancelled:
                self.app.call_from_thread(self._computer_ordered, side, order)

        self.run_worker(work, thread=True, exclusive=True, group="thinking")

    def _computer_ordered(self, side: SideId, order: Order) -> None:
        if not self.is_running:
            return
        told = len(self.table.lines())
        try:
            self.table.give(side, order)
        except Exception as error:
            self._stop(error)
            return
        self.show_game()
        if len(self.table.lines()) > told:
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
        try:
            self.table.submit(ordering.side, ordering.partial)
        except IllegalOrder as error:
            self.refuse(error.reason, error.rule)
            return
        except Exception as error:
            self.trouble("The order could not be carried out", error)
            return
        unit = self.stage.unit
        self.stage.end()
        self.stage.look()
        self.proceed()
        now = self.stage.ordering
        if now is not None and now.side == ordering.side:
            left = self.stage.face.undone(self.table.view, now.side)
            if unit not in left:
                self.stage.next_unit(1)
            self.show_order()

    def refuse(self, reason: str, rule: str) -> None:
        """Say what is wrong and by which rule; R reads it."""
        self._rule = rule
        self.notify(f"{reason}\n{rule} - R reads the rule", title="Not allowed", severity="warning", markup=False)

    def trouble(self, what: str, error: Exception) -> None:
        """Something went wrong that is nobody's order: say it, keep it in the log file, go on."""
        report: Callable[[str, Exception], None] | None = getattr(self.app, "trouble", None)
        if report is not None:
            report(what, error)

    # -- drawing ----------------------------------------------------------------------------------

    def show_game(self) -> None:
        """The game has moved on: draw all that may have changed."""
        table, face = self.table, self.stage.face
        self.stage.look()
        status = face.status(table.view)
        self.query_one(GameHeader).show(status, table.looks, note=self.note)
        self.query_one(GameLog).show(table.lines(), table.looked)
        table.mark_looked()
        self.draw_layers()
        self.show_order()

    def show_order(self) -> None:
        """The order in hand or the cursor has changed: menu, prompt, map, cards, odds."""
        stage, ordering = self.stage, self.stage.ordering
        if not self.is_mounted:
            return
        face, view = stage.face, self.table.view
        self._keys = ordering.keys(*self.taken_keys()) if ordering else {}
        side = ordering.side if ordering else self.table.here
        panel, menu = self.query_one(SidePanel), self.query_one(OrderMenu)
        if ordering is not None:
            choices = ordering.choices
            panel.ask(choices.prompt)
            menu.show(choices, self._keys, refused=self.refused, begun=stage.begun)
        else:
            panel.ask("")
            menu.clear()
        self.query_one(OrderStrip).show(ordering.choices if ordering else None, self._keys, begun=stage.begun)
        who = self.table.look(side).name if side is not None and ordering is not None else ""
        hand = in_hand(ordering) if ordering is not None and stage.begun else None
        self.query_one(PhasePrompt).show(face.prompt(view, side), who, hand)
        self.show_cursor()

    def show_cursor(self) -> None:
        """What is pointed at has changed: map, cards, odds."""
        stage = self.stage
        self._draw_map()
        if self.has_class("-narrow") and not self.has_class("-drawer"):
            return
        menu = self.query_one(OrderMenu)
        menu.point_at(stage.hovered[-1] if stage.hovered and len(stage.hovered) == 1 else None)
        names = {look.id: look.name for look in self.table.looks}
        self.query_one(StackList).show(stage.stack(stage.cursor), names, stage.shown)
        self.query_one(CardPane).show(*stage.cards())
        self._weigh()

    def _draw_map(self) -> None:
        scene = self.stage.scene()
        self.map.scene = scene
        self.map.cursor = self.stage.cursor
        minimap = self.query_one(MiniMap)
        if minimap.display:
            minimap.scene = scene

    def _weigh(self) -> None:
        """Compute the odds of what is pointed at, beside the screen."""
        side = self.stage.ordering.side if self.stage.ordering else None
        partial = self.stage.aim()
        if side is None or partial is None:
            self.query_one(OddsPanel).show(None)
            return
        view, face = self.table.view, self.stage.face

        def work() -> None:
            worker = get_current_worker()
            if worker.is_cancelled:
                return
            report: OddsReport | None = None
            try:
                report = face.odds(view, side, partial)
            except IllegalOrder:
                pass
            except Exception as error:
                self.app.call_from_thread(self.trouble, "The odds could not be computed", error)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show_odds, report)

        self.run_worker(work, thread=True, exclusive=True, group="odds")

    def _show_odds(self, report: OddsReport | None) -> None:
        if self.is_running:
            self.query_one(OddsPanel).show(report)

    # -- pointing and picking ---------------------------------------------------------------------

    def taken_keys(self) -> tuple[frozenset[str], frozenset[str]]:
        """Characters that no choice gets, and those that one gets only if the rules suggest it (the map's)."""
        names = {"left_square_bracket": "[", "right_square_bracket": "]", "question_mark": "?"}
        own = frozenset(names.get(key, key) for key in self._bindings.key_to_bindings)
        moves = frozenset(key for key in self.map._bindings.key_to_bindings if key.isalpha())
        return own, moves

    def on_key(self, event: events.Key) -> None:
        """A key of the order menu picks its choice."""
        if self.query_one(TooSmall).display or event.character is None or isinstance(self.focused, GameLog):
            return
        choice = self._keys.get(event.character)
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
        """Pick choices; an order to which nothing can be added is given at once, unless it is for good."""
        ordering = self.stage.ordering
        if ordering is None:
            return
        try:
            self.stage.pick(way)
            ready = ordering.ready
        except IllegalOrder as error:
            ordering.back()
            self.refuse(error.reason, error.rule)
            return
        if ready and not (ordering.for_good and program(self.app).settings.confirm):
            self.submit()
        else:
            self.show_order()

    def action_go(self) -> None:
        """Pick what is pointed at; else give the order; else say why nothing can be done here."""
        stage = self.stage
        if self._stuck:
            self.proceed()
        elif stage.ordering is None:
            return
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
                self.notify(stage.ordering.choices.prompt or "Nothing to pick here", timeout=2, markup=False)

    def _which(self, ways: tuple[Way, ...]) -> None:
        def picked(row: int | None) -> None:
            if row is not None:
                self.pick(ways[row])

        keys = {id(choice): key for key, choice in self._keys.items()}
        lines = [(keys.get(id(way[0]), "") if len(way) == 1 else way[0].key, way_line(way)) for way in ways]
        self.app.push_screen(PickList(f"In {self.stage.cursor}", lines), picked)

    def go_to_hex(self, hex_: Hex) -> None:
        """Put the cursor on a hex."""
        self.stage.point(hex_)
        self.show_cursor()
        if self.stage.layers.follows_cursor:
            self.draw_layers()

    @on(HexMap.CursorMoved)
    def _cursor_moved(self, event: HexMap.CursorMoved) -> None:
        if event.hex != self.stage.cursor:
            self.go_to_hex(event.hex)

    @on(HexMap.HexPicked)
    def _hex_picked(self, event: HexMap.HexPicked) -> None:
        """Enter and a double click go; a click goes on with an order begun, a right click takes a step back."""
        if event.button == 3:
            self.action_back()
            return
        if event.hex != self.stage.cursor:
            self.go_to_hex(event.hex)
        if (
            event.button == 0
            or event.double
            or (self.stage.begun and self.stage.hovered is not None and self.stage.hovered[-1].hex == event.hex)
        ):
            self.action_go()

    @on(HexMap.ViewMoved)
    def _view_moved(self) -> None:
        minimap = self.query_one(MiniMap)
        if minimap.display and self.map.projection is not None:
            minimap.show_window(self.map.projection, self.map.window)

    @on(MiniMap.Jumped)
    def _jumped(self, event: MiniMap.Jumped) -> None:
        self.map.centre_on(event.hex, move_cursor=True)

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
        elif event.key in self._keys:
            self.pick((self._keys[event.key],))

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

    def action_go_to(self) -> None:
        """Ask for a hex id and go there."""

        def answered(text: str | None) -> None:
            if not text:
                return
            try:
                self.go_to_hex(self.table.game.system.board.hex(text))
            except ValueError as error:
                self.notify(str(error), severity="warning", markup=False)

        self.app.push_screen(AskLine("Go to hex", f"such as {self.stage.cursor}"), answered)

    def action_why(self) -> None:
        """Say whether the unit sees the cursor's hex, and why not."""
        origin, target = self.stage.origin(), self.stage.cursor
        if origin is None or origin == target:
            self.notify("Point at a unit of yours (tab), then at the hex to look at, then w", markup=False)
            return
        self.app.push_screen(sight_sheet(origin, target, self.stage.face.sight(self.table.view, origin, target)))

    def action_overlays(self) -> None:
        """Choose a layer to lay over the map or take off."""
        kinds = self.stage.layers.kinds

        def picked(row: int | None) -> None:
            if row is not None:
                self.toggle_overlay(kinds[row].id)

        lines = [
            (
                k.key,
                Content.assemble(
                    ("● " if k.id in self.stage.layers.on else "○ ", "$accent"),
                    k.title,
                    (f"  from the {k.needs}" if k.needs else "", "$text-muted"),
                ),
            )
            for k in kinds
        ]
        self.app.push_screen(PickList("Overlays", lines), picked)

    def action_overlays_off(self) -> None:
        """Take every layer off."""
        self.stage.layers.on.clear()
        self.draw_layers()

    def toggle_overlay(self, kind: str) -> None:
        """Lay a layer over the map, or take it off."""
        self.stage.layers.toggle(kind)
        self.draw_layers()
        wanting = self.stage.layers.wanting(self.stage.shown)
        if wanting:
            self.notify(f"{wanting[0].title}: point at a unit", timeout=3, markup=False)

    def draw_layers(self) -> None:
        """Compute the layers that are on, beside the screen, and lay them over the map."""
        stage = self.stage
        if not stage.layers.on:
            self.workers.cancel_group(self, "layers")
            self._lay(())
            return
        draw = stage.layers.drawing(self.table.view, self.table.here, stage.cursor, stage.shown)

        def work() -> None:
            worker = get_current_worker()
            overlays: tuple[Overlay, ...] = ()
            try:
                overlays = draw()
            except Exception as error:
                self.app.call_from_thread(self.trouble, "The overlay could not be computed", error)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._lay, overlays)

        self.run_worker(work, thread=True, exclusive=True, group="layers")

    def _lay(self, overlays: tuple[Overlay, ...]) -> None:
        if not self.is_running:
            return
        self.stage.overlays = overlays
        self.query_one(OverlayLegend).show(overlays, self.stage.why_here())
        self._draw_map()

    def action_drawer(self) -> None:
        """Open or close the drawer of a narrow screen; on a wide one it is always open."""
        self.toggle_class("-drawer")
        self.show_order()

    def action_minimap(self) -> None:
        """Show or hide the minimap."""
        self.toggle_class("-minimap")
        self._draw_map()
        self._view_moved()

    def action_log(self) -> None:
        """To the log, and back to the map."""
        log = self.query_one(GameLog)
        (self.map if self.focused is log else log).focus()

    def action_rule(self) -> None:
        """Read the rule of the last refusal, else of the question."""
        ordering = self.stage.ordering
        rule = self._rule or (ordering.choices.rule if ordering else "")
        self._rule = ""
        self.read_rule(rule or self.stage.face.prompt(self.table.view, self.table.here).rule)

    def read_rule(self, rule: str) -> None:
        """Open a rule's text."""
        if rule:
            self.call_later(self.app.run_action, f"show_rule({rule!r})")

    def action_help(self) -> None:
        """Show the keys of this place."""
        self.app.push_screen(HelpScreen.of(self))

    def action_leave(self) -> None:
        """To the title; every event is in the file already."""
        self.workers.cancel_all()
        self.call_later(self.app.run_action, "title")
