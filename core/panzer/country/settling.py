"""Villages on roads, and the cover of the country: woods, groves, scrub, sand, hedgerows (na:1.2a, na:4.1.4.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from core.hexes import Hex, distance
from core.lots import Lots
from core.panzer.country.ground import Ground
from core.panzer.country.recipe import Cover, Fields

#: Hexes of 100 m from one village to the next, and from the edge of the map, at least; how far a village reaches.
_APART, _INWARD, _REACH = 7, 3, 3
_TALL: Final = ("brick-building", "stone-building")


def village_sites(ground: Ground, lots: Lots) -> list[Hex]:
    """Where villages are to be: on low ground, off the water, apart from one another."""
    sites: list[Hex] = []
    inward, apart = _INWARD * ground.recipe.scale, _APART * ground.recipe.scale
    hexes = [
        hex_
        for hex_ in ground
        if hex_ not in ground.wet
        and inward < hex_.col <= ground.columns - inward
        and inward < hex_.row <= ground.rows - inward
    ]
    wanted = ground.few(ground.recipe.villages.number, lots)
    drawn = {hex_: lots.share() for hex_ in hexes}
    for hex_ in sorted(hexes, key=lambda h: (ground.level[h], _dry(ground, h), drawn[h])):
        if len(sites) < wanted and all(distance(hex_, other) >= apart for other in sites):
            sites.append(hex_)
    return sites


def _dry(ground: Ground, hex_: Hex) -> int:
    """0 where water is near but not at the door."""
    near = any(other in ground.wet for other in ground.beside(hex_))
    return 1 if near or not ground.wet else 0


def build(ground: Ground, sites: list[Hex], lots: Lots) -> list[tuple[Hex, ...]]:
    """Buildings of each village along the routes that come to it; farms beside routes. The villages' hexes."""
    recipe = ground.recipe.villages
    built = []
    for site in sites:
        number = lots.between(recipe.buildings.lowest, recipe.buildings.highest)
        hexes = _grown(ground, site, number, lots)
        for hex_ in hexes:
            _put_building(ground, hex_, lots)
        built.append(tuple(sorted(hexes)))
    streets = ground.on_route()
    roadside = [
        hex_
        for hex_ in ground
        if hex_ not in streets
        and _free(ground, hex_)
        and any(other in streets for other in ground.beside(hex_))
        and all(distance(hex_, site) > _APART * ground.recipe.scale // 2 for site in sites)
    ]
    for hex_ in lots.shuffled(roadside)[: ground.few(recipe.farms, lots)]:
        _put_building(ground, hex_, lots)
    return built


def _free(ground: Ground, hex_: Hex) -> bool:
    return hex_ not in ground.wet and ground.terrain[hex_] == ground.recipe.ground and hex_ not in ground.bridges


def _grown(ground: Ground, site: Hex, number: int, lots: Lots) -> set[Hex]:
    """Hexes at and beside the routes by the site, the nearest first, every other one of those on a route."""
    streets, scale = ground.on_route(), ground.recipe.scale
    near = [
        hex_
        for hex_ in ground
        if distance(hex_, site) <= _REACH * scale
        and _free(ground, hex_)
        and (hex_ in streets or any(other in streets for other in ground.beside(hex_)))
    ]
    drawn = {hex_: distance(hex_, site) + 1.6 * scale * lots.share() + (hex_ in streets) for hex_ in near}
    return set(sorted(near, key=lambda h: (drawn[h], h))[:number])


def _put_building(ground: Ground, hex_: Hex, lots: Lots) -> None:
    recipe = ground.recipe.villages
    kind = lots.weighed(sorted(recipe.of.items()))
    ground.terrain[hex_] = kind
    ground.stories[hex_] = 2 if kind in _TALL and lots.hits(recipe.tall) else 1


def grow_cover(ground: Ground, cover: Cover, lots: Lots) -> None:
    """Patches of a terrain, each grown from one hex; nothing grows in water or, but for the lightest, on routes."""
    hexes = [hex_ for hex_ in ground if _grows(ground, cover, hex_)]
    for _ in range(ground.few(cover.number, lots)):
        if not hexes:
            return
        size = lots.between(cover.size.lowest, cover.size.highest)
        patch, edge = set[Hex](), [lots.one_of(hexes)]
        while edge and len(patch) < size:
            hex_ = edge.pop(lots.below(len(edge)))
            if hex_ in patch or ground.terrain[hex_] != ground.recipe.ground:
                continue
            patch.add(hex_)
            edge += [other for other in ground.beside(hex_) if other not in patch and _grows(ground, cover, other)]
        for hex_ in sorted(patch):
            inner = cover.core and all(other in patch for other in ground.beside(hex_))
            ground.terrain[hex_] = cover.core if inner else cover.terrain


def _grows(ground: Ground, cover: Cover, hex_: Hex) -> bool:
    if not _free(ground, hex_):
        return False
    if cover.high and (ground.level[hex_] > 0) != (cover.high > 0):
        return False
    return not cover.beside or any(other in ground.wet for other in ground.beside(hex_))


def hedge(ground: Ground, fields: Fields, lots: Lots) -> None:
    """Hedgerow hexsides between fields, with a gap wherever a route leads through (na:1.2)."""
    middles = [hex_ for hex_ in ground if lots.below(fields.size) == 0] or [next(iter(ground))]
    owner = {hex_: min(middles, key=lambda m: (distance(hex_, m), m)) for hex_ in ground}
    through = {frozenset(pair) for _, trail in ground.routes for pair in pairwise(trail)}
    hedged: dict[tuple[Hex, Hex], bool] = {}
    for hex_ in ground:
        for direction in range(3):
            other = hex_.neighbour(direction)
            if other not in ground or owner[hex_] == owner[other] or frozenset((hex_, other)) in through:
                continue
            pair = min(owner[hex_], owner[other]), max(owner[hex_], owner[other])
            hedged.setdefault(pair, lots.hits(fields.hedged))
            if hedged[pair] and _open(ground, hex_) and _open(ground, other):
                ground.mark(hex_, direction, "hedgerow")


def _open(ground: Ground, hex_: Hex) -> bool:
    """Where fields are: no woods, no water."""
    return hex_ not in ground.wet and not ground.terrain[hex_].endswith(("woods", "grove"))
