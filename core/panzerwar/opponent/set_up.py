"""Setting up: who defends stands in cover about the places that count, who attacks along the front of his area; what
comes on later comes on where its way is shortest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.ai.drawing import drawn
from core.dice import Dice
from core.event import SideId
from core.hexes import Hex
from core.order import Order
from core.panzerwar.artillery import batteries
from core.panzerwar.course import set_up
from core.panzerwar.course.orders import Dig, Place, PlaceRest
from core.panzerwar.ground import lines
from core.panzerwar.ground.terrain import ground
from core.panzerwar.opponent import barrages, field, mines, picture, roads
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import GoalKind
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import WarState
from core.plane import Point, centre, degrees_of, gsu_between, hex_at, offset
from core.step_end import FinishStep

#: A defender stands within this of a place that counts, in GSU.
ABOUT: Final = 175.0
#: Elements keep so far from each other, in GSU.
_APART: Final = 28.0
#: In a column, which begins on a road together, one in the same hex costs so much.
_COLUMN: Final = 10.0
#: One that begins by lot has the others of its unit within this of each other, in GSU.
_TOGETHER: Final = 60.0
#: What a step of cover, a view ahead, and a neighbour too near are worth, in GSU of way.
_COVER, _VIEW, _CROWD = 25.0, 15.0, 60.0
#: A defender gives up less than that for a place by lot, in GSU of way.
_AS_GOOD: Final = 12.0
#: How far ahead a view is wanted, in GSU, and how high guns stand.
_VIEWS: Final = (150.0, 300.0, 450.0)
_HEIGHT: Final = 1.0


def place(state: WarState, side: SideId, dice: Dice) -> Order:
    """Defenders one by one, then the rest, dug in as far as it is allowed; then what artillery needs."""
    if not picture.attacks(state, side):
        for id_ in set_up.must_place(state, side):
            element = state.elements[id_]
            spot = None if batteries.find(state, element.organisation) is not None else _post(state, element, dice)
            if spot is not None:
                return Place(element=id_, at=spot)
    elif state.temper.roads:
        for id_ in set_up.must_place(state, side):
            element = state.elements[id_]
            spot = None if batteries.find(state, element.organisation) is not None else gate(state, element, dice)
            if spot is not None:
                return Place(element=id_, at=spot)
    if set_up.must_place(state, side):
        return PlaceRest()
    prepared = dig(state, side) or mines.lay(state, side) or barrages.prepare(state, side)
    return prepared or gather(state, side) or FinishStep()


def gather(state: WarState, side: SideId) -> Place | None:
    """The next piece of a battery that stands apart, put down beside its command element (pw:10.0.3)."""
    for battery in batteries.of_side(state, side):
        post, posting = batteries.post(state, battery), state.engagement.posted.get(battery.id)
        if post is None or posting is None or batteries.apart_refusal(state, battery) is None:
            continue
        hexes, _ = set_up.area(state, posting)
        far = {piece.id: gsu_between(piece.where, post.where) for piece in batteries.pieces(state, battery)}
        for id_ in sorted(far, key=lambda id_: (-far[id_], id_)):
            spot = set_up.nearest_spot(state, id_, hex_at(post.where), hexes)
            if gsu_between(spot, post.where) < far[id_]:
                return Place(element=id_, at=spot)
    return None


def _post(state: WarState, element: Element, dice: Dice) -> Point | None:
    """The best place for a defender in its area, or by lot one of those that are almost as good; None if there is none
    near a place that counts."""
    posting = set_up.posting(state, element)
    places = [g.at for g in state.engagement.goals if g.kind is not GoalKind.EXIT]
    if posting is None or not places:
        return None
    hexes, heading = set_up.area(state, posting)
    mine = [e for e in state.on_table() if e.side == element.side]
    goal = places[sum(e.kind is element.kind for e in mine) % len(places)]
    near = [h for h in hexes if gsu_between(centre(h), goal) <= ABOUT]
    worths = {h: _worth(state, element, h, goal, heading, mine) for h in near}
    able = sorted(near, key=lambda h: (-worths[h], h))
    costs = {h: -worths[h] for h in able[:20]}
    for hex_ in _by_lot(able[:20], costs, min(state.temper.variety, _AS_GOOD), dice):
        spot = set_up.free_spot(state, element.id, hex_)
        if spot is not None and set_up.place_refusal(state, element, spot) is None:
            return spot
    return None


def _worth(state: WarState, element: Element, hex_: Hex, goal: Point, heading: int, mine: list[Element]) -> float:
    """What a hex is worth to a defender, in GSU of way: cover, a view ahead, room, the nearness of the place."""
    at, here = centre(hex_), ground(state, hex_)
    effects = (*here.effects, *(e for edge in here.edges.values() for e in edge))
    cover = max((max(-e.cover, e.to_hit) for e in effects), default=0)
    ahead = [offset(at, degrees_of(heading), far) for far in _VIEWS]
    seen = sum(hex_at(to) in state.board and lines.clear(state, at, to, _HEIGHT) for to in ahead)
    views = 2 if element.kind in (Kind.GUN, Kind.VEHICLE) else 1
    crowd = sum(gsu_between(at, e.where) < _APART for e in mine)
    return _COVER * cover + _VIEW * views * seen - _CROWD * crowd - gsu_between(at, goal) / 4


def dig(state: WarState, side: SideId) -> Dig | None:
    """The next element that may begin dug in: in a trench rather than in foxholes."""
    for element in sorted(state.of(side), key=lambda e: e.kind is not Kind.SQUAD):  # squads into the trenches
        if element.on_table and element.posture.dug is Digging.NONE and element.kind is not Kind.VEHICLE:
            for digging in (Digging.TRENCH, Digging.FOXHOLES):
                if set_up.posting(state, element) and set_up.dig_refusal(state, element, digging) is None:
                    return Dig(element=element.id, digging=digging)
    return None


def enter(state: WarState, side: SideId) -> Order | None:
    """The next element that may come on in this turn; None if there is none, or no place for any."""
    for id_ in set_up.entering(state, side):
        spot = gate(state, state.elements[id_])
        if spot is not None:
            return Place(element=id_, at=spot)
    return None


def gate(state: WarState, element: Element, dice: Dice | None = None) -> Point | None:
    """Where an element comes on: where the way to the goal of its unit is shortest, beside the others. dice: the first
    of its unit begins by lot where the way is little longer, and the others about it."""
    posting = set_up.posting(state, element)
    if posting is None:
        return None
    organisation = state.organisations[element.organisation]
    goal = picture.goal_of(state, organisation)
    far = (
        field.field_to(
            state, hex_at(picture.objective(state, goal)), foot=element.foot, road=roads.saves(state, element)
        )
        if goal is not None
        else {}
    )
    most = max(far.values(), default=0.0)
    mine = [e.where for e in state.on_table() if e.side == element.side]

    variety = state.temper.variety if dice is not None else 0.0
    company = [e.where for e in state.on_table() if variety and e.organisation == element.organisation]
    first = far.get(hex_at(company[0]), most) if company else 0.0
    column = state.temper.roads and not element.foot

    def cost(hex_: Hex) -> float:
        way = far.get(hex_, most)
        if company:
            # Behind the one that was placed first, and not far from the nearest.
            way = abs(way - first) + max(0.0, min(gsu_between(centre(hex_), at) for at in company) - _TOGETHER)
        if column:
            return way + _COLUMN * sum(hex_at(at) == hex_ for at in mine)
        return way + _CROWD * sum(gsu_between(centre(hex_), at) < _APART for at in mine)

    costs = {hex_: cost(hex_) for hex_ in set_up.area(state, posting)[0]}
    able = sorted(costs, key=lambda h: (costs[h], h))
    for hex_ in able if dice is None or company else _by_lot(able, costs, variety, dice):
        spot = set_up.free_spot(state, element.id, hex_)
        if spot is not None and set_up.place_refusal(state, element, spot) is None:
            return spot
    return None


def _by_lot(able: list[Hex], costs: Mapping[Hex, float], variety: float, dice: Dice) -> list[Hex]:
    """Hexes, the best first, with one at the front by lot of those that cost little more than the best."""
    chosen = drawn({hex_: costs[hex_] for hex_ in able}, variety, dice, "hex", set_up.RULE)
    return able if chosen is None else [chosen, *(hex_ for hex_ in able if hex_ != chosen)]
