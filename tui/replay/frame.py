"""The frame of a replay: one moment of a game, drawn through an eye."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer
from textual.worker import get_current_worker

from core.presentation import Counter, Overlay, OverlayCell, Report
from saves.line import SaveError
from saves.notes import Notes, read_notes
from saves.session import Replay
from tui.game.drawing import HEIGHTS, WIDTHS, Drawing
from tui.game.stage import cards_of
from tui.map.projection import Zoom
from tui.map.scene import UNIT_KINDS, Scene
from tui.map.widget import HexMap
from tui.program import program
from tui.replay.reel import Chapter, Eye, Reel, eyes_open
from tui.replay.words import caption_of, facts_of
from tui.widgets.cards import CardPane
from tui.widgets.header import GameHeader
from tui.widgets.log import GameLog
from tui.widgets.replay_bar import ReplayBar


class ReplayFrame(Screen[None]):
    """Headline, map, cards, bar and log of one moment of a game."""

    DEFAULT_CSS = """
    ReplayFrame { layout: vertical; layers: base drawer; }
    ReplayFrame > #middle { height: 1fr; width: 1fr; }
    ReplayFrame CardPane { width: 38; padding: 0 1; background: $surface; }
    ReplayFrame.-vast CardPane { width: 48; }
    ReplayFrame.-narrow CardPane { layer: drawer; dock: right; display: none; border-left: vkey $accent; }
    ReplayFrame.-narrow.-drawer CardPane { display: block; }
    ReplayFrame.-low GameLog { height: 3; }
    ReplayFrame.-tall GameLog { height: 10; }
    """
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = WIDTHS
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = HEIGHTS

    def __init__(self, replay: Replay, at: int | None = None) -> None:
        super().__init__()
        self.drawing = Drawing(self)
        self.replay = replay
        self.reel: Reel[Any] = Reel(replay.game)
        self.audience = replay.audience
        self.eyes = eyes_open(replay.game.system, self.audience)
        self.eye: Eye = self.eyes[0] if self.audience.open else self.eyes[-1]
        self.n = min(max(0, at or 0), self.reel.length)
        self.chapters: tuple[Chapter, ...] = ()
        self.found = False
        self.speed = 2.0
        self.unit: str | None = None
        self.sheet = ""
        self.notes = Notes()
        self._timer: Timer | None = None
        self._counters: tuple[Counter, ...] = ()
        self._scene: Scene | None = None

    # -- making -------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The frame of the game, with the bar in the place of the prompt."""
        settings = program(self.app).settings
        yield GameHeader()
        with Horizontal(id="middle"):
            yield HexMap(self._first_scene(), Zoom(settings.zoom), ascii=settings.ascii)
            yield CardPane()
        yield ReplayBar(ascii_only=settings.ascii)
        yield GameLog()
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show the moment asked for, and find the chapters meanwhile."""
        self.speed = program(self.app).settings.speed
        try:
            self.notes = read_notes(program(self.app).manners.notes_on(self.replay.path))
        except SaveError as error:
            self.notify(str(error), title="Notes", severity="warning", markup=False)
        self.query_one(ReplayBar).focus()
        self.show_moment()
        failed = "The turns of the game could not be found"
        self.run_worker(self._find_chapters, thread=True, exclusive=True, group="chapters", description=failed)

    def _first_scene(self) -> Scene:
        system = self.reel.system
        view = self.reel.view(self.n, self.eye)
        self._counters = tuple(system.face.counters(view))
        self._scene = Scene(
            board=system.board,
            looks=system.face.terrain(),
            sides={look.id: look for look in system.sides},
            counters=self._counters,
            cursor=next((c.hex for c in self._counters if c.kind in UNIT_KINDS), None),
        )
        return self._scene

    def _find_chapters(self) -> None:
        """Walk through the game in a thread, on states of its own."""
        worker = get_current_worker()
        found: list[Chapter] = []
        for chapter in Reel(self.replay.game).chapters():
            if worker.is_cancelled:
                return
            if chapter is not None:
                found.append(chapter)
        self.app.call_from_thread(self._take_chapters, tuple(found))

    def _take_chapters(self, chapters: tuple[Chapter, ...]) -> None:
        self.chapters, self.found = chapters, True
        self._tick()

    # -- showing ------------------------------------------------------------------------------------

    @property
    def map(self) -> HexMap:
        """The map."""
        return self.drawing.map

    def seek(self, n: int) -> None:
        """Go to the moment after n events; before the first and after the last there is nothing."""
        n = min(max(0, n), self.reel.length)
        if n != self.n:
            self.n = n
            self.show_moment()

    def show_moment(self) -> None:
        """Draw the map first, then the rest."""
        report = self.reel.report(self.n, self.eye)
        face = self.reel.system.face
        self._counters = tuple(face.counters(self.reel.view(self.n, self.eye)))
        if self._scene is None:
            return
        hexes = tuple(h for h in (report.hexes if report else ()) if h in self._scene.board)
        overlay = Overlay("event", "", {h: OverlayCell("strong") for h in hexes}) if hexes else None
        self._scene = evolve(self._scene, counters=self._counters, overlay=overlay)
        self.drawing.scene(self._scene, hexes[-1] if hexes else None)
        if hexes:
            units = [c.id for c in self._counters if c.hex == hexes[-1] and c.kind in UNIT_KINDS]
            self.unit = self.unit if self.unit in units else (units[-1] if units else None)
        system = self.reel.system
        scores = system.standings(self.reel.view(self.n, self.eye))
        self.drawing.headline(self.reel.status(self.n, self.eye), system.sides, scores, self._state_word())
        self._show_bar(report)
        self._show_cards()
        self.call_after_refresh(self._show_log)

    def _show_bar(self, report: Report | None) -> None:
        caption = caption_of(self.n, report, self.notes)
        facts = facts_of(
            playing=self._timer is not None,
            speed=self.speed,
            n=self.n,
            length=self.reel.length,
            eye=self.eye.name,
            step=self._step_words(),
        )
        self.query_one(ReplayBar).show(self.n, self.reel.length, caption, facts)

    def _step_words(self) -> str:
        before = [chapter for chapter in self.chapters if chapter.n <= self.n]
        return before[-1].title if before else ("" if self.found else "finding the turns ...")

    def _state_word(self) -> str:
        return "replay" if self.reel.over else "replay of a game in progress"

    def _show_log(self) -> None:
        if self.is_mounted:
            self.drawing.log(self.reel.lines(self.n, self.eye), self.n - 1)

    def _show_cards(self) -> None:
        cursor = self.map.cursor
        if cursor is None or self.drawing.drawer_shut:
            return
        stack = tuple(reversed([c for c in self._counters if c.hex == cursor]))
        if not any(c.id == self.unit for c in stack):
            self.unit = next((c.id for c in stack if c.kind in UNIT_KINDS), None)
        cards = cards_of(self.reel.system, self.reel.view(self.n, self.eye), self.unit, cursor)
        self.drawing.cards(stack, self.reel.system.sides, self.unit, cards)
        if cards[0] is None:
            self.unit = None

    def _tick(self) -> None:
        turns = {chapter.turn: chapter.n for chapter in reversed(self.chapters) if chapter.turn > 0}
        marks = (x.at for x in (*self.notes.bookmarks, *self.notes.notes))
        bar = self.query_one(ReplayBar)
        bar.tick(turns, marks)
        self._show_bar(self.reel.report(self.n, self.eye))
