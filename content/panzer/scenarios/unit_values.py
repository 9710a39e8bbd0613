"""What units of a scenario are worth: as the file states, or as cards and charts say (min:22.2, min:23.2.3)."""

from __future__ import annotations

from collections.abc import Iterable

from content.panzer.charts.charts import values
from content.panzer.tables.battle_tables import point_factors
from core.panzer.forces.points import Worth, adjusted, worth
from core.panzer.pieces.advanced_tables import Attachment, Grade
from core.panzer.pieces.cards import AircraftCard, AttachedWeapon, LegStep, UnitCard, VehicleCard
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import Label, UnitValues


def unit_values(
    card: UnitCard,
    grade: Grade,
    labels: Iterable[Label],
    attached: Iterable[AttachedWeapon],
    size: LegStep | None,
    attachment: Attachment | None,
    stated: int | None,
    morale: Morale | None,
) -> UnitValues | None:
    """All that a unit is worth; stated: the value that the file gives it; None if nothing says it."""
    labels = tuple(labels)
    value = worth(
        point_factors(),
        card,
        grade,
        labels,
        attached,
        size,
        attached_battery=attachment is Attachment.ATTACHED,
        morale=morale,
    )
    if stated is None and value is None:
        return None
    whole = (value.whole if value else 0) if stated is None else stated
    reduced, half = _parts(value, whole)
    damaged, tracked = _harmed(card, grade, labels, whole, morale)
    return UnitValues(whole, reduced, half, damaged, tracked)


def _parts(value: Worth | None, whole: int) -> tuple[int, int]:
    """What the reduction of a squad, then its half-squad is worth (min:22.2.2), in proportion to what the whole is."""
    if value is None or not value.half:
        return 0, 0
    return value.reduced * whole // value.whole, value.half * whole // value.whole


def _harmed(
    card: UnitCard, grade: Grade, labels: Iterable[Label], whole: int, morale: Morale | None
) -> tuple[int, int]:
    """What damage to a vehicle or an aircraft and a Track hit are worth: as its chart says, adjusted, in proportion to
    what the whole is (min:10.4.3.2, min:22.2.1, min:22.2.5).

    In the hex edition too: its book leaves points to the scenarios (na:3.6a), and these are counted by the charts.
    """
    if not isinstance(card, VehicleCard | AircraftCard) or not card.points:
        return 0, 0
    found = adjusted(point_factors(), values(card), card, grade, labels, morale)
    return found.damaged * whole // found.base, found.tracked * whole // found.base
