"""A window over a place: a frame whose foot says what keys do, and answers a key that does nothing."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from textual import events
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from tui.keys.unheard import unbound, unheard_in_window

T = TypeVar("T")
#: Between two parts of a foot.
_BETWEEN: Final = " · "
#: Cells of a foot that are its frame's.
_BESIDE: Final = 6


class Window(ModalScreen[T]):
    """A window with a frame `#window`. What its foot answers to a key that does nothing stands there until another key
    does something."""

    #: What keys do there, in a word.
    KEYS_DO: ClassVar[str] = "does"
    _foot = Content("")
    _answered = False

    def say_keys(self, frame: Widget, foot: Content) -> None:
        """Say in the foot what keys do."""
        self._foot, self._answered = foot, False
        frame.border_subtitle = foot

    def on_key(self, event: events.Key) -> None:
        """Answer a key that does nothing; with any other the foot says again what keys do."""
        frame = self.query_one("#window")
        if unbound(self, event.key):
            answers = unheard_in_window(self, event.key, self.KEYS_DO)
            frame.border_subtitle = _before(answers, self._foot, frame.outer_size.width - _BESIDE)
            self._answered = True
        elif self._answered:
            self.say_keys(frame, self._foot)


def _before(answers: tuple[str, str], foot: Content, room: int) -> Content:
    """An answer, the longer one if there is room for it, before what there is room for of a foot: its ends are kept
    longest, of which one leads out of the window."""
    least, most = answers
    parts = foot.split(_BETWEEN)
    ends = [parts[0], *parts[1:][-1:]]
    for words, rest in ((most, parts), (most, ends), (least, parts), (least, ends), (least, parts[-1:])):
        told = Content(_BETWEEN).join([Content(words), *rest])
        if told.cell_length <= room:
            return told
    return Content(least)
