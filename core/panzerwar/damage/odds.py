"""The exact chances of one hit, by the rules that resolve it (pw:9.0, pw:9.22).

Where it strikes is walked branch by branch; penetration, damage and stun are independent dice whose chances are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from attrs import frozen

from core.dice import branches
from core.panzerwar.damage.bail_out import bails
from core.panzerwar.damage.gun_hits import WEIGHT_CLASS, GunTarget, crew_attack, plate_of
from core.panzerwar.damage.hit import exposed, soft_killpower, stunnable
from core.panzerwar.damage.location_damage import columns, commander, guns, needs
from core.panzerwar.damage.locations import Struck, locate
from core.panzerwar.damage.penetration import Obstruction, pierce
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import stun_number
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.charts import Charts
from core.panzerwar.pieces.damage_charts import DamageColumn, DamageRow
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.extended import at_least, at_most, d6_chances
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import BARRELS, Strike

T = TypeVar("T")
#: What is damaged, with its chance; None is an explosion.
_Spread = dict[frozenset[Damage] | None, float]

_WHOLE: Final[frozenset[Damage]] = frozenset()
_NO_DAMAGE: Final[_Spread] = {_WHOLE: 1.0}


@frozen
class Outcome:
    """What may come of a hit on a vehicle: it is destroyed, or this is damaged that was not, and it is stunned."""

    destroyed: bool = False
    damage: frozenset[Damage] = frozenset()
    stunned: bool = False


@frozen(kw_only=True)
class HitChances:
    """The chances of one hit on a vehicle. destroyed, damaged, only_stunned and nothing sum to 1.

    pierced: of its armour, gear of a track counts not; damaged: something new of it, but it is not destroyed; damage:
    of each; stunned: and not destroyed; out: destroyed, or its crew bails out after it (pw:9.14).
    """

    destroyed: float
    pierced: float
    damaged: float
    only_stunned: float
    nothing: float
    stunned: float
    out: float
    damage: Mapping[Damage, float]


@frozen(kw_only=True)
class GunChances:
    """The chances of one hit on a towed gun. crew: by the killpower at which its crew is attacked."""

    destroyed: float
    carriage: float
    stunned: float
    crew: Mapping[int, float]


def places(charts: Charts, target: Target, strike: Strike) -> Mapping[Struck, float]:
    """What a direct hit may strike, with the chance of each (pw:9.1, pw:9.3)."""
    return _together(branches(lambda dice: locate(charts, target, strike, Record(dice))))


def outcomes(charts: Charts, target: Target, strike: Strike) -> Mapping[Outcome, float]:
    """Everything that may come of a direct hit, with its chance; the chances sum to 1 (pw:9.0)."""
    found: dict[Outcome, float] = {}
    if target.card.soft:
        kill = at_most(soft_killpower(charts, strike).total)
        return {Outcome(destroyed=True): kill, Outcome(): 1 - kill}
    spreads: dict[tuple[object, ...], _Spread] = {}
    stun = _stun(charts, strike, target.card.weight_class, target.stunned)
    for struck, chance in places(charts, target, strike).items():
        stuns = stun if stunnable(target, struck) else 0.0
        for damage, share in _spread(charts, target, strike, struck, spreads).items():
            if damage is None:
                _add(found, Outcome(destroyed=True), chance * share)
                continue
            if stuns:
                _add(found, Outcome(False, damage, True), chance * share * stuns)
            _add(found, Outcome(False, damage, False), chance * share * (1 - stuns))
    return found


def pierces(charts: Charts, target: Target, strike: Strike) -> float:
    """The chance that a direct hit pierces the armour, running gear aside (pw:9.4)."""
    if target.card.soft:
        return 1.0
    return sum(
        chance * sum(share for (_, through), share in _pierced(charts, strike, struck).items() if through)
        for struck, chance in places(charts, target, strike).items()
    )


def chances(charts: Charts, target: Target, strike: Strike, grade: Grade = Grade.REGULAR) -> HitChances:
    """The exact chances of one direct hit. grade: of the crew, which may bail out (pw:9.14)."""
    return summed(charts, outcomes(charts, target, strike), target, pierces(charts, target, strike), grade)


def summed(charts: Charts, found: Mapping[Outcome, float], target: Target, pierced: float, grade: Grade) -> HitChances:
    """What outcomes come to."""
    destroyed = damaged = only_stunned = nothing = stunned = out = 0.0
    each: dict[Damage, float] = {}
    for outcome, chance in found.items():
        if outcome.destroyed:
            destroyed += chance
            out += chance
            continue
        stunned += chance * outcome.stunned
        if outcome.damage:
            damaged += chance
            out += chance * bails(charts, target, outcome.damage, outcome.stunned, grade)
            for one in outcome.damage:
                each[one] = each.get(one, 0.0) + chance
        elif outcome.stunned:
            only_stunned += chance
        else:
            nothing += chance
    return HitChances(
        destroyed=destroyed,
        pierced=pierced,
        damaged=damaged,
        only_stunned=only_stunned,
        nothing=nothing,
        stunned=stunned,
        out=out,
        damage=each,
    )


def gun_chances(charts: Charts, target: GunTarget, strike: Strike) -> GunChances:
    """The exact chances of one direct hit on a gun (pw:9.22.4)."""
    destroyed = carriage = stunned = 0.0
    crew: dict[int, float] = {}
    stun = _stun(charts, strike, WEIGHT_CLASS, target.stunned)
    for line in charts.damage.towed:
        chance = (line.die_to - line.die_from + 1) / 10
        plate = plate_of(target, line, strike)
        through = 1.0
        if plate is not None:
            at = Obstruction(plate)
            through = sum(share for die, share in d6_chances() if pierce(charts, strike, at, die=die).through)
        gone = 0.0
        if line.destroyed is not None and strike.destruction is not None:
            gone = through * at_least(strike.destruction + line.destroyed)
            destroyed, carriage = destroyed + chance * gone * (not line.towing), carriage + chance * gone * line.towing
        if plate is not None:
            stunned += chance * (1 - gone * (not line.towing)) * stun
        attack = crew_attack(line, strike)
        if attack is not None:
            crew[attack] = crew.get(attack, 0.0) + chance * through
    return GunChances(destroyed=destroyed, carriage=carriage, stunned=stunned, crew=crew)


# -- what a hit does there -------------------------------------------------------------------------


def _spread(
    charts: Charts, target: Target, strike: Strike, struck: Struck, kept: dict[tuple[object, ...], _Spread]
) -> _Spread:
    """What a hit damages that strikes there; explosions are None."""
    at_once = commander(target) if exposed(target, strike, struck) else _WHOLE
    found: _Spread = {}
    for (gear, through), chance in _pierced(charts, strike, struck).items():
        spread = _NO_DAMAGE
        if strike.destruction is not None:
            if gear:
                spread = _joined(spread, _tracks(charts, strike.destruction))
            if through:
                spread = _joined(spread, _through(charts, target, strike.destruction, struck, kept))
        for damage, share in spread.items():
            _add(found, None if damage is None else (damage | at_once) - target.damage, chance * share)
    return found


def _pierced(charts: Charts, strike: Strike, struck: Struck) -> Mapping[tuple[bool, bool], float]:
    """Whether gear and armour are pierced, with the chance of each case."""
    found: dict[tuple[bool, bool], float] = {}
    for die, chance in d6_chances():
        one = pierce(charts, strike, struck.obstruction, die=die, running_gear=struck.running_gear)
        _add(found, (one.gear, one.through), chance)
    return found


def _through(
    charts: Charts, target: Target, destruction: int, struck: Struck, kept: dict[tuple[object, ...], _Spread]
) -> _Spread:
    """What a penetration destroys there."""
    if struck.barrel:
        return {frozenset((BARRELS[struck.part],)): 1.0}
    key = (struck.part, struck.aspect, struck.sponson, struck.column)
    if key not in kept:
        found: _Spread = {}
        among = columns(target, struck)
        for column in dict.fromkeys(among):
            for damage, share in _destroyed(charts, target, destruction, struck, column).items():
                _add(found, damage, share * among.count(column) / len(among))
        kept[key] = found
    return kept[key]


def _destroyed(charts: Charts, target: Target, destruction: int, struck: Struck, column: DamageColumn) -> _Spread:
    """What the dice of a column destroy."""
    found = _NO_DAMAGE
    for need in needs(charts, target, struck, column, destruction):
        happens = 1.0 if need.always else at_least(need.number)
        if need.row is DamageRow.PASSENGERS:
            continue
        one: _Spread
        if need.row is DamageRow.FIRE:
            explodes = at_least(need.number + 1)
            one = {None: explodes, need.destroys: happens - explodes, _WHOLE: 1 - happens}
        else:
            one = {_WHOLE: 1 - happens}
            among = (need.destroys,) if need.destroys else [frozenset((g,)) for g in guns(target, struck, column)]
            for destroyed in among:
                _add(one, destroyed, happens / len(among))
        found = _joined(found, one)
    return found


def _tracks(charts: Charts, destruction: int) -> _Spread:
    """Which track breaks, if one does (pw:9.3.2, pw:9.7)."""
    breaks = at_least(destruction + charts.whole("track-broken"))
    either = (frozenset((Damage.LEFT_TRACK,)), frozenset((Damage.RIGHT_TRACK,)))
    return {_WHOLE: 1 - breaks, either[0]: breaks / 2, either[1]: breaks / 2}


def _stun(charts: Charts, strike: Strike, weight_class: int, stunned: bool) -> float:
    """The chance to be stunned by a hit (pw:9.15)."""
    if strike.stun is None or stunned:
        return 0.0
    return at_least(stun_number(charts, strike.stun, weight_class).total)


# -- sums ------------------------------------------------------------------------------------------


def _joined(a: _Spread, b: _Spread) -> _Spread:
    """Two that happen independently; an explosion swallows all."""
    found: _Spread = {}
    for first, one in a.items():
        for second, two in b.items():
            _add(found, None if first is None or second is None else first | second, one * two)
    return found


def _add(found: dict[T, float], key: T, chance: float) -> None:
    if chance:
        found[key] = found.get(key, 0.0) + chance


def _together(cases: Iterable[tuple[float, T]]) -> dict[T, float]:
    found: dict[T, float] = {}
    for chance, case in cases:
        found[case] = found.get(case, 0.0) + chance
    return found
