"""Area fire at what is inside of its area: possible hits, and what each of them does (pw:10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import Event
from core.panzerwar.artillery.areas import Beaten, inside
from core.panzerwar.artillery.events import AreaAttacked, DirectHit
from core.panzerwar.artillery.loads import Load
from core.panzerwar.combat import at_men
from core.panzerwar.combat.events import KeptDown
from core.panzerwar.damage import many
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.damage.resolving import blast_gun, blast_vehicle
from core.panzerwar.infantry import adjustments, attacks
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.infantry.killpower import SUPPRESSES, Attack, read
from core.panzerwar.obstacles.bunker_hits import strike_bunker
from core.panzerwar.pieces.element import THERE, Element, Kind
from core.panzerwar.pieces.extended import d10
from core.panzerwar.sighting.observers import can_button
from core.panzerwar.state import WarState

#: The die that makes a possible hit on men or a gun a direct one (pw:10.3.9.1).
DIRECT: Final = 10


@frozen(kw_only=True, eq=False, repr=False)
class Fall(Alike):
    """Fire that falls: the area, what falls, and the D10 of it at each element inside."""

    area: Beaten
    load: Load
    dice: int


def resolve(state: WarState, fall: Fall, dice: Dice) -> Iterator[Event]:
    """Attack all that is inside when it falls, friend and foe alike (pw:10.0, pw:10.1.3)."""
    for element in inside(state, fall.area):
        yield from at_element(state, element, fall, dice)


def at_element(state: WarState, element: Element, fall: Fall, dice: Dice) -> Iterator[Event]:
    """The dice of a fall at one element: each 10 is a possible hit (Ph), and each is resolved (pw:10.3). Under HE all
    that can close up does (pw:10.3.5)."""
    hits, rolls = possible_hits(state, fall.dice, element.name, dice)
    yield AreaAttacked(
        side=element.side,
        element=element.id,
        what=fall.load.name,
        dice=fall.dice,
        hits=hits,
        he=fall.load.he,
        buttons=fall.load.he and can_button(state, element) and not element.buttoned,
        rolls=rolls,
    )
    for _ in range(hits):
        yield from possible_hit(state, element, fall.load, dice)


def possible_hits(state: WarState, number: int, whom: str, dice: Dice) -> tuple[int, tuple[Roll, ...]]:
    """How many of so many D10 show a 10 (pw:10.3); with aggregate chances one D100 says it (pw:2.4)."""
    face = state.charts.whole("area-die")
    one, all_ = (f"possible {hits} of area fire on {whom}" for hits in ("hit", "hits"))
    return many.successes(state, number, face, one, all_, "pw:10.3", dice)


def possible_hit(state: WarState, target: Element, load: Load, dice: Dice) -> Iterator[Event]:
    """What one Ph does to an element: to a vehicle by where it strikes (pw:10.3.1, pw:10.3.2, pw:10.3.3), to what is
    soft by killpower (pw:10.3.9.3), to men and guns by another D10 (pw:10.3.6, pw:10.3.9). Who is gone is struck no
    more; who rode on the outside of another when it fell is struck so, whatever has become of that (pw:6.9.5)."""
    element = state.elements.get(target.id)
    if element is None or element.presence not in THERE:
        return
    if target.outside:
        element = evolve(element, aboard=target.aboard, outside=True)
    if element.kind is Kind.VEHICLE:
        yield from _at_vehicle(state, element, load, dice)
    elif element.kind is Kind.BUNKER:
        yield from _at_bunker(state, element, load, dice)
    else:
        yield from _at_men(state, element, load, dice)


def _at_bunker(state: WarState, element: Element, load: Load, dice: Dice) -> Iterator[Event]:
    """A natural 10 is a direct hit on a bunker, which must be pierced before who is inside comes to harm; and it wears
    (pw:10.3.9, pw:10.3.9.1, pw:15.7.2.1, pw:15.7.3)."""
    roll = dice.roll("d10", f"{load.name} at {element.name}", "pw:10.3.9")
    if roll.result == DIRECT:
        yield DirectHit(side=element.side, element=element.id, what=load.name, rolls=(roll,))
        yield from strike_bunker(state, element, load.strike, dice)


def _at_vehicle(state: WarState, element: Element, load: Load, dice: Dice) -> Iterator[Event]:
    """Armour is struck by what pierces; machine guns that pierce nothing do it no harm. A soft vehicle is struck by HE
    at two more, by machine guns as they kill men; missed by 4 or less it is suppressed (pw:10.3.6, pw:10.3.8,
    pw:10.3.9.3)."""
    card = state.cards.vehicles[element.card]
    attack = attack_on(state, element, load) if card.soft and not load.he else None
    if attack is not None:
        bullets = at_men.soft(state, element, attack, dice)
        yield bullets
        if 0 < bullets.rolled - bullets.net <= SUPPRESSES:
            yield KeptDown(side=element.side, element=element.id, stays=True)
        return
    if not card.soft and not load.he and not load.strike.penetration:
        return
    event = blast_vehicle(state, element, load.strike, dice)
    yield event
    if card.soft and suppresses_soft(event):
        yield KeptDown(side=element.side, element=element.id, stays=True)


def suppresses_soft(event: VehicleStruck) -> bool:
    """Whether the die at a soft vehicle was up to 4 above the killpower (pw:10.3.8)."""
    return any(
        trial.needed is not None and 0 < trial.rolled - trial.needed <= SUPPRESSES
        for trial in event.effect.trials
        if trial.what == "killpower"
    )


def _at_men(state: WarState, element: Element, load: Load, dice: Dice) -> Iterator[Event]:
    """A D10: a natural 10 is a direct hit (pw:10.3.9.1), any other is the roll by killpower itself, less by what covers
    (pw:10.3.6, pw:10.3.9.2); up to 4 above suppresses (pw:10.3.8)."""
    attack = attack_on(state, element, load)
    if attack is None:
        return
    die = d10(dice, f"{load.name} at {element.name}", "pw:10.3.9", overs=False)
    if die.first == DIRECT:
        yield from _direct_hit(state, element, load, die.rolls, dice)
        return
    yield MenAttacked(
        side=element.side,
        element=element.id,
        what=attack.what,
        net=attack.net,
        rolled=die.result,
        result=read(state.charts, element, attack, die.result),
        rolls=die.rolls,
        tally=attack.tally.reasons,
    )


def attack_on(state: WarState, element: Element, load: Load, *, direct: bool = False) -> Attack | None:
    """The attack of a Ph by killpower: with what covers from above, without it if it is a direct hit (pw:10.3.9.1,
    pw:10.3.9.2), and what adjusts it of who fires (pw:12.4.2); None of smoke."""
    if load.killpower is None:
        return None
    why = tuple(adjustments.of_target(state, element, None, direct=False))
    if direct:
        why = tuple(reason for reason in why if reason.amount > 0)
    return Attack(load.name, load.killpower, (*why, *load.why))


def _direct_hit(state: WarState, element: Element, load: Load, rolls: tuple[Roll, ...], dice: Dice) -> Iterator[Event]:
    """A direct hit: a gun is struck on its own chart, and its crew by that; any other element is attacked without
    protection (pw:10.3.9.1)."""
    yield DirectHit(side=element.side, element=element.id, what=load.name, rolls=rolls)
    if element.kind is Kind.GUN and load.he:
        event = blast_gun(state, element, load.strike, dice)
        yield event
        if event.effect.crew is not None and state.elements[element.id].on_table:
            yield from attacks.attack(state, element.id, Attack(load.name, event.effect.crew), dice)
        return
    attack = attack_on(state, element, load, direct=True)
    if attack is not None:
        yield from attacks.attack(state, element.id, attack, dice)
