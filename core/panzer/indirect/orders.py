"""Orders of indirect fire: plotting it, calling it, and what becomes of missions (na:6.5.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.missions import Aim, FireType
from core.secrecy import ALL, OWNER


@order("register-point", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class RegisterPoint(Order):
    """Plot a Pre-Registered Point for one or more batteries (na:6.5.1.4)."""

    hex: Hex
    batteries: tuple[UnitId, ...]


@order("plan-mission", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class PlanMission(Order):
    """Plot a planned mission: the turn of arrival, and the aim of each turn from then on (na:6.5.1.11.1)."""

    battery: UnitId
    turn: int
    turns: tuple[Aim, ...]


@order("remove-plot", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class RemovePlot(Order):
    """Take back what one has plotted: the id of a plan, or the hex of a point."""

    plot: str


@order("call-fire", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class CallFire(Order):
    """Call fire of one or more units onto the hex of a spotted unit (na:6.5.1.7)."""

    observer: UnitId
    sources: tuple[UnitId, ...]
    aim: Aim


@order("continue-mission", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ContinueMission(Order):
    """Let a called mission go on as it is, perhaps with another type (na:6.5.1.8.1)."""

    mission: int
    type: FireType = FireType.GP


@order("adjust-mission", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AdjustMission(Order):
    """Shift a called mission, or change its SHEAF or type, perhaps with further units (na:6.5.1.8.2)."""

    mission: int
    aim: Aim
    added: tuple[UnitId, ...] = ()


@order("check-mission", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class CheckMission(Order):
    """Cancel a called mission (na:6.5.1.9)."""

    mission: int


@order("announce-plan", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AnnouncePlan(Order):
    """Let a planned mission arrive, or fire on as plotted (na:6.5.1.11.2)."""

    plan: str


@order("redirect-fire", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class RedirectFire(Order):
    """Place the enemy's Danger Close fire on one of his own units (na:6.5.1.12a).

    direction: in which its SHEAF lies there, where it may be turned (min:16.6.1.3); None = as it was called.
    """

    unit: UnitId
    direction: int | None = None
