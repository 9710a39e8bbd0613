"""The tables of morale, from ``tables/morale.toml`` (or:7.1)."""

from __future__ import annotations

from typing import Final

from content.panzer.tables.tables import table
from core.panzer.pieces.edition import HEX
from core.panzer.pieces.morale import Morale, MoraleTables

#: The rows of the Break Point Table by the nations of scenarios; the second names the year from which it counts.
_NATIONS: Final = {
    "Soviet": (("Soviet", 0),),
    "German": (("Germany", 0),),
    "American": (("USA", 0),),
    "British": (("UK", 0),),
    "French": (("France", 0), ("France 1944+", 1944)),
    "Italian": (("Italy", 0),),
}


def morale_tables(edition: str = HEX.id) -> MoraleTables:
    """All of them, as the rules of an edition use them."""
    points = table("numeric-cohesion-point")
    ends = {row[0]: (_upper(row[1]), _upper(row[2])) for row in table("break-point").rows}
    recovery = table("break-recovery").column(edition)
    low = str(recovery["base"]).startswith("01-")
    return MoraleTables(
        points={Morale(row[0]): tuple(float(value) for value in row[2:]) for row in points.rows},
        break_point={
            nation: tuple((since, *ends[name]) for name, since in names) for nation, names in _NATIONS.items()
        },
        modifiers={name: int(value) for name, value in table("break-point-modifiers").column(edition).items()},
        recovery={name: int(value) for name, value in recovery.items() if name != "base"},
        recovers=int(str(recovery["base"]).split("-")[1 if low else 0]),
        recovers_low=low,
        lowest=tuple((_lower(row[1]), Morale(row[0])) for row in points.rows),
        nations={nation: _years(names[0][0]) for nation, names in _NATIONS.items()},
        by_grade=dict(table("cohesion-modifiers").rows),
    )


def _years(nation: str) -> dict[int, int]:
    """The modifiers of a nation by year, as far as it has any."""
    years = table("cohesion-point")
    row = next(row for row in years.rows if row[0] == nation)
    cells = zip(years.columns[1:], row[1:], strict=True)
    return {int(year): cell for year, cell in cells if isinstance(cell, int)}


def _lower(text: str) -> int:
    """The lower end of a range of net results: 86 of "86-90", 91 of "91+"; what is "or less" has none."""
    return -1000 if "less" in text else int(text.rstrip("+").split("-")[0])


def _upper(text: str) -> int:
    """The upper end of a range of a d100."""
    return int(text.split("-")[1])
