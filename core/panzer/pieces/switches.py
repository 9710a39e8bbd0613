"""The modules of the Advanced Game (na:5.0): a scenario switches each on or off; without any it is the Basic Game."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen


class Switch(Enum):
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
class SwitchNotes:
    """What a module is called, the rules it brings in, and the modules that it cannot do without."""

    title: str
    rules: tuple[str, ...]
    needs: tuple[Switch, ...] = ()


NOTES = {
    Switch.LEG_AND_TOWED: SwitchNotes("Leg and towed units", ("na:5.1", "na:5.2"), (Switch.GP_FIRE,)),
    Switch.GRADES: SwitchNotes("Grades", ("na:5.8", "na:6.3.2")),
    Switch.COMMAND_CONTROL: SwitchNotes("Command control", ("na:6.2.1",), (Switch.GRADES,)),
    Switch.ADVANCED_AP: SwitchNotes("Hit locations and ammunition", ("na:6.5.2",)),
    Switch.GP_FIRE: SwitchNotes("GP fire and suppression", ("na:5.10a", "na:6.5.4", "na:6.8.3")),
    Switch.BAIL_OUT: SwitchNotes("Bailing out", ("na:5.15a", "na:6.5.2.6", "na:6.5.4.5")),
    Switch.AMMO_LIMITS: SwitchNotes("Ammunition limits", ("na:5.16",)),
    Switch.DUAL_FIRE: SwitchNotes("Dual fire", ("na:5.14a",), (Switch.GP_FIRE,)),
    Switch.HULL_DOWN: SwitchNotes("Hull Down", ("na:6.1.4.1", "na:6.6.9"), (Switch.ADVANCED_AP,)),
    Switch.FULL_COVER: SwitchNotes("Full cover and entrenching", ("na:6.1.4.2a", "na:6.6.8"), (Switch.LEG_AND_TOWED,)),
    Switch.BUILDINGS: SwitchNotes("Buildings and terrain counters", ("na:6.1.4.3", "na:6.6.3")),
    Switch.SMOKE: SwitchNotes("Smoke", ("na:6.1.4.3.10a",), (Switch.GP_FIRE,)),
    Switch.TRANSPORT: SwitchNotes("Transporting", ("na:6.6.7", "na:5.2.1b"), (Switch.LEG_AND_TOWED,)),
    Switch.CLOSE_COMBAT: SwitchNotes("Close Assault and Hand-to-Hand", ("na:6.6.1",), (Switch.LEG_AND_TOWED,)),
    Switch.OVERRUN: SwitchNotes("Overrun", ("na:6.6.10",), (Switch.LEG_AND_TOWED,)),
    Switch.INDIRECT_FIRE: SwitchNotes("Indirect fire", ("na:6.5.1",), (Switch.GP_FIRE,)),
    Switch.AIR: SwitchNotes("Aircraft", ("na:6.4", "na:6.7"), (Switch.GP_FIRE,)),
    Switch.DUST: SwitchNotes("Dust", ("na:6.1.4.3.12a",)),
    Switch.SUN_BLINDING: SwitchNotes("Sun blinding", ("na:6.1.4.3.13",)),
    Switch.HEAT_HAZE: SwitchNotes("Heat haze", ("na:6.5.2.4h", "na:6.5.4.3t")),
    Switch.CE_AMMO: SwitchNotes("CE ammunition fired as GP", ("na:6.5.4.3aa",), (Switch.GP_FIRE,)),
}

#: What "the Advanced Game" means in a scenario that names it as a whole; weather and Optional Rules are named by
#: themselves.
ADVANCED = frozenset(Switch) - {Switch.DUST, Switch.SUN_BLINDING, Switch.HEAT_HAZE, Switch.CE_AMMO}


def completed(modules: Iterable[Switch]) -> frozenset[Switch]:
    """These modules and all that they need."""
    found: set[Switch] = set()
    todo = list(modules)
    while todo:
        module = todo.pop()
        if module not in found:
            found.add(module)
            todo += NOTES[module].needs
    return frozenset(found)
