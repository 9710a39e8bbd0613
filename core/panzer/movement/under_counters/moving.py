"""Moving HIDDEN UNIT counters: no farther than the slowest of their units, until they are spotted (or:7.2.2.2).

Each hex takes from every unit the part of its Movement Factor that it costs; the counter has moved as far as it may
when the worst parts together are a whole. Into one hex it comes whatever that costs (na:4.5.1.1.3), and one of water
is a whole move (or:7.34). Along Paths and Roads all the way vehicles have the factor of Paths, along Roads alone that
of Roads (na:4.5.1.1.5). Facing costs nothing, since nobody sees any. A fake moves as any unit of its side could; what
moves as no leg or towed unit of its side could passes for a vehicle from then on. With a SHORT HALT it has half,
whether it has fired or not (na:3.7b); with units in Full Cover it crawls, one hex, if all of them can, and is not
seen to move (na:6.6.4.3).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, direction_between
from core.order import IllegalOrder
from core.panzer.formation_turns import in_turn
from core.panzer.ground.costs import RATED, terrain_costs
from core.panzer.hidden_units.events import HiddenMoved, HiddenWatched
from core.panzer.hidden_units.orders import MoveHidden
from core.panzer.hidden_units.spotting import spotted
from core.panzer.movement import foot
from core.panzer.movement.allowance import allowance
from core.panzer.movement.step import offer_overwatch
from core.panzer.pieces.cards import AircraftCard, BatteryCard, TowedCard, VehicleCard
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import MOVING, Command, Presence, Unit
from core.panzer.sequence import MOVE_STEPS, player_of
from core.panzer.state import PanzerState
from core.remembered import remembered

RULE: Final = "or:7.2.2.2"
#: All of a Movement Factor.
_WHOLE: Final = Fraction(1)
#: The routes that a whole way may follow: none in particular, Roads alone, Paths and Roads (na:4.5.1.1.5c).
_ANYWHERE: Final[frozenset[str]] = frozenset()
_ROAD: Final = frozenset({"road"})
_WAYS: Final = (_ANYWHERE, _ROAD, frozenset(RATED))


# -- who moves -------------------------------------------------------------------------------------


def to_move(state: PanzerState, side: SideId) -> tuple[HiddenCounter, ...]:
    """The counters of a side that may move now."""
    if state.step not in MOVE_STEPS or player_of(state) != side or side in state.ended:
        return ()
    ready = (c for c in state.hidden.of(side) if c.command in MOVING and not c.way and c.handled < 2)
    return tuple(c for c in ready if all(in_turn(state, state.units[unit]) for unit in c.holds))


def holds(state: PanzerState) -> bool:
    """Whether the step stays open since counters may move in it."""
    player = player_of(state)
    return player is not None and bool(to_move(state, player))


@remembered
def _movers(state: PanzerState, side: SideId, command: Command = Command.MOVE) -> tuple[Unit, ...]:
    """A unit of each card of a side that moves by itself, in good order, with a command; on foot and on motorcycles."""
    found: dict[tuple[str, bool], Unit] = {}
    for unit in state.scenario.units:
        if unit.side == side and not isinstance(unit.card, AircraftCard | BatteryCard):
            mover = Unit(unit.id, unit.side, size=state.units[unit.id].size, command=command)
            found.setdefault((unit.card.id, unit.motorcycle), mover)
    return tuple(found.values())


def _parts(
    state: PanzerState, units: Sequence[Unit], hex_: Hex, to: Hex, along: frozenset[str] = _ANYWHERE
) -> Iterator[Fraction | None]:
    """Which part of the Movement Factor of each unit the way into the next hex takes; None = it cannot go there.

    along: the routes that the whole way follows, with the factor of the lesser of them; none of them = it need not.
    """
    direction = direction_between(hex_, to)
    for unit in units:
        moves = _factor(state, unit, along)
        way = terrain_costs(state.board, state.tables, foot.going(state, unit)).crossing(hex_, direction or 0)
        if (
            direction is None
            or moves < 1
            or way.refusal is not None
            or unit.track_hit
            or (along and way.route not in along)
        ):
            yield None
        else:
            yield _WHOLE if way.afloat else min(_WHOLE, Fraction(max(1, way.cost), moves))


def _factor(state: PanzerState, unit: Unit, along: frozenset[str]) -> int:
    """The Movement Factor of a unit along routes, if it is a vehicle or rides motorcycles and gains by them
    (na:6.6.4.4), else across country; none of a gun that is never manhandled (na:6.6.5)."""
    card = state.card(unit.id)
    if isinstance(card, TowedCard) and not card.move:
        return 0
    across = allowance(state, unit, Rate.CROSS_COUNTRY)[0]
    if not along or not (isinstance(card, VehicleCard) or foot.motorcycles(state, unit)):
        return across
    road = along == _ROAD
    return max(across, allowance(state, unit, Rate.ROUTE, path=not road, road=road)[0])


def _units(state: PanzerState, counter: HiddenCounter) -> tuple[Unit, ...]:
    """The units of a counter as they would stand on the map, none of a fake."""
    there = (state.units[unit] for unit in counter.holds)
    return tuple(
        evolve(
            unit,
            hex=counter.hex,
            presence=Presence.ON_MAP,
            command=counter.command,
            full_cover=unit.id in counter.covered,
        )
        for unit in there
    )


def _room(counter: HiddenCounter) -> Fraction:
    """Which part of its move a counter has for its way: half if units under it have mounted (na:6.6.7.1.1c)."""
    return _WHOLE * (2 - counter.handled) / 2


def _closed(state: PanzerState, side: SideId, hex_: Hex) -> bool:
    """Whether a counter does not go into a hex: enemies, their counters, mines of theirs that are known, a Barrage."""
    if hex_ not in state.board or any(unit.side != side for unit in state.in_hex(hex_)):
        return True
    enemies = any(counter.side != side and counter.hex == hex_ for counter in state.hidden.counters)
    barrage = any(cloud.kind is CloudKind.BARRAGE and hex_ in cloud.hexes for cloud in state.counters.clouds)
    mined = any(m.hex == hex_ and m.side != side and not m.cleared for m in state.minefields.found)
    return enemies or barrage or mined


@remembered
def reach(state: PanzerState, side: SideId, number: int) -> dict[Hex, tuple[Hex, ...]]:
    """The hexes to which a counter may move, each with its cheapest way there."""
    counter = state.hidden.named(f"{side}-{number}")
    if counter is None:
        return {}
    ways: dict[Hex, tuple[Hex, ...]] = {}
    for along in _WAYS:
        ways |= {hex_: way for hex_, way in _reach(state, counter, along).items() if hex_ not in ways}
    return ways


def _reach(state: PanzerState, counter: HiddenCounter, along: frozenset[str]) -> dict[Hex, tuple[Hex, ...]]:
    units, room = _units(state, counter), _room(counter)
    best: dict[Hex, Fraction] = {counter.hex: Fraction(0)}
    ways: dict[Hex, tuple[Hex, ...]] = {counter.hex: ()}
    queue = [(Fraction(0), counter.hex)]
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if spent > best[hex_]:
            continue
        for to in hex_.neighbours():
            part = _step(state, counter, units, hex_, to, along)
            if part is None or spent + part > room or (to in best and best[to] <= spent + part):
                continue
            best[to], ways[to] = spent + part, (*ways[hex_], to)
            heapq.heappush(queue, (spent + part, to))
    return {hex_: way for hex_, way in ways.items() if way}


def _step(
    state: PanzerState, counter: HiddenCounter, units: Sequence[Unit], hex_: Hex, to: Hex, along: frozenset[str]
) -> Fraction | None:
    """Which part of its move a counter spends on the next hex: the largest of its units, of a fake the smallest that
    any unit of its side would, all of it for crawling; None = it does not go there."""
    if _closed(state, counter.side, to):
        return None
    if counter.covered:
        return _WHOLE if hex_ == counter.hex and _crawls(state, units, hex_, to) else None
    if units:
        worst = list(_parts(state, units, hex_, to, along))
        return None if None in worst else max(part for part in worst if part is not None)
    movers = _movers(state, counter.side, counter.command or Command.MOVE)
    return min((p for p in _parts(state, movers, hex_, to, along) if p is not None), default=None)


def _crawls(state: PanzerState, units: Sequence[Unit], hex_: Hex, to: Hex) -> bool:
    """Whether all units of a counter go with those in Full Cover, who crawl into the next hex."""
    if None in _parts(state, units, hex_, to) or any(foot.crawl_refusal(state, unit) for unit in units):
        return False
    direction = direction_between(hex_, to) or 0
    ways = (terrain_costs(state.board, state.tables, foot.going(state, u)).crossing(hex_, direction) for u in units)
    side = units[0].side
    return all(foot.crawling_refusal(state, side, way, to) is None for way in ways)


def is_fast(state: PanzerState, side: SideId, way: Sequence[Hex]) -> bool:
    """Whether no leg or towed unit of a side could have come along these hexes in a turn, the first where it began."""
    slow = tuple(u for u in _movers(state, side) if not isinstance(state.card(u.id), VehicleCard))
    return not any(_comes(state, unit, way, along) for unit in slow for along in _WAYS)


def _comes(state: PanzerState, unit: Unit, way: Sequence[Hex], along: frozenset[str]) -> bool:
    """Whether a unit could come along these hexes in a turn, which follow some routes or need not."""
    spent = Fraction(0)
    for hex_, to in pairwise(way):
        (part,) = _parts(state, (unit,), hex_, to, along)
        if part is None:
            return False
        spent += part
    return spent <= _WHOLE


# -- the order -------------------------------------------------------------------------------------


def check(state: PanzerState, side: SideId, order: MoveHidden) -> None:
    """A counter of one's own with MOVE, along hexes next to one another that all of its units can pay for."""
    if state.moves.active is not None or order.number not in {c.number for c in to_move(state, side)}:
        raise IllegalOrder(f"HIDDEN UNIT {order.number} does not move now", RULE)
    counter = state.hidden.named(f"{side}-{order.number}")
    if counter is None or not order.hexes:
        raise IllegalOrder("name the hexes into which it moves", RULE)
    stuck = [_stops(state, counter, order.hexes, along) for along in _WAYS]
    if None not in stuck:
        raise IllegalOrder(f"HIDDEN UNIT {order.number} does not come to {stuck[0]} in this turn", RULE)


def _stops(state: PanzerState, counter: HiddenCounter, way: Sequence[Hex], along: frozenset[str]) -> Hex | None:
    """The first hex of a way to which a counter does not come; None if it comes to all."""
    units, spent, hex_ = _units(state, counter), Fraction(0), counter.hex
    for to in way:
        part = _step(state, counter, units, hex_, to, along) if direction_between(hex_, to) is not None else None
        if part is None or spent + part > _room(counter):
            return to
        spent, hex_ = spent + part, to
    return None


def move(state: PanzerState, side: SideId, order: MoveHidden, dice: Dice) -> Iterator[Event]:
    """Hex by hex, until an enemy spots it."""
    counter = state.hidden.named(f"{side}-{order.number}")
    way = [counter.hex] if counter is not None else []
    crawls = counter is not None and bool(counter.covered)
    for to in order.hexes:
        way.append(to)
        yield HiddenMoved(side=side, number=order.number, hex=to, fast=is_fast(state, side, way), crawls=crawls)
        moved = state.hidden.named(counter.id) if counter is not None else None
        if moved is None or spotted(state, moved) is not None:
            return


# -- Overwatch Fire at who was moving --------------------------------------------------------------


def watched(state: PanzerState) -> bool:
    """Whether there may be Overwatch Fire at a unit that was moving when its counter was revealed."""
    return state.hidden.watched is not None


def answer(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """The chance for it, once (na:4.5b)."""
    unit: UnitId | None = state.hidden.watched
    if unit is not None:
        yield HiddenWatched(unit=unit)
        yield from offer_overwatch(state, unit)
