"""What is known of Close Assault, Hand-to-Hand combat and Overrun in a turn: whom who attacks, how far it has got.

Values only; the rules stand in `assaults`, `close_assault`, `hand_to_hand` and `overrun` (na:6.6.1, na:6.6.10).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex


@frozen(eq=False, repr=False)
class Attack(Alike):
    """The units of one hex that attack a target together (na:6.6.1.1b, na:6.6.1.2b).

    hex: the hex from which they fight, None = the one in which the primary attacker stands; who is not in it makes an
    Advancing Attack into it (na:6.6.1.1a). stands: the hexes of the others where each fights from one of its own, as in
    the miniatures edition (min:16.10.1).
    """

    primary: UnitId
    others: tuple[UnitId, ...] = ()
    hex: Hex | None = None
    stands: tuple[Hex, ...] = ()

    def hex_of(self, unit: UnitId) -> Hex | None:
        """The hex from which one of them fights."""
        return self.stands[self.others.index(unit)] if self.stands and unit in self.others else self.hex

    @property
    def units(self) -> tuple[UnitId, ...]:
        """All of them, the primary attacker first."""
        return (self.primary, *self.others)

    def without(self, lost: frozenset[UnitId]) -> Attack | None:
        """The attack when some have dropped out; the first of the others stands in for the primary. None = nobody."""
        left = [u for u in self.units if u not in lost]
        return self._of(left) if left else None

    def led_by(self, primary: UnitId) -> Attack:
        """The attack with another of its units as the primary attacker."""
        return self._of([primary, *(u for u in self.units if u != primary)])

    def _of(self, units: Sequence[UnitId]) -> Attack:
        """The attack of some of its units, the first leading, each where it stands."""
        stands = tuple(hex_ for u in units[1:] if (hex_ := self.hex_of(u)) is not None) if self.stands else ()
        return Attack(units[0], tuple(units[1:]), self.hex_of(units[0]), stands)


@frozen(eq=False, repr=False)
class Way(Alike):
    """The way of an Advancing Attack (na:6.6.1.1a): the hexes that a unit enters, what they take of its allowance."""

    unit: UnitId
    hexes: tuple[Hex, ...]
    spent: int = 1

    @property
    def rest(self) -> tuple[Way, ...]:
        """What is left of it after its next hex."""
        return (evolve(self, hexes=self.hexes[1:]),) if len(self.hexes) > 1 else ()


@frozen(eq=False, repr=False)
class Assault(Alike):
    """All attacks on one target that were announced together, as far as they have got (na:6.6.1.1b).

    hex: of the target; attacks: those still to be fought, the first is next; to_advance: who has yet to move next to
    the target, and how; advanced: who has; dismount: a Dismount Attack (na:6.6.1.1d); named: whether
    it is settled who leads the first attack; reduced: whether the one who led it has just been reduced to a half-squad;
    fought: who attacked last, as long as nobody has been told whether they may move into the vacated hex; won: who may
    do so, which its player has to decide (na:6.6.1.1.3b).
    """

    side: SideId
    target: UnitId
    hex: Hex
    attacks: tuple[Attack, ...]
    to_advance: tuple[Way, ...] = ()
    advanced: tuple[UnitId, ...] = ()
    dismount: bool = False
    named: bool = True
    reduced: bool = False
    fought: tuple[UnitId, ...] = ()
    won: tuple[UnitId, ...] = ()

    @property
    def attackers(self) -> tuple[UnitId, ...]:
        """Everybody who has yet to attack."""
        return tuple(unit for attack in self.attacks for unit in attack.units)


@frozen(eq=False, repr=False)
class Demolition(Alike):
    """An attack of Engineers on terrain (or:7.19).

    hex: of the terrain; to_advance: who has yet to move to the hex of the attack; advanced: who has.
    """

    side: SideId
    hex: Hex
    terrain: str
    attack: Attack
    to_advance: tuple[UnitId, ...] = ()
    advanced: tuple[UnitId, ...] = ()


@frozen(eq=False, repr=False)
class Advanced(Alike):
    """What an Advancing Attack took from the move of a unit: where it came from, hexes entered, allowance spent."""

    unit: UnitId
    came_from: Hex
    hexes: int
    spent: int


@frozen(eq=False, repr=False)
class Overruns(Alike):
    """The Overruns announced of one target (na:6.6.10). done: the vehicles that have made theirs."""

    target: UnitId
    units: tuple[UnitId, ...]
    done: tuple[UnitId, ...] = ()


@frozen(eq=False, repr=False)
class CloseCombats(Alike):
    """All of a turn.

    active: the assault that is being fought; queued: those that have been announced and wait for it until the last is
    (min:16.9.1.6); attacked: whom each unit has announced to attack in this Movement Phase
    (na:6.6.11); barred: units whose target was gone before their attack, which attack nobody else (na:6.6.1.1b);
    closed: targets all attacks on which have been announced in this step; advances: what Advancing
    Attacks took from the moves of their units; overruns: those announced; overrunning: the vehicle that is driving into
    the hex of its target, and the target; noted: the unit that is moving, and the enemies that were spotted when it
    began (na:6.6.1.1d, na:6.6.10); demolition: the attack on terrain that is being fought (or:7.19); met: who has been
    attacked, whatever came of it (min:19.2.1.2); hand_to_hand: who has fought whom hand to hand (min:16.10); razed: the
    attacks on terrain that have been announced in this turn (na:6.6.11, or:7.19).
    """

    active: Assault | None = None
    queued: tuple[Assault | Demolition, ...] = ()
    attacked: tuple[tuple[UnitId, UnitId], ...] = ()
    barred: frozenset[UnitId] = frozenset()
    closed: frozenset[UnitId] = frozenset()
    advances: tuple[Advanced, ...] = ()
    overruns: tuple[Overruns, ...] = ()
    overrunning: tuple[UnitId, UnitId] | None = None
    noted: tuple[UnitId, frozenset[UnitId]] | None = None
    demolition: Demolition | None = None
    met: frozenset[UnitId] = frozenset()
    hand_to_hand: frozenset[tuple[UnitId, UnitId]] = frozenset()
    razed: tuple[Demolition, ...] = ()

    def target_of(self, unit: UnitId) -> UnitId | None:
        """Whom a unit has announced to attack in this Movement Phase; None = nobody."""
        return next((target for attacker, target in self.attacked if attacker == unit), None)

    def coming_to(self, hex_: Hex) -> tuple[UnitId, ...]:
        """The units that are to advance into a hex when the assaults that have been announced are fought."""
        assaults = (one for one in self.queued if isinstance(one, Assault))
        ways = (way for assault in assaults for way in assault.to_advance)
        return tuple(way.unit for way in ways if way.hexes[-1] == hex_)

    def razed_by(self, unit: UnitId) -> Demolition | None:
        """The attack on terrain that a unit has announced in this turn; None = none (or:7.19)."""
        return next((one for one in self.razed if unit in one.attack.units), None)

    def bound(self, unit: UnitId) -> bool:
        """Whether a unit has announced to attack somebody, or terrain, in this Movement Phase (na:6.6.1.1b)."""
        return self.target_of(unit) is not None or self.razed_by(unit) is not None

    def advance_of(self, unit: UnitId) -> Advanced | None:
        """What an Advancing Attack took from the move of a unit; None = it made none."""
        return next((a for a in self.advances if a.unit == unit), None)

    def noted_by(self, unit: UnitId) -> frozenset[UnitId]:
        """The enemies that were spotted when a unit began its move; empty if it is not the one that moves."""
        return self.noted[1] if self.noted is not None and self.noted[0] == unit else frozenset()

    def overrun_of(self, target: UnitId) -> Overruns | None:
        """The Overruns announced of a target; None = none."""
        return next((o for o in self.overruns if o.target == target), None)


#: At the beginning of a turn.
NO_COMBATS = CloseCombats()
