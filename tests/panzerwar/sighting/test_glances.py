"""What hides a target from an observer: arcs, lines, smoke, weather, the night (pw:7.0, pw:7.2, pw:7.8, pw:7.15)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.choice import Refusal
from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Spell, Weather
from core.panzerwar.pieces.harm import Harm
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.sky import Sky
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting import glances, light, looking, observers, weather
from core.panzerwar.sighting.evolve import APPLY
from core.panzerwar.sighting.factors import When
from core.panzerwar.sighting.glances import Glance, glance, hidden_refusal
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import degrees_of, offset
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at, evolved

HALF = Travel(motion=Motion.HALF)


def two(card: str = "panther-g", bearing: float = 180.0, gsu: float = 100.0, **changes: Any) -> WarState:
    """An observer in P10 that looks south, a bunker with a team in it, and a T-34 somewhere about it. changes: of the
    observer; `night`, `spells`, `board`: of the engagement."""
    engagement = {key: changes.pop(key) for key in ("moonlight", "spells", "board") if key in changes}
    looks = an_element("eye", card, BLUE, "P10", **{"heading": 24, **changes})
    there = an_element("it", "t34-43", RED, offset(at("P10"), bearing, gsu))
    inside = (an_element("team", "scout", BLUE, "P10", posture=Posture(bunker="eye")),)
    return a_state(looks, there, *(inside if card.startswith("bunker") else ()), **engagement)


def refused(state: WarState, *, new: bool = True) -> str:
    """The rule by which the one does not see the other; "" if he does."""
    found = hidden_refusal(state, state.element("eye"), state.element("it"), new=new)
    return "" if found is None else found.rule


def looked(state: WarState) -> Glance:
    found = glance(state, state.element("eye"), state.element("it"), When.MOVEMENT)
    assert isinstance(found, Glance)
    return found


# -- covered arcs ----------------------------------------------------------------------------------------


def seen_at(card: str, **changes: Any) -> set[int]:
    """Degrees off its front, clockwise, at which an observer sees."""
    return {off for off in range(0, 360, 5) if refused(two(card, (180 + off) % 360, **changes)) == ""}


def around(half: int) -> set[int]:
    return {off for off in range(0, 360, 5) if min(off, 360 - off) <= half}


@pytest.mark.parametrize(
    ("card", "changes", "half"),
    [
        ("panther-g", {"buttoned": True}, 45),
        ("panther-g", {}, 90),
        ("marder3m", {"buttoned": True}, 90),
        ("pak40", {}, 90),
        ("flak36", {}, 90),
        ("mg-team", {"weapon": "mg42-hmg"}, 90),
        ("ger-rifle-44", {}, 180),
        ("ger-rifle-44", {"travel": HALF}, 90),
        ("bunker-small", {}, 45),
    ],
)
def test_covered_arcs(card: str, changes: dict[str, Any], half: int) -> None:
    """pw:7.0.1, pw:7.2, pw:7.2.1, pw:7.2.2, pw:7.2.3, pw:7.2.4, pw:15.7.6: to either side, their borders included."""
    assert seen_at(card, **changes) == around(half)


def test_an_empty_bunker_sees_nothing() -> None:
    """pw:15.7.5: it is sighted from as a buttoned vehicle is, by who is in it."""
    state = two("bunker-small")
    assert refused(state) == ""
    state.put(evolve(state.element("team"), posture=Posture()))
    assert refused(state) == "pw:15.7.5"
    assert not [one for one in looking.parties(state, BLUE) if any(e.id == "eye" for e in one)]


def test_a_buttoned_tank_sees_along_its_turret_and_its_hull() -> None:
    """pw:7.2.1: 45 degrees about the turret, 22.5 about the hull."""
    seen = seen_at("panther-g", buttoned=True, turret=24 + 12)
    assert seen == {off for off in range(0, 360, 5) if 45 <= off <= 135 or off <= 20 or off >= 340}


def test_who_is_in_a_bunker_has_its_arc() -> None:
    """pw:15.7.5, pw:15.7.6."""
    state = two("ger-rifle-44", 240.0, posture=Posture(bunker="b"))
    assert refused(state) == "pw:7.0.1"
    state.put(an_element("b", "bunker-large", BLUE, "P10", heading=32))
    assert refused(state) == ""


# -- what hides ------------------------------------------------------------------------------------------


def test_without_a_clear_line_nothing_is_sighted() -> None:
    """pw:7.0.2, pw:7.6.1, pw:7.11, pw:7.11.2: nor the second of two with another line."""
    assert refused(two(gsu=200, board=a_board(levels={"P14": 1}))) == "pw:7.11.2"
    assert refused(two(gsu=200, board=a_board(terrain={"P13 P14": "heavy-woods"}))) == "pw:7.11.3"
    assert refused(two(gsu=200, board=a_board(terrain={"P13 P14": "village"}))) == "pw:7.11.4"
    assert refused(two(gsu=200)) == ""


@pytest.mark.parametrize(
    ("changes", "new", "rule"),
    [
        ({"harm": Harm(stunned=True)}, True, "pw:9.15.2"),
        ({"harm": Harm(stunned=True)}, False, ""),
        ({"harm": Harm(blinded=2)}, False, "pw:11.4.3"),
        ({"presence": Presence.ABOARD}, True, "pw:6.11"),
        ({"posture": Posture(turret_down=1), "buttoned": True}, True, "pw:9.18.3"),
        ({"posture": Posture(turret_down=1)}, True, ""),
    ],
)
def test_who_sees_nothing(changes: dict[str, Any], new: bool, rule: str) -> None:
    """pw:9.15.2, pw:11.4.3, pw:6.11, pw:9.18.3: who is stunned sights nothing new but keeps what he has."""
    assert refused(two(**changes), new=new) == rule


def test_what_is_carried_is_not_sighted_by_itself() -> None:
    """pw:6.11: it is the same target as what carries it."""
    state = two()
    state.change(UnitId("it"), presence=Presence.ABOARD)
    assert refused(state) == "pw:6.11"


def test_thick_smoke_about_one_of_the_two() -> None:
    """pw:11.2.4, pw:7.11.6: no further than 75."""
    state = two(gsu=90)
    cloud = clouds.new(state, Source.BURNING, (at("P10"),), 0)
    state.smoke = evolve(state.smoke, clouds={"1": evolve(cloud, id="1")})
    assert refused(state) == "pw:11.2.4"
    state.change(UnitId("it"), at=offset(at("P10"), 180, 80))
    assert refused(state) == ""


# -- the night -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moonlight", "most"), [(0, 50), (40, 130), (100, 250), (None, None)])
def test_how_far_is_seen_at_night(moonlight: int | None, most: float | None) -> None:
    """pw:7.8.1."""
    state = two(moonlight=moonlight)
    assert light.night_limit(state) == most
    if most is not None:
        for gsu, rule in ((most + 4, ""), (most + 6, "pw:7.8.1")):
            state.change(UnitId("it"), at=offset(at("P10"), 180, gsu))
            assert refused(state) == rule


def test_at_night_everything_is_seen_at_half_the_distance() -> None:
    """pw:7.8, pw:7.6.2: within the greatest distance, which is not halved."""
    by_day, by_night = two(), two(moonlight=100)
    assert glances.normal(by_night, [looked(by_night)]) == glances.normal(by_day, [looked(by_day)]) / 2
    assert glances.farthest(by_night, looked(by_night)) == 250


def test_a_star_shell_lights_a_circle_for_two_complete_turns() -> None:
    """pw:7.8.3: 100 across, as by day."""
    board = a_board(rows=40)
    state = two(gsu=300, moonlight=0, board=board)
    assert refused(state) == "pw:7.8.1"
    evolved(state, APPLY, weather.light_up(state, offset(state.element("it").where, 90, 49)))
    assert refused(state) == ""
    by_day = two(gsu=300, board=board)
    assert glances.normal(state, [looked(state)]) == glances.normal(by_day, [looked(by_day)])
    for turn, dark in ((3, False), (4, False), (5, True)):
        state.turn = turn
        assert bool(refused(state)) is dark
    state.turn = 2
    state.change(UnitId("it"), at=offset(state.element("it").where, 270, 2))
    assert refused(state) == "pw:7.8.1"


@pytest.mark.parametrize(
    ("bearing", "gsu", "lit"), [(180, 590, True), (180, 610, False), (200, 300, True), (205, 300, False)]
)
def test_a_searchlight_shines_45_degrees_wide_and_600_far(bearing: float, gsu: float, lit: bool) -> None:
    """pw:7.8.2: for everybody."""
    state = two(bearing=bearing, gsu=gsu, moonlight=0, role="searchlight", board=a_board(rows=40))
    assert light.lit(state, state.element("it").where) is lit
    assert refused(state) == ("" if lit else "pw:7.8.1")


def test_a_searchlight_does_not_shine_through_hills() -> None:
    """pw:7.8.2."""
    state = two(gsu=200, moonlight=0, role="searchlight", board=a_board(levels={"P14": 1}))
    assert not light.lit(state, state.element("it").where)


# -- weather ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spell", "dice", "most", "row"),
    [
        (Spell(weather=Weather.FOG), [], 50, "fog"),
        (Spell(weather=Weather.HAZE), [2, 3, 5], 1000, "haze"),
        (Spell(weather=Weather.RAIN), [3], 300, "heavy"),
        (Spell(weather=Weather.RAIN), [4], 400, "light"),
        (Spell(weather=Weather.SNOW), [1], 100, "heavy"),
        (Spell(weather=Weather.SNOW, light=True), [2], 200, "light"),
    ],
)
def test_weather_limits_what_is_seen(spell: Spell, dice: list[int], most: int, row: str) -> None:
    """pw:7.15, pw:7.15.1, pw:7.15.2, pw:7.6.2: the line of the chart says what it does to fire."""
    state = two(gsu=most + 6, spells=(spell,), board=a_board(rows=60))
    assert refused(state) == ""
    evolved(state, APPLY, weather.happens(state, ScriptedDice(dice)))
    assert (state.sky.weather, state.sky.most, state.sky.row) == (spell.weather, most, row)
    assert refused(state) == "pw:7.15.1"
    state.change(UnitId("it"), at=offset(at("P10"), 180, most + 4))
    assert refused(state) == ""
    assert not weather.due(state)


def test_weather_comes_and_goes() -> None:
    """pw:7.15: by its chance, for its turns."""
    state = two(spells=(Spell(weather=Weather.FOG, first=2, last=3, chance=4),))
    assert weather.due(state)
    evolved(state, APPLY, weather.happens(state, ScriptedDice([3])))
    assert state.sky == Sky(decided=frozenset({0}))
    state = two(spells=(Spell(weather=Weather.FOG, first=2, last=3, chance=4),))
    evolved(state, APPLY, weather.happens(state, ScriptedDice([4])))
    assert state.sky.most == 50
    state.turn = 3
    assert not weather.due(state)
    state.turn = 4
    assert weather.due(state)
    evolved(state, APPLY, weather.happens(state, ScriptedDice([])))
    assert (state.sky.weather, state.sky.most) == (Weather.CLEAR, None)
    assert not weather.due(state)


def test_one_spell_follows_another() -> None:
    """pw:7.15: what does not come leaves what there is, or clear weather where that is over."""
    spells = (Spell(weather=Weather.FOG, last=2), Spell(weather=Weather.HAZE, first=2, last=5, chance=6))
    state = two(spells=spells)
    state.turn = 1
    evolved(state, APPLY, weather.happens(state, ScriptedDice([])))
    state.turn = 2
    assert weather.due(state)
    evolved(state, APPLY, weather.happens(state, ScriptedDice([1])))
    assert state.sky.weather is Weather.FOG
    state.turn = 3
    evolved(state, APPLY, weather.happens(state, ScriptedDice([])))
    assert state.sky.weather is Weather.CLEAR


# -- distances -------------------------------------------------------------------------------------------


def test_suppressed_men_see_half_as_far() -> None:
    """pw:12.9.3.3, pw:12.9."""
    free, pinned = two("ger-rifle-44"), two("ger-rifle-44", nerve=Nerve(suppressed=2))
    assert glances.normal(pinned, [looked(pinned)]) == glances.normal(free, [looked(free)]) / 2


def test_what_is_sighted_at_once() -> None:
    """pw:7.5, pw:6.7: as far as with a 1, half of the normal distance."""
    state = two(gsu=300, board=a_board(rows=60))
    far = glances.reach(state, [looked(state)], 1)
    assert far == glances.normal(state, [looked(state)]) / 2
    for gsu, at_once in ((far, True), (far + 1, False)):
        state.change(UnitId("it"), at=offset(at("P10"), 180, gsu + 5))
        assert glances.auto_sighted(state, looked(state)) is at_once


@pytest.mark.parametrize(("gsu", "chance"), [(400, 1.0), (600, 0.9), (1000, 0.5), (1250, 0.3), (1500, 0.1), (1501, 0)])
def test_the_chance_of_one_observer(gsu: float, chance: float) -> None:
    """pw:7.6.3, pw:7.0.3: class A, size 0: 1000."""
    state = two(gsu=gsu + 5, board=a_board(rows=90))
    assert looked(state).factor.total == 40
    assert glances.chance(state, looked(state)) == pytest.approx(chance)


# -- keeping in sight --------------------------------------------------------------------------------------


def held(state: WarState) -> str:
    found: Refusal | None = glances.held_refusal(state, state.element("eye"), state.element("it"))
    return "" if found is None else found.rule


def test_what_is_kept_in_sight() -> None:
    """pw:7.10, pw:7.10.1, pw:7.10.2, pw:7.10.3: beyond 200 percent it is lost, at 200 exactly it is not."""
    assert held(two(gsu=2000 + 5, board=a_board(rows=110))) == ""
    assert held(two(gsu=2001 + 5, board=a_board(rows=110))) == "pw:7.10.3"
    assert held(two(bearing=0)) == "pw:7.10.2"
    assert held(two(gsu=200, board=a_board(levels={"P14": 1}))) == "pw:7.11.2"


def test_a_shift_counts_as_stationary() -> None:
    """pw:7.4.2, pw:6.3.3."""
    still, shifts = two(), two(travel=Travel(motion=Motion.SHIFT))
    assert looked(still).factor == looked(shifts).factor


def test_arcs_of_48_headings_and_their_degrees() -> None:
    """pw:7.2, pw:1.3."""
    state = two(buttoned=True)
    arcs = observers.arcs(state, state.element("eye"))
    assert [(degrees_of(arc.heading), arc.half * 7.5) for arc in arcs] == [(180, 45), (180, 22.5)]
