"""The app of a player among others: the program as everybody has it, with a lobby, and with its doors closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from attrs import evolve
from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from tui import settings as settings_file
from tui.lobby import manners
from tui.lobby.confined import ConfinedApp
from tui.lobby.ignoring import Ignored, choose
from tui.manners import Manners, TableLine

if TYPE_CHECKING:
    from saves.rooms.desk import Change
    from saves.rooms.house import House
    from saves.rooms.names import PlayerName
    from saves.rooms.state import Remark, RoomState
    from tui.settings import Settings
    from tui.shelf import Shelf
    from tui.thinking.thoughts import Thoughts
from tui.start import StartAt

#: What a guest finds closed on the title.
OWN_GAMES: Final = frozenset({"new_game", "continue", "saved", "learn"})


class LobbyApp(ConfinedApp):
    """The program for one player of a house.

    house: the rooms, shared by all sessions of the process; data_dir: the player's own files; guest: whether he may
    only watch; start_room: the table to go to first; confined: whether the player must not reach anything outside
    his own files, as on a host.

    account_screen: makes the screen of the player's keys and password; game_refused: says why a player with so many
    games of his own may begin no other, "" if he may; lay_refused: the same of one who has laid so many tables in a
    day; finished_days: for how many days finished games of others are listed, 0 = for ever; muted: says why the player
    may not talk, "" if he may; ignored: whom he does not hear.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+g", "my_turn", "to the game that waits for you", priority=True, show=False)
    ]

    def __init__(
        self,
        house: House | None,
        player: PlayerName,
        data_dir: Path,
        start: StartAt | None = None,
        *,
        shelf: Shelf | None = None,
        guest: bool = False,
        start_room: str | None = None,
        confined: bool = True,
        thoughts: Thoughts | None = None,
    ) -> None:
        own = Manners(
            offers=self._offers,
            returns=self._returns,
            notes_on=self._notes_on,
            told_path=self._told_path,
            told_error=self._told_error,
            new_game_refused=self._new_game_refused,
        )
        if confined:
            self.veil = "0%"
        super().__init__(data_dir, start, shelf=shelf, manners=own, thoughts=thoughts)
        self._house = house
        self.player = player
        self.guest = guest
        self.confined = confined
        self.account_screen: Callable[[], Screen[None]] | None = None
        self.game_refused: Callable[[int], str] | None = None
        self.lay_refused: Callable[[int], str] | None = None
        self.finished_days: Callable[[], int] = lambda: 0
        self.muted: Callable[[], str] = lambda: ""
        self.ignored = Ignored(data_dir, player)
        self._start_room = start_room
        self._own_ascii = self.settings.ascii
        self._asked: dict[str, str] = {}
        self._token: int | None = None
        self._unwatch: Callable[[], None] | None = None
        self._changed: set[str] = set()

    def talk_refused(self) -> str:
        """Why the player may not say anything; "" if he may."""
        return "Guests only listen here; log in with a key to talk." if self.guest else self.muted()

    def heard(self, said: Iterable[Remark]) -> tuple[Remark, ...]:
        """What was said, without what those said whom the player ignores."""
        ignored = self.ignored.names
        return tuple(remark for remark in said if remark.player not in ignored)

    def choose_ignored(self) -> None:
        """Let the player choose whom not to hear."""
        table = self.house.room(self.room_shown).lines_for(self.player) if self.room_shown is not None else ()
        choose(self, self.ignored, self.player, (*self.house.lines(), *table))

    # -- the house ----------------------------------------------------------------------------------

    @property
    def house(self) -> House:
        """The lobby and its rooms."""
        if self._house is None:
            raise LookupError("there is no lobby here")
        return self._house

    @property
    def keys_may_change(self) -> bool:
        """Whether the player's own keys hold: on a host there is no file of his that he could write."""
        return not self.confined

    def on_ready(self) -> None:
        """Be seen to be here, hear what happens, and go where one was asked to go."""
        if self._house is not None:
            self.settle_in()
        if self._start_room is not None:
            self.enter(self._start_room)

    def settle_in(self) -> None:
        """Begin to be seen and told in the house."""
        if self._unwatch is not None:
            return
        from tui.lobby import words

        self._be_at(None)
        self._unwatch = self.house.watch(self._changed_elsewhere)
        for entry in self.house.mine(self.player):
            if entry.state is not None:
                self._asked[entry.id] = words.asked(entry.state, self.player)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A cursor that blinks would send bytes without end over the line."""
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = False

    def on_unmount(self) -> None:
        """Be gone."""
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        if self._token is not None:
            self.house.leave(self._token)
            self._token = None

    def _be_at(self, room: str | None) -> None:
        before, self._token = self._token, self.house.enter(self.player, room)
        if before is not None:
            self.house.leave(before)

    # -- being asked ----------------------------------------------------------------------------------

    def _changed_elsewhere(self, change: Change) -> None:
        """Something happened in the house, maybe in another player's session: nothing is done here but to note it."""
        if change.room_id is None or not change.kinds & {"game", "room"}:
            return
        due = bool(self._changed)
        self._changed.add(change.room_id)
        if not due:
            self.call_later(self._look_who_asks)

    def _look_who_asks(self) -> None:
        from saves.rooms.error import RoomError
        from tui.lobby import words

        changed, self._changed = self._changed, set()
        for id_ in sorted(changed):
            try:
                state = self.house.room(id_).state
            except RoomError:
                continue
            wanted = words.asked(state, self.player)
            if wanted and wanted != self._asked.get(id_, ""):
                self._tell_asked(id_, state, wanted)
            self._asked[id_] = wanted

    def _tell_asked(self, id_: str, state: RoomState, wanted: str) -> None:
        """Ring; who is not at that table is told which one it is."""
        self.bell()
        if self.room_shown != id_:
            self.notify(f"{state.plan.title}: {wanted}", title="ctrl+g goes there", timeout=8, markup=False)

    @property
    def waiting(self) -> tuple[TableLine, ...]:
        """The tables that want something of the player, and what; who has waited longest first."""
        return () if self._house is None or self.guest else manners.waiting(self._house, self.player)

    def _returns(self) -> tuple[TableLine, ...]:
        """Where the player may want to go back to: what waits for him, else the games that he plays, the last first."""
        if self._house is None or self.guest:
            return ()
        return self.waiting or manners.played(self._house, self.player)

    def action_my_turn(self) -> None:
        """Go to the game that has waited longest, another than the one that is shown if there is one."""
        waiting = [id_ for id_, _, _ in self.waiting]
        others = [id_ for id_ in waiting if id_ != self.room_shown]
        if others:
            self.enter(others[0])
        elif waiting:
            self.notify("This is the game that waits for you.", timeout=2)
        elif self.room_shown is None and (back := self._returns()):
            self.enter(back[0][0])
        else:
            self.notify("No game waits for you.", timeout=2)

    # -- where one can go -----------------------------------------------------------------------------

    @property
    def room_shown(self) -> str | None:
        """The table that the player is at; None if he is elsewhere."""
        from tui.game.screen import GameScreen
        from tui.lobby.game import AtTable
        from tui.lobby.waiting import WaitingScreen

        for screen in reversed(self.screen_stack):
            at = screen.attention if isinstance(screen, GameScreen) else screen
            if isinstance(at, AtTable | WaitingScreen):
                return at.room.id
        return None

    @property
    def place(self) -> str:
        """Where the player is, in a word or two, for a list of sessions."""
        room = self.room_shown if self.is_running else None
        return f"table {room}" if room else type(self.screen).__name__.removesuffix("Screen").lower()

    def _offers(self, action: str) -> bool:
        if action == "waiting":
            return bool(self._returns())
        if action == "battle":
            # What a host has to play is its administrator's.
            return not self.confined
        return not (self.guest and action in OWN_GAMES)

    def action_lobby(self) -> None:
        """To the lobby."""
        self.show_lobby()

    def show_lobby(self) -> None:
        """Go to the lobby; a game that is open goes on without this player looking."""
        from tui.lobby.lobby import LobbyScreen

        self._close()
        self.settle_in()
        self._be_at(None)
        self._back_to(LobbyScreen)
        if not isinstance(self.screen, LobbyScreen):
            self.push_screen(LobbyScreen())

    def show_title(self) -> None:
        """Go to the title; tables stay as they are."""
        super().show_title()
        if self._token is not None:
            self._be_at(None)

    def enter(self, room: str) -> None:
        """Go to a table: to its game if that has begun, else to the seats."""
        from saves.rooms.error import RoomError
        from tui.lobby.game import hosted_game
        from tui.lobby.hosted import HostedTable
        from tui.lobby.waiting import WaitingScreen

        self._close()
        self.settle_in()
        try:
            found = self.house.room(room)
            no = found.may_watch(self.player)
            if no:
                raise RoomError(no)
            begun = found.game is not None
            screen = (
                hosted_game(HostedTable(found, self.player, lambda: self.settings.printed))
                if begun
                else WaitingScreen(found, self.player)
            )
        except RoomError as error:
            self.notify(str(error), title="This table cannot be opened", severity="error", timeout=10, markup=False)
            if self.room_shown == room:
                self.show_lobby()
            return
        self._be_at(room)
        for notice in found.notices:
            self.notify(notice, title=found.plan.title, severity="warning", timeout=12, markup=False)
        # What lies under a table is opened anew when it is left: hundreds of players on one host need not all keep it.
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(screen)

    def _back_to(self, kind: type[Screen[Any]]) -> None:
        """Leave the screens over the one of a kind, if there is one; else all over the title."""
        from tui.menu.title import TitleScreen

        kinds = [type(screen) for screen in self.screen_stack]
        wanted = kind if kind in kinds else TitleScreen
        while len(self.screen_stack) > 1 and not isinstance(self.screen, wanted):
            self.pop_screen()

    def tell(self, text: str, title: str = "") -> None:
        """Show the player a notice, from anywhere in the process."""
        self.call_later(self._tell_notice, text, title)

    def _tell_notice(self, text: str, title: str) -> None:
        self.bell()
        self.notify(text, title=title, severity="warning", timeout=20, markup=False)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers everywhere."""
        yield from super().get_system_commands(screen)
        yield SystemCommand("Lobby", "Play with others", self.show_lobby)
        if not self.guest:
            yield SystemCommand("Ignore a player", "Whom not to hear in any chat", self.choose_ignored)
        yield SystemCommand("My turn", "To the game that has waited longest for you", self.action_my_turn)
        made = self.account_screen
        if made is not None:
            yield SystemCommand("Keys and password", "How you come in", lambda: self.push_screen(made()))

    # -- closed doors -----------------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Let settings take effect; a guest's are forgotten when he leaves."""
        if self.guest:
            self.settings = settings
            self._put_theme(settings.theme)
            return
        if settings.ascii != self.settings.ascii:
            self._own_ascii = settings.ascii
        super().keep_settings(settings)
        if settings.ascii != self._own_ascii:
            # This terminal can show no other glyphs; the player's next one may.
            settings_file.save(evolve(settings, ascii=self._own_ascii), self.data_dir)

    def _notes_on(self, journal: Path, *, write: bool = False) -> Path:
        games = self.library.games_directory
        return manners.notes_on(journal, self.data_dir, games, write=write, guest=self.guest)

    def _told_path(self, path: Path) -> str:
        return manners.told_path(path, self.data_dir) if self.confined else str(path)

    def _told_error(self, error: Exception) -> str:
        if not self.confined:
            return str(error)
        return manners.told_error(error, (self.data_dir, self._house.data if self._house else self.data_dir))

    def table_refused(self) -> str:
        """Why the player may not sit down at one more table; "" if he may."""
        if self.guest:
            return "Guests watch; log in with a key to play."
        if self.game_refused is None:
            return ""
        mine = [entry.state for entry in self.house.mine(self.player) if entry.state is not None]
        return self.game_refused(len([s for s in mine if not s.finished and s.stage.value != "by-file"]))

    def laying_refused(self) -> str:
        """Why the player may not lay one more table; "" if he may."""
        refused = self.table_refused()
        if refused or self.lay_refused is None:
            return refused
        return self.lay_refused(self.house.laid_today(self.player))

    def _new_game_refused(self) -> str:
        if self.guest:
            return "Guests watch; log in with a key to play."
        return self.game_refused(len(self.library.games())) if self.game_refused is not None else ""
