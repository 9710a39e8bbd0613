"""How fast games are replayed, written, read, opened, looked up and verified."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.codec import decode, encode
from core.play.game import Game
from saves.course import WatchingDice
from saves.journal import JournalWriter
from saves.library import Library
from saves.line import Header
from saves.reading import read_journal
from saves.session import open_game, open_replay, write_journal
from saves.verify import verify
from tests.bench.clock import MICRO, MILLI, seconds, timed
from tests.bench.games import Played, Run, played, system
from tests.bench.table import Aim, Found

EVOLVE, TO_STATE = Aim(20, least=True, chess=True), Aim(7, least=True, chess=True)
SEEK = Aim(50)
#: Milliseconds to open and verify the chain of a game of so many events, and of each event that is played again.
OPEN, LENGTH, AGAIN = 250.0, 10_000, 0.1


def header_of(whole: Played) -> Header:
    """What the file of a game begins with."""
    rules = whole.system
    return Header(rules.id, rules.edition, rules.scenario, sides={s.id: "ai" for s in rules.sides}, seed=whole.seed)


def opened(scenario: str, options: tuple[str, ...]) -> Any:
    """The rules, opened once."""
    return system(scenario)


def replays(whole: Played, path: Path, times: int) -> Iterator[Found]:
    """Decoded events to state; a file to state; both in events a second."""
    rules, scenario, events = whole.system, whole.system.scenario, whole.events

    def evolve_all() -> None:
        state = rules.initial()
        for event in events:
            rules.evolve(state, event)

    def from_file() -> None:
        Game(rules, WatchingDice(), events=read_journal(path).events)

    yield Found("evolve decoded events", len(events) / timed(evolve_all, times), "/s", EVOLVE, scenario)
    yield Found("file to state, chain verified", len(events) / timed(from_file, times), "/s", TO_STATE, scenario)


def lookups(whole: Played, path: Path, times: int) -> Iterator[Found]:
    """Seek, open, verify, copy, decode."""
    scenario, events = whole.system.scenario, whole.events
    count = len(events)
    game: Game[Any] = Game(whole.system, WatchingDice(), events=events)
    places = [count * k // 23 for k in range(1, 23)]
    slowest = max(timed(lambda n=n: game.at(n), times) for n in places)  # type: ignore[misc]
    yield Found(f"seek in {count:,} events, max of 22 places", MILLI * slowest, "ms", SEEK, scenario)
    took = timed(lambda: open_replay(path, opened), times)
    aim = Aim(OPEN * max(1.0, count / LENGTH))
    yield Found(f"open and verify the chain of {count:,} events", MILLI * took, "ms", aim, scenario)
    took = timed(lambda: open_game(path, opened).close(), times)
    yield Found("  open it to play on", MILLI * took, "ms", None, scenario)
    took = seconds(lambda: verify(path, opened))
    yield Found("verify by playing again, one event", MILLI * took / count, "ms", Aim(AGAIN), scenario)
    written = [encode(event) for event in events]
    yield Found("  decode events", count / timed(lambda: [decode(w) for w in written], times), "/s", None, scenario)
    state = game.at(count // 2)
    copied = timed(lambda: [whole.system.copy(state) for _ in range(100)], times) / 100
    yield Found("  copy a state", MICRO * copied, "us", None, scenario)


def files(whole: Played, directory: Path, times: int) -> Iterator[Found]:
    """Appending to a journal, listing many."""
    library = Library(directory)
    library.games_directory.mkdir()
    header, events = header_of(whole), whole.events
    path = library.games_directory / "appended.journal"
    with JournalWriter(path, header) as writer:
        took = timed(lambda: writer.append(events[:5]), 10 * times)
    yield Found("append five events and fsync", MILLI * took, "ms")
    write_journal(library.games_directory / "game.journal", header, events)
    data = (library.games_directory / "game.journal").read_bytes()
    for number in range(100):
        (library.games_directory / f"copy-{number}.journal").write_bytes(data)
    yield Found(f"list {len(library.games())} games", MILLI * timed(library.games, times), "ms")


def measure(run: Run) -> Iterator[Found]:
    """All of the longest game, of every other the replays."""
    times = 1 if run.quick else 3
    games = {scenario: played(scenario) for scenario in run.scenarios}
    longest = max(games, key=lambda scenario: len(games[scenario].events))
    for scenario, whole in games.items():
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "game.journal"
            write_journal(path, header_of(whole), whole.events)
            yield from replays(whole, path, times)
            if scenario == longest:
                yield from lookups(whole, path, times)
                yield from files(whole, Path(name), times)
