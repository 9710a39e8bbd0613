"""The switches of PanzerBlitz by the ids that Situations and journals name them with (pb:PB-OPT-0, pb:PB-EXP-0)."""

from __future__ import annotations

from typing import Final

#: Optional rules.
INDIRECT_FIRE: Final = "indirect-fire"
REAL_SPACE: Final = "real-space-line-of-sight"
PANZERBLITZ_ASSAULT: Final = "panzerblitz-assault"
INTENSIVE_FIRE: Final = "intensive-fire"
#: Experimental rules.
HIDDEN_DEPLOYMENT: Final = "hidden-deployment"
EXPERIMENTAL_INDIRECT_FIRE: Final = "experimental-indirect-fire"
IMPULSE_MOVEMENT: Final = "impulse-movement"
#: The published answer that any movable unit may always move one hex (reading of pb:PB-MOVE-C).
ALWAYS_ONE_HEX: Final = "always-one-hex"

TITLES: Final = {
    INDIRECT_FIRE: "Indirect fire with command posts",
    REAL_SPACE: "Real-space line of sight",
    PANZERBLITZ_ASSAULT: "PanzerBlitz assault",
    INTENSIVE_FIRE: "Intensive fire",
    HIDDEN_DEPLOYMENT: "Hidden deployment",
    EXPERIMENTAL_INDIRECT_FIRE: "Experimental indirect fire",
    IMPULSE_MOVEMENT: "Impulse movement and return fire",
    ALWAYS_ONE_HEX: "Every unit may always move one hex",
}

#: What each of them changes, the rule that says so, and whether it is optional, experimental or a reading.
ABOUT: Final = {
    INDIRECT_FIRE: ("Optional", "pb:PB-OPT-IF-1", "Mortars and German SPA fire over obstacles at what a CP sees."),
    REAL_SPACE: ("Optional", "pb:PB-OPT-RSL-1", "A straight line from centre to centre decides what is seen."),
    PANZERBLITZ_ASSAULT: ("Optional", "pb:PB-OPT-PBA-1", "Riders jump off before an overrun and assault after it."),
    INTENSIVE_FIRE: ("Optional", "pb:PB-OPT-AMMO-1", "H and M units triple their attack once, and are gone."),
    HIDDEN_DEPLOYMENT: (
        "Experimental",
        "pb:PB-EXP-HID-1",
        "Units may set up hidden until they move, fire or are seen.",
    ),
    EXPERIMENTAL_INDIRECT_FIRE: ("Experimental", "pb:PB-EXP-EIF-1", "All German units and Russian Guards direct fire."),
    IMPULSE_MOVEMENT: (
        "Experimental",
        "pb:PB-EXP-IMP-1",
        "Move by halves, the enemy fires, you fire, move on, assault.",
    ),
    ALWAYS_ONE_HEX: ("Published answers", "pb:PB-MOVE-C", "A unit that can move may always move one hex."),
}
