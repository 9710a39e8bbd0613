"""Questions about GP fire, suppression, bailing out, ammunition and what hinders fire (na:5, na:6.5.4)."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from core.dice import ScriptedDice
from core.order import IllegalOrder
from core.panzer import ammo_limits, gp_defense, gp_fire, gp_results, hindrances, smoke, suppression
from core.panzer.advanced_tables import Grade
from core.panzer.armament import armament
from core.panzer.bail_out import GRADES
from core.panzer.cards import Limited
from core.panzer.gp_results import GpSource
from core.panzer.questions import FACTOR, HEX, UNIT, Answer, a_hex, unit_id, why_not, with_total
from core.panzer.state import PanzerState, Shot
from core.panzer.weapons import GpRow, RangeFactor
from core.tally import Tally


def _row(state: PanzerState, unit: str, weapon: int) -> GpRow:
    mounted = armament(state, unit_id(unit))[weapon]
    row = gp_fire.gp_row(mounted)
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
        tally = gp_defense.gp_defense(state, unit_id(self.unit))
        kind = gp_defense.target_type(state.card(unit_id(self.unit)))
        return {"defense": gp_defense.factor(tally), "type": kind, **with_total(tally)}


@frozen(kw_only=True)
class GpModifiers:
    """What decides a GP shot before its dice (na:6.5.4.3). moving: assume it of a vehicle instead of what is known."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: int = 0
    overwatch: bool = False
    moving: bool | None = None

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range, factor, gp, defense, type, n, s, limit, net, total, tally; passengers, terrain: the same of each."""
        shot = Shot(unit_id(self.shooter), unit_id(self.target), self.weapon, "GP")
        terms = gp_fire.gp_terms(state, shot, overwatch=self.overwatch, moving=self.moving)
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


def _strike(state: PanzerState, strike: gp_results.Strike) -> dict[str, Any]:
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
        n, s = gp_results.result_cell(state, self.gp, self.defense)
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
        strike = gp_results.strike_at(state, source, unit_id(self.target), tally, masked=self.hull_down)
        outcome = gp_results.resolve(state, strike, ScriptedDice(list(self.dice)))
        return {
            "result": outcome.result,
            "modified": outcome.total,
            "n": strike.cell[0],
            "s": strike.cell[1],
            "second_damage": outcome.second_damage,
            "dice": len(outcome.rolls),
        }


@frozen(kw_only=True)
class GpOdds:
    """The chances of a GP shot (na:6.5.4.4)."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: int = 0
    overwatch: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """odds: by result."""
        shot = Shot(unit_id(self.shooter), unit_id(self.target), self.weapon, "GP")
        odds = gp_fire.gp_odds(state, gp_fire.gp_terms(state, shot, overwatch=self.overwatch))
        return {"odds": {result.value: chance for result, chance in odds.items()}}


@frozen(kw_only=True)
class MayFireGp:
    """Whether a unit may fire GP at another now (na:6.5.4, na:5.6)."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: int = 0
    overwatch: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; weapons: all with which it might."""
        shot = Shot(unit_id(self.shooter), unit_id(self.target), self.weapon, "GP")
        refusal = gp_fire.refusal(state, shot, overwatch=self.overwatch)
        able = gp_fire.possible(state, shot.shooter, shot.target, overwatch=self.overwatch)
        return {"allowed": refusal is None, "refused": why_not(refusal), "weapons": [s.weapon for s in able]}


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
    """A cell of the Bail Out Table, for a Unit Grade (na:6.5.2.6)."""

    cause: str
    who: str
    grade: str = "Seasoned"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """value; at_least: else at most; modifier: of the grade."""
        test = state.advanced.bail_out[self.cause, self.who]
        return {"value": test.value, "at_least": test.at_least, "modifier": GRADES.get(Grade(self.grade), 0)}


@frozen(kw_only=True)
class Recovery:
    """What a Suppressed unit needs to recover (na:6.8.3)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """value: the highest net result; total, tally: the modifiers."""
        grade = suppression.unit_grade(state, unit_id(self.unit))
        return {
            "value": state.advanced.recovery[grade],
            **with_total(suppression.recovery_tally(state, unit_id(self.unit))),
        }


@frozen(kw_only=True)
class AmmoLimits:
    """The ammunition limits of a unit's weapon as things stand (na:5.16.2)."""

    unit: str = field(metadata=UNIT)
    weapon: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """basic, A, H, S: the limits in effect, none = unlimited; supplied; printed: those of the card; issued: the
        AP rows issued by now."""
        unit = unit_id(self.unit)
        special = {k.value: ammo_limits.special_limit(state, unit, self.weapon, k) for k in Limited}
        rows = armament(state, unit)[self.weapon].weapon.ap
        return {
            **special,
            "basic": ammo_limits.basic_limit(state, unit, self.weapon),
            "supplied": ammo_limits.supplied(state, unit),
            "printed": ammo_limits.printed(state.card(unit)),
            "issued": [row.type for row in rows if ammo_limits.available(row, state.scenario.date)],
        }


@frozen(kw_only=True)
class MaySmoke:
    """Whether a unit may fire smoke into a hex now (na:6.1.4.3.10b)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    weapon: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; weapons: all with which it has smoke, -1 = by hand."""
        unit = state.unit(self.unit)
        refusal = smoke.smoke_refusal(state, unit, self.weapon, a_hex(state, self.hex))
        return {
            "allowed": refusal is None,
            "refused": why_not(refusal),
            "weapons": smoke.smoke_weapons(state, unit),
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
                for c in state.clouds
                if where in c.hexes
            ]
        }


ASKS = {
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
    "may-smoke": MaySmoke,
    "recovery": Recovery,
}
