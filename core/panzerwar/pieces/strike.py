"""One hit on a vehicle or a gun, and what came of it (pw:9.0, pw:9.22)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike
from core.dice import Roll
from core.event import UnitId
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.weapons import ShellType
from core.tally import Reason


class Aspect(Enum):
    """A side of the box that a vehicle is (pw:9.1)."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"
    TOP = "top"
    BOTTOM = "bottom"


class Aim(Enum):
    """How a shot is aimed (pw:9.20.2)."""

    NORMAL = "normal"
    HIGH = "high"
    LOW = "low"


class Part(Enum):
    """What a shell struck."""

    TRACK = "track"
    HULL = "hull"
    SUPERSTRUCTURE = "superstructure"
    TURRET = "turret"
    SECOND_TURRET = "secondary turret"
    CUPOLA = "cupola"
    BARREL = "gun barrel"
    SPONSON_BARREL = "barrel of the sponson gun"
    SECOND_BARREL = "barrel of the secondary turret"
    TOP_TURRET = "turret top"
    TOP_DECK = "top deck"
    BELLY = "bottom"
    BODY = "body"
    BESIDE = "ground beside it"


class Crew(Enum):
    """What the crew of a damaged vehicle does (pw:9.14.2, pw:9.14.4)."""

    STAYS = "stays"
    BAILS_OUT = "bails out"
    CRAZED = "battle-crazed"
    BERSERK = "berserk"


class Blaze(Enum):
    """What becomes of a burning vehicle at the end of a turn (pw:9.6.1)."""

    BURNS = "burns on"
    OUT = "is put out"
    EXPLODES = "explodes"


#: The parts of which a penetration destroys a gun and no more (pw:9.9.3).
BARRELS = {
    Part.BARREL: Damage.GUN,
    Part.SPONSON_BARREL: Damage.SPONSON_GUN,
    Part.SECOND_BARREL: Damage.SECOND_GUN,
}


@frozen(kw_only=True, eq=False, repr=False)
class Strike(Alike):
    """One hit by one shell, before it is known where.

    name: of the shell, for reports; penetration: normal penetration at its range, in cm (pw:9.4); destruction, stun: D
    and S, None where it does no such harm; killpower: against men, None of solid shot.
    direct: aimed or direct area fire, False of shells that come down from above and of mines; range: in GSU; bearing:
    of the firer from what is hit, in degrees from north, None where it has none; higher: how many mm the firer stands
    above it; length: of the gun barrel in calibres, 0 where there is none (pw:9.2.2); aim: pw:9.20.
    rifle: it is an anti-tank rifle (pw:DN.atr); special: a shell rated SE (pw:DN.underlined).
    """

    name: str
    shell: ShellType
    penetration: float
    destruction: int | None
    stun: int | None
    killpower: int | None = None
    direct: bool = True
    range: float = 0.0
    bearing: float | None = None
    higher: float = 0.0
    length: float = 0.0
    aim: Aim = Aim.NORMAL
    rifle: bool = False
    special: bool = False

    @property
    def explosive(self) -> bool:
        """Whether it is an HE shell, which deflection and bolts concern otherwise (pw:9.2.4, pw:DN.bolted)."""
        return self.shell in (ShellType.HE, ShellType.SMOKE, ShellType.CANISTER)

    @property
    def heat(self) -> bool:
        """Whether it is a hollow charge (pw:8.9.4)."""
        return self.shell is ShellType.HEAT


@frozen(eq=False, repr=False)
class Trial(Alike):
    """One thing that dice decided.

    what: it was rolled for; rolled: the result, over or under included; needed: the number that it needed, None where
    the die only chooses; came: what came of it, in words; rule; why: what makes the number needed.
    """

    what: str
    rolled: int
    needed: int | None
    came: str
    rule: str
    why: tuple[Reason, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Effect(Alike):
    """What one hit did to a vehicle.

    location: 1 to 11 by the chart, 0 where it has no number; part, aspect, zone: what was struck, and from where;
    penetration: adjusted, in cm, None where none was rolled; armour: what it had to defeat, in cm, None = practically
    infinite or none; gear: whether the running gear was pierced, pierced: whether the vehicle was.
    damage: what is damaged that was not; destroyed: it is out of the game; stunned: it is now; passengers: whom it
    carried that are killed with it or by it.
    engine: its engine was knocked out (pw:6.16.3.5). trials: what was rolled for, in order; rolls: the dice.
    """

    part: Part
    location: int = 0
    aspect: Aspect | None = None
    zone: str = ""
    penetration: float | None = None
    armour: float | None = None
    gear: bool = False
    pierced: bool = False
    damage: frozenset[Damage] = frozenset()
    destroyed: bool = False
    stunned: bool = False
    passengers: tuple[UnitId, ...] = ()
    engine: bool = False
    trials: tuple[Trial, ...] = ()
    rolls: tuple[Roll, ...] = ()

    @property
    def harmless(self) -> bool:
        """Whether nothing came of it."""
        return not (self.damage or self.destroyed or self.stunned or self.passengers)


@frozen(kw_only=True, eq=False, repr=False)
class GunEffect(Alike):
    """What one hit did to a towed gun (pw:9.22.4).

    location: of the Location Damage on Towed Artillery; shield: whether it struck the shield, pierced: whether it got
    through, or past it; destroyed: the gun is; carriage: it can be towed no more; stunned: it is now; crew: the
    killpower at which its crew is attacked, before the adjustments of infantry (pw:12.4.2), None = it is not.
    """

    location: str
    shield: bool = False
    penetration: float | None = None
    armour: float | None = None
    pierced: bool = True
    destroyed: bool = False
    carriage: bool = False
    stunned: bool = False
    crew: int | None = None
    trials: tuple[Trial, ...] = ()
    rolls: tuple[Roll, ...] = ()
