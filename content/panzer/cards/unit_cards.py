"""Data cards of all units as neutral cards, laid out like those of the board game (na:1.6, na:5.1 to na:5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from content.kit.unit_cards import UnitEntry
from content.panzer.cards.gunnery_cards import HEADING, gunnery, weapon_section
from core.panzer.pieces.cards import (
    AircraftCard,
    AttachedWeapon,
    BatteryCard,
    CounterBatteryCard,
    GpCover,
    Inclination,
    LegCard,
    LegStep,
    Limited,
    Room,
    TowedCard,
    Traction,
    UnitCard,
    VehicleCard,
)
from core.presentation import Card, Row, Section

_TYPES: Final = {"A": "Armored", "P": "Protected", "S": "Soft"}
_TRACTION: Final = {
    Traction.TRACKED: "tracked",
    Traction.HALF_TRACK: "half-track",
    Traction.WHEELED: "wheeled",
    Traction.LEG: "on foot",
}
_SOURCES: Final = {
    "rulebook": "printed in the rulebook",
    "published card": "printed on a published card",
    "derived": "worked out from historical data",
    "judged": "judged by comparison with like units",
}
_SIZES: Final = {2: "very large", 1: "large", 0: "average", -1: "small", -2: "very small"}
_SPOTTED_AS: Final = {"S": "small", "L": "large"}
_STEPS: Final = {LegStep.SQUAD: "Squad", LegStep.HALF_SQUAD: "Half-squad", LegStep.SECTION: "Section"}
_LIMITS: Final = {
    Limited.BASIC: "AP and GP",
    Limited.APCR: "APCR, HVAP",
    Limited.HEAT: "HEAT",
    Limited.SMOKE: "smoke",
    Limited.ILLUMINATION: "illumination",
    Limited.DISCHARGERS: "dischargers",
}
_NOTATIONS: Final = {
    "BU": "BU: burns easily (optional rule)",
    "R": "R: without radio (optional rule)",
    "C": "C: easy to assault at close quarters",
}
_LOCATIONS: Final = ("TF", "TS", "TR", "HF", "HS", "HR")


def unit_entries(
    cards: Iterable[UnitCard], attached: Iterable[AttachedWeapon], seekers: Iterable[CounterBatteryCard] = ()
) -> tuple[UnitEntry, ...]:
    """The library of these units, attached weapons and counter batteries, by nation, class and name."""
    entries = [*map(_entry, cards), *map(_attached_entry, attached), *map(_seeker_entry, seekers)]
    return tuple(sorted(entries, key=lambda e: (e.nation, e.unit_class, e.name)))


def _entry(card: UnitCard) -> UnitEntry:
    return UnitEntry(
        id=card.id,
        name=card.name,
        nation=card.nation,
        unit_class=card.unit_class,
        points=card.points,
        available=_period(card.available),
        words=_words(card),
        card=unit_card(card),
    )


def _attached_entry(weapon: AttachedWeapon) -> UnitEntry:
    parts = (weapon.name, weapon.nation, "attached weapon", weapon.card, *weapon.aliases)
    return UnitEntry(
        id=weapon.id,
        name=weapon.name,
        nation=weapon.nation,
        unit_class="attached weapon",
        points=weapon.points,
        available=_period(weapon.available),
        words=" ".join((*parts, *(gun.name for gun in weapon.weapons))).lower(),
        card=attached_card(weapon),
    )


def _seeker_entry(seeker: CounterBatteryCard) -> UnitEntry:
    lowest, highest = seeker.locate
    rows = (
        Row("Where", "off the map"),
        Row("Locates", f"an enemy battery on {lowest} to {highest} (optional rule)"),
        Row("", f"-10 to the roll after {seeker.consecutive_turns} turns of fire in a row"),
        Row("Points", str(seeker.points)),
        Row("In service", _period(seeker.available)),
    )
    return UnitEntry(
        id=seeker.id,
        name=seeker.name,
        nation=seeker.nation,
        unit_class="counter battery",
        points=seeker.points,
        available=_period(seeker.available),
        words=f"{seeker.name} {seeker.nation} {seeker.card}".lower(),
        card=Card(
            title=seeker.name,
            subtitle=f"{seeker.nation} counter battery · card {seeker.card}",
            sections=(
                Section("General", rows),
                Section("Notes", (Row("Figures", _SOURCES.get(seeker.source, seeker.source)),)),
            ),
        ),
    )


def unit_card(card: UnitCard) -> Card:
    """The data card of a unit: general, offensive and defensive data, and where they come from."""
    number = f" · card {card.card}" if card.card else ""
    return Card(
        title=card.name,
        subtitle=f"{card.nation} {card.unit_class}{number}",
        sections=(
            Section("General", (*_general(card), *_common(card))),
            *_offensive(card),
            *_defensive(card),
            *_limits(card),
            Section("Notes", _notes(card)),
        ),
    )


def attached_card(weapon: AttachedWeapon) -> Card:
    """The card of a weapon that leg units have with them: its makes, what it adds to the value (na:5.1.3)."""
    general = [Row("Attached", "to a squad, a half-squad or a section; all round; Dual Fire", "na:5.1.3")]
    if weapon.points is not None:
        general.append(Row("Points", f"{weapon.points}, with the unit that has it"))
    if weapon.available:
        general.append(Row("In service", _period(weapon.available)))
    guns = []
    for gun in weapon.weapons:
        rows = gunnery(gun)
        guns.append(Section(f"Offensive: {gun.name}", tuple(rows), HEADING if any(row.cells for row in rows) else ()))
    number = f" · card {weapon.card}" if weapon.card else ""
    return Card(
        title=weapon.name,
        subtitle=f"{weapon.nation} attached weapon{number}",
        sections=(
            Section("General", tuple(general)),
            *guns,
            Section("Notes", (*_also(weapon.aliases), Row("Figures", _SOURCES.get(weapon.source, weapon.source)))),
        ),
    )


# -- general ----------------------------------------------------------------------------------------


def _general(card: UnitCard) -> Iterator[Row]:
    yield Row("Unit type", f"{card.type} {_TYPES.get(card.type, '')}".strip(), "na:6.5.2.3")
    if isinstance(card, VehicleCard):
        yield from _vehicle(card)
    elif isinstance(card, LegCard):
        yield from _leg(card)
    elif isinstance(card, TowedCard):
        move = "manhandled 1 hex a turn" if card.move else "only by its transport"
        yield Row("Movement", move, "na:6.6.5")
        yield Row("To be towed", f"needs {_room(card.needs)}", "na:6.6.7.1")
        if card.platform:
            yield Row("Mount", "platform (optional rule)", "na:5.2")
        yield from _makers(card.crew, card.weight_t)
    elif isinstance(card, AircraftCard):
        yield Row("Speed", "Slow only" if card.slow_only else "Slow or Fast", "na:6.7.2")
        if card.dive_bomber:
            yield Row("Bombs", "may dive", "na:6.7.3.3")
    elif isinstance(card, BatteryCard):
        yield Row("Where", "off the map; fires when called or planned", "na:5.3")


def _vehicle(card: VehicleCard) -> Iterator[Row]:
    traction = _TRACTION[card.traction]
    if card.traction is Traction.LEG:
        yield Row("Movement", f"{card.move[0]}L, {traction}", "na:6.6.4.1")
    else:
        yield Row("Movement", f"{card.traction.value} {'/'.join(map(str, card.move))}", "na:4.5.1.1.1a")
        yield Row("", f"cross-country/path/road, {traction}")
        yield Row("Turret", _turret(card), "na:4.4.3.1")
    if card.stabilizer:
        yield Row("Stabilizer", str(card.stabilizer), "na:6.5.2.4")
    guns = [name for name, has in (("coaxial", card.coax_mg), ("hull", card.hull_mg), ("AA", card.aa_mg)) if has]
    if guns:
        yield Row("Machine guns", ", ".join(guns), "na:6.5.4.3ab" if card.coax_mg else "")
    if card.carries is not None:
        shelter = ", Under Cover" if card.under_cover else ""
        yield Row("Transport", f"TR {card.carries.towed}-{card.carries.leg}{shelter}", "na:6.6.7.1")
        yield Row("", _room(card.carries))
    if card.dismounts_as:
        yield Row("Portée", "its gun and its truck part", "na:5.2.1b")
    if card.bog_modifier:
        yield Row("Bogging", f"{card.bog_modifier:+d} (optional rule)")
    yield from _makers(card.crew, card.weight_t)


def _leg(card: LegCard) -> Iterator[Row]:
    quick = f", Quickmarch {card.move[1]}" if card.move[1] else ", no Quickmarch"
    yield Row("Movement", f"{card.move[0]}L{quick}", "na:6.6.4.1")
    if card.motorcycle is not None:
        yield Row("Motorcycles", f"W {'/'.join(map(str, card.motorcycle))}, if mounted on them", "na:6.6.4.4")
    for step, size in card.sizes.items():
        points = f", {size.points} points" if size.points is not None and len(card.sizes) > 1 else ""
        yield Row(_STEPS[step], f"needs {_room(size.needs)}{points}", "na:6.6.7.1")


def _common(card: UnitCard) -> Iterator[Row]:
    if isinstance(card, VehicleCard | LegCard | TowedCard):
        fights = "yes" if card.armed else "no: it captures nothing and fires at nothing"
        yield Row("Combat unit", fights, "na:4.1.1a")
    if card.points is not None:
        yield Row("Points", str(card.points))
    if card.available:
        yield Row("In service", _period(card.available))


def _makers(crew: int, weight: float) -> Iterator[Row]:
    if crew:
        yield Row("Crew", str(crew))
    if weight:
        yield Row("Weight", f"{weight:g} t")


# -- offensive --------------------------------------------------------------------------------------


def _offensive(card: UnitCard) -> Iterator[Section]:
    if isinstance(card, LegCard):
        yield from _hands(card)
        return
    for mounted in card.weapons:
        yield weapon_section(mounted)
    if not card.weapons:
        yield Section("Offensive", (Row("Unarmed", "no weapon of its own"),))


def _hands(card: LegCard) -> Iterator[Section]:
    """The weapons of a leg unit at each of its sizes; what it has at several sizes stands there once (na:5.1.1)."""
    shown: set[str] = set()
    for step, size in card.sizes.items():
        for mounted in size.weapons:
            if mounted.weapon.id not in shown:
                shown.add(mounted.weapon.id)
                title = f"Offensive: {_STEPS[step]}" if mounted.mount == "own" else ""
                yield weapon_section(mounted, title)


# -- defensive --------------------------------------------------------------------------------------


def _defensive(card: UnitCard) -> Iterator[Section]:
    if isinstance(card, VehicleCard):
        yield _protection(card)
        yield from _armor(card)
    elif isinstance(card, LegCard | TowedCard):
        yield _cover(card.gp_defense)
        rows = [Row("Size", f"{card.size} ({_SPOTTED_AS.get(card.size, card.size)})", "na:6.1.3a")]
        rows.append(Row("Moving", f"{card.gp_defense.moving:+d} to its GP Defense", "na:6.5.4.2.2"))
        yield Section("Defensive", tuple(rows))
    elif isinstance(card, AircraftCard):
        yield Section("Defensive", (Row("GP Defense", f"{card.gp_defense}S", "na:6.7.4.2"),))


def _protection(card: VehicleCard) -> Section:
    kind = _SIZES.get(card.size, "")
    weak = " C" if card.easy_to_assault else ""
    rows = [
        Row("GP Defense", f"{card.gp_defense}{card.type}{weak}", "na:6.5.4.2.1"),
        Row("Size", f"{card.size:+d} ({kind})" if card.size else f"0 ({kind})", "na:4.4.3.2.2a"),
    ]
    if card.traction is not Traction.LEG:
        rows.insert(0, Row("Basic Game", f"armor front {card.basic_front}, rear {card.basic_rear}", "na:4.4.3.2.5"))
    if card.open_topped:
        rows.append(Row("Open-topped", "yes", "na:6.1.4.3.1a"))
    return Section("Defensive", tuple(rows))


def _armor(card: VehicleCard) -> Iterator[Section]:
    """Armor Factors by hit location: a table for each angle, a line for each elevation (na:6.5.2.3.1)."""
    for title, rows in (
        ("Armor from front or rear", card.armor.front),
        ("Armor from front/side or rear/side", card.armor.front_side),
    ):
        if rows:
            yield Section(title, tuple(_elevations(rows)), ("", *_LOCATIONS))
    if card.armor.deck:
        yield Section("Deck", (Row("Falling", f"armor {card.armor.deck}", "na:6.5.2.2.2"),))
    if card.armor.skirts:
        yield Section("Skirts", (Row("Against CE", f"{card.armor.skirts_in_words} (optional rule)", "or:7.10.1"),))


def _elevations(rows: Mapping[Inclination, Mapping[str, int]]) -> Iterator[Row]:
    for inclination in Inclination:
        if inclination in rows:
            found = rows[inclination]
            cells = tuple(str(found[place]) if place in found else "-" for place in _LOCATIONS)
            yield Row(inclination.value.capitalize(), cells=cells, rule="na:6.5.2.3.1")


def _cover(cover: GpCover) -> Section:
    cells = (cover.none, cover.light, cover.medium, cover.heavy, cover.full_cover)
    row = Row("Factor", cells=(*map(str, cells[:4]), f"{cover.full_cover:+d}"), rule="na:6.5.4.2.2")
    return Section("GP Defense by Cover", (row,), ("", "None", "Lt", "Med", "Hvy", "Full"))


# -- the rest ---------------------------------------------------------------------------------------


def _limits(card: UnitCard) -> Iterator[Section]:
    if not card.ammo_limits:
        return
    if isinstance(card, AircraftCard):
        uses = max(card.ammo_limits.values())
        yield Section("Ammunition", (Row("Uses", f"{uses} attacks with each weapon", "na:5.16.2.6"),))
        return
    rows = (Row(_LIMITS[kind], f"up to {limit} on a d10", "na:5.16.2a") for kind, limit in card.ammo_limits.items())
    yield Section("Ammunition limits", tuple(rows))


def _notes(card: UnitCard) -> tuple[Row, ...]:
    notations = card.notations if isinstance(card, VehicleCard) else ()
    rows = [Row("Notation", _NOTATIONS.get(note, note)) for note in notations]
    return (*rows, *_also(card.aliases), Row("Figures", _SOURCES.get(card.source, card.source)))


def _also(aliases: tuple[str, ...]) -> tuple[Row, ...]:
    return (Row("Also", ", ".join(aliases)),) if aliases else ()


def _room(room: Room) -> str:
    return f"towed {room.towed}, leg {room.leg}"


def _turret(card: VehicleCard) -> str:
    if card.tt == 0:
        return "none: fires where it faces"
    if card.tt == 360:
        return "none: pivot mount, fires all round"
    return f"TT {card.tt}"


def _period(available: tuple[str, ...]) -> str:
    return " to ".join(available)


def _words(card: UnitCard) -> str:
    notations = card.notations if isinstance(card, VehicleCard) else ()
    guns = [mounted.weapon.name for mounted in card.weapons]
    parts = (card.name, card.nation, card.unit_class, card.card, *card.aliases, *notations, *guns)
    return " ".join(parts).lower()
