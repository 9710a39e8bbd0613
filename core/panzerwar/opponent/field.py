"""The way to a place over the ground, hex by hex: how much movement it takes from everywhere (pw:6.0, pw:6.14)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from core.hexes import Hex
from core.kept import KeptFor
from core.panzerwar.ground import lines
from core.panzerwar.ground.terrain import BRIDGE, ROAD, Country, Ground, country_now
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.state import WarState
from core.plane import ACROSS, Point, centre, gsu_between, hex_at

#: What a road leaves of the cost of a hex, where it is not asked for a vehicle that goes at road speed.
ROAD_SAVES: Final = 0.8
#: Men on foot go so far in a segment on open ground, in GSU.
_FOOT: Final = 25.0

#: What ground in sight of one who watches costs more, as a share of its cost, and of how many it counts.
_SEEN, _MOST_SEEN = 0.3, 3
#: Watchers see so far, in GSU, from so high above the ground; it is asked for hexes, not for points.
_FAR, _HEIGHT = 900.0, 1.0

Key = tuple[Hex, bool, int, tuple[Hex, ...], float]
_FIELDS: Final[KeptFor[Engagement, Key, dict[Hex, float]]] = KeptFor(48)
_SIGHTS: Final[KeptFor[Engagement, tuple[Hex, Hex, int], bool]] = KeptFor(200_000)


def field_to(
    state: WarState, to: Hex, *, foot: bool, watchers: tuple[Hex, ...] = (), road: float = ROAD_SAVES
) -> dict[Hex, float]:
    """From every hex about how much movement it takes to a hex, in GSU of open ground; hexes from which there is no
    way are not in it. watchers: the hexes of those in whose sight ground costs more; road: what is left of the cost of
    a hex where a road leads into the next."""
    land = country_now(state)
    kept, key = _FIELDS.of(state.engagement), (to, foot, len(state.artillery.collapsed), watchers, road)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _spread(state, land, to, foot, watchers, road)
    return found


def seen_by(state: WarState, watchers: tuple[Hex, ...], hex_: Hex) -> int:
    """How many watchers have a hex in sight, as far as the ground goes, and near enough to matter."""
    kept, ruins = _SIGHTS.of(state.engagement), len(state.artillery.collapsed)
    found = 0
    for watcher in watchers:
        key = (watcher, hex_, ruins)
        sees = kept.get(key)
        if sees is None:
            one, two = centre(watcher), centre(hex_)
            sees = kept[key] = gsu_between(one, two) <= _FAR and lines.clear(state, one, two, _HEIGHT)
        found += sees
    return min(found, _MOST_SEEN)


def _spread(
    state: WarState, land: Country, to: Hex, foot: bool, watchers: tuple[Hex, ...], road: float
) -> dict[Hex, float]:
    """Dijkstra's search from the place outward."""
    best: dict[Hex, float] = {}
    heap = [(0.0, to)]
    while heap:
        cost, hex_ = heappop(heap)
        if hex_ in best:
            continue
        best[hex_] = cost
        here = land.hexes[hex_]
        for other in hex_.neighbours():
            there = land.hexes.get(other)
            if there is not None and other not in best:
                step = _step(here, there, foot, road)
                if step is not None:
                    if watchers:
                        step *= 1.0 + _SEEN * seen_by(state, watchers, hex_)
                    heappush(heap, (cost + step, other))
    return best


def _step(one: Ground, other: Ground, foot: bool, road: float) -> float | None:
    """What it costs from the centre of a hex to that of the next; None where nobody goes."""
    roads = all(ROAD in g.cell.routes or BRIDGE in g.cell.routes for g in (one, other))
    if roads:
        return ACROSS * road
    cost = 0.0
    for ground in (one, other):
        if foot:
            rate = min((e.infantry for e in ground.effects), default=_FOOT)
            share = rate / _FOOT
        else:
            share = min((e.fraction for e in ground.effects), default=1.0)
        if share <= 0:
            return None
        cost += ACROSS / 2 / share
    for effect in one.edges.get(other.hex, ()):
        if (effect.infantry if foot else effect.fraction) <= 0:
            return None
        cost += effect.crossing
    return cost


def ahead(field: dict[Hex, float], at: Point, most: int = 40) -> list[Hex]:
    """The hexes of the way from a point, downhill in the field, the next first."""
    here = hex_at(at)
    found: list[Hex] = []
    while len(found) < most and field.get(here, 0.0) > 0:
        near = [h for h in here.neighbours() if h in field]
        following = min(near, key=lambda h: (field[h], h), default=None)
        if following is None or field[following] >= field[here]:
            break
        found.append(following)
        here = following
    return found
