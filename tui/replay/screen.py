"""The replay of a journal, with its keys. It reads, and never changes, the game it shows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer

from core.presentation import Row
from saves.line import SaveError
from saves.notes import Notes, read_notes, write_notes
from saves.session import Replay, fork_game, open_replay
from tui.game.advice import order_words, why_text
from tui.game.drawing import HEIGHTS, WIDTHS, Drawing
from tui.game.sheets import GameSheets, Sheets
from tui.game.turns import Turns
from tui.keys.bindings import REPLAY
from tui.keys.held import keys_of
from tui.keys.unheard import unbound, unheard
from tui.kit.actions import open_actions
from tui.kit.form import EditLine
from tui.kit.help import HelpScreen
from tui.kit.popups import AskLine, PickList, Sheet
from tui.kit.whole_card import WholeCard
from tui.map.projection import Zoom
from tui.map.widget import HexMap
from tui.program import program
from tui.replay.notes_on_orders import first_unit, why_given
from tui.replay.projector import Projector
from tui.replay.reel import Chapter, Reel
from tui.replay.words import eye_lines, ways_to_sit
from tui.widgets.cards import CardPane, StackList
from tui.widgets.header import GameHeader
from tui.widgets.log import GameLog
from tui.widgets.messages import MessageLine, TellsBelow
from tui.widgets.replay_bar import ReplayBar


def open_replay_screen(app: App[Any], path: Path, at: int | None = None) -> None:
    """Open a journal, finished or in progress, to watch it from event `at`. SaveError if it cannot be read."""
    shelf = program(app).shelf
    try:
        replay = open_replay(path, shelf.open_system, content_hash=shelf.content_hash)
    except (LookupError, ValueError) as error:
        raise SaveError(f"{path.name}: its scenario cannot be opened: {error}") from error
    app.push_screen(ReplayScreen(replay, at))


class ReplayScreen(TellsBelow[None]):
    """The replay of a game: headline, map, cards, bar and log of one moment, and the keys to all of them."""

    DEFAULT_CSS = """
    ReplayScreen { layout: vertical; layers: base drawer; }
    ReplayScreen > #middle { height: 1fr; width: 1fr; }
    ReplayScreen #field { width: 1fr; height: 1fr; layers: base over; }
    ReplayScreen CardPane { width: 38; padding: 0 1; background: $surface; }
    ReplayScreen.-vast CardPane { width: 48; }
    ReplayScreen.-narrow CardPane { layer: drawer; dock: right; display: none; border-left: vkey $accent; }
    ReplayScreen.-narrow.-drawer CardPane { display: block; }
    ReplayScreen.-low GameLog { height: 3; }
    ReplayScreen.-tall GameLog { height: 10; }
    """
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = WIDTHS
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = HEIGHTS
    HELP_TITLE = "Replay"
    BINDINGS: ClassVar[list[BindingType]] = REPLAY

    def __init__(self, replay: Replay, at: int | None = None) -> None:
        super().__init__()
        self.replay = replay
        self.drawing = Drawing(self)
        self.projector = Projector(self, self.drawing, replay, at or 0)
        self.sheet = ""

    def compose(self) -> ComposeResult:
        """The frame of the game, with the bar in the place of the prompt."""
        settings = program(self.app).settings
        yield GameHeader()
        with Horizontal(id="middle"):
            with Vertical(id="field"):
                yield HexMap(self.projector.first_scene(), Zoom(settings.zoom), ascii=settings.ascii)
                yield MessageLine()
            yield CardPane()
        yield ReplayBar(ascii_only=settings.ascii)
        yield GameLog()
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show the moment asked for, and find the chapters meanwhile."""
        self.projector.speed = program(self.app).settings.speed
        try:
            self.projector.notes = read_notes(program(self.app).manners.notes_on(self.replay.path))
        except SaveError as error:
            self.notify(str(error), title="Notes", severity="warning", markup=False)
        for notice in self.replay.notices:
            self.notify(notice, title=self.replay.path.name, severity="warning", timeout=12, markup=False)
        self.query_one(ReplayBar).focus()
        self.projector.show()
        self.projector.find_chapters()

    # -- what happens -------------------------------------------------------------------------------

    @on(GameHeader.MenuWanted)
    def _menu_wanted(self) -> None:
        open_actions(self, self.drawing.map)

    @on(HexMap.CursorMoved)
    def _cursor_moved(self) -> None:
        self.projector.cards()

    @on(StackList.Chosen)
    def _chosen(self, event: StackList.Chosen) -> None:
        self.projector.unit = event.counter
        self.projector.cards()

    @on(ReplayBar.Sought)
    def _sought(self, event: ReplayBar.Sought) -> None:
        self.projector.seek(event.n)

    @on(ReplayBar.Stepped)
    def _stepped(self, event: ReplayBar.Stepped) -> None:
        if event.chapters:
            self.action_chapter(event.step)
        else:
            self.action_step(event.step)

    @on(GameLog.Jump)
    def _jump(self, event: GameLog.Jump) -> None:
        self.drawing.map.cursor = event.hex

    @on(GameLog.RegardWanted)
    def _regard_wanted(self) -> None:
        self.query_one(GameLog).next_filter(self.projector.regard(self.drawing.map.cursor))

    @on(GameLog.RuleWanted)
    async def _rule_wanted(self, event: GameLog.RuleWanted) -> None:
        await self.app.run_action(f"show_rule({event.rule!r})")

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing is answered."""
        if unbound(self, event.key):
            keys = keys_of(self)
            steps = ("replay.back", "replay.forward")
            here = [
                f"{' '.join(keys.told(id_) for id_ in steps)} step",
                f"{keys.told('replay.play')} plays on or pauses",
                "esc leaves",
            ]
            heard = ("replay", "map", "log") if isinstance(self.focused, GameLog) else ("replay", "map")
            self.query_one(MessageLine).hint(unheard(self, event.key, None, here, heard))

    def on_screen_resume(self) -> None:
        """A window was closed over it; it may have been the settings."""
        self.query_one(ReplayBar).ascii_only = program(self.app).settings.ascii
        self.drawing.follow(self.projector.reel.system, self.projector.show)

    def on_resize(self, event: events.Resize) -> None:
        """The cards may have come back."""
        self.call_after_refresh(self.projector.cards)

    def action_zoom_in(self) -> None:
        """One zoom nearer, whatever the keys go to."""
        self.drawing.map.action_zoom_in()

    def action_zoom_out(self) -> None:
        """One zoom farther."""
        self.drawing.map.action_zoom_out()

    def action_step(self, step: int) -> None:
        """To what is told next, or was told before."""
        self.projector.step(step)

    def action_chapter(self, step: int) -> None:
        """To the beginning of the next step of the sequence, or of the one before."""
        self.projector.leap(step)

    def action_turn(self, step: int) -> None:
        """To the beginning of the next turn, or of the one before."""
        self.projector.leap(step, turns=True)

    def action_seek_to(self, n: int) -> None:
        """To a moment."""
        self.projector.to(n)

    def action_last(self) -> None:
        """To the last moment."""
        self.action_seek_to(self.projector.reel.length)

    def action_play(self) -> None:
        """Play on, from the beginning if this is the end; or pause."""
        self.projector.play()

    def action_speed(self, step: int) -> None:
        """Faster or slower."""
        self.projector.faster(step)

    # -- jumping ------------------------------------------------------------------------------------

    def action_to_turn(self) -> None:
        """Choose a turn."""
        self._choose_chapter("Go to turn", [chapter for chapter in self.projector.chapters if chapter.begins_turn])

    def action_to_chapter(self) -> None:
        """Choose a step of the turn shown."""
        turn = max((c.turn for c in self.projector.chapters if c.n <= self.projector.n), default=0)
        self._choose_chapter(f"Steps of turn {turn}", [c for c in self.projector.chapters if c.turn == turn])

    def _choose_chapter(self, title: str, chapters: list[Chapter]) -> None:
        if not chapters:
            finding = "The turns are still being found; try again in a moment."
            self.notify("There is none yet." if self.projector.found else finding, markup=False)
            return
        lines = [("", Content.assemble(c.title, (f"  event {c.n}", "$text-muted"))) for c in chapters]
        self._ask(PickList(title, lines), lambda row: self.projector.seek(chapters[row].n))

    def action_to_event(self) -> None:
        """Ask for the number of an event."""

        length = self.projector.reel.length

        def take(text: str) -> None:
            if text.strip().isdigit() and int(text) <= length:
                self.projector.seek(int(text))
            else:
                self.notify(f"{text!r} is no event; there are 0 to {length}.", severity="warning", markup=False)

        self._ask(AskLine("Go to event", f"0 to {length}"), take)

    def _ask(self, window: Screen[Any], take: Callable[[Any], None]) -> None:
        """Open a window; what it gives is taken, unless it was left."""
        self.projector.pause()
        self.app.push_screen(window, lambda answer: None if answer is None else take(answer))

    # -- bookmarks and notes ------------------------------------------------------------------------

    def action_mark(self) -> None:
        """Name this moment; the bookmark that is there is taken away."""
        at, notes, report = self.projector.n, self.projector.notes, self.projector.report
        if any(mark.at == at for mark in notes.bookmarks):
            self._keep(notes.without_bookmark(at))
            return
        name = report.text if report else f"event {at}"
        window = EditLine("Bookmark this moment", "its name", name)
        self._ask(window, lambda text: self._keep(notes.with_bookmark(at, text.strip() or name)))

    def action_note(self) -> None:
        """Write a note on this moment; an empty one is taken away."""
        at, notes = self.projector.n, self.projector.notes
        old = next((note.text for note in notes.notes if (note.at, note.side) == (at, "")), "")
        window = EditLine("Note on this moment", "what there is to say; empty = none", old)
        self._ask(window, lambda text: self._keep(notes.with_note(at, text.strip())))

    def action_marks(self) -> None:
        """Choose among the bookmarks and notes."""
        marks = sorted((*self.projector.notes.bookmarks, *self.projector.read), key=lambda mark: mark.at)
        if not marks:
            self.notify("No bookmarks or notes yet: m sets a bookmark, o writes a note.", markup=False)
            return
        lines = [("", Content.assemble(f"{mark.text}", (f"  event {mark.at}", "$text-muted"))) for mark in marks]
        self._ask(PickList("Bookmarks and notes", lines), lambda row: self.projector.seek(marks[row].at))

    def _keep(self, notes: Notes) -> None:
        try:
            write_notes(program(self.app).manners.notes_on(self.replay.path, write=True), notes)
        except (SaveError, OSError) as error:
            why = program(self.app).manners.told_error(error)
            self.notify(f"This cannot be kept: {why}", severity="error", markup=False)
        self.projector.notes = notes
        self.projector.tick()

    def action_why(self) -> None:
        """Say why a computer player gave the order that led to this moment, to whoever may know it."""
        self.projector.pause()
        p = self.projector
        asked = why_given(p.reel.game.journal, p.n, p.eye, p.audience)
        if isinstance(asked, str):
            self.notify(asked, timeout=4, markup=False)
            return
        given, note = asked
        p.point_at(first_unit(given.order, {counter.id for counter in p.counters}))
        words = order_words(p.reel.system, p.reel.view(p.n, p.eye), given.order)
        self.app.push_screen(Sheet(f"Why {note.level} ordered this", why_text(words, note.why, note.amiss)))

    # -- eyes, and playing on -----------------------------------------------------------------------

    def action_view_as(self) -> None:
        """Choose through whose eyes to watch; in a game in progress that may show secrets, and it is said."""
        lines = eye_lines(self.projector.eyes, self.projector.eye, self.projector.audience)
        self._ask(PickList("Watch the game", lines), self._look_through)

    def _look_through(self, row: int) -> None:
        self.projector.look_through(self.projector.eyes[row])

    def action_play_on(self) -> None:
        """Begin a new game that stands as this one did at this moment."""
        seatings = ways_to_sit(self.projector.reel.system.sides, self.replay.header.sides)
        title = f"Play on from event {self.projector.n}, as a new game"
        self._ask(
            PickList(title, [("", Content(words)) for words, _ in seatings]), lambda row: self._fork(seatings[row][1])
        )

    def _fork(self, seats: dict[str, str]) -> None:
        running = program(self.app)
        now = datetime.now()
        try:
            session = fork_game(
                self.replay.path,
                self.projector.n,
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
        self.projector.pause()
        n, eye, face = self.projector.n, self.projector.eye, self.projector.reel.system.face
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
        if not self.projector.point_at(row.unit, row.hex) and row.unit:
            self._open_card(row.unit)

    def action_card(self) -> None:
        """Open the whole card of the unit shown."""
        self.projector.pause()
        if self.projector.unit is None:
            self.notify("Point at a unit, then C", timeout=2)
        else:
            self._open_card(self.projector.unit)

    def _open_card(self, unit: str) -> None:
        face, view = self.projector.reel.system.face, self.projector.reel.view(self.projector.n, self.projector.eye)
        try:
            self.app.push_screen(WholeCard((face.unit_card(view, unit),)))
        except KeyError:
            self.notify("Nothing is known of it", timeout=2)

    def action_analyse(self) -> None:
        """Look back on the game, through the eyes that watch it; a turning point leads here."""
        from tui.analyse.screen import AnalysisScreen

        self.projector.pause()
        self.app.push_screen(AnalysisScreen(self.replay, self.projector.eye, self.projector.to))

    # -- the rest -----------------------------------------------------------------------------------

    def action_drawer(self) -> None:
        """Show or hide the cards where there is no room for them beside the map."""
        self.drawing.turn_drawer()
        self.projector.cards()

    def action_back(self) -> None:
        """Close the drawer, or leave the replay."""
        if self.drawing.narrow and not self.drawing.drawer_shut:
            self.action_drawer()
            return
        self.projector.pause()
        self.app.pop_screen()

    def action_help(self) -> None:
        """Show the keys."""
        self.projector.pause()
        self.app.push_screen(HelpScreen.of(self))
