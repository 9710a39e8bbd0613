"""What a worked example of Panzer War may state of its situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from content.kit.grids import HexsideLine
from content.panzerwar.boards.board_file import HexEntry, TerrainEntry
from core.panzerwar.pieces.organisation import Tactical


@frozen(eq=False, repr=False)
class FieldFile:
    """The map: open level ground with some terrain, as boards of the program state it."""

    columns: int = 20
    rows: int = 20
    terrain: tuple[TerrainEntry, ...] = ()
    hex: tuple[HexEntry, ...] = ()
    hexside: tuple[HexsideLine, ...] = ()


@frozen(eq=False, repr=False)
class ElementLine:
    """An element. at: "C3", or "C3+10,-5" so many GSU east and south of its centre; heading, turret: of 48, a turret
    looks where the hull does if left out; travel, gunnery, harm, nerve, posture: what befell it, by the names of the
    program."""

    id: str
    card: str
    side: str = ""
    at: str = ""
    name: str = ""
    heading: int = 0
    turret: int | None = None
    buttoned: bool = False
    unit: str = ""
    weapon: str = ""
    role: str = ""
    grade: str = "regular"
    command: bool = False
    aboard: str = ""
    outside: bool = False
    presence: str = ""
    ammunition: Mapping[str, int] = field(factory=dict)
    travel: Mapping[str, Any] = field(factory=dict)
    gunnery: Mapping[str, Any] = field(factory=dict)
    harm: Mapping[str, Any] = field(factory=dict)
    nerve: Mapping[str, Any] = field(factory=dict)
    posture: Mapping[str, Any] = field(factory=dict)


@frozen(eq=False, repr=False)
class UnitLine:
    """A unit of the book, if it is more than a platoon of the elements that name it. strength: that losses are counted
    from, the number of its elements if left out; nation: where it is not that of its side; order: its
    tactical order; shaken: its morale failed, and it has not regrouped."""

    id: str
    side: str
    echelon: str = "platoon"
    parent: str = ""
    strength: int = 0
    nation: str = ""
    order: str = Tactical.COVER.value
    shaken: bool = False


@frozen(eq=False, repr=False)
class ForceLine:
    """A side, if it is to be otherwise than the nation of its elements makes it. nation: of the initiative table."""

    id: str
    nation: str
    doctrine: str = "art"
    grade: str = "regular"
    radio: str = "FM"
    short_of_fuel: bool = False


@frozen(eq=False, repr=False)
class CloudLine:
    """Smoke that lies on the table. source: by the names of the program; puffs: centres of its discs."""

    source: str
    puffs: tuple[str, ...]
    begun: int = 1
    segment: int = 0
    until: int = 99


@frozen(eq=False, repr=False)
class MomentLine:
    """The moment. see: elements that the other side has in sight; first: those of them that it has first sighted in
    this turn; seen: the ways of this turn, point by point, on which the other side saw elements move; what
    ends elsewhere has gone on out of sight; wind: 1 to 8 of the compass toward which smoke drifts, 0 = calm; row:
    "heavy" or "light" rain or snow, most: how far the weather lets anybody see (pw:7.15.1); doubled: it is a turn of
    double length (pw:6.15)."""

    turn: int = 2
    step: str = "sighting"
    year: int = 1944
    month: int = 7
    switches: tuple[str, ...] = ()
    see: str = ""
    first: str = ""
    weather: str = "clear"
    row: str = ""
    most: int | None = None
    doubled: bool = False
    moonlight: int | None = None
    ground: str = ""
    limited: bool = False
    wind: int = 0
    seen: Mapping[str, str] = field(factory=dict)


@frozen(eq=False, repr=False)
class PoseFile:
    """The part of a worked example that says what the situation is."""

    board: FieldFile = field(factory=FieldFile)
    side: tuple[ForceLine, ...] = ()
    unit: tuple[UnitLine, ...] = ()
    element: tuple[ElementLine, ...] = ()
    cloud: tuple[CloudLine, ...] = ()
    situation: MomentLine = field(factory=MomentLine)
