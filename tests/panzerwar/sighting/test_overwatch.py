"""Overwatching a point, and what examples may ask of sighting (pw:7.9, pw:7.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.combat import first_sight, shooting
from core.panzerwar.combat.arms import arms
from core.panzerwar.movement.events import Boarded, MoveEnded
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting import choices, overwatch
from core.panzerwar.sighting.asks import ASKS
from core.panzerwar.sighting.evolve import APPLY
from core.panzerwar.sighting.orders import Mark
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import Point, centre, offset
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at, evolved

TANK = UnitId("b1")
POINT = at("J16")


def watching(point: Point | None = POINT, card: str = "pz4h", **changes: Any) -> WarState:
    """A tank in J3 in phase B, which overwatches a point, None = nothing yet."""
    mark = "" if point is None else f"{point.x},{point.y}"
    eye = an_element("b1", card, BLUE, "J3", heading=24, gunnery=Gunnery(mark=mark), **changes)
    board = a_board(rows=50, levels={"Q10 Q11 R10 R11": 1})
    return a_state(eye, switches=[Switch.OVERWATCH], step="communications", board=board)


def mark(state: WarState, point: Point | None) -> None:
    order = Mark(element=TANK, at=point)
    overwatch.check(state, BLUE, order)
    evolved(state, APPLY, overwatch.decide(state, BLUE, order, ScriptedDice([])))


def test_a_point_is_overwatched_and_given_up() -> None:
    """pw:7.9."""
    state = watching(None)
    assert overwatch.mark(state, state.element("b1")) is None
    mark(state, POINT)
    assert overwatch.mark(state, state.element("b1")) == POINT
    mark(state, None)
    assert overwatch.mark(state, state.element("b1")) is None
    with pytest.raises(IllegalOrder, match="overwatches nothing"):
        mark(state, None)


def test_a_gun_that_is_limbered_overwatches_nothing() -> None:
    """pw:7.9: it is stationary no more."""
    state = watching(POINT, "pak40")
    evolved(state, APPLY, [Boarded(side=BLUE, element=UnitId("b1"), carrier=UnitId("lorry"))])
    assert not state.element("b1").gunnery.mark


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        (offset(at("J3"), 180, 801), "farther than 800"),
        (at("X18"), "not in sight"),
        (Point(-5000, 0), "not on the table"),
    ],
)
def test_which_points(point: Point, reason: str) -> None:
    """pw:7.9: in sight, within 800."""
    with pytest.raises(IllegalOrder, match=reason):
        mark(watching(None), point)
    mark(watching(None), offset(at("J3"), 180, 799))


def test_only_vehicles_and_guns_overwatch() -> None:
    """pw:7.9."""
    mark(watching(None, "pak40"), POINT)
    with pytest.raises(IllegalOrder, match="only vehicles and guns"):
        mark(watching(None, "ger-rifle-44"), POINT)


def test_only_in_phase_b_and_with_the_rule() -> None:
    """pw:7.9."""
    late = watching(None)
    late.step = "sighting"
    with pytest.raises(IllegalOrder, match="phase B"):
        mark(late, POINT)
    without = watching(None)
    without.options = frozenset()
    with pytest.raises(IllegalOrder, match="not in use"):
        mark(without, POINT)
    assert not list(choices.offer_marks(without, BLUE))


def test_only_under_cover() -> None:
    """pw:7.9.1: and while it is under Cover."""
    state = watching()
    assert overwatch.mark(state, state.element("b1")) == POINT
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    assert overwatch.mark(state, state.element("b1")) is None
    with pytest.raises(IllegalOrder, match="under Cover") as refused:
        mark(state, POINT)
    assert refused.value.rule == "pw:7.9.1"


@pytest.mark.parametrize(("motion", "kept"), [(Motion.SHIFT, True), (Motion.HALF, False)])
def test_who_moves_more_than_a_shift_overwatches_no_more(motion: Motion, kept: bool) -> None:
    """pw:7.9."""
    state = watching()
    ended = MoveEnded(side=BLUE, element=TANK, segment="c4", motion=motion, spent=20, heading=24, turret=24)
    evolved(state, APPLY, [ended])
    assert bool(state.element("b1").gunnery.mark) is kept


@pytest.mark.parametrize(("gsu", "near"), [(75, True), (76, False)])
def test_movers_near_the_mark_are_fired_at_without_waiting(gsu: float, near: bool) -> None:
    """pw:7.9.2, pw:7.7.1: at first sight."""
    state = watching()
    foe = an_element("r1", "t34-43", RED, offset(POINT, 180, gsu), travel=Travel(motion=Motion.HALF))
    state.put(foe)
    tank = state.element("b1")
    assert overwatch.comes_near(state, tank, foe) is near
    assert not overwatch.comes_near(state, tank, evolve(foe, travel=Travel()))
    gun = next(arm for arm in arms(state, tank) if arm.kind.value == "gun")
    assert (first_sight.refusal(state, tank, gun, foe, 460) is None) is near


@pytest.mark.parametrize(("fired", "gsu", "from_"), [((2,), 50, 4), ((1,), 50, 3), ((2,), 51, None), ((), 10, None)])
def test_firers_near_the_mark_are_answered_two_segments_later(
    fired: tuple[int, ...], gsu: float, from_: int | None
) -> None:
    """pw:7.9.3: fire in E2 is answered in E4."""
    state = watching()
    foe = an_element("r1", "t34-43", RED, offset(POINT, 180, gsu), gunnery=Gunnery(fired=fired))
    assert overwatch.replies_from(state, state.element("b1"), foe) == from_


@pytest.mark.parametrize(("step", "rule"), [("e3", "pw:8.8.3"), ("e4", "")])
def test_the_answer_comes_at_whatever_range_the_mark_has(step: str, rule: str) -> None:
    """pw:7.9.3, pw:7.7.4: at first sight a stationary tank fires in E3 alone, and within 450; who overwatches fires two
    segments after the other."""
    state = watching(offset(at("J3"), 180, 600))
    gunnery = Gunnery(fired=(2,), with_=frozenset({"gun"}))
    foe = an_element("r1", "t34-43", RED, offset(at("J3"), 180, 640), gunnery=gunnery)
    state.put(foe)
    state.sighted, state.sighted_now = {BLUE: frozenset({foe.id})}, {BLUE: frozenset({foe.id})}
    state.step = step
    tank = state.element("b1")
    gun = next(arm for arm in arms(state, tank) if arm.id == "gun")
    assert shooting.arm_refusal(state, tank, gun) is None
    refused = shooting.target_refusal(state, tank, gun, foe)
    assert ("" if refused is None else refused.rule) == rule
    state.put(tank.with_gunnery(mark=""))
    state.step = "e3"
    without = shooting.target_refusal(state, state.element("b1"), gun, foe)
    assert without is not None
    assert without.rule == "pw:8.8.3"


def test_marks_by_picks() -> None:
    """pw:7.9."""
    state = watching(None)
    assert [choice.pick for choice in choices.offer_marks(state, BLUE)] == ["mark:b1"]
    offered = {choice.pick for choice in choices.go_on_marking(state, BLUE, ("mark:b1",)).options}
    assert "J16" in offered
    assert "X18" not in offered
    assert choices.mark(state, BLUE, ("mark:b1",)) is None
    assert choices.mark(state, BLUE, ("mark:b1", "J16")) == Mark(element=TANK, at=centre(state.board.hex("J16")))
    mark(state, POINT)
    assert [choice.pick for choice in choices.offer_marks(state, BLUE)] == ["no-mark:b1"]
    assert choices.mark(state, BLUE, ("no-mark:b1",)) == Mark(element=TANK)


# -- asks ------------------------------------------------------------------------------------------------


def ask(state: WarState, name: str, **fields: Any) -> Mapping[str, Any]:
    answer: Mapping[str, Any] = ASKS[name](**fields).answer(None, state)
    return answer


def test_why_something_is_not_sighted() -> None:
    """pw:7.0, pw:7.6: with all modifiers, the distance and the chance; or why nothing is made out."""
    state = watching()
    state.put(an_element("r1", "t34-43", RED, offset(at("J3"), 180, 605), posture=Posture(hull_down=4)))
    found = ask(state, "sighting", observer="b1", target="r1")
    assert [part.amount for part in found["tally"]] == [40, -8]
    assert (found["gsu"], found["range"], found["most"], found["auto"]) == (600, 450, 900, False)
    assert found["chance"] == pytest.approx(0.1)
    assert not found["sighted"]
    assert ask(state, "sighting", observer="b1", target="r1", die=10)["sighted"]
    state.change(UnitId("r1"), at=at("X18"))
    refused = ask(state, "sighting", observer="b1", target="r1")["refused"]
    assert refused["rule"] == "pw:7.11.2"
    assert ask(state, "held", observer="b1", target="r1")["refused"]["rule"] == "pw:7.11.2"


def test_what_else_may_be_asked() -> None:
    """pw:7.2, pw:7.4, pw:7.8, pw:7.9."""
    state = watching()
    state.put(an_element("b2", "pz4h", BLUE, offset(at("J3"), 90, 30), heading=24))
    state.put(an_element("r1", "t34-43", RED, offset(at("J3"), 180, 605)))
    state.sighted = {BLUE: frozenset({UnitId("r1")})}
    observer = ask(state, "observer", unit="b1")
    assert (observer["class"], observer["arcs"], observer["refused"]) == ("A", [[24, 90]], None)
    group = ask(state, "group-sighting", observers=("b1", "b2"), target="r1", die=5)
    assert (group["allowed"], group["bonus"], group["sighted"], group["reach"]) == (True, 1, True, 1000)
    whole = ask(state, "group-sighting", observers=("b1", "b2"), target="r1", die=5, whole=True)
    assert whole["reach"] == 1000
    assert ask(state, "in-sight", side="blue") == {"sighted": ["r1"], "first": [], "flashes": []}
    assert ask(state, "light", hex="J3") == {"lit": True, "halved": False, "limits": []}
    assert ask(state, "may-mark", unit="b1", hex="J16")["allowed"]
    state.put(evolve(state.element("b2"), at=at("J40")))
    assert not ask(state, "group-sighting", observers=("b1", "b2"), target="r1", die=5)["allowed"]


def test_the_point_is_seen_as_smoke_and_the_night_let_it() -> None:
    """pw:7.9: within sight."""
    dark = watching(None)
    dark.engagement = evolve(dark.engagement, moonlight=0)
    with pytest.raises(IllegalOrder, match="by night it sees 50"):
        mark(dark, POINT)
    mark(dark, at("J5"))
    veiled = watching(None)
    puffs = tuple(clouds.new(veiled, Source.BURNING, (offset(at("J9"), 180, 6 * n),), 0) for n in range(4))
    numbered = clouds.numbered(veiled, puffs)
    veiled.smoke = evolve(veiled.smoke, clouds={cloud.id: cloud for cloud in numbered})
    with pytest.raises(IllegalOrder, match="thick smoke"):
        mark(veiled, POINT)
