"""Overruns: armored vehicles straight through enemies in clear terrain (pb:PB-OVR-A to pb:PB-OVR-I)."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, direction_between
from core.order import IllegalOrder
from core.own import refuse
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.fire.factoring import defense_of, die_modifiers, odds_column, overrun_factor
from core.panzerblitz.fire.results import Terms, resolve
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.ground.stacking import enemies_in_way, enemies_inside
from core.panzerblitz.ground.terrain import edge_to, entry_cost, is_clear
from core.panzerblitz.movement.events import Moved, Unloaded
from core.panzerblitz.movement.move import Way, follow, in_column, left, move_refusal, points
from core.panzerblitz.movement.over_stacking import Place, together_refusal
from core.panzerblitz.movement.road_and_ground import began_beside
from core.panzerblitz.own import own_on_map
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.options import PANZERBLITZ_ASSAULT
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sight.hidden import found_out, known, lying_in_wait, reveal
from core.panzerblitz.state import BlitzState


def overrunner_refusal(state: BlitzState, unit: Unit) -> Refusal | None:
    """Why a unit overruns nothing this turn: only armored vehicles that have not fired (pb:PB-OVR-A, pb:PB-OVR-F).

    No self-propelled artillery (pb:PB-OVR-H), nobody who moved at road rate in this turn (pb:PB-OVR-B).
    """
    type_ = state.type(unit.id)
    if not type_.overrun:
        rule = "pb:PB-OVR-H" if type_.kind is Kind.SELF_PROPELLED_ARTILLERY else "pb:PB-OVR-A"
        return Refusal(f"{type_.name} makes no overruns", rule)
    if unit.hex is None:
        return Refusal("it is not on the map", "pb:PB-OVR-B")
    if unit.road:
        return Refusal("it has moved at road rate in this turn", "pb:PB-OVR-B")
    if in_column(state, unit):
        return Refusal("a column keeps to the road until it meets the enemy", "pb:PB-SETUP-1")
    return move_refusal(state, unit)


def target_refusal(state: BlitzState, side: SideId, hex_: Hex) -> Refusal | None:
    """Why the enemy in a hex may not be overrun.

    Only in clear terrain (pb:PB-OVR-I), never on a Block, Wreck, minefield or fortification (pb:PB-OVR-G,
    pb:PB-FORT-O), once in a Player-Turn (pb:PB-OVR-D).
    """
    if hex_ not in state.board or not enemies_in_way(state, side, hex_):
        return Refusal(f"there is no enemy in {hex_}", "pb:PB-OVR-A")
    if not is_clear(state.cell(hex_)):
        return Refusal("the enemy is not in clear terrain", "pb:PB-OVR-I")
    if state.fortification(hex_) is not None:
        return Refusal("fortifications are not overrun", "pb:PB-FORT-O")
    if state.blocked(hex_) or state.wrecks.get(hex_) or state.minefield(hex_) is not None:
        return Refusal("the enemy is on a Block, Wreck or minefield", "pb:PB-OVR-G")
    if any(t in state.overrun for t in elements(state, side, hex_)):
        return Refusal("a stack suffers one overrun in a turn", "pb:PB-OVR-D")
    return None


def halftrack_refusal(state: BlitzState, side: SideId, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Halftracks do not overrun armored vehicles, halftracks included (pb:PB-OVR-H)."""
    if state.type(unit).kind is Kind.HALFTRACK and any(state.type(t).armored for t in elements(state, side, hex_)):
        return Refusal("halftracks do not overrun armored vehicles", "pb:PB-OVR-H")
    return None


@frozen(eq=False, repr=False)
class Leg(Alike):
    """The course of one vehicle: the steps up to the enemy as (hex, HALVES), then the target's hex and the exit."""

    run: Run
    before: tuple[tuple[Hex, int], ...]
    through: tuple[tuple[Hex, int], ...]

    @property
    def exit(self) -> Hex:
        """Where the vehicle comes out, straight opposite to where it went in, and stops (pb:PB-OVR-B)."""
        return self.through[-1][0]


def leg(state: BlitzState, side: SideId, hex_: Hex, run: Run) -> Leg:
    """The course of one vehicle through a hex. IllegalOrder if it is not possible.

    Never at road rate; the exit must be free of enemies and within reach of what is left (pb:PB-OVR-B).
    """
    unit = state.units[run.unit]
    refusal = overrunner_refusal(state, unit) or halftrack_refusal(state, side, run.unit, hex_)
    if refusal is not None:
        raise IllegalOrder(f"{state.name(run.unit)}: {refusal.reason}", refusal.rule)
    return leg_along(state, hex_, run, follow(state, run.unit, run.path, road=False))


def leg_along(state: BlitzState, hex_: Hex, run: Run, way: Way) -> Leg:
    """The course of a vehicle that may overrun and has a way up to the enemy. IllegalOrder if it goes no further."""
    unit = state.units[run.unit]
    if way.steps and way.steps[-1].stop:
        raise IllegalOrder(f"it must stop in {way.steps[-1].hex}", way.steps[-1].rule)
    last = way.path[-1] if way.path else unit.hex
    if last is None:
        raise IllegalOrder("it is not on the map", "pb:PB-OVR-B")
    through = drive_through(state, unit, last, hex_)
    cost = way.cost + sum(halves for _, halves in through)
    if cost > left(state, run.unit):
        have = points(left(state, run.unit))
        raise IllegalOrder(f"{points(cost)} movement points are needed, {have} are left", "pb:PB-OVR-B")
    return Leg(run, tuple((s.hex, s.cost) for s in way.steps), through)


def drive_through(state: BlitzState, unit: Unit, last: Hex, hex_: Hex) -> tuple[tuple[Hex, int], tuple[Hex, int]]:
    """The enemy's hex and the exit straight opposite, with HALVES for each. IllegalOrder if there is no way through."""
    mover, side = state.type(unit.id).mover, unit.side
    into = edge_to(state, last, hex_, mover)
    direction = direction_between(last, hex_)
    if into is None or direction is None:
        raise IllegalOrder(f"{hex_} is not next to {last}", "pb:PB-OVR-B")
    out = hex_.neighbour(direction)
    beyond = edge_to(state, hex_, out, mover)
    for edge in (into, beyond):
        if edge is None or edge.off is None:
            why = "it leads off the map" if edge is None else edge.why
            raise IllegalOrder(f"no way straight through {hex_}: {why}", "pb:PB-OVR-B")
    if into.off is None or beyond is None or beyond.off is None:
        raise IllegalOrder("no way through", "pb:PB-OVR-B")
    if enemies_in_way(state, side, out) or enemies_inside(state, side, out):
        raise IllegalOrder(f"enemies stand in the exit hex {out}", "pb:PB-OVR-B")
    if state.blocked(out) and not began_beside(unit, out):
        raise IllegalOrder(f"the Block in {out} is entered only from a hex next to it", "pb:PB-BLOCK-B")
    target_cost = entry_cost(state.situation, hex_, mover)[0] or 2
    return (hex_, max(target_cost, into.off)), (out, beyond.off)


def overrun_terms(state: BlitzState, side: SideId, hex_: Hex, attackers: tuple[UnitId, ...]) -> Terms:
    """All that decides an overrun: printed factors, one combined defense, a column up (pb:PB-OVR-D, pb:PB-OVR-E)."""
    targets = elements(state, side, hex_)
    factors = tuple(overrun_factor(state, a) for a in attackers)
    attack = sum(f.amount for f in factors)
    defense = sum(defense_of(state, t) for t in targets)
    odds = odds_column(attack, defense, state.tables.shifts["overrun"])
    if odds is None:
        raise IllegalOrder(f"{attack} against {defense} is below 1-4", "pb:PB-COMBAT-A")
    modifiers = die_modifiers(state, hex_, Method.OVERRUN, targets)
    why = (("overrun: one column up", "pb:PB-OVR-D"),)
    return Terms(side, hex_, Method.OVERRUN, targets, factors, attack, defense, odds, modifiers, None, why)


# -- orders ----------------------------------------------------------------------------------------


def check_overrun(state: BlitzState, side: SideId, order: Overrun) -> None:
    """Vehicles that can all drive through, and find room where they come out and where riders jump off."""
    refuse(target_refusal(state, side, order.hex))
    units = [r.unit for r in order.runs]
    if not units or len(set(units)) != len(units):
        raise IllegalOrder("name each overrunning unit once", "pb:PB-OVR-D")
    for unit in units:
        own_on_map(state, side, unit, "pb:PB-OVR-A")
    _check_room(state, side, order)
    overrun_terms(state, side, order.hex, tuple(units))


def _check_room(state: BlitzState, side: SideId, order: Overrun) -> None:
    """Stacking where the vehicles end and where riders jump off, with who can still make room (pb:PB-STACK-D)."""
    come: dict[UnitId, Place] = {}
    for run in order.runs:
        course = leg(state, side, order.hex, run)
        come[run.unit] = (course.exit, False)
        if run.jump:
            rider, where = _jump(state, course)
            come[rider] = (where, False)
    refuse(together_refusal(state, side, come, frozenset(r.unit for r in order.runs)))


def _jump(state: BlitzState, course: Leg) -> tuple[UnitId, Hex]:
    """The rider that jumps off an armored vehicle right in front of the enemy, and where (pb:PB-OPT-PBA-1)."""
    rider = state.passenger(course.run.unit)
    if not state.has(PANZERBLITZ_ASSAULT):
        raise IllegalOrder("riders do not jump off without that option", "pb:PB-OPT-PBA-1")
    if rider is None or state.type(rider).kind is not Kind.INFANTRY:
        raise IllegalOrder("only infantry on armored vehicles jumps off to assault", "pb:PB-OPT-PBA-1")
    if state.units[rider].dispersed:
        raise IllegalOrder("dispersed units neither load nor unload", "pb:PB-TRANS-B")
    where = course.before[-1][0] if course.before else state.units[course.run.unit].hex
    if where is None or state.units[course.run.unit].operation is not None:
        raise IllegalOrder("one operation of transport in a turn", "pb:PB-TRANS-A")
    return rider, where


def overrun(state: BlitzState, side: SideId, order: Overrun, dice: Dice) -> Iterator[Event]:
    """Drive up, attack while driving over the enemy, come out on the other side (pb:PB-OVR-C).

    What was hidden from the side did not make the order illegal, but stops whom it meets (pb:PB-EXP-HID-1).
    """
    able: list[Leg] = []
    for course in _known_legs(state, order):
        if (yield from _drive_up(state, side, order.hex, course)):
            able.append(course)
    terms = _terms_found(state, side, order.hex, tuple(c.run.unit for c in able))
    if terms is None:
        yield from reveal(lying_in_wait(state, side, order.hex))
        return
    yield resolve(state, terms, dice)
    for course in able:
        target, out = course.through
        yield Moved(unit=course.run.unit, hex=out[0], cost=target[1] + out[1], stopped=True)


def _known_legs(state: BlitzState, order: Overrun) -> tuple[Leg, ...]:
    """The courses as the side knew them."""
    side = state.units[order.runs[0].unit].side
    seen = known(state, side)
    return tuple(leg(seen, side, order.hex, run) for run in order.runs)


def _drive_up(state: BlitzState, side: SideId, hex_: Hex, course: Leg) -> Generator[Event, None, bool]:
    """The way up to the enemy, and the riders off; whether the vehicle gets there and can drive through."""
    unit = course.run.unit
    for before, cost in course.before:
        if enemies_in_way(state, side, before):
            yield from reveal(lying_in_wait(state, side, before))
            return False
        stop = state.minefield(before) is not None or enemies_inside(state, side, before)
        yield Moved(unit=unit, hex=before, cost=cost, stopped=stop)
        yield from reveal(found_out(state))
        if stop:
            return False
    if enemies_in_way(state, side, course.exit) or enemies_inside(state, side, course.exit):
        yield from reveal(lying_in_wait(state, side, course.exit))
        return False
    rider = state.passenger(unit)
    if course.run.jump and rider is not None:
        yield Unloaded(carrier=unit, passenger=rider, jumped=hex_)
    return True


def _terms_found(state: BlitzState, side: SideId, hex_: Hex, attackers: tuple[UnitId, ...]) -> Terms | None:
    """The terms of an overrun when the vehicles are there; None if what they found forbids it."""
    if not attackers or target_refusal(state, side, hex_) is not None:
        return None
    if any(halftrack_refusal(state, side, unit, hex_) is not None for unit in attackers):
        return None
    try:
        return overrun_terms(state, side, hex_, attackers)
    except IllegalOrder:
        return None
