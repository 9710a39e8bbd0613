"""The counters of PanzerBlitz as neutral cards and as entries of the unit library (pb:PB-FACT-5)."""

from __future__ import annotations

from typing import Final

from content.kit.unit_cards import UnitEntry
from content.panzerblitz.counters.units import unit_types
from core.hexes import in_hexes
from core.panzerblitz.pieces.reference import Kind, UnitType, WeaponClass
from core.presentation import Card, Row, Section

_CLASSES: Final = {
    WeaponClass.I: "infantry weapons: no fire at armored targets",
    WeaponClass.A: "armor-piercing: double at armored targets within half range, half at all others",
    WeaponClass.H: "high explosive: half at armored targets beyond half range",
    WeaponClass.M: "mortars: half at armored targets beyond half range",
    WeaponClass.NONE: "no weapon",
}
_SOURCES: Final = {
    "rulebook": "legible in the Unit Identification Table",
    "derived": "completed from a public implementation that agrees with every legible value",
}


def unit_entries() -> tuple[UnitEntry, ...]:
    """The library of all counters, by nation, class and name."""
    entries = (
        UnitEntry(
            id=type_.id,
            name=type_.name,
            nation=type_.nation,
            unit_class=type_.kind.value,
            points=None,
            available="",
            words=" ".join((type_.name, type_.nation, type_.role, type_.code_group, type_.composition)).lower(),
            card=unit_card(type_),
        )
        for type_ in unit_types().values()
    )
    return tuple(sorted(entries, key=lambda e: (e.nation, e.unit_class, e.name)))


def unit_card(type_: UnitType) -> Card:
    """What stands on a counter, what it may do, and where its factors come from."""
    code = f" · {type_.nation[0]}/{type_.code_group}" if type_.code_group else ""
    return Card(
        title=type_.name,
        subtitle=f"{type_.nation} {type_.role}, {type_.size}{code}",
        sections=(
            Section("Factors", _factors(type_)),
            Section("Abilities", _abilities(type_)),
            Section("Notes", _notes(type_)),
        ),
    )


def _factors(type_: UnitType) -> tuple[Row, ...]:
    rows = []
    if type_.attack:
        rows += [
            Row("Attack", str(type_.attack), "pb:PB-FACT-2"),
            Row("Weapon", f"{type_.weapon_class.value}: {_CLASSES[type_.weapon_class]}", "pb:PB-WEC-1"),
            Row("Range", f"{in_hexes(type_.range)}, half range {type_.half_range}", "pb:PB-FACT-4"),
        ]
    rows.append(Row("Defense", str(type_.defense), "pb:PB-FACT-3"))
    rows.append(Row("Movement", str(type_.movement), "pb:PB-FACT-1"))
    return tuple(rows)


def _abilities(type_: UnitType) -> tuple[Row, ...]:
    vehicle = "armored vehicle" if type_.armored else "vehicle, not armored" if type_.vehicular else "no vehicle"
    rows = [Row("Target", vehicle, "pb:PB-UIT-3")] if type_.manned else []
    if type_.capacity:
        rule = "pb:PB-TRANS-1" if type_.carrier else "pb:PB-TRANS-G"
        rows.append(Row("Carries", "one non-vehicular unit", rule))
    if type_.manned and not type_.vehicular:
        rule = "pb:PB-TRANS-J" if type_.kind is Kind.CAVALRY else "pb:PB-TRANS-1"
        rows.append(Row("Carried", "yes" if type_.transportable else "no", rule))
    if type_.close_assault:
        rows.append(Row("Close Assault", "yes", "pb:PB-CAT-1"))
    if type_.overrun:
        text = "units that are not armored only" if type_.kind is Kind.HALFTRACK else "yes"
        rows.append(Row("Overrun", text, "pb:PB-OVR-A"))
    elif type_.kind is Kind.SELF_PROPELLED_ARTILLERY:
        rows.append(Row("Overrun", "no", "pb:PB-OVR-H"))
    if type_.indirect:
        rows.append(Row("Indirect fire", "as an option", "pb:PB-OPT-IF-1"))
    return tuple(rows) or (Row("", "a counter without men"),)


def _notes(type_: UnitType) -> tuple[Row, ...]:
    rows = [Row("Composition", type_.composition)] if type_.composition else []
    if type_.note:
        rows.append(Row("Note", type_.note))
    if type_.count:
        rows.append(Row("Counters", str(type_.count), "pb:PB-COMP-1"))
    text = _SOURCES.get(type_.source, type_.source)
    rows.append(Row("Figures", f"{text} (certainty {type_.certainty})" if type_.certainty else text))
    return tuple(rows)
