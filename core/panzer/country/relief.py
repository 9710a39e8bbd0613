"""Hills with Slopes, and the courses of water between them (na:4.5.1.1.2b, na:4.1.4.1.1)."""

from __future__ import annotations

from core.hexes import NE, NW, Hex, N, distance
from core.lots import Lots
from core.panzer.country.ground import Ground
from core.panzer.country.recipe import Watercourse

#: Of the way of water: what a level costs that it would have to cut through, and the nearness of other water.
_CUT, _CROWDED = 6.0, 12.0


def raise_hills(ground: Ground, lots: Lots) -> None:
    """Hills of ridges with sides that fall by one level a hex at most."""
    recipe = ground.recipe.hills
    hexes = list(ground)
    wanted: dict[Hex, float] = dict.fromkeys(hexes, 0.0)
    ridges = []
    for _ in range(ground.few(recipe.number, lots)):
        ridge = _ridge(ground, lots)
        top, width = (
            lots.between(recipe.level.lowest, recipe.level.highest),
            lots.between(recipe.width.lowest, recipe.width.highest),
        )
        crest = lots.hits(recipe.crests)
        ridges.append((ridge, crest))
        for hex_ in hexes:
            off = min(distance(hex_, one) for one in ridge)
            wanted[hex_] = max(wanted[hex_], top + 0.9 - off / width)
    for hex_ in hexes:
        rough = wanted[hex_] + lots.share() * 0.5 - 0.25
        ground.level[hex_] = max(0, int(rough)) if rough >= 1 else 0
    settle(ground)
    for ridge, crest in ridges:
        if crest:
            _lay_crest(ground, ridge)


def _ridge(ground: Ground, lots: Lots) -> list[Hex]:
    """Hexes one after the other that bend now and then."""
    length = lots.between(ground.recipe.hills.length.lowest, ground.recipe.hills.length.highest)
    at, direction = Hex(lots.between(1, ground.columns), lots.between(1, ground.rows)), lots.below(6)
    ridge = [at]
    while len(ridge) < length:
        direction = (direction + lots.one_of((0, 0, 1, -1))) % 6
        at = at.neighbour(direction)
        ridge.append(at)
    return ridge


def settle(ground: Ground) -> None:
    """Lower what rises by more than a level from one hex to the next, and level what stands out by itself."""
    todo = sorted(ground, key=lambda h: ground.level[h])
    while todo:
        lowered: list[Hex] = []
        for hex_ in todo:
            lowest = min((ground.level[other] for other in ground.beside(hex_)), default=0)
            if ground.level[hex_] > lowest + 1:
                ground.level[hex_] = lowest + 1
                lowered += ground.beside(hex_)
        todo = lowered
    for hex_ in ground:
        around = [ground.level[other] for other in ground.beside(hex_)]
        if around and ground.level[hex_] not in around:
            ground.level[hex_] = min(around) if ground.level[hex_] < min(around) else max(around)


def _lay_crest(ground: Ground, ridge: list[Hex]) -> None:
    """Crest hexsides along the upper edge of a ridge's northern side, where it is the top of its hill."""
    top = max((ground.level.get(hex_, 0) for hex_ in ridge), default=0)
    for hex_ in ridge:
        if top < 2 or ground.level.get(hex_) != top:
            continue
        for direction in (N, NE, NW):
            if ground.level.get(hex_.neighbour(direction), top) < top:
                ground.mark(hex_, direction, "crest")


def run_water(ground: Ground, course: Watercourse, lots: Lots) -> None:
    """Water from one edge of the map to another, by low ground; what it cuts through is lowered to its banks."""
    for _ in range(lots.between(course.number.lowest, course.number.highest)):
        along = lots.hits(65)
        trail = _way(ground, lots, along=along)
        for hex_ in trail:
            if hex_ not in ground.wet:
                ground.terrain[hex_] = course.terrain
            ground.level[hex_] = 0
            ground.wet.add(hex_)
            for other in ground.beside(hex_):
                ground.level[other] = min(ground.level[other], 1)
                if course.banks and other not in ground.wet and lots.hits(45):
                    ground.terrain[other] = course.banks
    settle(ground)


def _way(ground: Ground, lots: Lots, *, along: bool) -> list[Hex]:
    """From the west edge to the east (along), or from the north to the south; it winds, and keeps off other water."""
    across = ground.rows if along else ground.columns
    first, last = (lots.between(across // 4 + 1, across - across // 4) for _ in range(2))
    start = Hex(1, first) if along else Hex(first, 1)
    goal = Hex(ground.columns, last) if along else Hex(last, ground.rows)
    bends = {hex_: 1 + 2.5 * lots.share() for hex_ in ground}

    def cost(_: Hex, other: Hex) -> float:
        crowded = _CROWDED if other in ground.wet or any(n in ground.wet for n in ground.beside(other)) else 0.0
        return bends[other] + _CUT * ground.level[other] + crowded

    return ground.shortest([start], {goal}, cost)
