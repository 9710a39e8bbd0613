"""What holds between a unit and all enemies in whatever hex it stands: how far they see and reach each other, their
weapons against each other.

A computer player weighs hundreds of hexes for a unit; all this is worked out once for them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from attrs import define, field, frozen

from core.panzer.opponent.foes import Foe
from core.panzer.opponent.prospects import Gunnery, gun_range, gunnery
from core.panzer.opponent.prospects_gp import GpStand, gp_stand
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight.ranges import Shown, spotted_from
from core.panzer.sight.spotting import eyes
from core.panzer.state import PanzerState


@frozen(eq=False)
class Mark:
    """An enemy as a target: the AP Hit modifier for the Cover of its hex, how it stands there against GP fire."""

    foe: Foe
    cover: int
    stand: GpStand | None


def mark(state: PanzerState, foe: Foe, cover: int) -> Mark:
    """An enemy where it is; cover: the AP Hit modifier of its hex."""
    return Mark(foe, cover, gp_stand(state, foe.unit, foe.hex) if state.has(Switch.GP_FIRE) else None)


@define(eq=False)
class Duel:
    """A unit and an enemy. reach: from how many hexes it could fire at the enemy, which it has to spot first."""

    state: PanzerState
    unit: Unit
    mark: Mark
    reach: int
    _ours: Gunnery | None = None
    _theirs: Gunnery | None = None

    @property
    def ours(self) -> Gunnery:
        """The weapons of the unit against the enemy."""
        if self._ours is None:
            self._ours = gunnery(self.state, self.unit, self.mark.foe.unit)
        return self._ours

    @property
    def theirs(self) -> Gunnery:
        """The weapons of the enemy against the unit."""
        if self._theirs is None:
            self._theirs = gunnery(self.state, self.mark.foe.unit, self.unit)
        return self._theirs


@frozen(eq=False)
class Duels:
    """Those of a unit with all enemies. shown: what it shows, by what that depends on in a hex."""

    state: PanzerState
    unit: Unit
    each: tuple[Duel, ...]
    shown: dict[Hashable, Shown] = field(factory=dict, init=False)
    _reaches: dict[Shown, tuple[int, ...]] = field(factory=dict, init=False)

    def reaches(self, shown: Shown) -> tuple[int, ...]:
        """From how many hexes each of the enemies could fire at the unit, if it shows that."""
        found = self._reaches.get(shown)
        if found is None:
            tables = self.state.tables
            foes = [duel.mark.foe for duel in self.each]
            found = tuple(min(spotted_from(tables, shown, foe.eyes), foe.gun) for foe in foes)
            self._reaches[shown] = found
        return found


def duels_of(state: PanzerState, unit: Unit, marks: Iterable[Mark]) -> Duels:
    """Those of a unit as it is now."""
    mine, gun = eyes(state, unit), gun_range(state, unit)
    each = (Duel(state, unit, one, min(spotted_from(state.tables, one.foe.shown, mine), gun)) for one in marks)
    return Duels(state, unit, tuple(each))
