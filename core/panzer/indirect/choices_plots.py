"""Building the orders of plotting artillery: Pre-Registered Points and planned missions (na:6.5.1.4, na:6.5.1.11)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import groupby, takewhile

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, distance
from core.order import Order
from core.panzer.indirect.aims import GO
from core.panzer.indirect.orders import PlanMission, RegisterPoint, RemovePlot
from core.panzer.indirect.planned import (
    batteries,
    in_turns,
    left_words,
    longest_plot,
    own_plots,
    plan_refusal,
    plans_left,
    points_left,
    registrable,
)
from core.panzer.indirect.sheafs import allowed, turned
from core.panzer.indirect.sources import types
from core.panzer.pieces.missions import Aim, FireType, Plan, RegisteredPoint, Sheaf, aim_words
from core.panzer.state import PanzerState
from core.step_end import end_of_step

POINTS = "na:6.5.1.4"
PLANS = "na:6.5.1.11.1"
GROUP = "Plots"


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """What may still be plotted, what has been, and the end of it."""
    if not partial:
        points, plans = points_left(state, side), plans_left(state, side)
        given = state.scenario.side(side)
        options = []
        if given.registered_points:
            refused = Refusal("all are plotted", POINTS) if points < 1 else None
            words, cost = "Pre-Registered Point ...", f"{points} left"
            options.append(Choice("point", words, "order", cost=cost, refusal=refused, key="T", group=GROUP))
        if given.planned_missions:
            refused = Refusal("all are plotted", PLANS) if plans < 1 else None
            if all(_never(state, side, b) for b in batteries(state, side)):
                refused = refused or Refusal("no battery is free for one", PLANS)
            words, cost = "Planned mission ...", f"{plans} left"
            options.append(Choice("planned", words, "order", cost=cost, refusal=refused, key="P", group=GROUP))
        options += [
            Choice(f"unplot:{plot}", f"Take back: {plot_words(state, plot)}", "order", group=GROUP)
            for plot in own_plots(state, side)
        ]
        options.append(end_of_step("End plotting"))
        return Choices(f"Plot artillery: {left_words(state, side)} left", POINTS, tuple(options))
    if partial[0] == "point":
        return _point(state, side, partial[1:])
    if partial[0] == "planned":
        return _planned(state, side, partial[1:])
    return Choices("Plotting", POINTS, complete=True)


def plot_words(state: PanzerState, plot: str) -> str:
    """A plot in words, for its owner."""
    held = state.indirect.plan(plot)
    if held is not None:
        return f"{state.name(held.battery)}, turn {held.turn}, {aim_words(held.turns[0])}, {in_turns(len(held.turns))}"
    point = next((p for p in state.indirect.points if p.hex.id == plot), None)
    names = ", ".join(state.name(b) for b in point.batteries) if point is not None else ""
    return f"Pre-Registered Point {plot}, {names}"


def _hexes(state: PanzerState, around: Hex | None) -> tuple[Choice, ...]:
    board = state.board
    near = (
        h for h in sorted(board.cells) if around is None or distance(around, h) <= state.edition.indirect.plotted_shift
    )
    return tuple(Choice(h.id, board.label(h), "hex", h) for h in near)


# -- points ----------------------------------------------------------------------------------------


def _point(state: PanzerState, side: SideId, picks: Partial) -> Choices:
    if not picks:
        return Choices("Pre-Registered Point in which hex?", POINTS, _hexes(state, None))
    own = registrable(state, side)
    chosen = _chosen(picks[1:], own)
    if picks[-1] == GO or len(chosen) == len(own):
        return Choices(f"Pre-Registered Point {picks[0]}", POINTS, complete=True)
    options = [Choice(f"by:{b}", state.name(b), "option", unit=b) for b in own if b not in chosen]
    if chosen:
        options.append(Choice(GO, "No further battery", "option", key="G"))
    return Choices(f"For which batteries is {picks[0]} registered?", POINTS, tuple(options))


def _chosen(picks: Sequence[str], own: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    if len(own) == 1:
        return own
    return tuple(UnitId(p.partition(":")[2]) for p in picks if p.startswith("by:"))


# -- plans -----------------------------------------------------------------------------------------


def _planned(state: PanzerState, side: SideId, picks: Partial) -> Choices:
    """Battery, turn, then stretches of the plot: hex, type, SHEAF, how many turns; until it ends."""
    if not picks:
        options = tuple(
            Choice(b, state.name(b), "option", unit=b, refusal=_never(state, side, b)) for b in batteries(state, side)
        )
        return Choices("Planned mission of which battery?", PLANS, options)
    battery = UnitId(picks[0])
    name = state.name(battery)
    if len(picks) == 1:
        turns = tuple(
            Choice(str(t), f"turn {t}", "number", refusal=_too_near(state, side, battery, t))
            for t in range(1, state.scenario.turns + 1)
        )
        return Choices(f"{name}: plotted for which turn? (it may arrive one earlier or later)", PLANS, turns)
    aims, rest = read_plot(state, picks[2:])
    most = longest_plot(state, side, battery, int(picks[1]))
    if rest == (GO,) or len(aims) >= most:
        refused = plan_refusal(state, side, battery, int(picks[1]), aims)
        if refused is not None:
            back = Choice("", "This cannot be plotted", "option", refusal=refused)
            return Choices(refused.reason, refused.rule, (back,))
        return Choices(f"{name}: {in_turns(len(aims))} from turn {picks[1]}", PLANS, complete=True)
    return _stretch(state, battery, aims, rest, most)


def _never(state: PanzerState, side: SideId, battery: UnitId) -> Refusal | None:
    refusals = [_too_near(state, side, battery, turn) for turn in range(1, state.scenario.turns + 1)]
    return refusals[0] if all(refusals) else None


def _too_near(state: PanzerState, side: SideId, battery: UnitId, turn: int) -> Refusal | None:
    if longest_plot(state, side, battery, turn):
        return None
    return Refusal(f"{state.name(battery)} has another plan then, or no plan may arrive yet", PLANS)


def _stretch(state: PanzerState, battery: UnitId, aims: tuple[Aim, ...], rest: Partial, most: int) -> Choices:
    turn = f"turn {len(aims) + 1} of the plot"
    if not rest:
        found = _hexes(state, aims[-1].hex if aims else None)
        end = (Choice(GO, "End the plot here", "option", key="G"),) if aims else ()
        return Choices(f"Target Point, {turn}?", "na:6.5.1.11.3" if aims else PLANS, (*end, *found))
    if len(rest) == 1:
        able = types(state, (battery,))
        return Choices(f"Type, {turn}?", "na:6.5.1.6", tuple(Choice(t.value, t.value, "option") for t in able))
    if len(rest) == 2:
        sheafs = allowed(FireType(rest[1]), state.edition)
        return Choices(f"SHEAF, {turn}?", "na:6.5.1.5", tuple(Choice(s.value, s.value, "option") for s in sheafs))
    if Sheaf(rest[2]) in turned(state.edition) and len(rest) == 3:
        ways = tuple(Choice(f"d{d}", way, "facing") for d, way in enumerate(DIRECTION_NAMES))
        lies = (
            "Which way does the line run?" if rest[2] == Sheaf.LINEAR.value else "Across which direction does it lie?"
        )
        return Choices(lies, "na:6.5.1.5", ways)
    left = range(1, most - len(aims) + 1)
    counts = tuple(Choice(str(n), in_turns(n), "number") for n in left)
    return Choices("For how many turns?", PLANS, counts)


def read_plot(state: PanzerState, picks: Partial) -> tuple[tuple[Aim, ...], Partial]:
    """The aims of a plot as far as they are complete, and the picks of the stretch that is not."""
    aims: list[Aim] = []
    stretches, rest = _stretches(picks, {sheaf.value for sheaf in turned(state.edition)})
    for hex_, type_, sheaf, *more in stretches:
        direction = int(more[0][1:]) if len(more) == 2 else 0
        aims += [Aim(state.board.hex(hex_), FireType(type_), Sheaf(sheaf), direction)] * int(more[-1])
    return tuple(aims), rest


def _stretches(picks: Partial, turned_ones: Container[str]) -> tuple[list[Partial], Partial]:
    found: list[Partial] = []
    at = 0
    while True:
        size = 5 if len(picks) > at + 2 and picks[at + 2] in turned_ones else 4
        if len(picks) < at + size:
            return found, picks[at:]
        found.append(picks[at : at + size])
        at += size


# -- picks of what is plotted ----------------------------------------------------------------------


def picks_of_point(state: PanzerState, point: RegisteredPoint) -> Partial:
    """The picks that plot a Pre-Registered Point."""
    own = registrable(state, point.side)
    by = tuple(f"by:{battery}" for battery in point.batteries) if len(own) > 1 else ()
    return "point", point.hex.id, *by, *((GO,) if by and len(by) < len(own) else ())


def picks_of_plan(state: PanzerState, held: Plan) -> Partial:
    """The picks that plot a mission, if those that are plotted before it are plotted already."""
    before = takewhile(lambda plan: plan != held, state.indirect.plans)
    picks = ["planned", str(held.battery), str(held.turn)]
    for aim, same in groupby(held.turns):
        way = [f"d{aim.direction}"] if aim.sheaf in turned(state.edition) else []
        picks += [aim.hex.id, aim.type.value, aim.sheaf.value, *way, str(len(list(same)))]
    most = longest_plot(state, held.side, held.battery, held.turn, tuple(before))
    return *picks, *((GO,) if len(held.turns) < most else ())


# -- orders ----------------------------------------------------------------------------------------


def order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    head, picks = partial[0], partial[1:]
    if head.startswith("unplot:"):
        return RemovePlot(plot=head.removeprefix("unplot:"))
    if head == "point" and picks:
        return RegisterPoint(hex=state.board.hex(picks[0]), batteries=_chosen(picks[1:], registrable(state, side)))
    if head == "planned" and len(picks) > 2:
        aims, _ = read_plot(state, picks[2:])
        return PlanMission(battery=UnitId(picks[0]), turn=int(picks[1]), turns=aims)
    return None
