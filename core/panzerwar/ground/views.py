"""What is seen of the ground from a point: the centres of the hexes, a few when they are asked for, then all (pw:7.11).

Many ask of one point after another for all hexes; a line of sight tells more than they want, and so many are not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.panzerwar.ground import lines
from core.panzerwar.ground.heights import MEN
from core.panzerwar.ground.panorama import ALL_AROUND, HIDDEN, OPEN, Arc, panorama
from core.panzerwar.ground.terrain import Country, country_now
from core.panzerwar.state import WarState
from core.plane import Point

#: To look all around costs no more than to follow the lines to such a share of the hexes.
_FEW: Final = 1 / 32


class View:
    """What one sees who has not moved, with his eye so many GSU above the ground: of men who would stand there."""

    __slots__ = ("_at", "_eye", "_found", "_land", "_left", "_looked")

    def __init__(self, land: Country, at: Point, eye: float) -> None:
        self._land, self._at, self._eye = land, at, eye
        self._found = bytearray(len(land.places))
        self._left = round(len(land.places) * _FEW)
        self._looked: dict[Arc, Sequence[int]] = {}

    def shows(self, number: int) -> bool:
        """Whether the line of sight to the centre of the hex with this number in `Country.places` is clear."""
        return (self._found[number] or self._followed(number)) == OPEN

    def look(self, arc: Arc = ALL_AROUND) -> None:
        """Find it for all hexes in some directions at once, as who asks for most of them wants; what is in doubt is
        left to be asked."""
        if arc not in self._looked and ALL_AROUND not in self._looked:
            arc = ALL_AROUND if arc.whole else arc
            self._looked[arc] = panorama(self._land, self._at, self._eye, self._found, arc)

    def ahead(self, arc: Arc = ALL_AROUND) -> Sequence[int]:
        """The numbers of hexes in order: of all in some directions that are not hidden, seen or in doubt, with perhaps
        others that lie elsewhere."""
        self.look(arc)
        return self._looked[ALL_AROUND] if ALL_AROUND in self._looked else self._looked[arc]

    def _followed(self, number: int) -> int:
        self._left -= 1
        if not self._left:
            self.look()
        if not self._found[number]:
            line = lines.unkept(self._land, self._at, self._land.places[number][1], self._eye, MEN)
            self._found[number] = OPEN if line.clear else HIDDEN
        return self._found[number]


def view(state: WarState, at: Point, eye: float) -> View:
    """What is seen of the ground from a point on the table, as far as the ground itself goes."""
    land = country_now(state)
    found: View | None = land.views.get((at, eye))
    if found is None:
        found = land.views[at, eye] = View(land, at, eye)
    return found
