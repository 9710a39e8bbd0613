"""Close assaults on bunkers: what they do to who is inside (pw:12.11.6, pw:12.11.6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event
from core.panzerwar.damage.events import GunStruck, OccupantStunned
from core.panzerwar.damage.record import Record
from core.panzerwar.infantry import attacks
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.strike import GunEffect
from core.panzerwar.state import WarState

#: Weapons that are worth more against fortifications.
SPECIAL: Final = frozenset({"flamethrower", "demo charge"})


def total(state: WarState, weapon: str, rolled: int) -> int:
    """A roll on the results for fortifications with its adjustment (pw:12.11.6.1)."""
    return rolled + (state.charts.infantry.assault_results["fortification-special"] if weapon in SPECIAL else 0)


def inside(state: WarState, target: Element, weapon: str, rolled: int, dice: Dice) -> Iterator[Event]:
    """What a successful assault does to everybody in a fortification, or to one of them (pw:12.11.6)."""
    found = state.charts.infantry.close_assault(total(state, weapon, rolled), fortification=True)
    men = [e for e in state.elements.values() if e.posture.bunker == target.id and e.on_table]
    if not men:
        return
    if "all-stunned" in found.effects:
        for one in men:
            if not one.harm.stunned:
                yield OccupantStunned(side=one.side, element=one.id, needed=None, rolled=None, stunned=True)
    if "weapons-destroyed" in found.effects and found.destruction is not None:
        for one in men:
            if one.kind is Kind.GUN:
                yield _gun(one, found.destruction, dice)
    if found.killpower is None:
        return
    if "one-attacked" in found.effects and len(men) > 1:
        die = dice.roll("d6", "which element inside", "pw:12.11.6")
        men = [men[(die.result - 1) * len(men) // 6]]
    for one in men:
        attack = Attack("close assault", found.killpower, suppresses=False)
        yield from attacks.attack(state, one.id, attack, dice)


def _gun(one: Element, destruction: int, dice: Dice) -> GunStruck:
    """Whether a gun inside is destroyed (pw:12.11.6)."""
    record = Record(dice)
    gone = record.reached("gun", destruction, "pw:12.11.6", "destroyed")
    effect = GunEffect(location="inside", destroyed=gone, trials=tuple(record.trials))
    return GunStruck(side=one.side, element=one.id, by="close assault", effect=effect, rolls=tuple(record.rolls))
