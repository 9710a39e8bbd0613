"""Maximum spots: how many targets a unit keeps in sight at once, and which (or:7.7.2).

The nearest, unless its player names others in the Command Phase; those that he names come first as long as they are
there to be spotted.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit
from core.panzer.pieces.switches import Switch
from core.panzer.sight.events import SpotsKept
from core.panzer.sight.orders import KeepSpots
from core.panzer.sight.spotting import candidates, chosen, most_spots
from core.panzer.state import PanzerState

RULE = "or:7.7.2"


def check(state: PanzerState, side: SideId, order: KeepSpots) -> None:
    """A unit of one's own that has more targets than it can keep, and targets that it could spot, no more than that."""
    unit = own_unit(state, side, order.unit, RULE)
    if not state.has(Switch.MAX_SPOTS):
        raise IllegalOrder("without maximum spots a unit keeps all its targets", RULE)
    if side in state.commands.done:
        raise IllegalOrder("this side has ended its placing of commands", "na:4.2.1a")
    able, most = candidates(state, unit.id), most_spots(state, unit.id)
    if len(able) <= most:
        raise IllegalOrder(f"{state.name(unit.id)} keeps all its targets", RULE)
    if not order.targets or len(set(order.targets)) != len(order.targets) or len(order.targets) > most:
        raise IllegalOrder(f"{state.name(unit.id)} keeps 1 to {most} targets, each named once", RULE)
    for target in order.targets:
        if target not in able:
            raise IllegalOrder(f"{target} is no unit that {state.name(unit.id)} could spot", RULE)


def keep(state: PanzerState, side: SideId, order: KeepSpots, dice: Dice) -> Iterator[Event]:
    """Name the targets that a unit keeps in sight."""
    kept = chosen(state, order.unit, candidates(state, order.unit), order.targets)
    yield SpotsKept(unit=order.unit, wanted=order.targets, targets=kept)
