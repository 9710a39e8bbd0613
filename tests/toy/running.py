"""The one chapter of the race, in one module: its orders and events, its rules, how it is built, told and shown.

A chapter of a real system is a folder with a module for each of these parts; see CONTRIBUTING.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.book.chapter import Chapter, OrderKind, Picks, StepRules, value_of
from core.choice import Choice, Choices, Partial
from core.dice import Dice, Roll
from core.event import Event, OrderGiven, SideId, event
from core.hexes import Hex
from core.order import IllegalOrder, Order, order
from core.presentation import Outcome, Report
from core.secrecy import ALL, OWNER
from core.tally import Reason
from tests.toy.pieces import BLUE, RED, RUNNERS, Pace
from tests.toy.state import RaceState

# -- orders and events -----------------------------------------------------------------------------


@order("toy-roll", known=ALL)
@frozen(kw_only=True)
class RollOrder(Order):
    """Run to a hex with so many dice."""

    pace: Pace
    hex: Hex
    dice: int = 1


@order("toy-plan", known=OWNER)
@frozen(kw_only=True)
class PlanOrder(Order):
    """Note a plan that the other side does not see."""

    text: str


@event("toy-round-begun", known=ALL)
@frozen(kw_only=True)
class RoundBegun(Event):
    """A round began."""

    round: int


@event("toy-rolled", known=ALL)
@frozen(kw_only=True)
class Rolled(Event):
    """A runner ran. path: where he was and where he is."""

    side: SideId
    pace: Pace
    hex: Hex
    path: tuple[Hex, ...] = ()
    points: int = 0
    note: str | None = None


@event("toy-planned", known=OWNER)
@frozen(kw_only=True)
class Planned(Event):
    """A side planned."""

    side: SideId
    text: str


@event("toy-ended", known=ALL)
@frozen(kw_only=True)
class Ended(Event):
    """Somebody has won."""

    winner: SideId | None


# -- rules: what makes an order illegal, what comes of it, what happens by itself ------------------


def check_roll(state: RaceState, side: SideId, order: RollOrder) -> None:
    """From one die to nine (toy:2)."""
    if not 1 <= order.dice <= 9:
        raise IllegalOrder(f"{order.dice} dice are not between 1 and 9", "toy:2")


def roll(state: RaceState, side: SideId, order: RollOrder, dice: Dice) -> Iterator[Event]:
    """Each die is points, of a bold runner twice what is above 50 (toy:4)."""
    for k in range(order.dice):
        rolled = dice.roll("d100", f"roll {k}", "toy:4")
        points = rolled.result if order.pace is Pace.STEADY else 2 * max(0, rolled.result - 50)
        yield Rolled(
            side=side,
            pace=order.pace,
            hex=order.hex,
            path=(state.hexes[side], order.hex),
            points=points,
            note=None if points else "nothing",
            rolls=(rolled,),
            tally=(Reason("points", points, "toy:4"),),
        )


def check_plan(state: RaceState, side: SideId, order: PlanOrder) -> None:
    """Any text is a plan (toy:3)."""


def plan(state: RaceState, side: SideId, order: PlanOrder, dice: Dice) -> Iterator[Event]:
    """Note it (toy:3)."""
    yield Planned(side=side, text=order.text)


def happens(state: RaceState, dice: Dice) -> Iterator[Event] | None:
    """Who has reached the goal has won (toy:5); a round is one turn of each side (toy:1)."""
    leaders = [side for side, points in state.points.items() if points >= state.race.goal]
    if leaders:
        return iter((Ended(winner=leaders[0]),))
    return iter((RoundBegun(round=state.round + 1),)) if state.rolled // 2 >= state.round else None


# -- what events do to the state ------------------------------------------------------------------


def _order_given(state: RaceState, event: OrderGiven) -> None:
    if isinstance(event.order, RollOrder):
        state.rolled += 1


def _round_begun(state: RaceState, event: RoundBegun) -> None:
    state.round = event.round


def _rolled(state: RaceState, event: Rolled) -> None:
    state.points[event.side] += event.points
    state.hexes[event.side] = event.hex


def _planned(state: RaceState, event: Planned) -> None:
    state.plans[event.side] = event.text


def _ended(state: RaceState, event: Ended) -> None:
    state.outcome = Outcome(event.winner, "won", "somebody won", "toy:5")


# -- how orders are built, pick by pick --------------------------------------------------------------


def choices(state: RaceState, side: SideId, partial: Partial) -> Choices:
    """How to run, or a plan."""
    if partial:
        return Choices("Plan", "toy:3", complete=True)
    run = (Choice(f"roll:{p.value}", f"Run {p.value}", "order", state.hexes[side], RUNNERS[side]) for p in Pace)
    keep = (Choice(f"plan:{text}", f"Plan to {text}", "option") for text in ("lead", "follow"))
    return Choices("Run or plan", "toy:1", (*run, *keep))


def where(state: RaceState, side: SideId, partial: Partial) -> Choices:
    """Where to."""
    hexes = sorted(state.race.board.cells) if len(partial) == 1 else []
    options = tuple(Choice(h.id, h.id, "hex", h, irreversible=True) for h in hexes)
    return Choices("Run to which hex?", "toy:4", options, complete=len(partial) == 2)


def roll_order(state: RaceState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    if len(partial) != 2:
        return None
    return RollOrder(pace=Pace(value_of(partial[0])), hex=state.race.board.hex(partial[1]))


def plan_order(state: RaceState, side: SideId, partial: Partial) -> Order:
    """The plan picked."""
    return PlanOrder(text=value_of(partial[0]))


# -- in words ---------------------------------------------------------------------------------------


def _tell_round(state: RaceState, event: RoundBegun) -> Report:
    return Report(f"Round {event.round}", "toy:1", "heading", level=0)


def _tell_rolled(state: RaceState, event: Rolled) -> Report:
    text = f"{event.side.capitalize()} runs {event.pace.value} to {event.hex}: {event.points} points"
    return Report(text, "toy:4", rolls=event.rolls, tally=event.tally, hexes=(event.hex,))


def _tell_planned(state: RaceState, event: Planned) -> Report:
    return Report(f"{event.side.capitalize()} plans to {event.text}", "toy:3")


def _tell_ended(state: RaceState, event: Ended) -> Report:
    return Report(f"{str(event.winner).capitalize()} has won", "toy:5", "heading", level=0)


CHAPTER: Final = Chapter[RaceState](
    name="running",
    orders=(OrderKind(RollOrder, check_roll, roll), OrderKind(PlanOrder, check_plan, plan)),
    picks=(
        Picks(heads=("roll",), make=roll_order, go_on=where),
        Picks(heads=("plan",), make=plan_order),
    ),
    steps={
        "race": StepRules(
            acting=lambda state: (state.next_side,),
            happens=happens,
            choices=choices,
            undone=lambda state, side: (RUNNERS[side],) if side == state.next_side else (),
            suggest="run",
        )
    },
    apply={
        OrderGiven: _order_given,
        RoundBegun: _round_begun,
        Rolled: _rolled,
        Planned: _planned,
        Ended: _ended,
    },
    tell={RoundBegun: _tell_round, Rolled: _tell_rolled, Planned: _tell_planned, Ended: _tell_ended},
)


def rolled(result: int) -> Rolled:
    """One event with everything in it."""
    hex_ = Hex(1 + result % 40, result % 30)
    return Rolled(
        side=RED if result else BLUE,
        pace=Pace.BOLD,
        hex=hex_,
        path=(hex_, hex_.neighbour(2)),
        points=result,
        rolls=(Roll("d100", result, "roll 0", "toy:4"),),
        tally=(Reason("points", result, "toy:4"), Reason("target moving", -2, "4.4.3.2.2")),
    )
