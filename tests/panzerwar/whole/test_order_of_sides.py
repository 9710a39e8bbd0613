"""What both sides have decided in secret is carried out the same, whichever of them was the first to decide, and
whichever the Engagement names first (pw:3.2, pw:4.2, pw:4.11, pw:8.4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest
from attrs import define, evolve, field

from content import catalogue
from core.ai import player
from core.dice import Dice, Roll, SeededDice, faces
from core.event import Event, OrderGiven, SideId
from core.order import Order
from core.panzerwar import sequence
from core.play.game import Game
from core.play.simulate import ORDER_LIMIT, play_out
from core.step_end import FinishStep, StepFinished
from core.system import RuleSystem

Given = tuple[SideId, Order]
#: Games up to so many orders: greedy players call artillery and fight, random ones give orders of every kind.
GAMES = [
    ("pw-0", "greedy", ORDER_LIMIT),
    ("pw-0", "random", 200),
    ("pw-3", "greedy", 90),
    *(pytest.param(f"pw-{n}", "greedy", ORDER_LIMIT, marks=pytest.mark.long) for n in (1, 2, 3)),
    *(pytest.param(f"pw-{n}", "random", ORDER_LIMIT, marks=pytest.mark.long) for n in (0, 1, 2, 3)),
]


@define
class DiceByName:
    """Dice whose result hangs on what they are rolled for, not on when: what is rolled in another order is the same."""

    seed: str
    rolled: Counter[str] = field(factory=Counter)

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """The next of what is rolled for that."""
        self.rolled[for_] += 1
        whim = Random(f"{self.seed}/{for_}/{self.rolled[for_]}")
        return Roll(die, whim.randint(1, faces(die)), for_, rule)


@cache
def rounds(scenario: str, level: str, limit: int) -> tuple[RuleSystem[Any], list[tuple[Any, list[Given]]]]:
    """The rounds of a game: the state in which both sides begin to decide, and the orders until both have ended."""
    rules = catalogue.open_system(scenario)
    sides = {side.id for side in rules.sides}
    game, players = Game(rules, SeededDice(scenario)), {side: player(level, f"{scenario}/{side}") for side in sides}
    for _ in play_out(game, players, limit):
        pass
    state, found = rules.initial(), list[tuple[Any, list[Given]]]()
    begun, given = rules.copy(state), list[Given]()
    for event in game.journal:
        if isinstance(event, OrderGiven):
            if not given and len(rules.active(state)) < len(sides):
                rules.evolve(state, event)
                continue  # one side alone is asked
            begun = begun if given else rules.copy(state)
            given.append((event.side, event.order))
            if {side for side, order in given if isinstance(order, FinishStep)} == sides:
                found.append((begun, given))
                given = []
        rules.evolve(state, event)
    return rules, found


def first(given: Sequence[Given], side: SideId) -> list[Given]:
    """The orders of a round with those of one side first."""
    return sorted(given, key=lambda one: one[0] != side)


def carried(rules: RuleSystem[Any], state: Any, given: Iterable[Given], dice: Dice) -> tuple[list[Event], Any]:
    """What comes of the last order, by which all are carried out, and the state then."""
    after, told = rules.copy(state), list[Event]()
    for side, order in given:
        rules.check(after, side, order)
        told = []
        for event in chain(rules.decide(after, side, order, dice), _later(rules, after, dice)):
            rules.evolve(after, event)
            if not isinstance(event, StepFinished):
                told.append(event)
    return told, after


def _later(rules: RuleSystem[Any], state: Any, dice: Dice) -> Iterable[Event]:
    """What happens by itself once the order is evolved."""
    yield from rules.advance(state, dice)


@pytest.mark.parametrize(("scenario", "level", "limit"), GAMES)
def test_who_decides_first_changes_nothing(scenario: str, level: str, limit: int) -> None:
    """The same events in the same order by the same dice."""
    rules, found = rounds(scenario, level, limit)
    sides, compared = [side.id for side in rules.sides], 0
    for number, (state, given) in enumerate(found):
        one, two = (carried(rules, state, first(given, side), SeededDice(str(number)))[0] for side in sides)
        assert [repr(event) for event in one] == [repr(event) for event in two], (state.turn, state.step)
        compared += len(one)
    assert compared > (200 if limit == ORDER_LIMIT else 40)


def mirrored(rules: RuleSystem[Any], state: Any) -> Any:
    """The same state with sides, elements and units named in the opposite order."""
    other = rules.copy(state)
    other.engagement = evolve(state.engagement, sides=tuple(reversed(state.engagement.sides)))
    other.elements = dict(reversed(state.elements.items()))
    other.organisations = dict(reversed(state.organisations.items()))
    return other


@pytest.mark.parametrize(("scenario", "level", "limit"), GAMES)
def test_sides_and_elements_may_be_named_in_any_order(scenario: str, level: str, limit: int) -> None:
    """What plans and fire make of every element is the same, if each die shows for the same what it showed."""
    rules, found = rounds(scenario, level, limit)
    moved = fought = 0
    for number, (state, given) in enumerate(found):
        if state.step != sequence.PLAN and state.step not in sequence.SEGMENT:
            continue
        one, two = (carried(rules, at, given, DiceByName(str(number))) for at in (state, mirrored(rules, state)))
        assert one[1].step == two[1].step
        assert one[1].elements == two[1].elements, (state.turn, state.step)
        assert one[1].sighted == two[1].sighted, (state.turn, state.step)
        moved += sum(event.name == "pw-moved" for event in one[0])
        fought += sum(event.name == "pw-fired" for event in one[0])
    assert moved > (5 if limit == ORDER_LIMIT else 1)
    assert fought > 2 or level == "random" or limit < ORDER_LIMIT
