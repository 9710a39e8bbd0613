"""Recipes of terrain and the theatres they belong to, from ``recipes/<id>.toml`` (min:23.1.6)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import Proof
from content.panzer.recipes.recipe_file import CoverLine, Range, RecipeFile
from content.panzer.tables.tables import terrain_effects, terrain_looks
from core.panzer.country.recipe import Cover, Few, Fields, Hills, Recipe, Roads, Villages, Watercourse
from core.panzer.forces.periods import Period

_SOURCES: Final = ("rulebook", "derived", "judged")
_ON: Final = {"": (0, False), "hills": (1, False), "low": (-1, False), "banks": (0, True)}
#: The most of anything on the usual board: more would leave no ground.
_MOST: Final = 60


@frozen
class Theatre:
    """A theatre of war: its country, the months in which there was fighting, and whose forces met there."""

    recipe: Recipe
    place: str
    first: str
    last: str
    nations: tuple[str, ...]
    desert_buildings: bool = False

    @property
    def id(self) -> str:
        """That of its recipe."""
        return self.recipe.id

    def was_fought(self, date: str) -> bool:
        """Whether there was fighting on a date."""
        return self.first <= date[: len(self.first)] and date[: len(self.last)] <= self.last


def theatre_ids() -> tuple[str, ...]:
    """The ids of all theatres."""
    return folders.ids("panzer", "recipes")


@kept
def theatre(theatre_id: str) -> Theatre:
    """The theatre with this id. ContentError, with the ids most like it or with every mistake of its file."""
    data = folders.stated("panzer", "recipes", theatre_id, RecipeFile)
    proof = Proof(folders.label(folders.path_of("panzer", "recipes", theatre_id)))
    _prove(data, proof)
    proof.done()
    return Theatre(_recipe(data), data.place, data.first, data.last, data.nations, data.desert_buildings)


def _recipe(data: RecipeFile) -> Recipe:
    hills, villages = data.hills, data.villages
    return Recipe(
        id=data.id,
        name=data.name,
        ground=data.ground,
        hills=Hills(Few(*hills.number), Few(*hills.level), Few(*hills.length), Few(*hills.width), hills.crests),
        water=tuple(Watercourse(w.terrain, Few(*w.number), w.fords, w.crossing, w.banks) for w in data.water),
        cover=tuple(map(_cover, data.cover)),
        villages=Villages(
            Few(*villages.number), Few(*villages.buildings), villages.of, villages.tall, Few(*villages.farms)
        ),
        roads=Roads(data.roads.through, data.roads.side, Few(*data.roads.lost)),
        fields=Fields(data.fields.size, data.fields.hedged) if data.fields else None,
        names=data.names,
        hill_names=data.hill_names,
    )


def _cover(line: CoverLine) -> Cover:
    high, beside = _ON[line.on]
    return Cover(line.terrain, Few(*line.number), Few(*line.size), line.core, high, beside)


# -- proving ---------------------------------------------------------------------------------------


def _prove(data: RecipeFile, proof: Proof) -> None:
    proof.among("source", data.source, _SOURCES, "the source")
    for key, date in (("first", data.first), ("last", data.last)):
        try:
            Period.of(date)
        except ValueError:
            proof.mistake(key, repr(date), "a month such as 1943-07")
    if data.last < data.first:
        proof.mistake("last", repr(data.last), f"a month that is not before {data.first}")
    if len(data.nations) < 2:
        proof.mistake("nations", repr(list(data.nations)), "two nations or more")
    _prove_terrain(data, proof)
    _prove_numbers(data, proof)


def _prove_terrain(data: RecipeFile, proof: Proof) -> None:
    looks = terrain_looks()
    buildings = [id_ for id_ in looks if id_.endswith("-building")]
    routes = [effect.id for effect in terrain_effects().values() if effect.kind == "overlay"]
    named = [("ground", data.ground)]
    for at, water in enumerate(data.water, 1):
        named += [(f"water[{at}].terrain", water.terrain), (f"water[{at}].crossing", water.crossing)]
        named += [(f"water[{at}].banks", water.banks)] if water.banks else []
    for at, cover in enumerate(data.cover, 1):
        named += [(f"cover[{at}].terrain", cover.terrain)]
        named += [(f"cover[{at}].core", cover.core)] if cover.core else []
        proof.among(f"cover[{at}].on", cover.on, _ON, "where it is")
    for key, terrain in named:
        proof.among(key, terrain, looks, "the terrain")
    for building in data.villages.of:
        proof.among("villages.of", building, buildings, "the building")
    if sum(data.villages.of.values()) < 1 or min(data.villages.of.values(), default=0) < 0:
        proof.mistake("villages.of", repr(dict(data.villages.of)), "buildings with weights of 1 and more")
    for key, route in (("roads.through", data.roads.through), ("roads.side", data.roads.side)):
        proof.among(key, route, routes, "the route")


def _prove_numbers(data: RecipeFile, proof: Proof) -> None:
    ranges: list[tuple[str, Range, int]] = [
        ("hills.number", data.hills.number, 0),
        ("hills.level", data.hills.level, 1),
        ("hills.length", data.hills.length, 1),
        ("hills.width", data.hills.width, 1),
        ("villages.number", data.villages.number, 1),
        ("villages.buildings", data.villages.buildings, 1),
        ("villages.farms", data.villages.farms, 0),
        ("roads.lost", data.roads.lost, 0),
        *((f"water[{at}].number", water.number, 0) for at, water in enumerate(data.water, 1)),
        *((f"cover[{at}].number", cover.number, 0) for at, cover in enumerate(data.cover, 1)),
        *((f"cover[{at}].size", cover.size, 1) for at, cover in enumerate(data.cover, 1)),
    ]
    for key, (lowest, highest), least in ranges:
        if not least <= lowest <= highest <= _MOST:
            proof.mistake(key, f"{lowest} to {highest}", f"two numbers from {least} to {_MOST}, the lower first")
    percents = [("hills.crests", data.hills.crests), ("villages.tall", data.villages.tall)]
    if data.fields:
        percents.append(("fields.hedged", data.fields.hedged))
        if data.fields.size < 2:
            proof.mistake("fields.size", str(data.fields.size), "2 hexes or more")
    for key, percent in percents:
        if not 0 <= percent <= 100:
            proof.mistake(key, str(percent), "0 to 100")
