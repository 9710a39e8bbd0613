"""How a computer player sets up: counter by counter as the order to place the rest would, but by lot among hexes that
are almost as good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.ai.drawing import drawn
from core.dice import Dice
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import Order
from core.panzerblitz.course import set_up
from core.panzerblitz.course.deployment import Spot, first_load, hides_there, in_turn, spots
from core.panzerblitz.course.orders import Place, PlaceRest
from core.panzerblitz.course.purpose import attacks
from core.panzerblitz.movement.orders import Load
from core.panzerblitz.movement.transport import kinds_refusal
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep

#: Of the places that are almost as good so many are drawn among: one in three, the nearest, but two at least.
NEAREST, FEWEST = 3, 2


def place(state: BlitzState, side: SideId, dice: Dice) -> Order:
    """The next counter, or what a carrier that stands takes up; at the end the end."""
    left = set_up.unplaced(state, side)
    if not state.temper.variety:
        return PlaceRest() if left else FinishStep()
    load = _load(state, side)
    if load is not None or not left:
        return load or FinishStep()
    unit = in_turn(state, side, left)[0]
    where = _by_lot(state, side, unit, dice)
    if where is None:
        return PlaceRest()
    hex_, inside = where
    return Place(unit=unit, hex=hex_, inside=inside, hidden=hides_there(state, unit, hex_))


def _load(state: BlitzState, side: SideId) -> Load | None:
    """The next carrier that takes up something beside it."""
    for carrier in state.of(side):
        passenger = first_load(state, carrier.id)
        if passenger is not None:
            return Load(carrier=carrier.id, passenger=passenger)
    return None


def _by_lot(state: BlitzState, side: SideId, unit: UnitId, dice: Dice) -> tuple[Hex, bool] | None:
    """The place of a counter, of those that are almost as good one by lot; None if there is none.

    A carrier of an attacker begins where somebody still waits to be taken up. Fortifications, obstacles and who goes
    into a fortification are no matter of lots.
    """
    used = Counter(u.hex for u in state.units.values() if u.side == side and u.hex is not None)
    able = spots(state, unit, used, set_up.place_refusal)
    if state.type(unit).carrier and attacks(state.situation, side):
        every = list(able)
        able = iter([s for s in every if _takes_up(state, unit, s.where)] or every)
    elif state.type(unit).manned:
        costs = _together(state, side, _almost_as_good(able, state.temper.variety))
        return drawn(costs, state.temper.variety, dice, "hex", set_up.RULE)
    return next((spot.where for spot in able), None)


def _almost_as_good(able: Iterable[Spot], variety: float) -> dict[tuple[Hex, bool], float]:
    """The best place with those that cost little more, and what each costs; in a fortification the best alone."""
    best: Spot | None = None
    costs: dict[tuple[Hex, bool], float] = {}
    for spot in able:
        best = best or spot
        if spot.band != best.band or spot.cost > best.cost + variety or (costs and best.where[1]):
            break
        costs[spot.where] = spot.cost
    return costs


def _together(state: BlitzState, side: SideId, costs: dict[tuple[Hex, bool], float]) -> dict[tuple[Hex, bool], float]:
    """Of places those that are nearest to the first unit that was placed: who is scattered is beaten one by one."""
    order = (u for u in in_turn(state, side, set_up.to_place(state, side)) if state.type(u).manned)
    first = next((state.units[u].hex for u in order), None)
    if first is None:
        return costs
    near = sorted(costs, key=lambda where: distance(where[0], first))
    return {where: costs[where] for where in near[: max(FEWEST, len(near) // NEAREST)]}


def _takes_up(state: BlitzState, carrier: UnitId, where: tuple[Hex, bool]) -> bool:
    """Whether somebody lies in a place whom a carrier can take up."""
    hex_, inside = where
    there = (u for u in state.loose(hex_) if u.side == state.units[carrier].side and u.inside == inside)
    return any(kinds_refusal(state, carrier, u.id) is None for u in there)
