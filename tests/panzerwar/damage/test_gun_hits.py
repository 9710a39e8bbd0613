"""Hits on towed guns, direct and from above (pw:9.22, pw:9.15.6, pw:14.3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.combat import suppressive
from core.panzerwar.combat.events import KeptDown
from core.panzerwar.damage import gun_hits
from core.panzerwar.damage.evolve import APPLY
from core.panzerwar.damage.odds import gun_chances
from core.panzerwar.damage.resolving import crush_gun, strike_gun
from core.panzerwar.ground import lines
from core.panzerwar.infantry import adjustments
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.shots import Arm, ArmKind, Shot
from core.panzerwar.pieces.strike import GunEffect, Strike
from core.panzerwar.state import WarState
from tests.panzerwar.damage.hits import CARDS, CHARTS, a_strike, he, scripted
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at, evolved


def a_gun(card: str = "pak40", **changes: Any) -> Element:
    return an_element("gun", card, RED, "C5", **changes)


def hit(strike: Strike, *rolled: int, card: str = "pak40") -> GunEffect:
    """What one hit does to a gun that faces north; all other dice bring about nothing."""
    return gun_hits.hit_gun(CHARTS, gun_hits.GunTarget(card=CARDS.guns[card]), strike, scripted(*rolled))


@pytest.mark.parametrize(
    ("die", "location"),
    [
        (1, "near miss, low"),
        (4, "near miss, beside"),
        (5, "gun shield, left or right"),
        (7, "carriage or wheels"),
        (9, "gun and mount"),
        (10, "sight and crew"),
    ],
)
def test_a_die_chooses_what_is_hit(die: int, location: str) -> None:
    """pw:9.22, pw:9.22.3, pw:9.22.4: by the chart for towed artillery."""
    assert hit(he(), die).location == location


def test_a_shield_must_be_pierced() -> None:
    """pw:9.22.2: for anything to come of a hit on it, from its front alone; pw:9.15.6: and it may stun."""
    thick = CARDS.guns["pak40"].shield_front.base
    assert thick > 0
    held = hit(a_strike(penetration=thick / 4), 9, 2)
    assert (held.shield, held.pierced, held.destroyed, held.crew) == (True, False, False, None)
    through = hit(a_strike(penetration=30.0), 9, 4, 6)
    assert (through.shield, through.pierced, through.destroyed) == (True, True, True)
    behind = hit(a_strike(penetration=thick / 4, bearing=180.0), 9, 6)
    assert (behind.shield, behind.destroyed) == (False, True)
    for die, stunned in ((10, True), (9, False)):
        assert hit(a_strike(penetration=thick / 4, stun=11), 9, 2, die).stunned == stunned


@pytest.mark.parametrize(
    ("strike", "die", "crew"),
    [
        (he(bearing=180.0, killpower=4), 1, 3),
        (he(bearing=180.0, killpower=4), 3, 4),
        (he(bearing=180.0, killpower=4), 10, 6),
        (a_strike(bearing=180.0), 3, None),
        (a_strike(bearing=180.0), 8, 0),
        (a_strike(bearing=180.0), 10, 2),
    ],
)
def test_the_crew_is_attacked_by_killpower(strike: Strike, die: int, crew: int | None) -> None:
    """pw:9.22.4: by fragments near by too; solid shot hurts it where the gun itself is struck."""
    assert hit(strike, die).crew == crew


def test_a_carriage_and_a_gun() -> None:
    """pw:9.22.3: a carriage cannot be towed any more, a gun is destroyed; as events on elements in play."""
    state = a_state(a_gun())
    event = strike_gun(state, state.element("gun"), he(bearing=180.0, destruction=3), scripted(7, 4))
    evolved(state, APPLY, [event])
    assert state.element("gun").harm.damage == {Damage.CARRIAGE}
    event = strike_gun(state, state.element("gun"), he(bearing=180.0, destruction=3), scripted(8, 3))
    evolved(state, APPLY, [event])
    assert state.element("gun").presence is Presence.DESTROYED


def test_from_above_and_under_tracks() -> None:
    """pw:14.3.2, pw:10.3.9.1: a D6 and 4, whatever its shield."""
    target = gun_hits.GunTarget(card=CARDS.guns["pak40"])
    assert gun_hits.direct_hit_from_above(CHARTS, target, he(direct=False), scripted(6)).location == "sight and crew"
    state = a_state(a_gun())
    event = crush_gun(state, state.element("gun"), scripted(4, 3))
    assert (event.effect.location, event.effect.destroyed) == ("gun and mount", True)


def test_chances_agree_with_the_chart() -> None:
    """pw:9.22.4: destroyed at 5, 6, 8 and 9, without its shield."""
    target = gun_hits.GunTarget(card=CARDS.guns["pak40"])
    found = gun_chances(CHARTS, target, he(bearing=180.0, destruction=3))
    assert found.destroyed == pytest.approx(0.2 * 0.7 + 0.2 * 0.8)
    assert found.carriage == pytest.approx(0.1 * 0.7)
    assert sum(found.crew.values()) == pytest.approx(1.0 - found.destroyed), "who serves what is destroyed is not"
    assert sum(found.left.values()) == pytest.approx(1.0 - found.destroyed)


# -- the crew ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "covered", "open_"), [("pak40", False, False), ("flak36", True, False)])
def test_who_is_in_the_open(card: str, covered: bool, open_: bool) -> None:
    """pw:9.22.4: a crew without a shield, unless it is in cover."""
    assert gun_hits.in_the_open(CARDS.guns[card], covered=covered) == open_
    bare = next(gun for gun in CARDS.guns.values() if not gun_hits.shielded(gun))
    assert gun_hits.in_the_open(bare, covered=False)
    assert not gun_hits.in_the_open(bare, covered=True)


@pytest.mark.parametrize(
    ("shielded", "terrain", "dug", "kept"),
    [
        (True, "clear", Digging.NONE, False),
        (False, "clear", Digging.NONE, True),
        (False, "light-woods", Digging.NONE, False),
        (False, "village", Digging.NONE, False),
        (False, "clear", Digging.FOXHOLES, False),
    ],
)
def test_suppression_of_crews(shielded: bool, terrain: str, dug: Digging, kept: bool) -> None:
    """pw:9.22.4, pw:8.12: those in the open are kept down."""
    card = next(gun.id for gun in CARDS.guns.values() if gun_hits.shielded(gun) == shielded)
    firer = an_element("mg", "mg-team", BLUE, "C9", weapon="MG42-HMG")
    gun = a_gun(card).with_posture(dug=dug)
    state = a_state(firer, gun, board=a_board(terrain={"C5": terrain}), step="e1")
    arm = Arm("light1", ArmKind.MACHINE_GUN, "MG42-HMG")
    shot = Shot(side=BLUE, element=UnitId("mg"), arm="light1", at=at("C5"))
    events = suppressive.resolve(state, firer, arm, shot, 1, ScriptedDice([2]))
    assert any(isinstance(event, KeptDown) for event in events) == kept


def of_shield(state: WarState, shield: bool = True) -> list[int]:
    line = lines.line(state, at("C9"), at("C5"), 2.0, 1.0)
    why = adjustments.of_target(state, state.element("gun"), line, shield=shield)
    return [reason.amount for reason in why if reason.rule == "pw:9.22.2"]


def test_a_shield_covers_its_crew() -> None:
    """pw:9.22.2: against direct fire that comes from its front; not against what has pierced it."""
    assert of_shield(a_state(a_gun(heading=24))) == [-2]
    assert of_shield(a_state(a_gun(heading=0))) == []
    assert of_shield(a_state(a_gun(heading=24)), shield=False) == []
    assert of_shield(a_state(a_gun(heading=24).with_posture(dug=Digging.TRENCH))) == []
