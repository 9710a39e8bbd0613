"""What a rule system tells of its events to whoever watches how its players behave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import field, frozen

from core.alike import Alike
from core.event import Event, SideId, UnitId


@frozen(kw_only=True, eq=False, repr=False)
class Deed(Alike):
    """An attack. by: who attacks; at: whom; in_answer: fired at somebody who moves just now."""

    side: SideId
    by: tuple[UnitId, ...]
    at: tuple[UnitId, ...]
    in_answer: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Deeds(Alike):
    """The events of a rule system that are attacks, each with what it says.

    near: hexes within which units take part in one fight: about 1 km. waited: events that tell which units stood by for
    the enemy in a turn and fired at nobody; none of a system in which nobody does, or which does not say it.
    """

    near: int
    told: Mapping[type[Event], Callable[[Any], Deed]] = field(factory=dict)
    waited: Mapping[type[Event], Callable[[Any], tuple[UnitId, ...]]] = field(factory=dict)

    def of(self, event: Event) -> Deed | None:
        """The attack that an event is; None if it is none."""
        tell = self.told.get(type(event))
        return tell(event) if tell else None

    def in_vain(self, event: Event) -> tuple[UnitId, ...]:
        """The units of which an event tells that they stood by for the enemy in vain."""
        tell = self.waited.get(type(event))
        return tell(event) if tell else ()


#: Of a system that says nothing of the kind.
NO_DEEDS: Final = Deeds(near=1)
