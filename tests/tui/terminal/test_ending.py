"""A program whose terminal is gone ends as one that is left, though nothing hangs it up; a stopped one goes on."""

from __future__ import annotations

import errno
import fcntl
import io
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from textual import events
from textual.app import App
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread
from textual.message import Message

from saves.session import open_game
from tests.insides import ROOT
from tests.patience import PATIENCE
from tests.tui.played import SHELF
from tui.terminal.ending import EndingDriver, TerminalLost

GAME: Final = ("-m", "tui.cli", "play", "the-bridge")
#: What the headline of a game says.
PLAYING: Final = b"turns"


def _until(end: int, words: bytes) -> None:
    found = b""
    while words not in found:
        assert select.select([end], [], [], PATIENCE)[0], found[-500:]
        found += os.read(end, 1 << 16)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["errors on the terminal", "errors elsewhere"])
def test_a_terminal_that_is_closed_ends_the_program(elsewhere: bool, tmp_path: Path) -> None:
    """It is nobody's controlling terminal: no signal tells the program."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        child = subprocess.Popen(
            [sys.executable, *GAME],
            stdin=theirs,
            stdout=theirs,
            stderr=file if elsewhere else theirs,
            env={**os.environ, "PANZERHEX_DATA": str(tmp_path)},
            cwd=ROOT,
            start_new_session=True,
        )
    os.close(theirs)
    try:
        if elsewhere:  # Textual draws where errors go
            while PLAYING not in errors.read_bytes():
                assert child.poll() is None
        else:
            _until(ours, PLAYING)
        os.close(ours)
        assert child.wait(PATIENCE) == 129
    finally:
        child.kill()
        child.wait()
    if elsewhere:
        last = errors.read_bytes().decode().rpartition("\x1b")[2]
        assert last.endswith("panzerhex: The terminal is gone; every game is saved as it stands\n")
    (journal,) = (tmp_path / "games").glob("*.journal")
    open_game(journal, SHELF.open_system).close()


def test_a_program_that_was_stopped_and_goes_on_is_seen_again(tmp_path: Path) -> None:
    """Whatever its terminal shows meanwhile."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    environment = {**os.environ, "PANZERHEX_DATA": str(tmp_path)}
    streams: Any = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    child = subprocess.Popen([sys.executable, *GAME], **streams, env=environment, cwd=ROOT, start_new_session=True)
    os.close(theirs)
    try:
        _until(ours, PLAYING)
        child.send_signal(signal.SIGTSTP)
        _until(ours, b"\x1b[?1049l")
        assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
        child.send_signal(signal.SIGCONT)
        _until(ours, PLAYING)
    finally:
        child.kill()
        child.wait()
        os.close(ours)


class _Heard:
    """A driver that reads from a pipe, and what it hands on."""

    def __init__(self) -> None:
        self.end, self.typed = os.pipe()
        self.driver = EndingDriver(App[None]())
        self.driver.fileno = self.end
        self.messages: list[Message] = []
        self.driver.send_message = self.messages.append  # type: ignore[method-assign]
        self.thread = threading.Thread(target=self.driver.run_input_thread)
        self.thread.start()

    def ended(self) -> list[Message]:
        """What it has handed on when it has come to its end by itself."""
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        return self.messages


@pytest.fixture
async def heard(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    monkeypatch.setattr("sys.__stderr__", io.StringIO())
    made = _Heard()
    yield made
    made.driver.exit_event.set()
    made.thread.join(PATIENCE)
    os.close(made.end)


async def test_what_is_typed_is_heard_to_the_end(heard: _Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter may come in parts, and bytes that are none are no end."""
    monkeypatch.setattr("tui.terminal.ending._MOST", 1)
    os.write(heard.typed, b"a\xc3\xa4\xff\r")
    os.close(heard.typed)
    *keys, last = heard.ended()
    assert [key.key for key in keys if isinstance(key, events.Key)] == ["a", "ä", "replacement_character", "enter"]
    assert isinstance(last, TerminalLost)
    assert last.why == "The terminal is gone"


async def test_a_terminal_that_cannot_be_read_says_why(heard: _Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[OSError] = iter([BlockingIOError(), OSError(errno.EPERM, "Not permitted")])

    def fails(descriptor: int, most: int) -> bytes:
        raise next(answers)

    monkeypatch.setattr("tui.terminal.ending.read", fails)
    os.write(heard.typed, b"a")
    (last,) = heard.ended()
    os.close(heard.typed)
    assert isinstance(last, TerminalLost)
    assert last.why == "The terminal cannot be read: Not permitted"


class _Full(io.StringIO):
    """A file on a disk that is full."""

    def write(self, text: str) -> int:
        """Nothing can be written."""
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def test_what_cannot_be_written_is_told_once_and_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many more frames come than Textual keeps until they are written."""
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    monkeypatch.setattr("sys.__stderr__", _Full())
    driver = EndingDriver(App[None]())
    told: list[Message] = []
    monkeypatch.setattr(driver, "send_message", told.append)
    driver._writer_thread = WriterThread(driver._file)
    driver._writer_thread.start()

    def draws() -> None:
        for _ in range(2 * MAX_QUEUED_WRITES):
            driver.write("a frame")
        driver.close()

    drawing = threading.Thread(target=draws, daemon=True)
    drawing.start()
    drawing.join(PATIENCE)
    assert not drawing.is_alive()
    (one,) = told
    assert isinstance(one, TerminalLost)
    assert one.why == "The screen cannot be written: No space left on device"
