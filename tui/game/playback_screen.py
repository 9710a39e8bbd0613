"""The screen on which a player sees what has happened: moves along their ways, first sights, shots, losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from attrs import evolve
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from core.presentation import Overlay, OverlayCell
from tui.game.drawing import HEIGHTS, WIDTHS, Drawing
from tui.game.playback import WAIT, Passage, next_to_see
from tui.kit.foot import foot
from tui.kit.help import HelpScreen
from tui.kit.text import MUTED, tone_style
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.widget import HexMap
from tui.program import program
from tui.replay.reel import Eye, Reel
from tui.terminal.compositor import draw_in_patches
from tui.widgets.header import GameHeader
from tui.widgets.log import GameLog

#: So many times as fast as passages follow each other go the bits of a move.
BITS: Final = 4
#: Keys that do not go on: they end the playback, or go back in it, or are those of the program.
_OTHERS: Final = frozenset({"escape", "q", "left", "comma", "backspace", "question_mark", "f1", "ctrl+p", "ctrl+q"})


class PlaybackBar(Static):
    """What is told now, in which step, and how to go on."""

    DEFAULT_CSS = """
    PlaybackBar { height: auto; min-height: 4; max-height: 8; padding: 0 1; background: $boost; color: $foreground; }
    """

    def tell(self, passage: Passage, place: str, keys: Content) -> None:
        """Tell a passage."""
        head = Content.assemble((passage.heading, f"bold {MUTED}"), ("  " + place, MUTED))
        first, *others = passage.reports
        told = [Content.styled(first.text, tone_style(first.tone) or "bold")]
        told += [Content.assemble("  ", (report.text, tone_style(report.tone))) for report in others]
        self.update(Content("\n").join([head, *told, keys.stylize_before(MUTED)]))


class PlaybackScreen(Screen[None]):
    """Plays passages one after the other, as one eye may know them.

    at: the place of the passage shown; mode: whether it waits at what is to be seen; speed: passages a second.
    """

    DEFAULT_CSS = """
    PlaybackScreen { layout: vertical; }
    PlaybackScreen > HexMap { height: 1fr; width: 1fr; }
    PlaybackScreen GameLog { height: 6; }
    PlaybackScreen.-low GameLog { height: 3; }
    PlaybackScreen.-tall GameLog { height: 12; }
    """
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    HELP_TITLE = "What happened"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "on to the next first sight or shot, as any other key"),
        Binding("left,comma,backspace", "back", "back to what was told before"),
        Binding("escape,q", "end", "to the end of it"),
        Binding("question_mark,f1", "help", "keys of this place", key_display="?", id="everywhere.help"),
    ]

    def __init__(self, reel: Reel[Any], eye: Eye, played: Sequence[Passage], mode: str, speed: float) -> None:
        super().__init__()
        draw_in_patches(self)
        self.drawing = Drawing(self)
        self.played = tuple(played)
        self.mode = mode
        self.speed = speed
        self.at = 0
        self._frame = 0
        self._reel = reel
        self._eye = eye
        self._timer: Timer | None = None
        system = reel.system
        view = reel.view(self.played[0].lines[0].n - 1, eye)
        self._scene = Scene(
            board=system.board,
            looks=system.face.terrain(),
            sides={look.id: look for look in system.sides},
            counters=tuple(system.face.counters(view)),
        )

    @property
    def passage(self) -> Passage:
        """What is shown."""
        return self.played[self.at]

    def compose(self) -> ComposeResult:
        """The map of the moment, what happened in it, and what was told before."""
        settings = program(self.app).settings
        yield GameHeader()
        yield HexMap(self._scene, Zoom(settings.zoom), ascii=settings.ascii)
        yield PlaybackBar()
        yield GameLog()

    def on_mount(self) -> None:
        """Every key is for going on, none for map or log."""
        self.query_one(GameLog).can_focus = False
        self.drawing.map.can_focus = False
        self.set_focus(None)
        self._show()

    # -- going on ---------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Any key goes on."""
        if event.key not in _OTHERS:
            event.stop()
            event.prevent_default()
            self.action_go_on()

    @on(HexMap.HexPicked)
    def _clicked(self, event: HexMap.HexPicked) -> None:
        event.stop()
        self.action_go_on()

    def action_go_on(self) -> None:
        """On to what is to be seen next."""
        self._to(next_to_see(self.played, self.at))

    def action_back(self) -> None:
        """Back by one passage, and wait there."""
        if self.at > 0:
            self.at -= 1
            self._frame = len(self.passage.frames) - 1
            self._show(waits=True)

    def action_end(self) -> None:
        """Leave it; the log tells the same."""
        self._stop()
        self.dismiss(None)

    async def action_help(self) -> None:
        """Show the keys of this place."""
        self._stop()
        await self.app.push_screen(HelpScreen.of(self))

    def _to(self, at: int) -> None:
        if at >= len(self.played):
            self.action_end()
            return
        self.at, self._frame = at, 0
        self._show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _beat(self) -> None:
        if not self.is_current:
            return
        if self._frame + 1 < len(self.passage.frames):
            self._frame += 1
            self._show()
        else:
            self._to(self.at + 1)

    # -- showing ----------------------------------------------------------------------------------

    def _show(self, *, waits: bool = False) -> None:
        """Draw a moment of the passage, and go on by itself after a while unless it waits."""
        self._stop()
        passage, system, eye = self.passage, self._reel.system, self._eye
        waits = waits or (passage.waits and self.mode == WAIT)
        n = passage.frames[self._frame]
        view = self._reel.view(n, eye)
        hexes = tuple(h for h in passage.hexes if h in self._scene.board)
        self._scene = evolve(
            self._scene,
            counters=tuple(system.face.counters(view)),
            overlay=Overlay("event", "", {h: OverlayCell("strong") for h in hexes}) if hexes else None,
            trails={hex_: trail.side for trail in system.face.trails(view) for hex_ in trail.hexes},
        )
        self.drawing.scene(self._scene, hexes[-1] if hexes else None)
        self.drawing.headline(system.face.status(view), system.sides, system.standings(view), "what happened")
        place = f"{self.at + 1}/{len(self.played)}"
        goes = "any key goes on" if waits else "any key goes to the next first sight or shot"
        self.query_one(PlaybackBar).tell(passage, place, foot((goes, "go_on"), ("esc to the end", "end")))
        told = [line for one in self.played[: self.at] for line in one.lines]
        self.drawing.log(told, 0)
        if not waits:
            last = passage is self.played[-1]
            moments = 1 / BITS if n != passage.frames[-1] else 2 if passage.waits or last else 1
            self._timer = self.set_timer(moments / self.speed, self._beat)
