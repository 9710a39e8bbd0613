"""The frame of the game screen: what it is made of, and the drawing of it. It gives no orders."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.worker import get_current_worker

from core.choice import Choice
from core.hexes import Hex
from core.order import IllegalOrder
from core.presentation import OddsReport, Overlay, Prompt
from tui.game.stage import Stage
from tui.game.table import Table
from tui.kit.text import MUTED
from tui.map.minimap import MiniMap
from tui.map.projection import Zoom
from tui.map.widget import HexMap
from tui.program import program
from tui.terminal.compositor import draw_in_patches
from tui.terminal.keys import bound_keys
from tui.widgets.cards import CardPane, StackList
from tui.widgets.header import GameHeader
from tui.widgets.legend import OverlayLegend
from tui.widgets.log import GameLog
from tui.widgets.odds import OddsPanel
from tui.widgets.orders import OrderMenu
from tui.widgets.prompt import PhasePrompt, finish_line, in_hand
from tui.widgets.side import SidePanel
from tui.widgets.strip import OrderStrip
from tui.widgets.too_small import TooSmall

#: What a player may do who has nothing to order.
OVER = "The game is over"
LOOK_ROUND = Content.styled("Look round meanwhile; q leaves, the game is saved.", MUTED)


class GameFrame(Screen[None]):
    """Headline, map, cards, odds, orders, prompt and log of a table, drawn from its stage.

    note: what goes on besides, for the headline; result: how a game ended that may not have done so by the rules;
    waiting: what is said to a player who has nothing to order;
    refused: whether choices that may not be had are all shown; sheet: the sheet that was open last;
    keys: the choices behind the keys of the order menu.
    """

    DEFAULT_CSS = """
    GameFrame { layers: base cover; layout: vertical; }
    GameFrame > #middle { height: 1fr; width: 1fr; }
    GameFrame #field { width: 1fr; height: 1fr; layers: base over; }
    GameFrame MiniMap { display: none; layer: over; dock: top; margin: 0 0 0 1; }
    GameFrame.-minimap MiniMap { display: block; }
    GameFrame OrderStrip { display: none; }
    GameFrame.-vast SidePanel { width: 48; }
    GameFrame.-narrow SidePanel { display: none; width: 36; }
    GameFrame.-narrow.-drawer SidePanel { display: block; }
    GameFrame.-narrow OrderStrip { display: block; }
    GameFrame.-low CardPane { height: 5; }
    GameFrame.-low.-idle CardPane { height: 1fr; }
    GameFrame.-low OddsPanel { max-height: 5; }
    GameFrame.-low GameLog { height: 2; }
    GameFrame.-low GameLog:focus { height: 10; }
    GameFrame.-tall GameLog { height: 10; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (170, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-normal"), (52, "-tall")]  # noqa: RUF012

    def __init__(self, table: Table) -> None:
        super().__init__()
        draw_in_patches(self)
        self.table = table
        self.stage = Stage(table)
        self.note = ""
        self.waiting = LOOK_ROUND
        self.result = ""
        self.refused = False
        self.sheet = ""
        self.keys: dict[str, Choice] = {}
        self._weighed: object = None

    def compose(self) -> ComposeResult:
        """The frame."""
        yield GameHeader()
        with Horizontal(id="middle"):
            with Vertical(id="field"):
                settings = program(self.app).settings
                yield HexMap(self.stage.scene(), Zoom(settings.zoom), ascii=settings.ascii)
                yield MiniMap(self.stage.scene(), ascii=settings.ascii)
                yield OverlayLegend()
            yield SidePanel()
        yield PhasePrompt()
        yield OrderStrip()
        yield GameLog()
        yield TooSmall()

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that is too small waits."""
        self.query_one(TooSmall).show(*program(self.app).terminal_size)
        self.call_after_refresh(self.show_order)

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.query_one(HexMap)

    def show_game(self) -> None:
        """The game has moved on: draw all that may have changed."""
        table = self.table
        self.stage.look()
        self.show_headline()
        self.query_one(GameLog).show(table.lines(), table.looked)
        table.mark_looked()
        self.draw_layers()
        self.show_order()

    @property
    def _broken_off(self) -> bool:
        """Whether the game is over though by its rules it would go on: somebody has given it up."""
        return bool(self.result) and self.table.over and self.table.system.outcome(self.table.final) is None

    def show_headline(self) -> None:
        """The headline may say something else."""
        table = self.table
        status, scores = self.stage.face.status(table.view), table.system.standings(table.view)
        if self._broken_off:
            status = evolve(status, phase=OVER, step="", acting=())
        self.query_one(GameHeader).show(status, table.looks, scores, note=self.note)

    def show_order(self) -> None:
        """The order in hand or the cursor has changed: menu, prompt, map, cards, odds."""
        stage, ordering = self.stage, self.stage.ordering
        if not self.is_mounted:
            return
        self._weighed = None
        self.set_class(ordering is None, "-idle")
        face, view = stage.face, self.table.view
        self.keys = ordering.keys(*self.taken_keys()) if ordering else {}
        side = ordering.side if ordering else self.table.here
        panel, menu = self.query_one(SidePanel), self.query_one(OrderMenu)
        if ordering is not None:
            choices = ordering.choices
            panel.ask(choices.prompt)
            menu.show(choices, self.keys, refused=self.refused, begun=stage.begun)
        else:
            panel.ask("")
            menu.clear()
        who = self.table.look(side).name if side is not None and ordering is not None else ""
        hand = in_hand(ordering) if ordering is not None and stage.begun else None
        if ordering is None and not self.table.over:
            hand = self.waiting
        end = finish_line(ordering.finish, self.keys) if ordering is not None else None
        prompt = Prompt("", OVER, self.result, "") if self._broken_off else face.prompt(view, side)
        self.query_one(PhasePrompt).show(prompt, who, hand, end)
        self.show_cursor()

    def show_cursor(self) -> None:
        """What is pointed at has changed: map, cards, odds."""
        stage = self.stage
        self._draw_map()
        self._weigh()
        if self.has_class("-narrow"):
            self._show_strip()
            if not self.has_class("-drawer"):
                return
        menu = self.query_one(OrderMenu)
        menu.point_at(stage.hovered[-1] if stage.hovered and len(stage.hovered) == 1 else stage.barred)
        names = {look.id: look.name for look in self.table.looks}
        self.query_one(StackList).show(stage.stack(stage.cursor), names, stage.shown)
        self.query_one(CardPane).show(*stage.cards())

    def bring_into_view(self, hexes: Iterable[Hex]) -> None:
        """Scroll to the first of some hexes that cannot be seen; the cursor stays where it is."""
        projection = self.map.projection
        if projection is None:
            return
        for hex_ in hexes:
            if not self.map.window.contains_region(Region(*projection.box(hex_))):
                self.map.centre_on(hex_)
                return

    def _show_strip(self) -> None:
        stage, strip = self.stage, self.query_one(OrderStrip)
        hovered = stage.hovered[0] if stage.hovered else None
        strip.show(stage.ordering.choices if stage.ordering else None, self.keys, begun=stage.begun, hovered=hovered)
        _, terrain = stage.cards()
        stack = ", ".join(counter.called for counter in stage.stack(stage.cursor))
        strip.point(stage.cursor.id, " · ".join(filter(None, (terrain.subtitle if terrain else "", stack))))

    def _draw_map(self) -> None:
        scene = self.stage.scene()
        self.map.scene = scene
        self.map.cursor = self.stage.cursor
        minimap = self.query_one(MiniMap)
        if minimap.display:
            minimap.scene = scene

    def taken_keys(self) -> tuple[frozenset[str], frozenset[str]]:
        """Characters that no choice gets, and those that one gets only if the rules suggest it (the map's)."""
        names = {"left_square_bracket": "[", "right_square_bracket": "]", "question_mark": "?"}
        own = frozenset(names.get(key, key) for key in bound_keys(self))
        moves = frozenset(key for key in bound_keys(self.map) if key.isalpha())
        return own, moves

    def _weigh(self) -> None:
        """Compute the odds of what is pointed at, beside the screen."""
        side = self.stage.ordering.side if self.stage.ordering else None
        partial = self.stage.aim()
        asked = None if side is None or partial is None else (self.table.events, side, partial)
        if asked is not None and asked == self._weighed:
            return
        self._weighed = asked
        if side is None or partial is None:
            self.workers.cancel_group(self, "odds")
            self._show_odds(None)
            return
        view, system = self.table.view, self.table.system

        def work() -> None:
            worker = get_current_worker()
            if worker.is_cancelled:
                return
            report: OddsReport | None = None
            try:
                report = system.odds(view, side, partial)
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
            self.query_one(OrderStrip).weigh(report)
            if self.stage.plan(report):
                self._draw_map()

    def draw_layers(self) -> None:
        """Compute the layers that are on, beside the screen, and lay them over the map."""
        stage = self.stage
        if not stage.layers.on:
            self.workers.cancel_group(self, "layers")
            self._lay(())
            return
        draw = stage.layers.drawing(self.table.view, self.table.here, stage.cursor, stage.layer_unit)

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

    def trouble(self, what: str, error: Exception) -> None:
        """Something went wrong that is nobody's order: say it, keep it in the log file, go on."""
        program(self.app).trouble(what, error)

    @on(HexMap.ViewMoved)
    def _view_moved(self) -> None:
        minimap = self.query_one(MiniMap)
        if minimap.display and self.map.projection is not None:
            minimap.show_window(self.map.projection, self.map.window)

    @on(MiniMap.Jumped)
    def _jumped(self, event: MiniMap.Jumped) -> None:
        self.map.centre_on(event.hex, move_cursor=True)

    def action_minimap(self) -> None:
        """Show or hide the minimap."""
        self.toggle_class("-minimap")
        self._draw_map()
        self._view_moved()

    def action_drawer(self) -> None:
        """Open or close the drawer of a narrow screen; on a wide one it is always open."""
        self.toggle_class("-drawer")
        self.show_order()
