"""The seats around a table before its game begins: who sits where, the sealed dice, talk; it begins by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from core.event import SideId
from saves.rooms.desk import Change
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tui.kit.place import Place
from tui.kit.popups import Sheet
from tui.kit.text import MUTED, card_content
from tui.lobby import words
from tui.lobby.acts import act_on, join
from tui.lobby.chat import ChatLines, SayLine
from tui.lobby.information import InformationSheet
from tui.lobby.offers import Act, offers
from tui.lobby.visitor import visitor
from tui.program import program


class WaitingScreen(Place):
    """Seats and players; the game opens for all who are here when the last side is filled."""

    DEFAULT_CSS = """
    WaitingScreen > #around { height: 1fr; padding: 1 2 0 2; scrollbar-size-vertical: 1; }
    WaitingScreen > #around > Static { height: auto; max-width: 100; }
    WaitingScreen > ChatLines { height: 5; }
    """
    AUTO_FOCUS = ""
    HELP_TITLE = "Before the game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,j", "join", "Sit down", key_display="enter"),
        Binding("s", "share", "Share formations"),
        Binding("l", "leave", "Give up the seat"),
        Binding("x", "close", "Close the table"),
        Binding("b", "briefing", "Briefing"),
        Binding("i", "information", "About"),
        Binding("c", "chat", "Chat"),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("up", "scroll(-1)", "Up", show=False),
    ]

    #: No game is played yet that an order could be taken back in.
    hosted = None

    def __init__(self, room: Room, player: PlayerName) -> None:
        super().__init__()
        self.room = room
        self.player = player
        self.place = "At the table"
        self._unwatch: Callable[[], None] | None = None
        self._due = False

    def body(self) -> Iterable[Widget]:
        """The seats, what was said, the line to talk."""
        yield VerticalScroll(Static(id="seats"), id="around", can_focus=False)
        yield ChatLines("Nobody has said anything yet; c says something to all at this table.")
        yield SayLine("c or a click: say something to all at this table")

    def on_mount(self) -> None:
        """Show the seats and follow what happens."""
        self._unwatch = visitor(self.app).house.watch(self._changed_elsewhere)
        self.headline(self.room.plan.title)
        self.show()

    def on_unmount(self) -> None:
        """Follow no more."""
        if self._unwatch is not None:
            self._unwatch()

    def _changed_elsewhere(self, change: Change) -> None:
        """Something happened in the house, maybe in another session: only note it."""
        if change.room_id == self.room.id and change.kinds != {"presence"} and not self._due:
            self._due = True
            self.call_later(self._follow)

    def _follow(self) -> None:
        self._due = False
        if self not in self.app.screen_stack:
            return
        if self.room.state.started and self.room.stage is not Stage.CLOSED:
            visitor(self.app).enter(self.room.id)
        else:
            self.show()

    def show(self) -> None:
        """Draw the seats as they are now."""
        self.query_one("#seats", Static).update(self._seats())
        self.query_one(ChatLines).show(visitor(self.app).heard(self.room.lines_for(self.player)))
        self.room.mark_heard(self.player)
        self.refresh_bindings()

    def _seats(self) -> Content:
        room, state = self.room, self.room.state
        width = max(len(look.name) for look in room.looks)
        lines: list[Content] = []
        for look in room.looks:
            side = SideId(look.id)
            who = words.seat(state, side)
            style = "bold $text-success" if who != "open" else "bold $text-warning"
            you = "  <- you" if state.side_of(self.player) == side else ""
            lines.append(Content.assemble(look.name.ljust(width + 2), (who, style), (you, "$text-accent")))
        lines += [Content(""), Content.styled(self._what_now(), "bold"), Content("")]
        clock = state.plan.clock.words if state.plan.clock else "no clock"
        lines += [Content(f"Agreed: {state.plan.away.words}")] if state.plan.away else []
        lines.append(Content.assemble(("Scenario  ", MUTED), room.system.title))
        lines.append(
            Content.assemble(("Rules     ", MUTED), ", ".join(state.plan.options) or "as the scenario has them")
        )
        lines.append(Content.assemble(("Clock     ", MUTED), clock))
        lines.append(Content.assemble(("Orders    ", MUTED), state.plan.take_backs.words))
        lines.append(Content(""))
        lines += [Content.styled(sentence, MUTED) for sentence in room.dice_words()]
        return Content("\n").join(lines)

    def _what_now(self) -> str:
        state = self.room.state
        if state.stage is Stage.CLOSED:
            return self.room.result
        open_ = [look.name for look in self.room.looks if words.seat(state, SideId(look.id)) == "open"]
        has = "has a player" if len(open_) == 1 else "have players"
        waits = f"The game begins by itself as soon as {' and '.join(open_)} {has}."
        if state.side_of(self.player) is not None:
            return f"{waits} You may leave meanwhile; the lobby tells you."
        if visitor(self.app).guest:
            return f"{waits} You watch as a guest."
        return f"Enter: sit down. {waits}" if words.may_join(state, self.player) else waits

    # -- what can be done ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what is possible now is offered."""
        acts = {"share": Act.SHARE, "leave": Act.LEAVE, "close": Act.CLOSE}
        guest = visitor(self.app).guest
        if action in acts:
            return acts[action] in [offer.act for offer in offers(self.room, self.player, guest=guest)]
        if action == "join":
            return not guest and words.may_join(self.room.state, self.player)
        return True

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something at the table; say why if it cannot be done."""
        try:
            act()
        except RoomError as error:
            self.say(str(error), wrong=True)
            return False
        self.say("")
        return True

    def action_join(self) -> None:
        """Take a seat."""
        join(self)

    def action_share(self) -> None:
        """Share the formations out."""
        self._act(Act.SHARE)

    def action_leave(self) -> None:
        """Give the seat up."""
        self._act(Act.LEAVE)

    def action_close(self) -> None:
        """Close the table."""
        self._act(Act.CLOSE)

    def _act(self, act: Act) -> None:
        for offer in offers(self.room, self.player):
            if offer.act is act:
                act_on(self, offer)

    def action_briefing(self) -> None:
        """Read what the scenario is about."""
        try:
            card = program(self.app).shelf.briefing(self.room.plan.scenario)
        except LookupError as error:
            self.say(str(error), wrong=True)
            return
        self.app.push_screen(Sheet("Briefing", card_content(card, 66)))

    def action_information(self) -> None:
        """All about the table."""
        self.app.push_screen(InformationSheet(self.room, self.player))

    def action_chat(self) -> None:
        """To the line that says something."""
        self.query_one(SayLine).focus()

    def action_scroll(self, lines: int) -> None:
        """Scroll the seats."""
        self.query_one("#around").scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        """To the lobby; the seat stays."""
        visitor(self.app).show_lobby()

    @on(SayLine.Say)
    def _say(self, event: SayLine.Say) -> None:
        if refused := visitor(self.app).talk_refused():
            self.say(refused, wrong=True)
            return
        self.attempt(lambda: self.room.say(self.player, "all", event.text))

    @on(SayLine.Left)
    def _said(self) -> None:
        self.set_focus(None)
