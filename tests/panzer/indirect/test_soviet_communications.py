"""or:7.5: calls of Soviet observers are answered less often in the first years of their war."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.scenarios import SCENARIOS
from content.panzer.situations.situation import situation
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.indirect.prospects import prospects
from core.panzer.indirect.response import ResponseTerms, response_terms
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

BATTERY, OBSERVER = UnitId("battery"), UnitId("fo")
AIM = Aim(Hex(1, 5))


def posed(date: str, nation: str, *, on: bool) -> PanzerState:
    """An FO that spots a gun four hexes away, and its battery."""
    card, battery = {
        "Soviet": ("s58-section", "s45-medium-artillery-battery"),
        "German": ("g86-section", "g74-medium-artillery-battery"),
    }[nation]
    stated: dict[str, Any] = {
        "modules": ["indirect-fire", "leg-and-towed", "grades", *(["soviet-communications"] if on else [])],
        "board": {"grid": "\n".join("." * 6)},
        "side": [{"id": "us", "nation": nation}, {"id": "them", "nation": "British"}],
        "unit": [
            {
                "id": "fo",
                "side": "us",
                "card": card,
                "hex": "A1",
                "facing": "S",
                "command": "OVERWATCH",
                "labels": ["FO"],
            },
            {"id": "battery", "side": "us", "card": battery},
            {"id": "gun", "side": "them", "card": "na-2pdr-atg", "hex": "A5", "facing": "N"},
        ],
        "situation": {"step": "first-indirect", "first": "us", "date": date},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def terms(date: str, nation: str, *, on: bool) -> ResponseTerms:
    return response_terms(posed(date, nation, on=on), OBSERVER, BATTERY, AIM)


@pytest.mark.parametrize(("date", "amount"), [("1941-06", -2), ("1942-11", -1), ("1943-07", 0), ("1941", -2)])
def test_the_modifier_is_that_of_the_year(date: str, amount: int) -> None:
    found = {r.rule: r.amount for r in terms(date, "Soviet", on=True).tally.reasons}
    assert found.get("or:7.5", 0) == amount
    assert terms(date, "Soviet", on=True).chance == pytest.approx(terms("", "Soviet", on=True).chance + amount / 10)


@pytest.mark.parametrize(("nation", "on"), [("German", True), ("Soviet", False)])
def test_it_is_none_for_others_and_where_the_rule_is_not_played(nation: str, on: bool) -> None:
    assert terms("1941-06", nation, on=on).tally.total == 0


def test_calls_are_weighed_and_told_with_it() -> None:
    """One resolution: what the player is told of a call and what the computer player weighs is what is rolled."""
    with_it, without = (posed("1941-06", "Soviet", on=on) for on in (True, False))
    weighed = [next(p.terms.chance for p in prospects(s, SideId("us"))) for s in (with_it, without)]
    assert weighed[0] == pytest.approx(weighed[1] - 0.2)


def test_only_soviet_scenarios_of_those_years_offer_it() -> None:
    file = SCENARIOS.stated("the-bridge-1a")
    assert Switch.SOVIET_COMMUNICATIONS not in allowed(file), "it is of 1943"
    assert Switch.SOVIET_COMMUNICATIONS in allowed(evolve(file, date="1942-07"))
    other = tuple(evolve(side, nation="British") for side in file.side)
    assert Switch.SOVIET_COMMUNICATIONS not in allowed(evolve(file, date="1942-07", side=other))
