"""Targets that are fired at on their way: the ground there, how they look there, and what they have left behind."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.board import Board
from core.event import UnitId
from core.panzerwar import knowledge, sequence
from core.panzerwar.combat import arms as weapons
from core.panzerwar.combat import at_men, odds, places, zones
from core.panzerwar.combat.events import HeldOnWay
from core.panzerwar.damage.aspects import turret_heading
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.movement import speed
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.moves import Piece
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.posture import Posture, Shield
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.combat.duels import duel, fire, firer, moved, north, number, parts, shot, target
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, a_board

#: From west to east 205 before the firer, then back south-west, toward him, into a wood.
WAY = (north(205, -150), north(205, 50), north(150, 0))
HALF_WAY = north(205, -13)
#: Steps of 7.5 degrees.
EAST, SOUTH = 12, 24


def wood() -> Board:
    """A wood where the way ends."""
    return a_board(terrain={"J12": "light-woods"})


def under_way(card: str = "t34-43", *, segment: int = 1, **changes: Any) -> WarState:
    """A target that has gone all the way in sight, fired at in a segment."""
    mark = evolve(target(card, travel=moved(Motion.FULL), **changes), at=WAY[-1])
    state = duel(firer(), mark, segment=segment, board=wood(), switches=[Switch.REALISTIC_FIRE])
    state.trails = {mark.id: (Piece("c3", WAY, frozenset({BLUE})),)}
    return state


def as_met(state: WarState) -> Element:
    shooter, mark = state.element("f"), state.element("t")
    at = places.fired_at(state, shooter, mark, sequence.segment(state))
    return places.there(state, shooter, mark, at)


def test_the_cover_of_the_place_where_it_is_fired_at() -> None:
    """pw:8.14.4: half-way it is in the open; where it ends, from E3 on, in a wood (pw:8.14.2)."""
    assert "pw:8.4" not in parts(number(under_way(), "PzGr 39"))
    assert parts(number(under_way(segment=3), "PzGr 39"))["pw:8.4"] == 1


def test_men_are_attacked_where_they_are_fired_at() -> None:
    """pw:8.14.4, pw:12.4.2: in the open half-way, in the wood from E3 on."""

    def told(segment: int) -> list[int]:
        state = under_way("sov-rifle-43", segment=segment)
        shooter, mark = state.element("f"), state.element("t")
        coax = weapons.arm(state, shooter, "coax")
        assert coax is not None
        found = at_men.attack_of(state, shooter, coax, mark, 0, segment)
        assert found is not None
        return [reason.amount for reason in found.why]

    assert told(1) == [1], "moved in the open"
    assert told(3) == [-1], "in light woods"


def test_it_shows_the_side_that_it_shows_there() -> None:
    """pw:8.14.4, pw:9.1: half-way its hull looks along its way, and its turret as it did before it was turned
    (pw:6.16.4); where it ends, as it was left."""
    met = as_met(under_way(turret=SOUTH, gunnery=Gunnery(pointed=30)))
    assert (met.heading, turret_heading(met)) == (EAST, EAST)
    backing = under_way()
    backing.put(backing.element("t").with_travel(reversed=True))
    assert as_met(backing).heading == EAST + 24
    stands = under_way(segment=3)
    assert as_met(stands) == stands.element("t")


def test_it_has_not_the_position_yet_in_which_it_ends() -> None:
    """pw:8.14.4, pw:9.17: neither hull down nor turned to the firer; a hit in its side does more."""
    behind = Posture(hull_down=6, shield=Shield.HILL, protection=None)

    def kills(segment: int) -> float:
        state = under_way("is2", segment=segment, posture=behind)
        shooter, mark = state.element("f"), state.element("t")
        gun = weapons.arms(state, shooter)[0]
        shell = weapons.shell(state, shooter, gun, "PzGr 39")
        found = odds.chances(state, shooter, gun, mark, shot("PzGr 39"), shell)
        assert found is not None
        return found.kills / found.hits

    assert kills(1) > 2 * kills(3)
    state = under_way("is2", posture=behind)
    struck = next(e for e in fire(state, [shot("PzGr 39")], [10, 6, 5]) if isinstance(e, VehicleStruck))
    assert (struck.effect.location, struck.effect.aspect.value) == (5, "side")
    assert struck.effect.armour is not None, "no hill covers it"


def test_what_disappears_is_in_the_open_where_it_was_seen_last() -> None:
    """pw:8.7: the wood in which it has disappeared does not cover it there."""
    mark = evolve(target(travel=moved(Motion.FULL)), at=WAY[-1])
    state = duel(firer(), mark, board=wood(), see=["f"])
    state.trails = {mark.id: (Piece("c3", WAY[:2], frozenset({BLUE})), Piece("c3", WAY[1:]))}
    lost = {BLUE: {mark.id: Sighting(turn=1, step="sighting", lost=2)}}
    seen = knowledge.as_seen(evolve(mark, at=WAY[1], heading=EAST))
    state.watch = evolve(state.watch, sightings=lost, vanished={BLUE: {mark.id: seen}})
    assert "pw:8.4" not in parts(number(state, "PzGr 39"))
    known = places.known(state, state.element("f"), state.element("t"))
    assert known is not None
    assert as_met(state).heading == known.heading == EAST


def test_who_is_stopped_on_its_way_looks_along_it() -> None:
    """pw:8.7.6: neither pivot nor turret is turned any more; and it lies in the open, not in its position."""
    state = under_way(turret=SOUTH, gunnery=Gunnery(pointed=30, turned=9), posture=Posture(hull_down=4))
    happen(state, [_held(state, WAY[1])])
    now = state.element("t")
    assert (now.at, now.heading, now.turret, turret_heading(now)) == (WAY[1], EAST, EAST, EAST)
    assert now.gunnery.turned == 0
    assert now.posture.hull_down == 0


def _held(state: WarState, at: Point) -> HeldOnWay:
    from core.panzerwar.combat.aimed import held_on_way

    mark = state.element("t")
    state.put(mark.with_harm(damage=frozenset({_track()})))
    line = evolve(zones.bearing_on(state, state.element("f"), mark, 1), at=at)
    (held,) = held_on_way(state, state.elements[UnitId("f")], mark, line)
    assert isinstance(held, HeldOnWay)
    return held


def _track() -> Any:
    from core.panzerwar.pieces.harm import Damage

    return Damage.LEFT_TRACK


def test_up_to_an_eighth_of_its_full_movement_it_is_fired_at_where_it_ends() -> None:
    """pw:8.14.3, pw:8.14.4: in E1 and E2 too; of more it is met half-way."""
    state = under_way()
    mark = state.element("t")
    full = speed.allowance(state, mark, Way.MARCH, road=False).full
    for share, met in ((1 / 8, 1.0), (9 / 64, 1 / 2)):
        gone = full * share
        state.trails = {mark.id: (Piece("c3", (north(205), north(205, gone)), frozenset({BLUE})),)}
        state.put(evolve(mark, at=north(205, gone)))
        found = places.fired_at(state, state.element("f"), state.element("t"), 1)
        assert (found.x - north(205).x) / 10 == pytest.approx(gone * met, abs=0.1)
