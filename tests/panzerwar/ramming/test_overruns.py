"""Driving over men, guns and soft vehicles, and pushing aside what is abandoned (pw:6.8, pw:6.8.1, pw:6.8.2)."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.infantry.events import Assaulted, MenAttacked
from core.panzerwar.movement import choices, planning
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import rams, ways, who
from core.panzerwar.ramming.events import Pushed, Rammed, RamMet, RamStopped
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.obstacles.fields import rolling
from tests.panzerwar.ramming.crashes import drives, facing, happen, meets, target

OVER = {"overrun": UnitId("target")}


def a_tank(card: str = "pz4h", **changes: object) -> Element:
    return an_element("rammer", card, BLUE, "C9", **changes)


@pytest.mark.parametrize(
    ("card", "other", "may"),
    [
        ("pz4h", "sov-rifle-43", True),
        ("pz4h", "zis3", True),
        ("pz4h", "zis5", True),
        ("pz4h", "t34-85", False),
        ("sdk251-1", "sov-rifle-43", False),
        ("opel", "sov-rifle-43", False),
    ],
)
def test_tracked_vehicles_crush_what_is_soft(card: str, other: str, may: bool) -> None:
    """pw:6.8.1, pw:6.8.2: infantry, guns and unarmoured vehicles; half-tracks and trucks crush nobody."""
    tank, its = a_tank(card), target(other)
    assert (who.overrun_refusal(facing(tank, its), tank, its) is None) == may


@pytest.mark.parametrize("card", ["sov-rifle-43", "mg-team", "zis3"])
def test_walls_of_a_bunker_keep_tanks_off(card: str) -> None:
    """pw:6.8.1, pw:14.0, pw:15.7: who is inside is neither driven over nor rammed; once it has fallen in he is."""
    tank = a_tank().with_harm(crazed=2)
    for bunker, met in (("bunker", False), ("", True)):
        its = target(card).with_posture(bunker=bunker)
        state = facing(tank, its, an_element("bunker", "bunker-large", RED, "C5"))
        found = who.overrun_refusal(state, tank, its)
        assert (found is None) is met
        assert found is None or found.reason == "target is in a bunker"
        assert (who.ram_refusal(state, tank, its) is None) is (met and card == "zis3")


def test_a_way_leads_over_nobody_else() -> None:
    """pw:6.8: but to overrun him; who is not in sight bars nothing that is written down."""
    tank, squad = a_tank(), target("sov-rifle-43")
    state = facing(tank, squad, step="plan")
    through = (at("C9"), at("C2"))
    found = ways.refusal(state, tank, Plan(element=tank.id), through)
    assert found is not None
    assert "leads over target" in found.reason
    assert ways.refusal(state, tank, Plan(element=tank.id, overrun=squad.id), through) is None
    assert ways.refusal(state, tank, Plan(element=tank.id), (at("C9"), at("E2"))) is None
    state.sighted = {}
    assert ways.refusal(state, tank, Plan(element=tank.id), through) is None
    assert ways.refusal(state, squad, Plan(element=squad.id, ram=tank.id), (at("C5"),)) is not None


def test_an_overrun_must_lead_over_its_target() -> None:
    """pw:6.8: and one rams or overruns, not both; the menu offers it."""
    tank, squad = a_tank(), target("sov-rifle-43")
    state = facing(tank, squad, step="plan")
    beside = Plan(element=tank.id, legs=(Leg(at("C7")),), overrun=squad.id)
    assert "lead over" in getattr(planning.examined(state, tank, beside), "reason", "")
    both = Plan(element=tank.id, legs=(Leg(at("C5")),), overrun=squad.id, ram=squad.id)
    assert "rams or" in getattr(planning.examined(state, tank, both), "reason", "")
    offered = [choice.pick for choice in choices.go_on(state, BLUE, ("plan:rammer",)).options]
    assert "overrun:target" in offered
    plan = choices.read(state, tank, ("overrun:target",)).plan
    assert (plan.overrun, plan.legs[-1].to) == ("target", at("C5"))


def overrun(state: WarState) -> WarState:
    """The tank has driven over its target; it is the fire segment in which that takes effect."""
    plan = drives(state, "rammer", "C3", motion=Motion.HALF, **OVER)
    (event,) = meets(state, "rammer", plan)
    assert isinstance(event, RamMet)
    assert event.overrun
    state.step = "e3"
    return state


def test_men_are_attacked_at_killpower_4() -> None:
    """pw:6.8.1: after a close assault that a squad may make first; who is broken makes none."""
    state = overrun(facing(a_tank(), target("sov-rifle-43").with_nerve(broken=1)))
    assert state.element("rammer").where == at("C3")
    events = happen(state, rams.resolve(state, rolling(tracks=4)))
    assert [type(e) for e in events] == [Rammed, MenAttacked]
    attacked = events[-1]
    assert isinstance(attacked, MenAttacked)
    assert (attacked.net, attacked.result) == (4, Result.KILLED)


def test_a_squad_may_assault_first() -> None:
    """pw:6.8.1, pw:12.11: and if that stops the tank it is not driven over."""
    state = overrun(facing(a_tank(), target("sov-rifle-43")))
    events = happen(state, rams.resolve(state, rolling(assaults=10, tracks=9)))
    assert [type(e) for e in events] == [Rammed, Assaulted, MenAttacked]
    assert state.element("target").nerve.assaulted
    state = overrun(facing(a_tank(), target("sov-rifle-43")))
    events = happen(state, rams.resolve(state, rolling(assaults=1, result=5)))
    assert [type(e) for e in events] == [Rammed, Assaulted, VehicleStruck]
    assert state.element("rammer").harm.immobile


def test_infantry_that_moves_may_avoid() -> None:
    """pw:6.8.1, pw:14.2, pw:14.2.2: as others do; any vehicle is faster."""
    state = facing(a_tank(), target("sov-rifle-43"))
    drives(state, "target", "C4", segment="c1")
    plan = drives(state, "rammer", "C3", **OVER)
    (event,) = meets(state, "rammer", plan, rolling(drives=1, avoids=3))
    assert isinstance(event, RamMet)
    assert (event.takes, event.rolled, event.against) == (False, 2, 3)


def test_a_soft_vehicle_is_crushed() -> None:
    """pw:6.8.2: destroyed on a D10 of 2 and more; the tank takes what a ram does to it."""
    for die, gone in ((2, True), (1, False)):
        state = overrun(facing(a_tank(), target("zis5")))
        happen(state, rams.resolve(state, rolling(others=9, crushed=die)))
        assert (state.element("target").presence is Presence.DESTROYED) == gone


def test_who_is_stopped_overruns_nobody() -> None:
    """pw:14.1, pw:6.8.1: fire that destroys it before comes first."""
    state = overrun(facing(a_tank(), target("sov-rifle-43")))
    state.change(UnitId("rammer"), presence=Presence.DESTROYED)
    (event,) = happen(state, rams.resolve(state, rolling()))
    assert isinstance(event, RamStopped)


# -- pushing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "other", "presence", "may"),
    [
        ("tiger1", "t34-85", Presence.BAILED_OUT, True),
        ("t34-85", "tiger1", Presence.BAILED_OUT, False),
        ("tiger1", "t34-85", Presence.ON_TABLE, False),
        ("tiger1", "zis5", Presence.BAILED_OUT, False),
        ("sdk222", "ba64", Presence.BAILED_OUT, False),
    ],
)
def test_what_is_pushed_aside(card: str, other: str, presence: Presence, may: bool) -> None:
    """pw:6.8.2, pw:14.0: an armoured vehicle that its crew has left and that weighs no more."""
    tank, its = a_tank(card), target(other, presence=presence)
    assert (who.push_refusal(facing(tank, its), tank, its) is None) == may


def test_pushing_moves_it_ahead_without_harm() -> None:
    """pw:6.8.2, pw:14.0: at 15 GSU a turn."""
    wreck = an_element("target", "t34-85", RED, "C8", presence=Presence.BAILED_OUT)
    state = facing(a_tank("tiger1", heading=0), wreck, step="plan")
    tank = state.element("rammer")
    plan = Plan(element=tank.id, way=Way.PUSH, legs=(Leg(at("C9+0,-15")),), overrun=wreck.id)
    assert getattr(planning.examined(state, tank, plan), "reason", "") == ""
    far = Plan(element=tank.id, way=Way.PUSH, legs=(Leg(at("C8")),), overrun=wreck.id)
    assert "of 15" in getattr(planning.examined(state, tank, far), "reason", "")
    bare = Plan(element=tank.id, way=Way.PUSH, legs=(Leg(at("C9+0,-15")),))
    assert "push what" in getattr(planning.examined(state, tank, bare), "reason", "")
    made = drives(state, "rammer", at("C9+0,-15"), motion=Motion.SHIFT, way=Way.PUSH, overrun=wreck.id)
    (event,) = meets(state, "rammer", made)
    assert isinstance(event, Pushed)
    assert gsu_between(state.element("target").where, state.element("rammer").where) == pytest.approx(13, abs=0.1)
    assert not state.collisions
    assert not state.element("rammer").harm.damage


def test_nobody_is_driven_over_who_is_too_far_away() -> None:
    """pw:6.8, pw:6.2: those are offered whom the movement that is left leads to."""
    men = [an_element(id_, "ger-rifle-44", RED, place) for id_, place in (("near", "J12"), ("far", "J3"))]
    tank = an_element("b1", "t34-43", BLUE, "J15")
    state = a_state(tank, *men, board=a_board(), step="plan", see=("near", "far"))
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    found = {one.pick for one in choices.go_on(state, BLUE, ("plan:b1",)).options}
    assert "overrun:near" in found
    assert "overrun:far" not in found


def test_who_cannot_be_reached_is_refused_with_where_the_way_ends() -> None:
    """pw:6.8, pw:6.2: woods between use the movement up, or somebody else stands in the way."""
    men = an_element("men", "ger-rifle-44", RED, "J9")
    for terrain, other, why in (
        ({}, None, None),
        ({"J13 J12 J11 J10": "heavy-woods"}, None, "it comes as far as J12"),
        ({}, an_element("r2", "pz4h", RED, "J12"), "its way leads over r2"),
    ):
        tank = an_element("b1", "t34-43", BLUE, "J15")
        all_ = (tank, men) if other is None else (tank, men, other)
        state = a_state(*all_, board=a_board(terrain=terrain), step="plan", see=("men", "r2"))
        state.reorganise("blue-1", order=Tactical.ENGAGE)
        options = choices.go_on(state, BLUE, ("plan:b1",)).options
        (refused,) = (one.refusal for one in options if one.pick == "overrun:men")
        assert (refused.reason if refused is not None else None) == why
