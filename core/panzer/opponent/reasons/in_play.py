"""Why a computer player of Panzer answers, turns, flies, mounts and keeps missions going as it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.event import SideId, UnitId
from core.hexes import distance, in_hexes
from core.panzer.adjustment.orders import AdjustTurret, LeaveVehicle, Pivot
from core.panzer.air import anti_aircraft
from core.panzer.air.orders import AaFire, AcquireTarget, AirAttackOrder, BeginFlight, Fly, HoldAaFire
from core.panzer.air.runs import gain, worth
from core.panzer.ap.orders import ChooseAspect, ChooseHitAngle, SpreadHits
from core.panzer.assault import terrain_attack
from core.panzer.assault.orders import AdvanceAfterAssault, AttackTerrain, ChoosePrimary, DismountAttack
from core.panzer.command.orders import DischargeSmoke, NameFormation
from core.panzer.counter_battery.locating import highest_roll
from core.panzer.counter_battery.orders import AnnounceCounterBattery, ForgoCounterBattery
from core.panzer.direct_fire.orders import FireSmoke, HoldFire
from core.panzer.firing.orders import ShowCommand
from core.panzer.ground.narrow_roads import called
from core.panzer.hidden_units.orders import CommandHidden, MoveHidden, PlaceRevealed, RevealHidden
from core.panzer.hidden_units.under import uncovered
from core.panzer.indirect.called import still_able
from core.panzer.indirect.orders import AdjustMission, AnnouncePlan, ContinueMission, RedirectFire
from core.panzer.movement import pushing
from core.panzer.movement.orders import PushAside, SearchHullDown
from core.panzer.opponent import air, answers, dischargers, formations, hidden_units, illumination, indirect
from core.panzer.opponent.cover import SMALL_ARMS, foes_of
from core.panzer.opponent.moves import IN_SIGHT
from core.panzer.opponent.picture import Picture, picture
from core.panzer.opponent.reasons.weighed import Said, percent
from core.panzer.opponent.smoke import screens
from core.panzer.opponent.transport import wanted, why_down
from core.panzer.opponent.turns import NEVER, turns_to
from core.panzer.pieces.flights import Flight
from core.panzer.pieces.missions import FireType, Mission
from core.panzer.pieces.movement import StepKind
from core.panzer.pieces.unit import Command, Spot, Unit
from core.panzer.state import PanzerState
from core.panzer.transport.orders import BailOut, Dismount, Mount
from core.presentation import Argument

# -- answers in the middle of fire -------------------------------------------------------------------


def _show(state: PanzerState, side: SideId, order: ShowCommand) -> Iterator[Argument]:
    yield Argument("A MOVE that is shown makes the unit harder to hit.", rule="na:4.4.3.2.2b")


def _aspect(state: PanzerState, side: SideId, order: ChooseAspect) -> Iterator[Argument]:
    yield Argument("The thicker armor is offered to the shot.", rule="na:4.4.3.2.4")


def _hit_angle(state: PanzerState, side: SideId, order: ChooseHitAngle) -> Iterator[Argument]:
    """What each angle may cost the target."""
    question = state.question
    if question is None:
        return
    for angle, lost in sorted(answers.suffers(state, question).items(), key=lambda one: one[1]):
        yield Argument(f"At the angle {angle.value} a hit takes {percent(min(1.0, lost))} of it", rule="na:6.5.2.2")


def _spread(state: PanzerState, side: SideId, order: SpreadHits) -> Iterator[Argument]:
    names = ", ".join(map(state.name, dict.fromkeys(order.targets)))
    yield Argument(f"Each further hit where it does most: {names}", rule="na:6.5.2.1c")


def _redirect(state: PanzerState, side: SideId, order: RedirectFire) -> Iterator[Argument]:
    where = "in its hex" if order.direction is None else "whom the SHEAF strikes as it lies"
    text = f"{state.name(order.unit)}: the enemy's own fire takes most there, by the worth of all {where}."
    yield Argument(text, rule="na:6.5.1.12a")


# -- facing, hatches, getting out --------------------------------------------------------------------


def _pivot(state: PanzerState, side: SideId, order: Pivot) -> Iterator[Argument]:
    unit = state.units[order.unit]
    yield Argument(f"{state.name(unit.id)} turns its front{_towards(state, unit)}.", rule="na:6.8.1")


def _towards(state: PanzerState, unit: Unit) -> str:
    """The nearest enemy, in words."""
    foe = next(iter(foes_of(state, unit)), None)
    if foe is None or foe.hex is None or unit.hex is None:
        return " towards the enemy"
    return f" towards the nearest enemy, {state.name(foe.id)}, {in_hexes(distance(unit.hex, foe.hex))} away"


def _turret(state: PanzerState, side: SideId, order: AdjustTurret) -> Iterator[Argument]:
    name = state.name(order.unit)
    yield Argument(f"{name}: its turret to where the enemies are that it is likeliest to fire at", rule="or:7.8.1")
    if order.buttoned:
        yield Argument(f"Hatches closed: infantry is within {in_hexes(SMALL_ARMS)}.", rule="min:10.2")


def _leave(state: PanzerState, side: SideId, order: LeaveVehicle) -> Iterator[Argument]:
    carrier = state.units[order.unit].carrier
    vehicle = state.units[carrier] if carrier is not None else None
    yield from _doomed(picture(state, side), vehicle, f"{state.name(order.unit)} gets out", "min:16.1.6.3")


def _doomed(seen: Picture, vehicle: Unit | None, who: str, rule: str) -> Iterator[Argument]:
    """What the vehicle stands to lose that passengers leave."""
    if vehicle is None or vehicle.hex is None:
        return
    lines = seen.lines(vehicle, vehicle.hex, vehicle.facing, vehicle.spot or Spot.MOVE)
    part = min(1.0, seen.danger(vehicle, vehicle.hex, vehicle.facing, lines) / max(seen.value(vehicle.id), 1.0))
    yield Argument(f"{who}: the next fire may take {percent(part)} of {seen.state.name(vehicle.id)}.", rule=rule)


# -- transport ---------------------------------------------------------------------------------------


def _dismount(state: PanzerState, side: SideId, order: Dismount) -> Iterator[Argument]:
    carrier = state.units[order.unit].carrier
    vehicle = state.units[carrier] if carrier is not None else None
    if vehicle is None or vehicle.hex is None:
        return
    text = f"{state.name(order.unit)} gets down: {why_down(picture(state, side), vehicle, vehicle.hex)}."
    yield Argument(text, rule="na:6.6.7.1.1c")


def _bail_out(state: PanzerState, side: SideId, order: BailOut) -> Iterator[Argument]:
    carrier = state.units[order.unit].carrier
    vehicle = state.units[carrier] if carrier is not None else None
    who = f"{state.name(order.unit)} bails out of what cannot go on"
    yield from _doomed(picture(state, side), vehicle, who, "na:6.6.7.1.2")


def _mount(state: PanzerState, side: SideId, order: Mount) -> Iterator[Argument]:
    unit = state.units[order.unit]
    goal = wanted(picture(state, side), unit)
    if goal is None or unit.hex is None:
        return
    turns = turns_to(state, state.card(unit.id), goal).get(unit.hex)
    far = "cannot get to its goal by itself" if turns >= NEVER else f"has {turns:.1f} turns to its goal by itself"
    yield Argument(f"{state.name(unit.id)} {far}, and rides.", rule="na:6.6.7.1.1c")


# -- movement and close combat -----------------------------------------------------------------------


def _search(state: PanzerState, side: SideId, order: SearchHullDown) -> Iterator[Argument]:
    near = in_hexes(IN_SIGHT)
    text = f"No hex within reach is worth more than this one, and an enemy is within {near}."
    yield Argument(text, rule="na:6.6.9")


def _push(state: PanzerState, side: SideId, order: PushAside) -> Iterator[Argument]:
    chance = percent(pushing.chance(state, order.unit, order.target))
    yield Argument(f"{called(state, order.target)} blocks the road: {chance} to push it aside", rule="or:7.30a")


def _dismount_attack(state: PanzerState, side: SideId, order: DismountAttack) -> Iterator[Argument]:
    text = f"Out of the vehicle at once against {state.name(order.target)}: it promises more than it costs."
    yield Argument(text, rule="na:6.6.1.1d")


def _terrain(state: PanzerState, side: SideId, order: AttackTerrain) -> Iterator[Argument]:
    chance = percent(terrain_attack.chance(state, order.attack, order.hex, order.terrain))
    where = state.board.label(order.hex)
    yield Argument(f"{chance} to clear the {order.terrain} in {where}, and what it shelters or bars", rule="or:7.19")


def _advance(state: PanzerState, side: SideId, order: AdvanceAfterAssault) -> Iterator[Argument]:
    if order.units:
        names = ", ".join(map(state.name, order.units))
        yield Argument(f"{names}: the hex that was cleared is the better place.", rule="na:6.6.1")
    else:
        yield Argument("The hex that was cleared is worth less than where they stand.", rule="na:6.6.1")


def _primary(state: PanzerState, side: SideId, order: ChoosePrimary) -> Iterator[Argument]:
    yield Argument(f"{state.name(order.unit)} is the strongest that may lead on.", rule="na:6.6.1.2.3c")


# -- smoke, formations, batteries --------------------------------------------------------------------


def _discharge(state: PanzerState, side: SideId, order: DischargeSmoke) -> Iterator[Argument]:
    eyes, targets = dischargers.watched(state, order.unit), len(state.sighted.get(order.unit, ()))
    text = f"{state.name(order.unit)} is spotted by {eyes} armed enemies, and has spotted {targets} itself."
    yield Argument(text, rule="or:7.9")


def _smoke(state: PanzerState, side: SideId, order: FireSmoke) -> Iterator[Argument]:
    points = screens(picture(state, side)).get(order.hex)
    text = f"What the enemies in {state.board.label(order.hex)} may do to those who advance, less what they risk there"
    yield Argument(text, points, "na:6.1.4.3.10")


def _hold(state: PanzerState, side: SideId, order: HoldFire) -> Iterator[Argument]:
    yield Argument(f"{state.name(order.unit)} has nothing to fire at, nor to screen that is worth it.")


def _formation(state: PanzerState, side: SideId, order: NameFormation) -> Iterator[Argument]:
    hope = formations.hopes(state, side)
    best = hope.get(order.formation, 0.0)
    if best <= 0:
        yield Argument("No formation has anything to fire at: the largest waits longest.", rule="or:7.42.1")
        return
    yield Argument("What its fire promises", best, "or:7.42.1")
    others = [points for name, points in hope.items() if name != order.formation]
    if others:
        yield Argument(f"The fire of the next best formation would promise {max(others):.0f}")


def _seek(state: PanzerState, side: SideId, order: AnnounceCounterBattery) -> Iterator[Argument]:
    highest = highest_roll(state, order.unit, order.target)
    text = f"{state.name(order.unit)} locates the battery on {highest} or less, the likeliest of all that may try."
    yield Argument(text, rule="or:7.28.1")


def _forgo(state: PanzerState, side: SideId, order: ForgoCounterBattery) -> Iterator[Argument]:
    yield Argument("No battery can locate it, or another seeks it already.", rule="or:7.28.1")


def _continue(state: PanzerState, side: SideId, order: ContinueMission) -> Iterator[Argument]:
    mission = _mission(state, order.mission)
    if mission is None:
        return
    known = uncovered(state, side)
    if order.type is FireType.ILLUMINATION:
        points = illumination.goes_on(known, side, mission.aim, mission.sources)
        yield Argument("Enemies whom it lights, and whom units see by it", points, "or:7.27")
        return
    aim = evolve(mission.aim, type=FireType.GP)
    able = still_able(known, mission, aim, continued=True)
    points = sum(indirect.promise(known, side, evolve(mission, aim=aim), unit) for unit in able)
    yield Argument("What its fire promises where it lies", points, "na:6.5.1.8.1")


def _adjust(state: PanzerState, side: SideId, order: AdjustMission) -> Iterator[Argument]:
    mission = _mission(state, order.mission)
    if mission is not None:
        points = sum(indirect.adjusted(uncovered(state, side), side, mission, order.aim))
        text = f"What it promises at {state.board.label(order.aim.hex)}, by the chance that they respond"
        yield Argument(text, points, "na:6.5.1.8.1")


def _mission(state: PanzerState, number: int) -> Mission | None:
    return next((one for one in state.indirect.missions if one.number == number), None)


def _announce(state: PanzerState, side: SideId, order: AnnouncePlan) -> Iterator[Argument]:
    yield Argument("It was planned for this turn, and strikes the enemy more than it may cost.", rule="na:6.5.1.11.1")


# -- aircraft ----------------------------------------------------------------------------------------


def _begin_flight(state: PanzerState, side: SideId, order: BeginFlight) -> Iterator[Argument]:
    run = air.best_run(state, side)
    if run is None or run.order != order:
        return
    yield Argument(f"Its run at {state.name(run.target)}, straight ahead from there", run.gain, "na:6.7")
    if run.guns:
        yield Argument(f"Guns that may come to track it: {len(run.guns)}", -air.risked(state, run))


def _acquire(state: PanzerState, side: SideId, order: AcquireTarget) -> Iterator[Argument]:
    text = f"{state.name(order.target)}: the dearest straight ahead that it acquires in time"
    yield Argument(text, worth(state, order.target), "na:6.7")


def _attack(state: PanzerState, side: SideId, order: AirAttackOrder) -> Iterator[Argument]:
    flight = state.air.flight
    if flight is not None:
        yield Argument("What the attack promises now", gain(state, flight, order.weapon, dive=order.dive), "na:6.7")


def _fly(state: PanzerState, side: SideId, order: Fly) -> Iterator[Argument]:
    if StepKind.LEAVE_MAP.value in order.steps:
        yield Argument("Straight ahead it leaves the map.", rule="na:6.7")
    elif state.air.flight is not None and state.air.flight.target is not None:
        yield Argument(f"Straight on to {state.name(state.air.flight.target)}", rule="na:6.7")
    else:
        yield Argument("Straight on: from here no attack promises anything yet, or any more.", rule="na:6.7")


def _aa_fire(state: PanzerState, side: SideId, order: AaFire) -> Iterator[Argument]:
    flight = state.air.flight
    if flight is not None:
        chances = ", ".join(_aa(state, flight, unit) for unit in dict.fromkeys(s.shooter for s in order.shots))
        yield Argument(f"No better shots are to come soon: {chances}", rule="na:6.7")


def _aa(state: PanzerState, flight: Flight, unit: UnitId) -> str:
    shots = (shot for shot in anti_aircraft.aa_shots(state, flight) if shot.shooter == unit)
    best = max((anti_aircraft.chance(state, flight, shot) for shot in shots), default=0.0)
    return f"{state.name(unit)} {percent(best)}"


def _aa_hold(state: PanzerState, side: SideId, order: HoldAaFire) -> Iterator[Argument]:
    yield Argument("No gun can hit it now, or better shots are to come.", rule="na:6.7")


# -- under counters ----------------------------------------------------------------------------------


def _command_hidden(state: PanzerState, side: SideId, order: CommandHidden) -> Iterator[Argument]:
    said = {
        Command.MOVE: "It goes on to an objective that is not its own yet.",
        Command.OVERWATCH: "It waits for the enemy: no objective that is not its own lies ahead of it.",
    }
    yield Argument(said.get(order.command, "It may have no other command."), rule="or:7.2.2.2")


def _move_hidden(state: PanzerState, side: SideId, order: MoveHidden) -> Iterator[Argument]:
    counter = next((one for one in state.hidden.of(side) if one.number == order.number), None)
    ways = hidden_units.ways_of(state, side)
    if counter is not None and order.hexes:
        before, after = ways.get(counter.hex), ways.get(order.hexes[-1])
        yield Argument(f"{after:.1f} turns on foot to what the side wants, {before:.1f} before", rule="or:7.2.2.2")


def _reveal(state: PanzerState, side: SideId, order: RevealHidden) -> Iterator[Argument]:
    if state.air.flight is not None:
        yield Argument("Its guns can fire at the aircraft.", rule="or:7.2.2.3")
    else:
        near = in_hexes(hidden_units.NEAR)
        text = f"A target is in sight within {near}, and it holds units that are armed."
        yield Argument(text, rule="or:7.2.2.3")


def _place_revealed(state: PanzerState, side: SideId, order: PlaceRevealed) -> Iterator[Argument]:
    where = state.board.label(order.hex)
    yield Argument(f"{where}: the hex with the fewest others, nearest to its counter.", rule="or:7.2")


#: The orders that answer, and those of the smaller steps.
PLAYED: Final[Said] = {
    ShowCommand: _show,
    ChooseAspect: _aspect,
    ChooseHitAngle: _hit_angle,
    SpreadHits: _spread,
    RedirectFire: _redirect,
    Pivot: _pivot,
    AdjustTurret: _turret,
    LeaveVehicle: _leave,
    Dismount: _dismount,
    BailOut: _bail_out,
    Mount: _mount,
    SearchHullDown: _search,
    PushAside: _push,
    DismountAttack: _dismount_attack,
    AttackTerrain: _terrain,
    AdvanceAfterAssault: _advance,
    ChoosePrimary: _primary,
    DischargeSmoke: _discharge,
    FireSmoke: _smoke,
    HoldFire: _hold,
    NameFormation: _formation,
    AnnounceCounterBattery: _seek,
    ForgoCounterBattery: _forgo,
    ContinueMission: _continue,
    AdjustMission: _adjust,
    AnnouncePlan: _announce,
    BeginFlight: _begin_flight,
    AcquireTarget: _acquire,
    AirAttackOrder: _attack,
    Fly: _fly,
    AaFire: _aa_fire,
    HoldAaFire: _aa_hold,
    CommandHidden: _command_hidden,
    MoveHidden: _move_hidden,
    RevealHidden: _reveal,
    PlaceRevealed: _place_revealed,
}
