"""Questions about command: orders, initiative, command range, regrouping (pw:4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, permission
from core.event import SideId
from core.panzerwar.command import demands, initiative, regroup, tactical
from core.panzerwar.command import range as command_range
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class MayBeOrdered:
    """Whether a unit may be given a tactical order, by its name: "Advance" (pw:4.2)."""

    unit: str
    order: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed or refused; now: the order that it has, forced: what its morale makes it do."""
        unit = state.organisations[self.unit]
        return {
            **permission(tactical.order_refusal(state, unit, Tactical(self.order))),
            "now": unit.order.value,
            "forced": None if unit.forced is None else unit.forced.value,
        }


@frozen(kw_only=True)
class Initiative:
    """The total of a side or of an element of it when its side rolls a number (pw:4.11, pw:4.11.6)."""

    side: str
    die: int
    element: str = field(default="", metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """bonus, reasons: of the side; total: of the side; own: of the element; near: whether sides roll at all;
        lost: whether the side loses it by its morale."""
        reasons = initiative.bonus(state, SideId(self.side))
        total = self.die + sum(reason.amount for reason in reasons)
        own = total
        if self.element:
            own += initiative.own_bonus(state, state.element(self.element))
        return {
            "bonus": total - self.die,
            "reasons": reasons,
            "total": total,
            "own": own,
            "near": initiative.near(state),
            "lost": initiative.shaken(state, SideId(self.side)),
        }


@frozen(kw_only=True)
class InCommand:
    """Whether an element is within command range, and what that does to its movement (pw:4.13)."""

    element: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """within; delayed: its order comes late; late: what a vehicle has left of its movement; must_move: the rule by
        which its order makes it move."""
        element = state.element(self.element)
        why = demands.must_move(state, element)
        return {
            "within": command_range.in_command(state, element),
            "delayed": command_range.delayed(state, element),
            "late": command_range.late(state, element).value,
            "must_move": None if why is None else why.rule,
        }


@frozen(kw_only=True)
class Gathered:
    """Whether the elements of a unit are near enough to each other to regroup (pw:4.9.3)."""

    unit: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """gathered; losses: whether it has any; left: turns of regrouping."""
        unit = state.organisations[self.unit]
        return {
            "gathered": regroup.gathered(state, unit),
            "losses": regroup.losses(state, unit),
            "left": unit.regroups,
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "may-be-ordered": MayBeOrdered,
    "initiative": Initiative,
    "in-command": InCommand,
    "gathered": Gathered,
}
