"""The log: one object a line, turned over by size, silent about secrets, never in the way."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import orjson
import pytest
from attrs import define

from tui.host.log import HostLog
from tui.host.throttle import ALL, EACH, WINDOW


def lines(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "host" / "host.log"


def test_an_event_is_one_line_of_what_is_known(path: Path) -> None:
    log = HostLog(path, now=lambda: 1_700_000_000.25)
    log.event("session-opened", session="s1", player="anna", address="192.0.2.7", size="80x24", seconds=1.23456)
    log.event("host-stopped")
    log.close()
    when = "2023-11-14T22:13:20.250+00:00"
    assert lines(path) == [
        {
            "time": when,
            "level": "info",
            "event": "session-opened",
            "session": "s1",
            "player": "anna",
            "address": "192.0.2.7",
            "size": "80x24",
            "seconds": 1.235,
        },
        {"time": when, "level": "info", "event": "host-stopped"},
    ]
    assert path.stat().st_mode & 0o077 == 0


def test_what_is_below_the_level_is_left_out(path: Path) -> None:
    log = HostLog(path, "warning")
    for level in ("debug", "info", "warning", "error"):
        log.event("it", level=level)
    log.close()
    assert [line["level"] for line in lines(path)] == ["warning", "error"]


def test_there_is_no_place_for_secrets() -> None:
    taken = set(inspect.signature(HostLog.event).parameters)
    assert not taken & {"password", "text", "chat", "typed", "data", "order", "message", "facts", "kwargs"}
    kinds = {p.kind for p in inspect.signature(HostLog.event).parameters.values()}
    assert inspect.Parameter.VAR_KEYWORD not in kinds


def test_an_error_is_told_without_its_text(path: Path) -> None:
    log = HostLog(path)

    def fail(secret: str) -> None:
        raise ValueError(secret)

    try:
        fail("hunter2")
    except ValueError as error:
        log.event("session-failed", level="error", error=error)
    log.close()
    (line,) = lines(path)
    assert line["error"] == "ValueError"
    assert line["at"][-1].startswith("test_log.py:")
    assert line["at"][-1].endswith("in fail")
    assert b"hunter2" not in path.read_bytes()


def test_texts_cannot_forge_lines_or_fill_the_disk(path: Path) -> None:
    log = HostLog(path)
    log.event("login-failed", reason='x\n{"event": "forged"}\x1b[2J\udce4' + "y" * 5000)
    log.close()
    (line,) = lines(path)
    assert len(line["reason"]) == 300
    assert b"\x1b" not in path.read_bytes()


def test_full_files_are_turned_over_and_the_oldest_goes(path: Path) -> None:
    log = HostLog(path, size=400, kept=2)
    for n in range(40):
        log.event("it", count=n)
    log.close()
    names = sorted(p.name for p in path.parent.iterdir())
    assert names == ["host.log", "host.log.1", "host.log.2"]
    kept = [line["count"] for name in reversed(names) for line in lines(path.with_name(name))]
    assert kept == list(range(40 - len(kept), 40))
    assert all(path.with_name(name).stat().st_size <= 400 for name in names)


def test_a_new_start_goes_on_in_the_same_file(path: Path) -> None:
    for n in range(2):
        log = HostLog(path)
        log.event("it", count=n)
        log.close()
    assert [line["count"] for line in lines(path)] == [0, 1]


def test_half_a_line_of_a_killed_host_spoils_no_other(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b'{"event":"whole"}\n{"event":"ha')
    log = HostLog(path)
    log.event("it")
    log.close()
    whole, half, new = path.read_bytes().splitlines()
    assert (whole, half) == (b'{"event":"whole"}', b'{"event":"ha')
    assert orjson.loads(new)["event"] == "it"


def settled(log: HostLog, condition: Callable[[], bool]) -> bool:
    """Whether the thread of the log comes to a state in time."""
    pause = Event()
    return any(condition() or pause.wait(0.01) for _ in range(500))


def test_a_full_disk_loses_lines_and_says_so_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    full = True

    def write(descriptor: int, data: bytes) -> int:
        if not full:
            return real(descriptor, data)
        if b'"first"' in data:
            return real(descriptor, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tui.host.log.os.write", write)
    log = HostLog(path)
    log.event("first")
    log.event("second")
    assert settled(log, lambda: log.lost == 2)
    full = False
    log.event("third")
    log.close()
    assert [(line["event"], line.get("count")) for line in lines(path)] == [("log-gap", 2), ("third", None)]
    assert log.lost == 0


def test_a_slow_disk_holds_nobody_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()
    real = os.write

    def write(descriptor: int, data: bytes) -> int:
        go_on.wait(5)
        return real(descriptor, data)

    monkeypatch.setattr("tui.host.log.os.write", write)
    monkeypatch.setattr("tui.host.log._WAITING", 10)
    log = HostLog(path)
    for n in range(50):
        log.event("it", count=n)
    assert log.lost >= 39
    lost = log.lost
    go_on.set()
    log.close()
    counted = lines(path)
    assert sum(line.get("count", 0) for line in counted if line["event"] == "log-gap") == lost
    assert len([line for line in counted if line["event"] == "it"]) == 50 - lost


def test_a_log_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "host").write_text("a file where a directory should be")
    log = HostLog(tmp_path / "host" / "host.log")
    log.event("it")
    assert settled(log, lambda: log.lost == 1)
    log.close()
    log.event("after the end")
    log.close()


@define
class Clock:
    """Seconds that pass when told to."""

    time: float = 1000.0

    def __call__(self) -> float:
        return self.time


def test_the_same_of_one_source_is_told_a_few_times_a_minute(path: Path) -> None:
    clock = Clock()
    log = HostLog(path, monotonic=clock)
    for n in range(100):
        log.event("request-refused", address="192.0.2.7", player="anna", count=n)
        log.event("request-refused", address=f"198.51.100.{n}", player="anna", count=n)
    log.event("flood", address="192.0.2.7")
    log.event("request-refused", address="203.0.113.9", player="ben")
    clock.time += WINDOW
    log.event("flood", address="192.0.2.7")
    log.close()
    told = lines(path)
    refused = [line for line in told if line["event"] == "request-refused"]
    assert len([line for line in refused if line.get("player") == "anna" and "count" in line]) == EACH
    assert sum(line.get("more", 0) for line in refused) == 200 - EACH
    assert [line["address"] for line in refused if line.get("player") == "ben"] == ["203.0.113.9"]
    assert len([line for line in told if line["event"] == "flood"]) == 2
    assert log.counts == {"request-refused": 201, "flood": 2}


def test_many_addresses_together_cannot_wash_the_log_out(path: Path) -> None:
    log = HostLog(path, monotonic=Clock())
    for n in range(5000):
        log.event("connection-refused", address=f"10.0.{n // 256}.{n % 256}")
    log.close()
    assert len(lines(path)) == ALL + 1
    assert lines(path)[-1]["more"] == 5000 - ALL


def test_what_an_administrator_does_is_always_told(path: Path) -> None:
    log = HostLog(path, monotonic=Clock())
    for _ in range(50):
        log.event("admin-kick", player="anna")
    log.close()
    assert len(lines(path)) == 50
