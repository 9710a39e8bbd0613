"""A terminal that goes away: its app is told, whether or not anybody hangs it up.

Whoever closes a terminal hangs up those whose controlling terminal it is. For any other program it only comes to its
end: nothing but that can be read from it, over and over, and nothing can be written. Textual reads on without a pause
then, and waits for ever to write a frame.
"""

from __future__ import annotations

import select
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from errno import EIO
from os import read
from typing import Any, Final, TextIO

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

#: Seconds between two looks at whether the app has ended, and whether an escape was a key.
_BEAT: Final = 0.1
#: Bytes that are read at once.
_MOST: Final = 4096


class TerminalLost(Message):
    """An app has no terminal any more. why: in words."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why


class EndingDriver(LinuxDriver):
    """A terminal that tells its app once when it can be read or written no more; what is written then goes nowhere."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._told = False
        self._file: Any = _Written(self._file, self._lost)

    def run_input_thread(self) -> None:
        """Hand on what is typed, until the app ends or the terminal does."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], _BEAT)[0]:
                try:
                    typed = read(self.fileno, _MOST)
                except BlockingIOError:  # another program that shares the terminal was quicker, and lets nobody wait
                    continue
                except OSError as error:
                    self._lost("The terminal cannot be read", error)
                    return
                if not typed:
                    self._lost()
                    return
                if text := decode(typed):  # not the first bytes of a letter alone
                    for message in parser.feed(text):
                        self.process_message(message)
            for message in parser.tick():
                self.process_message(message)

    def _lost(self, what: str = "", error: OSError | None = None) -> None:
        """Tell the app, from any thread."""
        if self._told:
            return
        self._told = True
        why = "The terminal is gone" if error is None or error.errno == EIO else f"{what}: {error.strerror}"
        with suppress(RuntimeError):  # its loop has ended
            self.send_message(TerminalLost(why))


class _Written:
    """A stream that can be written to whatever becomes of it. lost: told what failed, and how."""

    def __init__(self, stream: TextIO, lost: Callable[[str, OSError], None]) -> None:
        self._stream = stream
        self._lost = lost

    def write(self, text: str) -> None:
        """Write, if that can be done."""
        try:
            self._stream.write(text)
        except OSError as error:
            self._lost("The screen cannot be written", error)

    def flush(self) -> None:
        """Write what is held back, if that can be done."""
        try:
            self._stream.flush()
        except OSError as error:
            self._lost("The screen cannot be written", error)

    def fileno(self) -> int:
        """The descriptor of the stream."""
        return self._stream.fileno()
