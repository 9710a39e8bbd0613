"""Values are compared, hashed and told by all of their fields, as attrs would have it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from attrs import evolve, field, frozen

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


@frozen(eq=False, repr=False)
class Aside(Alike):
    a: int
    b: int = field(default=0, eq=False)
    c: int = field(default=0, repr=False)


@frozen(eq=False, repr=False)
class Bare(Alike):
    pass


#: Prints the frozen values whose methods are compiled, of all that a game of the scenario begins with.
BEGUN = """
import sys
import attrs
from content import catalogue
from tui.app import PanzerhexApp
from tui.commands import play
from tui.game.screen import GameScreen
rules = catalogue.open_system(sys.argv[1])
rules.face.status(rules.initial())
ours = [name for name in sys.modules if name.split(".")[0] in ("core", "content", "saves", "tui")]
for name in ours:
    for kind in vars(sys.modules[name]).values():
        if isinstance(kind, type) and kind.__module__ == name and attrs.has(kind):
            equal = getattr(vars(kind).get("__eq__"), "__code__", None)
            if equal and "attrs" in equal.co_filename and "__hash__" in vars(kind) and kind.__hash__:
                print(f"{kind.__module__}.{kind.__name__}")
"""
#: With methods of their own: keys that keep their hash, units, which are compared by the thousand, a choice, which is
#: compared by what is made of it, and what is of the terminal, whose room knows no other.
COMPILED = {
    "core.choice.Choice",
    "core.panzer.ground.going.Going",
    "core.panzer.pieces.edition.Edition",
    "core.panzer.pieces.turrets.Turrets",
    "core.panzer.pieces.unit.Unit",
    "core.panzer.sight.ranges.Eyes",
    "core.panzer.sight.ranges.Light",
    "core.panzer.sight.ranges.Shown",
    "core.panzerblitz.pieces.unit.Unit",
    "core.panzerwar.pieces.element.Element",
    "tui.terminal.frames._Ink",
}


def test_values_are_the_same_if_class_and_fields_are() -> None:
    assert Pair(a=1, b=("x",)) == Pair(a=1, b=("x",))
    assert Pair(a=1) != Pair(a=1, b=("x",))
    assert Pair(a=1) != Other(a=1)
    assert Pair(a=1) != 1
    assert len({Pair(a=1), Pair(a=1, b=()), Pair(a=2), Other(a=1)}) == 3


def test_a_field_may_be_left_out() -> None:
    assert Aside(1, b=2) == Aside(1, b=3)
    assert hash(Aside(1, b=2)) == hash(Aside(1, b=3))
    assert Aside(1, c=2) != Aside(1, c=3)
    assert repr(Aside(1, b=2, c=3)) == "Aside(a=1, b=2)"


def test_values_without_fields_are_the_same() -> None:
    assert Bare() == Bare()
    assert hash(Bare()) == hash(Bare())
    assert Bare() != Pair(a=1)


@pytest.mark.parametrize("scenario", ["the-bridge", "rear-area-raid", "pw-0"])
def test_no_value_that_a_game_begins_with_is_compiled(scenario: str) -> None:
    begun = subprocess.run([sys.executable, "-c", BEGUN, scenario], stdout=subprocess.PIPE, check=True, text=True)
    assert set(begun.stdout.split()) <= COMPILED


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
    catalogue.open_system("the-pimple")
    events = read_journal(SAMPLES / "the-pimple-11.journal").events
    again = read_journal(SAMPLES / "the-pimple-11.journal").events
    assert events == again
    assert len(set(events)) > 700
    back = TakenBack(side=SideId("red"), to=3)
    assert evolve(back, to=4) != back
