"""Building Direct Fire and Overwatch Fire orders: first the target, then the shooters."""

from __future__ import annotations

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.panzer import orders as o
from core.panzer import shots as shooting
from core.panzer import transported_fire
from core.panzer.choices_gp import further_shots, smoke_options
from core.panzer.direct_fire import direct_targets, fired_for, must_join, passengers_to_fire, yet_to_fire
from core.panzer.overwatch import must_fire, overwatch_shots
from core.panzer.smoke import can_smoke
from core.panzer.state import PanzerState, Shot


def possible_shots(state: PanzerState, side: SideId, *, overwatch_fire: bool) -> dict[UnitId, tuple[Shot, ...]]:
    """All shots that a side may announce now, by target."""
    if overwatch_fire:
        return overwatch_shots(state, state.window, side) if state.window else {}
    found: dict[UnitId, list[Shot]] = {}
    passengers = transported_fire.shooters(state, side, overwatch=False)
    for unit in (*yet_to_fire(state, side), *passengers):
        for target in direct_targets(state, unit.id):
            found.setdefault(target, []).extend(shooting.possible(state, unit.id, target, overwatch=False))
    return {target: tuple(shots) for target, shots in found.items()}


def fire_choices(state: PanzerState, side: SideId, partial: Partial, *, overwatch_fire: bool) -> Choices:
    """Targets first, then shooters until the batch is complete."""
    kind = "overwatch" if overwatch_fire else "fire"
    rule = "na:4.4.2a" if overwatch_fire else "na:4.4.1e"
    shots = possible_shots(state, side, overwatch_fire=overwatch_fire)
    if not partial:
        options = [_target_choice(state, kind, target, batch, overwatch_fire) for target, batch in shots.items()]
        if overwatch_fire:
            options.append(Choice("pass", "Pass: do not fire", "done", key="P", irreversible=True))
        else:
            options += [
                Choice(
                    f"idle:{u.id}",
                    state.name(u.id),
                    "unit",
                    u.hex,
                    u.id,
                    refusal=Refusal("it has no target left; its command is revealed", "na:4.4.1i"),
                )
                for u in yet_to_fire(state, side)
                if not direct_targets(state, u.id) and not can_smoke(state, u) and not fired_for(state, u)
            ]
            options += smoke_options(state, side)
            options += _finish(state, side)
        options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
        prompt = "Overwatch: fire at which target?" if overwatch_fire else "Announce all fire at which target?"
        return Choices(prompt, rule, tuple(options))
    if partial[0] in ("pass", "finish-fire"):
        return Choices("Pass" if partial[0] == "pass" else "End fire", rule, complete=True)
    target = UnitId(partial[0].partition(":")[2])
    picked = _picked(partial)
    taken = {s.shooter for s in picked}
    options = []
    several = len(shots.get(target, ())) > len({s.shooter for s in shots.get(target, ())})
    for shot in shots.get(target, ()):
        if shot.shooter in taken or "all" in partial:
            continue
        options.append(
            Choice(
                shooting.pick_of(shot),
                shooting.label(state, shot, overwatch=overwatch_fire),
                "unit",
                state.units[shot.shooter].hex,
                shot.shooter,
                odds=shooting.chance(state, shot, overwatch=overwatch_fire),
                irreversible=True,
                group=state.name(shot.shooter) if several and state.scenario.modules else "",
            )
        )
    if "all" not in partial:
        options += further_shots(state, picked, shots, target, overwatch=overwatch_fire)
    if len({o_.unit for o_ in options}) > 1 and not picked:
        options.append(Choice("all", "All of them", "option", key="A", irreversible=True))
    joining = must_fire(state, target, picked) if overwatch_fire else must_join(state, side, target, picked)
    if not overwatch_fire:
        for beside in sorted({s.target for s in picked} - {target}):
            joining += must_join(state, side, beside)
    missing = tuple(u for u in joining if u not in taken)
    complete = "all" in partial or (bool(picked) and not missing)
    prompt = f"Fire at {state.name(target)}: who fires?"
    if missing and "all" not in partial:
        why = "they share the OVERWATCH" if overwatch_fire else "no other target"
        prompt += f" {', '.join(state.name(u) for u in missing)} must: {why}"
    return Choices(prompt, rule, tuple(options), complete)


def _finish(state: PanzerState, side: SideId) -> list[Choice]:
    """The end of one's Direct Fire, where passengers could still fire but need not (na:6.6.7.2)."""
    able = passengers_to_fire(state, side)
    if not able:
        return []
    left = yet_to_fire(state, side)
    names = ", ".join(state.name(u.id) for u in left)
    refusal = Refusal(f"{names} must carry out FIRE or SHORT HALT first", "na:4.2.1c") if left else None
    who = f"{len(able)} passengers hold their" if len(able) > 1 else "the passenger holds its"
    return [Choice("finish-fire", f"End fire: {who} fire", "done", refusal=refusal, key="E", irreversible=True)]


def _target_choice(
    state: PanzerState, kind: str, target: UnitId, batch: tuple[Shot, ...], overwatch_fire: bool
) -> Choice:
    best: dict[UnitId, Shot] = {}
    for shot in _best_first(state, batch, overwatch_fire):
        best.setdefault(shot.shooter, shot)
    odds = shooting.chance_of_any(state, tuple(best.values()), overwatch=overwatch_fire)
    count = f"{len(best)} can fire"
    return Choice(f"{kind}:{target}", state.name(target), "unit", state.units[target].hex, target, count, odds)


def _best_first(state: PanzerState, batch: tuple[Shot, ...], overwatch_fire: bool) -> list[Shot]:
    """The shots of a batch, those with the best chances first where a unit has several kinds of ammunition."""
    if not state.scenario.modules:
        return list(batch)
    return sorted(batch, key=lambda shot: -shooting.prospect(state, shot, overwatch=overwatch_fire).harm)


def _picked(partial: Partial) -> tuple[Shot, ...]:
    target = UnitId(partial[0].partition(":")[2])
    shots = []
    for pick in partial[1:]:
        if pick not in ("all", "done"):
            shots.append(shooting.picked(pick, target))
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
        chance = shooting.prospect(state, shot, overwatch=overwatch_fire).harm
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
        return o.OverwatchFire(target=target, shots=shots)
    return o.Fire(target=target, shots=shots)
