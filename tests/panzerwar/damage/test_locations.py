"""Where hits strike: location, cupola, barrel, top, two values, aimed fire (pw:9.1.8, pw:9.2, pw:9.3, pw:9.20)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.dice import branches
from core.panzerwar.damage.location_damage import columns
from core.panzerwar.damage.locations import Struck, locate, plunging, roll_location
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.cards import Compartment, GunMount
from core.panzerwar.pieces.charts.damage import DamageColumn
from core.panzerwar.pieces.strike import Aim, Aspect, Part, Strike
from core.panzerwar.pieces.weapons import ShellType
from tests.panzerwar.damage.hits import CARDS, CHARTS, a_strike, a_target, he, plated, rolled_for, scripted, struck

AP = a_strike()
FAR_HEAT = a_strike(shell=ShellType.HEAT, range=901.0, length=24.0)


def located(target: Target, strike: Strike, *rolled: int) -> Struck:
    """What a hit strikes with these dice."""
    return locate(CHARTS, target, strike, Record(scripted(*rolled)))


def every_place(target: Target, strike: Strike) -> dict[Struck, float]:
    """All that a hit may strike, with its chance."""
    found: dict[Struck, float] = {}
    for chance, place in branches(lambda dice: locate(CHARTS, target, strike, Record(dice))):
        found[place] = found.get(place, 0.0) + chance
    return found


def test_one_die_chooses_the_location() -> None:
    """pw:9.3: a D10, and the chart says what is there."""
    parts = [located(a_target("t34-85"), AP, die).part for die in range(1, 9)]
    hull, track, turret = Part.HULL, Part.TRACK, Part.TURRET
    assert parts == [track, hull, hull, track, hull, hull, turret, turret]
    assert located(a_target("t34-85"), AP, 8).obstruction.armour.text == "8r"


def test_a_cupola_is_hit_by_a_second_die() -> None:
    """pw:9.1.8: high on 8, 9, 10, low on 10 alone, with its own armour from all sides."""
    for card, hits in (("t34-85", {8, 9, 10}), ("pz2f", {10}), ("stug3g", {10})):
        for die in range(1, 11):
            for bearing in (0.0, 180.0):
                found = located(a_target(card), a_strike(bearing=bearing), 10, die)
                assert (found.part is Part.CUPOLA) == (die in hits)
                if found.part is Part.CUPOLA:
                    assert found.obstruction.armour == CARDS.vehicles[card].cupola_armour
                    assert columns(a_target(card), found) == (DamageColumn.CUPOLA,)
    assert located(a_target("hummel"), AP, 10, 10).part is Part.SUPERSTRUCTURE


def test_a_barrel_is_hit_at_location_9() -> None:
    """pw:9.9.3: on front or side of a turret, on a 9, of more than 60 mm on a 10 too; else it is an ordinary hit."""
    for card, wide in (("pz4h", True), ("pz3h", False)):
        assert (a_target(card).calibre > 60) == wide
        for die in range(1, 11):
            for bearing in (0.0, 90.0):
                found = located(a_target(card), a_strike(bearing=bearing), 9, die)
                assert (found.part is Part.BARREL) == (die == 9 or (wide and die == 10))
    behind = located(a_target(), a_strike(bearing=180.0), 9, 9)
    assert behind.part is Part.TURRET


def test_the_armour_of_a_barrel() -> None:
    """pw:9.9.3: half the calibre in cm, 5 at most; nothing but the gun is lost, and stun is rolled."""
    assert located(a_target("pz4h"), AP, 9, 9).obstruction.armour.base == 3.75
    assert located(a_target("isu152"), AP, 9, 9).obstruction.armour.base == 5
    effect = struck(a_target("pz4h"), AP, 9, 9, 5)
    assert [d.value for d in effect.damage] == ["gun"]
    assert rolled_for(effect) == ["location", "barrel", "penetration", "stun"]
    held = struck(a_target("pz4h"), a_strike(penetration=3.0), 9, 9, 5)
    assert not held.damage
    assert rolled_for(held)[-1] == "stun"


def test_a_sponson_gun_has_its_barrel_at_location_6() -> None:
    """pw:9.9.4: of the M3 Lee, unless cover hides it."""
    lee = a_target("lee")
    assert located(lee, AP, 6, 9).part is Part.SPONSON_BARREL
    assert located(lee, a_strike(bearing=180.0), 6, 9).part is Part.HULL
    assert located(a_target("m4a1"), AP, 6, 9).part is Part.HULL
    hidden = evolve(lee, posture=evolve(lee.posture, hull_down=6))
    assert located(hidden, AP, 6, 9).part is Part.HULL


def test_a_second_turret_has_its_barrel_at_location_6() -> None:
    """pw:9.9.4, pw:9.9.1: a gun of T2."""
    card = evolve(CARDS.vehicles["t26"], second_gun=GunMount("37L45", "tank", 8))
    assert located(a_target(card), AP, 6, 9).part is Part.SECOND_BARREL
    turret = evolve(card.locations[7], compartment=Compartment.SECOND_TURRET)
    card = evolve(card, locations={**card.locations, 7: turret})
    assert located(a_target(card), a_strike(bearing=40.0), 7).part is Part.SECOND_TURRET


@pytest.mark.parametrize(
    ("shell", "length", "range_", "adds"),
    [
        (ShellType.HE, 24, 900, False),
        (ShellType.HE, 24, 901, True),
        (ShellType.HEAT, 29.9, 901, True),
        (ShellType.HE, 30, 1500, False),
        (ShellType.HE, 30, 1501, True),
        (ShellType.AP, 24, 1600, False),
        (ShellType.APCR, 70, 1600, False),
    ],
)
def test_plunging_fire(shell: ShellType, length: float, range_: float, adds: bool) -> None:
    """pw:9.2.2: HE and HEAT beyond 900, of barrels of 30 calibres and more beyond 1500: one more."""
    shot = a_strike(shell=shell, length=length, range=range_)
    assert (plunging(CHARTS, shot) == "pw:9.2.2") == adds
    assert roll_location(CHARTS, shot, Record(scripted(4))) == 4 + adds


@pytest.mark.parametrize(
    ("higher", "range_", "adds"),
    [(25, 100, True), (24, 100, False), (100, 400, True), (0, 0, False), (-50, 100, False)],
)
def test_a_higher_firer_sees_the_top(higher: float, range_: float, adds: bool) -> None:
    """pw:9.2.3: 25 mm of height for 100 GSU of distance, or more."""
    assert (plunging(CHARTS, a_strike(higher=higher, range=range_)) == "pw:9.2.3") == adds


def test_one_is_added_once() -> None:
    """pw:9.2.2, pw:9.2.3: a far HE shell from above is no higher than 11."""
    both = he(range=1600.0, higher=900.0)
    assert roll_location(CHARTS, both, Record(scripted(10))) == 11


def test_location_11_is_the_top() -> None:
    """pw:9.2, pw:9.2.4: turret top on 1 to 3, deck on 4 to 6; a deflection hit, but not of HE."""
    for die in range(1, 7):
        found = located(a_target("t34-85"), FAR_HEAT, 10, die)
        assert found.part is (Part.TOP_TURRET if die <= 3 else Part.TOP_DECK)
        assert (found.aspect, found.location, found.obstruction.deflected) == (Aspect.TOP, 11, True)
        column = DamageColumn.TOP_TURRET if die <= 3 else DamageColumn.TOP_DECK
        assert columns(a_target("t34-85"), found) == (column,)
    shell = located(a_target("t34-85"), he(range=1600.0), 10, 1)
    assert (shell.part, shell.obstruction.deflected) == (Part.TOP_TURRET, False)
    assert located(a_target("t34-85"), AP, 10, 1).part is Part.TURRET


def test_the_top_is_covered_by_nothing() -> None:
    """pw:9.17.1: hull down protects locations 1 to 6 at most."""
    target = a_target()
    target = evolve(target, posture=evolve(target.posture, hull_down=6, protection=None))
    assert not located(target, FAR_HEAT, 10, 5).obstruction.covered
    assert located(target, AP, 6).obstruction.covered
    assert not located(target, AP, 7).obstruction.covered


def test_two_values_are_an_even_choice() -> None:
    """pw:9.3.1: of 7/8r a 1, 2, 3 is the first."""
    for die in range(1, 7):
        found = located(a_target("t34-85"), AP, 7, die)
        assert found.obstruction.armour.text == ("7" if die <= 3 else "8r")


def test_two_values_on_the_side_of_a_hull_tell_the_compartment() -> None:
    """pw:9.3.1: the first is the front compartment, the second that of the engine."""
    target = a_target(plated("t34-85", 5, side="6/4"))
    for die in range(1, 7):
        found = located(target, a_strike(bearing=90.0), 5, die)
        assert found.obstruction.armour.base == (6 if die <= 3 else 4)
        assert found.column is (DamageColumn.FRONT_HULL if die <= 3 else DamageColumn.REAR_HULL)
    assert located(target, a_strike(bearing=90.0), 6).column is None


def test_detailed_side_locations() -> None:
    """pw:9.5.5: one die chooses among three compartments, and between two values with them."""
    front, turret, rear = DamageColumn.FRONT_HULL, DamageColumn.TURRET, DamageColumn.REAR_HULL
    target = a_target(plated("t34-85", 5, side="6/4"), side_locations=True)
    found = [located(target, a_strike(bearing=90.0), 5, die) for die in range(1, 7)]
    assert [one.column for one in found] == [front, front, turret, turret, rear, rear]
    assert [one.obstruction.armour.base for one in found] == [6, 6, 6, 4, 4, 4]
    middle = a_target("hummel", side_locations=True)
    found = [located(middle, a_strike(bearing=90.0), 5, die) for die in range(1, 7)]
    assert [one.column for one in found] == [front, front, rear, rear, turret, turret]


def test_aimed_low() -> None:
    """pw:9.20.6: a D6 is the location, whatever plunges."""
    low = evolve(FAR_HEAT, aim=Aim.LOW)
    assert [roll_location(CHARTS, low, Record(scripted(die))) for die in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_aimed_high() -> None:
    """pw:9.20.7, pw:9.20.8: a D6 and 4, and the cupola at 10."""
    high = evolve(AP, aim=Aim.HIGH)
    assert [roll_location(CHARTS, high, Record(scripted(die))) for die in range(1, 7)] == [5, 6, 7, 8, 9, 10]
    assert located(a_target("t34-85"), high, 6, 8).part is Part.CUPOLA


@pytest.mark.parametrize("card", ["t34-85", "pz4h", "stug3g", "lee", "hummel", "ba10", "sdk251-1", "jumbo"])
def test_every_location_is_as_likely_as_the_die_has_it(card: str) -> None:
    """pw:9.3: each of ten locations is a tenth, from every side; the chances sum to 1."""
    for bearing in range(0, 360, 15):
        places = every_place(a_target(card), a_strike(bearing=float(bearing)))
        assert sum(places.values()) == pytest.approx(1)
        for number in range(1, 11):
            share = sum(chance for place, chance in places.items() if place.location == number)
            assert share == pytest.approx(0.1)


def test_every_armoured_card_can_be_hit_everywhere() -> None:
    """pw:8.2: ten locations, tops, and running gear somewhere."""
    for card in CARDS.vehicles.values():
        if card.armoured:
            places = every_place(a_target(card), evolve(FAR_HEAT, bearing=50.0))
            assert {place.location for place in places} == set(range(2, 12))
            assert any(place.running_gear for place in places)
