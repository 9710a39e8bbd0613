"""Overruns within a vehicle's move: the step into the hex of the target, the attack, where the vehicle is afterwards.

(na:6.6.10, na:6.6.10a, na:6.6.10b, na:6.6.10.1a)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import direction_between
from core.order import IllegalOrder
from core.own import not_own, refuse
from core.panzer.assault import overrun
from core.panzer.assault.events import OverrunBegun, OverrunLapsed, OverrunResolved, OverrunsAnnounced
from core.panzer.assault.orders import Overrun
from core.panzer.gp.attached_weapons import attached_weapon_loss
from core.panzer.ground.buildings import indoors
from core.panzer.movement import bogging_down, move, shared
from core.panzer.movement import step as movement_step
from core.panzer.movement.events import MovePlanned
from core.panzer.pieces.movement import MoveStep, Rate, StepKind
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

#: Steps that lead into the building of a hex (na:6.6.3).
_INDOORS: Final = frozenset({StepKind.INTO_BUILDING_AHEAD, StepKind.INTO_BUILDING})
#: Steps within the hex.
_STAYING: Final = frozenset({StepKind.INTO_BUILDING, StepKind.OUT_OF_BUILDING})
#: Steps with which a target is tried that is ahead, in the building of the hex, elsewhere.
_AHEAD: Final = (StepKind.FORWARD, StepKind.REVERSE, StepKind.INTO_BUILDING_AHEAD)
_HERE: Final = (StepKind.INTO_BUILDING,)
_ELSEWHERE: Final = (StepKind.FORWARD, StepKind.REVERSE)
#: Those that name their way where a Path or Road forks, or is not faced as a move begins (na:4.5.1.1.5b).
_ALONG: Final = (StepKind.FORWARD, StepKind.REVERSE)


def check_overrun(state: PanzerState, side: SideId, order: Overrun) -> None:
    """A vehicle of one's own with MOVE, a spotted target ahead of it, and allowance to go there (na:6.6.10)."""
    unit = movement_step.check_mine(state, side, order.unit)
    if not state.has(Switch.OVERRUN):
        raise IllegalOrder("Overruns are of the Advanced Game", overrun.RULE)
    if state.moves.active is not None and state.moves.active.unit != order.unit:
        raise IllegalOrder(f"{state.name(state.moves.active.unit)} must complete its move first", "na:4.5.1.1a")
    if state.moves.plan:
        raise IllegalOrder(f"{state.name(unit.id)} is taking its steps", "na:4.5.1.1a")
    refused = overrun.vehicle_refusal(state, unit) or overrun.target_refusal(state, unit, order.target)
    refuse(refused or _others_refusal(state, side, order) or step_refusal(state, order))


def _others_refusal(state: PanzerState, side: SideId, order: Overrun) -> Refusal | None:
    """Who else is announced is announced with the first Overrun, and could make its own (na:6.6.10)."""
    if order.others and state.combats.overrun_of(order.target) is not None:
        return Refusal(f"the Overruns of {state.name(order.target)} have been announced", overrun.RULE)
    if len({order.unit, *order.others}) != 1 + len(order.others):
        return Refusal("each vehicle Overruns once", overrun.RULE)
    for other in order.others:
        refused = not_own(state, side, other, "na:3.1")
        refused = refused or overrun.vehicle_refusal(state, state.units[other], coming=True)
        refused = refused or overrun.target_refusal(state, state.units[other], order.target)
        if refused is not None:
            return refused
    return None


def step_refusal(state: PanzerState, order: Overrun) -> Refusal | None:
    """Why a step does not lead to the target: closed ground, elsewhere, more than the allowance covers, though it were
    the only hex of the move (na:6.6.10), or not through it (min:16.11.1.1)."""
    target = state.units[order.target]
    try:
        active = state.moves.active if state.moves.active is not None else move.begin(state, order.unit, order.rate)
        result = move.take_step(state, active, order.step, overruns=True)
    except IllegalOrder as error:
        return Refusal(error.reason, error.rule)
    name = state.name(order.target)
    if result.hex != target.hex:
        elsewhere = f"{order.step} leads to {result.hex}, {name} is in {target.hex}"
        return Refusal(f"it must turn first: {elsewhere}", overrun.RULE)
    kind = MoveStep.read(order.step).kind
    inside = kind in _INDOORS
    if result.move.hexes == active.hexes and kind not in _STAYING:
        return Refusal(f"{order.step} does not drive into the hex of {name}", overrun.RULE)
    if inside != indoors(state, target):
        where = "inside the building: enter it with B" if not inside else "outside, in the alley"
        return Refusal(f"{name} is {where}", "na:6.6.10a")
    if (left := move.beyond(state, active, result)) is not None:
        beyond = f"going to {name} costs {result.cost} and {left} is left; the hex that is always free is no Overrun"
        return Refusal(beyond, overrun.RULE)
    if (short := move.uncovered(state, result.move)) is not None:
        return Refusal(short.reason, short.rule)
    if state.edition.overruns_drive_through and not move.goes_on(state, result):
        return Refusal(f"no allowance is left to drive on from {name}", "min:16.11.1.1")
    return shared.refusal(state, order.unit, active.rate, (result,), False)


def steps_to(state: PanzerState, unit: UnitId, target: UnitId, rate: Rate = Rate.CROSS_COUNTRY) -> tuple[str, ...]:
    """The steps with which a vehicle could Overrun a target from where it stands now, without turning first.

    A step along a Path or Road names its way only where it has to.
    """
    there, at = state.units[unit], state.units[target].hex
    if there.hex is None or at is None:
        return ()
    tried = _AHEAD if there.hex.neighbour(there.facing) == at else _HERE if there.hex == at else _ELSEWHERE
    found = [kind.value for kind in tried if _leads(state, unit, target, rate, kind.value)]
    way = direction_between(there.hex, at) if rate is Rate.ROUTE else None
    if way is not None:
        named = (MoveStep(kind, way=way).text for kind in _ALONG if kind.value not in found)
        found += [step for step in named if _leads(state, unit, target, rate, step)]
    return tuple(found)


def _leads(state: PanzerState, unit: UnitId, target: UnitId, rate: Rate, step: str) -> bool:
    return step_refusal(state, Overrun(unit=unit, target=target, step=step, rate=rate)) is None


def ways_to(state: PanzerState, unit: UnitId, target: UnitId) -> tuple[tuple[Rate, str], ...]:
    """How a vehicle could Overrun a target from where it stands: at which rate its move goes on or begins, by which
    step."""
    under_way = state.moves.of(unit)
    rates = (Rate.CROSS_COUNTRY, Rate.ROUTE) if under_way is None else (under_way.rate,)
    return tuple((rate, step) for rate in rates for step in steps_to(state, unit, target, rate))


def bogs_first(state: PanzerState, unit: UnitId, target: UnitId, way: tuple[Rate, str] | None = None) -> float:
    """The chance of a vehicle to bog down before it comes to a target, by a way; None = by that on which it least does
    (or:7.29)."""
    ways = ways_to(state, unit, target) if way is None else (way,)
    begun = state.moves.of(unit)
    risks = (bogging_down.risk(state, begun or move.begin(state, unit, rate), (step,)) for rate, step in ways)
    return min(risks, default=0.0)


def overrun_order(state: PanzerState, side: SideId, order: Overrun, dice: Dice) -> Iterator[Event]:
    """Begin the move if need be, announce, and take the step; the attack follows by itself."""
    if state.moves.active is None:
        yield from movement_step.begin(state, order.unit, order.rate)
    if state.combats.overrun_of(order.target) is None:
        yield OverrunsAnnounced(side=side, target=order.target, units=(order.unit, *order.others))
    yield OverrunBegun(unit=order.unit, target=order.target)
    yield MovePlanned(unit=order.unit, steps=(order.step,), ends=False)


# -- what follows by itself ----------------------------------------------------------------------------


def procedure(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Take the step into the hex, then attack; None if no Overrun is under way."""
    if state.combats.overrunning is None:
        return None
    unit, target = state.combats.overrunning
    moving = state.moves.of(unit) is not None
    if moving and state.moves.plan and state.moves.active is not None and not state.units[unit].track_hit:
        return movement_step.procedure(state, state.moves.active, dice)
    return _attack(state, unit, target, dice)


def _attack(state: PanzerState, unit_id: UnitId, target_id: UnitId, dice: Dice) -> Iterator[Event]:
    """The attack, if the vehicle has come to its target and still can (na:6.6.10.1, na:6.6.10.2).

    After a Track hit on the way into a building there is none; Damage there counts in it (na:6.6.10a, min:16.11.1.2).
    """
    target = state.units[target_id]
    if why := _lapse(state, unit_id, target_id):
        yield OverrunLapsed(unit=unit_id, target=target_id, reason=why)
        yield from _put_back(state, unit_id, dice)
        return
    hex_ = target.hex
    if hex_ is None:
        return
    terms = overrun.overrun_terms(state, unit_id, target_id)
    outcome, rolls, short, strike = overrun.resolve(state, unit_id, terms, dice)
    yield OverrunResolved(
        unit=unit_id,
        target=target_id,
        hex=hex_,
        gp=terms.gp,
        parts=terms.parts,
        defense=strike.row,
        n_effect=strike.cell[0],
        s_effect=strike.cell[1],
        net=strike.tally.total,
        total=outcome.total,
        result=outcome.result,
        short=short,
        rolls=rolls,
        tally=strike.tally.reasons,
    )
    if outcome.result is Result.REDUCED:
        yield from attached_weapon_loss(state, target_id, dice)
    yield from _put_back(state, unit_id, dice)


def _lapse(state: PanzerState, unit_id: UnitId, target_id: UnitId) -> str:
    """Why a vehicle does not attack after all, in words; "" if it does.

    A Barrage or mines may have met it as it came to its target: who has bailed out, Hesitates or is Broken starts no
    attack (or:7.1.5.1, or:7.1.5.2), and with a Track hit none drives through its target (min:16.11.1).
    """
    unit, target = state.units[unit_id], state.units[target_id]
    if unit.bailed_out:
        return "its crew has bailed out"
    arrived = state.moves.active is not None and target.on_map and overrun.arrived(state, unit, target)
    if unit.track_hit and (not arrived or state.edition.overruns_drive_through):
        return "it has a Track hit"
    if not arrived:
        return "it has not come to its target"
    if unit.morale is not None:
        return f"it has {unit.morale.value}"
    return "" if any(gp for _, gp in overrun.parts(state, unit_id)) else "nobody is left aboard who could attack"


def _put_back(state: PanzerState, unit_id: UnitId, dice: Dice) -> Iterator[Event]:
    """A vehicle that cannot go on from among enemies is put back into the hex it came from (na:6.6.10.1a)."""
    stays = state.moves.active is None or state.units[unit_id].track_hit  # a Track hit ends its move by itself
    if not stays and state.moves.active is not None and move.stranded(state, state.moves.active):
        yield from movement_step.complete(state, unit_id, dice, back_to=state.moves.active.retreat)
