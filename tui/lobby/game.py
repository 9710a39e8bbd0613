"""A game at a table of several: it follows what others do, and draws nothing when nothing changed for its player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from core.order import IllegalOrder
from saves.rooms.desk import Change
from saves.rooms.error import RoomError
from tui.game.attention import Attention, Called
from tui.game.over import OverSheet
from tui.game.screen import GameScreen
from tui.game.table import Human, Reaction
from tui.keys.bindings import TABLE
from tui.keys.held import keys_of
from tui.kit.popups import PickList
from tui.lobby import words
from tui.lobby.acts import act_on, ask_to_take_back
from tui.lobby.chat import ChatDrawer, ChatNews, SayLine
from tui.lobby.hosted import HostedTable
from tui.lobby.information import InformationSheet
from tui.lobby.offers import offers
from tui.lobby.questions import Questions
from tui.lobby.request import RequestLine
from tui.lobby.visitor import visitor

#: Seconds between two looks at the clocks; at who is away, where there are none.
TICK: Final = 1.0
LOOK: Final = 10.0
#: What a spectator may do.
WATCHING: Final = "You watch this game; {table.chat} talks, {table.information} tells about it, {game.leave} leaves"


def hosted_game(table: HostedTable) -> GameScreen:
    """The screen of a room's game for one player, or for a spectator."""
    return GameScreen(table, AtTable(table))


class AtTable(Attention):
    """What goes on at a table of several: what others order, clocks, chat, questions, who is away."""

    title = "Game with others"
    keys: tuple[Binding, ...] = TABLE

    def __init__(self, table: HostedTable) -> None:
        super().__init__()
        self.hosted = table
        self.room = table.room
        self.player = table.player
        self._at = 0
        self._reaction: Reaction | None = None
        self._unwatch: Callable[[], None] | None = None
        self._kinds: set[str] = set()
        self._questions = Questions(table, lambda: self.app, self.attempt, self._show_request)
        self._warned = self.room.state.warned
        self._noted = ""

    @property
    def app(self) -> App[object]:
        """The app in which the game is shown."""
        return self.game.app

    def widgets(self) -> Iterable[Widget]:
        """The line of what is asked, and the chat."""
        yield RequestLine()
        yield ChatNews()
        name = self.hosted.look(self.hosted.here).name if self.hosted.here is not None else ""
        yield ChatDrawer(name, classes="beside")

    def begin(self) -> None:
        """Begin to follow."""
        game = self.game
        self._unwatch = visitor(self.app).house.watch(self._changed_elsewhere)
        game.move_child(game.query_one(RequestLine), after=game.query_one("#middle"))
        game.move_child(game.query_one(ChatNews), after=game.query_one(RequestLine))
        game.set_interval(TICK if self.room.plan.clock is not None else LOOK, self._show_note)
        if self.hosted.here is None:
            # Who comes to watch was not spoken to before.
            self.room.mark_heard(self.player)
        self._show_chat(ring=False)
        self._show_request()

    def end(self) -> None:
        """Follow no more."""
        if self._unwatch is not None:
            self._unwatch()

    def leave(self) -> None:
        """To the lobby."""
        visitor(self.app).show_lobby()

    def do(self, what: str) -> None:
        """Do what a key stands for."""
        {
            "chat": self._talk,
            "information": self._inform,
            "table": self._at_the_table,
            "answer": self._questions.answer,
        }[what]()

    def allows(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Who only watches orders nothing, and takes nothing back; no computer advises one player against another."""
        if action == "advice":
            return False
        orders = action in ("undo", "next_unit") or (action, parameters) == ("attend", ("answer",))
        return self.hosted.here is not None or not orders

    def takes(self, key: events.Key) -> bool:
        """On the map, c talks; whatever is typed into a line belongs to the line."""
        if isinstance(self.game.focused, Input):
            return True
        held = keys_of(self.game).of("table.chat")
        if key.key in held and self.game.focused is self.game.map:
            key.stop()
            self._talk()
            return True
        return False

    def hear(self, call: Called) -> None:
        """A click on a line, or something to say."""
        match call:
            case ChatNews.Clicked():
                self._talk()
            case SayLine.Left():
                self._close_chat()
            case ChatDrawer.Say():
                self._say(call)
            case RequestLine.Clicked():
                self._questions.answer()

    # -- following what others do -----------------------------------------------------------------

    def _changed_elsewhere(self, change: Change) -> None:
        """Something happened in the house. It may be told in the midst of another session's doings: only note it."""
        if change.room_id != self.room.id:
            return
        due = bool(self._kinds)
        self._kinds |= change.kinds
        if not due:
            self.game.call_later(self._follow)

    def _follow(self) -> None:
        kinds, self._kinds = self._kinds, set()
        if self.game not in self.app.screen_stack:
            return
        if "room" in kinds and self.room.side_of(self.player) != self.hosted.here:
            # The player has sat down or left in another session: what this one shows is another side's.
            visitor(self.app).enter(self.room.id)
            return
        if kinds & {"game", "room"}:
            self._follow_game()
            self._show_request()
        if "chat" in kinds:
            self._show_chat()
        if kinds & {"clock", "game", "room"}:
            self._warn()
        if kinds & {"clock", "game", "room", "presence"}:
            self._show_note()

    def _follow_game(self) -> None:
        before, after = self._at, self.hosted.events
        told = after != before and self.room.changed_for(self.player, before, after)
        reaction = self.hosted.ask()
        was = self._reaction
        self._at = after
        if not told and reaction == was:
            return
        seen = len(self.hosted.lines())
        ordering = self.game.stage.ordering
        if isinstance(reaction, Human) and reaction == was and ordering is not None and not self.game.course.to_play():
            self._reaction = reaction
            begun = ordering.picked and " › ".join(choice.label for choice in ordering.picked)
            fits = ordering.renew()
            self.game.showing.game()
            if begun and not fits:
                self.game.notify(f"{begun}: that is not possible any more", title="Things have changed", markup=False)
        else:
            self.game.stage.trail = ()
            self.game.course.proceed()
            if isinstance(reaction, Human) and not isinstance(was, Human):
                self.game.map.focus() if self.game.focused is None else None
        self._follow_with_the_eyes(seen)

    def _follow_with_the_eyes(self, seen: int) -> None:
        """Show where others have just acted, if nothing is in hand."""
        hexes = tuple(hex_ for line in self.hosted.lines()[seen:] for hex_ in line.report.hexes)
        if hexes and not self.game.stage.begun:
            self.game.drawing.bring_into_view(hexes[-1:])

    def go_on(self) -> None:
        """See who is to order; what is shown now is what later changes are compared with."""
        if self._reaction is None and self.hosted.here is not None and self.hosted.looked:
            self.game.meanwhile.show(self.game.meanwhile.missed("What happened since you looked"))
        self._at = self.hosted.events
        self._reaction = self.hosted.ask()

    def note(self) -> str:
        """The clocks, and who is away."""
        self._noted = self._told()
        return self._noted

    def _told(self) -> str:
        return " ".join(filter(None, (self._clock_text(), self.hosted.away_words())))

    def result(self) -> str:
        """How a game ended that somebody has given up."""
        return self.room.result if self.room.over else ""

    def show_end(self) -> None:
        """Say how the game ended."""
        if not any(isinstance(screen, OverSheet) for screen in self.app.screen_stack):
            self.app.push_screen(OverSheet(self.hosted, self.room.result))

    # -- clock ------------------------------------------------------------------------------------

    def _clock_text(self) -> str:
        """The time of each side, for the headline; "" without a clock."""
        clock = self.room.plan.clock
        if clock is None or self.room.over:
            return ""
        told = []
        low = clock.warning_seconds[0] if clock.warning_seconds else 0
        for look in self.hosted.looks:
            left = self.room.time_left(look.id)  # type: ignore[arg-type]
            if left is not None:
                sign = "!" if left <= low and look.id in self.room.waits_for() else ""
                told.append(f"{sign}{look.name[:1]} {words.short_time(left)}")
        return " ".join(told)

    def _warn(self) -> None:
        """Tell of warnings of the clocks that were not told yet."""
        warned = self.room.state.warned
        new, self._warned = warned - self._warned, warned
        for side, seconds in sorted(new):
            own = side == self.hosted.here
            if own:
                self.app.bell()
            text = f"{self.hosted.look(side).name} has {words.time_words(seconds)} left"
            self.game.notify(text, title="Clock", severity="warning" if own else "information", timeout=6, markup=False)

    def _show_note(self) -> None:
        """The clocks and who is away, as far as they have changed, and what may be done about it."""
        if self._told() != self._noted:
            self.game.showing.headline()
        self._show_request()

    # -- talking ----------------------------------------------------------------------------------

    def _show_chat(self, *, ring: bool = True) -> None:
        """Show what was said: in the drawer if it is open, else the last of it that was not read, in one line."""
        said = visitor(self.app).heard(self.room.lines_for(self.player))
        drawer = self.game.query_one(ChatDrawer)
        if drawer.is_open:
            drawer.show(said)
            self.room.mark_heard(self.player)
        read = self.room.heard(self.player)
        unread = [remark for remark in said if remark.at > read and remark.player != self.player]
        if self.game.query_one(ChatNews).show(unread) and ring and unread[-1].side is not None:
            self.app.bell()

    def _talk(self) -> None:
        """Open the chat and type."""
        drawer = self.game.query_one(ChatDrawer)
        self.app.clear_notifications()
        self.game.add_class("-beside")
        drawer.open()
        self._show_chat()

    def _close_chat(self) -> None:
        self.game.query_one(ChatDrawer).shut()
        self.game.remove_class("-beside")
        self.game.map.focus()

    def _say(self, event: ChatDrawer.Say) -> None:
        if refused := visitor(self.app).talk_refused():
            self.game.notify(refused, timeout=4, markup=False)
            return
        try:
            self.room.say(self.player, "side" if event.alone else "all", event.text)
        except RoomError as error:
            self.game.notify(str(error), severity="warning", markup=False)

    # -- what is asked and offered -----------------------------------------------------------------

    def _show_request(self) -> None:
        self.game.query_one(RequestLine).show(*self._questions.line())

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something at the table; say why if it cannot be done."""
        try:
            act()
        except RoomError as error:
            self.game.notify(str(error), title="Not possible", severity="warning", markup=False)
            return False
        except IllegalOrder as error:
            self.game.refusals.say(error.reason, error.rule)
            return False
        return True

    # -- keys -------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Where dice or secrets stand in the way of undoing, ask the other side."""
        if self.room.may_undo(self.player):
            return False
        ask_to_take_back(self, self.hosted)
        return True

    def _inform(self) -> None:
        """Show who plays, the clocks, the dice, the rules."""
        self.app.push_screen(InformationSheet(self.room, self.player))

    def _at_the_table(self) -> None:
        """What can be done at the table beside orders."""
        found = offers(self.room, self.player, guest=visitor(self.app).guest)
        if not found:
            self.game.notify(keys_of(self.game).in_text(WATCHING), timeout=4, markup=False)
            return

        def picked(row: int | None) -> None:
            if row is not None:
                act_on(self, found[row])

        self.app.push_screen(PickList("The table", [(o.key, Content(o.label)) for o in found]), picked)
