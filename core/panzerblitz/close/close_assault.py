"""Close Assault Tactics: infantry, engineers and cavalry against what is next to them (pb:PB-CAT-1, pb:PB-CAT-B)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzerblitz.close.orders import CloseAssault
from core.panzerblitz.fire.factoring import assault_factor, defense_of, die_modifiers, joined, odds_column
from core.panzerblitz.fire.results import Terms, resolve
from core.panzerblitz.fire.targets import elements, has_enemy
from core.panzerblitz.ground.stacking import enemies_in_way
from core.panzerblitz.own import own_on_map
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState

#: Kinds with which Engineers must be stacked to win a column (pb:PB-CAT-E).
_WITH_ENGINEERS = (Kind.INFANTRY, Kind.CAVALRY)


def assault_refusal(state: BlitzState, unit: Unit) -> Refusal | None:
    """Why a unit may not close-assault anything now.

    Not after a normal attack, but after moving (pb:PB-CAT-C, pb:PB-CAT-F), without road rate, cavalry by one hex only
    (pb:PB-CAT-I); never halftracks (pb:PB-CAT-J); not those just unloaded (pb:PB-TRANS-B), but for riders that jumped
    off (pb:PB-OPT-PBA-1); not from a fortification with enemies on it (pb:PB-FORT-L).
    """
    type_ = state.type(unit.id)
    if not type_.close_assault:
        rule = "pb:PB-CAT-J" if type_.kind is Kind.HALFTRACK else "pb:PB-CAT-1"
        return Refusal(f"{type_.name} does not use Close Assault Tactics", rule)
    if unit.carrier is not None:
        return Refusal("it is carried", "pb:PB-TRANS-B")
    if unit.dispersed:
        return Refusal("it is dispersed", "pb:PB-CRT-D")
    if unit.fired:
        return Refusal("it has attacked in this turn", "pb:PB-CAT-C")
    if unit.operation is not None and unit.jumped is None:
        return Refusal("it was loaded or unloaded in this turn", "pb:PB-TRANS-B")
    if unit.road:
        return Refusal("it has moved at road rate in this turn", "pb:PB-CAT-I")
    if type_.kind is Kind.CAVALRY and unit.entered > 1:
        return Refusal("cavalry that assaults moves one hex at most", "pb:PB-CAT-I")
    if unit.inside and unit.hex is not None and enemies_in_way(state, unit.side, unit.hex):
        return Refusal("enemies stand on its fortification", "pb:PB-FORT-L")
    return None


def reach_refusal(state: BlitzState, unit: Unit, hex_: Hex) -> Refusal | None:
    """Why a unit cannot assault this hex: it must lie next to it, or on top of the fortification (pb:PB-CAT-A)."""
    if unit.hex is None or distance(unit.hex, hex_) > 1:
        return Refusal("it is not next to the target", "pb:PB-CAT-A")
    if unit.jumped is not None and unit.jumped != hex_:
        return Refusal("it must assault the unit that was overrun", "pb:PB-OPT-PBA-1")
    return None


def assaulters(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """All units of a side that may join in a Close Assault on a hex."""
    return tuple(
        u.id
        for near in (hex_, *hex_.neighbours())
        for u in state.loose(near)
        if u.side == side and assault_refusal(state, u) is None and reach_refusal(state, u, hex_) is None
    )


def assault_targets(state: BlitzState, side: SideId) -> tuple[Hex, ...]:
    """Hexes with enemies that a side may still assault."""
    near: set[Hex] = set()
    for unit in state.of(side):
        if unit.hex is not None and assault_refusal(state, unit) is None:
            near.update(h for h in (unit.hex, *unit.hex.neighbours()) if h in state.board)
    return tuple(h for h in sorted(near) if target_refusal(state, side, h) is None and assaulters(state, side, h))


def target_refusal(state: BlitzState, side: SideId, hex_: Hex) -> Refusal | None:
    """Why a hex may not be assaulted; any unit anywhere may (pb:PB-CAT-H), once in a Player-Turn (pb:PB-CAT-D)."""
    there = elements(state, side, hex_)
    if not there or not has_enemy(state, side, hex_):
        return Refusal(f"there is no enemy in {hex_}", "pb:PB-CAT-A")
    if any(t in state.assaulted for t in there):
        return Refusal("a stack suffers one Close Assault in a turn", "pb:PB-CAT-D")
    return None


def assault_terms(state: BlitzState, side: SideId, hex_: Hex, attackers: tuple[UnitId, ...]) -> Terms:
    """All that decides a Close Assault: the whole stack defends as one (pb:PB-CAT-D). IllegalOrder below 1-4."""
    targets = elements(state, side, hex_)
    factors = joined(state, hex_, tuple(assault_factor(state, a, hex_) for a in attackers))
    attack = sum(f.amount for f in factors)
    defense = sum(defense_of(state, t) for t in targets)
    engineers = engineers_lead(state, attackers)
    shift = state.tables.shifts["engineers"] if engineers else 0
    odds = odds_column(attack, defense, shift)
    if odds is None:
        raise IllegalOrder(f"{attack} against {defense} is below 1-4", "pb:PB-COMBAT-A")
    why = (("engineers with infantry: one column up", "pb:PB-CAT-E"),) if engineers else ()
    modifiers = die_modifiers(state, hex_, Method.CLOSE_ASSAULT, targets)
    return Terms(side, hex_, Method.CLOSE_ASSAULT, targets, factors, attack, defense, odds, modifiers, None, why)


def engineers_lead(state: BlitzState, attackers: tuple[UnitId, ...]) -> bool:
    """Whether engineers assault stacked with infantry or cavalry in at least one hex (pb:PB-CAT-E)."""
    engineers = {state.units[a].hex for a in attackers if state.type(a).kind is Kind.ENGINEER}
    others = {state.units[a].hex for a in attackers if state.type(a).kind in _WITH_ENGINEERS}
    return bool(engineers & others)


# -- orders ----------------------------------------------------------------------------------------


def check_assault(state: BlitzState, side: SideId, order: CloseAssault) -> None:
    """Attackers that may assault, next to enemies not yet assaulted."""
    if order.hex not in state.board:
        raise IllegalOrder(f"{order.hex} is not on the map", "pb:PB-CAT-A")
    refuse(target_refusal(state, side, order.hex))
    if not order.attackers or len(set(order.attackers)) != len(order.attackers):
        raise IllegalOrder("name each attacker once", "pb:PB-CAT-A")
    for attacker in order.attackers:
        unit = own_on_map(state, side, attacker, "pb:PB-CAT-1")
        why = assault_refusal(state, unit) or reach_refusal(state, unit, order.hex)
        if why is not None:
            raise IllegalOrder(f"{state.name(attacker)}: {why.reason}", why.rule)
    assault_terms(state, side, order.hex, order.attackers)


def assault(state: BlitzState, side: SideId, order: CloseAssault, dice: Dice) -> Iterator[Event]:
    """Resolve a Close Assault with one roll."""
    yield resolve(state, assault_terms(state, side, order.hex, order.attackers), dice)


def still_to_assault(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """Units of a side that can join a Close Assault now."""
    return tuple(dict.fromkeys(u for h in assault_targets(state, side) for u in assaulters(state, side, h)))
