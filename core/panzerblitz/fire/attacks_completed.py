"""What an attack begun can come to: whether more attackers make it legal, and all that can join (pb:PB-COMBAT-E)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from attrs import evolve, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzerblitz.fire.attacks_begun import Begun, attack_of, last_stands, legal_attack, sound
from core.panzerblitz.fire.combat import check_attack, intensive_refusal
from core.panzerblitz.fire.factoring import defense_of, fire_factor, is_armored, odds_column
from core.panzerblitz.fire.targets import elements
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.options import INTENSIVE_FIRE
from core.panzerblitz.pieces.reference import ODDS
from core.panzerblitz.state import BlitzState

#: So many attackers are tried in all ways for a battle of a Multiple attack, then the strongest and the weakest first.
FEW = 2


def finishable(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> bool:
    """Whether an attack begun can be made legal by joining more of the units that bear, be it by intensive fire."""
    if legal_attack(state, side, made) is not None:
        return True
    return any(_finishes(state, side, made, pool, hard=hard) for hard in (False, True)[: 1 + state.has(INTENSIVE_FIRE)])


def _finishes(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...], *, hard: bool) -> bool:
    if made.method is Method.MULTIPLE:
        return shared(state, side, made, pool, hard=hard) is not None
    free = tuple(u for u in pool if u not in made.used)
    begun = (made, *(made.joined(unit) for unit in free))
    return any(_grows(state, side, one, free, hard=hard) for one in begun)


def _grows(state: BlitzState, side: SideId, made: Begun, free: tuple[UnitId, ...], *, hard: bool) -> bool:
    """Whether an attack of one battle becomes legal as free units join that do not spoil it, the strongest first."""
    made = _harder(state, made) if hard else made
    if legal_attack(state, side, made) is not None:
        return True
    for unit in free:
        if unit in made.used:
            continue
        wider = _harder(state, made.joined(unit)) if hard else made.joined(unit)
        if legal_attack(state, side, wider) is not None:
            return True
        if sound(state, side, wider):
            made = wider
    return False


def _harder(state: BlitzState, made: Begun) -> Begun:
    """With all that can firing intensively (pb:PB-OPT-AMMO-1)."""
    return evolve(made, intensive=made.intensive | {u for u in made.used if intensive_refusal(state, u) is None})


# -- Multiple attacks ------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class _Counts(Alike):
    """What units count against each element of a stack, None = their class may not attack it; Defense Factors."""

    of: Mapping[tuple[UnitId, UnitId], int | None]
    defense: Mapping[UnitId, int]

    def able(self, unit: UnitId, target: UnitId) -> bool:
        """Whether a unit may attack an element."""
        return self.of[unit, target] is not None

    def total(self, units: tuple[UnitId, ...], target: UnitId) -> int:
        """What units count together, those that may not attack nothing."""
        return sum(self.of[u, target] or 0 for u in units)

    def stands(self, units: tuple[UnitId, ...], target: UnitId, rest: tuple[UnitId, ...]) -> bool:
        """Whether units may attack an element: at 1-1 or better, and none of the rest is weaker for them."""
        if self.total(units, target) < self.defense[target] or not all(self.able(u, target) for u in units):
            return False
        return all(self._column(units, target) >= self._column(units, other) for other in rest if other != target)

    def _column(self, units: tuple[UnitId, ...], target: UnitId) -> int:
        odds = odds_column(self.total(units, target), self.defense[target])
        return -1 if odds is None else ODDS.index(odds)


def _counts(
    state: BlitzState, made: Begun, units: tuple[UnitId, ...], rest: tuple[UnitId, ...], *, hard: bool
) -> _Counts:
    found: dict[tuple[UnitId, UnitId], int | None] = {}
    for unit in units:
        fierce = unit in made.intensive or (hard and intensive_refusal(state, unit) is None)
        for target in rest:
            armored = is_armored(state, made.hex, target)
            factor = fire_factor(state, unit, made.hex, armored=armored, intensive=fierce)
            found[unit, target] = None if factor is None else factor.amount
    return _Counts(found, {t: defense_of(state, t) for t in rest})


def shared(
    state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...], *, hard: bool = False
) -> Begun | None:
    """A Multiple attack that the one begun can become, with few attackers more; None if there is none.

    At least two units are attacked, each at 1-1 or better, the weakest for its attackers first (pb:PB-COMBAT-I2). hard:
    who can fires intensively.
    """
    before = evolve(made, battles=made.battles[:-1], wishes=made.wishes[:-1])
    try:
        taken = {battle.target for battle in attack_of(state, side, before).battles}
    except IllegalOrder:
        return None
    rest = tuple(t for t in elements(state, side, made.hex) if t not in taken)
    free = tuple(u for u in pool if u not in made.used)
    counts = _counts(state, made, (*made.battles[-1], *free), rest, hard=hard)
    for target, more in _ways(counts, made.battles[-1], made.wishes[-1], free, rest):
        one = _aimed(before, (*made.battles[-1], *more), target)
        if len(one.battles) > 1:
            if (found := _legal(state, side, one, hard=hard)) is not None:
                return found
            continue
        others, left = tuple(u for u in free if u not in more), tuple(t for t in rest if t != target)
        if not any(counts.total(others, t) >= counts.defense[t] for t in left):
            continue
        for second, joining in _ways(counts, (), None, others, left):
            if (found := _legal(state, side, _aimed(one, joining, second), hard=hard)) is not None:
                return found
    return None


def _aimed(made: Begun, attackers: tuple[UnitId, ...], target: UnitId) -> Begun:
    """With one battle more, at a target."""
    return evolve(made, battles=(*made.battles, attackers), wishes=(*made.wishes, target))


def _legal(state: BlitzState, side: SideId, made: Begun, *, hard: bool) -> Begun | None:
    made = _harder(state, made) if hard else made
    return made if legal_attack(state, side, made) is not None else None


def _ways(
    counts: _Counts, begun: tuple[UnitId, ...], wish: UnitId | None, free: tuple[UnitId, ...], rest: tuple[UnitId, ...]
) -> Iterator[tuple[UnitId, tuple[UnitId, ...]]]:
    """How a battle begun can stand: its target, and who joins, as few as possible first."""
    targets = rest if wish is None else tuple(t for t in rest if t == wish)
    for more in _joining(counts, free, targets):
        attackers = (*begun, *more)
        for target in targets if attackers else ():
            if counts.stands(attackers, target, rest):
                yield target, more


def _joining(counts: _Counts, free: tuple[UnitId, ...], targets: tuple[UnitId, ...]) -> Iterator[tuple[UnitId, ...]]:
    """Who may join: few of the free units in all ways, then more of those that may attack a target."""
    for size in range(FEW + 1):
        yield from combinations(free, size)
    for target in targets:
        able = tuple(u for u in free if counts.able(u, target))
        for order in (able, able[::-1]):
            for size in range(FEW + 1, len(able) + 1):
                yield order[:size]


# -- all together ----------------------------------------------------------------------------------


def joint(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> Begun | None:
    """All that can attack together, strongest first; None if that is no legal attack."""
    if made.method is Method.MULTIPLE:
        return _shared_out(state, side, made, pool)
    for unit in (u for u in pool if u not in made.used):
        wider = made.joined(unit)
        if sound(state, side, wider):
            made = wider
    return made if made.used and legal_attack(state, side, made) is not None else None


def _shared_out(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> Begun | None:
    """Each target of a Multiple attack gets attackers until it stands, all others go to the worst odds."""
    begun, most = made, len(elements(state, side, made.hex))
    best = made if legal_attack(state, side, made) is not None else None
    for unit in (u for u in pool if u not in made.used):
        if len(made.battles) < most and last_stands(state, side, made):
            made = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
        elif best is not None and len(made.battles) == most:
            break
        wider = made.joined(unit)
        if sound(state, side, wider):
            made = wider
            best = made if legal_attack(state, side, made) is not None else best
    best = best or shared(state, side, begun, pool)
    if best is None:
        return None
    for unit in (u for u in pool if u not in best.used):
        best = _where_worst(state, side, best, unit)
    return best


def _where_worst(state: BlitzState, side: SideId, made: Begun, unit: UnitId) -> Begun:
    """With one more attacker in the battle of the lowest odds that it can join; the same if there is none."""
    attack = legal_attack(state, side, made)
    terms = check_attack(state, side, attack) if attack is not None else ()
    for number, _ in sorted(enumerate(terms), key=lambda t: t[1].attack / t[1].defense):
        battles = tuple((*b, unit) if i == number else b for i, b in enumerate(made.battles))
        wider = evolve(made, battles=battles)
        if legal_attack(state, side, wider) is not None:
            return wider
    return made
