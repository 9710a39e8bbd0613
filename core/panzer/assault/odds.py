"""What an assault promises, before it is announced: for menus, the odds panel and computer players (na:6.6.1).

The chances are those of the real resolution: Close Assaults exactly, Hand-to-Hand combats through all roll-offs that
may follow. Overwatch Fire at Advancing Attacks is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.panzer.assault import close_assault, hand_to_hand
from core.panzer.assault.hand_to_hand import Approach, HandToHandOdds
from core.panzer.gp.bail_out import crew_left
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState

LOST = (Result.KNOCKED_OUT, Result.BREW_UP)
HARMED = (Result.TRACK, Result.TURRET, Result.HULL, Result.DAMAGED)


@frozen(eq=False, repr=False)
class AssaultOdds(Alike):
    """What one attack promises, or several on one target together, each taken by itself.

    kill: the chance that the target is eliminated, or its crew leaves it for good (na:5.15c); harm: that it is
    eliminated, damaged or tracked, or that a squad loses at least one roll-off; results: of a single Close Assault by
    result; losses: steps that the attackers lose on average, a squad having two (Close Assault costs none); combat: the
    Hand-to-Hand combat of a single attack.
    """

    kill: float
    harm: float
    losses: float = 0.0
    results: Mapping[Result, float] = {}
    combat: HandToHandOdds | None = None


def assault_odds(
    state: PanzerState,
    target: UnitId,
    attacks: Sequence[Attack],
    *,
    dismount: bool = False,
    moving: bool | None = None,
) -> AssaultOdds:
    """What attacks on a target promise; units not in the hex of their attack make an Advancing Attack.

    moving: assume that of a vehicle instead of what is known. ValueError if an attacker is no leg unit on the map.
    """
    found = [_odds(state, target, attack, dismount, moving) for attack in attacks]
    if len(found) == 1:
        return found[0]
    spared = unharmed = 1.0
    for odds in found:
        spared *= 1 - odds.kill
        unharmed *= 1 - odds.harm
    return AssaultOdds(kill=1 - spared, harm=1 - unharmed, losses=sum(odds.losses for odds in found))


def _odds(state: PanzerState, target: UnitId, attack: Attack, dismount: bool, moving: bool | None) -> AssaultOdds:
    advanced = not dismount and any(state.units[u].hex != _from(state, attack) for u in attack.units)
    if isinstance(state.card(target), VehicleCard):
        terms = close_assault.close_assault_terms(
            state, attack, target, advanced=advanced, dismount=dismount, moving=moving
        )
        results = close_assault.close_assault_odds(state, terms)
        lost = sum(results.get(result, 0.0) for result in LOST)
        harm = lost + sum(results.get(result, 0.0) for result in HARMED)
        return AssaultOdds(lost + crew_left(state, target, results), harm, results=results)
    approach = Approach(advanced, close_assault.uphill(state, attack, target), dismount)
    attackers = [hand_to_hand.fighter(state, u) for u in attack.units]
    combat = hand_to_hand.combat_odds(state.advanced, attackers, hand_to_hand.fighter(state, target), approach)
    return AssaultOdds(combat.win, max(combat.win, combat.first), combat.attacker_steps, combat=combat)


def _from(state: PanzerState, attack: Attack) -> object:
    return attack.hex if attack.hex is not None else state.units[attack.primary].hex


def best_attack(state: PanzerState, target: UnitId, attack: Attack) -> Attack:
    """The attack led by that one of its units with which it is most likely to eliminate the target."""
    return max((attack.led_by(u) for u in attack.units), key=lambda a: assault_odds(state, target, (a,)).kill)
