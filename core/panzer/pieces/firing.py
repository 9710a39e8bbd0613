"""A shot, a second one in Dual Fire, and a question in the middle of one (na:4.4.1, na:5.14)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId

#: What a GP shot is fired with; all other ammunition is AP (na:6.5.4).
GP: Final = "GP"
#: What a GP shot is fired with that is announced as Pinning Fire (or:7.18).
PINNING: Final = "GP-PIN"


class DualFire(Enum):
    """Where a Dual Fire weapon fires, seen from the target of its unit's main weapon (na:5.14b)."""

    SAME = "same"
    DIFFERENT = "different"


@frozen(eq=False, repr=False)
class Shot(Alike):
    """One announced shot: who, at whom, with which of the shooter's weapons (its index in `armament`).

    ammo: the row that it fires: "AP", "APCR", "HVAP", "HEAT", "GP" (na:6.5.2, na:6.5.4) or "GP-PIN" (or:7.18);
    dual: the Dual Fire modifier that it has, known once all fire of its unit is announced (na:5.14b).
    """

    shooter: UnitId
    target: UnitId
    weapon: int = 0
    ammo: str = "AP"
    dual: DualFire | None = None

    @property
    def gp(self) -> bool:
        """Whether it is Direct GP Fire, Pinning Fire or not."""
        return self.ammo in (GP, PINNING)


class QuestionKind(Enum):
    """What the owner of a target may be asked in the middle of the enemy's fire."""

    SHOW_COMMAND = "show-command"  # na:4.4.3.2.2b
    ASPECT = "aspect"  # na:4.4.3.2.4
    HIT_ANGLE = "hit-angle"  # na:6.5.2.2
    SPREAD_HITS = "spread-hits"  # na:6.5.2.1c, asked of the shooter's owner
    PRIMARY = "primary-attacker"  # na:6.6.1.2.3c, asked of the attacker
    DANGER_CLOSE = "danger-close"  # na:6.5.1.12a, asked of the enemy of who called the fire


@frozen(eq=False, repr=False)
class Question(Alike):
    """A decision that a side must make before play goes on."""

    kind: QuestionKind
    side: SideId
    unit: UnitId
    shot: Shot
