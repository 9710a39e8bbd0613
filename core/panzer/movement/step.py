"""The Movement Step (na:4.5, na:6.6): one unit at a time, step by step, with chances for Overwatch in between."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer import formation_turns, sequence
from core.panzer.direct_fire import overwatch
from core.panzer.firing.events import TurretTurned
from core.panzer.firing.showing import revealed
from core.panzer.gp.bail_out import bail_out, passengers
from core.panzer.ground import fires, positions
from core.panzer.indirect import barrage
from core.panzer.movement import bogging_down, dust, paying, quickmarch, shared, walls
from core.panzer.movement import move as movement_move
from core.panzer.movement.driving import last_way
from core.panzer.movement.events import (
    MoveBegun,
    MoveEnded,
    MovePlanned,
    PlanDropped,
    TargetsNoted,
    UnitMoved,
)
from core.panzer.movement.into_buildings import into_alley
from core.panzer.movement.mover import mover as moving
from core.panzer.movement.orders import Move
from core.panzer.movement.paying import StepResult
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.movement import ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.results import Cause
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Command, CommandFace, Unit
from core.panzer.sequence import MOVE_STEPS, player_of
from core.panzer.sight import limited_spotting, long_guns, spotting
from core.panzer.state import PanzerState
from core.remembered import remembered


@remembered
def yet_to_move(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """MOVE and SHORT HALT vehicles of a side whose move is not complete (na:4.2.1c, na:4.5.1a).

    A Track hit takes the MOVE part of a command not yet executed (na:6.5.2.2.1); one that stops a vehicle in its move
    leaves it to whom it carries.
    """
    able = tuple(u for u in _in_turn(state, side) if not u.track_hit)
    stopped = state.units[state.moves.active.unit] if state.moves.active is not None else None
    return (stopped, *able) if stopped is not None and stopped.track_hit and stopped.side == side else able


def _in_turn(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """As `yet_to_move`, with those that a Track hit has stopped while their command was hidden: it must be revealed,
    though they stay where they are (na:4.5c, na:4.6.1b, na:6.5.2.2.1)."""
    return tuple(
        u
        for u in state.units.values()
        if u.side == side
        and u.command in MOVING
        and not u.moved
        and not (u.track_hit and u.command_face is CommandFace.REVEALED)
        and formation_turns.in_turn(state, u)
        and (u.on_map or state.may_enter(u))
    )


# -- orders --------------------------------------------------------------------------------------


def check_move(state: PanzerState, side: SideId, order: Move) -> None:
    """A commanded unit of one's own (na:4.2.1b), one at a time, its steps legal as a whole (na:4.5.1.1a)."""
    unit = check_mine(state, side, order.unit)
    if state.moves.active is not None and state.moves.active.unit != order.unit:
        raise IllegalOrder(f"{state.name(state.moves.active.unit)} must complete its move first", "na:4.5.1.1a")
    if unit.command not in MOVING:
        raise IllegalOrder(f"{state.name(unit.id)} has no MOVE or SHORT HALT command", "na:4.5a")
    if unit.moved:
        raise IllegalOrder(f"{state.name(unit.id)} has completed its move", "na:4.5.1.1a")
    if not order.steps and not order.end:
        raise IllegalOrder("name a step, or end the move", "na:4.5.1.1.8")
    check_steps(state, order.unit, order.rate, order.steps, order.end)


def begun_refusal(state: PanzerState, unit: Unit, act: str, rule: str) -> Refusal | None:
    """Why a unit may not spend the whole of its move on an act; None if it may (na:6.6.9, or:7.30a, or:7.29)."""
    name, move = state.name(unit.id), state.moves.active
    if unit.moved:
        return Refusal(f"{name} has completed its move", "na:4.5.1.1a")
    if unit.track_hit:
        return Refusal(f"{name} has a Track hit and may not move nor pivot", "na:6.5.2.2.1")
    if unit.bogged_down(state.turn):
        return Refusal(f"{name} is bogged down and neither moves nor turns this turn", "or:7.29")
    if move is not None and move.unit != unit.id:
        return Refusal(f"{state.name(move.unit)} must complete its move first", "na:4.5.1.1a")
    if (move is not None and (move.steps or move.spent)) or unit.id in state.carrying.handled:
        return Refusal(f"{name} needs its whole allowance to {act}, and has begun its move", rule)
    return None


def rate_of(state: PanzerState, unit: UnitId) -> Rate:
    """The rate at which a unit that acts within its hex moves: that of the move that it has begun, by who has bailed
    out perhaps (na:6.6.7.1.2), else Cross-Country."""
    begun = state.moves.of(unit)
    return begun.rate if begun is not None else Rate.CROSS_COUNTRY


def check_mine(state: PanzerState, side: SideId, unit_id: UnitId) -> Unit:
    """A unit of one's own in one's own part of the Movement Step. IllegalOrder if it is not (na:4.5a)."""
    if state.step not in MOVE_STEPS or player_of(state) != side:
        raise IllegalOrder("it is not this side's Movement Step", "na:4.5a")
    unit = own_unit(state, side, unit_id, "na:3.1")
    if not formation_turns.in_turn(state, unit):
        raise IllegalOrder(f"it is not the turn of the formation of {state.name(unit_id)}", "or:7.42.2")
    return unit


def check_steps(
    state: PanzerState, unit: UnitId, rate: Rate, steps: tuple[str, ...], end: bool
) -> tuple[paying.StepResult, ...]:
    """The steps of a plan, legal as a whole (na:4.5.1.1a), and such that units that share a command can still end
    within Command Range (na:6.2.1.1.4b)."""
    results = movement_move.check_move(state, unit, rate, steps, end)
    refuse(shared.refusal(state, unit, rate, results, end))
    return results


def stay_refusal(state: PanzerState, unit: UnitId) -> Refusal | None:
    """Why a unit may not spend its whole move where it is; None if it may, as whoever shares its MOVE can still come
    near enough (na:6.2.1.1.4b)."""
    try:
        check_steps(state, unit, rate_of(state, unit), (), end=True)
    except IllegalOrder as error:
        return Refusal(error.reason, error.rule)
    return None


def move(state: PanzerState, side: SideId, order: Move, dice: Dice) -> Iterator[Event]:
    """Reveal the command, then plan the steps; they are taken one by one (na:4.5.1.1a)."""
    if state.moves.active is None:
        yield from begin(state, order.unit, order.rate)
    yield MovePlanned(unit=order.unit, steps=order.steps, ends=order.end)
    if not order.steps and state.moves.active is not None and not state.moves.active.steps:
        yield from offer_overwatch(state, order.unit)


def begin(state: PanzerState, unit_id: UnitId, rate: Rate) -> Iterator[Event]:
    """Reveal the command of a unit and begin its move (na:4.5.1.1a); `move.begin` says if it may."""
    yield from revealed(state, (unit_id,))
    yield MoveBegun(unit=unit_id, rate=rate)
    yield from noted(state, unit_id)


def offer_overwatch(state: PanzerState, mover: UnitId) -> Iterator[Event]:
    """Open a chance for Overwatch Fire at the moving unit where it is now, if there is any (na:4.5b)."""
    if not state.units[mover].on_map or under_way(state, mover):
        return
    window = overwatch.open_movement_window(state, mover)
    if window is not None:
        yield overwatch.opened(window)


def check_finish(state: PanzerState, side: SideId) -> None:
    """Not in the middle of a move. The rest is revealed, counts as moving and may be fired at (na:4.5c)."""
    if state.moves.active is not None:
        raise IllegalOrder(f"{state.name(state.moves.active.unit)} must complete its move first", "na:4.5.1.1a")
    refuse(shared.stay_refusal(state, side))


# -- what follows by itself ----------------------------------------------------------------------


def procedure(state: PanzerState, active: ActiveMove, dice: Dice) -> Iterator[Event] | None:
    """Take the next planned step or complete the move; None if its player must choose.

    A vehicle with a Track hit stops at once and keeps its facing (na:6.5.2.2.1).
    """
    if state.units[active.unit].track_hit:
        return _stopped(state, active, dice)
    if state.moves.plan:
        return _take_step(state, active, state.moves.plan[0], dice)
    if state.moves.plan_ends:
        return _end(state, active, dice)
    return None


def _stopped(state: PanzerState, active: ActiveMove, dice: Dice) -> Iterator[Event] | None:
    """The end of the move of a vehicle with a Track hit; None as long as those aboard may still get out in it, for what
    is left of its allowance or in an Emergency Bail Out (na:6.5.2.2.1, na:6.6.7.1.1c, na:6.6.7.1.2)."""
    card = state.card(active.unit)
    loaded = bool(passengers(state, active.unit)) or (isinstance(card, VehicleCard) and bool(card.dismounts_as))
    stays = movement_move.may_end_here(state, active) is None
    return None if loaded and stays and not state.moves.plan_ends else _end(state, active, dice)


def _take_step(state: PanzerState, active: ActiveMove, step: str, dice: Dice) -> Iterator[Event]:
    try:
        result = movement_move.take_step(state, active, step)
    except IllegalOrder:
        yield PlanDropped(unit=active.unit)
        return
    if bogging_down.asked(state, active, result):
        yield from bog(state, active.unit, bogging_down.rate_of(state, result.move), dice)
        if state.units[active.unit].bogged_down(state.turn):
            yield from offer_overwatch(state, active.unit)
            return
    gates = walls.gates(state, active.unit, step)
    if not gates:
        yield from _moved(state, active, result, dice)
        return
    for gate in gates:
        yield walls.checked(state, active.unit, gate.hex, dice, entering=gate.entering)
        if state.moves.active is None:  # riders get out of a vehicle that is knocked out (min:8.4.7.5)
            yield from bail_out(state, active.unit, (Cause.KNOCKED_OUT,), dice)
            return
        active = state.moves.active
        if state.units[active.unit].track_hit:
            if gate.entering:
                yield from _stopped_outside(state, active, step, dice)
            return
    try:
        result = movement_move.take_step(state, active, step)
    except IllegalOrder:  # what damage has left it is not enough (na:6.6.3a)
        yield PlanDropped(unit=active.unit)
        yield from _stopped_outside(state, active, step, dice)
        return
    yield from _moved(state, active, result, dice)


def bog(state: PanzerState, unit: UnitId, rate: Rate, dice: Dice) -> Iterator[Event]:
    """Roll whether a vehicle bogs down by what it is about to do, if it can where it is (or:7.29)."""
    value = bogging_down.bogs_to(state, unit, rate)
    if value is not None:
        yield bogging_down.checked(state, unit, value, dice)


def _stopped_outside(state: PanzerState, active: ActiveMove, step: str, dice: Dice) -> Iterator[Event]:
    """A vehicle that came from the next hex ends up in the alley; any other is where it was (na:6.6.3a)."""
    unit = state.units[active.unit]
    if MoveStep.read(step).kind is StepKind.INTO_BUILDING_AHEAD and unit.hex is not None:
        result = into_alley(moving(state, unit.id), active, unit.hex, unit.facing)
        yield from _moved(state, active, result, dice)


def _moved(state: PanzerState, active: ActiveMove, result: StepResult, dice: Dice) -> Iterator[Event]:
    """A step is taken: what the new hex has in store for the unit, and a chance for Overwatch Fire."""
    after, unit = result.move, state.units[active.unit]
    turret = _turned_back(state, active, result)
    yield UnitMoved(
        unit=active.unit,
        step=result.step,
        hex=result.hex,
        facing=result.facing,
        cost=result.cost,
        spent=after.spent,
        hexes=after.hexes,
        path=after.path,
        road=after.road,
        turned=after.turned,
        turn_paid=after.turn_paid,
        turns_paid=after.turns_paid,
        denied=after.denied,
        tally=result.reasons,
    )
    if turret != unit.turret:
        yield TurretTurned(unit=unit.id, turret=turret)
    if result.hex is None:
        yield from complete(state, active.unit, dice)
        return
    if after.hexes != active.hexes:
        yield from fires.rolled_over(state, active.unit)
        yield from struck(state, active.unit, dice)
        yield from limited_spotting.occasion(state, (active.unit,), dice)
    if state.minefields.entered:
        return  # the mines of the hex come first (or:7.31.2)
    yield from offer_overwatch(state, active.unit)


def _turned_back(state: PanzerState, active: ActiveMove, result: StepResult) -> int:
    """The place of the turret after a step: of a long gun that pivots among trees or indoors turned back (min:20.12.2,
    min:20.12.3)."""
    unit = state.units[active.unit]
    turned = MoveStep.read(result.step).kind is StepKind.TURN
    if unit.hex is None or not turned or active.rate is Rate.ROUTE:
        return unit.turret
    route = moving(state, unit.id).on_route(active, unit.hex)
    if not long_guns.rule_where(state, unit, unit.hex, route, inside=bool(unit.inside)):
        return unit.turret
    return long_guns.turned_back(state, unit, unit.facing, result.facing)


def struck(state: PanzerState, unit: UnitId, dice: Dice) -> Iterator[Event]:
    """The Barrages that answer a move into their SHEAF, or a search in it; then its player decides anew (na:6.6.6)."""
    hit = False
    for event in barrage.attacked_in_barrage(state, unit, dice):
        hit = True
        yield event
    if hit and state.moves.active is not None and state.moves.plan:
        yield PlanDropped(unit=unit)


def _end(state: PanzerState, active: ActiveMove, dice: Dice) -> Iterator[Event]:
    obstacle = movement_move.may_end_here(state, active)
    yield from complete(state, active.unit, dice, back_to=active.retreat if obstacle else None)


def complete(state: PanzerState, unit: UnitId, dice: Dice, back_to: Hex | None = None) -> Iterator[Event]:
    """The move is complete: its dust settles, the unit takes the position that it has come to, and catches its breath.

    (na:4.5.1.1a, na:6.1.4.3.12a, na:6.1.4.3.7b, na:6.6.4.2)
    """
    done = state.moves.active
    yield MoveEnded(unit=unit, back_to=back_to)
    if done is not None:
        yield from dust.settle(state, done)
        out = any(MoveStep.read(step).kind is StepKind.OUT_OF_BUILDING for step in done.steps)
        backed_in, came = last_way(done) is StepKind.REVERSE, bool(done.trail) or out
        yield from positions.stopping(state, unit, backed_in=backed_in, came=came)
        yield from quickmarch.completed(state, done, dice)


def needed(state: PanzerState) -> SideId | None:
    """The side whose commands decide what follows in a Movement Step, where half of them are known; a command that its
    unit has shown is carried out by the owner's half as well, even where the unit can only stay (na:4.5c).

    In the miniatures edition passengers may have a MOVE face down, too, by which they dismount (min:17.2.8.2).
    """
    if state.moves.active is not None:
        return state.units[state.moves.active.unit].side
    player = sequence.player_of(state)
    if player is None or player == state.half_of:
        return None
    aboard = (u for u in state.carried if u.side == player and u.command is None)
    hidden = state.edition.carriers_move_or_stand and next(aboard, None) is not None
    stays = (player in state.ended or not yet_to_move(state, player)) and _in_turn(state, player)
    return player if hidden or stays or state.unknown(player) else None


def stay_in_place(state: PanzerState, side: SideId) -> Iterator[Event] | None:
    """The next vehicle that did not move reveals its command and is moving where it is; None if none is left.

    (na:4.5c, na:4.5.1.1.8, na:6.5.2.2.1)
    """
    left = _in_turn(state, side)
    return _stay(state, left[0].id) if left else None


def _stay(state: PanzerState, unit: UnitId) -> Iterator[Event]:
    yield from begin(state, unit, Rate.CROSS_COUNTRY)
    yield MovePlanned(unit=unit, steps=(), ends=True)
    if state.units[unit].dismounted_in != state.turn:  # the enemy's chance was when it got down (na:4.5b)
        yield from offer_overwatch(state, unit)


def noted(state: PanzerState, unit_id: UnitId) -> Iterator[Event]:
    """The enemies that are spotted as a unit begins its move, of those that it could Overrun or bring somebody to
    attack from its side; all of them as it comes onto the map (na:6.6.1.1d, na:6.6.1.2d, na:6.6.10)."""
    unit, card = state.units[unit_id], state.card(unit_id)
    here = unit.hex
    if not isinstance(card, VehicleCard):
        return
    overruns = state.has(Switch.OVERRUN) and unit.command is Command.MOVE and card.combat_unit
    carries = state.has(Switch.CLOSE_COMBAT) and any(
        isinstance(state.card(u), LegCard) for u in passengers(state, unit_id)
    )
    if not overruns and not carries:
        return
    reach = max(card.move) + 2
    found = [
        u.id
        for u in state.of(state.scenario.enemy(unit.side))
        if u.hex is not None
        and (here is None or distance(here, u.hex) <= reach)
        and (carries or isinstance(state.card(u.id), LegCard | TowedCard))
        and spotting.spotted(state, unit.side, u.id)
    ]
    if found:
        yield TargetsNoted(unit=unit_id, targets=tuple(found))


def under_way(state: PanzerState, unit: UnitId) -> bool:
    """Whether a vehicle is driving into its target's hex, or still there among those it has Overrun: nobody fires at it
    on Overwatch before it has left (na:6.6.10b)."""
    if state.combats.overrunning is not None:
        return True
    here, targets = state.units[unit].hex, (o.target for o in state.combats.overruns if unit in o.done)
    return any(state.units[t].on_map and state.units[t].hex == here for t in targets)
