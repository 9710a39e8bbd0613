"""Maximum spots: how many targets a unit keeps in sight at once, and which (or:7.7.2).

The nearest, unless its player names others in the Command Phase; those that he names come first as long as they are
there to be spotted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.choice import Choice, Choices, Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder, Order
from core.own import own_unit
from core.panzer.pieces.switches import Switch
from core.panzer.sight.events import SpotsKept
from core.panzer.sight.orders import KeepSpots
from core.panzer.sight.spotting import candidates, chosen, most_spots
from core.panzer.state import PanzerState
from core.rulebook import value_of

RULE = "or:7.7.2"
HEAD = "keep-spots"


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


# -- built -----------------------------------------------------------------------------------------------


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The units of a side that have more targets than they can keep."""
    if not state.has(Switch.MAX_SPOTS):
        return
    for unit in state.units.values():
        if unit.side == side and len(able := candidates(state, unit.id)) > (most := most_spots(state, unit.id)):
            text = f"{state.name(unit.id)} keeps {most} of {len(able)} targets in sight ..."
            yield Choice(f"{HEAD}:{unit.id}", text, "unit", unit.hex, unit.id, group="Spots")


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The targets that it is to keep, one after the other."""
    unit = UnitId(value_of(partial[0]))
    picked = [UnitId(pick) for pick in partial[1:]]
    most = most_spots(state, unit)
    left = [u for u in candidates(state, unit) if u not in picked] if len(picked) < most else []
    options = (Choice(u, f"{state.name(u)}{_far(state, unit, u)}", "unit", state.units[u].hex, u) for u in left)
    prompt = f"{state.name(unit)}: which targets does it keep in sight, {most} at most?"
    return Choices(prompt, RULE, tuple(options), complete=bool(picked))


def _far(state: PanzerState, unit: UnitId, target: UnitId) -> str:
    here, there = state.units[unit].hex, state.units[target].hex
    return f", range {distance(here, there)}" if here is not None and there is not None else ""


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks; None as long as no target is picked."""
    targets: Iterable[UnitId] = (UnitId(pick) for pick in partial[1:])
    return KeepSpots(unit=UnitId(value_of(partial[0])), targets=tuple(targets)) if len(partial) > 1 else None
