"""What a way costs a vehicle over mixed ground, where it may stall, and how fast men go (pw:6.0, pw:6.13 to pw:6.17).

A stretch of ground that halves a speed costs double there, and one that allows 100 in a turn costs an allowance of 300
three times its length: fractions and maxima are honoured pro rata.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.panzerwar.ground import slope
from core.panzerwar.ground.stretches import Over, over
from core.panzerwar.ground.terrain import BOG, MUD, SLOPE, STEEP, STREAM, WOODS, Country, country_now
from core.panzerwar.pieces.cards import Drive, Vehicle
from core.panzerwar.pieces.charts.ground import TerrainEffect
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import Path

#: GSU of its bed that a vehicle drives through where it crosses a stream.
BED: Final = 10.0
#: Up a steep hill, GSU a turn on tracks, and on three axles or more or half on tracks (pw:6.13.2).
STEEP_TRACKS, STEEP_WHEELS = 75.0, 50.0
AXLES: Final = 3
#: Woods are one kind for the roll (pw:6.14.3).
_WOODS: Final = "woods"


class Slow(NamedTuple):
    """A part of a way, from where to where in GSU, that is driven at a share of the cross-country speed at most."""

    start: float
    end: float
    fraction: float
    why: str
    rule: str


class Piece(NamedTuple):
    """A part of a way on one kind of ground: where it begins, its GSU, what each costs, why and by which rule."""

    start: float
    length: float
    factor: float
    why: str
    rule: str

    @property
    def cost(self) -> float:
        """Movement that it costs."""
        return self.length * self.factor


class Toll(NamedTuple):
    """Something that costs movement where it is crossed: at how many GSU, what, and how much (pw:6.0)."""

    at: float
    cost: float
    why: str
    rule: str


class Stall(NamedTuple):
    """A place at which a vehicle may stall: at how many GSU, on a D6 of so much or less, in what (pw:6.14.3)."""

    at: float
    number: int
    why: str
    rule: str


@frozen(eq=False, repr=False)
class Way(Alike):
    """What a way costs. All places are GSU from its start.

    length: GSU of it up to where it ends or is barred; pieces: in order, without gaps; tolls: what is paid at a place;
    stalls: where the D6 is rolled, once for each kind of ground; bar, barred: where it cannot be gone any further and
    why, None if it can be gone to its end.
    """

    length: float
    pieces: tuple[Piece, ...]
    tolls: tuple[Toll, ...] = ()
    stalls: tuple[Stall, ...] = ()
    bar: float | None = None
    barred: Refusal | None = None

    @property
    def cost(self) -> float:
        """Movement for all of it, to a tenth."""
        return self.spent(self.length)

    def spent(self, gsu: float) -> float:
        """Movement for its first GSU, to a tenth; what lies at its very end is not crossed yet."""
        ground = sum(max(0.0, min(gsu, one.start + one.length) - one.start) * one.factor for one in self.pieces)
        return round(ground + sum(toll.cost for toll in self.tolls if toll.at < gsu), 1)

    def reach(self, points: float) -> float:
        """GSU of it that may be gone with so much movement; a toll that cannot be paid is not crossed."""
        left, tolls = points + 1e-6, list(self.tolls)
        for piece in self.pieces:
            ends, at = piece.start + piece.length, piece.start
            while tolls and tolls[0].at < ends:
                toll = tolls.pop(0)
                here = (max(toll.at, at) - at) * piece.factor
                if here + toll.cost > left:
                    return min(max(toll.at, at), at + left / piece.factor)
                left, at = left - here - toll.cost, max(toll.at, at)
            if (ends - at) * piece.factor > left:
                return at + left / piece.factor
            left -= (ends - at) * piece.factor
        return self.length


@frozen(eq=False, repr=False)
class Pace(Alike):
    """How far men go in a segment: GSU, by which ground; barred: where they cannot go on and why (pw:12.2.1)."""

    gsu: float
    why: str
    bar: float | None = None
    barred: Refusal | None = None


# -- vehicles --------------------------------------------------------------------------------------


def mover(card: Vehicle) -> str:
    """As what a vehicle goes through mud and snow (pw:6.14.6); an armoured car drives on all its wheels."""
    if card.drive in (Drive.WHEELS, Drive.HORSES):
        return "wheels" if card.armoured else "truck"
    return "tracks" if card.drive is Drive.TRACKS else "half-track"


def way(
    state: WarState,
    card: Vehicle,
    path: Path,
    allowance: float,
    *,
    road: bool = False,
    slows: Sequence[Slow] = (),
) -> Way:
    """What a vehicle pays for a path without its turns (pw:6.0, pw:6.2.3).

    allowance: the movement allowance in use, and road: whether it is that of roads (pw:6.2.1); slows: what besides the
    ground makes it slow, such as smoke.
    """
    land = country_now(state)
    pieces: list[Piece] = []
    tolls: list[Toll] = []
    stalls: dict[str, Stall] = {}
    bed = 0.0
    for part in over(state, path):
        bar = _bar(state, card, part)
        for effect in part.crossed:
            toll = _toll(effect, part.start)
            bar = bar or (None if effect.passable else _impassable(effect))
            if bar is None and toll is not None:
                tolls.append(toll)
            if bar is None and effect.stall:
                _may_stall(stalls, effect, part.start)
        if bar is not None:
            return _way(pieces, tolls, stalls, slows, card, allowance, part.start, bar)
        if part.stream and not part.on_road:
            if part.into_stream:
                bed = BED
                stream = land.annex[STREAM]
                tolls.append(Toll(part.start, stream.crossing, stream.name.lower(), "pw:6.2.3"))
                _may_stall(stalls, stream, part.start)
        else:
            bed = 0.0
        for effect in _going(land, card, part):
            number = land.annex[MUD[mover(card)]].stall if effect.id == BOG else effect.stall
            if number:
                _may_stall(stalls, effect, part.start, number)
        wet = min(bed, part.length) if part.stream and not part.on_road else 0.0
        bed -= wet
        if wet:
            rate, why, rule = _rate(state, land, card, part, allowance, road, wading=True)
            pieces.append(Piece(part.start, wet, _factor(state, part, allowance, rate), why, rule))
        rate, why, rule = _rate(state, land, card, part, allowance, road)
        pieces.append(Piece(part.start + wet, part.length - wet, _factor(state, part, allowance, rate), why, rule))
    return _way(pieces, tolls, stalls, slows, card, allowance, path.length, None)


def _way(
    pieces: Sequence[Piece],
    tolls: Sequence[Toll],
    stalls: dict[str, Stall],
    slows: Sequence[Slow],
    card: Vehicle,
    allowance: float,
    length: float,
    bar: Refusal | None,
) -> Way:
    found = [one for one in pieces if one.length > 0]
    for slow in slows:
        found = [part for one in found for part in _slowed(one, slow, allowance / (slow.fraction * card.speed_cc))]
    rolls = tuple(sorted(stalls.values()))
    return Way(length, tuple(found), tuple(tolls), rolls, length if bar is not None else None, bar)


def _slowed(piece: Piece, slow: Slow, factor: float) -> list[Piece]:
    """A piece cut where something else makes it slow; the slower of the two counts."""
    start, end = max(piece.start, slow.start), min(piece.start + piece.length, slow.end)
    if start >= end or factor <= piece.factor:
        return [piece]
    parts = [
        piece._replace(length=start - piece.start),
        Piece(start, end - start, factor, slow.why, slow.rule),
        piece._replace(start=end, length=piece.start + piece.length - end),
    ]
    return [part for part in parts if part.length > 0]


def _bar(state: WarState, card: Vehicle, part: Over) -> Refusal | None:
    """Why a vehicle cannot go into a part of its way at all."""
    if part.ground is None:
        return Refusal("the table ends there", "pw:6.12")
    if not part.on_road:
        effect = next((one for one in part.effects if not one.passable), None)
        if effect is not None:
            return _impassable(effect)
    if state.has(Switch.SLOPE):
        rises = slope.along(part.ground, part.bearing)
        if rises > 0 and state.charts.ground.slope_cost(rises) is None:
            return Refusal(f"a slope of {rises:.0f} degrees cannot be climbed", "pw:6.17")
    elif part.steep and part.climbs and card.drive in (Drive.WHEELS, Drive.HORSES) and card.axles < AXLES:
        return Refusal(f"with fewer than {AXLES} axles it climbs no steep hill", "pw:6.13.2")
    return slope.tilt_refusal(state, part.ground, part.bearing) if card.armoured else None


def _impassable(effect: TerrainEffect) -> Refusal:
    return Refusal(f"no vehicle goes through {effect.name.lower()}", "pw:6.2.3")


def _going(land: Country, card: Vehicle, part: Over) -> tuple[TerrainEffect, ...]:
    """The lines of the annex that slow a vehicle in a part of its way; along roads those of the road (pw:6.14.4)."""
    weather = land.weather.get(mover(card))
    ground = tuple(one for one in part.going if one.id not in (SLOPE, STEEP))
    return ground if weather is None or (part.on_road and not weather.on_roads) else (*ground, weather)


def _rate(
    state: WarState, land: Country, card: Vehicle, part: Over, allowance: float, road: bool, *, wading: bool = False
) -> tuple[float, str, str]:
    """GSU that a vehicle would go in a turn on the ground of a part of its way, with what slows it, and the rule."""
    rate, why, rule = allowance, "road" if part.on_road else part.effects[0].name.lower(), "pw:6.0"
    going = _going(land, card, part)
    for effect in (*going, land.annex[STREAM]) if wading else going:
        allowed = effect.allowance(allowance, road=part.on_road)
        if allowed < rate:
            rate, why, rule = allowed, effect.name.lower(), _rule(effect)
    if part.hill and not state.has(Switch.SLOPE) and allowance / 2 < rate:
        rate, why, rule = allowance / 2, "hill slope", "pw:6.13.1"
    if part.steep and part.climbs and not state.has(Switch.SLOPE):
        most = min(allowance / 2, STEEP_TRACKS if card.drive is Drive.TRACKS else STEEP_WHEELS)
        if most < rate:
            rate, why, rule = most, "steep hill", "pw:6.13.2"
    return rate, why, rule


def _factor(state: WarState, part: Over, allowance: float, rate: float) -> float:
    """What a GSU costs: that of the ground, and for a climb more by its angle (pw:6.17)."""
    extra: float | None = 0.0
    if state.has(Switch.SLOPE) and part.ground is not None:
        rises = slope.along(part.ground, part.bearing)
        extra = state.charts.ground.slope_cost(rises) if rises > 0 else 0.0
    return allowance / rate + (extra or 0.0)


def _rule(effect: TerrainEffect) -> str:
    return {
        "light-woods": "pw:6.14.1",
        "heavy-woods": "pw:6.14.2",
        BOG: "pw:6.14.6",
        **dict.fromkeys(MUD.values(), "pw:6.14.6"),
    }.get(effect.id, "pw:6.2.3")


def _toll(effect: TerrainEffect, at: float) -> Toll | None:
    return Toll(at, effect.crossing, effect.name.lower(), "pw:6.0") if effect.crossing else None


def _may_stall(stalls: dict[str, Stall], effect: TerrainEffect, at: float, number: int = 0) -> None:
    """One roll for each kind of ground, where the vehicle first comes into it; number: on which it stalls, 0 = that of
    the annex (pw:6.14.3)."""
    kind = _WOODS if effect.id in WOODS else effect.id
    rule = "pw:6.14.3" if kind == _WOODS else _rule(effect)
    stalls.setdefault(kind, Stall(at, number or effect.stall, effect.name.lower(), rule))


# -- men -------------------------------------------------------------------------------------------


def pace(state: WarState, path: Path, *, most: float | None = None) -> Pace:
    """How far men go in a segment along a path: the slowest rate of all that they touch in it (pw:6.1.1, pw:12.2.1).

    most: of something else, such as smoke or the night.
    """
    land = country_now(state)
    rate, why = land.annex["clear"].infantry, "good going"
    for part in over(state, path):
        if part.ground is None:
            return Pace(rate, why, part.start, Refusal("the table ends there", "pw:6.12"))
        weather = land.weather.get("foot")
        ground = (*part.going, *((land.annex[STREAM],) if part.stream and not part.on_road else ()))
        for effect in (*part.crossed, *ground, *((weather,) if weather is not None and not part.on_road else ())):
            if not effect.infantry:
                return Pace(rate, why, part.start, Refusal(f"men cannot cross {effect.name.lower()}", "pw:12.2"))
            if effect.infantry < rate:
                rate, why = effect.infantry, effect.name.lower()
    return Pace(rate, why) if most is None or most >= rate else Pace(most, "slowed")
