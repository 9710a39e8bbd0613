"""What is seen of the ground from a point: the centres of the hexes, each found when it is first asked for (pw:7.11).

Many ask of one point after another for all hexes; a line of sight tells more than they want, and so many are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, tau
from typing import Final, NamedTuple

from core.hexes import Hex
from core.panzerwar.ground import lines
from core.panzerwar.ground.heights import MEN
from core.panzerwar.ground.terrain import Country, country_now
from core.panzerwar.state import WarState
from core.plane import Point, centre, hex_at

_OPEN: Final = 1
_HIDDEN: Final = 2
#: So many crests are looked at again in each of so many directions, the last that were found first.
_CRESTS, _WAYS = 4, 48
#: A line that comes so near to the centre of a hex, in square tenths, runs through it, and by how many GSU the ground
#: must rise above the line there to leave no doubt.
_THROUGH: Final = 124**2
_CLEARLY: Final = 0.001


class _Crest(NamedTuple):
    """A hex whose ground hides what is beyond: its centre as the observer has it, in tenths, and its height."""

    hex: Hex
    east: int
    south: int
    base: float


class View:
    """What one sees who has not moved, with his eye so many GSU above the ground: of men who would stand there.

    A crest that hides one hex hides most of those beyond it, which is seen without following the line to each.
    """

    __slots__ = ("_at", "_begins", "_crests", "_eye", "_found", "_land", "_stands")

    def __init__(self, land: Country, at: Point, eye: float) -> None:
        self._land, self._at, self._eye = land, at, eye
        self._stands = hex_at(at)
        self._begins = eye + self._base(self._stands)
        self._found = bytearray(len(land.places))
        self._crests: tuple[list[_Crest], ...] = tuple([] for _ in range(_WAYS))

    def shows(self, number: int) -> bool:
        """Whether the line of sight to the centre of the hex with this number in `Country.places` is clear."""
        found = self._found[number]
        if not found:
            found = self._found[number] = _HIDDEN if self._hidden(*self._land.places[number]) else _OPEN
        return found == _OPEN

    def _base(self, hex_: Hex) -> float:
        found = self._land.noticed.get(hex_)
        return found.base if found is not None else 0.0

    def _hidden(self, hex_: Hex, at: Point) -> bool:
        east, south = at[0] - self._at[0], at[1] - self._at[1]
        crests = self._crests[int((atan2(south, east) / tau + 0.5) * _WAYS) % _WAYS]
        if crests and self._beyond(crests, hex_, east, south):
            return True
        line = lines.unkept(self._land, self._at, at, self._eye, MEN)
        if line.where is not None and line.refusal is not None and line.refusal.rule == lines.CREST:
            x, y = centre(line.where)
            crests.insert(0, _Crest(line.where, x - self._at[0], y - self._at[1], self._base(line.where)))
            del crests[_CRESTS:]
        return not line.clear

    def _beyond(self, crests: Iterable[_Crest], hex_: Hex, east: int, south: int) -> bool:
        """Whether the ground of one of some hexes certainly rises above the line to the centre of a hex."""
        length = east * east + south * south
        rise = MEN + self._base(hex_) - self._begins
        for crest in crests:
            along = crest.east * east + crest.south * south
            beside = crest.east * south - crest.south * east
            if (
                0 < along < length
                and beside * beside <= _THROUGH * length
                and crest.base > self._begins + rise * along / length + _CLEARLY
                and crest.hex not in (hex_, self._stands)
            ):
                return True
        return False


def view(state: WarState, at: Point, eye: float) -> View:
    """What is seen of the ground from a point on the table, as far as the ground itself goes."""
    land = country_now(state)
    found: View | None = land.views.get((at, eye))
    if found is None:
        found = land.views[at, eye] = View(land, at, eye)
    return found
