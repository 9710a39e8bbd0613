"""The aim of called fire as it is picked: Target Point, units, type, SHEAF, direction (na:6.5.1.5)."""

from __future__ import annotations

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Partial
from core.event import UnitId
from core.hexes import Hex
from core.panzer.indirect.sheafs import turned
from core.panzer.pieces.missions import Aim, FireType, Sheaf
from core.panzer.state import PanzerState

#: The pick that ends the choice of units.
GO = "go"


@frozen(eq=False, repr=False)
class Picked(Alike):
    """What has been picked of an aim: Target Point, units, type, SHEAF, direction; turned: SHEAFs that need one."""

    hex: Hex | None = None
    units: tuple[UnitId, ...] = ()
    gone: bool = False
    type: FireType | None = None
    sheaf: Sheaf | None = None
    direction: int | None = None
    turned: frozenset[Sheaf] = frozenset({Sheaf.LINEAR})

    @property
    def aim(self) -> Aim | None:
        """The aim, once Target Point, type and SHEAF are there."""
        if self.hex is None or self.type is None or self.sheaf is None:
            return None
        if self.sheaf in self.turned and self.direction is None:
            return None
        return Aim(self.hex, self.type, self.sheaf, self.direction or 0)


def read(state: PanzerState, picks: Partial) -> Picked:
    """The picks of a Target Point and what follows it: "A5", "by:unit" ..., "go", "type:GP", "sheaf:Open", "2"."""
    ways = turned(state.edition)
    found = Picked(state.board.hex(picks[0]), turned=ways) if picks else Picked(turned=ways)
    for pick in picks[1:]:
        kind, _, value = pick.partition(":")
        if kind == "by":
            found = evolve(found, units=(*found.units, UnitId(value)))
        elif pick == GO:
            found = evolve(found, gone=True)
        elif kind == "type":
            found = evolve(found, type=FireType(value))
        elif kind == "sheaf":
            found = evolve(found, sheaf=Sheaf(value))
        else:
            found = evolve(found, direction=int(pick))
    return found
