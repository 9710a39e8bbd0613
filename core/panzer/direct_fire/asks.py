"""Questions about commands and fire (na:4.2, na:4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, with_total
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.ap import basic, reach
from core.panzer.ap.basic_odds import batch_odds, shot_odds
from core.panzer.asks import FACTOR, OfShot
from core.panzer.direct_fire import overwatch as direct_fire_overwatch
from core.panzer.direct_fire import smoke, step
from core.panzer.firing import turret_fire
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class RangeFactorOf:
    """The AP Range Factor of a unit's weapon at a range (na:4.4.3.2.1a). ammo: AP if left out."""

    unit: str = field(metadata=UNIT)
    range: int
    weapon: int = 0
    ammo: str = ""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """factor: P, S, M, L or E, none beyond Extreme; maximum: the range of column E; penetration there."""
        weapon = state.card(UnitId(self.unit)).weapons[self.weapon].weapon
        row = reach.row_of(weapon, self.ammo) if self.ammo else weapon.basic_ap
        if row is None:
            raise IllegalOrder(f"the weapon has no {self.ammo or 'AP'} row", "na:4.4.3")
        factor = row.at(self.range)
        return {
            "factor": factor.name if factor else None,
            "maximum": row.range[-1],
            "penetration": row.penetration[factor.value] if factor else None,
        }


@frozen(kw_only=True)
class InField:
    """Whether hexes lie in the Field-of-Fire of a unit's weapon (na:4.4.3.1)."""

    unit: str = field(metadata=UNIT)
    hexes: tuple[str, ...] = field(metadata=HEX)
    weapon: int = 0
    overwatch: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """field: "360", "front" or "rear"; inside, outside: the hexes asked for."""
        unit = state.unit(self.unit)
        _standing(unit)
        sort = state.card(unit.id).weapons[self.weapon].field_of_fire
        inside = [
            h for h in self.hexes if turret_fire.bears(state, unit, sort, a_hex(state, h), turning=self.overwatch)
        ]
        return {"field": sort, "inside": inside, "outside": [h for h in self.hexes if h not in inside]}


def _standing(unit: Unit) -> Hex:
    if unit.hex is None:
        raise IllegalOrder(f"{unit.id} is not on the map", "na:4.5.1.1.9")
    return unit.hex


@frozen(kw_only=True)
class MayFire(OfShot):
    """Whether a unit may fire at another now (na:4.4.1, na:4.4.2, na:4.4.3)."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; weapons: all with which it might."""
        shot = self.shot()
        refusal = reach.refusal(state, shot, overwatch=self.overwatch)
        shots = reach.possible(state, shot.shooter, shot.target, overwatch=self.overwatch)
        weapons = tuple(dict.fromkeys(possible.weapon for possible in shots))
        return {**permission(refusal), "weapons": weapons}


@frozen(kw_only=True)
class HitNumber(OfShot):
    """What decides a shot before its dice (na:4.4.3.2). moving: assume it of the target instead of what is known."""

    moving: bool | None = None

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range, factor, net, hit_number, tally, total, penetration, aspects, armor by aspect, results by aspect."""
        shot = self.shot()
        terms = basic.shot_terms(state, shot, overwatch=self.overwatch, moving=self.moving)
        return {
            "range": terms.range,
            "factor": terms.factor.name,
            "net": terms.net,
            "hit_number": terms.hit_number,
            "penetration": terms.penetration,
            "aspects": terms.aspects,
            "armor": terms.armor,
            "results": {a: terms.result(a, state.tables.ap_damage_basic) for a in terms.aspects},
            **with_total(terms.tally),
        }


@frozen(kw_only=True)
class HitNumberAt:
    """The cell of the AP Hit Table for a Net Modifier and an AP Range Factor (na:4.4.3.2.3)."""

    net: int
    factor: str = field(metadata=FACTOR)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """hit_number: 0 = no hit possible. A Net Modifier beyond the table is held to it."""
        row = state.tables.ap_hit[max(-10, min(5, self.net))]
        return {"hit_number": row["PSMLE".index(self.factor)] or 0}


@frozen(kw_only=True)
class AspectFrom:
    """Which aspect of a unit a shot from a hex meets (na:4.4.3.2.4)."""

    target: str = field(metadata=UNIT)
    from_: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """aspects: Front, Rear, or both where the owner chooses."""
        return {"aspects": basic.aspects_hit(state.unit(self.target), a_hex(state, self.from_))}


@frozen(kw_only=True)
class Damage:
    """What a hit does, by Penetration and Armor Factor (na:4.4.3.2.5, na:4.4.3.2.6)."""

    penetration: int
    armor: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """result: no effect, DM, KO or BU; penetrates."""
        x = self.penetration - self.armor
        result = next((r for low, high, r in state.tables.ap_damage_basic if low <= x <= high), None)
        return {"result": result, "penetrates": x >= 0}


@frozen(kw_only=True)
class Odds:
    """The chances of the shots of several units, one after the other, at one target."""

    target: str = field(metadata=UNIT)
    shooters: tuple[str, ...] = field(metadata=UNIT)
    overwatch: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """first: chances of miss, no effect, DM, KO, BU of the first shot; all: untouched, DM, KO, BU after all."""
        batch = [
            basic.shot_terms(state, Shot(UnitId(s), UnitId(self.target)), overwatch=self.overwatch)
            for s in self.shooters
        ]
        return {"first": shot_odds(state, batch[0]), "all": batch_odds(state, batch)}


@frozen(kw_only=True)
class FireTargets:
    """At which targets a unit may announce fire now (na:4.4.1b, na:4.4.2a)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """direct: targets of Direct Fire; overwatch: those that it may answer."""
        unit = state.unit(self.unit)
        window = state.fire.window or Window(acting=unit.side, fired=state.fire.fired)
        shots = direct_fire_overwatch.overwatch_shots(state, window, unit.side)
        return {
            "direct": step.direct_targets(state, unit.id) if unit.on_map else (),
            "overwatch": [t for t, batch in shots.items() if any(s.shooter == unit.id for s in batch)],
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
            **permission(refusal),
            "weapons": smoke.smoke_weapons(state, unit),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "aspect": AspectFrom,
    "damage": Damage,
    "field-of-fire": InField,
    "hit-number": HitNumber,
    "hit-table": HitNumberAt,
    "may-fire": MayFire,
    "odds": Odds,
    "range-factor": RangeFactorOf,
    "targets": FireTargets,
    "may-smoke": MaySmoke,
}
