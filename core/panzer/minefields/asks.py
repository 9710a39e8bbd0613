"""Questions about minefields (or:7.31)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer
from core.event import UnitId
from core.panzer.ground.mines import harm, may_be_mined
from core.panzer.minefields.laying import contiguous, joined
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class MinefieldPlot:
    """Whether hexes are a minefield: contiguous, on ground that takes mines (or:7.31.1, min:20.6.1)."""

    hexes: str

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """legal; contiguous; barred: the hexes whose ground takes no mines."""
        hexes = [state.board.hex(text) for text in self.hexes.split()]
        barred = [hex_.id for hex_ in hexes if not may_be_mined(state, hex_)]
        together = contiguous(hexes, partial(joined, state))
        return {"legal": together and not barred, "contiguous": together, "barred": barred}


@frozen(kw_only=True)
class MinefieldHarm:
    """What mines of a kind do to a unit (or:7.31.2.1, or:7.31.2.2)."""

    unit: str = field(metadata=UNIT)
    kind: str
    quick: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """damage, track, effective: the highest totals; modifier: what is added to the roll; chance: of any harm."""
        card = state.card(UnitId(self.unit))
        table = harm(state.advanced.minefields, card, WorkKind(self.kind), quick=self.quick)
        return {
            "damage": table.damage,
            "track": table.track,
            "effective": table.effective,
            "modifier": table.modifier,
            "chance": table.chance,
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {"minefield-plot": MinefieldPlot, "minefield": MinefieldHarm}
