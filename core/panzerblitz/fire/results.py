"""The Combat Results Table applied: one roll, and what becomes of each unit (pb:PB-CRT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from core.alike import Alike
from core.choice import Chance
from core.dice import Dice, Roll
from core.event import SideId, UnitId
from core.hexes import Hex
from core.odds import chances
from core.panzerblitz.fire.events import AttackResolved
from core.panzerblitz.fire.factoring import Factor
from core.panzerblitz.fire.targets import with_load
from core.panzerblitz.ground.stacking import wreck_room
from core.panzerblitz.pieces.attacks import Fate, Method
from core.panzerblitz.pieces.reference import Kind, Result
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.state import BlitzState
from core.tally import Reason

_RULES = {
    Method.OVERRUN: "pb:PB-OVR-D",
    Method.CLOSE_ASSAULT: "pb:PB-CAT-D",
    Method.MINEFIELD: "pb:PB-MINE-E",
}


@frozen(eq=False, repr=False)
class Terms(Alike):
    """All that decides an attack before the die: who counts what, the odds column, the modifiers.

    armored: how the targets were taken by the Weapons Effectiveness Chart, None = it was not used; why: reasons of the
    column that a player would ask for, as (words, rule).
    """

    side: SideId
    hex: Hex
    method: Method
    targets: tuple[UnitId, ...]
    factors: tuple[Factor, ...]
    attack: int
    defense: int
    odds: str
    modifiers: tuple[Reason, ...]
    armored: bool | None = None
    why: tuple[tuple[str, str], ...] = ()
    again: bool = False

    @property
    def net(self) -> int:
        """All modifiers in one figure (pb:PB-CRT-2)."""
        return sum(m.amount for m in self.modifiers)

    @property
    def attackers(self) -> tuple[UnitId, ...]:
        """Who attacks."""
        return tuple(f.unit for f in self.factors)


def resolve(state: BlitzState, terms: Terms, dice: Dice) -> AttackResolved:
    """Roll an attack with one die; nothing is changed here (pb:PB-CRT-1, pb:PB-COMP-1)."""
    rolled, modified, result = _rolled(
        state.situation, terms.odds, terms.net, _RULES.get(terms.method, "pb:PB-CRT-1"), dice
    )
    return AttackResolved(
        side=terms.side,
        hex=terms.hex,
        method=terms.method,
        attackers=terms.attackers,
        targets=terms.targets,
        attack=terms.attack,
        defense=terms.defense,
        odds=terms.odds,
        roll=modified,
        result=result.value,
        effects=effects(state, terms.hex, terms.targets, result),
        again=terms.again,
        rolls=(rolled,),
        tally=terms.modifiers,
    )


def _rolled(situation: Situation, odds: str, net: int, rule: str, dice: Dice) -> tuple[Roll, int, Result]:
    """The roll of an attack, what it is with its modifiers, and the result in the column of its odds."""
    rolled = dice.roll("d6", f"attack at {odds}", rule)
    modified = rolled.result + net
    return rolled, modified, situation.tables.result(odds, modified)


def effects(
    state: BlitzState, hex_: Hex, targets: tuple[UnitId, ...], result: Result
) -> tuple[tuple[UnitId, Fate], ...]:
    """What a result does to each unit of the elements attacked.

    X eliminates (pb:PB-CRT-X): armored vehicles leave a Wreck if the hex has room (pb:PB-WRECK-1, pb:PB-WRECK-E), a
    fortification a Block (pb:PB-FORT-P). D disperses (pb:PB-CRT-D). DD disperses, and destroys what was dispersed
    earlier in this Player-Turn (pb:PB-CRT-DD).
    """
    found: list[tuple[UnitId, Fate]] = []
    wrecks: list[SideId] = []
    if result is Result.NONE:
        return ()
    for target in targets:
        head = state.units[target]
        lost = result is Result.ELIMINATED or (result is Result.SPECIAL_DISPERSED and head.struck)
        for unit in with_load(state, target):
            type_ = state.type(unit.id)
            fate = Fate.DISPERSED
            if lost:
                fate = Fate.ELIMINATED
                if type_.kind is Kind.FORTIFICATION:
                    fate = Fate.BLOCKED
                elif type_.armored and wreck_room(state, hex_, unit.side, tuple(wrecks)):
                    fate = Fate.WRECKED
                    wrecks.append(unit.side)
            found.append((unit.id, fate))
    return tuple(found)


#: The results in the order of the rules, as the odds panel names them.
OUTCOMES = (
    (Result.NONE, "no effect"),
    (Result.DISPERSED, "D dispersed"),
    (Result.SPECIAL_DISPERSED, "DD dispersed, lost if already"),
    (Result.ELIMINATED, "X eliminated"),
)


@lru_cache(maxsize=256)
def column_chances(situation: Situation, odds: str, net: int) -> Mapping[Result, float]:
    """The exact chance of each result of a column and its modifiers, by the real roll on every face of the die."""
    found = chances(lambda dice: _rolled(situation, odds, net, "pb:PB-CRT-1", dice)[2])
    return {result: found.get(result, 0.0) for result, _ in OUTCOMES}


def result_chances(state: BlitzState, terms: Terms) -> Mapping[Result, float]:
    """The exact chance of each result of an attack, by the real resolution on every face of the die."""
    return column_chances(state.situation, terms.odds, terms.net)


def loss_chance(state: BlitzState, terms: Terms, target: UnitId) -> tuple[float, float]:
    """Chances that an element is eliminated, and that it is dispersed."""
    odds = result_chances(state, terms)
    lost = odds[Result.ELIMINATED]
    down = odds[Result.DISPERSED]
    if state.units[target].struck:
        lost += odds[Result.SPECIAL_DISPERSED]
    else:
        down += odds[Result.SPECIAL_DISPERSED]
    return lost, down


def hurt(state: BlitzState, terms: tuple[Terms, ...]) -> Chance:
    """The chances that an attack eliminates somebody, and that it does anything at all.

    Of a stack that is attacked as one those who are dispersed already are lost first (pb:PB-CRT-DD).
    """
    safe = alive = 1.0
    for one in terms:
        lost, down = max(loss_chance(state, one, target) for target in one.targets)
        safe *= 1 - lost - down
        alive *= 1 - lost
    return Chance(1 - alive, 1 - safe)
