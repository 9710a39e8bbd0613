"""What a terminal sees: CPU to the first painted screen, CPU and bytes from a key to its frame. Uses a pty."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter

from attrs import define, frozen

from tests.bench.clock import MILLI, cpu_of, high, memory_of
from tests.bench.games import Run
from tests.bench.table import Aim, Found

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("READY")
Bare().run()
"""
MAIN = "import sys; from tui.cli import main; sys.exit(main(sys.argv[1:]))"
GAME = ("play", "the-bridge", "--seed", "1", "--side", "soviet=ai:greedy")
ADVANCED = ("play", "the-bridge-1a", "--seed", "1", "--side", "soviet=ai:greedy")
#: What the headline of a game says.
PLAYING = b"turns"
TITLE, PLAY, FRAME, STEP, ORDER = Aim(2), Aim(3), Aim(16), Aim(1000), Aim(4000)
#: After so many seconds without output a frame is whole.
QUIET = 0.12
#: Starts of each program, keys pressed of the cursor and of orders.
STARTS, STEPS, ORDERS = 5, 96, 24
FEW_STARTS, FEW_STEPS, FEW_ORDERS = 2, 24, 9


@define
class Terminal:
    """A program under a pty."""

    child: subprocess.Popen[bytes]
    end: int

    @classmethod
    def start(cls, code: str, arguments: Sequence[str], size: tuple[int, int], data: str) -> Terminal:
        """Start Python code under a pty of (columns, rows)."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        # As installed: with its modules compiled, whatever is set for tests.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment = {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PANZERHEX_DATA": data}
        child = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        return cls(child, ours)

    def read(self, quiet: float, limit: float = 20.0) -> tuple[bytes, float]:
        """All output until it has been quiet for so many seconds; the time until the first of it came."""
        start = perf_counter()
        first = 0.0
        found = b""
        while perf_counter() - start < limit:
            ready, _, _ = select.select([self.end], [], [], quiet)
            if not ready:
                break
            try:
                found += os.read(self.end, 1 << 16)
            except OSError:
                break
            first = first or perf_counter() - start
        return found, first

    def until(self, words: bytes, limit: float = 30.0) -> float:
        """Seconds until the words are on the screen."""
        start = perf_counter()
        found = b""
        while perf_counter() - start < limit and words not in found:
            ready, _, _ = select.select([self.end], [], [], 0.5)
            if ready:
                found += os.read(self.end, 1 << 16)
        return perf_counter() - start

    def send(self, keys: bytes) -> None:
        """Type."""
        os.write(self.end, keys)

    def stop(self) -> None:
        """End the program."""
        os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()
        os.close(self.end)


@frozen
class Start:
    """Medians of some starts: seconds of CPU until something is painted, seconds by the clock, megabytes then."""

    cpu: float
    wall: float
    memory: float


def start_of(code: str, arguments: Sequence[str], words: bytes, times: int) -> Start:
    """From the start of a program until words are on its screen; the first, which may compile modules, is left out."""
    found = []
    for nth in range(times + 1):
        with tempfile.TemporaryDirectory() as data:
            terminal = Terminal.start(code, arguments, (120, 40), data)
            wall = terminal.until(words)
            pid = terminal.child.pid
            if nth:
                found.append((cpu_of(pid), wall, memory_of(pid)))
            terminal.stop()
    cpu, wall, memory = (median(column) for column in zip(*found, strict=True))
    return Start(cpu, wall, memory)


@frozen
class Pressed:
    """What came of one key: seconds of CPU to its frame, seconds by the clock to its first byte, bytes."""

    cpu: float
    wall: float
    bytes: int


def press(terminal: Terminal, keys: bytes) -> Pressed | None:
    """Press a key and read until nothing more is drawn; None if nothing is."""
    before = cpu_of(terminal.child.pid)
    terminal.send(keys)
    output, wall = terminal.read(QUIET)
    return Pressed(cpu_of(terminal.child.pid) - before, wall, len(output)) if output else None


def cursor_steps(terminal: Terminal, steps: int) -> list[Pressed]:
    """The cursor goes six hexes down and up again."""
    pressed = (press(terminal, (b"\x1b[B", b"\x1b[A")[step // 6 % 2]) for step in range(steps))
    return [one for one in pressed if one]


def orders_by_enter(terminal: Terminal, keys: int) -> list[Pressed]:
    """Units are set up by Enter alone: a unit, its hex, its facing."""
    return [one for one in (press(terminal, b"\r") for _ in range(keys)) if one]


def frames(size: tuple[int, int], quick: bool) -> Iterator[Found]:
    """Keys of a game just begun on a screen of some size."""
    at = f"{size[0]}x{size[1]}"
    with tempfile.TemporaryDirectory() as data:
        terminal = Terminal.start(MAIN, GAME, size, data)
        terminal.until(PLAYING)
        terminal.read(1.5)
        for key in (b"\x1b", b"\r"):
            terminal.send(key)
            terminal.read(0.7)
        # Before the cursor leaves the hexes in which units may be set up.
        orders = orders_by_enter(terminal, FEW_ORDERS if quick else ORDERS)[1:]
        for zoom, name in ((b"", "middle"), (b"+", "close")):
            if zoom:
                terminal.send(zoom)
                terminal.read(0.7)
            steps = cursor_steps(terminal, FEW_STEPS if quick else STEPS)[2:]
            if not steps:
                continue
            detail = {"keys": len(steps), "first byte by the clock, median, ms": MILLI * median(s.wall for s in steps)}
            aim = FRAME if size == (120, 40) else None
            yield Found(f"cursor key to frame, {at}, {name}, p95", MILLI * high(s.cpu for s in steps), "ms", aim)
            yield Found("  median", MILLI * median(s.cpu for s in steps), "ms", None, "", detail)
            yield Found(f"bytes of a cursor step, {at}, {name}", median(s.bytes for s in steps), "bytes", STEP)
        terminal.stop()
    if not orders:
        raise RuntimeError("nothing was drawn when units were set up")
    detail = {"most": max(o.bytes for o in orders)}
    yield Found(f"bytes of a key of an order, {at}", median(o.bytes for o in orders), "bytes", ORDER, "", detail)
    yield Found("  one such key to its frame, max", MILLI * max(o.cpu for o in orders), "ms")


def measure(run: Run) -> Iterator[Found]:
    """Starts against a bare Textual app, keys to frames, bytes."""
    times = FEW_STARTS if run.quick else STARTS
    bare = start_of(BARE, (), b"READY", times)
    title = start_of(MAIN, (), b"New game", times)
    game = start_of(MAIN, GAME, PLAYING, times)
    advanced = start_of(MAIN, ADVANCED, PLAYING, times)
    all_ = (("the title", title, TITLE), ("a basic game", game, PLAY), ("an advanced game", advanced, PLAY))
    for name, start, aim in all_:
        yield Found(f"start to {name}, of a bare Textual app's", start.cpu / bare.cpu, "x", aim)
        yield Found(f"  the same by the clock, {name}", start.wall / bare.wall, "x", aim)
    for name, start, _ in (("a bare Textual app", bare, None), *all_):
        yield Found(f"  start to first paint, {name}", MILLI * start.cpu, "ms")
    for size in ((120, 40),) if run.quick else ((80, 24), (120, 40), (200, 60)):
        yield from frames(size, run.quick)
