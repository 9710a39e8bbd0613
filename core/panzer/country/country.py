"""A whole board by a recipe, from a seed: the same recipe, size and seed make the same board for ever (min:23.1.6)."""

from __future__ import annotations

from collections.abc import Iterator

from core.board import Board, Place
from core.hexes import Hex
from core.lots import Lots
from core.panzer.country.ground import Ground
from core.panzer.country.recipe import METRES, Recipe, on_hexes
from core.panzer.country.relief import raise_hills, run_water
from core.panzer.country.routes import cross_water, junctions, lay_roads
from core.panzer.country.settling import build, grow_cover, hedge, village_sites

#: The smallest board of hexes of 100 m with room for a road, a village and two forces; the largest of any hexes, as
#: wide as columns have letters.
LEAST, MOST = (12, 12), (104, 100)
#: Hexes of 100 m of the top of a hill that is called something.
_TOP = 3


def country(
    recipe: Recipe, columns: int, rows: int, seed: str, id_: str = "country", name: str = "", metres: int = METRES
) -> Board:
    """A board of so many columns and rows of hexes of 100 m, or of other hexes. ValueError if it is too small or too
    large."""
    least, most = sizes(metres)
    if not (least[0] <= columns <= most[0] and least[1] <= rows <= most[1]):
        raise ValueError(
            f"a board of {columns} x {rows} hexes: {least[0]} x {least[1]} to {most[0]} x {most[1]} can be made"
        )
    recipe = on_hexes(recipe, metres)
    lots = Lots(f"{recipe.id}/{columns}x{rows}/{seed}")
    ground = Ground(recipe, columns, rows)
    raise_hills(ground, lots.of("hills"))
    for number, course in enumerate(recipe.water):
        run_water(ground, course, lots.of(f"water {number}"))
    sites = village_sites(ground, lots.of("sites"))
    lay_roads(ground, sites, lots.of("roads"))
    for number, course in enumerate(recipe.water):
        cross_water(ground, course, lots.of(f"fords {number}"))
    villages = build(ground, sites, lots.of("villages"))
    for number, cover in enumerate(recipe.cover):
        grow_cover(ground, cover, lots.of(f"cover {number}"))
    if recipe.fields is not None:
        hedge(ground, recipe.fields, lots.of("fields"))
    ground.places = list(_places(ground, villages, lots.of("names")))
    return ground.board(id_, name or recipe.name)


def sizes(metres: int = METRES) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns and rows of the smallest and of the largest board of hexes of so many metres."""
    scale = METRES // metres
    return (LEAST[0] * scale, LEAST[1] * scale), MOST


def _places(ground: Ground, villages: list[tuple[Hex, ...]], lots: Lots) -> Iterator[Place]:
    """What objectives can be: villages, hilltops, bridges, crossroads, fords (na:1.2e, min:23.2.4)."""
    names = lots.shuffled(ground.recipe.names)
    for number, hexes in enumerate(villages, 1):
        if hexes:
            yield Place(f"village-{number}", names[number - 1] if number <= len(names) else f"Village {number}", hexes)
    hills = lots.shuffled(ground.recipe.hill_names)
    for number, hexes in enumerate(_hilltops(ground), 1):
        name = hills[number - 1] if number <= len(hills) else f"Hill {lots.between(102, 268)}.{lots.below(10)}"
        yield Place(f"hill-{number}", name, hexes)
    built = {hex_ for hexes in villages for hex_ in hexes}
    for kind, title, found in (
        ("bridge", "Bridge", sorted(ground.bridges)),
        ("crossroads", "Crossroads", [h for h in junctions(ground) if h not in built and h not in ground.bridges]),
        ("ford", "Ford", sorted(h for h in ground if ground.terrain[h] == "ford" and h not in ground.bridges)),
    ):
        for number, hex_ in enumerate(found, 1):
            yield Place(f"{kind}-{number}", f"{title} {hex_.id}", (hex_,))


def _hilltops(ground: Ground) -> list[tuple[Hex, ...]]:
    """The tops of hills, the highest first: hexes of one level together, nothing higher beside them."""
    seen: set[Hex] = set()
    found = []
    for hex_ in sorted(ground, key=lambda h: (-ground.level[h], h)):
        level = ground.level[hex_]
        if hex_ in seen or level == 0:
            continue
        top, todo = set[Hex](), [hex_]
        while todo:
            one = todo.pop()
            if one not in top and ground.level[one] == level:
                top.add(one)
                todo += ground.beside(one)
        seen |= top
        beaten = any(ground.level[other] > level for one in top for other in ground.beside(one))
        if not beaten and len(top) >= _TOP * ground.recipe.scale:
            middle = sorted(top, key=lambda h: (sum(n in top for n in ground.beside(h)), h), reverse=True)
            found.append(tuple(sorted(middle[:7])))
    return found
