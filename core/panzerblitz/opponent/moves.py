"""Where units should go: towards their aims, to where they can hurt the enemy, out of his fire, and into cover."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzerblitz.course.lines import line_gain
from core.panzerblitz.course.purpose import attacks
from core.panzerblitz.course.victory import level_of
from core.panzerblitz.ground.stacking import enemies_in_way, room_refusal
from core.panzerblitz.ground.terrain import hides
from core.panzerblitz.movement.move import allowance
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.movement.over_stacking import end_refusal, mending_move
from core.panzerblitz.movement.reach import Reach, reach
from core.panzerblitz.movement.step import exit_at, movable, plan
from core.panzerblitz.opponent.aims import DUE, Aim, aim_of, closers, fights_first
from core.panzerblitz.opponent.danger import Danger, danger_to
from core.panzerblitz.opponent.ground import FAR, way_field
from core.panzerblitz.opponent.homeward import caller, rides
from core.panzerblitz.opponent.overruns import best_overrun
from core.panzerblitz.opponent.prospects import Prospects
from core.panzerblitz.opponent.transport import embark, fetching, take_aboard, unload, waits_for_lift
from core.panzerblitz.opponent.worth import worth
from core.panzerblitz.pieces.reference import ROAD, Mover
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.remembered import remembered
from core.step_end import FinishStep


def movement(state: BlitzState, side: SideId) -> Order:
    """The next order in a step of movement; its end when nobody has a reason to move."""
    aboard = embark(state, side)
    if aboard is not None:
        return aboard
    danger, prospects = danger_to(state, side), Prospects(state, side)
    units = sorted(movable(state, side), key=lambda u: _rank(state, u))
    order = best_overrun(state, side, danger, units)
    if order is not None:
        return order
    done = max((_rank(state, u) for u in _moved(state, side)), default=None)
    for unit in units:
        if unit.operation is not None:
            continue
        if unit.spent:
            order = unload(state, unit, danger, prospects)
        elif done is None or _rank(state, unit) >= done:
            order = _advance(state, side, unit, danger, prospects)
        else:
            order = None
        if order is not None:
            return order
    return mending_move(state, side) or FinishStep()


def _rank(state: BlitzState, unit: Unit) -> tuple[int, int, UnitId]:
    """The order in which units move: those that began nearest the enemy's ground first; fixed for a Player-Turn."""
    if unit.start is None:
        return (1, -state.type(unit.id).movement, unit.id)
    field = _front(state.situation, unit.side)
    return (0, field.get(unit.start, FAR), unit.id)


@lru_cache(maxsize=16)
def _front(situation: Situation, side: SideId) -> dict[Hex, int]:
    goals: set[tuple[Hex, int]] = set()
    for group in situation.groups:
        if group.side != side:
            area = group.area or (group.entry.area if group.entry else None)
            goals |= {(h, 0) for h in situation.hexes(area)} if area else set()
    return dict(way_field(situation, Mover.VEHICLE, frozenset(goals)))


def _moved(state: BlitzState, side: SideId) -> list[Unit]:
    """Units that have moved in this step."""
    vehicles = kind_of(state.step) is not Kind.OTHERS
    either = kind_of(state.step) in (Kind.IMPULSE_A, Kind.IMPULSE_D)
    return [
        u
        for u in state.of(side)
        if u.spent and u.carrier is None and (either or state.type(u.id).vehicular == vehicles)
    ]


# -- moves -----------------------------------------------------------------------------------------


def _advance(state: BlitzState, side: SideId, unit: Unit, danger: Danger, prospects: Prospects) -> Order | None:
    """The best move of a unit, or what it does instead: it gets its passenger off, takes one up, or stays."""
    order = take_aboard(state, unit, danger, prospects)
    if order is not None:
        return order
    aim = aim_of(state, unit)
    if waits_for_lift(state, unit, aim, prospects):
        return _to_ride(state, unit)
    found = reach(state, unit.id)
    if not found.costs:
        return unload(state, unit, danger, prospects)
    out = _leave(state, side, unit, aim, found, prospects)
    if out is not None:
        return out
    judge = Judge(state, unit, aim, danger, prospects)
    here = judge.staying(unit.hex) if unit.hex is not None else judge.waiting(found.costs)
    best: tuple[float, Hex] | None = None
    likely = sorted(found.costs, key=lambda h: (-judge.first(h), found.costs[h], h))
    for hex_ in likely[: state.temper.looked_at]:
        if hex_ == unit.hex or enemies_in_way(state, side, hex_):
            continue
        if room_refusal(state, unit.id, hex_, inside=False) or end_refusal(state, unit.id, hex_):
            continue
        value = judge.worth(hex_)
        if value > (here if best is None else best[0]):
            best = value, hex_
    if best is None:
        return unload(state, unit, danger, prospects)
    return _move(state, unit, found, best[1])


def _to_ride(state: BlitzState, unit: Unit) -> Move | None:
    """The way of a unit on foot to the carrier that has been called for it, if that has not come all the way."""
    carrier = caller(state, unit)
    if carrier is None or carrier.hex is None or carrier.hex == unit.hex:
        return None
    found = reach(state, unit.id)
    if carrier.hex not in found.costs:
        return None
    if room_refusal(state, unit.id, carrier.hex, inside=False) or end_refusal(state, unit.id, carrier.hex):
        return None
    return _move(state, unit, found, carrier.hex)


def _move(state: BlitzState, unit: Unit, found: Reach, hex_: Hex) -> Move:
    """The move; infantry that goes one hex keeps off road rate, so that it may assault (pb:PB-CAT-I)."""
    near = state.type(unit.id).close_assault and unit.hex is not None and distance(unit.hex, hex_) == 1
    if near:
        slow = reach(state, unit.id, road=False)
        if hex_ in slow.costs:
            return Move(unit=unit.id, path=slow.way(hex_).path, road=False)
    return Move(unit=unit.id, path=found.way(hex_).path)


def _leave(state: BlitzState, side: SideId, unit: Unit, aim: Aim, found: Reach, prospects: Prospects) -> Order | None:
    """The way off the map, if leaving is what a unit is for; fighters stay while they have time and a target."""
    if not aim.goals or unit.id in rides(state, side):
        return None
    type_ = state.type(unit.id)
    fighter = type_.attack > 0 and not type_.carrier
    if fighter and aim.urgency < DUE and fights_first(state.situation, side):
        return None
    if (
        fighter
        and aim.urgency < DUE
        and unit.hex is not None
        and prospects.fire(unit.id, unit.hex) > state.temper.useful
    ):
        return None
    for hex_ in sorted(found.costs, key=lambda h: (found.costs[h], h)):
        if hex_ in aim.goals and exit_at(state, side, hex_) is not None:
            path = found.way(hex_).path if hex_ != unit.hex else ()
            order = Move(unit=unit.id, path=path, leave=True)
            try:
                plan(state, side, order)
            except IllegalOrder:
                continue
            return order
    return None


#: What a turn's way is worth to a carrier that has been called.
CALLED = 3.0
#: The parts of what a hex is worth to a unit that are told with numbers of their own, or as more and less.
DUTY, CHASE = "the way to where victory wants it", "the way to the enemy"
LINE = "what its fire closes of the line across the map"
RISK, FIRES = "what the enemy may do to it there", "fire from there in the next turn"


@remembered
def pressed(state: BlitzState, side: SideId) -> float:
    """How far time has run out on a side that must attack and is not ahead: 0 to 1, at half of the game."""
    if not attacks(state.situation, side) or level_of(state, side) > level_of(state, state.situation.enemy(side)):
        return 0.0
    return min(1.0, 2 * (state.turn - 1) / max(1, state.situation.turns - 1))


def to_come(state: BlitzState, side: SideId) -> tuple[bool, bool]:
    """Whether a side and its enemy have another Player-Turn after this one of the side's."""
    more = state.turn < state.situation.turns
    return more, more or state.situation.first == side


class Judge:
    """How good each hex is for one unit to end its move in; the worth of an enemy unit is about 1.3."""

    def __init__(self, state: BlitzState, unit: Unit, aim: Aim, danger: Danger, prospects: Prospects) -> None:
        self._state, self._unit, self._aim = state, unit, aim
        self._temper = state.temper
        self._care = state.temper.care * (1 - state.temper.dare * pressed(state, unit.side))
        self._fire = state.temper.fire
        if state.temper.ending:
            ours, theirs = to_come(state, unit.side)
            self._fire *= ours
            self._care *= theirs
        self._danger, self._prospects = danger, prospects
        self._passenger = state.passenger(unit.id)
        self._value = worth(state, unit.id)
        type_ = state.type(unit.id)
        self._assaults = type_.close_assault and self._passenger is None
        fetched = fetching(state, unit, prospects)
        self._fetch = way_field(state.situation, type_.mover, frozenset((h, 0) for h in fetched)) if fetched else {}
        self._pace = max(2, allowance(state, unit.id))
        ride = rides(state, unit.side).get(unit.id)
        self._kept = ride is not None
        self._fetching = CALLED if ride is not None and ride.due else state.temper.fetch
        self._closers = closers(state, unit) if self._temper.line else ()
        self._first: dict[Hex, float] = {}

    def first(self, hex_: Hex) -> float:
        """What is known at a glance: progress, cover, risk."""
        if hex_ not in self._first:
            self._first[hex_] = self._glance(hex_)
        return self._first[hex_]

    def _glance(self, hex_: Hex) -> float:
        state, unit, temper = self._state, self._unit, self._temper
        cell = state.cell(hex_)
        value = 0.0 if self._kept else self._aim.progress(hex_)
        if hides(cell):
            value += temper.cover
        elif cell.level:
            value += temper.cover / 3
        risk = self._danger.risk(state, unit.id, hex_, loaded=self._passenger is not None)
        value -= self._care * risk * self._value
        if hex_ in self._aim.goals and self._aim.urgency and not self._kept:
            value += temper.there
        if state.minefield(hex_) is not None:
            value -= temper.mined
        value -= self._fetched(hex_)
        value += self._holds(hex_)
        others = sum(u.side == unit.side and u.id != unit.id for u in state.loose(hex_))
        value -= temper.crowd * others
        if ROAD in cell.routes and others == 0:
            value -= temper.crowd / 2
        return value

    def _fetched(self, hex_: Hex) -> float:
        """What the way costs that is left to those whom it fetches."""
        return self._fetching * self._fetch.get(hex_, FAR) / self._pace if self._fetch else 0.0

    def _holds(self, hex_: Hex) -> float:
        """What it closes from there of a line that its side wants."""
        gains = (line_gain(self._state, self._unit.side, id_, reach_, hex_) for id_, reach_ in self._closers)
        return self._temper.line * sum(gains)

    def staying(self, hex_: Hex) -> float:
        """How good it is to stay where the unit is."""
        emplaced = self._temper.emplaced if self._unit.inside else 0.0
        return self.worth(hex_) + self._temper.stir + emplaced

    def waiting(self, ways_on: Collection[Hex]) -> float:
        """How good it is to stay off the map for a turn, where it risks nothing and nobody waits for it."""
        if not self._temper.wait:
            return -1e9
        return max(map(self._aim.progress, ways_on)) - self._temper.wait

    def worth(self, hex_: Hex) -> float:
        """The higher the better."""
        value = self.first(hex_)
        if self._passenger is not None:
            if self._state.type(self._passenger).attack:
                value += 0.8 * self._fire * self._prospects.fire(self._passenger, hex_)
            return value
        value += self._fire * self._prospects.fire(self._unit.id, hex_)
        if self._assaults and self._near(hex_):
            value += self._temper.assault * self._prospects.assault(self._unit, hex_)
        return value

    def parts(self, hex_: Hex) -> dict[str, float]:
        """What `worth` of a hex is made of, in words."""
        state, unit, temper = self._state, self._unit, self._temper
        risk = self._care * self._danger.risk(state, unit.id, hex_, loaded=self._passenger is not None) * self._value
        fires = self._fire * self._prospects.fire(unit.id, hex_) if self._passenger is None else 0.0
        if self._passenger is not None and state.type(self._passenger).attack:
            fires = 0.8 * self._fire * self._prospects.fire(self._passenger, hex_)
        assaults = self._assaults and self._near(hex_)
        found = {
            DUTY: 0.0 if self._kept else self._aim.duty(hex_),
            CHASE: 0.0 if self._kept else self._aim.chase(hex_),
            LINE: self._holds(hex_),
            RISK: -risk,
            FIRES: fires,
            "Close Assault from there": temper.assault * self._prospects.assault(unit, hex_) if assaults else 0.0,
            "who waits to be fetched": -self._fetched(hex_),
        }
        return {**found, "cover, room and ground": self.worth(hex_) - sum(found.values())}

    def _near(self, hex_: Hex) -> bool:
        return self._unit.hex is not None and distance(self._unit.hex, hex_) <= 1
