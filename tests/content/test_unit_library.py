"""The unit library: every data card of every kind is there, whole, and reads as the card of the board game does."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from content import catalogue
from content.kit import folders
from content.kit.unit_cards import UnitEntry
from content.panzer.cards.cards import attached_weapons, counter_batteries, unit, units
from content.panzer.cards.gunnery_cards import damage, spans
from content.panzer.cards.unit_cards import attached_card, unit_card
from content.panzer.cards.weapons import weapon
from core.panzer.pieces.cards import (
    AircraftCard,
    BatteryCard,
    Inclination,
    Kind,
    LegCard,
    LegStep,
    Limited,
    TowedCard,
    VehicleCard,
)
from core.panzer.pieces.weapons import Weapon
from core.presentation import Card, Row, Section

NATIONS = {"German", "Soviet", "British", "Italian"}
LOCATIONS = {"front": ["TF", "TR", "HF", "HR"], "front_side": ["TF", "TS", "TR", "HF", "HS", "HR"]}


def entries(kind: str, file: str) -> list[dict[str, Any]]:
    return [e for path in folders.files("panzer", kind) for e in tomllib.loads(path.read_text(encoding="utf-8"))[file]]


def section(card: Card, title: str) -> Section:
    return next(s for s in card.sections if s.title == title)


def row(part: Section, label: str) -> Row:
    return next(r for r in part.rows if r.label == label)


def guns() -> Iterable[Weapon]:
    return [weapon(e["id"]) for e in entries("weapons", "weapon")]


# -- the data ---------------------------------------------------------------------------------------


def test_every_card_and_weapon_is_there() -> None:
    """So many are in the books' lists: none is lost on the way into the files."""
    stated = Counter(e["kind"] for e in entries("units", "unit"))
    assert stated == {
        "vehicle": 200,
        "towed": 34,
        "leg": 27,
        "aircraft": 16,
        "artillery": 16,
        "attached": 9,
        "limber": 4,
        "counter battery": 2,
    }
    assert len(entries("weapons", "weapon")) == 159
    assert Counter(card.kind for card in units().values()) == {
        Kind.VEHICLE: 200,
        Kind.TOWED: 34,
        Kind.LEG: 27,
        Kind.AIRCRAFT: 16,
        Kind.BATTERY: 16,
        Kind.LIMBER: 4,
    }
    assert (len(attached_weapons()), len(counter_batteries())) == (9, 2)


def test_every_weapon_is_somebodys() -> None:
    used = {gun for e in entries("units", "unit") for gun in _carried(e)}
    assert {e["id"] for e in entries("weapons", "weapon")} >= used
    idle = {e["id"] for e in entries("weapons", "weapon")} - used
    assert not idle


def _carried(entry: dict[str, Any]) -> Iterable[str]:
    yield from (mount["weapon"] for mount in entry.get("weapons", ()))
    for step in entry.get("steps", ()):
        yield from step["weapons"]


def test_nations_classes_and_service() -> None:
    for card in units().values():
        assert card.nation in NATIONS, card.id
        assert card.type in {"A", "P", "S"}, card.id
        first, last = card.available
        assert first < last, card.id
        assert card.points is not None or card.kind is Kind.LIMBER, card.id


def test_figures_of_guns_hang_together() -> None:
    """Ranges grow, what is hit weakens; no GP Factor is left out before the last column."""
    for gun in guns():
        for ammunition in gun.ap:
            assert list(ammunition.range) == sorted(ammunition.range), gun.id
            assert list(ammunition.penetration) == sorted(ammunition.penetration, reverse=True), gun.id
            assert len(ammunition.damage) == 10, gun.id
            assert ammunition.energy in {"KE", "CE"}
        for gunnery in (gun.gp, gun.gp_if):
            if gunnery is not None:
                assert list(gunnery.range) == sorted(gunnery.range), gun.id
                assert list(gunnery.factor) == sorted(gunnery.factor, reverse=True), gun.id
                assert gunnery.factor[0] > 0
                assert 1 <= gunnery.min_range <= gunnery.range[0] or gunnery.min_range <= gunnery.range[1], gun.id
                assert gunnery.small_arms == (gunnery.effectiveness == 0), gun.id
        if gun.aa is not None:
            assert list(gun.aa.factor) == sorted(gun.aa.factor, reverse=True), gun.id


def test_figures_of_armor_hang_together() -> None:
    """na:6.5.2.3.1: every angle has every elevation and location; from the side plates are thicker, not thinner."""
    for card in units().values():
        if not isinstance(card, VehicleCard) or not card.armor.front:
            continue
        for name, places in LOCATIONS.items():
            for inclination in Inclination:
                assert list(getattr(card.armor, name)[inclination]) == places, card.id
        for inclination in Inclination:
            ahead, aslant = card.armor.front[inclination], card.armor.front_side[inclination]
            assert aslant["HF"] >= ahead["HF"], card.id
        level = card.armor.front[Inclination.LEVEL]
        assert card.basic_front in {level["TF"], level["HF"]}, card.id


def test_figures_of_leg_and_towed_units_hang_together() -> None:
    for card in units().values():
        if isinstance(card, LegCard | TowedCard):
            cover = card.gp_defense
            values = [cover.none, cover.light, cover.medium, cover.heavy]
            assert all(a < b for a, b in pairwise(values)), card.id
            assert cover.moving == -2
        if isinstance(card, LegCard):
            assert card.move == ((1, 0) if card.crew_served else (2, 3)), card.id
            for size in card.sizes.values():
                assert size.needs.towed == 0
                assert size.points is not None
            if LegStep.SQUAD in card.sizes:
                squad, half = card.sizes[LegStep.SQUAD], card.sizes[LegStep.HALF_SQUAD]
                assert squad.points is not None
                assert half.points is not None
                assert squad.points > half.points, card.id
                assert (squad.needs.leg, half.needs.leg) == (2, 1), card.id
        if isinstance(card, TowedCard):
            assert card.weapons, card.id
            assert card.needs.towed >= 1, card.id
        if isinstance(card, AircraftCard):
            assert all(mounted.weapon.air for mounted in card.weapons), card.id
        if isinstance(card, BatteryCard):
            assert card.gun.gp_if is not None, card.id


@pytest.mark.parametrize(
    ("name", "points", "defense"),
    [
        ("g85-rifle-squad-1-2-squad", 23, (2, 4, 6, 8)),
        ("na-gb-hmg", 18, (2, 4, 6, 8)),
        ("g77-5cm-pak-38-atg", 43, (2, 3, 5, 7)),
        ("s49-76-2mm-m39-atg", 45, (2, 3, 5, 7)),
    ],
)
def test_figures_that_the_books_print(name: str, points: int, defense: tuple[int, ...]) -> None:
    """min:22.2.2, min:22.2.3: values of the scenarios' lists; GP Defense by Cover (na:6.5.4.2.2)."""
    card = unit(name)
    assert isinstance(card, LegCard | TowedCard)
    cover = card.gp_defense
    assert (card.points, (cover.none, cover.light, cover.medium, cover.heavy)) == (points, defense)


# -- the pages --------------------------------------------------------------------------------------


def library() -> dict[str, UnitEntry]:
    return {entry.id: entry for entry in catalogue.units("panzer")}


def test_the_library_shows_all() -> None:
    shown = library()
    assert set(shown) == {e["id"] for e in entries("units", "unit")}
    for entry in shown.values():
        assert entry.card.title == entry.name
        assert entry.card.sections[0].title == "General"
        assert entry.name.lower() in entry.words


def test_every_table_has_a_cell_for_each_heading() -> None:
    for entry in library().values():
        for part in entry.card.sections:
            for line in part.rows:
                assert not line.cells or len(line.cells) == len(part.heading) - 1, (entry.id, part.title)


def test_a_squad_and_its_half() -> None:
    card = unit_card(unit("na-gb-rifle-squad"))
    general = section(card, "General")
    assert row(general, "Movement").text == "2L, Quickmarch 3"
    assert row(general, "Motorcycles").text.startswith("W 2/10/15")
    assert row(general, "Half-squad").text == "needs towed 0, leg 1, 17 points"
    whole, half = section(card, "Offensive: Squad"), section(card, "Offensive: Half-squad")
    assert row(whole, "GP hexes").cells == ("1", "2-3", "4-5", "6-7", "8-10")
    assert row(whole, "GP factor").cells == ("8", "6", "4", "3", "1")
    assert row(half, "GP factor").cells == ("5", "4", "3", "2", "1")
    assert row(whole, "Small Arms").rule == "na:5.7"
    assert section(card, "GP Defense by Cover").rows[0].cells == ("2", "4", "6", "8", "+2")


def test_a_mortar_section_has_a_minimum_range_and_indirect_fire() -> None:
    card = unit_card(unit("g86-8cm-grw-34-mortar-section"))
    assert row(section(card, "General"), "Movement").text == "1L, no Quickmarch"
    tube = next(s for s in card.sections if "GrW 34" in s.title)
    assert row(tube, "GP hexes").cells[0].startswith("2-")
    assert row(tube, "IF hexes").rule == "na:6.5.1a"
    assert row(tube, "Dual Fire").rule == "na:5.14b"


def test_a_towed_gun() -> None:
    card = unit_card(unit("na-25pdr"))
    assert row(section(card, "General"), "To be towed").text == "needs towed 2, leg 2"
    gun = section(card, "Offensive: OQF 25 pounder")
    assert row(gun, "AP hexes").cells == ("1-3", "4-7", "8-11", "12-16", "17-21")
    assert row(gun, "AP P").cells == ("15", "14", "13", "11", "10")
    assert row(gun, "Mount").text == "platform, fires front 60°"
    assert row(section(card, "Ammunition limits"), "smoke").text == "up to 4 on a d10"


def test_a_tank() -> None:
    card = unit_card(unit("g17-pzkpfw-iv-g"))
    aslant = section(card, "Armor from front/side or rear/side")
    assert aslant.heading == ("", "TF", "TS", "TR", "HF", "HS", "HR")
    assert row(section(card, "Armor from front or rear"), "Level").cells == ("11", "-", "6", "15", "-", "4")
    assert row(aslant, "Rising").cells == ("13", "8", "8", "19", "7", "5")
    assert row(section(card, "General"), "Transport").text == "TR 0-2"
    assert row(section(card, "Defensive"), "GP Defense").text == "3A"
    gun = section(card, "Offensive: 7.5cm KwK 40 / StuK 40")
    assert {"AP hexes", "APCR hexes", "HEAT hexes", "GP hexes"} <= {line.label for line in gun.rows}
    assert any("from 1942-05" in line.text for line in gun.rows)


def test_a_battery_an_aircraft_and_anti_aircraft_fire() -> None:
    battery = unit_card(unit("na-gb-medium-battery"))
    assert row(section(battery, "Offensive: Medium battery (about 105 mm)"), "IF factor").cells[0] == "9"
    stuka = unit_card(unit("g88-ju-87b-1"))
    assert row(section(stuka, "General"), "Bombs").text == "may dive"
    assert row(section(stuka, "Defensive"), "GP Defense").text == "3S"
    assert row(section(stuka, "Ammunition"), "Uses").text == "2 attacks with each weapon"
    assert row(section(stuka, "Offensive: Bombs, about 500 kg in all"), "Bombs").text.startswith("GP factor 14")
    flak = section(unit_card(unit("g80-8-8cm-flak-36-a-atg")), "Offensive: 8.8cm FlaK 36")
    assert row(flak, "AA factor").cells == ("8", "7", "5", "4", "3")
    assert any(line.text == "AA: +20 to the roll" for line in flak.rows)


def test_an_attached_weapon() -> None:
    card = attached_card(attached_weapons()["na-it-fucile-cc"])
    assert card.subtitle == "Italian attached weapon · card I-8B"
    gun = next(s for s in card.sections if s.title.startswith("Offensive"))
    assert row(gun, "AP hexes").cells == ("1", "2-3", "4", "5-6", "7")
    assert row(gun, "GP factor").cells == ("1", "1", "1", "1", "1")


def test_the_hexes_of_each_range() -> None:
    assert spans((3, 5, 9, 13, 15), 2) == ("2-3", "4-5", "6-9", "10-13", "14-15")
    assert spans((1, 1, 2, 3, 4)) == ("1", "-", "2", "3", "4")
    assert spans((2, 4, 6, 8, 10), 3) == ("-", "3-4", "5-6", "7-8", "9-10")


def test_damage_in_words() -> None:
    """na:6.5.2.5"""
    assert damage(("ND", "DM", "DM", "DM", "KO", "KO", "KO", "KO", "BU", "BU")) == "1 ND, 2-4 DM, 5-8 KO, 9-10 BU"


def test_all_towed_units_have_a_limit_of_their_basic_ammunition() -> None:
    """na:5.16.2.4a, min:16.1.2.4: some crew-served weapons and all towed units, away from transporter and dump."""
    towed = [card for card in units().values() if isinstance(card, TowedCard)]
    assert towed
    assert [card.id for card in towed if Limited.BASIC not in card.ammo_limits] == []
