"""What happens when AP fire of the Advanced Game is resolved (na:6.5.2)."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.ap import Aspect
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Collateral
from core.secrecy import ALL


@event("ap-shot-fired", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class ApShotFired(Event):
    """One AP shot was rolled for (na:6.5.2.1).

    ammo: the row announced; fired: the row that it was fired with, since special ammunition may have failed
    (na:5.16.2.2), "" if it misfired (min:16.1.2.3.2);
    short: failed ammo limit checks; range: in hexes; factor: AP Range Factor P to E, "" if the row
    fired does not reach; rate: its rate of fire, N, Q, R or F; net: clamped Net Modifier; hit_number: AP Hit Number,
    0 if no hit is possible; hits: how many.
    """

    side: SideId
    shooter: UnitId
    target: UnitId
    weapon: int
    overwatch: bool
    ammo: str
    fired: str
    short: int
    range: int
    factor: str
    rate: str
    net: int
    hit_number: int
    hits: int
    target_hex: Hex


@event("hits-spread", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HitsSpread(Event):
    """The shooter assigned its hits; the first stays on the original target (na:6.5.2.1c). targets: of each hit."""

    side: SideId
    shooter: UnitId
    targets: tuple[UnitId, ...]


@event("hit-angle-chosen", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HitAngleChosen(Event):
    """The owner of a target chose the Hit Angle of a shot that arrives exactly between two (na:6.5.2.2)."""

    unit: UnitId
    angle: HitAngle


@frozen(kw_only=True, eq=False, repr=False)
class ApHit(Alike):
    """What one hit did (na:6.5.2.2 to na:6.5.2.5).

    roll: of the hit location; angle, inclination: how it arrived; location: TF, TS, TR, HF, HS, HR, DK or TK, with *
    as the table prints it; masked: "Hull Down", "Partial Hull Down" (na:6.5.2.2.3) or "too heavy for the gun" (or:7.21)
    if that made it a miss; penetration, armor: None on tracks and misses; digit: units digit for the damage, 0 where
    none was looked up; burning: how much of it is for a vehicle that burns easily (or:7.11);
    result: "miss", "no effect", "ND", "DM", "KO", "BU" or "TK"; part: "turret" or "hull" of a DM; second_damage:
    whether a DM became a KO; again: whether the tracks had been hit before (na:6.5.2.2.1); adjustment: what two dice
    made of its penetration (or:7.12); lower_hull: the rule by which it struck there, "" = it did not (or:7.13); turret:
    how it arrived at the turret, where that looks elsewhere than the hull (or:7.8.2).
    """

    target: UnitId
    roll: int
    angle: HitAngle
    inclination: Inclination
    location: str
    masked: str = ""
    penetration: int | None = None
    armor: int | None = None
    digit: int = 0
    burning: int = 0
    result: Result = Result.NO_EFFECT
    part: str = ""
    second_damage: bool = False
    again: bool = False
    adjustment: int = 0
    lower_hull: str = ""
    turret: HitAngle | None = None

    @property
    def fatal(self) -> Result | None:
        """KNOCKED_OUT or BREW_UP if it eliminated its target; a second Damage is a KO (na:6.5.2.2.4)."""
        if self.second_damage:
            return Result.KNOCKED_OUT
        return self.result if self.result in (Result.KNOCKED_OUT, Result.BREW_UP) else None


@event("ap-shot-resolved", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class ApShotResolved(Event):
    """The hits of one AP shot were located and took effect (na:6.5.2.2, na:6.5.2.5).

    ammo: the row that it was fired with; hits: in the order in which they were resolved; target_hex: of the original
    target.
    """

    shooter: UnitId
    target: UnitId
    weapon: int
    overwatch: bool
    ammo: str
    hits: tuple[ApHit, ...]
    target_hex: Hex


@event("aspect-chosen", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AspectChosen(Event):
    """The owner of a target chose the armor that a shot between the aspects meets (na:4.4.3.2.4)."""

    unit: UnitId
    aspect: Aspect


@event("ap-fire-resolved", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class ApFireResolved(Event):
    """One AP shot was resolved (na:4.4.3.2).

    range: in hexes; factor: AP Range Factor P to E; net: clamped Net Modifier; hit_number: AP Hit Number, 0 if
    no hit is possible; aspect, penetration, armor: None on a miss; result: "miss", "no effect", "DM", "KO" or
    "BU" as the tables give it; second_damage: whether a DM became a KO (na:4.4.3.2.6a); short: failed ammo limit
    checks (na:5.16.2.1); adjustment: what two dice made of the penetration (or:7.12).
    """

    shooter: UnitId
    target: UnitId
    weapon: int
    overwatch: bool
    range: int
    factor: str
    net: int
    hit_number: int
    aspect: Aspect | None
    penetration: int | None
    armor: int | None
    result: Result
    second_damage: bool = False
    target_hex: Hex
    short: int = 0
    adjustment: int = 0


@event("collateral-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CollateralChecked(Event):
    """A hit that penetrated and did No Damage may have broken something (or:7.23).

    location: without its mark; broken: what, None = nothing, or what was broken already; suppressed: whether the
    vehicle is Suppressed in its place; turret: by how many hexsides a turret is turned that sticks, clockwise from the
    front of the hull.
    """

    unit: UnitId
    location: str
    broken: Collateral | None = None
    suppressed: bool = False
    turret: int | None = None


@event("fuel-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FuelChecked(Event):
    """A vehicle leaks fuel: a Track Hit when it is out, a Brew Up, or nothing in this turn (or:7.23.4)."""

    unit: UnitId
    result: Result
