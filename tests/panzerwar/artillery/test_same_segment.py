"""All fire of a segment is simultaneous: area fire is given by who was able when it began (pw:3.2.E)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.panzerwar.artillery import shoots
from core.panzerwar.artillery.events import AreaDeclared, AreaFired, AreaNotFired
from core.panzerwar.course import segments
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.artillery import AreaShot, Mission, Spotting
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.moves import Collision
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import Shot
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import (
    Dicing,
    a_battery,
    begin,
    call,
    communicate,
    field,
    fire,
    guns,
    happen,
    mortars,
    observer,
    of,
    only,
    turn,
)
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at


def resolve(state: WarState, *dice: int) -> list[Any]:
    """All have declared: the segment is resolved."""
    state.ended = frozenset((BLUE, RED))
    rolled = Dicing(list(dice))
    found = happen(state, segments.happens(state, rolled))
    assert not rolled.scripted.results
    return found


def shot(state: WarState, at_whom: str) -> None:
    """The Russian tank fires its coaxial machine gun at somebody."""
    state.shots = (Shot(side=RED, element=UnitId("tank"), arm="coax", target=UnitId(at_whom)),)


@pytest.mark.parametrize(("dice", "what"), [((1, 1), Result.KILLED), ((3,), Result.BROKEN)])
def test_direct_fire_at_areas_and_aimed_fire_of_e4(dice: tuple[int, ...], what: Result) -> None:
    """pw:3.2.E, pw:10.5.6: a machine gun that is silenced in E4 has fired at its area."""
    gun = an_element("mg", "mg-team", BLUE, "C30", weapon="MG42-HMG")
    tank = a_vehicle("tank", "t34-85", RED, "C27", heading=24, travel=Travel(motion=Motion.FULL, segments=("c3",)))
    state = field(gun, tank, batteries=(), step="e4", see=["mg", "tank"], board=a_board(30, 60))
    shot(state, "mg")
    area = AreaShot(side=BLUE, element=gun.id, arm="light1", at=at("C25"))
    happen(state, [AreaDeclared(side=BLUE, shot=area)])
    found = resolve(state, *dice)
    assert only(of(found, MenAttacked)[:1], MenAttacked).result is what
    assert only(found, AreaFired).elements == (gun.id,)
    assert not of(found, AreaNotFired)


def test_indirect_fire_and_aimed_fire_of_e2() -> None:
    """pw:3.2.E, pw:10.6: mortars that are hit in E2 have fired in it."""
    crew = mortars("C58", weapon="GrW34")
    fo = observer("C20", organisation="mortars")
    tank = a_vehicle("tank", "t34-85", RED, "C56", heading=24)
    state = field(*crew, fo, tank, batteries=[a_battery(*crew, fo)], board=a_board(30, 60), see=["mortars-1", "tank"])
    call(state, "C30", battery="mortars")
    communicate(state, 10, 1)
    turn(state)
    turn(state)
    communicate(state, 10, 1)
    assert only(fire(state, "e5", 9, 9), AreaFired).mission
    turn(state)
    communicate(state, 10, 1)
    begin(state, "e2")
    state.put(evolve(state.element("tank"), travel=Travel(motion=Motion.SHIFT)))
    shot(state, "mortars-1")
    found = resolve(state, 1, 1)
    assert state.element("mortars-1").presence is Presence.KILLED
    assert only(found, AreaFired).elements == (UnitId("mortars-1"),)
    turn(state)
    begin(state, "e2")
    assert not of(fire(state, "e2"), AreaFired)


def test_rams_come_after_all_fire_of_their_segment() -> None:
    """pw:14.2: fire at an area in E4 too may stop a rammer before it gets there."""
    gun = an_element("mg", "mg-team", BLUE, "C30", weapon="MG42-HMG")
    tank = a_vehicle("tank", "t34-85", RED, "C27", heading=24, travel=Travel(motion=Motion.FULL, segments=("c3",)))
    other = a_vehicle("other", "pz4h", BLUE, "C28")
    state = field(gun, tank, other, batteries=(), step="e4", board=a_board(30, 60))
    state.collisions = (Collision(element=UnitId("tank"), target=UnitId("other"), segment=4),)
    area = AreaShot(side=BLUE, element=gun.id, arm="light1", at=at("C23"))
    happen(state, [AreaDeclared(side=BLUE, shot=area)])
    kinds = [type(event).__name__ for event in resolve(state)]
    assert kinds.index("AreaFired") < kinds.index("Rammed")


@pytest.mark.parametrize("far", [False, True])
def test_a_spotting_round_among_other_fire_of_its_segment(far: bool) -> None:
    """pw:10.7: it is not seen with other fire close by, whichever of the two batteries is asked first."""
    one, two, fo = guns(name="a"), guns(name="b"), observer("C30", organisation="a")
    state = field(*one, *two, fo, batteries=[a_battery(*one, fo), a_battery(*two)], turn=3, step="e5")
    rest: dict[str, Any] = {"side": BLUE, "shell": "", "due": 3, "allotted": 6}
    spots = Mission(id="a/1", battery="a", aim=at("C10"), spotting=Spotting.ONE, observer=fo.id, **rest)
    other = Mission(id="b/1", battery="b", aim=at("K10" if far else "C10"), **rest)
    state.artillery = evolve(state.artillery, missions=(spots, other))
    found = of(happen(state, shoots.resolve(state, state.copy(), Dicing([9, 9, 9, 9]))), AreaFired)
    assert [fell.seen for fell in found if fell.rounds] == [far]
