"""Verifying a game: its chain, its events, and the game itself, played once more from its orders and rolls alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from core.alike import Alike
from core.codec import encode
from core.dice import DiceError, ScriptedDice
from core.event import Event, OrderGiven, SideId, TakenBack
from core.order import IllegalOrder
from core.play import honest
from core.play.aside import Aside, Considered, DiceRevealed, GameStopped, stopped
from core.play.game import Game
from core.system import RuleSystem
from saves.audience import audience
from saves.course import courses, decide_again, results
from saves.library import END_EVENT
from saves.line import Header, SaveError
from saves.reading import Fault, Journal, read_header, read_journal
from saves.session import ContentHash, OpenSystem

#: Kinds of faults of what happened in the game, whose lines themselves hang together.
OF_THE_GAME: Final = ("illegal", "different", "missing")


@frozen(eq=False, repr=False)
class Verification(Alike):
    """What came of verifying a file. It is good if it has no fault; `fault` is at its first bad line.

    events, orders, rolls: how many of them were found good. over: whether nothing in it is secret any more. judged:
    what can be said of its dice; None of a file that could not be read. compared: whether what was played by file
    before is what stands in the letters. apart: where the rules make something else of it than is recorded, in words
    what that can come from.
    """

    path: Path
    header: Header | None = None
    events: int = 0
    orders: int = 0
    rolls: int = 0
    fault: Fault | None = None
    warnings: tuple[str, ...] = field(default=())
    judged: honest.Judgement | None = None
    over: bool = False
    compared: bool = False
    apart: str = ""

    @property
    def good(self) -> bool:
        """Whether every line is as it must be."""
        return self.fault is None

    @property
    def dice(self) -> honest.Dice:
        """What can be said of the dice, in a word."""
        return self.judged.dice if self.judged else honest.Dice.OPEN

    def holds(self, *, from_host: bool = False) -> bool:
        """Whether the file is good and the dice are as they have to be: proved, if it is the game of a table.

        from_host: it is one, even if nothing in it says so.
        """
        table = from_host or (self.judged is not None and self.judged.table)
        return self.good and ((self.dice is honest.Dice.HONEST and not self.uncompared) or not table)

    @property
    def uncompared(self) -> bool:
        """Whether the game was played by file before, and nobody has shown the letters."""
        return self.judged is not None and self.judged.letters is not None and not self.compared


def verify(path: Path, open_system: OpenSystem, *, content_hash: ContentHash | None = None) -> Verification:
    """Read a file and play its game once more: every order must be legal and come out as recorded, and dice that
    were sealed must be those that were rolled (`core.play.honest`).

    A file that ends between two orders is good, for nothing tells it from a game that was left there.
    """
    try:
        header = read_header(path)
    except SaveError as error:
        return Verification(path, fault=Fault(1, "changed", str(error)))
    system = open_system(header.scenario, header.options)
    return verify_journal(read_journal(path), system, content_hash=content_hash)


def verify_journal(
    journal: Journal, system: RuleSystem[Any], *, content_hash: ContentHash | None = None
) -> Verification:
    """As `verify`, of a journal that has been read."""
    events = journal.events
    good, fault, warnings, ended = _replay(system, events)
    now = content_hash(journal.header.scenario) if content_hash and journal.header.content else journal.header.content
    if now != journal.header.content:
        warnings = ("the scenario, units or tables have changed since this game began", *warnings)
    if fault is None or (fault.kind == "torn" and journal.fault):
        fault = journal.fault
    judged = honest.judge(events, sides=[SideId(look.id) for look in system.sides], over=ended)
    if journal.header.forked:
        words = "it was played on from another game, with dice of its own: nothing is proved of them"
        judged = evolve(judged, dice=honest.Dice.OPEN, words=words, at=len(events))
    elif judged.dice is honest.Dice.WRONG and (fault is None or judged.at + 2 <= fault.line):
        fault, good = Fault(judged.at + 2, "dice", judged.words), judged.at
    return Verification(
        journal.path,
        journal.header,
        events=good,
        orders=sum(isinstance(e, OrderGiven) for e in events[:good]),
        rolls=len(results(events[:good])),
        fault=fault,
        warnings=warnings,
        judged=judged,
        over=_open(journal),
        apart=_apart(journal.header, now) if fault is not None and fault.kind in OF_THE_GAME else "",
    )


def _apart(header: Header, content: str) -> str:
    """What it can come from that today's rules make something else of a game whose lines hang together.

    content: the hash of the content of today.
    """
    began = f"The game was begun on {header.created[:10]}" if header.created else "The game was begun"
    if content != header.content:
        return (
            f"{began} with a scenario, units or tables that this version has otherwise (content {header.content[:8]} "
            f"then, {content[:8]} now): it need not come out as recorded here, and that alone speaks of no forgery. "
            "The version that it was played with can check it."
        )
    return (
        f"{began} with the scenario, units and tables of today. Either an order, result or roll was changed and the "
        "lines sealed anew, or an older version of the program recorded it, whose rules judged this otherwise; that "
        "version can tell which."
    )


def _open(journal: Journal) -> bool:
    """Whether everything that a journal holds may be told."""
    last = next((event for event in reversed(journal.events) if not isinstance(event, Considered)), None)
    over = last is not None and last.name.endswith(END_EVENT)
    return audience(journal.header, journal.events, (), over=over or bool(stopped(journal.events))).open


def _replay(system: RuleSystem[Any], events: Sequence[Event]) -> tuple[int, Fault | None, tuple[str, ...], bool | None]:
    """Play a game again: how many events came out as recorded, what is wrong with the next, what is worth a word, and
    whether the game is over by the rules, None if it was not played to the end of the file.

    What older games took back unasked, though something could have been learned by it, is worth a word.
    """
    game: Game[Any] = Game(system, ScriptedDice([]))
    words: list[str] = []
    for start, end in courses(events):
        recorded = tuple(events[start:end])
        given = recorded[0] if recorded else None
        if (text := _beyond_the_end(game, given)) is not None:
            return start, Fault(start + 2, "illegal", text), tuple(words), None
        if isinstance(given, Aside):
            game.note(given)
            continue
        if isinstance(given, TakenBack):
            if (wrong := _take_back(game, given, start, words)) is not None:
                return start, wrong, tuple(words), None
            if end > start + 1:
                text = f"{events[start + 1].name} does not follow from a take-back"
                return start + 1, Fault(start + 3, "different", text), tuple(words), None
            continue
        dice = game.dice = ScriptedDice(results(recorded))
        try:
            course = game.submit(given.side, given.order) if isinstance(given, OrderGiven) else game.begin()
        except Exception:  # whatever it is, deciding again step by step names the line
            course = ()
        if course != recorded or dice.results:
            state = game.at(start)
            good, fault = _compare(system, state, recorded, start, last=end == len(events))
            return start + good, fault, tuple(words), None
    return len(events), None, tuple(words), system.outcome(game.state) is not None


def _beyond_the_end(game: Game[Any], given: Event | None) -> str | None:
    """What is wrong with something that a journal records where the game had ended already; None if nothing is."""
    if isinstance(given, GameStopped) and game.system.outcome(game.state) is not None:
        return "the game was over by the rules, nobody could end it any more"
    if isinstance(given, GameStopped) and not given.text.strip():
        return "it is not said how the players ended the game"
    if stopped(game.journal) and not isinstance(given, Considered | DiceRevealed | None):
        return "the game goes on after its players had ended it"
    return None


def _take_back(game: Game[Any], given: TakenBack, start: int, words: list[str]) -> Fault | None:
    """Take back what a recorded take-back says; what is wrong with it. Adds to `words` what is worth one."""
    line = start + 2
    if given.agreed:
        try:
            made = game.take_back(given.side, given.to, given.agreed)
        except IllegalOrder as error:
            return Fault(line, "illegal", f"{given.side} could not take back to event {given.to}: {error.reason}")
        return None if made == given else Fault(line, "illegal", _difference(made, given))
    to = game.undo_to(given.side)
    if to != given.to and given.to != game.retraceable_to(given.side):
        text = f"{given.side} could not take back to event {given.to}"
        return Fault(line, "illegal", text if to is None else f"{text}, only to event {to}")
    plain = TakenBack(side=given.side, to=given.to)
    if plain != given:
        return Fault(line, "illegal", _difference(plain, given))
    if to != given.to:
        words.append(f"line {line}: {given.side} took back unasked what could have told of the enemy's secrets")
    game.follow((given,))
    return None


def _compare(
    system: RuleSystem[Any], state: Any, recorded: Sequence[Event], start: int, *, last: bool
) -> tuple[int, Fault]:
    """How many events of a course come out as recorded, and what is wrong with the one after them."""
    good = 0
    dice = ScriptedDice(results(recorded))
    try:
        for event in decide_again(system, state, recorded[0] if recorded else None, dice):
            if good == len(recorded):
                dice.results.clear()
                break
            if event != recorded[good]:
                text = _difference(event, recorded[good])
                return good, Fault(start + good + 2, "different", text)
            good += 1
    except IllegalOrder as error:
        return good, Fault(start + good + 2, "illegal", f"the order is not legal: {error}")
    except DiceError as error:
        if good < len(recorded):
            return good, Fault(start + good + 2, "different", f"other dice are recorded than were needed: {error}")
    except Exception as error:  # a changed file can bring the rules to fail in any way
        return good, Fault(start + good + 2, "different", f"the rules fail on it: {error!r}")
    else:
        if good < len(recorded):
            text = f"{recorded[good].name} does not follow from the order"
            return good, Fault(start + good + 2, "different", text)
        if dice.results:
            return 0, Fault(start + 2, "different", f"{len(dice.results)} more dice are recorded than the rules roll")
    text = (
        "what came of the last order is not recorded to its end" if last else "events are missing before the next order"
    )
    return good, Fault(start + good + 2, "torn" if last else "missing", text)


def _difference(expected: Event, found: Event) -> str:
    """The first field in which an event differs from what the rules make of it."""
    if expected.name != found.name:
        return f"expected {expected.name}, found {found.name}"
    ours, theirs = encode(expected), encode(found)
    for key in [*ours, *theirs]:
        if ours.get(key) != theirs.get(key):
            return f"{key} of {found.name} is {theirs.get(key)!r}, the rules make it {ours.get(key)!r}"
    return f"{found.name} differs from what the rules make of it"
