"""What a step comes to, what it costs and whether the allowance covers it (na:4.5.1.1.2, na:4.5.1.1.3, na:6.6.4.1)."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.ground.costs import Crossing
from core.panzer.movement.mover import Mover
from core.panzer.pieces.movement import ActiveMove, Rate
from core.tally import Reason


@frozen(eq=False, repr=False)
class StepResult(Alike):
    """What one step comes to.

    hex: where the unit is then, None = off the map; cost: allowance spent on the step; move: the move after it; left:
    allowance left then; route: the kind of route it followed; text: the step in words.
    """

    step: str
    hex: Hex | None
    facing: int
    cost: int
    reasons: tuple[Reason, ...]
    move: ActiveMove
    left: int
    route: str | None = None
    text: str = ""


def price(who: Mover, way: Crossing, hex_: Hex, reverse: bool) -> tuple[int, tuple[Reason, ...]]:
    """Cost of a crossing with smoke, doubled in reverse (na:4.5.1.1.2e, na:4.5.1.1.7).

    Whoever can be driven from either end pays in reverse what he pays ahead (or:7.33).
    """
    if way.refusal is not None:
        raise IllegalOrder(way.refusal.reason, way.refusal.rule)
    cost, reasons = way.cost, way.reasons
    if more := who.surcharge(hex_, turning=False, route=way.route):
        cost, reasons = cost + sum(r.amount for r in more), (*reasons, *more)
    if reverse and not who.drives_both_ways:
        return 2 * cost, (*reasons, Reason("reverse, twice", cost, "na:4.5.1.1.7"))
    return cost, reasons


def afloat(who: Mover, move: ActiveMove, where: str) -> tuple[int, tuple[Reason, ...]]:
    """Water that bars others takes the whole move of an amphibious vehicle, across country (or:7.34)."""
    if move.rate is Rate.ROUTE:
        raise IllegalOrder(f"no Path or Road leads {where} through the water", "or:7.34")
    if move.hexes or move.spent:
        raise IllegalOrder(f"going {where} afloat is the whole of a move", "or:7.34")
    cost = who.left(move)
    return cost, (Reason("afloat, the whole move", cost, "or:7.34"),)


def entered(
    who: Mover, move: ActiveMove, hex_: Hex, route: str | None, cost: int, step: str, came_from: Hex | None
) -> ActiveMove:
    """The move after paying for a hex: entered, or left over the edge of the map."""
    denied = who.denied(move)
    if move.rate is Rate.ROUTE and not denied:
        denied = who.denial(hex_, route)
    return ActiveMove(
        unit=move.unit,
        rate=move.rate,
        start=move.start,
        spent=move.spent + cost,
        hexes=move.hexes + 1,
        path=move.path + (route == "path"),
        road=move.road + (route == "road"),
        turns_paid=move.turns_paid,
        came_from=came_from,
        retreat=move.retreat if who.closed(came_from) else came_from,
        steps=(*move.steps, step),
        trail=move.trail if hex_ == came_from else (*move.trail, hex_),
        denied=denied,
        damaged_after=move.damaged_after,
        suppressed_after=move.suppressed_after,
        broken_after=move.broken_after,
        turret=move.turret,
    )


def afford(who: Mover, move: ActiveMove, after: ActiveMove, where: str) -> None:
    """IllegalOrder if the allowance does not cover a hex, unless it is the only one of the move (na:4.5.1.1.3,
    min:9.3.5).

    What has been spent on anything else, turns, passengers, storeys, leaves no hex for nothing (na:6.6.4.1).
    """
    if after.spent <= who.total(after, most=True) or not (move.hexes or move.turns_paid or move.spent):
        return
    cost = after.spent - move.spent
    if after.denied and move.rate is Rate.ROUTE and not move.denied:
        raise IllegalOrder(
            f"{after.denied} denies the Path or Road allowance to the whole move; going {where} makes "
            f"{after.spent} of the Cross-Country allowance of {who.total(after)}",
            "na:4.5.1.1.11" if after.denied.startswith("the Track") else "na:4.5.1.1.5d",
        )
    left = max(0, who.total(after, most=True) - move.spent)
    paid_turn = " and a turn was paid for" if not move.hexes else ""
    by_path = move.rate is Rate.ROUTE and not after.denied and after.path >= after.road
    paid_turn += " of the Path allowance" if by_path else ""
    rule = "na:4.5.1.1.5c" if by_path else "na:4.5.1.1.3"
    raise IllegalOrder(f"going {where} costs {cost} and only {left} is left{paid_turn}", rule)
