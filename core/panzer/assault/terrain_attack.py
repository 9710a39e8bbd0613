"""Engineers against terrain: they attack what can be destroyed as they would a vehicle in Close Assault (or:7.19).

Blocks, Bridges, Improved Positions, Mines and Wire, next to them or in their own hex, whether an enemy is there or not;
not Buildings. Two Effective Results destroy it, of Mines one: those of the hex, which is a C SHEAF
(min:20.6.3.2). Of minefields they attack what is visible; who advances into one is attacked by it first (or:7.31.3.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, direction_between, distance
from core.odds import chances
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer import sequence
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.assault import who
from core.panzer.assault.close_assault import added_attackers, factors, has_flamethrower, size_of
from core.panzer.assault.events import TerrainAttackAnnounced, TerrainAttackEnded, UnitAdvanced
from core.panzer.assault.orders import AttackTerrain
from core.panzer.firing import showing
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.ground import positions
from core.panzer.ground.burdens import burdened
from core.panzer.ground.heights import unit_height
from core.panzer.movement import shared
from core.panzer.movement import step as movement_step
from core.panzer.pieces.cards import LegCard, LegStep
from core.panzer.pieces.close_combat import Attack, Demolition
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.sight import limited_spotting
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

RULE: Final = "or:7.19"


# -- what they attack ------------------------------------------------------------------------------------


def terrain_in(state: PanzerState, hex_: Hex) -> dict[str, int]:
    """The terrain of a hex that Engineers may attack, with its GP Defense Factor: counters, and a Bridge, in the
    miniatures edition a Building too (min:20.5)."""
    found = {work.kind.value: positions.defense(state, work) for work in positions.vulnerable(state, hex_)}
    terrain = state.cell(hex_).terrain
    if terrain == "bridge" or state.edition.optional.all_terrain_attacked:
        found[terrain] = positions.ground_defense(state, terrain)
    return {terrain: value for terrain, value in found.items() if value is not None}


# -- who attacks -----------------------------------------------------------------------------------------


def terrain_refusal() -> Refusal:
    """Why Engineers attack no terrain: that is an Optional Rule, which is not played (na:6.6.1.1)."""
    return Refusal("Engineers attack terrain by an Optional Rule only (or:7.19), which is not played", "na:6.6.1.1")


def engineer_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit may not attack terrain now, wherever that is; None if it may."""
    name = state.name(unit.id)
    if not state.has(Switch.TERRAIN_ATTACKS):
        return terrain_refusal()
    if Label.ENGINEER not in state.scenario.by_id[unit.id].labels or not isinstance(state.card(unit.id), LegCard):
        return Refusal(f"{name} is no Engineer squad, half-squad or section", RULE)
    if unit.size is LegStep.SECTION and state.edition.optional.all_terrain_attacked:
        return Refusal(f"{name} is a section; squads and half-squads attack terrain", "min:20.5")
    if not unit.on_map:
        return Refusal(f"{name} is not dismounted on the map", RULE)
    if unit.suppressed or unit.morale is not None:
        return Refusal(f"{name} is Suppressed, hesitates or is Broken and may not attack", "na:6.6.1.1")
    if unit.command is not Command.MOVE:
        return Refusal(f"{name} has no MOVE command, which it needs to attack", RULE)
    if unit.moved or state.combats.bound(unit.id):
        return Refusal(f"{name} has announced an attack, or moved, in this turn", "na:6.6.1.1b")
    return None


def place_refusal(state: PanzerState, unit: Unit, from_: Hex, hex_: Hex) -> Refusal | None:
    """Why a unit cannot attack terrain in a hex from where it stands, or from a hex into which it advances."""
    if from_ not in state.board or hex_ not in state.board or distance(from_, hex_) > 1:
        return Refusal(f"{hex_} is not adjacent to {from_}", RULE)
    if abs(unit_height(state.board, state.tables, from_) - unit_height(state.board, state.tables, hex_)) > 1:
        return Refusal(f"{from_} and {hex_} are 2 or more Heights apart", "na:6.6.1.1")
    if from_ == unit.hex:
        return None
    if state.edition.optional.all_terrain_attacked:
        return Refusal(f"{state.name(unit.id)} attacks terrain from where it stands", "min:20.5")
    if burdened(state, unit) or unit.full_cover:
        return Refusal(f"{state.name(unit.id)} makes no Advancing Attack", "na:6.6.1.1a")
    return who.step_refusal(state, unit, from_) or who.group_refusal(state, unit.id, from_)


def together(state: PanzerState) -> bool:
    """Whether units of one hex attack terrain as one: as they would a vehicle, in the miniatures edition each by itself
    (min:16.9.1.5, min:20.5)."""
    return state.edition.hand_to_hand_most is None


def apart_refusal(state: PanzerState, from_: Hex, hex_: Hex, terrain: str) -> Refusal | None:
    """Why nobody more attacks terrain from a hex: those who attack the same from one hex combine (na:6.6.1.1b)."""
    made = any((one.attack.hex, one.hex, one.terrain) == (from_, hex_, terrain) for one in state.combats.razed)
    if not made or not together(state):
        return None
    name = state.tables.terrain[terrain].name
    return Refusal(f"the {name} in {hex_} has been attacked from {from_}; units in one hex combine", "na:6.6.1.1b")


def places(state: PanzerState, unit: Unit, hex_: Hex) -> Iterator[Hex]:
    """The hexes from which a unit can attack terrain in a hex, its own first."""
    if unit.hex is not None:
        around = (unit.hex, *unit.hex.neighbours()) if distance(unit.hex, hex_) <= who.ADVANCE_FROM else ()
        yield from (h for h in around if place_refusal(state, unit, h, hex_) is None)


@remembered
def possible(state: PanzerState, side: SideId) -> dict[tuple[Hex, str], dict[UnitId, tuple[Hex, ...]]]:
    """All terrain that Engineers of a side could attack now, with them and the hexes from which each can."""
    if not state.has(Switch.TERRAIN_ATTACKS) or side in state.ended:
        return {}
    able = [unit for unit in state.of(side) if engineer_refusal(state, unit) is None]
    reach = {h for u in able if u.hex is not None for h in _within(u.hex) if h in state.board}
    found: dict[tuple[Hex, str], dict[UnitId, tuple[Hex, ...]]] = {}
    for hex_ in sorted(reach):
        terrain = terrain_in(state, hex_)
        mine = {u.id: hexes for u in able if terrain and (hexes := tuple(places(state, u, hex_)))}
        for one in terrain:
            if open_ := _open_to(state, mine, hex_, one):
                found[hex_, one] = open_
    return found


def _open_to(
    state: PanzerState, able: Mapping[UnitId, tuple[Hex, ...]], hex_: Hex, terrain: str
) -> dict[UnitId, tuple[Hex, ...]]:
    """Who may still attack terrain, with the hexes from which they may: not after others of the hex, nor beside others
    with the same MOVE that attack something else."""
    free = {u: h for u, h in able.items() if shared.razing_refusal(state, u, hex_, terrain) is None}
    left = {u: tuple(h for h in hexes if apart_refusal(state, h, hex_, terrain) is None) for u, hexes in free.items()}
    return {u: hexes for u, hexes in left.items() if hexes}


def _within(hex_: Hex) -> Iterable[Hex]:
    return {hex_, *(far for near in hex_.neighbours() for far in (near, *near.neighbours()))}


# -- the attack ------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Attacked(Alike):
    """Terrain under attack as its modifiers see it. advanced: whether an attacker moved for it."""

    state: PanzerState
    attack: Attack
    hex: Hex
    advanced: bool


def _uphill(at: Attacked) -> bool:
    here, board, tables = at.attack.hex, at.state.board, at.state.tables
    return here is not None and unit_height(board, tables, at.hex) - unit_height(board, tables, here) == 1


def _others(at: Attacked) -> Iterable[Reason]:
    sizes = (size_of(at.state, unit) for unit in at.attack.others)
    return added_attackers(at.state.advanced.close_assault_modifiers, sizes, RULE)


def _burns(at: Attacked) -> bool:
    return any(has_flamethrower(at.state, unit) for unit in at.attack.units)


def _grade(at: Attacked) -> Iterable[Reason]:
    grade = unit_grade(at.state, at.attack.primary)
    yield Reason(f"{grade.value} Unit Grade", at.state.advanced.close_combat_grade[grade], RULE)


#: The modifiers of Close Assault without those of vehicles.
TERRAIN_ATTACK: Final[tuple[Line[Attacked], ...]] = (
    Modifier("advance", "Advance Attack", RULE, lambda at: at.advanced),
    Modifier("uphill", "Uphill Attack", RULE, _uphill),
    Varying(_others),
    Modifier("flamethrower", "Flamethrower", RULE, _burns),
    Varying(_grade),
)


def strike(state: PanzerState, attack: Attack, hex_: Hex, terrain: str, *, advanced: bool) -> Strike:
    """All that decides the attack but its dice: the GP Factor of the primary attacker, the terrain's own defense,
    in the miniatures edition by the cards (min:20.5)."""
    gp, _ = factors(state, attack.primary)
    at = Attacked(state, attack, hex_, advanced)
    tally: Tally = summed(TERRAIN_ATTACK, at, state.advanced.close_assault_modifiers, state.scenario.switches)
    source = GpSource(gp, RangeFactor.P, gp // 2, small_arms=False)
    return gp_strike.strike_terrain(state, source, hex_, terrain, terrain_in(state, hex_)[terrain], tally)


def chance(state: PanzerState, attack: Attack, hex_: Hex, terrain: str) -> float:
    """The chance that an attack destroys the terrain, by its real resolution."""
    advanced = any(state.units[unit].hex != attack.hex for unit in attack.units)
    met = strike(state, attack, hex_, terrain, advanced=advanced)
    return chances(lambda dice: gp_strike.resolve(state, met, dice).result).get(Result.ELIMINATED, 0.0)


def left_standing(state: PanzerState, hex_: Hex, terrain: str) -> float:
    """The chance that terrain outlasts the attacks on it that have been announced and wait (min:16.9.1.6)."""
    waiting = (one for one in state.combats.queued if isinstance(one, Demolition))
    at_it = (one.attack for one in waiting if (one.hex, one.terrain) == (hex_, terrain))
    return prod(1 - chance(state, attack, hex_, terrain) for attack in at_it)


def check(state: PanzerState, side: SideId, order: AttackTerrain) -> None:
    """Engineers of one's own, each once, that attack from one hex terrain that can be destroyed."""
    if state.step not in sequence.ASSAULT_STEPS or sequence.player_of(state) != side:
        raise IllegalOrder("it is not this side's Close Assault/Hand-to-Hand Step", RULE)
    if side in state.ended:
        raise IllegalOrder("this side has ended its attacks", RULE)
    units = order.attack.units
    if len(set(units)) != len(units):
        raise IllegalOrder("each unit attacks once", RULE)
    if order.attack.others and not together(state):
        raise IllegalOrder("each unit attacks terrain by itself", "min:16.9.1.5")
    from_ = _from(state, order.attack)
    for unit_id in units:
        unit = own_unit(state, side, unit_id, "na:3.1")
        refuse(engineer_refusal(state, unit))
        refuse(place_refusal(state, unit, from_, order.hex) if from_ is not None else None)
    if from_ is None or order.terrain not in terrain_in(state, order.hex):
        raise IllegalOrder(f"there is no {order.terrain} in {order.hex} that could be destroyed", RULE)
    for unit_id in units:
        refuse(shared.razing_refusal(state, unit_id, order.hex, order.terrain))
    refuse(apart_refusal(state, from_, order.hex, order.terrain))


def _from(state: PanzerState, attack: Attack) -> Hex | None:
    return attack.hex if attack.hex is not None else state.units[attack.primary].hex


def announce(state: PanzerState, side: SideId, order: AttackTerrain, dice: Dice) -> Iterator[Event]:
    """Reveal the MOVE of the attackers; what follows comes by itself, in the miniatures edition when all attacks on
    foot have been announced (min:16.9.1.6)."""
    yield from showing.revealed(state, order.attack.units)
    attack = evolve(order.attack, hex=_from(state, order.attack))
    waits = state.edition.assaults_announced_first
    yield TerrainAttackAnnounced(side=side, hex=order.hex, terrain=order.terrain, attack=attack, waits=waits)


def procedure(state: PanzerState, fought: Demolition, dice: Dice) -> Iterator[Event]:
    """The next advance, which triggers Overwatch Fire; then the attack by those that are left (na:6.6.1.1a)."""
    if fought.to_advance:
        return _advance(state, fought, fought.to_advance[0], dice)
    return _strike(state, fought, dice)


def _able(state: PanzerState, unit_id: UnitId) -> bool:
    unit = state.units[unit_id]
    return unit.on_map and not unit.suppressed and unit.morale is None


def _advance(state: PanzerState, fought: Demolition, unit_id: UnitId, dice: Dice) -> Iterator[Event]:
    unit, to = state.units[unit_id], fought.attack.hex
    if unit.hex is None or to is None or not _able(state, unit_id):
        yield TerrainAttackEnded(dropped=(unit_id,))
        return
    facing = direction_between(unit.hex, to)
    turned = unit.facing if facing is None else facing
    yield UnitAdvanced(unit=unit_id, hex=to, left=unit.hex, facing=turned)
    yield from movement_step.struck(state, unit_id, dice)
    yield from limited_spotting.occasion(state, (unit_id,), dice)
    yield from movement_step.offer_overwatch(state, unit_id)


def _strike(state: PanzerState, fought: Demolition, dice: Dice) -> Iterator[Event]:
    """Whoever Overwatch Fire has left strikes, if the terrain is still there; else he has his MOVE still, but attacks
    nothing more (na:6.6.1.1b, min:16.9.1.6)."""
    there = (u for u in fought.attack.units if _able(state, u) and state.units[u].hex == fought.attack.hex)
    lost = frozenset(fought.attack.units) - frozenset(there)
    attack = fought.attack.without(lost)
    if attack is not None and fought.terrain not in terrain_in(state, fought.hex):
        attack = None
    if attack is not None:
        met = strike(state, attack, fought.hex, fought.terrain, advanced=bool(fought.advanced))
        yield from resolve_strikes(state, FiredBy(attack.primary, 0, 1), [met], dice)
    yield TerrainAttackEnded(units=attack.units if attack is not None else ())
