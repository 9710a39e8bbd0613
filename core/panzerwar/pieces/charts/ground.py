"""Charts of the ground and of movement: Terrain Annex, costs, slopes, rates on foot, set-up (pw:6.0 to pw:6.17)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.charts.rows import banded


@frozen(eq=False, repr=False)
class TerrainEffect(Alike):
    """A line of the Terrain Annex (pw:6.14.7, pw:15.6).

    kind:     "area", which a hex has; "line", which a hexside has; "route"; "weather", which a whole board may have;
              "slope", which the height of the ground has; "work", which an element has for itself; "smoke".
    fraction: of the movement allowance; 0 = impassable. max_cc, max_road: GSU a turn at most; None without limit,
              or, of max_road, where it counts for nothing along a road.
    infantry: GSU a segment. crossing: GSU to cross it (pw:6.0). stall: stalls on a D6 of so much; 0 never
    (pw:6.14.3). blocks:   GSU of it that the line of sight may cross; None if it does not block. sighting, cover,
    to_hit: its rows on
              the other charts: sighting factor, killpower, to-hit number.
    """

    id: str
    name: str
    kind: str
    fraction: float
    max_cc: int | None
    max_road: int | None
    infantry: float
    crossing: int
    stall: int
    blocks: int | None
    sighting: int
    cover: int
    to_hit: int
    source: str
    note: str = ""

    @property
    def passable(self) -> bool:
        """Whether vehicles may enter it."""
        return self.fraction > 0

    @property
    def on_roads(self) -> bool:
        """Whether it slows along a road too, as a ford does through which one leads (pw:6.2.2, pw:6.2.3)."""
        return self.passable and self.max_road is not None

    def allowance(self, speed: float, *, road: bool = False) -> float:
        """What is left of a movement allowance in GSU wholly within it: the fraction, no more than the maximum."""
        most = self.max_road if road else self.max_cc
        return speed * self.fraction if most is None else min(speed * self.fraction, most)


@frozen(eq=False, repr=False)
class MovementCost(Alike):
    """A line of the Vehicle Movement Costs Table (pw:6.0).

    fraction: of the speed; cost: GSU that it costs, 0 where a fraction counts. max_cc, max_road: None without limit.
    """

    id: str
    told: str
    fraction: float
    cost: int
    max_cc: int | None
    max_road: int | None


@frozen(eq=False, repr=False)
class SetUp(Alike):
    """A line of Set up and Take Down (pw:6.11.7), in turns."""

    weapon: str
    up: float
    down: float


@frozen(eq=False, repr=False)
class GroundCharts(Alike):
    """The charts of the ground and of movement."""

    terrain: Mapping[str, TerrainEffect]
    costs: Mapping[str, MovementCost]
    #: Least and greatest angle in degrees, extra GSU for each GSU moved; None is not possible (pw:6.17).
    slopes: tuple[tuple[int, int, float | None], ...]
    #: Foot and horse movement: GSU a segment and a turn (pw:6.1.1 to pw:6.1.6).
    foot: Mapping[str, tuple[float, float]]
    set_up: Mapping[str, SetUp]
    #: Size by the height in m under which it holds (pw:DN.size).
    sizes: tuple[tuple[float, int], ...]
    #: Weight class by the tons under which it holds (pw:DN.weight).
    weight_classes: tuple[tuple[float, int], ...]
    #: Track armour by the tons under which it holds (pw:DN.trackmass).
    track_masses: tuple[tuple[float, float], ...]
    #: Game ROF by least real rounds a minute, the fastest first (pw:DN.rof).
    rates: tuple[tuple[float, int], ...]

    def slope_cost(self, degrees: float) -> float | None:
        """Extra GSU for each GSU moved up such a slope; None if it cannot be climbed (pw:6.17)."""
        angle = int(abs(degrees) + 0.5)
        if angle < self.slopes[0][0]:
            return 0.0
        return banded(((most, extra) for _, most, extra in self.slopes), angle)

    def size(self, height: float) -> int:
        """The size of a height in m (pw:DN.size)."""
        return next(size for under, size in self.sizes if height < under)

    def weight_class(self, tons: float) -> int:
        """The weight class (pw:DN.weight); a bound belongs to the class above it."""
        return next(one for under, one in self.weight_classes if tons < under)

    def track_mass(self, tons: float) -> float:
        """Armour basis of the running gear in cm (pw:DN.trackmass)."""
        return next(one for under, one in self.track_masses if tons < under)

    def rate(self, rounds: float) -> int:
        """Game ROF of real rounds a minute (pw:DN.rof)."""
        return next(rof for least, rof in self.rates if rounds >= least)
