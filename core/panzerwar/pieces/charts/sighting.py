"""Charts of sighting: the Sighting Distance Calculator, variable sighting, weather and light (pw:7.4 to pw:7.15)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.charts.rows import Modifiers, clamped


class SightingClass(Enum):
    """What an observer is, A the best (pw:7.4.2)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


@frozen(eq=False, repr=False)
class WeatherEffect(Alike):
    """What a kind of weather does (pw:7.15.1, pw:7.15.2): the greatest sighting distance is dice x times."""

    id: str
    dice: int
    times: int
    to_hit: int


@frozen(eq=False, repr=False)
class SightingCharts(Alike):
    """The charts of sighting."""

    #: Base factors by class of observer (pw:7.4.2, pw:7.6.3).
    bases: Mapping[SightingClass, int]
    #: Modifiers by key (pw:7.6.3).
    modifiers: Modifiers
    #: Range in GSU by factor (pw:7.6.3).
    ranges: Mapping[int, int]
    #: Percent of the range by die and group bonus (pw:7.4.5, pw:7.6.3).
    percents: Mapping[int, int]
    #: Depth in GSU of which more blocks the line, by terrain or smoke (pw:7.11.3 to pw:7.11.6).
    blocking: Mapping[str, int]
    #: Weather by id: fog, which has no dice, haze, heavy, light; rain and snow are heavy or light (pw:7.15).
    weather: Mapping[str, WeatherEffect]

    def base(self, observer: SightingClass) -> int:
        """The base sighting factor of a class of observer."""
        return self.bases[observer]

    def range(self, factor: int) -> int:
        """The range in GSU of a sighting factor; factors under 0 are read as 0."""
        return clamped(self.ranges, factor)

    def percent(self, total: int) -> int:
        """The percentage of the range at a total of die and group bonus; over 12 it is 200 (pw:7.10.3)."""
        return clamped(self.percents, total)

    def variable_sighting(self, factor: int, total: int) -> float:
        """How far in GSU is sighted with a factor and a total of the die (pw:7.6.3)."""
        return self.range(factor) * self.percent(total) / 100

    def auto_sighting(self, factor: int) -> float:
        """How far in GSU is sighted without a roll: the result of a 1 (pw:7.5)."""
        return self.variable_sighting(factor, 1)
