"""Machine guns at areas: their killpower is adjusted as in all their fire (pw:12.4.2, pw:10.3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import branches
from core.event import UnitId
from core.panzerwar.artillery import direct, hits, odds
from core.panzerwar.artillery.loads import Load
from core.panzerwar.combat.events import KeptDown, SoftStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import Shot
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from tests.panzerwar.artillery.guns import Dicing, field, happen, only
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element

SQUAD = an_element("squad", "sov-rifle-43", RED, "C45")
LORRY = a_vehicle("lorry", "zis5", RED, "C45")


def there(*elements: Element) -> WarState:
    return field(*elements, batteries=(), step="e4", board=a_board(30, 60))


def falls(state: WarState, arm: str, range_: float = 125) -> Load:
    """What falls of one of the arms of `firer`."""
    body = direct.of_element(state, state.element("firer"), arm)
    assert body is not None
    found = direct.load(state, body, "", range_)
    assert found is not None
    return found[0]


def tank(motion: Motion = Motion.STATIONARY) -> Element:
    return a_vehicle("firer", "pz4h", BLUE, "C50", travel=Travel(motion=motion))


def attacked(state: WarState, load: Load, whom: Element) -> Any:
    """What a possible hit rolls at somebody."""
    return happen(state, hits.possible_hit(state, whom, load, Dicing([9])))


@pytest.mark.parametrize(
    ("motion", "less"), [(Motion.STATIONARY, 0), (Motion.SHIFT, 0), (Motion.HALF, -1), (Motion.FULL, -1)]
)
def test_a_vehicle_on_the_move(motion: Motion, less: int) -> None:
    """pw:8.5.4, pw:12.4.2: one less; the odds count it too."""
    state = there(tank(motion), SQUAD)
    load = falls(state, "coax")
    plain = state.cards.machine_guns["MG34"].killpower(125)
    assert plain is not None
    assert only(attacked(state, load, SQUAD), MenAttacked).net == plain + less
    assert sum(one.amount for one in odds.chances(state, SQUAD, load, 1).tally) == plain + less


def test_beside_the_main_gun() -> None:
    """pw:8.17.3: the co-axial machine gun has one less in the segment in which the main gun is fired."""
    state = there(tank(), SQUAD)
    before = falls(state, "coax").strike.killpower
    state.shots = (Shot(side=BLUE, element=UnitId("firer"), arm="gun", target=SQUAD.id),)
    assert before is not None
    assert falls(state, "coax").strike.killpower == before - 1
    assert falls(state, "hull").strike.killpower == before


def test_a_team_that_is_suppressed_or_has_moved() -> None:
    """pw:12.9, pw:8.5.6: one less, and two."""
    team = an_element("firer", "mg-team", BLUE, "C50", weapon="MG42-HMG")
    plain = falls(there(team), "light1")
    down = falls(there(team.with_nerve(suppressed=9)), "light1")
    moved = falls(there(team.with_travel(motion=Motion.HALF)), "light1")
    assert [sum(one.amount for one in load.why) for load in (plain, down, moved)] == [0, -1, -2]


def test_bullets_at_a_soft_vehicle() -> None:
    """pw:10.3.9.3: two more are for HE; pw:10.3.8: up to 4 above, it is suppressed."""
    state = there(tank(), LORRY)
    load = falls(state, "coax")
    needed = state.cards.machine_guns["MG34"].killpower(125)
    assert needed is not None
    for rolled, destroyed, down in ((needed, True, 0), (needed + 1, False, 1), (needed + 4, False, 1)):
        found = happen(there(tank(), LORRY), hits.possible_hit(there(tank(), LORRY), LORRY, load, Dicing([rolled])))
        assert (only(found, SoftStruck).net, only(found, SoftStruck).destroyed) == (needed, destroyed)
        assert sum(isinstance(event, KeptDown) for event in found) == down
    lost = harmed = 0.0
    for chance, events in branches(lambda dice: list(hits.possible_hit(state, LORRY, load, dice))):
        gone = any(isinstance(e, SoftStruck) and e.destroyed for e in events)
        lost += chance * gone
        harmed += chance * (gone or any(isinstance(e, KeptDown) for e in events))
    chances = odds.chances(state, LORRY, load, 1)
    assert (chances.lost, chances.harmed) == (pytest.approx(lost), pytest.approx(harmed))
