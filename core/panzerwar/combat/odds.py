"""The exact chances of a shot, by the rules that resolve it: what comes of its hits on the first target (pw:8.4,
pw:9.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, at_men, places, trailers, zones
from core.panzerwar.combat.orders import Fire
from core.panzerwar.combat.to_hit import Company, company, number
from core.panzerwar.combat.zones import Bearing
from core.panzerwar.damage import odds as damage_odds
from core.panzerwar.damage.gun_hits import gun_target
from core.panzerwar.damage.strikes import of_burst
from core.panzerwar.damage.targets import target_of
from core.panzerwar.infantry import killpower
from core.panzerwar.infantry import odds as assault_odds
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.obstacles import bunker_hits
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.extended import at_most, d10_chances
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import Arm, ArmKind, Shot
from core.panzerwar.pieces.strike import Strike
from core.panzerwar.pieces.weapons import Shell, ShellType, Smoke
from core.panzerwar.state import WarState
from core.tally import Reason

MISS: Final = "miss"


@frozen(kw_only=True, eq=False, repr=False)
class Chances(Alike):
    """What may come of a shot on its primary target. outcomes: the worst that befalls it, with its chance, they sum to
    1; needed: the number to hit, None where no roll is needed; more: the rolls for two hits, three hits
    and so on (pw:8.11); hits: the chance of at least one hit; tally: of the number or of the killpower; net: that
    killpower, None where it is rolled to hit."""

    outcomes: tuple[tuple[str, float], ...]
    needed: int | None
    hits: float
    tally: tuple[Reason, ...]
    more: tuple[int, ...] = ()
    net: int | None = None

    @property
    def kills(self) -> float:
        """The chance that the target is lost."""
        return sum(chance for name, chance in self.outcomes if name in LOST)

    @property
    def harms(self) -> float:
        """The chance that anything befalls it."""
        return sum(chance for name, chance in self.outcomes if name not in (MISS, "no effect"))


#: The outcomes by which a target is out of the game; a gun is with its crew (pw:9.22.4).
LOST: Final = frozenset({"destroyed", "killed", "crew killed"})
#: The outcomes of one attack, the worst first.
_VEHICLE: Final = ("destroyed", "damaged", "stunned", "no effect")
_GUN: Final = ("destroyed", "crew killed", "one crew killed", "carriage broken", "crew shaken", "stunned", "no effect")
_MEN: Final = ("killed", "one crew killed", "broken", "suppressed", "no effect")
_BUNKER: Final = ("pierced", "stunned inside", "no effect")
_PHOSPHORUS: Final = ("commander killed", "blinded")


def chances(
    state: WarState, firer: Element, arm: Arm, target: Element, shot: Shot, shell: Shell | None
) -> Chances | None:
    """The chances of a shot at its primary target; None beyond its reach.

    Several hits of one roll are taken as the same attack again on the undamaged target, the worst of them counting.
    """
    found = zones.bearing_on(state, firer, target, sequence.segment(state))
    if not aimed.needs_roll(state, arm, target):
        return _burst(state, firer, arm, target, shot)
    if shell is not None and shell.type is ShellType.CANISTER:
        attack = aimed.attack_on_men(
            state, firer, target, found, shell, aimed.strike_of(state, arm, shell, found, shot)
        )
        each = tuple(o for o in _on_men(state, target, attack) if o[1] > 0)
        return Chances(outcomes=each, needed=None, hits=1.0, tally=attack.tally.reasons, net=attack.net)
    beside = company(state, shot)
    tally = number(state, firer, arm, shell, target, found, aim=shot.aim, beside=beside)
    if tally is None:
        return None
    there = places.there(state, firer, target, found.at)
    each = _one_hit(state, firer, arm, shell, there, found, shot)
    return Chances(
        outcomes=_of_hits(state, firer, arm, shell, tally.total, beside, each),
        needed=tally.total,
        hits=sum(c for die, c in d10_chances() if aimed.hits_of(state, firer, arm, tally.total, die, shell, beside)),
        tally=tally.reasons,
        more=aimed.further_hits(state, firer, arm, tally.total, shell, beside),
    )


def _of_hits(
    state: WarState,
    firer: Element,
    arm: Arm,
    shell: Shell | None,
    needed: int,
    beside: Company,
    each: tuple[tuple[str, float], ...],
) -> tuple[tuple[str, float], ...]:
    """The worst of as many hits as the die gives."""
    found = {name: 0.0 for name, _ in each} | {MISS: 0.0}
    for die, chance in d10_chances():
        hits = aimed.hits_of(state, firer, arm, needed, die, shell, beside)
        if not hits:
            found[MISS] += chance
            continue
        for name, share in _worst_of(each, hits):
            found[name] += chance * share
    return tuple((name, chance) for name, chance in found.items() if chance > 0)


def _worst_of(each: tuple[tuple[str, float], ...], times: int) -> tuple[tuple[str, float], ...]:
    """The worst of several alike: the chance that all are at least so mild, outcome by outcome."""
    found = []
    milder = 1.0
    for name, chance in each:
        before, milder = milder, max(0.0, milder - chance)
        found.append((name, before**times - milder**times))
    return tuple(found)


def _one_hit(
    state: WarState, firer: Element, arm: Arm, shell: Shell | None, target: Element, found: Bearing, shot: Shot
) -> tuple[tuple[str, float], ...]:
    if shell is None and arm.kind is ArmKind.FLAME:
        return tuple(zip(_VEHICLE, assault_odds.results(state, target, ArmKind.FLAME.value), strict=True))
    strike = aimed.strike_of(state, arm, shell, found, shot)
    if shell is not None and shell.smoke is Smoke.WP:
        return _in_phosphorus(state, target)
    if target.kind is Kind.VEHICLE:
        return _on_vehicle(state, target, strike)
    if target.kind is Kind.GUN:
        return _on_gun(state, target, found, strike)
    if target.kind is Kind.BUNKER:
        return _on_bunker(state, target, strike)
    return _on_men(state, target, aimed.attack_on_men(state, firer, target, found, shell, strike))


def _on_vehicle(state: WarState, target: Element, strike: Strike) -> tuple[tuple[str, float], ...]:
    one = damage_odds.chances(state.charts, target_of(state, target), strike, target.grade)
    return tuple(zip(_VEHICLE, (one.destroyed, one.damaged, one.only_stunned, one.nothing), strict=True))


def _in_phosphorus(state: WarState, target: Element) -> tuple[tuple[str, float], ...]:
    """Whoever is struck by phosphorus is blinded, and a commander in the open is killed (pw:11.4.3)."""
    killed = float(aimed.burns_commander(state, target))
    return tuple(zip(_PHOSPHORUS, (killed, 1 - killed), strict=True))


def _on_gun(state: WarState, target: Element, found: Bearing, strike: Strike) -> tuple[tuple[str, float], ...]:
    """A gun that is not destroyed may lose its crew, whom no shield covers that is pierced (pw:9.22.4)."""
    one = damage_odds.gun_chances(state.charts, gun_target(state.cards.guns[target.card], target), strike)
    each = dict.fromkeys(_GUN, 0.0) | {"destroyed": one.destroyed}
    why = aimed.of_crew(state, target, found)
    for left, chance in one.left.items():
        mild = "carriage broken" if left.carriage else "stunned" if left.stunned else "no effect"
        if left.crew is None:
            each[mild] += chance
            continue
        by = killpower.chances(state.charts, target, Attack(strike.name, left.crew, why))
        each["crew killed"] += chance * by[Result.KILLED]
        each["one crew killed"] += chance * by[Result.CREW]
        shaken = by[Result.BROKEN] + by[Result.SUPPRESSED]
        each["carriage broken" if left.carriage else "crew shaken"] += chance * shaken
        each[mild] += chance * by[Result.NOTHING]
    return tuple(each.items())


def _on_bunker(state: WarState, target: Element, strike: Strike) -> tuple[tuple[str, float], ...]:
    """A bunker that is pierced lets everybody in it be attacked; who is inside may be stunned in any case: told of one
    element (pw:15.7.2.1, pw:15.7.4)."""
    pierced, stunned = bunker_hits.chances(state, target, strike)
    only = (1 - pierced) * stunned
    return tuple(zip(_BUNKER, (pierced, only, 1 - pierced - only), strict=True))


def _on_men(state: WarState, target: Element, attack: Attack) -> tuple[tuple[str, float], ...]:
    by: Mapping[Result, float] = killpower.chances(state.charts, target, attack)
    order = (Result.KILLED, Result.CREW, Result.BROKEN, Result.SUPPRESSED, Result.NOTHING)
    return tuple((name, by[result]) for name, result in zip(_MEN, order, strict=True))


def _burst(state: WarState, firer: Element, arm: Arm, target: Element, shot: Shot) -> Chances | None:
    """Of fire that needs no roll to hit (pw:8.5.4, pw:12.8)."""
    coax = at_men.beside_main_gun(state, shot.element, arm)
    attack = at_men.attack_of(state, firer, arm, target, 0, sequence.segment(state), coax=coax)
    if attack is None:
        return None
    card = state.cards[target.card]
    outcomes: tuple[tuple[str, float], ...]
    if isinstance(card, Vehicle) and card.soft:
        killed = at_most(attack.net)
        outcomes = (("destroyed", killed), ("no effect", 1 - killed))
    elif isinstance(card, Vehicle):
        gun = state.cards.machine_guns.get(arm.weapon)
        found = zones.bearing_on(state, firer, target, sequence.segment(state))
        if gun is None or gun.penetration(found.range) <= 0:
            return None
        there = places.there(state, firer, target, found.at)
        outcomes = _on_vehicle(state, there, of_burst(gun, found.range, found.from_, higher=found.higher))
    else:
        outcomes = _on_men(state, target, attack)
    left = tuple((name, chance) for name, chance in outcomes if chance > 0)
    return Chances(outcomes=left, needed=None, hits=1.0, tally=attack.tally.reasons, net=attack.net)


def on_riders(
    state: WarState, firer: Element, arm: Arm, target: Element, shot: Shot, shell: Shell | None
) -> tuple[tuple[Element, Mapping[Result, float]], ...]:
    """What one hit, or a burst, does to each of those who ride on a vehicle, whatever it does to that (pw:6.9.5)."""
    segment = sequence.segment(state)
    if target.kind is not Kind.VEHICLE:
        return ()
    if shell is None and arm.kind is ArmKind.FLAME:
        far = zones.bearing_on(state, firer, target, segment).range
        made = trailers.on_riders(state, target, at_men.killpower(state, firer, arm, target, far) or 0)
    elif aimed.needs_roll(state, arm, target):
        strike = aimed.strike_of(state, arm, shell, zones.bearing_on(state, firer, target, segment), shot)
        made = aimed.on_riders(state, target, strike)
    else:
        coax = at_men.beside_main_gun(state, shot.element, arm)
        made = at_men.burst_on_riders(state, firer, arm, target, segment, coax=coax)
    each = ((state.elements[id_], attack) for id_, attack in made)
    return tuple((rider, killpower.chances(state.charts, rider, attack)) for rider, attack in each)


def needed(state: WarState, side: SideId, firer: Element, arm: Arm, target: Element, order: Fire) -> int | None:
    """The number to hit of an order; None where no roll is needed, or beyond the reach of the weapon."""
    if not aimed.needs_roll(state, arm, target):
        return None
    shot = Shot(side=side, element=firer.id, arm=arm.id, target=target.id, shell=order.shell, aim=order.aim)
    found = zones.bearing_on(state, firer, target, sequence.segment(state))
    shell = arms.shell(state, firer, arm, order.shell)
    tally = number(state, firer, arm, shell, target, found, aim=order.aim, beside=company(state, shot))
    return None if tally is None else tally.total
