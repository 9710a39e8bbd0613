"""Movement: allowance, who may move, whole moves and all that a unit can reach (pb:PB-MOVE-C).

Costs are in HALVES of movement points. There are no zones of control (pb:PB-MOVE-G).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.own import refuse
from core.panzerblitz.ground.stacking import enemies_in_way
from core.panzerblitz.ground.terrain import StepInto, edge_to, gully_leave, road_negated, ways
from core.panzerblitz.movement.entry import came_before, doors, open_doors
from core.panzerblitz.movement.road_and_ground import (
    Terms,
    come_upon,
    must_stop,
    step_into,
    swings_on,
    through,
    trail_of,
)
from core.panzerblitz.pieces.options import ALWAYS_ONE_HEX, IMPULSE_MOVEMENT
from core.panzerblitz.pieces.reference import ROAD, Mover
from core.panzerblitz.pieces.situation import Special
from core.panzerblitz.pieces.unit import Operation, Unit
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.remembered import remembered

# Why a unit may not move at all; most units are asked most of the time.
_NO_FACTOR: Final = Refusal("it has no Movement Factor", "pb:PB-FACT-1")
_VEHICLES_FIRST: Final = Refusal("only vehicular units move in this step", "pb:PB-SEQ-4")
_VEHICLES_HAVE: Final = Refusal("only non-vehicular units move in this step", "pb:PB-SEQ-5")
_CARRIED: Final = Refusal("it is carried", "pb:PB-TRANS-C")
_DISPERSED: Final = Refusal("it is dispersed", "pb:PB-MOVE-B")
_FIRED: Final = Refusal("it has fired", "pb:PB-COMBAT-F")
_LOADED: Final = Refusal("loading took its turn", "pb:PB-TRANS-A")
_UNLOADED: Final = Refusal("it was unloaded in this turn", "pb:PB-TRANS-C")
ONE_HEX: Final = Refusal("a Movement Factor of 1 is one hex in an impulse", "pb:PB-EXP-IMP-2")
_SHUT_IN: Final = Refusal("enemies stand on the fortification", "pb:PB-FORT-L")


def allowance(state: BlitzState, unit: UnitId) -> int:
    """HALVES of movement points of a unit in this step (pb:PB-FACT-1).

    In impulses half of the factor, the greater half in impulse D, but one hex in each for a factor of 1
    (pb:PB-EXP-IMP-2).
    """
    factor = state.type(unit).movement
    if not state.has(IMPULSE_MOVEMENT) or factor <= 1:
        return 2 * factor
    return 2 * (factor // 2) if kind_of(state.step) is Kind.IMPULSE_A else 2 * (factor - factor // 2)


def one_hex_only(state: BlitzState, unit: UnitId) -> bool:
    """Whether one hex is all that a unit may enter in a step, however little it costs: in impulses those with a factor
    of 1 (pb:PB-EXP-IMP-2)."""
    return state.type(unit).movement == 1 and state.has(IMPULSE_MOVEMENT)


def left(state: BlitzState, unit: UnitId, more: int = 0) -> int:
    """HALVES of movement points that a unit has left. more: HALVES that it is about to spend."""
    spent = state.units[unit].spent + more
    return 0 if spent and one_hex_only(state, unit) else max(0, allowance(state, unit) - spent)


def always_one(state: BlitzState, unit: UnitId) -> bool:
    """Whether a unit may enter one hex whatever it costs: not from farther down a column (pb:PB-MOVE-C).

    With a factor of 1 in each impulse (pb:PB-EXP-IMP-2), others by the published answer once in a Player-Turn.
    """
    mover, printed = state.units[unit], state.type(unit).movement
    if printed == 1:
        free = not mover.spent
    else:
        free = printed > 0 and state.has(ALWAYS_ONE_HEX) and not mover.entered
    return free and (mover.hex is not None or not came_before(state, mover))


def move_refusal(state: BlitzState, unit: Unit) -> Refusal | None:
    """Why a unit may not move in this step at all (pb:PB-MOVE-A, pb:PB-MOVE-B, pb:PB-MOVE-H, pb:PB-COMBAT-F)."""
    type_ = state.type(unit.id)
    if not type_.manned or type_.movement == 0:
        return _NO_FACTOR
    kind = kind_of(state.step)
    if kind is Kind.VEHICLES and not type_.vehicular:
        return _VEHICLES_FIRST
    if kind is Kind.OTHERS and type_.vehicular:
        return _VEHICLES_HAVE
    if unit.carrier is not None:
        return _CARRIED
    if unit.dispersed:
        return _DISPERSED
    if unit.stopped:
        return _stopped(state, unit)
    if unit.fired:
        return _FIRED
    if unit.operation is Operation.LOADED:
        return _LOADED
    if unit.operation is Operation.UNLOADED and not type_.capacity:
        return _UNLOADED
    if unit.inside and unit.hex is not None and enemies_in_way(state, unit.side, unit.hex):
        return _SHUT_IN
    return None


def _stopped(state: BlitzState, unit: Unit) -> Refusal:
    """Why a unit had to stop where it is: what lies there, an overrun, or a unit on its only road."""
    if unit.hex is None:
        return Refusal("it has left the map in this turn", "pb:PB-WIN-1")
    stop, rule = must_stop(state, unit, unit.hex)
    if stop:
        return Refusal(f"it had to stop in {unit.hex}", rule)
    if unit.fired:
        return Refusal("it has overrun the enemy and goes no further", "pb:PB-OVR-B")
    return Refusal("it has driven on to a unit on a road that it could not leave to swing round it", "pb:PB-ROAD-E")


def most_now(state: BlitzState, unit_id: UnitId) -> int:
    """HALVES of movement points that a unit may spend now: what it has left, in a column no more than its speed."""
    most = left(state, unit_id)
    unit = state.units[unit_id]
    if in_column(state, unit):
        most = min(most, max(0, convoy_speed(state) - unit.spent))
    return most


def first_steps(state: BlitzState, unit_id: UnitId, *, road: bool = True) -> Iterator[StepInto]:
    """The hexes that a unit can enter next, on the map or coming on to it."""
    unit = state.units[unit_id]
    most, free = most_now(state, unit_id), always_one(state, unit_id)
    if (left(state, unit_id) == 0 and not free) or move_refusal(state, unit) is not None:
        return
    steps: Iterable[StepInto | IllegalOrder]
    if unit.hex is None:
        steps = (through(state, unit, door) for door in open_doors(state, unit_id, on_road=road))
    else:
        terms = terms_of(state, unit, road=road)[swings_on(state, unit)]
        steps = (step_into(state, terms, unit.hex, edge) for edge in ways(state.situation, terms.mover)[unit.hex])
    for step in steps:
        if not isinstance(step, IllegalOrder) and (step.cost <= most or free):
            yield step


# -- whole moves -----------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Way(Alike):
    """A way found: HALVES paid, and the steps that lead there."""

    cost: int
    steps: tuple[StepInto, ...]

    @property
    def path(self) -> tuple[Hex, ...]:
        """The hexes entered."""
        return tuple(s.hex for s in self.steps)

    @property
    def road(self) -> bool:
        """Whether any of it is at road rate."""
        return any(s.road for s in self.steps)


@remembered(of=("units", "wrecks", "rubble", "turn", "step", "contact", "gates", "arrivals"))
def follow(state: BlitzState, unit_id: UnitId, path: tuple[Hex, ...], *, road: bool) -> Way:
    """The steps of a move along a path. IllegalOrder at the first that is not possible."""
    unit = state.units[unit_id]
    refuse(move_refusal(state, unit))
    most, free, single = left(state, unit_id), always_one(state, unit_id), one_hex_only(state, unit_id)
    steps: list[StepInto] = []
    here = unit.hex
    spent = 0
    passing = swings_on(state, unit)
    straight, swinging = terms_of(state, unit, road=road)
    for hex_ in path:
        if steps and steps[-1].stop:
            raise IllegalOrder(f"it must stop in {steps[-1].hex}", steps[-1].rule)
        refuse(ONE_HEX if steps and single else None)
        if here is None:
            step = _enter(state, unit, hex_, road)
        else:
            step = _go(state, swinging if passing else straight, here, hex_)
        if isinstance(step, IllegalOrder):
            raise step
        spent += step.cost
        if spent > most and not (free and not steps):
            raise IllegalOrder(f"{hex_} needs {points(spent)} movement points, {points(most)} are left", "pb:PB-MOVE-C")
        steps.append(step)
        passing = bool(come_upon(state, unit, trail_of(unit, unit.hex, steps), hex_))
        here = hex_
    _check_column(state, unit, steps)
    return Way(spent, tuple(steps))


def _enter(state: BlitzState, unit: Unit, hex_: Hex, road: bool) -> StepInto | IllegalOrder:
    found = doors(state, unit.id, on_road=road)
    door = found.get(hex_)
    if door is None:
        where = ", ".join(str(h) for h in sorted(found)[:6]) or "nowhere now"
        return IllegalOrder(f"{state.name(unit.id)} cannot come on in {hex_}; it may in {where}", "pb:PB-SETUP-1")
    return through(state, unit, door)


def terms_of(state: BlitzState, unit: Unit, *, road: bool) -> tuple[Terms, Terms]:
    """What the steps of a unit depend on: straight on, and swinging round another on the road."""
    return _terms(unit.id, state.type(unit.id).mover, road, in_column(state, unit))


@lru_cache(maxsize=4096)
def _terms(unit: UnitId, mover: Mover, road: bool, column: bool) -> tuple[Terms, Terms]:
    return Terms(unit, mover, road, column, False), Terms(unit, mover, road, column, True)


def _go(state: BlitzState, terms: Terms, here: Hex, to: Hex) -> StepInto | IllegalOrder:
    edge = edge_to(state, here, to, terms.mover)
    if edge is None:
        return IllegalOrder(f"{to} is not next to {here}", "pb:PB-MOVE-C")
    return step_into(state, terms, here, edge)


def convoy_speed(state: BlitzState) -> int:
    """HALVES of movement points that a unit in convoy may spend in this step: half of its speed in each impulse
    (pb:PB-SETUP-1, pb:PB-EXP-IMP-2)."""
    speed = state.situation.figure("convoy-speed")
    return speed // 2 if state.has(IMPULSE_MOVEMENT) else speed


def in_column(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit still comes up in convoy: its group enters as a column and has not met the enemy."""
    if Special.CONVOY not in state.situation.specials or unit.side in state.contact:
        return False
    entry = state.situation.by_group[state.situation.by_id[unit.id].group].entry
    return entry is not None and entry.column


def _check_column(state: BlitzState, unit: Unit, steps: list[StepInto]) -> None:
    if steps and in_column(state, unit):
        most = convoy_speed(state)
        if unit.spent + sum(s.cost for s in steps) > most:
            span = "an impulse" if state.has(IMPULSE_MOVEMENT) else "a turn"
            raise IllegalOrder(f"a column comes up {most} hexes {span}", "pb:PB-SETUP-1")


def leave_cost(state: BlitzState, unit: UnitId, hex_: Hex, *, road: bool = True) -> int:
    """HALVES to leave the map from a hex of the edge: along its road, else as clear terrain beyond.

    Leaving a gully costs extra here too (pb:PB-TEC-GULLY).
    """
    mover = state.type(unit).mover
    cell = state.cell(hex_)
    off_map = (d for d, n in enumerate(hex_.neighbours()) if n not in state.board)
    if road and not road_negated(state, hex_) and any(cell.route_crosses(ROAD, d) for d in off_map):
        return state.tables.tec["road"].enter[mover] or 1
    return (state.tables.tec["clear"].enter[mover] or 2) + gully_leave(state.situation, cell, mover)


def points(halves: int) -> str:
    """HALVES of movement points in words: ``3``, ``1/2``, ``2 1/2``."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
