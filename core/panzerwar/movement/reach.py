"""Where a leg of a vehicle or of men may lead, hex by hex, and why not farther (pw:6.2, pw:6.2.1, pw:6.5, pw:6.6).

begun: whether the plan has legs already; found: what they come to, None if they cannot be gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.choice import Choice, Refusal
from core.hexes import Hex
from core.panzerwar.ground.stretches import along_roads, around
from core.panzerwar.ground.terrain import BRIDGE, ROAD
from core.panzerwar.infantry import teams
from core.panzerwar.movement import pricing, speed
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Path, Point, centre

#: What is driven along at road speed (pw:6.2.1).
_ROADS: Final = frozenset({ROAD, BRIDGE})


def hexes(
    state: WarState, element: Element, plan: Plan, found: pricing.Price | None, *, begun: bool
) -> Iterator[Choice]:
    """The hexes that a straight leg may lead to: as far as the movement that is left could go over open ground, if it
    suffices for the turn; at road speed those to which all of it goes along roads, in haste those ahead over clear open
    ground; of a team none too far from its platoon (pw:12.0.3)."""
    left = left_of(state, element, plan, found, begun=begun)
    if left < 1:
        return
    ways = (*found.points, *found.second) if found is not None else (element.where,)
    kept = teams.kept_near(state, element, plan.load)
    for hex_, far in around(state.board, ways[-1], left + 12.5):
        if plan.road and not _by_road(state, ways[-1], hex_):
            continue
        if not element.marches and not _sets_off(state, element, plan, (*ways, centre(hex_)), found, left):
            continue
        if far > 1 and not (plan.way in pricing.HASTE and pricing.astray(element, plan, (*ways, centre(hex_)))):
            astray = teams.apart_refusal(state, element, centre(hex_), plan.load) if kept else None
            yield Choice(hex_.id, str(hex_), "hex", hex_, cost=f"{far:.0f} GSU away", refusal=astray)


def _sets_off(
    state: WarState,
    element: Element,
    plan: Plan,
    points: tuple[Point, ...],
    found: pricing.Price | None,
    left: float,
) -> bool:
    """Whether a vehicle makes the first step of a further leg: it can pay for the turn, and in haste it stays on clear
    open ground (pw:6.3.5, pw:6.4, pw:6.5, pw:6.6)."""
    turns = pricing.turns_cost(state, element, plan, points) - (found.turns if found is not None else 0)
    if turns + 1 > left:
        return False
    if plan.way not in pricing.HASTE or points[-1] == points[-2]:
        return True
    step = Path(points[-2], points[-1:]).cut(1.0)
    return pricing.open_ground(state, speed.vehicle(state, element), step, lines=True)


def _by_road(state: WarState, start: Point, hex_: Hex) -> bool:
    """Whether a straight leg to a hex goes along roads all the way (pw:6.2.1)."""
    has_road = bool(_ROADS & state.board.cells[hex_].routes.keys())
    return has_road and along_roads(state, Path(start, (centre(hex_),)))


def beyond(
    state: WarState, element: Element, plan: Plan, found: pricing.Price | None, *, begun: bool
) -> Refusal | None:
    """Why no leg leads to a hex that is not among them, and how far one does; None where none leads anywhere."""
    left = left_of(state, element, plan, found, begun=begun)
    if left < 1:
        return Refusal("no movement is left for a leg there", "pw:6.2") if begun else None
    if plan.way in pricing.HASTE:
        rule = "pw:6.5" if plan.way is Way.BONUS else "pw:6.6"
        return Refusal(f"in haste it goes straight ahead, {left:g} GSU at most", rule)
    if plan.road:
        return Refusal(f"at road speed it goes along roads, {left:g} GSU at most", "pw:6.2.1")
    return Refusal(f"it is there, or no leg leads so far: {left:g} GSU are left", "pw:6.2")


def left_of(state: WarState, element: Element, plan: Plan, found: pricing.Price | None, *, begun: bool) -> float:
    """The movement that is left for a further leg, in GSU."""
    if speed.immobile_refusal(state, element, plan.way) is not None:
        return 0.0
    if found is not None:
        return found.allowance - found.spent
    if begun or plan.way not in pricing.HASTE:
        return 0.0
    return speed.allowance(state, element, plan.way, road=plan.road).most  # who stands is not in haste yet


def cut(state: WarState, element: Element, plan: Plan, *, half: bool = False) -> tuple[Leg, ...]:
    """The legs of a vehicle's plan with the last one cut where the movement ends, or half of it; as they are if all of
    it suffices, or even the first step is too much (pw:6.2, pw:6.3.2)."""
    if _suffices(state, element, plan, half=half):
        return plan.legs
    before = plan.legs[:-1]
    start = before[-1].to if before else element.where
    path = Path(start, (plan.legs[-1].to,))
    low, high = 0.0, path.length
    while high - low > 0.2:
        middle = (low + high) / 2
        if _suffices(state, element, evolve(plan, legs=(*before, Leg(path.at(middle)))), half=half):
            low = middle
        else:
            high = middle
    return (*before, Leg(path.at(low))) if low >= 1 else plan.legs


def _suffices(state: WarState, element: Element, plan: Plan, *, half: bool) -> bool:
    found = pricing.price(state, element, plan)
    return isinstance(found, pricing.Price) and not (half and found.motion is Motion.FULL)
