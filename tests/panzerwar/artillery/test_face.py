"""Artillery on the map, in its sheet and in the odds panel (pw:10.1, pw:10.3, pw:10.8)."""

from __future__ import annotations

from typing import Any

import pytest

from core.panzerwar.artillery import face
from core.panzerwar.artillery.orders import Register
from core.panzerwar.artillery.references import check_register, register
from core.panzerwar.state import WarState
from core.secrecy import view
from tests.panzerwar.artillery.guns import (
    a_battery,
    call,
    communicate,
    field,
    fire,
    guns,
    mortars,
    observer,
    order,
    turn,
)
from tests.panzerwar.kit import BLUE, RED, an_element, at


def fallen() -> WarState:
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)], step="set-up")
    order(state, check_register, register, Register(at=at("C20")))
    state.step = "communications"
    call(state, "C10")
    communicate(state, 5)
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, 4)
    fire(state, "e5", 9, 9)
    return state


def test_areas_lie_on_the_map() -> None:
    """pw:10.1: for all; points of aim and reference points for their own side."""
    state = fallen()
    assert {c.short for c in face.counters(view(state, BLUE))} == {"Ar", "RP", "PA"}
    (area,) = face.counters(view(state, RED))
    assert (area.short, area.values, area.point) == ("Ar", "100x75", at("C10"))


def test_the_sheet_tells_of_ones_own_batteries() -> None:
    """pw:10.0.1, pw:10.6.6."""
    state = fallen()
    told = [row.text for card in face.sheet(view(state, BLUE), BLUE).cards for s in card.sections for row in s.rows]
    assert any("3000 off the table" in text for text in told)
    assert any("1 of 6 turns" in text for text in told)
    assert "C20" in told
    assert not face.sheet(view(state, RED), RED).cards


def weighed(state: WarState, *picks: str) -> Any:
    return face.WEIGHED[picks[0].partition(":")[0]](state, BLUE, picks)


def test_the_odds_of_direct_fire() -> None:
    """pw:10.3, pw:10.5.5: each element in the area, and where it falls."""
    enemy = an_element("enemy", "sov-rifle-43", RED, "C10")
    crews = mortars("C38", "C38+20,0")
    state = field(*crews, enemy, batteries=[a_battery(*crews)], step="e4", see=["enemy"])
    assert weighed(state, "battery:mortars") is None
    found = weighed(state, "battery:mortars", "C10")
    assert dict(found.outcomes) == pytest.approx({"no possible hit": 0.81, "one": 0.18, "two or more": 0.01})
    assert [row.label for row in found.rows] == ["Falls", "enemy"]
    assert found.rows[0].text == "20% exactly, else 5 x D10 off"
    assert weighed(state, "area:mortars-1", "tube", "C20").outcomes == ()


def test_the_odds_of_a_call() -> None:
    """pw:5.1, pw:10.6.4, pw:10.6.7.2."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    found = weighed(state, "call:fo", "battery", "C10")
    assert dict(found.outcomes)["contact"] == pytest.approx(0.6)
    assert [row.text for row in found.rows] == ["in 2 turns", "4% exactly, else 30 x D10 off"]
