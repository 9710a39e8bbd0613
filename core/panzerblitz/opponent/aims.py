"""Where units should be: what victory demands of them and by when, and where the enemy is that they should meet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzerblitz.course.lines import line_gain, lines_held, lines_of
from core.panzerblitz.course.purpose import GROUND, attacks, wanted_in
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.movement.move import allowance
from core.panzerblitz.opponent.ground import FAR, enemy_hexes, way_field
from core.panzerblitz.opponent.worth import prize, worth
from core.panzerblitz.pieces.reference import Kind, Mover, UnitType, WeaponClass
from core.panzerblitz.pieces.situation import Measure, Situation
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState

#: What a turn's way towards the place that victory demands is worth: soon due, due.
SOON, DUE = 1.0, 1.5
#: The same with time to spare for those who win by fighting first.
LATER = 0.1
#: Those who wait go for enemies who have come as near as this, in hexes: all of them, and tanks.
SALLY_REACH, SALLY_OUT = 3, 8
#: Who closes so many hexes of a line where he is does not go to where it is open.
ENOUGH = 0.9
#: Units' worth of prizes from which on nobody seems nearer.
PRIZES = 8.0
#: Turns that those have who only keep the enemy from some ground.
UNHURRIED = 99.0


@frozen
class Aim:
    """Ways from every hex to where a unit must be, and to the enemy, in HALVES; what a turn of each is worth.

    goals: the hexes where it must be; standoff: HALVES from the enemy at which it is near enough; pace: HALVES a turn;
    time: turns that it has to be there.
    """

    goals: frozenset[Hex]
    place: Mapping[Hex, int]
    urgency: float
    prey: Mapping[Hex, int]
    zeal: float
    standoff: int
    pace: int
    time: float

    def progress(self, hex_: Hex) -> float:
        """How good a hex is as a station on the way, 0 or less."""
        return self.duty(hex_) + self.chase(hex_)

    def duty(self, hex_: Hex) -> float:
        """What the way costs that is left to where it must be, 0 or less."""
        return -self.urgency * self.place.get(hex_, FAR) / self.pace if self.urgency else 0.0

    def chase(self, hex_: Hex) -> float:
        """What the way costs that is left to the enemy, 0 or less."""
        return -self.zeal * max(0, self.prey.get(hex_, FAR) - self.standoff) / self.pace if self.zeal else 0.0

    def turns(self, hex_: Hex) -> tuple[float, float]:
        """How many turns of its own movement it has from a hex to where it must be, and until it is near the enemy."""
        return self.place.get(hex_, FAR) / self.pace, max(0, self.prey.get(hex_, FAR) - self.standoff) / self.pace


def aim_of(state: BlitzState, unit: Unit) -> Aim:
    """What a unit should go for, with whatever it carries."""
    situation, type_ = state.situation, state.type(unit.id)
    fighter = _fighter(state, unit)
    goals, time = _places(state, unit)
    pace = max(2, allowance(state, unit.id))
    enemies = enemy_hexes(state, unit.side)
    place: Mapping[Hex, int] = {}
    urgency = 0.0
    if goals:
        place = way_field(situation, type_.mover, frozenset((h, 0) for h in goals), _closed(state, unit.side, enemies))
        hunts = fighter is not None and fights_first(situation, unit.side)
        urgency = _urgency(
            place,
            unit.hex,
            pace,
            time,
            early=LATER if hunts else _early(state, fighter, type_),
            friction=state.temper.friction,
        )
        if not urgency and _row_by_row(situation, unit.side):
            urgency = state.temper.row
    zeal = _zeal(state, unit, fighter, enemies) if fighter is not None else 0.0
    if urgency >= SOON:
        zeal /= 4
    prey: Mapping[Hex, int] = {}
    if zeal:
        wanted = enemies if attacks(situation, unit.side) else enemies & _guarded(situation, unit.side) or enemies
        prey = way_field(situation, type_.mover, _prey(state, unit.side, wanted))
    standoff = 2 * _standoff(fighter) if fighter is not None else 0
    return Aim(goals, place, urgency, prey, zeal, standoff, pace, time)


def _early(state: BlitzState, fighter: UnitType | None, type_: UnitType) -> float:
    """What a turn's way is worth with time to spare: to who fights, to who brings him, to who only has to be there."""
    if fighter is None:
        return state.temper.train
    return state.temper.time_to_spare if fighter is type_ else SOON


def _fighter(state: BlitzState, unit: Unit) -> UnitType | None:
    """What fights: the unit, or the one that a C unit brings; None = nothing."""
    type_ = state.type(unit.id)
    if type_.attack and not type_.carrier:
        return type_
    passenger = state.passenger(unit.id)
    brought = state.type(passenger) if passenger is not None else None
    return brought if brought is not None and brought.attack else None


def _standoff(fighter: UnitType) -> int:
    """Hexes from the enemy at which a weapon does its work."""
    if fighter.weapon_class in (WeaponClass.H, WeaponClass.M):
        return max(2, fighter.range * 2 // 3)
    return 1


def _urgency(
    place: Mapping[Hex, int], here: Hex | None, pace: int, time: float, *, early: float, friction: float
) -> float:
    needed = (place.get(here, FAR) if here is not None else 2 * pace) / pace
    if time - needed < -0.5:
        return 0.0
    slack = time - friction * needed
    if slack <= 1:
        return DUE
    return max(early, SOON) if slack <= 2 else early


@lru_cache(maxsize=32)
def fights_first(situation: Situation, side: SideId) -> bool:
    """Whether a side wins by losses of the enemy, and ground only keeps the enemy from winning."""
    wins = any(g.side == side and g.measure in (Measure.LOSSES, Measure.LOSS_RATIO) for g in situation.goals)
    return wins and not any(g.side == side and wanted_in(g, side) for g in situation.goals)


def _closed(state: BlitzState, side: SideId, enemies: frozenset[Hex]) -> frozenset[Hex]:
    fields = {u.hex for u in state.units.values() if u.on_map and u.hex and state.type(u.id).kind is Kind.MINEFIELD}
    return enemies | fields


def _prey(state: BlitzState, side: SideId, enemies: frozenset[Hex]) -> frozenset[tuple[Hex, int]]:
    """Enemy hexes; those worth much seem nearer, and nearer still those with units that victory counts for more."""
    there = {h: elements(state, side, h) for h in enemies}
    weight = state.temper.prize
    prizes = {h: weight * min(PRIZES, sum(prize(state, t) for t in there[h])) if weight else 0.0 for h in enemies}
    most = max(prizes.values(), default=0.0)
    return frozenset(
        (h, max(0, round(10 - 5 * sum(worth(state, t) for t in targets))) + round(most - prizes[h]))
        for h, targets in there.items()
    )


def _zeal(state: BlitzState, unit: Unit, fighter: UnitType, enemies: frozenset[Hex]) -> float:
    """How much a unit is drawn to the enemy: those who wait come out only against enemies that have come near."""
    situation = state.situation
    comes_on = situation.by_group[situation.by_id[unit.id].group].entry is not None
    if comes_on or attacks(situation, unit.side):
        return state.temper.press if _has_ground(situation, unit.side) else state.temper.attack
    if unit.inside or not enemies or unit.hex is None:
        return 0.0
    near = min(distance(unit.hex, e) for e in enemies)
    mobile = fighter.vehicular and fighter.overrun
    return state.temper.sally if near <= (SALLY_OUT if mobile else SALLY_REACH) else 0.0


@lru_cache(maxsize=32)
def _row_by_row(situation: Situation, side: SideId) -> bool:
    """Whether every row counts that a side has come forward, though the far edge is out of reach."""
    return any(g.side == side and g.measure is Measure.ADVANCE for g in situation.goals)


@lru_cache(maxsize=32)
def _has_ground(situation: Situation, side: SideId) -> bool:
    """Whether victory wants units of a side somewhere."""
    return any(wanted_in(g, side) or (g.side == side and g.measure in GROUND) for g in situation.goals)


def _guarded(situation: Situation, side: SideId) -> frozenset[Hex]:
    """The ground that the enemy wants and a side can keep him from."""
    found: frozenset[Hex] = frozenset()
    for goal in situation.goals:
        kept = goal.side == side and goal.measure is Measure.ENEMY_PRESENCE
        if goal.area is not None and (kept or (goal.side != side and goal.measure is Measure.PRESENCE)):
            found |= situation.hexes(goal.area)
    return found


# -- what victory demands --------------------------------------------------------------------------


def _places(state: BlitzState, unit: Unit) -> tuple[frozenset[Hex], float]:
    """The hexes where victory wants a unit, and the turns that it has to get there, this one included."""
    situation = state.situation
    time = situation.turns - state.turn + 1.0
    found: frozenset[Hex] = frozenset()
    for goal in situation.goals:
        if goal.measure is Measure.ROUND_TRIP and goal.side == unit.side and goal.out is not None:
            back = goal.out in unit.exits
            found |= situation.hexes(goal.area or "" if back else goal.out)
            time = time if back else (time - goal.away - 1) / 2
        elif goal.area is not None and goal.measure is Measure.ADVANCE and goal.side == unit.side:
            found |= _far_side(situation, goal.area)
        elif goal.area is not None and wanted_in(goal, unit.side):
            found |= situation.hexes(goal.area)
    found |= _holes(state, unit)
    group = situation.by_group[situation.by_id[unit.id].group]
    if not found and group.entry is not None and not attacks(situation, unit.side):
        return _guarded(situation, unit.side), UNHURRIED
    return found, time


def closers(state: BlitzState, unit: Unit) -> tuple[tuple[UnitId, int], ...]:
    """The unit and what it carries, with the range of each, as far as their fire holds a line that their side wants."""
    if not lines_of(state.situation, unit.side):
        return ()
    both = (unit.id, state.passenger(unit.id))
    return tuple((u, state.type(u).range) for u in both if u is not None and state.type(u).attack)


def holds(state: BlitzState, unit: Unit) -> float:
    """How many hexes of a line that its side wants would be open without a unit, about."""
    if unit.hex is None or unit.carrier is not None:
        return 0.0
    return sum(line_gain(state, unit.side, u, reach, unit.hex) for u, reach in closers(state, unit)[:1])


def _holes(state: BlitzState, unit: Unit) -> frozenset[Hex]:
    """Where a line that its side wants is open, for a unit that closes little of it where it is."""
    if not state.temper.line or not closers(state, unit) or holds(state, unit) >= ENOUGH:
        return frozenset()
    return frozenset().union(*(one.holes for one in lines_held(state, unit.side)))


@lru_cache(maxsize=32)
def _far_side(situation: Situation, area: str) -> frozenset[Hex]:
    """The edge farthest from an edge."""
    start = situation.hexes(area)
    far = {h: min(distance(h, s) for s in start) for h in situation.board.cells}
    most = max(far.values())
    return frozenset(h for h, d in far.items() if d >= most - 1)


def far_from_aim(state: BlitzState, unit: UnitId) -> float:
    """Turns that a unit needs on foot to where it should be; 0 for one that stays, or cannot walk and has no target."""
    own = state.units[unit]
    aim = aim_of(state, own)
    if own.hex is None:
        return 0.0
    ways = []
    if aim.urgency or aim.goals:
        ways.append(way_field(state.situation, Mover.FOOT, frozenset((h, 0) for h in aim.goals)).get(own.hex, 0))
    if aim.zeal:
        ways.append(max(0, aim.prey.get(own.hex, 0) - aim.standoff))
    return max(ways, default=0) / 2
