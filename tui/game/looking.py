"""Looking round on a game: to a hex, along a line of sight, at layers, sheets, cards, rules. It gives no orders."""

from __future__ import annotations

from textual.content import Content

from core.hexes import Hex
from core.presentation import Card, Row
from tui.game.frame import GameFrame
from tui.game.sheets import GameSheets, Sheets
from tui.game.signs import map_signs, unit_letters
from tui.game.turns import Turns
from tui.game.words import sight_sheet
from tui.kit.help import HelpScreen, key_groups
from tui.kit.popups import AskLine, PickList
from tui.kit.whole_card import WholeCard
from tui.widgets.legend import OverlayLegend
from tui.widgets.log import GameLog


class LookingRound(GameFrame):
    """What a player may look at on the frame of a game, whoever is to order."""

    def go_to_hex(self, hex_: Hex) -> None:
        """Put the cursor on a hex."""
        stage = self.stage
        before = stage.layer_unit
        stage.point(hex_)
        self.show_cursor()
        if stage.layers.on and (stage.layers.follows_cursor or stage.layer_unit != before):
            self.draw_layers()
        elif stage.overlays:
            self.query_one(OverlayLegend).show(stage.overlays, stage.why_here())

    def action_go_to(self) -> None:
        """Ask for a hex id and go there."""

        def answered(text: str | None) -> None:
            if not text:
                return
            try:
                self.go_to_hex(self.table.system.board.hex(text))
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
        wanting = self.stage.layers.wanting(self.stage.layer_unit)
        if wanting:
            self.notify(f"{wanting[0].title}: point at a unit", timeout=3, markup=False)

    # -- sheets and cards -------------------------------------------------------------------------

    def sheets(self) -> Sheets:
        """The sheets of the game, as the player at the keyboard may know them."""
        table = self.table
        film = table.film()
        turns = None if film is None else (lambda: Turns(*film, film[0].length))
        return Sheets(self.stage.face, lambda: table.view, table.here, turns)

    def action_sheets(self) -> None:
        """Open the sheets of the game, at the one that was open last."""
        sheets = self.sheets()
        if not sheets.kinds:
            self.notify("This game has no sheets beside its map", timeout=2)
            return

        def left(answer: tuple[str, Row | None] | None) -> None:
            if answer is not None:
                self.sheet, row = answer
                if row is not None:
                    self.go_to_row(row)

        self.app.push_screen(GameSheets(sheets, self.sheet), left)

    def go_to_row(self, row: Row) -> None:
        """Go to what a line of a sheet speaks of: a hex, a unit in it, or a unit that is not on the map."""
        stage = self.stage
        counter = stage.counter(row.unit)
        hex_ = counter.hex if counter is not None else row.hex
        if hex_ is not None and hex_ in self.table.system.board:
            self.go_to_hex(hex_)
        if row.unit:
            stage.choose(row.unit)
            self.show_cursor()
            if counter is None:
                self.action_card()
        self.map.focus()

    def action_card(self) -> None:
        """Open the whole card of the unit shown; those of the others in its hex are beside it."""
        stage = self.stage
        ids = [counter.id for counter in stage.stack(stage.cursor)]
        if stage.shown is not None and stage.shown not in ids:
            ids = [stage.shown]
        cards: dict[str, Card] = {}
        for id_ in ids:
            try:
                cards[id_] = stage.face.unit_card(self.table.view, id_)
            except KeyError:
                continue  # a counter of the map has no card
        if cards:
            shown = stage.shown if stage.shown in cards else next(iter(cards))
            self.app.push_screen(WholeCard(tuple(cards.values()), list(cards).index(shown)))
        else:
            self.notify("Point at a unit, then C", timeout=2)

    def action_log(self) -> None:
        """To the log, and back to the map."""
        log = self.query_one(GameLog)
        (self.map if self.focused is log else log).focus()

    def read_rule(self, rule: str) -> None:
        """Open a rule's text."""
        if rule:
            self.call_later(self.app.run_action, f"show_rule({rule!r})")

    def action_help(self) -> None:
        """Show the keys of this place."""
        groups = key_groups(self)
        signs = map_signs(self.map.glyphs, self.stage.counters, self.table.system.sides)
        letters = unit_letters(self.stage.counters)
        told = (signs, letters) if letters.keys else (signs,)
        self.app.push_screen(HelpScreen((*groups[:2], *told, *groups[2:])))
