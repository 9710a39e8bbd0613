"""What the enemy could do to a unit in a hex in his next Player-Turn, from where he is: fire, overrun, assault."""

from __future__ import annotations

from functools import lru_cache

from core.event import SideId, UnitId
from core.hexes import Hex, distance, within_range
from core.panzerblitz.fire.factoring import die_modifiers, factor_from, odds_column
from core.panzerblitz.ground.terrain import hides, is_clear, is_in
from core.panzerblitz.opponent.worth import harm
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sight.line_of_sight import line_between
from core.panzerblitz.state import BlitzState

#: How far infantry comes to assault, in hexes: one of movement, one of assault.
ASSAULT_REACH = 2

_Able = tuple[tuple[UnitId, Hex], ...]


def danger_to(state: BlitzState, side: SideId) -> Danger:
    """What threatens a side now."""
    able = tuple(
        (u.id, u.hex)
        for u in state.of(state.situation.enemy(side))
        if u.hex is not None and u.carrier is None and not u.dispersed and state.type(u.id).attack
    )
    return _danger(state.situation, state.has(REAL_SPACE), able, state.temper.attention)


@lru_cache(maxsize=8)
def _danger(situation: Situation, real_space: bool, able: _Able, attention: float) -> Danger:
    return Danger(situation, real_space, able, attention)


class Danger:
    """The enemy units that can act, and what they do to whoever stands in a hex; remembered as it is asked for.

    attention: see `core.panzerblitz.temper`.
    """

    def __init__(self, situation: Situation, real_space: bool, able: _Able, attention: float) -> None:
        self._share = attention
        self._situation = situation
        self._real = real_space
        self._able = [(unit, where, situation.by_id[unit].type.range) for unit, where in able]
        self._bearing: dict[Hex, tuple[tuple[UnitId, Hex], ...]] = {}
        self._assault: dict[Hex, int] = {}
        self._overrun: dict[Hex, int] = {}
        self._beside = {n for _, hex_ in able for n in (hex_, *hex_.neighbours())}
        self._known: dict[tuple[str, int, bool, Hex], float] = {}
        for unit, where in able:
            type_ = situation.by_id[unit].type
            if type_.close_assault:
                _add(self._assault, where, ASSAULT_REACH, type_.attack)
            if type_.overrun:
                _add(self._overrun, where, type_.movement // 2, type_.attack)

    def bearing(self, hex_: Hex) -> tuple[tuple[UnitId, Hex], ...]:
        """The enemy units that bear on a hex, with where they stand."""
        if hex_ not in self._bearing:
            self._bearing[hex_] = tuple(
                (unit, where)
                for unit, where, reach in self._able
                if distance(where, hex_) <= reach and line_between(self._situation, where, hex_, self._real).seen
            )
        return self._bearing[hex_]

    def beside(self, hex_: Hex) -> bool:
        """Whether an enemy that can act is next to a hex."""
        return hex_ in self._beside

    def risk(self, state: BlitzState, unit: UnitId, hex_: Hex, *, loaded: bool = False) -> float:
        """The part of a unit that is expected to be lost in a hex, 0 to 1; loaded: it carries another."""
        own = state.units[unit]
        type_ = state.type(unit)
        defense, armored = type_.defense, type_.armored
        if own.inside and own.hex == hex_:
            fort = state.fortification(hex_)
            if fort is not None:
                defense, armored = state.type(fort.id).defense, True
        key = (type_.id, defense, loaded, hex_)
        if key not in self._known:
            self._known[key] = self._judged(state, hex_, max(1, defense), armored)
        return self._known[key]

    def _judged(self, state: BlitzState, hex_: Hex, defense: int, armored: bool) -> float:
        cell = state.cell(hex_)
        safe = 1.0
        if hex_ in self._beside or not hides(cell):
            attack = self._attack(hex_, armored or is_in(cell, "town"))
            net = sum(m.amount for m in die_modifiers(state, hex_, Method.SELECTIVE, ()))
            safe *= 1 - self._share * harm(self._situation, odds_column(attack, defense), net)
        if hex_ in self._assault:
            net = sum(m.amount for m in die_modifiers(state, hex_, Method.CLOSE_ASSAULT, ()))
            safe *= 1 - self._share * harm(self._situation, odds_column(self._assault[hex_], defense), net)
        if hex_ in self._overrun and is_clear(cell):
            net = sum(m.amount for m in die_modifiers(state, hex_, Method.OVERRUN, ()))
            shift = state.tables.shifts["overrun"]
            safe *= 1 - self._share * self._share * harm(
                self._situation, odds_column(self._overrun[hex_], defense, shift), net
            )
        return 1 - safe

    def _attack(self, hex_: Hex, armored: bool) -> int:
        total = 0
        for unit, where in self.bearing(hex_):
            factor = factor_from(self._situation, unit, where, hex_, armored=armored)
            total += factor.amount if factor is not None else 0
        return total


def _add(found: dict[Hex, int], where: Hex, reach: int, attack: int) -> None:
    for hex_ in within_range(where, reach):
        found[hex_] = found.get(hex_, 0) + attack
