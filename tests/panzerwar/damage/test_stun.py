"""Stun, jams and fires: who is stunned, what it does, how it ends (pw:9.6.1, pw:9.15)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice, SeededDice
from core.event import Event, UnitId
from core.panzerwar.combat import arms, places
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.damage import details, stun
from core.panzerwar.damage.area_hits import near_hit
from core.panzerwar.damage.events import FireTested, JamTested, StunTested, VehicleStruck
from core.panzerwar.damage.evolve import APPLY
from core.panzerwar.damage.hit import stunnable
from core.panzerwar.damage.locations import locate
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.resolving import ram_vehicle
from core.panzerwar.infantry import assault
from core.panzerwar.morale import driven
from core.panzerwar.movement import speed
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.moves import Piece
from core.panzerwar.pieces.strike import Blaze, Effect, Part
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting.evolve import APPLY as SIGHTING
from core.panzerwar.state import WarState
from core.plane import Path
from tests.panzerwar.damage.hits import CHARTS, a_strike, a_target, plated, scripted, struck
from tests.panzerwar.kit import RED, a_state, an_element, at, evolved


def tank(**harm: Any) -> Element:
    return an_element("tank", "t34-85", RED, "C5").with_harm(**harm)


def happen(state: WarState, events: Any) -> list[Event]:
    return evolved(state, APPLY, events)


@pytest.mark.parametrize(("die", "stunned"), [(9, True), (8, False)])
def test_every_hit_may_stun(die: int, stunned: bool) -> None:
    """pw:9.15: from the S of the shell on, whether it pierces or not."""
    for penetration in (0.5, 30.0):
        shot = a_strike(penetration=penetration, stun=9)
        effect = struck(a_target("t34-85"), shot, 8, 4, *(() if penetration < 1 else (2, 2, 2)), die)
        assert effect.stunned == stunned
    record = Record(scripted(die))
    assert near_hit(CHARTS, a_target("t34-85"), a_strike(stun=9), record).stunned == stunned


@pytest.mark.parametrize(("weight_class", "number"), [(0, 8), (1, 8), (2, 9), (4, 9), (5, 10), (6, 10)])
def test_stun_and_weight(weight_class: int, number: int) -> None:
    """pw:9.15.8: 1 to the die of light vehicles, -1 of heavy ones, told as what is needed."""
    assert stun.stun_number(CHARTS, 9, weight_class).total == number


def test_what_a_stunned_vehicle_may_not_do() -> None:
    """pw:9.15.2: move, or fire; its owner sees it marked."""
    state = a_state(tank(stunned=True))
    element = state.element("tank")
    found = speed.immobile_refusal(state, element)
    assert found is not None
    assert found.rule == "pw:9.15.2"
    assert not any(arms.able(state, element, one) for one in arms.arms(state, element))
    fit = a_state(tank())
    assert all(arms.able(fit, fit.element("tank"), one) for one in arms.arms(fit, fit.element("tank"))[:1])


def test_in_which_segment_it_was_stunned_is_kept() -> None:
    """pw:9.15.3: fire of that segment is simultaneous; from the next turn on it is stunned from before."""
    state = a_state(tank(), step="e2")
    effect = Effect(part=Part.BESIDE, stunned=True)
    side = state.element("tank").side
    happen(state, [VehicleStruck(side=side, element=UnitId("tank"), by="shell", effect=effect)])
    assert (state.element("tank").harm.stunned, state.element("tank").harm.stunned_in) == (True, 2)
    state.step = "e3"
    happen(state, [VehicleStruck(side=side, element=UnitId("tank"), by="shell", effect=effect)])
    assert state.element("tank").harm.stunned_in == 2
    happen(state, [TurnBegun(turn=3)])
    assert (state.element("tank").harm.stunned, state.element("tank").harm.stunned_in) == (True, 0)


def test_who_is_stunned_on_its_way() -> None:
    """pw:9.15.4: it stops there, or up to 10 beyond, but not beyond the end of its way."""
    assert stun.coasts(CHARTS, 40.0, 100.0) == (40.0, 50.0)
    assert stun.coasts(CHARTS, 95.0, 100.0) == (95.0, 100.0)
    path = Path(at("C9"), (at("C7"), at("C5")))
    assert places.gone(path, at("C8")) == pytest.approx(25)
    assert places.gone(path, at("C6")) == pytest.approx(75)
    assert Piece("c3", path.points).points[0] == at("C9")


def test_partly_soft_vehicles() -> None:
    """pw:9.15.5: stunned where they are armoured alone."""
    card = plated("t34-85", 2, front="0")
    for location, may in ((2, False), (7, True)):
        target = a_target(card)
        assert target.partly_soft
        place = locate(CHARTS, target, a_strike(), Record(scripted(location)))
        assert stunnable(target, place) == may
    whole = a_target("t34-85")
    assert stunnable(whole, locate(CHARTS, whole, a_strike(), Record(scripted(2))))


@pytest.mark.parametrize(("hit", "needed"), [(True, 9), (False, 8)])
def test_coming_to(hit: bool, needed: int) -> None:
    """pw:9.15.7: on 9 or 10 if any shell hit it in the turn, else on 8 to 10; an element each."""
    for die, ended in ((needed, True), (needed - 1, False)):
        state = a_state(tank(stunned=True, struck=hit))
        (event,) = happen(state, details.final_details(state, ScriptedDice([die])))
        assert isinstance(event, StunTested)
        assert (event.needed, event.ended) == (needed, ended)
        assert state.element("tank").harm.stunned == (not ended)


def test_a_near_hit_is_no_hit() -> None:
    """pw:9.15.7, pw:9.15: area fire beside a vehicle may stun it, which it shakes off as if nothing had hit it."""
    state = a_state(tank())
    for part, penetration, found in ((Part.BESIDE, None, False), (Part.HULL, 5.0, True), (Part.BESIDE, None, True)):
        effect = Effect(part=part, penetration=penetration, stunned=True)
        happen(state, [VehicleStruck(side=RED, element=UnitId("tank"), by="HE", effect=effect)])
        assert state.element("tank").harm.struck is found


def test_who_was_assaulted_or_rammed_was_hit_by_no_shell() -> None:
    """pw:9.15.7, pw:12.11.6, pw:14.3.3: it stuns no longer for it; pw:13.1.5: it is an attack."""
    for seed in range(20):
        state = a_state(tank(), step="e5")
        target = state.element("tank")
        assaulted = assault.struck(state, target, ("stunned",), None, ScriptedDice([]), "close assault")
        rammed = ram_vehicle(state, target, 60.0, 0.0, SeededDice(str(seed)), ramming=False)
        for event in (assaulted, rammed):
            state = a_state(tank(), step="e5")
            happen(state, [event])
            SIGHTING[VehicleStruck](state, event)
            after = state.element("tank")
            assert after.harm.stunned == event.effect.stunned
            assert not after.harm.struck
            assert not after.on_table or driven.under_attack(state, after)


@pytest.mark.parametrize(("motion", "needed"), [(Motion.STATIONARY, 9), (Motion.SHIFT, 10), (Motion.FULL, 10)])
def test_clearing_a_jam(motion: Motion, needed: int) -> None:
    """pw:9.15.9: on a 10, or a 9 if the mount did not move; not while it is stunned."""
    for die in (8, 9, 10):
        element = tank().with_gunnery(jammed=True).with_travel(motion=motion)
        state = a_state(element)
        (event,) = happen(state, details.final_details(state, ScriptedDice([die])))
        assert isinstance(event, JamTested)
        assert event.cleared == (die >= needed)
        assert state.element("tank").gunnery.jammed == (die < needed)
    state = a_state(tank(stunned=True).with_gunnery(jammed=True))
    (event,) = details.final_details(state, ScriptedDice([1]))
    assert isinstance(event, StunTested)


@pytest.mark.parametrize(
    ("dice", "blaze"),
    [((8,), Blaze.EXPLODES), ((10,), Blaze.EXPLODES), ((7,), Blaze.BURNS), ((1, 5), Blaze.OUT), ((1, 6), Blaze.BURNS)],
)
def test_burning_vehicles(dice: tuple[int, ...], blaze: Blaze) -> None:
    """pw:9.6.1: 0 or less puts it out, 8 to 10 explode; nobody rolls for one that was left."""
    state = a_state(tank(damage=frozenset({Damage.FIRE})))
    (event,) = happen(state, details.final_details(state, ScriptedDice(list(dice))))
    assert isinstance(event, FireTested)
    assert event.blaze is blaze
    element = state.element("tank")
    assert (element.presence is Presence.DESTROYED) == (blaze is Blaze.EXPLODES)
    assert (Damage.FIRE in element.harm.damage) == (blaze is not Blaze.OUT)
    left = tank(damage=frozenset({Damage.FIRE}))
    gone = a_state(an_element("x", "t34-85", RED, "C8"), left)
    gone.change(UnitId("tank"), presence=Presence.BAILED_OUT)
    assert list(details.final_details(gone, ScriptedDice([]))) == []
