"""What a terminal sees: time to the first painted screen, time and bytes from a key to its frame. Uses a pty."""

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
from collections.abc import Sequence
from statistics import median
from time import perf_counter, sleep

from attrs import define

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("READY")
Bare().run()
"""
MAIN = "import sys; from tui.cli import main; sys.exit(main(sys.argv[1:]))"


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
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PANZERHEX_DATA": data}
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


def first_paint(code: str, words: bytes) -> float:
    """Median seconds from start to the first painted screen."""
    found = []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as data:
            terminal = Terminal.start(code, [], (120, 40), data)
            found.append(terminal.until(words))
            terminal.stop()
    return median(found)


def cursor_steps(size: tuple[int, int], zoom: bytes) -> tuple[float, float, float]:
    """Milliseconds (median, p95) from a cursor key to the end of its frame, and median bytes of it."""
    with tempfile.TemporaryDirectory() as data:
        terminal = Terminal.start(MAIN, ["play", "the-bridge", "--seed", "1", "--side", "soviet=ai:greedy"], size, data)
        terminal.until(b"PANZER", 2)
        terminal.read(1.5)
        for key in (b"\x1b", b"\r", zoom):
            terminal.send(key)
            terminal.read(0.7)
        times, sizes = [], []
        for i in range(60):
            terminal.send((b"\x1b[B", b"\x1b[A")[i // 6 % 2])
            output, seconds = terminal.read(0.08)
            if output:
                times.append(1000 * seconds)
                sizes.append(len(output))
            sleep(0.01)
        terminal.stop()
    times.sort()
    if not times:
        return 0.0, 0.0, 0.0
    return median(times), times[int(len(times) * 0.95) - 1], median(sizes)


def main() -> int:
    """Print a table."""
    bare, own = first_paint(BARE, b"READY"), first_paint(MAIN, b"New game")
    sys.stdout.write(f"first paint: bare Textual app {1000 * bare:.0f} ms, panzerhex {1000 * own:.0f} ms")
    sys.stdout.write(f" ({own / bare:.2f} x)\n")
    for size in ((80, 24), (120, 40)):
        for name, zoom in (("middle", b""), ("close", b"+")):
            middle, high, count = cursor_steps(size, zoom)
            sys.stdout.write(
                f"cursor step {size[0]}x{size[1]} {name:7} median {middle:6.1f} ms, "
                f"p95 {high:6.1f} ms, {count:6.0f} bytes\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
