"""Questions about attacks: factors, odds, methods, overruns, Close Assaults, mines (pb:PB-COMBAT-A, pb:PB-CRT-1)."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from core.event import SideId, UnitId
from core.panzerblitz.asks import HEX, METHOD, UNIT, Answer, a_hex, allow, in_points, side_of, terms_answer, unit_ids
from core.panzerblitz.close import close_assault, overrun
from core.panzerblitz.close.orders import CloseAssault, Overrun, Run
from core.panzerblitz.fire import combat, targets
from core.panzerblitz.fire.factoring import odds_column
from core.panzerblitz.mines import minefields
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.pieces.reference import Result
from core.panzerblitz.sight import spotting
from core.panzerblitz.state import Attack, Battle, BlitzState, Method


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
class MayFire:
    """Whether a unit may fire into a hex at all (pb:PB-COMBAT-C, pb:PB-OBST-1, pb:PB-SPOT-1)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """director: the command post by which it fires indirectly, if it sees nothing itself. Refused if it may not."""
        unit, hex_ = state.unit(self.unit), a_hex(state, self.hex)
        allow(spotting.attacker_refusal(state, unit) or spotting.fire_refusal(state, unit.id, hex_))
        indirect = spotting.indirect_refusal(state, unit.id, hex_) is None
        post = spotting.director(state, unit.id, hex_) if indirect else None
        return {"indirect": indirect, "director": post.id if post else None}


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


@frozen(kw_only=True)
class OverrunBy:
    """Whether vehicles may overrun a hex (pb:PB-OVR-A). paths: for each unit the hexes up to the one before it."""

    hex: str = field(metadata=HEX)
    units: tuple[str, ...] = field(metadata=UNIT)
    paths: tuple[str, ...] = ()
    jump: tuple[str, ...] = field(default=(), metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """As of `terms_answer`; exits: where each comes out; cost: movement points of each. Refused if it may not."""
        hex_ = a_hex(state, self.hex)
        paths = [tuple(a_hex(state, h) for h in text.split()) for text in self.paths]
        paths += [()] * (len(self.units) - len(paths))
        runs = tuple(Run(unit, path, unit in self.jump) for unit, path in zip(unit_ids(self.units), paths, strict=True))
        side = side_of(state, self.units)
        overrun.check_overrun(state, side, Overrun(hex=hex_, runs=runs))
        legs = [overrun.leg(state, side, hex_, run) for run in runs]
        terms = overrun.overrun_terms(state, side, hex_, unit_ids(self.units))
        costs = [sum(cost for _, cost in (*leg.before, *leg.through)) for leg in legs]
        return {
            **terms_answer(state, terms),
            "exits": [leg.exit for leg in legs],
            "cost": [in_points(c) for c in costs],
        }


@frozen(kw_only=True)
class Assault:
    """Whether units may close-assault a hex (pb:PB-CAT-1)."""

    hex: str = field(metadata=HEX)
    attackers: tuple[str, ...] = field(metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """As of `terms_answer`. Refused if they may not."""
        side, hex_ = side_of(state, self.attackers), a_hex(state, self.hex)
        attackers = unit_ids(self.attackers)
        close_assault.check_assault(state, side, CloseAssault(hex=hex_, attackers=attackers))
        return terms_answer(state, close_assault.assault_terms(state, side, hex_, attackers))


@frozen(kw_only=True)
class SpottedIn:
    """Whether units in a hex may be fired at as far as spotting goes (pb:PB-SPOT-1)."""

    side: str
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """spotted; spotters: units of the side that spot what is there."""
        side, hex_ = SideId(self.side), a_hex(state, self.hex)
        return {
            "spotted": spotting.spotted(state, side, hex_),
            "spotters": [u.id for u in spotting.spotters(state, side, hex_)],
        }


@frozen(kw_only=True)
class MinesDue:
    """Which minefields attack in the Player-Turn of a side, and whom (pb:PB-MINE-E)."""

    side: str

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """targets: by hex; odds."""
        side = SideId(self.side)
        return {
            "targets": {h.id: minefields.mined_targets(state, side, h) for h in minefields.fields_due(state, side)},
            "odds": state.tables.mine_odds,
        }


@frozen(kw_only=True)
class MayClear:
    """Whether Engineers may try to remove the mines of a hex (pb:PB-MINE-G)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """highest: the highest roll that removes them. Refused if they may not."""
        unit = state.unit(self.unit)
        minefields.check_clear(state, unit.side, ClearMines(unit=unit.id, hex=a_hex(state, self.hex)))
        return {"highest": state.tables.numbers["mine-removal"]}
