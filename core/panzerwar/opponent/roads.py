"""Along roads at road speed: the way of a vehicle that stands on one, as far as the road leads it on (pw:6.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex
from core.panzerwar.ground.stretches import along_roads
from core.panzerwar.ground.terrain import BRIDGE, ROAD
from core.panzerwar.movement import speed
from core.panzerwar.opponent import field, legs
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import Path, Point, centre, gsu_between, hex_at

#: So many hexes of a road are looked along, and so many legs drawn at most.
_FAR, _LEGS = 40, 8


def saves(state: WarState, element: Element) -> float:
    """What a road leaves of the cost of a hex for an element: for who goes at road speed what that saves."""
    card = state.cards.vehicles.get(element.card)
    if card is None or element.marches or not card.speed_road or not state.temper.roads:
        return field.ROAD_SAVES
    return min(field.ROAD_SAVES, round(card.speed_cc / card.speed_road, 1))


def by_road(state: WarState, element: Element, found: dict[Hex, float], share: float) -> Plan | None:
    """The plan of a way along roads, downhill in the field, no farther than a share of the movement by road takes it;
    None off the road, and where it leads no farther."""
    if element.card not in state.cards.vehicles:
        return None
    points = _course(state, element.where, _chain(state, hex_at(element.where), found))
    if not points:
        return None
    most = speed.allowance(state, element, Way.MARCH, road=True).full * share
    path = Path(element.where, points)

    def plan(reach: float) -> Plan:
        return Plan(element=element.id, legs=tuple(Leg(p) for p in path.cut(reach).points[1:]), road=True)

    if legs.fits(state, element, plan(path.length), most):
        return plan(path.length)
    low, high, best = 0.0, path.length, None
    while high - low > max(legs.LEAST, path.length / 24):
        reach = (low + high) / 2
        tried = plan(reach)
        if reach >= legs.LEAST and legs.fits(state, element, tried, most):
            low, best = reach, tried
        else:
            high = reach
    return best


def _chain(state: WarState, here: Hex, found: dict[Hex, float]) -> list[Hex]:
    """The hexes of the road ahead, downhill in the field, the next first."""
    chain: list[Hex] = []
    while len(chain) < _FAR and here in found:
        onward = [h for h in _joined(state, here) if h in found and found[h] < found[here]]
        if not onward:
            break
        here = min(onward, key=lambda h: (found[h], h))
        chain.append(here)
    return chain


def _joined(state: WarState, here: Hex) -> Iterator[Hex]:
    """The hexes into which a road or a bridge leads from another."""
    for way, other in enumerate(here.neighbours()):
        if any(state.board.joined(route, here, way) for route in (ROAD, BRIDGE)):
            yield other


def _course(state: WarState, start: Point, chain: list[Hex]) -> tuple[Point, ...]:
    """Straight legs along a chain of hexes, each as far as it stays on the road."""
    points: list[Point] = []
    at, begin = start, 0
    while begin < len(chain) and len(points) < _LEGS:
        far = next(
            (
                n
                for n in range(len(chain) - 1, begin - 1, -1)
                if gsu_between(at, centre(chain[n])) > legs.LEAST and along_roads(state, Path(at, (centre(chain[n]),)))
            ),
            None,
        )
        if far is None:
            break
        at, begin = centre(chain[far]), far + 1
        points.append(at)
    return tuple(points)
