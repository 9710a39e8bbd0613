"""Weapons and their shells, as the Weapons Data Chart has them (pw:8.3, pw:8.9, pw:12.12).

Ranges and lengths in GSU, penetration in cm, masses in kg, velocities in m/s.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike

#: Year and month from which something is there; month 0 where only the year is said (pw:DN.dates).
Month = tuple[int, int]

#: Range of a list that ends nowhere.
ANY_RANGE: Final = 99999


class ShellType(Enum):
    """Types of shell by the names of the chart (pw:8.9.1 to pw:8.9.6, pw:11.2)."""

    AP = "AP"
    APHE = "APHE"
    APCR = "APCR"
    APDS = "APDS"
    HVAP = "HVAP"
    HEAT = "HEAT"
    HE = "HE"
    CANISTER = "CANISTER"
    SMOKE = "SMOKE"
    STAR = "STAR"


#: Solid and filled shot, which share a to-hit chart and a Variable Penetration Table (pw:8.9.1, pw:8.9.2, pw:9.4.1).
FULL_CALIBRE: Final = frozenset((ShellType.AP, ShellType.APHE))
#: Tungsten cores (pw:8.9.3).
SUB_CALIBRE: Final = frozenset((ShellType.APCR, ShellType.APDS, ShellType.HVAP))


class Smoke(Enum):
    """What makes the smoke of a shell (pw:11.2, pw:11.3)."""

    SLOW_CBE = "slow CBE"
    FAST_CBE = "fast CBE"
    WP = "WP"


@frozen(eq=False, repr=False)
class Shell(Alike):
    """One row group of a weapon's block (pw:8.3).

    destruction, stun: its D and S numbers; None where it damages no vehicle. killpower: against soft targets
    (pw:8.9.5), of what kills by range the most; killpowers: by the range up to which each holds, of auto-cannon
    (pw:12.7). penetrations: (cm, up to range) in the order of the list, falling; none without any. to_hit: by sight,
    the ranges up to which base to-hit 1, 2, 3 ... holds. to_hit_from: "AP" or "HEAT", whose chart it uses instead
    (pw:8.13.1); "none": it needs no roll (pw:8.9.6). rounds: how many there are, where it is scarce; None without
    limit (pw:8.11.5). maximum: beyond it there is no fire; None without limit. area_only: never fired directly.
    sight_names: what the chart prints beside the range rows. printed_penetrations, printed_to_hit: how many first
    cells are the book's own.
    """

    type: ShellType
    name: str
    mass: float
    velocity: int
    date: Month
    destruction: int | None = None
    stun: int | None = None
    killpower: int | None = None
    killpowers: tuple[tuple[int, int], ...] = ()
    penetrations: tuple[tuple[float, int], ...] = ()
    to_hit: Mapping[str, tuple[int, ...]] = field(factory=dict)
    to_hit_from: str = ""
    rounds: int | None = None
    maximum: int | None = None
    area_only: bool = False
    smoke: Smoke | None = None
    sight_names: Mapping[str, str] = field(factory=dict)
    printed_penetrations: int = 0
    printed_to_hit: int = 0
    note: str = ""

    def penetration(self, range_: float) -> float:
        """Normal penetration at a range in GSU: the value whose band contains it (pw:9.4); 0 beyond the list."""
        return next((value for value, up_to in self.penetrations if range_ <= up_to), 0.0)

    @property
    def told_power(self) -> str:
        """Its killpower in words; of what kills by range the most and the least."""
        return f"{self.killpower} to {self.killpowers[-1][0]}" if self.killpowers else f"{self.killpower}"

    def power(self, range_: float) -> int | None:
        """Killpower at a range in GSU; None of shot, and beyond the last column of auto-cannon (pw:8.9.5, pw:12.7)."""
        if not self.killpowers:
            return self.killpower
        return next((value for value, up_to in self.killpowers if range_ <= up_to), None)

    def reaches(self, range_: float) -> bool:
        """Whether its own lists go as far as a range in GSU."""
        return self.maximum is None or range_ <= self.maximum


#: What lights the ground by night; guns, howitzers and mortars of some size have it, as many as they like (pw:7.8.3).
STAR_SHELL: Final = Shell(ShellType.STAR, "star shell", 0.0, 0, (1939, 0), to_hit_from="none", area_only=True)


@frozen(eq=False, repr=False)
class Weapon(Alike):
    """One block of the Weapons Data Chart (pw:8.3).

    kind: "gun", "howitzer", "mortar", "rockets", "auto-cannon" or "infantry", which a squad or team carries (pw:12.12).
    calibre: in mm; length: of the barrel in calibres, 0 where nothing is said (pw:9.2.2). sights: the one-sigma error
    of ranging by sight ("tank", "assault gun", "gun", "shoulder"), which is what the sights are known by. indirect:
    least and greatest range of indirect fire; None without any (pw:10.6). limit: how many a squad has; None
    without limit. rockets: of one launcher, in a salvo (pw:10.3).
    """

    id: str
    name: str
    nation: str
    kind: str
    calibre: float
    shells: tuple[Shell, ...]
    sights: Mapping[str, float] = field(factory=dict)
    length: float = 0.0
    indirect: tuple[int, int] | None = None
    limit: int | None = None
    rockets: int = 0
    source: str = "reconstructed"
    note: str = ""

    @property
    def infantry(self) -> bool:
        """Whether a squad or team carries it."""
        return self.kind == "infantry"

    def of(self, *types: ShellType) -> tuple[Shell, ...]:
        """Its shells of these types, in the order of the block."""
        return tuple(shell for shell in self.shells if shell.type in types)

    def as_high_explosive(self, shell: Shell) -> Shell:
        """The shell by whose lists one is aimed and kills men: of phosphorus that of HE (pw:11.4.3)."""
        if shell.smoke is not Smoke.WP:
            return shell
        return next((one for one in self.of(ShellType.HE) if not one.area_only), shell)

    def to_hit_list(self, shell: Shell, sight: str) -> tuple[int, ...]:
        """The ranges of base to-hit 1, 2, 3 ... of a shell by a sight; none if it is not fired so (pw:8.13.1)."""
        if shell.to_hit_from == "HEAT":
            others: tuple[Shell, ...] = self.of(ShellType.HEAT)
        elif shell.to_hit_from == "AP":
            others = self.of(*FULL_CALIBRE)
        else:
            others = (shell,)
        return next((one.to_hit[sight] for one in others if sight in one.to_hit), ())

    def base_to_hit(self, shell: Shell, range_: float, sight: str) -> int | None:
        """The base to-hit number of a shell at a range in GSU by a sight; None beyond its chart (pw:8.4.1).

        What HE has over 450 and over 900 is not in it (pw:8.13.2).
        """
        if not shell.reaches(range_):
            return None
        ranges = self.to_hit_list(shell, sight)
        return next((number for number, up_to in enumerate(ranges, 1) if range_ <= up_to), None)


@frozen(eq=False, repr=False)
class MachineGun(Alike):
    """A row of the machine guns and auto-cannon (pw:12.7, pw:12.8.1).

    kind: "LMG", "MMG", "HMG", "vehicle" or "auto-cannon"; vehicle guns count as MMG. contact: killpower at contact.
    killpowers: by the range up to which a column holds. targets: how many elements one burst may fire at (pw:12.8.2,
    pw:12.8.3). penetrations: (cm, up to range) against light armour, at destruction 10 and the stun number `stun`.
    """

    id: str
    nation: str
    kind: str
    contact: int
    killpowers: tuple[tuple[int, int], ...]
    targets: int
    penetrations: tuple[tuple[float, int], ...] = ()
    destruction: int = 10
    stun: int = 15
    source: str = "reconstructed"

    @property
    def name(self) -> str:
        """What it is called, which is its id."""
        return self.id

    @property
    def maximum(self) -> int:
        """The range in GSU beyond which it has no effect."""
        return self.killpowers[-1][1] if self.killpowers else 0

    def killpower(self, range_: float) -> int | None:
        """Killpower at a range in GSU; None beyond its last column (pw:12.4.2)."""
        return next((value for value, up_to in self.killpowers if range_ <= up_to), None)

    def penetration(self, range_: float) -> float:
        """What it pierces at a range in GSU, in cm; 0 beyond."""
        return next((value for value, up_to in self.penetrations if range_ <= up_to), 0.0)


@frozen(eq=False, repr=False)
class InfantryWeapon(Alike):
    """A row of the Generic Infantry Weapons that is no gun: flame, charges, bottles (pw:12.12, pw:12.11.5).

    kind: "flame" or "CAT", which is used in close assault alone. base_to_hit: the number that it needs up to its
    range, for vehicle flamethrowers (pw:12.12.3); None without a roll. touching: its killpower at contact. uses: in a
    game; with_trailer: with a flame trailer (pw:12.12.5); None without limit. told: the uses as the chart says them.
    destruction, stun: None where the results of close assault say what becomes of a vehicle.
    """

    id: str
    kind: str
    maximum: int
    killpower: int
    touching: int
    penetration: float = 0.0
    base_to_hit: int | None = None
    destruction: int | None = None
    stun: int | None = None
    uses: int | None = None
    with_trailer: int | None = None
    told: str = ""
    source: str = "reconstructed"

    @property
    def name(self) -> str:
        """What it is called, which is its id."""
        return self.id
