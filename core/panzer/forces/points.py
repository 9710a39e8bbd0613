"""What a unit is worth: the points of its card, adjusted by grade and labels (min:23.2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from attrs import frozen

from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import AircraftCard, AttachedWeapon, BatteryCard, LegCard, LegStep, UnitCard
from core.panzer.pieces.scenario import Label

_GRADES: Final[Mapping[Grade, Fraction]] = {  # min:23.2.3a
    Grade.ELITE: Fraction(3, 2),
    Grade.VETERAN: Fraction(6, 5),
    Grade.SEASONED: Fraction(1),
    Grade.REGULARS: Fraction(4, 5),
    Grade.GREEN: Fraction(1, 2),
}
_LABELS: Final[Mapping[Label, Fraction]] = {  # min:23.2.3b
    Label.COMMAND: Fraction(3, 2),
    Label.FO: Fraction(2),
    Label.RECON: Fraction(3, 2),
    Label.ENGINEER: Fraction(5, 4),
}
#: What a battery that is attached to a formation costs more (min:23.2.3b).
_ATTACHED: Final = Fraction(3, 2)


@frozen
class Worth:
    """Points for the elimination of a unit, and of leg units: for reduction, then for the half-squad (min:22.2.2)."""

    whole: int
    reduced: int = 0
    half: int = 0


def worth(
    card: UnitCard,
    grade: Grade = Grade.SEASONED,
    labels: Iterable[Label] = (),
    attached: Iterable[AttachedWeapon] = (),
    size: LegStep | None = None,
    *,
    attached_battery: bool = False,
) -> Worth | None:
    """What a unit is worth; None if its card has no points.

    All factors multiply and the product is rounded down once. Unarmed units are worth what their card says, batteries
    are adjusted only for being attached to a formation, aircraft only for grade (min:23.2.3). Attached weapons count
    with the unit, and are lost with the last of it (min:22.2.2).
    """
    factor = _factor(card, grade, labels, attached_battery)
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


def _points(card: LegCard, size: LegStep) -> int | None:
    found = card.sizes.get(size)
    points = found.points if found is not None else None
    return card.points if points is None and size is card.largest else points


def _factor(card: UnitCard, grade: Grade, labels: Iterable[Label], attached_battery: bool) -> Fraction:
    if isinstance(card, BatteryCard):
        return _ATTACHED if attached_battery else Fraction(1)
    if isinstance(card, AircraftCard):
        return _GRADES[grade]
    if not card.armed:
        return Fraction(1)
    factor = _GRADES[grade]
    for label in labels:
        factor *= _LABELS[label]
    return factor
