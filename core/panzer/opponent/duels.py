"""What holds between a unit and all enemies in whatever hex it stands: how far they see and reach each other, their
weapons against each other.

A computer player weighs hundreds of hexes for a unit; all this is worked out once for them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from attrs import field, frozen

from core.panzer.opponent.foes import Foe
from core.panzer.opponent.prospects import Gunnery, gun_range, gunnery
from core.panzer.pieces.unit import Unit
from core.panzer.sight.ranges import Shown, spotted_from
from core.panzer.sight.spotting import eyes
from core.panzer.state import PanzerState


@frozen(eq=False)
class Duel:
    """A unit and an enemy.

    reach: from how many hexes it could fire at the enemy, which it has to spot first; cover: what the enemy's hex takes
    from an AP Hit Number; ours, theirs: their weapons against each other.
    """

    foe: Foe
    reach: int
    cover: int
    ours: Gunnery
    theirs: Gunnery


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
            foes = [duel.foe for duel in self.each]
            found = tuple(min(spotted_from(tables, shown, foe.eyes), foe.gun) for foe in foes)
            self._reaches[shown] = found
        return found


def duels_of(state: PanzerState, unit: Unit, foes: Iterable[tuple[Foe, int]]) -> Duels:
    """Those of a unit as it is now; foes: the enemies, each with the AP Hit modifier for the Cover of its hex."""
    mine, gun = eyes(state, unit), gun_range(state, unit)
    return Duels(
        state,
        unit,
        tuple(
            Duel(
                foe,
                min(spotted_from(state.tables, foe.shown, mine), gun),
                cover,
                gunnery(state, unit, foe.unit),
                gunnery(state, foe.unit, unit),
            )
            for foe, cover in foes
        ),
    )
