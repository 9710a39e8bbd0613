"""Charts of direct fire: to-hit, fire segments, additional hits, turrets, arcs, killpower (pw:8.0 to pw:8.17.4)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from core.alike import Alike
from core.panzerwar.pieces.cards import Rotation
from core.panzerwar.pieces.charts.rows import Modifiers, counted
from core.panzerwar.pieces.travel import Motion

#: Rates of fire under this fire once a turn at most (pw:8.0.5).
FAST = 4


@frozen(eq=False, repr=False)
class Canister(Alike):
    """Which weapon has canister (pw:8.9.6).

    vehicles: ids of the cards that carry it without being granted it by a scenario; told: all of them in words.
    """

    weapon: str
    vehicles: tuple[str, ...]
    told: str
    killpower: int
    range: int
    source: str


@frozen(eq=False, repr=False)
class Tilt(Alike):
    """A line of the Tilted firing position (pw:8.15.2): degrees, base to-hit numbers, what is added."""

    angle_from: int
    angle_to: int
    base_from: int
    base_to: int
    modifier: int


@frozen(eq=False, repr=False)
class Jam(Alike):
    """Who jams by the second die of a to-hit roll of 1 (pw:8.14.7).

    nations: whose weapons; () is all. but: whose do not. small_turret: auto-cannon of 20 mm or more with one crewman
    and self-loading weapons in a turret of two or fewer. limited: only with limited ammunition.
    """

    second_die: int
    result: int
    nations: tuple[str, ...]
    but: tuple[str, ...]
    small_turret: bool
    limited: bool
    told: str


@frozen(eq=False, repr=False)
class CrewLoss(Alike):
    """What a turret crew that is one man short is worth (pw:9.10.1 to pw:9.10.3). up: halves of its ROF round up."""

    crew: int
    to_hit: int
    up: bool
    fires: bool

    def rate(self, rof: int) -> int:
        """What is left of a rate of fire."""
        return 0 if not self.fires else (rof + 1) // 2 if self.up else rof // 2


@frozen(eq=False, repr=False)
class FireCharts(Alike):
    """The charts of direct fire."""

    #: Direct Fire To-Hit Modifiers Table (pw:8.4.1).
    to_hit: Modifiers
    #: Killpower Adjustment Factors (pw:12.4.2).
    killpower: Modifiers
    #: Fire Segment Allocation Table, of old targets, by motion and whether the ROF is 4 or more (pw:8.0.4).
    segments: Mapping[tuple[Motion, bool], tuple[str, ...]]
    #: The same for targets at first sight (pw:8.8.8).
    first_sight_segments: Mapping[tuple[Motion, bool], tuple[str, ...]]
    #: Multiple Fire Table: firings by least and greatest ROF and motion (pw:8.10).
    multiple_fire: tuple[tuple[int, int, Mapping[Motion, int]], ...]
    #: Additional Hit Table: by ROF and to-hit number what is needed for two hits, three hits ... (pw:8.11).
    hits: Mapping[int, Mapping[int, tuple[int, ...]]]
    #: Degrees beyond which a turret of each class has penalty 1, 2, 3 (pw:6.16.2).
    rotation: Mapping[Rotation, tuple[int, ...]]
    #: Half angles of covered arcs in degrees, by observer (pw:7.2.1 to pw:7.2.4).
    covered_arcs: Mapping[str, float]
    #: Half angles of fire zones in degrees, by weapon (pw:8.1.2 to pw:8.1.6).
    fire_zones: Mapping[str, float]
    #: First sight distances in GSU, by firer (pw:8.8.2 to pw:8.8.6).
    first_sight: Mapping[str, int]
    #: Dead zone in GSU for each step of hull down: by class of vehicle, back slopes of 1-3 and of 4-6 degrees; None is
    #: not allowed (pw:9.19.1).
    dead_zones: Mapping[str, tuple[int, int | None]]
    tilts: tuple[Tilt, ...] = ()
    jams: tuple[Jam, ...] = ()
    crew_losses: Mapping[int, CrewLoss] = field(factory=dict)
    canister: Mapping[str, Canister] = field(factory=dict)

    def fire_segments(
        self, rof: int, motion: Motion, *, first_sight: bool = False, towed: bool = False
    ) -> tuple[str, ...]:
        """The segments in which an element may fire, such as ("E1", "E3"), before delays (pw:8.0.4, pw:8.8.8).

        towed: a towed gun or rocket launcher, which fires only if it has not moved (pw:8.5.1).
        """
        if motion in (Motion.BONUS, Motion.BURST) or (towed and motion is not Motion.STATIONARY):
            return ()
        table = self.first_sight_segments if first_sight else self.segments
        return table[motion, rof >= FAST]

    def firings(self, rof: int, motion: Motion) -> int:
        """How many firings an element has in a turn (pw:8.10)."""
        return next((by[motion] for least, most, by in self.multiple_fire if least <= rof <= most), 0)

    def additional_hits(self, rof: int, to_hit: int) -> tuple[int, ...]:
        """The rolls needed for two hits, three hits ... at a final to-hit number (pw:8.11); under 1 is read as 1."""
        return self.hits.get(rof, {}).get(max(1, to_hit), ())

    def hits_of(self, rof: int, to_hit: int, roll: int) -> int:
        """How many hits a roll is, overs counted (pw:8.11.1, pw:8.11.2); 0 is a miss."""
        return 0 if roll < to_hit else 1 + sum(roll >= needed for needed in self.additional_hits(rof, to_hit))

    def turret_penalty(self, rotation: Rotation, degrees: float) -> int:
        """To-hit penalty and delay in fire segments of a turret that turns by so much (pw:6.16.2)."""
        return counted(self.rotation[rotation], degrees)

    def tilt(self, degrees: float, base_to_hit: int) -> int:
        """What a side slope under the firer adds to a base to-hit number (pw:8.15.2)."""
        angle = int(degrees + 0.5)
        lines = (one for one in self.tilts if one.angle_from <= angle <= one.angle_to)
        return next((one.modifier for one in lines if one.base_from <= base_to_hit <= one.base_to), 0)

    def dead_zone(self, kind: str, hull_down: int, *, steep: bool = False, steps: int = 1) -> int | None:
        """Length of a dead zone in GSU; None where a hull-down position is not allowed (pw:9.19.1, pw:9.19.2).

        kind: "western open", "western closed", "other" or "hull gun"; steep: a back slope of 4 to 6 degrees; steps: of
        25 mm that the target lies below.
        """
        each = self.dead_zones[kind][steep]
        return None if each is None else each * hull_down * steps
