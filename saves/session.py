"""Games opened from and into journal files: starting, resuming, watching, and playing on from any moment."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from attrs import define, evolve, frozen

from core.alike import Alike
from core.dice import SeededDice
from core.event import Event, SideId, TakenBack
from core.play.aside import Aside, GameStopped
from core.play.game import Game
from core.system import RuleSystem
from saves.audience import Audience, audience, sealed
from saves.closing import Closing
from saves.course import ContinuedDice, WatchingDice, decide_again, last_course, results, rolled
from saves.files import sync_directory
from saves.journal import JournalWriter, draft_beside
from saves.library import comes_along
from saves.line import SCHEMA, Header, SaveError
from saves.reading import Fault, Journal, read_header, read_journal

#: Opens the rules of a scenario with options: `open_system(scenario, options)`.
OpenSystem = Callable[[str, tuple[str, ...]], RuleSystem[Any]]
#: The hash of the content that a scenario is played with today: `content_hash(scenario)`.
ContentHash = Callable[[str], str]


@define
class Session(Closing):
    """A game that is being played and the file it is written to.

    notices: what a player should be told about the file, in sentences; empty if all is well.
    """

    path: Path
    header: Header
    game: Game[Any]
    writer: JournalWriter
    notices: tuple[str, ...] = ()

    def close(self) -> None:
        """Give the file free. May be called twice."""
        self.writer.close()


@frozen(eq=False, repr=False)
class Replay(Alike):
    """A game to watch: every moment of it through `game.at(n)`. Its file stays as it is; no order can be given."""

    path: Path
    header: Header
    game: Game[Any]
    fault: Fault | None = None
    notices: tuple[str, ...] = ()

    @property
    def audience(self) -> Audience:
        """Who may see what of it."""
        return _audience(self.header, self.game)


def start_game(
    scenario: str,
    open_system: OpenSystem,
    path: Path,
    *,
    options: Sequence[str] = (),
    sides: Mapping[str, str],
    created: str,
    content: str = "",
    seed: str | None = None,
    asides: Sequence[Aside] = (),
    before: Sequence[Event] = (),
    dice_seed: str | None = None,
) -> Session:
    """A new game in a new file, begun as far as the rules run by themselves.

    sides: who plays each side, such as {"german": "human", "soviet": "ai:greedy"}; created: the time in ISO 8601;
    content: hash of the content; seed: of the dice, None for dice that nobody can foretell; asides: what stands
    first in the journal; before: what was played elsewhere already; dice_seed: seed of sealed dice, which is not
    written down here. SaveError if the file exists or cannot be written.
    """
    system = open_system(scenario, tuple(options))
    header = Header(
        system=system.id,
        edition=system.edition,
        scenario=scenario,
        options=tuple(options),
        sides=dict(sides),
        content=content,
        created=created,
        seed=seed,
    )
    writer = JournalWriter(path, header)
    try:
        game: Game[Any] = Game(system, _dice(header, 0, dice_seed), record=writer.append)
        for aside in asides:
            game.note(aside)
        game.follow(before)
        writer.append(before)
        game.begin()
    except BaseException:
        writer.close()
        path.unlink(missing_ok=True)
        raise
    return Session(path, header, game, writer)


def open_game(
    path: Path,
    open_system: OpenSystem,
    *,
    content_hash: ContentHash | None = None,
    dice_seed: str | None = None,
    in_place: bool = False,
) -> Session:
    """Open a game to play on. An order that the program's end cut short is carried out to its end, with the dice
    already rolled for it. dice_seed: that of sealed dice (`start_game`); without it a game whose dice are sealed
    can only be watched, or played on from as a new game.

    A file that is damaged before its end, or of an older format, stays as it is: its good part goes on in a new
    file beside it; in_place: one of an older format goes on in its own file, in today's. SaveError if there is nothing
    to open or another program plays it.
    """
    notices: list[str] = []
    system = _opened(path, open_system)
    game, kept = _watch(system, read_journal(path))
    if dice_seed is None and not game.over and sealed(kept.header, kept.events):
        raise SaveError(
            f"the dice of {path} are sealed by its host; open it in the lobby, or play on from it as a new "
            "game when it is over"
        )
    damaged = kept.fault is not None and kept.fault.kind != "torn"
    if in_place and kept.header.schema != SCHEMA and not damaged:
        os.replace(draft_beside(path, kept.events), path)
        sync_directory(path.parent)
    elif kept.header.schema != SCHEMA or damaged:
        path = _free_name(path, "recovered" if kept.fault else f"format-{SCHEMA}")
        write_journal(path, evolve(kept.header, schema=SCHEMA), kept.events)
        why = str(kept.fault) if kept.fault else f"the file is of format {kept.header.schema}"
        notices.append(f"{why}; the game goes on in {path.name} from event {len(kept.events)}")
    writer, journal = JournalWriter.reopen(path)
    try:
        if journal.fault:
            notices.append(f"{journal.fault}; the torn line was cut off, nothing that was shown is lost")
        if journal.events != kept.events:  # somebody played between the two readings
            game, journal = _watch(system, journal)
        notices += _content_notices(journal.header, content_hash)
        missing, notice = _complete(game, journal, dice_seed)
        if notice:
            notices.append(notice)
        if missing:
            writer.append(missing)
            game = Game(system, WatchingDice(), events=journal.events + missing)
        game.dice = _dice(journal.header, rolled(game.journal), dice_seed)
        game.record = writer.append
    except BaseException:
        writer.close()
        raise
    return Session(path, journal.header, game, writer, tuple(notices))


def open_replay(path: Path, open_system: OpenSystem, *, content_hash: ContentHash | None = None) -> Replay:
    """Open a game, finished or in progress, to watch it. SaveError if not even its header is good."""
    system = _opened(path, open_system)
    game, journal = _watch(system, read_journal(path))
    notices = [] if comes_along(path) else _content_notices(journal.header, content_hash)
    if journal.fault:
        notices.append(f"{journal.fault}; shown up to event {len(journal.events)}")
    return Replay(path, journal.header, game, journal.fault, tuple(notices))


def fork_game(
    source: Path,
    at: int,
    path: Path,
    open_system: OpenSystem,
    *,
    created: str,
    sides: Mapping[str, str] | None = None,
    seed: str | None = None,
) -> Session:
    """Play on from event `at` of a game, as a new game in a new file; the old file stays as it is.

    The dice go on as the seed of the old game has it, unless another seed is given; `sides` seats other players.
    SaveError while the secrets of the old game are not the player's to see.
    """
    game, journal = _watch(_opened(source, open_system), read_journal(source))
    hidden = _audience(journal.header, game).refusal(None, everything=True)
    if hidden:
        raise SaveError(f"{source.name} cannot be played on from while it is being played: {hidden}")
    if not 0 <= at <= len(journal.events):
        raise SaveError(f"{source} has no event {at}; choose 0 to {len(journal.events)}")
    header = evolve(
        journal.header,
        sides=dict(sides or journal.header.sides),
        seed=seed if seed is not None else journal.header.seed,
        created=created,
        forked=(source.name, at),
        schema=SCHEMA,
    )
    # Who plays on from the end of a game that was given up does so from before that.
    kept = tuple(event for event in journal.events[:at] if not isinstance(event, GameStopped))
    write_journal(path, header, kept)
    return open_game(path, open_system)


def write_journal(path: Path, header: Header, events: Iterable[Event]) -> None:
    """Write a whole game into a new file. SaveError if it exists or cannot be written."""
    with JournalWriter(path, header) as writer:
        writer.append(tuple(events))


def _opened(path: Path, open_system: OpenSystem) -> RuleSystem[Any]:
    """The rules of a journal's game; only when they are loaded are the names of its events known."""
    header = read_header(path)
    return open_system(header.scenario, header.options)


def _audience(header: Header, game: Game[Any]) -> Audience:
    return audience(
        header, game.journal, (SideId(look.id) for look in game.system.sides), over=game.over or bool(game.stopped)
    )


def _dice(header: Header, rolled: int, sealed: str | None) -> SeededDice:
    """The dice of a game in which so many were rolled already."""
    seed = sealed if sealed is not None else header.seed
    if seed is None:
        return SeededDice(secrets.token_hex(16))
    return SeededDice(seed, rolled)


def _complete(game: Game[Any], journal: Journal, dice_seed: str | None) -> tuple[tuple[Event, ...], str]:
    """The events that the last order of a journal still owes, and a notice.

    The order is decided once more with the dice that it rolled: whatever comes after what is recorded was lost
    with the program.
    """
    start = last_course(journal.events)
    recorded = journal.events[start:]
    given = recorded[0] if recorded else None
    if isinstance(given, TakenBack):
        return (), ""
    dice = ContinuedDice(results(recorded), _dice(journal.header, rolled(journal.events), dice_seed))
    state = game.at(start)
    try:
        course = tuple(decide_again(game.system, state, given, dice))
    except Exception as error:  # the rules of a later version may fail here in any way; the record stands
        return (), f"event {start + 1} cannot be decided again ({error}); kept as it was played"
    if course[: len(recorded)] != recorded:
        return (), f"event {start + 1} would come out otherwise by the rules of today; kept as it was played"
    if len(course) == len(recorded):
        return (), ""
    return course[len(recorded) :], (
        "the last order was being carried out when the program stopped; it was carried out to its end"
        if recorded
        else ""
    )


def _watch(system: RuleSystem[Any], journal: Journal) -> tuple[Game[Any], Journal]:
    """The game of a journal, and the journal up to the first event that the rules cannot apply."""
    if journal.header.system != system.id or journal.header.edition != system.edition:
        raise SaveError(
            f"{journal.path} is a game of {journal.header.system} ({journal.header.edition}), but its scenario is now "
            f"one of {system.id} ({system.edition})"
        )
    try:
        return Game(system, WatchingDice(), events=journal.events), journal
    except Exception as error:
        good, bad, why = 0, len(journal.events), error
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            Game(system, WatchingDice(), events=journal.events[:middle])
            good = middle
        except Exception as error:
            bad, why = middle, error
    fault = Fault(bad + 1, "different", f"{journal.events[bad - 1].name} does not fit the game ({why!r})")
    journal = evolve(journal, events=journal.events[:good], fault=fault)
    return Game(system, WatchingDice(), events=journal.events), journal


def _content_notices(header: Header, content_hash: ContentHash | None) -> list[str]:
    if content_hash is None or not header.content or content_hash(header.scenario) == header.content:
        return []
    return ["the scenario, units or tables have changed since this game began; results may not be what they were"]


def _free_name(path: Path, word: str) -> Path:
    """A name beside `path` that is not taken."""
    stem = path.name.removesuffix(".journal")
    for k in count(1):
        name = f"{stem}-{word}{'' if k == 1 else f'-{k}'}.journal"
        if not path.with_name(name).exists():
            return path.with_name(name)
    raise AssertionError("there is always another number")
