"""What a unit is worth: the points of its card, adjusted by grade, function and morale (min:22.2, min:23.2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import frozen

from core.alike import Alike
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import AircraftCard, AttachedWeapon, BatteryCard, LegCard, LegStep, UnitCard
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import Label


@frozen(eq=False, repr=False)
class PointFactors(Alike):
    """By what base points are multiplied: grade (min:23.2.3a), function (min:23.2.3b), morale (min:23.2.3c).

    attached: for a battery that is attached to a formation (min:23.2.3b).
    """

    grades: Mapping[Grade, Fraction]
    labels: Mapping[Label, Fraction]
    morale: Mapping[Morale, Fraction]
    attached: Fraction


@frozen(eq=False, repr=False)
class Worth(Alike):
    """Points for the elimination of a unit, and of leg units: for reduction, then for the half-squad (min:22.2.2)."""

    whole: int
    reduced: int = 0
    half: int = 0


@frozen(eq=False, repr=False)
class ChartValues(Alike):
    """A line of a Unit Summary Chart: base value, and what damage and a Track hit score (min:22.2.1, min:22.2.5)."""

    base: int
    damaged: int = 0
    tracked: int = 0


def worth(
    factors: PointFactors,
    card: UnitCard,
    grade: Grade = Grade.SEASONED,
    labels: Iterable[Label] = (),
    attached: Iterable[AttachedWeapon] = (),
    size: LegStep | None = None,
    *,
    attached_battery: bool = False,
    morale: Morale | None = None,
) -> Worth | None:
    """What a unit is worth; None if its card has no points.

    All factors multiply and the product is rounded down once. Unarmed units are worth what their card says, batteries
    are adjusted only for being attached to a formation, aircraft only for grade (min:22.2.4, min:22.2.5, min:23.2.3).
    Attached weapons count with the unit, and are lost with the last of it (min:22.2.2). morale: that of its formation;
    None where the Morale option is not played, and for single units.
    """
    factor = _factor(factors, card, grade, labels, attached_battery, morale)
    weapons = sum(weapon.points or 0 for weapon in attached)
    if isinstance(card, LegCard):
        at = size or card.largest
        points = _points(card, at)
        if points is None:
            return None
        half = _points(card, LegStep.HALF_SQUAD) if at is LegStep.SQUAD else None
        return Worth(
            int((points + weapons) * factor),
            int(points * factor / 2) if half is not None else 0,
            int((half + weapons) * factor) if half is not None else 0,
        )
    return Worth(int((card.points + weapons) * factor)) if card.points is not None else None


def adjusted(
    factors: PointFactors,
    values: ChartValues,
    card: UnitCard,
    grade: Grade = Grade.SEASONED,
    labels: Iterable[Label] = (),
    morale: Morale | None = None,
) -> ChartValues:
    """The values of a vehicle (min:22.2.1) or an aircraft (min:22.2.5), each adjusted and rounded down.

    A vehicle that is damaged and tracked scores both, never more than the base value.
    """
    factor = _factor(factors, card, grade, labels, attached_battery=False, morale=morale)
    return ChartValues(int(values.base * factor), int(values.damaged * factor), int(values.tracked * factor))


def chart_values(card: UnitCard) -> ChartValues:
    """What a chart that does not print a unit would say: about half for damage, a quarter for a Track hit (min:22.2.1).

    Halves are rounded up, as nearly all printed lines are. Only vehicles and aircraft have more than one value
    (min:22.2.3 to min:22.2.5). KeyError if the card has no points.
    """
    if card.points is None:
        raise KeyError(f"{card.id} has no points")
    if isinstance(card, AircraftCard):
        return ChartValues(card.points, _rounded(card.points, 2))
    if card.moves_as in ("T", "H", "W"):
        return ChartValues(card.points, _rounded(card.points, 2), _rounded(card.points, 4))
    return ChartValues(card.points)


def _rounded(points: int, by: int) -> int:
    return (2 * points + by) // (2 * by)


def _points(card: LegCard, size: LegStep) -> int | None:
    found = card.sizes.get(size)
    points = found.points if found is not None else None
    return card.points if points is None and size is card.largest else points


def _factor(
    factors: PointFactors,
    card: UnitCard,
    grade: Grade,
    labels: Iterable[Label],
    attached_battery: bool,
    morale: Morale | None,
) -> Fraction:
    if isinstance(card, BatteryCard):
        return factors.attached if attached_battery else Fraction(1)
    if isinstance(card, AircraftCard):
        return factors.grades[grade]
    if not card.armed:
        return Fraction(1)
    factor = factors.grades[grade] * (factors.morale[morale] if morale is not None else 1)
    for label in labels:
        factor *= factors.labels[label]
    return factor
