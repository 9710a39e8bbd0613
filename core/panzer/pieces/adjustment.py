"""What is decided in the Adjustment Phase, in secret until both sides have ended its step (na:6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.panzer.pieces.works import Work
from core.secrecy import ALL, OWN_UNITS, keeps_secrets, known

_ALL: Final = known(ALL)


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Adjustment(Alike):
    """All that the Adjustment Phase adds to the state of a game.

    pivots: the facing, 0 to 5 clockwise, to which units will pivot at the end of the step (na:6.8.1); covers: whether
    units will be in Full Cover from then on (na:6.8.2); settled: sides whose decisions in this step have been carried
    out; dug: the entrenchments of the side that came last that have grown by its digging (na:6.6.8); turrets:
    how turrets will stand to their hulls, and whether they will be Buttoned Up (or:7.8.1, min:10.2); leaving: how
    passengers will face that will bail out (min:16.1.6.3).
    """

    pivots: Mapping[UnitId, int] = field(factory=dict, metadata=known(OWN_UNITS))
    covers: Mapping[UnitId, bool] = field(factory=dict, metadata=known(OWN_UNITS))
    turrets: Mapping[UnitId, tuple[int, bool]] = field(factory=dict, metadata=known(OWN_UNITS))
    settled: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    dug: tuple[Work, ...] = field(default=(), metadata=_ALL)
    leaving: Mapping[UnitId, int] = field(factory=dict, metadata=known(OWN_UNITS))


#: At the beginning of a game.
NO_ADJUSTMENT: Final = Adjustment()
