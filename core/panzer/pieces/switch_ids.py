"""The ids of the switches of a game: the modules of the Advanced Game (na:5.0) and the Optional Rules (or:7.0)."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Switch(Enum):
    """A part of the rules that is played with or not. The value is the id by which a scenario or an option names it."""

    # by identity: rules ask for switches all the time, and that of Enum is worked out anew
    __hash__ = object.__hash__

    # the Advanced Game
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
    # Optional Rules
    CE_TYPES = "ce-types"
    BU_MODIFIER = "bu-modifier"
    FIRE_PRIORITY = "fire-priority"
    TURRETS = "turrets"
    LONG_GUNS = "long-guns"
    VARIABLE_PENETRATION = "variable-penetration"
    SOVIET_SHELLS = "soviet-shells"
    LOWER_HULL = "lower-hull"
    SPECIAL_AMMO_LIMITS = "special-ammo-limits"
    NO_GERMAN_APCR = "no-german-apcr"
    SCARCE_GERMAN_APCR = "scarce-german-apcr"
    SCARCER_GERMAN_APCR = "scarcer-german-apcr"
    SEARCH_BY_SIZE = "search-by-size"
    VARIABLE_TRACK_DAMAGE = "variable-track-damage"
    LIMITED_SPOTTING = "limited-spotting"
    MAX_SPOTS = "max-spots"
    CAMOUFLAGE = "camouflage"
    HIDDEN_UNITS = "hidden-units"
    COMMAND_SPAN = "command-span"
    PLATOON_COMMAND = "platoon-command"
    WITHOUT_RADIO = "no-radio"
    SOVIET_COMMUNICATIONS = "soviet-communications"
    SMOKE_DISCHARGERS = "smoke-dischargers"
    DUAL_CONTROLS = "dual-controls"
    ATTACHED_WEAPON_LOSS = "attached-weapon-loss"
    PLATFORM_MOUNTS = "platform-mounts"
    TERRAIN_ATTACKS = "terrain-attacks"
    PINNING_FIRE = "pinning-fire"
    BOGGING_DOWN = "bogging-down"
    INDIRECT_SCATTER = "indirect-scatter"
    BOMB_SCATTER = "bomb-scatter"
    RECON_BY_FIRE = "recon-by-fire"
    MORALE = "morale"
    VARY_COHESION = "vary-cohesion"
    DELAYED_COHESION = "delayed-cohesion"
    TANK_FRIGHT = "tank-fright"
    INFANTRY_SMOKE = "infantry-smoke"
    COLLATERAL_DAMAGE = "collateral-damage"
    WEAPON_MALFUNCTION = "weapon-malfunction"
    MINES = "mines"
    FIRES = "fires"
    ROCKET_FIRES = "rocket-fires"
    STAGGERED_INITIATIVE = "staggered-initiative"
    STREAMLINED_MOVEMENT = "streamlined-movement"
    COUNTER_BATTERY = "counter-battery"
    LIMITED_VISIBILITY = "limited-visibility"
    CAUTIOUS_MOVEMENT = "cautious-movement"
    ILLUMINATION = "illumination"
    NARROW_ROADS = "narrow-roads"
    WEIGHT_LIMITS = "weight-limits"
    AMPHIBIOUS = "amphibious"
    SNOW = "snow"
    MUD = "mud"
    FROZEN_STREAMS = "frozen-streams"
    OVERFLOWING_STREAMS = "overflowing-streams"


#: What players of the miniatures edition alone may agree on (min:16.1.2.1).
HEX_LACKS: Final = frozenset({Switch.NO_GERMAN_APCR, Switch.SCARCE_GERMAN_APCR, Switch.SCARCER_GERMAN_APCR})
#: The weather and the Optional Rules of the hex edition alone: the miniatures book has none of them.
MINIATURES_LACKS: Final = frozenset(
    {
        Switch.DUST,
        Switch.SUN_BLINDING,
        Switch.CE_AMMO,
        Switch.CE_TYPES,
        Switch.BU_MODIFIER,
        Switch.FIRE_PRIORITY,
        Switch.LOWER_HULL,
        Switch.COMMAND_SPAN,
        Switch.WITHOUT_RADIO,
        Switch.SMOKE_DISCHARGERS,
        Switch.ATTACHED_WEAPON_LOSS,
        Switch.INDIRECT_SCATTER,
        Switch.BOMB_SCATTER,
        Switch.RECON_BY_FIRE,
        Switch.TANK_FRIGHT,
        Switch.INFANTRY_SMOKE,
        Switch.COLLATERAL_DAMAGE,
        Switch.WEAPON_MALFUNCTION,
        Switch.STAGGERED_INITIATIVE,
        Switch.STREAMLINED_MOVEMENT,
        Switch.NARROW_ROADS,
        Switch.HIDDEN_UNITS,
    }
)
