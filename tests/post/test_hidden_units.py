"""or:7.2: HIDDEN UNIT counters by file: each machine knows what its own hold, and of the other's where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from content.catalogue import open_system
from core.event import Event
from core.play.replica import Replica
from tests.post.halves import play_halves
from tests.post.one_table import knows_its_own, the_same_at_one_table


def by_file(seed: str, level: str, most: int) -> list[Event]:
    """A game from two halves, as far as so many letters lead: what happened in it."""
    system: Any = open_system("halfaya-pass", ("hidden-units",))
    journal: list[Event] = []
    states: list[Any] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        knows_its_own(system, halves, truth)
        states[:] = [truth]

    play_halves(system, seed, check, level=level, most=most, journal=journal)
    the_same_at_one_table(system, journal, states[0])
    return journal


@pytest.mark.parametrize("level", ["greedy", "random"])
def test_the_owner_alone_says_what_is_under_a_counter(level: str) -> None:
    """or:7.2.1, or:7.2.2.1: between halves as at one table."""
    journal = by_file("hidden", level, 60)
    told = {event.name for event in journal}
    print(level, len(journal), sorted(t for t in told if "hid" in t or "reveal" in t))
    assert {"hidden-placed", "units-hidden", "hidden-commanded"} <= told
