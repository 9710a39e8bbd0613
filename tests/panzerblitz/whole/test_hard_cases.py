"""Hard cases that players of the board game ask about first."""

from __future__ import annotations

import pytest

from content.panzerblitz.scenarios.scenarios import scenario
from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.course.deployment import deploy
from core.panzerblitz.course.set_up import place_refusal, to_place
from core.panzerblitz.fire.choices import attack_choices
from core.panzerblitz.fire.combat import resolve_next
from core.panzerblitz.fire.events import AttackLapsed, AttackResolved
from core.panzerblitz.fire.firing import may_fire_at_all
from core.panzerblitz.fire.orders import Announce
from core.panzerblitz.mines.minefields import mined_targets, resolve_field
from core.panzerblitz.movement.orders import Unload
from core.panzerblitz.movement.transport import load_refusal
from core.panzerblitz.pieces.attacks import Attack, Battle, Method
from core.panzerblitz.pieces.situation import Entry
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import initial_state
from tests.panzerblitz.field import GERMAN, at, before, give, position, refused


def one(target: str, *attackers: str) -> Battle:
    """A battle of these attackers."""
    return Battle(UnitId(target), tuple(map(UnitId, attackers)))


def selective(hex_: str, target: str, *attackers: str) -> Announce:
    """A Selective attack."""
    return Announce(attack=Attack(at(hex_), Method.SELECTIVE, (one(target, *attackers),)))


def test_a_rider_dispersed_alone_is_not_unloaded() -> None:
    """Neither carrier nor passenger may be dispersed (pb:PB-TRANS-B), though fire at riders spares the tank
    (pb:PB-TRANS-H)."""
    state = position({"t": "g-panther C3", "r": "g-rifle on t", "e": "r-rifle I8"}, step="first-vehicles")
    state.change(UnitId("r"), dispersed=True)
    assert refused(state, GERMAN, Unload(carrier=UnitId("t"))) == "pb:PB-TRANS-B"
    state.change(UnitId("r"), dispersed=False)
    give(state, GERMAN, Unload(carrier=UnitId("t")))


def test_riders_dispersed_do_not_jump_off() -> None:
    """A PanzerBlitz assault is no way out of dispersal (pb:PB-OPT-PBA-1, pb:PB-TRANS-B)."""
    counters = {"t": "g-panther C3", "r": "g-rifle on t", "e": "r-truck C4"}
    state = position(counters, step="first-vehicles", options=("panzerblitz-assault",))
    state.change(UnitId("r"), dispersed=True)
    runs = (Run(unit=UnitId("t"), jump=True),)
    assert refused(state, GERMAN, Overrun(hex=at("C4"), runs=runs)) == "pb:PB-TRANS-B"


def test_unloaded_in_impulse_a_fires_no_more() -> None:
    """A passenger does not fire in the turn in which it unloads (pb:PB-TRANS-B, pb:PB-EXP-IMP-1)."""
    counters = {"t": "g-truck C3", "m": "g-81mm-mortar on t", "e": "r-truck C5"}
    state = position(counters, step="first-impulse-a", options=("impulse-movement",))
    give(state, GERMAN, Unload(carrier=UnitId("t")))
    state.step = "first-fire"
    assert refused(state, GERMAN, selective("C5", "e", "m")) == "pb:PB-TRANS-B"


def test_who_came_through_mines_on_a_truck_is_through() -> None:
    """The attack was on carrier and passenger (pb:PB-MINE-E, pb:PB-TRANS-F); unloaded there, it is attacked no more."""
    counters = {"t": "r-truck C3", "r": "r-rifle on t", "m": "g-minefield C3", "e": "g-rifle I8"}
    state = position(counters, step="first-mines")
    for event in resolve_field(state, GERMAN, at("C3"), ScriptedDice((6,))):
        BOOK.evolve(state, event)
    state.change(UnitId("r"), carrier=None)
    assert mined_targets(state, GERMAN, at("C3")) == ()


def test_the_dispersed_in_the_fortification_fire_no_more() -> None:
    """Fire at the roof disperses those inside; what they had announced lapses (pb:PB-FORT-K, pb:PB-CRT-D)."""
    counters = {
        "f": "g-fortification C3",
        "i": "g-150mm-infantry-howitzer C3 in",
        "top": "r-rifle C3",
        "a": "g-120mm-mortar C6",
        "b": "g-120mm-mortar C6",
        "far": "r-rifle D6",
    }
    state = position(counters)
    give(state, GERMAN, selective("C3", "top", "a", "b"))
    give(state, GERMAN, selective("D6", "far", "i"))
    state.step = "first-resolve"
    found = []
    for dice in ((6, 1), ()):
        for event in resolve_next(state, GERMAN, ScriptedDice(dice)):
            BOOK.evolve(state, event)
            found.append(event)
    assert [type(e) for e in found] == [AttackResolved, AttackResolved, AttackLapsed]
    assert state.units[UnitId("i")].dispersed
    assert not state.announced


@pytest.mark.parametrize("id_", ["rear-area-raid", "drive-on-stalino", "korsun-pocket", "nikopol-bridgehead"])
def test_no_set_up_of_its_own_on_mines(id_: str) -> None:
    """Minefields have no friends (pb:PB-MINE-C); who lets the game set up does not lose units on his own."""
    on = scenario(id_)
    state = initial_state(on, ())
    for side in on.set_up:
        for event in deploy(state, side, to_place(state, side), place_refusal):
            BOOK.evolve(state, event)
    mined = {u.hex for u in state.units.values() if u.on_map and u.hex and state.minefield(u.hex) is not None}
    assert mined
    assert not [u for h in mined for u in state.loose(h)]


def test_a_fortification_can_be_demolished_with_no_enemy_in_sight() -> None:
    """Only one's own fire destroys an unwanted fortification (pb:PB-FORT-H), so the step is not passed over."""
    counters = {"f": "g-fortification C3", "a": "g-120mm-mortar C5", "b": "g-120mm-mortar C5", "e": "r-rifle waits"}
    state = position(counters, entry={"russian": Entry(2, "map")})
    assert may_fire_at_all(state, GERMAN)
    give(state, GERMAN, selective("C3", "f", "a", "b"))
    state.change(UnitId("f"), presence=Presence.ELIMINATED)
    state.announced = ()
    assert not may_fire_at_all(state, GERMAN)


# -- choices ---------------------------------------------------------------------------------------


def test_a_multiple_attack_of_two_guns_can_be_begun() -> None:
    """One attacker for each of two units (pb:PB-COMBAT-I2): the first is offered though alone it is no attack yet."""
    state = position({"a": "g-88mm C3", "b": "g-engineers C4", "x": "r-45mm C6", "y": "r-wagons C6"})
    picks: tuple[str, ...] = ("attack:C6", "multiple")
    for unit in ("a", "next", "b"):
        offered = {c.pick: c.refusal for c in attack_choices(state, GERMAN, picks).options}
        assert unit in offered
        assert offered[unit] is None
        picks = (*picks, unit)
    assert attack_choices(state, GERMAN, picks).complete


def test_what_is_lost_is_not_loaded_off_the_map() -> None:
    """A carrier that waits off the map is offered no eliminated unit (pb:PB-TRANS-1)."""
    state = before(4)
    waiting = [u for u in state.units.values() if u.hex is None and u.side == "german"]
    truck = next(u for u in waiting if state.type(u.id).capacity)
    rifle = next(u for u in waiting if state.type(u.id).transportable)
    assert load_refusal(state, truck.id, rifle.id) is None
    state.change(rifle.id, presence=Presence.ELIMINATED)
    refusal = load_refusal(state, truck.id, rifle.id)
    assert refusal is not None
    assert "eliminated" in refusal.reason
