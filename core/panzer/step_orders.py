"""Which orders may be given in the steps of the sequence of play (na:4.0, na:6.0), by the names of the orders."""

from __future__ import annotations

from typing import Final

HIDING: Final = ("hide-units", "drop-hiding")
SETTING_UP: Final = ("choose-zone", "place-unit", "place-rest", "choose-load", *HIDING, "finish-step")
PLOTTING: Final = ("register-point", "plan-mission", "remove-plot", "finish-step")
LAYING: Final = ("lay-minefield", "finish-step")
CAMOUFLAGING: Final = ("camouflage-unit", "finish-step")
PLACING: Final = ("command-hidden", "place-command", "place-commands", "share-command", "keep-spots", "finish-step")
FLYING: Final = (
    "reveal-hidden",
    "begin-flight",
    "fly",
    "acquire-target",
    "air-attack",
    "finish-step",
    "aa-fire",
    "hold-aa-fire",
    "show-command",
)
CALLING: Final = (
    "call-fire",
    "continue-mission",
    "adjust-mission",
    "check-mission",
    "announce-plan",
    "redirect-fire",
    "finish-step",
    "show-command",
)
FIRING: Final = ("reveal-hidden", "fire", "fire-smoke", "hold-fire", "finish-step", "show-command", "choose-aspect")
ANSWERING: Final = ("reveal-hidden", "overwatch-fire", "pass", "show-command", "choose-aspect")
ASSAULTING: Final = (
    "announce-assault",
    "attack-terrain",
    "advance-after-assault",
    "finish-step",
    "choose-primary",
    *ANSWERING,
)
#: What passengers do in the Movement Step (na:6.6.7.1.1, na:6.6.7.1.2, na:5.2.1).
TRANSPORT: Final = ("mount", "dismount", "bail-out", "mount-portee", "dismount-portee")
#: Orders of close combat within the Movement Step (na:6.6.1.1d, na:6.6.10).
CLOSE_COMBAT: Final = ("overrun", "dismount-attack", "advance-after-assault", "choose-primary")
NAMING: Final = ("name-formation",)
TURNING: Final = ("turn-turret", "search-hull-down", "push-aside")
#: Passengers bail out in this step of the miniatures edition (min:16.1.6.3).
PIVOTING: Final = ("pivot", "leave-vehicle", "finish-step")
UNDER_COUNTERS: Final = ("move-hidden", "mount-hidden", "dismount-hidden")
MOVING: Final = ("move", *UNDER_COUNTERS, *TURNING, *TRANSPORT, *CLOSE_COMBAT, "finish-step", *ANSWERING)
