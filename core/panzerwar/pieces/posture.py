"""How an element has placed itself: hull down, turret down, dug in, hidden (pw:6.1.4, pw:9.17, pw:9.18, pw:12.4.2)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike


class Shield(Enum):
    """What gives a hull-down position (pw:9.17.6)."""

    NONE = "none"
    HILL = "hill or ridge"
    BERM = "berm, levee or debris"
    STONE = "brick or stone wall"
    DIRT = "cinder block or dirt wall"


class Digging(Enum):
    """What an element has dug (pw:12.4.2)."""

    NONE = "none"
    FOXHOLES = "foxholes"
    TRENCH = "trench"


@frozen(kw_only=True, eq=False, repr=False)
class Posture(Alike):
    """hull_down: its factor, 0 = it is not (pw:9.17.1); since: the turn in which it took it; shield: what gives it, and
    protection: in cm, None = practically infinite (pw:9.17.6.1); toward: the heading that it faces, None = it is all
    round; level: it stands on level ground behind a small obstacle (pw:9.19.3); turret_down: the turn since which it is
    turret down, 0 = it is not (pw:9.18.0).

    dug: foxholes or trench; hidden: declared hidden, its owner alone knows (pw:6.1.4); prepared: it set up in defence
    and has not moved since (pw:4.13.4.1); ready: set up for fire (pw:6.11.4); bunker: the bunker that it is in.
    """

    hull_down: int = 0
    since: int = 0
    shield: Shield = Shield.NONE
    protection: float | None = 0.0
    toward: int | None = None
    level: bool = False
    turret_down: int = 0
    dug: Digging = Digging.NONE
    hidden: bool = False
    prepared: bool = False
    ready: bool = True
    bunker: str = ""
