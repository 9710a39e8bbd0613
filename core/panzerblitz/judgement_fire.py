"""Which attacks promise most, judged by the exact chances of the real resolution."""

from __future__ import annotations

from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzerblitz import orders as o
from core.panzerblitz.choices_fire import Begun, attack_of, by_strength
from core.panzerblitz.close_assault import assault_targets, assault_terms, assaulters
from core.panzerblitz.combat import check_attack, methods
from core.panzerblitz.firing import all_bearing
from core.panzerblitz.mines import fields_beside, probe_refusal
from core.panzerblitz.reference import Kind as UnitKind
from core.panzerblitz.results import Terms, loss_chance
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.situation import Goal, Measure
from core.panzerblitz.state import Attack, BlitzState, Method
from core.panzerblitz.targets import has_enemy, with_load

#: What a dispersed unit is worth of one eliminated.
DOWN = 0.3
#: What using an attacker costs, so that fire is not wasted on what is gone already.
EACH = 0.02
#: An attack worth less than this is not made.
LEAST = 0.1


def worth(state: BlitzState, unit: UnitId) -> float:
    """What the loss of an element costs its side: each unit with men counts, strong ones more."""
    total = 0.0
    for lost in with_load(state, unit):
        type_ = state.type(lost.id)
        if not type_.manned:
            continue
        weight = max((g.weights.get(type_.id, 1) for g in _loss_goals(state, lost.side)), default=1)
        total += weight + (type_.attack + type_.defense) / 30
    return total


def _loss_goals(state: BlitzState, side: SideId) -> list[Goal]:
    return [g for g in state.situation.goals if g.measure is Measure.LOSSES and g.side != side]


def gain(state: BlitzState, terms: Terms) -> float:
    """What an attack is expected to win."""
    total = 0.0
    for target in terms.targets:
        lost, down = loss_chance(state, terms, target)
        total += worth(state, target) * (lost + DOWN * down)
    return total


def announce(state: BlitzState, side: SideId) -> Order:
    """The best attack not yet announced; the end of the announcements when none is worth it."""
    best: tuple[float, Attack] | None = None
    for hex_, units in all_bearing(state, side).items():
        if not has_enemy(state, side, hex_):
            continue
        found = best_attack(state, side, hex_, units)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is not None and best[0] >= LEAST:
        return o.Announce(attack=best[1])
    if kind_of(state.step) is Kind.FIRE:
        for unit in state.of(side):
            fields = fields_beside(state, unit)
            if fields and probe_refusal(state, unit) is None and state.type(unit.id).kind is UnitKind.ENGINEER:
                return o.ClearMines(unit=unit.id, hex=fields[0])
    return o.Resolve()


def best_attack(state: BlitzState, side: SideId, hex_: Hex, units: tuple[UnitId, ...]) -> tuple[float, Attack] | None:
    """The best attack on a hex: attackers are joined, strongest first, as long as they improve it."""
    best: tuple[float, Attack] | None = None
    pool = by_strength(state, units)
    for method in methods(state, side, hex_):
        if method is Method.MULTIPLE:
            continue
        made = Begun(hex_, method)
        before = 0.0
        for unit in pool:
            wider = made.joined(unit)
            try:
                attack = attack_of(state, side, wider)
                terms = check_attack(state, side, attack)
            except IllegalOrder as error:
                if error.rule == "pb:PB-COMBAT-A":
                    made = wider
                continue
            now = gain(state, terms[0]) - EACH * len(attack.battles[0].attackers)
            if now <= before and made.used:
                continue
            made, before = wider, now
            if best is None or now > best[0]:
                best = now, attack
            if terms[0].odds == "4-1":
                break
    return best


def close_assault(state: BlitzState, side: SideId) -> Order:
    """The best Close Assault; attackers risk nothing, so any is worth it."""
    best: tuple[float, Hex, tuple[UnitId, ...]] | None = None
    for hex_ in assault_targets(state, side):
        attackers = assaulters(state, side, hex_)
        try:
            found = gain(state, assault_terms(state, side, hex_, attackers))
        except IllegalOrder:
            continue
        if best is None or found > best[0]:
            best = found, hex_, attackers
    if best is None or best[0] <= 0:
        return o.FinishStep()
    return o.CloseAssault(hex=best[1], attackers=best[2])
