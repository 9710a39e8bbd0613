"""How far a vehicle may move: its Movement Factor and what halves it (na:3.7b, na:4.5.1.1.1)."""

from __future__ import annotations

from core.panzer.cards import VehicleCard
from core.panzer.state import Command, PanzerState, Rate, Unit
from core.tally import Reason


def allowance(
    state: PanzerState, unit: Unit, rate: Rate, *, path: int = 0, road: int = 0
) -> tuple[int, tuple[Reason, ...]]:
    """The allowance of a unit for a move, and what makes it (na:4.5.1.1.1b).

    path, road: hexes entered along each; the Road allowance needs more Road than Path (na:4.5.1.1.5c).
    """
    return allowance_of(state.vehicle(unit.id), unit.command, unit.damaged, rate, path, road)


def allowance_of(
    card: VehicleCard, command: Command | None, damaged: bool, rate: Rate, path: int, road: int
) -> tuple[int, tuple[Reason, ...]]:
    """The allowance of any vehicle with this card, command and damage; otherwise as `allowance`."""
    if rate is Rate.CROSS_COUNTRY:
        reasons = [Reason("Cross-Country allowance", card.move[0], "na:4.5.1.1.1a")]
    elif road > path:
        reasons = [Reason("Road allowance", card.move[2], "na:4.5.1.1.5c")]
    else:
        reasons = [Reason("Path allowance", card.move[1], "na:4.5.1.1.5c")]
    total = reasons[0].amount
    for applies, label in ((command is Command.SHORT_HALT, "SHORT HALT, half"), (damaged, "Damaged, half")):
        if applies:
            reasons.append(Reason(label, total // 2 - total, "na:3.7b"))
            total //= 2
    if total < 1:
        reasons.append(Reason("never below 1", 1 - total, "na:3.7b"))
        total = 1
    return total, tuple(reasons)
