"""Vehicles, towed guns, squads, teams and bunkers, from ``units/*.toml`` (pw:8.2, pw:9.22.1, pw:12.4, pw:15.7)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import Proof, no_such, read_toml, structure
from content.panzerwar.cards.card_file import BunkerEntry, SquadEntry, TowedEntry, UnitFile
from content.panzerwar.cards.vehicles import ArmourReader, vehicle
from content.panzerwar.cards.weapons import SOURCES, Armoury, armoury, prove_rising, weapon_files
from core.panzerwar.pieces.cards import Bunker, Card, Cards, Gun, GunMount, Squad, Team, Vehicle

NATIONS: Final = ("German", "Soviet", "British", "US", "any")


@kept
def cards() -> Cards:
    """All cards. ContentError with every mistake of a file, or if an id is in two files."""
    arms = armoury()
    vehicles: dict[str, Vehicle] = {}
    guns: dict[str, Gun] = {}
    squads: dict[str, Squad] = {}
    teams: dict[str, Team] = {}
    bunkers: dict[str, Bunker] = {}
    known: set[str] = set()
    for path in unit_files():
        proof = Proof(folders.label(path))
        data = structure(read_toml(path, proof.file), UnitFile, proof.file)
        proof.among("nation", data.nation, NATIONS, "the nation")
        for name in ("vehicle", "gun", "squad", "team", "bunker"):
            _prove_ids(name, [entry.id for entry in getattr(data, name)], known, proof)
        reader = ArmourReader(proof)
        for at, entry in enumerate(data.vehicle, 1):
            proof.among(f"vehicle[{at}].source", entry.source, SOURCES, "the source")
            made = vehicle(entry, data.nation, f"vehicle[{at}]", arms, reader)
            if made:
                vehicles[made.id] = made
        for at, towed in enumerate(data.gun, 1):
            guns[towed.id] = _gun(towed, data.nation, f"gun[{at}]", arms, reader)
        for at, squad in enumerate(data.squad, 1):
            squads[squad.id] = _squad(squad, data.nation, f"squad[{at}]", arms, proof)
        for at, team in enumerate(data.team, 1):
            teams[team.id] = _team(team, data.nation, f"team[{at}]", proof)
        for at, bunker in enumerate(data.bunker, 1):
            bunkers[bunker.id] = _bunker(bunker, data.nation, f"bunker[{at}]", proof)
        proof.done()
    return Cards(
        vehicles=vehicles,
        guns=guns,
        squads=squads,
        teams=teams,
        bunkers=bunkers,
        weapons=arms.weapons,
        machine_guns=arms.machine_guns,
        infantry_weapons=arms.infantry_weapons,
    )


def card(id_: str) -> Card:
    """The card with this id. ContentError, with the ids most like it, if there is none."""
    known = cards()
    found = known.find(id_)
    if found is None:
        raise no_such("panzerwar/units", id_, (one.id for one in known))
    return found


def unit_files() -> tuple[Path, ...]:
    """The files that cards come from."""
    return folders.files("panzerwar", "units")


def card_files() -> tuple[Path, ...]:
    """The files that cards and what they fire come from."""
    return (*unit_files(), *weapon_files())


def _prove_ids(name: str, ids: Sequence[str], known: set[str], proof: Proof) -> None:
    proof.unique(name, ids)
    for at, id_ in enumerate(ids, 1):
        if id_ in known:
            proof.mistake(f"{name}[{at}].id", f"{id_!r} again", "an id of its own", "another entry has it")
    known.update(ids)


def _gun(entry: TowedEntry, nation: str, key: str, arms: Armoury, reader: ArmourReader) -> Gun:
    proof = reader.proof
    proof.among(f"{key}.source", entry.source, SOURCES, "the source")
    if proof.among(f"{key}.weapon", entry.weapon, arms.weapons, "the weapon") and entry.sight:
        proof.among(f"{key}.sight", entry.sight, arms.weapons[entry.weapon].sights, "the sight")
    return Gun(
        id=entry.id,
        name=entry.name,
        nation=nation,
        mount=GunMount(entry.weapon, entry.sight, entry.rof),
        height=entry.height,
        size=entry.size,
        weight=entry.weight,
        shield_front=reader.read(entry.shield.front, f"{key}.shield.front"),
        shield_side=reader.read(entry.shield.side, f"{key}.shield.side"),
        shield_rear=reader.read(entry.shield.rear, f"{key}.shield.rear"),
        crew_counters=entry.crew_counters,
        set_up=entry.set_up,
        points=entry.points,
        source=entry.source,
    )


def _squad(entry: SquadEntry, nation: str, key: str, arms: Armoury, proof: Proof) -> Squad:
    _prove_men(entry, key, proof)
    for at, weapon in enumerate(entry.light_weapons, 1):
        proof.among(f"{key}.light_weapons[{at}]", weapon, arms.ids(), "the weapon")
    return Squad(
        id=entry.id,
        name=entry.name,
        nation=nation,
        men=entry.men,
        arms=entry.arms,
        light_weapons=entry.light_weapons,
        contact=entry.contact,
        firepowers=entry.firepower,
        points=entry.points,
        source=entry.source,
    )


def _team(entry: SquadEntry, nation: str, key: str, proof: Proof) -> Team:
    _prove_men(entry, key, proof)
    if entry.light_weapons:
        found = repr(list(entry.light_weapons))
        proof.mistake(f"{key}.light_weapons", found, "none; a team's weapon is said where it is fielded")
    return Team(
        id=entry.id,
        name=entry.name,
        nation=nation,
        men=entry.men,
        arms=entry.arms,
        contact=entry.contact,
        firepowers=entry.firepower,
        points=entry.points,
        source=entry.source,
    )


def _prove_men(entry: SquadEntry, key: str, proof: Proof) -> None:
    proof.among(f"{key}.source", entry.source, SOURCES, "the source")
    prove_rising(f"{key}.firepower", entry.firepower, proof)
    if sum(entry.arms.values()) > entry.men:
        proof.mistake(f"{key}.arms", f"{sum(entry.arms.values())} small arms", f"at most {entry.men}, its men")


def _bunker(entry: BunkerEntry, nation: str, key: str, proof: Proof) -> Bunker:
    proof.among(f"{key}.source", entry.source, SOURCES, "the source")
    return Bunker(
        id=entry.id,
        name=entry.name,
        nation=nation,
        size=entry.size,
        armour=entry.armour,
        stun=entry.stun,
        holds=entry.holds,
        points=entry.points,
        source=entry.source,
    )
