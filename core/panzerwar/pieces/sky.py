"""The weather, and what lights the night (pw:7.8, pw:7.15)."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.engagement import Weather
from core.plane import Point


@frozen(eq=False, repr=False)
class Flare(Alike):
    """A star shell or flare: what it lights is a circle about a point, through a turn (pw:7.8.3)."""

    at: Point
    until: int


@frozen(kw_only=True, eq=False, repr=False)
class Sky(Alike):
    """weather: now; most: GSU that are seen at most in it, None = no limit; row: its line of the weather chart, "" =
    none (pw:7.15.1); spell: the number of the Engagement's spell that brought it, None = none; decided: the spells for
    which it has been rolled whether they come. flares: that burn (pw:7.8.3).
    """

    weather: Weather = Weather.CLEAR
    most: int | None = None
    row: str = ""
    spell: int | None = None
    decided: frozenset[int] = frozenset()
    flares: tuple[Flare, ...] = ()
