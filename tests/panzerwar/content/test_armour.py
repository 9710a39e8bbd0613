"""Cells of the Vehicle Data Charts, read as the book writes them."""

from __future__ import annotations

from math import cos, floor, radians

import pytest

from content.panzerwar.cards.units import cards
from core.panzerwar.pieces.armour import BARE, Armour, armour


def cells() -> list[Armour]:
    found = []
    for vehicle in cards().vehicles.values():
        for location in vehicle.locations.values():
            found += [location.front, location.side, location.rear]
        found += [one for one in (vehicle.top_turret, vehicle.top_deck, vehicle.cupola_armour) if one]
    for gun in cards().guns.values():
        found += [gun.shield_front, gun.shield_side, gun.shield_rear]
    return found


def test_plain_rounded_underlined_and_anti_deflection() -> None:
    """pw:9.4.3, pw:9.4.4, pw:9.4.5, pw:DN.round, pw:DN.underlined, pw:DN.antidefl"""
    assert armour("9") == Armour("9", 9, 9)
    assert armour("9u").highly_sloped
    assert not armour("9r").highly_sloped
    assert [armour(cell).rounded for cell in ("6", "6r", "6rr", "8ur")] == [0, 1, 2, 1]
    assert armour("8ur").highly_sloped
    assert armour("12a").anti_deflection
    assert armour("0") == BARE


def test_bolted_armour_is_the_sum_and_its_first_plate() -> None:
    """pw:DN.bolted: 8+3 is 11, and 8 alone against a roll of 7 or more (pw:9.16.1)."""
    found = armour("8+3")
    assert (found.base, found.bolted, found.against_heat) == (11, 8, 11)
    assert armour("2.5+2.5r").rounded == 1
    assert armour("8").bolted is None


def test_spaced_armour_has_another_value_against_heat() -> None:
    """pw:DN.spaced, pw:DN.atr: the side turret of the Pz IVH is 4, 8 against HEAT."""
    found = armour("4s^8")
    assert (found.base, found.against_heat, found.behind, found.spaced) == (4, 8, None, True)
    assert armour("8s^16r").rounded == 1


def test_track_armour_has_the_side_behind_it() -> None:
    """pw:DN.track: 3^8 is running gear of 3, with the side 8 together; pw:9.3.2"""
    found = armour("3^8")
    assert (found.base, found.behind, found.against_heat, found.spaced) == (3, 8, 3, False)


def test_an_even_choice_is_told_by_a_d6() -> None:
    """pw:9.3.1, pw:2.3: 7/8r is 7 on 1 to 3, a rounded 8 on 4 to 6."""
    found = armour("7/8r")
    assert [found.chosen(die).base for die in range(1, 7)] == [7, 7, 7, 8, 8, 8]
    assert [found.chosen(die).rounded for die in (3, 4)] == [0, 1]
    assert found.text == "7/8r"
    plates = armour("8/5+3")
    assert (plates.chosen(1).bolted, plates.chosen(6).bolted) == (None, 5)
    assert armour("9r").chosen(6) == armour("9r")


def test_a_deflection_zone_makes_all_of_it_thicker() -> None:
    """pw:9.1.5, pw:9.1.6: times 1.5."""
    assert armour("4s^8").times(1.5).against_heat == 12
    assert armour("2+2").times(1.5).bolted == 3
    assert armour("2^5").times(1.5).behind == 7.5
    assert [one.base for one in armour("12/14").times(1.5).choices] == [18, 21]
    assert armour("8ur").times(1.5).highly_sloped


#: Plates of history: vehicle, location, aspect; mm, degrees off the vertical, cast.
PLATES = (
    ("t34-85", 6, "front", 45, 60, False),
    ("t34-85", 6, "side", 45, 40, False),
    ("t34-85", 9, "front", 90, 0, True),
    ("panther-g", 6, "front", 80, 55, False),
    ("panther-g", 3, "front", 60, 55, False),
    ("tiger1", 6, "front", 100, 10, False),
    ("tiger1", 6, "side", 80, 0, False),
)


@pytest.mark.parametrize(("vehicle", "location", "aspect", "mm", "slope", "cast"), PLATES)
def test_a_basis_is_the_plate_along_the_level(
    vehicle: str, location: int, aspect: str, mm: int, slope: int, cast: bool
) -> None:
    """pw:DN.base: cm over the cosine of the slope, cast armour as 95 % of rolled; to whole cm, halves up."""
    exact = mm / 10 / cos(radians(slope)) * (0.95 if cast else 1)
    found = cards().vehicles[vehicle].locations[location].aspect(aspect)
    assert found.base == floor(exact + 0.5), (exact, found.text)
    assert found.highly_sloped is (slope >= 45)


@pytest.mark.parametrize("text", ["", "x", "-3", "3s", "9q", "3r3", "1/2/3", "4^", "ru", "3ra", "7/", "9rrr"])
def test_what_is_no_armour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="armour"):
        armour(text)


def test_every_cell_of_the_charts_is_read_and_hangs_together() -> None:
    found = cells()
    assert len(found) == 76 * 30 + 76 * 2 + 37 + 23 * 3
    for cell in found:
        assert cell.base <= cell.against_heat, cell
        assert cell.behind is None or cell.behind > cell.base, cell
        assert cell.bolted is None or cell.bolted < cell.base or cell.choices, cell
        assert 0 <= cell.base <= 23, cell
        assert all(one.choices == () for one in cell.choices), cell
    assert {one.text for one in found} >= {"8ur", "8s^16r", "7/8r", "8/5+3", "2.5+2.5r", "1s^2", "0.5^1"}
