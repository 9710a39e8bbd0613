"""Time and memory as the benches take them: user CPU, never the wall, and medians or high shares of many."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from tui.kit.garbage import look_for_garbage

MILLI, MICRO = 1e3, 1e6


def seconds(run: Callable[[], object]) -> float:
    """Seconds of CPU that this process spends on one run."""
    start = process_time()
    run()
    return process_time() - start


def timed(run: Callable[[], object], times: int = 3) -> float:
    """Median seconds of CPU of several runs."""
    return median(seconds(run) for _ in range(times))


def high(values: Iterable[float], share: float = 0.95) -> float:
    """The value that so large a share of all values does not exceed; 0 of none."""
    return heavy([(value, 1.0) for value in values], share)


def heavy(weighed: Sequence[tuple[float, float]], share: float = 0.95) -> float:
    """As `high`, of values with weights: each stands for so many like it."""
    limit, before = share * sum(weight for _, weight in weighed), 0.0
    for value, weight in sorted(weighed):
        before += weight
        if before >= limit - 1e-9:
            return value
    return 0.0


def cpu_of(pid: int) -> float:
    """Seconds that all threads of a process have computed; 0 where the machine does not tell."""
    with contextlib.suppress(OSError):
        stats = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(fields[0]) for fields in stats) / 1e9
    return 0.0


def memory_of(pid: int | str = "self") -> float:
    """Megabytes that a process has in memory; 0 where the machine does not tell."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


@contextlib.contextmanager
def as_in_the_program() -> Iterator[None]:
    """Garbage is looked for as seldom as in the program, among what is made meanwhile: all that the bench has heaped up
    before is left alone, as the program leaves alone what is there when its screen stands."""
    threshold = gc.get_threshold()
    gc.collect()
    look_for_garbage()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """What the bench itself has heaped up is not gone through while it measures; the program freezes its own."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
