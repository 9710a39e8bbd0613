"""Questions about attacks: factors, odds, methods (pb:PB-COMBAT-A, pb:PB-CRT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, unit_ids
from core.event import SideId, UnitId
from core.panzerblitz.asks import METHOD, side_of, terms_answer
from core.panzerblitz.fire import combat, targets
from core.panzerblitz.fire.factoring import odds_column
from core.panzerblitz.pieces.attacks import Attack, Battle, Method
from core.panzerblitz.pieces.reference import Result
from core.panzerblitz.state import BlitzState


def _battle(target: str, attackers: tuple[str, ...], intensive: tuple[str, ...]) -> Battle:
    return Battle(UnitId(target) if target else None, unit_ids(attackers), unit_ids(intensive))


@frozen(kw_only=True)
class AttackStrength:
    """What attackers bring against a hex or one unit of it, whoever may see it (pb:PB-FACTOR-A, pb:PB-FACTOR-B)."""

    hex: str = field(metadata=HEX)
    attackers: tuple[str, ...] = field(metadata=UNIT)
    target: str = ""
    intensive: tuple[str, ...] = field(default=(), metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """As of `terms_answer`. Refused if a class may not attack such a target, or at odds below 1-4."""
        method = Method.SELECTIVE if self.target else Method.COMBINATION
        battle = _battle(self.target, self.attackers, self.intensive)
        side = side_of(state, self.attackers)
        return terms_answer(state, combat.battle_terms(state, side, a_hex(state, self.hex), method, battle))


@frozen(kw_only=True)
class MayAttack:
    """Whether an attack of one battle may be announced: range, sight, spotting, method, odds (pb:PB-SEQ-2)."""

    hex: str = field(metadata=HEX)
    attackers: tuple[str, ...] = field(metadata=UNIT)
    target: str = ""
    method: str = field(default="", metadata=METHOD)
    intensive: tuple[str, ...] = field(default=(), metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """As of `terms_answer`; method: Selective with a target, else Combination. Refused if it may not."""
        method = Method(self.method or ("selective" if self.target else "combination"))
        battle = _battle(self.target, self.attackers, self.intensive)
        attack = Attack(a_hex(state, self.hex), method, (battle,))
        found = combat.check_attack(state, side_of(state, self.attackers), attack)
        return terms_answer(state, found[0])


@frozen(kw_only=True)
class MultipleAttack:
    """Whether a Multiple attack may be announced: for each target its attackers, in their order (pb:PB-COMBAT-I2)."""

    hex: str = field(metadata=HEX)
    battles: tuple[tuple[str, ...], ...]

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """odds of each battle; battles are stated as [target, attacker, ...]. Refused if it may not be made."""
        made = tuple(_battle(b[0], b[1:], ()) for b in self.battles)
        side = side_of(state, self.battles[0][1:])
        found = combat.check_attack(state, side, Attack(a_hex(state, self.hex), Method.MULTIPLE, made))
        return {"odds": [t.odds for t in found], "targets": [t.targets[0] for t in found]}


@frozen(kw_only=True)
class MethodsOf:
    """How a stack may be attacked (pb:PB-COMBAT-I)."""

    side: str
    hex: str = field(metadata=HEX)
    attackers: tuple[str, ...] = field(default=(), metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """methods; elements: heads of what is attacked; riders; weakest: for these attackers."""
        side, hex_ = SideId(self.side), a_hex(state, self.hex)
        there = targets.elements(state, side, hex_)
        return {
            "methods": combat.methods(state, side, hex_),
            "elements": there,
            "riders": targets.riders(state, side, hex_),
            "weakest": combat.weakest(state, hex_, there, Battle(None, unit_ids(self.attackers))),
        }


@frozen(kw_only=True)
class OddsColumn:
    """The odds column of two totals (pb:PB-COMBAT-A)."""

    attack: int
    defense: int
    shift: int = 0

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """column: None below 1-4."""
        return {"column": odds_column(self.attack, self.defense, self.shift)}


@frozen(kw_only=True)
class CombatResult:
    """What the Combat Results Table says (pb:PB-CRT-1)."""

    odds: str
    roll: int
    net: int = 0

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """roll: with the modifiers; result: as printed, "-" = no effect."""
        modified = self.roll + self.net
        result: Result = state.tables.result(self.odds, modified)
        return {"roll": modified, "result": result}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "attack-strength": AttackStrength,
    "combat-result": CombatResult,
    "may-attack": MayAttack,
    "methods": MethodsOf,
    "multiple-attack": MultipleAttack,
    "odds-column": OddsColumn,
}
