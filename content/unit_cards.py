"""Data cards of vehicles as neutral cards, laid out like those of the board game (na:1.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from core.panzer.cards import Traction, VehicleCard
from core.panzer.weapons import ApRow, FieldOfFire, MountedWeapon, RangeFactor
from core.presentation import Card, Row, Section

_TYPES: Final = {"A": "Armored", "P": "Protected", "S": "Soft"}
_TRACTION: Final = {Traction.TRACKED: "Tracked", Traction.HALF_TRACK: "Half-track", Traction.WHEELED: "Wheeled"}
_FIELDS: Final = {FieldOfFire.ALL_ROUND: "360°", FieldOfFire.FRONT: "front 60°", FieldOfFire.REAR: "rear 60°"}
_RATES: Final = {"N": "normal", "Q": "quick", "R": "rapid", "F": "fast"}
_SOURCES: Final = {
    "rulebook": "printed in the rulebook",
    "seed": "printed in the rulebook",
    "published card": "printed on a published card",
    "derived": "worked out from historical data",
    "judged": "judged by comparison with like vehicles",
}
_SIZES: Final = {2: "very large", 1: "large", 0: "average", -1: "small", -2: "very small"}
_RANGE_HEADING: Final = ("", *(factor.name for factor in RangeFactor))


@frozen
class UnitEntry:
    """One card of the unit library, with what it is filtered and sorted by.

    points: base value, None where none is known; words: everything a search may hit, in lower case.
    """

    id: str
    name: str
    nation: str
    unit_class: str
    points: int | None
    available: str
    words: str
    card: Card


def unit_entries(vehicles: Iterable[VehicleCard]) -> tuple[UnitEntry, ...]:
    """The library of these vehicles, by nation, class and name."""
    entries = (
        UnitEntry(
            id=vehicle.id,
            name=vehicle.name,
            nation=vehicle.nation,
            unit_class=vehicle.vehicle_class,
            points=vehicle.points,
            available=_period(vehicle.available),
            words=_words(vehicle),
            card=unit_card(vehicle),
        )
        for vehicle in vehicles
    )
    return tuple(sorted(entries, key=lambda e: (e.nation, e.unit_class, e.name)))


def unit_card(vehicle: VehicleCard) -> Card:
    """The data card of a vehicle: general, offensive and defensive data (na:1.6), and where they come from."""
    number = f" · card {vehicle.card}" if vehicle.card else ""
    return Card(
        title=vehicle.name,
        subtitle=f"{vehicle.nation} {vehicle.vehicle_class}{number}",
        sections=(
            Section("General", _general(vehicle)),
            *(_offensive(mounted) for mounted in vehicle.weapons),
            *(() if vehicle.weapons else (Section("Offensive", (Row("Unarmed", "no weapon of its own"),)),)),
            _defensive(vehicle),
            Section("Notes", _notes(vehicle)),
        ),
    )


def _general(vehicle: VehicleCard) -> tuple[Row, ...]:
    rows = [
        Row("Unit type", f"{vehicle.type} {_TYPES.get(vehicle.type, '')}".strip(), "na:1.6"),
        Row("Movement", f"{vehicle.traction.value} {_moves(vehicle)}", "na:4.5.1.1.1a"),
        Row("", f"cross-country/path/road, {_TRACTION[vehicle.traction].lower()}"),
        Row("Turret", _turret(vehicle), "na:4.4.3.1"),
        Row("Combat unit", "yes" if vehicle.armed else "no: it captures nothing and fires at nothing", "na:4.1.1a"),
    ]
    if vehicle.points is not None:
        rows.append(Row("Points", str(vehicle.points)))
    if vehicle.crew:
        rows.append(Row("Crew", str(vehicle.crew)))
    if vehicle.weight_t:
        rows.append(Row("Weight", f"{vehicle.weight_t:g} t"))
    if vehicle.available:
        rows.append(Row("In service", _period(vehicle.available)))
    return tuple(rows)


def _offensive(mounted: MountedWeapon) -> Section:
    weapon = mounted.weapon
    rate = _RATES.get(weapon.rof, weapon.rof)
    where = (
        f"{mounted.mount}, fires {_FIELDS[mounted.field_of_fire]}" if mounted.mount else _FIELDS[mounted.field_of_fire]
    )
    rows = [row for ammunition in weapon.ap for row in _ammunition(ammunition)]
    if not rows:
        rows.append(Row("AP", "no armor-piercing fire", "na:4.4.3.2.1a"))
    rows.append(Row("Mount", where, "na:4.4.3.1"))
    rows.append(Row("Rate", f"{weapon.rof} ({rate})" if rate != weapon.rof else rate))
    return Section(f"Offensive: {weapon.name}", tuple(rows), _RANGE_HEADING if weapon.ap else ())


def _ammunition(row: ApRow) -> Iterable[Row]:
    """The two printed lines of an ammunition: R, outer edge of each range column, and P, penetration."""
    yield Row(f"{row.type} R", cells=tuple(map(str, row.range)), rule="na:4.4.3.2.1a")
    yield Row(f"{row.type} P", cells=tuple(map(str, row.penetration)), rule="na:4.4.3.2.1a")
    if row.type != "AP":
        since = f", from {row.available}" if row.available else ""
        yield Row("", f"{row.type}: Advanced Game only{since}", "na:4.4.3.2.1a")


def _defensive(vehicle: VehicleCard) -> Section:
    kind = _SIZES.get(vehicle.size, "")
    return Section(
        "Defensive",
        (
            Row("Armor", f"front {vehicle.basic_front}  ·  rear {vehicle.basic_rear}", "na:4.4.3.2.5"),
            Row("Size", f"{vehicle.size:+d} ({kind})" if vehicle.size else f"0 ({kind})", "na:4.4.3.2.2a"),
            Row("GP defense", f"{vehicle.gp_defense}{vehicle.type}"),
            *((Row("Open-topped", "yes"),) if vehicle.open_topped else ()),
        ),
    )


def _notes(vehicle: VehicleCard) -> tuple[Row, ...]:
    rows = [Row("Notation", note) for note in vehicle.notations]
    if vehicle.aliases:
        rows.append(Row("Also", ", ".join(vehicle.aliases)))
    rows.append(Row("Figures", _SOURCES.get(vehicle.source, vehicle.source)))
    return tuple(rows)


def _moves(vehicle: VehicleCard) -> str:
    return "/".join(map(str, vehicle.move))


def _turret(vehicle: VehicleCard) -> str:
    if vehicle.tt == 0:
        return "none: fires where it faces"
    if vehicle.tt == 360:
        return "none: pivot mount, fires all round"
    return f"TT {vehicle.tt}"


def _period(available: tuple[str, ...]) -> str:
    return " to ".join(available)


def _words(vehicle: VehicleCard) -> str:
    parts = (
        vehicle.name,
        vehicle.nation,
        vehicle.vehicle_class,
        vehicle.card,
        *vehicle.aliases,
        *vehicle.notations,
        *(mounted.weapon.name for mounted in vehicle.weapons),
    )
    return " ".join(parts).lower()
