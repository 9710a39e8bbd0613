"""Whether a scenario is fair: the interval of Wilson, and what so many games say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.yardstick.balance import Tried
from core.yardstick.intervals import wilson


@pytest.mark.parametrize(
    ("won", "games", "lowest", "highest"),
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (60, 100, 0.502, 0.691)],
)
def test_intervals_of_the_tables(won: int, games: int, lowest: float, highest: float) -> None:
    """As tables of Wilson's interval have them for 95 of 100."""
    found = wilson(won, games)
    assert (found.lowest, found.highest) == pytest.approx((lowest, highest), abs=0.001)


def test_no_game_says_nothing() -> None:
    assert str(wilson(0, 0)) == "0% to 100%"


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 20))
def test_a_share_lies_in_its_interval(first: int, second: int, drawn: int) -> None:
    tried = Tried(first, second, drawn)
    share = (first + drawn / 2) / tried.games if tried.games else 0.5
    assert tried.share.lowest <= share + 1e-9
    assert share <= tried.share.highest + 1e-9
    other = Tried(second, first, drawn)
    assert other.favoured == (None if tried.favoured is None else 1 - tried.favoured)


def test_who_is_favoured() -> None:
    assert Tried(10, 2).favoured == 0
    assert Tried(2, 10).favoured == 1
    assert Tried(6, 4).favoured is None
    assert Tried(0, 0, 40).favoured is None


def test_games_are_counted() -> None:
    tried = Tried.of(["german", None, "soviet", "german"], [100, 10, -50, 60], "german")
    assert tried == Tried(2, 1, 1, 30.0)
