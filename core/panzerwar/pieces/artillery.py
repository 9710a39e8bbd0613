"""Batteries, what is asked of them, what they fire at, where it falls (pw:10)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar.pieces.nets import Reached
from core.plane import Point
from core.secrecy import ALL, OWN_SIDE, Share, keeps_secrets, known


class Sheaf(Enum):
    """How the guns of a battery are laid (pw:10.2): all on one area, or each on one of its own beside the others."""

    CLOSED = "closed sheaf"
    OPEN = "open sheaf"


class Ask(Enum):
    """What an element asks of a battery in the communications phase (pw:10.6.3, pw:10.6.8, pw:10.7.3)."""

    CALL = "call for fire"
    CORRECT = "correct"
    EFFECT = "fire for effect"
    CEASE = "cease"


class Spotting(Enum):
    """How a fire begins (pw:10.7): at once for effect, with one spotting round, or with two in a bracket
    (pw:10.7.2).
    """

    NONE = "at once for effect"
    ONE = "spotting round"
    BRACKET = "ranging bracket"


@frozen(eq=False, repr=False)
class Reference(Alike):
    """A target reference point that a side has registered, by its number (pw:10.8)."""

    side: SideId
    number: int
    at: Point


@frozen(kw_only=True, eq=False, repr=False)
class Mission(Alike):
    """An indirect fire that is approved, planned, or goes on.

    id: unique in the game; observer: who directs it, None = nobody, since it was planned or counters a battery;
    shell: its name; aim: the point of aim (PoA); reference: it is a reference point (pw:10.8.5); spotting: how it
    begins, NONE from the first fire for effect on; due: the turn of the first fire; allotted: turns of fire for effect.

    coa: the centre of the area as it fell last, None = not yet; rounds: where the spotting rounds of the last turn
    fell; seen: whether the observer saw them (pw:10.7); fired: the last turn in which anything fell, effect: the turns
    of fire for effect so far; lost: contact is lost, and takes a new one (pw:5.2.1); direction: of the correction
    declared in this turn by the compass, 0 = none (pw:10.6.5.1), from_: the spotting round that it starts from.
    """

    id: str
    side: SideId
    battery: str
    shell: str
    aim: Point
    due: int
    allotted: int
    observer: UnitId | None = None
    sheaf: Sheaf = Sheaf.CLOSED
    spotting: Spotting = Spotting.NONE
    reference: bool = False
    coa: Point | None = None
    rounds: tuple[Point, ...] = ()
    seen: bool = True
    fired: int = 0
    effect: int = 0
    lost: bool = False
    direction: int = 0
    from_: int = 0


@frozen(kw_only=True, eq=False, repr=False)
class Wish(Alike):
    """What an element is to ask of a battery when all have said what they want. element: None of a battery that
    counters another by itself; see `Mission` for the rest."""

    side: SideId
    ask: Ask
    battery: str
    element: UnitId | None = None
    at: Point | None = None
    shell: str = ""
    sheaf: Sheaf = Sheaf.CLOSED
    spotting: Spotting = Spotting.NONE
    direction: int = 0
    from_: int = 0


@frozen(kw_only=True, eq=False, repr=False)
class AreaShot(Alike):
    """Area fire that is declared in a fire segment: direct (pw:10.5), or how a mission fires in it (pw:10.6.8.1).

    battery: the unit that fires, "" = `element` alone; arm: of the element, or of each of the battery; at: the point of
    aim, of a mission the centre to which it is corrected; concentrated: whether it is to be, if it may (pw:10.4).
    """

    side: SideId
    battery: str = ""
    element: UnitId | None = None
    arm: str = ""
    shell: str = ""
    at: Point
    sheaf: Sheaf = Sheaf.CLOSED
    concentrated: bool = True

    @property
    def body(self) -> str:
        """Who fires: the battery, or the one element."""
        return self.battery or str(self.element)


@frozen(kw_only=True, eq=False, repr=False)
class Service(Alike):
    """What a battery, or one arm of a single element, has fired at areas.

    coa: where its last area lay, fired: the turn of that, direct: it was direct fire; still: turns in a row in which it
    has not moved (pw:10.4); concentrated: turns of concentrated fire in the game; resting: the last turn in
    which it may not be called (pw:10.6.10).
    """

    side: SideId
    coa: Point | None = None
    fired: int = 0
    direct: bool = False
    still: int = 0
    concentrated: int = 0
    resting: int = 0


def by_arm(battery: str, element: UnitId, arm: str) -> str:
    """By what a service is kept: the battery, or, where it is "", a single element with one of its arms."""
    return battery or f"{element} {arm}"


@frozen(kw_only=True, eq=False, repr=False)
class Area(Alike):
    """An area of effect that lies on the table, as all see it (pw:10.1).

    along: the bearing of its long axis in degrees; length, width: of all of it, in GSU; round: it is a circle of that
    width; what: falls there, in words; spotting: it is where a single round fell.
    """

    side: SideId
    centre: Point
    along: float
    length: float
    width: float
    turn: int
    segment: int
    what: str
    round: bool = False
    spotting: bool = False


def _own(state: Any, value: Mapping[str, Any], side: str | None) -> Mapping[str, Any]:
    return {id_: one for id_, one in value.items() if one.side == side}


def _own_units(state: Any, value: Mapping[UnitId, Any], side: str | None) -> Mapping[UnitId, Any]:
    return {e: v for e, v in value.items() if e in state.elements and state.elements[e].side == side}


def _own_word(state: Any, value: Mapping[SideId, Any], side: str | None) -> Mapping[SideId, Any]:
    return {of: word for of, word in value.items() if of == side}


class Cancels(Enum):
    """When a defender cancels a scatter that strikes what was not seen (pw:10.7.5)."""

    CHEAPER = "where he loses less by it"
    ALWAYS = "whenever he may"
    NEVER = "never"


@keeps_secrets
@frozen(kw_only=True, eq=False, repr=False)
class Artillery(Alike):
    """missions, references, wishes, shots: see their classes; services: see `by_arm`; reached: what came of the
    attempts of this turn to make contact (pw:5.1.2).

    fallen: the areas of this turn and the last; structures: what strength buildings have left that were hit
    (pw:10.3.10), collapsed: those that are rubble; communicated: the turn whose communications phase is done.
    cancels: of the sides that have said so when they cancel a scatter (pw:10.7.5).
    """

    missions: tuple[Mission, ...] = field(default=(), metadata=known(OWN_SIDE))
    services: Mapping[str, Service] = field(factory=dict, metadata=known(Share(_own)))
    references: tuple[Reference, ...] = field(default=(), metadata=known(OWN_SIDE))
    wishes: tuple[Wish, ...] = field(default=(), metadata=known(OWN_SIDE))
    shots: tuple[AreaShot, ...] = field(default=(), metadata=known(OWN_SIDE))
    reached: Mapping[UnitId, Reached] = field(factory=dict, metadata=known(Share(_own_units)))
    fallen: tuple[Area, ...] = field(default=(), metadata=known(ALL))
    structures: Mapping[Hex, int] = field(factory=dict, metadata=known(ALL))
    collapsed: frozenset[Hex] = field(default=frozenset(), metadata=known(ALL))
    communicated: int = field(default=0, metadata=known(ALL))
    cancels: Mapping[SideId, Cancels] = field(factory=dict, metadata=known(Share(_own_word)))
