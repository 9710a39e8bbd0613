"""Optional Rules of morale, command, radio, spotting and concealment (or:7.1 to or:7.7, or:7.24, or:7.42, or:7.52)."""

from __future__ import annotations

from typing import Final

from core.panzer.pieces.optional.notes import COMMAND, MORALE, SPOTTING, optional
from core.panzer.pieces.switch_ids import Switch

COMMAND_RULES: Final = {
    Switch.MORALE: optional(
        MORALE,
        "Morale",
        "or:7.1",
        about="Losses wear a formation down: its units may hesitate or break, and must be rallied.",
        adds="Morale Checks of units that are attacked, move, or lose their command unit, and a step to recover",
        needs=(Switch.GP_FIRE,),
    ),
    Switch.VARY_COHESION: optional(
        MORALE,
        "Vary initial morale",
        "or:7.1.1.1",
        "or:7.1.1.1a",
        about="The Cohesion Point of each formation is rolled for, near the level that its scenario states.",
        needs=(Switch.MORALE,),
    ),
    Switch.DELAYED_COHESION: optional(
        MORALE,
        "Delayed morale",
        "or:7.1.1.1b",
        about="The Cohesion Point of a formation is rolled for at its first loss; until then nobody knows it.",
        needs=(Switch.VARY_COHESION,),
    ),
    Switch.TANK_FRIGHT: optional(
        MORALE,
        "Tank Fright",
        "or:7.6",
        about="Infantry is checked before it attacks tanks at close quarters: all in 1941, Green units in any year.",
        adds="a Morale Check of each leg unit before its Close Assault",
        needs=(Switch.MORALE, Switch.CLOSE_COMBAT),
    ),
    Switch.COMMAND_SPAN: optional(
        COMMAND,
        "Command Span",
        "or:7.52",
        "or:7.52a",
        "or:7.52b",
        "or:7.52c",
        about="A company with a unit too far from its headquarters moves with half of its commands; one too far from "
        "its battalion, or a battalion from its regiment, has fewer.",
        needs=(Switch.COMMAND_CONTROL,),
    ),
    Switch.PLATOON_COMMAND: optional(
        COMMAND,
        "Platoon and section command control",
        "or:7.3",
        about="Only units of one platoon, section or troop share a command, and Command units with any of theirs.",
        needs=(Switch.COMMAND_CONTROL,),
        asked="formations with platoons",
    ),
    Switch.WITHOUT_RADIO: optional(
        COMMAND,
        "Vehicles without radio",
        "or:7.4",
        "or:7.4.1",
        "or:7.4.2",
        "or:7.4.3",
        "or:7.4.4",
        about="Vehicles without a radio set share one command by platoons and stay in one hex; they call no fire and "
        "hand no spots on to other platoons.",
        needs=(Switch.COMMAND_CONTROL,),
        asked="platoons with vehicles that have no radio",
    ),
    Switch.SOVIET_COMMUNICATIONS: optional(
        COMMAND,
        "Soviet early-war communications",
        "or:7.5",
        about="Batteries answer calls of Soviet observers less often: -2 in 1941, -1 in 1942.",
        needs=(Switch.INDIRECT_FIRE,),
        asked="a Soviet side in 1941 or 1942",
    ),
    Switch.STAGGERED_INITIATIVE: optional(
        COMMAND,
        "Staggered initiative",
        "or:7.42",
        "or:7.42.1",
        "or:7.42.1.1",
        "or:7.42.1.2",
        "or:7.42.1.3",
        "or:7.42.2",
        about="Formations of both sides fire in the order of rolls, one at a time, and move in the reverse order.",
        adds="a formation to name and a roll before each of them fires",
    ),
    Switch.STREAMLINED_MOVEMENT: optional(
        COMMAND,
        "Streamlined Movement Phase",
        "or:7.42.3",
        about="With staggered initiative all of the Second Player's units move, then all of the First Player's.",
        needs=(Switch.STAGGERED_INITIATIVE,),
    ),
    Switch.LIMITED_SPOTTING: optional(
        SPOTTING,
        "Limited spotting",
        "or:7.7",
        "or:7.7.1",
        about="An enemy more than a hex away is not spotted of itself: those who could spot it roll for it.",
        adds="a roll for each enemy in spotting range that is not spotted yet, in the Spotting Phase, when it enters a "
        "hex and when it fires",
        needs=(Switch.GRADES,),
    ),
    Switch.MAX_SPOTS: optional(
        SPOTTING,
        "Maximum spots",
        "or:7.7.2",
        about="A unit keeps 1 to 5 targets in sight, by its Unit Grade: the nearest, or those that its player names.",
        adds="perhaps a choice for a unit that could spot more",
        needs=(Switch.LIMITED_SPOTTING,),
    ),
    Switch.HIDDEN_UNITS: optional(
        SPOTTING,
        "Hidden units",
        "or:7.2",
        "or:7.2.1",
        "or:7.2.2",
        "or:7.2.2.1",
        "or:7.2.2.2",
        "or:7.2.2.3",
        "or:7.2.3",
        about="Units begin, move and wait under numbered counters, some of which are fakes, until an enemy spots the "
        "counter or they fight.",
        adds="a step in which units are hidden, and moves of counters",
        needs=(Switch.GRADES,),
        asked="HIDDEN UNIT counters for a side",
    ),
    Switch.CAMOUFLAGE: optional(
        SPOTTING,
        "Camouflage",
        "or:7.24",
        "min:20.8",
        "min:20.8.1",
        "min:20.8.2",
        about="Units chosen in secret before the set-up are camouflaged until they move, or fire before the eyes of "
        "an enemy, in the miniatures edition until they move, pivot or fire: more than a hex away it takes a roll to "
        "spot them.",
        adds="a choice before the set-up, and a roll for each camouflaged unit in spotting range",
        asked="camouflage for a side",
    ),
}
