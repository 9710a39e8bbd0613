"""The Air Phases: one aircraft at a time, step by step, with chances for anti-aircraft fire in between (na:6.7).

Both phases are alike, before Combat (na:6.4) and after Movement; only the side with aircraft acts, but for the fire
at them. An attack and the fire announced after it are resolved in that order (na:6.7.4.1.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer.air import anti_aircraft, attacks, bomb_scatter, flying
from core.panzer.air.events import (
    AaChance,
    AaFireAnnounced,
    AaFireWasted,
    AaPassed,
    AirAttackAnnounced,
    AirAttackCompleted,
    AircraftFlew,
    AircraftLeft,
    FlightBegun,
    FlightPlanned,
    LoadChosen,
    TargetChosen,
    TargetLost,
)
from core.panzer.air.orders import (
    AaFire,
    AcquireTarget,
    AirAttackOrder,
    BeginFlight,
    ChooseLoad,
    Fly,
    HoldAaFire,
)
from core.panzer.air.sight import acting_for, concealed, observer_refusal, observers
from core.panzer.direct_fire.events import OverwatchLost, OverwatchWaived
from core.panzer.firing import inquiry, platform_mounts, showing
from core.panzer.hidden_units import spotting as hidden_units
from core.panzer.hidden_units.revealing import at_aircraft
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.flights import AirStrike, Altitude, Flight, Pattern
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState


def acting(state: PanzerState) -> tuple[SideId, ...]:
    """Who may give orders in an Air Phase: the side with aircraft, or the other while it may fire at one."""
    side = flying.flying_side(state)
    if side is None:
        return ()
    return (state.scenario.enemy(side),) if state.air.flight is not None and state.air.flight.answering else (side,)


# -- loads ---------------------------------------------------------------------------------------------


def check_load(state: PanzerState, side: SideId, order: ChooseLoad) -> None:
    """One of the loads of the card of one's own aircraft, before the scenario begins (na:6.7.1)."""
    _own(state, side, order.unit)
    listed = flying.loads(state, order.unit)
    if len(listed) < 2 or state.scenario.by_id[order.unit].load is not None:
        raise IllegalOrder(f"the load of {state.name(order.unit)} is not to be picked", "na:6.7.1")
    if order.load not in listed:
        names = " or ".join(load.value for load in listed)
        raise IllegalOrder(f"{state.name(order.unit)} carries {names}", "na:6.7.1")


def choose_load(state: PanzerState, side: SideId, order: ChooseLoad, dice: Dice) -> Iterator[Event]:
    """Pick bombs or rockets."""
    yield LoadChosen(unit=order.unit, load=order.load)


# -- the crossing --------------------------------------------------------------------------------------


def check_begin(state: PanzerState, side: SideId, order: BeginFlight) -> None:
    """One aircraft after the other, that is there and has not flown in this turn (na:6.7.2, na:6.7.2.1, na:6.7.2.2)."""
    _own(state, side, order.unit)
    if state.air.flight is not None:
        raise IllegalOrder(f"{state.name(state.air.flight.unit)} must leave the map first", "na:6.7.2")
    refused = flying.flight_refusal(state, order.unit) or flying.placing_refusal(
        state, order.unit, order.hex, order.facing, order.speed, order.altitude
    )
    refuse(refused)


def begin(state: PanzerState, side: SideId, order: BeginFlight, dice: Dice) -> Iterator[Event]:
    """It appears on the edge of the map, where all that see it track it (na:6.7.4.1.1)."""
    edges = flying.entered_by(state, order.unit, order.hex, order.facing)
    placed = Flight(order.unit, order.speed, order.altitude, edges)
    yield FlightBegun(
        unit=order.unit,
        hex=order.hex,
        facing=order.facing,
        speed=order.speed,
        altitude=order.altitude,
        entered_by=edges,
        tracks=flying.tracks(state, placed, order.hex, flew=False, appears=True),
    )
    yield from offer(state)


def check_fly(state: PanzerState, side: SideId, order: Fly) -> None:
    """Steps of the aircraft over the map, legal one after the other (na:6.7.2.3)."""
    flight, unit = _flying(state, side)
    if not order.steps:
        raise IllegalOrder("name a step: F, T0 to T5 or X", "na:6.7.2.3")
    hex_, facing = unit.hex, unit.facing
    for step in order.steps:
        if hex_ is None:
            raise IllegalOrder("it has left the map", "na:6.7.2")
        found = flying.flight_step(state, flight, hex_, facing, step)
        hex_, facing = found.hex, found.facing
        flight = evolve(flight, flown=found.flown, turned=found.turned)


def fly(state: PanzerState, side: SideId, order: Fly, dice: Dice) -> Iterator[Event]:
    """Plan the steps; they are taken one by one."""
    flight, _ = _flying(state, side)
    yield FlightPlanned(unit=flight.unit, steps=order.steps)


def check_target(state: PanzerState, side: SideId, order: AcquireTarget) -> None:
    """An enemy ground unit in sight, spotted by an FO where it must be; one at a time (na:6.7.3.1.1, na:6.7.3.1.2)."""
    flight, _ = _flying(state, side)
    target = state.units.get(order.target)
    if target is None or target.side == side or not target.on_map:
        raise IllegalOrder(f"{order.target} is no enemy unit on the map", "na:6.7.3.1")
    if order.target == flight.target and flight.counted is not None:
        raise IllegalOrder(f"it has {state.name(target.id)} for its target already", "na:6.7.3.1.1")
    if order.observer:
        refuse(observer_refusal(state, order.observer, target.id, side))
    refuse(flying.sight_refusal(state, flight, target.id, observer_of(state, side, order)))


def observer_of(state: PanzerState, side: SideId, order: AcquireTarget) -> UnitId | None:
    """The FO that spots a target for the aircraft: none if it is in the open; the one named, or any that can."""
    if not concealed(state, state.units[order.target]):
        return None
    return order.observer or next(iter(observers(state, side, order.target)), None)


def acquire(state: PanzerState, side: SideId, order: AcquireTarget, dice: Dice) -> Iterator[Event]:
    """Begin to count; an FO that spots the target reveals its OVERWATCH for it (na:6.7.3.1.2)."""
    flight, _ = _flying(state, side)
    observer = observer_of(state, side, order)
    if observer is not None and observer not in state.air.observers:
        yield from showing.revealed(state, (acting_for(state, observer),))
    count, acquired = flying.first_count(state, flight, order.target)
    yield TargetChosen(
        unit=flight.unit,
        target=order.target,
        observer=observer,
        needed=flying.needed(state, flight),
        counted=count,
        acquired=acquired,
    )


def check_attack(state: PanzerState, side: SideId, order: AirAttackOrder) -> None:
    """With a weapon that it may use, at an acquired target straight ahead (na:6.7.3)."""
    flight, _ = _flying(state, side)
    refuse(attacks.target_refusal(state, flight, order.weapon, dive=order.dive))


def attack(state: PanzerState, side: SideId, order: AirAttackOrder, dice: Dice) -> Iterator[Event]:
    """Announce the attack; fire at the aircraft announced now is resolved after it (na:6.7.4.1.1)."""
    flight, _ = _flying(state, side)
    yield AirAttackAnnounced(unit=flight.unit, strike=attacks.strike_for(state, flight, order.weapon, dive=order.dive))
    yield from offer(state)


def check_finish(state: PanzerState, side: SideId) -> None:
    """Not while an aircraft is over the map."""
    if flying.flying_side(state) != side:
        raise IllegalOrder("it is not this side's Air Phase", "na:6.7")
    if state.air.flight is not None:
        raise IllegalOrder(f"{state.name(state.air.flight.unit)} must leave the map first", "na:6.7.2")


# -- anti-aircraft fire --------------------------------------------------------------------------------


def check_aa(state: PanzerState, side: SideId, order: AaFire) -> None:
    """Shots of one's own units that track the aircraft, one of each (na:6.7.4.1.1)."""
    flight = _answering(state, side)
    if not order.shots:
        raise IllegalOrder("no shooter is named", "na:6.7.4")
    shooters = [shot.shooter for shot in order.shots]
    for shot in order.shots:
        if shot.target != flight.unit or shot.ammo != anti_aircraft.AA:
            raise IllegalOrder(f"the target is {state.name(flight.unit)}, with the AA row", "na:6.7.4")
        own_unit(state, side, shot.shooter, "na:3.1")
        if shooters.count(shot.shooter) > 1:
            raise IllegalOrder(f"{state.name(shot.shooter)} fires once at aircraft in a turn", "na:6.7.4.1.1")
        refuse(anti_aircraft.aa_refusal(state, flight, shot.shooter, shot.weapon))
    if missing := [u for u in anti_aircraft.must_fire(state, flight, shooters) if u not in shooters]:
        names = ", ".join(state.name(u) for u in missing)
        raise IllegalOrder(f"{names} must fire too: they share the OVERWATCH", "na:6.2.1.1.4c")


def aa_fire(state: PanzerState, side: SideId, order: AaFire, dice: Dice) -> Iterator[Event]:
    """Reveal the commands of the shooters and announce their fire."""
    flight = _answering(state, side)
    for lost in anti_aircraft.lost_with(state, flight, (shot.shooter for shot in order.shots)):
        yield OverwatchLost(unit=lost, target=flight.unit)
    yield from showing.revealed(state, (shot.shooter for shot in order.shots))
    turning = order.shots if state.edition.optional.platforms_turn_to_aircraft else ()
    for shooter in dict.fromkeys(shot.shooter for shot in turning):
        yield from platform_mounts.turned_to(state, shooter, state.units[flight.unit].hex)
    yield AaFireAnnounced(side=side, target=flight.unit, shots=order.shots, after_attack=flight.strike is not None)


def check_hold(state: PanzerState, side: SideId, order: HoldAaFire) -> None:
    """Overwatch is always voluntary (na:4.2d)."""
    _answering(state, side)


def hold(state: PanzerState, side: SideId, order: HoldAaFire, dice: Dice) -> Iterator[Event]:
    """Hold one's fire, for now or until the aircraft attacks."""
    yield AaPassed(side=side, rest=order.rest)


def offer(state: PanzerState) -> Iterator[Event]:
    """Open a chance to fire at the aircraft where it is now, if there is any use for it (na:6.7.4)."""
    flight = state.air.flight
    if flight is None:
        return
    side = state.scenario.enemy(state.units[flight.unit].side)
    if anti_aircraft.may_want_to_fire(state, flight, side):
        yield AaChance(side=side)


# -- what follows by itself ----------------------------------------------------------------------------


def procedure(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Resolve what is announced, take the next planned step; None if a side must choose."""
    flight = state.air.flight
    if flight is None:
        return None
    if flight.answering:
        return _let_pass(state, flight)
    if flight.strike is not None:
        return _strike_next(state, flight, flight.strike, dice)
    if flight.fire:
        return _resolve_fire(state, flight, dice)
    if flight.plan:
        return _take_step(state, flight, flight.plan[0])
    return None


def _let_pass(state: PanzerState, flight: Flight) -> Iterator[Event] | None:
    """Between halves: a side that is not to be asked lets its chance go by, and all of the step if it never is."""
    side = state.scenario.enemy(state.units[flight.unit].side)
    if state.half_of != side or anti_aircraft.wants_to_fire(state, flight, side) or at_aircraft(state, side):
        return None
    never = state.commands.standing(side).overwatch_from > 100
    return iter((*((OverwatchWaived(side=side),) if never else ()), AaPassed(side=side)))


def needed(state: PanzerState) -> SideId | None:
    """Whose secrets decide what follows in an Air Phase: the commands of who may fire, the plan of who flies."""
    flight = state.air.flight
    if flight is None:
        return None
    flyer = state.units[flight.unit].side
    if flight.answering:
        return state.scenario.enemy(flyer)
    return None if flight.strike is not None or flight.fire else flyer


def over(state: PanzerState) -> bool:
    """Whether the Air Phase is over: no aircraft is over the map and none may fly, or its player has ended it."""
    return state.air.flight is None and (flying.flying_side(state) in state.ended or not flying.able_to_fly(state))


def _strike_next(state: PanzerState, flight: Flight, strike: AirStrike, dice: Dice) -> Iterator[Event]:
    """Where its bombs fall, who is revealed by them, who of those in the pattern shows his command, then the attack
    itself (or:7.26a, or:7.2.2.3)."""
    terms = None if strike.scatter_rolled else bomb_scatter.scatter_terms(state, flight, strike.pattern)
    if terms is not None:
        return bomb_scatter.scatter(state, flight, strike, terms, dice)
    hidden = hidden_units.struck(state, strike.hexes)
    if hidden is not None:
        return iter((hidden,))
    return _unasked(state, flight, strike) or _resolve_strike(state, flight, strike, dice)


def _unasked(state: PanzerState, flight: Flight, strike: AirStrike) -> Iterator[Event] | None:
    """The next vehicle in the pattern whose owner may show a hidden command for Target Moving (na:6.5.4.3a,
    min:16.7.2.1)."""
    for unit_id in strike.struck:
        unit = state.units[unit_id]
        shot = _answered(state, flight, strike, unit_id)
        if shot is not None and unit_id not in strike.asked and showing.may_show(state, unit):
            return showing.ask(state, unit, shot)
    return None


def _answered(state: PanzerState, flight: Flight, strike: AirStrike, unit: UnitId) -> Shot | None:
    """What stands for the attack at a unit in its pattern; None where its movement counts for nothing, as in the
    miniatures edition that of all but the target does (min:16.7.2.1)."""
    aside = state.edition.counts_at_target_point and unit != strike.target
    return None if aside else Shot(flight.unit, unit, strike.weapon, GP)


def _resolve_strike(state: PanzerState, flight: Flight, strike: AirStrike, dice: Dice) -> Iterator[Event]:
    """The attack; after a dive the aircraft is at Low Altitude (na:6.7.2.3.2)."""
    units = (state.units[u] for u in strike.struck)
    inquiry.require(state, inquiry.of_struck(state, units, lambda u: _answered(state, flight, strike, u)))
    yield from attacks.resolve(state, flight, strike, dice)
    altitude = Altitude.LOW if strike.pattern is Pattern.DIVE else flight.altitude
    yield AirAttackCompleted(unit=flight.unit, weapon=strike.weapon, altitude=altitude)


def _resolve_fire(state: PanzerState, flight: Flight, dice: Dice) -> Iterator[Event]:
    """The first announced shot; once the last is resolved, who has not fired may (na:6.7.4.1.1)."""
    shooter, weapon = flight.fire[0]
    cause = anti_aircraft.wasted(state, flight, shooter)
    if cause:
        yield AaFireWasted(shooter=shooter, target=flight.unit, cause=cause)
        return
    yield from anti_aircraft.resolve(state, flight, Shot(shooter, flight.unit, weapon, anti_aircraft.AA), dice)
    if state.air.flight is not None and not state.air.flight.fire:
        yield from offer(state)


def _take_step(state: PanzerState, flight: Flight, step: str) -> Iterator[Event]:
    unit = state.units[flight.unit]
    if unit.hex is None:
        return
    try:
        found = flying.flight_step(state, flight, unit.hex, unit.facing, step)
    except IllegalOrder:
        yield FlightPlanned(unit=flight.unit, steps=())
        return
    if found.hex is None:
        yield AircraftLeft(unit=flight.unit, hex=unit.hex, edges=found.edges)
        return
    after = flying.moved_on(state, flight, found)
    yield AircraftFlew(
        unit=flight.unit,
        step=step,
        hex=found.hex,
        facing=found.facing,
        flown=after.flown,
        turned=after.turned,
        counted=after.counted,
        acquired=after.acquired,
        tracks=after.tracks,
    )
    if flight.target is not None and state.air.flight is not None:
        yield from _give_up(state, state.air.flight, flight.target)
    yield from offer(state)


def _give_up(state: PanzerState, flight: Flight, target: UnitId) -> Iterator[Event]:
    """A target that is out of action is no target any more, nor one that it has flown past."""
    unit, aimed = state.units[flight.unit], state.units[target]
    if not aimed.on_map or aimed.bailed_out:
        yield TargetLost(unit=unit.id, target=target, cause="it is out of action")
    elif flight.counted is None:
        refused = flying.sight_refusal(state, flight, target, flight.observer)
        yield TargetLost(unit=unit.id, target=target, cause=refused.reason if refused else "it is out of sight")


# -- who may give an order -----------------------------------------------------------------------------


def _own(state: PanzerState, side: SideId, unit_id: UnitId) -> Unit:
    unit = state.units.get(unit_id)
    if unit is None or unit.side != side or unit not in flying.aircraft(state, side):
        raise IllegalOrder(f"{unit_id} is no aircraft of {side}", "na:6.7.2")
    return unit


def _flying(state: PanzerState, side: SideId) -> tuple[Flight, Unit]:
    flight = state.air.flight
    if flight is None or state.units[flight.unit].side != side:
        raise IllegalOrder("no aircraft of this side is over the map", "na:6.7.2")
    if flight.answering or flight.strike is not None or flight.fire:
        raise IllegalOrder("what is announced must be resolved first", "na:6.7.4.1.1")
    return flight, state.units[flight.unit]


def _answering(state: PanzerState, side: SideId) -> Flight:
    flight = state.air.flight
    if flight is None or not flight.answering or state.units[flight.unit].side == side:
        raise IllegalOrder("there is no chance for anti-aircraft fire now", "na:6.7.4")
    return flight
