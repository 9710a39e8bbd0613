"""Recipes of terrain: how much of what lies on a board that is made for a battle of one's own (min:23.1.6)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

#: Metres of a hex, and hexes, for which the numbers of a recipe are stated; other boards have as many more or fewer.
METRES = 100
USUAL = 1000


@frozen
class Few:
    """A number from lowest to highest, drawn for each board, of things on `USUAL` hexes."""

    lowest: int
    highest: int

    def times(self, number: int) -> Few:
        """So many times as many."""
        return Few(self.lowest * number, self.highest * number)


@frozen
class Hills:
    """Hills (na:1.2). number: how many; level: the height of one; length, width: hexes of its ridge, and from one level
    to the next; crests: percent of the ridges with Crest hexsides."""

    number: Few = Few(3, 5)
    level: Few = Few(2, 3)
    length: Few = Few(2, 7)
    width: Few = Few(2, 3)
    crests: int = 0


@frozen
class Watercourse:
    """A stream, river or wadi. terrain: what it is; number: how many, whatever the size of the board; fords: hexes
    from one crossing to the next, 0 = none but those of roads; crossing: what a crossing off the roads is."""

    terrain: str
    number: Few
    fords: int = 8
    crossing: str = "ford"
    banks: str = ""


@frozen
class Cover:
    """Patches of one terrain. number: how many; size: hexes of one; core: what its middle is, where that is other;
    high: whether it lies on hills (1), off them (-1) or anywhere (0); beside: the watercourse that it follows."""

    terrain: str
    number: Few
    size: Few
    core: str = ""
    high: int = 0
    beside: bool = False


@frozen
class Villages:
    """Villages. number: how many; buildings: hexes of one; of: the buildings by weight; tall: percent of those of brick
    and stone with a second story; farms: single buildings off the villages."""

    number: Few
    buildings: Few
    of: Mapping[str, int]
    tall: int = 25
    farms: Few = Few(0, 0)


@frozen
class Roads:
    """Routes. through: of the kind that runs from edge to edge; side: of those that join what lies off it; lost: how
    many more of these lead from edge to edge."""

    through: str = "road"
    side: str = "path"
    lost: Few = Few(0, 1)


@frozen
class Fields:
    """Fields with Hedgerow hexsides about them. size: hexes of one; hedged: percent of their edges."""

    size: int
    hedged: int


@frozen(kw_only=True)
class Recipe:
    """A kind of country. hill_names, names: what its hills and villages are called; ground: where nothing else is;
    scale: hexes to 100 m along a line, for which all lengths and areas in it are."""

    id: str
    name: str
    ground: str = "clear"
    hills: Hills = Hills()
    water: tuple[Watercourse, ...] = ()
    cover: tuple[Cover, ...] = ()
    villages: Villages
    roads: Roads = Roads()
    fields: Fields | None = None
    names: tuple[str, ...] = field(factory=tuple)
    hill_names: tuple[str, ...] = field(factory=tuple)
    scale: int = 1

    @property
    def usual(self) -> int:
        """Hexes of the usual board: so many more where they are smaller."""
        return USUAL * self.scale**2


def on_hexes(recipe: Recipe, metres: int) -> Recipe:
    """A recipe for hexes of so many metres: the same country, its lengths and areas in more hexes (min:INTRO.c).

    Heights stay, and so does the number of a village's buildings, each a hex for itself in either edition, as the
    printed scenarios have them (min:23.3.4, min:23.3.5). ValueError if 100 m are not so many hexes.
    """
    scale, rest = divmod(METRES, metres)
    if rest:
        raise ValueError(f"hexes of {metres} m: {METRES} m are no whole number of them")
    area = scale**2
    hills = recipe.hills
    return evolve(
        recipe,
        scale=scale,
        hills=evolve(hills, length=hills.length.times(scale), width=hills.width.times(scale)),
        water=tuple(evolve(course, fords=course.fords * scale) for course in recipe.water),
        cover=tuple(evolve(cover, size=cover.size.times(area)) for cover in recipe.cover),
        fields=evolve(recipe.fields, size=recipe.fields.size * area) if recipe.fields else None,
    )
