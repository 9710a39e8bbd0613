"""What fire does to what it strikes, in one list and in words, and what it makes crews check (na:6.5.2.5, na:6.5.4.4).

The values are what journals write and what the tables print.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final


class Result(StrEnum):
    """What fire does to what it strikes."""

    MISS = "miss"
    NO_EFFECT = "no effect"
    # of hits by AP fire (na:4.4.3.2.6, na:6.5.2.2.1, na:6.5.2.5)
    NO_DAMAGE = "ND"
    TRACK_HIT = "TK"
    DAMAGE = "DM"
    KNOCKED_OUT = "KO"
    BREW_UP = "BU"
    # of GP fire and close combat (na:6.5.4.4)
    SUPPRESSED = "suppressed"
    TRACK = "track"
    TURRET = "turret damaged"
    HULL = "hull damaged"
    DAMAGED = "damaged"  # of aircraft, and of whole vehicles (min:8.4.7.4)
    REDUCED = "reduced"
    ELIMINATED = "eliminated"
    # what chances add: nothing by any of several shots, a crew that leaves its vehicle for good (na:5.15c)
    UNTOUCHED = "untouched"
    BAILED_OUT = "BAIL"
    UNHARMED = "unharmed"  # by the walls of a building (na:6.6.3)
    SUNK = "sunk"  # of a vehicle afloat, by whatever harms it (or:7.34)


#: Damage to a part of a vehicle (na:6.5.2.2.4), and to the whole (min:8.4.7.4), by what is marked: "" the whole.
DAMAGED: Final[Mapping[Result, str]] = {Result.TURRET: "turret", Result.HULL: "hull", Result.DAMAGED: ""}

#: What puts the target of AP fire out of action.
LOST: Final = (Result.BAILED_OUT, Result.KNOCKED_OUT, Result.BREW_UP)


class Cause(Enum):
    """What happened to the vehicle: a row of the Bail Out Table (na:5.15a)."""

    NO_DAMAGE = "AP No Damage"
    DAMAGE = "Damage"
    TRACK = "TK"
    KNOCKED_OUT = "Knocked Out"
    BREW_UP = "Brew Up"


#: What a result makes a crew and passengers check for; all others nothing (na:5.15a, na:6.5.4.5).
CAUSES: Final[Mapping[Result, Cause]] = {
    Result.NO_DAMAGE: Cause.NO_DAMAGE,
    Result.TRACK_HIT: Cause.TRACK,
    Result.TRACK: Cause.TRACK,
    Result.DAMAGE: Cause.DAMAGE,
    Result.TURRET: Cause.DAMAGE,
    Result.HULL: Cause.DAMAGE,
    Result.DAMAGED: Cause.DAMAGE,
    Result.KNOCKED_OUT: Cause.KNOCKED_OUT,
    Result.BREW_UP: Cause.BREW_UP,
}

# -- in words --------------------------------------------------------------------------------------

#: What a hit by AP fire did.
AP_WORDS: Final[Mapping[Result, str]] = {
    Result.MISS: "no effect",
    Result.NO_EFFECT: "no effect",
    Result.NO_DAMAGE: "No Damage",
    Result.TRACK_HIT: "Track hit",
    Result.DAMAGE: "Damage",
    Result.KNOCKED_OUT: "Knock-Out",
    Result.BREW_UP: "Brew Up",
}
#: What AP fire may come to, in the Advanced and in the Basic Game.
AP_CHANCES: Final[Mapping[Result, str]] = {
    **AP_WORDS,
    Result.MISS: "miss",
    Result.NO_DAMAGE: "No Damage, crew checks",
    Result.BAILED_OUT: "crew bails out",
    Result.SUNK: "sinks",
    Result.UNTOUCHED: "untouched",
}
BASIC_CHANCES: Final[Mapping[Result, str]] = {
    **AP_CHANCES,
    Result.NO_EFFECT: "hit, no effect",
    Result.UNTOUCHED: "no damage",
}
#: What GP fire and close combat do, or may come to.
GP_WORDS: Final[Mapping[Result, str]] = {
    Result.NO_EFFECT: "no effect",
    Result.SUPPRESSED: "Suppressed",
    Result.TRACK: "Track Hit",
    Result.TURRET: "TURRET DMGD",
    Result.HULL: "HULL DMGD",
    Result.KNOCKED_OUT: "Knocked Out",
    Result.BREW_UP: "Brew Up",
    Result.DAMAGED: "Damaged",
    Result.REDUCED: "reduced to a half-squad, Suppressed",
    Result.ELIMINATED: "eliminated",
    Result.SUNK: "sinks",
}
