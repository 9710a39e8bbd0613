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
