"""What scenarios of every rule system state: sides, areas, objectives, entries, exits, victory levels.

A system adds what is its own by a subclass, or has a value of its own where its book means something else.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from core.alike import Alike
from core.board import Board
from core.event import SideId
from core.hexes import Hex


@frozen(eq=False, repr=False)
class Side(Alike):
    """A side: its force in words, its nation, and tone, a name that a theme turns into a color."""

    id: SideId
    name: str
    nation: str
    tone: str
    force: str


@frozen(eq=False, repr=False)
class Area(Alike):
    """Named hexes of the map."""

    id: str
    name: str
    hexes: frozenset[Hex]


@frozen(eq=False, repr=False)
class Zone(Area):
    """An area in which a side may set up; facing: the way in which its units look then, 0 (N) to 5 (NW)."""

    facing: int = 0


@frozen(eq=False, repr=False)
class Objective(Alike):
    """Hexes that score for who captures them.

    turns: complete turns of occupation that capture it; vp: points for its controller at the end;
    controller: who holds it at the start.
    """

    id: str
    name: str
    hexes: tuple[Hex, ...]
    vp: int
    turns: int = 1
    controller: SideId | None = None


@frozen(eq=False, repr=False)
class Entry(Alike):
    """A unit that waits off the map: the first turn in which it may enter, and through which hexes."""

    turn: int
    hexes: tuple[Hex, ...]


@frozen(eq=False, repr=False)
class Exit(Alike):
    """Edge hexes through which a side scores by leaving the map: `vp` a unit, and `share` percent of its value.

    combat_only: whether units that cannot fight score nothing there.
    """

    id: str
    name: str
    side: SideId
    hexes: tuple[Hex, ...]
    share: int = 0
    vp: int = 0
    combat_only: bool = False


@frozen(eq=False, repr=False)
class VictoryLevel(Alike):
    """A level of victory: the lead in points that it needs, and its name."""

    lead: int
    name: str


A = TypeVar("A", bound=Side)


@frozen(eq=False, kw_only=True)
class Setting(Generic[A]):
    """A scenario, as far as every system states it. Frozen; shared by all states of a game.

    turns: how many are played; situation: what players read first; special: its own rules in words; source: where its
    figures come from; layers: of the rules that it plays; options: the optional rules that players may switch on.
    """

    id: str
    title: str
    place: str
    date: str
    turns: int
    board: Board
    sides: tuple[A, ...]
    situation: str = ""
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = "judged"
    layers: tuple[str, ...] = ("basic",)
    options: tuple[str, ...] = ()

    def side(self, side: SideId) -> A:
        """The side with this id."""
        for one in self.sides:
            if one.id == side:
                return one
        raise KeyError(side)

    def enemy(self, side: SideId) -> SideId:
        """The other side, of two."""
        for one in self.sides:
            if one.id != side:
                return one.id
        raise KeyError(side)
