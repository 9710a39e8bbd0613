"""Data cards on the screen, as the modules of the Advanced Game read them (na:1.6, na:5.1 to na:5.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from content.panzer.cards import cards
from content.panzer.tables.advanced_tables import advanced_tables
from core.panzer.face import cards as face_cards
from core.panzer.pieces.cards import AircraftCard, BatteryCard, LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import ADVANCED, Switch
from core.panzer.system import Panzer
from core.presentation import Card

ALL = sorted(cards.units().values(), key=lambda card: card.id)


def on_screen(card: UnitCard, **fields: Any) -> Card:
    """The card of the first unit of a scenario of the Advanced Game, if it had this data card."""
    rules: Any = catalogue.open_system("the-pimple")
    on: Scenario = rules.on
    first, *rest = on.units
    first = evolve(first, card=card, **fields)
    on = evolve(on, switches=ADVANCED, advanced=advanced_tables(), units=(first, *rest), date="1945-01")
    state = Panzer(on, rules.looks).initial()
    return face_cards.unit_card(state, state.units[first.id])


def told(card: Card) -> dict[tuple[str, str], Any]:
    """The rows of a card by section and label."""
    return {(s.title, row.label): row.cells or row.text for s in card.sections for row in s.rows}


def find(name: str) -> UnitCard:
    """A card by its id."""
    return next(card for card in ALL if card.id == name)


def test_every_card_shows_itself() -> None:
    """na:1.6: each weapon of each card with its rows; tables have a cell for each column of their heading."""
    for card in ALL:
        shown = on_screen(card)
        titles = " ".join(section.title for section in shown.sections)
        for mounted in card.weapons:
            assert mounted.weapon.name in titles or not (mounted.weapon.ap or mounted.weapon.gp), (card.id, titles)
        for section in shown.sections:
            for row in section.rows:
                assert not row.cells or len(row.cells) == len(section.heading) - 1, (card.id, section.title, row)
                assert row.label or row.text, card.id


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        (VehicleCard, {"Move", "Turret", "Size", "GP Defense"}),
        (LegCard, {"Move", "Size", "GP Defense", "Needs"}),
        (TowedCard, {"Move", "Size", "GP Defense", "Needs"}),
        (AircraftCard, {"GP Defense"}),
        (BatteryCard, {"Battery"}),
    ],
)
def test_each_kind_of_unit_has_what_its_card_prints(kind: type[UnitCard], labels: set[str]) -> None:
    """na:5.1, na:5.2, na:5.3, na:5.4: vehicles, leg and towed units, batteries, aircraft."""
    card = next(card for card in ALL if isinstance(card, kind))
    (data,) = (section for section in on_screen(card).sections if section.title == "Data card")
    assert labels <= {row.label for row in data.rows}


def test_a_squad_shows_its_sizes_cover_and_what_is_attached() -> None:
    """na:5.1.1, na:5.1.3, na:6.5.4.2.2, na:6.6.4.1: sizes, an attached weapon, GP Defense by Cover, Quickmarch."""
    rifle = find("g85-rifle-squad-1-2-squad")
    assert isinstance(rifle, LegCard)
    panzerbuechse = cards.attached_weapons()["g87-pzb-39-atr"]
    rows = told(on_screen(rifle, attached=(panzerbuechse,)))
    assert rows["Data card", "Move"] == f"{rifle.move[0]}L, Quickmarch {rifle.move[1]}"
    cover = rifle.gp_defense
    assert rows["Data card", "GP Defense"].endswith(f"heavy {cover.heavy}")
    assert {label for section, label in rows if section == "Sizes"} == {"Squad (now)", "Half"}
    assert any("(attached)" in section for section, _ in rows)


def test_the_side_panel_keeps_to_what_is_asked_every_turn() -> None:
    """The damage rows, other inclinations and special ammunition stand on the whole card only."""
    shown = on_screen(find("na-pzkpfw-iiij-lang"))
    short = {(s.title, row.label) for s in shown.sections for row in s.rows if not row.full}
    whole = {(s.title, row.label) for s in shown.sections for row in s.rows}
    gun = next(title for title, label in whole if label == "APCR pen.")
    assert {(gun, "AP hexes"), (gun, "AP pen."), (gun, "GP factor"), ("Armor from Front or Rear", "Level")} <= short
    assert {(gun, "APCR pen."), (gun, "AP damage"), ("Armor from Front or Rear", "Rising")} <= whole - short


def test_the_basic_game_shows_its_card_as_before() -> None:
    """na:1.6: front and rear armor, the AP row, nothing kept back."""
    rules: Any = catalogue.open_system("the-pimple")
    state = rules.initial()
    card = face_cards.unit_card(state, next(iter(state.units.values())))
    assert not any(row.full for section in card.sections for row in section.rows)
    assert Switch.GP_FIRE not in state.scenario.switches
    assert {"AP range", "AP pen.", "Armor"} <= {row.label for section in card.sections for row in section.rows}


def condition(state: Any, unit: str) -> list[tuple[str, str]]:
    """The rows of its state, in their order."""
    section = face_cards.unit_card(state, state.units[unit]).sections[0]
    assert section.title == "State"
    return [(row.label, row.text) for row in section.rows]


def test_a_card_says_who_sees_the_unit() -> None:
    """na:4.1: at the beginning of The Pimple two M13/40 see an A13, which sees one of them."""
    rules: Any = catalogue.open_system("the-pimple")
    state = rules.initial()
    names = {state.name(unit): unit for unit in state.units}
    assert ("Seen by", "M13 1, M13 2") in condition(state, names["A13 2"])
    assert ("Seen by", "A13 2") in condition(state, names["M13 2"])
    assert ("Seen by", "nobody") in condition(state, names["M13 1"])
    assert ("Seen by", "nobody") in condition(state, names["HQ A13"])
    # Many are counted.
    crowd = [foe for foe in state.units.values() if foe.side == "italian" and foe.on_map]
    for foe in crowd:
        state.put(evolve(foe, hex=state.units[names["M13 2"]].hex))
    assert ("Seen by", "HQ M13, M13 1, M13 2 and 1 more") in condition(state, names["A13 2"])


def test_what_matters_stands_in_the_first_lines_of_a_card() -> None:
    """Damage and who sees the unit come right behind where it is and what it is to do."""
    rules: Any = catalogue.open_system("the-pimple")
    state = rules.initial()
    unit = next(u for u in state.units.values() if state.name(u.id) == "A13 2")
    state.put(evolve(unit, damaged=True))
    labels = [label for label, _ in condition(state, unit.id)]
    assert labels[:4] == ["Where", "Command", "DMGD", "Seen by"]


def test_a_unit_of_no_formation_has_no_line_for_it() -> None:
    rules: Any = catalogue.open_system("the-pimple")
    first, *rest = rules.on.units
    for name, told_of in ((first.formation, True), ("", False)):
        on = evolve(rules.on, units=(evolve(first, formation=name, role=None), *rest))
        rows = condition(Panzer(on, rules.looks).initial(), first.id)
        assert ("Formation" in [label for label, _ in rows]) == told_of


def test_the_card_of_a_hex_needs_no_key() -> None:
    """na:4.1.4.1, na:4.5.1.1.2a: Heights and costs are told in words, closed ground as that."""
    rules: Any = catalogue.open_system("the-pimple")
    state = rules.initial()

    def rows(terrain: str) -> dict[str, str]:
        hex_ = next(h for h, cell in state.board.cells.items() if cell.terrain == terrain and not cell.level)
        return {row.label: row.text for section in state_card(hex_).sections for row in section.rows}

    def state_card(hex_: Any) -> Card:
        return face_cards.hex_card(state, hex_)

    clear = rows("clear")
    assert clear["Height"] == "0 for a unit, 0 as an obstacle"
    assert clear["To enter"] == "tracked 1, half-tracked 1, wheeled 1; a turn 1"
    assert "Cost" not in clear
