"""Reading and writing: damage is found and named, the longest good beginning opened, nothing shown lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import orjson
import pytest

from saves import upcast
from saves.journal import JournalWriter
from saves.line import Header, SaveError, event_line, line_hash
from saves.reading import Journal, parse_journal, read_journal
from tests.toy.running import Planned, rolled

HEADER = Header(system="toy", edition="first", scenario="toy-race", created="2024-05-17")
HERE = Path("game.journal")


def written(path: Path, count: int = 12) -> bytes:
    """The bytes of a journal of so many events."""
    with JournalWriter(path, HEADER) as writer:
        for k in range(count):
            writer.append([rolled(k + 1)])
    return path.read_bytes()


@pytest.fixture
def data(tmp_path: Path) -> bytes:
    return written(tmp_path / "game.journal")


def good_lines(data: bytes, journal: Journal) -> bool:
    """Whether what was read is a beginning of the file."""
    return data.startswith(data[: journal.size]) and data[: journal.size].count(b"\n") == len(journal.events) + 1


# -- truncation and bit flips ----------------------------------------------------------------------


def test_every_truncation_is_found_and_the_rest_opened(data: bytes) -> None:
    whole = parse_journal(HERE, data)
    assert whole.whole
    first = data.index(b"\n") + 1
    for length in range(len(data)):
        cut = data[:length]
        if length < first:
            with pytest.raises(SaveError, match="no game"):
                parse_journal(HERE, cut)
            continue
        journal = parse_journal(HERE, cut)
        assert journal.events == whole.events[: cut.count(b"\n") - 1]
        assert (journal.fault is None) == cut.endswith(b"\n")
        if journal.fault:
            assert (journal.fault.kind, journal.fault.line) == ("torn", cut.count(b"\n") + 1)


def flip(data: bytes, bit: int) -> bytes:
    """The bytes with one bit turned over."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def check_flips(data: bytes, count: int, seed: int) -> None:
    whole = parse_journal(HERE, data)
    chance = random.Random(seed)
    for _ in range(count):
        bit = chance.randrange(8 * len(data))
        line = data[: bit // 8].count(b"\n") + 1
        try:
            journal = parse_journal(HERE, flip(data, bit))
        except SaveError:
            assert line == 1
            continue
        assert journal.fault is not None
        assert journal.fault.line == line
        assert journal.events == whole.events[: max(0, line - 2)]


def test_a_flipped_bit_is_found_in_its_line(data: bytes) -> None:
    check_flips(data, 600, seed=1)


@pytest.mark.long
def test_ten_thousand_flipped_bits_are_found(data: bytes) -> None:
    check_flips(data, 10_000, seed=2)


def test_every_flipped_bit_of_the_last_line_is_found(data: bytes) -> None:
    start = data.rindex(b"\n", 0, -1) + 1
    for bit in range(8 * start, 8 * len(data)):
        assert parse_journal(HERE, flip(data, bit)).fault


@pytest.mark.parametrize("line", [2, 7, 13])
def test_a_line_changed_by_hand_without_its_sum_is_named(data: bytes, line: int) -> None:
    lines = data.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"side":"red"', b'"side":"blue"')
    journal = parse_journal(HERE, b"".join(lines))
    assert journal.fault
    assert (journal.fault.line, journal.fault.kind) == (line, "changed")
    assert len(journal.events) == line - 2


def without_sums(data: bytes) -> list[bytes]:
    """The lines as another program may write them, properly chained."""
    rewritten: list[bytes] = []
    for line in data.splitlines():
        raw = orjson.loads(line)
        del raw["sum"]
        if rewritten:
            raw["prev"] = line_hash(rewritten[-1])
        rewritten.append(orjson.dumps(raw))
    return rewritten


@pytest.mark.parametrize("line", range(1, 13))
def test_the_chain_alone_names_a_changed_line(data: bytes, line: int) -> None:
    lines = without_sums(data)
    assert parse_journal(HERE, b"\n".join(lines) + b"\n").whole
    lines[line - 1] = lines[line - 1].replace(b'"red"', b'"blue"').replace(b"toy-race", b"toy-rice")
    journal = parse_journal(HERE, b"\n".join(lines) + b"\n")
    assert journal.fault
    assert journal.fault.line == line
    assert len(journal.events) == max(0, line - 2)


def test_a_line_left_out_or_doubled_is_missed(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    for changed in (lines[:4] + lines[5:], lines[:4] + lines[3:]):
        fault = parse_journal(HERE, b"".join(changed)).fault
        assert fault
        assert (fault.line, fault.kind) == (5, "missing")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"event": "toy-danced"}, "unknown event 'toy-danced'"),
        ({"event": "toy-planned", "side": "red", "text": "a", "mood": 1}, "mood"),
        ({"event": "toy-planned", "side": "red"}, "text"),
        ({"event": "order-given", "side": "red", "order": {"order": "toy-hum"}}, "unknown order 'toy-hum'"),
        ({"event": "toy-planned", "side": "red", "text": 5}, "5 is no str"),
    ],
)
def test_unknown_events_and_fields_are_reported_with_their_line(
    data: bytes, body: dict[str, object], text: str
) -> None:
    last = data.splitlines()[-1]
    journal = parse_journal(HERE, data + event_line(13, line_hash(last), body) + b"\n")
    assert journal.fault
    assert (journal.fault.line, journal.fault.kind) == (14, "unknown")
    assert text in journal.fault.text
    assert len(journal.events) == 12


@pytest.mark.parametrize(
    ("first", "text"),
    [
        (b"", "no game"),
        (b"hello\n", "no JSON"),
        (b"[1]\n", "should begin"),
        (b'{"panzerhex": "1"}\n', "should begin"),
        (b'{"panzerhex": 3, "system": "x"}\n', "update it"),
        (b'{"panzerhex": 0}\n', "not known any more"),
        (b'{"panzerhex": 1, "system": "x"}\n', "no 'edition'"),
        (b'{"panzerhex": 1, "system": "x", "edition": "y", "scenario": 3}\n', "'scenario' of the header is 3"),
    ],
)
def test_what_is_no_journal_is_refused_with_the_reason(first: bytes, text: str) -> None:
    with pytest.raises(SaveError, match=text):
        parse_journal(HERE, first)


def test_reading_never_changes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    torn = written(path)[:-5]
    path.write_bytes(torn)
    assert not read_journal(path).whole
    assert path.read_bytes() == torn


# -- writing -----------------------------------------------------------------------------------------


def test_opening_for_play_cuts_a_torn_line_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    whole = written(path)
    path.write_bytes(whole[:-5])
    writer, journal = JournalWriter.reopen(path)
    with writer:
        assert journal.fault
        writer.append([rolled(12)])
    assert path.read_bytes() == whole


def test_a_game_is_played_by_one_program(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with JournalWriter(path, HEADER), pytest.raises(SaveError, match="being played by another"):
        JournalWriter.reopen(path)
    JournalWriter.reopen(path)[0].close()


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    before = written(path)
    with pytest.raises(SaveError, match="exists already"):
        JournalWriter(path, HEADER)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.journal"]


def test_a_failed_append_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.journal"
    before = written(path)
    writer, _ = JournalWriter.reopen(path)

    def full(descriptor: int) -> None:
        monkeypatch.undo()
        raise OSError(28, "No space left on device")

    with writer:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(SaveError, match="No space left"):
            writer.append([rolled(13)])
        assert path.read_bytes() == before
        writer.append([rolled(14)])
    assert read_journal(path).events[-1] == rolled(14)


def test_a_closed_writer_writes_no_more(tmp_path: Path) -> None:
    writer = JournalWriter(tmp_path / "game.journal", HEADER)
    writer.close()
    writer.close()
    with pytest.raises(SaveError, match="was closed"):
        writer.append([rolled(1)])


def test_two_writers_take_turns_with_one_file(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    written(path)
    mine, _ = JournalWriter.reopen(path)
    mine.release()
    hers, _ = JournalWriter.reopen(path)
    with pytest.raises(SaveError, match="being played by another"):
        mine.retake()
    hers.append([rolled(50), rolled(51)])
    hers.release()
    assert not mine.retake()
    assert mine.read_on() == (rolled(50), rolled(51))
    assert mine.read_on() == ()
    assert mine.retake()
    mine.append([rolled(52)])
    mine.close()
    assert hers.read_on() == (rolled(52),)
    assert read_journal(path).events[-3:] == (rolled(50), rolled(51), rolled(52))


@pytest.mark.parametrize("cut", [1, 30])
def test_what_does_not_follow_is_not_read_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "game.journal"
    written(path)
    mine, _ = JournalWriter.reopen(path)
    mine.release()
    hers, _ = JournalWriter.reopen(path)
    hers.append([rolled(50), rolled(51)])
    hers.close()
    whole = path.read_bytes()
    for changed in (whole[:-cut], whole.replace(b'"points":50', b'"points":55'), whole + b"[]\n"):
        path.write_bytes(changed)
        assert mine.read_on() is None
    path.write_bytes(whole)
    assert mine.read_on() == (rolled(50), rolled(51))


def test_a_field_that_collides_with_the_line_is_refused() -> None:
    with pytest.raises(ValueError, match="field named prev"):
        event_line(1, "x", {"event": "e", "prev": 1})


# -- older formats -----------------------------------------------------------------------------------


def test_an_older_format_is_read_through_its_steps(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def from_zero(raw: dict[str, object]) -> dict[str, object]:
        if "panzerhex" in raw:
            return {**raw, "panzerhex": 1, "edition": "first"}
        if raw.get("event") == "toy-scribbled":
            raw["event"] = "toy-planned"
        return raw

    monkeypatch.setitem(upcast.UPCASTERS, 0, from_zero)
    header = b'{"panzerhex": 0, "system": "toy", "scenario": "toy-race"}'
    body = {"event": "toy-scribbled", "side": "red", "text": "x"}
    line = event_line(1, line_hash(header), body)
    journal = parse_journal(HERE, header + b"\n" + line + b"\n")
    assert (journal.header.schema, journal.header.edition) == (0, "first")
    assert journal.events == (Planned(side="red", text="x"),)  # type: ignore[arg-type]


# -- crashes -----------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from saves.journal import JournalWriter
from tests.saves.test_journal import HEADER
from tests.toy.running import rolled
writer = JournalWriter(Path(sys.argv[1]), HEADER)
k = 0
while True:
    writer.append([rolled(k % 90 + 1 + i) for i in range(k % 5 + 1)])
    k += k % 5 + 1
    sys.stdout.write(f"{writer.events}\\n")
    sys.stdout.flush()
"""


def check_crashes(tmp_path: Path, times: int, seed: int) -> None:
    """Kill a writer at random instants; every event whose number it had told must be in the file."""
    chance = random.Random(seed)
    root = Path(__file__).parents[2]
    for k in range(times):
        path = tmp_path / f"{k}.journal"
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, cwd=root, env={**os.environ}
        )
        assert process.stdout
        first = process.stdout.readline()
        time.sleep(chance.uniform(0, 0.05))  # nothing is waited for: this is the instant at which it is killed
        process.send_signal(signal.SIGKILL)
        told = [int(n) for n in (first + process.stdout.read()).split(b"\n")[:-1] if n]
        process.wait()
        journal = read_journal(path)
        assert journal.fault is None or journal.fault.kind == "torn"
        assert len(journal.events) >= told[-1]
        writer, again = JournalWriter.reopen(path)
        writer.close()
        assert again.events == journal.events
        assert read_journal(path).whole
        path.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_no_event_that_was_shown_is_lost_in_a_crash(tmp_path: Path) -> None:
    check_crashes(tmp_path, 5, seed=1)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_no_event_that_was_shown_is_lost_in_five_hundred_crashes(tmp_path: Path) -> None:
    check_crashes(tmp_path, 500, seed=2)
