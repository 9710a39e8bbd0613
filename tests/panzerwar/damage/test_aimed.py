"""Aiming high or low (pw:9.20 to pw:9.20.8)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.panzerwar.combat import arms, shooting
from core.panzerwar.combat.orders import Fire
from core.panzerwar.combat.to_hit import number
from core.panzerwar.combat.zones import bearing_on
from core.panzerwar.damage.locations import locate
from core.panzerwar.damage.record import Record
from core.panzerwar.pieces.element import Element, Grade
from core.panzerwar.pieces.posture import Shield
from core.panzerwar.pieces.strike import Aim, Part
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.damage.hits import CHARTS, a_strike, a_target, scripted
from tests.panzerwar.kit import BLUE, RED, a_state, an_element


def firer(**changes: Any) -> Element:
    return an_element("firer", "pz4h", BLUE, "C12", **changes)


def foe(**changes: Any) -> Element:
    return an_element("foe", changes.pop("card", "t34-85"), RED, "C5", **changes)


def facing(one: Element, other: Element, *, plays: bool = True) -> WarState:
    return a_state(one, other, see=("firer", "foe"), switches=(Switch.AIMED_FIRE,) if plays else (), step="e1")


def refused(state: WarState, aim: Aim = Aim.HIGH) -> str:
    element = state.element("firer")
    arm = arms.arm(state, element, "gun")
    assert arm is not None
    shell = arms.shells(state, element, arm)[0].name
    order = Fire(element=UnitId("firer"), arm="gun", target=UnitId("foe"), shell=shell, aim=aim)
    found = shooting.shot_refusal(state, element, arm, shooting.as_shot(BLUE, order))
    return found.rule if found is not None else ""


def test_who_may_aim() -> None:
    """pw:9.20, pw:9.20.1, pw:9.20.2: all but green crews, high or low, at hull-down targets too."""
    assert refused(facing(firer(), foe())) == ""
    assert refused(facing(firer(), foe()), Aim.LOW) == ""
    down = foe().with_posture(hull_down=5, shield=Shield.HILL, protection=None)
    assert refused(facing(firer(), down)) == ""
    assert refused(facing(firer(grade=Grade.GREEN), foe())) == "pw:9.20.1"
    assert refused(facing(firer(grade=Grade.GREEN), foe()), Aim.NORMAL) == ""
    assert refused(facing(firer(), foe(), plays=False)) == "pw:9.20"
    assert refused(facing(firer(), foe(card="zis3"))) == "pw:9.20"


@pytest.mark.parametrize("motion", [Motion.SHIFT, Motion.HALF])
def test_who_aims_does_not_move(motion: Motion) -> None:
    """pw:9.20.4: not even shift."""
    assert refused(facing(firer().with_travel(motion=motion), foe())) != ""
    assert refused(facing(firer().with_travel(motion=Motion.SHIFT), foe())) in ("pw:9.20.4", "pw:8.4.1")


def test_nobody_aims_at_first_sight() -> None:
    """pw:9.20.3: it is declared before the die, at what has been in sight."""
    for motion, rule in ((Motion.FULL, "pw:9.20.3"), (Motion.STATIONARY, "")):
        state = facing(firer(), foe().with_travel(motion=motion))
        state.sighted_now = {BLUE: frozenset({UnitId("foe")})}
        assert refused(state) == rule


def test_aiming_costs() -> None:
    """pw:9.20.5: 2 in the first turn, 1 in those that follow against the same target."""
    totals = []
    for aimed in (0, 1):
        mine = firer().with_gunnery(aimed_at=UnitId("foe") if aimed else None, aimed=aimed, aimed_in=aimed)
        state = facing(mine, foe())
        element, target = state.element("firer"), state.element("foe")
        arm = arms.arm(state, element, "gun")
        assert arm is not None
        shell = arms.shells(state, element, arm)[0]
        found = bearing_on(state, element, target, 1)
        normal = number(state, element, arm, shell, target, found)
        high = number(state, element, arm, shell, target, found, aim=Aim.HIGH)
        assert normal is not None
        assert high is not None
        totals.append(high.total - normal.total)
    assert totals == [2, 1]


def test_aimed_high_a_cupola_may_be_hit() -> None:
    """pw:9.20.8: at location 10, as of any other hit there (pw:9.1.8)."""
    high = a_strike(aim=Aim.HIGH)
    found = locate(CHARTS, a_target("t34-85"), high, Record(scripted(6, 8)))
    assert found.part is Part.CUPOLA
    assert locate(CHARTS, a_target("t34-85"), high, Record(scripted(6, 7))).part is Part.TURRET
