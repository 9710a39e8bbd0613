"""Hits on bunkers: what they do to the walls, and to everybody inside (pw:15.7.2.1 to pw:15.7.4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event
from core.panzerwar.damage.events import OccupantStunned
from core.panzerwar.damage.hit import roll_penetration
from core.panzerwar.damage.locations import Struck
from core.panzerwar.damage.penetration import SLIT, Obstruction, pierce
from core.panzerwar.damage.record import Record
from core.panzerwar.infantry import attacks
from core.panzerwar.infantry.killpower import Attack, reason
from core.panzerwar.obstacles import bunkers
from core.panzerwar.obstacles.events import BunkerStruck
from core.panzerwar.pieces.armour import Armour
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.extended import at_least, d6_chances
from core.panzerwar.pieces.strike import Aspect, Part, Strike
from core.panzerwar.state import WarState
from core.tally import NOTHING, Tally

_RULE: Final = "pw:15.7.2.1"


def strike_bunker(state: WarState, bunker: Element, strike: Strike, dice: Dice) -> Iterator[Event]:
    """One hit on a bunker, direct or from above (pw:15.7.2.1, pw:15.7.2.2, pw:15.7.3.1, pw:15.7.4, pw:15.7.4.1).

    Penetration as of an armoured element, the slit by a critical hit; walls that hold wear (pw:15.7.3); everybody
    inside is attacked if they were pierced, and may be stunned in any case.
    """
    card, record = bunkers.card_of(state, bunker), Record(dice)
    armour = bunkers.armour(state.charts, card, bunker.harm.worn)
    men = bunkers.inside(state, bunker)
    found = roll_penetration(state.charts, strike, Struck(Part.BODY, Aspect.FRONT, obstruction=wall(armour)), record)
    slit = found.through and strike.explosive and found.penetration == strike.penetration * SLIT
    worn = 0 if found.through else bunkers.wear(state.charts, armour, found.penetration, strike.killpower)
    yield BunkerStruck(
        side=bunker.side,
        element=bunker.id,
        by=strike.name,
        penetration=round(found.penetration, 3),
        armour=armour,
        pierced=found.through,
        slit=slit,
        worn=worn,
        collapsed=bunkers.collapsed(state.charts, card, bunker.harm.worn + worn),
        trials=tuple(record.trials),
        rolls=tuple(record.rolls),
    )
    for one in men:
        if found.through:
            yield from attacks.attack(state, one.id, attack_inside(state.charts, strike), dice)
        now = state.elements[one.id]
        if now.on_table and not now.harm.stunned and strike.stun is not None:
            yield from _stun(state, bunker, now, strike, dice)


def wall(armour: float) -> Obstruction:
    """What a shell must defeat: so many cm all round, and the slit (pw:15.7.2, pw:15.7.2.2)."""
    return Obstruction(Armour(f"{armour:g}", armour, armour), slit=True)


def attack_inside(charts: Charts, strike: Strike) -> Attack:
    """The attack on each element in a pierced bunker: the killpower of the shell, 0 of AP, and 2 (pw:15.7.2.1)."""
    return Attack(strike.name, strike.killpower or 0, reason(charts, "bunker-inside", _RULE))


def stun_number(state: WarState, bunker: Element, strike: Strike) -> Tally:
    """The D10 from which a hit stuns an element inside (pw:15.7.4)."""
    tally = NOTHING.add("S of the shell", strike.stun or 0, "pw:9.15")
    return tally.add(bunkers.card_of(state, bunker).name.lower(), bunkers.stun_bonus(state, bunker), "pw:15.7.4")


def _stun(state: WarState, bunker: Element, one: Element, strike: Strike, dice: Dice) -> Iterator[Event]:
    record, tally = Record(dice), stun_number(state, bunker, strike)
    stunned = record.reached(f"stun of {one.name}", tally.total, "pw:15.7.4.1", "stunned", tally.reasons)
    yield OccupantStunned(
        side=one.side,
        element=one.id,
        needed=tally.total,
        rolled=record.trials[0].rolled,
        stunned=stunned,
        rolls=tuple(record.rolls),
        tally=tally.reasons,
    )


def chances(state: WarState, bunker: Element, strike: Strike) -> tuple[float, float]:
    """The chances that a hit pierces a bunker, and that it stuns one element inside (pw:15.7.2.1, pw:15.7.4)."""
    at = wall(bunkers.armour(state.charts, bunkers.card_of(state, bunker), bunker.harm.worn))
    pierced = sum(share for die, share in d6_chances() if pierce(state.charts, strike, at, die=die).through)
    return pierced, 0.0 if strike.stun is None else at_least(stun_number(state, bunker, strike).total)
