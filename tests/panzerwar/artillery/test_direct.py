"""Direct area fire (pw:10.5 to pw:10.5.8, pw:10.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.artillery import aims, choices, direct, reports, shoots
from core.panzerwar.artillery.events import AreaDeclared, AreaFired, AreaNotFired
from core.panzerwar.artillery.orders import AreaFire
from core.panzerwar.combat import arms, shooting, smoke_fire
from core.panzerwar.pieces.artillery import AreaShot, Sheaf
from core.panzerwar.pieces.element import Element, Grade
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.shots import Shot
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.smoke.events import SmokeLaid
from core.panzerwar.state import WarState
from core.plane import gsu_between, offset
from tests.panzerwar.artillery.guns import Dicing, a_battery, begin, field, fire, happen, mortars, of, only, order, turn
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at


def howitzers(*places: str, heading: int = 0) -> tuple[Element, ...]:
    """A battery of howitzers on the table, the first its command element, that look north."""
    return tuple(
        an_element(f"battery-{n}", "lefh18", BLUE, place, organisation="battery", heading=heading, command=n == 1)
        for n, place in enumerate(places, 1)
    )


def a_field(*elements: Element, **more: Any) -> WarState:
    by_unit: dict[str, list[Element]] = {}
    for element in elements:
        if element.organisation in ("battery", "mortars"):
            by_unit.setdefault(element.organisation, []).append(element)
    batteries = [a_battery(*mine) for mine in by_unit.values()]
    return field(*elements, batteries=batteries, **{"step": "e4", "board": a_board(30, 60), **more})


def refused(state: WarState, where: str, **shot: Any) -> str | None:
    found = direct.refusal(state, AreaShot(**{"side": BLUE, "at": at(where), **shot}))
    return found.rule if found is not None else None


def declare(state: WarState, where: str | None, **more: Any) -> None:
    given = AreaFire(at=at(where) if where is not None else None, **more)
    order(state, shoots.check, shoots.declare, given)


def fire_declared(state: WarState, *dice: int) -> list[Any]:
    """All that is declared of area fire, in the segment that has begun."""
    rolled = Dicing(list(dice))
    found = happen(state, shoots.resolve(state, state.copy(), rolled))
    assert not rolled.scripted.results
    return found


GUNS = ("C50", "C50+20,0", "C50+40,0", "C50+60,0")


def test_only_in_e4() -> None:
    """pw:10.5.6."""
    for step, rule in (("e1", "pw:10.5.6"), ("e2", "pw:10.5.6"), ("e3", "pw:10.5.6"), ("e4", None)):
        state = a_field(*howitzers(*GUNS), step=step)
        assert refused(state, "C30", battery="battery") == rule


def test_guns_fire_beyond_450() -> None:
    """pw:10.5.2: guns and howitzers."""
    state = a_field(*howitzers(*GUNS))
    assert gsu_between(at("C50"), at("C32")) == 450
    assert refused(state, "C32", battery="battery") == "pw:10.5.2"
    assert refused(state, "C31", battery="battery") is None
    tank = a_field(a_vehicle("tank", "pz4h", BLUE, "C50"))
    assert refused(tank, "C32", element="tank", arm="gun") == "pw:10.5.2"
    assert refused(tank, "C31", element="tank", arm="gun") is None


def test_mortars_have_a_least_and_a_greatest_range() -> None:
    """pw:10.5.4: 30 to 1200 of the GrW 34, whichever way they look."""
    state = a_field(*mortars("C59", "C59+20,0"))
    assert refused(state, "C58", battery="mortars") == "pw:10.5.4"
    assert refused(state, "C57", battery="mortars") is None
    assert refused(state, "C11", battery="mortars") is None
    assert refused(state, "C10", battery="mortars") == "pw:10.5.4"
    assert refused(state, "C57", element="mortars-2", arm="tube") is None


def test_it_must_be_seen() -> None:
    """pw:10.5: what the ground hides is fired at indirectly."""
    hill = a_board(30, 60, levels={"A40 B40 C40 D40 E40 F40": 3})
    assert refused(a_field(*howitzers(*GUNS), board=hill), "C30", battery="battery") == "pw:7.11.2"
    assert refused(a_field(*howitzers(*GUNS)), "C30", battery="battery") is None


def test_guns_fire_within_their_zone() -> None:
    """pw:10.5, pw:8.1.3."""
    state = a_field(*howitzers(*GUNS, heading=24))
    assert refused(state, "C30", battery="battery") == "pw:8.1.3"


def test_a_battery_has_stood_for_six_turns() -> None:
    """pw:10.5.1: it moved neither now nor in the 6 turns before; a single weapon may have."""
    for moved, rule in ((0, None), (3, None), (4, "pw:10.5.1"), (10, "pw:10.5.1")):
        guns = tuple(gun.with_travel(moved=moved) for gun in howitzers(*GUNS))
        state = a_field(*guns, turn=10)
        assert refused(state, "C30", battery="battery") == rule
        assert refused(state, "C30", element="battery-1", arm="gun") is None


def test_a_battery_stands_together() -> None:
    """pw:10.5.1, pw:10.0.3: within 25 of each other."""
    state = a_field(*howitzers("C50", "C50+20,0", "C50+50,0"))
    assert refused(state, "C30", battery="battery") == "pw:10.0.3"


def test_machine_guns_have_no_least_range() -> None:
    """pw:10.5.3: but no friend within 19 of the edge of the area: 38 from the centre of the circle, base and all."""
    gun = an_element("mg", "mg-team", BLUE, "C20", weapon="MG42-HMG").with_travel(moved=1)
    for beside, rule in (("C16+34,0", "pw:10.5.3"), ("C16+35,0", None)):
        friend = an_element("friend", "ger-rifle-44", BLUE, beside)
        state = a_field(gun, friend, turn=9)
        assert refused(state, "C16", element="mg", arm="light1") == rule
    assert refused(a_field(gun), "C19", element="mg", arm="light1") is None
    assert refused(a_field(gun, board=a_board(30, 60)), "C1", element="mg", arm="light1") is None


def test_the_defenders_of_an_element_do_not_count_as_friends() -> None:
    """pw:10.5.3 speaks of friends alone."""
    gun = an_element("mg", "mg-team", BLUE, "C20", weapon="MG42-HMG").with_travel(moved=1)
    enemy = an_element("enemy", "sov-rifle-43", RED, "C16")
    assert refused(a_field(gun, enemy), "C16", element="mg", arm="light1") is None


def test_what_has_fired_does_not_fire_again() -> None:
    """pw:8.10: nor what is to fire at somebody in this segment."""
    tank = a_vehicle("tank", "pz4h", BLUE, "C50")
    fired = tank.with_gunnery(fired=(1,), rounds=(("gun", 1),))
    assert refused(a_field(fired), "C30", element="tank", arm="gun") == "pw:8.10"
    state = a_field(tank)
    state.shots = (Shot(side=BLUE, element=tank.id, arm="gun"),)
    assert refused(state, "C30", element="tank", arm="gun") == "pw:8.10"
    hurt = tank.with_harm(damage=frozenset((Damage.GUN,)))
    assert refused(a_field(hurt), "C30", element="tank", arm="gun") == "pw:9.9"


# -- what happens ----------------------------------------------------------------------------------


def test_it_scatters_once_and_is_corrected_then() -> None:
    """pw:10.5.5, pw:10.5.5.1, pw:10.5.7: in its first turn; then it is moved by up to 150."""
    state = a_field(*howitzers(*GUNS))
    declare(state, "C20", battery="battery")
    fell = only(fire_declared(state, 3, 4), AreaFired)
    assert (fell.direction, fell.scattered, fell.aim) == (3, 20, at("C20"))
    assert gsu_between(fell.coa, at("C20")) == pytest.approx(20, abs=0.1)
    again(state)
    declare(state, "C21", battery="battery")
    moved = only(fire_declared(state), AreaFired)
    assert (moved.coa, moved.scattered, moved.still) == (at("C21"), 0, 1)
    again(state)
    declare(state, "C14", battery="battery")
    anew = only(fire_declared(state, 5, 2), AreaFired)
    assert gsu_between(anew.coa, at("C14")) == pytest.approx(10, abs=0.1)


def again(state: WarState) -> None:
    turn(state)
    begin(state, "e4")


def test_concentrated_fire() -> None:
    """pw:10.4: from the second turn at the same place two dice for each gun, in 4 turns of the game."""
    state = a_field(*howitzers(*GUNS))
    dice = []
    for _ in range(6):
        declare(state, "C30", battery="battery")
        fell = only(fire_declared(state), AreaFired)
        dice.append((fell.dice, fell.concentrated, fell.still))
        again(state)
    assert dice == [
        (4, False, 1),
        (8, True, 2),
        (8, True, 3),
        (8, True, 4),
        (8, True, 5),
        (4, False, 6),
    ]


def test_concentration_may_be_declined_or_impossible() -> None:
    """pw:10.4: "may"; not for who moved in the game, nor for a single gun."""
    state = a_field(*howitzers(*GUNS))
    declare(state, "C30", battery="battery")
    fire_declared(state)
    again(state)
    declare(state, "C30", battery="battery", concentrated=False)
    assert only(fire_declared(state), AreaFired).dice == 4
    guns = tuple(gun.with_travel(moved=1) for gun in howitzers(*GUNS))
    state = a_field(*guns, turn=10)
    declare(state, "C30", battery="battery")
    fire_declared(state)
    again(state)
    declare(state, "C30", battery="battery")
    assert not only(fire_declared(state), AreaFired).concentrated


def test_a_battery_fires_as_it_stands_together_or_one_by_one() -> None:
    """pw:10.5.1, pw:10.2.2: open sheaf, one die at each element."""
    state = a_field(*howitzers(*GUNS))
    declare(state, "C30", battery="battery", sheaf=Sheaf.OPEN)
    fell = only(fire_declared(state), AreaFired)
    assert (fell.dice, fell.width, len(fell.elements)) == (1, 300, 4)
    assert all(state.element(f"battery-{n}").gunnery.fired == (4,) for n in range(1, 5))


def test_direct_rockets_scatter_as_indirect_fire() -> None:
    """pw:10.5.8: at any range, and again with every salvo (pw:10.6.9)."""
    crews = mortars("C50", "C50+20,0", weapon="NbW41")
    state = a_field(*crews)
    declare(state, "C10", battery="mortars")
    assert only(fire_declared(state, 3, 4), AreaFired).scattered == 120
    again(state)
    declare(state, "C10", battery="mortars")
    assert only(fire_declared(state, 3, 4), AreaFired).scattered == 80


def test_fire_may_be_withdrawn() -> None:
    """pw:10.5: until all have declared."""
    state = a_field(*howitzers(*GUNS))
    with pytest.raises(IllegalOrder):
        declare(state, None, battery="battery")
    declare(state, "C30", battery="battery")
    declare(state, None, battery="battery")
    assert not state.artillery.shots
    assert not fire_declared(state)


def test_who_can_no_longer_fire_when_it_is_resolved_does_not() -> None:
    """pw:10.5: it is told why."""
    state = a_field(*howitzers(*GUNS))
    declare(state, "C30", battery="battery")
    for n in range(1, 5):
        state.put(state.element(f"battery-{n}").with_harm(stunned=True))
    assert only(fire_declared(state), AreaNotFired).rule == "pw:10.0.1"


@pytest.mark.parametrize(("where", "markers"), [("C30", 3), ("C27", 3), ("C20", 0)])
def test_dust_rises_where_fire_goes_on(where: str, markers: int) -> None:
    """pw:11.11: from its second turn, where it stays or is moved to; fire that is aimed anew begins anew."""
    state = a_field(*howitzers(*GUNS))
    declare(state, "C30", battery="battery")
    assert not of(fire_declared(state), SmokeLaid)
    again(state)
    declare(state, where, battery="battery")
    found = of(fire_declared(state, *([9] if not markers else [])), SmokeLaid)
    assert sum(len(one.clouds) for one in found) == markers


def test_grades_do_not_matter() -> None:
    """pw:10.3: area fire needs no to-hit number of its own."""
    for grade in (Grade.GREEN, Grade.ELITE):
        guns = tuple(
            an_element(f"battery-{n}", "lefh18", BLUE, GUNS[n], organisation="battery", grade=grade) for n in (0, 1)
        )
        state = a_field(*guns)
        declare(state, "C30", battery="battery")
        assert only(fire_declared(state), AreaFired).dice == 2


def test_moving_infantry_guns_may_not() -> None:
    """pw:6.11.4: who is not set up does not fire."""
    guns = tuple(gun.with_posture(ready=False) for gun in howitzers(*GUNS))
    assert refused(a_field(*guns), "C30", battery="battery") is not None
    moving = a_vehicle("tank", "pz4h", BLUE, "C50").with_travel(motion=Motion.FULL)
    assert refused(a_field(moving), "C30", element="tank", arm="gun") is None


@pytest.mark.parametrize(
    ("card", "motion", "rule"),
    [
        ("pz4h", Motion.FULL, None),
        ("pz4h", Motion.BONUS, "pw:8.7.8"),
        ("pz4h", Motion.BURST, "pw:8.7.8"),
        ("hummel", Motion.FULL, "pw:8.7.8"),
    ],
)
def test_who_moves_in_haste_fires_at_no_area(card: str, motion: Motion, rule: str | None) -> None:
    """pw:8.5, pw:6.5, pw:6.6, pw:8.7.8: in bonus and burst movement nothing is fired at all, nor by a slow gun after a
    full movement."""
    state = a_field(a_vehicle("tank", card, BLUE, "C50").with_travel(motion=motion))
    assert refused(state, "C31", element="tank", arm="gun") == rule


def test_what_is_not_there_is_refused() -> None:
    """pw:10.5: a point off the table, an arm that it has not."""
    state = a_field(*howitzers(*GUNS))
    with pytest.raises(IllegalOrder):
        order(state, shoots.check, shoots.declare, AreaFire(at=offset(at("C50"), 180, 3000), battery="battery"))
    with pytest.raises(IllegalOrder):
        declare(state, "C30", element="battery-1", arm="coax")
    with pytest.raises(IllegalOrder):
        declare(state, "C30")
    assert fire(state, "e4") == []


def test_auto_cannon_keep_clear_of_friends_too() -> None:
    """pw:10.5.3: however near they fire, as machine guns do."""
    gun = a_vehicle("gun", "pz2f", BLUE, "C20", heading=0, turret=0).with_travel(moved=1)
    for beside, rule in (("C16+34,0", "pw:10.5.3"), ("C16+35,0", None)):
        friend = an_element("friend", "ger-rifle-44", BLUE, beside)
        state = a_field(gun, friend, turn=9)
        assert refused(state, "C16", element="gun", arm="gun") == rule
        body = direct.of_element(state, state.element("gun"), "gun")
        assert body is not None
        assert (state.board.hex("C16") in set(aims.all_at(state, body, frozenset()))) is (rule is None)


def test_by_night_area_fire_goes_to_where_a_flash_was_seen() -> None:
    """pw:7.8: in that hex, and nowhere else in the dark."""
    state = a_field(*howitzers(*GUNS), moonlight=0)
    assert refused(state, "C30", battery="battery") == "pw:7.8.1"
    state.watch = evolve(state.watch, flashes={BLUE: {UnitId("r1"): offset(at("C30"), 90, 5)}})
    assert refused(state, "C30", battery="battery") is None
    assert refused(state, "C29", battery="battery") == "pw:7.8.1"
    state.watch = evolve(state.watch, flashes={RED: state.watch.flashes[BLUE]})
    assert refused(state, "C30", battery="battery") == "pw:7.8.1"


def self_propelled(number: int) -> tuple[Element, ...]:
    """A battery of closed assault howitzers on the table, not led from among themselves."""
    return tuple(
        a_vehicle(f"battery-{n}", "stuh42", BLUE, GUNS[n], organisation="battery", heading=0) for n in range(number)
    )


def test_who_has_buttoned_up_does_not_fire_with_his_battery() -> None:
    """pw:7.1.4, pw:10.5: the others of a battery on the table do; if all have, none does, and says why."""
    state = a_field(*self_propelled(2))
    assert refused(state, "C30", battery="battery") is None
    state.put(state.element("battery-0").with_gunnery(shut=True))
    assert refused(state, "C30", element="battery-0", arm="gun") == "pw:7.1.4"
    declare(state, "C30", battery="battery")
    fell = only(fire_declared(state), AreaFired)
    assert (fell.elements, fell.dice) == ((UnitId("battery-1"),), 1)
    for n in range(2):
        state.put(state.element(f"battery-{n}").with_gunnery(shut=True))
    assert refused(state, "C30", battery="battery") == "pw:7.1.4"


def test_no_piece_fires_at_two_areas() -> None:
    """pw:8.10: neither alone and with its battery, nor with its battery and alone; and it is not offered."""
    state = a_field(*howitzers(*GUNS))
    declare(state, "C30", battery="battery")
    with pytest.raises(IllegalOrder, match="with its battery") as found:
        declare(state, "C30", element="battery-1", arm="gun")
    assert found.value.rule == "pw:8.10"
    assert [one.pick for one in choices.offer_fire(state, BLUE)] == ["no-area:battery"]
    declare(state, "C31", battery="battery")  # it may be declared otherwise
    declare(state, None, battery="battery")
    declare(state, "C30", element="battery-1", arm="gun")
    with pytest.raises(IllegalOrder, match="by itself"):
        declare(state, "C30", battery="battery")
    declare(state, "C30", element="battery-2", arm="gun")
    assert len(of(fire_declared(state), AreaFired)) == 2


def test_who_fires_at_an_area_aims_the_same_weapon_at_nobody() -> None:
    """pw:8.10, pw:10.5: nor does it lay smoke with it; its other weapons are free."""
    foe = an_element("foe", "sov-rifle-43", RED, "C45")
    tank = a_vehicle("tank", "pz4h", BLUE, "C50", heading=0).with_travel(motion=Motion.SHIFT)
    state = a_field(tank, foe, see=["foe"], turn=9)
    before = {arm.id for arm, _ in shooting.possible(state, tank)}
    declare(state, "C40", element="tank", arm="coax")
    coax, hull = (arms.arm(state, tank, one) for one in ("coax", "hull"))
    assert coax is not None
    assert hull is not None
    for refusal in (shooting.arm_refusal(state, tank, coax), smoke_fire.may_fire_now(state, tank, coax)):
        assert refusal is not None
        assert refusal.rule == "pw:8.10"
    assert shooting.arm_refusal(state, tank, hull) is None
    assert before - {arm.id for arm, _ in shooting.possible(state, tank)} == {"coax"}


def test_of_two_weapons_each_may_be_withdrawn() -> None:
    """pw:10.5: by picks, the one that is named."""
    tank = a_vehicle("tank", "pz4h", BLUE, "C50", heading=0).with_travel(moved=1)
    state = a_field(tank, turn=9)
    declare(state, "C31", element="tank", arm="gun")
    declare(state, "C40", element="tank", arm="coax")
    assert [one.pick for one in choices.offer_fire(state, BLUE) if one.pick.startswith("no-")] == ["no-area:tank"]
    asked = choices.go_on_fire(state, BLUE, ("no-area:tank",))
    assert ([one.pick for one in asked.options], asked.complete) == (["gun", "coax"], False)
    assert choices.order_fire(state, BLUE, ("no-area:tank",)) is None
    given = choices.order_fire(state, BLUE, ("no-area:tank", "coax"))
    assert given == AreaFire(at=None, element=UnitId("tank"), arm="coax")
    (withdrawn,) = order(state, shoots.check, shoots.declare, given)
    told = reports.TELL[AreaDeclared](state, withdrawn)
    assert told is not None
    assert told.text == "tank does not fire at the area of C40 after all"
    assert choices.go_on_fire(state, BLUE, ("no-area:tank",)).complete
    assert choices.order_fire(state, BLUE, ("no-area:tank",)) == AreaFire(at=None, element=UnitId("tank"), arm="gun")


def test_not_to_concentrate_is_offered_where_it_would() -> None:
    """pw:10.4: where the area lay in the last turn."""
    state = a_field(*howitzers(*GUNS))

    def offered() -> bool:
        found = choices.go_on_fire(state, BLUE, ("battery:battery", "C30"))
        return "single-dice" in [one.pick for one in found.options]

    assert not offered()
    declare(state, "C30", battery="battery")
    fire_declared(state)
    again(state)
    assert offered()
