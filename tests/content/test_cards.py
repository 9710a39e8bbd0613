"""Every vehicle loads, and the values that the rulebook states stand on the cards."""

from __future__ import annotations

import pytest

from content.kit.load import ContentError
from content.panzer.cards.cards import files_of, find_vehicle, vehicle, vehicles
from core.panzer.pieces.cards import Traction, VehicleCard
from core.panzer.pieces.weapons import FieldOfFire, RangeFactor


def named(name: str, nation: str = "") -> VehicleCard:
    (found,) = find_vehicle(name, nation)
    return found


def column(card: VehicleCard, distance: int) -> RangeFactor:
    row = card.weapons[0].weapon.basic_ap
    assert row is not None
    return RangeFactor(next(i for i, edge in enumerate(row.range) if distance <= edge))


def penetration(card: VehicleCard, distance: int) -> int:
    row = card.weapons[0].weapon.basic_ap
    assert row is not None
    return row.penetration[column(card, distance).value]


def test_every_vehicle_loads() -> None:
    cards = vehicles()
    assert len(cards) == 200
    assert {c.nation for c in cards.values()} == {"German", "Soviet", "British", "Italian"}
    for card in cards.values():
        assert vehicle(card.id) is card or vehicle(card.id) == card
        assert card.points is not None
        assert len(card.move) == 3
        assert card.tt in {0, 1, 2, 3, 360}
        assert -2 <= card.size <= 2


def test_ranges_grow_and_penetration_falls() -> None:
    for card in vehicles().values():
        for mounted in card.weapons:
            for row in mounted.weapon.ap:
                assert list(row.range) == sorted(row.range), mounted.weapon.id
                assert list(row.penetration) == sorted(row.penetration, reverse=True), mounted.weapon.id


def test_panzerjaeger_i() -> None:
    """na:4.4.3.2.5, na:4.4.3.2.1a, na:4.4.3.2.2a, na:4.5.1.1.1, na:6.5.2.3"""
    card = named("Panzerjäger I")
    assert card.card == "G-9B"
    assert (card.basic_front, card.basic_rear) == (3, 2)
    assert card.move == (4, 6, 9)
    assert card.traction is Traction.TRACKED
    assert card.size == -1
    assert card.gp_defense == 1
    assert card.open_topped
    assert not card.turreted
    assert card.weapons[0].field_of_fire is FieldOfFire.FRONT
    row = card.weapons[0].weapon.basic_ap
    assert row is not None
    assert row.range[RangeFactor.E.value] == 14
    assert column(card, 9) is RangeFactor.M
    assert penetration(card, 9) == 10
    assert card.weapons[0].weapon.rof == "N"


def test_crusader_i() -> None:
    """na:4.4.3.2.1a, na:4.4.3.2.5"""
    card = named("Crusader I")
    assert card.card == "B-5A"
    assert column(card, 3) is RangeFactor.S
    assert penetration(card, 3) == 12
    assert card.size == 0
    assert card.basic_rear == 7


def test_pzkpfw_iii_j() -> None:
    """na:4.4.3.2.1a, na:4.4.3.2.5, na:4.5.1.1.1"""
    card = vehicle(next(c.id for c in vehicles().values() if c.card == "G-4A"))
    assert column(card, 3) is RangeFactor.S
    assert penetration(card, 3) == 11
    assert card.size == 0
    assert card.basic_front == 11
    lang = next(c for c in vehicles().values() if c.card == "G-4B")
    assert lang.move[0] == 4


def test_names_of_all_kinds_find_a_vehicle() -> None:
    assert named("panzerjager i") == named("G-9B") == named("g23-panzerjaeger-i") == named("Panzerjäger I")
    assert len(find_vehicle("Light Truck")) == 4
    assert named("Light Truck", "Italian").nation == "Italian"
    assert find_vehicle("Millennium Falcon") == ()


def test_unknown_card_names_those_like_it() -> None:
    with pytest.raises(ContentError) as caught:
        vehicle("g17-pzkpfw-iv-gg")
    assert caught.value.mistakes[0].found == "'g17-pzkpfw-iv-gg'"
    assert "did you mean 'g17-pzkpfw-iv-g'" in str(caught.value)


def test_a_squad_is_no_vehicle() -> None:
    with pytest.raises(ContentError):
        vehicle("na-gb-rifle-squad")


def test_files_of_a_card() -> None:
    names = [f"{path.parent.name}/{path.name}" for path in files_of(["g17-pzkpfw-iv-g"])]
    assert names == ["units/german-tanks.toml", "weapons/german.toml"]
