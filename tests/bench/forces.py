"""A scenario with half its units, or twice as many: made of what the shipped one states, here alone.

Units that belong together (a gun and its tractor, riders and their vehicle) stay or go together. What stands for
half are every second of them in each formation; what is added is a twin of each, set up by its player as the other is.
Those that stand on the map from the start have none, so that no hex holds more than its scenario would put there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

from attrs import evolve

from core.system import RuleSystem
from tests.bench.games import system

#: The sizes of a scenario: how many times its units.
SIZES = (0.5, 1.0, 2.0)
#: Fields of a unit that name another.
_LINKS = ("transporter", "riding", "part_of")


#: A scenario so many times as large, at least, stands for one twice as large.
_LARGE = 1.7


@cache
def sized(scenario: str, size: float) -> RuleSystem[Any] | None:
    """The rules of a scenario with half, all or twice its units; None if too few of them can have a twin, or
    they stand in units under command, as those of Panzer War."""
    rules: Any = system(scenario)
    if size == 1:
        return rules
    if rules.id == "panzerwar":
        return None
    units = tuple(rules.on.units)
    made = tuple(_halved(units)) if size < 1 else (*units, *_twins(units))
    if size > 1 and len(made) < _LARGE * len(units):
        return None
    changes: dict[str, Any] = {"units": made}
    if getattr(rules.on, "works", ()):
        there = {unit.id for unit in made}
        works = (evolve(w, holders=tuple(u for u in w.holders if u in there)) for w in rules.on.works)
        changes["works"] = tuple(works)
    return evolve(rules, on=evolve(rules.on, **changes))  # type: ignore[no-any-return]


def unlinked(units: tuple[Any, ...]) -> list[Any]:
    """The units that belong to no other and are set up by their player."""
    alone = [group[0] for group in _linked(units) if len(group) == 1]
    return [unit for unit in alone if unit.hex is None and unit.entry is None]


def _linked(units: tuple[Any, ...]) -> list[list[Any]]:
    """The units in groups that belong together, in the order of the scenario."""
    by_id = {unit.id: unit for unit in units}
    leader = {id_: id_ for id_ in by_id}

    def top(id_: str) -> str:
        while leader[id_] != id_:
            id_ = leader[id_]
        return id_

    for unit in units:
        for name in _LINKS:
            other = getattr(unit, name, None)
            if other in by_id:
                first, second = sorted((top(unit.id), top(other)), key=list(by_id).index)
                leader[second] = first
    groups: dict[str, list[Any]] = {}
    for unit in units:
        groups.setdefault(top(unit.id), []).append(unit)
    return list(groups.values())


def _halved(units: tuple[Any, ...]) -> Iterator[Any]:
    """Every second group of each formation, the first one always."""
    numbers: dict[Any, Iterator[int]] = {}
    kept: set[str] = set()
    for group in _linked(units):
        first = group[0]
        formation = first.side, getattr(first, "formation", None) or first.group
        if next(numbers.setdefault(formation, count())) % 2 == 0:
            kept.update(unit.id for unit in group)
    return (unit for unit in units if unit.id in kept)


def _twins(units: tuple[Any, ...]) -> Iterator[Any]:
    free = [group for group in _linked(units) if all(getattr(unit, "hex", None) is None for unit in group)]
    names = {unit.id: type(unit.id)(f"{unit.id}-twin") for group in free for unit in group}
    for unit in units:
        if unit.id in names:
            links = {name: names[getattr(unit, name)] for name in _LINKS if getattr(unit, name, None) in names}
            yield evolve(unit, id=names[unit.id], **links)
