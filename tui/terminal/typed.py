"""What reads the keys, the mouse and the pastes out of what a terminal sends."""

from __future__ import annotations

from typing import Final

from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, XTermParser

#: What ends a paste.
PASTE_END: Final = BRACKETED_PASTE_END


class TypedParser(XTermParser):
    """A parser that nothing keeps when its session is over.

    Textual's remembers what long sequences mean, and with that each parser, its last key and the app that it was
    for.
    """

    @property
    def waits(self) -> bool:
        """Whether an escape came that may be a key or the beginning of something else: `tick` decides it."""
        return self._timeout_time is not None

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        if not sequence.startswith("\x1b["):
            return None
        found: list[events.Key] | None = XTermParser._parse_extended_key.__wrapped__(self, sequence)
        return found
