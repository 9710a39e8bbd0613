"""A rule system of a few lines to save and open: two sides take turns to roll, hold or plan in secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from attrs import define, evolve, field, frozen

from core.board import Board, Cell
from core.choice import Choice, Choices, Partial
from core.dice import Dice, Roll
from core.door import Doors
from core.event import Event, OrderGiven, SideId, TakenBack, event
from core.hexes import Hex
from core.order import IllegalOrder, Order, order
from core.presentation import Outcome, SideLook, Standing
from core.secrecy import ALL
from core.sequence import Acting, Step
from core.tally import Reason

RED, BLUE = SideId("red"), SideId("blue")
GOAL = 400


class Pace(Enum):
    """How a side rolls."""

    STEADY = "steady"
    BOLD = "bold"


@order("toy-roll", known=ALL)
@frozen(kw_only=True)
class RollOrder(Order):
    """Roll dice and move to a hex."""

    pace: Pace
    hex: Hex
    dice: int = 1


@order("toy-plan", known=ALL)
@frozen(kw_only=True)
class PlanOrder(Order):
    """Do what rolls no die and can be taken back."""

    text: str


@event("toy-round-begun", known=ALL)
@frozen(kw_only=True)
class RoundBegun(Event):
    """A round began."""

    round: int


@event("toy-rolled", known=ALL)
@frozen(kw_only=True)
class Rolled(Event):
    """A side rolled."""

    side: SideId
    pace: Pace
    hex: Hex
    path: tuple[Hex, ...] = ()
    points: int = 0
    note: str | None = None


@event("toy-planned", known=ALL)
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


@define
class ToyState:
    """Points by side, whose turn it is, the plan."""

    points: dict[SideId, int] = field(factory=lambda: {RED: 0, BLUE: 0})
    round: int = 0
    rolled: int = 0
    plan: str = ""
    winner: SideId | None = None
    over: bool = False


class Toy(Doors[ToyState]):
    """The rules."""

    id = "toy"
    edition = "first"
    scenario = "toy-race"
    title = "The Race"
    options: tuple[str, ...] = ()
    board = Board("toy", "Toy", 2, 2, {Hex(c, r): Cell("clear") for c in (1, 2) for r in (1, 2)})
    sides = (SideLook("red", "Red", "red"), SideLook("blue", "Blue", "blue"))
    sequence = ()

    def __init__(self, goal: int = GOAL) -> None:
        self.goal = goal

    def initial(self) -> ToyState:
        return ToyState()

    def copy(self, state: ToyState) -> ToyState:
        return evolve(state, points=dict(state.points))

    def active(self, state: ToyState) -> tuple[SideId, ...]:
        return () if state.over else ((RED, BLUE)[state.rolled % 2],)

    def step(self, state: ToyState) -> Step:
        return Step("race", "Race", "Race", Acting.ALTERNATE, ("toy-roll", "toy-plan"), "toy:1")

    def offers(self, view: ToyState, side: SideId, partial: Partial) -> Choices:
        return Choices("Roll", "toy:1", (Choice("roll", "Roll", "order"),), complete=partial == ("roll",))

    def made(self, view: ToyState, side: SideId, partial: Partial) -> Order:
        return RollOrder(pace=Pace.STEADY, hex=Hex(1, 1))

    def weighs(self, view: ToyState, side: SideId, partial: Partial) -> None:
        return None

    def refuse(self, view: ToyState, side: SideId, order: Order) -> None:
        if isinstance(order, RollOrder) and not 1 <= order.dice <= 9:
            raise IllegalOrder(f"{order.dice} dice are not between 1 and 9", "toy:2")
        if not isinstance(order, RollOrder | PlanOrder):
            raise IllegalOrder("roll or plan", "toy:3")

    def decide(self, state: ToyState, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        if isinstance(order, PlanOrder):
            yield Planned(side=side, text=order.text)
            return
        assert isinstance(order, RollOrder)
        for k in range(order.dice):
            roll = dice.roll("d100", f"roll {k}", "toy:4")
            points = roll.result if order.pace is Pace.STEADY else 2 * max(0, roll.result - 50)
            yield Rolled(
                side=side,
                pace=order.pace,
                hex=order.hex,
                path=(order.hex, order.hex.neighbour(0)),
                points=points,
                note=None if points else "nothing",
                rolls=(roll,),
                tally=(Reason("points", points, "toy:4"),),
            )

    def advance(self, state: ToyState, dice: Dice) -> Iterator[Event]:
        if state.over:
            return
        leaders = [side for side, points in state.points.items() if points >= self.goal]
        if leaders:
            yield Ended(winner=leaders[0])
        elif state.rolled // 2 >= state.round:
            yield RoundBegun(round=state.round + 1)

    def evolve(self, state: ToyState, event: Event) -> None:
        match event:
            case RoundBegun(round=number):
                state.round = number
            case Rolled(side=side, points=points):
                state.points[side] += points
            case Planned(text=text):
                state.plan += text
            case Ended(winner=winner):
                state.over, state.winner = True, winner
            case OrderGiven(order=RollOrder()):
                state.rolled += 1
            case OrderGiven():
                pass
            case _:
                raise ValueError(f"{event.name} is no event of this game")

    def view(self, state: ToyState, side: SideId | None) -> ToyState:
        return state

    def final(self, state: ToyState, event: Event, side: SideId) -> bool:
        return False

    def redact(self, state: ToyState, event: Event, side: SideId | None) -> Event | None:
        return event

    def outcome(self, state: ToyState) -> Outcome | None:
        return Outcome(state.winner, "won", "somebody won", "toy:5") if state.over else None

    def standings(self, state: ToyState) -> tuple[Standing, ...]:
        return tuple(Standing(side, points) for side, points in state.points.items())

    def suggest(self, state: ToyState, side: SideId, dice: Dice) -> Order:
        return RollOrder(pace=Pace.STEADY, hex=Hex(1, 1))


def open_toy(scenario: str, options: Sequence[str] = ()) -> Toy:
    """The rules of the toy, whatever the scenario is called."""
    if not scenario.startswith("toy-race"):
        raise LookupError(f"no scenario {scenario!r}")
    return Toy(goal=10**9 if scenario == "toy-race-long" else GOAL)


def rolled(result: int) -> Rolled:
    """One event with everything in it."""
    roll = Roll("d100", result, "roll 0", "toy:4")
    hex_ = Hex(1 + result % 40, result % 30)
    reasons = (Reason("points", result, "toy:4"), Reason("target moving", -2, "4.4.3.2.2"))
    return Rolled(
        side=RED, pace=Pace.BOLD, hex=hex_, path=(hex_, hex_.neighbour(2)), points=result, rolls=(roll,), tally=reasons
    )


__all__ = ["BLUE", "RED", "PlanOrder", "RollOrder", "Rolled", "RoundBegun", "TakenBack", "Toy", "open_toy", "rolled"]
