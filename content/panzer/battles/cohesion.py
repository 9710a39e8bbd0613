"""The morale of a force: Cohesion Points of its formations, rolled for before it is paid for (min:20.1.1.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from content.panzer.battles.wishes import SideWish, Wishes
from content.panzer.tables.morale_tables import morale_tables
from core.lots import Lots
from core.panzer.forces.organization import Formation, Members
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.edition import MINIATURES
from core.panzer.pieces.morale import Morale


def rule_of(wishes: Wishes) -> str:
    """Which rule of the edition determines Cohesion Points."""
    return "min:20.1.1.1.1" if wishes.edition is MINIATURES else "or:7.1.1.1"


def with_morale(formation: Formation, wish: SideWish, wishes: Wishes, lots: Lots) -> Formation:
    """A formation with the Cohesion Point level of it and of each below it: a d100, its nation in the year, its grade.

    (or:7.1.1.1, min:20.1.1.1.1) Platoons have that of the formation that they belong to.
    """
    return _with(formation, wish, wishes, lots, None)


def _with(formation: Formation, wish: SideWish, wishes: Wishes, lots: Lots, above: Morale | None) -> Formation:
    own = above is None or formation.level is not None
    level = _rolled(wish.nation, wish.grade, wishes, lots) if own else above
    parts = tuple(_with(part, wish, wishes, lots.of(part.name), level) for part in formation.parts)
    return evolve(formation, parts=parts, morale=level)


def _rolled(nation: str, grade: Grade, wishes: Wishes, lots: Lots) -> Morale:
    tables = morale_tables(wishes.edition.id)
    year = int(wishes.date[:4])
    return tables.level(lots.between(1, 100) + tables.of_nation(nation, year) + tables.by_grade[grade.value])


def cohesion_point(formation: Formation) -> int:
    """The Numeric Cohesion Point of a formation by its combat units, platoons and all; 0 without any (min:20.1.1.1.1).

    Batteries off the map and aircraft do not count (or:7.1.1.2).
    """
    fighting = sum(
        one.count
        for one in _own(formation)
        if one.card.combat_unit and not isinstance(one.card, AircraftCard | BatteryCard)
    )
    if formation.morale is None or not fighting:
        return 0
    return morale_tables().cohesion_point(formation.morale, fighting)


def _own(formation: Formation) -> Iterator[Members]:
    """The units that answer to the headquarters of a formation."""
    yield from formation.members
    for part in formation.parts:
        if part.level is None:
            yield from _own(part)
