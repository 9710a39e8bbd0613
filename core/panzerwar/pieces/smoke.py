"""Smoke and dust that lie on the table, and the wind that carries them (pw:11)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from attrs import field, frozen

from core.alike import Alike
from core.event import UnitId
from core.plane import Point
from core.secrecy import ALL, Share, keeps_secrets, known


class Source(Enum):
    """What made a cloud (pw:11.2, pw:11.3, pw:11.4, pw:11.8 to pw:11.12). POT: the candles of a vehicle that stands."""

    SLOW_CBE = "slow CBE"
    FAST_CBE = "fast CBE"
    WP = "WP"
    DISCHARGER = "discharger"
    GRENADE = "grenade"
    CANDLES = "candles"
    POT = "candles of a standing vehicle"
    DUST = "dust"
    BURNING = "burning vehicle"


class Intensity(Enum):
    """How thick smoke is (pw:11.0, pw:11.10.2, pw:11.11)."""

    SKETCHY = "sketchy smoke"
    THICK = "thick smoke"
    CANDLE = "candle smoke"
    DUST = "dust"


@frozen(kw_only=True, eq=False, repr=False)
class Cloud(Alike):
    """What one shell, discharger or fire has made, and what has drifted from it.

    puffs: centres of its discs of 25 GSU, that which was laid first before those downwind of it; begun: the turn in
    which it was laid, segment: the fire segment of it, 0 = in the movement phase; fed: the last turn in which more was
    laid into it, fed_in: the segment of that, feeds: in how many turns it was; until: the last turn of its duration
    (pw:11.3.3, pw:11.7); battery: artillery laid it (pw:11.5).
    """

    id: str
    source: Source
    puffs: tuple[Point, ...]
    begun: int
    segment: int
    until: int
    fed: int
    fed_in: int
    feeds: int = 1
    battery: bool = False


def _own(state: Any, value: Mapping[UnitId, int], side: str | None) -> Mapping[UnitId, int]:
    return {e: v for e, v in value.items() if e in state.elements and state.elements[e].side == side}


@keeps_secrets
@frozen(kw_only=True, eq=False, repr=False)
class Smokes(Alike):
    """clouds: all smoke and dust by id; wind: 1 to 8, the direction of the compass in which it drifts, 0 = calm, None =
    not rolled yet; strong: the wind is too strong for thick smoke (pw:11.6).

    puffs: how many an element has made of its dischargers or grenades (pw:11.8.1, pw:11.1.3); lit: the turn in which a
    vehicle lit its candles (pw:11.10.4).
    """

    clouds: Mapping[str, Cloud] = field(factory=dict, metadata=known(ALL))
    wind: int | None = field(default=None, metadata=known(ALL))
    strong: bool = field(default=False, metadata=known(ALL))
    puffs: Mapping[UnitId, int] = field(factory=dict, metadata=known(Share(_own)))
    lit: Mapping[UnitId, int] = field(factory=dict, metadata=known(Share(_own)))
