"""The exact chances of area fire, by the rules that resolve it (pw:10.3, pw:10.3.6, pw:10.3.9)."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import branches
from core.panzerwar.artillery import hits
from core.panzerwar.artillery.loads import Load
from core.panzerwar.damage import many
from core.panzerwar.damage.gun_hits import direct_hit_from_above, gun_target
from core.panzerwar.damage.hit import soft_killpower
from core.panzerwar.damage.odds import area_chances
from core.panzerwar.damage.targets import target_of
from core.panzerwar.infantry import killpower
from core.panzerwar.infantry.killpower import SUPPRESSES, Attack, read
from core.panzerwar.obstacles.bunker_hits import chances as bunker_chances
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.extended import d10_chances
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.state import WarState
from core.tally import Reason

#: The chance of one die to be a possible hit (pw:10.3).
ONE: Final = 0.1


@frozen(kw_only=True, eq=False, repr=False)
class AreaChances(Alike):
    """The chances of area fire at one element inside of the area.

    dice: D10 at it; hits: the chance of each number of possible hits from none on, they sum to 1; lost: that one
    possible hit kills or destroys it, crew: that it kills one of its two crews (pw:12.0.4), harmed: that it does
    anything, of a bunker that it is pierced. tally: the killpower against what has no armour.
    """

    dice: int
    hits: tuple[float, ...]
    lost: float
    harmed: float
    tally: tuple[Reason, ...] = ()
    crew: float = 0.0

    @property
    def any_hit(self) -> float:
        """The chance of at least one possible hit."""
        return 1.0 - self.hits[0]

    @property
    def loses(self) -> float:
        """The chance that the whole fire kills or destroys it, with the second of its two crews too."""
        return sum(chance * (1 - self._outlives(number)) for number, chance in enumerate(self.hits))

    def _outlives(self, number: int) -> float:
        """The chance that it outlives so many possible hits: none kills it, and of two crews one at most."""
        spared = 1 - self.lost - self.crew
        return spared**number + (number * self.crew * spared ** (number - 1) if number else 0.0)

    @property
    def harms(self) -> float:
        """The chance that the whole fire does anything to it."""
        return sum(chance * (1 - (1 - self.harmed) ** number) for number, chance in enumerate(self.hits))


def distribution(state: WarState, dice: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2 ... possible hits of so many dice (pw:10.3); with aggregate chances as the D100 says it
    (pw:2.4)."""
    table = many.table(state, dice)
    if table is not None:
        found = [many.aggregated(table, rolled) for rolled in range(1, 101)]
        return tuple(found.count(number) / 100 for number in range(max(found) + 1))
    return tuple(comb(dice, number) * ONE**number * (1 - ONE) ** (dice - number) for number in range(dice + 1))


def chances(state: WarState, element: Element, load: Load, dice: int) -> AreaChances:
    """The chances of area fire at an element, if it is inside of the area."""
    lost, harmed, tally = _one(state, element, load)
    crew = men_of(state, element, load)[Result.CREW] if element.crews > 1 else 0.0
    return AreaChances(dice=dice, hits=distribution(state, dice), lost=lost, harmed=harmed, tally=tally, crew=crew)


def men_of(state: WarState, element: Element, load: Load) -> Mapping[Result, float]:
    """The chance of each result of one possible hit on men or a gun; all 0 of what harms nobody."""
    attack = None if load.harmless else hits.attack_on(state, element, load)
    return dict.fromkeys(Result, 0.0) if attack is None else men(state, element, load, attack)


def _one(state: WarState, element: Element, load: Load) -> tuple[float, float, tuple[Reason, ...]]:
    """What one possible hit does: lost, anything."""
    if load.harmless:
        return 0.0, 0.0, ()
    if element.kind is Kind.BUNKER:
        return 0.0, ONE * bunker_chances(state, element, load.strike)[0], ()
    if element.kind is Kind.VEHICLE:
        card = state.cards.vehicles[element.card]
        bullets = hits.attack_on(state, element, load) if card.soft and not load.he else None
        if bullets is not None:
            most = bullets.net + SUPPRESSES
            return _up_to(bullets.net, overs=False), _up_to(most, overs=False), bullets.tally.reasons
        if not card.soft and not load.he and not load.strike.penetration:
            return 0.0, 0.0, ()
        found = area_chances(state.charts, target_of(state, element), load.strike, element.grade)
        more = soft_killpower(state.charts, load.strike).total + SUPPRESSES
        return found.destroyed, _up_to(more) if card.soft else 1.0 - found.nothing, ()
    attack = hits.attack_on(state, element, load)
    if attack is None:
        return 0.0, 0.0, ()
    results = men(state, element, load, attack)
    return results[Result.KILLED], 1.0 - results[Result.NOTHING], attack.tally.reasons


def _up_to(number: int, *, overs: bool = True) -> float:
    """The chance that a D10 at a soft vehicle is no more than a number (pw:10.3.8, pw:10.3.9.3)."""
    return sum(chance for rolled, chance in d10_chances(overs=overs) if rolled <= number)


def men(state: WarState, element: Element, load: Load, attack: Attack) -> Mapping[Result, float]:
    """The chance of each result of one possible hit on men or a gun; they sum to 1 (pw:10.3.9, pw:10.3.9.2). A gun that
    is destroyed counts as killed, one that is damaged or stunned as suppressed at least."""
    found = dict.fromkeys(Result, 0.0)
    for rolled, chance in d10_chances(overs=False):
        if rolled == hits.DIRECT:
            for result, share in _direct(state, element, load).items():
                found[result] += chance * share
        else:
            found[read(state.charts, element, attack, rolled)] += chance
    return found


def _direct(state: WarState, element: Element, load: Load) -> Mapping[Result, float]:
    """What a direct hit does (pw:10.3.9.1)."""
    if element.kind is not Kind.GUN or not load.he:
        attack = hits.attack_on(state, element, load, direct=True)
        assert attack is not None
        return killpower.chances(state.charts, element, attack)
    return _at_gun(state, element, load)


def _at_gun(state: WarState, element: Element, load: Load) -> Mapping[Result, float]:
    """A direct hit on a gun, and on its crew; a gun that comes to harm without its crew counts as suppressed."""
    target = gun_target(state.cards.guns[element.card], element)
    found = dict.fromkeys(Result, 0.0)
    for chance, effect in branches(lambda dice: direct_hit_from_above(state.charts, target, load.strike, dice)):
        least = Result.SUPPRESSED if effect.carriage or effect.stunned else Result.NOTHING
        if effect.destroyed:
            found[Result.KILLED] += chance
        elif effect.crew is None:
            found[least] += chance
        else:
            attack = Attack(load.name, effect.crew)
            for result, share in killpower.chances(state.charts, element, attack).items():
                found[least if result is Result.NOTHING else result] += chance * share
    return found
