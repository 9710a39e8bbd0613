"""How fast games are written, read, opened and verified: ``python -m tests.bench saves``."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from content import catalogue
from core.event import Event
from core.game import Game
from core.simulate import play_game
from saves.course import WatchingDice
from saves.journal import JournalWriter
from saves.library import Library
from saves.line import Header
from saves.reading import parse_journal, read_journal
from saves.session import open_game, open_replay, write_journal
from saves.verify import verify

SCENARIO = "the-bridge"
SAVE_LENGTH = 10_000


def timed(run: Callable[[], object], times: int = 5) -> float:
    """Median seconds of several runs."""
    found = []
    for _ in range(times):
        start = perf_counter()
        run()
        found.append(perf_counter() - start)
    return median(found)


def save_of(path: Path, header: Header, events: tuple[Event, ...], length: int) -> None:
    """A journal of so many events: real ones again and again."""
    write_journal(path, header, (events * (1 + length // len(events)))[:length])


def main() -> int:
    """Print a table and a line of JSON."""
    rules = catalogue.open_system(SCENARIO)
    game, _ = play_game(rules, "bench", {})
    events = tuple(game.journal)
    header = Header(rules.id, rules.edition, SCENARIO, sides={s.id: "ai" for s in rules.sides}, seed="bench")
    rows: dict[str, float] = {"events in the game": len(events)}
    with tempfile.TemporaryDirectory() as name:
        library = Library(Path(name))
        path, long = library.games_directory / "game.journal", library.games_directory / "long.journal"
        path.parent.mkdir()
        rows["write whole game, ms"] = 1000 * timed(lambda: write_journal(path, header, events), 1)
        save_of(long, header, events, SAVE_LENGTH)
        data = path.read_bytes()
        rows["bytes / event"] = len(data) / len(events)
        rows["read and decode, events / s"] = len(events) / timed(lambda: parse_journal(path, data))

        def evolve_from_file() -> None:
            Game(rules, WatchingDice(), events=read_journal(path).events)

        rows["evolve from file, events / s"] = len(events) / timed(evolve_from_file)
        rows[f"read {SAVE_LENGTH} events, chain verified, ms"] = 1000 * timed(lambda: read_journal(long))
        rows["open to watch, ms"] = 1000 * timed(lambda: open_replay(path, catalogue.open_system))
        rows["open to play, ms"] = 1000 * timed(lambda: open_game(path, catalogue.open_system).close())
        rows["verify by playing again, ms"] = 1000 * timed(lambda: verify(path, catalogue.open_system), 3)
        with JournalWriter(library.games_directory / "appended.journal", header) as writer:
            rows["append an order's events and fsync, ms"] = 1000 * timed(lambda: writer.append(events[:5]), 50)
        for k in range(100):
            (library.games_directory / f"copy-{k}.journal").write_bytes(data)
        rows["list 103 games, ms"] = 1000 * timed(library.games)
    for label, value in rows.items():
        sys.stdout.write(f"{label:45}{value:14,.2f}\n")
    sys.stdout.write(json.dumps(rows) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
