"""Targets that move out of sight in the turn, and where targets are when they are fired at."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.dice import Roll
from core.event import UnitId
from core.panzerwar import knowledge
from core.panzerwar.combat import arms as weapons
from core.panzerwar.combat import first_sight, jams, places, zones
from core.panzerwar.combat.events import HeldOnWay
from core.panzerwar.pieces.extended import Extended
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.moves import Piece
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.combat.duels import FirstDice, duel, firer, moved, north, target, why_not
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE

#: A way of 200 from west to east, 205 before the firer; it is seen to the point before the last.
WAY = [north(205, east) for east in (-100, 0, 20, 100)]


def gone(card: str = "pz4h", *, segment: int = 1, seen: int = 3, **changes: Any) -> WarState:
    """The target went along the way and out of sight; of its points so many were seen."""
    mark = evolve(target(travel=moved(Motion.FULL)), at=WAY[-1])
    state = duel(firer(card, **changes), mark, segment=segment, see=["f"])
    pieces = [Piece("c3", tuple(WAY[:seen]), frozenset({BLUE})), Piece("c3", tuple(WAY[seen - 1 :]))]
    state.trails = {mark.id: tuple(pieces)}
    lost = {BLUE: {mark.id: Sighting(turn=1, step="sighting", lost=2)}}
    state.watch = evolve(state.watch, sightings=lost, vanished={BLUE: {mark.id: knowledge.as_seen(mark)}})
    return state


def rule(state: WarState, arm: str = "gun") -> str:
    refused = why_not(state, arm)
    return refused.rule if refused is not None else ""


def test_who_stands_fires_where_it_was_seen_last() -> None:
    """pw:8.7: at the last point of its way that the firer sees."""
    state = gone()
    assert knowledge.disappeared(state, BLUE, state.element("t").id)
    assert rule(state) == ""
    at = places.fired_at(state, state.element("f"), state.element("t"), 1)
    assert gsu_between(at, WAY[2]) < 1


def test_in_the_first_two_segments_alone() -> None:
    """pw:8.7.3."""
    assert rule(gone(segment=3)) != ""
    refused = places.disappeared_refusal(
        gone(segment=3), gone().element("f"), weapons.arms(gone(), gone().element("f"))[0], gone().element("t"), 3
    )
    assert refused is not None
    assert refused.rule == "pw:8.7.3"


def test_only_what_was_sighted_before_this_turn() -> None:
    """pw:8.7.3: of a target at first sight nothing is left to fire at."""
    state = gone()
    now = {BLUE: {state.element("t").id: Sighting(turn=2, step="c3", lost=2)}}
    state.watch = evolve(state.watch, sightings=now)
    assert rule(state) == "pw:7.0"


def test_who_moved_does_not() -> None:
    """pw:8.7."""
    for motion in (Motion.HALF, Motion.FULL):
        state = gone(travel=moved(motion))
        shooter = state.element("f")
        refused = places.disappeared_refusal(state, shooter, weapons.arms(state, shooter)[0], state.element("t"), 2)
        assert refused is not None
        assert refused.rule == "pw:8.7"


def test_who_shifts() -> None:
    """pw:8.7.4, pw:8.7.5: auto-cannon, machine guns and stabilised guns do, from where the shift began, in E2."""
    shift = moved(Motion.SHIFT)
    assert rule(gone(segment=2, travel=shift)) == "pw:8.7.4"
    assert rule(gone(segment=2, travel=shift), "coax") != "pw:8.7.4"
    for card in ("pz2f", "m4a1"):
        state = gone(card, segment=2, travel=shift)
        assert rule(state) == "", card
        assert rule(gone(card, segment=1, travel=shift)) == "pw:8.7.8", card
        shooter = state.element("f")
        start = north(-20)
        state.trails = {**state.trails, shooter.id: (Piece("c5", (start, shooter.where)),)}
        assert places.from_where(state, shooter, state.element("t")).at == start


def test_first_quarter_and_first_eighth() -> None:
    """pw:8.7.1, pw:8.7.2: not on the first 1/4 of its way; on all but the first 1/8 by who has fired at it before."""
    before = Gunnery(shots=frozenset({UnitId("t")}))
    for part, fresh, known in ((0.30, "", ""), (0.20, "pw:8.7.2", ""), (0.10, "pw:8.7.2", "pw:8.7.2")):
        point = north(205, -100 + 200 * part)
        for gunnery, expected in ((Gunnery(), fresh), (before, known)):
            state = gone(gunnery=gunnery)
            ways = (Piece("c3", (WAY[0], point), frozenset({BLUE})), Piece("c3", (point, WAY[-1])))
            state.trails = {state.element("t").id: ways}
            assert rule(state) == expected, (part, gunnery)


def test_stopped_on_its_way() -> None:
    """pw:8.7.6, pw:8.14.5: it stands where it was hit, in sight, and counts as having moved what it meant to."""
    for switches, motion in (((), Motion.FULL), ((Switch.REALISTIC_FIRE,), Motion.HALF)):
        mark = evolve(target(travel=moved(Motion.FULL)), at=WAY[-1])
        state = duel(firer(), mark, see=["f"], switches=switches)
        shown, by = knowledge.as_seen(places.held(state, mark, WAY[1])), state.element("f").id
        happen(state, [HeldOnWay(side=mark.side, element=mark.id, at=WAY[1], by=by, seen=shown)])
        now = state.element("t")
        assert (now.at, now.travel.motion, now.travel.intended) == (WAY[1], motion, Motion.FULL)
        assert state.sees(BLUE, now.id)
        assert state.element("f").gunnery.acquired == "t"


def test_held_only_if_it_is_immobilised() -> None:
    """pw:8.7.6."""
    mark = evolve(target(travel=moved(Motion.FULL)), at=WAY[-1])
    state = duel(firer(), mark)
    line = evolve(zones.bearing_on(state, state.element("f"), mark, 1), at=WAY[1])
    from core.panzerwar.combat.aimed import held_on_way

    assert not list(held_on_way(state, state.element("f"), mark, line))
    state.put(state.element("t").with_harm(damage=frozenset({Damage.MOBILITY})))
    (held,) = held_on_way(state, state.element("f"), mark, line)
    assert isinstance(held, HeldOnWay)
    assert held.at == WAY[1]


# -- realistic firing ----------------------------------------------------------------------------------------


def realistic(motion: Motion, gsu: float, *, on: bool = True) -> WarState:
    """A target in sight that has come straight at the firer, and ends 205 from it."""
    mark = target(travel=moved(motion))
    switches = [Switch.REALISTIC_FIRE] if on else []
    state = duel(firer(), mark, switches=switches)
    way = (north(205 + gsu), north(205))
    state.trails = {mark.id: (Piece("c3", way, frozenset({BLUE})),)}
    return state


def met(state: WarState, segment: int) -> float:
    """How far from the firer the target is when it is fired at."""
    return gsu_between(
        state.element("f").where, places.fired_at(state, state.element("f"), state.element("t"), segment)
    )


def test_where_a_moving_target_is_met() -> None:
    """pw:8.14, pw:8.14.1, pw:8.14.2, pw:8.14.4: half-way in E1 and E2, at its end from E3 on."""
    state = realistic(Motion.FULL, 100)
    assert [round(met(state, segment)) for segment in (1, 2, 3, 4)] == [255, 255, 205, 205]
    basic = realistic(Motion.FULL, 100, on=False)
    assert [round(met(basic, segment)) for segment in (1, 2, 3, 4)] == [205] * 4


def test_who_shifts_or_moves_an_eighth_is_met_at_its_end() -> None:
    """pw:8.14.3."""
    assert round(met(realistic(Motion.SHIFT, 20), 1)) == 205
    full = realistic(Motion.HALF, 100).cards.vehicles["t34-43"].speed_cc
    assert round(met(realistic(Motion.HALF, full / 8), 1)) == 205
    assert round(met(realistic(Motion.HALF, full / 8 + 10), 1)) > 205


def test_acquiring_a_moving_target() -> None:
    """pw:8.14.6: a hit on its way acquires it only if it halts it; one where it ends does."""
    from tests.panzerwar.combat.duels import fire, shot

    for segment, found in ((1, None), (3, "t")):
        state = realistic(Motion.FULL, 100)
        state.put(evolve(state.element("t"), card="is2"))
        state.step = f"e{segment}"
        fire(state, [shot("PzGr 39")], [10, 6, 9, 1, 1])
        assert state.element("f").gunnery.hit
        halted = state.element("t").harm.immobile
        assert halted or state.element("f").gunnery.acquired == found


# -- first sight ------------------------------------------------------------------------------------------------


def test_near_a_point_where_a_target_was_acquired() -> None:
    """pw:8.8.6: within 50 of it, 75 of fast turrets and auto-cannon, up to 800."""
    for card, near in (("pz4h", 50), ("m4a1", 75)):
        for gsu, found in ((near - 1, True), (near + 1, False)):
            shooter = firer(card, gunnery=Gunnery(acquired_at=north(205, gsu)))
            state = duel(shooter, target())
            gun = weapons.arms(state, shooter)[0]
            assert first_sight.prepared(state, shooter, gun, state.element("t"), 200) is found
            assert not first_sight.prepared(state, shooter, gun, state.element("t"), 801)


# -- jams -------------------------------------------------------------------------------------------------------


def jam(card: str, second: int, *, limited: bool = False, on: bool = True) -> bool:
    state = duel(firer(card), target(), switches=[Switch.JAMS] if on else [], limited=limited)
    rolls = (Roll("d10", 1, "", ""), Roll("d10", second, "", ""))
    die = Extended(0, rolls)
    shooter = state.element("f")
    return jams.jams(state, shooter, weapons.arms(state, shooter)[0], die, FirstDice([]))[0]


def test_jams() -> None:
    """pw:8.14.7, pw:8.14.7.1, pw:8.14.7.2: by the second die, the nation and the weapon."""
    table = {"pz4h": 1, "m4a1": 1, "t34-43": 3, "pz2f": 2}
    assert [jam(card, 1) for card in table] == [True] * 4
    assert [jam(card, 2) for card in table] == [True, False, True, True]
    assert [jam(card, 3) for card in table] == [False, False, True, False]
    assert [jam(card, 4) for card in table] == [False, False, False, True], "auto-cannon of one man"
    assert [jam("sdk222", second) for second in (3, 4, 5)] == [False, True, False], "auto-cannon in a turret of two"
    assert [jam(card, 5) for card in table] == [False] * 4
    assert all(jam("pz4h", second, limited=True) for second in (5,))
    assert not jam("pz4h", 6, limited=True)
    assert not jam("pz4h", 1, on=False)
