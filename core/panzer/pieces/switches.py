"""The switches of a game: the modules of the Advanced Game (na:5.0) and the Optional Rules (or:7.0).

Both editions build them on the Basic Game (min:INTRO.b, min:AG.a).

A scenario plays with a set of them; without any it is the Basic Game. One row says of each what it is called, what it
does, its rules, what it cannot do without and what it does not go with.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from enum import Enum
from typing import Final

from attrs import frozen

from core.panzer.pieces.switch_ids import Switch as Switch


class Book(Enum):
    """The part of the rules that a switch belongs to."""

    ADVANCED = "Advanced Game"
    WEATHER = "Weather"
    OPTIONAL = "Optional Rules"


@frozen
class SwitchNotes:
    """The row of a switch.

    rules: those that it brings in; needs: the switches that it cannot do without; excludes: those that it does not go
    with; about: what it does, in a sentence; adds: what a turn has more by it, decisions and rolls; group: its
    heading among the Optional Rules; asked: whether a scenario has to allow it, because it needs something of it.
    """

    title: str
    rules: tuple[str, ...]
    needs: tuple[Switch, ...] = ()
    excludes: tuple[Switch, ...] = ()
    about: str = ""
    adds: str = ""
    group: str = ""
    book: Book = Book.ADVANCED
    asked: bool = False


def _weather(title: str, *rules: str) -> SwitchNotes:
    return SwitchNotes(title, rules, book=Book.WEATHER)


def _optional(
    group: str,
    title: str,
    *rules: str,
    about: str,
    adds: str = "nothing",
    needs: tuple[Switch, ...] = (),
    excludes: tuple[Switch, ...] = (),
    asked: bool = False,
) -> SwitchNotes:
    return SwitchNotes(title, rules, needs, excludes, about, adds, group, Book.OPTIONAL, asked)


#: Headings of the Optional Rules on the screen of options.
MORALE: Final = "Morale"
COMMAND: Final = "Command and radio"
SPOTTING: Final = "Spotting and concealment"
FIRE: Final = "Turrets, ammunition, damage"
INFANTRY: Final = "Infantry and engineers"
ARTILLERY: Final = "Artillery and aircraft"
MOVEMENT: Final = "Movement and ground"
CONDITIONS: Final = "Time of day and weather"
#: In this order.
GROUPS: Final = (MORALE, COMMAND, SPOTTING, FIRE, INFANTRY, ARTILLERY, MOVEMENT, CONDITIONS)


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
    Switch.DUST: _weather("Dust", "na:6.1.4.3.12a"),
    Switch.SUN_BLINDING: _weather("Sun blinding", "na:6.1.4.3.13"),
    Switch.HEAT_HAZE: _weather("Heat haze", "na:6.5.2.4h", "na:6.5.4.3t"),
    Switch.FIRE_PRIORITY: _optional(
        FIRE,
        "Fire priority",
        "or:7.14",
        about="Vehicles fire at the closest armed vehicle first, until another of their formation has engaged it.",
    ),
    Switch.TURRETS: _optional(
        FIRE,
        "Turrets",
        "or:7.8",
        "or:7.8.1",
        "or:7.8.2",
        "or:7.8.3",
        "or:7.8.4",
        about="Turrets have a facing of their own, by which they fire and are hit; tanks are open or Buttoned Up.",
        adds="a step in which turrets are turned, and turns of them during moves",
        needs=(Switch.ADVANCED_AP,),
    ),
    Switch.LONG_GUNS: _optional(
        MOVEMENT,
        "Long guns",
        "or:7.20",
        about="Vehicles with a long gun move among houses and trees with the turret ahead or astern, but on roads; in "
        "the miniatures edition they pivot there only as the turret turns back.",
        needs=(Switch.TURRETS,),
    ),
    Switch.CE_AMMO: _optional(
        FIRE,
        "CE ammunition in GP Direct Fire",
        "or:7.15",
        "na:6.5.4.3aa",
        about="Rockets from the shoulder are worth 10 less as GP fire against men and guns in the open.",
        needs=(Switch.GP_FIRE,),
    ),
    Switch.CE_TYPES: _optional(
        FIRE,
        "CE ammo types",
        "or:7.10",
        "or:7.10.1",
        "or:7.10.2",
        about="Skirts multiply the armor that HEAT meets; soft vehicles suffer more from it.",
        needs=(Switch.ADVANCED_AP,),
    ),
    Switch.BU_MODIFIER: _optional(
        FIRE,
        "BU modifier",
        "or:7.11",
        about="Vehicles whose data card says BU brew up more easily where they are lost anyway.",
        needs=(Switch.ADVANCED_AP,),
    ),
    Switch.SMOKE_DISCHARGERS: _optional(
        FIRE,
        "Smoke dischargers",
        "or:7.9",
        about="Vehicles with dischargers may lay smoke on themselves, which hinders fire at them and from them.",
        adds="a step before commands are placed, with a roll for each vehicle that tries",
        needs=(Switch.ADVANCED_AP,),
    ),
    Switch.VARIABLE_PENETRATION: _optional(
        FIRE,
        "Variable AP penetration",
        "or:7.12",
        about="Two dice make the penetration of each AP hit better or worse.",
        adds="a roll of two dice for each AP hit",
    ),
    Switch.SOVIET_SHELLS: _optional(
        FIRE,
        "Soviet shell quality",
        "or:7.12a",
        about="Soviet shells penetrate less: 1 less on each of the two dice.",
        needs=(Switch.VARIABLE_PENETRATION,),
        asked=True,
    ),
    Switch.LOWER_HULL: _optional(
        FIRE,
        "Lower hull hits",
        "or:7.13",
        "or:7.13.1",
        "or:7.13.2",
        about="Vehicles that climb before a gun, or stand well above it, show it the thin armor of the lower hull.",
        needs=(Switch.ADVANCED_AP,),
    ),
    Switch.PLATFORM_MOUNTS: _optional(
        FIRE,
        "Platform gun mounts",
        "or:7.16",
        about="Towed guns on a platform fire to all sides, and turn to their target as they do.",
        needs=(Switch.LEG_AND_TOWED,),
    ),
    Switch.SPECIAL_AMMO_LIMITS: _optional(
        FIRE,
        "Special ammo limits",
        "min:20.2",
        about="Who runs short of APCR, APDS or HVAP fires plain AP at -3, with rate of fire N, and does not misfire.",
        needs=(Switch.ADVANCED_AP, Switch.AMMO_LIMITS),
    ),
    Switch.SEARCH_BY_SIZE: _optional(
        MOVEMENT,
        "Hull Down search by size",
        "min:20.20",
        about="Small vehicles find a Hull Down position more easily than large ones.",
        needs=(Switch.HULL_DOWN,),
    ),
    Switch.VARIABLE_TRACK_DAMAGE: _optional(
        FIRE,
        "Variable track damage",
        "or:7.21",
        about="Track hits of guns that are too light for the vehicle are misses.",
        needs=(Switch.ADVANCED_AP,),
    ),
    Switch.LIMITED_SPOTTING: _optional(
        SPOTTING,
        "Limited spotting",
        "or:7.7",
        "or:7.7.1",
        about="An enemy more than a hex away is not spotted of itself: those who could spot it roll for it.",
        adds="a roll for each enemy in spotting range that is not spotted yet, in the Spotting Phase, when it enters a "
        "hex and when it fires",
        needs=(Switch.GRADES,),
    ),
    Switch.MAX_SPOTS: _optional(
        SPOTTING,
        "Maximum spots",
        "or:7.7.2",
        about="A unit keeps 1 to 5 targets in sight, by its Unit Grade: the nearest, or those that its player names.",
        adds="perhaps a choice for a unit that could spot more",
        needs=(Switch.LIMITED_SPOTTING,),
    ),
    Switch.HIDDEN_UNITS: _optional(
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
        asked=True,
    ),
    Switch.CAMOUFLAGE: _optional(
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
        asked=True,
    ),
    Switch.COMMAND_SPAN: _optional(
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
    Switch.PLATOON_COMMAND: _optional(
        COMMAND,
        "Platoon and section command control",
        "or:7.3",
        about="Only units of one platoon, section or troop share a command, and Command units with any of theirs.",
        needs=(Switch.COMMAND_CONTROL,),
        asked=True,
    ),
    Switch.WITHOUT_RADIO: _optional(
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
        asked=True,
    ),
    Switch.SOVIET_COMMUNICATIONS: _optional(
        COMMAND,
        "Soviet early-war communications",
        "or:7.5",
        about="Batteries answer calls of Soviet observers less often: -2 in 1941, -1 in 1942.",
        needs=(Switch.INDIRECT_FIRE,),
        asked=True,
    ),
    Switch.DUAL_CONTROLS: _optional(
        MOVEMENT,
        "Dual driving controls",
        "or:7.33",
        about="A vehicle with a driver at each end pays in reverse what it pays ahead.",
    ),
    Switch.NARROW_ROADS: _optional(
        MOVEMENT,
        "Narrow roads and paths",
        "or:7.30",
        "or:7.30a",
        "or:7.30b",
        about="On roads that the scenario calls narrow nobody drives past vehicles, towed units or wrecks; heavy "
        "tracked vehicles may push what cannot move onto the shoulder.",
        adds="a roll for each vehicle that pushes",
        asked=True,
    ),
    Switch.WEIGHT_LIMITS: _optional(
        MOVEMENT,
        "Weight limits",
        "or:7.32",
        about="Bridges, and the ice of frozen streams, bear so many tons as the scenario says; who is heavier keeps "
        "off them, and crosses ice at Fords alone.",
        asked=True,
    ),
    Switch.AMPHIBIOUS: _optional(
        MOVEMENT,
        "Amphibious vehicles",
        "or:7.34",
        about="Amphibious vehicles that tow nothing go into water that is closed to others, one hex a turn; whatever "
        "harms them there sinks them.",
    ),
    Switch.ATTACHED_WEAPON_LOSS: _optional(
        INFANTRY,
        "Attached weapon loss",
        "or:7.17",
        about="A squad that is reduced to a half-squad may lose the weapons attached to it.",
        adds="a roll for each weapon attached to a squad that is reduced",
        needs=(Switch.LEG_AND_TOWED, Switch.GP_FIRE),
    ),
    Switch.TERRAIN_ATTACKS: _optional(
        INFANTRY,
        "Engineers against terrain",
        "or:7.19",
        "or:7.31.3.3",
        about="Engineers attack Blocks, Bridges, Improved Positions, Mines and Wire at close quarters.",
        adds="perhaps an attack in the Close Assault Step",
        needs=(Switch.CLOSE_COMBAT, Switch.BUILDINGS, Switch.GP_FIRE),
    ),
    Switch.BOGGING_DOWN: _optional(
        MOVEMENT,
        "Bogging down",
        "or:7.29",
        about="Vehicles may stick fast as they leave rough, soft or wet ground, or move about in it.",
        adds="a roll for each hex of difficult ground that a vehicle leaves off the roads",
    ),
    Switch.PINNING_FIRE: _optional(
        INFANTRY,
        "Pinning fire",
        "or:7.18",
        "na:6.5.4.3y",
        about="Small arms may fire to pin leg and towed units: +20, but they are Suppressed at the most.",
        adds="a choice for each shot with small arms at a leg or towed unit",
        needs=(Switch.LEG_AND_TOWED, Switch.GP_FIRE),
    ),
    Switch.INDIRECT_SCATTER: _optional(
        ARTILLERY,
        "Indirect Fire scatter",
        "or:7.26",
        about="Called fire that only just responds falls one or two hexes beside its Target Point.",
        adds="two rolls for fire that only just responds",
        needs=(Switch.INDIRECT_FIRE,),
    ),
    Switch.BOMB_SCATTER: _optional(
        ARTILLERY,
        "Aircraft bomb scatter",
        "or:7.26a",
        about="Bombs dropped from Medium or High Altitude under anti-aircraft fire may fall beside their target.",
        adds="a roll for each drop of bombs under fire",
        needs=(Switch.AIR,),
    ),
    Switch.RECON_BY_FIRE: _optional(
        ARTILLERY,
        "Artillery reconnaissance by fire",
        "or:7.37",
        about="An FO may call a battery onto a hex that it sees, though it spots nobody there.",
        adds="perhaps a call where nobody is spotted",
        needs=(Switch.INDIRECT_FIRE,),
    ),
    Switch.COUNTER_BATTERY: _optional(
        ARTILLERY,
        "Counter battery fire",
        "or:7.28",
        "or:7.28.1",
        "or:7.28.2",
        "or:7.28.3",
        about="Counter batteries of the scenario seek enemy batteries that fire, to suppress them or knock them out.",
        adds="a choice for each enemy battery that fires, while a counter battery has not tried in the turn",
        needs=(Switch.INDIRECT_FIRE,),
        asked=True,
    ),
    Switch.INFANTRY_SMOKE: _optional(
        INFANTRY,
        "Infantry smoke",
        "or:7.22",
        "or:7.22.1",
        "or:7.22.2",
        about="Squads and half-squads may make smoke in their own hex in place of their Small Arms fire.",
        adds="a choice for each squad with FIRE or SHORT HALT, and a roll if it takes it",
        needs=(Switch.LEG_AND_TOWED, Switch.SMOKE, Switch.GRADES),
    ),
    Switch.COLLATERAL_DAMAGE: _optional(
        FIRE,
        "Vehicle collateral damage",
        "or:7.23",
        "or:7.23.1",
        "or:7.23.2",
        "or:7.23.3",
        "or:7.23.4",
        about="A hit that penetrates and does No Damage may break optics, coaxial MG, turret ring, radio, running "
        "gear or fuel tank.",
        adds="a roll for each such hit, and one in each turn for each vehicle that leaks",
        needs=(Switch.ADVANCED_AP, Switch.GP_FIRE),
    ),
    Switch.WEAPON_MALFUNCTION: _optional(
        FIRE,
        "Weapon malfunction",
        "or:7.25",
        about="A weapon may fail as it fires, AP on a roll of 00 and GP on 01, and is silent until its crew has "
        "repaired it.",
        adds="a roll for each weapon that has failed, at the end of the Command Phase",
    ),
    Switch.MINES: _optional(
        MOVEMENT,
        "Mines and minefields",
        "or:7.31",
        "or:7.31.1",
        "or:7.31.2",
        "or:7.31.2.1",
        "or:7.31.2.2",
        "or:7.31.3",
        about="Minefields are laid in secret before the set-up; whoever drives or walks into those of the enemy is "
        "attacked, until indirect fire, bombs or Engineers have cleared them.",
        adds="a roll for each unit that comes into a minefield",
        needs=(Switch.LEG_AND_TOWED, Switch.GP_FIRE),
        asked=True,
    ),
    Switch.FIRES: _optional(
        MOVEMENT,
        "Fires",
        "or:7.35",
        "or:7.35.1",
        "or:7.35.2",
        "or:7.35.4",
        about="Buildings and rubble that were fired at may catch fire, and woods where the scenario says so; what "
        "stays in them is lost.",
        adds="a roll for each building or rubble hex under GP fire, at the beginning of the Adjustment Phase",
        needs=(Switch.BUILDINGS, Switch.GP_FIRE),
    ),
    Switch.ROCKET_FIRES: _optional(
        MOVEMENT,
        "Hand-held anti-tank rockets and fires",
        "or:7.35.3",
        about="Rockets from the shoulder that miss a vehicle may set the building or rubble behind it on fire.",
        needs=(Switch.FIRES, Switch.ADVANCED_AP),
    ),
    Switch.MORALE: _optional(
        MORALE,
        "Morale",
        "or:7.1",
        about="Losses wear a formation down: its units may hesitate or break, and must be rallied.",
        adds="Morale Checks of units that are attacked, move, or lose their command unit, and a step to recover",
        needs=(Switch.GP_FIRE,),
    ),
    Switch.VARY_COHESION: _optional(
        MORALE,
        "Vary initial morale",
        "or:7.1.1.1",
        "or:7.1.1.1a",
        about="The Cohesion Point of each formation is rolled for, near the level that its scenario states.",
        needs=(Switch.MORALE,),
    ),
    Switch.DELAYED_COHESION: _optional(
        MORALE,
        "Delayed morale",
        "or:7.1.1.1b",
        about="The Cohesion Point of a formation is rolled for at its first loss; until then nobody knows it.",
        needs=(Switch.VARY_COHESION,),
    ),
    Switch.TANK_FRIGHT: _optional(
        MORALE,
        "Tank Fright",
        "or:7.6",
        about="Infantry is checked before it attacks tanks at close quarters: all in 1941, Green units in any year.",
        adds="a Morale Check of each leg unit before its Close Assault",
        needs=(Switch.MORALE, Switch.CLOSE_COMBAT),
    ),
    Switch.STAGGERED_INITIATIVE: _optional(
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
    Switch.STREAMLINED_MOVEMENT: _optional(
        COMMAND,
        "Streamlined Movement Phase",
        "or:7.42.3",
        about="With staggered initiative all of the Second Player's units move, then all of the First Player's.",
        needs=(Switch.STAGGERED_INITIATIVE,),
    ),
    Switch.LIMITED_VISIBILITY: _optional(
        CONDITIONS,
        "Limited Visibility",
        "or:7.36",
        "or:7.36.1",
        about="Dusk, twilight, fog or moonlight: everything is spotted by -1 to -5, as the scenario says; by -2, which "
        "is twilight, where it says nothing.",
    ),
    Switch.CAUTIOUS_MOVEMENT: _optional(
        CONDITIONS,
        "Cautious Movement",
        "or:7.36.2",
        about="Vehicles have half of their Movement Factor and nobody quickmarches; with Limited Visibility half on "
        "Paths and Roads too, and no more than across country where it is very limited. In the miniatures edition all "
        "units have half.",
    ),
    Switch.ILLUMINATION: _optional(
        ARTILLERY,
        "Illumination missions",
        "or:7.27",
        about="In Limited Visibility an Illumination mission lights its SHEAF: +2 to spotting whatever is in it, but "
        "at most as by day.",
        needs=(Switch.LIMITED_VISIBILITY, Switch.INDIRECT_FIRE),
    ),
    Switch.SNOW: _optional(
        CONDITIONS,
        "Snow",
        "or:7.36.3",
        about="Each hex costs 1 more to enter, on the whole map or where the scenario says; who tows bogs down sooner.",
    ),
    Switch.MUD: _optional(
        CONDITIONS,
        "Mud",
        "or:7.36.3",
        about="Difficult ground bogs vehicles down twice as often, on the whole map or where the scenario says; who "
        "tows sooner still.",
        needs=(Switch.BOGGING_DOWN,),
    ),
    Switch.FROZEN_STREAMS: _optional(
        CONDITIONS,
        "Frozen streams",
        "or:7.36.3",
        about="Streams and their Fords are frozen and crossed as Clear ground.",
    ),
    Switch.OVERFLOWING_STREAMS: _optional(
        CONDITIONS,
        "Overflowing streams",
        "or:7.36.3",
        about="Streams and their Fords overflow and are impassable; bridges are not.",
        excludes=(Switch.FROZEN_STREAMS,),
    ),
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
