"""The AP gunnery and the armor of a data card as the Advanced Game reads them (na:6.5.2.1, na:6.5.2.3, na:6.5.2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from core.panzer.ammo_limits import printed
from core.panzer.ap_advanced import ammunition
from core.panzer.armament import armament
from core.panzer.cards import Inclination, VehicleCard
from core.panzer.state import PanzerState, Unit
from core.panzer.weapons import MountedWeapon, RangeFactor
from core.presentation import Row, Section

_FIELDS: Final = {"360": "all round", "front": "front 60°", "rear": "rear 60°"}
_SQUARE: Final = ("TF", "TR", "HF", "HR")
_OBLIQUE: Final = ("TF", "TS", "TR", "HF", "HS", "HR")


def sections(state: PanzerState, unit: Unit) -> tuple[Section, ...]:
    """Weapons with each ammunition that the scenario's date allows, ammunition limits, armor by angle."""
    found = [_weapon(state, mounted) for mounted in armament(state, unit.id) if ammunition(state, mounted.weapon)]
    card = state.card(unit.id)
    limits = printed(card)
    if limits:
        text = " ".join(f"{'' if kind == 'basic' else kind}{limit}" for kind, limit in limits.items())
        found.append(Section("Ammunition", (Row("A:", text, "na:5.16.2a"),)))
    if isinstance(card, VehicleCard):
        found += _armor(card)
    return tuple(found)


def _weapon(state: PanzerState, mounted: MountedWeapon) -> Section:
    rows: list[Row] = []
    for row in ammunition(state, mounted.weapon):
        rows.append(Row(f"{row.type} range", rule="na:4.4.3.2.1a", cells=tuple(str(x) for x in row.range)))
        rows.append(Row(f"{row.type} pen.", rule="na:6.5.2.3.1", cells=tuple(str(x) for x in row.penetration)))
        rows.append(Row(f"{row.type} damage", f"{row.energy}: {_damage(row.damage)}", "na:6.5.2.5"))
    limited = ", Limited" if mounted.limited else ""
    title = f"{mounted.weapon.name} ({_FIELDS[mounted.field_of_fire.value]}), rate {mounted.weapon.rof}{limited}"
    return Section(title, tuple(rows), heading=("", *(factor.name for factor in RangeFactor)))


def _damage(row: tuple[str, ...]) -> str:
    """An AP Damage row, such as "1 ND, 2-4 DM, 5-8 KO, 9-10 BU"."""
    told = []
    for result, digits in groupby(enumerate(row, 1), key=lambda pair: pair[1]):
        units = [digit for digit, _ in digits]
        told.append(f"{units[0]} {result}" if len(units) == 1 else f"{units[0]}-{units[-1]} {result}")
    return ", ".join(told)


def _armor(card: VehicleCard) -> Iterator[Section]:
    """The Armor Factors by inclination, from Front and Rear and from the angles between; none of an S-Type."""
    if card.type == "S":
        yield Section("Armor", (Row("S-Type", "0 everywhere", "na:6.5.2.3"),))
        return
    for title, rule, columns, table in (
        ("Armor from Front or Rear", "na:6.5.2.3.2", _SQUARE, card.armor.front),
        ("Armor from Front/Side or Rear/Side", "na:6.5.2.3.3", _OBLIQUE, card.armor.front_side),
    ):
        rows = [Row(how.value.capitalize(), rule=rule, cells=_cells(table, how, columns)) for how in Inclination]
        if columns is _SQUARE:
            rows.append(Row("Deck", f"{card.armor.deck}, falling shots only", "na:6.5.2.2.2"))
        yield Section(title, tuple(rows), heading=("", *columns))


def _cells(
    table: Mapping[Inclination, Mapping[str, int]], how: Inclination, columns: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(str(table.get(how, {}).get(where, "-")) for where in columns)
