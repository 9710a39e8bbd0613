"""The Initiative Phase (na:4.3, na:6.3): the roll, with Force Grades (na:5.8.1), and who is First Player this turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import Event, SideId
from core.order import IllegalOrder
from core.panzer.command.events import FirstPlayerChosen, InitiativeRolled
from core.panzer.command.orders import ChooseFirstPlayer
from core.panzer.pieces.scenario import ScenarioSide
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.tally import Line, Reason, Tally, Varying, summed


def procedure(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Roll until one side is higher; None once there is a winner (na:4.3.1, na:6.3.1)."""
    if state.commands.initiative_winner is not None:
        return None
    return _roll(state, dice)


@frozen(eq=False, repr=False)
class Rolled(Alike):
    """A roll of both sides. winner: None on a tie; tally: what their Force Grades add."""

    sides: tuple[SideId, ...]
    winner: SideId | None
    rolls: tuple[Roll, ...]
    tally: tuple[Reason, ...]


def rolled(state: PanzerState, dice: Dice, what: str, rule: str) -> Rolled:
    """Each side rolls d100 and adds what its Force Grade does (na:4.3.1, na:6.3.1, or:7.42.1)."""
    sides = tuple(s.id for s in state.scenario.sides)
    rolls = tuple(dice.roll("d100", f"{what}, {state.scenario.side(s).name}", rule) for s in sides)
    nets = tuple(r.result + modifier(state, s).total for r, s in zip(rolls, sides, strict=True))
    winner = _tied(state, sides) if nets[0] == nets[1] else max(zip(nets, sides, strict=True))[1]
    return Rolled(sides, winner, rolls, tuple(reason for s in sides for reason in modifier(state, s).reasons))


def _roll(state: PanzerState, dice: Dice) -> Iterator[Event]:
    roll = rolled(state, dice, "initiative", "na:4.3.1")
    yield InitiativeRolled(sides=roll.sides, winner=roll.winner, rolls=roll.rolls, tally=roll.tally)


def _tied(state: PanzerState, sides: tuple[SideId, ...]) -> SideId | None:
    """Who wins a tie: nobody, so that both roll again, unless the scenario says who (na:4.3.1, na:6.3.1).

    In the miniatures edition the side with the better Force Grade, if one is better (min:14.1).
    """
    if state.edition.grade_breaks_ties:
        grades = {modifier(state, side).total: side for side in sides}
        if len(grades) > 1:
            return grades[max(grades)]
    return state.scenario.ties_to


@frozen(eq=False, repr=False)
class Rolling(Alike):
    """A side that rolls for the initiative."""

    state: PanzerState
    force: ScenarioSide


def _grade(at: Rolling) -> Iterable[Reason]:
    grade = at.state.force_grade(at.force.id)
    yield Reason(f"{at.force.name}: {grade.value} force", at.state.advanced.initiative[grade], "na:6.3.2")


#: What is added to the roll (na:6.3): in the Basic Game nothing.
INITIATIVE: Final[tuple[Line[Rolling], ...]] = (Varying(_grade, Switch.GRADES),)


def modifier(state: PanzerState, side: SideId) -> Tally:
    """What its Force Grade adds to a side's roll (na:6.3, na:6.3.2); nothing in the Basic Game."""
    return summed(INITIATIVE, Rolling(state, state.scenario.side(side)), {}, state.scenario.switches)


def check_choice(state: PanzerState, side: SideId, order: ChooseFirstPlayer) -> None:
    """Only the winner chooses, between the two sides."""
    if side != state.commands.initiative_winner:
        raise IllegalOrder("the other side won the initiative", "na:4.3.1")
    sides = [s.id for s in state.scenario.sides]
    if order.first not in sides:
        raise IllegalOrder(f"{order.first!r} is no side; sides are {', '.join(sides)}", "na:4.3.1")


def choose(state: PanzerState, side: SideId, order: ChooseFirstPlayer, dice: Dice) -> Iterator[Event]:
    """Name the First Player of the turn."""
    yield FirstPlayerChosen(side=side, first=order.first)
