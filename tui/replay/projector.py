"""The projector of a replay: which moment of a game is shown, through whose eyes, and whether it plays on."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import get_current_worker

from core.hexes import Hex
from core.presentation import Counter, Overlay, OverlayCell, Report, Trail
from saves.notes import Note, Notes
from saves.session import Replay
from tui.game.cards import cards_of
from tui.game.drawing import Drawing
from tui.map.scene import UNIT_KINDS, Scene
from tui.replay.reel import Chapter, Eye, Reel, eyes_open
from tui.replay.words import caption_of, facts_of
from tui.widgets.log import GameLog
from tui.widgets.log_entries import Regard
from tui.widgets.replay_bar import ReplayBar

#: Events a second at which a replay may play.
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Projector:
    """Shows moments of a game on a screen with headline, map, cards, bar and log.

    n: the moment shown, after so many events; eye: through whose eyes; unit: whose card is shown; speed: events a
    second while it plays; chapters: turns and steps of the game, as far as they are found; notes: of the player.
    """

    def __init__(self, screen: Screen[Any], drawing: Drawing, replay: Replay, at: int) -> None:
        self._screen = screen
        self._drawing = drawing
        self._replay = replay
        self.reel: Reel[Any] = Reel(replay.game)
        self.audience = replay.audience
        self.eyes = eyes_open(replay.game.system, self.audience)
        self.eye: Eye = self.eyes[0] if self.audience.open else self.eyes[-1]
        self.n = min(max(0, at), self.reel.length)
        self.chapters: tuple[Chapter, ...] = ()
        self.found = False
        self.speed = 2.0
        self.unit: str | None = None
        self.notes = Notes()
        self.counters: tuple[Counter, ...] = ()
        self.trails: tuple[Trail, ...] = ()
        self._timer: Timer | None = None
        self._scene: Scene | None = None

    def first_scene(self) -> Scene:
        """The map at the moment with which the replay begins."""
        system = self.reel.system
        self.counters = tuple(system.face.counters(self.reel.view(self.n, self.eye)))
        self._scene = Scene(
            board=system.board,
            looks=system.face.terrain(),
            sides={look.id: look for look in system.sides},
            counters=self.counters,
            cursor=next((c.hex for c in self.counters if c.kind in UNIT_KINDS), None),
        )
        return self._scene

    # -- chapters -----------------------------------------------------------------------------------

    def find_chapters(self) -> None:
        """Walk through the game beside the screen, on states of its own."""
        failed = "The turns of the game could not be found"
        self._screen.run_worker(
            self._chapters_of_the_game, thread=True, exclusive=True, group="chapters", description=failed
        )

    def _chapters_of_the_game(self) -> None:
        worker = get_current_worker()
        found: list[Chapter] = []
        for chapter in Reel(self._replay.game).chapters():
            if worker.is_cancelled:
                return
            if chapter is not None:
                found.append(chapter)
        self._screen.app.call_from_thread(self._take_chapters, tuple(found))

    def _take_chapters(self, chapters: tuple[Chapter, ...]) -> None:
        self.chapters, self.found = chapters, True
        self.tick()

    # -- playing ------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play on, from the beginning if this is the end; or pause."""
        if self._timer is not None:
            self.pause()
            return
        if self.n >= self.reel.length:
            self.seek(0)
        self._timer = self._screen.set_interval(1 / self.speed, self._beat)
        self.bar()

    def _beat(self) -> None:
        if self.n >= self.reel.length:
            self.pause()
        elif self._screen.is_current:
            self.seek(self.reel.next_told(self.n, self.eye))

    def pause(self) -> None:
        """Play no more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.bar()

    def faster(self, step: int) -> None:
        """Play so many speeds faster, or slower."""
        nearest = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(max(0, nearest + step), len(SPEEDS) - 1)]
        if self._timer is not None:
            self._timer.stop()
            self._timer = self._screen.set_interval(1 / self.speed, self._beat)
        self.bar()

    # -- showing ------------------------------------------------------------------------------------

    @property
    def report(self) -> Report | None:
        """What happened at the moment, in words, as the eye may know it."""
        return self.reel.report(self.n, self.eye)

    def regard(self, cursor: Hex | None) -> Regard:
        """What a filter of the log may depend on: the units of the side that is watched, the one shown, a hex."""
        counters = self.reel.system.face.counters(self.reel.view(self.n, self.eye))
        own = frozenset(counter.id for counter in counters if counter.side == self.eye.side)
        return Regard(own, self.unit, cursor)

    @property
    def read(self) -> tuple[Note, ...]:
        """The notes that the eye may read."""
        return self.notes.of(self.eye.side, over=self.audience.open)

    def look_through(self, eye: Eye) -> None:
        """Watch through other eyes."""
        self.eye = eye
        self._screen.query_one(GameLog).empty()
        self.show()

    def seek(self, n: int) -> None:
        """Go to the moment after n events; before the first and after the last there is nothing."""
        n = min(max(0, n), self.reel.length)
        if n != self.n:
            self.n = n
            self.show()

    def to(self, n: int) -> None:
        """Go to a moment, and play no more."""
        self.pause()
        self.seek(n)

    def step(self, step: int) -> None:
        """To what is told next, or was told before."""
        told = self.reel.next_told if step > 0 else self.reel.told_before
        self.to(told(self.n, self.eye))

    def leap(self, step: int, *, turns: bool = False) -> None:
        """To the beginning of the next step of the sequence, or turn, or of the one before."""
        moments = [chapter.n for chapter in self.chapters if chapter.begins_turn or not turns]
        if step > 0:
            self.to(min((n for n in moments if n > self.n), default=self.reel.length))
        else:
            self.to(max((n for n in moments if n < self.n), default=0))

    def show(self) -> None:
        """Draw the map first, then the rest."""
        report, face = self.report, self.reel.system.face
        view = self.reel.view(self.n, self.eye)
        self.counters = tuple(face.counters(view))
        if self._scene is None:
            return
        hexes = tuple(h for h in (report.hexes if report else ()) if h in self._scene.board)
        overlay = Overlay("event", "", {h: OverlayCell("strong") for h in hexes}) if hexes else None
        self.trails = face.trails(view)
        trails = {hex_: trail.side for trail in self.trails for hex_ in trail.hexes}
        self._scene = evolve(self._scene, counters=self.counters, overlay=overlay, trails=trails)
        self._drawing.scene(self._scene, hexes[-1] if hexes else None)
        if hexes:
            units = [c.id for c in self.counters if c.hex == hexes[-1] and c.kind in UNIT_KINDS]
            self.unit = self.unit if self.unit in units else (units[-1] if units else None)
        system = self.reel.system
        scores = system.standings(self.reel.view(self.n, self.eye))
        self._drawing.headline(self.reel.status(self.n, self.eye), system.sides, scores, self._state_word())
        self.bar()
        self.cards()
        self._screen.call_after_refresh(self._show_log)

    def bar(self) -> None:
        """What happened at the moment, where it lies, and whether the replay plays."""
        caption = caption_of(self.n, self.report, self.notes.bookmarks, self.read)
        facts = facts_of(
            playing=self._timer is not None,
            speed=self.speed,
            n=self.n,
            length=self.reel.length,
            eye=self.eye.name,
            step=self._step_words(),
        )
        self._screen.query_one(ReplayBar).show(self.n, self.reel.length, caption, facts)

    def _step_words(self) -> str:
        before = [chapter for chapter in self.chapters if chapter.n <= self.n]
        return before[-1].title if before else ("" if self.found else "finding the turns ...")

    def _state_word(self) -> str:
        return "replay" if self.audience.open else "replay of a game in progress"

    def _show_log(self) -> None:
        if self._screen.is_mounted:
            self._drawing.log(self.reel.lines(self.n, self.eye), self.n - 1)

    def cards(self) -> None:
        """The stack under the cursor, and the cards of its unit and its hex."""
        cursor = self._drawing.map.cursor
        if cursor is None:
            return
        stack = tuple(reversed([c for c in self.counters if c.hex == cursor]))
        if not any(c.id == self.unit for c in stack):
            self.unit = next((c.id for c in stack if c.kind in UNIT_KINDS), None)
        self._way()
        if self._drawing.drawer_shut:
            return
        cards = cards_of(self.reel.system, self.reel.view(self.n, self.eye), self.unit, cursor)
        self._drawing.cards(stack, self.reel.system.sides, self.unit, cards)
        if cards[0] is None:
            self.unit = None

    def point_at(self, unit: str | None, hex_: Hex | None = None) -> bool:
        """Bring the cursor to a unit, or else to a hex, and show its card; returns whether the unit is on the map."""
        counter = next((c for c in self.counters if c.id == unit), None)
        hex_ = counter.hex if counter is not None else hex_
        if hex_ is not None and hex_ in self.reel.system.board:
            self._drawing.map.cursor = hex_
        self.unit = unit or self.unit
        self.cards()
        return counter is not None

    def _way(self) -> None:
        """Lay the way that the unit shown has gone in this turn over the map."""
        path = next((trail.hexes for trail in self.trails if trail.unit == self.unit), ())
        if self._scene is not None and self._scene.path != path:
            self._scene = evolve(self._scene, path=path)
            self._drawing.scene(self._scene)

    def tick(self) -> None:
        """Mark turns, bookmarks and notes on the bar."""
        turns = {chapter.turn: chapter.n for chapter in reversed(self.chapters) if chapter.turn > 0}
        marks = (x.at for x in (*self.notes.bookmarks, *self.read))
        self._screen.query_one(ReplayBar).tick(turns, marks)
        self.bar()
