"""Camouflage as values: which units have it, who knows of it, who has seen through it (or:7.24)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import UnitId
from core.secrecy import ALL, OWN_UNITS, keeps_secrets, known

_ALL: Final = known(ALL)


@frozen(eq=False, repr=False)
class Find(Alike):
    """How a camouflaged unit was spotted: by which of its enemies, from how many hexes."""

    spotter: UnitId
    range: int


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Camouflage(Alike):
    """All that camouflage adds to the state of a game.

    secret: camouflaged units of which only their owner knows; announced: those of which everybody knows; bare: units
    that everybody knows to have no camouflage; tried: announced ones that were rolled for in this turn, found: how
    they were spotted; executed: announced ones that have just carried out a FIRE or OVERWATCH.
    """

    secret: frozenset[UnitId] = field(default=frozenset(), metadata=known(OWN_UNITS))
    announced: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    bare: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    tried: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    found: Mapping[UnitId, Find] = field(factory=dict, metadata=_ALL)
    executed: tuple[UnitId, ...] = field(default=(), metadata=_ALL)

    def has(self, unit: UnitId) -> bool:
        """Whether a unit is camouflaged, as far as that is known."""
        return unit in self.secret or unit in self.announced


#: Where nobody is camouflaged.
NO_CAMOUFLAGE: Final = Camouflage()
