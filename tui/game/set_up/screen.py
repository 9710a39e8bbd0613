"""A set-up on one screen: the map, the force by its formations, and the keys that place it."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from core.event import SideId
from core.hexes import Hex
from tui.game.drawing import HEIGHTS, WIDTHS, Drawing
from tui.game.looking import Looking
from tui.game.set_up.hand import Hand
from tui.game.set_up.laying import Laying
from tui.game.set_up.roster import Roster
from tui.game.set_up.showing import Showing
from tui.game.stage import Stage
from tui.game.table import Table
from tui.keys.bindings import SET_UP
from tui.keys.unheard import unbound, unheard
from tui.kit.actions import open_actions
from tui.map.projection import Zoom
from tui.map.widget import HexMap
from tui.program import program
from tui.terminal.compositor import draw_in_patches
from tui.widgets.cards import CardPane, StackList
from tui.widgets.legend import OverlayLegend
from tui.widgets.messages import MessageLine, TellsBelow
from tui.widgets.too_small import TooSmall

#: The actions that place something, or begin to.
PLACING = (
    "put",
    "pick_up",
    "turn",
    "next_unit",
    "formation",
    "otherwise",
    "mirror",
    "array",
    "keep",
    "open",
    "undo",
    "end",
)


class SetUpScreen(TellsBelow[bool]):
    """The set-up of one side. It is left with True where the side ends its set-up."""

    DEFAULT_CSS = """
    SetUpScreen { layers: base cover; layout: vertical; }
    SetUpScreen > #title { height: 1; padding: 0 1; background: $panel; }
    SetUpScreen > #title, SetUpScreen > #hand {
        link-style: none; link-color: $foreground; link-background: transparent;
    }
    SetUpScreen > #middle { height: 1fr; width: 1fr; }
    SetUpScreen #field { width: 1fr; height: 1fr; layers: base over; }
    SetUpScreen #force { width: 38; height: 1fr; padding: 0 1; background: $surface; }
    SetUpScreen.-vast #force { width: 48; }
    SetUpScreen.-narrow #force { width: 30; }
    SetUpScreen CardPane { height: 14; border-top: solid $panel-lighten-2; }
    SetUpScreen.-low CardPane { display: none; }
    SetUpScreen > #hand {
        height: auto; min-height: 3; max-height: 4; padding: 0 1; background: $boost; border-left: thick $accent;
    }
    """
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    HELP_TITLE = "Set-up"
    BINDINGS: ClassVar[list[BindingType]] = SET_UP

    def __init__(self, table: Table, side: SideId, cursor: Hex, *, array: bool = False, looks: bool = False) -> None:
        """cursor: the hex at which it begins; array: with what the program would place; looks: nothing is placed now,
        and the side only looks at what comes on later."""
        super().__init__()
        draw_in_patches(self)
        self.table = table
        self.stage = Stage(table)
        self.drawing = Drawing(self)
        self.hand = Hand(table, side)
        self.showing = Showing(self, table, self.stage, self.drawing, self.hand, looks=looks)
        self.looking = Looking(self, table, self.stage, self.drawing, self.showing)
        self.laying = Laying(self, table, self.stage, self.hand, self.showing)
        self.stage.point(cursor)
        self._array = array
        self._looks = looks

    def compose(self) -> ComposeResult:
        """Title, map and force, what is in hand."""
        settings = program(self.app).settings
        yield Static(id="title")
        with Horizontal(id="middle"):
            with Vertical(id="field"):
                yield HexMap(self.stage.scene(), Zoom(settings.zoom), ascii=settings.ascii)
                yield OverlayLegend()
                yield MessageLine()
            with Vertical(id="force"):
                yield Roster()
                yield CardPane()
        yield Static(id="hand")
        yield TooSmall()

    def on_mount(self) -> None:
        """The first unit that is to be placed comes into hand."""
        self.drawing.map.focus()
        if self._looks:
            self.action_later()
            return
        self.hand.next(0)
        self.laying.held()
        self.drawing.map.centre_on(self.stage.cursor, move_cursor=True)
        if self._array:
            self.laying.array()

    # -- what happens -----------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that is too small waits; the card may have room now."""
        self.query_one(TooSmall).show(*program(self.app).terminal_size)
        self.call_after_refresh(self.showing.cursor)

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing is answered."""
        if unbound(self, event.key) and not self.query_one(TooSmall).display:
            here = ["those of the lines below"]
            text = unheard(self, event.key, None, here, ("set-up", "map"))
            self.showing.hint(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A terminal that is too small lets one only leave; where nothing is placed now, one only looks."""
        small = self.is_mounted and self.query(TooSmall) and self.query_one(TooSmall).display
        if small:
            return action in ("back", "help")
        return not self._looks or action not in PLACING

    def on_screen_resume(self) -> None:
        """A window was closed over it; it may have been the settings."""
        if self.is_mounted and self.query(HexMap):
            self.drawing.follow(self.stage.table.system, self.showing.force)

    @on(HexMap.CursorMoved)
    def _cursor_moved(self, event: HexMap.CursorMoved) -> None:
        event.stop()
        if event.hex == self.drawing.map.cursor and event.hex != self.stage.cursor:
            self.looking.go_to_hex(event.hex)

    @on(HexMap.HexPicked)
    def _hex_picked(self, event: HexMap.HexPicked) -> None:
        """Enter and a double click put down; a right click picks up."""
        if event.hex != self.stage.cursor:
            self.looking.go_to_hex(event.hex)
        if event.button == 3:
            self.laying.pick_up()
        elif (event.button == 0 or event.double) and not self._looks:
            self.laying.put()

    @on(Roster.Taken)
    def _taken(self, event: Roster.Taken) -> None:
        if event.unit:
            self.hand.take(event.unit)
            self.laying.held()
        else:
            self.laying.take_all(next(body for body in self.hand.bodies if body.name == event.body))

    @on(Roster.Later)
    def _later(self, event: Roster.Later) -> None:
        self.hand.comes_on(event.body)
        self.laying.look_later()

    @on(StackList.Chosen)
    def _chosen(self, event: StackList.Chosen) -> None:
        self.stage.choose(event.counter)
        self.showing.cursor()

    # -- actions ----------------------------------------------------------------------------------

    def action_put(self) -> None:
        """Put what is in hand where the cursor is."""
        self.laying.put()

    def action_pick_up(self) -> None:
        """Take the unit under the cursor into hand."""
        self.laying.pick_up()

    def action_turn(self, step: int) -> None:
        """Turn a unit by one facing."""
        self.laying.turn(step)

    def action_next_unit(self, step: int) -> None:
        """The next unit into hand."""
        self.laying.next(step)

    def action_formation(self) -> None:
        """The whole formation into hand, or out of it."""
        self.laying.formation()

    def action_otherwise(self) -> None:
        """Lie here in another way."""
        self.laying.otherwise()

    def action_mirror(self) -> None:
        """Mirror what is placed."""
        self.laying.mirror()

    def action_array(self) -> None:
        """Show how the program would place it."""
        self.laying.array()

    def action_keep(self) -> None:
        """Keep what is placed."""
        self.laying.keep()

    def action_open(self) -> None:
        """Lay what was kept."""
        self.laying.open()

    def action_undo(self) -> None:
        """Take back the last thing done here."""
        self.laying.undo()

    def action_later(self) -> None:
        """Look at what comes on later."""
        if self.hand.look_later():
            self.laying.look_later()
        else:
            self.notify("Nothing of this side comes on later", timeout=3)

    def action_end(self) -> None:
        """End the set-up, if all are placed."""
        if self.laying.may_end():
            self.dismiss(True)

    def action_card(self) -> None:
        """Open the whole card of the unit in hand, or of the one here."""
        if self.hand.unit and self.stage.counter(self.hand.unit) is None:
            self.stage.shown = self.hand.unit
        self.looking.open_card()

    def action_why(self) -> None:
        """Say what is seen from where."""
        self.looking.explain_sight()

    def action_overlays(self) -> None:
        """Choose a layer."""
        self.looking.choose_layer()

    def action_overlays_off(self) -> None:
        """Take every layer off."""
        self.looking.take_layers_off()

    def action_go_to(self) -> None:
        """Ask for a hex id and go there."""
        self.looking.ask_for_hex()

    def action_sheets(self) -> None:
        """Open the sheets of the game."""
        self.looking.open_sheets()

    def action_messages(self) -> None:
        """Read again what was said in passing."""
        self.looking.open_messages()

    def action_actions(self) -> None:
        """List all that can be done here, for hands that are on the mouse."""
        open_actions(self, self.drawing.map)

    def action_help(self) -> None:
        """Show the keys of this place."""
        self.looking.open_help()

    def action_back(self) -> None:
        """Empty the hand of a formation; else back to the game."""
        if self.hand.whole:
            self.laying.formation()
        else:
            self.dismiss(False)
