"""The odds panel: who counts what and why, odds column, die, chances, and the three methods side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from attrs import evolve

from core.book.chapter import head_of, value_of
from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.close.choices import assault_order
from core.panzerblitz.close.choices_overrun import overrun_order
from core.panzerblitz.close.close_assault import assault_terms
from core.panzerblitz.close.overrun import overrun_terms
from core.panzerblitz.fire.attacks_begun import Begun, attack_of, begun, by_strength, spelled_out
from core.panzerblitz.fire.attacks_completed import joint
from core.panzerblitz.fire.combat import check_attack, methods, roof_terms
from core.panzerblitz.fire.factoring import Factor
from core.panzerblitz.fire.firing import bearing
from core.panzerblitz.fire.results import OUTCOMES, Terms, loss_chance, result_chances
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.mines.minefields import fields_beside
from core.panzerblitz.movement.choices import move_order
from core.panzerblitz.movement.move import leave_cost, left, points
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.pieces.attacks import NORMAL, Method
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.presentation import OddsReport, Row


def odds_report(view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
    """Chances of the attack begun, as far as it is known; None if it is none."""
    weigh = _WEIGHED.get(head_of(partial[0])) if partial else None
    try:
        return weigh(view, side, partial) if weigh is not None else None
    except (IllegalOrder, ValueError, KeyError, IndexError):
        return None


def _assault(view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
    order = assault_order(view, side, partial)
    return report(view, (assault_terms(view, side, order.hex, order.attackers),)) if order is not None else None


def _overrun(view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
    order = overrun_order(view, side, partial)
    if order is None:
        return None
    return report(view, (overrun_terms(view, side, order.hex, tuple(r.unit for r in order.runs)),))


def _removal(view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
    if not fields_beside(view, view.units[UnitId(value_of(partial[0]))]):
        return None
    chance = view.tables.numbers["mine-removal"] / 6
    return OddsReport("Mine removal", (("removed", chance), ("not removed", 1 - chance)))


def _attack(view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
    spelled = spelled_out(view, side, partial)
    if not spelled:
        return None
    hex_ = view.board.hex(spelled[0].partition(":")[2])
    pool = by_strength(view, bearing(view, side, hex_))
    compared = tuple(compare(view, side, hex_, pool))
    if len(spelled) == 1:
        return OddsReport(f"Attack on {hex_}: the methods with all that bear", (), compared)
    made = begun(view, spelled)
    if "all" in partial:
        made = joint(view, side, made, pool) or made
    if not made.used:
        return OddsReport(f"{made.method.value.capitalize()} attack on {hex_}", (), compared)
    terms = check_attack(view, side, attack_of(view, side, made))
    found = report(view, terms, tuple(made.intensive))
    same = tuple(compare(view, side, hex_, tuple(made.used), made.intensive)) if len(compared) > 1 else ()
    return evolve(found, rows=(*found.rows, *same))


def _move(view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
    """The way of a move begun, and what it costs; None where it stays."""
    order = move_order(view, side, partial)
    if not isinstance(order, Move) or not order.path:
        return None
    unit = order.unit
    way = reach(view, unit, road=order.road).way(order.path[-1])
    cost = way.cost
    if order.leave:
        cost += leave_cost(view, unit, order.path[-1], road=order.road)
    rest = points(left(view, unit, cost))
    rows = [Row("Movement", f"{points(cost)} MF, {rest} left", "pb:PB-MOVE-C")]
    if view.minefield(order.path[-1]) is not None:
        text = f"stops it, and attacks it at {view.tables.mine_odds} when the enemy's Player-Turn begins"
        rows.append(Row("Minefield", text, "pb:PB-MINE-C", tone="bad"))
    elif way.steps[-1].stop:
        what = "Block" if view.blocked(order.path[-1]) else "Enemy fortification"
        rows.append(Row(what, "stops it: it goes no further in this turn", way.steps[-1].rule, tone="warn"))
    return OddsReport(f"{view.name(unit)} to {order.path[-1]}", (), tuple(rows), path=order.path)


def compare(
    view: BlitzState,
    side: SideId,
    hex_: Hex,
    pool: tuple[UnitId, ...],
    intensive: frozenset[UnitId] = frozenset(),
) -> Iterable[Row]:
    """The methods side by side for the same attackers: targets, odds, chances, and the loss to be expected."""
    for method in methods(view, side, hex_):
        terms = _by_method(view, side, Begun(hex_, method, intensive=intensive), pool)
        name = method.value.capitalize()
        if not terms:
            yield Row(name, "not possible with these attackers", "pb:PB-COMBAT-I", tone="dim")
            continue
        battles = "; ".join(_battle(view, t, named=method is not Method.COMBINATION) for t in terms)
        lost = sum(loss_chance(view, t, target)[0] for t in terms for target in t.targets)
        down = sum(loss_chance(view, t, target)[1] for t in terms for target in t.targets)
        there = len(elements(view, side, hex_))
        text = f"{battles}; of {there}: {lost:.2f} eliminated, {down:.2f} dispersed"
        yield Row(name, text, "pb:PB-COMBAT-I")


def _battle(view: BlitzState, terms: Terms, *, named: bool) -> str:
    """``Rifle 1 8:2 = 4-1 (D 33%, DD 17%, X 50%)``; without the target where it is the whole hex."""
    names = listed(view, terms.targets) + " " if named else ""
    odds = result_chances(view, terms)
    chances = ", ".join(f"{result.value} {odds[result]:.0%}" for result, _ in OUTCOMES if odds[result])
    return f"{names}{terms.attack}:{terms.defense} = {terms.odds} ({chances})"


def _by_method(view: BlitzState, side: SideId, begun_: Begun, pool: tuple[UnitId, ...]) -> tuple[Terms, ...]:
    made = joint(view, side, begun_, by_strength(view, pool))
    return check_attack(view, side, attack_of(view, side, made)) if made is not None else ()


# -- one attack in rows ----------------------------------------------------------------------------


def report(view: BlitzState, terms: tuple[Terms, ...], intensive: tuple[UnitId, ...] = ()) -> OddsReport:
    """Everything that decides an attack, and what may come of it; of several battles the first one's chances lead."""
    first = terms[0]
    rows: list[Row] = []
    for number, one in enumerate(terms, 1):
        rows += _rows(view, one, f"Battle {number}: " if len(terms) > 1 else "")
    if first.method in NORMAL:
        attackers = tuple(a for one in terms for a in one.attackers)
        roof = roof_terms(view, first.side, first.hex, first.method, attackers, intensive)
        rows += _rows(view, roof, "Second roll: ") if roof is not None else []
    odds = result_chances(view, first)
    outcomes = tuple((name, odds[result]) for result, name in OUTCOMES)
    title = f"{first.method.value.capitalize()} on {first.hex} at {first.odds}"
    return OddsReport(title, outcomes, tuple(rows), first.modifiers)


def _rows(view: BlitzState, terms: Terms, lead: str) -> list[Row]:
    names = ", ".join(view.name(t) for t in terms.targets)
    rows = [Row(f"{lead}Target", f"{names}, Defense Factor {terms.defense}", "pb:PB-FACT-3")]
    rows += [Row("", why, rule, tone="dim") for why, rule in terms.why]
    for factor in terms.factors:
        rows.append(Row(view.name(factor.unit), _said(factor), _rule(factor)))
    rows.append(Row("Odds", f"{terms.attack}:{terms.defense} = {terms.odds}", "pb:PB-COMBAT-A"))
    sums = ", ".join(f"{m.label} {m.amount:+d}" for m in terms.modifiers)
    rows.append(Row("Die", f"{terms.net:+d}{f' ({sums})' if sums else ''}", "pb:PB-CRT-2"))
    odds = result_chances(view, terms)
    chances = ", ".join(f"{result.value} {odds[result]:.0%}" for result, _ in OUTCOMES)
    rows.append(Row("Results", chances, "pb:PB-CRT-1"))
    return rows


def _said(factor: Factor) -> str:
    """``16 -> 4: 1/2 A class, non-armored target; 1/2 target on a hilltop``."""
    if not factor.changes:
        return f"{factor.amount}"
    why = "; ".join(f"{c.by} {c.why}" for c in factor.changes)
    return f"{factor.printed} -> {factor.amount}: {why}"


def _rule(factor: Factor) -> str:
    return factor.changes[-1].rule if factor.changes else "pb:PB-FACT-2"


_WEIGHED: Final[Mapping[str, Callable[[BlitzState, SideId, Partial], OddsReport | None]]] = {
    "attack": _attack,
    "fire": _attack,
    "move": _move,
    "assault": _assault,
    "overrun": _overrun,
    "run": _overrun,
    "clear": _removal,
}
