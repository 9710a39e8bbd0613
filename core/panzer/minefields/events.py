"""What minefields bring about (or:7.31)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.minefields import MineType
from core.panzer.pieces.results import Result
from core.panzer.pieces.works import WorkKind
from core.secrecy import ALL, OWNER


@event("minefield-laid", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MinefieldLaid(Event):
    """A side laid a minefield, in secret (or:7.31.1)."""

    side: SideId
    field: str
    hexes: tuple[Hex, ...]


@event("minefield-found", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MinefieldFound(Event):
    """Mines of one type in a hex are announced, or visible from the beginning on (or:7.31.2). side: their owner."""

    side: SideId
    field: str
    kind: WorkKind
    type: MineType
    hex: Hex


@event("minefield-attacked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MinefieldAttacked(Event):
    """Mines attacked a unit that came into their hex, or moved in it (or:7.31.2).

    damage, track, effective: the highest totals of each result, 0 = none; total: the roll as modified.
    """

    unit: UnitId
    hex: Hex
    kind: WorkKind
    type: MineType
    damage: int
    track: int
    effective: int
    total: int
    result: Result


@event("minefield-cleared", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MinefieldCleared(Event):
    """The rest of a minefield in a SHEAF went with the hex in which it was struck (min:20.6.3.1).

    hexes: those that were known; fields: the minefields whose hidden hexes in the area went too, if they had any there.
    """

    kind: WorkKind
    hexes: tuple[Hex, ...]
    area: tuple[Hex, ...] = ()
    fields: tuple[str, ...] = ()


@event("hidden-mines-struck", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenMinesStruck(Event):
    """Fire fell where a minefield may lie hidden, and was rolled for though its owner alone knows whether it does
    (min:20.6.3.1). area: the hexes of the SHEAF in which it may lie; cleared: whether what of it lies there is gone.
    """

    shooter: UnitId | None
    field: str
    area: tuple[Hex, ...]
    gp: int
    defense: int
    n_effect: int
    s_effect: int
    net: int
    total: int
    cleared: bool


@event("minefield-answered", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class MinefieldAnswered(Event):
    """A unit has been told what mines of its enemy are where it came to, or that there are none (or:7.31.2).

    owner: of the mines; free: whether there are none, and so never were any.
    """

    unit: UnitId
    hex: Hex
    owner: SideId
    type: MineType
    free: bool
