"""What a side may leave to its machine in a game by file: decisions that are asked for in the middle of a turn.

No rule is another by it: who leaves a decision to his machine has decided it (pw:3.2, pw:6.7.1, pw:7.4.3, pw:8.4.2).
"""

from __future__ import annotations

from typing import Final

from core.event import SideId
from core.order import Order
from core.panzerwar.movement import reacting
from core.panzerwar.movement.orders import CarryOn, React
from core.panzerwar.state import WarState
from core.step_end import FinishStep

#: The decisions by the name of their judgement, in words.
STANDING: Final = {
    "orders": "tactical orders",
    "calls": "calls for artillery",
    "contact": "elements that meet the enemy on the way",
    "adapt": "changed plans of who moves last",
    "sight": "groups that sight together",
    "fire": "fire in the segments E1 to E4",
    "assault": "close assaults in E5",
}


def hold(view: WarState, side: SideId) -> Order:
    """The order by which a side does nothing further in what it is asked."""
    if met := reacting.asked(view, side):
        return React(element=met[0], go_on=True)
    return CarryOn() if view.moves.adapting == side else FinishStep()
