"""What runs in a process of its own: it is sent the view of a side, and answers with an order.

It reads the game's content and whatever comes through its pipe, nothing else: no journal, no state, no setting. It ends
with the program that started it, whatever ended that: then its pipe is closed, which a thread of it waits for.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from attrs import astuple

from content import catalogue
from core.ai import Budget
from core.ai.decision import Decision
from core.ai.levels import level
from core.codec import encode_order
from core.event import SideId
from core.system import RuleSystem
from tui.thinking.parcel import unwrapped

#: How much more willingly than others it gives the processor away.
NICE: Final = 5
#: Bytes of memory that it may have.
MEMORY: Final = 2 << 30
#: Bytes that tell the length of what follows.
_LENGTH: Final = 4


def send(pipe: IO[bytes], data: bytes) -> None:
    """Write one message. OSError if nobody reads any more."""
    pipe.write(len(data).to_bytes(_LENGTH, "big") + data)
    pipe.flush()


def received(pipe: IO[bytes]) -> bytes | None:
    """Read one message; None if no more comes."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    data = pipe.read(size := int.from_bytes(length, "big"))
    return data if len(data) == size else None


def version() -> str:
    """What a worker must agree on with who started it, besides content: the program itself."""
    from importlib.metadata import PackageNotFoundError, version

    with suppress(PackageNotFoundError):
        return f"{version('panzerhex')} {sys.version_info.major}.{sys.version_info.minor}"
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def main() -> None:
    """Answer until nobody asks any more."""
    inward, outward = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever is printed by mistake is no answer
    _be_modest()
    asked_for = _asked(inward)
    begun = json.loads(next(asked_for))
    for folder in begun["folders"]:
        catalogue.add_folder(Path(folder))
    send(outward, json.dumps({"version": version()}).encode())
    for asked in asked_for:
        try:
            told = _answer(asked, begun["seconds"])
        except MemoryError:
            told = {"failed": f"its memory of {MEMORY >> 20} MB is full"}
        except Exception as error:
            # What an error says may tell where units are, which is nobody's business but the side's.
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = {"failed": f"{type(error).__name__} in line {place.lineno} of {Path(place.filename).name}"}
        send(outward, json.dumps(told).encode())


def _asked(inward: IO[bytes]) -> Iterator[bytes]:
    """The questions as they come; the process ends with the last, also while it thinks."""
    questions: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        while (data := received(inward)) is not None:
            questions.put(data)
        os.kill(os.getpid(), signal.SIGTERM)  # a thread cannot end the program otherwise while another thinks

    Thread(target=listen, daemon=True).start()
    while True:
        yield questions.get()


def _answer(asked: bytes, seconds: float) -> Mapping[str, Any]:
    """The thought for a question, which is a line of JSON, and the view."""
    began = time.monotonic()
    line, _, view = asked.partition(b"\n")
    q = json.loads(line)
    end = began + min(seconds, level(q["level"]).seconds)
    system: Any = _system(q["scenario"], tuple(q["options"]), q["content"])
    if system is None:
        return {"failed": f"the files of {q['scenario']} have been changed since the game was opened"}
    kept = _seen(system)
    seen = unwrapped(system, view, kept.get(q["side"]))
    kept[q["side"]] = seen
    decision = Decision(system, seen, SideId(q["side"]), q["level"], q["seed"], q["intent"])
    thought = decision(Budget(spent=lambda: time.monotonic() >= end))
    return {
        "order": encode_order(thought.order),
        "why": [astuple(one) for one in thought.why],
        "amiss": thought.amiss,
        "intent": thought.intent,
    }


@lru_cache(maxsize=4)
def _system(scenario: str, options: tuple[str, ...], content: str) -> RuleSystem[Any] | None:
    """The rules of a scenario; None if its content is not what is read here."""
    return catalogue.open_system(scenario, options) if catalogue.content_hash(scenario) == content else None


@lru_cache(maxsize=4)
def _seen(system: Any) -> dict[str, Any]:
    """Of each side the view that came last in a game by these rules."""
    return {}


def _be_modest() -> None:
    """Take what others leave, and no more memory than is granted; the keyboard stops the program, not this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))


if __name__ == "__main__":
    main()
