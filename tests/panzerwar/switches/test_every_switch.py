"""Every advanced and every optional rule is a switch; each is asked, and an example plays with it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from content.kit.rulebook import rules
from content.panzerwar.scenarios.options import offered, refusal
from content.vignette import make_vignette
from core.book.vignette import run
from core.panzerwar.pieces.switches import ROWS, WITHOUT, Switch

CORE: Final = Path("core/panzerwar")
EXAMPLES: Final = Path("tests/vignettes/panzerwar")
#: Optional rules that no switch brings in: models of another size, and the order in which a player looks and rolls.
NO_SWITCH: Final = frozenset({"pw:1.0a", "pw:SC.2"})
ALL: Final = [pytest.param(switch, id=switch.value) for switch in Switch]


@cache
def examples() -> Mapping[str, Mapping[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(EXAMPLES.glob("*.toml"))}


def switches(example: Mapping[str, Any]) -> list[str]:
    return list(example.get("situation", {}).get("switches", []))


def played_with(switch: Switch) -> Iterable[str]:
    return [id_ for id_, example in examples().items() if switch.value in switches(example)]


def comes_out(id_: str, on: list[str]) -> bool:
    """Whether an example comes out as it says with these switches."""
    example = examples()[id_]
    stated = {**example, "situation": {**example.get("situation", {}), "switches": on}}
    return not run(make_vignette(stated, f"{id_}.toml"))


def test_every_rule_of_a_tier_is_brought_in_by_a_switch() -> None:
    """What is not says why."""
    found = {one.id: one for one in rules("panzerwar").values() if one.tier in ("advanced", "optional")}
    brought = [id_ for row in ROWS.values() for id_ in row.rules]
    assert len(found) == 57
    assert len(brought) == len(set(brought))
    assert set(found) - set(brought) == NO_SWITCH
    assert all(found[id_].reading for id_ in NO_SWITCH)


@pytest.mark.parametrize("switch", ALL)
def test_a_switch_is_of_the_tier_of_its_rules(switch: Switch) -> None:
    known = rules("panzerwar")
    assert {known[id_].tier for id_ in ROWS[switch].rules} - {"basic"} == {ROWS[switch].tier}


@pytest.mark.parametrize("switch", ALL)
def test_a_chapter_asks_whether_it_is_on(switch: Switch) -> None:
    name = f"Switch.{switch.name}"
    asking = [p for p in CORE.rglob("*.py") if p.name != "switches.py" and f"has({name})" in p.read_text("utf-8")]
    assert asking, "no chapter asks whether it is on"


@pytest.mark.parametrize("switch", ALL)
def test_an_example_plays_with_it_and_not_without_it(switch: Switch) -> None:
    """Those that do not name it play with it off."""
    named = played_with(switch)
    assert named, "no example plays with it"
    assert all(comes_out(id_, switches(examples()[id_])) for id_ in named)
    without = [id_ for id_ in named if comes_out(id_, [s for s in switches(examples()[id_]) if s != switch.value])]
    assert set(named) - set(without), "its examples come out the same without it"


@pytest.mark.parametrize("switch", ALL)
def test_it_is_offered_in_and_out(switch: Switch) -> None:
    """Alone too: none of them needs another."""
    assert switch.value in offered(())
    assert WITHOUT + switch.value in offered((switch.value,))
    assert refusal((), (switch.value,)) == ""


def test_all_go_together() -> None:
    assert refusal((), tuple(switch.value for switch in Switch)) == ""
