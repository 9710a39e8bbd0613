"""Where units should go: towards their goals, out of enemy fire, into cover, and through the enemy where that pays."""

from __future__ import annotations

from collections.abc import Mapping

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzerblitz import orders as o
from core.panzerblitz.choices_move import entries, loadable
from core.panzerblitz.entry import entry_of
from core.panzerblitz.ground import FAR, enemy_hexes, objectives, seen_from, threat, way_field
from core.panzerblitz.judgement_fire import gain, worth
from core.panzerblitz.movement import Reach, allowance, end_refusal, left, reach
from core.panzerblitz.movement_phase import exit_at, movable, plan
from core.panzerblitz.options import REAL_SPACE
from core.panzerblitz.overrun import check_overrun, overrun_terms, overrunner_refusal, target_refusal
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.stacking import enemies_in_way
from core.panzerblitz.state import BlitzState, Presence, Unit
from core.panzerblitz.terrain import hides
from core.panzerblitz.transport import load_refusal, unload_refusal

#: Passengers get off when an enemy is as near as this, in hexes.
NEAR = 7
#: What counts for a hex: a whole turn nearer to the goal, being under fire, standing next to an enemy to assault,
#: standing on mines.
PROGRESS, DANGER, BESIDE, MINED = 1.3, 0.3, 0.5, 2.0
#: An overrun that promises less is not made.
LEAST_OVERRUN = 0.4


def movement(state: BlitzState, side: SideId) -> Order:
    """The next order in a step of movement; its end when nobody has a reason to move."""
    aboard = _embark(state, side)
    if aboard is not None:
        return aboard
    enemies = enemy_hexes(state, side)
    units = sorted(movable(state, side), key=lambda u: _rank(state, u))
    for unit in units:
        if _should_unload(state, unit, enemies):
            return o.Unload(carrier=unit.id)
    done = max((_rank(state, u) for u in _moved(state, side)), default=None)
    for unit in units:
        if unit.spent or unit.operation is not None or (done is not None and _rank(state, unit) < done):
            continue
        order = _overrun(state, side, unit) or _advance(state, side, unit, enemies)
        if order is not None:
            return order
    return o.FinishStep()


def _rank(state: BlitzState, unit: Unit) -> tuple[int, int, UnitId]:
    """The order in which units move: those that began nearest their goal first; fixed for a Player-Turn."""
    if unit.start is None:
        return (1, -state.type(unit.id).movement, unit.id)
    situation = state.situation
    goals = frozenset[Hex]()
    for group in situation.groups:
        if group.side != unit.side:
            area = group.area or (group.entry.area if group.entry else None)
            goals |= situation.hexes(area) if area else frozenset()
    field = way_field(situation, state.type(unit.id).mover, goals)
    return (0, field.get(unit.start, FAR), unit.id)


def _moved(state: BlitzState, side: SideId) -> list[Unit]:
    """Units that have moved in this step."""
    vehicles = kind_of(state.step) is not Kind.OTHERS
    either = kind_of(state.step) in (Kind.IMPULSE_A, Kind.IMPULSE_D)
    return [
        u
        for u in state.of(side)
        if u.spent and u.carrier is None and (either or state.type(u.id).vehicular == vehicles)
    ]


# -- transport -------------------------------------------------------------------------------------


def _embark(state: BlitzState, side: SideId) -> Order | None:
    """Units that wait off the map get on carriers first: guns before infantry, trucks before tanks."""
    waiting = [u for u in state.units.values() if u.side == side and u.presence is Presence.WAITING]
    walkers = [u for u in waiting if u.carrier is None and state.type(u.id).transportable]
    if not walkers:
        return None
    carriers = [u for u in waiting if state.type(u.id).capacity and state.passenger(u.id) is None]
    walkers.sort(key=lambda u: (state.type(u.id).movement, -state.type(u.id).attack, u.id))
    carriers.sort(key=lambda u: (not state.type(u.id).carrier, -state.type(u.id).movement, u.id))
    for walker in walkers:
        if entry_of(state.situation, walker.id) is None:
            continue
        for carrier in carriers:
            if load_refusal(state, carrier.id, walker.id) is None:
                return o.Load(carrier=carrier.id, passenger=walker.id)
    return None


def _should_unload(state: BlitzState, unit: Unit, enemies: frozenset[Hex]) -> bool:
    """Whether the passenger had better get off here: near the enemy, unless they only drive through."""
    passenger = state.passenger(unit.id)
    if passenger is None or unit.hex is None or not unit.entered or unload_refusal(state, unit.id) is not None:
        return False
    near = min((distance(unit.hex, e) for e in enemies), default=99)
    reach_ = max(2, state.type(passenger).range)
    return near <= min(NEAR, reach_ + 1)


# -- moves -----------------------------------------------------------------------------------------


def _advance(state: BlitzState, side: SideId, unit: Unit, enemies: frozenset[Hex]) -> Order | None:
    goals = objectives(state, unit)
    if not goals and unit.hex is not None:
        return _take_aboard(state, unit) if not enemies else None
    found = reach(state, unit.id)
    if not found.costs:
        return None
    out = _leave(state, side, unit, found)
    if out is not None:
        return out
    judge = _Judge(state, unit, goals, enemies)
    here = judge.worth(unit.hex) + 0.15 if unit.hex is not None else -1e9
    best: tuple[float, Hex] | None = None
    for hex_ in sorted(found.costs, key=judge.worth, reverse=True):
        value = judge.worth(hex_)
        if value <= here:
            break
        if hex_ == unit.hex or enemies_in_way(state, side, hex_) or end_refusal(state, unit.id, hex_) is not None:
            continue
        best = value, hex_
        break
    if best is None:
        return _take_aboard(state, unit)
    return o.Move(unit=unit.id, path=_path(state, unit, found, best[1], enemies), road=_at_rate(state, unit, best[1]))


def _path(state: BlitzState, unit: Unit, found: Reach, hex_: Hex, enemies: frozenset[Hex]) -> tuple[Hex, ...]:
    if not _at_rate(state, unit, hex_):
        slow = reach(state, unit.id, road=False)
        if hex_ in slow.costs:
            return slow.way(hex_).path
    return found.way(hex_).path


def _at_rate(state: BlitzState, unit: Unit, hex_: Hex) -> bool:
    """Infantry that goes one hex keeps off road rate, so that it may assault (pb:PB-CAT-I)."""
    return not (state.type(unit.id).close_assault and unit.hex is not None and distance(unit.hex, hex_) == 1)


def _take_aboard(state: BlitzState, unit: Unit) -> Order | None:
    """A carrier that stays takes up a unit that should go on, far from the enemy."""
    if unit.hex is None or not state.type(unit.id).carrier or state.passenger(unit.id) is not None:
        return None
    enemies = enemy_hexes(state, unit.side)
    if not objectives(state, unit) or min((distance(unit.hex, e) for e in enemies), default=99) <= NEAR + 3:
        return None
    passenger = next(loadable(state, unit), None)
    return o.Load(carrier=unit.id, passenger=passenger) if passenger is not None else None


def _leave(state: BlitzState, side: SideId, unit: Unit, found: Reach) -> Order | None:
    """The way off the map, if leaving is what a unit is for and it can now."""
    wanted = objectives(state, unit)
    for hex_ in sorted(found.costs, key=lambda h: (found.costs[h], h)):
        if hex_ in wanted and exit_at(state, side, hex_) is not None:
            path = found.way(hex_).path if hex_ != unit.hex else ()
            order = o.Move(unit=unit.id, path=path, leave=True)
            try:
                plan(state, side, order)
            except IllegalOrder:
                continue
            return order
    return None


class _Judge:
    """How good each hex is for one unit to end its move in."""

    def __init__(self, state: BlitzState, unit: Unit, goals: frozenset[Hex], enemies: frozenset[Hex]) -> None:
        type_ = state.type(unit.id)
        self._state = state
        self._unit = unit
        self._goals = goals
        self._field: Mapping[Hex, int] = way_field(state.situation, type_.mover, goals) if goals else {}
        self._pace = max(2, allowance(state, unit.id))
        self._threat = threat(state, unit.side)
        passenger = state.passenger(unit.id)
        self._value = worth(state, unit.id)
        self._defense = max(1, type_.defense)
        self._armed = type_.attack > 0
        real = state.has(REAL_SPACE)
        gun = type_.range if self._armed else 0
        if passenger is not None:
            gun = max(gun, state.type(passenger).range)
        useful = min(gun, 8)
        self._seen: dict[Hex, int] = {}
        for enemy in enemies if useful else ():
            for hex_ in seen_from(state.situation, real, enemy, useful):
                self._seen[hex_] = self._seen.get(hex_, 0) + 1
        beside = enemies if type_.close_assault else frozenset[Hex]()
        self._beside = {n for e in beside for n in e.neighbours()}
        self._known: dict[Hex, float] = {}

    def worth(self, hex_: Hex) -> float:
        """The higher the better; a whole turn of the way to the goal is worth 1."""
        if hex_ not in self._known:
            self._known[hex_] = self._judged(hex_)
        return self._known[hex_]

    def _judged(self, hex_: Hex) -> float:
        state = self._state
        value = -PROGRESS * self._field.get(hex_, FAR) / self._pace if self._goals else 0.0
        cell = state.cell(hex_)
        hidden = hides(cell)
        value += 0.35 if hidden else 0.0
        guns, attack = self._threat.get(hex_, (0, 0))
        if guns and not hidden:
            danger = min(1.0, attack / (4 * self._defense))
            value -= DANGER * danger * min(self._value, 3.0)
        if self._armed or state.passenger(self._unit.id) is not None:
            value += 0.3 * min(2, self._seen.get(hex_, 0))
        if hex_ in self._goals:
            value += 0.2
        if hex_ in self._beside:
            value += BESIDE
        if state.minefield(hex_) is not None:
            value -= MINED
        return value


# -- overruns --------------------------------------------------------------------------------------


def _overrun(state: BlitzState, side: SideId, unit: Unit) -> Order | None:
    """The best overrun of a vehicle alone, if it pays."""
    if kind_of(state.step) not in (Kind.VEHICLES, Kind.IMPULSE_D) or overrunner_refusal(state, unit) is not None:
        return None
    best: tuple[float, o.Overrun] | None = None
    for hex_ in sorted(enemy_hexes(state, side)):
        if unit.hex is None or 2 * distance(unit.hex, hex_) + 2 > left(state, unit.id):
            continue
        if target_refusal(state, side, hex_) is not None:
            continue
        try:
            value = gain(state, overrun_terms(state, side, hex_, (unit.id,)))
        except IllegalOrder:
            continue
        if value < LEAST_OVERRUN or (best is not None and value <= best[0]):
            continue
        for run in entries(state, side, hex_, unit):
            order = o.Overrun(hex=hex_, runs=(run,))
            try:
                check_overrun(state, side, order)
            except IllegalOrder:
                continue
            best = value, order
            break
    return best[1] if best is not None else None
