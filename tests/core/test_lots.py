"""Lots: the same from a seed for ever, within their bounds, and each purpose with its own."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lots import Lots


def test_what_is_drawn_is_the_same_for_ever() -> None:
    """Boards and forces that players have shared by their seed hang on these numbers."""
    lots = Lots("7")
    assert [lots.below(100) for _ in range(8)] == [Lots("7", n).below(100) for n in range(8)]
    assert [Lots("7", n).below(1000) for n in range(4)] == FIRST


FIRST = [100, 827, 107, 395]


@given(st.text(), st.integers(1, 50))
def test_bounds(seed: str, number: int) -> None:
    lots = Lots(seed)
    assert 0 <= lots.below(number) < number
    assert 3 <= lots.between(3, 3 + number) <= 3 + number
    assert 0 <= lots.share() < 1
    assert sorted(lots.shuffled(range(number))) == list(range(number))
    assert lots.weighed([("never", 0), ("always", number)]) == "always"
    assert not lots.hits(0)
    assert lots.hits(100)


def test_every_number_is_drawn_as_often() -> None:
    lots = Lots("often")
    found = Counter(lots.below(6) for _ in range(6000))
    assert all(850 < count < 1150 for count in found.values()), found


def test_one_purpose_does_not_move_another() -> None:
    lots = Lots("1")
    before = lots.of("hills").below(1000)
    lots.of("roads").below(1000)
    assert lots.of("hills").below(1000) == before


def test_nothing_lies_below_none() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Lots("1").below(0)
