"""Hand-to-Hand combat: leg units against a leg or towed unit next to them, to the end of one side (na:6.6.1.2.1).

Each roll-off is a comparison of two rolls, each side with modifiers of its own (na:6.6.1.2.2), which are worked out
anew whenever a unit is reduced or lost (na:6.6.1.2.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import UnitId
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.assault.close_assault import SIZES, added_attackers, has_flamethrower
from core.panzer.pieces.advanced_tables import AdvancedTables, Grade
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed


@frozen(eq=False, repr=False)
class Fighter(Alike):
    """What of a unit counts in Hand-to-Hand combat. size: "squad", "half-squad", "section" or "towed"."""

    size: str
    grade: Grade
    flamethrower: bool = False
    suppressed: bool = False
    hesitating: bool = False
    broken: bool = False


@frozen(eq=False, repr=False)
class Approach(Alike):
    """How the attackers come at the target: it is the same in every roll-off."""

    advanced: bool = False
    uphill: bool = False
    dismount: bool = False


class Higher(Enum):
    """Who is higher in a roll-off."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NEITHER = "neither"


@frozen(eq=False, repr=False)
class RollOff(Alike):
    """One roll-off: the modified results of both sides, and the rolls, the attacker's first."""

    attack: int
    defense: int
    rolls: tuple[Roll, Roll]

    @property
    def higher(self) -> Higher:
        """Who is higher; a tie is rolled again (na:6.6.1.2.1)."""
        if self.attack == self.defense:
            return Higher.NEITHER
        return Higher.ATTACKER if self.attack > self.defense else Higher.DEFENDER


def fighter(state: PanzerState, unit_id: UnitId) -> Fighter:
    """A unit as it fights."""
    unit = state.units[unit_id]
    return Fighter(
        size=SIZES[unit.size] if unit.size is not None else "towed",
        grade=unit_grade(state, unit_id),
        flamethrower=has_flamethrower(state, unit_id),
        suppressed=unit.suppressed,
        hesitating=unit.hesitating,
        broken=unit.broken,
    )


# -- modifiers ---------------------------------------------------------------------------------------


_SIZE_LETTERS: Mapping[str, str] = {"squad": "a", "half-squad": "b", "section": "c", "towed": "d"}


@frozen(eq=False, repr=False)
class Fought(Alike):
    """A side of a roll-off as its modifiers see it. fighters: the primary attacker first, or the defender alone."""

    tables: AdvancedTables
    fighters: Sequence[Fighter]
    approach: Approach = Approach()

    @property
    def leader(self) -> Fighter:
        """The primary attacker, or the defender."""
        return self.fighters[0]


def _size(at: Fought) -> Iterable[Reason]:
    """(na:6.6.1.2.2a, na:6.6.1.2.2b, na:6.6.1.2.2c, na:6.6.1.2.2d)"""
    size = at.leader.size
    yield Reason(size, at.tables.hand_to_hand_modifiers[size], f"na:6.6.1.2.2{_SIZE_LETTERS[size]}")


def _others(at: Fought) -> Iterable[Reason]:
    sizes = (one.size for one in at.fighters[1:])
    return added_attackers(at.tables.hand_to_hand_modifiers, sizes, "na:6.6.1.2.2i")


def _grade(at: Fought) -> Iterable[Reason]:
    grade = at.leader.grade
    yield Reason(f"{grade.value} Unit Grade", at.tables.close_combat_grade[grade], "na:6.6.1.2.2m")


_FLAMETHROWER: Final[Line[Fought]] = Modifier(
    "flamethrower", "Flamethrower", "na:6.6.1.2.2j", lambda at: any(one.flamethrower for one in at.fighters)
)
#: The modifiers of the attacking side and those of the defender, in the order in which they are told (na:6.6.1.2.2).
ATTACK: Final[tuple[Line[Fought], ...]] = (
    Varying(_size),
    Modifier("advance", "Advance Attack", "na:6.6.1.2.2f", lambda at: at.approach.advanced),
    Modifier("uphill", "Uphill Attack", "na:6.6.1.2.2g", lambda at: at.approach.uphill),
    Modifier("dismount", "Dismount Attack", "na:6.6.1.2.2h", lambda at: at.approach.dismount),
    Varying(_others),
    _FLAMETHROWER,
    Varying(_grade),
)
DEFENSE: Final[tuple[Line[Fought], ...]] = (
    Varying(_size),
    Modifier("suppressed", "Suppressed", "na:6.6.1.2.2e", lambda at: at.leader.suppressed),
    Modifier("hesitating", "Hesitating", "na:6.6.1.2.2k", lambda at: at.leader.hesitating),
    Modifier("broken", "Broken", "na:6.6.1.2.2l", lambda at: at.leader.broken),
    _FLAMETHROWER,
    Varying(_grade),
)


def attack_tally(tables: AdvancedTables, attackers: Sequence[Fighter], approach: Approach) -> Tally:
    """The modifiers of the attacking side, the primary attacker first among its fighters (na:6.6.1.2.2,
    min:16.10.3.7)."""
    return summed(ATTACK, Fought(tables, attackers, approach), tables.hand_to_hand_modifiers)


def defense_tally(tables: AdvancedTables, defender: Fighter) -> Tally:
    """The modifiers of the defender (na:6.6.1.2.2, min:16.10.3.4)."""
    return summed(DEFENSE, Fought(tables, (defender,)), tables.hand_to_hand_modifiers)


# -- the roll-off ------------------------------------------------------------------------------------


def roll_off(attack_net: int, defense_net: int, dice: Dice) -> RollOff:
    """Both sides roll and add their modifiers; results may lie above 100 and below 0 (na:6.6.1.2.1)."""
    attack = dice.roll("d100", "Hand-to-Hand, attacker", "na:6.6.1.2.1")
    defense = dice.roll("d100", "Hand-to-Hand, defender", "na:6.6.1.2.1")
    return RollOff(attack.result + attack_net, defense.result + defense_net, (attack, defense))


def reduced(one: Fighter) -> Fighter | None:
    """A fighter after it has lost a roll-off: a squad is a half-squad, any other is gone.

    (na:6.6.1.2.3b, na:6.6.1.2.3c)
    """
    return evolve(one, size="half-squad") if one.size == "squad" else None


# -- chances -----------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class HandToHandOdds(Alike):
    """What a Hand-to-Hand combat promises, fought to its end.

    win: the chance that the target is eliminated; attacker_steps, defender_steps: how many steps each side loses on
    average, a squad having two; first: the chance that the attacker is higher in the first roll-off that is no tie.
    """

    win: float
    attacker_steps: float
    defender_steps: float
    first: float


#: Faces of the die of a roll-off.
FACES: Final = 100


@lru_cache(maxsize=512)
def higher_chance(difference: int) -> float:
    """The chance that the attacker is higher in the end, his Net Modifier less the defender's given; ties are rolled
    again. Counted, not enumerated: a roll-off has ten thousand branches, and a combat many roll-offs."""
    won = sum(_below(roll + difference) for roll in range(1, FACES + 1))
    lost = sum(_below(roll - difference) for roll in range(1, FACES + 1))
    return won / (won + lost)


def _below(number: int) -> int:
    """How many faces of a d100 are lower than a number."""
    return min(max(number - 1, 0), FACES)


def combat_odds(
    tables: AdvancedTables, attackers: Sequence[Fighter], defender: Fighter, approach: Approach
) -> HandToHandOdds:
    """The exact chances of a combat: every roll-off that may follow is weighed, the attacker always letting that unit
    lead with which he is most likely to win."""
    known: dict[tuple[tuple[Fighter, ...], Fighter], HandToHandOdds] = {}

    def fought(side: tuple[Fighter, ...], target: Fighter) -> HandToHandOdds:
        found = known.get((side, target))
        if found is None:
            found = known[side, target] = _fought(side, target)
        return found

    def _fought(side: tuple[Fighter, ...], target: Fighter) -> HandToHandOdds:
        net = attack_tally(tables, side, approach).total - defense_tally(tables, target).total
        p = higher_chance(net)
        left = reduced(target)
        won = fought(side, left) if left is not None else HandToHandOdds(1.0, 0.0, 0.0, p)
        lost = max(
            (fought(s, target) for s in after_losing(side)), key=_value, default=HandToHandOdds(0.0, 0.0, 0.0, p)
        )
        return HandToHandOdds(
            win=p * won.win + (1 - p) * lost.win,
            attacker_steps=p * won.attacker_steps + (1 - p) * (lost.attacker_steps + 1),
            defender_steps=p * (won.defender_steps + 1) + (1 - p) * lost.defender_steps,
            first=p,
        )

    return fought(tuple(attackers), defender)


def _value(odds: HandToHandOdds) -> tuple[float, float]:
    return odds.win, -odds.attacker_steps


def after_losing(side: tuple[Fighter, ...]) -> list[tuple[Fighter, ...]]:
    """The attackers after their primary lost a roll-off, by who may lead them next; empty if nobody is left.

    A squad reduced may still lead, or any other squad; after one that is gone any of the rest (na:6.6.1.2.3c).
    """
    first, rest = reduced(side[0]), side[1:]
    if first is None:
        return [(rest[i], *rest[:i], *rest[i + 1 :]) for i in range(len(rest))]
    left = (first, *rest)
    squads = [i for i in range(1, len(left)) if left[i].size == "squad"]
    return [left, *((left[i], *left[:i], *left[i + 1 :]) for i in squads)]
