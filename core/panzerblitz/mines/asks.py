"""Questions about minefields (pb:PB-MINE-E, pb:PB-MINE-G)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex
from core.event import SideId
from core.panzerblitz.mines import minefields
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.state import BlitzState


@frozen(kw_only=True)
class MinesDue:
    """Which minefields attack in the Player-Turn of a side, and whom (pb:PB-MINE-E)."""

    side: str

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """targets: by hex; odds."""
        side = SideId(self.side)
        return {
            "targets": {h.id: minefields.mined_targets(state, side, h) for h in minefields.fields_due(state, side)},
            "odds": state.tables.mine_odds,
        }


@frozen(kw_only=True)
class MayClear:
    """Whether Engineers may try to remove the mines of a hex (pb:PB-MINE-G)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """highest: the highest roll that removes them. Refused if they may not."""
        unit = state.unit(self.unit)
        minefields.check_clear(state, unit.side, ClearMines(unit=unit.id, hex=a_hex(state, self.hex)))
        return {"highest": state.tables.numbers["mine-removal"]}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "may-clear-mines": MayClear,
    "mines": MinesDue,
}
