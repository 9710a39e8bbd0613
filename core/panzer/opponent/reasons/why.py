"""Why a computer player of Panzer gives an order: asked of its own side's view, as the judgement is.

What a side may not know is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.ends import Ends, why_ended
from core.event import SideId
from core.order import Order
from core.panzer.chapters import BOOK
from core.panzer.opponent.indirect import LEAST
from core.panzer.opponent.reasons.in_play import PLAYED
from core.panzer.opponent.reasons.preparing import PREPARED
from core.panzer.opponent.reasons.weighed import WEIGHED, Said
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.presentation import Argument
from core.step_end import FinishStep

#: Why a step is ended, by the name of what is judged in it.
_ENDS: Final[Ends] = {
    "air": ("No run of an aircraft promises more than the guns on its way may cost it.", "na:6.7"),
    "set-up": ("All who begin on the map are placed.", "na:2.0"),
    "hiding": ("No more counters are placed.", "or:7.2.2"),
    "plot": ("All is plotted that may be, or nothing more is worth it.", "na:6.5.1.4"),
    "minefields": ("All mines that can be laid are.", "or:7.31.1"),
    "camouflage": ("As many are camouflaged as may be.", "or:7.24"),
    "indirect-fire": (f"No mission that is left promises more than {LEAST} points.", "na:6.5.1"),
    "assault": ("No assault that is left is worth what it may cost.", "na:6.6.1"),
    "command": ("The commands lie as they were planned.", "na:4.2.1a"),
    "dischargers": ("No vehicle that is left is spotted by more guns than it has targets.", "or:7.9"),
    "pivot": ("All who may turn face the nearest enemy.", "na:6.8.1"),
    "turret": ("Turrets and hatches are as they are wanted.", "or:7.8.1"),
    "full-cover": ("All who may change are better off as they are.", "na:6.8.2"),
    "direct-fire": ("Nobody who may fire has a target left.", "na:4.4.1"),
    "move": ("Nobody who may move is left.", "na:4.5"),
}
#: The same where guns may be too long to turn (or:7.20).
_LONG_GUNS: Final[Ends] = {"pivot": ("All who may turn face the nearest enemy, or are held by a long gun.", "or:7.20")}


def _end(state: PanzerState, side: SideId, order: FinishStep) -> Iterator[Argument]:
    judged = BOOK.judgement(state)
    yield from why_ended(_LONG_GUNS if judged in _LONG_GUNS and state.has(Switch.LONG_GUNS) else _ENDS, judged)


_SAID: Final[Said] = {**WEIGHED, **PREPARED, **PLAYED, FinishStep: _end}


def why(state: PanzerState, side: SideId, order: Order) -> tuple[Argument, ...]:
    """What speaks for an order and against it, the weightiest first; nothing of orders that are not weighed."""
    said = _SAID.get(type(order))
    return tuple(said(state, side, order)) if said is not None else ()
