"""Guns that fire beside others, guns that look back, further hits of guns without a turret."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.dice import branches
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.artillery import direct, shoots
from core.panzerwar.combat import arms, at_men, odds, shooting, to_hit, trailers, zones
from core.panzerwar.combat.events import Fired, SoftStruck
from core.panzerwar.combat.orders import Fire
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.ground import lines
from core.panzerwar.pieces.artillery import AreaShot
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.shots import Arm, Fires
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.state import WarState
from tests.panzerwar.combat.duels import duel, fire, firer, moved, north, only, segments, shot, target, why_not
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, a_vehicle


def gun(state: WarState, id_: str = "gun") -> Arm:
    found = arms.arm(state, state.element("f"), id_)
    assert found is not None
    return found


def declared(state: WarState, arm: str, at: str = "t") -> None:
    """f has declared fire of an arm."""
    state.shots = (*state.shots, shot(arm=arm, target=at))


def beside(state: WarState, arm: str) -> str | None:
    """The rule by which f may not fire an arm beside what it has declared."""
    found = shooting.together_refusal(state, state.element("f"), gun(state, arm))
    return None if found is None else found.rule


# -- beside the co-axial and the roof machine gun (pw:8.17.3, pw:8.17.4) ------------------------------------


def test_half_of_a_rate_of_fire_has_half_of_its_firings() -> None:
    """pw:8.17.3, pw:8.10: beside the co-axial gun a rate of 7 is 3, which fires once; one of 8 is 4, which fires
    twice."""
    once = firer("panther-g", gunnery=Gunnery(fired=(1, 1), rounds=(("gun", 1), ("coax", 1))))
    assert segments(duel(once)) == (1,)
    twice = firer("pz4h", gunnery=Gunnery(fired=(1, 1), rounds=(("gun", 1), ("coax", 1))))
    assert segments(duel(twice)) == (1, 3)
    apart = firer("panther-g", gunnery=Gunnery(fired=(1, 3), rounds=(("gun", 1), ("coax", 3))))
    assert segments(duel(apart)) == (1, 3)
    assert why_not(duel(once, target(), segment=3)) is not None
    assert why_not(duel(apart, target(), segment=3)) is None


@pytest.mark.parametrize(("card", "rule"), [("panther-g", "pw:8.17.3"), ("pz4h", None)])
def test_no_second_firing_beside_the_machine_gun(card: str, rule: str | None) -> None:
    """pw:8.17.3: whichever of the two is declared first."""
    once = firer(card, gunnery=Gunnery(fired=(1,), rounds=(("gun", 1),)))
    state = duel(once, target(), target("sov-rifle-43", gsu=190, id_="s"), segment=3)
    declared(state, "gun")
    assert beside(state, "coax") == rule
    state.shots = ()
    declared(state, "coax", "s")
    assert beside(state, "gun") == rule
    assert beside(state, "hull") is None


def test_a_slow_gun_that_moved_half_has_no_firing_beside_the_machine_gun() -> None:
    """pw:8.17.3, pw:8.7.8: at a rate of 3 who moved half fires in E4, the machine gun in E3."""
    state = duel(firer("panther-g", travel=moved(Motion.HALF)), target(), segment=3)
    declared(state, "coax")
    assert beside(state, "gun") == "pw:8.17.3"
    assert beside(duel(firer("pz4h", travel=moved(Motion.HALF)), target(), segment=3), "gun") is None


def test_the_roof_gun_takes_of_the_segment_in_which_it_fires() -> None:
    """pw:8.17.4: a rate of 7 is 4 then, as one man short; one of 6 is 3, which has no second firing, but in another
    segment it has its own rate."""
    early = Gunnery(fired=(1,), rounds=(("gun", 1),))
    state = duel(firer("stuh42", gunnery=early), target(), segment=3)
    declared(state, "gun")
    assert beside(state, "roof") == "pw:8.17.4"
    both = Gunnery(fired=(1, 1), rounds=(("gun", 1), ("roof", 1)))
    assert segments(duel(firer("stuh42", gunnery=both))) == (1, 3)


# -- what looks back, and anti-aircraft guns -----------------------------------------------------------------


@pytest.mark.parametrize(("card", "arm"), [("kv1", "rear"), ("sdk251-1", "rear")])
def test_a_machine_gun_at_the_rear_fires_back(card: str, arm: str) -> None:
    """pw:8.1.2: it does not bear ahead, and bears behind; of a tank it turns with the turret."""
    ahead = duel(firer(card), target("sov-rifle-43"))
    refused = why_not(ahead, arm)
    assert refused is not None
    assert refused.rule == "pw:8.1.2"
    assert why_not(duel(firer(card, heading=24), target("sov-rifle-43")), arm) is None
    if card == "kv1":
        assert why_not(duel(firer(card, turret=24), target("sov-rifle-43")), arm) is None
        harmed = firer(card, turret=24, harm=Harm(damage=frozenset({Damage.HULL_GUNNER})))
        assert why_not(duel(harmed, target("sov-rifle-43")), arm) is None


@pytest.mark.parametrize(
    ("card", "off", "rule"), [("flak36", 6, None), ("flak36", 7, "pw:8.1.4"), ("pak40", 6, "pw:8.1.3")]
)
def test_anti_aircraft_guns_bear_wider(card: str, off: int, rule: str | None) -> None:
    """pw:8.1.4, pw:8.1.3: 45 degrees either side at ground targets, other towed guns 22.5."""
    refused = why_not(duel(firer(card, heading=off), target()))
    assert (refused.rule if refused is not None else None) == rule


# -- further hits without a turret (pw:8.11.3) ------------------------------------------------------------------


def group_rule(state: WarState, *others: str) -> str | None:
    shooter, mark = state.element("f"), state.element("t")
    found = shooting.group_refusal(state, shooter, gun(state), mark, tuple(state.element(o).id for o in others))
    return None if found is None else found.rule


def in_line(*places: tuple[float, float], card: str = "stug3g") -> WarState:
    """A target 300 north, and others so far behind and beside it: a, b, c."""
    others: list[Element] = [
        target(id_=id_, gsu=300 + behind, east=east) for id_, (behind, east) in zip("abc", places, strict=False)
    ]
    return duel(firer(card), target(gsu=300), *others)


def test_without_a_turret_hits_go_along_a_column() -> None:
    """pw:8.11.3: outward, within 50 of the first target, in one line with it."""
    column = in_line((20, 0), (40, 0))
    assert group_rule(column, "a", "b") is None
    assert group_rule(column, "b", "a") == "pw:8.11.3"
    assert group_rule(in_line((20, 0), (0, 40)), "a", "b") == "pw:8.11.3"
    assert group_rule(in_line((20, 0), (-40, 0)), "a", "b") == "pw:8.11.3"
    assert group_rule(in_line((30, 0), (60, 0)), "a", "b") == "pw:8.11.3"
    named = [e.id for e in shooting.in_group(column, column.element("f"), gun(column), column.element("t"))]
    assert named == ["a", "b"]
    after = shooting.in_group(
        in_line((20, 0), (0, 40)), column.element("f"), gun(column), column.element("t"), (column.element("a").id,)
    )
    assert not list(after)


def test_a_turret_goes_on_from_the_last_hit_whatever_way() -> None:
    """pw:8.11.3."""
    state = in_line((20, 0), (0, 40), card="pz4h")
    assert group_rule(state, "a", "b") is None
    assert group_rule(in_line((40, 0), (80, 0), card="pz4h"), "a", "b") is None


def test_an_order_out_of_the_column_is_refused() -> None:
    """pw:8.11.3."""
    state = in_line((20, 0), (0, 40))
    ids = {id_: state.element(id_).id for id_ in "ftab"}
    order = Fire(element=ids["f"], arm="gun", target=ids["t"], others=(ids["a"], ids["b"]), shell="PzGr 39")
    with pytest.raises(IllegalOrder, match="column"):
        shooting.check_fire(state, BLUE, order)
    shooting.check_fire(state, BLUE, evolve(order, others=(ids["a"],)))


# -- first sight of who stood in view, flames, jams, engines, areas ------------------------------------------------


@pytest.mark.parametrize(("step", "allowed"), [("sighting", True), ("e2a", False)])
def test_two_that_stood_fire_again_in_e3(step: str, allowed: bool) -> None:
    """pw:7.7.3, pw:7.7.4: also at one that has fired since, unless it was sighted by its fire."""
    state = duel(
        firer(gunnery=Gunnery(fired=(1,), rounds=(("gun", 1),))),
        target(gsu=600, gunnery=Gunnery(fired=(1,), with_=frozenset({"gun"}))),
        segment=3,
    )
    mark = state.element("t").id
    state.sighted_now = {BLUE: frozenset({mark})}
    state.watch = evolve(state.watch, sightings={BLUE: {mark: Sighting(turn=state.turn, step=step)}})
    assert (why_not(state) is None) is allowed


def test_flame_of_a_vehicle_is_fired_once_by_its_movement() -> None:
    """pw:8.5, pw:8.0.4, pw:8.0.5: in the first segment of its movement, never after bonus or burst movement."""
    motions = (Motion.STATIONARY, Motion.SHIFT, Motion.HALF, Motion.FULL, Motion.BONUS, Motion.BURST)
    found = [segments(duel(firer("crocodile", travel=moved(motion))), "flame") for motion in motions]
    assert found == [(1,), (2,), (3,), (4,), (), ()]
    assert segments(duel(firer("crocodile")), "flame", first=True) == (3,)


def test_what_flame_does_to_a_vehicle_is_weighed_as_it_is_rolled() -> None:
    """pw:12.12.3: as a close assault that succeeds: destroyed, damaged, stunned."""
    state = duel(firer("crocodile"), target("pz4h", gsu=40))
    arm = arms.arm(state, state.element("f"), "flame")
    assert arm is not None
    aimed_at = state.element("t")
    found = odds.chances(state, state.element("f"), arm, aimed_at, shot(arm="flame"), None)
    assert found is not None
    worst = dict.fromkeys(("destroyed", "damaged"), 0.0)
    for chance, events in branches(lambda dice: list(trailers.flame(state, aimed_at, 6, dice))):
        (event,) = events
        assert isinstance(event, VehicleStruck)
        if event.effect.destroyed:
            worst["destroyed"] += chance
        elif event.effect.damage:
            worst["damaged"] += chance
    each = dict(found.outcomes)
    assert found.kills == each["destroyed"] == pytest.approx(found.hits * worst["destroyed"])
    assert each["damaged"] == pytest.approx(found.hits * worst["damaged"])
    assert found.kills < found.harms <= found.hits


@pytest.mark.parametrize(
    ("second", "limited", "jams"),
    [
        (2, False, False),
        (2, True, True),
        (3, True, True),
        (4, True, True),
        (5, True, True),
        (5, False, False),
        (6, True, False),
    ],
)
def test_with_limited_ammunition_any_second_die_up_to_5_jams(second: int, limited: bool, jams: bool) -> None:
    """pw:8.14.7: whoever fires, here an American."""
    state = duel(firer("m4a1"), target(gsu=200), switches=[Switch.JAMS], limited=limited)
    fired = only(fire(state, [shot("APC M61")], [1, second]), Fired)
    assert fired.jams is jams


def test_a_very_slow_turret_is_no_quicker_without_its_engine() -> None:
    """pw:6.16.3.5, pw:6.16.2: 67.5 degrees cost a turret of class V two segments, engine or not; one of class M one."""
    lame = Harm(damage=frozenset({Damage.MOBILITY}), engine=True)
    slow = firer("pz4j", gunnery=Gunnery(turned=9), harm=lame)
    assert segments(duel(slow, switches=[Switch.TURRETS])) == (3,)
    medium = firer("pz4h", gunnery=Gunnery(turned=9), harm=lame)
    assert segments(duel(medium, switches=[Switch.TURRETS])) == (2, 4)


def test_a_ten_may_destroy_a_soft_vehicle_in_a_suppressed_area() -> None:
    """pw:8.12.4, pw:8.0.2: what is soft is attacked by killpower as men are; what is armoured is not."""
    state = duel(firer(), target("opel", gsu=200, id_="truck"), target(gsu=200, east=10, id_="tank"))
    area = shot("SprGr 34", target="", fires=Fires.SUPPRESSIVE, at=north(205))
    events = fire(state, [area], [10, 1, 1])
    assert only(events, SoftStruck).element == "truck"
    assert only(events, SoftStruck).destroyed


# -- the free zone of who shifted (pw:7.12.2) --------------------------------------------------------------------


@pytest.mark.parametrize(("motion", "clear"), [(Motion.STATIONARY, True), (Motion.SHIFT, True), (Motion.HALF, False)])
def test_who_shifted_looks_and_fires_out_of_the_edge_of_woods(motion: Motion, clear: bool) -> None:
    """pw:7.12.1, pw:7.12.2, pw:7.11.3, pw:8.0: 12.5 of heavy woods about him are free, as in sighting, unless he has
    moved; at 20 more about the target that is too much."""
    board = a_board(terrain={"J18": "heavy-woods", "J10": "heavy-woods"})
    travel = Travel(motion=motion, segments=() if motion is Motion.STATIONARY else ("c5",))
    mark = a_vehicle("t", "t34-43", RED, "J10+0,-7.5", heading=24)
    state = duel(firer(travel=travel), mark, board=board, segment=3)
    found = zones.bearing_on(state, state.element("f"), mark, 3)
    assert found.line.clear is clear
    assert lines.between(state, state.element("f"), mark).clear is clear


def test_machine_guns_that_are_alike_are_told_apart() -> None:
    """pw:8.5.4: by where they sit, in menus and on the card."""
    state = a_state(a_vehicle("b1", "pz4h", BLUE, "J15"))
    told = [arms.named(state, state.element("b1"), one.id) for one in arms.arms(state, state.element("b1"))]
    assert told[1:] == ["MG34 (co-axial)", "MG34 (hull)"]
    assert arms.named(state, state.element("b1"), "nothing") == "nothing"


# -- beside fire at an area (pw:8.17.2, pw:8.17.3, pw:10.5.6) -----------------------------------------------------


def at_area(state: WarState, arm: str) -> None:
    """f has declared fire of an arm at an area."""
    shot_ = AreaShot(side=BLUE, battery="", element=UnitId("f"), arm=arm, at=north(200))
    state.artillery = evolve(state.artillery, shots=(shot_,))


def test_a_machine_gun_at_an_area_is_beside_the_main_gun_too() -> None:
    """pw:8.17.2, pw:8.17.3: one more to hit, and half the rate of fire if it is the co-axial one, whose killpower is
    one less beside a main gun that fires at an area."""
    state = duel(firer(travel=moved(Motion.FULL)), target(), segment=4)
    at_area(state, "coax")
    found = to_hit.company(state, shot())
    assert (found.machine_guns, found.coax) == (1, True)
    assert not at_men.beside_main_gun(state, UnitId("f"), gun(state, "coax"))
    at_area(state, "gun")
    assert at_men.beside_main_gun(state, UnitId("f"), gun(state, "coax"))


def test_a_main_gun_without_a_firing_left_does_not_fire_beside_area_fire() -> None:
    """pw:8.17.3: at a rate of 3 who has fired once this turn has no second firing, whichever is declared first."""
    once = firer("panther-g", gunnery=Gunnery(fired=(2,), rounds=(("gun", 2),)), travel=moved(Motion.SHIFT))
    state = duel(once, target(), segment=4)
    at_area(state, "coax")
    assert beside(state, "gun") == "pw:8.17.3"
    state.artillery = evolve(state.artillery, shots=())
    body = direct.of_element(state, state.element("f"), "coax")
    assert body is not None
    assert shoots.engaged_refusal(state, body) is None
    declared(state, "gun")
    refused = shoots.engaged_refusal(state, body)
    assert refused is not None
    assert refused.rule == "pw:8.17.3"
