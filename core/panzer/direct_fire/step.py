"""Direct Fire (na:4.4, na:4.4.1): announcing all fire on a target, then resolving it shot by shot."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer import formation_turns
from core.panzer.ap import shot as ap_shot
from core.panzer.ap.events import AspectChosen
from core.panzer.ap.orders import ChooseAspect
from core.panzer.direct_fire import fire_priority, infantry_smoke
from core.panzer.direct_fire import shots as direct_fire_shots
from core.panzer.direct_fire.events import FireAnnounced, FireWasted
from core.panzer.direct_fire.orders import Fire, OverwatchFire
from core.panzer.direct_fire.smoke import can_smoke
from core.panzer.firing import (
    dual_fire,
    platform_mounts,
    questions,
    shared_fire,
    showing,
    transported_fire,
    turret_fire,
)
from core.panzer.firing.events import FireForgone
from core.panzer.firing.orders import ShowCommand
from core.panzer.pieces.firing import QuestionKind, Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import FIRING, Command, CommandFace, Unit
from core.panzer.sight import limited_spotting
from core.panzer.state import PanzerState
from core.panzer.words import some_names
from core.remembered import remembered


@remembered
def yet_to_fire(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """FIRE and SHORT HALT vehicles of a side that have not fired and must now (na:4.2.1c, na:4.4.1i, or:7.42.1.2).

    A revealed command has been carried out, or could not be for want of a target.
    """
    return tuple(
        u
        for u in state.of(side)
        if u.command in FIRING
        and u.command_face is not CommandFace.REVEALED
        and not u.fired
        and formation_turns.in_turn(state, u)
    )


@remembered
def direct_targets(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """Targets at which a unit may still announce Direct Fire in this step.

    Fire at a target must all be announced before any of it is resolved, so that a target once resolved is
    closed for the rest of the step (na:4.4.1e). Units that share a command fire at targets near one another
    (na:6.2.1.1.4a), and vehicles at the closest of them first (or:7.14).
    """
    found = fire_priority.first_targets(state, unit, legal_targets(state, unit))
    if not state.units[unit].group:
        return found
    return tuple(t for t in found if shared_fire.open_to(state, unit, t, open_targets))


@remembered
def open_targets(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """As `direct_targets`, if the unit shared its command with nobody and chose freely."""
    return tuple(t for t in legal_targets(state, unit) if t not in state.fire.resolved_targets)


@remembered
def legal_targets(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """As `open_targets`, whether or not fire at them has been resolved in this step."""
    return tuple(_legal(state, unit))


def _legal(state: PanzerState, unit: UnitId) -> Iterator[UnitId]:
    for target in sorted(state.sighted.get(unit, frozenset())):
        if state.units[target].on_map and direct_fire_shots.possible(state, unit, target, overwatch=False):
            yield target


@remembered
def has_target(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has any of its `direct_targets`, without looking for all of them."""
    if state.has(Switch.FIRE_PRIORITY):
        return bool(direct_targets(state, unit))
    closed, free = state.fire.resolved_targets, not state.units[unit].group
    return any(
        t not in closed and (free or shared_fire.open_to(state, unit, t, open_targets)) for t in _legal(state, unit)
    )


def must_join(state: PanzerState, side: SideId, target: UnitId, batch: tuple[Shot, ...] = ()) -> tuple[UnitId, ...]:
    """Units whose only target left is this one: they must fire now or break their command (na:4.4.1e, na:4.4.1i).

    batch: the shots announced so far; units that share a command with their shooters may have to join too.
    """
    alone = bound_to(state, side, target, batch)
    return tuple(dict.fromkeys((*alone, *shared_fire.must_follow(state, batch, open_targets))))


def bound_to(state: PanzerState, side: SideId, target: UnitId, batch: tuple[Shot, ...]) -> tuple[UnitId, ...]:
    """As `must_join`, whoever shares a command; the shots of a batch may free others of it (or:7.14)."""
    return tuple(
        u.id
        for u in yet_to_fire(state, side)
        if target in state.sighted.get(u.id, ())
        and direct_targets(state, u.id) == (target,)
        and not fire_priority.freed(state, u.id, target, batch, open_targets(state, u.id))
    )


@remembered
def passengers_to_fire(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """Passengers that may still fire in this step, and have a target; they need not (na:6.6.7.2)."""
    able = transported_fire.shooters(state, side, overwatch=False)
    return tuple(u for u in able if direct_targets(state, u.id))


def free_to_fire(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """Who may still fire in this step and need not: passengers, and who has made smoke (na:6.6.7.2, or:7.22.1)."""
    smoked = (u for u in infantry_smoke.makers(state, side) if direct_targets(state, u.id))
    return (*passengers_to_fire(state, side), *smoked)


def fired_for(state: PanzerState, vehicle: Unit) -> tuple[Unit, ...]:
    """The passengers that can carry out the FIRE or SHORT HALT of a vehicle which has nothing to fire with."""
    if state.card(vehicle.id).armed:
        return ()
    return tuple(u for u in passengers_to_fire(state, vehicle.side) if u.carrier == vehicle.id)


def check_finish(state: PanzerState, side: SideId) -> None:
    """When nobody who must fire is left; the passengers that have not fired hold theirs (na:4.2.1c, na:6.6.7.2)."""
    left = yet_to_fire(state, side)
    if left:
        names = some_names(state, (u.id for u in left))
        raise IllegalOrder(f"{names} must carry out FIRE or SHORT HALT first", "na:4.2.1c")


def procedure(state: PanzerState, side: SideId) -> Iterator[Event] | None:
    """Reveal the commands of units that have no target left; None if there are none (na:4.4.1i)."""
    idle = tuple(
        u
        for u in yet_to_fire(state, side)
        if not has_target(state, u.id) and not can_smoke(state, u) and not fired_for(state, u)
    )
    if not idle:
        return None
    return iter(FireForgone(unit=u.id, command=u.command or Command.FIRE) for u in idle)


def check_shots(state: PanzerState, side: SideId, order: Fire | OverwatchFire, *, overwatch: bool) -> None:
    """What holds for Direct and Overwatch Fire alike: a target, distinct shooters of one's own, legal shots."""
    target = state.units.get(order.target)
    if target is None:
        raise IllegalOrder(f"there is no unit {order.target!r}", "na:4.4.1b")
    if not order.shots:
        raise IllegalOrder("no shooter is named", "na:4.4.1c")
    for shot in order.shots:
        own_unit(state, side, shot.shooter, "na:3.1")
        if shot.target not in state.units:
            raise IllegalOrder(f"there is no unit {shot.target!r}", "na:4.4.1b")
    dual_fire.check(state, order.target, order.shots)
    for shot in order.shots:
        refuse(direct_fire_shots.refusal(state, shot, overwatch=overwatch))


def out_of_turn(state: PanzerState, unit: UnitId) -> Refusal | None:
    """Why a unit does not fire now: another formation does; None if it may (or:7.42.1.2)."""
    active = formation_turns.active(state)
    if active is None or formation_turns.in_turn(state, state.units[unit]):
        return None
    return Refusal(
        f"{formation_turns.name_of(state, active)} fires now, and {state.name(unit)} is not of it", "or:7.42"
    )


def check_fire(state: PanzerState, side: SideId, order: Fire) -> None:
    """Direct Fire by FIRE and SHORT HALT vehicles at one target (na:4.2.1b, na:4.4.1a to na:4.4.1e)."""
    check_shots(state, side, order, overwatch=False)
    targets = dict.fromkeys((order.target, *(s.target for s in order.shots)))
    for target in targets:
        if target in state.fire.resolved_targets:
            raise IllegalOrder(
                f"fire at {state.name(target)} has been resolved; all of it had to be announced before", "na:4.4.1e"
            )
    for shot in order.shots:
        refuse(out_of_turn(state, shot.shooter))
        if transported_fire.vehicle_of(state, state.units[shot.shooter]) is not None:
            continue  # a passenger fires by the command of its vehicle (na:6.6.7.2)
        if state.units[shot.shooter].command not in FIRING:
            raise IllegalOrder(f"{state.name(shot.shooter)} has no FIRE or SHORT HALT command", "na:4.4.1a")
        if not shared_fire.open_to(state, shot.shooter, shot.target, open_targets):
            far = shared_fire.target_refusal(state, shot.shooter, shot.target)
            raise IllegalOrder(
                far.reason if far else f"not all who share the command of {state.name(shot.shooter)} could fire then",
                shared_fire.RULE,
            )
        first = fire_priority.first_targets(state, shot.shooter, legal_targets(state, shot.shooter))
        if shot.target not in first:
            shooter, names = state.name(shot.shooter), " or ".join(state.name(t) for t in first)
            raise IllegalOrder(f"{shooter} must fire at the closest vehicle, {names}", fire_priority.RULE)
    refuse(shared_fire.batch_refusal(state, order.shots))
    shooters = {s.shooter for s in order.shots}
    for target in targets:
        missing = [u for u in bound_to(state, side, target, order.shots) if u not in shooters]
        if missing:
            names = ", ".join(state.name(u) for u in missing)
            raise IllegalOrder(f"{names} must fire at {state.name(target)} too: there is no other target", "na:4.4.1i")
    following = [u for u in must_join(state, side, order.target, order.shots) if u not in shooters]
    if following:
        names = ", ".join(state.name(u) for u in following)
        raise IllegalOrder(
            f"{names} must fire at {state.name(order.target)} too: they share the command and have no other target "
            "near it",
            shared_fire.RULE,
        )


def fire(state: PanzerState, side: SideId, order: Fire, dice: Dice) -> Iterator[Event]:
    """Reveal the shooters' commands and announce their fire (na:4.4.1a, na:4.4.1g)."""
    yield from announce(state, side, order.target, order.shots, overwatch=False)


def announce(
    state: PanzerState, side: SideId, target: UnitId, shots: tuple[Shot, ...], *, overwatch: bool
) -> Iterator[Event]:
    """Reveal the commands of all shooters, or those that passengers carry out, then announce their shots."""
    acting = ((transported_fire.carries_out(state, shot.shooter) or state.units[shot.shooter]).id for shot in shots)
    yield from showing.revealed(state, acting)
    yield from platform_mounts.turned(state, shots)
    yield FireAnnounced(side=side, target=target, shots=dual_fire.completed(state, shots), overwatch=overwatch)


def resolve_next(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Resolve the first announced shot, or ask the target's owner what must be known before (na:4.4.3.2).

    At who is out of action for good it is wasted (na:4.4.1e, na:5.15c), unless it may set a wreck on fire (min:8.3.1).
    """
    shot = state.fire.announced[0]
    target = state.units[shot.target]
    if (not target.on_map or target.bailed_out) and not ap_shot.at_wreck(state, shot):
        yield FireWasted(shooter=shot.shooter, target=shot.target)
        return
    if state.fire.scored is None and not state.fire.declined and showing.may_show(state, target):
        yield from showing.ask(state, target, shot)
        if state.question is not None:
            return
    overwatch = state.fire.announced_overwatch
    yield from direct_fire_shots.resolve(state, shot, dice)
    if overwatch:  # it may be answered at once; other fire in the Overwatch Step
        fired = state.question is None or state.fire.scored is not None
        if fired and all(left.shooter != shot.shooter for left in state.fire.announced if left != shot):
            yield from turret_fire.followed(state, state.units[shot.shooter], target.hex)
        yield from limited_spotting.occasion(state, (shot.shooter,), dice)


# -- answers of the target's owner ---------------------------------------------------------------


def check_show(state: PanzerState, side: SideId, order: ShowCommand) -> None:
    """Only the owner of a target that is fired at, when asked."""
    questions.asked(state, side, QuestionKind.SHOW_COMMAND, "na:4.4.3.2.2b")


def show(state: PanzerState, side: SideId, order: ShowCommand, dice: Dice) -> Iterator[Event]:
    """Show the hidden command for the Target Moving modifier, or let it be (na:4.4.3.2.2b)."""
    if state.question is not None:
        yield showing.answered(state.units[state.question.unit], show=order.show)


def check_aspect(state: PanzerState, side: SideId, order: ChooseAspect) -> None:
    """Only the owner of a target that is fired at from exactly between its aspects, when asked."""
    questions.asked(state, side, QuestionKind.ASPECT, "na:4.4.3.2.4")


def choose_aspect(state: PanzerState, side: SideId, order: ChooseAspect, dice: Dice) -> Iterator[Event]:
    """Choose Front or Rear (na:4.4.3.2.4)."""
    if state.question is not None:
        yield AspectChosen(unit=state.question.unit, aspect=order.aspect)
