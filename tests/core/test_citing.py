"""Rules are cited by the ids of the edition that is played, wherever a value holds them; nothing else is changed."""

from __future__ import annotations

import pytest

from core.choice import Choice, Choices, Later, Refusal
from core.citing import NamingDice, named, named_in, naming
from core.dice import Roll, ScriptedDice
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.presentation import Overlay, OverlayCell, Report
from core.tally import Reason

NAMES = {"na:1.2": "min:3.4", "or:7.8.1": "min:10.2"}


def test_fields_that_are_rules_and_words_that_cite_them() -> None:
    told = Report(
        "no more (na:1.2)",
        "na:1.2",
        rolls=(Roll("d10", 3, "na:1.2", "or:7.8.1"),),
        tally=(Reason("x", 1, "na:1.2"), Reason("y", 1, "na:1.2a")),
        details=("by or:7.8.1, not by or:7.8",),
    )
    found = named(told, NAMES)
    assert (found.text, found.rule, found.details) == (
        "no more (min:3.4)",
        "min:3.4",
        ("by min:10.2, not by or:7.8",),
    )
    assert found.rolls == (Roll("d10", 3, "na:1.2", "min:10.2"),), "what it is for is no rule"
    assert found.tally == (Reason("x", 1, "min:3.4"), Reason("y", 1, "na:1.2a")), "nor is another rule"


def test_a_menu_keeps_its_picks_and_works_nothing_out() -> None:
    def work() -> float:
        raise AssertionError("nobody has looked")

    menu = Choices(
        "which?", "na:9", (Choice("na:1.2", "x", "unit", odds=Later(work), refusal=Refusal("no", "na:1.2")),)
    )
    (choice,) = named(menu, NAMES).options
    assert (choice.pick, choice.refusal) == ("na:1.2", Refusal("no", "min:3.4"))
    assert choice._odds is menu.options[0]._odds


def test_what_lies_under_keys() -> None:
    found = named({"rules": {"x": "na:1.2"}, "who": "na:1.2"}, NAMES)
    assert found == {"rules": {"x": "min:3.4"}, "who": "na:1.2"}
    layer = Overlay("x", "y", {hex_from_id("A1"): OverlayCell("bad", rule="na:1.2")})
    assert named(layer, NAMES).cells[hex_from_id("A1")].rule == "min:3.4"


@pytest.mark.parametrize("value", [None, (), "na:1.2", Choices("p", "na:9"), {"x": [1, 2]}, frozenset({1})])
def test_what_names_none_is_the_same_value(value: object) -> None:
    assert named(value, NAMES) is value


def test_without_names_nothing_is_looked_at() -> None:
    told = Report("x", "na:1.2")
    assert named(told, {}) is told
    assert named_in("na:1.2", {}) == "na:1.2"


def test_refusals_and_dice() -> None:
    with pytest.raises(IllegalOrder) as no, naming(NAMES):
        raise IllegalOrder("it may not (or:7.8.1)", "na:1.2")
    assert (no.value.reason, no.value.rule) == ("it may not (min:10.2)", "min:3.4")
    own = IllegalOrder("it may not", "min:3.4")
    with pytest.raises(IllegalOrder) as same, naming(NAMES):
        raise own
    assert same.value is own
    assert NamingDice(ScriptedDice([4]), NAMES).roll("d10", "x", "na:1.2") == Roll("d10", 4, "x", "min:3.4")
