"""What indirect fire brings about (na:6.5.1, na:6.6.6)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.missions import Aim, FireType, Firing, Plan
from core.secrecy import ALL, OWNER, TO_OTHERS, Without


class Response(Enum):
    """What a response roll came to (na:6.5.1.12, na:6.5.1.12a, or:7.26)."""

    RESPONDS = "responds"
    SCATTERS = "responds and scatters"
    FAILS = "no response"
    DANGER_CLOSE = "danger close"


class EndedBy(Enum):
    """Why a mission is over: checked by its player (na:6.5.1.9), by itself (na:6.5.1.9a), or otherwise."""

    CHECKED = "checked"
    AUTOMATIC = "checked automatically"
    NO_RESPONSE = "no response"
    NOT_MAINTAINED = "not maintained"
    PLAN_OVER = "plan over"


@event("point-registered", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PointRegistered(Event):
    """A side plotted a Pre-Registered Point, in secret (na:6.5.1.4)."""

    side: SideId
    hex: Hex
    batteries: tuple[UnitId, ...]


@event("mission-plotted", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class MissionPlotted(Event):
    """A side plotted a planned mission, in secret (na:6.5.1.11.1)."""

    side: SideId
    plan: Plan


@event("plot-removed", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PlotRemoved(Event):
    """A side took a plot back: the id of a plan, or the hex of a point."""

    side: SideId
    plot: str


@event("indirect-opened", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class IndirectOpened(Event):
    """What happens by itself at the beginning of a player's Indirect Fire Step is done (na:6.5.1.9a)."""

    side: SideId


@event("fire-called", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireCalled(Event):
    """An observer called fire; number: of the mission's ARTILLERY IMPACT counter (na:6.5.1.7).

    reconnaissance: whether it is by fire, onto a hex in which the observer spots nobody (or:7.37).
    """

    side: SideId
    number: int
    observer: UnitId
    sources: tuple[UnitId, ...]
    aim: Aim
    reconnaissance: bool = False


@event("mission-continued", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MissionContinued(Event):
    """A called mission goes on without a response roll (na:6.5.1.8.1); sources: those who still can."""

    side: SideId
    number: int
    type: FireType
    sources: tuple[UnitId, ...]


@event("mission-adjusted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MissionAdjusted(Event):
    """A called mission was adjusted; all its units have to respond anew (na:6.5.1.8.2).

    sources: those who fired in it and still can; added: further ones.
    """

    side: SideId
    number: int
    aim: Aim
    sources: tuple[UnitId, ...]
    added: tuple[UnitId, ...] = ()


@event("plan-announced", known=Without(plan=""), reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class PlanAnnounced(Event):
    """A planned mission arrives, or fires on; aim: of this turn, the rest of the plot stays secret (na:6.5.1.11.2)."""

    side: SideId
    plan: str
    battery: UnitId
    number: int
    aim: Aim


@event("plan-lapsed", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class PlanLapsed(Event):
    """A planned mission can no longer arrive: its battery was checked in the last turn in which it might have."""

    side: SideId
    plan: str


@event("response-rolled", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class ResponseRolled(Event):
    """A called unit rolled for its Fire Response (na:6.5.1.12).

    row, attachment: of the table; factor: Fire Response Factor; total: the modified roll.
    """

    side: SideId
    number: int
    observer: UnitId
    source: UnitId
    row: str
    attachment: str
    factor: int
    total: int
    result: Response


@event("fire-redirected", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireRedirected(Event):
    """Danger Close: the fire of a unit was moved onto a unit of its own side, as a mission of its own (na:6.5.1.12a).

    number: of the mission called; to: of the new one; direction: in which its SHEAF lies, None = as it was called.
    """

    side: SideId
    number: int
    source: UnitId
    unit: UnitId
    hex: Hex
    to: int
    direction: int | None = None


@event("fire-scattered", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireScattered(Event):
    """The fire of a called unit falls beside its Target Point (or:7.26).

    number: of the mission called; to: of the one in which the unit fires, the same if it is alone in it; aimed: the
    Target Point; hex: the Impact Point, so many hexes (far) away; lost: it lies off the map, so that nothing falls.
    """

    side: SideId
    number: int
    source: UnitId
    aimed: Hex
    hex: Hex
    far: int
    lost: bool
    to: int


@event("mission-fired", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MissionFired(Event):
    """A unit fired in a mission (na:6.5.1.5a); placed: not if it had run short of smoke or illumination (na:5.16.2.3).

    hexes: of the board that its SHEAF covers; open_sheaf: whether it counts as Open; off_map: a battery (na:5.3).
    """

    side: SideId
    number: int
    source: UnitId
    aim: Aim
    firing: Firing
    hexes: tuple[Hex, ...]
    placed: bool = True
    open_sheaf: bool = False
    off_map: bool = False


@event("mission-ended", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MissionEnded(Event):
    """A mission is over, its ARTILLERY IMPACT counter removed, for a reason in words (na:6.5.1.9, na:6.5.1.9a)."""

    side: SideId
    number: int
    by: EndedBy
    reason: str
    rule: str


@event("source-released", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class SourceReleased(Event):
    """A unit left its called mission: a battery for the planned one that must arrive now (na:6.5.1.11.1), or one that
    was lost to other fire of the call before it could fire (na:6.5.1.13a)."""

    side: SideId
    number: int
    source: UnitId


@event("barrage-entered", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class BarrageEntered(Event):
    """A unit moved inside a SHEAF and is attacked by one of its units at once (na:6.6.6)."""

    unit: UnitId
    side: SideId
    number: int
    source: UnitId
    hex: Hex
