"""The unit library of Panzer War: every card and weapon, laid out as the charts are, in 80 columns."""

from __future__ import annotations

import pytest

from content.panzerwar.cards.unit_cards import unit_entries
from content.panzerwar.cards.units import cards
from core.presentation import Card, Row, Section
from tui.kit.card_text import card_text

ENTRIES = {entry.id: entry for entry in unit_entries()}


def section(card: Card, title: str) -> Section:
    return next(one for one in card.sections if one.title == title)


def row(part: Section, label: str) -> Row:
    return next(one for one in part.rows if one.label.strip() == label)


def test_everything_is_there_once() -> None:
    known = cards()
    wanted = [*(one.id for one in known), *known.weapons, *known.machine_guns, *known.infantry_weapons]
    assert sorted(wanted) == sorted(entry.id for entry in unit_entries())
    assert len(ENTRIES) == len(wanted) == 225


def test_classes() -> None:
    classes = {id_: ENTRIES[id_].unit_class for id_ in ("pz4h", "stug3g", "m36", "sdk251-1", "ba64", "opel", "pak40")}
    assert classes == {
        "pz4h": "tank",
        "stug3g": "assault gun",
        "m36": "tank destroyer",
        "sdk251-1": "armoured carrier",
        "ba64": "armoured car",
        "opel": "soft vehicle",
        "pak40": "gun",
    }


@pytest.mark.parametrize("id_", sorted(ENTRIES))
def test_a_card_fits_80_columns(id_: str) -> None:
    text = card_text(ENTRIES[id_].card, 80).plain
    assert max(map(len, text.split("\n"))) <= 80


def test_a_vehicle_shows_its_ten_locations() -> None:
    """pw:8.2, PW-8.3-a"""
    armour = section(ENTRIES["t34-85"].card, "Armour in cm")
    assert armour.heading == ("", "front", "side", "rear")
    assert [one.label for one in armour.rows[:4]] == ["10 Turret", " 9 Turret", " 8 Turret", " 7 Turret"]
    assert row(armour, "7 Turret").cells == ("7/8r", "7", "5")
    assert row(armour, "4 Track").cells == ("3", "3^8", "3")
    assert row(armour, "Cupola").text == "C (high) 9r"
    carrier = section(ENTRIES["sdk251-1"].card, "Armour in cm")
    assert row(carrier, "Top").text == "D 1, T 0"


def test_a_weapon_shows_its_lists() -> None:
    """pw:8.3"""
    shown = section(ENTRIES["75L48"].card, "75mm/L48 KwK 40, StuK 40, PaK 39: APHE PzGr 39")
    assert row(shown, "tank").cells[:5] == ("240", "290", "350", "390", "440")
    assert row(shown, "assault gun").cells[:5] == ("220", "260", "310", "350", "400")
    assert row(shown, "Pierces").cells[:5] == ("13", "12", "11", "10", "9")
    assert row(shown, "up to").cells[:5] == ("50", "230", "400", "590", "800")
    assert row(shown, "D / S").text == "6 / 10"


def test_a_vehicle_shows_the_row_of_its_own_sight() -> None:
    shown = section(ENTRIES["stug3g"].card, "75mm/L48 KwK 40, StuK 40, PaK 39: APHE PzGr 39")
    labels = [one.label.strip() for one in shown.rows]
    assert "assault gun" in labels
    assert "tank" not in labels


def test_infantry_shows_firepower_by_range() -> None:
    """pw:12.4"""
    shown = section(ENTRIES["us-rifle"].card, "Firepower")
    assert shown.heading == ("GSU", "touch", "30", "60", "100", "150", "200")
    assert shown.rows[0].cells == ("4", "3", "3", "2", "0", "-1")
    assert section(ENTRIES["crew"].card, "Firepower").rows[0].cells == ("0",)


def test_a_search_finds_what_a_card_bears() -> None:
    assert "75l48" in ENTRIES["pz4h"].words
    assert "panzerfaust60" in ENTRIES["ger-rifle-44"].words
    assert ENTRIES["pz4h"].points == 85
    assert ENTRIES["75L48"].points is None
    assert ENTRIES["pz4h"].available == "from 6/43"
