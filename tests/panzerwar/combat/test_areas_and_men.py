"""Suppressive fire at areas, fire at men by killpower, smoke at places, canister."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.panzerwar.combat import aimed, arms, at_men, choices, shooting, smoke_fire, suppressive, to_hit, zones
from core.panzerwar.combat.events import Fired, KeptDown, SoftStruck, Suppressed
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.movement import speed
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.posture import Digging, Posture
from core.panzerwar.pieces.shots import Arm, Fires, Shot
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import ShellType, Smoke
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.combat.duels import duel, fire, firer, moved, north, only, shot, target
from tests.panzerwar.kit import BLUE, a_board, a_vehicle, at


def arm(state: WarState, id_: str = "gun") -> Arm:
    found = arms.arm(state, state.element("f"), id_)
    assert found is not None
    return found


def refused(state: WarState, at: Point, id_: str = "gun", shell: str = "SprGr 34") -> str:
    found = suppressive.refusal(state, state.element("f"), arm(state, id_), at, shell)
    return found.rule if found is not None else ""


def at_area(at: Point, arm_: str = "gun", shell: str = "SprGr 34") -> Shot:
    return shot(shell, arm_, fires=Fires.SUPPRESSIVE, at=at, target="")


# -- suppressive fire -------------------------------------------------------------------------------------------


def test_the_adjusted_number_is_no_more_than_6() -> None:
    """pw:8.12: by the range, with what the firer has done."""
    back = firer(at=north(-45))
    assert refused(duel(back), north(425)) == "pw:8.12", "base 6 is up to 480, but +1 over 450"
    assert refused(duel(back), north(400)) == ""
    moving = duel(firer(travel=moved(Motion.HALF)), segment=3)
    assert refused(moving, north(390)) == ""
    assert refused(moving, north(395)) == "pw:8.12", "base 5, half movement +2"
    tally = to_hit.at_area(moving, moving.element("f"), arm(moving), shell(moving, ShellType.HE), 395, north(395))
    assert tally is not None
    assert tally.total == 7


def shell(state: WarState, type_: ShellType) -> Any:
    return next(one for one in arms.shells(state, state.element("f"), arm(state)) if one.type is type_)


def test_it_takes_the_whole_turn() -> None:
    """pw:8.12: in the first segment in which the weapon fires, and nothing else with it."""
    assert refused(duel(firer()), north(200)) == ""
    assert refused(duel(firer(), segment=3), north(200)) == "pw:8.12"
    fired = firer(gunnery=Gunnery(fired=(1,), rounds=(("gun", 1),)))
    assert refused(duel(fired), north(200)) == "pw:8.12"
    state = duel(firer())
    fire(state, [at_area(north(200))], [5])
    used = {segment for id_, segment in state.element("f").gunnery.rounds if id_ == "gun"}
    assert used == {1, 2, 3, 4}
    assert refused(duel(firer(turret=24)), north(200)) == "pw:8.1.2"


@pytest.mark.parametrize(("gsu", "needed"), [(150, 9), (200, 8), (230, 8)])
def test_an_area_is_suppressed_by_the_killpower_of_an_auto_cannon_at_its_range(gsu: float, needed: int) -> None:
    """pw:8.12, pw:12.7: HE of 20 mm kills as the row of the machine guns says, here 5 up to 150 and then 4."""
    state = duel(firer("pz2f"))
    assert suppressive.killpower(state, state.element("f"), arm(state), north(gsu), "SprGr") + 4 == needed
    (made,) = fire(state, [at_area(north(gsu), shell="SprGr")], [needed])
    assert isinstance(made, Suppressed)
    assert made.needed == needed


@pytest.mark.parametrize(("card", "gsu", "power"), [("opel", 100, 5), ("opel", 400, 3), ("pak40", 400, 3)])
def test_what_is_soft_is_struck_by_the_killpower_of_an_auto_cannon_at_its_range(
    card: str, gsu: float, power: int
) -> None:
    """pw:8.0.2, pw:9.22.4, pw:12.7: its HE has no other."""
    state = duel(firer("pz2f"), target(card, gsu))
    found = zones.bearing_on(state, state.element("f"), state.element("t"), 1)
    he = shell(state, ShellType.HE)
    assert aimed.strike_of(state, arm(state), he, found, shot("SprGr")).killpower == power


def test_up_to_killpower_and_4() -> None:
    """pw:8.12, pw:8.12.1, pw:8.12.2, pw:8.12.3: the whole area, this turn and the next; men in it do not move then."""
    for die, kept in ((8, True), (9, False)):  # killpower 4
        men = target("sov-rifle-43", 200, edge=0)
        # the circle of 19 mm and half a base of 12.7 mm: bases touch it that are within 15.85 GSU of its centre
        near = target("sov-rifle-43", 200, id_="o", edge=0, east=15)
        beyond = target("sov-rifle-43", 200, id_="p", edge=0, east=16)
        state = duel(firer(), men, near, beyond, see=[])
        events = fire(state, [at_area(north(200))], [die])
        assert only(events, Suppressed).needed == 8
        assert [e.element for e in events if isinstance(e, KeptDown)] == (["t", "o"] if kept else [])
        state.turn = 3
        found = speed.immobile_refusal(state, state.element("t"))
        assert (found is not None) is kept
        state.turn = 4
        assert not state.element("t").nerve.pinned(4)


def test_tanks_and_shields() -> None:
    """pw:8.12.3: what is armoured is not kept down."""
    state = duel(firer(), target(gsu=200, edge=0))
    assert not [e for e in fire(state, [at_area(north(200))], [1]) if isinstance(e, KeptDown)]


def test_a_10_attacks_who_is_there() -> None:
    """pw:8.12.4: a natural 10, by killpower."""
    men = target("sov-rifle-43", 200, edge=0)
    state = duel(firer(), men, see=[])
    fire(state, [at_area(north(200))], [10, 1, 7])
    assert not state.element("t").on_table
    calm = duel(firer(), men, see=[])
    assert [type(event) for event in fire(calm, [at_area(north(200))], [9])] == [Suppressed]


# -- by killpower -------------------------------------------------------------------------------------------------


def net(state: WarState, id_: str, place: int = 0, **changes: Any) -> int:
    found = at_men.attack_of(state, state.element("f"), arm(state, id_), state.element("t"), place, 1, **changes)
    assert isinstance(found, Attack)
    return found.net


def test_on_the_move() -> None:
    """pw:8.5.4, pw:8.5.5, pw:12.6.2: machine guns of vehicles and small arms are 1 less, once."""
    men = target("sov-rifle-43", 80, edge=6)
    for card, id_ in (("pz4h", "hull"), ("ger-rifle-44", "small")):
        still = net(duel(firer(card), men), id_)
        assert net(duel(firer(card, travel=moved(Motion.HALF)), men), id_) == still - 1


def test_heavy_weapons_on_the_move() -> None:
    """pw:8.5.6: 2 less."""
    men = target("sov-rifle-43", 80, edge=6)
    still = net(duel(firer("ger-rifle-44"), men), "light1")
    assert net(duel(firer("ger-rifle-44", travel=moved(Motion.HALF)), men), "light1") == still - 2


def test_the_co_axial_gun_beside_the_main_gun() -> None:
    """pw:8.17.3: 1 less."""
    state = duel(firer(), target("sov-rifle-43", 80, edge=6))
    assert net(state, "coax", coax=True) == net(state, "coax") - 1


def test_suppressed_men_fire_worse() -> None:
    """pw:8.12.2: 1 less, in this turn and the next."""
    men = target("sov-rifle-43", 80, edge=6)
    still = net(duel(firer("ger-rifle-44"), men), "small")
    kept = firer("ger-rifle-44", nerve=Nerve(suppressed=2))
    assert net(duel(kept, men), "small") == still - 1
    assert net(duel(kept, men, turn=3), "small") == still


def test_soft_vehicles_by_killpower() -> None:
    """pw:8.0.2: no roll to hit, one die."""
    state = duel(firer(), target("zis5", 80))
    events = fire(state, [shot("", "coax")], [1, 7])
    assert only(events, Fired).needed is None
    assert only(events, SoftStruck).destroyed
    assert not state.element("t").on_table


def test_machine_guns_pierce_light_armour_alone() -> None:
    """pw:8.0.1: no machine gun does a T-34 anything."""
    state = duel(firer(), target(gsu=50))
    events = fire(state, [shot("", "coax")], [])
    assert not any(isinstance(e, VehicleStruck) and e.effect.pierced for e in events)
    car = duel(firer("m4a1"), target("ba64", 20, heading=0))
    struck = fire(car, [shot("", "roof")], [5, 6, 6])
    assert any(isinstance(e, VehicleStruck) and e.effect.pierced for e in struck)


# -- smoke --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("levels", "may"), [({}, True), ({"J11 I11 K11 I12 K12": 2}, False)])
def test_smoke_is_fired_at_ground_that_is_seen(levels: dict[str, int], may: bool) -> None:
    """pw:11.3, pw:11.4: it is direct fire; behind a hill another has to see for it."""
    state = duel(firer(), target(gsu=400), board=a_board(levels=levels))
    shooter, gun = state.element("f"), arm(state)
    for shell_ in smoke_fire.carried(state, shooter, gun):
        found = smoke_fire.shell_refusal(state, shooter, gun, shell_, at("J8"))
        assert (found is None) is may
        picks = ("smoke:f", "gun", f"shell:{shell_.name}")
        assert ("J8" in {one.pick for one in choices.go_on(state, BLUE, picks).options}) is may
        assert "J12" not in {one.pick for one in choices.go_on(state, BLUE, picks).options}, "nearer than 200"
        assert may or (found is not None and "see" in found.reason)


def test_menus_call_weapons_by_their_names() -> None:
    """pw:11.1, pw:8.12: and say by which rule a shell of smoke or phosphorus is laid, and why not elsewhere."""
    state = duel(firer(), target(gsu=400))
    shooter, gun = state.element("f"), arm(state)
    smokes = {one.pick: one.label for one in choices.go_on(state, BLUE, ("smoke:f",)).options}
    assert smokes["gun"] == arms.title(state, shooter, gun)
    suppresses = {one.pick: one.label for one in choices.go_on(state, BLUE, ("suppress:f",)).options}
    assert suppresses == {id_: arms.named(state, shooter, id_) for id_ in suppresses}
    for shell_ in smoke_fire.carried(state, shooter, gun):
        rule = "pw:11.4" if shell_.smoke is Smoke.WP else "pw:11.3"
        asked = choices.go_on(state, BLUE, ("smoke:f", "gun", f"shell:{shell_.name}"))
        assert asked.elsewhere is not None
        assert (asked.rule, asked.elsewhere.rule) == (rule, rule)
    state.shots = (shot(),)
    held = {one.pick: one.label for one in choices.go_on(state, BLUE, ("hold:f",)).options}
    assert held == {"gun": arms.title(state, shooter, gun)}


# -- canister -----------------------------------------------------------------------------------------------------


def canister(*marks: Any, card: str = "pz4e", **changes: Any) -> WarState:
    return duel(firer(card), *marks, **changes)


def test_who_has_canister() -> None:
    """pw:8.9.6: the vehicles of the list, at men as far as it reaches."""
    men = target("sov-rifle-43", 90, edge=6)
    state = canister(men)
    assert "Kt" in [one.name for one in aimed.usable(state, state.element("f"), arm(state), men, 90)]
    assert "Kt" not in [one.name for one in aimed.usable(state, state.element("f"), arm(state), men, 101)]
    assert "Kt" not in [one.name for one in aimed.usable(state, state.element("f"), arm(state), target(), 90)]
    other = canister(men, card="sdk251-9")
    assert "Kt" in [one.name for one in arms.shells(other, other.element("f"), arm(other))]


def test_canister_needs_no_roll_and_triples() -> None:
    """pw:8.9.6: who is under the circle is attacked, with three times what adjusts the killpower."""
    dug = target("sov-rifle-43", 90, edge=6, posture=Posture(dug=Digging.FOXHOLES))
    near = target("sov-rifle-43", 90, id_="o", edge=6, east=12)
    state = canister(dug, near)
    shooter, kt = state.element("f"), shell(state, ShellType.CANISTER)
    from core.panzerwar.combat.zones import bearing_on

    line = bearing_on(state, shooter, state.element("t"), 1)
    he = aimed.of_shell_at(state, shooter, dug, line, shell(state, ShellType.HE))
    assert [r.amount for r in aimed.of_shell_at(state, shooter, dug, line, kt)] == [3 * r.amount for r in he]
    assert he
    events = fire(state, [shot("Kt", others=("o",))], [9, 1, 7])
    assert only(events, Fired).needed is None
    assert len(events) == 3, "no roll to hit, and both are attacked"
    assert not state.element("o").on_table


def test_under_canister_the_second_and_the_third_are_attacked_with_less() -> None:
    """pw:8.9.6, pw:12.8.3: one less and two less, which is no adjustment of the target and not tripled; a fourth is
    not under it."""
    names = ("t", "o", "p", "q")
    men = [target("sov-rifle-43", 90, id_=name, edge=6, east=4 * n) for n, name in enumerate(names)]
    state = canister(*men)
    shooter, kt, gun = state.element("f"), shell(state, ShellType.CANISTER), arm(state)
    offered = shooting.in_group(state, shooter, gun, men[0], (UnitId("o"),), kt.name)
    assert [one.id for one in offered] == ["p", "q"]
    assert not any(True for _ in shooting.in_group(state, shooter, gun, men[0], (UnitId("o"), UnitId("p")), kt.name))
    events = fire(state, [shot("Kt", others=names[1:])], [9, 9, 9])
    nets = [event.net for event in events if isinstance(event, MenAttacked)]
    assert [nets[0] - net for net in nets] == [0, 1, 2]


def test_the_circle_of_canister_covers_no_friend_but_shells_may_fall_beside_him() -> None:
    """pw:12.8.5, pw:8.9.6; of HE further hits go to the group as of any shell (pw:8.11.3)."""
    men = [target("sov-rifle-43", 90, id_=name, edge=6, east=4 * n) for n, name in enumerate(("t", "o"))]
    friend = a_vehicle("b", "ger-rifle-41", BLUE, north(84))
    state = canister(*men, friend)
    shooter, gun = state.element("f"), arm(state)
    refused = {
        name: shooting.shot_refusal(state, shooter, gun, shot(name, others=(UnitId("o"),)))
        for name in ("Kt", shell(state, ShellType.HE).name)
    }
    rules = [one.rule if one is not None else "" for one in refused.values()]
    assert rules == ["pw:12.8.5", ""]


def test_houses_stop_nothing_of_this() -> None:
    """pw:8.13.3: a hit on a house attacks the men in it, by killpower with their cover."""
    town = a_board(30, 20, terrain={"J10": "village"})
    state = duel(firer(), target("sov-rifle-43", edge=6), board=town)
    events = fire(state, [shot("SprGr 34")], [9, 1, 7])
    assert only(events, Fired).hits
    assert not state.element("t").on_table


def test_a_side_may_suppress_with_nothing_in_sight() -> None:
    """pw:8.12: at a place where the enemy is suspected; so it has something to declare."""
    state = duel(firer(), target("sov-rifle-43"), see=[])
    assert shooting.may_fire(state, BLUE)
    assert [one.id for one in shooting.suppressing(state, state.element("f"))] == ["gun", "coax", "hull"]
    assert not shooting.may_fire(duel(firer(), target("sov-rifle-43"), see=[], segment=2), BLUE)


def test_bullets_at_armour_say_that_they_cannot_harm_it() -> None:
    """pw:8.4.1, pw:12.5: they reach it, and do nothing; a truck they may destroy."""
    for card, none in (("t34-85", "cannot harm it"), ("zis5", "")):
        state = duel(firer("ger-rifle-44"), target(card, 80))
        small = next(one.id for one in arms.arms(state, state.element("f")) if one.id.startswith("small"))
        (at_it,) = choices.go_on(state, BLUE, ("fire:f", small)).options
        found = at_it.chance
        assert found is not None
        assert (found.none if not found.effect else "") == none
