"""Events: what happened. Each kind is registered under the name it has in a journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NewType, TypeVar

from attrs import frozen

from core.dice import Roll
from core.order import Order
from core.tally import Reason

SideId = NewType("SideId", str)
UnitId = NewType("UnitId", str)

EVENTS: dict[str, type[Event]] = {}


@frozen(kw_only=True)
class Event:
    """Base of all events.

    rolls: the dice that decided it, in order. tally: the parts of the number that it computed.
    """

    name: ClassVar[str]
    #: Whether the event tells a player something that cannot be taken back (undo stops at it).
    reveals: ClassVar[bool] = False

    rolls: tuple[Roll, ...] = ()
    tally: tuple[Reason, ...] = ()

    @property
    def irrevocable(self) -> bool:
        """Whether undo must stop at this event: dice were rolled or a secret was shown."""
        return bool(self.rolls) or self.reveals


EventType = TypeVar("EventType", bound=Event)


def event(name: str, *, reveals: bool = False) -> Callable[[type[EventType]], type[EventType]]:
    """Class decorator: register a frozen event class under `name` (kebab case)."""

    def register(cls: type[EventType]) -> type[EventType]:
        cls.name = name
        cls.reveals = reveals
        if name in EVENTS:
            raise ValueError(f"two events are named {name!r}")
        EVENTS[name] = cls
        return cls

    return register


@event("order-given")
@frozen(kw_only=True)
class OrderGiven(Event):
    """A side gave an order that the rules accepted; what came of it follows."""

    side: SideId
    order: Order


@event("taken-back")
@frozen(kw_only=True)
class TakenBack(Event):
    """Everything after event number `to` was taken back by `side`; `agreed`: the sides that had to consent."""

    side: SideId
    to: int
    agreed: tuple[SideId, ...] = ()
