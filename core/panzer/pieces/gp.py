"""A strike of GP fire and what it can do (na:6.5.4)."""

from __future__ import annotations

from attrs import evolve, frozen

from core.alike import Alike
from core.dice import Roll
from core.event import UnitId
from core.hexes import Hex
from core.panzer.pieces.results import Result
from core.panzer.pieces.weapons import RangeFactor
from core.tally import Tally


def factor(tally: Tally) -> int:
    """The GP Defense Factor: the sum, held between 1 and 10 (na:6.5.4.2.2)."""
    return max(1, min(10, tally.total))


@frozen(slots=False, eq=False, repr=False)
class GpSource(Alike):
    """What strikes; the same for all that one fire affects (na:6.5.4.2.3).

    gp: GP Factor; effectiveness: maximum GP Effectiveness Factor (na:6.5.4.4.2c); sure: effective against any
    vehicle, as a crashing aircraft is (na:6.7.4.2.1d); hand_held: a rocket fired from the hand (or:7.21); pins:
    it is Pinning Fire, which is never Effective (or:7.18).
    """

    gp: int
    factor: RangeFactor
    effectiveness: int
    small_arms: bool
    indirect: bool = False
    sure: bool = False
    hand_held: bool = False
    pins: bool = False


@frozen(eq=False, repr=False)
class Strike(Alike):
    """All that decides a GP combat roll before its dice.

    target: the unit, None for the terrain named; defense: makes the GP Defense Factor; cell: N-Effect and S-Effect;
    masked: whether a Track Hit misses it, Hull Down or Partial Hull Down to this fire (na:6.5.4.4.2e).
    """

    source: GpSource
    target: UnitId | None
    hex: Hex
    defense: Tally
    tally: Tally
    cell: tuple[int, int]
    terrain: str = ""
    masked: bool = False

    def with_modifier(self, label: str, amount: int, rule: str) -> Strike:
        """The strike with one more modifier."""
        return evolve(self, tally=self.tally.add(label, amount, rule))

    @property
    def row(self) -> int:
        """The GP Defense Factor, 1 to 10."""
        return factor(self.defense)


@frozen(eq=False, repr=False)
class GpOutcome(Alike):
    """What a roll came to. total: the modified result; second_damage: whether damage became a KO (na:6.5.2.2.4)."""

    result: Result
    total: int
    rolls: tuple[Roll, ...]
    second_damage: bool = False
