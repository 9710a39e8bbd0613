"""Counting: luck, ranges, dice, take-backs, comparison, on what is made for it."""

from __future__ import annotations

import pytest

from core.analysis.luck import Luck
from core.analysis.ranges import bands
from core.analysis.rolls import spreads
from core.analysis.study import Moment, Rolled, Tried, standing
from core.analysis.turning import swings
from core.attempt import Attempt, Member, one_or_none
from core.dice import Roll
from core.event import OrderGiven, SideId, TakenBack
from core.play.aside import GameStopped
from core.step_end import FinishStep
from tests.analysis.games import analysis

ROSTER = {
    "a": Member(id="a", name="A", side="red", value=30),
    "b": Member(id="b", name="B", side="blue", value=50),
}


def shot(chance: float, *, hit: bool, range_: float = 3, kill: float = 0.0, killed: bool = False) -> Tried:
    made = Attempt(
        kind="fire",
        side="red",
        by=("a",),
        at=("b",),
        range=range_,
        chance=chance,
        effect=hit,
        losses=one_or_none(kill, "b"),
        lost=("b",) if killed else (),
    )
    return Tried(1, 1, made)


def test_luck_is_what_came_of_it_less_what_was_to_be_expected() -> None:
    luck = Luck.none()
    for hit in (True, True, False, True):
        luck.add(shot(0.5, hit=hit, kill=0.2, killed=hit), ROSTER)
    assert (luck.effects.actual, luck.effects.expected, luck.effects.variance) == (3, 2, 1)
    assert luck.effects.deviations == pytest.approx(1)
    assert (luck.units.actual, luck.units.expected) == (3, pytest.approx(0.8))
    assert (luck.points.actual, luck.points.expected) == (150, pytest.approx(40))
    assert luck.points.variance == pytest.approx(4 * 0.2 * 0.8 * 50**2)


def test_what_an_attempt_costs_its_own_side_counts_against_it() -> None:
    luck = Luck.none()
    fight = Attempt(
        kind="fight", side="red", chance=0.5, losses=((0.5, ("b",)), (0.5, ("a",))), lost=("a",), by=("a",), at=("b",)
    )
    luck.add(Tried(1, 1, fight), ROSTER)
    assert (luck.units.actual, luck.units.expected, luck.units.variance) == (-1, 0, 1)
    assert (luck.points.actual, luck.points.expected) == (-30, 10)


def test_what_is_not_weighed_counts_as_such_alone() -> None:
    luck = Luck.none()
    luck.add(Tried(1, 1, Attempt(kind="fire", side="red", effect=True, why="it is dark")), ROSTER)
    assert (luck.attempts, luck.unweighed, luck.effects.tried, luck.units.tried) == (1, 1, 0, 0)


def test_bands_hold_every_shot_once() -> None:
    found = bands([shot(0.5, hit=at % 2 == 0, range_=at) for at in range(1, 41)])
    assert [(band.first, band.last) for band in found] == [(5 * i + 1, 5 * i + 5) for i in range(8)]
    assert [band.hits.tried for band in found] == [5] * 8
    assert sum(band.hits.actual for band in found) == 20
    assert bands([]) == ()
    assert [(band.first, band.last) for band in bands([shot(0.5, hit=True, range_=0)])] == [(1, 1)]


def test_uneven_dice_are_told_from_even_ones() -> None:
    def rolled(results: list[int]) -> list[Rolled]:
        return [Rolled(1, 1, Roll("d6", result, "", "")) for result in results]

    (even,) = spreads(rolled([1, 2, 3, 4, 5, 6] * 10))
    (odd,) = spreads(rolled([1, 1, 1, 1, 2, 2, 3, 4, 5, 6] * 10))
    assert (even.square, even.odd, even.mean) == (0, False, 3.5)
    assert odd.odd
    assert odd.labels() == ("1", "2", "3", "4", "5", "6")


def test_what_was_taken_back_is_left_out() -> None:
    side = SideId("red")
    given = OrderGiven(side=side, order=FinishStep())
    journal = [given, given, given, TakenBack(side=side, to=1), given, GameStopped(text="enough")]
    assert standing(journal) == [1, 5]


def test_swings_are_of_the_lead() -> None:
    moments = [
        Moment(0, 0, (0, 0), (0, 0), (0, 0)),
        Moment(2, 0, (0, 50), (0, 0), (0, 0), "a unit set up on an objective"),
        Moment(3, 0, (0, 0), (0, 0), (0, 0), "another beside it"),
        Moment(4, 1, (10, 0), (0, 1), (0, 10), "a loss"),
        Moment(7, 1, (10, 30), (0, 1), (0, 10), "a hill"),
        Moment(9, 2, (10, 30), (1, 1), (5, 10), "one that does not count"),
    ]
    found = swings(moments)
    assert [(s.n, s.side, s.amount, s.measure) for s in found] == [
        (4, 0, 10, "points"),
        (7, 1, 30, "points"),
        (9, 1, 5, "losses"),
    ]
    assert [s.n for s in swings(moments, most=1)] == [7]


def test_games_of_different_scenarios_are_not_compared() -> None:
    from core.analysis.compare import compare

    with pytest.raises(ValueError, match="games of one scenario are compared"):
        compare([(name, analysis(name)) for name in ("the-pimple-11", "the-bridge-9")])
    found = compare([("one", analysis("the-pimple-11")), ("two", analysis("the-pimple-11"))])
    assert (found.balance.first, found.balance.second, found.balance.drawn) == (2, 0, 0)
    assert found.points == (418, 256)
    assert (found.scatter, found.by_luck, found.decided) == (0, 2, 2)
