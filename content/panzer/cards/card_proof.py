"""What the entries of ``units/*.toml`` must and must not have, by the kind of unit."""

from __future__ import annotations

from typing import Final

from content.kit.load import Proof
from content.panzer.cards.card_file import UnitEntry
from core.panzer.pieces.cards import LegStep, Limited, Traction
from core.panzer.pieces.weapons import FieldOfFire

_COVERS: Final = ("none", "light", "medium", "heavy")


def prove(entry: UnitEntry, key: str, proof: Proof) -> None:
    """Note what a unit of its kind needs and does not have."""
    fields = [f.value for f in FieldOfFire]
    for at, mounted in enumerate(entry.weapons, 1):
        if entry.kind in ("vehicle", "towed") and mounted.field_of_fire not in fields:
            proof.mistake(f"{key}.weapons[{at}].field_of_fire", repr(mounted.field_of_fire), ", ".join(fields))
    for limit, value in entry.ammo_limits.items():
        known = [one.value for one in Limited]
        if limit not in known or type(value) is not int:
            proof.mistake(f"{key}.ammo_limits", f"{limit} = {value!r}", f"a whole number for {', '.join(known)}")
    if entry.kind in ("vehicle", "limber"):
        _prove_vehicle(entry, key, proof)
    if entry.kind in ("leg", "towed"):
        _prove_on_foot(entry, key, proof)
    if entry.kind == "aircraft" and type(entry.gp_defense) is not int:
        proof.mistake(f"{key}.gp_defense", repr(entry.gp_defense), "a whole number for an aircraft")
    if entry.kind == "artillery" and not entry.weapons:
        proof.mistake(f"{key}.weapons", "nothing", "the guns of the battery", "add [[unit.weapons]]")


def _prove_vehicle(entry: UnitEntry, key: str, proof: Proof) -> None:
    tractions = [t.value for t in Traction]
    if entry.traction not in tractions:
        proof.mistake(f"{key}.traction", repr(entry.traction), ", ".join(tractions))
    if entry.kind == "vehicle" and len(entry.move) != 3:
        proof.mistake(f"{key}.move", repr(list(entry.move)), "three allowances: cross-country, path, road")
    if entry.kind == "vehicle" and entry.basic_armor is None:
        proof.mistake(f"{key}.basic_armor", "nothing", "{front = n, rear = n}", "add this key")
    for name, value in (("gp_defense", entry.gp_defense), ("size", entry.size)):
        if type(value) is not int:
            proof.mistake(f"{key}.{name}", repr(value), "a whole number for a vehicle")


def _prove_on_foot(entry: UnitEntry, key: str, proof: Proof) -> None:
    cover = entry.gp_defense
    if not isinstance(cover, dict) or not all(type(cover.get(c)) is int for c in _COVERS):
        proof.mistake(f"{key}.gp_defense", repr(cover), "{none = n, light = n, medium = n, heavy = n, full_cover = n}")
    if entry.size not in ("S", "L"):
        proof.mistake(f"{key}.size", repr(entry.size), "S or L")
    if len(entry.move) != 2:
        proof.mistake(f"{key}.move", repr(list(entry.move)), "two allowances: cross-country, quickmarch")
    if entry.kind == "towed" and len(entry.capacity) != 2:
        proof.mistake(f"{key}.capacity", repr(list(entry.capacity)), "towed and leg capacity that it needs")
    steps = [s.value for s in LegStep]
    for at, step in enumerate(entry.steps, 1):
        if step.step not in steps:
            proof.mistake(f"{key}.steps[{at}].step", repr(step.step), ", ".join(steps))
        if len(step.capacity) != 2:
            proof.mistake(f"{key}.steps[{at}].capacity", repr(list(step.capacity)), "towed and leg capacity it needs")
    if entry.kind == "leg" and not entry.steps:
        proof.mistake(f"{key}.steps", "nothing", "the sizes of the unit", "add [[unit.steps]]")
