"""Who may attack whom in Close Assault and Hand-to-Hand combat, and from where (na:6.6.1.1, na:6.6.1.2).

Close Assault is against vehicles, Hand-to-Hand combat against dismounted leg and towed units; otherwise who may attack,
from where and how attacks are announced is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, direction_between, distance
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer.assault.close_assault import beside, height_in
from core.panzer.ground import stands
from core.panzer.ground.burdens import burdened
from core.panzer.ground.costs import terrain_costs
from core.panzer.movement import foot, reach, shared
from core.panzer.movement import move as movement_move
from core.panzer.movement.mover import mover
from core.panzer.pieces.cards import AircraftCard, BatteryCard, LegCard, LegStep, VehicleCard
from core.panzer.pieces.close_combat import Attack, Way
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.sight.spotting import spotted
from core.panzer.state import PanzerState
from core.remembered import remembered

#: How far away a unit may be that makes an Advancing Attack of one hex.
ADVANCE_FROM = 2


def rule(state: PanzerState, target: UnitId, letter: str = "") -> str:
    """The rule on attacks on such a target: of Close Assault on a vehicle, otherwise of Hand-to-Hand combat."""
    return f"na:6.6.1.{1 if isinstance(state.card(target), VehicleCard) else 2}{letter}"


def what(state: PanzerState, target: UnitId) -> str:
    """What an attack on a unit is called."""
    return "Close Assault" if isinstance(state.card(target), VehicleCard) else "Hand-to-Hand combat"


# -- attackers ---------------------------------------------------------------------------------------


def attacker_refusal(state: PanzerState, unit: Unit, target: UnitId) -> Refusal | None:
    """Why a unit may not start an attack on foot now, wherever the target is; None if it may (na:6.6.1.1, na:6.6.1.2).

    Squads, half-squads and sections on the map that are not Suppressed, with a MOVE not used yet (na:6.6.2).
    """
    name, by = state.name(unit.id), rule(state, target)
    if not isinstance(state.card(unit.id), LegCard):
        return Refusal(f"{name} is no leg unit; vehicles Overrun in the Movement Step", by)
    if not state.edition.sections_assault and unit.size is LegStep.SECTION:
        return Refusal(f"{name} is a section; only squads and half-squads attack on foot", _alone(state, target))
    if unit.presence is Presence.CARRIED:
        return Refusal(f"{name} is mounted; it may make a Dismount Attack in the Movement Step", f"{by}d")
    if not unit.on_map:
        return Refusal(f"{name} is not on the map", by)
    if unit.suppressed:
        return Refusal(f"{name} is Suppressed and may not start a {what(state, target)}", by)
    if unit.morale is not None:
        return Refusal(f"{name} has {unit.morale.value} and may not start a {what(state, target)}", "or:7.1.5")
    if unit.command is not Command.MOVE:
        return Refusal(f"{name} has no MOVE command, which it needs to attack", by)
    if state.combats.target_of(unit.id) is not None:
        again = "attacks nobody else" if unit.id in state.combats.barred else "attacks one target only"
        return Refusal(f"{name} has announced an attack in this turn and {again}", f"{by}b")
    if (razed := state.combats.razed_by(unit.id)) is not None:
        ground = state.tables.terrain[razed.terrain].name
        return Refusal(f"{name} has announced an attack on the {ground} in {razed.hex}, and makes no other", f"{by}b")
    if unit.moved:
        return Refusal(f"{name} has completed its move", "na:4.5.1.1a")
    return None


def _alone(state: PanzerState, target: UnitId) -> str:
    """The rule of the miniatures edition on who attacks such a target."""
    return "min:16.9.1.1" if isinstance(state.card(target), VehicleCard) else "min:16.10.1"


def attackers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side that might start an attack on foot now."""
    if not state.has(Switch.CLOSE_COMBAT):
        return ()
    return tuple(
        u
        for u in state.of(side)
        if u.command is Command.MOVE
        and not u.suppressed
        and u.morale is None
        and not u.moved
        and isinstance(state.card(u.id), LegCard)
        and (state.edition.sections_assault or u.size is not LegStep.SECTION)
        and not state.combats.bound(u.id)
    )


def target_refusal(state: PanzerState, side: SideId, target: UnitId) -> Refusal | None:
    """Why a unit may not be attacked now; None if it may: an enemy on the map, spotted, and open to new attacks."""
    struck = state.units.get(target)
    if struck is None or struck.side == side or isinstance(state.card(target), AircraftCard | BatteryCard):
        return Refusal(f"{target} is no unit that {side} could attack", "na:6.6.1")
    name, by = state.name(target), rule(state, target)
    if struck.presence is Presence.CARRIED:
        return Refusal(f"{name} is mounted; attack its vehicle", by)
    if not struck.on_map:
        return Refusal(f"{name} is not on the map", by)
    if target in state.combats.closed:
        return Refusal(
            f"the attacks on {name} have been announced; all of them had to be before the first was resolved", f"{by}b"
        )
    if not spotted(state, side, target):
        return Refusal(f"{name} is not spotted", by)
    return None


# -- from where --------------------------------------------------------------------------------------


def height_refusal(state: PanzerState, unit: Unit, target: Unit, hex_: Hex) -> Refusal | None:
    """Not 2 or more Heights above or below (na:6.6.1.1, na:6.6.1.2)."""
    apart = abs(height_in(state, target) - height_in(state, unit, hex_))
    if apart < 2:
        return None
    names = f"{state.name(target.id)} and {state.name(unit.id)}"
    return Refusal(f"{names} are {apart} Heights apart; 1 is the most", rule(state, target.id))


def place_refusal(state: PanzerState, unit: Unit, target: Unit, hex_: Hex) -> Refusal | None:
    """Why a unit cannot fight a target from a hex, in which it stands or into which it advances; None if it can."""
    if target.hex is None or hex_ not in state.board or not beside(state, hex_, target.hex):
        return Refusal(f"{hex_} is not adjacent to {state.name(target.id)} on the map", rule(state, target.id))
    if (wrong := height_refusal(state, unit, target, hex_)) is not None:
        return wrong
    if hex_ != unit.hex and way_to(state, unit, target, hex_) is None:
        return advance_refusal(state, unit, target) or step_refusal(state, unit, hex_) or _too_far(state, target, hex_)
    return group_refusal(state, unit.id, hex_)


def _too_far(state: PanzerState, target: Unit, hex_: Hex) -> Refusal:
    return Refusal(f"{hex_} is more than an Advancing Attack away", rule(state, target.id, "a"))


def group_refusal(state: PanzerState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a unit may not end in a hex: those that share its MOVE could not end within Command Range (na:6.6.11)."""
    if shared.open_of(state, unit, (hex_,), tuple(Rate)):
        return None
    return Refusal(f"those who share the MOVE of {state.name(unit)} could not end near {hex_}", "na:6.6.11")


def advance_refusal(state: PanzerState, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit makes no Advancing Attack at all; None if it may (na:6.6.1.1a, na:6.6.1.2a)."""
    by, name = rule(state, target.id, "a"), state.name(unit.id)
    if burdened(state, unit):
        return Refusal(f"{name} has attached weapons, with which a section makes no Advancing Attack", by)
    if unit.full_cover:
        return Refusal(f"{name} is in Full Cover and attacks adjacent units only", "na:6.1.4.2c")
    return None


def step_refusal(state: PanzerState, unit: Unit, hex_: Hex) -> Refusal | None:
    """Why a leg unit cannot go into a hex next to its own: closed ground, or an opposing unit in it."""
    if unit.hex is None or distance(unit.hex, hex_) != 1 or hex_ not in state.board:
        return Refusal(f"{hex_} is not next to {state.name(unit.id)}", "na:6.6.4.1")
    if unit.floor:
        return Refusal(
            f"{state.name(unit.id)} is on an upper floor; it leaves the building from the ground", "na:6.6.4.1"
        )
    direction = direction_between(unit.hex, hex_)
    costs = terrain_costs(state.board, state.tables, foot.going(state, unit))
    crossing = costs.crossing(unit.hex, direction) if direction is not None else None
    if crossing is not None and crossing.refusal is not None:
        return crossing.refusal
    return opposed(state, unit, hex_)


def opposed(state: PanzerState, unit: Unit, hex_: Hex) -> Refusal | None:
    """An opposing unit in a hex, with which no move ends; an abandoned vehicle opposes nobody (na:4.5.1.1.10)."""
    there = next((u for u in state.in_hex(hex_) if u.side != unit.side and not u.bailed_out), None)
    return Refusal(f"{state.name(there.id)} is in {hex_}", "na:4.5.1.1.10") if there is not None else None


def ways(state: PanzerState, unit: Unit, target: Unit) -> Mapping[Hex, Way]:
    """The hexes next to a target into which a unit may advance to attack it (na:6.6.1.1a, na:6.6.1.2a).

    One hex, for 1 of the allowance whatever its terrain; motorcycle units up to half of theirs (na:6.6.4.4), in the
    miniatures edition all (min:16.9.1.4, min:16.10.1), into hexes with room for them (min:9.9).
    """
    if unit.hex is None or target.hex is None or advance_refusal(state, unit, target) is not None:
        return {}
    around = [h for h in target.hex.neighbours() if h in state.board and h != unit.hex]
    if state.edition.advances_by_half:
        coming = state.combats.coming_to
        free = [h for h in around if not coming(h) or stands.fits(state, unit.id, h, coming(h))]
        found = dict(_rides(state, unit, free))
    else:
        found = {h: Way(unit.id, (h,)) for h in around if step_refusal(state, unit, h) is None}
        if foot.motorcycles(state, unit):
            found = {**dict(_rides(state, unit, around)), **found}
    return {h: way for h, way in found.items() if height_refusal(state, unit, target, h) is None}


def _rides(state: PanzerState, unit: Unit, hexes: Iterable[Hex]) -> Iterator[tuple[Hex, Way]]:
    """The ways of a motorcycle unit for up to half of its allowance, by terrain or along a route, past no opposing
    unit; in the miniatures edition of all, who pass through opposing units (min:9.9)."""
    for rate in (Rate.ROUTE, Rate.CROSS_COUNTRY):
        try:
            active = movement_move.begin(state, unit.id, rate)
            reached = reach.reachable(state, unit.id, active, rate)
        except (IllegalOrder, ValueError):
            continue
        for hex_ in hexes:
            there = reached.get(hex_)
            way = _ride(state, unit, active, there.steps) if there is not None else None
            if way is not None:
                yield hex_, way


def _ride(state: PanzerState, unit: Unit, active: ActiveMove, steps: Sequence[str]) -> Way | None:
    """A way within reach, if half of the allowance that it earns covers it and nobody is where it may not be."""
    trail: list[Hex] = []
    scratch, move = state, active
    for step in steps:
        result = movement_move.take_step(scratch, move, step)
        scratch, move = movement_move.follow(scratch, result), result.move
        if result.hex is not None and result.hex != (trail[-1] if trail else unit.hex):
            trail.append(result.hex)
    half = mover(state, unit.id).total(move) // 2
    barred = trail[-1:] if state.edition.advances_by_half else trail
    if not trail or move.spent > half or any(opposed(state, unit, h) is not None for h in barred):
        return None
    return Way(unit.id, tuple(trail), move.spent)


def _riding(state: PanzerState, unit: Unit) -> int:
    """Hexes that a motorcycle unit may cover at most on its way to attack: half of its allowance.

    In the miniatures edition any unit (min:16.9.1.4).
    """
    card = state.card(unit.id)
    if state.edition.advances_by_half and isinstance(card, LegCard) and not foot.motorcycles(state, unit):
        return card.move[0] // 2
    rides = isinstance(card, LegCard) and card.motorcycle is not None and foot.motorcycles(state, unit)
    return max(card.motorcycle) // 2 if rides and isinstance(card, LegCard) and card.motorcycle is not None else 0


def way_to(state: PanzerState, unit: Unit, target: Unit, hex_: Hex) -> Way | None:
    """The Advancing Attack of a unit into a hex; None if there is none."""
    return ways(state, unit, target).get(hex_)


def places(state: PanzerState, unit: Unit, target: Unit) -> tuple[Hex, ...]:
    """The hexes from which a unit can fight a target, its own first."""
    if unit.hex is None or target.hex is None:
        return ()
    far = distance(unit.hex, target.hex)
    if far > ADVANCE_FROM and far - 1 > _riding(state, unit):
        return ()
    able = sorted(ways(state, unit, target))
    if beside(state, unit.hex, target.hex) and height_refusal(state, unit, target, unit.hex) is None:
        able.insert(0, unit.hex)
    return tuple(shared.open_of(state, unit.id, able, tuple(Rate)))


# -- whole attacks -----------------------------------------------------------------------------------


@remembered
def possible(state: PanzerState, side: SideId) -> dict[UnitId, dict[UnitId, tuple[Hex, ...]]]:
    """All that a side could attack on foot now: for each target its attackers, and the hexes from which they can."""
    able = attackers(state, side)
    found: dict[UnitId, dict[UnitId, tuple[Hex, ...]]] = {}
    for target in state.of(state.scenario.enemy(side)) if able else ():
        mine = {
            u.id: hexes
            for u in able
            if (hexes := places(state, u, target)) and shared_refusal(state, u.id, target.id) is None
        }
        if mine and target_refusal(state, side, target.id) is None:
            found[target.id] = mine
    return found


def shared_refusal(state: PanzerState, unit: UnitId, target: UnitId) -> Refusal | None:
    """Why a shared MOVE keeps a unit from attacking a target: others of it attack another (na:6.6.11)."""
    return shared.attack_refusal(state, unit, target, dict(state.combats.attacked))


def planned(
    state: PanzerState, target: UnitId, attacks: Sequence[Attack]
) -> tuple[tuple[Attack, ...], tuple[Way, ...]]:
    """Attacks each with the hex from which they are fought, and the ways of those who advance into it."""
    struck = state.units[target]
    placed: list[Attack] = []
    moving: list[Way] = []
    for attack in attacks:
        hex_ = attack.hex if attack.hex is not None else state.units[attack.primary].hex
        if hex_ is None:
            raise IllegalOrder(f"{state.name(attack.primary)} is not on the map", rule(state, target))
        placed.append(evolve(attack, hex=hex_))
        for unit in attack.units:
            there = hex_ if unit == attack.primary else attack.hex_of(unit) or hex_
            if state.units[unit].hex != there and (way := way_to(state, state.units[unit], struck, there)) is not None:
                moving.append(way)
    return tuple(placed), tuple(moving)


def check_attacks(state: PanzerState, side: SideId, target: UnitId, attacks: Sequence[Attack]) -> None:
    """All attacks on one target, as they are announced together (na:6.6.1.1b, na:6.6.1.2b).

    Those from one hex are one attack; each unit attacks once.
    """
    refuse(target_refusal(state, side, target))
    struck = state.units[target]
    if not attacks:
        raise IllegalOrder("no attacker is named", rule(state, target))
    for unit_id in (u for attack in attacks for u in attack.units):
        unit = own_unit(state, side, unit_id, "na:3.1")
        refuse(attacker_refusal(state, unit, target) or shared_refusal(state, unit_id, target))
    units = [u for attack in attacks for u in attack.units]
    if len(set(units)) != len(units):
        raise IllegalOrder("each unit attacks once", rule(state, target))
    placed, moving = planned(state, target, attacks)
    _check_groups(state, target, placed, moving)
    for attack in placed:
        for unit_id in attack.units:
            hex_ = attack.hex_of(unit_id)
            refuse(place_refusal(state, state.units[unit_id], struck, hex_) if hex_ is not None else None)


def _check_groups(state: PanzerState, target: UnitId, placed: Sequence[Attack], moving: Sequence[Way]) -> None:
    """Those in one hex combine (na:6.6.1.1b, na:6.6.1.2b); in the miniatures edition against a vehicle nobody does, and
    against others two (min:16.9.1.5, min:16.10)."""
    most = state.edition.hand_to_hand_most
    if most is None:
        hexes = [attack.hex for attack in placed]
        if len(set(hexes)) != len(hexes):
            raise IllegalOrder("units in one hex that attack the same target combine", rule(state, target, "b"))
        return
    if isinstance(state.card(target), VehicleCard):
        if any(attack.others for attack in placed):
            raise IllegalOrder("each unit attacks a vehicle by itself", "min:16.9.1.5")
    elif len(placed) > 1 or sum(len(attack.units) for attack in placed) > most:
        raise IllegalOrder("two units attack together at most, in one combat", "min:16.10")
    ends = [(way.unit, way.hexes[-1]) for way in moving]
    for at, (unit, hex_) in enumerate(ends):
        crowd = [other for other, there in ends[:at] if there == hex_]
        if crowd and not stands.fits(state, unit, hex_, crowd):
            raise IllegalOrder(f"there is no room for both in {hex_}", "min:9.9")


def joined(
    state: PanzerState, target: UnitId, attacks: Sequence[Attack], unit: UnitId, hex_: Hex
) -> tuple[Attack, ...]:
    """The attacks on a target with one more unit, which fights from a hex."""
    fighters = [(u, h) for a in attacks for u in a.units if (h := a.hex_of(u)) is not None]
    return grouped(state, target, (*fighters, (unit, hex_)))


def may_join(
    state: PanzerState, side: SideId, target: UnitId, attacks: Sequence[Attack], unit: UnitId, hex_: Hex
) -> bool:
    """Whether a unit that could attack by itself may do so beside these: always, where any number may (min:9.9,
    min:16.10)."""
    most = state.edition.hand_to_hand_most
    if most is None or not attacks:
        return True
    fighting = sum(len(attack.units) for attack in attacks)
    if fighting >= most and not isinstance(state.card(target), VehicleCard):
        return False
    try:
        check_attacks(state, side, target, joined(state, target, attacks, unit, hex_))
    except IllegalOrder:
        return False
    return True


def grouped(state: PanzerState, target: UnitId, fighters: Iterable[tuple[UnitId, Hex]]) -> tuple[Attack, ...]:
    """The attacks of units on a target, each with the hex from which it fights, as they have to combine.

    Who comes first leads in his hex, and in the miniatures edition the two who fight one unit (min:16.10.2).
    """
    most = state.edition.hand_to_hand_most
    if most is None:
        found: dict[Hex, list[UnitId]] = {}
        for unit, hex_ in fighters:
            found.setdefault(hex_, []).append(unit)
        return tuple(Attack(units[0], tuple(units[1:]), hex_) for hex_, units in found.items())
    each = tuple(fighters)
    if isinstance(state.card(target), VehicleCard) or len(each) < 2:
        return tuple(Attack(unit, (), hex_) for unit, hex_ in each)
    (primary, hex_), *others = each[:most]
    return (Attack(primary, tuple(u for u, _ in others), hex_, tuple(h for _, h in others)),)
