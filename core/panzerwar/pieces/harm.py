"""What has befallen a vehicle or a gun (pw:9.5 to pw:9.15)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike


class Damage(Enum):
    """A damage state, as markers show it to all (pw:9.13)."""

    LEFT_TRACK = "left track"
    RIGHT_TRACK = "right track"
    MOBILITY = "mobility"
    GUN = "gun"
    SPONSON_GUN = "sponson gun"
    SECOND_GUN = "gun of the secondary turret"
    COMMANDER = "tank commander"
    HULL_GUNNER = "hull gunner"
    FIRE = "on fire"
    CARRIAGE = "carriage"


TRACKS = frozenset({Damage.LEFT_TRACK, Damage.RIGHT_TRACK})


@frozen(kw_only=True, eq=False, repr=False)
class Harm(Alike):
    """damage: what is damaged; new: what of it came in this fire segment, for which the crew has yet to test
    (pw:9.14, pw:9.14.5); stunned: it is (pw:9.15.2), stunned_in: the fire segment of this turn in which it was, 0 =
    before (pw:9.15.3); struck: it was hit by any shell this turn (pw:9.15.7), hit_in: the last fire segment of it in
    which it was hit (pw:7.1.4); shelled: the last turn in which it was under HE area fire (pw:10.3.5); blinded: it can
    neither sight nor fire through this turn (pw:11.4.3).

    crazed: the last turn in which its crew is battle-crazed, berserk: it must ram (pw:9.14.4, pw:14.0).
    worn: points of damage to a bunker or structure (pw:15.7.3); pierced: fire has gone through the walls of a bunker
    (pw:12.9.2.2). engine: the engine of a vehicle is knocked out
    (pw:6.16.3.5).
    """

    damage: frozenset[Damage] = frozenset()
    new: frozenset[Damage] = frozenset()
    stunned: bool = False
    stunned_in: int = 0
    struck: bool = False
    hit_in: int = 0
    shelled: int = 0
    blinded: int = 0
    crazed: int = 0
    berserk: bool = False
    worn: int = 0
    pierced: bool = False
    engine: bool = False

    @property
    def immobile(self) -> bool:
        """Whether it cannot move: mobility or any track (pw:9.7, pw:9.8)."""
        return Damage.MOBILITY in self.damage or bool(TRACKS & self.damage)

    def blind(self, turn: int) -> bool:
        """Whether it can neither sight nor fire in a turn; before the first nothing has blinded it (pw:11.4.3)."""
        return self.blinded >= turn > 0

    @property
    def mobility(self) -> bool:
        """Whether it has lost its mobility: by itself, or both tracks (pw:9.7.1)."""
        return Damage.MOBILITY in self.damage or self.damage >= TRACKS
