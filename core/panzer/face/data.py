"""The data card of a unit but for its weapons, as the Advanced Game reads it: movement, defense, armor, sizes, room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from core.panzer.pieces.cards import (
    AircraftCard,
    BatteryCard,
    CounterBatteryCard,
    GpCover,
    Inclination,
    LegCard,
    Room,
    TowedCard,
    UnitCard,
    VehicleCard,
)
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.presentation import Row, Section

_SQUARE: Final = ("TF", "TR", "HF", "HR")
_OBLIQUE: Final = ("TF", "TS", "TR", "HF", "HS", "HR")


def turret(card: VehicleCard) -> str:
    """How a vehicle turns its guns, in words (na:4.4.3.1)."""
    return {0: "none, gun fixed", 360: "none, pivots all round"}.get(card.tt, f"fires all round (TT {card.tt})")


def general(state: PanzerState, unit: Unit) -> Section:
    """Class, movement, size, defense and room."""
    card = state.card(unit.id)
    rows = [Row("Class", f"{card.unit_class}, {_type(card)}", "na:1.6", full=True)]
    if isinstance(card, VehicleCard):
        rows += _vehicle(state, card)
    elif isinstance(card, LegCard):
        rows += _leg(state, unit, card)
    elif isinstance(card, TowedCard):
        rows += _towed(state, card)
    elif isinstance(card, AircraftCard):
        rows += _aircraft(card)
    elif isinstance(card, CounterBatteryCard):
        rows.append(Row("Battery", "off the map, seeks enemy batteries", "or:7.28"))
    elif isinstance(card, BatteryCard):
        rows.append(Row("Battery", "off the map, fires indirectly only", "na:5.3"))
    return Section("Data card", tuple(rows))


def _type(card: UnitCard) -> str:
    kind = {"A": "armored", "P": "protected", "S": "soft"}.get(card.type, card.type)
    return f"{kind}{', combat unit' if card.combat_unit else ', unarmed or no combat unit'}"


def _vehicle(state: PanzerState, card: VehicleCard) -> Iterator[Row]:
    c, p, r = card.move
    yield Row("Move", f"{c}{card.traction.value} off road, {p} path, {r} road", "na:4.5.1.1.1a")
    if card.weapons:
        yield Row("Turret", turret(card), "na:4.4.3.1")
    yield Row("Size", f"{card.size:+d}", "na:4.4.3.2.2a")
    if not state.has(Switch.ADVANCED_AP):
        yield Row("Armor", f"front {card.basic_front}, rear {card.basic_rear}", "na:4.4.3.2.5")
    if state.has(Switch.GP_FIRE):
        marks = " ".join(card.notations)
        yield Row("GP Defense", f"{card.gp_defense}{card.type}{f' ({marks})' if marks else ''}", "na:6.5.4.2.1")
    has = (
        ("open-topped", card.open_topped),
        ("coaxial MG", card.coax_mg),
        ("hull MG", card.hull_mg),
        ("AA MG", card.aa_mg),
        (f"stabilizer {card.stabilizer}", card.stabilizer),
    )
    fitted = ", ".join(word for word, there in has if there)
    if fitted:
        yield Row("Has", fitted, "na:1.6", full=True)
    if state.has(Switch.TRANSPORT) and card.carries is not None:
        shelter = ", Under Cover" if card.under_cover else ""
        yield Row("Carries", f"{_room(card.carries)}{shelter}", "na:6.6.7.1", full=True)


def _leg(state: PanzerState, unit: Unit, card: LegCard) -> Iterator[Row]:
    yield Row("Move", f"{card.move[0]}L, Quickmarch {card.move[1]}", "na:6.6.4.1")
    if card.motorcycle is not None:
        c, p, r = card.motorcycle
        mounted = state.scenario.by_id[unit.id].motorcycle
        note = "" if mounted else ", if it had them"
        yield Row("Motorcycles", f"{c} off road, {p} path, {r} road{note}", "na:6.6.4.4", full=not mounted)
    yield Row("Size", f"{card.size} to spot{', crew-served section' if card.crew_served else ''}", "na:6.1.3a")
    yield from _cover(card.gp_defense)
    if state.has(Switch.TRANSPORT):
        needs = card.sizes[unit.size or card.largest].needs
        yield Row("Needs", f"{_room(needs)} of a transport", "na:6.6.7.1", full=True)


def _towed(state: PanzerState, card: TowedCard) -> Iterator[Row]:
    by_hand = f"manhandled {card.move} hex" if card.move else "never by hand"
    yield Row("Move", f"{by_hand}{', platform mount' if card.platform else ''}", "na:6.6.5")
    if card.platform and state.has(Switch.PLATFORM_MOUNTS):
        yield Row("Platform", "fires to all sides, and turns to its target", "or:7.16")
    yield Row("Size", f"{card.size} to spot", "na:6.1.3a")
    yield from _cover(card.gp_defense)
    if state.has(Switch.TRANSPORT):
        yield Row("Needs", f"{_room(card.needs)} of a transport", "na:6.6.7.1", full=True)


def _aircraft(card: AircraftCard) -> Iterator[Row]:
    yield Row("GP Defense", f"{card.gp_defense}S", "na:6.5.4.2.4")
    told = [word for word, so in (("dive bomber", card.dive_bomber), ("slow speed only", card.slow_only)) if so]
    if told:
        yield Row("Flies", ", ".join(told), "na:6.7.1")


def _cover(defense: GpCover) -> Iterator[Row]:
    """GP Defense by Cover, and what Full Cover and moving change (na:6.5.4.2.2)."""
    values = f"no Cover {defense.none}, light {defense.light}, medium {defense.medium}, heavy {defense.heavy}"
    yield Row("GP Defense", values, "na:6.5.4.2.2")
    yield Row("", f"Full Cover {defense.full_cover:+d}, moving {defense.moving:+d}", "na:6.5.4.2.2")


def _room(room: Room) -> str:
    """Towed and leg capacity, as the card prints it: towed-leg."""
    told = [f"{n} {word}" for n, word in ((room.towed, "towed"), (room.leg, "leg")) if n]
    return f"TR {room.towed}-{room.leg}: {' and '.join(told) or 'none'}"


# -- armor and sizes -----------------------------------------------------------------------------


def armor(state: PanzerState, unit: Unit) -> Iterator[Section]:
    """The Armor Factors by angle and inclination (na:6.5.2.3.2, na:6.5.2.3.3); none of an S-Type."""
    card = state.card(unit.id)
    if not isinstance(card, VehicleCard) or not state.has(Switch.ADVANCED_AP):
        return
    if card.type == "S":
        yield Section("Armor", (Row("S-Type", "0 everywhere", "na:6.5.2.3"),))
        return
    for title, rule, columns, table in (
        ("Armor from Front or Rear", "na:6.5.2.3.2", _SQUARE, card.armor.front),
        ("Armor from Front/Side or Rear/Side", "na:6.5.2.3.3", _OBLIQUE, card.armor.front_side),
    ):
        rows = [
            Row(how.value.capitalize(), rule=rule, cells=_cells(table, how, columns), full=how is not Inclination.LEVEL)
            for how in Inclination
        ]
        if columns is _SQUARE:
            rows.append(Row("Deck", f"{card.armor.deck}, falling shots only", "na:6.5.2.2.2", full=True))
        yield Section(title, tuple(rows), heading=("", *columns))
    bare = state.scenario.by_id[unit.id].without_skirts
    if (card.armor.skirts or bare) and state.has(Switch.CE_TYPES):
        told = "none: it is fielded without its skirts" if bare else card.armor.skirts_in_words
        yield Section("Skirts", (Row("Against CE", told, "or:7.10.1"),))


def _cells(
    table: Mapping[Inclination, Mapping[str, int]], how: Inclination, columns: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(str(table.get(how, {}).get(where, "-")) for where in columns)


def sizes(state: PanzerState, unit: Unit) -> Iterator[Section]:
    """What a leg unit is at each of its sizes: its weapons and the room that it needs (na:5.1.1, na:6.6.7.1)."""
    card = state.card(unit.id)
    if not isinstance(card, LegCard) or len(card.sizes) < 2:
        return
    now = unit.size or card.largest
    rows = tuple(
        Row(
            f"{step.value.capitalize()}{' (now)' if step is now else ''}",
            f"{', '.join(mounted.weapon.name for mounted in size.weapons) or 'unarmed'}; {_room(size.needs)}",
            "na:5.1",
            full=True,
        )
        for step, size in card.sizes.items()
    )
    yield Section("Sizes", rows)
