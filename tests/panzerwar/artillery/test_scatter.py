"""Where fire falls that is aimed at a point (pw:10.5.5 to pw:10.5.8, pw:10.6.7, pw:10.6.9, pw:10.7.5, pw:10.8.5)."""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve

from content.panzerwar.charts.charts import charts
from core import secrecy
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.artillery import cheating, scatter, shoots
from core.panzerwar.artillery.areas import Beaten
from core.panzerwar.artillery.cheating import cancelled
from core.panzerwar.artillery.corrections import LEAST, MOST, follows, move_refusal, straight
from core.panzerwar.artillery.events import AreaFired
from core.panzerwar.artillery.orders import CancelScatter
from core.panzerwar.artillery.scatter import DIRECT, INDIRECT, REFERENCE, ROCKETS_FIRST, ROCKETS_LATER, Scattered
from core.panzerwar.pieces.artillery import AreaShot, Cancels, Mission, Spotting
from core.plane import Point, bearing, gsu_between, offset
from tests.panzerwar.artillery.guns import Dicing, a_battery, field, guns, happen, mortars, observer, of, order
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at

CHARTS: Final = charts()
AIM: Final = at("C10")


def thrown(kind: str, range_: float, *dice: int, along: float = 0.0) -> Scattered:
    scripted = ScriptedDice(list(dice))
    found = scatter.scatter(CHARTS, kind, AIM, along, range_, scripted)
    assert not scripted.results
    return found


@pytest.mark.parametrize(
    ("range_", "gsu"), [(600.0, 0), (601.0, 35), (900.0, 35), (901.0, 70), (1800.0, 70), (1801.0, 140)]
)
def test_direct_fire_scatters_by_range(range_: float, gsu: float) -> None:
    """pw:10.5.5, pw:10.5.5.2 to pw:10.5.5.4: not up to 600, then 5, 10 or 20 x D10."""
    found = thrown(DIRECT, range_, *((3, 7) if gsu else ()))
    assert found.gsu == gsu
    assert gsu_between(AIM, found.at) == pytest.approx(gsu, abs=0.1)


@pytest.mark.parametrize("die", [9, 10])
def test_direct_fire_may_not_scatter(die: int) -> None:
    """pw:10.5.5.1: on a 9 or 10."""
    assert thrown(DIRECT, 700.0, die).at == AIM


@pytest.mark.parametrize(("number", "degrees"), [(1, 30), (2, 75), (3, 120), (5, 210), (8, 345)])
def test_direction_one_lies_along_the_line_of_fire(number: int, degrees: float) -> None:
    """pw:10.5.5.1, pw:1.3: the others follow clockwise."""
    found = thrown(DIRECT, 700.0, number, 10, along=30.0)
    assert bearing(AIM, found.at) == pytest.approx(degrees, abs=0.2)


def test_indirect_fire_rolls_twice() -> None:
    """pw:10.6.7, pw:10.6.7.1, pw:10.6.7.2: a 9 or 10 again; a second is exact."""
    assert thrown(INDIRECT, 3000.0, 9, 10).at == AIM
    assert thrown(INDIRECT, 3000.0, 10, 5, 2).direction == 5


def test_indirect_fire_scatters_far() -> None:
    """pw:10.6.7.3: 30 x D10, at any range."""
    assert thrown(INDIRECT, 100.0, 1, 4).gsu == 120
    assert thrown(INDIRECT, 3000.0, 1, 10).gsu == 300


def test_rockets_scatter_with_every_salvo() -> None:
    """pw:10.5.8, pw:10.6.9: as indirect fire first, then by 20 x D10."""
    assert thrown(ROCKETS_FIRST, 400.0, 9, 3, 4).gsu == 120
    assert thrown(ROCKETS_LATER, 400.0, 9, 3, 4).gsu == 80


def test_a_reference_point_scatters_as_direct_fire() -> None:
    """pw:10.8.5: by the distance of the battery; one die of 9 or 10 is exact."""
    assert thrown(REFERENCE, 500.0).at == AIM
    assert thrown(REFERENCE, 3000.0, 9).at == AIM
    assert thrown(REFERENCE, 3000.0, 4, 3).gsu == 60


@pytest.mark.parametrize(
    ("kind", "range_", "exact"), [(DIRECT, 700.0, 0.2), (INDIRECT, 3000.0, 0.04), (DIRECT, 1.0, 1.0)]
)
def test_chances_are_those_of_the_dice(kind: str, range_: float, exact: float) -> None:
    """pw:10.5.5.1, pw:10.6.7.2: the same code walked through all its dice."""
    found = scatter.places(CHARTS, kind, AIM, 0.0, range_)
    assert sum(found.values()) == pytest.approx(1.0)
    assert found[AIM] == pytest.approx(exact)


# -- corrections -----------------------------------------------------------------------------------


def a_mission(direction: int, coa: Point | None, aim: Point = AIM, **more: Any) -> Mission:
    return Mission(
        **{
            "id": "1",
            "side": BLUE,
            "battery": "battery",
            "shell": "HE",
            "aim": aim,
            "due": 2,
            "allotted": 6,
            "coa": coa,
            "direction": direction,
            **more,
        }
    )


def test_a_correction_is_from_25_to_150() -> None:
    """pw:10.6.8.2."""
    mission = a_mission(3, AIM)
    for gsu, allowed in ((24, False), (25, True), (150, True), (151, False)):
        refused = move_refusal(mission, offset(AIM, 90, gsu))
        assert (refused is None) is allowed
        assert refused is None or refused.rule == "pw:10.6.8.2"


def test_a_correction_may_be_45_degrees_off() -> None:
    """pw:10.6.8.1: of the direction that was declared in the communications phase."""
    mission = a_mission(3, AIM)
    assert move_refusal(mission, offset(AIM, 45, 100)) is None
    assert move_refusal(mission, offset(AIM, 135, 100)) is None
    refused = move_refusal(mission, offset(AIM, 136, 100))
    assert refused is not None
    assert refused.rule == "pw:10.6.8.1"
    assert move_refusal(a_mission(0, AIM), offset(AIM, 90, 100)) is not None


def test_what_is_not_said_leads_straight_towards_the_aim() -> None:
    """pw:10.6.8.1, pw:10.6.8.2: as near to the point of aim as the direction comes."""
    start = offset(AIM, 270, 100)
    assert straight(a_mission(3, start)) == offset(start, 90, 100)
    assert straight(a_mission(3, offset(AIM, 270, 400))) == offset(offset(AIM, 270, 400), 90, MOST)
    assert straight(a_mission(7, start)) == offset(start, 270, LEAST)
    assert straight(a_mission(0, start)) is None
    assert straight(a_mission(3, None)) is None


def test_a_bracket_is_corrected_from_either_round() -> None:
    """pw:10.7.2."""
    over, short = offset(AIM, 0, 100), offset(AIM, 180, 100)
    mission = a_mission(5, AIM, rounds=(over, short), from_=0)
    assert straight(mission) == offset(over, 180, 100)
    assert straight(a_mission(1, AIM, rounds=(over, short), from_=1)) == offset(short, 0, 100)


def test_direct_fire_is_moved_by_150() -> None:
    """pw:10.5.7."""
    assert follows(AIM, offset(AIM, 10, 150))
    assert not follows(AIM, offset(AIM, 10, 151))
    assert not follows(None, AIM)


# -- no cheaters -----------------------------------------------------------------------------------


def test_the_defender_cancels_a_scatter_onto_what_was_not_seen() -> None:
    """pw:10.7.5: fire at a team that would strike a platoon that nobody saw."""
    team = an_element("team", "scout", RED, "C10")
    tank = a_vehicle("tank", "t34-85", RED, "C20")
    state = field(team, tank, batteries=[], see=["team"])
    intended = Beaten(coa=at("C10"), along=0.0, length=100, width=75)
    assert cancelled(state, BLUE, intended, at("C20"))
    assert not cancelled(state, BLUE, intended, at("C30"))
    assert not cancelled(state, RED, intended, at("C20"))


def test_when_a_scatter_is_cancelled_is_for_the_defender_to_say() -> None:
    """pw:10.7.5: he has the option; in secret, with the orders, for all fire from then on. Without a word of his own it
    is where he loses less by it: not where a tank that was not seen either stands where it was aimed."""
    elements = (
        an_element("team", "scout", RED, "C10"),
        a_vehicle("hidden", "t34-85", RED, "C10+10,0"),
        a_vehicle("tank", "t34-85", RED, "C20"),
    )
    state = field(*elements, batteries=[], see=["team"], step="orders")
    intended, fell = Beaten(coa=at("C10"), along=0.0, length=100, width=75), at("C20")
    assert not cancelled(state, BLUE, intended, fell)
    for pick, does in (("always", True), ("cheaper", False), ("never", False)):
        assert pick in [one.pick for one in cheating.go_on(state, RED, ("scatter",)).options]
        given = cheating.order(state, RED, ("scatter", pick))
        assert given is not None
        order(state, cheating.check, cheating.say, given, RED)
        assert cancelled(state, BLUE, intended, fell) is does
    assert not secrecy.kept_view(state, BLUE).artillery.cancels
    state.elements[UnitId("hidden")] = a_vehicle("hidden", "t34-85", RED, "C30")
    assert not cancelled(state, BLUE, intended, fell), "he has said never"
    state.step = "communications"
    with pytest.raises(IllegalOrder):
        cheating.check(state, RED, CancelScatter(when=Cancels.ALWAYS))


def test_he_does_not_where_the_target_was_worth_it() -> None:
    """pw:10.7.5: a tank in sight where it was aimed; or one in sight where it falls."""
    aimed = a_vehicle("aimed", "t34-85", RED, "C10")
    tank = a_vehicle("tank", "t34-85", RED, "C20")
    intended = Beaten(coa=at("C10"), along=0.0, length=100, width=75)
    assert not cancelled(field(aimed, tank, batteries=[], see=["aimed"]), BLUE, intended, at("C20"))
    assert not cancelled(field(tank, batteries=[], see=["tank"]), BLUE, intended, at("C20"))
    beside = a_vehicle("beside", "t34-85", RED, "C20+20,0")
    squad = an_element("squad", "sov-rifle-43", RED, "C20")
    state = field(aimed, beside, squad, batteries=[], see=["aimed", "beside"])
    assert not cancelled(state, BLUE, intended, at("C20"))


@pytest.mark.parametrize(
    ("smoke", "spotting", "called_off"),
    [(False, Spotting.NONE, True), (True, Spotting.NONE, False), (False, Spotting.ONE, False)],
)
def test_nor_of_what_harms_nobody(smoke: bool, spotting: Spotting, called_off: bool) -> None:
    """pw:10.7.5: smoke and spotting rounds fall where they scatter, and tell nobody what stands there."""
    pieces, fo = guns(), observer("C30")
    tank = a_vehicle("tank", "t34-85", RED, "C22")
    state = field(*pieces, fo, tank, batteries=[a_battery(*pieces, fo)], turn=3, step="e5")
    shell = next(one.name for one in state.cards.weapons["105L28"].shells if one.smoke is not None) if smoke else ""
    mission = Mission(
        id="m",
        side=BLUE,
        battery="battery",
        shell=shell,
        aim=at("C10"),
        due=3,
        allotted=6,
        spotting=spotting,
        observer=fo.id,
    )
    state.artillery = evolve(state.artillery, missions=(mission,))
    fell = of(happen(state, shoots.resolve(state, state.copy(), Dicing([5, 10]))), AreaFired)[0]
    assert (fell.cancelled, fell.scattered) == (called_off, 300)
    assert (gsu_between(fell.coa, at("C22")) < 1) is not called_off


def test_nor_of_a_screen_that_is_laid_directly() -> None:
    """pw:10.7.5, pw:11.2.5."""
    crews = mortars("C58", "C58+20,0")
    tank = a_vehicle("tank", "t34-85", RED, "C28")
    state = field(*crews, tank, batteries=[a_battery(*crews)], step="e4", board=a_board(30, 60))
    smoke = next(one.name for one in state.cards.weapons["GrW34"].shells if one.smoke is not None)
    for shell, called_off in ((smoke, False), ("", True)):
        state.artillery = evolve(
            state.artillery, shots=(AreaShot(side=BLUE, battery="mortars", at=at("C26"), shell=shell),), services={}
        )
        now = state.copy()
        fell = of(happen(now, shoots.resolve(now, state, Dicing([5, 10]))), AreaFired)[0]
        assert fell.cancelled is called_off
