"""One process that thinks, as the program sees it that has started it; it is asked in threads, as it takes its time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

from attrs import frozen

from content.kit import folders
from core.ai import Thought
from core.ai.decision import Decision
from core.alike import Alike
from core.codec import CodecError, decode_order
from core.event import SideId
from core.presentation import Argument
from tui.thinking.parcel import wrapped
from tui.thinking.worker import received, send, version

#: The worker finds the program where this one has found it; nothing of the main program is run again.
_BEGIN: Final = "import sys; sys.path[:] = sys.argv[1:]; from tui.thinking.worker import main; main()"


class ProcessError(Exception):
    """A process gave no order; says why in half a sentence, in which nothing is told of the game."""


@frozen(eq=False, repr=False)
class Question(Alike):
    """All that a process is sent of a decision. content: hash of the files that the scenario is read from."""

    scenario: str
    options: tuple[str, ...]
    content: str
    side: str
    level: str
    seed: str
    intent: str
    view: bytes

    @classmethod
    def of(cls, decision: Decision, content: str) -> Question:
        """The question that a decision is."""
        system = decision.system
        view = wrapped(system, decision.view)
        told = (decision.side, decision.level, decision.seed, decision.intent)
        return cls(system.scenario, system.options, content, *told, view)

    def to_bytes(self) -> bytes:
        """The question as it goes through the pipe: a line of JSON, and the view."""
        names = ("scenario", "options", "content", "side", "level", "seed", "intent")
        return json.dumps({name: getattr(self, name) for name in names}).encode() + b"\n" + self.view


class ThinkingProcess:
    """A process for one thought at a time. It is started when it is first asked, and anew after it was stopped.

    seconds: after which it is to come to an end of a thought by itself.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._folders: tuple[Path, ...] = ()
        self._lock = Lock()
        self._stopped = 0

    @property
    def pid(self) -> int | None:
        """The id of the process; None before it is started and after it was stopped."""
        process = self._process
        return process.pid if process is not None else None

    def ended(self) -> bool:
        """Whether the process has come to an end, or was not started."""
        process = self._process
        return process is None or process.poll() is not None

    @property
    def stops(self) -> int:
        """How often it was stopped; a question that was begun before the last stop is for nobody."""
        return self._stopped

    def ask(self, question: Callable[[], Question], stops: int) -> Thought:
        """What the level thinks. ProcessError if the process fails, dies, or is stopped meanwhile.

        stops: as it was when it was decided to ask.
        """
        process = self._running(stops)
        asked = question()
        try:
            told = _exchange(process, asked.to_bytes())
        except (OSError, ValueError) as error:
            self._end(process)
            raise ProcessError(f"its process cannot be reached ({error})") from error
        if told is None:
            why = "its process was stopped" if self._stopped != stops else _how_it_ended(process)
            self._end(process)
            raise ProcessError(why)
        try:
            if "order" in told:
                arguments = tuple(Argument(*argument) for argument in told["why"])
                order, amiss, intent = decode_order(told["order"]), told["amiss"], told["intent"]
                return Thought(SideId(asked.side), asked.level, order, arguments, amiss, intent)
        except CodecError as error:
            self._end(process)
            raise ProcessError(f"its process gave no order ({error})") from error
        self._end(process)
        raise ProcessError(told.get("failed", "its process gave no order"))

    def stop(self) -> None:
        """End the process at once, whatever it is at. May be called from any thread."""
        with self._lock:
            self._stopped += 1
            process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _running(self, stops: int) -> subprocess.Popen[bytes]:
        """The process, started if it is not there, or reads other folders than are read here now."""
        with self._lock:
            if self._stopped != stops:
                raise ProcessError("its process was stopped")
            process, same = self._process, self._folders == folders.added()
        if process is not None:
            if same and process.poll() is None:
                return process
            self._end(process)
        with self._lock:
            if self._stopped != stops:
                raise ProcessError("its process was stopped")
            try:
                self._folders = folders.added()
                self._process = process = _started()
            except OSError as error:
                raise ProcessError(f"no process can be started ({error.strerror or error})") from error
        told, begun = None, {"folders": [str(path) for path in self._folders], "seconds": self._seconds}
        with suppress(OSError, ValueError):
            told = _exchange(process, json.dumps(begun).encode())
        if told is None or told.get("version") != version():
            self._end(process)
            if told is not None:
                raise ProcessError(f"its process is version {told.get('version')}, this is {version()}; start it anew")
            raise ProcessError(_how_it_ended(process))
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """This process is asked no more."""
        with self._lock:
            if self._process is process:
                self._process = None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _started() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _BEGIN, *sys.path]
    less: dict[str, Any] = {}
    if sys.platform == "win32":
        less["creationflags"] = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parent,
        **less,
    )


def _exchange(process: subprocess.Popen[bytes], data: bytes) -> dict[str, Any] | None:
    """What a process answers to a message; None if it has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    send(process.stdin, data)
    answer = received(process.stdout)
    told: dict[str, Any] | None = json.loads(answer) if answer is not None else None
    return told


def _how_it_ended(process: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        code = process.wait(1.0)
        return f"its process was ended by signal {-code}" if code < 0 else f"its process ended with {code}"
    return "its process says nothing any more"
