"""Events and orders are compared, hashed and told by all of their fields, as attrs would have it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from content import catalogue
from core.alike import Alike
from core.event import EVENTS, OrderGiven, SideId, TakenBack
from core.order import ORDERS
from core.step_end import FinishStep
from saves.library import SAMPLES
from saves.reading import read_journal


@frozen(kw_only=True, eq=False, repr=False)
class Pair(Alike):
    a: int
    b: tuple[str, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Other(Alike):
    a: int
    b: tuple[str, ...] = ()


def test_values_are_the_same_if_class_and_fields_are() -> None:
    assert Pair(a=1, b=("x",)) == Pair(a=1, b=("x",))
    assert Pair(a=1) != Pair(a=1, b=("x",))
    assert Pair(a=1) != Other(a=1)
    assert Pair(a=1) != 1
    assert len({Pair(a=1), Pair(a=1, b=()), Pair(a=2), Other(a=1)}) == 3


def test_they_are_told_by_name_and_fields() -> None:
    assert repr(Pair(a=1, b=("x",))) == "Pair(a=1, b=('x',))"
    given = OrderGiven(side=SideId("red"), order=FinishStep())
    assert repr(given) == "OrderGiven(rolls=(), tally=(), side='red', order=FinishStep())"


@pytest.mark.parametrize("registered", [EVENTS, ORDERS])
def test_all_kinds_are_compared_so(registered: dict[str, Any]) -> None:
    """One that is made a base, or says nothing, would compare what it has itself alone, or be dear to make."""
    for system in catalogue.systems():
        catalogue.open_system(next(info.id for info in catalogue.scenarios() if info.system == system))
    kinds = {name: kind for name, kind in registered.items() if kind.__module__.startswith("core.")}
    assert len(kinds) > 100
    for name, kind in kinds.items():
        assert kind.__eq__ is Alike.__eq__, name
        assert kind.__hash__ is Alike.__hash__, name
        assert kind.__repr__ is Alike.__repr__, name


def test_events_of_a_game_are_other_events_where_a_field_is_other() -> None:
    events = read_journal(SAMPLES / "the-pimple-11.journal").events
    again = read_journal(SAMPLES / "the-pimple-11.journal").events
    assert events == again
    assert len(set(events)) > 700
    back = TakenBack(side=SideId("red"), to=3)
    assert evolve(back, to=4) != back
