"""When a computer player closes in: Close Assault, Hand-to-Hand combat and Overrun, by their exact odds (na:6.6.1,
na:6.6.10)."""

from __future__ import annotations

from attrs import evolve

from core.event import SideId, UnitId
from core.hexes import Hex, direction_between, turn_size
from core.order import IllegalOrder, Order
from core.panzer.assault import dismount_attack, overrun, overrunning, terrain_attack, who
from core.panzer.assault import step as assault_step
from core.panzer.assault.odds import AssaultOdds, assault_odds, best_attack
from core.panzer.assault.orders import (
    AdvanceAfterAssault,
    AnnounceAssault,
    AttackTerrain,
    ChoosePrimary,
    DismountAttack,
    Overrun,
)
from core.panzer.ground import positions
from core.panzer.morale.check import holds
from core.panzer.movement import reach
from core.panzer.movement.orders import Move
from core.panzer.opponent.foes import importance, objectives_by_hex, worth_of
from core.panzer.opponent.on_foot import stance
from core.panzer.opponent.picture import Picture, picture
from core.panzer.pieces.cards import LegCard, LegStep, VehicleCard
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import TURN_TO, Rate
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: An assault is made for so many points at least, and for such a part of its target.
LEAST, SHARE = 3.0, 0.25
#: An Overrun that promises less than this part of its target only shows the vehicle's flank to everybody.
OVERRUN = 0.2
#: How many times what the fire of the others may cost it an Overrun has to promise.
DANGEROUS = 1.5
#: Attackers from one hex, and hexes from which a target is attacked at once.
TOGETHER, SIDES = 3, 2
#: Points for a hex of the enemy's mines that is cleared.
CLEARED = 12.0
#: What harm short of elimination is worth beside it.
HURT = 0.4
# -- on foot ---------------------------------------------------------------------------------------


def assault(state: PanzerState, side: SideId) -> Order:
    """The assault that promises most; whether to move into the hex that one has cleared; else the end of the step."""
    fought = state.combats.active
    if fought is not None and fought.won:
        return _into(state, side, fought.won, fought.hex)
    best = max(offers(state, side), default=None, key=lambda o: (o[0], o[1].target))
    return best[1] if best is not None else demolition(state, side) or FinishStep()


def demolition(state: PanzerState, side: SideId) -> AttackTerrain | None:
    """The attack of Engineers on a position that buries most of the enemy, or on mines of his that are known; None if
    none is worth it (or:7.19, or:7.31.3.3)."""
    places = objectives_by_hex(state)
    best: tuple[float, AttackTerrain] | None = None
    for (hex_, terrain), able in terrain_attack.possible(state, side).items():
        lost = [state.units[u] for u in positions.victims(state, hex_, terrain)]
        whole = sum(importance(state, u, places) * (1 if u.side != side else -2) for u in lost)
        whole += CLEARED * _mined(state, side, hex_, terrain)
        here = [unit for unit, hexes in able.items() if hexes[0] == state.units[unit].hex]
        if not here or whole <= 0:
            continue
        most = TOGETHER if terrain_attack.together(state) else 1
        units = sorted(here, key=lambda u: (-_strength(state, u), u))[:most]
        attack = Attack(units[0], tuple(units[1:]), state.units[units[0]].hex)
        order = AttackTerrain(hex=hex_, terrain=terrain, attack=evolve(attack, others=_beside(state, attack)))
        points = whole * terrain_attack.left_standing(state, hex_, terrain)
        points *= terrain_attack.chance(state, order.attack, hex_, terrain)
        if points >= LEAST and (best is None or points > best[0]):
            best = points, order
    return best[1] if best is not None else None


def _mined(state: PanzerState, side: SideId, hex_: Hex, terrain: str) -> bool:
    """Whether terrain is a minefield that the enemy is known to have laid."""
    there = (m for m in state.minefields.found if m.hex == hex_ and not m.cleared)
    return any(m.kind.value == terrain and m.side != side for m in there)


def _beside(state: PanzerState, attack: Attack) -> tuple[UnitId, ...]:
    """Those of an attack that stand in the hex of its primary attacker."""
    return tuple(unit for unit in attack.others if state.units[unit].hex == attack.hex)


def offers(state: PanzerState, side: SideId) -> list[tuple[float, AnnounceAssault]]:
    """The assaults that are worth it, with what each promises in points."""
    if not state.has(Switch.CLOSE_COMBAT):
        return []
    found = []
    places = objectives_by_hex(state)
    for target, possible in who.possible(state, side).items():
        # Who directs artillery does more for his side from afar.
        able = {u: at for u, at in possible.items() if Label.FO not in state.scenario.by_id[u].labels}
        attacks = _attacks(state, target, able)
        order = AnnounceAssault(target=target, attacks=attacks)
        if not attacks or not _legal(state, side, order):
            continue
        odds = assault_odds(state, target, attacks)
        whole = importance(state, state.units[target], places)
        points = gain(state, target, attacks, odds) * whole - cost(state, odds, attacks)
        if points >= max(LEAST, SHARE * whole):
            found.append((points, order))
    return found


def gain(state: PanzerState, target: UnitId, attacks: tuple[Attack, ...], odds: AssaultOdds) -> float:
    """The share of its target that an assault promises to take, if the attackers do not shrink from it (or:7.6)."""
    units = [u for attack in attacks for u in attack.units]
    steady = sum(holds(state, u, target) for u in units) / len(units)
    return steady * (odds.kill + HURT * (odds.harm - odds.kill))


def cost(state: PanzerState, odds: AssaultOdds, attacks: tuple[Attack, ...]) -> float:
    """Points for the steps that the attackers may expect to lose."""
    units = [u for attack in attacks for u in attack.units]
    steps = sum(2 if state.units[u].size is LegStep.SQUAD else 1 for u in units)
    return odds.losses * sum(worth_of(state, u) for u in units) / max(1, steps)


def _attacks(state: PanzerState, target: UnitId, able: dict[UnitId, tuple[Hex, ...]]) -> tuple[Attack, ...]:
    """The strongest groups against a target: as many as may fight from one hex, each unit where it stands if it can."""
    strongest = sorted(able.items(), key=lambda pair: (-_strength(state, pair[0]), pair[0]))
    if state.edition.hand_to_hand_most is not None:
        standing = [(unit, hexes[0]) for unit, hexes in strongest if hexes[0] == state.units[unit].hex]
        return who.grouped(state, target, standing or [(unit, hexes[0]) for unit, hexes in strongest[:1]])
    by_hex: dict[Hex, list[UnitId]] = {}
    for unit, hexes in strongest:
        by_hex.setdefault(hexes[0], []).append(unit)
    groups = []
    for hex_, units in by_hex.items():
        groups.append(best_attack(state, target, Attack(units[0], tuple(units[1:TOGETHER]), hex_)))
    groups.sort(key=lambda a: (-assault_odds(state, target, (a,)).kill, a.primary))
    return tuple(groups[: SIDES if isinstance(state.card(target), VehicleCard) else 1])


def _strength(state: PanzerState, unit: UnitId) -> int:
    size = state.units[unit].size
    return 0 if size is None else len(LegStep) - list(LegStep).index(size)


def _legal(state: PanzerState, side: SideId, order: AnnounceAssault) -> bool:
    try:
        who.check_attacks(state, side, order.target, order.attacks)
    except IllegalOrder:
        return False
    return True


def _into(state: PanzerState, side: SideId, units: tuple[UnitId, ...], hex_: Hex) -> Order:
    """Into the hex of the target where that is an objective, or the better place."""
    seen = picture(state, side)
    going = []
    for id_ in units:
        unit = state.units[id_]
        if unit.hex is None:
            continue
        pull = seen.pull(unit)
        there = seen.progress(unit, hex_, pull) + stance(seen, unit, hex_, unit.facing, unit.spot)
        here = seen.progress(unit, unit.hex, pull) + stance(seen, unit, unit.hex, unit.facing, unit.spot)
        if there > here:
            going.append(id_)
    order = AdvanceAfterAssault(units=tuple(going))
    try:
        assault_step.check_advance(state, side, order)
    except IllegalOrder:
        return AdvanceAfterAssault()
    return order


def primary(state: PanzerState) -> Order:
    """The strongest of those that may lead the attack on."""
    fought = state.combats.active
    if fought is None:
        raise ValueError("nobody asks who leads an attack")
    able = assault_step.candidates(state, fought)
    return ChoosePrimary(unit=max(able, key=lambda u: (_strength(state, u), u)))


def wanted(state: PanzerState, side: SideId) -> dict[UnitId, float]:
    """What a MOVE promises each unit because it could assault with it."""
    if not state.has(Switch.CLOSE_COMBAT):
        return {}
    ready = state.copy()
    for unit in state.of(side):
        if isinstance(state.card(unit.id), LegCard) and not unit.suppressed:
            ready.change(unit.id, command=Command.MOVE, moved=False)
    found: dict[UnitId, float] = {}
    for points, order in offers(ready, side):
        units = [u for attack in order.attacks for u in attack.units]
        for unit_id in units:
            found[unit_id] = max(found.get(unit_id, 0.0), points / len(units))
    return found


# -- from a vehicle --------------------------------------------------------------------------------


def from_vehicle(state: PanzerState, unit: Unit) -> DismountAttack | None:
    """The Dismount Attack that a passenger had better make now; None if none is worth it (na:6.6.1.1d)."""
    best: tuple[float, DismountAttack] | None = None
    places = objectives_by_hex(state)
    for target, hexes in dismount_attack.possible(state, unit).items():
        attacks = (Attack(unit.id, (), hexes[0]),)
        odds = assault_odds(state, target, attacks, dismount=True)
        whole = importance(state, state.units[target], places)
        points = gain(state, target, attacks, odds) * whole - cost(state, odds, attacks)
        if points >= max(LEAST, SHARE * whole) and (best is None or points > best[0]):
            rate = state.moves.active.rate if state.moves.active is not None else Rate.CROSS_COUNTRY
            best = points, DismountAttack(unit=unit.id, hex=hexes[0], target=target, facing=unit.facing, rate=rate)
    return best[1] if best is not None and _may(state, unit.side, best[1]) else None


def _may(state: PanzerState, side: SideId, order: DismountAttack) -> bool:
    try:
        dismount_attack.check(state, side, order)
    except IllegalOrder:
        return False
    return True


# -- Overrun ---------------------------------------------------------------------------------------


def overrun_order(seen: Picture, unit: Unit) -> Order | None:
    """Drive into a target next to the vehicle, or up to one that it can reach; None if none is worth it."""
    state = seen.state
    targets = _overruns(seen, unit, near=1)
    for _, target in targets:
        for step in overrunning.steps_to(state, unit.id, target, _rate(state, unit)):
            return Overrun(unit=unit.id, target=target, step=step, rate=_rate(state, unit))
    if state.moves.active is not None:
        return None
    card = state.card(unit.id)
    ahead = _overruns(seen, unit, near=card.move[0]) if isinstance(card, VehicleCard) else []
    for _, target in ahead:
        if (order := _up_to(seen, unit, target)) is not None:
            return order
    return None


def _rate(state: PanzerState, unit: Unit) -> Rate:
    move = state.moves.of(unit.id)
    return move.rate if move is not None else Rate.CROSS_COUNTRY


def _overruns(seen: Picture, unit: Unit, near: int) -> list[tuple[float, UnitId]]:
    """Targets that are worth an Overrun, the best first."""
    found = []
    for target in overrun.possible_targets(seen.state, unit, near=near):
        points, risk = overrun_balance(seen, unit, target)
        if _promise(seen.state, unit, target) >= OVERRUN and points >= DANGEROUS * risk:
            found.append((points, target))
    return sorted(found, reverse=True)


def overrun_balance(seen: Picture, unit: Unit, target: UnitId) -> tuple[float, float]:
    """What an Overrun promises of its target, and what the fire of the others may cost the vehicle."""
    state = seen.state
    places = objectives_by_hex(state)
    share = _promise(state, unit, target)
    return share * importance(state, state.units[target], places), _risk(seen, unit, target)


def _promise(state: PanzerState, unit: Unit, target: UnitId) -> float:
    """How far an Overrun harms its target; who is next to it may bog down first (or:7.29)."""
    return overrun.promise(state, unit.id, target, overrunning.bogs_first(state, unit.id, target))


def _risk(seen: Picture, unit: Unit, target: UnitId) -> float:
    """What the vehicle stands to lose by the fire of the others when it stops there."""
    hex_ = seen.state.units[target].hex
    if hex_ is None:
        return 0.0
    lines = [line for line in seen.lines(unit, hex_, unit.facing, unit.spot) if line.foe.unit.id != target]
    return seen.danger(unit, hex_, unit.facing, lines)


def _up_to(seen: Picture, unit: Unit, target: UnitId) -> Order | None:
    """A move that ends next to a target, facing it, with something left for the last hex."""
    state, there = seen.state, seen.state.units[target].hex
    if there is None:
        return None
    try:
        found = reach.reachable(state, unit.id, None, Rate.CROSS_COUNTRY)
    except IllegalOrder:
        return None
    near = [h for h in there.neighbours() if h in found and found[h].left > 1]
    for hex_ in sorted(near, key=lambda h: (found[h].cost, h)):
        facing = direction_between(hex_, there)
        way = found[hex_]
        if facing is None or (way.steps and turn_size(way.facing, facing) > 1):
            continue
        turn = () if way.facing == facing else (TURN_TO[facing],)
        if way.steps or turn:
            return Move(unit=unit.id, rate=Rate.CROSS_COUNTRY, steps=(*way.steps, *turn), end=False)
    return None


def run_over(seen: Picture, unit: Unit) -> float:
    """What a MOVE promises a vehicle because it could Overrun somebody with it."""
    state = seen.state
    if not state.has(Switch.OVERRUN) or not isinstance(state.card(unit.id), VehicleCard) or unit.hex is None:
        return 0.0
    ready = state.copy()
    ready.change(unit.id, command=Command.MOVE)
    there = ready.units[unit.id]
    near = state.vehicle(unit.id).move[0]
    return max((points for points, _ in _overruns(evolve(seen, state=ready), there, near)), default=0.0)
