"""Fire and close assaults that are declared for a segment, and what an element may fire (pw:8.0, pw:8.17,
pw:12.11.4.2)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.panzerwar.pieces.strike import Aim
from core.plane import Point


class ArmKind(Enum):
    """What kind of weapon an element fires, and from where."""

    GUN = "gun"
    SECOND = "second gun"
    SPONSON = "sponson gun"
    COAX = "co-axial machine gun"
    HULL = "hull machine gun"
    ROOF = "roof machine gun"
    REAR = "rear machine gun"
    MACHINE_GUN = "machine gun"
    SMALL = "small arms"
    TUBE = "anti-tank weapon"
    FLAME = "flamethrower"


#: The arms that are guns, with a to-hit roll and a rate of fire of the vehicle's (pw:8.0.3).
GUNS = frozenset({ArmKind.GUN, ArmKind.SECOND, ArmKind.SPONSON})
#: Machine guns of vehicles (pw:8.5.4).
VEHICLE_GUNS = frozenset({ArmKind.COAX, ArmKind.HULL, ArmKind.ROOF, ArmKind.REAR})


@frozen(eq=False, repr=False)
class Arm(Alike):
    """A weapon of an element. id: its name among the element's arms, such as "gun" or "coax"; weapon: id of its card;
    sight, rof: of a gun; number: of several alike."""

    id: str
    kind: ArmKind
    weapon: str
    sight: str = ""
    rof: int = 0


class Fires(Enum):
    """What a declared fire is: aimed at an element (pw:8.4), suppressive at an area (pw:8.12), smoke (pw:11.1), smoke
    of turret dischargers (pw:11.8) or of grenades (pw:11.1.3)."""

    AIMED = "aimed"
    SUPPRESSIVE = "suppressive"
    SMOKE = "smoke"
    DISCHARGE = "dischargers"
    GRENADE = "grenades"


@frozen(kw_only=True, eq=False, repr=False)
class Shot(Alike):
    """A fire that is declared. arm: of the element; target: at whom, the primary one of a group (pw:8.6.1); others: of
    the group, in the order in which further hits go to them (pw:8.11.3), or further elements under a machine gun's
    circle (pw:12.8.1); shell: its name, "" of none; aim: high or low (pw:9.20); at: the point of an area; puffs:
    of dischargers (pw:11.8.1)."""

    side: SideId
    element: UnitId
    arm: str
    fires: Fires = Fires.AIMED
    target: UnitId | None = None
    others: tuple[UnitId, ...] = ()
    shell: str = ""
    aim: Aim = Aim.NORMAL
    at: Point | None = None
    puffs: int = 1


@frozen(eq=False, repr=False)
class Declared(Alike):
    """A squad that assaults a target at close quarters, with a special weapon or "" without; its side
    (pw:12.11.4.2)."""

    side: SideId
    element: UnitId
    target: UnitId
    weapon: str = ""
