"""Direct Fire (na:4.4, na:4.4.1): announcing all fire on a target, then resolving it shot by shot."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.ap_fire import hidden_moving, resolve_shot, shot_refusal, shot_terms, usable_weapons
from core.panzer.events import (
    AspectChosen,
    CommandRevealed,
    CommandShown,
    FireAnnounced,
    FireForgone,
    FireWasted,
    QuestionAsked,
    ShowingDeclined,
)
from core.panzer.orders import ChooseAspect, Fire, OverwatchFire, ShowCommand
from core.panzer.state import Command, CommandFace, PanzerState, Question, QuestionKind, Shot, Unit

FIRING = frozenset({Command.FIRE, Command.SHORT_HALT})


def yet_to_fire(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """FIRE and SHORT HALT vehicles of a side that have not fired and must (na:4.2.1c, na:4.4.1i).

    A revealed command has been carried out, or could not be for want of a target.
    """
    return tuple(
        u for u in state.of(side) if u.command in FIRING and u.command_face is not CommandFace.REVEALED and not u.fired
    )


def direct_targets(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """Targets at which a unit may still announce Direct Fire in this step.

    Fire at a target must all be announced before any of it is resolved, so that a target once resolved is
    closed for the rest of the step (na:4.4.1e).
    """
    return tuple(
        target
        for target in sorted(state.sighted.get(unit, frozenset()))
        if target not in state.resolved_targets
        and state.units[target].on_map
        and usable_weapons(state, unit, target, overwatch=False)
    )


def must_join(state: PanzerState, side: SideId, target: UnitId) -> tuple[UnitId, ...]:
    """Units whose only target left is this one: they must fire now or break their command (na:4.4.1e, na:4.4.1i)."""
    return tuple(u.id for u in yet_to_fire(state, side) if direct_targets(state, u.id) == (target,))


def procedure(state: PanzerState, side: SideId) -> Iterator[Event] | None:
    """Reveal the commands of units that have no target left; None if there are none (na:4.4.1i)."""
    idle = tuple(u for u in yet_to_fire(state, side) if not direct_targets(state, u.id))
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
    if len({s.shooter for s in order.shots}) != len(order.shots):
        raise IllegalOrder("each vehicle fires once in a turn", "na:4.4.1c")
    for shot in order.shots:
        shooter = state.units.get(shot.shooter)
        if shooter is None or shooter.side != side:
            raise IllegalOrder(f"{shot.shooter} is no unit of {side}", "na:3.1")
        if shot.target != order.target:
            raise IllegalOrder("all shots of one order must be at its target", "na:4.4.1e")
        refusal = shot_refusal(state, shot, overwatch=overwatch)
        if refusal:
            raise IllegalOrder(refusal.reason, refusal.rule)


def check_fire(state: PanzerState, side: SideId, order: Fire) -> None:
    """Direct Fire by FIRE and SHORT HALT vehicles at one target (na:4.2.1b, na:4.4.1a to na:4.4.1e)."""
    check_shots(state, side, order, overwatch=False)
    if order.target in state.resolved_targets:
        raise IllegalOrder(
            f"fire at {state.name(order.target)} has been resolved; all of it had to be announced before", "na:4.4.1e"
        )
    for shot in order.shots:
        if state.units[shot.shooter].command not in FIRING:
            raise IllegalOrder(f"{state.name(shot.shooter)} has no FIRE or SHORT HALT command", "na:4.4.1a")
    shooters = {s.shooter for s in order.shots}
    missing = [u for u in must_join(state, side, order.target) if u not in shooters]
    if missing:
        names = ", ".join(state.name(u) for u in missing)
        raise IllegalOrder(
            f"{names} must fire at {state.name(order.target)} too: there is no other target", "na:4.4.1i"
        )


def fire(state: PanzerState, side: SideId, order: Fire, dice: Dice) -> Iterator[Event]:
    """Reveal the shooters' commands and announce their fire (na:4.4.1a, na:4.4.1g)."""
    yield from announce(state, side, order.target, order.shots, overwatch=False)


def announce(
    state: PanzerState, side: SideId, target: UnitId, shots: tuple[Shot, ...], *, overwatch: bool
) -> Iterator[Event]:
    """Reveal the commands of all shooters, then announce their shots."""
    for shot in shots:
        unit = state.units[shot.shooter]
        if unit.command is not None and unit.command_face is not CommandFace.REVEALED:
            yield CommandRevealed(unit=unit.id, command=unit.command)
    yield FireAnnounced(side=side, target=target, shots=shots, overwatch=overwatch)


def resolve_next(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Resolve the first announced shot, or ask the target's owner what must be known before (na:4.4.3.2)."""
    shot = state.announced[0]
    target = state.units[shot.target]
    if not target.on_map:
        yield FireWasted(shooter=shot.shooter, target=shot.target)
        return
    wishes = state.standing(target.side)
    if hidden_moving(target) and not state.declined:
        if wishes.show_moving == "ask":
            yield QuestionAsked(question=Question(QuestionKind.SHOW_COMMAND, target.side, target.id, shot))
            return
        if wishes.show_moving == "show" and target.command is not None:
            yield CommandShown(unit=target.id, command=target.command)
        else:
            yield ShowingDeclined(unit=target.id)
    terms = shot_terms(state, shot, overwatch=state.announced_overwatch)
    aspect = state.aspect or terms.thicker
    if state.aspect is None and len(terms.aspects) > 1 and wishes.aspect == "ask" and terms.hit_number:
        yield QuestionAsked(question=Question(QuestionKind.ASPECT, target.side, target.id, shot))
        return
    yield resolve_shot(state, terms, aspect, dice)


# -- answers of the target's owner ---------------------------------------------------------------


def _check_question(state: PanzerState, side: SideId, kind: QuestionKind, rule: str) -> None:
    question = state.question
    if question is None or question.kind is not kind or question.side != side:
        raise IllegalOrder("nothing of the kind is asked", rule)


def check_show(state: PanzerState, side: SideId, order: ShowCommand) -> None:
    """Only the owner of a target that is fired at, when asked."""
    _check_question(state, side, QuestionKind.SHOW_COMMAND, "na:4.4.3.2.2b")


def show(state: PanzerState, side: SideId, order: ShowCommand, dice: Dice) -> Iterator[Event]:
    """Show the hidden command for the Target Moving modifier, or let it be (na:4.4.3.2.2b)."""
    question = state.question
    if question is None:
        return
    unit = state.units[question.unit]
    if order.show and unit.command is not None:
        yield CommandShown(unit=unit.id, command=unit.command)
    else:
        yield ShowingDeclined(unit=unit.id)


def check_aspect(state: PanzerState, side: SideId, order: ChooseAspect) -> None:
    """Only the owner of a target that is fired at from exactly between its aspects, when asked."""
    _check_question(state, side, QuestionKind.ASPECT, "na:4.4.3.2.4")


def choose_aspect(state: PanzerState, side: SideId, order: ChooseAspect, dice: Dice) -> Iterator[Event]:
    """Choose Front or Rear (na:4.4.3.2.4)."""
    if state.question is not None:
        yield AspectChosen(unit=state.question.unit, aspect=order.aspect)
