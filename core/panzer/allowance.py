"""How far a vehicle may move: its Movement Factor and what halves it (na:3.7b, na:4.5.1.1.1, na:5.12c)."""

from __future__ import annotations

from collections.abc import Iterator

from core.panzer.cards import VehicleCard
from core.panzer.state import Command, PanzerState, Rate, Unit
from core.tally import Reason


def allowance(
    state: PanzerState, unit: Unit, rate: Rate, *, path: int = 0, road: int = 0
) -> tuple[int, tuple[Reason, ...]]:
    """The allowance of a unit for a move, and what makes it (na:4.5.1.1.1b).

    path, road: hexes entered along each; the Road allowance needs more Road than Path (na:4.5.1.1.5c).
    """
    return allowance_of(state.vehicle(unit.id), unit, rate, path, road)


def halvings(unit: Unit) -> Iterator[tuple[str, str]]:
    """What halves the allowance of a unit, each with its rule; all of them multiply (na:5.12c, na:6.6.2)."""
    if unit.command is Command.SHORT_HALT:
        yield "SHORT HALT", "na:3.7b"
    if unit.suppressed:
        yield "Suppressed", "na:6.6.2"
    if unit.damaged:
        yield "Damaged", "na:3.7b"
    if unit.hull_damaged:
        yield "HULL DMGD", "na:6.5.2.2.4"


def allowance_of(card: VehicleCard, unit: Unit, rate: Rate, path: int, road: int) -> tuple[int, tuple[Reason, ...]]:
    """The allowance of any vehicle with this card, in the condition of a unit; otherwise as `allowance`."""
    if rate is Rate.CROSS_COUNTRY:
        reasons = [Reason("Cross-Country allowance", card.move[0], "na:4.5.1.1.1a")]
    elif road > path:
        reasons = [Reason("Road allowance", card.move[2], "na:4.5.1.1.5c")]
    else:
        reasons = [Reason("Path allowance", card.move[1], "na:4.5.1.1.5c")]
    total = reasons[0].amount
    for label, rule in halvings(unit):
        reasons.append(Reason(f"{label}, half", total // 2 - total, rule))
        total //= 2
    if total < 1:
        reasons.append(Reason("never below 1", 1 - total, "na:3.7b"))
        total = 1
    return total, tuple(reasons)
