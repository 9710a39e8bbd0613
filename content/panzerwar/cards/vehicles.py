"""A Vehicle Data Chart, from its entry in a file (pw:8.2)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from content.kit.load import Proof, one_of
from content.panzerwar.cards.card_file import GunEntry, VehicleEntry
from content.panzerwar.cards.months import month
from content.panzerwar.cards.weapons import Armoury
from core.alike import Alike
from core.panzerwar.pieces.armour import BARE, Armour, armour
from core.panzerwar.pieces.cards import (
    Compartment,
    Cupola,
    Drive,
    GunMount,
    Location,
    Mount,
    Place,
    Rotation,
    Vehicle,
)

#: What a vehicle may be said to have or to be.
TRAITS: Final = (
    "radio",
    "open top",
    "soft",
    "engine first",
    "stabiliser",
    "full reverse",
    "smoke dischargers",
    "smoke candles",
    "flamethrower",
    "flame trailer",
)
#: What marks the location of a sponson gun (pw:9.9).
_SPONSON: Final = " Sp"
#: The numbers of the locations, from the top.
_NUMBERS: Final = tuple(range(10, 0, -1))


@frozen(eq=False, repr=False)
class ArmourReader(Alike):
    """Reads the cells of charts; a mistake is noted, and nothing protects there."""

    proof: Proof

    def read(self, text: str, key: str) -> Armour:
        """The armour of a cell."""
        try:
            return armour(text)
        except ValueError:
            self.proof.mistake(key, repr(text), "armour such as 9, 9u, 3r, 6a, 8+3, 4s^8, 3^8, 12/14 or 0")
            return BARE


def vehicle(entry: VehicleEntry, nation: str, key: str, arms: Armoury, reader: ArmourReader) -> Vehicle | None:
    """The vehicle of an entry; None, with its mistakes noted, if it cannot be one."""
    proof = reader.proof
    date = month(entry.date, f"{key}.date", proof)
    drive = one_of(Drive, entry.drive, f"{key}.drive", proof)
    rotation = one_of(Rotation, entry.rotation, f"{key}.rotation", proof) if entry.rotation else None
    cupola = one_of(Cupola, entry.cupola.kind, f"{key}.cupola.kind", proof) if entry.cupola else None
    for at, trait in enumerate(entry.traits, 1):
        proof.among(f"{key}.traits[{at}]", trait, TRAITS, "the trait")
    _prove_arms(entry, key, arms, proof)
    locations = _locations(entry, key, reader)
    if (entry.top is None) != ("soft" in entry.traits):
        proof.mistake(f"{key}.top", "a top" if entry.top else "no top", "top armour, or the trait soft")
    if rotation and entry.locations and all(line[1] != Compartment.TURRET.value for line in entry.locations):
        proof.mistake(f"{key}.rotation", repr(entry.rotation), "none, since it has no turret")
    if date is None or drive is None:
        return None
    return Vehicle(
        id=entry.id,
        name=entry.name,
        nation=nation,
        date=date,
        weight=entry.weight,
        weight_class=entry.weight_class,
        height=entry.height,
        size=entry.size,
        speed_cc=entry.speed.cc,
        speed_road=entry.speed.road,
        crew=entry.crew,
        turret_crew=entry.turret_crew,
        drive=drive,
        points=entry.points,
        radio="radio" in entry.traits,
        open_top="open top" in entry.traits,
        soft="soft" in entry.traits,
        axles=entry.axles,
        locations=locations,
        top_turret=reader.read(entry.top.turret, f"{key}.top.turret") if entry.top else None,
        top_deck=reader.read(entry.top.deck, f"{key}.top.deck") if entry.top else None,
        engine_first="engine first" in entry.traits,
        track_armour=entry.track_armour,
        cupola=cupola,
        cupola_armour=reader.read(entry.cupola.armour, f"{key}.cupola.armour") if entry.cupola else None,
        rotation=rotation,
        gun=_gun(entry.gun),
        sponson_gun=_gun(entry.sponson_gun),
        main_machine_gun=entry.main_machine_gun,
        machine_guns=_mounts(entry, key, proof),
        passengers=entry.passengers,
        stabiliser="stabiliser" in entry.traits,
        full_reverse="full reverse" in entry.traits,
        smoke_dischargers="smoke dischargers" in entry.traits,
        smoke_candles="smoke candles" in entry.traits,
        flame="flamethrower" in entry.traits,
        flame_trailer="flame trailer" in entry.traits,
        fire_modifier=entry.fire_modifier,
        source=entry.source,
        note=entry.note,
    )


def _prove_arms(entry: VehicleEntry, key: str, arms: Armoury, proof: Proof) -> None:
    """Note weapons that there are not, and sights that a weapon has not."""
    for name, gun in (("gun", entry.gun), ("sponson_gun", entry.sponson_gun)):
        if gun and proof.among(f"{key}.{name}.weapon", gun.weapon, arms.weapons, "the weapon"):
            proof.among(f"{key}.{name}.sight", gun.sight, arms.weapons[gun.weapon].sights, "the sight")
        if gun and not 1 <= gun.rof <= 12:
            proof.mistake(f"{key}.{name}.rof", repr(gun.rof), "1 to 10, or 12 of an auto-cannon")
    for at, mount in enumerate(entry.machine_guns, 1):
        proof.among(f"{key}.machine_guns[{at}].gun", mount.gun, arms.machine_guns, "the machine gun")
    if entry.main_machine_gun:
        proof.among(f"{key}.main_machine_gun", entry.main_machine_gun, arms.machine_guns, "the machine gun")
        if entry.gun or not entry.machine_guns:
            proof.mistake(
                f"{key}.main_machine_gun", repr(entry.main_machine_gun), "the first of machine_guns, and no gun"
            )


def _gun(entry: GunEntry | None) -> GunMount | None:
    if entry is None:
        return None
    return GunMount(entry.weapon, entry.sight, entry.rof, entry.rounds_per_minute, entry.printed)


def _mounts(entry: VehicleEntry, key: str, proof: Proof) -> tuple[Mount, ...]:
    made = []
    for at, mount in enumerate(entry.machine_guns, 1):
        place = one_of(Place, mount.place, f"{key}.machine_guns[{at}].place", proof)
        if place is not None:
            made.append(Mount(mount.gun, place, mount.remote))
    return tuple(made)


def _locations(entry: VehicleEntry, key: str, reader: ArmourReader) -> dict[int, Location]:
    """The ten locations by number; none of a soft vehicle."""
    proof, made = reader.proof, {}
    wanted = () if "soft" in entry.traits else _NUMBERS
    numbers = tuple(line[0] for line in entry.locations)
    if numbers != wanted:
        proof.mistake(f"{key}.locations", repr(list(numbers)), "10 down to 1, or none and the trait soft")
    for at, (number, compartment, *cells) in enumerate(entry.locations, 1):
        here = f"{key}.locations[{at}]"
        kind = one_of(Compartment, compartment.removesuffix(_SPONSON), f"{here}[2]", proof)
        front, side, rear = (reader.read(cell, f"{here}[{place}]") for place, cell in enumerate(cells, 3))
        if kind:
            made[number] = Location(number, kind, front, side, rear, sponson=compartment.endswith(_SPONSON))
    return made
