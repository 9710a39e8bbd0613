"""Questions about Close Assault, Hand-to-Hand combat and Overrun (na:6.6.1, na:6.6.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission
from core.event import UnitId
from core.panzer.assault import close_assault, dismount_attack, hand_to_hand, overrun, overrunning, who
from core.panzer.assault.choices import refused_attack
from core.panzer.assault.odds import assault_odds
from core.panzer.gp.defense import target_type
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState


def _attack(state: PanzerState, attackers: tuple[str, ...], hex_: str) -> Attack:
    first, *rest = (UnitId(a) for a in attackers)
    return Attack(first, tuple(rest), a_hex(state, hex_) if hex_ else state.units[first].hex)


@frozen(kw_only=True)
class AssaultTerms:
    """What decides an attack before its dice (na:6.6.1.1.2, na:6.6.1.2.2). attackers: the primary first; hex: from
    which they fight; dismount: a Dismount Attack; moving: assume it of a vehicle instead of what is known."""

    attackers: tuple[str, ...] = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    hex: str = field(default="", metadata=HEX)
    dismount: bool = False
    moving: bool | None = None

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """Close Assault: gp, brews, defense, type, n, s, net, tally, flamethrower, abandoned. Hand-to-Hand: attack and
        defense, the Net Modifiers; tally, defense_tally."""
        attack, target = _attack(state, self.attackers, self.hex), UnitId(self.target)
        advanced = not self.dismount and any(state.units[u].hex != attack.hex for u in attack.units)
        if isinstance(state.card(target), VehicleCard):
            terms = close_assault.close_assault_terms(
                state, attack, target, advanced=advanced, dismount=self.dismount, moving=self.moving
            )
            return {
                "gp": terms.gp,
                "brews": terms.brews,
                "defense": terms.defense,
                "type": target_type(state.card(target)),
                "n": terms.cell[0],
                "s": terms.cell[1],
                "net": terms.tally.total,
                "tally": terms.tally.reasons,
                "flamethrower": terms.flamethrower,
                "abandoned": terms.abandoned,
            }
        approach = hand_to_hand.Approach(advanced, close_assault.uphill(state, attack, target), self.dismount)
        fighters = [hand_to_hand.fighter(state, u) for u in attack.units]
        mine = hand_to_hand.attack_tally(state.advanced, fighters, approach)
        theirs = hand_to_hand.defense_tally(state.advanced, hand_to_hand.fighter(state, target))
        return {
            "attack": mine.total,
            "defense": theirs.total,
            "tally": mine.reasons,
            "defense_tally": theirs.reasons,
        }


@frozen(kw_only=True)
class AssaultChances:
    """The chances of an attack; the arguments as of `assault` (na:6.6.1.1.3, na:6.6.1.2.3)."""

    attackers: tuple[str, ...] = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    hex: str = field(default="", metadata=HEX)
    dismount: bool = False
    moving: bool | None = None

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """kill, harm; losses: steps that the attackers lose on average; odds: of a Close Assault by result; first: the
        chance that the attacker wins the first roll-off of a Hand-to-Hand combat."""
        odds = assault_odds(
            state,
            UnitId(self.target),
            (_attack(state, self.attackers, self.hex),),
            dismount=self.dismount,
            moving=self.moving,
        )
        return {
            "kill": odds.kill,
            "harm": odds.harm,
            "losses": odds.losses,
            "odds": {result.value: chance for result, chance in odds.results.items()},
            "first": odds.combat.first if odds.combat is not None else None,
        }


@frozen(kw_only=True)
class MayAssault:
    """Whether a unit may attack another on foot now, and from where (na:6.6.1.1, na:6.6.1.2)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; hexes: from which it can, its own first; kind: of attack."""
        unit, target = state.unit(self.unit), UnitId(self.target)
        refused = refused_attack(state, unit.side, unit, target)
        return {
            **permission(refused),
            "hexes": who.places(state, unit, state.units[target]) if refused is None else (),
            "kind": who.what(state, target),
        }


@frozen(kw_only=True)
class MayDismountAttack:
    """Whether a passenger may make a Dismount Attack now (na:6.6.1.1d, na:6.6.1.2d). hex: where it gets out."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    hex: str = field(default="", metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; hexes: all in which it could get out for it."""
        unit, target = state.unit(self.unit), UnitId(self.target)
        carrier = state.units[unit.carrier] if unit.carrier is not None else unit
        where = a_hex(state, self.hex) if self.hex else carrier.hex
        refused = dismount_attack.attacker_refusal(state, unit, Rate.CROSS_COUNTRY)
        if refused is None and where is not None:
            refused = dismount_attack.target_refusal(state, unit, target, where)
        hexes = dismount_attack.possible(state, unit).get(target, ())
        return {**permission(refused), "hexes": hexes}


@frozen(kw_only=True)
class Support:
    """Whether a vehicle needs the support of infantry where it is, and has it (na:6.6.1.1.2g)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """needs: the terrain, "" = none; supported."""
        unit = state.unit(self.unit)
        return {
            "needs": close_assault.needs_support(state, unit),
            "supported": close_assault.supported(state, unit.id),
        }


@frozen(kw_only=True)
class Combats:
    """What has come of close combat in this turn (na:6.6.1.1b)."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """target, attacks: of the assault that is being fought; won: who may move in; attacked: whom each unit has
        announced to attack; barred: who attacks nobody else; overruns: targets and vehicles of those announced."""
        combats, active = state.combats, state.combats.active
        return {
            "target": active.target if active is not None else None,
            "attacks": [{"primary": a.primary, "others": a.others, "hex": a.hex} for a in active.attacks]
            if active is not None
            else [],
            "won": active.won if active is not None else (),
            "attacked": dict(combats.attacked),
            "barred": sorted(combats.barred),
            "overruns": {o.target: o.units for o in combats.overruns},
        }


@frozen(kw_only=True)
class MayOverrun:
    """Whether a vehicle may Overrun a unit in this turn, and with which steps from where it stands (na:6.6.10)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; steps: that lead into the hex of the target without turning first."""
        unit, target = state.unit(self.unit), UnitId(self.target)
        refused = overrun.vehicle_refusal(state, unit) or overrun.target_refusal(state, unit, target)
        steps = overrunning.steps_to(state, unit.id, target) if refused is None else ()
        return {**permission(refused), "steps": steps}


@frozen(kw_only=True)
class OverrunTermsOf:
    """What decides an Overrun before its dice, and its chances (na:6.6.10.1)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """gp; parts: of what, by name; defense, n, s, net, tally; limited: weapons that may run short; odds: by
        result."""
        unit, target = UnitId(self.unit), UnitId(self.target)
        terms = overrun.overrun_terms(state, unit, target)
        return {
            "gp": terms.gp,
            "parts": [list(part) for part in terms.parts],
            "defense": terms.strike.row,
            "n": terms.strike.cell[0],
            "s": terms.strike.cell[1],
            "net": terms.strike.tally.total,
            "tally": terms.strike.tally.reasons,
            "limited": terms.limited,
            "odds": {result.value: chance for result, chance in overrun.overrun_odds(state, unit, target).items()},
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "assault": AssaultTerms,
    "assault-odds": AssaultChances,
    "close-combats": Combats,
    "may-assault": MayAssault,
    "may-dismount-attack": MayDismountAttack,
    "may-overrun": MayOverrun,
    "overrun": OverrunTermsOf,
    "support": Support,
}
