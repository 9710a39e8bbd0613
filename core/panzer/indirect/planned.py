"""What is plotted before the game: Pre-Registered Points and planned missions (na:6.5.1.4, na:6.5.1.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from core.board import Board
from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.indirect.events import MissionPlotted, PlanAnnounced, PlotRemoved, PointRegistered
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.orders import AnnouncePlan, PlanMission, RegisterPoint, RemovePlot
from core.panzer.indirect.sheafs import allowed, turned
from core.panzer.indirect.sources import rows, types
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.missions import LONGEST, WINDOW, Aim, Plan
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState


def _plotters(state: PanzerState) -> tuple[SideId, ...]:
    """The sides that have something to plot."""
    return tuple(s.id for s in state.scenario.sides if s.registered_points or s.planned_missions)


#: Both sides plot in secret before the game; nobody has to (na:6.5.1.4).
PLOTTING: Final = SecretStep[PanzerState](
    part=_plotters, refusal=Refusal("this side has nothing to plot, or has ended its plotting", "na:6.5.1.4")
)


def batteries(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The off-map batteries of a side: only they are registered and planned for (na:6.5.1.11.1)."""
    return tuple(u.id for u in state.units.values() if u.side == side and off_map(state, u.id) and rows(state, u.id))


def points_left(state: PanzerState, side: SideId) -> int:
    """How many Pre-Registered Points a side may still plot; those that the scenario fixes do not count."""
    fixed = {p.hex for p in state.scenario.points if p.side == side}
    plotted = sum(p.side == side and p.hex not in fixed for p in state.indirect.points)
    return state.scenario.side(side).registered_points - plotted


def plans_left(state: PanzerState, side: SideId) -> int:
    """How many planned missions a side may still plot."""
    fixed = {p.id for p in state.scenario.plans}
    plotted = sum(p.side == side and p.id not in fixed for p in state.indirect.plans)
    return state.scenario.side(side).planned_missions - plotted


def left_words(state: PanzerState, side: SideId) -> str:
    """How many points and missions a side may still plot, of what the scenario grants it."""
    given = state.scenario.side(side)
    points, plans = points_left(state, side), plans_left(state, side)
    told = [f"{points} point{'s' * (points != 1)}"] if given.registered_points else []
    told += [f"{plans} mission{'s' * (plans != 1)}"] if given.planned_missions else []
    return " and ".join(told) or "nothing"


def in_turns(count: int) -> str:
    """A number of turns in words: "1 turn", "2 turns"."""
    return f"{count} turn{'s' * (count != 1)}"


# -- what may be plotted ---------------------------------------------------------------------------


def plot_refusal(board: Board, turns: Sequence[Aim], edition: Edition = HEX) -> Refusal | None:
    """Why aims are no plot; None if they are one: at most 5 turns, shifts of at most 5 hexes
    (10 inches), SHEAFs of their types.

    In the miniatures edition a SHEAF that stays on its Target Point stays as it lies (min:16.5.1.14.1, min:16.5.1.14.2,
    min:16.5.1.14.6); how it lies is always plotted (min:20.22). (na:6.5.1.11.1, na:6.5.1.11.3)
    """
    if not 1 <= len(turns) <= LONGEST:
        return Refusal(f"a plot lasts 1 to {LONGEST} turns, not {len(turns)}", "na:6.5.1.11.1")
    for aim in turns:
        if aim.hex not in board:
            return Refusal(f"{aim.hex} is not on the board", "na:6.5.1.11.1")
        if aim.sheaf not in allowed(aim.type, edition):
            return Refusal("Illumination has the Closed SHEAF only", "na:6.5.1.6.2")
        if not 0 <= aim.direction <= 5:
            return Refusal(f"direction {aim.direction} is none of 0 (N) to 5 (NW)", "na:6.5.1.5")
    for before, after in pairwise(turns):
        if (shift := distance(before.hex, after.hex)) > edition.indirect.plotted_shift:
            most = edition.indirect.plotted_shift
            words = f"{after.hex} is {shift} hexes from {before.hex}; a plot shifts up to {most} in a turn"
            return Refusal(words, "na:6.5.1.11.3")
        if edition.indirect.plots_keep_direction and not shift and _turned(before, after, edition):
            return Refusal(f"the SHEAF on {after.hex} is turned only where its Target Point shifts", "min:16.5.1.14.2")
    return None


def _turned(before: Aim, after: Aim, edition: Edition) -> bool:
    """Whether a SHEAF lies otherwise than the one before it, as far as both lie in a direction."""
    return {before.sheaf, after.sheaf} <= turned(edition) and before.direction != after.direction


def plan_refusal(state: PanzerState, side: SideId, battery: UnitId, turn: int, turns: Sequence[Aim]) -> Refusal | None:
    """Why a mission cannot be plotted; None if it can (na:6.5.1.11.1).

    The plots of one battery must leave it free for one turn after each.
    """
    if battery not in batteries(state, side):
        return Refusal(f"{battery} is no off-map battery of {side}", "na:6.5.1.11.1")
    if not 1 <= turn <= state.scenario.turns:
        return Refusal(f"turn {turn} is none of 1 to {state.scenario.turns}", "na:6.5.1.11.1")
    if turn < state.scenario.side(side).planned_from:
        first = state.scenario.side(side).planned_from
        return Refusal(f"the scenario allows planned missions from turn {first} on", "na:6.5.1.11")
    if refused := plot_refusal(state.board, turns, state.edition):
        return refused
    for aim in turns:
        if aim.type not in types(state, (battery,)):
            return Refusal(f"{state.name(battery)} has no {aim.type.value}", "na:6.5.1.6")
    other = next((p for p in state.indirect.plans if _overlap(p, battery, turn, len(turns))), None)
    if other is not None:
        words = f"{state.name(battery)} is planned for turn {other.turn} already, and for one turn after its end"
        return Refusal(words, "na:6.5.1.11.1")
    return None


def _overlap(other: Plan, battery: UnitId, turn: int, length: int) -> bool:
    """Whether a plot and another of the same battery leave it no turn between them (na:6.5.1.11.1)."""
    return other.battery == battery and turn <= other.turn + len(other.turns) and other.turn <= turn + length


def longest_plot(
    state: PanzerState, side: SideId, battery: UnitId, turn: int, plans: Sequence[Plan] | None = None
) -> int:
    """How many turns a plot of a battery may last if it begins in a turn; 0 = it cannot. plans: those that there are
    besides it, None = all that are plotted."""
    others = state.indirect.plans if plans is None else plans
    if turn < state.scenario.side(side).planned_from:
        return 0
    lengths = range(LONGEST, 0, -1)
    return next((n for n in lengths if not any(_overlap(p, battery, turn, n) for p in others)), 0)


def registrable(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The batteries that a Pre-Registered Point may be for: all of a side, but where the scenario names some."""
    named = state.scenario.side(side).registered_batteries
    return tuple(battery for battery in batteries(state, side) if not named or battery in named)


def check_point(state: PanzerState, side: SideId, order: RegisterPoint) -> None:
    """As many as the scenario says, each for one or several batteries, before any unit is set up (na:6.5.1.4,
    min:16.5.1.7.2)."""
    PLOTTING.check(state, side)
    own = registrable(state, side)
    if any(p.side == side and p.hex == order.hex for p in state.scenario.points):
        raise IllegalOrder(f"the scenario itself has fixed the Pre-Registered Point {order.hex}", "na:6.5.1.4")
    if points_left(state, side) < 1 and not any(p.side == side and p.hex == order.hex for p in state.indirect.points):
        given = state.scenario.side(side).registered_points
        raise IllegalOrder(f"no Pre-Registered Point is left of {given}", "na:6.5.1.4")
    if order.hex not in state.board:
        raise IllegalOrder(f"{order.hex} is not on the board", "na:6.5.1.4")
    if not order.batteries or any(b not in own for b in order.batteries):
        raise IllegalOrder(f"name batteries: {', '.join(own) or 'there are none'}", "na:6.5.1.4")


def register(state: PanzerState, side: SideId, order: RegisterPoint, dice: Dice) -> Iterator[Event]:
    """Note it in secret."""
    yield PointRegistered(side=side, hex=order.hex, batteries=order.batteries)


def check_plan(state: PanzerState, side: SideId, order: PlanMission) -> None:
    """As many as the scenario says (na:6.5.1.11)."""
    PLOTTING.check(state, side)
    if plans_left(state, side) < 1:
        raise IllegalOrder(f"no planned mission is left of {state.scenario.side(side).planned_missions}", "na:6.5.1.11")
    refuse(plan_refusal(state, side, order.battery, order.turn, order.turns))


def plan(state: PanzerState, side: SideId, order: PlanMission, dice: Dice) -> Iterator[Event]:
    """Note it in secret."""
    taken = {p.id for p in state.indirect.plans}
    id_ = next(f"{side}-{n}" for n in range(1, len(taken) + 2) if f"{side}-{n}" not in taken)
    yield MissionPlotted(side=side, plan=Plan(id_, side, order.battery, order.turn, order.turns))


def own_plots(state: PanzerState, side: SideId) -> tuple[str, ...]:
    """What a side has plotted and may take back: hexes of points, ids of plans; not what the scenario fixes."""
    fixed = {p.hex for p in state.scenario.points if p.side == side}
    given = {p.id for p in state.scenario.plans}
    points = (p.hex.id for p in state.indirect.points if p.side == side and p.hex not in fixed)
    return (*points, *(p.id for p in state.indirect.plans if p.side == side and p.id not in given))


def check_remove(state: PanzerState, side: SideId, order: RemovePlot) -> None:
    """One's own plot, before one has ended plotting."""
    PLOTTING.check(state, side)
    if order.plot not in own_plots(state, side):
        raise IllegalOrder(
            f"{order.plot!r} is not plotted; there are {', '.join(own_plots(state, side))}", "na:6.5.1.4"
        )


def remove(state: PanzerState, side: SideId, order: RemovePlot, dice: Dice) -> Iterator[Event]:
    """Take it back."""
    yield PlotRemoved(side=side, plot=order.plot)


# -- arrival ---------------------------------------------------------------------------------------


def running(state: PanzerState, side: SideId) -> tuple[Plan, ...]:
    """The plans of a side whose plot runs in this turn and has not been fired in it (na:6.5.1.11.2)."""
    return tuple(
        p
        for p in state.indirect.plans
        if p.side == side and p.aim_in(state.turn) is not None and p.battery not in state.indirect.spent
    )


def arriving(state: PanzerState, side: SideId) -> tuple[Plan, ...]:
    """The plans of a side that may be announced in this turn: one turn before, on, or one after (na:6.5.1.11.2)."""
    return tuple(
        p
        for p in state.indirect.plans
        if p.side == side
        and not p.begun
        and abs(state.turn - p.turn) <= WINDOW
        and state.turn >= state.scenario.side(side).planned_from
    )


def overdue(state: PanzerState, side: SideId) -> tuple[Plan, ...]:
    """Of those, the ones that must arrive in this turn at the latest."""
    return tuple(p for p in arriving(state, side) if state.turn == p.turn + WINDOW)


def announce_refusal(state: PanzerState, held: Plan) -> Refusal | None:
    """Why a plan cannot be announced or fired on with now; None if it can."""
    name = state.name(held.battery)
    if state.units[held.battery].presence is Presence.ELIMINATED:
        return Refusal(f"{name} is Knocked Out", state.edition.indirect.counter_battery.knocked_out)
    if held.begun:
        if held in running(state, held.side):
            return None
        return Refusal("its plot is over, or was fired this turn", "na:6.5.1.11.1")
    if held not in arriving(state, held.side):
        words = f"it is plotted for turn {held.turn}: it arrives in turn {held.turn - 1} to {held.turn + 1}"
        return Refusal(words, "na:6.5.1.11.2")
    engaged = state.indirect.firing_in(held.battery)
    if engaged is not None:
        return Refusal(f"{name} fires in mission {engaged.number}, which must be checked before", "na:6.5.1.9")
    if held.battery in state.indirect.spent:
        return Refusal(f"{name} has had its indirect fire this turn, or its mission was checked", "na:6.5.1.9")
    if any(p.battery == held.battery and p.holds(state.turn) for p in state.indirect.plans):
        return Refusal(f"{name} is unavailable for one turn after a planned mission", "na:6.5.1.11.1")
    return None


def check_announce(state: PanzerState, side: SideId, order: AnnouncePlan) -> None:
    """One's own plan, in its window, its battery free (na:6.5.1.11.2)."""
    held = state.indirect.plan(order.plan)
    if held is None or held.side != side:
        raise IllegalOrder(f"there is no plan {order.plan!r} of {side}", "na:6.5.1.11")
    refuse(announce_refusal(state, held))


def announce(state: PanzerState, side: SideId, order: AnnouncePlan, dice: Dice) -> Iterator[Event]:
    """It responds by itself, adjusted or not: no observer, no response, no Danger Close (na:6.5.1.11.3)."""
    held = state.indirect.plan(order.plan)
    if held is not None:
        yield announced(state, held)


def announced(state: PanzerState, held: Plan) -> PlanAnnounced:
    """A plan arrives, or fires its next turn; only that turn of its plot is told."""
    mission = next((m for m in state.indirect.of(held.side) if m.plan == held.id), None)
    number = mission.number if mission is not None else state.indirect.free_number(held.side)
    aim = (held.aim_in(state.turn) if held.begun else None) or held.turns[0]
    return PlanAnnounced(
        side=held.side,
        plan=held.id,
        battery=held.battery,
        number=number,
        aim=aim,
    )
