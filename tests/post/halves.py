"""Two replicas that play one game with each other, and what is true of it, which neither of them knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.ai import player
from core.dice import SeededDice
from core.event import Event
from core.panzer.command.orders import ChooseFirstPlayer, PlaceCommands, SetInstructions
from core.panzer.command.placing import command_refusal
from core.panzer.direct_fire.orders import Pass
from core.panzer.pieces.unit import Command
from core.play.replica import Replica, SharedRules, Stop
from core.step_end import FinishStep

#: After every hand-over: the halves by side, the true state, and what was told last.
Check = Callable[[dict[str, Replica[Any]], Any, list[Any]], None]


def play_halves(
    system: SharedRules[Any],
    seed: str,
    check: Check,
    *,
    level: str = "random",
    most: int = 4000,
    minds: Callable[[str, str], Any] = player,
    journal: list[Event] | None = None,
) -> tuple[dict[str, Replica[Any]], int]:
    """Play a game from two halves until it is over, or so many letters were sent; both halves, and their number.

    journal: takes what truly happened.
    """
    halves = {look.id: Replica(system, look.id) for look in system.sides}
    truth = system.initial()
    lead = halves[system.sides[0].id]
    dice = None
    letters = 0
    mind = {side: minds(level, f"{seed}/{side}") for side in halves}
    while letters < most:
        start = len(lead.journal)
        stop = lead.run(dice)
        while stop is Stop.CHOICE and lead.side in lead.active:
            lead.give(mind[lead.side].order(system, system.view(lead.state, lead.side), lead.side))
            dice = None
            stop = lead.run(None)
        for event in lead.journal[start:]:
            system.evolve(truth, event)
            if journal is not None:
                journal.append(event)
        told = [e for t in lead.told[start:] for e in t]
        pending = lead.pending
        lead.pending = None
        lead = halves[lead.other]
        lead.take(told, own=False)
        lead.pending, lead.asked = pending, stop is Stop.CHOICE
        letters += 1
        check(halves, truth, told)
        if stop is Stop.OVER and lead.over:
            break
        dice = SeededDice(f"{seed}/{letters}") if stop in (Stop.DICE, Stop.NEEDS) else None
    return halves, letters


class Quiet:
    """A player who first of all instructs that a side is never asked for Overwatch Fire."""

    def __init__(self, level: str, seed: str) -> None:
        self.mind = player(level, seed)
        self.said = False

    def order(self, system: Any, view: Any, side: Any) -> Any:
        """The instruction, then what the player orders."""
        if not self.said and view.step == "commands":
            self.said = True
            return SetInstructions(show_moving="show", aspect="thicker", overwatch_from=101)
        return self.mind.order(system, view, side)


class Still:
    """A player of Panzer who sets up and then does nothing, with OVERWATCH or without."""

    def __init__(self, command: Command, seed: str) -> None:
        self.command = command
        self.mind = player("random", seed)
        self.placed = 0

    def order(self, system: Any, view: Any, side: Any) -> Any:
        """The same on the face of it, whatever the commands are."""
        if view.fire.window is not None:
            return Pass()
        if view.step == "initiative":
            return ChooseFirstPlayer(first=side)
        if view.step != "commands":
            return self.mind.order(system, view, side)
        if self.placed < view.turn:
            self.placed = view.turn
            able = [u.id for u in view.of(side) if command_refusal(view, u, Command.OVERWATCH) is None]
            if able:
                return PlaceCommands(units=tuple(able), command=self.command)
        return FinishStep()
