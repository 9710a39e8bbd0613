"""Artillery on the map, in its sheet and in the odds panel (pw:10.1, pw:10.3, pw:10.8)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.panzerwar.artillery import aims, allocation, choices_calls, direct, face, shoots
from core.panzerwar.artillery.direct import Body
from core.panzerwar.artillery.orders import AreaFire, Register
from core.panzerwar.artillery.references import check_register, register
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import gsu_between, offset
from core.secrecy import view
from tests.panzerwar.artillery.guns import (
    Dicing,
    a_battery,
    call,
    communicate,
    field,
    fire,
    guns,
    happen,
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
    assert [row.label for row in found.rows] == ["Falls", "Area", "enemy"]
    assert found.rows[0].text == "20% exactly, else 5 x D10 off"
    assert weighed(state, "area:mortars-1", "tube", "C20").outcomes == ()


def test_the_odds_of_a_call() -> None:
    """pw:5.1, pw:10.6.4, pw:10.6.7.2."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    found = weighed(state, "call:fo", "battery", "C10")
    assert dict(found.outcomes)["contact"] == pytest.approx(0.6)
    assert [row.text for row in found.rows] == [
        "in 2 turns",
        "4% exactly, else 30 x D10 off",
        "for 6 turns",
        "100 x 75, 4 dice at each in it",
    ]


def test_the_odds_of_smoke() -> None:
    """pw:10.5, pw:11.2, pw:11.2.5: it strikes nobody, so that no hits are told."""
    enemy = an_element("enemy", "sov-rifle-43", RED, "C10")
    crews = mortars("C38", "C38+20,0", weapon="GrW34")
    state = field(*crews, enemy, batteries=[a_battery(*crews)], step="e4", see=["enemy"])
    smoke = next(one.name for one in state.cards.weapons["GrW34"].shells if one.smoke is not None)
    found = weighed(state, "battery:mortars", "C10", f"shell:{smoke}")
    assert not found.outcomes
    assert [(row.label, row.text) for row in found.rows[1:]] == [("Lays", "4 puffs of smoke across the line of fire")]


def test_concentrated_fire_is_told() -> None:
    """pw:10.4: with its dice."""
    enemy = an_element("enemy", "sov-rifle-43", RED, "C10")
    crews = mortars("C38", "C38+20,0")
    state = field(*crews, enemy, batteries=[a_battery(*crews)], step="e4", see=["enemy"])
    order(state, shoots.check, shoots.declare, AreaFire(battery="mortars", at=at("C10")))
    happen(state, shoots.resolve(state, state.copy(), Dicing([9])))
    turn(state)
    state.step = "e4"
    found = weighed(state, "battery:mortars", "C10")
    assert found.rows[1].text.endswith("4 dice at each in it, concentrated")
    assert found.rows[1].rule == "pw:10.4"
    single = weighed(state, "battery:mortars", "C10", "single-dice")
    assert single.rows[1].text.endswith("2 dice at each in it")


def test_where_it_falls_is_told_from_who_fires() -> None:
    """pw:10.5.5, pw:8.1: of a battery whose first piece does not bear there, the range is that of the next."""
    near = an_element("battery-1", "lefh18", BLUE, "C36", organisation="battery", heading=24, command=True)
    far = an_element("battery-2", "lefh18", BLUE, "C36+24,0", organisation="battery", heading=0)
    far = evolve(far, at=offset(far.where, 180, 24))
    state = field(near, far, batteries=[a_battery(near, far)], step="e4")
    aim = next(
        hex_.id
        for hex_ in aims.all_at(state, body(state), frozenset())
        if 585 < gsu_between(at(hex_.id), near.where) <= 600
    )
    assert weighed(state, "battery:battery", aim).rows[0].text == "20% exactly, else 5 x D10 off"


def body(state: WarState) -> Body:
    found = direct.of_battery(state, state.organisations["battery"])
    assert found is not None
    return found


def test_each_scatter_is_told_by_its_rule() -> None:
    """pw:10.5.5, pw:10.6.7.3, pw:10.8.5, pw:10.5.8."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)], step="set-up")
    order(state, check_register, register, Register(at=at("C20")))
    state.step = "communications"
    assert weighed(state, "call:fo", "battery", "C10").rows[1].rule == "pw:10.6.7.3"
    assert weighed(state, "call:fo", "battery", "point:1").rows[1].rule == "pw:10.8.5"
    title = choices_calls.go_on(state, BLUE, ("call:fo", "battery", "point:1")).prompt
    assert title == "battery at reference point 1: in 1 turn"


def test_a_call_that_is_denied_says_so() -> None:
    """pw:10.9, pw:10.9.1: before it is made, and for how many turns it is heard."""
    pieces, fo = guns(), observer("C30")
    foes = [an_element(f"foe-{n}", "t34-85", RED, f"C10+{8 * n},0") for n in range(3)]
    see = [foe.id for foe in foes]
    more = {"batteries": [a_battery(*pieces, fo)], "switches": [Switch.ALLOCATION], "see": see}
    state = field(*pieces, fo, *foes, **more)
    rows = {row.label: row for row in weighed(state, "call:fo", "battery", "C10").rows}
    turns = allocation.allocate(state, state.organisations["battery"], at("C10")).turns
    assert turns > 1
    assert (rows["Fires"].text, rows["Fires"].rule) == (f"for {turns} turns", "pw:10.9.1")
    assert "Denied" not in rows
    blue, red = state.engagement.sides
    state.engagement = evolve(state.engagement, sides=(evolve(blue, supply=99), red))
    rows = {row.label: row for row in weighed(state, "call:fo", "battery", "C10").rows}
    assert rows["Denied"].rule == "pw:10.9"
    assert "Fires" not in rows
