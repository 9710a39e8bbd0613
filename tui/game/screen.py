"""The game screen: what it is made of, and which part of it each key and message is for. It holds no rule."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from core.choice import Choice
from tui.game.advice import Advice
from tui.game.attention import Attention, Called
from tui.game.commands import GameCommands
from tui.game.course import Course
from tui.game.drawing import HEIGHTS, WIDTHS, Drawing, fitting
from tui.game.looking import Looking
from tui.game.meanwhile import Meanwhile
from tui.game.picking import Picking
from tui.game.refusals import Refusals
from tui.game.showing import Showing
from tui.game.stage import Stage
from tui.game.table import GameTable, Table
from tui.keys.bindings import GAME
from tui.keys.unheard import unbound
from tui.kit.actions import open_actions
from tui.map.minimap import MiniMap
from tui.map.projection import Zoom
from tui.map.widget import HexMap
from tui.program import program
from tui.terminal.compositor import draw_in_patches
from tui.terminal.keys import give_keys
from tui.terminal.notices import Notice, NoticeBoard
from tui.widgets.cards import StackList
from tui.widgets.header import GameHeader
from tui.widgets.legend import OverlayLegend
from tui.widgets.log import GameLog
from tui.widgets.messages import MessageLine
from tui.widgets.orders import OrderMenu
from tui.widgets.prompt import PhasePrompt
from tui.widgets.side import SidePanel
from tui.widgets.strip import OrderStrip
from tui.widgets.too_small import TooSmall


class GameScreen(Screen[None], NoticeBoard):
    """A game being played at this keyboard, drawn as its player may know it.

    attention: what draws the player's attention besides; None = nothing does.
    """

    COMMANDS: ClassVar[set[Any]] = {GameCommands}
    DEFAULT_CSS = """
    GameScreen { layers: base cover; layout: vertical; }
    GameScreen > #middle { height: 1fr; width: 1fr; }
    GameScreen #field { width: 1fr; height: 1fr; layers: base over; }
    GameScreen MiniMap { display: none; layer: over; dock: top; margin: 0 0 0 1; }
    GameScreen.-minimap MiniMap { display: block; }
    GameScreen OrderStrip { display: none; }
    GameScreen.-vast SidePanel { width: 48; }
    GameScreen.-narrow SidePanel { display: none; width: 36; }
    GameScreen.-narrow.-drawer SidePanel { display: block; }
    GameScreen.-narrow OrderStrip { display: block; }
    GameScreen.-low #looked { height: 7; }
    GameScreen.-low #looked.-idle { height: 1fr; }
    GameScreen.-low OddsPanel { max-height: 5; }
    GameScreen.-low GameLog { height: 2; }
    GameScreen.-low GameLog:focus { height: 10; }
    GameScreen.-tall GameLog { height: 10; }
    GameScreen.-beside GameLog { display: none; }
    GameScreen.-low.-taught GameLog { display: none; }
    GameScreen.-low > .beside { height: 6; }
    GameScreen.-tall > .beside { height: 12; }
    """
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = GAME

    def __init__(self, table: Table, attention: Attention | None = None) -> None:
        super().__init__()
        draw_in_patches(self)
        self.table = table
        self.attention = attention or Attention()
        self.stage = stage = Stage(table)
        self.drawing = drawing = Drawing(self)
        self.refusals = Refusals(self, self.attention.explains)
        self.showing = Showing(self, table, stage, drawing, self.attention)
        self.looking = Looking(self, table, stage, drawing, self.showing)
        self.meanwhile = Meanwhile(self, table, stage, drawing, self.showing, self.looking)
        self.course = Course(self, table, stage, drawing, self.showing, self.refusals, self.attention, self.meanwhile)
        self.picking = Picking(self, table, stage, drawing, self.showing, self.looking, self.refusals, self.course)
        self._early: list[Notice] = []
        self.advice = Advice(self, table)
        self.HELP_TITLE = self.attention.title
        give_keys(self, self.attention.keys)

    def compose(self) -> ComposeResult:
        """The frame."""
        # What it is called by its size is known before it is told its size: else its parts are styled once more then.
        self.add_class(*fitting(*program(self.app).terminal_size), update=False)
        yield GameHeader()
        with Horizontal(id="middle"):
            with Vertical(id="field"):
                settings = program(self.app).settings
                yield HexMap(self.stage.scene(), Zoom(settings.zoom), ascii=settings.ascii)
                yield MiniMap(self.stage.scene(), ascii=settings.ascii)
                yield OverlayLegend()
                yield MessageLine()
            yield SidePanel()
        yield PhasePrompt()
        yield OrderStrip()
        yield GameLog()
        yield TooSmall()
        yield from self.attention.widgets()

    def on_mount(self) -> None:
        """Draw everything and see who is to order."""
        for notice in self._early:
            self.query_one(MessageLine).tell(notice)
        self._early.clear()
        self.attention.game = self
        self.attention.begin()
        self.map.focus()
        self.watch(self, "focused", self.showing.focused, init=False)
        self.course.proceed()

    def on_unmount(self) -> None:
        """Nothing beside the game concerns this screen any more."""
        self.attention.end()

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.drawing.map

    @property
    def keys(self) -> dict[str, Choice]:
        """The choices behind the keys of the order menu."""
        return self.showing.keys

    @property
    def own_keys(self) -> tuple[Binding, ...]:
        """The keys that only this one has: those of its attention."""
        return self.attention.keys

    def tell(self, notice: Notice) -> None:
        """Tell the player something in passing, beside what is being decided, as soon as there is a line for it."""
        lines = self.query(MessageLine)
        if lines:
            lines.only_one().tell(notice)
        else:
            self._early.append(notice)

    def tell_nothing(self) -> None:
        """Keep nothing of what was told: somebody else comes to the keyboard."""
        self._early.clear()
        for line in self.query(MessageLine):
            line.clear()

    # -- what happens -----------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that is too small waits."""
        self.query_one(TooSmall).show(*program(self.app).terminal_size)
        self.call_after_refresh(self.showing.order)

    def on_idle(self) -> None:
        """The screen is at rest."""
        if self.is_mounted:
            self.attention.rest()

    def on_screen_resume(self) -> None:
        """A window was closed over it; it may have been the settings."""
        if self.is_mounted and self.query(HexMap):
            self.drawing.follow(self.table.system, self.course.anew)

    def on_screen_suspend(self) -> None:
        """A window was opened over it."""
        self.attention.rest()

    def on_key(self, event: events.Key) -> None:
        """A key of the order menu picks its choice, unless it is for what goes on beside the game."""
        if self.attention.takes(event):
            event.prevent_default()
            return
        if self.query_one(TooSmall).display:
            return
        if event.character is not None and not isinstance(self.focused, GameLog) and self.picking.key(event.character):
            event.stop()
            event.prevent_default()
        elif unbound(self, event.key):
            self.picking.unheard(event.key, in_log=isinstance(self.focused, GameLog))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A terminal that is too small lets one only leave."""
        if not self.attention.allows(action, parameters):
            return False
        if action == "resign" and not (isinstance(self.table, GameTable) and self.table.may_resign):
            return False
        if self.is_mounted and self.query(TooSmall) and self.query_one(TooSmall).display:
            return action in ("leave", "help")
        return True

    @on(Called)
    def _called(self, event: Called) -> None:
        self.attention.hear(event)

    @on(GameHeader.MenuWanted)
    def _menu_wanted(self) -> None:
        open_actions(self, self.map)

    @on(HexMap.ViewMoved)
    def _view_moved(self) -> None:
        self.drawing.window()

    @on(MiniMap.Jumped)
    def _jumped(self, event: MiniMap.Jumped) -> None:
        self.map.centre_on(event.hex, move_cursor=True)

    @on(HexMap.CursorMoved)
    def _cursor_moved(self, event: HexMap.CursorMoved) -> None:
        event.stop()
        # Of several steps before this is heard only the last counts: going back to an earlier one would move the
        # map's cursor, which would say so, and so on for ever.
        if event.hex == self.map.cursor and event.hex != self.stage.cursor:
            self.looking.go_to_hex(event.hex)

    @on(HexMap.HexPicked)
    def _hex_picked(self, event: HexMap.HexPicked) -> None:
        if event.button == 0 and self.attention.enter():
            return
        self.picking.click(event.hex, button=event.button, double=event.double)

    @on(OrderMenu.Hovered)
    def _hovered(self, event: OrderMenu.Hovered) -> None:
        self.picking.point_at(event.choice)

    @on(OrderMenu.HeadingPointed)
    def _heading_pointed(self) -> None:
        self.picking.point_at_heading()

    @on(OrderMenu.Picked)
    def _picked(self, event: OrderMenu.Picked) -> None:
        self.picking.pick_or_give(event.choice)
        self.map.focus()

    @on(OrderStrip.Picked)
    def _strip_picked(self, event: OrderStrip.Picked) -> None:
        if not event.key:
            self.picking.submit()
        elif event.key in self.keys:
            self.picking.pick((self.keys[event.key],))

    @on(StackList.Chosen)
    def _chosen(self, event: StackList.Chosen) -> None:
        self.picking.point_at_unit(event.counter)

    @on(GameLog.Jump)
    def _jump(self, event: GameLog.Jump) -> None:
        self.looking.go_to_hex(event.hex)

    @on(GameLog.RegardWanted)
    def _regard_wanted(self) -> None:
        self.query_one(GameLog).next_filter(self.looking.regard())

    @on(GameLog.RuleWanted)
    def _rule_wanted(self, event: GameLog.RuleWanted) -> None:
        self.looking.read_rule(event.rule)

    # -- actions ----------------------------------------------------------------------------------

    def action_go(self) -> None:
        """Pick what is pointed at; else give the order; else say why nothing can be done here."""
        if not self.attention.enter():
            self.picking.go()

    def action_letter(self, character: str) -> None:
        """A letter that the prompt names was clicked."""
        self.picking.key(character)
        self.map.focus()

    def action_back(self) -> None:
        """One step back in the order; from the log or the menu to the map."""
        self.picking.back()

    def action_undo(self) -> None:
        """Undo the last order of the player at the keyboard."""
        self.course.undo()

    def action_again(self) -> None:
        """Give the last order once more, for the unit pointed at."""
        self.picking.again()

    def action_again_for_all(self) -> None:
        """Give the last order once more, to all units that may have it."""
        self.picking.again_for_all()

    def action_mark(self, what: str) -> None:
        """Mark the unit pointed at, the stack in its hex or all; or take their marks off."""
        self.picking.giving.mark(what)

    def action_next_unit(self, step: int) -> None:
        """To the next unit that still has something to do."""
        self.picking.next_unit(step)

    def action_menu(self, step: int) -> None:
        """Point at the choice above or below."""
        self.picking.step_menu(step)

    @on(OrderMenu.FoldToggled)
    def action_refused(self) -> None:
        """Show what may not be had, or fold it."""
        self.picking.turn_refused()

    def action_go_to(self) -> None:
        """Ask for a hex id and go there."""
        self.looking.ask_for_hex()

    def action_why(self) -> None:
        """Say whether the unit sees the cursor's hex, and why not."""
        self.looking.explain_sight()

    def action_odds(self) -> None:
        """Open the chances of the order in hand as a whole."""
        self.looking.open_odds()

    def action_overlays(self, choose: bool = True) -> None:
        """Choose a layer to lay over the map or take off; or take every layer off."""
        self.looking.choose_layer() if choose else self.looking.take_layers_off()

    def action_set_up(self) -> None:
        """Set up on a screen of its own."""
        self.picking.set_up()

    def action_sheets(self) -> None:
        """Open the sheets of the game, at the one that was open last."""
        self.looking.open_sheets()

    def action_card(self) -> None:
        """Open the whole card of the unit shown."""
        self.looking.open_card()

    def action_drawer(self) -> None:
        """Open or close the drawer of a narrow screen; on a wide one it is always open."""
        if not self.drawing.narrow:
            self.showing.hint("On a screen as wide as this cards and orders are always shown")
        self.drawing.turn_drawer()
        self.showing.order()

    def action_minimap(self) -> None:
        """Show or hide the minimap."""
        self.toggle_class("-minimap")
        self.showing.map()
        self.drawing.window()

    def action_log(self) -> None:
        """To the log, and back to the map."""
        self.looking.go_to_log()

    def action_happened(self) -> None:
        """Back to the last thing that befell the player's units, and to the one before."""
        self.meanwhile.go_back()

    def action_messages(self) -> None:
        """Read again what was said in passing."""
        self.looking.open_messages()

    def action_note(self) -> None:
        """Write a note of one's own on this moment."""
        self.showing.noting.write(self.showing.log)

    def action_rule(self) -> None:
        """Read the rule of the last refusal, else of the question."""
        self.picking.read_rule()

    def action_advice(self) -> None:
        """Ask the computer what it would order now, for the player's own side from its view."""
        self.advice.ask()

    def action_help(self) -> None:
        """Show the keys of this place."""
        self.looking.open_help()

    def action_resign(self) -> None:
        """Give the game up, once that has been asked back."""
        self.course.resign()

    def action_leave(self) -> None:
        """Leave the game; every event is in the file already."""
        self.course.leave()

    def action_attend(self, what: str) -> None:
        """Do what a key of the attention stands for."""
        self.attention.do(what)
