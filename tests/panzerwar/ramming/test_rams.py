"""Ramming: who may, whether it is avoided, when it takes effect, what it does (pw:14)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.panzerwar.damage.events import GunStruck, VehicleStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.movement import choices, planning
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.plan import Contact, Leg, Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import meeting, rams, who
from core.panzerwar.ramming.events import Rammed, RamMet, RamStopped
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import rolling
from tests.panzerwar.ramming.crashes import drives, facing, happen, mad, meets, target

RAM = {"ram": UnitId("target")}


def sane(**harm: Any) -> Element:
    return an_element("rammer", "pz4h", BLUE, "C9").with_harm(**harm)


# -- who may -------------------------------------------------------------------------------------------------


def test_only_the_mad_ram() -> None:
    """pw:14.0: berserk crews must, battle-crazed ones may, others do not."""
    for rammer, may in ((sane(), False), (sane(crazed=2), True), (sane(crazed=1), False), (mad(), True)):
        state = facing(rammer, target())
        assert (who.ram_refusal(state, rammer, target()) is None) == may
        assert who.berserk(state, rammer) == (rammer.harm.berserk and may)


@pytest.mark.parametrize(
    ("where", "heading", "may"), [("C2", 0, True), ("C2", 24, False), ("C1", 0, True), ("C12", 0, False)]
)
def test_a_crazed_crew_rams_what_is_near_to_its_front(where: str, heading: int, may: bool) -> None:
    """pw:9.14.4, pw:14.0: a vehicle within 200 of its front; one that goes berserk any that it sees."""
    rammer = evolve(sane(crazed=9), heading=heading)
    state = facing(rammer, target(where=where))
    assert (who.ram_refusal(state, rammer, state.element("target")) is None) == may
    wild = rammer.with_harm(berserk=True)
    assert who.ram_refusal(facing(wild, target(where=where)), wild, state.element("target")) is None


def test_crews_of_the_ss_ram_in_1945() -> None:
    """pw:14.0: as the name of their unit says, and not before."""
    rammer = sane()
    for year, name, may in ((1945, "1st SS company", True), (1944, "1st SS company", False), (1945, "class", False)):
        state = facing(rammer, target(), year=year)
        state.reorganise("blue-1", name=name)
        assert (who.ram_refusal(state, rammer, target()) is None) == may


@pytest.mark.parametrize(
    ("rammer", "other", "why"),
    [
        (mad("ger-rifle-44"), target(), "an AFV rams"),
        (mad(), target("sov-rifle-43"), "vehicles and guns"),
        (mad(), an_element("target", "pz3h", BLUE, "C5"), "no enemy in sight"),
    ],
)
def test_whom_nobody_rams(rammer: Element, other: Element, why: str) -> None:
    """pw:14.0: AFVs ram enemy vehicles and guns that they see."""
    state = facing(rammer, other)
    found = who.ram_refusal(state, rammer, other)
    assert found is not None
    assert why in found.reason


def test_who_is_berserk_must_ram() -> None:
    """pw:14.0: planning does not end before that is written down; not where it gets at nobody."""
    state = facing(mad(), target(), step="plan")
    assert planning.bound_to_move(state, BLUE) == ("rammer",)
    plan = planning.must_ram(state, state.element("rammer"))
    assert plan is not None
    assert plan.ram == "target"
    planning.check_plan(state, BLUE, WritePlan(plan=plan))
    happen(state, planning.plan(state, BLUE, WritePlan(plan=plan), rolling()))
    assert planning.bound_to_move(state, BLUE) == ()
    far = facing(mad(), target(where="C5"), step="plan")
    far.change(UnitId("target"), at=at("AA20"))
    assert planning.must_ram(far, far.element("rammer")) is None


def test_a_way_must_lead_to_the_target() -> None:
    """pw:14.1: it ends at it; the menu offers it, with a last leg that leads there."""
    state = facing(mad(), target(), step="plan")
    rammer = state.element("rammer")
    short = Plan(element=rammer.id, legs=(Leg(at("C7")),), ram=UnitId("target"))
    found = planning.examined(state, rammer, short)
    assert "end at its target" in getattr(found, "reason", "")
    picked = choices.read(state, rammer, ("ram:target",))
    assert picked.plan.legs[-1].to == at("C5")
    assert picked.plan.contact is Contact.GO_ON
    assert getattr(planning.examined(state, rammer, picked.plan), "reason", "") == ""
    offered = choices.go_on(state, BLUE, ("plan:rammer",)).options
    assert "ram:target" in [choice.pick for choice in offered]


# -- whether it takes place ----------------------------------------------------------------------------------


def test_a_target_that_stands_does_not_avoid() -> None:
    """pw:14.2: no die is rolled; the rammer stands at its target then."""
    state = facing(mad(), target())
    plan = drives(state, "rammer", "C5", **RAM)
    (event,) = meets(state, "rammer", plan)
    assert isinstance(event, RamMet)
    assert (event.takes, event.rolled) == (True, None)
    assert gsu_between(state.element("rammer").where, at("C5")) == pytest.approx(10, abs=0.1)


@pytest.mark.parametrize(
    ("card", "one", "other", "takes"),
    [("pz4h", 3, 3, True), ("pz4h", 2, 3, False), ("pz2f", 2, 3, True), ("pz2f", 1, 3, False)],
)
def test_a_target_that_moves_may_avoid(card: str, one: int, other: int, takes: bool) -> None:
    """pw:14.2.1, pw:14.2.2: the rammer's D6 must be equal or higher; a faster one adds 1."""
    its = a_state().cards.vehicles
    rival = "pz4h" if card == "pz4h" else "churchill4"
    state = facing(mad(card), target(rival))
    more = its[card].speed_cc > its[rival].speed_cc
    assert more == (card == "pz2f")
    drives(state, "target", "C4", segment="c3")
    plan = drives(state, "rammer", "C5", spent=50.0, **RAM)
    (event,) = meets(state, "rammer", plan, rolling(rams=one, avoids=other))
    assert isinstance(event, RamMet)
    assert (event.takes, event.rolled, event.against) == (takes, one + more, other)
    assert bool(state.collisions) == takes


def test_the_chance_of_a_ram() -> None:
    """pw:14.2.1, pw:14.2.2: 21 of 36, 26 for the faster one, certain if the target stands."""
    state = facing(mad(), target())
    rammer, its = state.element("rammer"), state.element("target")
    assert meeting.takes_place(state, rammer, its) == 1.0
    drives(state, "target", "C4")
    faster = meeting.faster(state, rammer, its)
    assert meeting.takes_place(state, rammer, its) == pytest.approx((26 if faster else 21) / 36)
    assert meeting.takes_place(state, its, rammer) == 1.0


def test_a_target_that_has_yet_to_move_is_caught() -> None:
    """pw:14.2: the die is rolled in the movement of the rammer; who is caught stays where it is."""
    state = facing(mad(), target())
    state.plans = {UnitId("target"): Plan(element=UnitId("target"), legs=(Leg(at("C1")),))}
    plan = drives(state, "rammer", "C5", **RAM)
    meets(state, "rammer", plan, rolling(rams=6, avoids=1))
    assert UnitId("target") not in state.plans
    assert UnitId("target") in state.moves.done


def test_a_rammer_follows_as_far_as_it_can() -> None:
    """pw:14.1: it must reach the enemy: a target that is out of its reach has got away."""
    for spent, takes in ((50.0, True), (500.0, False)):
        state = facing(mad(), target())
        drives(state, "target", "C3")
        plan = drives(state, "rammer", "C5", spent=spent, **RAM)
        (event,) = meets(state, "rammer", plan, rolling(rams=6, avoids=1))
        assert isinstance(event, RamMet)
        assert event.takes == takes
        assert (gsu_between(state.element("rammer").where, at("C3")) < 13) == takes


@pytest.mark.parametrize(
    ("motion", "segment"), [(Motion.SHIFT, 3), (Motion.HALF, 3), (Motion.FULL, 4), (Motion.BONUS, 4), (Motion.BURST, 4)]
)
def test_when_it_takes_effect(motion: Motion, segment: int) -> None:
    """pw:14.1.1, pw:14.1.2: in E3 of who moved half or less, in E4 of who moved more."""
    state = facing(mad(), target())
    plan = drives(state, "rammer", "C5", motion=motion, **RAM)
    meets(state, "rammer", plan)
    assert [one.segment for one in state.collisions] == [segment]
    for number in (1, 2, 3, 4):
        state.step = f"e{number}"
        assert bool(rams.due(state)) == (number == segment)


# -- what comes of it ----------------------------------------------------------------------------------------


def collided(state: WarState, motion: Motion = Motion.FULL) -> WarState:
    """The rammer has come to its target; it is the fire segment in which that takes effect."""
    plan = drives(state, "rammer", "C5", motion=motion, **RAM)
    meets(state, "rammer", plan)
    state.step = "e4"
    return state


@pytest.mark.parametrize(
    ("change", "why", "back"),
    [
        (lambda e: e.with_harm(damage=frozenset({Damage.MOBILITY})), "immobilised", True),
        (lambda e: e.with_harm(damage=frozenset({Damage.LEFT_TRACK})), "immobilised", True),
        (lambda e: evolve(e, presence=Presence.DESTROYED), "destroyed", False),
        (lambda e: evolve(e, presence=Presence.BAILED_OUT), "bailed out", False),
    ],
)
def test_fire_may_stop_a_rammer(change: Any, why: str, back: bool) -> None:
    """pw:14.1, pw:14.2: it must get there; one that is immobilised is moved back, half-way."""
    state = collided(facing(mad(), target()))
    state.put(change(state.element("rammer")))
    (event,) = happen(state, rams.resolve(state, rolling()))
    assert isinstance(event, RamStopped)
    assert why in event.why
    assert (event.at is not None) == back
    if back:
        assert gsu_between(state.element("rammer").where, at("C7")) < 1
    assert not state.collisions


def test_who_is_stunned_on_his_way_does_not_ram() -> None:
    """pw:14.2, pw:9.15.4: he stands where fire stunned him; who is stunned at his target has rammed it."""
    for place, gets_there in (("C7", False), ("", True)):
        state = collided(facing(mad(), target()))
        stunned = state.element("rammer").with_harm(stunned=True, stunned_in=1)
        state.put(evolve(stunned, at=at(place)) if place else stunned)
        events = happen(state, rams.resolve(state, rolling()))
        assert isinstance(events[0], Rammed if gets_there else RamStopped)
        if not gets_there:
            assert "stunned" in events[0].why
            assert state.element("rammer").where == at("C7")


def test_each_takes_its_own_damage() -> None:
    """pw:14.3, pw:14.3.2, pw:14.3.3: a D6 for location of each, no penetration, damage with D, then stun with S."""
    state = collided(facing(mad(), target()))
    events = happen(state, rams.resolve(state, rolling()))
    rammed, other, mine = events
    assert isinstance(rammed, Rammed)
    assert not rammed.mutual
    for event in (other, mine):
        assert isinstance(event, VehicleStruck)
        assert event.by == "ram"
        assert event.effect.penetration is None
        assert event.effect.location == 2
        assert event.effect.trials[-1].what == "stun"
    assert not state.collisions


def test_who_ram_each_other_both_use_the_moving_column() -> None:
    """pw:14.3.4: once, for both."""
    enemy = evolve(target("t34-85"), heading=24).with_harm(crazed=9, berserk=True)
    state = facing(mad(), enemy)
    one = drives(state, "rammer", "C7", **RAM)
    other = drives(state, "target", "C7+0,-2", ram=UnitId("rammer"))
    meets(state, "rammer", one, rolling(rams=6, avoids=1))
    meets(state, "target", other, rolling(rams=6, avoids=1))
    assert len(state.collisions) == 2
    state.step = "e4"
    events = happen(state, rams.resolve(state, rolling(others=9, location=(2, 2), aspect=(1, 1))))
    assert [type(e) for e in events] == [Rammed, VehicleStruck, VehicleStruck]
    assert isinstance(events[0], Rammed)
    assert events[0].mutual
    charts, cards = state.charts, state.cards.vehicles
    line = charts.damage.ram(cards["t34-85"].weight, cards["pz4h"].weight)
    needed = [t.needed for e in events[1:2] for t in e.effect.trials if t.what == "stun"]  # type: ignore[attr-defined]
    assert needed == [line.moving_stun]
    assert not state.collisions


def test_a_gun_that_is_rammed() -> None:
    """pw:14.3.2: D6 and 4 on the chart of guns, its crew is attacked; the rammer takes damage by the weights."""
    state = collided(facing(mad(), target("zis3")))
    events = happen(state, rams.resolve(state, rolling(others=2, location=(2, 4))))
    kinds = [type(e) for e in events]
    assert kinds == [Rammed, GunStruck, MenAttacked, VehicleStruck]
    assert isinstance(events[1], GunStruck)
    assert events[1].effect.location == "gun and mount"


def test_nothing_is_left_to_be_rammed() -> None:
    """pw:14.1: a target that is out of the game by then is not rammed."""
    state = collided(facing(mad(), target()))
    state.change(UnitId("target"), presence=Presence.DESTROYED)
    (event,) = happen(state, rams.resolve(state, rolling()))
    assert isinstance(event, RamStopped)
    assert event.at is None


def test_a_ram_is_known_to_who_sees_it() -> None:
    """pw:14.0: of what it does not see a side is told nothing."""
    from core.secrecy import redact, view

    state = collided(facing(mad(), target()))
    assert view(state, RED).collisions == state.collisions
    state.sighted = {BLUE: frozenset({UnitId("target")}), RED: frozenset()}
    assert not view(state, RED).collisions
    events = list(rams.resolve(state, rolling()))
    assert redact(state, events[0], RED) is None
    assert redact(state, events[1], RED) is not None
