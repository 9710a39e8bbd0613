"""What every rule system asks of an order: that its unit is one's own, that nothing speaks against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from core.choice import Refusal
from core.event import SideId, UnitId
from core.order import IllegalOrder


class Owned(Protocol):
    """A unit of a side."""

    @property
    def side(self) -> SideId: ...


U_co = TypeVar("U_co", bound=Owned, covariant=True)


class Holding(Protocol[U_co]):
    """A state with the units of all sides."""

    @property
    def units(self) -> Mapping[UnitId, U_co]: ...


def refuse(refusal: Refusal | None) -> None:
    """IllegalOrder for a refusal, nothing without one."""
    if refusal is not None:
        raise IllegalOrder(refusal.reason, refusal.rule)


def not_own(state: Holding[Owned], side: SideId, unit: UnitId, rule: str) -> Refusal | None:
    """Why a side may not give orders to what it names: there is no such unit, or it is another's; None if it may."""
    found = state.units.get(unit)
    return Refusal(f"{unit} is no unit of {side}", rule) if found is None or found.side != side else None


def own_unit(state: Holding[U_co], side: SideId, unit: UnitId, rule: str) -> U_co:
    """The unit that a side names. IllegalOrder, by the rule named, if it is none of its own."""
    refuse(not_own(state, side, unit, rule))
    return state.units[unit]
