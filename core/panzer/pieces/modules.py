"""The modules of the Advanced Game (na:5.0): a scenario switches each on or off; without any it is the Basic Game."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen


class Module(Enum):
    """Parts of the Advanced Game. The value is the id by which a scenario or an option names it."""

    LEG_AND_TOWED = "leg-and-towed"
    GRADES = "grades"
    COMMAND_CONTROL = "command-control"
    ADVANCED_AP = "advanced-ap"
    GP_FIRE = "gp-fire"
    BAIL_OUT = "bail-out"
    AMMO_LIMITS = "ammo-limits"
    DUAL_FIRE = "dual-fire"
    HULL_DOWN = "hull-down"
    FULL_COVER = "full-cover"
    BUILDINGS = "buildings"
    SMOKE = "smoke"
    TRANSPORT = "transport"
    CLOSE_COMBAT = "close-combat"
    OVERRUN = "overrun"
    INDIRECT_FIRE = "indirect-fire"
    AIR = "air"
    DUST = "dust"
    SUN_BLINDING = "sun-blinding"
    HEAT_HAZE = "heat-haze"
    CE_AMMO = "ce-ammo"


@frozen
class ModuleNotes:
    """What a module is called, the rules it brings in, and the modules that it cannot do without."""

    title: str
    rules: tuple[str, ...]
    needs: tuple[Module, ...] = ()


NOTES = {
    Module.LEG_AND_TOWED: ModuleNotes("Leg and towed units", ("na:5.1", "na:5.2"), (Module.GP_FIRE,)),
    Module.GRADES: ModuleNotes("Grades", ("na:5.8", "na:6.3.2")),
    Module.COMMAND_CONTROL: ModuleNotes("Command control", ("na:6.2.1",), (Module.GRADES,)),
    Module.ADVANCED_AP: ModuleNotes("Hit locations and ammunition", ("na:6.5.2",)),
    Module.GP_FIRE: ModuleNotes("GP fire and suppression", ("na:5.10a", "na:6.5.4", "na:6.8.3")),
    Module.BAIL_OUT: ModuleNotes("Bailing out", ("na:5.15a", "na:6.5.2.6", "na:6.5.4.5")),
    Module.AMMO_LIMITS: ModuleNotes("Ammunition limits", ("na:5.16",)),
    Module.DUAL_FIRE: ModuleNotes("Dual fire", ("na:5.14a",), (Module.GP_FIRE,)),
    Module.HULL_DOWN: ModuleNotes("Hull Down", ("na:6.1.4.1", "na:6.6.9"), (Module.ADVANCED_AP,)),
    Module.FULL_COVER: ModuleNotes("Full cover and entrenching", ("na:6.1.4.2a", "na:6.6.8"), (Module.LEG_AND_TOWED,)),
    Module.BUILDINGS: ModuleNotes("Buildings and terrain counters", ("na:6.1.4.3", "na:6.6.3")),
    Module.SMOKE: ModuleNotes("Smoke", ("na:6.1.4.3.10a",), (Module.GP_FIRE,)),
    Module.TRANSPORT: ModuleNotes("Transporting", ("na:6.6.7", "na:5.2.1b"), (Module.LEG_AND_TOWED,)),
    Module.CLOSE_COMBAT: ModuleNotes("Close Assault and Hand-to-Hand", ("na:6.6.1",), (Module.LEG_AND_TOWED,)),
    Module.OVERRUN: ModuleNotes("Overrun", ("na:6.6.10",), (Module.LEG_AND_TOWED,)),
    Module.INDIRECT_FIRE: ModuleNotes("Indirect fire", ("na:6.5.1",), (Module.GP_FIRE,)),
    Module.AIR: ModuleNotes("Aircraft", ("na:6.4", "na:6.7"), (Module.GP_FIRE,)),
    Module.DUST: ModuleNotes("Dust", ("na:6.1.4.3.12a",)),
    Module.SUN_BLINDING: ModuleNotes("Sun blinding", ("na:6.1.4.3.13",)),
    Module.HEAT_HAZE: ModuleNotes("Heat haze", ("na:6.5.2.4h", "na:6.5.4.3t")),
    Module.CE_AMMO: ModuleNotes("CE ammunition fired as GP", ("na:6.5.4.3aa",), (Module.GP_FIRE,)),
}

#: What "the Advanced Game" means in a scenario that names it as a whole; weather and Optional Rules are named by
#: themselves.
ADVANCED = frozenset(Module) - {Module.DUST, Module.SUN_BLINDING, Module.HEAT_HAZE, Module.CE_AMMO}


def completed(modules: Iterable[Module]) -> frozenset[Module]:
    """These modules and all that they need."""
    found: set[Module] = set()
    todo = list(modules)
    while todo:
        module = todo.pop()
        if module not in found:
            found.add(module)
            todo += NOTES[module].needs
    return frozenset(found)
