"""Building Direct Fire and Overwatch Fire orders: first the target, then the shooters."""

from __future__ import annotations

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.panzer import orders as o
from core.panzer.ap_fire import ap_weapons, shot_refusal, shot_terms
from core.panzer.direct_fire import direct_targets, must_join, yet_to_fire
from core.panzer.overwatch import overwatch_shots
from core.panzer.shot_odds import batch_odds, chance_to_hurt
from core.panzer.state import PanzerState, Shot


def possible_shots(state: PanzerState, side: SideId, *, overwatch_fire: bool) -> dict[UnitId, tuple[Shot, ...]]:
    """All shots that a side may announce now, by target."""
    if overwatch_fire:
        return overwatch_shots(state, state.window, side) if state.window else {}
    found: dict[UnitId, list[Shot]] = {}
    for unit in yet_to_fire(state, side):
        for target in direct_targets(state, unit.id):
            for index, _, _ in ap_weapons(state, unit.id):
                shot = Shot(unit.id, target, index)
                if shot_refusal(state, shot, overwatch=False) is None:
                    found.setdefault(target, []).append(shot)
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
                if not direct_targets(state, u.id)
            ]
        options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
        prompt = "Overwatch: fire at which target?" if overwatch_fire else "Announce all fire at which target?"
        return Choices(prompt, rule, tuple(options))
    if partial[0] == "pass":
        return Choices("Pass", rule, complete=True)
    target = UnitId(partial[0].partition(":")[2])
    picked = _picked(partial)
    taken = {s.shooter for s in picked}
    options = []
    for shot in shots.get(target, ()):
        if shot.shooter in taken or "all" in partial:
            continue
        terms = shot_terms(state, shot, overwatch=overwatch_fire)
        weapon = terms.weapon.weapon.name
        options.append(
            Choice(
                f"{shot.shooter}/{shot.weapon}",
                f"{state.name(shot.shooter)}: {weapon}, range {terms.range} {terms.factor.name}, "
                f"hits on {terms.hit_number}",
                "unit",
                state.units[shot.shooter].hex,
                shot.shooter,
                odds=chance_to_hurt(state, terms),
                irreversible=True,
            )
        )
    if len({o_.unit for o_ in options}) > 1 and not picked:
        options.append(Choice("all", "All of them", "option", key="A", irreversible=True))
    missing = () if overwatch_fire else tuple(u for u in must_join(state, side, target) if u not in taken)
    complete = "all" in partial or (bool(picked) and not missing)
    prompt = f"Fire at {state.name(target)}: who fires?"
    if missing and "all" not in partial:
        prompt += f" {', '.join(state.name(u) for u in missing)} must: no other target"
    return Choices(prompt, rule, tuple(options), complete)


def _target_choice(
    state: PanzerState, kind: str, target: UnitId, batch: tuple[Shot, ...], overwatch_fire: bool
) -> Choice:
    best: dict[UnitId, Shot] = {}
    for shot in batch:
        best.setdefault(shot.shooter, shot)
    terms = [shot_terms(state, shot, overwatch=overwatch_fire) for shot in best.values()]
    odds = 1 - batch_odds(state, terms)["untouched"]
    count = f"{len(best)} can fire"
    return Choice(f"{kind}:{target}", state.name(target), "unit", state.units[target].hex, target, count, odds)


def _picked(partial: Partial) -> tuple[Shot, ...]:
    target = UnitId(partial[0].partition(":")[2])
    shots = []
    for pick in partial[1:]:
        if pick not in ("all", "done"):
            shooter, _, weapon = pick.partition("/")
            shots.append(Shot(UnitId(shooter), target, int(weapon or 0)))
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
        chance = chance_to_hurt(state, shot_terms(state, shot, overwatch=overwatch_fire))
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
