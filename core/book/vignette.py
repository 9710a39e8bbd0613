"""Worked examples: a situation, orders with scripted dice, questions to the rules, and what must come of them.

A vignette knows no rule. The rule system brings the situation (as the state that a game begins with) and the
questions that only it can answer; those that any system can answer are here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, Protocol

import attrs
from attrs import field, frozen

from core.citing import named
from core.dice import DiceError, Roll, ScriptedDice
from core.event import Event, SideId
from core.hexes import DIRECTION_NAMES, Hex
from core.order import IllegalOrder, Order
from core.play.game import Game
from core.system import RuleSystem
from core.tally import Reason

#: What an example writes for a field that has no value; TOML has no null.
NOTHING: Final = "none"
#: Fields that hold sentences: the words expected must occur in them.
SENTENCES: Final = frozenset({"reason", "text", "prompt"})
#: Numbers that differ by no more than this are the same; chances are written with few digits.
NEAR: Final = 0.0005


class Question(Protocol):
    """A question to the rules."""

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """The answer, of values that `plain` can write down. IllegalOrder if the rules refuse what is asked."""
        ...


@frozen
class Refused:
    """A refusal that is expected: the rule id that it names, and words of its reason; "" = not compared."""

    rule: str = ""
    reason: str = ""


@frozen(kw_only=True)
class OrderStep:
    """An order, or what happens by itself before any (neither `order` nor `picks`), and what comes of it.

    side: who gives it, None = the only side that may; picks: the order as it is built choice by choice; dice: the
    results in the order in which they are rolled; expect: events in order, others may lie between; absent: names
    of events that must not occur; refused: what the rules say against it.
    """

    note: str = ""
    side: SideId | None = None
    order: Order | None = None
    picks: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    expect: tuple[Mapping[str, Any], ...] = ()
    absent: tuple[str, ...] = ()
    refused: Refused | None = None


@frozen(kw_only=True)
class AskStep:
    """A question and its answer. view: the side whose view is asked, None = everything is known."""

    note: str = ""
    question: Question
    expect: Any = field(factory=dict)
    refused: Refused | None = None
    view: SideId | None = None


@frozen
class Vignette:
    """A worked example. rules: the ids it shows; lost: what a lost picture of the rulebook takes away."""

    id: str
    title: str
    rules: tuple[str, ...]
    given: str
    system: RuleSystem[Any]
    steps: tuple[OrderStep | AskStep, ...]
    lost: str = ""


@frozen
class Miss:
    """One thing that came out otherwise. step: its number from 1; what: the order or question of the step."""

    step: int
    what: str
    found: str

    def __str__(self) -> str:
        return f"step {self.step}{f' ({self.what})' if self.what else ''}: {self.found}"


def run(vignette: Vignette) -> tuple[Miss, ...]:
    """Play a vignette through; what came out otherwise than expected, empty if nothing did.

    It stops at the first step that goes wrong, since later ones stand on it.
    """
    game: Game[Any] = Game(vignette.system, ScriptedDice([]))
    for number, step in enumerate(vignette.steps, 1):
        found = tuple(_ask(game, step) if isinstance(step, AskStep) else _give(game, step))
        if found:
            return tuple(Miss(number, step.note, text) for text in found)
    return ()


# -- orders --------------------------------------------------------------------------------------


def _give(game: Game[Any], step: OrderStep) -> Iterator[str]:
    dice = game.dice = ScriptedDice(step.dice)
    try:
        events = _submit(game, step)
    except IllegalOrder as error:
        yield from _refusal(error, step.refused)
        return
    except DiceError as error:
        yield f"{error}; the dice given are {list(step.dice)}"
        return
    if step.refused is not None:
        yield f"the order was accepted, expected a refusal by {step.refused.rule or 'the rules'}"
        return
    if dice.results:
        yield f"the dice {dice.results} were not rolled; {len(dice.used)} of {len(step.dice)} were"
    happened = [plain(event) for event in events]
    yield from events_differ(step.expect, happened)
    for name in step.absent:
        yield from (f"{name} happened: {_short(event)}" for event in happened if event["event"] == name)


def _submit(game: Game[Any], step: OrderStep) -> tuple[Event, ...]:
    if step.order is None and not step.picks:
        return game.begin()
    side = step.side
    if side is None:
        if len(game.active) != 1:
            who = " and ".join(game.active) or "nobody"
            raise IllegalOrder(f"{who} may give orders now; name the side of the order")
        side = game.active[0]
    order = step.order if step.order is not None else game.order(side, step.picks)
    return game.submit(side, order)


def _refusal(error: IllegalOrder, expected: Refused | None) -> Iterator[str]:
    if expected is None:
        yield f"refused: {error}"
        return
    if expected.rule and expected.rule != error.rule:
        yield f"refused by {error.rule or 'no rule'} ({error.reason}), expected {expected.rule}"
    elif expected.reason.casefold() not in error.reason.casefold():
        yield f"refused since {error.reason!r}, expected the words {expected.reason!r}"


def events_differ(expected: Sequence[Mapping[str, Any]], happened: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Why events do not hold those expected in their order; nothing if they do."""
    at = 0
    for wanted in expected:
        match = next((i for i in range(at, len(happened)) if not list(differences(wanted, happened[i]))), None)
        if match is not None:
            at = match + 1
            continue
        name = wanted.get("event", "")
        same = [e for e in happened[at:] if e["event"] == name]
        if same:
            for text in differences(wanted, same[0]):
                yield f"{name}: {text}"
        else:
            rest = ", ".join(str(e["event"]) for e in happened[at:]) or "nothing"
            yield f"no {name} happened; what happened{' after that' if at else ''}: {rest}"
        return


# -- questions -----------------------------------------------------------------------------------


def _ask(game: Game[Any], step: AskStep) -> Iterator[str]:
    state = game.state if step.view is None else game.view(step.view)
    try:
        answer = plain(named(step.question.answer(game.system, state), game.system.names))
    except IllegalOrder as error:
        yield from _refusal(error, step.refused)
        return
    except (ValueError, LookupError) as error:
        yield f"this cannot be answered: {error}"
        return
    if step.refused is not None:
        yield f"it was allowed ({_short(answer)}), expected a refusal by {step.refused.rule or 'the rules'}"
        return
    yield from differences(step.expect, answer)


@frozen(kw_only=True)
class Active:
    """Who may give orders now, and where in the turn the game is."""

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """sides: those that may order; step, phase: as the sequence of play prints them; turn, turns."""
        status = system.face.status(state)
        return {
            "sides": list(system.active(state)),
            "turn": status.turn,
            "turns": status.turns,
            "phase": status.phase,
            "step": status.step,
        }


@frozen(kw_only=True)
class Options:
    """What a side may pick next for an order begun with `picks`."""

    side: str
    picks: tuple[str, ...] = ()

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """prompt, rule, complete; legal: the picks that may be made; refused: rule and reason of the others."""
        found = system.choices(state, SideId(self.side), self.picks)
        return {
            "prompt": found.prompt,
            "rule": found.rule,
            "complete": found.complete,
            "legal": [o.pick for o in found.legal],
            "refused": {o.pick: o.refusal for o in found.options if o.refusal},
            "labels": {o.pick: o.label for o in found.options},
            "odds": {o.pick: o.odds for o in found.options if o.odds is not None},
        }


@frozen(kw_only=True)
class PromptOf:
    """What is asked of a side now."""

    side: str

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """phase, title, text, rule, remaining, finish."""
        return system.face.prompt(state, SideId(self.side))


@frozen(kw_only=True)
class Score:
    """The points of a side."""

    side: str

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """points, and parts: what each line of them gives, by its label."""
        standing = next(s for s in system.standings(state) if s.side == self.side)
        return {"points": standing.points, "parts": {row.label: int(row.text) for row in standing.parts}}


@frozen(kw_only=True)
class OutcomeOf:
    """How the game ended."""

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """over; winner, level, text, rule once it is."""
        outcome = system.outcome(state)
        return {"over": outcome is not None, **(plain(outcome) if outcome else {})}


@frozen(kw_only=True)
class SequenceOfPlay:
    """The steps of a turn, in their order."""

    def answer(self, system: RuleSystem[Any], state: Any) -> Any:
        """steps: ids; titles, rules, acting: of each; orders: names of the orders of each, by step."""
        steps = system.sequence
        return {
            "steps": [s.id for s in steps],
            "titles": [s.title for s in steps],
            "rules": [s.rule for s in steps],
            "acting": [s.acting for s in steps],
            "orders": {s.id: s.orders for s in steps},
        }


#: The questions that any system answers, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "active": Active,
    "choices": Options,
    "outcome": OutcomeOf,
    "prompt": PromptOf,
    "score": Score,
    "sequence": SequenceOfPlay,
}


# -- plain data and its comparison ---------------------------------------------------------------


def plain(value: Any) -> Any:
    """Events, orders and answers as plain data, every field named, hexes by their ids."""
    if isinstance(value, Enum):  # before texts: some enums are both
        return value.value
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Hex):
        return value.id
    if isinstance(value, Roll):
        return {"die": value.die, "result": value.result, "for": value.for_, "rule": value.rule}
    if isinstance(value, Mapping):
        return {str(plain(k)): plain(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(v) for v in value)
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if attrs.has(type(value)):
        named = {"event": value.name} if isinstance(value, Event) else {}
        named |= {"order": value.name} if isinstance(value, Order) else {}
        return named | {a.name: plain(getattr(value, a.name)) for a in attrs.fields(type(value))}
    raise TypeError(f"{type(value).__name__} cannot be written down")


def differences(expected: Any, actual: Any, place: str = "") -> Iterator[str]:
    """Where plain data is otherwise than expected; fields that are not named are not compared."""
    said = f"{place} is" if place else "it is"
    if isinstance(expected, Mapping):
        if isinstance(actual, list) and _is_tally(actual):
            yield from _tally_differs(expected, actual, place)
        elif not isinstance(actual, Mapping):
            yield f"{said} {_short(actual)}, expected a table with {', '.join(expected)}"
        else:
            for key, wanted in expected.items():
                at = f"{place}.{key}" if place else key
                if key not in actual:
                    yield f"there is no {at}; there is {', '.join(actual) or 'nothing'}"
                else:
                    yield from differences(wanted, actual[key], at)
    elif isinstance(expected, list | tuple):
        if not isinstance(actual, list) or len(actual) != len(expected):
            yield f"{said} {_short(actual)}, expected {_short(list(expected))}"
        else:
            for at, (wanted, found) in enumerate(zip(expected, actual, strict=True), 1):
                yield from differences(wanted, found, f"{place}[{at}]")
    elif not _same(expected, actual, place.rpartition(".")[2]):
        yield f"{said} {_short(actual)}, expected {_short(expected)}"


def _same(expected: Any, actual: Any, key: str) -> bool:
    if actual is None:
        return bool(expected == NOTHING)
    if key == "facing" and isinstance(actual, int) and expected in DIRECTION_NAMES:
        return DIRECTION_NAMES.index(expected) == actual
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, float) or isinstance(actual, float):
        return isinstance(expected, float | int) and isinstance(actual, float | int) and abs(expected - actual) <= NEAR
    if key in SENTENCES and isinstance(expected, str) and isinstance(actual, str):
        return expected.casefold() in actual.casefold()
    return bool(expected == actual)


def _is_tally(actual: list[Any]) -> bool:
    parts = {a.name for a in attrs.fields(Reason)}
    return all(isinstance(part, Mapping) and set(part) == parts for part in actual)


def _tally_differs(expected: Mapping[str, Any], actual: list[Any], place: str) -> Iterator[str]:
    """A tally is compared whole: every label with its amount, none missing and none more."""
    found: dict[str, int] = {}
    for part in actual:
        found[part["label"]] = found.get(part["label"], 0) + part["amount"]
    if found != dict(expected):
        yield f"{place or 'the tally'} is {_short(found)}, expected {_short(dict(expected))}"


def _short(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, Enum):
        value = value.value
    text = "true" if value is True else "false" if value is False else repr(value)
    return text if len(text) <= 300 else f"{text[:297]}..."
