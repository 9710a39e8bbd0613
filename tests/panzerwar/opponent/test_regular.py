"""What the regular does that greedy does not: small positions in which a weight of its own decides."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.event import UnitId
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.opponent import picture
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState
from core.plane import hex_at, within
from tests.panzerwar.kit import BLUE, at
from tests.panzerwar.opponent.test_judgement import all_ordered
from tests.panzerwar.opponent.test_stances import a_platoon, foe, given

#: A place to be held, near the tanks; one that scores for who was there last, on the way to it and off it.
NEAR = Goal(id="near", name="Near", kind=GoalKind.HOLD, at=at("K10"), radius=75, points=100)
HELD = Goal(id="held", name="Held", kind=GoalKind.HOLD, at=at("C10"), radius=75, points=100)


def weighed(state: WarState, **weights: Any) -> WarState:
    """A state in which the players weigh by these."""
    state.temper = evolve(state.temper, **weights)
    return state


def test_who_sees_guns_near_stands_and_fires() -> None:
    """Rather than go on before them to a place within grasp: who moves hits little, and is hit (pw:4.8, pw:8.4)."""
    moving = {"goal": NEAR, "order": Tactical.ADVANCE, "changed": 5}
    assert given(a_platoon(foe("Z8"), **moving)).tactical is Tactical.ADVANCE
    assert given(weighed(a_platoon(foe("Z8"), **moving), stands=600.0)).tactical is Tactical.COVER
    assert given(weighed(a_platoon(foe("Z8"), **moving), stands=400.0)).tactical is Tactical.ADVANCE
    late = a_platoon(foe("Z8"), turns=6, **moving)
    assert given(weighed(late, stands=600.0)).tactical is not Tactical.COVER


def test_who_is_in_his_place_keeps_it() -> None:
    """Most of the platoon is in the place, if not in the middle of it: it does not drive about in it (pw:4.8)."""
    aside = evolve(HELD, at=at("F10"))
    state = a_platoon(goal=aside, order=Tactical.RUSH, changed=5)
    assert given(state).tactical is not Tactical.COVER
    assert given(weighed(state, keeps=True)).tactical is Tactical.COVER


def test_a_place_that_scores_already_is_left() -> None:
    """Who was last in it goes on to the next; with an enemy near it counts again (pw:3.3)."""
    last = Goal(id="last", name="Last", kind=GoalKind.LAST, at=at("E10"), radius=75, points=100)
    far = Goal(id="far", name="Far", kind=GoalKind.HOLD, at=at("Z10"), radius=75, points=100)

    def goes(*foes: Any, keeps: bool) -> str:
        state = weighed(a_platoon(*foes, goals=(last, far)), keeps=keeps)
        state.held = {"last": BLUE}
        found = picture.goal_of(state, state.organisations["p"])
        assert found is not None
        return found.id

    assert goes(keeps=False) == "last"
    assert goes(keeps=True) == "far"
    assert goes(foe("H10"), keeps=True) == "last"


def test_a_place_by_the_way_is_taken_along() -> None:
    """It scores for who was there last, so that to go by it is enough; not far out of the way (pw:3.3)."""
    far = Goal(id="far", name="Far", kind=GoalKind.HOLD, at=at("Z10"), radius=75, points=500)
    for where, detour, wanted in (("M6", 100.0, "by"), ("M6", 0.0, "far"), ("M1", 20.0, "far")):
        by = Goal(id="by", name="By", kind=GoalKind.LAST, at=at(where), radius=50, points=10)
        found = picture.goal_of(*_platoon_of(weighed(a_platoon(goals=(far, by)), detour=detour)))
        assert found is not None
        assert found.id == wanted, (where, detour)


def _platoon_of(state: WarState) -> Any:
    return state, state.organisations["p"]


def test_in_the_last_turn_a_place_that_nobody_has_is_gone_to() -> None:
    """Though a gun sees the way: no turn is left to wait in. Who fights for himself there goes on (pw:4.4, pw:4.7)."""
    place = Goal(id="goal", name="Goal", kind=GoalKind.HOLD, at=at("F10"), radius=50, points=100)
    state = a_platoon(foe("T8"), turns=5, goal=place, order=Tactical.COVER)
    order = given(weighed(state, dashes=True))
    assert order.tactical in (Tactical.RUSH, Tactical.BOUND)
    near = a_platoon(foe("L8"), turns=5, goal=place, order=Tactical.ENGAGE, disordered=True)
    assert any(isinstance(one, GiveOrder) for one in all_ordered(near))
    assert not [one for one in all_ordered(weighed(near, dashes=True)) if isinstance(one, GiveOrder)]


def test_who_ends_in_a_place_that_counts_stays_in_it() -> None:
    """In the last turn of an engagement the others go into it (pw:4.7)."""
    place = Goal(id="goal", name="Goal", kind=GoalKind.HOLD, at=at("C8"), radius=40, points=100)
    state = weighed(a_platoon(foe("L8"), turns=5, goal=place, order=Tactical.ENGAGE, objective=at("C8")), dashes=True)
    state.step = "plan"
    going = {o.plan.element: o.plan.legs[-1].to for o in all_ordered(state) if isinstance(o, WritePlan) and o.plan.legs}
    assert UnitId("t0") not in going
    assert UnitId("t3") in going
    assert within(going[UnitId("t3")], place.at, place.radius), hex_at(going[UnitId("t3")])
