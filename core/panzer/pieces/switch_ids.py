"""The ids of the switches of a game: the modules of the Advanced Game (na:5.0) and the Optional Rules (or:7.0)."""

from __future__ import annotations

from enum import Enum


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
    VARIABLE_TRACK_DAMAGE = "variable-track-damage"
    LIMITED_SPOTTING = "limited-spotting"
    MAX_SPOTS = "max-spots"
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
