"""The exact chances of a close assault, by the rules that resolve it (pw:12.11.4, pw:12.11.6)."""

from __future__ import annotations

from core.choice import Chance
from core.dice import Dice, branches
from core.panzerwar.infantry import assault, assault_results
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.strike import Effect
from core.panzerwar.state import WarState
from core.tally import Tally


def number(state: WarState, element: Element, target: Element, weapon: str = "") -> Tally:
    """The number of an assault with the squads that its side has declared on the same target so far (pw:12.11.4.3)."""
    declared = assault.assaults(state, element.side)
    others = sum(one.target == target.id and one.element != element.id for one in declared)
    return assault.number(state, element, target, weapon, others=others)


def succeeds(state: WarState, element: Element, target: Element, weapon: str = "") -> float:
    """The chance of the roll of an assault; a natural 10 fails (pw:12.11.4)."""
    return min(max(number(state, element, target, weapon).total, 0), assault.FAILS - 1) / 10


def harm(state: WarState, element: Element, target: Element, weapon: str = "") -> Chance | float:
    """The chances that an assault destroys a vehicle, and that it does anything to it (pw:12.11.6); of a bunker, in
    which nobody knows who is, that it succeeds."""
    success = succeeds(state, element, target, weapon)
    if target.kind is not Kind.VEHICLE:
        return success
    destroyed, damaged, stunned, _ = results(state, target, weapon, behind=assault.behind(element, target))
    return Chance(success * destroyed, success * (destroyed + damaged + stunned))


def results(
    state: WarState, target: Element, weapon: str, *, behind: bool = False
) -> tuple[float, float, float, float]:
    """The chances that a success destroys a vehicle, damages it, only stuns it, does nothing to it; so does a hit by
    flame (pw:12.11.6, pw:12.12.3)."""
    destroyed = damaged = stunned = 0.0
    for chance, effect in branches(lambda dice: _effect(state, target, weapon, dice, behind=behind)):
        if effect.destroyed:
            destroyed += chance
        elif effect.damage:
            damaged += chance
        elif effect.stunned and not target.harm.stunned:
            stunned += chance
    return destroyed, damaged, stunned, max(0.0, 1.0 - destroyed - damaged - stunned)


def _effect(state: WarState, target: Element, weapon: str, dice: Dice, *, behind: bool) -> Effect:
    """What a success does: a D10 on the CAT Results, and what that asks for (pw:12.11.6)."""
    result = dice.roll("d10", "close assault result", "pw:12.11.6").result
    effects, _, stun = assault_results.effect_of(state, target, weapon, result, behind=behind)
    return assault.struck(state, target, effects, stun, dice, "").effect
