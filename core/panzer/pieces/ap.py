"""The aspect of a target and the hits scored on it (na:4.4.3.2, na:6.5.2)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import UnitId
from core.panzer.pieces.advanced_tables import HitAngle
from core.secrecy import ALL, OWN_UNITS, keeps_secrets, known

_ALL: Final = known(ALL)


class Aspect(Enum):
    """Which armor a shot meets (na:4.4.3.2.4)."""

    FRONT = "Front"
    REAR = "Rear"


@keeps_secrets
@frozen(eq=False, repr=False)
class ScoredHits(Alike):
    """The hits of an AP shot that has been rolled for, until they are located (na:6.5.2.1b, na:6.5.2.1c).

    ammo: the row that it was really fired with; short: failed ammo limit checks (na:5.16.2.2); hit_number: of the
    original target; hits: the target of each hit; spread: whether the shooter has assigned them; asked: other
    targets whose owners have shown their commands or declined to (na:4.4.3.2.2b); angles: chosen by the owners of
    targets that are hit exactly between two Hit Angles (na:6.5.2.2).
    """

    ammo: str = field(metadata=_ALL)
    short: int = field(metadata=_ALL)
    hit_number: int = field(metadata=_ALL)
    hits: tuple[UnitId, ...] = field(metadata=_ALL)
    spread: bool = field(default=False, metadata=_ALL)
    asked: tuple[UnitId, ...] = field(default=(), metadata=known(OWN_UNITS))
    angles: tuple[tuple[UnitId, HitAngle], ...] = field(default=(), metadata=_ALL)

    def angle(self, target: UnitId) -> HitAngle | None:
        """The Hit Angle that the owner of a target chose."""
        return next((angle for unit, angle in self.angles if unit == target), None)
