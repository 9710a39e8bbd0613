"""What the player at the keyboard sees of a table: orders, prompt, odds and layers as well as map and cards."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from textual.content import Content
from textual.keys import key_to_character
from textual.screen import Screen

from core.choice import Choice
from core.order import IllegalOrder
from core.presentation import OddsReport, Overlay, Prompt
from tui.game.ahead import Ahead, ahead
from tui.game.attention import Attention
from tui.game.drawing import Drawing
from tui.game.ordering import Ordering
from tui.game.record.earlier import Earlier
from tui.game.record.noting import Noting
from tui.game.set_up.force import places, sets_up
from tui.game.stage import Stage
from tui.game.table import Table
from tui.keys.held import keys_of
from tui.keys.unheard import Met, picking, unheard
from tui.kit.beside import work_beside
from tui.kit.printed import hex_name
from tui.kit.text import MUTED
from tui.program import program
from tui.terminal.keys import bindings_of
from tui.widgets.legend import OverlayLegend
from tui.widgets.log import GameLog
from tui.widgets.messages import MessageLine
from tui.widgets.odds import OddsPanel
from tui.widgets.orders import OrderMenu
from tui.widgets.prompt import (
    AGAIN,
    AsBefore,
    Ending,
    PhasePrompt,
    answers_line,
    enter_line,
    finish_line,
    in_hand,
    marked_line,
    pick_line,
    set_up_line,
    unit_line,
)
from tui.widgets.side import SidePanel
from tui.widgets.strip import OrderStrip

#: A longer name of what ends a step is not said where its key is named among others.
SHORT_END = 12
#: What a player may do who has nothing to order.
OVER = "The game is over"
#: What keys do in the log.
IN_LOG = "In the log: enter opens a line, {log.filter} filters, {log.search} finds words, {game.log} or esc back"
LOOK_ROUND = "Look round meanwhile; {game.leave} leaves, the game is saved."


class Showing:
    """Draws a table from its stage.

    note: what goes on besides, for the headline, if the attention has nothing to say of it; waiting: what is said to a
    player who has nothing to order; weighed: the chances of what is pointed at; refused: whether choices that may not
    be had are all shown; keys: the choices behind the keys of the order menu; ahead: what the letters of the unit
    pointed at pick, though its order is not begun.
    """

    def __init__(self, screen: Screen[Any], table: Table, stage: Stage, drawing: Drawing, attention: Attention) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._drawing = drawing
        self._attention = attention
        self.noting = Noting(screen, table)
        self.note = ""
        self._waiting = ""
        self.refused = False
        self.keys: dict[str, Choice] = {}
        self.ahead: Ahead | None = None
        self.weighed: OddsReport | None = None
        self._weighed: object = None
        self._met = Met()
        self._earlier = Earlier(screen, table, self._met)
        self._hinted: object = None
        self._asked = Prompt("", "", "", "")
        self._who = ""

    def wait(self, who: str) -> None:
        """Somebody who is not at this keyboard is to order: who it is, in a sentence."""
        self._waiting = f"{who}. "

    def unheard(self, key: str, *, in_log: bool) -> None:
        """A key does nothing now: say what it does elsewhere, and what would do here. in_log: the log has the keys."""
        screen, ordering = self._screen, self._stage.ordering
        held = keys_of(screen)
        here = []
        if in_log:
            here = [f"{held.told('game.log')} or esc leaves the log"]
        elif ordering is not None:
            here = self._would_do(ordering)
        elif not self._table.over:
            here = ["the arrows look round", f"{held.told('game.leave')} leaves"]
        else:
            here = ["enter says how it ended", f"{held.told('game.leave')} leaves"]
        met = self._met.of(self._table.here, key_to_character(key) or key)
        text = unheard(screen, key, met, here, ("log",) if in_log else ("game", "map"))
        self.hint(text)
        if met is None:
            self._earlier.look_back(text, self.taken_keys(), lambda: self.unheard(key, in_log=in_log))

    def hint(self, text: str) -> None:
        """Say what needs not be kept: a key had nothing to do."""
        self._hinted = self._in_hand
        self._screen.query_one(MessageLine).hint(text)

    @property
    def _in_hand(self) -> object:
        """What has been told, and the order in hand: as long as both stand, a hint is true."""
        return self._table.told, self._stage.ordering.partial if self._stage.ordering is not None else None

    def barred(self, character: str) -> Choice | None:
        """What a key would pick, in the menu or for the unit pointed at, if that might be had now."""
        ordering, hovered = self._stage.ordering, self._stage.hovered
        if ordering is None:
            return None
        options = ordering.choices.options
        if not self._stage.begun and hovered is not None and hovered[-1].kind == "unit":
            options = (*ordering.after(hovered).options, *options)
        return next((choice for choice in options if choice.key == character and not choice.legal), None)

    def nothing_here(self, ordering: Ordering) -> None:
        """Nothing can be picked in the cursor's hex: say what is asked, and what keys would do."""
        asked = ordering.choices.prompt
        stop = "" if asked.endswith(("?", ".")) else "."
        here = ", ".join(self._would_do(ordering))
        self.hint(f"Nothing to pick in {hex_name(self._table, self._stage)}. {asked}{stop} Keys here: {here}")

    def _would_do(self, ordering: Ordering) -> list[str]:
        """What keys do with the order in hand, or to begin one."""
        here = ["enter gives the order"] if self._stage.complete else []
        if self.ahead is not None and not self._stage.begun:
            here.append(picking(self.ahead.keys))
        here.append(picking(self.keys))
        if any(choice.kind == "hex" for choice in ordering.choices.legal):
            here.append("enter on a marked hex")
        if self._stage.begun:
            here.append(f"{keys_of(self._screen).told('game.step-back')} one step back")
        end = ordering.finish
        key = next((key for key, choice in self.keys.items() if choice is end), "")
        if end is not None and key:
            label = end.label.split(":")[0]
            here.append(f"{key} {label if len(label) <= SHORT_END else 'ends the step'}")
        return [said for said in here if said]

    @property
    def waiting(self) -> Content:
        """What is said to a player who has nothing to order."""
        keys = keys_of(self._screen)
        return Content.assemble((keys.in_text(self._waiting), "bold"), (keys.in_text(LOOK_ROUND), MUTED))

    # -- drawing ----------------------------------------------------------------------------------

    def game(self) -> None:
        """The game has moved on: draw all that may have changed."""
        table = self._table
        self._stage.look()
        self.headline()
        self.log()
        table.mark_looked()
        self.layers()
        self.order()

    def log(self) -> None:
        """What was told, and the player's own notes."""
        self._drawing.log(self.noting.told(self._table.lines()), self._table.looked)

    def headline(self) -> None:
        """The headline may say something else."""
        table = self._table
        status, scores = self._stage.face.status(table.view), table.system.standings(table.view)
        if self._broken_off:
            status = evolve(status, phase=OVER, step="", acting=(), won=None)
        note = self._attention.note()
        self._drawing.headline(status, table.looks, scores, self.note if note is None else note)

    @property
    def _broken_off(self) -> bool:
        """Whether the game is over though by its rules it would go on: somebody has given it up."""
        over = self._table.over and bool(self._attention.result())
        return over and self._table.system.outcome(self._table.final) is None

    def order(self) -> None:
        """The order in hand or the cursor has changed: menu, prompt, map, cards, odds."""
        screen, stage, ordering = self._screen, self._stage, self._stage.ordering
        if not screen.is_mounted:
            return
        self._weighed = None
        if self._in_hand != self._hinted:  # what a hint said of keys held before something happened or was picked
            screen.query_one(MessageLine).drop_hint()
        screen.query_one("#looked").set_class(ordering is None, "-idle")
        face, view = stage.face, self._table.view
        self.keys = ordering.keys(*self.taken_keys()) if ordering else {}
        side = ordering.side if ordering else self._table.here
        panel, menu = screen.query_one(SidePanel), screen.query_one(OrderMenu)
        if ordering is not None:
            choices = ordering.choices
            panel.ask(choices.prompt)
            menu.marked = stage.marks.units
            menu.show(choices, self.keys, refused=self.refused, begun=stage.begun)
        else:
            panel.ask("")
            menu.clear()
        self._asked = Prompt("", OVER, self._attention.result(), "") if self._broken_off else face.prompt(view, side)
        self._who = self._table.look(side).name if side is not None and ordering is not None else ""
        self.cursor()

    def turn_refused(self) -> None:
        """Show what may not be had, or fold it; where the drawer is shut it opens."""
        ordering = self._stage.ordering
        if ordering is None or all(choice.legal for choice in ordering.choices.options):
            way, refused = self._stage.hovered, keys_of(self._screen).told("game.refused")
            if ordering is not None and way is not None and any(not c.legal for c in ordering.after(way).options):
                self.hint(f"enter opens the orders of {way[-1].label}; {refused} lists there what is barred")
            else:
                self.hint("There is nothing here that may not be had now")
            return
        self.refused = not self.refused or self._drawing.drawer_shut
        if self._drawing.drawer_shut:
            self._drawing.turn_drawer()
        self.order()

    def cursor(self) -> None:
        """What is pointed at has changed: map, cards, odds."""
        stage = self._stage
        self.pointed()
        if self._drawing.narrow:
            self._strip()
            if self._drawing.drawer_shut:
                return
        menu = self._screen.query_one(OrderMenu)
        menu.point_at(stage.hovered[-1] if stage.hovered and len(stage.hovered) == 1 else stage.barred)
        self._screen.query_one(SidePanel).tell(menu.whole)
        self._drawing.cards(stage.stack(stage.cursor), self._table.looks, stage.shown, stage.cards())

    def prompt(self) -> None:
        """What is asked, and what the keys do with the unit that is pointed at."""
        stage, ordering = self._stage, self._stage.ordering
        way = stage.in_hand() if stage.leads or stage.hovered is None else stage.hovered
        self.ahead = ahead(ordering, way, *self.taken_keys())
        if ordering is not None:
            step = stage.face.status(self._table.view)
            self._met.keep(ordering.side, self.keys, step.step or step.phase)
            if self.ahead is not None:
                self._met.keep(ordering.side, self.ahead.keys, step.step or step.phase)
        hand = goes = unit = None
        end: Ending | None = None
        if ordering is not None and stage.begun:
            told, among = keys_of(self._screen).told("game.step-back"), self._among(ordering)
            hand = in_hand(ordering, self.keys, told, stage.hovered or (), among=among)
        elif ordering is not None:
            goes, end, named = self._end(ordering)
            opens = "places by formation" if places(ordering.choices) else "set-ups of your own" * sets_up(step)
            if opens:
                end = set_up_line(end, keys_of(self._screen).told("game.set-up"), opens)
            last = stage.last() if self.ahead is not None else None
            again = AsBefore(last.unit.label, *map(keys_of(self._screen).told, AGAIN)) if last is not None else None
            line = self._screen.query_one(PhasePrompt).content_size.width
            room = max(1, line - end.short.cell_length - 3) if end is not None and line else line
            unit = unit_line(self.ahead, named, again, room=room)
            if self.ahead is None and goes is None and end is None:
                answers = answers_line(ordering.choices, self.keys, line)
                end = Ending(answers, answers) if answers is not None else None
            if stage.marks.units:
                unit = marked_line(len(stage.marks.units), unit)
        elif not self._table.over:
            hand = self.waiting
        if isinstance(self._screen.focused, GameLog):  # the keys are its own
            hand = Content(keys_of(self._screen).in_text(IN_LOG))
        self._screen.query_one(PhasePrompt).show(
            self._asked, self._who, hand, end, unit, goes=goes, cut_short=unit is not None or stage.leads
        )

    def focused(self, before: object, now: object) -> None:
        """The keys go elsewhere: the prompt says what they do in the log."""
        if isinstance(before, GameLog) or isinstance(now, GameLog):
            self.prompt()

    def _end(self, ordering: Ordering) -> tuple[Content | None, Ending | None, str]:
        """What enter does where it does more than to begin an order, how the step ends or what must end first, and the
        letter of the unit that has been named by it."""
        stage, finish = self._stage, ordering.finish
        last = self.ahead.end if self.ahead is not None else ""
        if (way := stage.end_here()) is not None:
            line = enter_line(way[-2], way[-1], last)
            return None, Ending(line, line), last
        if self.ahead is not None and last and finish is not None and not finish.legal:
            end = finish_line(self.ahead.keys[last], self.ahead.keys)
        else:
            end, last = finish_line(finish, self.keys), ""
        if stage.leads and stage.hovered is not None:
            return enter_line(stage.hovered[-2], stage.hovered[-1]), end, last
        if self.ahead is None and stage.hovered is not None and stage.hovered[-1].kind in ("unit", "hex"):
            room = self._screen.query_one(PhasePrompt).content_size.width
            return pick_line(stage.hovered[-1], room, among=self._among(ordering)), end, last
        return None, end, last

    def _among(self, ordering: Ordering) -> int:
        """Of how many in the hex enter asks which; 0 where it picks what is pointed at."""
        return len(ordering.among(self._stage.hovered, self._stage.cursor, self._stage.marks.units))

    def pointed(self) -> None:
        """What would be picked has changed: prompt, map and odds."""
        self.prompt()
        self.map()
        self._weigh()

    def map(self) -> None:
        """The map alone."""
        self._drawing.scene(self._stage.scene(), self._stage.cursor)

    def _strip(self) -> None:
        stage, strip = self._stage, self._screen.query_one(OrderStrip)
        hovered = stage.hovered[0] if stage.hovered else None
        strip.show(stage.ordering.choices if stage.ordering else None, self.keys, begun=stage.begun, hovered=hovered)
        ground, stack = stage.cards()[1], ", ".join(counter.called for counter in stage.stack(stage.cursor))
        strip.point(hex_name(self._table, stage), " · ".join(filter(None, (ground.subtitle if ground else "", stack))))

    def taken_keys(self) -> tuple[frozenset[str], frozenset[str]]:
        """Characters that no choice gets, and those that one gets only if the rules suggest it (the map's)."""
        own = keys_of(self._screen).characters(bindings_of(self._screen))
        moves = keys_of(self._screen).characters(bindings_of(self._drawing.map))
        return own, frozenset(character for character in moves if character.isalpha())

    # -- odds -------------------------------------------------------------------------------------

    def _weigh(self) -> None:
        """Compute the odds of what is pointed at, beside the screen."""
        screen, stage, table = self._screen, self._stage, self._table
        side = stage.ordering.side if stage.ordering else None
        partial = stage.aim()
        asked = None if side is None or partial is None else (table.told, side, partial)
        if asked is not None and asked == self._weighed:
            return
        self._weighed = asked
        if side is None or partial is None:
            screen.workers.cancel_group(screen, "odds")
            self._odds(None)
            return
        view, system = table.view, table.system

        def weighed() -> OddsReport | None:
            try:
                report: OddsReport | None = system.odds(view, side, partial)
            except IllegalOrder:
                return None
            return report

        work_beside(screen, "odds", weighed, self._odds, "The odds could not be computed", instead=lambda: None)

    def _odds(self, report: OddsReport | None) -> None:
        self.weighed = report
        if self._screen.is_running:
            self._screen.query_one(OddsPanel).show(report)
            self._screen.query_one(OrderStrip).weigh(report)
            if self._stage.plan(report):
                self.map()
                self.legend()

    # -- layers -----------------------------------------------------------------------------------

    def layers(self) -> None:
        """Compute the layers that are on, beside the screen, and lay them over the map."""
        screen, stage = self._screen, self._stage
        if not stage.layers.on:
            screen.workers.cancel_group(screen, "layers")
            self._lay(())
            return
        draw = stage.layers.drawing(self._table.view, self._table.here, stage.cursor, stage.layer_unit, stage.unit)
        work_beside(screen, "layers", draw, self._lay, "The overlay could not be computed", instead=tuple)

    def _lay(self, overlays: tuple[Overlay, ...]) -> None:
        if not self._screen.is_running:
            return
        self._stage.overlays = overlays
        self.legend()
        self.map()

    def legend(self) -> None:
        """What the layers that are on say of the cursor's hex."""
        self._screen.query_one(OverlayLegend).show(self._stage.laid, self._stage.why_here())

    def trouble(self, what: str, error: Exception) -> None:
        """Something went wrong that is nobody's order: say it, keep it in the log file, go on."""
        program(self._screen.app).trouble(what, error)
