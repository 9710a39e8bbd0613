"""How fires break out (or:7.35.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, event
from core.hexes import Hex
from core.secrecy import ALL


@event("fire-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireChecked(Event):
    """Whether a hex that was under fire in this turn begins to burn (or:7.35.1).

    building: the line of the Building Effects Table, by that of the Terrain Effects Table; gp: the largest single GP
    Factor directed at it; value: the highest total that starts a fire; flames: whether a flamethrower did without a
    roll, with gp, value and total 0.
    """

    hex: Hex
    building: str
    gp: int
    value: int
    total: int
    started: bool
    flames: bool = False
