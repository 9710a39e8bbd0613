"""Roads that lead somewhere, and where they cross water: bridges and fords (na:4.5.1.1.3, na:1.2)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from core.hexes import NE, NW, SE, SW, Hex, N, S, direction_between, distance, opposite
from core.lots import Lots
from core.panzer.country.ground import BRIDGED, Ground
from core.panzer.country.recipe import Watercourse

#: What a step costs besides 1: for each level up or down, in woods, into water, along an old route (off that).
_CLIMB, _WOODED, _WET, _OLD = 1.5, 1.5, 7.0, 0.7
_BESIDE: Final = {"north": (N, NE, NW), "south": (S, SE, SW), "west": (NW, SW), "east": (NE, SE)}


def lay_roads(ground: Ground, villages: list[Hex], lots: Lots) -> None:
    """A road from the north edge to the south through villages, one to a side edge, and ways to all that lies off."""
    kinds = ground.recipe.roads
    winding = {hex_: lots.share() for hex_ in ground}
    north, south = (_gate(ground, edge, lots) for edge in ("north", "south"))
    stops = _between(villages, north, south)
    _lay(ground, kinds.through, "north", north, "south", south, stops, winding)
    edge = lots.one_of(("west", "east"))
    gate = _gate(ground, edge, lots)
    _join(ground, kinds.through if lots.hits(50) else kinds.side, gate, winding, edge)
    for site in villages:
        if site not in ground.on_route():
            _join(ground, kinds.side, site, winding)
    for _ in range(ground.few(kinds.lost, lots)):
        edge = lots.one_of(("west", "east"))
        _join(ground, kinds.side, _gate(ground, edge, lots), winding, edge)


def _between(villages: list[Hex], north: Hex, south: Hex) -> list[Hex]:
    """The villages that a road from north to south takes in: no detour of more than half of its way."""
    stops, at = [], north
    for site in sorted(villages, key=lambda h: h.row):
        way = distance(at, site) + distance(site, south)
        if way <= distance(at, south) * 1.3 + 4:
            stops.append(site)
            at = site
    return stops


def _gate(ground: Ground, edge: str, lots: Lots) -> Hex:
    """A hex on an edge of the map where a route may leave it: low, dry, and not in a corner."""
    along = ground.columns if edge in ("north", "south") else ground.rows
    sixth = along // 6
    spots = [_at(ground, edge, n) for n in range(1 + sixth, along - sixth + 1)]
    drawn = {spot: lots.share() for spot in spots}
    return min(spots, key=lambda h: (h in ground.wet, ground.level[h] // 2, drawn[h]))


def _at(ground: Ground, edge: str, number: int) -> Hex:
    if edge in ("north", "south"):
        return Hex(number, 1 if edge == "north" else ground.rows)
    return Hex(1 if edge == "west" else ground.columns, number)


def _outside(ground: Ground, gate: Hex, edge: str) -> Hex:
    """The hex beyond an edge through which a route leaves."""
    return next(other for d in _BESIDE[edge] if (other := gate.neighbour(d)) not in ground)


def _lay(
    ground: Ground,
    kind: str,
    edge: str,
    gate: Hex,
    far_edge: str,
    far: Hex,
    stops: list[Hex],
    winding: dict[Hex, float],
) -> None:
    trail = [_outside(ground, gate, edge), gate]
    for stop in (*stops, far):
        trail += _run(ground, trail[-1], {stop}, winding)[1:]
    trail.append(_outside(ground, far, far_edge))
    _put(ground, kind, trail)


def _join(ground: Ground, kind: str, start: Hex, winding: dict[Hex, float], edge: str = "") -> None:
    """A route from a place to the nearest route that is there; edge: that it comes from beyond an edge."""
    there = ground.on_route()
    trail = _run(ground, start, there - {start}, winding)
    if edge:
        trail = [_outside(ground, start, edge), *trail]
    if len(trail) > 1:
        _put(ground, kind, trail)


def _run(ground: Ground, start: Hex, goals: set[Hex], winding: dict[Hex, float]) -> list[Hex]:
    old = ground.on_route()

    def cost(one: Hex, other: Hex) -> float:
        step = 1 + winding[other] + _CLIMB * abs(ground.level[one] - ground.level[other])
        if ground.terrain[other].endswith(("woods", "grove")):
            step += _WOODED
        if other in ground.wet:
            step += _WET + (3 * _WET if one in ground.wet else 0)
        if other in old:
            step *= 1 - _OLD
        return step

    return ground.shortest([start], goals, cost) or [start]


def _put(ground: Ground, kind: str, trail: list[Hex]) -> None:
    """Lay a route; where another lies already it joins that instead of lying beside it."""
    ground.routes.append((kind, trail))
    for hex_ in trail:
        if hex_ in ground.wet and hex_ not in ground.bridges:
            if kind in BRIDGED and ground.terrain[hex_] != "gully":
                ground.bridges[hex_] = "stream" if ground.terrain[hex_] == "ford" else ground.terrain[hex_]
            elif ground.terrain[hex_] in ("stream", "water"):
                ground.terrain[hex_] = "ford"


def cross_water(ground: Ground, course: Watercourse, lots: Lots) -> None:
    """Crossings off the roads, so many hexes apart and as far from those that are there."""
    if not course.fords:
        return
    there = [hex_ for hex_ in ground.wet if hex_ in ground.bridges or ground.terrain[hex_] == "ford"]
    for hex_ in lots.shuffled(sorted(h for h in ground.wet if ground.terrain[h] == course.terrain)):
        straight = any(
            ground.terrain.get(hex_.neighbour(d), "") not in ("", "stream", "water")
            and ground.terrain.get(hex_.neighbour(opposite(d)), "") not in ("", "stream", "water")
            for d in range(3)
        )
        if straight and hex_ not in ground.bridges and all(distance(hex_, other) >= course.fords for other in there):
            ground.terrain[hex_] = course.crossing
            there.append(hex_)


def junctions(ground: Ground) -> list[Hex]:
    """Hexes from which routes lead three ways and more."""
    ways: dict[Hex, set[int]] = {}
    for _, trail in ground.routes:
        for one, other in pairwise(trail):
            direction = direction_between(one, other)
            if direction is not None:
                ways.setdefault(one, set()).add(direction)
                ways.setdefault(other, set()).add(opposite(direction))
    return sorted(hex_ for hex_, directions in ways.items() if len(directions) > 2 and hex_ in ground)
