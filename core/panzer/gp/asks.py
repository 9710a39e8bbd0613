"""Questions about GP fire, suppression, bailing out, ammunition and what hinders fire (na:5, na:6.5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, with_total
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzer.adjustment import suppression
from core.panzer.armament import armament
from core.panzer.asks import FACTOR, OfShot
from core.panzer.firing import ammunition, hindrances
from core.panzer.gp import defense as gp_defense
from core.panzer.gp import fire
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.bail_out import grade_modifier
from core.panzer.ground import buildings, positions
from core.panzer.pieces import gp as pieces_gp
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import Limited
from core.panzer.pieces.firing import GP
from core.panzer.pieces.gp import GpSource
from core.panzer.pieces.weapons import GpRow, RangeFactor
from core.panzer.pieces.works import in_hex
from core.panzer.state import PanzerState
from core.tally import Tally


def _row(state: PanzerState, unit: str, weapon: int) -> GpRow:
    mounted = armament(state, UnitId(unit))[weapon]
    row = fire.gp_row(mounted)
    if row is None:
        raise IllegalOrder(f"{mounted.weapon.name} has no GP row", "na:6.5.4")
    return row


@frozen(kw_only=True)
class GpFactorOf:
    """The GP Factor of a unit's weapon at a range (na:6.5.4.1)."""

    unit: str = field(metadata=UNIT)
    range: int
    weapon: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """factor: P to E, none out of range; gp; minimum and maximum range; effectiveness; small_arms."""
        row = _row(state, self.unit, self.weapon)
        factor = row.at(self.range)
        return {
            "factor": factor.name if factor else None,
            "gp": row.factor[factor.value] if factor else None,
            "minimum": row.min_range,
            "maximum": row.range[-1],
            "effectiveness": row.effectiveness,
            "small_arms": row.small_arms,
        }


@frozen(kw_only=True)
class GpDefenseOf:
    """The GP Defense Factor of a unit (na:6.5.4.2)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """defense: the factor, 1 to 10; type: A, P or S; total, tally."""
        tally = gp_defense.gp_defense(state, UnitId(self.unit))
        kind = gp_defense.target_type(state.card(UnitId(self.unit)))
        return {"defense": pieces_gp.factor(tally), "type": kind, **with_total(tally)}


@frozen(kw_only=True)
class GpModifiers(OfShot):
    """What decides a GP shot before its dice (na:6.5.4.3). moving: assume it of a vehicle instead of what is known."""

    moving: bool | None = None

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range, factor, gp, defense, type, n, s, limit, net, total, tally; passengers, terrain: the same of each."""
        shot = self.shot(GP)
        terms = fire.gp_terms(state, shot, overwatch=self.overwatch, moving=self.moving)
        told = [_strike(state, strike) for strike in terms.strikes]
        return {
            "range": terms.range,
            "factor": terms.source.factor.name,
            "gp": terms.source.gp,
            "limit": terms.limit,
            **told[0],
            "passengers": [s for s in told[1:] if s["target"] is not None],
            "terrain": [s for s in told[1:] if s["target"] is None],
        }


def _strike(state: PanzerState, strike: pieces_gp.Strike) -> dict[str, Any]:
    kind = "S" if strike.target is None else gp_defense.target_type(state.card(strike.target))
    return {
        "target": strike.target,
        "of": strike.terrain,
        "defense": strike.row,
        "type": kind,
        "n": strike.cell[0],
        "s": strike.cell[1],
        "net": strike.tally.total,
        **with_total(strike.tally),
    }


@frozen(kw_only=True)
class GpCell:
    """A cell of the GP Combat Results Table (na:6.5.4.4)."""

    gp: int
    defense: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """n: N-Effect; s: S-Effect."""
        n, s = gp_strike.result_cell(state, self.gp, self.defense)
        return {"n": n, "s": s}


@frozen(kw_only=True)
class GpResultOf:
    """What GP fire with given factors does to a unit, by its dice (na:6.5.4.4). net: its Net Modifier."""

    target: str = field(metadata=UNIT)
    gp: int
    factor: str = field(metadata=FACTOR)
    dice: tuple[int, ...]
    net: int = 0
    effectiveness: int = 0
    small_arms: bool = False
    hull_down: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """result; modified: the modified roll; n, s; second_damage; dice: how many were rolled."""
        source = GpSource(self.gp, RangeFactor[self.factor], self.effectiveness, self.small_arms)
        tally = Tally().add("net", self.net, "na:6.5.4.3")
        strike = gp_strike.strike_at(state, source, UnitId(self.target), tally, masked=self.hull_down)
        outcome = gp_strike.resolve(state, strike, ScriptedDice(list(self.dice)))
        return {
            "result": outcome.result,
            "modified": outcome.total,
            "n": strike.cell[0],
            "s": strike.cell[1],
            "second_damage": outcome.second_damage,
            "dice": len(outcome.rolls),
        }


@frozen(kw_only=True)
class GpOdds(OfShot):
    """The chances of a GP shot (na:6.5.4.4)."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """odds: by result."""
        shot = self.shot(GP)
        odds = fire.gp_odds(state, fire.gp_terms(state, shot, overwatch=self.overwatch))
        return {"odds": {result.value: chance for result, chance in odds.items()}}


@frozen(kw_only=True)
class MayFireGp(OfShot):
    """Whether a unit may fire GP at another now (na:6.5.4, na:5.6)."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; weapons: all with which it might."""
        shot = self.shot(GP)
        refusal = fire.refusal(state, shot, overwatch=self.overwatch)
        able = fire.possible(state, shot.shooter, shot.target, overwatch=self.overwatch)
        return {**permission(refusal), "weapons": [s.weapon for s in able]}


@frozen(kw_only=True)
class Hindrances:
    """What hinders fire along a line of sight, for AP and for GP fire (na:5.11)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """ap, gp: the sums; ap_tally, gp_tally."""
        a, b = a_hex(state, self.from_), a_hex(state, self.to)
        ap, gp = hindrances.ap_hindrances(state, a, b), hindrances.gp_hindrances(state, a, b)
        return {"ap": ap.total, "gp": gp.total, "ap_tally": ap.reasons, "gp_tally": gp.reasons}


@frozen(kw_only=True)
class BailOutValue:
    """A cell of the Bail Out Table, for a Unit Grade (na:6.5.2.6, min:16.1.6)."""

    cause: str
    who: str
    grade: str = "Seasoned"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """value; at_least: else at most; modifier: of the grade."""
        test = state.advanced.bail_out[self.cause, self.who]
        suppressed = self.cause.startswith("Suppressed")
        modifier = grade_modifier(state, test, self.who, Grade(self.grade), suppressed=suppressed)
        return {"value": test.value, "at_least": test.at_least, "modifier": modifier}


@frozen(kw_only=True)
class Recovery:
    """What a Suppressed unit needs to recover (na:6.8.3)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """value: the highest net result; total, tally: the modifiers."""
        grade = suppression.unit_grade(state, UnitId(self.unit))
        return {
            "value": state.advanced.recovery[grade],
            **with_total(suppression.recovery_tally(state, UnitId(self.unit))),
        }


@frozen(kw_only=True)
class AmmoLimits:
    """The ammunition limits of a unit's weapon as things stand (na:5.16.2)."""

    unit: str = field(metadata=UNIT)
    weapon: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """basic, A, H, S: the limits in effect, none = unlimited; supplied; printed: those of the card; issued: the
        AP rows issued by now."""
        unit = UnitId(self.unit)
        special = {k.value: ammunition.special_limit(state, unit, self.weapon, k) for k in Limited}
        rows = armament(state, unit)[self.weapon].weapon.ap
        return {
            **special,
            "basic": ammunition.basic_limit(state, unit, self.weapon),
            "supplied": ammunition.supplied(state, unit),
            "printed": ammunition.printed(state.card(unit)),
            "issued": [row.type for row in rows if ammunition.available(row, state.scenario.date)],
        }


@frozen(kw_only=True)
class CloudsIn:
    """The smoke, barrages, dust and fires on a hex (na:6.1.4.3.10c)."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """clouds: kind, open, on, fresh and hexes of each."""
        where = a_hex(state, self.hex)
        return {
            "clouds": [
                {"kind": c.kind, "open": c.open, "on": c.on, "fresh": c.fresh, "hexes": sorted(c.hexes)}
                for c in state.counters.clouds
                if where in c.hexes
            ]
        }


@frozen(kw_only=True)
class PositionOf:
    """The Hasty Entrenchment or Improved Position that holds a unit (na:6.1.4.3.6a, na:6.1.4.3.7a)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """kind, none without one; holders; open: the hexside to which a vehicle in it is not Hull Down."""
        held = positions.position_of(state, state.unit(self.unit))
        if held is None:
            return {"kind": None, "holders": [], "open": None}
        return {"kind": held.kind, "holders": list(held.holders), "open": held.open}


@frozen(kw_only=True)
class WorksIn:
    """The terrain counters in a hex."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """kinds; works: each counter with its fields; top_floor: storeys up that leg units may go there."""
        hex_ = a_hex(state, self.hex)
        there = in_hex(state.counters.works, hex_)
        return {"kinds": [w.kind for w in there], "works": list(there), "top_floor": buildings.top_floor(state, hex_)}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "ammo-limits": AmmoLimits,
    "bail-out": BailOutValue,
    "clouds": CloudsIn,
    "gp-cell": GpCell,
    "gp-defense": GpDefenseOf,
    "gp-factor": GpFactorOf,
    "gp-modifiers": GpModifiers,
    "gp-odds": GpOdds,
    "gp-result": GpResultOf,
    "hindrances": Hindrances,
    "may-fire-gp": MayFireGp,
    "recovery": Recovery,
    "position": PositionOf,
    "works": WorksIn,
}
