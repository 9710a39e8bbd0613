"""Hull down and turret down: what such positions are worth (pw:9.17, pw:9.18). How they are taken is a matter of
movement."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from core.panzerwar.damage.record import Record
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.posture import Posture, Shield
from core.panzerwar.pieces.travel import Motion

#: The factor of a hull that is wholly hidden (pw:9.17.1, pw:9.17.8).
WHOLE_HULL: Final = 6
#: The least factor of hidden tracks (pw:9.17.8).
TRACKS_HIDDEN: Final = 4


def hull_down_to_sight(charts: Charts, posture: Posture) -> bool:
    """Whether it counts as hull down for sighting: not at 1 or 2, which yet protect (pw:9.17.2)."""
    return posture.hull_down >= charts.whole("hull-down-least")


# -- turret down -----------------------------------------------------------------------------------


def turret_down(posture: Posture) -> bool:
    """Whether the whole vehicle is hidden, though its commander may look over the crest (pw:9.18.0, pw:9.18.3)."""
    return posture.turret_down > 0


def spots_over_crest(element: Element) -> bool:
    """Whether a turret-down vehicle spots: stationary and unbuttoned (pw:9.18.3)."""
    return turret_down(element.posture) and not element.buttoned and element.travel.motion is Motion.STATIONARY


# -- modelled terrain ------------------------------------------------------------------------------


class Hidden(Enum):
    """How much of a vehicle the ground hides from a firer (pw:9.17.8)."""

    SOME = "less than its tracks"
    TRACKS = "its tracks"
    HULL = "its hull"


#: What each cover hides: a crest all of the hull, a wall or bank the tracks.
_HIDES: Final[Mapping[Shield, Hidden]] = {
    Shield.HILL: Hidden.HULL,
    Shield.STONE: Hidden.TRACKS,
    Shield.DIRT: Hidden.TRACKS,
    Shield.BERM: Hidden.SOME,
}


def hidden(posture: Posture, turn: int) -> Hidden | None:
    """What the ground hides of a hull-down vehicle where terrain is modelled; None in the turn in which it came there,
    when the D6 of its way holds, and of what is not hull down (pw:9.17.8)."""
    return _HIDES.get(posture.shield) if posture.hull_down and turn > posture.since else None


def modelled(found: Hidden, record: Record) -> int:
    """The factor against one shot, as the ground shows it; a D6 where it is not clear, anew for each shot (pw:9.17.8).

    A hidden hull is 6, hidden tracks are at least 4.
    """
    if found is Hidden.HULL:
        return WHOLE_HULL
    rolled = record.plain("d6", "hull down", "pw:9.17.8")
    factor = max(TRACKS_HIDDEN if found is Hidden.TRACKS else 1, rolled)
    record.tell("hull down", rolled, f"factor {factor}", "pw:9.17.8")
    return factor
