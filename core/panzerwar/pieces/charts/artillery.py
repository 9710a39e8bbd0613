"""Charts of artillery, smoke and mines: areas, time lags, scatter, priority, puffs (pw:10.1 to pw:11.12, pw:15.2)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.charts.rows import Modifiers
from core.panzerwar.pieces.weapons import Shell


@frozen(eq=False, repr=False)
class Area(Alike):
    """A line of the Artillery Area Fire Table (pw:10.1.2): box of a closed sheaf in GSU, dust markers (pw:11.11).

    kinds: of weapon; calibres: in mm, least and greatest.
    """

    told: str
    kinds: tuple[str, ...]
    calibres: tuple[float, float]
    length: int
    width: int
    dust: int


@frozen(eq=False, repr=False)
class ScatterBand(Alike):
    """A line of the Scatter Table (pw:10.5.5, pw:10.6.7).

    fire: "direct", "indirect", "trp", "rockets-first", "rockets-later". twice: no scatter only if both dice say so.
    times: length is so often a D10, 0 is none.
    """

    fire: str
    range_from: int
    range_to: int
    times: int
    twice: bool


@frozen(eq=False, repr=False)
class SmokeKind(Alike):
    """A line of the Smoke chart (pw:11.2 to pw:11.10).

    least, most: range in GSU; most None where the sighting or HE range says it. overshoot: times a D10 along the line
    of fire. begins: fire segments after its own. lasts: complete turns after the firing turn. thick: by batteries.
    """

    id: str
    least: int
    most: int | None
    overshoot: int
    begins: int
    lasts: int
    thick: bool
    told: str


@frozen(eq=False, repr=False)
class Shift(Alike):
    """A line of the sideways shift of direct smoke (pw:11.3.6): -1 left, 1 right; GSU by range."""

    die: int
    side: int
    lengths: tuple[float, float, float]

    def length(self, range_: float) -> float:
        """How far the point of aim shifts at a range."""
        return self.lengths[0 if range_ <= 400 else 1 if range_ <= 800 else 2]


@frozen(eq=False, repr=False)
class Priority(Alike):
    """A line of the Target Priority Allocation (pw:10.9): rating, and turns of fire by column."""

    id: str
    target: str
    rating: int
    turns: Mapping[str, int]


@frozen(eq=False, repr=False)
class ArtilleryCharts(Alike):
    """The charts of artillery, smoke and mines."""

    areas: tuple[Area, ...]
    #: Turns from the first contact to the fire, by reason (pw:10.6.4).
    time_lag: Modifiers
    priorities: tuple[Priority, ...]
    scatter: tuple[ScatterBand, ...]
    smoke: Mapping[str, SmokeKind]
    shifts: Mapping[int, Shift]
    #: A mine as a shell: "at" and "ap" (pw:15.2, pw:15.3).
    mines: Mapping[str, Shell]
    #: Target reference points by role: attacker, defender, meeting (pw:10.8.1).
    reference_points: Mapping[str, int]
    #: Percent of at least 1, 2 ... 8 successes, by single chance in ten and attempts (pw:2.4).
    aggregate: Mapping[tuple[int, int], tuple[float, ...]]

    def area(self, kind: str, calibre: float) -> Area:
        """The line of a kind of weapon: the one whose calibres are nearest (pw:10.1.2). KeyError for no such kind."""
        lines = [one for one in self.areas if kind in one.kinds]
        if not lines:
            raise KeyError(f"the Artillery Area Fire Table has no {kind}")
        return min(lines, key=lambda one: max(one.calibres[0] - calibre, calibre - one.calibres[1], 0.0))

    def scatter_of(self, fire: str, range_: float) -> ScatterBand:
        """The line of a kind of fire at a range in GSU (pw:10.5.5)."""
        return next(one for one in self.scatter if one.fire == fire and range_ <= one.range_to)

    def priority(self, id_: str) -> Priority:
        """The line of a kind of target; KeyError if there is none."""
        for one in self.priorities:
            if one.id == id_:
                return one
        raise KeyError(id_)
