"""What a unit could do to the enemy from a hex: fire in its next turn, Close Assault in this one."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.panzerblitz.close.close_assault import assault_terms, assaulters, target_refusal
from core.panzerblitz.fire.factoring import defense_of, die_modifiers, factor_from, is_armored, odds_column
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.ground.terrain import hides, is_in
from core.panzerblitz.opponent.ground import enemy_hexes
from core.panzerblitz.opponent.worth import gain, harm, worth
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sight.line_of_sight import line_between
from core.panzerblitz.state import BlitzState

#: Of all targets but the best one in sight counts so much.
OTHERS = 0.2


@frozen
class _Target:
    """An enemy hex: its elements as (worth, Defense Factor, armored), the die, whether units in it must be spotted.

    near: the own units that could fire into it with what each counts against (armored, others); spotters: who stands
    next to it or in it.
    """

    hex: Hex
    elements: tuple[tuple[float, int, bool], ...]
    net: int
    town: bool
    hidden: bool
    near: dict[UnitId, tuple[int, int]]
    spotters: frozenset[UnitId]


class Prospects:
    """The targets of a side, and what more each unit would bring from somewhere else."""

    def __init__(self, state: BlitzState, side: SideId) -> None:
        self._state = state
        self._side = side
        self._real = state.has(REAL_SPACE)
        self._known: dict[tuple[Hex, int, int], float] = {}
        self._own = [
            (u.id, u.hex) for u in state.of(side) if u.carrier is None and not u.dispersed and u.hex is not None
        ]
        self._hexes = sorted(enemy_hexes(state, side))
        self._targets: dict[Hex, _Target] = {}

    def _target(self, hex_: Hex) -> _Target:
        if hex_ not in self._targets:
            self._targets[hex_] = self._described(hex_)
        return self._targets[hex_]

    def _described(self, hex_: Hex) -> _Target:
        state = self._state
        there = elements(state, self._side, hex_)
        near = {}
        for unit, where in self._own:
            if state.type(unit).attack and self._sees(unit, where, hex_):
                near[unit] = self._counts(unit, where, hex_)
        return _Target(
            hex_,
            tuple((worth(state, t), max(1, defense_of(state, t)), is_armored(state, hex_, t)) for t in there),
            sum(m.amount for m in die_modifiers(state, hex_, Method.SELECTIVE, ())),
            is_in(state.cell(hex_), "town"),
            hides(state.cell(hex_)),
            near,
            frozenset(unit for unit, where in self._own if distance(where, hex_) <= 1),
        )

    def _sees(self, unit: UnitId, where: Hex, hex_: Hex) -> bool:
        reach = self._state.type(unit).range
        return distance(where, hex_) <= reach and line_between(self._state.situation, where, hex_, self._real).seen

    def _counts(self, unit: UnitId, where: Hex, hex_: Hex) -> tuple[int, int]:
        situation = self._state.situation
        armored = factor_from(situation, unit, where, hex_, armored=True)
        others = factor_from(situation, unit, where, hex_, armored=False)
        return (armored.amount if armored else 0), (others.amount if others else 0)

    # -- fire ----------------------------------------------------------------------------------------

    def fire(self, unit: UnitId, where: Hex) -> float:
        """What is won in the next turn by this unit in a hex that would not be won without it."""
        most = max(1, self._state.type(unit).range)
        found = [self._added(self._target(h), unit, where) for h in self._hexes if distance(where, h) <= most]
        return OTHERS * sum(found) + (1 - OTHERS) * max(found) if found else 0.0

    def _added(self, target: _Target, unit: UnitId, where: Hex) -> float:
        spotted = not target.hidden or bool(target.spotters - {unit})
        if not spotted and distance(where, target.hex) > 1:
            return 0.0
        armored = others = 0
        for friend, (hard, soft) in target.near.items():
            if friend != unit:
                armored, others = armored + hard, others + soft
        before = self._value(target, armored, others) if spotted else 0.0
        if self._state.type(unit).attack and self._sees(unit, where, target.hex):
            hard, soft = self._counts(unit, where, target.hex)
            armored, others = armored + hard, others + soft
        return max(0.0, self._value(target, armored, others) - before)

    def _value(self, target: _Target, armored: int, others: int) -> float:
        """What all who fire together win, against the best single element or the whole stack."""
        key = (target.hex, armored, others)
        known = self._known.get(key)
        if known is not None:
            return known
        situation = self._state.situation
        single = 0.0
        for value, defense, hard in target.elements if not target.town else ():
            odds = odds_column(armored if hard else others, defense)
            single = max(single, value * harm(situation, odds, target.net))
        mostly = target.town or 2 * sum(e[2] for e in target.elements) >= len(target.elements)
        odds = odds_column(armored if mostly else others, max(1, sum(e[1] for e in target.elements)))
        whole = sum(e[0] for e in target.elements) * harm(situation, odds, target.net)
        self._known[key] = max(single, whole)
        return self._known[key]

    # -- Close Assault -------------------------------------------------------------------------------

    def assault(self, unit: Unit, where: Hex) -> float:
        """What a unit adds in this turn to the best Close Assault on a hex next to where it would stand."""
        state, type_ = self._state, self._state.type(unit.id)
        if not type_.close_assault or unit.fired or (unit.operation is not None and unit.jumped is None):
            return 0.0
        if type_.kind is Kind.CAVALRY and unit.hex is not None and distance(unit.hex, where) > 1:
            return 0.0
        near = [h for h in self._hexes if distance(where, h) <= 1]
        if not near:
            return 0.0
        after = state.copy()
        after.change(unit.id, hex=where, inside=False)
        best = 0.0
        for hex_ in near:
            if target_refusal(state, self._side, hex_) is None:
                others = tuple(a for a in assaulters(state, self._side, hex_) if a != unit.id)
                without = self._assault(state, hex_, others) if others else 0.0
                best = max(best, self._assault(after, hex_, (*others, unit.id)) - without)
        return best

    def _assault(self, state: BlitzState, hex_: Hex, attackers: tuple[UnitId, ...]) -> float:
        try:
            return gain(state, assault_terms(state, self._side, hex_, attackers))
        except IllegalOrder:
            return 0.0
