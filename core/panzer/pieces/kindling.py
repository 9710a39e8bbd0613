"""What may set hexes on fire in a turn (or:7.35.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import field, frozen

from core.hexes import Hex
from core.replaced import replaced
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


@frozen
class BurningWoods:
    """How woods of a kind burn in a scenario: like which building, by its line of the Terrain Effects Table, and what
    is added to the roll (or:7.35.4)."""

    like: str
    modifier: int = 0


@keeps_secrets
@frozen(slots=False)
class Kindling:
    """All that fires add to the state of a game besides the fires themselves, which are clouds.

    struck: the largest single GP Factor directed at each hex in this turn, Small Arms left out; flames: hexes in which
    a flamethrower was used; pattern, factor: the impact pattern of an aircraft whose attack is under way, and its GP
    Factor, 0 for Small Arms.
    """

    struck: Mapping[Hex, int] = field(factory=dict, metadata=_ALL)
    flames: frozenset[Hex] = field(default=frozenset(), metadata=_ALL)
    pattern: tuple[Hex, ...] = field(default=(), metadata=_ALL)
    factor: int = field(default=0, metadata=_ALL)

    def under(self, hexes: Iterable[Hex], gp: int) -> Kindling:
        """The same with one more GP Factor directed at some hexes."""
        fresh = {hex_: gp for hex_ in hexes if gp > self.struck.get(hex_, 0)}
        return replaced(self, struck={**self.struck, **fresh}) if fresh else self


#: At the beginning of a turn.
NO_KINDLING: Final = Kindling()
