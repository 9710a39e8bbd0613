"""All cards as neutral cards and as entries of the unit library, laid out like the charts (pw:8.2, pw:8.3, pw:12.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from content.kit.unit_cards import UnitEntry
from content.panzerwar.cards import gunnery_cards as gunnery
from content.panzerwar.cards.gunnery_cards import SOURCES, number
from content.panzerwar.cards.months import told
from content.panzerwar.cards.units import cards
from core.panzerwar.pieces.cards import (
    Arm,
    Bunker,
    Card,
    Compartment,
    Cupola,
    Gun,
    GunMount,
    Location,
    Rotation,
    Squad,
    Team,
    Vehicle,
)
from core.panzerwar.pieces.weapons import InfantryWeapon, MachineGun, Weapon
from core.presentation import Card as Shown
from core.presentation import Row, Section

_ROTATIONS: Final = {
    Rotation.FAST: "fast",
    Rotation.MEDIUM: "medium",
    Rotation.SLOW: "slow",
    Rotation.VERY_SLOW: "very slow",
}
_COMPARTMENTS: Final = {Compartment.SUPERSTRUCTURE: "Superstr."}


def unit_entries() -> tuple[UnitEntry, ...]:
    """The library of all cards and weapons, by nation, class and name."""
    known = cards()
    arms: tuple[Arm, ...] = (
        *known.weapons.values(),
        *known.machine_guns.values(),
        *known.infantry_weapons.values(),
    )
    entries = [*map(_entry, known), *map(_arm_entry, arms)]
    return tuple(sorted(entries, key=lambda e: (e.nation, e.unit_class, e.name)))


def _entry(card: Card) -> UnitEntry:
    shown = unit_card(card)
    return UnitEntry(
        id=card.id,
        name=card.name,
        nation=card.nation,
        unit_class=unit_class(card),
        points=card.points,
        available=f"from {told(card.date)}" if isinstance(card, Vehicle) else "",
        words=" ".join((card.id, card.name, card.nation, shown.subtitle, *_words(card))).lower(),
        card=shown,
    )


def _words(card: Card) -> tuple[str, ...]:
    if isinstance(card, Vehicle):
        return tuple(mount.weapon for mount in (card.gun, card.sponson_gun) if mount)
    if isinstance(card, Gun):
        return (card.mount.weapon,)
    return card.light_weapons if isinstance(card, Squad) else ()


def unit_class(card: Card) -> str:
    """What a card is in a word or two."""
    if not isinstance(card, Vehicle):
        return {Gun: "gun", Squad: "squad", Team: "team", Bunker: "bunker"}[type(card)]
    if card.soft:
        return "soft vehicle"
    if card.main_machine_gun:
        return "armoured carrier" if card.passengers else "armoured car"
    if card.drive.value == "wheels":
        return "armoured car"
    return "tank" if card.turreted and not card.open_top else "tank destroyer" if card.turreted else "assault gun"


def unit_card(card: Card) -> Shown:
    """What stands on a card, and where its figures come from."""
    if isinstance(card, Vehicle):
        return _vehicle(card)
    if isinstance(card, Gun):
        return _gun(card)
    if isinstance(card, Bunker):
        return _bunker(card)
    return _infantry(card)


# -- vehicles --------------------------------------------------------------------------------------


def _vehicle(card: Vehicle) -> Shown:
    sections = [Section("General", tuple(_general(card)))]
    if card.locations:
        sections.append(_armour(card))
    sections.append(Section("Weapons", tuple(_weapons(card))))
    for mount in (card.gun, card.sponson_gun):
        if mount:
            sections += gunnery.gunnery(cards().weapons[mount.weapon], mount.sight)
    sections += _machine_guns(card)
    sections.append(Section("Notes", tuple(_notes(card.source, card.note))))
    subtitle = f"{card.nation} {unit_class(card)}, from {told(card.date)}, {card.points} points"
    return Shown(card.name, subtitle, sections=tuple(sections))


def _general(card: Vehicle) -> Iterator[Row]:
    yield Row("Speed", f"{card.speed_cc} cross-country, {card.speed_road} road", "pw:6.2")
    axles = f", {card.axles} axles" if card.axles else ""
    yield Row("Drive", f"{card.drive.value}{axles}{', full reverse' if card.full_reverse else ''}", "pw:6.2.4")
    yield Row("Size", f"{card.size:+d}" if card.size else "0", "pw:DN.size")
    yield Row("Weight", f"{number(card.weight)} t, class {card.weight_class}", "pw:DN.weight")
    turret = "turret" if card.turreted else "superstructure"
    yield Row("Crew", f"{card.crew}" if card.soft else f"{card.crew}, {card.turret_crew} in the {turret}", "pw:9.10.1")
    yield Row("Radio", "yes" if card.radio else "no", "pw:5.0.1")
    if card.open_top:
        yield Row("Top", "open", "pw:9.10.4")
    if card.rotation:
        yield Row("Turret", f"{card.rotation.value}: turns {_ROTATIONS[card.rotation]}", "pw:6.16.1")
    if card.passengers:
        yield Row("Carries", "a squad" if card.passengers == 1 else "a team", "pw:6.11")
    if card.fire_modifier:
        yield Row("Fire", f"{card.fire_modifier:+d} to burn", "pw:9.6.2")
    if card.soft:
        yield Row("Armour", "none: one hit that counts destroys", "pw:10.3.9.3")


def _armour(card: Vehicle) -> Section:
    """The ten locations, and below them the top and the cupola."""
    rows = [_location(card.locations[number_]) for number_ in sorted(card.locations, reverse=True)]
    if card.top_turret and card.top_deck:
        tops = [f"T {card.top_turret.text}", f"D {card.top_deck.text}"]
        rows.append(Row("Top", ", ".join(reversed(tops) if card.engine_first else tops), "pw:9.2"))
    if card.cupola and card.cupola_armour:
        height = "high" if card.cupola is Cupola.HIGH else "low"
        rows.append(Row("Cupola", f"{card.cupola.value} ({height}) {card.cupola_armour.text}", "pw:9.1.8"))
    return Section("Armour in cm", tuple(rows), ("", "front", "side", "rear"))


def _location(location: Location) -> Row:
    name = _COMPARTMENTS.get(location.compartment, location.compartment.value)
    label = f"{location.number:>2} {name}{' Sp' if location.sponson else ''}"
    return Row(label, cells=(location.front.text, location.side.text, location.rear.text))


def _weapons(card: Vehicle) -> Iterator[Row]:
    for label, mount in (("Main gun", card.gun), ("Sponson gun", card.sponson_gun)):
        if mount:
            yield from _mount(label, mount)
    for machine_gun in card.machine_guns:
        where = " ".join((machine_gun.place.value, "remote" if machine_gun.remote else "")).strip()
        yield Row("Machine gun", f"{machine_gun.machine_gun} {where}".strip(), "pw:8.5.4")
    if card.main_machine_gun:
        yield Row("Main weapon", card.main_machine_gun, "pw:8.5.4")
    if card.stabiliser:
        yield Row("Stabiliser", "yes", "pw:8.5.3")
    if card.smoke_dischargers:
        yield Row("Smoke", "turret dischargers", "pw:11.8")
    if card.smoke_candles:
        yield Row("Smoke", "candles", "pw:11.10")
    if card.flame:
        yield Row("Flame", f"flamethrower{', with a trailer' if card.flame_trailer else ''}", "pw:12.12.1")
    if not (card.gun or card.machine_guns or card.flame):
        yield Row("Unarmed")


def _mount(label: str, mount: GunMount) -> Iterator[Row]:
    weapon = cards().weapons[mount.weapon]
    yield Row(label, f"{mount.printed or weapon.name}; sight: {mount.sight or 'none'}", "pw:8.0.3")
    yield Row("ROF", gunnery.rate_of_fire(mount.rof), "pw:8.11")


def _machine_guns(card: Vehicle) -> Iterator[Section]:
    names = [mount.machine_gun for mount in card.machine_guns]
    for name in dict.fromkeys([*names, *([card.main_machine_gun] if card.main_machine_gun else [])]):
        gun = cards().machine_guns[name]
        yield gunnery.fire_section(f"{name}: killpower", gun.contact, gun.killpowers, "pw:12.4.1")


def _notes(source: str, note: str = "") -> Iterator[Row]:
    yield Row("Figures", SOURCES.get(source, source))
    if note:
        yield Row("Note", note)


# -- guns, infantry, bunkers -----------------------------------------------------------------------


def _gun(card: Gun) -> Shown:
    rows = (
        Row("Size", f"{card.size:+d}" if card.size else "0", "pw:9.22.1"),
        Row("Weight", f"{number(card.weight)} t"),
        Row("Shield", f"front {card.shield_front.text}, side {card.shield_side.text}, rear {card.shield_rear.text}"),
        Row("Crew", f"{card.crew_counters} counter{'s' if card.crew_counters > 1 else ''}", "pw:12.0.4"),
        Row("Set up", card.set_up, "pw:6.11.7"),
        *_mount("Gun", card.mount),
    )
    weapon = cards().weapons[card.mount.weapon]
    return Shown(
        card.name,
        f"{card.nation} gun, {card.points} points",
        sections=(
            Section("General", rows),
            *gunnery.gunnery(weapon, card.mount.sight),
            Section("Notes", tuple(_notes(card.source))),
        ),
    )


def _infantry(card: Squad | Team) -> Shown:
    arms = ", ".join(f"{count} {arm}" for arm, count in card.arms.items()) or "none"
    rows = [Row("Men", str(card.men), "pw:12.0"), Row("Small arms", arms)]
    if isinstance(card, Squad) and card.light_weapons:
        rows.append(Row("Light weapons", ", ".join(card.light_weapons), "pw:12.7"))
    if isinstance(card, Team) and not card.firepowers:
        rows.append(Row("Firepower", "none at range", "pw:12.0.4"))
    known = cards().machine_guns
    light = dict.fromkeys(name for name in getattr(card, "light_weapons", ()) if name in known)
    sections = [
        Section("General", tuple(rows)),
        gunnery.fire_section("Firepower", card.contact, card.firepowers, "pw:12.4.1"),
        *(
            gunnery.fire_section(f"{name}: killpower", known[name].contact, known[name].killpowers, "pw:12.7")
            for name in light
        ),
        Section("Notes", tuple(_notes(card.source))),
    ]
    whose = "" if card.nation == "any" else f"{card.nation} "
    return Shown(card.name, f"{whose}{unit_class(card)}, {card.points} points", sections=tuple(sections))


def _bunker(card: Bunker) -> Shown:
    rows = (
        Row("Armour", f"{number(card.armour)} cm all round", "pw:15.7.2"),
        Row("Size", f"{card.size:+d}" if card.size else "0", "pw:15.7.1"),
        Row("Holds", card.holds, "pw:15.7.1"),
        Row("Stun", f"{card.stun:+d} to the number needed" if card.stun else "no change", "pw:15.7.4"),
    )
    return Shown(card.name, "bunker", sections=(Section("General", rows), Section("Notes", tuple(_notes(card.source)))))


# -- what is fired ---------------------------------------------------------------------------------


def _arm_entry(arm: Arm) -> UnitEntry:
    shown = arm_card(arm)
    nation = "any" if isinstance(arm, InfantryWeapon) else arm.nation
    return UnitEntry(
        id=arm.id,
        name=arm.name,
        nation=nation,
        unit_class=_arm_class(arm),
        points=None,
        available="",
        words=" ".join((arm.id, arm.name, nation, shown.subtitle)).lower(),
        card=shown,
    )


def _arm_class(arm: Arm) -> str:
    if isinstance(arm, MachineGun):
        return "weapon: machine gun"
    return "weapon: infantry" if isinstance(arm, InfantryWeapon) or arm.infantry else "weapon: gun"


def arm_card(arm: Arm) -> Shown:
    """What a weapon does by itself."""
    if isinstance(arm, Weapon):
        sections = (gunnery.weapon_section(arm), *gunnery.gunnery(arm))
        return Shown(arm.name, f"{arm.nation} {arm.kind}", sections=sections)
    if isinstance(arm, MachineGun):
        fire = gunnery.fire_section("Killpower", arm.contact, arm.killpowers, "pw:12.4.1")
        whose = "" if arm.nation == "any" else f"{arm.nation} "
        return Shown(
            arm.name, f"{whose}machine gun", sections=(Section("General", gunnery.machine_gun_rows(arm)), fire)
        )
    return Shown(arm.name, "infantry weapon", sections=(Section("General", gunnery.infantry_weapon_rows(arm)),))
