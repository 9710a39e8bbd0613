"""Building Direct Fire and Overwatch Fire orders: first the target, then the shooters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial as later

from core.choice import Chance, Choice, Choices, Later, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.direct_fire import infantry_smoke, orders
from core.panzer.direct_fire import shots as direct_fire_shots
from core.panzer.direct_fire.choices_smoke import smoke_options
from core.panzer.direct_fire.overwatch import must_fire, overwatch_shots
from core.panzer.direct_fire.smoke import can_smoke
from core.panzer.direct_fire.step import bound_to, direct_targets, fired_for, free_to_fire, must_join, yet_to_fire
from core.panzer.firing import dual_fire, shared_fire, transported_fire
from core.panzer.indirect import step as indirect_step
from core.panzer.pieces.firing import Question, QuestionKind, Shot
from core.panzer.state import PanzerState
from core.panzer.words import some_names
from core.step_end import end_of_step


def possible_shots(state: PanzerState, side: SideId, *, overwatch_fire: bool) -> dict[UnitId, tuple[Shot, ...]]:
    """All shots that a side may announce now, by target."""
    if overwatch_fire:
        return overwatch_shots(state, state.fire.window, side) if state.fire.window else {}
    found: dict[UnitId, list[Shot]] = {}
    passengers = transported_fire.shooters(state, side, overwatch=False)
    for unit in (*yet_to_fire(state, side), *passengers, *infantry_smoke.makers(state, side)):
        for target in direct_targets(state, unit.id):
            found.setdefault(target, []).extend(direct_fire_shots.possible(state, unit.id, target, overwatch=False))
    return {target: tuple(shots) for target, shots in found.items()}


def fire_choices(state: PanzerState, side: SideId, partial: Partial, *, overwatch_fire: bool) -> Choices:
    """Targets first, then shooters until the batch is complete."""
    if partial and partial[0] == "pass":
        return Choices("Pass", _rule(overwatch_fire), complete=True)
    shots = possible_shots(state, side, overwatch_fire=overwatch_fire)
    if not partial:
        return _targets(state, side, shots, overwatch_fire)
    return _shooters(state, side, partial, shots, overwatch_fire)


def _rule(overwatch_fire: bool) -> str:
    return "na:4.4.2a" if overwatch_fire else "na:4.4.1e"


def _targets(
    state: PanzerState, side: SideId, shots: Mapping[UnitId, tuple[Shot, ...]], overwatch_fire: bool
) -> Choices:
    """What may be fired at, and what else may be done in the step."""
    kind = "overwatch" if overwatch_fire else "fire"
    options = [_target_choice(state, kind, target, batch, overwatch_fire) for target, batch in shots.items()]
    if overwatch_fire:
        options.append(Choice("pass", "Pass: do not fire", "done", key="P", irreversible=True))
    else:
        options += _idle(state, side)
        options += smoke_options(state, side)
        options += _finish(state, side)
    options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
    prompt = "Overwatch: fire at which target?" if overwatch_fire else "Announce all fire at which target?"
    return Choices(prompt, _rule(overwatch_fire), tuple(options))


def _idle(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """Those that have a command to fire, and nothing to fire at (na:4.4.1i)."""
    refusal = Refusal("it has no target left; its command is revealed", "na:4.4.1i")
    for unit in yet_to_fire(state, side):
        if not (direct_targets(state, unit.id) or can_smoke(state, unit) or fired_for(state, unit)):
            yield Choice(f"idle:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, refusal=refusal)


def _shooters(
    state: PanzerState,
    side: SideId,
    partial: Partial,
    shots: Mapping[UnitId, tuple[Shot, ...]],
    overwatch_fire: bool,
) -> Choices:
    """Who fires at the target picked, as long as others may or must join in."""
    target = UnitId(partial[0].partition(":")[2])
    picked, all_fire = _picked(partial), "all" in partial
    taken = {shot.shooter for shot in picked}
    options: list[Choice] = []
    if not all_fire:
        batch = shots.get(target, ())
        several = len(batch) > len({shot.shooter for shot in batch}) and bool(state.scenario.switches)
        left = (shot for shot in batch if shot.shooter not in taken)
        options += (_shot_choice(state, shot, several, overwatch_fire, picked) for shot in left)
        options += further_shots(state, picked, shots, target, overwatch=overwatch_fire)
    if len({option.unit for option in options}) > 1 and not picked:
        options.append(Choice("all", "All of them", "option", key="A", irreversible=True))
    missing = (
        () if all_fire else tuple(u for u in _joining(state, side, target, picked, overwatch_fire) if u not in taken)
    )
    prompt = f"Fire at {state.name(target)}: who fires?"
    if missing:
        why = "they share the OVERWATCH" if overwatch_fire else "no other target"
        prompt += f" {', '.join(state.name(u) for u in missing)} must: {why}"
    return Choices(prompt, _rule(overwatch_fire), tuple(options), all_fire or (bool(picked) and not missing))


def _shot_choice(
    state: PanzerState, shot: Shot, several: bool, overwatch_fire: bool, picked: tuple[Shot, ...]
) -> Choice:
    """A shot of a unit; several: some unit has more than one at the target, so that the menu groups them by unit.

    Whoever shares a command with one that fires at another target of this order may not, if these are too far apart.
    """
    apart = None if overwatch_fire or not picked else shared_fire.batch_refusal(state, (*picked, shot))
    return Choice(
        direct_fire_shots.pick_of(shot),
        direct_fire_shots.label(state, shot, overwatch=overwatch_fire),
        "unit",
        state.units[shot.shooter].hex,
        shot.shooter,
        odds=Later(later(direct_fire_shots.alone, state, shot, overwatch=overwatch_fire)),
        refusal=apart,
        irreversible=True,
        group=state.name(shot.shooter) if several else "",
    )


def _joining(
    state: PanzerState, side: SideId, target: UnitId, picked: tuple[Shot, ...], overwatch_fire: bool
) -> tuple[UnitId, ...]:
    """Who must fire along with those picked: at the target, and at others that they fire at beside it."""
    if overwatch_fire:
        return must_fire(state, target, picked)
    beside = sorted({shot.target for shot in picked} - {target})
    return (
        *must_join(state, side, target, picked),
        *(unit for other in beside for unit in bound_to(state, side, other, picked)),
    )


def _finish(state: PanzerState, side: SideId) -> list[Choice]:
    """The end of one's Direct Fire, where passengers could still fire but need not (na:6.6.7.2)."""
    able = free_to_fire(state, side)
    if not able:
        return []
    left = yet_to_fire(state, side)
    names = some_names(state, (u.id for u in left))
    refusal = Refusal(f"{names} must carry out FIRE or SHORT HALT first", "na:4.2.1c") if left else None
    what = "unit" if any(u.made_smoke for u in able) else "passenger"
    who = f"{len(able)} {what}s hold their" if len(able) > 1 else f"the {what} holds its"
    return [end_of_step(f"End fire: {who} fire", refusal)]


def _target_choice(
    state: PanzerState, kind: str, target: UnitId, batch: tuple[Shot, ...], overwatch_fire: bool
) -> Choice:
    count = f"{len({shot.shooter for shot in batch})} can fire"
    odds = Later(later(_chance_of_all, state, batch, overwatch_fire))
    return Choice(f"{kind}:{target}", state.name(target), "unit", state.units[target].hex, target, count, odds)


def _chance_of_all(state: PanzerState, batch: tuple[Shot, ...], overwatch_fire: bool) -> Chance:
    """What all who can fire may do to the target, each with its best shot."""
    best: dict[UnitId, Shot] = {}
    for shot in _best_first(state, batch, overwatch_fire):
        best.setdefault(shot.shooter, shot)
    return direct_fire_shots.together(state, tuple(best.values()), overwatch=overwatch_fire)


def _best_first(state: PanzerState, batch: tuple[Shot, ...], overwatch_fire: bool) -> list[Shot]:
    """The shots of a batch, those with the best chances first where a unit has several weapons or ammunition."""
    if len(batch) == len({shot.shooter for shot in batch}):
        return list(batch)
    return sorted(batch, key=lambda shot: -direct_fire_shots.prospect(state, shot, overwatch=overwatch_fire).harm)


def _picked(partial: Partial) -> tuple[Shot, ...]:
    target = UnitId(partial[0].partition(":")[2])
    shots = []
    for pick in partial[1:]:
        if pick not in ("all", "done"):
            shots.append(direct_fire_shots.picked(pick, target))
    return tuple(shots)


def chosen_shots(state: PanzerState, side: SideId, partial: Partial) -> tuple[Shot, ...]:
    """The shots that a partial fire order names; "all" stands for every unit's best weapon."""
    overwatch_fire = partial[0].startswith("overwatch:")
    target = UnitId(partial[0].partition(":")[2])
    picked = _picked(partial)
    if "all" not in partial:
        return picked
    best: dict[UnitId, Shot] = {s.shooter: s for s in picked}
    odds: dict[UnitId, float] = {}
    for shot in possible_shots(state, side, overwatch_fire=overwatch_fire).get(target, ()):
        chance = direct_fire_shots.prospect(state, shot, overwatch=overwatch_fire).harm
        if shot.shooter not in best or chance > odds.get(shot.shooter, 2.0):
            best[shot.shooter] = shot
            odds[shot.shooter] = chance
    return tuple(best.values())


def fire_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None while no shooter is named."""
    shots = chosen_shots(state, side, partial)
    if not shots:
        return None
    target = UnitId(partial[0].partition(":")[2])
    if partial[0].startswith("overwatch:"):
        return orders.OverwatchFire(target=target, shots=shots)
    return orders.Fire(target=target, shots=shots)


def answers(state: PanzerState, question: Question, partial: Partial) -> Choices:
    """Whether a hidden command is shown (na:4.4.3.2.2b), and which armor is hit on the line between (na:4.4.3.2.4)."""
    if partial:
        return Choices("Answer", "na:4.4.3.2", complete=True)
    name = state.name(question.unit)
    shooter = state.name(question.shot.shooter)
    hex_ = state.units[question.unit].hex
    if question.kind is QuestionKind.SHOW_COMMAND:
        label = state.units[question.unit].command
        gp = question.shot.ammo.startswith("GP")
        indirect = question.shot.ammo == indirect_step.INDIRECT
        modifier = f"{'-20' if indirect else '-10'} to the GP roll" if gp else "-2"
        does = "assaults" if state.combats.active is not None and not state.fire.announced else "fires at"
        return Choices(
            f"{shooter} {does} {name}. Show its hidden {label.value if label else 'command'} for Target Moving "
            f"{modifier}?",
            "na:6.5.4.3a" if gp else "na:4.4.3.2.2b",
            (
                Choice("show", "Show it", "option", hex_, question.unit, key="s"),
                Choice("decline", "Do not show it", "option", hex_, question.unit, key="d"),
            ),
        )
    card = state.vehicle(question.unit)
    return Choices(
        f"{shooter} fires at {name} along the line between Front and Rear. Which armor is hit?",
        "na:4.4.3.2.4",
        (
            Choice("Front", f"Front, armor {card.basic_front}", "option", hex_, question.unit, key="f"),
            Choice("Rear", f"Rear, armor {card.basic_rear}", "option", hex_, question.unit, key="r"),
        ),
    )


def further_shots(
    state: PanzerState,
    picked: tuple[Shot, ...],
    shots: Mapping[UnitId, tuple[Shot, ...]],
    target: UnitId,
    *,
    overwatch: bool,
) -> list[Choice]:
    """What Dual Fire adds to the shots picked (na:5.14b): the other weapons of their units, at the same target or
    another, and then what others have for that other target, at which all fire is announced too (na:4.4.1e). Who
    fires at that other target alone takes no third along."""
    used = {(s.shooter, s.weapon) for s in picked}
    firing = dict.fromkeys(s.shooter for s in picked)
    leading = {s.shooter for s in picked if s.target == target}
    beside = {s.target for s in picked} - {target}
    options: list[Choice] = []
    for other, batch in shots.items():
        for shot in batch:
            if shot.shooter in firing:
                again = (shot.shooter, shot.weapon) not in used and dual_fire.refusal(state, shot.shooter) is None
                again = again and (shot.shooter in leading or other == target or other in beside)
            else:
                again = other in beside
            if again and _together(state, (*picked, shot), overwatch):
                options.append(_further(state, picked, shot, target, overwatch))
    return options


def _together(state: PanzerState, shots: tuple[Shot, ...], overwatch: bool) -> bool:
    """Whether those who share a command may fire these shots at several targets (na:5.14c)."""
    if overwatch:
        return len({s.target for s in shots}) == 1 or not any(state.units[s.shooter].group for s in shots)
    return shared_fire.batch_refusal(state, shots) is None


def _further(state: PanzerState, picked: tuple[Shot, ...], shot: Shot, target: UnitId, overwatch: bool) -> Choice:
    made = dual_fire.completed(state, (*picked, shot))[-1]
    label = direct_fire_shots.label(state, made, overwatch=overwatch)
    at = "" if shot.target == target else f"@{shot.target}"
    return Choice(
        direct_fire_shots.pick_of(shot) + at,
        f"{label}, at {state.name(shot.target)}" if at else label,
        "weapon",
        state.units[shot.target].hex,
        shot.target,
        cost="Dual Fire" if made.dual is not None else "",
        odds=Later(later(direct_fire_shots.alone, state, made, overwatch=overwatch)),
        irreversible=True,
    )
