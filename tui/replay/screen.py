"""The replay: the frame of the game over a journal. It reads, and never changes, the game it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from core.presentation import Row
from saves.line import SaveError
from saves.notes import Notes, write_notes
from saves.session import fork_game, open_replay
from tui.game.sheets import GameSheets, Sheets
from tui.game.turns import Turns
from tui.kit.form import EditLine
from tui.kit.help import HelpScreen
from tui.kit.popups import AskLine, PickList
from tui.kit.whole_card import WholeCard
from tui.map.widget import HexMap
from tui.program import program
from tui.replay.frame import ReplayFrame
from tui.replay.reel import Chapter, Reel
from tui.replay.words import eye_lines, ways_to_sit
from tui.widgets.cards import StackList
from tui.widgets.log import GameLog
from tui.widgets.replay_bar import ReplayBar

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


def open_replay_screen(app: App[Any], path: Path, at: int | None = None) -> None:
    """Open a journal, finished or in progress, to watch it from event `at`. SaveError if it cannot be read."""
    shelf = program(app).shelf
    try:
        replay = open_replay(path, shelf.open_system, content_hash=shelf.content_hash)
    except (LookupError, ValueError) as error:
        raise SaveError(f"{path.name}: its scenario cannot be opened: {error}") from error
    for notice in replay.notices:
        app.notify(notice, title=path.name, severity="warning", timeout=12, markup=False)
    app.push_screen(ReplayScreen(replay, at))


class ReplayScreen(ReplayFrame):
    """The replay of a game: the keys to every moment of it."""

    HELP_TITLE = "Replay"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Leave", key_display="esc"),
        Binding("question_mark,f1", "help", "Keys", key_display="?"),
        Binding("space", "play", "Play"),
        Binding("comma", "step(-1)", "Back", key_display=","),
        Binding("full_stop", "step(1)", "Forward", key_display="."),
        Binding("left_square_bracket", "chapter(-1)", "Step before", show=False),
        Binding("right_square_bracket", "chapter(1)", "Next step", show=False),
        Binding("left_curly_bracket", "turn(-1)", "Turn before", show=False),
        Binding("right_curly_bracket", "turn(1)", "Next turn", show=False),
        Binding("home", "seek_to(0)", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("less_than_sign", "speed(-1)", "Slower", show=False),
        Binding("greater_than_sign", "speed(1)", "Faster", show=False),
        Binding("t", "to_turn", "Turn"),
        Binding("p", "to_chapter", "Phase", show=False),
        Binding("e", "to_event", "Event"),
        Binding("m", "mark", "Mark"),
        Binding("o", "note", "Note"),
        Binding("a", "marks", "All marks", show=False),
        Binding("v", "view_as", "View"),
        Binding("f", "play_on", "Play on"),
        Binding("d", "drawer", "Cards", show=False),
        Binding("B", "sheets", "Sheets: formations, the turn ...", show=False),
        Binding("C", "card", "The whole card of the unit", show=False),
    ]

    # -- what happens -------------------------------------------------------------------------------

    @on(HexMap.CursorMoved)
    def _cursor_moved(self) -> None:
        self._show_cards()

    @on(StackList.Chosen)
    def _chosen(self, event: StackList.Chosen) -> None:
        self.unit = event.counter
        self._show_cards()

    @on(ReplayBar.Sought)
    def _sought(self, event: ReplayBar.Sought) -> None:
        self.seek(event.n)

    @on(ReplayBar.Stepped)
    def _stepped(self, event: ReplayBar.Stepped) -> None:
        if event.chapters:
            self.action_chapter(event.step)
        else:
            self.action_step(event.step)

    @on(GameLog.Jump)
    def _jump(self, event: GameLog.Jump) -> None:
        self.map.cursor = event.hex

    @on(GameLog.RuleWanted)
    async def _rule_wanted(self, event: GameLog.RuleWanted) -> None:
        await self.app.run_action(f"show_rule({event.rule!r})")

    def on_resize(self, event: events.Resize) -> None:
        """The cards may have come back."""
        self.call_after_refresh(self._show_cards)

    def action_step(self, step: int) -> None:
        """To what is told next, or was told before."""
        self._pause()
        self.seek(self.reel.next_told(self.n, self.eye) if step > 0 else self.reel.told_before(self.n, self.eye))

    def action_chapter(self, step: int) -> None:
        """To the beginning of the next step of the sequence, or of the one before."""
        self._leap([chapter.n for chapter in self.chapters], step)

    def action_turn(self, step: int) -> None:
        """To the beginning of the next turn, or of the one before."""
        self._leap([chapter.n for chapter in self.chapters if chapter.begins_turn], step)

    def _leap(self, moments: Iterable[int], step: int) -> None:
        self._pause()
        if step > 0:
            self.seek(min((n for n in moments if n > self.n), default=self.reel.length))
        else:
            self.seek(max((n for n in moments if n < self.n), default=0))

    def action_seek_to(self, n: int) -> None:
        """To a moment."""
        self._pause()
        self.seek(n)

    def action_last(self) -> None:
        """To the last moment."""
        self.action_seek_to(self.reel.length)

    def action_play(self) -> None:
        """Play on, from the beginning if this is the end; or pause."""
        if self._timer is not None:
            self._pause()
            return
        if self.n >= self.reel.length:
            self.seek(0)
        self._timer = self.set_interval(1 / self.speed, self._beat)
        self._show_bar(self.reel.report(self.n, self.eye))

    def _beat(self) -> None:
        if self.n >= self.reel.length:
            self._pause()
        elif self.is_current:
            self.seek(self.reel.next_told(self.n, self.eye))

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._show_bar(self.reel.report(self.n, self.eye))

    def action_speed(self, step: int) -> None:
        """Faster or slower."""
        nearest = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(max(0, nearest + step), len(SPEEDS) - 1)]
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(1 / self.speed, self._beat)
        self._show_bar(self.reel.report(self.n, self.eye))

    # -- jumping ------------------------------------------------------------------------------------

    def action_to_turn(self) -> None:
        """Choose a turn."""
        self._choose_chapter("Go to turn", [chapter for chapter in self.chapters if chapter.begins_turn])

    def action_to_chapter(self) -> None:
        """Choose a step of the turn shown."""
        turn = max((c.turn for c in self.chapters if c.n <= self.n), default=0)
        self._choose_chapter(f"Steps of turn {turn}", [c for c in self.chapters if c.turn == turn])

    def _choose_chapter(self, title: str, chapters: list[Chapter]) -> None:
        if not chapters:
            said = "The turns are still being found; try again in a moment." if not self.found else "There is none yet."
            self.notify(said, markup=False)
            return
        lines = [("", Content.assemble(c.title, (f"  event {c.n}", "$text-muted"))) for c in chapters]
        self._ask(PickList(title, lines), lambda row: self.seek(chapters[row].n))

    def action_to_event(self) -> None:
        """Ask for the number of an event."""

        def take(text: str) -> None:
            if text.strip().isdigit() and int(text) <= self.reel.length:
                self.seek(int(text))
            else:
                self.notify(
                    f"{text!r} is no event; there are 0 to {self.reel.length}.", severity="warning", markup=False
                )

        self._pause()
        self._ask(AskLine("Go to event", f"0 to {self.reel.length}"), take)

    def _ask(self, window: Screen[Any], take: Callable[[Any], None]) -> None:
        """Open a window; what it gives is taken, unless it was left."""
        self._pause()
        self.app.push_screen(window, lambda answer: None if answer is None else take(answer))

    # -- bookmarks and notes ------------------------------------------------------------------------

    def action_mark(self) -> None:
        """Name this moment; the bookmark that is there is taken away."""
        if any(mark.at == self.n for mark in self.notes.bookmarks):
            self._keep(self.notes.without_bookmark(self.n))
            return
        report = self.reel.report(self.n, self.eye)
        name = report.text if report else f"event {self.n}"
        at = self.n
        window = EditLine("Bookmark this moment", "its name", name)
        self._ask(window, lambda text: self._keep(self.notes.with_bookmark(at, text.strip() or name)))

    def action_note(self) -> None:
        """Write a note on this moment; an empty one is taken away."""
        at = self.n
        old = next((note.text for note in self.notes.notes if note.at == at), "")
        window = EditLine("Note on this moment", "what there is to say; empty = none", old)
        self._ask(window, lambda text: self._keep(self.notes.with_note(at, text.strip())))

    def action_marks(self) -> None:
        """Choose among the bookmarks and notes."""
        marks = sorted((*self.notes.bookmarks, *self.notes.notes), key=lambda mark: mark.at)
        if not marks:
            self.notify("No bookmarks or notes yet: m sets a bookmark, o writes a note.", markup=False)
            return
        lines = [("", Content.assemble(f"{mark.text}", (f"  event {mark.at}", "$text-muted"))) for mark in marks]
        self._ask(PickList("Bookmarks and notes", lines), lambda row: self.seek(marks[row].at))

    def _keep(self, notes: Notes) -> None:
        try:
            write_notes(program(self.app).manners.notes_on(self.replay.path, write=True), notes)
        except (SaveError, OSError) as error:
            why = program(self.app).manners.told_error(error)
            self.notify(f"This cannot be kept: {why}", severity="error", markup=False)
        self.notes = notes
        self._tick()

    # -- eyes, and playing on -----------------------------------------------------------------------

    def action_view_as(self) -> None:
        """Choose through whose eyes to watch; in a game in progress that may show secrets, and it is said."""
        lines = eye_lines(self.eyes, self.eye, self.audience)
        self._ask(PickList("Watch the game", lines), self._look_through)

    def _look_through(self, row: int) -> None:
        self.eye = self.eyes[row]
        self.query_one(GameLog).empty()
        self.show_moment()

    def action_play_on(self) -> None:
        """Begin a new game that stands as this one did at this moment."""
        seatings = ways_to_sit(self.reel.system.sides, self.replay.header.sides)
        title = f"Play on from event {self.n}, as a new game"
        self._ask(
            PickList(title, [("", Content(words)) for words, _ in seatings]), lambda row: self._fork(seatings[row][1])
        )

    def _fork(self, seats: dict[str, str]) -> None:
        running = program(self.app)
        now = datetime.now()
        try:
            session = fork_game(
                self.replay.path,
                self.n,
                running.library.new_path(self.replay.header.scenario, now),
                running.shelf.open_system,
                created=now.astimezone(UTC).isoformat(timespec="seconds"),
                sides=seats,
            )
        except (SaveError, LookupError, ValueError) as error:
            self.notify(
                f"It cannot be played on from here: {running.manners.told_error(error)}", severity="error", markup=False
            )
            return
        running.play(session)

    # -- sheets and cards ---------------------------------------------------------------------------

    def action_sheets(self) -> None:
        """Open the sheets of the game as they were at this moment, at the one that was open last."""
        self._pause()
        n, eye, face = self.n, self.eye, self.reel.system.face
        # The sheets are made beside the screen: they look at the game through a film of their own.
        film = Reel(self.replay.game)
        sheets = Sheets(face, lambda: film.view(n, eye), eye.side, lambda: Turns(film, eye, n))
        self.app.push_screen(GameSheets(sheets, self.sheet), self._left_sheets)

    def _left_sheets(self, answer: tuple[str, Row | None] | None) -> None:
        if answer is None:
            return
        self.sheet, row = answer
        if row is None:
            return
        counter = next((c for c in self._counters if c.id == row.unit), None)
        hex_ = counter.hex if counter is not None else row.hex
        if hex_ is not None and hex_ in self.reel.system.board:
            self.map.cursor = hex_
        self.unit = row.unit or self.unit
        self._show_cards()
        if row.unit and counter is None:
            self._open_card(row.unit)

    def action_card(self) -> None:
        """Open the whole card of the unit shown."""
        self._pause()
        if self.unit is None:
            self.notify("Point at a unit, then C", timeout=2)
        else:
            self._open_card(self.unit)

    def _open_card(self, unit: str) -> None:
        face, view = self.reel.system.face, self.reel.view(self.n, self.eye)
        try:
            self.app.push_screen(WholeCard((face.unit_card(view, unit),)))
        except KeyError:
            self.notify("Nothing is known of it", timeout=2)

    # -- the rest -----------------------------------------------------------------------------------

    def action_drawer(self) -> None:
        """Show or hide the cards where there is no room for them beside the map."""
        self.drawing.turn_drawer()
        self._show_cards()

    def action_back(self) -> None:
        """Close the drawer, or leave the replay."""
        if self.drawing.narrow and not self.drawing.drawer_shut:
            self.action_drawer()
            return
        self._pause()
        self.app.pop_screen()

    def action_help(self) -> None:
        """Show the keys."""
        self._pause()
        self.app.push_screen(HelpScreen.of(self))
