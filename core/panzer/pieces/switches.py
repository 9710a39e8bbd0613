"""The switches of a game: the modules of the Advanced Game (na:5.0) and the Optional Rules (or:7.0).

Both editions build them on the Basic Game (min:INTRO.b, min:AG.a).

A scenario plays with a set of them; without any it is the Basic Game. One row says of each what it is called, what it
does, its rules, what it cannot do without and what it does not go with; those of the Optional Rules are in `optional`.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from core.panzer.pieces.optional.command import COMMAND_RULES
from core.panzer.pieces.optional.fire import FIRE_RULES
from core.panzer.pieces.optional.ground import GROUND_RULES
from core.panzer.pieces.optional.notes import Book, SwitchNotes, weather
from core.panzer.pieces.switch_ids import Switch as Switch

NOTES: Final = {
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
    Switch.DUST: weather("Dust", "na:6.1.4.3.12a"),
    Switch.SUN_BLINDING: weather("Sun blinding", "na:6.1.4.3.13"),
    Switch.HEAT_HAZE: weather("Heat haze", "na:6.5.2.4h", "na:6.5.4.3t"),
    **COMMAND_RULES,
    **FIRE_RULES,
    **GROUND_RULES,
}

#: What "the Advanced Game" means in a scenario that names it as a whole; weather and Optional Rules are named by
#: themselves.
ADVANCED: Final = frozenset(switch for switch in Switch if NOTES[switch].book is Book.ADVANCED)
OPTIONAL: Final = frozenset(switch for switch in Switch if NOTES[switch].book is Book.OPTIONAL)


def completed(switches: Iterable[Switch]) -> frozenset[Switch]:
    """These switches and all that they need."""
    found: set[Switch] = set()
    todo = list(switches)
    while todo:
        switch = todo.pop()
        if switch not in found:
            found.add(switch)
            todo += NOTES[switch].needs
    return frozenset(found)


def without(switches: Set[Switch], out: Iterable[Switch]) -> frozenset[Switch]:
    """The switches without some of them, and without those that cannot do without these."""
    kept = frozenset(switches) - frozenset(out)
    while orphans := frozenset(switch for switch in kept if not kept.issuperset(NOTES[switch].needs)):
        kept -= orphans
    return kept


def clash(switches: Set[Switch]) -> tuple[Switch, Switch] | None:
    """Two of these that do not go together, None if all do."""
    for switch in Switch:
        for other in NOTES[switch].excludes:
            if switch in switches and other in switches:
                return switch, other
    return None
