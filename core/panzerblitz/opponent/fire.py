"""Which attacks promise most, judged by the exact chances of the real resolution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzerblitz.close.close_assault import assault_targets, assault_terms, assaulters
from core.panzerblitz.close.orders import CloseAssault
from core.panzerblitz.fire.attacks_begun import Begun, attack_of, by_strength
from core.panzerblitz.fire.combat import battle_terms, check_attack, methods
from core.panzerblitz.fire.firing import all_bearing
from core.panzerblitz.fire.orders import Announce, Resolve
from core.panzerblitz.fire.targets import elements, has_enemy
from core.panzerblitz.mines.minefields import fields_beside, probe_refusal
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.move import move_refusal
from core.panzerblitz.opponent.aims import DUE, aim_of
from core.panzerblitz.opponent.homeward import boards
from core.panzerblitz.opponent.worth import gain
from core.panzerblitz.pieces.attacks import Attack, Method
from core.panzerblitz.pieces.reference import ODDS
from core.panzerblitz.pieces.reference import Kind as UnitKind
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep

#: What using an attacker costs, and every point of its factor, so that no fire is wasted on what is gone already.
EACH, POINT = 0.02, 0.001
#: What a point of an Attack Factor may be worth elsewhere: fire is shared out by each price, the best sharing is taken.
PRICES = (POINT, 0.01, 0.02, 0.035, 0.055)
#: No more attackers than so many are tried against a hex.
POOL = 12


def announce(state: BlitzState, side: SideId) -> Order:
    """The best attack not yet announced; the end of the announcements when none is worth it."""
    best = _shared_out(state, side)
    if best is not None:
        return Announce(attack=best)
    if kind_of(state.step) is Kind.FIRE:
        for own in state.of(side):
            if state.type(own.id).kind is UnitKind.ENGINEER and probe_refusal(state, own) is None:
                for field in fields_beside(state, own):
                    if _own_mines(state, side, field) and not state.temper.own_mines:
                        continue
                    return ClearMines(unit=own.id, hex=field)
    return Resolve()


def _shared_out(state: BlitzState, side: SideId) -> Attack | None:
    """The first attack of the sharing out of all fire that wins most; without `shares` the best attack alone."""
    bearing = {
        h: tuple(u for u in units if not boards(state, state.units[u]))
        for h, units in all_bearing(state, side).items()
        if has_enemy(state, side, h)
    }
    firing = tuple(dict.fromkeys(u for units in bearing.values() for u in units))
    plain = _costs(state, firing)
    if not state.temper.shares:
        first = next(_sharing(state, side, bearing, plain), None)
        return first[1] if first is not None else None
    best: tuple[float, Attack] | None = None
    for price in PRICES:
        costs = plain.with_points_at(price, {u: state.type(u).attack for u in firing})
        shared = list(_sharing(state, side, bearing, costs))
        won = sum(value + costs.of(attack) - plain.of(attack) for value, attack in shared)
        if shared and (best is None or won > best[0]):
            best = won, shared[0][1]
    return best[1] if best is not None else None


def _sharing(
    state: BlitzState, side: SideId, bearing: Mapping[Hex, tuple[UnitId, ...]], costs: Costs
) -> Iterator[tuple[float, Attack]]:
    """The best attack and what it is worth beyond what it costs, then the best that those left can make, and so on."""
    left = dict(bearing)
    found = {h: best_attack(state, side, h, units, costs) for h, units in left.items()}
    while made := [(value, attack) for value, attack in filter(None, found.values())]:
        value, attack = max(made, key=lambda one: one[0])
        yield value, attack
        del found[attack.hex], left[attack.hex]
        used = frozenset(_used(attack))
        for hex_, units in left.items():
            if not used.isdisjoint(units):
                left[hex_] = tuple(u for u in units if u not in used)
                found[hex_] = best_attack(state, side, hex_, left[hex_], costs)


def _used(attack: Attack) -> Iterator[UnitId]:
    return (a for battle in attack.battles for a in battle.attackers)


def _own_mines(state: BlitzState, side: SideId, hex_: Hex) -> bool:
    field = state.minefield(hex_)
    return field is not None and field.side == side


@frozen
class Costs:
    """What it costs that units fire. each: by unit; due: those who should rather be on their way elsewhere."""

    each: Mapping[UnitId, float]
    due: frozenset[UnitId]

    def of(self, attack: Attack) -> float:
        """What an attack costs."""
        return sum(self.each[a] for a in _used(attack))

    def with_points_at(self, price: float, factors: Mapping[UnitId, int]) -> Costs:
        """The same if every point of an Attack Factor had such a price."""
        return evolve(self, each={u: cost + (price - POINT) * factors[u] for u, cost in self.each.items()})


def _costs(state: BlitzState, units: Iterable[UnitId]) -> Costs:
    due = frozenset(u for u in units if _is_due(state, u))
    return Costs({u: EACH + POINT * state.type(u).attack + state.temper.delay * (u in due) for u in units}, due)


def _is_due(state: BlitzState, unit: UnitId) -> bool:
    own = state.units[unit]
    moves = state.type(unit).movement > 0 and kind_of(state.step) is Kind.FIRE
    return moves and move_refusal(state, own) is None and aim_of(state, own).urgency >= DUE


def best_attack(
    state: BlitzState, side: SideId, hex_: Hex, units: tuple[UnitId, ...], costs: Costs
) -> tuple[float, Attack] | None:
    """The best attack on a hex by any method, and what it is worth beyond what it costs."""
    best: tuple[float, Attack] | None = None
    pool = tuple(sorted(by_strength(state, units), key=lambda u: u in costs.due))[:POOL]
    for method in methods(state, side, hex_):
        tries = (
            _divided(state, side, hex_, pool) if method is Method.MULTIPLE else _joined(state, side, hex_, method, pool)
        )
        for made in tries:
            found = _judged(state, side, made, costs)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return _sparing(state, side, best, costs) if best is not None and best[0] >= state.temper.least else None


def _judged(state: BlitzState, side: SideId, made: Begun, costs: Costs) -> tuple[float, Attack] | None:
    try:
        attack = attack_of(state, side, made)
        terms = [battle_terms(state, side, made.hex, made.method, b) for b in attack.battles]
    except IllegalOrder:
        return None
    return sum(gain(state, t) for t in terms) - sum(costs.each[a] for a in made.used), attack


def _joined(state: BlitzState, side: SideId, hex_: Hex, method: Method, pool: tuple[UnitId, ...]) -> Iterator[Begun]:
    """One battle with ever more attackers, the strongest first; those that do not fit the others stay out."""
    made = Begun(hex_, method)
    for unit in pool:
        wider = made.joined(unit)
        try:
            attack = attack_of(state, side, wider)
            terms = battle_terms(state, side, hex_, method, attack.battles[0])
        except IllegalOrder as error:
            if error.rule == "pb:PB-COMBAT-A":
                made = wider
            continue
        made = wider
        yield made
        if terms.odds == ODDS[-1]:
            return


def _divided(state: BlitzState, side: SideId, hex_: Hex, pool: tuple[UnitId, ...]) -> Iterator[Begun]:
    """Multiple attacks in which each unit of the stack in turn gets attackers until it has certain odds."""
    most = len(elements(state, side, hex_))
    for wanted in ODDS[ODDS.index("1-1") :]:
        made = Begun(hex_, Method.MULTIPLE)
        rest = list(pool)
        while rest and len(made.battles) <= most:
            made = made.joined(rest.pop(0))
            try:
                battle = attack_of(state, side, made).battles[-1]
                terms = battle_terms(state, side, hex_, Method.MULTIPLE, battle)
            except IllegalOrder:
                continue
            if len(made.battles) > 1:
                yield made
            if ODDS.index(terms.odds) >= ODDS.index(wanted):
                made = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))


def _sparing(state: BlitzState, side: SideId, best: tuple[float, Attack], costs: Costs) -> tuple[float, Attack] | None:
    """The same attack without those who add nothing to it, if it may be announced."""
    value, attack = best
    if len(attack.battles) == 1:
        for unit in reversed(attack.battles[0].attackers):
            fewer = tuple(a for a in attack.battles[0].attackers if a != unit)
            found = _judged(state, side, Begun(attack.hex, attack.method, (fewer,)), costs) if fewer else None
            if found is not None and found[0] > value:
                value, attack = found
    try:
        check_attack(state, side, attack)
    except IllegalOrder:
        return None
    return value, attack


def close_assault(state: BlitzState, side: SideId) -> Order:
    """The best Close Assault; attackers risk nothing, so any is worth it that leaves none better without them."""
    best: tuple[float, Hex, tuple[UnitId, ...]] | None = None
    for hex_ in assault_targets(state, side):
        attackers = assaulters(state, side, hex_)
        found = _assault(state, side, hex_, attackers)
        for unit in sorted(attackers, key=lambda a: state.type(a).attack):
            fewer = tuple(a for a in attackers if a != unit)
            if fewer and (less := _assault(state, side, hex_, fewer)) >= found:
                attackers, found = fewer, less
        if found > 0 and (best is None or found > best[0]):
            best = found, hex_, attackers
    return FinishStep() if best is None else CloseAssault(hex=best[1], attackers=best[2])


def _assault(state: BlitzState, side: SideId, hex_: Hex, attackers: tuple[UnitId, ...]) -> float:
    try:
        return gain(state, assault_terms(state, side, hex_, attackers))
    except IllegalOrder:
        return 0.0
