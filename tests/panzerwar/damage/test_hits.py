"""Hits from the location to what becomes of a vehicle; area fire, mines, rams; their chances (pw:9.0, pw:9.2.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.dice import Dice, branches
from core.panzerwar.damage import odds, reports
from core.panzerwar.damage.area_hits import possible_hit
from core.panzerwar.damage.evolve import APPLY
from core.panzerwar.damage.hit import hit
from core.panzerwar.damage.mine_strikes import anti_personnel_mine, anti_tank_mine
from core.panzerwar.damage.rams import ram_damage, ram_numbers
from core.panzerwar.damage.resolving import strike_vehicle
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.posture import Posture, Shield
from core.panzerwar.pieces.strike import Aspect, Effect, Part
from tests.panzerwar.damage.hits import CHARTS, a_strike, a_target, he, rolled_for, scripted, struck
from tests.panzerwar.kit import RED, a_state, an_element, evolved


def test_a_hit_goes_from_location_to_stun() -> None:
    """pw:9.0: aspect, location, penetration, damage, stun, in this order."""
    effect = struck(a_target("t34-85", heading=6), a_strike(penetration=30.0), 5, 2, 4, 2, 2, 2, 2)
    wanted = ["location", "aspect", "penetration", "fire", "mobility", "stun"]
    assert [what for what in rolled_for(effect) if what in wanted] == wanted
    assert effect.pierced


def test_what_becomes_of_an_element() -> None:
    """pw:9.0: damage is marked, an explosion takes it out of the game with whom it carries inside."""
    tank = an_element("tank", "t34-85", RED, "C5", heading=0)
    state = a_state(tank)
    evolved(state, APPLY, [strike_vehicle(state, tank, a_strike(penetration=30.0), scripted(5, 5, 2, 7))])
    assert state.element("tank").harm.damage == {Damage.MOBILITY}
    assert state.element("tank").harm.new == {Damage.MOBILITY}
    event = strike_vehicle(state, state.element("tank"), a_strike(penetration=30.0), scripted(5, 5, 10, 9))
    evolved(state, APPLY, [event])
    assert state.element("tank").presence is Presence.DESTROYED
    told = reports.TELL[type(event)](state, event)
    assert told is not None
    assert "explodes" in told.text


# -- from above ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "part", "aspect"),
    [
        ((5,), Part.BESIDE, None),
        ((10, 1), Part.TOP_TURRET, Aspect.TOP),
        ((10, 6), Part.TOP_DECK, Aspect.TOP),
        ((1, 6), Part.HULL, Aspect.SIDE),
        ((1, 1), Part.TRACK, Aspect.SIDE),
    ],
)
def test_indirect_fire_strikes_the_top(dice: tuple[int, ...], part: Part, aspect: Aspect | None) -> None:
    """pw:9.2.1, pw:10.3.1: a 1 or a 10 of the die is an actual hit, an under or over says of what."""
    effect = possible_hit(CHARTS, a_target("t34-85"), he(direct=False), scripted(*dice))
    assert (effect.part, effect.aspect) == (part, aspect)


def test_no_cover_helps_against_what_comes_down() -> None:
    """pw:9.2.1: the top is exposed, behind a hill too."""
    down = a_target("t34-85", posture=Posture(hull_down=6, shield=Shield.HILL, protection=None))
    effect = possible_hit(CHARTS, down, he(direct=False, penetration=30.0), scripted(10, 1, 4))
    assert effect.pierced


# -- mines ---------------------------------------------------------------------------------------------------


def test_a_mine_that_breaks_a_track_attacks_the_bottom() -> None:
    """pw:15.2: by the thinner of turret top and deck; a track that holds keeps it off."""
    target = a_target("t34-85")
    effect = anti_tank_mine(CHARTS, target, scripted(5, 1, 1, 4))
    assert effect.gear
    assert effect.damage & {Damage.LEFT_TRACK, Damage.RIGHT_TRACK}
    tops = [one.base for one in (target.card.top_turret, target.card.top_deck) if one is not None and one.base > 0]
    assert effect.armour == min(tops)
    assert effect.part is Part.BELLY
    held = anti_tank_mine(CHARTS, a_target("tiger2"), scripted(1))
    assert not held.gear
    assert not held.damage


def test_an_anti_personnel_mine_stays_below() -> None:
    """pw:15.3: it hurts the running gear as a shell of 50 mm does, D 5."""
    light = a_target("sdk222")
    effect = anti_personnel_mine(CHARTS, light, scripted(5, 3, 2))
    assert effect.part is Part.TRACK
    assert not effect.pierced
    assert not effect.destroyed


# -- rams ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "ramming", "numbers"),
    [
        (57, 25, True, (10, 10)),
        (57, 25, False, (9, 9)),
        (30, 28, True, (8, 7)),
        (30, 28, False, (7, 6)),
        (25, 57, True, (4, 4)),
        (25, 57, False, (3, 3)),
    ],
)
def test_numbers_of_a_ram(own: float, other: float, ramming: bool, numbers: tuple[int, int]) -> None:
    """pw:14.3, pw:14.3.1: D and S by the difference of weights, and by who rams."""
    assert ram_numbers(CHARTS, own, other, ramming=ramming) == numbers


def test_damage_of_a_ram() -> None:
    """pw:14.3, pw:14.3.2, pw:14.3.3: no penetration; a D6 for location, D against each damage, S to stun."""
    effect = ram_damage(CHARTS, a_target("t34-85"), 25.0, 0.0, scripted(5, 2, 9, 9), ramming=True)
    assert effect.penetration is None
    assert effect.location == 5
    assert effect.damage == {Damage.MOBILITY}
    assert effect.stunned


# -- chances -------------------------------------------------------------------------------------------------


def walked(resolve: Callable[[Dice], Effect]) -> dict[str, float]:
    """The chances of what may come of a hit, branch by branch."""
    found = {"destroyed": 0.0, "stunned": 0.0, "damaged": 0.0}
    for chance, effect in branches(resolve):
        found["destroyed"] += chance * effect.destroyed
        found["stunned"] += chance * (effect.stunned and not effect.destroyed)
        found["damaged"] += chance * (bool(effect.damage) and not effect.destroyed)
    return found


@pytest.mark.parametrize(("card", "changes"), [("opel", {}), ("opel", {"killpower": 4}), ("zis5", {"killpower": None})])
def test_chances_of_hits_on_soft_vehicles(card: str, changes: dict[str, Any]) -> None:
    """pw:9.0, pw:9.4.7: walked branch by branch."""
    shell = he(**changes)
    target = a_target(card)
    found = odds.chances(CHARTS, target, shell)
    assert found.destroyed == pytest.approx(walked(lambda dice: hit(CHARTS, target, shell, dice))["destroyed"])


@pytest.mark.parametrize("bearing", [0.0, 40.0, 90.0])
def test_chances_of_what_does_not_pierce(bearing: float) -> None:
    """pw:9.0, pw:9.15: walked branch by branch over locations, aspects, cupolas and barrels; it stuns alone."""
    shell = a_strike(penetration=0.1, stun=8, bearing=bearing)
    target = a_target("t34-85")
    found = odds.chances(CHARTS, target, shell)
    by_dice = walked(lambda dice: hit(CHARTS, target, shell, dice))
    assert by_dice["damaged"] == by_dice["destroyed"] == found.damaged == found.destroyed == 0
    assert found.stunned == pytest.approx(by_dice["stunned"])
    assert found.only_stunned == pytest.approx(by_dice["stunned"])


def test_chances_sum_to_one() -> None:
    """pw:9.0: destroyed, damaged, only stunned, nothing; and every outcome is counted once."""
    for card in ("t34-85", "pz4h", "lee", "sdk251-1", "hummel"):
        for strike in (a_strike(), he(), a_strike(bearing=40.0)):
            found = odds.chances(CHARTS, a_target(card), strike)
            assert found.destroyed + found.damaged + found.only_stunned + found.nothing == pytest.approx(1)
            whole = odds.outcomes(CHARTS, a_target(card), strike)
            assert sum(whole.values()) == pytest.approx(1)
            assert found.out >= found.destroyed
