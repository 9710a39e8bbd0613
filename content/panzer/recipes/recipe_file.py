"""What ``recipes/<id>.toml`` may state."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

#: A number from the lowest to the highest, drawn for each board.
Range = tuple[int, int]


@frozen(eq=False, repr=False)
class HillsLine:
    """Hills; see `core.panzer.country.recipe.Hills`."""

    number: Range = (3, 5)
    level: Range = (2, 3)
    length: Range = (2, 7)
    width: Range = (1, 2)
    crests: int = 0


@frozen(eq=False, repr=False)
class WaterLine:
    """A watercourse; see `core.panzer.country.recipe.Watercourse`."""

    terrain: str
    number: Range = (1, 1)
    fords: int = 8
    crossing: str = "ford"
    banks: str = ""


@frozen(eq=False, repr=False)
class CoverLine:
    """Patches of a terrain; see `core.panzer.country.recipe.Cover`. on: hills, low ground or banks; empty anywhere."""

    terrain: str
    number: Range
    size: Range
    core: str = ""
    on: str = ""


@frozen(eq=False, repr=False)
class VillagesLine:
    """Villages; see `core.panzer.country.recipe.Villages`."""

    number: Range
    buildings: Range
    of: Mapping[str, int]
    tall: int = 25
    farms: Range = (0, 0)


@frozen(eq=False, repr=False)
class RoadsLine:
    """Routes; see `core.panzer.country.recipe.Roads`."""

    through: str = "road"
    side: str = "path"
    lost: Range = (0, 1)


@frozen(eq=False, repr=False)
class FieldsLine:
    """Fields with Hedgerows; see `core.panzer.country.recipe.Fields`."""

    size: int
    hedged: int


@frozen(eq=False, repr=False)
class RecipeFile:
    """A recipe, and the theatre whose country it is. place: what scenarios call it; first, last: the months in which
    there was fighting; nations: whose; desert_buildings: flat roofs."""

    id: str
    name: str
    place: str
    first: str
    last: str
    nations: tuple[str, ...]
    villages: VillagesLine
    source: str = "judged"
    note: str = ""
    ground: str = "clear"
    desert_buildings: bool = False
    hills: HillsLine = HillsLine()
    water: tuple[WaterLine, ...] = ()
    cover: tuple[CoverLine, ...] = ()
    roads: RoadsLine = RoadsLine()
    fields: FieldsLine | None = None
    names: tuple[str, ...] = field(factory=tuple)
    hill_names: tuple[str, ...] = field(factory=tuple)
