"""Looking round on a game: to a hex, along a line of sight, at layers, sheets, cards, rules. It gives no orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from attrs import evolve
from textual.content import Content
from textual.screen import Screen

from core.hexes import Hex
from core.presentation import Card, OddsReport, Row
from tui.game.drawing import Drawing
from tui.game.ground_signs import ground_signs
from tui.game.many.marks import MARKED
from tui.game.signs import SIGNS, map_signs, unit_letters
from tui.game.stage import Stage
from tui.game.table import Table
from tui.game.turns import Turns
from tui.game.words import sight_sheet
from tui.kit.help import HelpScreen, key_groups
from tui.kit.popups import AskLine, PickList, Sheet
from tui.kit.printed import hex_name
from tui.kit.text import odds_content
from tui.program import program
from tui.widgets.log import GameLog
from tui.widgets.log_entries import Regard
from tui.widgets.messages import MessageLine

if TYPE_CHECKING:
    from tui.game.sheets import Sheets


class Shows(Protocol):
    """Draws what is looked at. weighed: the chances of what is pointed at, None = there are none."""

    weighed: OddsReport | None

    def cursor(self) -> None:
        """What is pointed at has changed."""
        ...

    def layers(self) -> None:
        """Other layers are on."""
        ...

    def legend(self) -> None:
        """What the layers say of the cursor's hex."""
        ...

    def hint(self, text: str) -> None:
        """Something that needs not be kept."""
        ...


class Looking:
    """What a player may look at on the screen of a game, whoever is to order. sheet: the one that was open last."""

    def __init__(self, screen: Screen[Any], table: Table, stage: Stage, drawing: Drawing, showing: Shows) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._drawing = drawing
        self._showing = showing
        self.sheet = ""

    def go_to_hex(self, hex_: Hex) -> None:
        """Put the cursor on a hex."""
        stage = self._stage
        before = stage.layer_unit
        stage.point(hex_)
        self._showing.cursor()
        if stage.layers.on and (stage.layers.follows_cursor or stage.layer_unit != before):
            self._showing.layers()
        elif stage.laid:
            self._showing.legend()

    def ask_for_hex(self) -> None:
        """Ask for a hex id and go there."""

        def answered(text: str | None) -> None:
            if not text:
                return
            try:
                self.go_to_hex(self._table.system.board.hex(text))
            except ValueError as error:
                self._screen.notify(str(error), severity="warning", markup=False)

        self._screen.app.push_screen(AskLine("Go to hex", f"such as {hex_name(self._table, self._stage)}"), answered)

    def explain_sight(self) -> None:
        """Say whether the unit sees the cursor's hex, how far it is, and why not; at the unit's own hex, let lines of
        sight be drawn from there."""
        stage = self._stage
        found, target = stage.origin(), stage.cursor
        if found is None or found[0] == target:
            pinned = stage.pin()
            told = f"Lines of sight are drawn from {target} now: point at another hex, then w; w here takes it back"
            self._screen.notify(told if pinned else "Lines of sight are drawn from your unit again", markup=False)
            return
        origin, unit = found
        there = stage.counter(stage.shown)
        other = there.id if there is not None and there.hex == target else None
        rows = stage.face.sight(self._table.view, origin, target, unit, other)
        self._screen.app.push_screen(sight_sheet(origin, target, rows))

    def open_odds(self) -> None:
        """Open the chances of what is pointed at as a whole: more than the panel, or a narrow screen, has room for."""
        report = self._showing.weighed
        if report is None:
            self._screen.notify("Pick or point at an order whose chances are known, then %", timeout=3, markup=False)
            return
        width = max(24, min(67, self._screen.size.width - 13))
        rule = next((row.rule for row in report.rows if row.rule), "")
        self._screen.app.push_screen(Sheet(report.title, odds_content(evolve(report, title=""), width), rule=rule))

    def choose_layer(self) -> None:
        """Choose a layer to lay over the map or take off."""
        kinds = self._stage.layers.kinds

        def picked(row: int | None) -> None:
            if row is not None:
                self.toggle_layer(kinds[row].id)

        lines = [
            (
                k.key,
                Content.assemble(
                    ("● " if k.id in self._stage.layers.on else "○ ", "$accent"),
                    k.title,
                    (f"  from the {k.needs}" if k.needs in ("unit", "hex") else "", "$text-muted"),
                ),
            )
            for k in kinds
        ]
        self._screen.app.push_screen(PickList("Overlays", lines), picked)

    def take_layers_off(self) -> None:
        """Take every layer off."""
        if not self._stage.layers.on and self._stage.trails is None:
            self._showing.hint("No overlay lies on the map")
        self._stage.layers.on.clear()
        self._stage.trails = None
        self._showing.layers()

    def toggle_layer(self, kind: str) -> None:
        """Lay a layer over the map, or take it off."""
        self._stage.layers.toggle(kind)
        self._showing.layers()
        wanting = self._stage.layers.wanting(self._stage.layer_unit)
        if wanting:
            self._screen.notify(f"{wanting[0].title}: point at a unit", timeout=3, markup=False)

    # -- sheets and cards -------------------------------------------------------------------------

    def sheets(self) -> Sheets:
        """The sheets of the game, as the player at the keyboard may know them."""
        from tui.game.sheets import Sheets

        table = self._table
        film = table.film()
        turns = None if film is None else (lambda: Turns(*film, film[0].length))
        return Sheets(self._stage.face, lambda: table.view, table.here, turns, self._briefing())

    def _briefing(self) -> Callable[[], Card] | None:
        """The briefing of the scenario that is played; None of what is in no list of them, such as a lesson."""
        shelf, scenario = program(self._screen.app).shelf, self._table.system.scenario
        try:
            shelf.scenario(scenario)
        except LookupError:
            return None
        return lambda: shelf.briefing(scenario)

    def open_sheets(self, turn: int | None = None) -> None:
        """Open the sheets of the game, at the one that was open last; turn: which turn is told in short."""
        from tui.game.sheets import GameSheets

        sheets = self.sheets()
        if not sheets.kinds:
            self._screen.notify("This game has no sheets beside its map", timeout=2)
            return

        def left(answer: tuple[str, Row | None] | None) -> None:
            if answer is not None:
                self.sheet, row = answer
                if row is not None:
                    self.go_to_row(row)

        self._screen.app.push_screen(GameSheets(sheets, self.sheet, turn), left)

    def go_to_row(self, row: Row) -> None:
        """Go to what a line of a sheet speaks of: a hex, a unit in it, or a unit that is not on the map."""
        stage = self._stage
        counter = stage.counter(row.unit)
        hex_ = counter.hex if counter is not None else row.hex
        if hex_ is not None and hex_ in self._table.system.board:
            self.go_to_hex(hex_)
        if row.unit:
            stage.choose(row.unit)
            self._showing.cursor()
            if counter is None:
                self.open_card()
        self._drawing.map.focus()

    def open_card(self) -> None:
        """Open the whole card of the unit shown; those of the others in its hex are beside it. Where there is none, the
        card of the hex."""
        from tui.kit.whole_card import WholeCard

        stage = self._stage
        ids = [counter.id for counter in stage.stack(stage.cursor)]
        if stage.shown is not None and stage.shown not in ids:
            ids = [stage.shown]
        cards: dict[str, Card] = {}
        for id_ in ids:
            try:
                cards[id_] = stage.face.unit_card(self._table.view, id_)
            except KeyError:
                continue  # a counter of the map has no card
        if cards:
            shown = stage.shown if stage.shown in cards else next(iter(cards))
            self._screen.app.push_screen(WholeCard(tuple(cards.values()), list(cards).index(shown), self.open_signs))
        elif (terrain := stage.cards()[1]) is not None:
            self._screen.app.push_screen(WholeCard((terrain,), legend=self.open_signs))

    def regard(self) -> Regard:
        """What the player has at hand: his units that are on the map, the one shown, the cursor's hex."""
        stage = self._stage
        own = frozenset(counter.id for counter in stage.counters if counter.side == self._table.here)
        return Regard(own, stage.shown or stage.unit, stage.cursor)

    def go_to_log(self) -> None:
        """To the log, and back to the map."""
        log = self._screen.query_one(GameLog)
        (self._drawing.map if self._screen.focused is log else log).focus()

    def open_messages(self) -> None:
        """Show all that was said in passing, the newest first."""
        self._screen.app.push_screen(Sheet("Messages", self._screen.query_one(MessageLine).history))

    def read_rule(self, rule: str) -> None:
        """Open a rule's text."""
        if not rule:
            self._showing.hint("No rule stands behind what is asked now")
        else:
            self._screen.call_later(self._screen.app.run_action, f"show_rule({rule!r})")

    def open_signs(self) -> None:
        """Show what is drawn on the map."""
        self.open_help(at_signs=True)

    def open_help(self, *, at_signs: bool = False) -> None:
        """Show the keys of this place, and what is drawn on the map. at_signs: begin with that."""
        groups = key_groups(self._screen)
        hexes, system = self._drawing.map, self._table.system
        signs = map_signs(hexes.glyphs, self._stage.counters, system.sides, (MARKED,))
        letters = unit_letters(self._stage.counters)
        ground = ground_signs(hexes.glyphs, hexes.zoom, system.board, self._stage.face.terrain(), self._stage.laid)
        told = (signs, letters, *ground) if letters.keys else (signs, *ground)
        shown = HelpScreen((*groups[:2], *told, *groups[2:]), SIGNS)
        self._screen.app.push_screen(shown)
        if at_signs:
            shown.call_after_refresh(shown.action_mark)
