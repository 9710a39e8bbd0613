"""Where a computer player fires: all shots of a step shared out over the targets by their exact odds."""

from __future__ import annotations

from collections.abc import Mapping

from core.event import SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder, Order
from core.panzer.direct_fire import orders as direct_fire_orders
from core.panzer.direct_fire.choices import possible_shots
from core.panzer.direct_fire.orders import HoldFire
from core.panzer.direct_fire.overwatch import must_fire
from core.panzer.direct_fire.smoke import smokers
from core.panzer.direct_fire.step import must_join, yet_to_fire
from core.panzer.firing import dual_fire
from core.panzer.movement.move import remaining
from core.panzer.opponent.foes import importance, objectives_by_hex, worth_of
from core.panzer.opponent.picture import picture
from core.panzer.opponent.prospects import (
    Chance,
    Fate,
    aim_at,
    chance_of_shot,
    fate_of,
    overwatch_gp,
    overwatch_modifier,
    share_lost,
)
from core.panzer.opponent.smoke import best_screen
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.sight.relief import sees
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: While this many enemies in view have yet to move, Overwatch Fire is kept back for more.
MANY_TO_COME = 3
#: The chance that a moving vehicle goes on as it goes.
GOES_ON = 0.65

Options = Mapping[UnitId, tuple[Shot, ...]]


def best_shots(
    state: PanzerState, options: Options, *, overwatch: bool
) -> dict[UnitId, dict[UnitId, tuple[Chance, Shot]]]:
    """The best weapon of each shooter at each target: by target, then by shooter."""
    best: dict[UnitId, dict[UnitId, tuple[Chance, Shot]]] = {}
    for target, shots in options.items():
        mine = best.setdefault(target, {})
        for shot in shots:
            chance = chance_of_shot(state, shot, overwatch=overwatch)
            known = mine.get(shot.shooter)
            if known is None or (chance.harm + chance.kill) > (known[0].harm + known[0].kill):
                mine[shot.shooter] = (chance, shot)
    return best


def share_out(
    state: PanzerState, best: Mapping[UnitId, Mapping[UnitId, tuple[Chance, Shot]]]
) -> dict[UnitId, tuple[float, tuple[Shot, ...]]]:
    """Every shooter at the target where it adds most, after those already given one: points and shots by target."""
    places = objectives_by_hex(state)
    weights = {t: importance(state, state.units[t], places) for t in best}
    fates: dict[UnitId, Fate] = {t: fate_of(state.units[t]) for t in best}
    given: dict[UnitId, tuple[float, tuple[Shot, ...]]] = {}
    shooters = sorted({s for shots in best.values() for s in shots})
    while shooters:
        found: tuple[float, UnitId, UnitId] | None = None
        for shooter in shooters:
            for target, shots in best.items():
                if shooter in shots:
                    after = fates[target].after(shots[shooter][0])
                    gain = weights[target] * (fates[target].worth - after.worth)
                    if found is None or gain > found[0]:
                        found = (gain, shooter, target)
        if found is None:
            break
        gain, shooter, target = found
        chance, shot = best[target][shooter]
        fates[target] = fates[target].after(chance)
        points, batch = given.get(target, (0.0, ()))
        given[target] = (points + gain, (*batch, shot))
        shooters.remove(shooter)
    return given


def direct_fire(state: PanzerState, side: SideId) -> Order:
    """Announce the fire that promises most; the rest is shared out anew when its results are known."""
    options = possible_shots(state, side, overwatch_fire=False)
    best = best_shots(state, options, overwatch=False)
    given = share_out(state, best)
    if state.has(Switch.SMOKE) and (smoke := _smoke(state, side, given, best)) is not None:
        return smoke
    if not given:
        for unit in smokers(state, side):
            return HoldFire(unit=unit.id)
        if not yet_to_fire(state, side):
            return FinishStep()
        raise IllegalOrder("there is nothing to fire at", "na:4.4.1i")
    target = max(given, key=lambda t: (given[t][0], t))
    batch = given[target][1]
    taken = {s.shooter for s in batch}
    joining = tuple(best[target][u][1] for u in must_join(state, side, target, batch) if u not in taken)
    shots = (*batch, *joining)
    return direct_fire_orders.Fire(
        target=target, shots=(*shots, *other_weapons(state, shots, options[target], overwatch=False))
    )


def _smoke(
    state: PanzerState,
    side: SideId,
    given: Mapping[UnitId, tuple[float, tuple[Shot, ...]]],
    best: Mapping[UnitId, Mapping[UnitId, tuple[Chance, Shot]]],
) -> Order | None:
    """Smoke instead of fire, where it promises more (na:6.1.4.3.10b)."""
    if not smokers(state, side):
        return None
    places = objectives_by_hex(state)
    gains: dict[str, float] = {}
    for target, (_, shots) in given.items():
        for shot in shots:
            chance = best[target][shot.shooter][0]
            gains[shot.shooter] = importance(state, state.units[target], places) * (chance.harm + chance.kill) / 2
    return best_screen(picture(state, side), side, gains)


def other_weapons(
    state: PanzerState, shots: tuple[Shot, ...], options: tuple[Shot, ...], *, overwatch: bool
) -> tuple[Shot, ...]:
    """The other weapons of units that fire, at the same target, where Dual Fire allows it: they lose nothing by it."""
    best: dict[tuple[UnitId, int], tuple[float, Shot]] = {}
    for shot in shots:
        if dual_fire.refusal(state, shot.shooter) is not None:
            continue
        for other in options:
            if other.shooter == shot.shooter and other.weapon != shot.weapon:
                harm = chance_of_shot(state, other, overwatch=overwatch).harm
                key = other.shooter, other.weapon
                if harm > 0 and (key not in best or harm > best[key][0]):
                    best[key] = harm, other
    return tuple(shot for _, shot in best.values())


# -- overwatch -------------------------------------------------------------------------------------


def overwatch(state: PanzerState, side: SideId) -> Order:
    """Fire on Overwatch now, with as many as the target is worth, or wait for a better moment."""
    options = possible_shots(state, side, overwatch_fire=True)
    best = best_shots(state, options, overwatch=True)
    least = least_share(state, side)
    found: tuple[float, UnitId, tuple[Shot, ...]] | None = None
    for target, by_shooter in best.items():
        fate, points = fate_of(state.units[target]), 0.0
        weight = worth_of(state, target)
        batch: list[Shot] = []
        for chance, shot in sorted(by_shooter.values(), key=lambda c: (-c[0].harm - c[0].kill, c[1].shooter)):
            share = fate.worth - fate.after(chance).worth
            if share < least or _better_later(state, shot, share):
                continue
            batch.append(shot)
            points += share * weight
            fate = fate.after(chance)
        if batch and (found is None or points > found[0]):
            found = (points, target, tuple(batch))
    if found is None:
        return direct_fire_orders.Pass()
    _, target, firing = found
    joining = tuple(best[target][u][1] for u in must_fire(state, target, firing) if u in best[target])
    shots = (*firing, *joining)
    return direct_fire_orders.OverwatchFire(
        target=target, shots=(*shots, *other_weapons(state, shots, options[target], overwatch=True))
    )


def least_share(state: PanzerState, side: SideId) -> float:
    """The least share of a target that is worth a shot: more while others may yet come into view."""
    window = state.fire.window
    if window is None or window.mover is None:
        return state.temper.watching
    if state.turn >= state.scenario.turns:
        return 0.01
    to_come = sum(not u.moved for u in state.of(state.scenario.enemy(side)) if u.id != window.mover)
    return (
        state.temper.watching_now if to_come >= MANY_TO_COME and state.step != "first-move" else state.temper.watching
    )


def _better_later(state: PanzerState, shot: Shot, share: float) -> bool:
    """Whether a moving target, if it goes on straight ahead, will soon make so much better a target."""
    move, target, shooter = state.moves.active, state.units[shot.target], state.units[shot.shooter]
    if move is None or move.unit != target.id or target.hex is None or shooter.hex is None:
        return False
    ahead = target.hex.neighbour(target.facing)
    if ahead not in state.board or remaining(state, move) < 1 or distance(ahead, shooter.hex) < 1:
        return False
    if distance(ahead, shooter.hex) >= distance(target.hex, shooter.hex):
        return False
    if not sees(state.board, state.tables, shooter.hex, ahead):
        return False
    modifier = overwatch_modifier(state, shooter, shooter.hex, shooter.facing, ahead)
    modifier += state.tables.ap_hit_modifiers["target-moving"]
    gp = overwatch_gp(state, shooter, shooter.hex, shooter.facing, ahead)
    front, _ = share_lost(state, shooter, target, aim_at(shooter.hex, shooter.facing, ahead, modifier, gp))
    return GOES_ON * front > share
