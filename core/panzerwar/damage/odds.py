"""The exact chances of one hit, by the rules that resolve it (pw:9.0, pw:9.22).

Where it strikes is walked branch by branch; penetration, damage and stun are independent dice whose chances are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from attrs import define, evolve, field, frozen

from core.alike import Alike
from core.dice import branches
from core.panzerwar.damage.area_hits import blasted
from core.panzerwar.damage.bail_out import bails
from core.panzerwar.damage.gun_hits import WEIGHT_CLASS, GunTarget, crew_attack, plate_of
from core.panzerwar.damage.hit import exposed, soft_killpower, stunnable
from core.panzerwar.damage.location_damage import columns, commander, guns, needs
from core.panzerwar.damage.locations import Struck, barrel_of, locate
from core.panzerwar.damage.penetration import Obstruction, pierce, pierce_by, reading
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import stun_number
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.damage import DamageColumn, DamageRow
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.extended import at_least, at_most, d6_chances, d10
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import BARRELS, Part, Strike

T = TypeVar("T")
#: What is damaged, with its chance; None is an explosion.
_Spread = dict[frozenset[Damage] | None, float]

_WHOLE: Final[frozenset[Damage]] = frozenset()
_NO_DAMAGE: Final[_Spread] = {_WHOLE: 1.0}


@frozen(eq=False, repr=False)
class Outcome(Alike):
    """What may come of a hit on a vehicle: it is destroyed, or this is damaged that was not, and it is stunned."""

    destroyed: bool = False
    damage: frozenset[Damage] = frozenset()
    stunned: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class HitChances(Alike):
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


@frozen(eq=False, repr=False)
class GunOutcome(Alike):
    """What may come of a hit on a towed gun that is not destroyed: its carriage is broken, it is stunned, its crew is
    attacked at a killpower, None = it is not."""

    carriage: bool = False
    stunned: bool = False
    crew: int | None = None


@frozen(kw_only=True, eq=False, repr=False)
class GunChances(Alike):
    """The chances of one hit on a towed gun. left: what comes of it where it is not destroyed; with `destroyed` these
    sum to 1."""

    destroyed: float
    left: Mapping[GunOutcome, float]

    @property
    def carriage(self) -> float:
        """That it can be towed no more."""
        return sum(chance for one, chance in self.left.items() if one.carriage)

    @property
    def stunned(self) -> float:
        """That it is stunned, and not destroyed."""
        return sum(chance for one, chance in self.left.items() if one.stunned)

    @property
    def crew(self) -> Mapping[int, float]:
        """By the killpower at which its crew is attacked; who serves what is destroyed is not (pw:9.22.4)."""
        found: dict[int, float] = {}
        for one, chance in self.left.items():
            if one.crew is not None:
                _add(found, one.crew, chance)
        return found


def places(charts: Charts, target: Target, strike: Strike) -> Mapping[Struck, float]:
    """What a direct hit may strike, with the chance of each (pw:9.1, pw:9.3)."""
    return _together(branches(lambda dice: locate(charts, target, strike, Record.silent(dice))))


def outcomes(charts: Charts, target: Target, strike: Strike) -> Mapping[Outcome, float]:
    """Everything that may come of a direct hit, with its chance; the chances sum to 1 (pw:9.0)."""
    return _outcomes(_Hit(charts, target, strike))


def chances(charts: Charts, target: Target, strike: Strike, grade: Grade = Grade.REGULAR) -> HitChances:
    """The exact chances of one direct hit. grade: of the crew, which may bail out (pw:9.14)."""
    one = _Hit(charts, target, strike)
    found = _outcomes(one)
    return summed(charts, found, target, one.through, grade)


def area_chances(charts: Charts, target: Target, strike: Strike, grade: Grade = Grade.REGULAR) -> HitChances:
    """The exact chances of one possible hit of area fire (pw:10.3.1 to pw:10.3.3)."""
    one = _Hit(charts, target, strike)
    found = _outcomes(one) if target.card.soft else _area_outcomes(one)
    return summed(charts, found, target, one.through, grade)


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
    destroyed, left = 0.0, dict[GunOutcome, float]()
    stun = _stun(charts, strike, WEIGHT_CLASS, target.stunned)
    for line in charts.damage.towed:
        chance = (line.die_to - line.die_from + 1) / 10
        plate = plate_of(target, line, strike)
        shield = 0.0 if plate is None else stun
        through = 1.0
        if plate is not None:
            at = Obstruction(plate)
            through = sum(share for die, share in d6_chances() if pierce(charts, strike, at, die=die).through)
        gone = 0.0
        if line.destroyed is not None and strike.destruction is not None:
            gone = at_least(strike.destruction + line.destroyed)
        crew = crew_attack(line, strike)
        cases = [(GunOutcome(), 1 - through), (GunOutcome(crew=crew), through * (1 - gone))]
        if line.towing:
            cases.append((GunOutcome(carriage=True, crew=crew), through * gone))
        else:
            destroyed += chance * through * gone
        for one, share in cases:
            _add(left, evolve(one, stunned=True), chance * share * shield)
            _add(left, one, chance * share * (1 - shield))
    return GunChances(destroyed=destroyed, left=left)


# -- what a hit does there -------------------------------------------------------------------------


def _outcomes(one: _Hit) -> dict[Outcome, float]:
    charts, target, strike = one.charts, one.target, one.strike
    if target.card.soft:
        one.through = 1.0
        kill = at_most(soft_killpower(charts, strike).total)
        return {Outcome(destroyed=True): kill, Outcome(): 1 - kill}
    found: dict[Outcome, float] = {}
    stun = _stun(charts, strike, target.card.weight_class, target.stunned)
    for (struck, at_once, stuns), chance in one.alike():
        for damage, share in one.spread(struck, at_once).items():
            if damage is None:
                _add(found, Outcome(destroyed=True), chance * share)
                continue
            stunned = stun if stuns else 0.0
            _add(found, Outcome(False, damage, True), chance * share * stunned)
            _add(found, Outcome(False, damage, False), chance * share * (1 - stunned))
        one.through += chance * sum(share for (_, through), share in one.pierced(struck).items() if through)
    return found


def _area_outcomes(one: _Hit) -> dict[Outcome, float]:
    """A shell that comes down beside a vehicle stuns at most; an actual hit strikes top, track or low side, its blast
    perhaps a barrel (pw:10.3.1, pw:10.3.3, pw:9.15)."""
    charts, target, strike = one.charts, one.target, one.strike
    stun = _stun(charts, strike, target.card.weight_class, target.stunned)
    barrel = _blasts(charts, target, strike)
    found: dict[Outcome, float] = {}
    for struck, chance in _together(branches(lambda dice: _came_down(target, strike, Record.silent(dice)))).items():
        if struck is None:
            _add(found, Outcome(stunned=True), chance * stun)
            _add(found, Outcome(), chance * (1 - stun))
            continue
        one.through += chance * sum(share for (_, through), share in one.pierced(struck).items() if through)
        stunned = stun if stunnable(target, struck) and not struck.running_gear else 0.0
        for damage, share in one.spread(struck, _WHOLE).items():
            if damage is None:
                _add(found, Outcome(destroyed=True), chance * share)
                continue
            for more, blast in barrel.items():
                whole = damage | ((more or _WHOLE) - target.damage)
                _add(found, Outcome(False, whole, True), chance * share * blast * stunned)
                _add(found, Outcome(False, whole, False), chance * share * blast * (1 - stunned))
    return found


def _came_down(target: Target, strike: Strike, record: Record) -> Struck | None:
    """What a possible hit strikes; None beside the vehicle (pw:10.3.1)."""
    rolled = d10(record.dice, "actual hit", "pw:10.3.1").result
    return None if 1 < rolled < 10 else blasted(target, strike, rolled, record)


def _blasts(charts: Charts, target: Target, strike: Strike) -> _Spread:
    """The gun whose barrel the blast of an actual hit destroys, with its chance (pw:10.3.3)."""
    calibres = {
        Part.BARREL: target.calibre,
        Part.SPONSON_BARREL: target.sponson_calibre,
        Part.SECOND_BARREL: target.second_calibre,
    }
    mounted = [part for part, calibre in calibres.items() if calibre]
    needed = charts.whole("barrel-hit")
    struck = 0.1 * (11 - needed) / 10 if mounted else 0.0
    found: _Spread = {_WHOLE: 1.0 - struck}
    for part in mounted:
        at = barrel_of(charts, calibres[part])
        pierced = sum(chance for die, chance in d6_chances() if pierce(charts, strike, at, die=die).through)
        _add(found, frozenset((BARRELS[part],)), struck / len(mounted) * pierced)
        _add(found, _WHOLE, struck / len(mounted) * (1 - pierced))
    return found


@define
class _Hit:
    """One hit while its chances are worked out, with what is the same in several places.

    through: the chance that the armour is pierced, as far as it is known.
    """

    charts: Charts
    target: Target
    strike: Strike
    through: float = 0.0
    _pierced: dict[tuple[Obstruction, bool], Mapping[tuple[bool, bool], float]] = field(factory=dict)
    _behind: dict[tuple[object, ...], _Spread] = field(factory=dict)

    def alike(self) -> Iterable[tuple[tuple[Struck, frozenset[Damage], bool], float]]:
        """What may be struck, with what is lost at once and whether it stuns; places of the same effect are one."""
        target, found = self.target, dict[tuple[Struck, frozenset[Damage], bool], float]()
        for struck, chance in places(self.charts, target, self.strike).items():
            at_once = commander(target) if exposed(target, self.strike, struck) else _WHOLE
            _add(found, (struck.anywhere(), at_once, stunnable(target, struck)), chance)
        return found.items()

    def spread(self, struck: Struck, at_once: frozenset[Damage]) -> _Spread:
        """What a hit damages that strikes there; explosions are None."""
        destruction, found = self.strike.destruction, _Spread()
        for (gear, through), chance in self.pierced(struck).items():
            spread = _NO_DAMAGE
            if gear and destruction is not None:
                spread = _joined(spread, _tracks(self.charts, destruction))
            if through and destruction is not None:
                spread = _joined(spread, self.behind(struck, destruction))
            for damage, share in spread.items():
                _add(found, None if damage is None else (damage | at_once) - self.target.damage, chance * share)
        return found

    def pierced(self, struck: Struck) -> Mapping[tuple[bool, bool], float]:
        """Whether gear and armour are pierced, with the chance of each case."""
        key = (struck.obstruction, struck.running_gear)
        if key not in self._pierced:
            found: dict[tuple[bool, bool], float] = {}
            read = reading(self.strike, key[0])
            for die, chance in d6_chances():
                one = pierce_by(self.charts, self.strike, key[0], read, die=die, running_gear=key[1])
                _add(found, (one.gear, one.through), chance)
            self._pierced[key] = found
        return self._pierced[key]

    def behind(self, struck: Struck, destruction: int) -> _Spread:
        """What a penetration destroys there."""
        if struck.barrel:
            return {frozenset((BARRELS[struck.part],)): 1.0}
        key = (struck.part, struck.aspect, struck.sponson, struck.column)
        if key not in self._behind:
            found: _Spread = {}
            among = columns(self.target, struck)
            for column in dict.fromkeys(among):
                for damage, share in _destroyed(self.charts, self.target, destruction, struck, column).items():
                    _add(found, damage, share * among.count(column) / len(among))
            self._behind[key] = found
        return self._behind[key]


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
